/* Shortest paths from one source: every method, type and form against plain relaxation. */
#include "tests/support/walks.h"

static const graph_type weight_types[] = {GRAPH_INT8, GRAPH_INT32, GRAPH_INT64, GRAPH_FP32, GRAPH_FP64};

static void check_run(const graph_matrix *A, const struct edge_list *list, const double *expected,
                      graph_index source, const graph_sssp_options *o)
{
    graph_vector *distance = NULL, *parent = NULL;
    graph_index n = list->vertices, found = n, reached = 0, wrong = 0;
    graph_index *index = malloc((n + 1) * sizeof *index), *path = malloc((n + 1) * sizeof *path);
    double *value = malloc((n + 1) * sizeof *value);
    int64_t *before = malloc((n + 1) * sizeof *before);
    REQUIRE_OK(graph_sssp(&distance, &parent, A, source, o));
    CHECK_OK(graph_vector_check(distance));
    CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_FP64, &found, distance));
    for (graph_index v = 0; v < n; v++)
        reached += expected[source * n + v] < INFINITY;
    CHECK(found == reached);
    for (graph_index k = 0; k < found; k++)
        wrong += value[k] != expected[source * n + index[k]];
    CHECK_SAY(wrong == 0, "method %d form %d threads %d: %llu distances differ", o->method, o->form,
              o->threads, (unsigned long long)wrong);
    memset(before, 0xff, (n + 1) * sizeof *before);
    int64_t *sparse = malloc((n + 1) * sizeof *sparse);
    CHECK_OK(graph_vector_extract_tuples(index, sparse, GRAPH_INT64, &found, parent));
    CHECK(found == reached);
    for (graph_index k = 0; k < found; k++)
        before[index[k]] = sparse[k];
    for (graph_index k = 0; k < found; k++) {
        graph_index at = n, u = index[k];
        path[--at] = u;
        while (u != source && at > 0)
            path[--at] = u = (graph_index)before[u];
        CHECK_SAY(u == source && is_path(list, path + at, n - at, expected[source * n + index[k]]),
                  "method %d: no path to %llu", o->method, (unsigned long long)index[k]);
    }
    free(sparse);
    free(index);
    free(path);
    free(value);
    free(before);
    graph_vector_release(&distance);
    graph_vector_release(&parent);
}

TEST(random_graphs)
{
    uint64_t seed = 19;
    for (int round = 0; round < 120; round += test_step(7)) {
        graph_index n = 1 + test_random(&seed) % 40, edges = test_random(&seed) % (4 * n);
        bool is_negative = round % 2;
        graph_matrix *A = NULL;
        REQUIRE_OK(random_weights(&A, &seed, weight_types[round % 5], n, edges, is_negative));
        struct edge_list list = edges_of(A);
        double *expected = distances_of(&list);
        for (graph_sssp_method m = (graph_sssp_method)(test_step(2) - 1); m <= GRAPH_SSSP_ROUNDS; m++) {
            graph_sssp_options o = {.size = sizeof o,
                                    .backend = test_backend(),
                                    .method = m,
                                    .threads = 1 + round % 2,
                                    .delta = round % 3 == 0 ? 0.7 : 0,
                                    .form = m == GRAPH_SSSP_AUTO && round % 4 < 2 ? GRAPH_FORM_ALGEBRA
                                                                                  : GRAPH_FORM_AUTO};
            if (!is_negative || m == GRAPH_SSSP_AUTO || m == GRAPH_SSSP_ROUNDS)
                check_run(A, &list, expected, test_random(&seed) % n, &o);
        }
        free(expected);
        edges_release(&list);
        graph_matrix_release(&A);
    }
}

/* All n vertices are reached, at the same distances by each method. */
static void check_three_methods(const graph_matrix *A, graph_index source, graph_index n)
{
    double *value[3];
    for (int m = 0; m < 3; m++) {
        graph_sssp_options o = {
            .size = sizeof o, .backend = test_backend(), .method = (graph_sssp_method)(m + 1), .threads = 2};
        graph_vector *distance = NULL;
        graph_index found = n;
        REQUIRE_OK(graph_sssp(&distance, NULL, A, source, &o));
        value[m] = malloc(n * sizeof(double));
        CHECK_OK(graph_vector_extract_tuples(NULL, value[m], GRAPH_FP64, &found, distance));
        CHECK(found == n && memcmp(value[0], value[m], n * sizeof(double)) == 0);
        graph_vector_release(&distance);
    }
    for (int m = 0; m < 3; m++)
        free(value[m]);
}

TEST(a_large_grid_by_three_methods)
{
    graph_matrix *G = NULL, *A = NULL;
    uint64_t seed = 4;
    REQUIRE_OK(grid_graph(&G, 60, 70));
    struct edge_list list = edges_of(G);
    for (graph_index k = 0; k < list.edges; k++)
        list.weight[k] = (double)(test_random(&seed) % 1000) / 7;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, list.vertices, list.vertices));
    CHECK_OK(graph_matrix_build(A, list.from, list.to, list.weight, GRAPH_FP64, list.edges, GRAPH_NO_OP));
    check_three_methods(A, 0, list.vertices);
    edges_release(&list);
    graph_matrix_release(&A);
    graph_matrix_release(&G);
}

/* Threads whose bins have several buckets at once: weights from 1 on to hundreds of buckets. */
TEST(buckets_that_share_bins)
{
    enum { N = 4000, FIRST = 1000, EDGES = 9 * FIRST };
    static graph_index from[EDGES], to[EDGES];
    static double weight[EDGES], expected[N], found[N];
    graph_matrix *A = NULL;
    uint64_t seed = 31;
    for (int e = 0; e < EDGES; e++) {
        const graph_index later = FIRST + 1 + test_random(&seed) % (N - FIRST - 1);
        from[e] = e < FIRST ? 0 : e < 5 * FIRST ? (graph_index)(e % FIRST + 1) : later;
        to[e] = e < FIRST ? (graph_index)(e + 1) : FIRST + 1 + test_random(&seed) % (N - FIRST - 1);
        weight[e] = e < FIRST ? 1 : (double)(1 + test_random(&seed) % 500);
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, N, N));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, EDGES, GRAPH_MIN));
    for (int threads = 0; threads <= 3; threads++) {
        graph_sssp_options o = {.size = sizeof o,
                                .backend = test_backend(),
                                .method = threads == 0 ? GRAPH_SSSP_HEAP : GRAPH_SSSP_STEPS,
                                .threads = threads == 0 ? 1 : threads,
                                .delta = 1};
        graph_vector *distance = NULL;
        graph_index n = N;
        REQUIRE_OK(graph_sssp(&distance, NULL, A, 0, &o));
        CHECK_OK(
            graph_vector_extract_tuples(NULL, threads == 0 ? expected : found, GRAPH_FP64, &n, distance));
        CHECK(n > 3 * FIRST && (threads == 0 || memcmp(expected, found, n * sizeof *found) == 0));
        graph_vector_release(&distance);
    }
    graph_matrix_release(&A);
}

/* Two vertices that all others know, and random edges: a device relaxes those two in pieces. */
TEST(vertices_with_many_edges)
{
    enum { N = 5000, EDGES = 6 * N };
    static graph_index from[EDGES], to[EDGES];
    static double weight[EDGES];
    graph_matrix *A = NULL;
    uint64_t seed = 6;
    for (int k = 0; k < EDGES; k++) {
        const graph_index v = (graph_index)(k % N), hub = (graph_index)(k / N % 2);
        from[k] = k < 2 * N ? hub : k < 4 * N ? v : test_random(&seed) % N;
        to[k] = k < 2 * N ? v : k < 4 * N ? hub : test_random(&seed) % N;
        weight[k] = 1 + (double)(test_random(&seed) % (k < 4 * N ? 90 : 9));
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, N, N));
    CHECK_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, EDGES, GRAPH_MIN));
    check_three_methods(A, 0, N);
    check_three_methods(A, N - 1, N);
    graph_matrix_release(&A);
}

TEST(a_negative_cycle_names_a_vertex_on_it)
{
    graph_index from[] = {0, 1, 2, 3, 5, 6}, to[] = {1, 2, 3, 1, 6, 5};
    double weight[] = {1, 2, -4, 1, -1, 0};
    graph_matrix *A = NULL;
    graph_vector *distance = NULL;
    graph_dense dense = {.size = sizeof dense};
    long long vertex = -1;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, 8, 8));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, 6, GRAPH_NO_OP));
    for (graph_form form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        graph_sssp_options o = {.size = sizeof o, .backend = test_backend(), .form = form};
        CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_NEGATIVE_CYCLE, "goes through vertex");
        const char *word = strstr(graph_last_error(), "vertex ");
        CHECK(word != NULL && sscanf(word, "vertex %lld", &vertex) == 1);
        CHECK((vertex >= 1 && vertex <= 3) || (form == GRAPH_FORM_ALGEBRA && (vertex == 5 || vertex == 6)));
        CHECK(distance == NULL);
        CHECK_OK(graph_sssp(&distance, NULL, A, 4, &o)); /* It reaches no cycle. */
        graph_vector_release(&distance);
    }
    for (graph_apsp_method m = GRAPH_APSP_JOHNSON; m <= GRAPH_APSP_FLOYD_WARSHALL; m++) {
        graph_apsp_options o = {.size = sizeof o, .backend = test_backend(), .method = m};
        CHECK_STATUS(graph_apsp(&dense, NULL, A, &o), GRAPH_E_NEGATIVE_CYCLE, "goes through vertex");
        CHECK(dense.value == NULL);
    }
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP32, 1, 1));
    REQUIRE_OK(graph_matrix_set(A, 0, 0, graph_fp64(-1)));
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, NULL), GRAPH_E_NEGATIVE_CYCLE, "vertex 0");
    graph_matrix_release(&A);
}

/* Distances of every type by the definition on the operations; 3 is not reached. */
TEST(every_type_by_the_definition)
{
    static const graph_type types[] = {GRAPH_INT32, GRAPH_INT64, GRAPH_FP32, GRAPH_FP64};
    const graph_index from[] = {0, 0, 1}, to[] = {1, 2, 2};
    const double weight[] = {2, 9, 3};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, 4, 4));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, 3, GRAPH_NO_OP));
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
        graph_vector *distance = NULL;
        graph_index index[4], reached = 4;
        double value[4] = {0};
        graph_sssp_options o = {
            .size = sizeof o, .backend = test_backend(), .form = GRAPH_FORM_ALGEBRA, .type = types[k]};
        CHECK_OK(graph_sssp(&distance, NULL, A, 0, &o));
        CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_FP64, &reached, distance));
        CHECK(reached == 3 && value[0] == 0 && value[1] == 2 && value[2] == 5);
        graph_vector_release(&distance);
    }
    graph_matrix_release(&A);
}

TEST(weights_that_are_infinite_or_wrong)
{
    graph_matrix *A = NULL;
    graph_vector *distance = NULL;
    graph_index entries;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP32, 3, 3));
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(INFINITY)));
    CHECK_OK(graph_matrix_set(A, 0, 2, graph_fp64(1)));
    for (graph_sssp_method m = GRAPH_SSSP_AUTO; m <= GRAPH_SSSP_ROUNDS; m++) {
        graph_sssp_options o = {.size = sizeof o, .backend = test_backend(), .method = m};
        CHECK_OK(graph_sssp(&distance, NULL, A, 0, &o));
        CHECK_OK(graph_vector_entries(&entries, distance));
        CHECK(entries == 2);
        graph_vector_release(&distance);
    }
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(NAN)));
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, NULL), GRAPH_E_INVALID_VALUE, "not a number");
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(-INFINITY)));
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, NULL), GRAPH_E_INVALID_VALUE, "-infinity");
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT64, 3, 3));
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_int64(INT64_MAX / 8)));
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, NULL), GRAPH_E_DOMAIN, "may not fit the type int64");
    graph_sssp_options o = {.size = sizeof o, .backend = test_backend(), .type = GRAPH_FP64};
    CHECK_OK(graph_sssp(&distance, NULL, A, 0, &o));
    graph_vector_release(&distance);
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_int64(INT32_MAX / 8)));
    o.type = GRAPH_INT32;
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_DOMAIN, "may not fit the type int32");
    o.type = GRAPH_INT8;
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_DOMAIN, "int8");
    graph_matrix_release(&A);
    /* Distances that int32 does not hold, of weights that it does. */
    graph_scalar x = graph_int64(0);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, 4, 4));
    for (graph_index v = 0; v < 3; v++)
        CHECK_OK(graph_matrix_set(A, v, v + 1, graph_int64(1 << 30)));
    CHECK_OK(graph_sssp(&distance, NULL, A, 0, NULL));
    CHECK(graph_vector_get(&x, distance, 3) == GRAPH_OK && x.value.i == 3LL << 30);
    graph_vector_release(&distance);
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 3));
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(0.5)));
    o.type = GRAPH_INT64;
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_DOMAIN, "weights of type fp64");
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL;
    graph_vector *distance = NULL;
    graph_sssp_options o = {.size = 3};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT16, 4, 4));
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_int64(-3)));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 4, 5));
    CHECK_STATUS(graph_sssp(&distance, NULL, NULL, 0, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_sssp(&distance, NULL, wide, 0, NULL), GRAPH_E_DIMENSION, "4 x 5");
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 4, NULL), GRAPH_E_INVALID_INDEX, "source is 4");
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_INVALID_VALUE, "size is 3");
    o = (graph_sssp_options){.size = sizeof o, .backend = test_backend(), .method = (graph_sssp_method)8};
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_INVALID_VALUE, "method is 8");
    o = (graph_sssp_options){.size = sizeof o, .backend = test_backend(), .method = GRAPH_SSSP_HEAP};
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_INVALID_VALUE, "smallest weight is -3");
    o = (graph_sssp_options){.size = sizeof o, .backend = test_backend(), .delta = -1};
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_INVALID_VALUE, "delta is -1");
    CHECK(distance == NULL);
    CHECK_OK(graph_sssp(NULL, NULL, A, 0, NULL));
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static graph_matrix *fixed;
static graph_sssp_method fixed_method;
static graph_form fixed_form;

static graph_status scenario(void)
{
    graph_sssp_options o = {.size = sizeof o,
                            .backend = test_backend(),
                            .form = fixed_form,
                            .method = fixed_method,
                            .threads = 2};
    graph_vector *distance = NULL, *parent = NULL;
    graph_status status = graph_sssp(&distance, &parent, fixed, 0, &o);
    graph_vector_release(&distance);
    graph_vector_release(&parent);
    return status;
}

TEST(every_allocation_may_fail)
{
    uint64_t seed = 8;
    REQUIRE_OK(random_weights(&fixed, &seed, GRAPH_INT16, 60, 200, false));
    for (fixed_method = GRAPH_SSSP_HEAP; fixed_method <= GRAPH_SSSP_ROUNDS; fixed_method++)
        test_every_allocation("sssp", scenario);
    graph_matrix_release(&fixed);
    /* With weights below 0, in fp64, the algebra looks whether its distances make a tree. */
    const graph_index from[] = {0, 1, 2, 0}, to[] = {1, 2, 3, 3};
    const double weight[] = {2, -1, 0.25, 5};
    REQUIRE_OK(graph_matrix_create(&fixed, GRAPH_FP64, 5, 5));
    REQUIRE_OK(graph_matrix_build(fixed, from, to, weight, GRAPH_FP64, 4, GRAPH_NO_OP));
    fixed_method = GRAPH_SSSP_AUTO;
    fixed_form = GRAPH_FORM_ALGEBRA;
    test_sampled_allocations("sssp in the algebra", scenario, 3);
    fixed_form = GRAPH_FORM_AUTO;
    graph_matrix_release(&fixed);
}

/* The ends of what is allowed: a bucket without end, a negative weight of a large size, NaN as the last of the weights. */
TEST(options_and_weights_at_the_ends)
{
    const graph_index from[] = {0, 1}, to[] = {1, 2};
    const double large[] = {-1e9, 1}, last[] = {1, NAN};
    const graph_type real[] = {GRAPH_FP32, GRAPH_FP64};
    graph_sssp_options o = {.size = sizeof o, .backend = test_backend(), .delta = INFINITY};
    graph_matrix *A = NULL;
    graph_vector *distance = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, 3, 3));
    REQUIRE_OK(graph_matrix_build(A, from, to, large, GRAPH_FP64, 2, GRAPH_NO_OP));
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_INVALID_VALUE, "delta is inf");
    o.delta = 0;
    o.type = GRAPH_INT32;
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_DOMAIN,
                 "largest weight 1000000000 may not fit");
    graph_matrix_release(&A);
    o.type = GRAPH_PATTERN;
    for (int k = 0; k < 2; k++) {
        REQUIRE_OK(graph_matrix_create(&A, real[k], 3, 3));
        REQUIRE_OK(graph_matrix_build(A, from, to, last, GRAPH_FP64, 2, GRAPH_NO_OP));
        CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_INVALID_VALUE, "not a number");
        graph_matrix_release(&A);
    }
    CHECK(distance == NULL);
}

TEST_MAIN(TEST_ROW(options_and_weights_at_the_ends), TEST_ROW(random_graphs),
          TEST_ROW(buckets_that_share_bins), TEST_ROW_LARGE(a_large_grid_by_three_methods),
          TEST_ROW(vertices_with_many_edges), TEST_ROW(a_negative_cycle_names_a_vertex_on_it),
          TEST_ROW(every_type_by_the_definition), TEST_ROW(weights_that_are_infinite_or_wrong),
          TEST_ROW(wrong_arguments), TEST_ROW_LARGE(every_allocation_may_fail))
