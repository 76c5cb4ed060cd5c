/* Closeness, harmonic centrality, eccentricity, diameter and radius against distances of Floyd and Warshall. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...)                                                                                         \
    (&(const graph_closeness_options){                                                                       \
        .size = sizeof(graph_closeness_options), .backend = test_backend(), __VA_ARGS__})
#define DIAMETER(...)                                                                                        \
    (&(const graph_diameter_options){                                                                        \
        .size = sizeof(graph_diameter_options), .backend = test_backend(), __VA_ARGS__})

static double *distances_of(const graph_matrix *A, bool is_weighted)
{
    graph_index n, edges;
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&edges, A);
    graph_index *from = malloc((edges + 1) * sizeof *from), *to = malloc((edges + 1) * sizeof *to);
    double *weight = malloc((edges + 1) * sizeof *weight), *d = malloc((n * n + 1) * sizeof *d);
    CHECK_OK(graph_matrix_extract_tuples(from, to, weight, GRAPH_FP64, &edges, A));
    for (graph_index k = 0; k < n * n; k++)
        d[k] = k / n == k % n ? 0 : INFINITY;
    for (graph_index k = 0; k < edges; k++)
        d[from[k] * n + to[k]] = fmin(d[from[k] * n + to[k]], is_weighted ? weight[k] : 1);
    for (graph_index k = 0; k < n; k++)
        for (graph_index i = 0; i < n; i++)
            for (graph_index j = 0; j < n; j++)
                d[i * n + j] = fmin(d[i * n + j], d[i * n + k] + d[k * n + j]);
    free(from);
    free(to);
    free(weight);
    return d;
}

typedef graph_status measure(graph_vector **, const graph_matrix *, const graph_index *, graph_index,
                             const graph_closeness_options *);
typedef graph_status check_of(const graph_vector *, const graph_matrix *, const graph_index *, graph_index,
                              const graph_closeness_options *);
static measure *const measures[] = {graph_closeness, graph_harmonic, graph_eccentricity};
static check_of *const checks[] = {graph_check_closeness, graph_check_harmonic, graph_check_eccentricity};

static double expected_of(int kind, const double *d, graph_index n, graph_index s, bool is_reversed,
                          bool is_normalized)
{
    double sum = 0, inverse = 0, largest = 0, r = 0;
    for (graph_index t = 0; t < n; t++) {
        const double x = is_reversed ? d[t * n + s] : d[s * n + t];
        if (t == s || isinf(x))
            continue;
        r++;
        sum += x;
        inverse += 1 / x;
        largest = fmax(largest, x);
    }
    const double others = is_normalized && n > 1 ? (double)n - 1 : 1;
    return kind == 0   ? (r == 0 ? 0 : r / sum * (is_normalized ? r / others : 1))
           : kind == 1 ? inverse / others
                       : largest;
}

static void compare(const char *what, const graph_matrix *A, bool is_weighted, const graph_index *source,
                    graph_index sources)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    double *d = distances_of(A, is_weighted);
    const graph_index count = source != NULL ? sources : n;
    for (int kind = 0; kind < 3; kind++)
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++)
            for (int variant = 0; variant < 4; variant++) {
                const bool is_reversed = variant & 1, is_normalized = variant & 2;
                const graph_closeness_options *o =
                    OPTIONS(.form = (graph_form)form, .threads = 1 + variant, .is_reversed = is_reversed,
                            .is_normalized = is_normalized, .is_weighted = is_weighted);
                graph_vector *result = NULL;
                graph_index room = count, different = 0;
                double *x = malloc((count + 1) * sizeof *x);
                REQUIRE_OK(measures[kind](&result, A, source, sources, o));
                CHECK_OK(graph_vector_check(result));
                CHECK_OK(graph_vector_extract_tuples(NULL, x, GRAPH_FP64, &room, result));
                for (graph_index k = 0; k < count; k++) {
                    const double expected =
                        expected_of(kind, d, n, source != NULL ? source[k] : k, is_reversed, is_normalized);
                    different += !(fabs(x[k] - expected) <= 1e-13 * fmax(1, expected));
                }
                CHECK_SAY(room == count && different == 0,
                          "%s, kind %d, form %d, variant %d: %d of %d differ", what, kind, form, variant,
                          (int)different, (int)count);
                CHECK_OK(checks[kind](result, A, source, sources, o));
                graph_vector_release(&result);
                free(x);
            }
    free(d);
}

static void compare_diameter(const char *what, const graph_matrix *A)
{
    graph_index n, diameter = 0, radius = 0;
    graph_matrix_rows(&n, A);
    double *d = distances_of(A, false), largest = 0, smallest = INFINITY;
    for (graph_index s = 0; s < n; s++) {
        const double e = expected_of(2, d, n, s, false, false);
        largest = fmax(largest, e);
        smallest = fmin(smallest, e);
    }
    smallest = n == 0 ? 0 : smallest;
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        graph_diameter_report report = {.size = sizeof report};
        const graph_diameter_options *o = DIAMETER(.form = (graph_form)form, .report = &report);
        CHECK_OK(graph_diameter(&diameter, A, o));
        CHECK_OK(graph_check_diameter(diameter, A, o));
        CHECK(n == 0 || expected_of(2, d, n, report.vertex, false, false) == (double)diameter);
        CHECK_STATUS(graph_check_diameter(diameter + 1, A, o), GRAPH_E_INVALID_OBJECT, "no vertex has");
        if (diameter > 0)
            CHECK_STATUS(graph_check_diameter(diameter - 1, A, DIAMETER()), GRAPH_E_INVALID_OBJECT,
                         "eccentricity");
        CHECK_OK(graph_radius(&radius, A, o));
        CHECK_OK(graph_check_radius(radius, A, o));
        CHECK(n == 0 || expected_of(2, d, n, report.vertex, false, false) == (double)radius);
        CHECK_STATUS(graph_check_radius(radius + 1, A, DIAMETER()), GRAPH_E_INVALID_OBJECT, "");
        CHECK_SAY((double)diameter == largest && (double)radius == smallest,
                  "%s, form %d: %d and %d; expected %g and %g", what, form, (int)diameter, (int)radius,
                  largest, smallest);
    }
    free(d);
}

TEST(random_graphs)
{
    uint64_t seed = 31;
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(3) * test_device_step(3))
        for (int64_t n = 0; n < 60; n += test_step(2) + n / 2) {
            graph_matrix *A = NULL;
            graph_index list[9];
            REQUIRE_OK(
                random_matrix(&A, &seed, (enum graph_shape)shape, GRAPH_INT16, n, n, 3 * n, VALUES_SMALL));
            CHECK_OK(graph_apply(A, NULL, GRAPH_NO_OP, GRAPH_ABS, A, NULL));
            CHECK_OK(graph_apply_second(A, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, graph_int64(1), NULL));
            for (int k = 0; k < 9; k++)
                list[k] = n > 0 ? test_random(&seed) % (graph_index)n : 0;
            compare("directed", A, false, NULL, 0);
            compare("sources", A, false, list, n > 0 ? 9 : 0);
            compare("weighted", A, true, list, n > 0 ? 9 : 0);
            compare_diameter("directed", A);
            graph_matrix_release(&A);
            REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, n + n / 2));
            compare("undirected", A, false, NULL, 0);
            compare_diameter("undirected", A);
            graph_matrix_release(&A);
        }
}

TEST(bounds_meet)
{
    graph_matrix *A = NULL;
    graph_index x;
    graph_diameter_report report = {.size = sizeof report};
    uint64_t seed = 9;
    REQUIRE_OK(path_graph(&A, 3000));
    CHECK_OK(graph_diameter(&x, A, DIAMETER(.report = &report)));
    CHECK(x == 2999 && report.searches < 20 && (report.vertex == 0 || report.vertex == 2999));
    CHECK_OK(graph_radius(&x, A, DIAMETER(.report = &report)));
    CHECK(x == 1500 && report.searches < 100);
    graph_matrix_release(&A);
    const graph_index n = 2001 / (graph_index)test_step(4);
    REQUIRE_OK(cycle_graph(&A, n)); /* all eccentricities are the same: bounds never meet */
    CHECK_OK(graph_diameter(&x, A, DIAMETER(.report = &report)));
    CHECK(x == n / 2 && report.searches == n);
    graph_matrix_release(&A);
    REQUIRE_OK(random_undirected(&A, &seed, SHAPE_POWER_LAW, 5000, 15000));
    CHECK_OK(graph_diameter(&x, A, DIAMETER(.report = &report)));
    CHECK(report.searches < 1000);
    CHECK_OK(graph_check_diameter(x, A, DIAMETER(.report = &report)));
    graph_matrix_release(&A);
    /* A ring one way: strongly connected. */
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 500, 500));
    for (graph_index v = 0; v < 500; v++)
        CHECK_OK(graph_matrix_set(A, v, (v + 1) % 500, graph_bool(true)));
    for (graph_index v = 100; v < 400; v++)
        CHECK_OK(graph_matrix_set(A, v, 0, graph_bool(true)));
    compare_diameter("ring with ways back", A);
    graph_matrix_release(&A);
}

static int cancel_at_once(double done, void *context)
{
    (void)done;
    (void)context;
    return 1;
}

/* Trees that are long and narrow, with some edges more, some in components of different length, numbered at random: the
 * bounds of searches meet far from where these began. */
TEST(long_graphs)
{
    enum { N = 60 };
    uint64_t seed = 31;
    for (int graph = 0; graph < 60; graph += test_device_step(6)) {
        graph_matrix *A = NULL;
        graph_index name[N];
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, N, N));
        for (graph_index v = 0; v < N; v++) {
            const graph_index other = test_random(&seed) % (v + 1);
            name[v] = name[other];
            name[other] = v;
        }
        for (graph_index v = 1; v < N; v++)
            for (int edges = test_random(&seed) % 8 == 0 ? 2 : 1; edges > 0; edges--) {
                const graph_index back = 1 + test_random(&seed) % (graph % 2 == 0 ? 2 : 4);
                const graph_index before = v > back ? v - back : 0;
                if (graph % 3 == 0 && v % 25 == 0)
                    continue; /* another component */
                REQUIRE_OK(graph_matrix_set(A, name[v], name[before], graph_bool(true)));
                REQUIRE_OK(graph_matrix_set(A, name[before], name[v], graph_bool(true)));
            }
        compare_diameter("long and narrow", A);
        graph_matrix_release(&A);
    }
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *zero = NULL;
    graph_vector *result = NULL;
    graph_closeness_options wrong_size = {.size = 1};
    graph_diameter_options wrong_diameter = {.size = 1};
    graph_diameter_report report = {.size = 1};
    const graph_index outside[] = {34};
    graph_index x = 7;
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_matrix_create(&zero, GRAPH_FP64, 2, 2));
    REQUIRE_OK(graph_matrix_set(zero, 0, 1, graph_fp64(0)));
    for (int kind = 0; kind < 3; kind++) {
        CHECK_STATUS(measures[kind](NULL, A, NULL, 0, NULL), GRAPH_E_NULL, "result is NULL");
        CHECK_STATUS(measures[kind](&result, NULL, NULL, 0, NULL), GRAPH_E_NULL, "A is NULL");
        CHECK_STATUS(measures[kind](&result, wide, NULL, 0, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
        CHECK_STATUS(measures[kind](&result, A, NULL, 0, &wrong_size), GRAPH_E_INVALID_VALUE,
                     "options.size is 1");
        CHECK_STATUS(measures[kind](&result, A, outside, 1, NULL), GRAPH_E_INVALID_INDEX, "source[0] is 34");
        CHECK_STATUS(measures[kind](&result, A, NULL, 1, NULL), GRAPH_E_NULL, "source is NULL");
        CHECK_STATUS(measures[kind](&result, zero, NULL, 0, OPTIONS(.is_weighted = true)),
                     GRAPH_E_INVALID_VALUE, "a weight is 0");
        CHECK_STATUS(measures[kind](&result, A, NULL, 0, OPTIONS(.form = 4)), GRAPH_E_INVALID_VALUE,
                     "form is 4");
        CHECK_STATUS(measures[kind](&result, A, NULL, 0, OPTIONS(.threads = -4)), GRAPH_E_INVALID_VALUE,
                     "threads");
        CHECK_STATUS(measures[kind](&result, A, NULL, 0, OPTIONS(.progress = cancel_at_once)),
                     GRAPH_E_CANCELLED, "");
        CHECK(result == NULL);
        CHECK_STATUS(checks[kind](NULL, A, NULL, 0, NULL), GRAPH_E_NULL, "result is NULL");
        REQUIRE_OK(measures[kind](&result, A, NULL, 0, NULL));
        CHECK_STATUS(checks[kind](result, A, outside, 0, NULL), GRAPH_E_DIMENSION, "there are 0 sources");
        CHECK_OK(graph_vector_set(result, 0, kind == 2 ? graph_int64(1) : graph_fp64(0.5)));
        CHECK_STATUS(checks[kind](result, A, NULL, 0, NULL), GRAPH_E_INVALID_OBJECT,
                     "the result of source 0");
        CHECK_OK(graph_vector_remove(result, 0));
        CHECK_STATUS(checks[kind](result, A, NULL, 0, NULL), GRAPH_E_INVALID_OBJECT, "33 of 34");
        CHECK_STATUS(checks[(kind + 2) % 3 == 2 ? 2 : 0](result, A, NULL, 0, OPTIONS(.is_weighted = false)),
                     kind == 1   ? GRAPH_E_INVALID_OBJECT
                     : kind == 0 ? GRAPH_E_DOMAIN
                                 : GRAPH_E_DOMAIN,
                     "");
        graph_vector_release(&result);
    }
    CHECK_STATUS(graph_diameter(NULL, A, NULL), GRAPH_E_NULL, "diameter is NULL");
    CHECK_STATUS(graph_radius(NULL, A, NULL), GRAPH_E_NULL, "radius is NULL");
    CHECK_STATUS(graph_diameter(&x, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_diameter(&x, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_diameter(&x, A, &wrong_diameter), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_diameter(&x, A, DIAMETER(.report = &report)), GRAPH_E_INVALID_VALUE,
                 "report.size is 1");
    CHECK_STATUS(graph_diameter(&x, A, DIAMETER(.progress = cancel_at_once)), GRAPH_E_CANCELLED, "cancelled");
    CHECK(x == 7);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
    graph_matrix_release(&zero);
}

static int tried_kind;

static graph_status find_one(void)
{
    graph_matrix *A = NULL;
    graph_vector *result = NULL;
    graph_index x;
    const graph_index from[] = {0, 1, 2, 3, 3}, to[] = {1, 2, 3, 0, 1};
    graph_status status = graph_matrix_create(&A, GRAPH_PATTERN, 4, 4);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 5, GRAPH_NO_OP);
    if (status == GRAPH_OK && tried_kind < 3) {
        const graph_closeness_options *o = OPTIONS(.threads = 1, .is_reversed = true);
        status = measures[tried_kind](&result, A, NULL, 0, o);
        CHECK(status == GRAPH_OK || result == NULL);
        if (status == GRAPH_OK)
            status = checks[tried_kind](result, A, NULL, 0, o);
    } else if (status == GRAPH_OK) {
        status = graph_diameter(&x, A, DIAMETER(.threads = 1));
        if (status == GRAPH_OK)
            status = graph_check_diameter(x, A, DIAMETER(.threads = 1));
    }
    graph_vector_release(&result);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation)
{
    for (tried_kind = 0; tried_kind < 4; tried_kind++)
        test_sampled_allocations("closeness and diameter", find_one, 31);
}

TEST_MAIN(TEST_ROW(random_graphs), TEST_ROW(bounds_meet), TEST_ROW(long_graphs), TEST_ROW(wrong_arguments),
          TEST_ROW(every_allocation))
