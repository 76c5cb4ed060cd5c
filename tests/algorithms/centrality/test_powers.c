/* HITS, eigenvector centrality and Katz: the form in the algebra round by round, and the fused form where the rounds lead,
 * against dense matrices in extended precision; known values, and the checks. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...)                                                                                         \
    (&(const graph_power_options){                                                                           \
        .size = sizeof(graph_power_options), .backend = test_backend(), __VA_ARGS__})

enum { HITS_HUB, HITS_AUTHORITY, EIGENVECTOR, KATZ };

static long double *dense_of(const graph_matrix *A, bool is_weighted, graph_index *n)
{
    graph_index edges;
    graph_matrix_rows(n, A);
    graph_matrix_entries(&edges, A);
    graph_index *from = malloc((edges + 1) * sizeof *from), *to = malloc((edges + 1) * sizeof *to);
    double *weight = malloc((edges + 1) * sizeof *weight);
    long double *M = calloc(*n * *n + 1, sizeof *M);
    CHECK_OK(graph_matrix_extract_tuples(from, to, weight, GRAPH_FP64, &edges, A));
    for (graph_index k = 0; k < edges; k++)
        M[from[k] * *n + to[k]] = is_weighted ? weight[k] : 1;
    free(from);
    free(to);
    free(weight);
    return M;
}

/* One round of the definition on a dense matrix: y from x. */
static void round_of(int kind, long double *y, const long double *x, const long double *M, graph_index n,
                     double alpha)
{
    long double norm = 0, *a = calloc(n + 1, sizeof *a);
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = 0; v < n; v++)
            a[v] += M[u * n + v] * x[u];
    for (graph_index v = 0; v < n; v++)
        y[v] = kind == EIGENVECTOR ? a[v] + x[v] : kind == KATZ ? (long double)alpha * a[v] + 1 : 0;
    for (graph_index u = 0; u < n && kind <= HITS_AUTHORITY; u++)
        for (graph_index v = 0; v < n; v++)
            y[u] += M[u * n + v] * a[v];
    for (graph_index v = 0; v < n; v++)
        norm += kind == EIGENVECTOR ? y[v] * y[v] : y[v];
    norm = kind == EIGENVECTOR ? sqrtl(norm) : kind == KATZ ? 1 : norm;
    for (graph_index v = 0; v < n; v++)
        y[v] = norm > 0 ? y[v] / norm : x[v];
    free(a);
}

/* x = where the rounds lead; false: not within so many that the error is about the change. */
static bool limit_of(int kind, long double *x, long double *y, const long double *M, graph_index n)
{
    for (graph_index v = 0; v < n; v++)
        x[v] = 1 / (long double)n;
    for (int k = 0; k < 400; k++) {
        long double moved = 0;
        round_of(kind, y, x, M, n, 0);
        for (graph_index v = 0; v < n; v++)
            moved += fabsl(y[v] - x[v]);
        memcpy(x, y, n * sizeof *x);
        if (moved < 1e-16L)
            return true;
    }
    return false;
}

/* The fused form, whose rounds are others: the limit of the rounds, and the check.  x and y are work space. */
static void compare_fused(const char *what, int kind, const graph_matrix *A,
                          const graph_power_options *options, const long double *M, long double *x,
                          long double *y, graph_index n)
{
    graph_power_report report = {.size = sizeof report};
    graph_power_options o = *options;
    graph_vector *result = NULL, *hub = NULL;
    double *value = malloc((n + 1) * sizeof *value), off = 0;
    graph_index room = n;
    o.form = GRAPH_FORM_AUTO;
    o.report = &report;
    o.most_rounds = 1000;
    REQUIRE_OK(kind <= HITS_AUTHORITY ? graph_hits(&hub, &result, A, &o)
                                      : graph_eigenvector_centrality(&result, A, &o));
    CHECK_OK(graph_vector_check(result));
    CHECK(report.has_converged == (report.residual <= o.tolerance));
    CHECK_OK(graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &room, kind == HITS_HUB ? hub : result));
    if (kind != HITS_AUTHORITY && report.has_converged && limit_of(kind, x, y, M, n)) {
        for (graph_index v = 0; v < n; v++)
            off = fmax(off, fabs((double)(value[v] - x[v])));
        CHECK_SAY(off <= (o.type == GRAPH_FP64 ? 1e-10 : 1e-4), "%s, kind %d, fused: off by %g in %d rounds",
                  what, kind, off, (int)report.rounds);
    }
    if (report.has_converged)
        CHECK_OK(kind <= HITS_AUTHORITY ? graph_check_hits(hub, result, A, &o)
                                        : graph_check_eigenvector_centrality(result, A, &o));
    free(value);
    graph_vector_release(&result);
    graph_vector_release(&hub);
}

static void compare(const char *what, const graph_matrix *A, bool is_weighted, double alpha)
{
    graph_index n;
    long double *M = dense_of(A, is_weighted, &n);
    long double *x = calloc(n + 1, sizeof *x), *y = calloc(n + 1, sizeof *y);
    for (int kind = HITS_HUB; kind <= KATZ; kind++)
        for (int type = GRAPH_FP32; type <= GRAPH_FP64; type++) {
            graph_power_report report = {.size = sizeof report};
            graph_vector *result = NULL, *hub = NULL;
            double *value = malloc((n + 1) * sizeof *value), off = 0, size = 1;
            graph_index room = n;
            const graph_power_options *o =
                OPTIONS(.form = GRAPH_FORM_ALGEBRA, .threads = 1 + kind, .type = (graph_type)type,
                        .report = &report, .is_weighted = is_weighted, .alpha = alpha,
                        .most_rounds = (graph_index)(kind < KATZ && test_device_step(2) == 2 ? 60 : 300),
                        .tolerance = type == GRAPH_FP64 ? 1e-12 : 1e-6);
            REQUIRE_OK(kind <= HITS_AUTHORITY ? graph_hits(&hub, &result, A, o)
                       : kind == EIGENVECTOR  ? graph_eigenvector_centrality(&result, A, o)
                                              : graph_katz(&result, A, o));
            /* The same number of rounds, so that slow convergence does not matter. */
            for (graph_index v = 0; v < n; v++)
                x[v] = kind == KATZ ? 0 : 1 / (long double)n;
            for (graph_index k = 0; k < report.rounds; k++) {
                round_of(kind, y, x, M, n, alpha);
                memcpy(x, y, n * sizeof *x);
            }
            CHECK_OK(graph_vector_check(result));
            CHECK_OK(
                graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &room, kind == HITS_HUB ? hub : result));
            if (kind != HITS_AUTHORITY) /* the authorities are half a round behind, and have the check */
                for (graph_index v = 0; v < n; v++) {
                    off = fmax(off, fabs((double)(value[v] - x[v])));
                    size = fmax(size, (double)x[v]);
                }
            CHECK_SAY(off <= size * (type == GRAPH_FP64 ? 1e-11 : 1e-3),
                      "%s, kind %d, type %d: off by %g in %d rounds", what, kind, type, off,
                      (int)report.rounds);
            if (report.has_converged && type == GRAPH_FP64)
                CHECK_OK(kind <= HITS_AUTHORITY ? graph_check_hits(hub, result, A, o)
                         : kind == EIGENVECTOR  ? graph_check_eigenvector_centrality(result, A, o)
                                                : graph_check_katz(result, A, o));
            CHECK(report.has_converged == (report.residual <= o->tolerance) &&
                  (kind == EIGENVECTOR || n < 3 || kind < KATZ || report.has_converged));
            free(value);
            graph_vector_release(&result);
            graph_vector_release(&hub);
            if (kind != KATZ)
                compare_fused(what, kind, A, o, M, x, y, n);
        }
    free(M);
    free(x);
    free(y);
}

TEST(random_graphs)
{
    uint64_t seed = 51;
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(3) * test_device_step(3))
        for (int64_t n = 0; n < 30; n += 1 + n / 2 + 2 * (n > 0 ? test_device_step(2) - 1 : 0)) {
            graph_matrix *A = NULL;
            REQUIRE_OK(
                random_matrix(&A, &seed, (enum graph_shape)shape, GRAPH_FP32, n, n, 3 * n, VALUES_REAL));
            compare("directed", A, false, 0.02);
            compare("weighted", A, true, 0.05);
            graph_matrix_release(&A);
            REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, 2 * n));
            compare("undirected", A, false, 0.02);
            graph_matrix_release(&A);
        }
}

/* The same bits, but on a device, whose products add in another order from run to run. */
static bool same_values(const double *x, const double *y, int64_t n)
{
    double apart = 0;
    if (test_backend() == GRAPH_BACKEND_CPU)
        return memcmp(x, y, (size_t)n * sizeof *x) == 0;
    for (int64_t v = 0; v < n; v++)
        apart = fmax(apart, fabs(x[v] - y[v]));
    return apart <= 1e-10;
}

/* Several blocks of rows and of vectors, rows longer than a slice takes, both directions, weights: the same bits from any
 * number of threads, and the result of the form in the algebra. */
TEST(large_graphs)
{
    uint64_t seed = 7;
    for (int is_weighted = 0; is_weighted < 2; is_weighted++)
        for (int kind = HITS_HUB; kind <= EIGENVECTOR; kind += EIGENVECTOR) {
            const int64_t n = 9000;
            graph_matrix *A = NULL;
            graph_vector *first = NULL, *other = NULL;
            double *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y), off = 0;
            graph_index room = (graph_index)n;
            REQUIRE_OK(is_weighted
                           ? random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_FP32, n, n, 8 * n, VALUES_REAL)
                           : random_undirected(&A, &seed, SHAPE_POWER_LAW, n, 8 * n));
            for (int threads = 1; threads <= 7; threads += threads == 1 ? 1 : 5) {
                const graph_power_options *o = OPTIONS(.threads = threads, .is_weighted = is_weighted != 0);
                REQUIRE_OK(kind == HITS_HUB ? graph_hits(&other, NULL, A, o)
                                            : graph_eigenvector_centrality(&other, A, o));
                CHECK_OK(graph_vector_extract_tuples(NULL, threads == 1 ? x : y, GRAPH_FP64, &room, other));
                CHECK(threads == 1 || same_values(x, y, n));
                graph_vector_release(&other);
            }
            REQUIRE_OK(
                kind == HITS_HUB
                    ? graph_hits(&first, NULL, A,
                                 OPTIONS(.form = GRAPH_FORM_ALGEBRA, .is_weighted = is_weighted != 0))
                    : graph_eigenvector_centrality(
                          &first, A, OPTIONS(.form = GRAPH_FORM_ALGEBRA, .is_weighted = is_weighted != 0)));
            CHECK_OK(graph_vector_extract_tuples(NULL, y, GRAPH_FP64, &room, first));
            for (int64_t v = 0; v < n; v++)
                off = fmax(off, fabs(x[v] - y[v]));
            CHECK_SAY(off <= 1e-10, "kind %d: the forms differ by %g", kind, off);
            graph_vector_release(&first);
            graph_matrix_release(&A);
            free(x);
            free(y);
        }
}

TEST(known_values)
{
    graph_matrix *A = NULL;
    graph_vector *x = NULL, *y = NULL;
    graph_scalar s;
    REQUIRE_OK(karate_graph(&A));
    CHECK_OK(graph_eigenvector_centrality(&x, A, NULL));
    CHECK_OK(graph_vector_get(&s, x, 33));
    CHECK(fabs(s.value.f - 0.37336347029148304) < 1e-9);
    graph_vector_release(&x);
    /* Fewer rounds than are needed, and no more than allowed. */
    for (graph_index most = 1; most < 5; most++) {
        graph_power_report report = {.size = sizeof report};
        CHECK_OK(graph_eigenvector_centrality(&x, A, OPTIONS(.most_rounds = most, .report = &report)));
        CHECK_SAY(report.rounds <= most && !report.has_converged, "%d of %d rounds", (int)report.rounds,
                  (int)most);
        graph_vector_release(&x);
    }
    /* The best sum of the vectors so far is there after fewer rounds than the definition takes. */
    graph_power_report fused = {.size = sizeof fused}, algebra = fused;
    CHECK_OK(graph_eigenvector_centrality(
        &x, A, OPTIONS(.tolerance = 1e-10, .most_rounds = 1000, .report = &fused)));
    graph_vector_release(&x);
    CHECK_OK(graph_eigenvector_centrality(
        &x, A,
        OPTIONS(.form = GRAPH_FORM_ALGEBRA, .tolerance = 1e-10, .most_rounds = 1000, .report = &algebra)));
    graph_vector_release(&x);
    CHECK_SAY(fused.has_converged && algebra.has_converged && 3 * fused.rounds < algebra.rounds,
              "%d rounds, %d by the definition", (int)fused.rounds, (int)algebra.rounds);
    CHECK_OK(graph_hits(&x, &y, A, NULL));
    CHECK_OK(graph_vector_get(&s, x, 0));
    CHECK(fabs(s.value.f - 0.07141272880825199) < 1e-8);
    CHECK_OK(graph_check_hits(x, y, A, NULL));
    graph_vector_release(&x);
    graph_vector_release(&y);
    CHECK_OK(graph_katz(&x, A, OPTIONS(.is_normalized = true)));
    CHECK_OK(graph_vector_get(&s, x, 0));
    CHECK(fabs(s.value.f - 0.32132462191241123) < 1e-8);
    CHECK_OK(graph_check_katz(x, A, OPTIONS(.is_normalized = true)));
    graph_vector_release(&x);
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 4, 4)); /* no edges */
    CHECK_OK(graph_hits(&x, &y, A, NULL));
    CHECK_OK(graph_check_hits(x, y, A, NULL));
    CHECK_OK(graph_vector_get(&s, y, 3));
    CHECK(s.value.f == 0.25);
    graph_vector_release(&x);
    graph_vector_release(&y);
    graph_matrix_release(&A);
}

TEST(checks_refuse)
{
    graph_matrix *A = NULL;
    graph_vector *x = NULL, *h = NULL, *wrong = NULL;
    REQUIRE_OK(karate_graph(&A));
    CHECK_OK(graph_hits(&h, &x, A, NULL));
    CHECK_OK(graph_check_hits(h, x, A, NULL));
    CHECK_STATUS(graph_check_hits(h, NULL, A, NULL), GRAPH_E_NULL, "authority is NULL");
    CHECK_OK(graph_vector_dup(&wrong, x));
    CHECK_OK(graph_vector_set(wrong, 4, graph_fp64(0.5)));
    CHECK_STATUS(graph_check_hits(h, wrong, A, NULL), GRAPH_E_INVALID_OBJECT, "a round changes");
    CHECK_STATUS(graph_check_eigenvector_centrality(wrong, A, NULL), GRAPH_E_INVALID_OBJECT,
                 "a round changes");
    CHECK_STATUS(graph_check_katz(wrong, A, NULL), GRAPH_E_INVALID_OBJECT, "a round changes");
    CHECK_STATUS(graph_check_katz(wrong, A, OPTIONS(.type = GRAPH_FP32)), GRAPH_E_DOMAIN,
                 "result is of fp64");
    CHECK_OK(graph_vector_set(wrong, 4, graph_fp64(-1)));
    CHECK_STATUS(graph_check_katz(wrong, A, NULL), GRAPH_E_INVALID_OBJECT, "result(4) is -1");
    CHECK_OK(graph_vector_remove(wrong, 4));
    CHECK_STATUS(graph_check_katz(wrong, A, NULL), GRAPH_E_INVALID_OBJECT, "33 of 34");
    graph_vector_release(&wrong);
    CHECK_OK(graph_vector_create(&wrong, GRAPH_FP64, 3));
    CHECK_STATUS(graph_check_katz(wrong, A, NULL), GRAPH_E_DIMENSION, "result has length 3");
    graph_vector_release(&wrong);
    graph_vector_release(&h);
    graph_vector_release(&x);
    graph_matrix_release(&A);
}

static int cancel_at_once(double done, void *context)
{
    (void)context;
    return done < 0;
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *negative = NULL;
    graph_vector *x = NULL, *y = NULL;
    graph_power_options wrong_size = {.size = 1};
    graph_power_report report = {.size = 1};
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_matrix_create(&negative, GRAPH_FP64, 2, 2));
    REQUIRE_OK(graph_matrix_set(negative, 0, 1, graph_fp64(-1)));
    CHECK_STATUS(graph_katz(NULL, A, NULL), GRAPH_E_NULL, "result is NULL");
    CHECK_STATUS(graph_eigenvector_centrality(NULL, A, NULL), GRAPH_E_NULL, "result is NULL");
    CHECK_STATUS(graph_hits(&x, &y, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_hits(&x, &y, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_katz(&x, A, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_katz(&x, A, OPTIONS(.report = &report)), GRAPH_E_INVALID_VALUE, "report.size is 1");
    CHECK_STATUS(graph_katz(&x, A, OPTIONS(.form = 9)), GRAPH_E_INVALID_VALUE, "form is 9");
    CHECK_STATUS(graph_katz(&x, A, OPTIONS(.threads = -1)), GRAPH_E_INVALID_VALUE, "threads");
    CHECK_STATUS(graph_katz(&x, A, OPTIONS(.tolerance = NAN)), GRAPH_E_INVALID_VALUE, "tolerance");
    CHECK_STATUS(graph_katz(&x, A, OPTIONS(.alpha = -1)), GRAPH_E_INVALID_VALUE, "options.alpha is -1");
    CHECK_STATUS(graph_katz(&x, A, OPTIONS(.beta = INFINITY)), GRAPH_E_INVALID_VALUE, "beta inf");
    CHECK_STATUS(graph_katz(&x, A, OPTIONS(.type = GRAPH_BOOL)), GRAPH_E_DOMAIN, "options.type is bool");
    CHECK_STATUS(graph_katz(&x, negative, OPTIONS(.is_weighted = true)), GRAPH_E_INVALID_VALUE,
                 "a weight is -1");
    CHECK_STATUS(graph_katz(&x, A, OPTIONS(.alpha = 3)), GRAPH_E_DOMAIN, "alpha is not below");
    CHECK_STATUS(graph_hits(&x, &y, A, OPTIONS(.progress = cancel_at_once)), GRAPH_E_CANCELLED, "cancelled");
    CHECK(x == NULL && y == NULL);
    CHECK_OK(graph_hits(NULL, NULL, A, NULL));
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
    graph_matrix_release(&negative);
}

static int tried_kind; /* from 3 on: of the form in the algebra */

static graph_status find_one(void)
{
    graph_matrix *A = NULL;
    graph_vector *x = NULL, *y = NULL;
    const graph_index from[] = {0, 1, 2, 3, 3}, to[] = {1, 2, 0, 0, 1};
    graph_status status = graph_matrix_create(&A, GRAPH_PATTERN, 4, 4);
    const graph_power_options *o =
        OPTIONS(.form = tried_kind < 3 ? GRAPH_FORM_AUTO : GRAPH_FORM_ALGEBRA, .threads = 1, .most_rounds = 2,
                .tolerance = 10, .is_normalized = true);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 5, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = tried_kind % 3 == 0   ? graph_hits(&x, &y, A, o)
                 : tried_kind % 3 == 1 ? graph_eigenvector_centrality(&x, A, o)
                                       : graph_katz(&x, A, o);
    CHECK(status == GRAPH_OK || (x == NULL && y == NULL));
    if (status == GRAPH_OK)
        status = tried_kind % 3 == 0   ? graph_check_hits(x, y, A, o)
                 : tried_kind % 3 == 1 ? graph_check_eigenvector_centrality(x, A, o)
                                       : graph_check_katz(x, A, o);
    graph_vector_release(&x);
    graph_vector_release(&y);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation)
{
    for (tried_kind = 0; tried_kind < 5; tried_kind++)
        test_sampled_allocations("powers", find_one, 31);
}

TEST_MAIN(TEST_ROW(random_graphs), TEST_ROW(large_graphs), TEST_ROW(known_values), TEST_ROW(checks_refuse),
          TEST_ROW(wrong_arguments), TEST_ROW(every_allocation))
