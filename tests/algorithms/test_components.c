/* Strong and weak components against reachability, in both forms, with one thread and several. */
#include "tests/support/walks.h"

/* The label each vertex should have: components numbered by their smallest vertices. */
static int64_t *expected_labels(const uint8_t *reach, graph_index n, bool is_strong, graph_index *count)
{
    int64_t *label = calloc(n + 1, sizeof *label);
    *count = 0;
    for (graph_index v = 0; v < n; v++) {
        label[v] = -1;
        for (graph_index u = 0; u < v && label[v] < 0; u++)
            if (reach[u * n + v] && (!is_strong || reach[v * n + u]))
                label[v] = label[u];
        if (label[v] < 0)
            label[v] = (int64_t)(*count)++;
    }
    return label;
}

static void check_labels(const graph_matrix *A, bool is_strong, const int64_t *expected, graph_index count,
                         const graph_components_options *options)
{
    graph_vector *component = NULL;
    graph_index n, found = 99;
    graph_type type;
    CHECK_OK(graph_matrix_rows(&n, A));
    REQUIRE_OK(is_strong ? graph_strong_components(&component, &found, A, options)
                         : graph_weak_components(&component, &found, A, options));
    CHECK_SAY(found == count, "strong %d form %d: %llu components, expected %llu", is_strong, options->form,
              (unsigned long long)found, (unsigned long long)count);
    CHECK_OK(graph_vector_type(&type, component));
    CHECK(type == GRAPH_INT32);
    CHECK_OK(graph_vector_check(component));
    int64_t *label = values_of(component, n);
    CHECK_SAY(memcmp(label, expected, n * sizeof *label) == 0, "strong %d form %d threads %d: labels differ",
              is_strong, options->form, options->threads);
    free(label);
    graph_vector_release(&component);
}

static void check_graph(const graph_matrix *A)
{
    struct edge_list list = edges_of(A), both = list;
    uint8_t *reach = reach_of(&list);
    both.edges = 2 * list.edges;
    both.from = malloc((both.edges + 1) * sizeof *both.from);
    both.to = malloc((both.edges + 1) * sizeof *both.to);
    for (graph_index k = 0; k < list.edges; k++) {
        both.from[k] = both.to[list.edges + k] = list.from[k];
        both.to[k] = both.from[list.edges + k] = list.to[k];
    }
    uint8_t *joined = reach_of(&both);
    for (int is_strong = 0; is_strong < 2; is_strong++) {
        graph_index count;
        int64_t *expected = expected_labels(is_strong ? reach : joined, list.vertices, is_strong, &count);
        for (int threads = 1; threads <= 2; threads += test_step(2))
            for (int form = GRAPH_FORM_FUSED; form >= GRAPH_FORM_ALGEBRA; form -= test_step(2))
                check_labels(A, is_strong, expected, count,
                             &(graph_components_options){.size = sizeof(graph_components_options),
                                                         .backend = test_backend(),
                                                         .form = (graph_form)form,
                                                         .threads = threads});
        free(expected);
    }
    free(reach);
    free(joined);
    free(both.from);
    free(both.to);
    edges_release(&list);
}

TEST(random_graphs_agree_with_reachability)
{
    uint64_t seed = 41;
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(3))
        for (int64_t n = 1; n <= 60; n = 3 * n + 5)
            for (int64_t edges = n / 2; edges <= 3 * n; edges += 2 * n + 1) {
                graph_matrix *A = NULL;
                REQUIRE_OK(
                    random_matrix(&A, &seed, (enum graph_shape)shape, GRAPH_FP32, n, n, edges, VALUES_SMALL));
                check_graph(A);
                graph_matrix_release(&A);
            }
}

TEST(named_graphs)
{
    graph_matrix *A = NULL;
    graph_index count;
    REQUIRE_OK(cycle_graph(&A, 20));
    check_graph(A);
    graph_matrix_release(&A);
    REQUIRE_OK(path_graph(&A, 20));
    check_graph(A);
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 0, 0));
    check_graph(A);
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 7, 7));
    check_graph(A);
    CHECK_OK(graph_strong_components(NULL, &count, A, NULL));
    CHECK(count == 7);
    CHECK_OK(graph_weak_components(NULL, NULL, A, NULL));
    graph_matrix_release(&A);
}

TEST(a_path_of_a_million_edges_needs_no_deep_stack)
{
    graph_index n = 1000001;
    graph_index *row = malloc(n * sizeof *row), *column = malloc(n * sizeof *column), count;
    graph_matrix *A = NULL;
    for (graph_index v = 0; v < n; v++) {
        row[v] = v;
        column[v] = (v + 1) % n;
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, n, n));
    CHECK_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, n - 1, GRAPH_NO_OP));
    CHECK_OK(graph_strong_components(NULL, &count, A, NULL));
    CHECK(count == n);
    CHECK_OK(graph_weak_components(NULL, &count, A, NULL));
    CHECK(count == 1);
    CHECK_OK(graph_matrix_clear(A));
    CHECK_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, n, GRAPH_NO_OP));
    CHECK_OK(graph_strong_components(NULL, &count, A, NULL));
    CHECK(count == 1);
    graph_matrix_release(&A);
    free(row);
    free(column);
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL;
    graph_vector *component = NULL;
    graph_components_options o = {.size = sizeof o, .backend = test_backend()};
    REQUIRE_OK(path_graph(&A, 4));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 4, 5));
    CHECK_STATUS(graph_strong_components(&component, NULL, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_weak_components(&component, NULL, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_strong_components(&component, NULL, wide, NULL), GRAPH_E_DIMENSION, "4 x 5");
    CHECK_STATUS(graph_weak_components(&component, NULL, wide, NULL), GRAPH_E_DIMENSION, "4 x 5");
    o.size = 3;
    CHECK_STATUS(graph_strong_components(&component, NULL, A, &o), GRAPH_E_INVALID_VALUE, "size is 3");
    o = (graph_components_options){.size = sizeof o, .backend = test_backend(), .form = (graph_form)7};
    CHECK_STATUS(graph_strong_components(&component, NULL, A, &o), GRAPH_E_INVALID_VALUE, "form is 7");
    o = (graph_components_options){.size = sizeof o, .backend = test_backend(), .threads = -1};
    CHECK_STATUS(graph_weak_components(&component, NULL, A, &o), GRAPH_E_INVALID_VALUE, "threads is -1");
    o = (graph_components_options){.size = sizeof o, .backend = GRAPH_BACKEND_CUDA};
    if (!graph_backend_available(GRAPH_BACKEND_CUDA, NULL))
        CHECK_STATUS(graph_weak_components(&component, NULL, A, &o), GRAPH_E_DEVICE, "cuda");
    CHECK(component == NULL);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static graph_matrix *fixed;

static graph_status strong_fused(void)
{
    graph_vector *component = NULL;
    graph_status status = graph_strong_components(&component, NULL, fixed, NULL);
    graph_vector_release(&component);
    return status;
}

static graph_status weak_fused(void)
{
    graph_vector *component = NULL;
    graph_status status = graph_weak_components(&component, NULL, fixed, NULL);
    graph_vector_release(&component);
    return status;
}

static graph_status strong_algebra(void)
{
    graph_components_options o = {
        .size = sizeof o, .backend = test_backend(), .form = GRAPH_FORM_ALGEBRA, .threads = 1};
    graph_vector *component = NULL;
    graph_status status = graph_strong_components(&component, NULL, fixed, &o);
    graph_vector_release(&component);
    return status;
}

TEST(every_allocation_may_fail)
{
    uint64_t seed = 3;
    REQUIRE_OK(random_matrix(&fixed, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, 12, 12, 20, VALUES_SMALL));
    test_every_allocation("strong components", strong_fused);
    test_every_allocation("weak components", weak_fused);
    graph_matrix_release(&fixed);
    REQUIRE_OK(path_graph(&fixed, 3)); /* The algebra allocates much and often. */
    test_every_allocation("strong components in the algebra", strong_algebra);
    graph_matrix_release(&fixed);
}

/* Products have cached the transpose with its values, some of them 0, before the algebra asks for its pattern. */
TEST(strong_components_where_a_transpose_with_values_is_cached)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp64");
    const graph_index from[] = {0, 1, 2, 3, 0}, to[] = {1, 2, 0, 0, 0};
    const double value[] = {0, -3, 0, 5, 0};
    const graph_components_options o = {
        .size = sizeof o, .backend = test_backend(), .form = GRAPH_FORM_ALGEBRA};
    graph_matrix *A = NULL, *T = NULL;
    graph_vector *component = NULL, *u = NULL, *w = NULL;
    graph_index count = 0;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 4, 4));
    REQUIRE_OK(graph_matrix_build(A, from, to, value, GRAPH_FP64, 5, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_create(&T, GRAPH_FP64, 4, 4));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 4));
    REQUIRE_OK(graph_vector_fill(u, graph_fp64(1)));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 4));
    CHECK_OK(graph_transpose(T, NULL, GRAPH_NO_OP, A, NULL));
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, u, TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
    CHECK_OK(graph_mxm(T, NULL, GRAPH_NO_OP, s, A, A, TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B)));
    CHECK_OK(graph_strong_components(&component, &count, A, &o));
    CHECK(count == 2);
    graph_vector_release(&component);
    graph_vector_release(&u);
    graph_vector_release(&w);
    graph_matrix_release(&A);
    graph_matrix_release(&T);
}

TEST_MAIN(TEST_ROW(strong_components_where_a_transpose_with_values_is_cached),
          TEST_ROW(random_graphs_agree_with_reachability), TEST_ROW(named_graphs),
          TEST_ROW_LARGE(a_path_of_a_million_edges_needs_no_deep_stack), TEST_ROW(wrong_arguments),
          TEST_ROW_LARGE(every_allocation_may_fail))
