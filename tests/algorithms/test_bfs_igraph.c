/* Levels of graph_bfs against igraph's, from sixteen sources on each real graph, as directed and as undirected. */
#include <igraph.h>

#include "tests/support/test.h"

/* The directed graph of a matrix; both entries of an undirected edge are there. */
static bool igraph_of(igraph_t *graph, const graph_matrix *A)
{
    graph_index n, edges, *from, *to;
    igraph_vector_int_t ends;
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&edges, A);
    from = malloc((edges + 1) * sizeof *from);
    to = malloc((edges + 1) * sizeof *to);
    bool is_good = CHECK_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &edges, A)) &&
                   igraph_vector_int_init(&ends, 2 * (igraph_integer_t)edges) == IGRAPH_SUCCESS;
    if (is_good) {
        for (graph_index k = 0; k < edges; k++) {
            VECTOR(ends)[2 * k] = (igraph_integer_t)from[k];
            VECTOR(ends)[2 * k + 1] = (igraph_integer_t)to[k];
        }
        is_good = CHECK(igraph_create(graph, &ends, (igraph_integer_t)n, IGRAPH_DIRECTED) == IGRAPH_SUCCESS);
        igraph_vector_int_destroy(&ends);
    }
    free(from);
    free(to);
    return is_good;
}

/* The vertices whose levels differ. */
static int64_t differences(const igraph_t *graph, const graph_vector *level, graph_index n,
                           graph_index source, bool is_reverse)
{
    igraph_vector_int_t theirs;
    int64_t count = 0;
    graph_index room = n, *index = malloc((n + 1) * sizeof *index);
    int32_t *value = malloc((n + 1) * sizeof *value), *ours = malloc((n + 1) * sizeof *ours);
    igraph_vector_int_init(&theirs, 0);
    CHECK(igraph_bfs(graph, (igraph_integer_t)source, NULL, is_reverse ? IGRAPH_IN : IGRAPH_OUT, false, NULL,
                     NULL, NULL, NULL, NULL, NULL, &theirs, NULL, NULL) == IGRAPH_SUCCESS);
    CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_INT32, &room, level));
    for (graph_index v = 0; v < n; v++)
        ours[v] = -1;
    for (graph_index k = 0; k < room; k++)
        ours[index[k]] = value[k];
    for (graph_index v = 0; v < n; v++) {
        igraph_integer_t their_level = VECTOR(theirs)[v];
        count += ours[v] != (their_level < 0 ? -1 : their_level);
    }
    igraph_vector_int_destroy(&theirs);
    free(index);
    free(value);
    free(ours);
    return count;
}

static void compare(const char *file, graph_direction direction)
{
    const char *path = test_find_dataset(file);
    graph_matrix *A = NULL;
    graph_index n;
    igraph_t graph;
    uint64_t seed = 1;
    REQUIRE_OK(graph_read(
        &A, path, &(const graph_read_options){.size = sizeof(graph_read_options), .direction = direction}));
    graph_matrix_rows(&n, A);
    REQUIRE(igraph_of(&graph, A));
    for (int s = 0; s < 16; s++) {
        graph_index source = s == 0 ? 0 : test_random(&seed) % n;
        graph_vector *level = NULL;
        bool is_reverse = s % 8 == 7;
        REQUIRE_OK(graph_bfs(&level, NULL, A, source,
                             &(const graph_bfs_options){.size = sizeof(graph_bfs_options),
                                                        .backend = test_backend(),
                                                        .is_reversed = is_reverse}));
        int64_t different = differences(&graph, level, n, source, is_reverse);
        CHECK_SAY(different == 0, "%s, direction %d: %lld levels differ from source %llu", file,
                  (int)direction, (long long)different, (unsigned long long)source);
        graph_vector_release(&level);
    }
    igraph_destroy(&graph);
    graph_matrix_release(&A);
}

TEST(levels_on_real_graphs)
{
    igraph_set_error_handler(igraph_error_handler_printignore);
    CHECK(test_real_graphs(compare) >= 6);
}

TEST_MAIN(TEST_ROW(levels_on_real_graphs))
