/* Core numbers, truss numbers and the sizes of forests against those of igraph, and modularities not below by more than half
 * a percent, on real graphs as undirected ones. */
#include <igraph.h>

#include "tests/support/kinds.h"

enum { SMALL = 60000 /* entries of graphs on which the slow ones are compared */ };

static void compare_cores(const char *file, const graph_matrix *A, const igraph_t *graph, graph_index n)
{
    graph_vector *core = NULL;
    igraph_vector_int_t theirs;
    graph_index different = 0;
    igraph_vector_int_init(&theirs, 0);
    REQUIRE_OK(graph_core_numbers(&core, NULL, A, NULL));
    CHECK(igraph_coreness(graph, &theirs, IGRAPH_ALL) == IGRAPH_SUCCESS);
    int64_t *ours = values_of_full(core, GRAPH_INT64, n);
    for (graph_index v = 0; v < n; v++)
        different += ours[v] != VECTOR(theirs)[v];
    CHECK_SAY(different == 0, "%s: %llu core numbers differ", file, (unsigned long long)different);
    free(ours);
    igraph_vector_int_destroy(&theirs);
    graph_vector_release(&core);
}

static void compare_forests(const char *file, const graph_matrix *A, const igraph_t *graph)
{
    graph_forest_report report = {.size = sizeof report};
    igraph_vector_int_t theirs;
    igraph_vector_int_init(&theirs, 0);
    CHECK_OK(graph_spanning_forest(
        NULL, A, &(const graph_forest_options){.size = sizeof(graph_forest_options), .report = &report}));
    CHECK(igraph_minimum_spanning_tree(graph, &theirs, NULL) == IGRAPH_SUCCESS);
    CHECK_SAY((igraph_integer_t)report.edges == igraph_vector_int_size(&theirs), "%s: %llu edges, not %lld",
              file, (unsigned long long)report.edges, (long long)igraph_vector_int_size(&theirs));
    igraph_vector_int_destroy(&theirs);
}

/* The edges of igraph's graph are in the order of the entries (u, v), u < v. */
static void compare_trusses(const char *file, const graph_matrix *A, const igraph_t *graph)
{
    graph_matrix *T = NULL;
    graph_index entries, edge = 0, different = 0;
    igraph_vector_int_t theirs;
    igraph_vector_int_init(&theirs, 0);
    REQUIRE_OK(graph_truss_numbers(&T, NULL, A, NULL));
    CHECK(igraph_trussness(graph, &theirs) == IGRAPH_SUCCESS);
    graph_matrix_entries(&entries, T);
    graph_index *row = malloc((entries + 1) * sizeof *row), *column = malloc((entries + 1) * sizeof *column);
    int64_t *ours = malloc((entries + 1) * sizeof *ours);
    CHECK_OK(graph_matrix_extract_tuples(row, column, ours, GRAPH_INT64, &entries, T));
    for (graph_index k = 0; k < entries; k++)
        if (row[k] < column[k])
            different += ours[k] != VECTOR(theirs)[edge++];
    CHECK_SAY(different == 0, "%s: %llu truss numbers differ", file, (unsigned long long)different);
    free(row);
    free(column);
    free(ours);
    igraph_vector_int_destroy(&theirs);
    graph_matrix_release(&T);
}

static void compare_communities(const char *file, const graph_matrix *A, const igraph_t *graph)
{
    graph_communities_report louvain = {.size = sizeof louvain}, leiden = louvain;
    igraph_vector_int_t member;
    igraph_vector_t strength;
    igraph_real_t of_louvain, of_leiden;
    igraph_vector_int_init(&member, 0);
    igraph_vector_init(&strength, 0);
    igraph_rng_seed(igraph_rng_default(), 1); /* the same on every run */
    CHECK(igraph_community_multilevel(graph, NULL, 1, &member, NULL, NULL) == IGRAPH_SUCCESS);
    CHECK(igraph_modularity(graph, &member, NULL, 1, false, &of_louvain) == IGRAPH_SUCCESS);
    CHECK(igraph_strength(graph, &strength, igraph_vss_all(), IGRAPH_ALL, true, NULL) == IGRAPH_SUCCESS);
    CHECK(igraph_community_leiden(graph, NULL, &strength, 1.0 / (2 * (double)igraph_ecount(graph)), 0.01,
                                  false, 2, &member, NULL, NULL) == IGRAPH_SUCCESS);
    CHECK(igraph_modularity(graph, &member, NULL, 1, false, &of_leiden) == IGRAPH_SUCCESS);
    CHECK_OK(graph_louvain(NULL, A,
                           &(const graph_communities_options){.size = sizeof(graph_communities_options),
                                                              .is_unweighted = true,
                                                              .report = &louvain}));
    CHECK_OK(graph_leiden(NULL, A,
                          &(const graph_communities_options){.size = sizeof(graph_communities_options),
                                                             .is_unweighted = true,
                                                             .report = &leiden}));
    CHECK_SAY(louvain.modularity >= 0.995 * of_louvain && leiden.modularity >= 0.995 * of_leiden,
              "%s: Louvain %.5f, igraph %.5f; Leiden %.5f, igraph %.5f", file, louvain.modularity, of_louvain,
              leiden.modularity, of_leiden);
    igraph_vector_int_destroy(&member);
    igraph_vector_destroy(&strength);
}

static void compare(const char *file, graph_direction direction)
{
    graph_matrix *A = NULL;
    graph_index n, entries, *from, *to;
    igraph_vector_int_t ends;
    igraph_integer_t edges = 0;
    igraph_t graph;
    if (direction != GRAPH_UNDIRECTED)
        return;
    REQUIRE_OK(graph_read(&A, test_find_dataset(file),
                          &(const graph_read_options){.size = sizeof(graph_read_options),
                                                      .direction = direction,
                                                      .weights = GRAPH_WEIGHTS_DROP,
                                                      .loops = GRAPH_LOOPS_DROP}));
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&entries, A);
    from = malloc((entries + 1) * sizeof *from);
    to = malloc((entries + 1) * sizeof *to);
    CHECK_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &entries, A));
    igraph_vector_int_init(&ends, 2 * (igraph_integer_t)entries);
    for (graph_index k = 0; k < entries; k++)
        if (from[k] < to[k]) {
            VECTOR(ends)[2 * edges] = (igraph_integer_t)from[k];
            VECTOR(ends)[2 * edges + 1] = (igraph_integer_t)to[k];
            edges++;
        }
    igraph_vector_int_resize(&ends, 2 * edges);
    CHECK(igraph_create(&graph, &ends, (igraph_integer_t)n, IGRAPH_UNDIRECTED) == IGRAPH_SUCCESS);
    compare_cores(file, A, &graph, n);
    compare_forests(file, A, &graph);
    if (entries <= SMALL) {
        compare_trusses(file, A, &graph);
        compare_communities(file, A, &graph);
    }
    igraph_destroy(&graph);
    igraph_vector_int_destroy(&ends);
    free(from);
    free(to);
    graph_matrix_release(&A);
}

TEST(real_graphs)
{
    igraph_set_error_handler(igraph_error_handler_printignore);
    CHECK(test_real_graphs(compare) >= 6);
}

TEST_MAIN(TEST_ROW(real_graphs))
