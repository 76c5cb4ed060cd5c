/* Components, and reachability by finite distance, against igraph. */
#include <igraph/igraph.h>

#include "tests/support/walks.h"

/* The directed graph of a matrix, self-loops included. */
static void igraph_of(igraph_t *graph, const struct edge_list *list)
{
    igraph_vector_int_t edges;
    igraph_vector_int_init(&edges, (igraph_integer_t)(2 * list->edges));
    for (graph_index k = 0; k < list->edges; k++) {
        VECTOR(edges)[2 * k] = (igraph_integer_t)list->from[k];
        VECTOR(edges)[2 * k + 1] = (igraph_integer_t)list->to[k];
    }
    igraph_create(graph, &edges, (igraph_integer_t)list->vertices, true);
    igraph_vector_int_destroy(&edges);
}

/* igraph numbers components as it likes: they agree if numbers map one to one. */
static void check_components(const graph_matrix *A, const igraph_t *graph, graph_index n, bool is_strong)
{
    igraph_vector_int_t membership;
    igraph_integer_t count;
    graph_vector *component = NULL;
    graph_index found = 0;
    igraph_vector_int_init(&membership, 0);
    igraph_connected_components(graph, &membership, NULL, &count, is_strong ? IGRAPH_STRONG : IGRAPH_WEAK);
    CHECK_OK(is_strong ? graph_strong_components(&component, &found, A, NULL)
                       : graph_weak_components(&component, &found, A, NULL));
    CHECK(found == (graph_index)count);
    int64_t *label = values_of(component, n), *theirs = malloc((n + 1) * sizeof *theirs);
    bool agrees = true;
    memset(theirs, 0xff, (n + 1) * sizeof *theirs);
    for (graph_index v = 0; v < n; v++) {
        if (theirs[label[v]] < 0)
            theirs[label[v]] = VECTOR(membership)[v];
        agrees = agrees && theirs[label[v]] == VECTOR(membership)[v];
    }
    CHECK(agrees);
    free(label);
    free(theirs);
    graph_vector_release(&component);
    igraph_vector_int_destroy(&membership);
}

static void check_reachability(const graph_matrix *A, const igraph_t *graph, graph_index n)
{
    igraph_matrix_t distance;
    graph_closure_options o = {.size = sizeof o, .backend = test_backend(), .is_reflexive = true};
    graph_closure *closure = NULL;
    igraph_matrix_init(&distance, 0, 0);
    igraph_distances(graph, &distance, igraph_vss_all(), igraph_vss_all(), IGRAPH_OUT);
    REQUIRE_OK(graph_transitive_closure(&closure, A, &o));
    graph_index wrong = 0;
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = 0; v < n; v++) {
            bool reachable = false;
            CHECK_OK(graph_reachable(&reachable, closure, u, v));
            wrong += reachable != (bool)isfinite(MATRIX(distance, u, v));
        }
    CHECK_SAY(wrong == 0, "%llu pairs differ", (unsigned long long)wrong);
    graph_closure_release(&closure);
    igraph_matrix_destroy(&distance);
}

TEST(random_graphs)
{
    uint64_t seed = 11;
    for (enum graph_shape shape = 0; shape < SHAPE_COUNT; shape++)
        for (int64_t edges = 100; edges <= 800; edges *= 2) {
            graph_matrix *A = NULL;
            igraph_t graph;
            REQUIRE_OK(random_matrix(&A, &seed, shape, GRAPH_FP64, 200, 200, edges, VALUES_SMALL));
            struct edge_list list = edges_of(A);
            igraph_of(&graph, &list);
            check_components(A, &graph, 200, true);
            check_components(A, &graph, 200, false);
            check_reachability(A, &graph, 200);
            igraph_destroy(&graph);
            edges_release(&list);
            graph_matrix_release(&A);
        }
}

TEST(real_graphs)
{
    static const char *const files[] = {
        "wiki-Vote.txt.gz",     "as20graph.txt.gz",     "email-Enron.txt.gz",   "p2p-Gnutella31.txt.gz",
        "soc-Epinions1.txt.gz", "web-NotreDame.txt.gz", "email-Eu-core.txt.gz", "twitter-weighted.txt.gz"};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        const char *path = test_find_dataset(files[k]);
        graph_matrix *A = NULL;
        igraph_t graph;
        if (path == NULL)
            continue;
        REQUIRE_OK(graph_read(&A, path, NULL));
        struct edge_list list = edges_of(A);
        igraph_of(&graph, &list);
        check_components(A, &graph, list.vertices, true);
        check_components(A, &graph, list.vertices, false);
        igraph_destroy(&graph);
        edges_release(&list);
        graph_matrix_release(&A);
    }
}

TEST_MAIN(TEST_ROW(random_graphs), TEST_ROW(real_graphs))
