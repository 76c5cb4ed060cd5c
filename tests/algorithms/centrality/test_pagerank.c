/* PageRank against its equations solved by elimination, on graphs of every shape; forms, types, threads, seeds, and the
 * check. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...)                                                                                         \
    (&(const graph_pagerank_options){                                                                        \
        .size = sizeof(graph_pagerank_options), .backend = test_backend(), __VA_ARGS__})

static void *full_of(const graph_vector *v, graph_type type, graph_index n)
{
    void *value = calloc(n + 1, 8);
    graph_index room = n;
    CHECK_OK(graph_vector_check(v));
    CHECK_OK(graph_vector_extract_tuples(NULL, value, type, &room, v));
    CHECK(room == n);
    return value;
}

/* x = damping (x ./ w) A + (1 - damping + damping * sum of x at dangling vertices) p, by elimination. */
static double *expected_of(const graph_matrix *A, const double *p, double damping, bool is_weighted)
{
    graph_index n, edges;
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&edges, A);
    graph_index *from = malloc((edges + 1) * sizeof *from), *to = malloc((edges + 1) * sizeof *to);
    double *weight = malloc((edges + 1) * sizeof *weight), *out = calloc(n + 1, sizeof *out);
    double *x = malloc((n + 1) * sizeof *x), *M = calloc(n * (n + 1) + 1, sizeof *M);
    CHECK_OK(graph_matrix_extract_tuples(from, to, weight, GRAPH_FP64, &edges, A));
    for (graph_index k = 0; k < edges; k++)
        out[from[k]] += is_weighted ? weight[k] : 1;
    for (graph_index v = 0; v < n; v++) { /* row v: its equation; column n: the other half */
        double *row = M + v * (n + 1);
        const double at = p != NULL ? p[v] : 1 / (double)n;
        row[v] += 1;
        row[n] = (1 - damping) * at;
        for (graph_index u = 0; u < n; u++)
            row[u] -= out[u] > 0 ? 0 : damping * at;
    }
    for (graph_index k = 0; k < edges; k++)
        if (out[from[k]] > 0)
            M[to[k] * (n + 1) + from[k]] -= damping * (is_weighted ? weight[k] : 1) / out[from[k]];
    for (graph_index c = 0; c < n; c++) {
        graph_index best = c;
        for (graph_index r = c; r < n; r++)
            best = fabs(M[r * (n + 1) + c]) > fabs(M[best * (n + 1) + c]) ? r : best;
        for (graph_index k = 0; k <= n; k++) {
            const double swap = M[c * (n + 1) + k];
            M[c * (n + 1) + k] = M[best * (n + 1) + k];
            M[best * (n + 1) + k] = swap;
        }
        for (graph_index r = 0; r < n; r++) {
            const double factor = r == c ? 0 : M[r * (n + 1) + c] / M[c * (n + 1) + c];
            for (graph_index k = c; factor != 0 && k <= n; k++)
                M[r * (n + 1) + k] -= factor * M[c * (n + 1) + k];
        }
    }
    for (graph_index v = 0; v < n; v++)
        x[v] = M[v * (n + 1) + n] / M[v * (n + 1) + v];
    free(from);
    free(to);
    free(weight);
    free(out);
    free(M);
    return x;
}

static double distance(const double *x, const double *y, graph_index n)
{
    double sum = 0;
    for (graph_index v = 0; v < n; v++)
        sum += fabs(x[v] - y[v]);
    return sum;
}

static void compare(const char *what, const graph_matrix *A, bool is_weighted,
                    const graph_vector *personalization, const double *p, double damping)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    double *expected = expected_of(A, p, damping, is_weighted);
    static int cases;
    const bool wants_algebra = cases++ % test_device_step(8) == 0;
    for (int type = GRAPH_FP32; type <= GRAPH_FP64; type++)
        for (int form = wants_algebra ? GRAPH_FORM_ALGEBRA : GRAPH_FORM_FUSED; form <= GRAPH_FORM_FUSED;
             form++) {
            double *first = NULL;
            for (int threads = form == GRAPH_FORM_ALGEBRA ? test_device_step(7) : 1; threads <= 7;
                 threads += threads == 1 ? 1 : 5) {
                graph_pagerank_report report = {.size = sizeof report};
                graph_vector *rank = NULL;
                const graph_pagerank_options *o =
                    OPTIONS(.form = (graph_form)form, .threads = threads, .type = (graph_type)type,
                            .tolerance = type == GRAPH_FP64 ? 1e-13 : 1e-5, .is_weighted = is_weighted,
                            .personalization = personalization, .damping = damping, .report = &report);
                REQUIRE_OK(graph_pagerank(&rank, A, o));
                double *x = full_of(rank, GRAPH_FP64, n);
                CHECK_SAY(report.has_converged &&
                              distance(x, expected, n) <= (type == GRAPH_FP64 ? 1e-11 : 2e-4),
                          "%s, type %d, form %d, %d threads: off by %g after %llu rounds, residual %g", what,
                          type, form, threads, distance(x, expected, n), (unsigned long long)report.rounds,
                          report.residual);
                CHECK_OK(graph_check_pagerank(rank, A, o));
                if (first != NULL && form == GRAPH_FORM_FUSED)
                    CHECK_SAY(n == 0 || memcmp(first, x, n * sizeof *x) == 0, "%s: %d threads differ", what,
                              threads);
                if (first == NULL)
                    first = x;
                else
                    free(x);
                graph_vector_release(&rank);
            }
            free(first);
        }
    free(expected);
}

/* A vector of personalization: a third of the positions, and its values by position, of sum 1. */
static graph_vector *random_personalization(double **p, uint64_t *seed, graph_index n)
{
    graph_vector *v = NULL;
    double sum = 0;
    *p = calloc(n + 1, sizeof **p);
    CHECK_OK(graph_vector_create(&v, GRAPH_FP64, n));
    for (graph_index k = 0; k < n; k++)
        if (k == 0 || test_random(seed) % 3 == 0)
            sum += (*p)[k] = (double)(1 + test_random(seed) % 9);
    for (graph_index k = 0; k < n; k++) {
        if ((*p)[k] > 0)
            CHECK_OK(graph_vector_set(v, k, graph_fp64((*p)[k])));
        (*p)[k] /= sum;
    }
    return v;
}

TEST(random_graphs)
{
    uint64_t seed = 5;
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(3))
        for (int64_t n = 0; n < 50; n += 1 + n / 2) {
            graph_matrix *A = NULL;
            double *p;
            REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape, n % 2 ? GRAPH_INT32 : GRAPH_FP64, n,
                                     n, 4 * n, VALUES_SMALL));
            if (n % 2 == 1)
                CHECK_OK(graph_apply(A, NULL, GRAPH_NO_OP, GRAPH_ABS, A, NULL));
            else
                CHECK_OK(graph_apply(A, NULL, GRAPH_NO_OP, GRAPH_ABS, A, NULL));
            graph_vector *v = random_personalization(&p, &seed, (graph_index)n);
            compare("directed", A, false, NULL, NULL, 0.85);
            compare("weighted", A, true, NULL, NULL, 0.5);
            if (n > 0)
                compare("personalized", A, true, v, p, 0.85);
            graph_vector_release(&v);
            free(p);
            graph_matrix_release(&A);
            REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, 3 * n));
            compare("undirected", A, false, NULL, NULL, 0.95);
            graph_matrix_release(&A);
        }
}

/* Larger than a block of rows, so that sums over blocks and threads meet; symmetric ones with sorted rows, and without for
 * a large tolerance and long rows. */
TEST(large_graph)
{
    static const struct {
        bool is_symmetric, is_personal;
        graph_type type;
        double tolerance;
        int64_t edges;
    } cases[] = {{false, false, GRAPH_FP64, 0, 200000},
                 {true, false, GRAPH_FP64, 0, 100000},
                 {true, true, GRAPH_FP32, 0, 100000},
                 {true, true, GRAPH_FP64, 1e-4, 200000},
                 {true, false, GRAPH_FP32, 1e-4, 30000}};
    enum { N = 20000 };
    uint64_t seed = 8;
    graph_vector *p = NULL;
    REQUIRE_OK(graph_vector_create(&p, GRAPH_FP64, N));
    CHECK_OK(graph_vector_set(p, 7, graph_fp64(1)));
    CHECK_OK(graph_vector_set(p, N - 3, graph_fp64(3)));
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        graph_matrix *A = NULL;
        double *first = NULL;
        REQUIRE_OK(cases[k].is_symmetric ? random_undirected(&A, &seed, SHAPE_POWER_LAW, N, cases[k].edges)
                                         : random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_PATTERN, N, N,
                                                         cases[k].edges, VALUES_SMALL));
        for (int threads = 1; threads <= 7; threads += 3) {
            graph_vector *rank = NULL;
            graph_pagerank_report report = {.size = sizeof report};
            const graph_pagerank_options *o =
                OPTIONS(.threads = threads, .type = cases[k].type, .tolerance = cases[k].tolerance,
                        .personalization = cases[k].is_personal ? p : NULL, .report = &report);
            REQUIRE_OK(graph_pagerank(&rank, A, o));
            CHECK_OK(graph_check_pagerank(rank, A, o));
            CHECK(report.has_converged && report.rounds < 60);
            double *x = full_of(rank, GRAPH_FP64, N);
            CHECK(first == NULL || memcmp(first, x, N * sizeof *x) == 0);
            free(first);
            first = x;
            graph_vector_release(&rank);
        }
        free(first);
        graph_matrix_release(&A);
    }
    graph_vector_release(&p);
}

/* Values of x on the CPU and on the back end of the test differ by at most this in their sum. */
static void compare_with_cpu(const char *what, const graph_matrix *A, graph_pagerank_options o, double most)
{
    graph_index n;
    double *x[2];
    graph_pagerank_report report[2] = {{.size = sizeof *report}, {.size = sizeof *report}};
    graph_matrix_rows(&n, A);
    for (int k = 0; k < 2; k++) {
        graph_vector *rank = NULL;
        o.backend = k == 0 ? GRAPH_BACKEND_CPU : test_backend();
        o.report = &report[k];
        REQUIRE_OK(graph_pagerank(&rank, A, &o));
        x[k] = full_of(rank, GRAPH_FP64, n);
        graph_vector_release(&rank);
    }
    CHECK_SAY(distance(x[0], x[1], n) <= most && report[0].rounds == report[1].rounds &&
                  report[0].dangling == report[1].dangling,
              "%s: off by %g, %llu and %llu rounds", what, distance(x[0], x[1], n),
              (unsigned long long)report[0].rounds, (unsigned long long)report[1].rounds);
    free(x[0]);
    free(x[1]);
}

/* Rows with thousands of edges, in several parts; neighbouring rows without any. */
TEST(long_rows)
{
    enum { N = 30000, EDGES = 60000 };
    graph_index *from = malloc(EDGES * sizeof *from), *to = malloc(EDGES * sizeof *to);
    float *weight = malloc(EDGES * sizeof *weight);
    graph_matrix *A = NULL;
    for (graph_index k = 0; k < EDGES; k++) {
        from[k] = k / 2;
        to[k] = k % 2 == 0 ? k / 2 % 3 * 11000 : (7 * k + 1) % 12000;
        weight[k] = 0.25f * (float)(1 + k % 9);
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP32, N, N));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP32, EDGES, GRAPH_PLUS));
    for (int is_weighted = 0; is_weighted < 2; is_weighted++)
        for (int type = GRAPH_FP32; type <= GRAPH_FP64; type++)
            for (int rounds = 1; rounds <= 40; rounds += 13)
                compare_with_cpu("long rows", A,
                                 *OPTIONS(.type = (graph_type)type, .is_weighted = is_weighted != 0,
                                          .tolerance = -1, .most_rounds = (graph_index)rounds),
                                 type == GRAPH_FP64 ? 1e-13 : 1e-5);
    graph_matrix_release(&A);
    free(from);
    free(to);
    free(weight);
}

/* Most edges come from a small number of vertices, and there are more of them than caches hold: a device puts these next to
 * each other. */
static graph_matrix *skewed;

static graph_status rank_skewed(void)
{
    graph_vector *rank = NULL;
    const graph_status status =
        graph_pagerank(&rank, skewed, OPTIONS(.type = GRAPH_FP32, .most_rounds = 8, .tolerance = -1));
    CHECK(status == GRAPH_OK || rank == NULL);
    graph_vector_release(&rank);
    return status;
}

TEST(skewed_graph)
{
    enum { N = 140000, EDGES = 1800000 };
    uint64_t seed = 3;
    graph_vector *p = NULL;
    REQUIRE_OK(random_matrix(&skewed, &seed, SHAPE_POWER_LAW, GRAPH_FP64, N, N, EDGES, VALUES_SMALL));
    CHECK_OK(graph_apply(skewed, NULL, GRAPH_NO_OP, GRAPH_ABS, skewed, NULL));
    REQUIRE_OK(graph_vector_create(&p, GRAPH_FP64, N));
    CHECK_OK(graph_vector_set(p, 77, graph_fp64(1)));
    CHECK_OK(graph_vector_set(p, N - 1, graph_fp64(3)));
    for (int type = GRAPH_FP32; type <= GRAPH_FP64; type++)
        for (int k = 0; k < 3; k++)
            compare_with_cpu("skewed", skewed,
                             *OPTIONS(.type = (graph_type)type, .is_weighted = k == 1, .most_rounds = 12,
                                      .tolerance = -1, .personalization = k == 2 ? p : NULL),
                             type == GRAPH_FP64 ? 1e-12 : 1e-5);
    test_every_allocation("graph_pagerank of a skewed graph", rank_skewed);
    graph_vector_release(&p);
    graph_matrix_release(&skewed);
}

/* Of many seeds: the most rounds and the largest residual of any.  On a device the last round may be another. */
static void check_report(const graph_pagerank_report *report, const graph_matrix *A, const graph_index *list,
                         graph_index seeds, const graph_pagerank_options *o)
{
    graph_index n, rounds = 0;
    double residual = 0;
    graph_matrix_rows(&n, A);
    for (graph_index k = 0; k < seeds; k++) {
        graph_pagerank_report one = {.size = sizeof one};
        graph_pagerank_options alone = *o;
        graph_vector *p = NULL, *rank = NULL;
        CHECK_OK(graph_vector_create(&p, GRAPH_FP64, n));
        CHECK_OK(graph_vector_set(p, list[k], graph_fp64(1)));
        alone.personalization = p;
        alone.report = &one;
        CHECK_OK(graph_pagerank(&rank, A, &alone));
        rounds = one.rounds > rounds ? one.rounds : rounds;
        residual = one.residual > residual ? one.residual : residual;
        CHECK(one.dangling == report->dangling);
        graph_vector_release(&p);
        graph_vector_release(&rank);
    }
    const bool is_cpu = test_backend() == GRAPH_BACKEND_CPU;
    CHECK(report->rounds <= rounds + !is_cpu && rounds <= report->rounds + !is_cpu);
    CHECK(is_cpu ? report->residual == residual : report->residual <= o->tolerance);
}

TEST(many_seeds)
{
    uint64_t seed = 11;
    for (int type = GRAPH_FP32; type <= GRAPH_FP64; type++)
        for (int layout = 0; layout <= GRAPH_COLUMN_MAJOR; layout++)
            for (graph_index seeds = 0; seeds <= 19; seeds += 1 + seeds) {
                graph_matrix *A = NULL;
                graph_index list[32];
                const graph_index n = 40;
                REQUIRE_OK(random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_FP32, 40, 40, 120, VALUES_REAL));
                for (graph_index k = 0; k < seeds; k++)
                    list[k] = k == 3 ? list[2] : test_random(&seed) % n;
                for (int form = seeds > 3 && test_device_step(2) == 2 ? GRAPH_FORM_FUSED : GRAPH_FORM_ALGEBRA;
                     form <= GRAPH_FORM_FUSED; form++)
                    for (int threads = 1; threads <= 3; threads += 2) {
                        graph_dense rank = {.size = sizeof rank, .layout = (graph_layout)layout};
                        graph_pagerank_report report = {.size = sizeof report};
                        const graph_pagerank_options *o =
                            OPTIONS(.form = (graph_form)form, .threads = threads, .type = (graph_type)type,
                                    .tolerance = type == GRAPH_FP64 ? 1e-13 : 1e-5, .is_weighted = true,
                                    .report = &report);
                        REQUIRE_OK(graph_pagerank_multi(&rank, A, list, seeds, o));
                        if (form == GRAPH_FORM_ALGEBRA && threads == 1)
                            check_report(&report, A, list, seeds, o);
                        CHECK(rank.rows == n && rank.columns == seeds && rank.type == (graph_type)type);
                        for (graph_index k = 0; k < seeds; k++) {
                            double p[40] = {0}, x[40];
                            p[list[k]] = 1;
                            double *expected = expected_of(A, p, 0.85, true);
                            for (graph_index v = 0; v < n; v++) {
                                const graph_index at = rank.layout == GRAPH_ROW_MAJOR ? v * rank.stride + k
                                                                                      : k * rank.stride + v;
                                x[v] = type == GRAPH_FP64 ? ((double *)rank.value)[at]
                                                          : (double)((float *)rank.value)[at];
                            }
                            CHECK_SAY(distance(x, expected, n) <= (type == GRAPH_FP64 ? 1e-11 : 2e-4),
                                      "seed %d of %d, form %d: off by %g", (int)k, (int)seeds, form,
                                      distance(x, expected, n));
                            free(expected);
                        }
                        graph_free(rank.value);
                    }
                graph_matrix_release(&A);
            }
}

/* The residual of the last round is the distance of its ranks from those of the round before, in the type of both. */
TEST(residuals)
{
    uint64_t seed = 19;
    for (int k = 0; k < 16; k++) { /* directed and not, after 3 rounds and 10, both types and forms */
        graph_matrix *A = NULL;
        double *x[2];
        const graph_index n = 40, rounds = k / 2 % 2 == 0 ? 2 : 9;
        graph_pagerank_report report = {.size = sizeof report};
        REQUIRE_OK(k % 2 == 0
                       ? random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_FP32, 40, 40, 120, VALUES_REAL)
                       : random_undirected(&A, &seed, SHAPE_UNIFORM, 40, 120));
        for (int m = 0; m < 2; m++) {
            graph_vector *rank = NULL;
            REQUIRE_OK(graph_pagerank(&rank, A,
                                      OPTIONS(.form = k / 4 % 2 == 0 ? GRAPH_FORM_ALGEBRA : GRAPH_FORM_FUSED,
                                              .type = k < 8 ? GRAPH_FP32 : GRAPH_FP64, .tolerance = -1,
                                              .most_rounds = rounds + (graph_index)m, .report = &report)));
            x[m] = full_of(rank, GRAPH_FP64, n);
            graph_vector_release(&rank);
        }
        const bool is_cpu = test_backend() == GRAPH_BACKEND_CPU; /* a device adds in another order */
        const double expected = distance(x[0], x[1], n), noise = is_cpu ? 1e-15 : k < 8 ? 1e-5 : 1e-13;
        CHECK_SAY(fabs(report.residual - expected) <= 1e-9 * expected + noise,
                  "case %d: residual %.17g, not %.17g", k, report.residual, expected);
        free(x[0]);
        free(x[1]);
        graph_matrix_release(&A);
    }
}

TEST(reports)
{
    graph_matrix *A = NULL;
    graph_vector *rank = NULL;
    graph_pagerank_report report = {.size = sizeof report};
    REQUIRE_OK(karate_graph(&A));
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        CHECK_OK(
            graph_pagerank(&rank, A, OPTIONS(.form = (graph_form)form, .most_rounds = 3, .report = &report)));
        CHECK(report.rounds == 3 && !report.has_converged && report.residual > 1e-10 && report.dangling == 0);
        CHECK(fabs(report.error_bound - 0.85 / 0.15 * report.residual) < 1e-12);
        CHECK_STATUS(graph_check_pagerank(rank, A, NULL), GRAPH_E_INVALID_OBJECT, "the residual is");
        graph_vector_release(&rank);
        CHECK_OK(graph_pagerank(
            &rank, A,
            OPTIONS(.form = (graph_form)form, .tolerance = -1, .most_rounds = 20, .report = &report)));
        CHECK(report.rounds == 20 && !report.has_converged);
        graph_vector_release(&rank);
        CHECK_OK(graph_pagerank(&rank, A, OPTIONS(.form = (graph_form)form, .report = &report)));
        CHECK(report.has_converged && report.residual <= 1e-10 && report.rounds > 8);
        graph_vector_release(&rank);
    }
    graph_matrix_release(&A);
    /* Vertices 1 and 2 have no edges out. */
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 3, 3));
    REQUIRE_OK(graph_matrix_set(A, 0, 1, graph_bool(true)));
    CHECK_OK(graph_pagerank(&rank, A, OPTIONS(.report = &report)));
    CHECK(report.dangling == 2);
    graph_vector_release(&rank);
    graph_matrix_release(&A);
}

static graph_status full_fp64(graph_vector **v, const double *value, graph_index n)
{
    double copy[8];
    memcpy(copy, value, n * sizeof *copy);
    return graph_vector_import_full(v, GRAPH_FP64, n, copy, GRAPH_COPY, NULL, NULL);
}

/* The check accepts nothing but the result. */
TEST(check_refuses)
{
    graph_matrix *A = NULL;
    graph_vector *rank = NULL, *other = NULL;
    const double uniform[] = {0.25, 0.25, 0.25, 0.25}, negative[] = {0.5, 0.5, 0.5, -0.5},
                 small[] = {0.2, 0.2, 0.2, 0.2}, swapped[] = {0.3, 0.2, 0.25, 0.25};
    REQUIRE_OK(cycle_graph(&A, 4));
    REQUIRE_OK(full_fp64(&rank, uniform, 4));
    CHECK_OK(graph_check_pagerank(rank, A, NULL));
    graph_vector_release(&rank);
    REQUIRE_OK(full_fp64(&rank, negative, 4));
    CHECK_STATUS(graph_check_pagerank(rank, A, NULL), GRAPH_E_INVALID_OBJECT, "rank(3) is -0.5");
    graph_vector_release(&rank);
    REQUIRE_OK(full_fp64(&rank, small, 4));
    CHECK_STATUS(graph_check_pagerank(rank, A, NULL), GRAPH_E_INVALID_OBJECT, "add up to 0.8");
    graph_vector_release(&rank);
    REQUIRE_OK(full_fp64(&rank, swapped, 4));
    CHECK_STATUS(graph_check_pagerank(rank, A, NULL), GRAPH_E_INVALID_OBJECT, "the residual is");
    CHECK_STATUS(graph_check_pagerank(rank, A, OPTIONS(.type = GRAPH_FP32)), GRAPH_E_DOMAIN,
                 "rank is of fp64");
    graph_vector_remove(rank, 2);
    CHECK_STATUS(graph_check_pagerank(rank, A, NULL), GRAPH_E_INVALID_OBJECT, "3 of 4 values");
    REQUIRE_OK(full_fp64(&other, uniform, 3));
    CHECK_STATUS(graph_check_pagerank(other, A, NULL), GRAPH_E_DIMENSION, "rank has length 3");
    CHECK_STATUS(graph_check_pagerank(NULL, A, NULL), GRAPH_E_NULL, "rank is NULL");
    graph_vector_release(&rank);
    graph_vector_release(&other);
    graph_matrix_release(&A);
}

static int cancel_at_once(double done, void *context)
{
    (void)done;
    ++*(int *)context;
    return 1;
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *negative = NULL, *tiny = NULL;
    graph_vector *rank = NULL, *p = NULL, *zeros = NULL, *minus = NULL;
    graph_pagerank_report report = {.size = 2};
    graph_pagerank_options wrong_size = {.size = 1};
    graph_dense many = {.size = sizeof many, .type = GRAPH_FP32};
    const graph_index outside[] = {34};
    int calls = 0;
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_matrix_create(&negative, GRAPH_FP64, 2, 2));
    REQUIRE_OK(graph_matrix_set(negative, 0, 1, graph_fp64(-1)));
    REQUIRE_OK(graph_matrix_create(&tiny, GRAPH_FP64, 2, 2));
    REQUIRE_OK(graph_matrix_set(tiny, 0, 1, graph_fp64(1e-310)));
    REQUIRE_OK(graph_vector_create(&p, GRAPH_FP64, 3));
    REQUIRE_OK(graph_vector_create(&zeros, GRAPH_FP64, 34));
    REQUIRE_OK(graph_vector_create(&minus, GRAPH_FP64, 34));
    REQUIRE_OK(graph_vector_set(minus, 5, graph_fp64(-2)));
    CHECK_STATUS(graph_pagerank(NULL, A, NULL), GRAPH_E_NULL, "rank is NULL");
    CHECK_STATUS(graph_pagerank(&rank, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_pagerank(&rank, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_pagerank(&rank, A, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.report = &report)), GRAPH_E_INVALID_VALUE,
                 "report.size is 2");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.form = 5)), GRAPH_E_INVALID_VALUE, "options.form is 5");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.threads = -3)), GRAPH_E_INVALID_VALUE, "threads");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.damping = 1)), GRAPH_E_INVALID_VALUE, "damping is 1");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.damping = -0.1)), GRAPH_E_INVALID_VALUE,
                 "damping is -0.1");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.damping = NAN)), GRAPH_E_INVALID_VALUE, "damping");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.tolerance = NAN)), GRAPH_E_INVALID_VALUE, "tolerance");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.type = GRAPH_INT32)), GRAPH_E_DOMAIN,
                 "options.type is int32");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.personalization = p)), GRAPH_E_DIMENSION, "has length 3");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.personalization = zeros)), GRAPH_E_INVALID_VALUE,
                 "0 everywhere");
    CHECK_STATUS(graph_pagerank(&rank, A, OPTIONS(.personalization = minus)), GRAPH_E_INVALID_VALUE,
                 "is -2 at 5");
    CHECK_STATUS(graph_pagerank(&rank, negative, OPTIONS(.is_weighted = true)), GRAPH_E_INVALID_VALUE,
                 "a weight is -1");
    CHECK_STATUS(graph_pagerank(&rank, tiny, OPTIONS(.is_weighted = true)), GRAPH_E_INVALID_VALUE,
                 "add up to 1e-310");
    CHECK_OK(graph_pagerank(&rank, negative, NULL));
    graph_vector_release(&rank);
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        calls = 0;
        CHECK_STATUS(
            graph_pagerank(&rank, A,
                           OPTIONS(.form = (graph_form)form, .progress = cancel_at_once, .context = &calls)),
            GRAPH_E_CANCELLED, "cancelled");
        CHECK(calls == 1 && rank == NULL);
    }
    CHECK_STATUS(graph_pagerank_multi(NULL, A, NULL, 0, NULL), GRAPH_E_NULL, "rank is NULL");
    CHECK_STATUS(graph_pagerank_multi(&many, A, NULL, 1, NULL), GRAPH_E_NULL, "seed is NULL");
    CHECK_STATUS(graph_pagerank_multi(&many, A, outside, 1, NULL), GRAPH_E_DOMAIN, "rank.type is fp32");
    many.type = GRAPH_PATTERN;
    CHECK_STATUS(graph_pagerank_multi(&many, A, outside, 1, NULL), GRAPH_E_INVALID_INDEX, "source[0] is 34");
    CHECK_STATUS(graph_pagerank_multi(&many, A, outside, 1, OPTIONS(.personalization = zeros)),
                 GRAPH_E_INVALID_VALUE, "personalization is given");
    CHECK(rank == NULL && many.value == NULL);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
    graph_matrix_release(&negative);
    graph_matrix_release(&tiny);
    graph_vector_release(&p);
    graph_vector_release(&zeros);
    graph_vector_release(&minus);
}

static graph_form tried_form;

static graph_status rank_all(void)
{
    graph_matrix *A = NULL, *S = NULL;
    graph_vector *rank = NULL, *p = NULL;
    graph_dense many = {.size = sizeof many};
    const graph_index from[] = {0, 1, 2, 2, 3}, to[] = {1, 2, 0, 3, 3}, all[] = {0, 1, 2, 3, 4},
                      back[] = {1, 0, 3, 2, 4}, seeds[] = {1, 3};
    const float value[] = {1, 2, 3, 4, 5};
    graph_status status = graph_matrix_create(&A, GRAPH_FP32, 5, 5);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, from, to, value, GRAPH_FP32, 5, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_vector_create(&p, GRAPH_FP64, 5);
    if (status == GRAPH_OK)
        status = graph_vector_fill(p, graph_fp64(2));
    const graph_pagerank_options *o = OPTIONS(.form = tried_form, .threads = 1, .is_weighted = true,
                                              .most_rounds = 2, .personalization = p, .tolerance = 2);
    if (status == GRAPH_OK)
        status = graph_pagerank(&rank, A, o);
    CHECK(status == GRAPH_OK || rank == NULL);
    if (status == GRAPH_OK)
        status = graph_check_pagerank(rank, A, o);
    if (status == GRAPH_OK)
        status = graph_pagerank_multi(&many, A, seeds, 2,
                                      OPTIONS(.form = tried_form, .threads = 1, .most_rounds = 2));
    CHECK(status == GRAPH_OK || many.value == NULL);
    graph_vector_release(&rank);
    if (status == GRAPH_OK)
        status = graph_matrix_create(&S, GRAPH_PATTERN, 5, 5);
    if (status == GRAPH_OK) /* 0 - 1, 2 - 3, 4 - 4 */
        status = graph_matrix_build(S, all, back, NULL, GRAPH_PATTERN, 5, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_pagerank(&rank, S, OPTIONS(.form = tried_form, .threads = 1, .personalization = p));
    CHECK(status == GRAPH_OK || rank == NULL);
    graph_free(many.value);
    graph_vector_release(&rank);
    graph_vector_release(&p);
    graph_matrix_release(&A);
    graph_matrix_release(&S);
    return status;
}

TEST(every_allocation)
{
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        tried_form = (graph_form)form;
        test_sampled_allocations("graph_pagerank", rank_all, form == GRAPH_FORM_ALGEBRA ? 31 : 1);
    }
}

TEST_MAIN(TEST_ROW(random_graphs), TEST_ROW(large_graph), TEST_ROW(long_rows), TEST_ROW_DEVICE(skewed_graph),
          TEST_ROW(many_seeds), TEST_ROW(residuals), TEST_ROW(reports), TEST_ROW(check_refuses),
          TEST_ROW(wrong_arguments), TEST_ROW(every_allocation))
