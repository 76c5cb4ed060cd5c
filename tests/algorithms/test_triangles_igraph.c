/* Triangles at each vertex, local clustering coefficients and transitivity against igraph's, on real graphs, as
 * directed and as undirected. */
#include <igraph.h>

#include "tests/support/test.h"

/* igraph's coefficients are of the simple graph: it wants the loops and the second edges out of the way. */
static void compare_clustering(const char *file, const graph_matrix *A, igraph_t *graph, graph_index n)
{
    graph_clustering_facts facts = {.size = sizeof facts};
    graph_vector *local = NULL;
    igraph_vector_t theirs;
    igraph_real_t transitivity, mean;
    double *ours = malloc((n + 1) * sizeof *ours);
    uint64_t different = 0;
    graph_index room = n;
    igraph_vector_init(&theirs, 0);
    CHECK(igraph_to_undirected(graph, IGRAPH_TO_UNDIRECTED_COLLAPSE, NULL) == IGRAPH_SUCCESS);
    CHECK(igraph_simplify(graph, true, true, NULL) == IGRAPH_SUCCESS);
    CHECK(igraph_transitivity_local_undirected(graph, &theirs, igraph_vss_all(), IGRAPH_TRANSITIVITY_ZERO) ==
          IGRAPH_SUCCESS);
    CHECK(igraph_transitivity_undirected(graph, &transitivity, IGRAPH_TRANSITIVITY_ZERO) == IGRAPH_SUCCESS);
    CHECK(igraph_transitivity_avglocal_undirected(graph, &mean, IGRAPH_TRANSITIVITY_ZERO) == IGRAPH_SUCCESS);
    CHECK_OK(graph_clustering(&local, &facts, A, NULL));
    CHECK_OK(graph_vector_extract_tuples(NULL, ours, GRAPH_FP64, &room, local));
    for (graph_index v = 0; v < n; v++)
        different += !(fabs(ours[v] - VECTOR(theirs)[v]) <= 1e-14);
    CHECK_SAY(different == 0 && fabs(facts.transitivity - transitivity) <= 1e-14 &&
                  fabs(facts.mean - mean) <= 1e-12,
              "%s: %llu coefficients differ; transitivity %.17g and %.17g, mean %.17g and %.17g", file,
              (unsigned long long)different, facts.transitivity, transitivity, facts.mean, mean);
    igraph_vector_destroy(&theirs);
    graph_vector_release(&local);
    free(ours);
}

static void compare(const char *file, graph_direction direction)
{
    const char *path = test_find_dataset(file);
    graph_matrix *A = NULL;
    graph_vector *at = NULL;
    graph_index n, edges, *from, *to;
    int64_t *ours;
    uint64_t count, different = 0;
    double sum = 0;
    igraph_vector_int_t ends;
    igraph_vector_t theirs;
    igraph_t graph;
    REQUIRE_OK(graph_read(
        &A, path, &(const graph_read_options){.size = sizeof(graph_read_options), .direction = direction}));
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&edges, A);
    from = malloc((edges + 1) * sizeof *from);
    to = malloc((edges + 1) * sizeof *to);
    ours = malloc((n + 1) * sizeof *ours);
    CHECK_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &edges, A));
    igraph_vector_int_init(&ends, 2 * (igraph_integer_t)edges);
    for (graph_index k = 0; k < edges; k++) {
        VECTOR(ends)[2 * k] = (igraph_integer_t)from[k];
        VECTOR(ends)[2 * k + 1] = (igraph_integer_t)to[k];
    }
    igraph_vector_init(&theirs, 0);
    CHECK(igraph_create(&graph, &ends, (igraph_integer_t)n, IGRAPH_DIRECTED) == IGRAPH_SUCCESS);
    CHECK(igraph_adjacent_triangles(&graph, &theirs, igraph_vss_all()) == IGRAPH_SUCCESS);
    CHECK_OK(graph_triangles(&count, A,
                             &(const graph_triangles_options){.size = sizeof(graph_triangles_options),
                                                              .backend = test_backend(),
                                                              .per_vertex = &at}));
    graph_index room = n;
    CHECK_OK(graph_vector_extract_tuples(NULL, ours, GRAPH_INT64, &room, at));
    CHECK(room == n);
    for (graph_index v = 0; v < n; v++) {
        different += (double)ours[v] != VECTOR(theirs)[v];
        sum += VECTOR(theirs)[v];
    }
    CHECK_SAY(different == 0 && (double)count * 3 == sum,
              "%s, direction %d: %llu vertices differ, %llu triangles", file, (int)direction,
              (unsigned long long)different, (unsigned long long)count);
    compare_clustering(file, A, &graph, n);
    graph_vector_release(&at);
    graph_matrix_release(&A);
    igraph_destroy(&graph);
    igraph_vector_destroy(&theirs);
    igraph_vector_int_destroy(&ends);
    free(from);
    free(to);
    free(ours);
}

TEST(triangles_and_clustering_of_real_graphs)
{
    igraph_set_error_handler(igraph_error_handler_printignore);
    CHECK(test_real_graphs(compare) >= 6);
}

TEST_MAIN(TEST_ROW(triangles_and_clustering_of_real_graphs))
