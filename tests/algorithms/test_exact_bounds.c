/* Options at their exact bounds: the last value that is taken, and the first that is not. */
#include "tests/support/test.h"

enum { VERTICES = 9 };

/* The path 0 -> 1 -> ... of n vertices and edges with this weight. */
static graph_matrix *path_of(graph_index n, double weight)
{
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_create(&A, GRAPH_FP64, n, n));
    for (graph_index v = 0; v + 1 < n; v++)
        CHECK_OK(graph_matrix_set(A, v, v + 1, graph_fp64(weight)));
    return A;
}

static graph_matrix *path_graph(double weight) { return path_of(VERTICES, weight); }

TEST(any_weight_below_0_is_negative)
{
    static const graph_sssp_method methods[] = {GRAPH_SSSP_HEAP, GRAPH_SSSP_STEPS};
    static const double weights[] = {-1e-300, -0.5, -1};
    graph_vector *distance = NULL;
    for (int w = 0; w < 3; w++) {
        graph_matrix *A = path_graph(weights[w]);
        for (int m = 0; m < 2; m++) {
            const graph_sssp_options options = {
                .size = sizeof options, .backend = test_backend(), .method = methods[m]};
            CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &options), GRAPH_E_INVALID_VALUE, "below 0");
            CHECK(distance == NULL);
        }
        graph_matrix_release(&A);
    }
}

/* The last vertex of a path needs as many rounds as any vertex can, and is on no cycle. */
TEST(a_path_through_all_vertices)
{
    static const double weights[] = {-1, 1};
    for (int w = 0; w < 2; w++) {
        graph_matrix *A = path_graph(weights[w]);
        for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_ALGEBRA; form++) {
            const graph_sssp_options options = {
                .size = sizeof options, .backend = test_backend(), .form = (graph_form)form};
            graph_vector *distance = NULL;
            graph_scalar last = graph_fp64(0);
            CHECK_OK(graph_sssp(&distance, NULL, A, 0, &options));
            CHECK_OK(graph_vector_get(&last, distance, VERTICES - 1));
            CHECK(last.value.f == weights[w] * (VERTICES - 1));
            graph_vector_release(&distance);
        }
        graph_matrix_release(&A);
    }
}

TEST(vertex_0_is_a_target)
{
    graph_matrix *A = NULL;
    graph_vector *level = NULL;
    graph_index reached = 0;
    const graph_bfs_options options = {
        .size = sizeof options, .backend = test_backend(), .has_target = true, .target = 0};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, VERTICES, VERTICES));
    for (graph_index v = 0; v + 1 < VERTICES; v++)
        CHECK_OK(graph_matrix_set(A, v, v + 1, graph_bool(true)));
    CHECK_OK(graph_matrix_set(A, 1, 0, graph_bool(true)));
    CHECK_OK(graph_bfs(&level, NULL, A, 1, &options));
    CHECK_OK(graph_vector_entries(&reached, level));
    CHECK_SAY(reached == 3, "the search reached %d vertices; expected 1, and 0 and 2", (int)reached);
    graph_vector_release(&level);
    graph_matrix_release(&A);
}

/* The algebraic form of searches from many sources, along and against the edges. */
TEST(many_searches_in_both_directions)
{
    graph_matrix *A = path_graph(1);
    for (int is_reversed = 0; is_reversed < 2; is_reversed++)
        for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_ALGEBRA; form++) {
            const graph_bfs_multi_options options = {.size = sizeof options,
                                                     .backend = test_backend(),
                                                     .form = (graph_form)form,
                                                     .is_reversed = is_reversed == 1};
            graph_dense level = {.size = sizeof level};
            REQUIRE_OK(graph_bfs_multi(&level, A, NULL, 0, &options));
            const int32_t *found = level.value;
            for (int u = 0; u < VERTICES; u++)
                for (int v = 0; v < VERTICES; v++) {
                    int steps = is_reversed ? u - v : v - u;
                    CHECK(found[u * VERTICES + v] == (steps >= 0 ? steps : GRAPH_UNREACHED_INT32));
                }
            graph_free(level.value);
        }
    graph_matrix_release(&A);
}

TEST(distances_by_rows_only)
{
    graph_matrix *A = path_graph(1);
    for (int k = 0; k < 2; k++) {
        graph_dense distance = {.size = sizeof distance}, predecessor = distance;
        (k == 0 ? &distance : &predecessor)->layout = GRAPH_COLUMN_MAJOR;
        CHECK_STATUS(graph_apsp(&distance, &predecessor, A, NULL), GRAPH_E_INVALID_VALUE, "column-major");
        CHECK(distance.value == NULL && predecessor.value == NULL);
    }
    graph_matrix_release(&A);
}

static double last_done;

static int note_progress(double done, void *context)
{
    (void)context;
    last_done = done;
    return 0;
}

static int take_rows(graph_index first, graph_index count, const void *distance, const int32_t *predecessor,
                     void *context)
{
    (void)first, (void)count, (void)distance, (void)predecessor, (void)context;
    return 0;
}

/* Floyd-Warshall works in blocks; graphs that fill theirs, and with a vertex more or less. */
TEST(graphs_that_fill_their_blocks)
{
    static const graph_index sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129};
    const graph_apsp_options options = {
        .size = sizeof options, .backend = test_backend(), .method = GRAPH_APSP_FLOYD_WARSHALL};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const graph_index n = sizes[k];
        graph_matrix *A = path_of(n, 1);
        graph_dense distance = {.size = sizeof distance};
        REQUIRE_OK(graph_apsp(&distance, NULL, A, &options));
        const double *found = distance.value;
        CHECK_SAY(found[n - 1] == (double)(n - 1), "the end of a path of %d vertices is %g away", (int)n,
                  found[n - 1]);
        CHECK(found[n * n - 1] == 0);
        graph_free(distance.value);
        graph_matrix_release(&A);
    }
}

/* Levels above 255, and the largest that 8 bits hold. */
TEST(levels_of_8_and_16_bits)
{
    graph_matrix *A = path_of(300, 1);
    const graph_index source[] = {0, 46};
    const graph_bfs_multi_options options = {.size = sizeof options, .backend = test_backend()};
    graph_dense wide = {.size = sizeof wide, .type = GRAPH_UINT16},
                narrow = {.size = sizeof narrow, .type = GRAPH_UINT8};
    REQUIRE_OK(graph_bfs_multi(&wide, A, source, 2, &options));
    for (int v = 0; v < 300; v++)
        CHECK(((const uint16_t *)wide.value)[v] == v);
    CHECK_STATUS(graph_bfs_multi(&narrow, A, source, 1, &options), GRAPH_E_DOMAIN, "uint8");
    REQUIRE_OK(graph_bfs_multi(&narrow, A, source + 1, 1, &options));
    CHECK(((const uint8_t *)narrow.value)[299] == 253 && ((const uint8_t *)narrow.value)[45] == UINT8_MAX);
    graph_free(wide.value);
    graph_free(narrow.value);
    graph_matrix_release(&A);
}

TEST(progress_ends_at_1)
{
    static const graph_apsp_method methods[] = {GRAPH_APSP_DIJKSTRA, GRAPH_APSP_FLOYD_WARSHALL};
    graph_matrix *A = path_graph(1);
    for (int m = 0; m < 2; m++) {
        const graph_apsp_options options = {
            .size = sizeof options, .method = methods[m], .rows = take_rows, .progress = note_progress};
        last_done = 0;
        CHECK_OK(graph_apsp(NULL, NULL, A, &options));
        CHECK_SAY(last_done == 1, "the last progress is %g", last_done);
    }
    graph_matrix_release(&A);
}

/* A limit that the matrix of the closure just meets, and one that is a byte less. */
TEST(the_last_byte_of_a_closure)
{
    const uint64_t pairs = VERTICES * (VERTICES - 1) / 2, bytes = 4 * pairs + 8 * VERTICES;
    graph_matrix *A = path_graph(1), *C = NULL;
    graph_closure *closure = NULL;
    graph_index entries = 0;
    REQUIRE_OK(graph_transitive_closure(&closure, A, NULL));
    CHECK_STATUS(graph_closure_matrix(&C, closure, bytes - 1, 1), GRAPH_E_MEMORY, "most_bytes");
    CHECK(C == NULL);
    REQUIRE_OK(graph_closure_matrix(&C, closure, bytes, 1));
    CHECK_OK(graph_matrix_entries(&entries, C));
    CHECK(entries == pairs);
    graph_matrix_release(&C);
    graph_closure_release(&closure);
    graph_matrix_release(&A);
}

TEST_MAIN(TEST_ROW(any_weight_below_0_is_negative), TEST_ROW(a_path_through_all_vertices),
          TEST_ROW(vertex_0_is_a_target), TEST_ROW(many_searches_in_both_directions),
          TEST_ROW(distances_by_rows_only), TEST_ROW(graphs_that_fill_their_blocks),
          TEST_ROW(levels_of_8_and_16_bits), TEST_ROW(progress_ends_at_1),
          TEST_ROW(the_last_byte_of_a_closure))
