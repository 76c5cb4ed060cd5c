/* Distances against igraph's breadth-first search, Dijkstra, Bellman-Ford, Johnson and Floyd-Warshall. */
#include <igraph/igraph.h>

#include "tests/support/walks.h"

static void igraph_of(igraph_t *graph, igraph_vector_t *weights, const struct edge_list *list)
{
    igraph_vector_int_t edges;
    igraph_vector_int_init(&edges, (igraph_integer_t)(2 * list->edges));
    igraph_vector_init(weights, (igraph_integer_t)list->edges);
    for (graph_index k = 0; k < list->edges; k++) {
        VECTOR(edges)[2 * k] = (igraph_integer_t)list->from[k];
        VECTOR(edges)[2 * k + 1] = (igraph_integer_t)list->to[k];
        VECTOR(*weights)[k] = list->weight[k];
    }
    igraph_create(graph, &edges, (igraph_integer_t)list->vertices, true);
    igraph_vector_int_destroy(&edges);
}

/* Our distances by a method against a matrix of igraph's. */
static void compare(const graph_matrix *A, const igraph_matrix_t *theirs, graph_apsp_options o,
                    const char *name)
{
    graph_dense d = {.size = sizeof d, .type = o.is_unweighted ? GRAPH_INT32 : GRAPH_FP64};
    graph_index wrong = 0;
    REQUIRE_OK(graph_apsp(&d, NULL, A, &o));
    for (graph_index i = 0; i < d.rows; i++)
        for (graph_index j = 0; j < d.columns; j++) {
            graph_index at = i * d.stride + j;
            int32_t hops = o.is_unweighted ? ((int32_t *)d.value)[at] : 0;
            double ours = !o.is_unweighted                ? ((double *)d.value)[at]
                          : hops == GRAPH_UNREACHED_INT32 ? INFINITY
                                                          : hops;
            double expected = MATRIX(*theirs, i, j);
            wrong += ours != expected && !(fabs(ours - expected) <= 1e-9 * fabs(expected));
        }
    CHECK_SAY(wrong == 0, "%s: %llu distances differ", name, (unsigned long long)wrong);
    graph_free(d.value);
}

TEST(random_graphs)
{
    uint64_t seed = 31;
    for (int round = 0; round < 12; round++) {
        graph_index n = 150, edges = round < 8 ? 600 : 6000;
        bool is_negative = round % 2;
        graph_matrix *A = NULL;
        igraph_t graph;
        igraph_vector_t weights;
        igraph_matrix_t theirs;
        REQUIRE_OK(
            random_weights(&A, &seed, round % 4 < 2 ? GRAPH_FP64 : GRAPH_INT32, n, edges, is_negative));
        struct edge_list list = edges_of(A);
        igraph_of(&graph, &weights, &list);
        igraph_matrix_init(&theirs, 0, 0);
        igraph_distances(&graph, &theirs, igraph_vss_all(), igraph_vss_all(), IGRAPH_OUT);
        compare(A, &theirs,
                (graph_apsp_options){
                    .size = sizeof(graph_apsp_options), .backend = test_backend(), .is_unweighted = true},
                "hops");
        if (!is_negative) {
            igraph_distances_dijkstra(&graph, &theirs, igraph_vss_all(), igraph_vss_all(), &weights,
                                      IGRAPH_OUT);
            compare(A, &theirs,
                    (graph_apsp_options){.size = sizeof(graph_apsp_options),
                                         .backend = test_backend(),
                                         .method = GRAPH_APSP_DIJKSTRA},
                    "dijkstra");
        }
        igraph_distances_bellman_ford(&graph, &theirs, igraph_vss_all(), igraph_vss_all(), &weights,
                                      IGRAPH_OUT);
        compare(A, &theirs,
                (graph_apsp_options){.size = sizeof(graph_apsp_options), .backend = test_backend()},
                "bellman_ford");
        igraph_distances_johnson(&graph, &theirs, igraph_vss_all(), igraph_vss_all(), &weights);
        compare(A, &theirs,
                (graph_apsp_options){.size = sizeof(graph_apsp_options),
                                     .backend = test_backend(),
                                     .method = GRAPH_APSP_JOHNSON},
                "johnson");
        igraph_distances_floyd_warshall(&graph, &theirs, &weights, IGRAPH_OUT);
        compare(A, &theirs,
                (graph_apsp_options){.size = sizeof(graph_apsp_options),
                                     .backend = test_backend(),
                                     .method = GRAPH_APSP_FLOYD_WARSHALL},
                "floyd_warshall");
        igraph_matrix_destroy(&theirs);
        igraph_vector_destroy(&weights);
        igraph_destroy(&graph);
        edges_release(&list);
        graph_matrix_release(&A);
    }
}

TEST(real_graphs_from_some_sources)
{
    static const char *const files[] = {"wiki-Vote.txt.gz", "as20graph.txt.gz", "email-Enron.txt.gz",
                                        "ca-HepPh.txt.gz", "soc-Epinions1.txt.gz"};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        const char *path = test_find_dataset(files[k]);
        graph_index source[12], n;
        graph_matrix *A = NULL;
        igraph_t graph;
        igraph_vector_t weights;
        igraph_vector_int_t from;
        igraph_matrix_t theirs;
        if (path == NULL)
            continue;
        REQUIRE_OK(graph_read(&A, path, NULL));
        CHECK_OK(graph_matrix_rows(&n, A));
        struct edge_list list = edges_of(A);
        igraph_of(&graph, &weights, &list);
        igraph_vector_int_init(&from, 12);
        for (int s = 0; s < 12; s++)
            VECTOR(from)[s] = (igraph_integer_t)(source[s] = (graph_index)s * (n / 13));
        igraph_matrix_init(&theirs, 0, 0);
        igraph_distances(&graph, &theirs, igraph_vss_vector(&from), igraph_vss_all(), IGRAPH_OUT);
        compare(A, &theirs,
                (graph_apsp_options){.size = sizeof(graph_apsp_options),
                                     .backend = test_backend(),
                                     .is_unweighted = true,
                                     .source = source,
                                     .sources = 12},
                files[k]);
        igraph_matrix_destroy(&theirs);
        igraph_vector_int_destroy(&from);
        igraph_vector_destroy(&weights);
        igraph_destroy(&graph);
        edges_release(&list);
        graph_matrix_release(&A);
    }
}

TEST_MAIN(TEST_ROW(random_graphs), TEST_ROW(real_graphs_from_some_sources))
