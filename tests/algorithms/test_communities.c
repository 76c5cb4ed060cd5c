/* Communities: Louvain's and Leiden's methods in both forms and on several threads, modularity by its formula, label
 * propagation against the rule. */
#include "tests/support/kinds.h"

#define OPTIONS(...) OPTIONS_ON(test_backend(), __VA_ARGS__)
#define OPTIONS_ON(kind, ...)                                                                                \
    (&(const graph_communities_options){                                                                     \
        .size = sizeof(graph_communities_options), .backend = (kind), __VA_ARGS__})
#define LABELS(...) LABELS_ON(test_backend(), __VA_ARGS__)
#define LABELS_ON(kind, ...)                                                                                 \
    (&(const graph_labels_options){.size = sizeof(graph_labels_options), .backend = (kind), __VA_ARGS__})

/* Q by the formula of the header, pair by pair. */
static double expected_modularity(const double *value, const int64_t *community, graph_index n,
                                  double resolution)
{
    double total = 0, inside = 0, squares = 0, *sum = calloc(n + 1, sizeof *sum);
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = 0; v < n; v++) {
            const double w = value[u * n + v] + value[v * n + u];
            total += w;
            sum[community[u]] += w;
            inside += community[u] == community[v] ? w : 0;
        }
    for (graph_index c = 0; c < n; c++)
        squares += sum[c] * sum[c];
    free(sum);
    return total == 0 ? 0 : inside / total - resolution * squares / (total * total);
}

/* Whether what is in each community hangs together, and numbers go by first vertices. */
static bool is_in_order(const bool *joined, const int64_t *community, graph_index n, graph_index count)
{
    int64_t *part = malloc((n + 1) * sizeof *part), seen = 0;
    bool is_good = true;
    for (graph_index v = 0; v < n; v++)
        part[v] = (int64_t)v;
    for (bool changes = true; changes;) {
        changes = false;
        for (graph_index u = 0; u < n; u++)
            for (graph_index v = 0; v < n; v++)
                if (joined[u * n + v] && community[u] == community[v] && part[v] < part[u]) {
                    part[u] = part[v];
                    changes = true;
                }
    }
    for (graph_index v = 0; v < n; v++) {
        is_good = is_good && community[v] >= 0 && community[v] <= seen &&
                  (part[v] == (int64_t)v) == (community[v] == seen);
        seen += community[v] == seen;
    }
    free(part);
    return is_good && (graph_index)seen == count;
}

typedef graph_status method(graph_vector **, const graph_matrix *, const graph_communities_options *);
static method *const methods[] = {graph_louvain, graph_leiden};

static void compare_with(const char *what, const graph_matrix *A, int m, double resolution,
                         bool is_unweighted)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    bool *joined = joined_of(A, n), *has;
    double *value = dense_values(A, n, &has);
    int64_t *first = NULL;
    for (graph_index k = 0; k < n * n && is_unweighted; k++)
        value[k] = has[k];
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        graph_communities_report report = {.size = sizeof report};
        graph_vector *community = NULL;
        double Q = 9;
        REQUIRE_OK(methods[m](&community, A,
                              OPTIONS_ON(test_backend_of((graph_form)form), .form = (graph_form)form,
                                         .resolution = resolution, .report = &report,
                                         .is_unweighted = is_unweighted, .threads = 2)));
        int64_t *number = values_of_full(community, GRAPH_INT64, n);
        const double expected = expected_modularity(value, number, n, resolution == 0 ? 1 : resolution);
        CHECK_SAY(
            is_in_order(joined, number, n, report.communities) && fabs(report.modularity - expected) <= 1e-7,
            "%s, method %d, form %d: modularity %g, not %g", what, m, form, report.modularity, expected);
        CHECK_OK(graph_modularity(&Q, community, A,
                                  OPTIONS(.resolution = resolution, .is_unweighted = is_unweighted)));
        CHECK_SAY(Q == report.modularity, "%s: %g and %g", what, Q, report.modularity);
        CHECK_OK(graph_check_communities(community, Q, A,
                                         OPTIONS(.resolution = resolution, .is_unweighted = is_unweighted)));
        CHECK(graph_check_communities(community, Q + 1e-3, A,
                                      OPTIONS(.resolution = resolution, .is_unweighted = is_unweighted)) ==
              GRAPH_E_INVALID_OBJECT);
        if (first != NULL)
            CHECK_SAY(memcmp(first, number, n * sizeof *number) == 0, "%s, method %d: the forms differ", what,
                      m);
        free(first);
        first = number;
        graph_vector_release(&community);
    }
    free(first);
    free(joined);
    free(has);
    free(value);
}

static void compare(const char *what, const graph_matrix *A)
{
    graph_type type;
    graph_matrix_type(&type, A);
    for (int m = 0; m < 2; m++) {
        compare_with(what, A, m, 0, false);
        if (type != GRAPH_PATTERN)
            compare_with(what, A, m, 0.5, true);
    }
}

TEST(all_kinds) { each_kind(34, compare); }

/* Groups of equal size whose members are joined at random (`within` of 100 pairs), others seldom (`between`): unweighted,
 * so that many gains are equal. */
static graph_status grouped_graph(graph_matrix **A, uint64_t seed, graph_index groups, graph_index size,
                                  uint64_t within, uint64_t between)
{
    const graph_index n = groups * size;
    graph_status status = graph_matrix_create(A, GRAPH_PATTERN, n, n);
    for (graph_index u = 0; u < n && status == GRAPH_OK; u++)
        for (graph_index v = u + 1; v < n && status == GRAPH_OK; v++) {
            /* Members of a group are not neighbours in number. */
            if (test_random(&seed) % 100 >= (u % groups == v % groups ? within : between))
                continue;
            status = graph_matrix_set(*A, u, v, graph_bool(true));
            if (status == GRAPH_OK)
                status = graph_matrix_set(*A, v, u, graph_bool(true));
        }
    return status;
}

TEST(groups)
{
    for (uint64_t seed = 1; seed <= 2; seed++) {
        graph_matrix *A = NULL;
        REQUIRE_OK(grouped_graph(&A, seed, 6, 10 + 6 * seed, 40, 4));
        for (int m = 0; m < 2; m++)
            compare_with("groups", A, m, 0, false);
        graph_matrix_release(&A);
    }
    /* Sparse ones: Leiden's parts meet equal gains in every fourth. */
    for (uint64_t seed = 1; seed <= 10; seed += (uint64_t)test_device_step(5)) {
        graph_matrix *A = NULL;
        REQUIRE_OK(grouped_graph(&A, seed, 4, 45, 7, 2));
        compare_with("sparse groups", A, 1, 0, false);
        graph_matrix_release(&A);
    }
}

/* The first iteration ends with a level where nothing moves; a second one adds at least one. */
TEST(iterations)
{
    graph_matrix *A = NULL;
    REQUIRE_OK(karate_graph(&A));
    for (int m = 0; m < 2; m++)
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
            static const int tried[] = {1, 2, 3, 100000};
            graph_index levels[4];
            double modularity[4];
            for (int k = 0; k < 4; k++) {
                graph_communities_report report = {.size = sizeof report};
                REQUIRE_OK(methods[m](
                    NULL, A, OPTIONS(.form = (graph_form)form, .iterations = tried[k], .report = &report)));
                levels[k] = report.levels;
                modularity[k] = report.modularity;
            }
            CHECK_SAY(levels[0] < levels[1] && levels[1] <= levels[2] && levels[2] <= levels[3] &&
                          modularity[0] <= modularity[1] + 1e-12 && modularity[1] <= modularity[3] + 1e-12,
                      "method %d, form %d: levels %d, %d, %d, %d", m, form, (int)levels[0], (int)levels[1],
                      (int)levels[2], (int)levels[3]);
        }
    graph_matrix_release(&A);
}

/* What is known of small graphs. */
TEST(known_communities)
{
    graph_matrix *A = NULL;
    REQUIRE_OK(karate_graph(&A));
    for (int m = 0; m < 2; m++) {
        graph_communities_report report = {.size = sizeof report};
        REQUIRE_OK(methods[m](NULL, A, OPTIONS(.report = &report)));
        CHECK_SAY(report.modularity > 0.41 && report.modularity <= 0.4198, "method %d: %g", m,
                  report.modularity);
    }
    graph_matrix_release(&A);
}

/* Larger graphs: the same on every number of threads, and from fractions as from integers in proportion. */
TEST(threads_and_weights)
{
    uint64_t seed = 17;
    const graph_index n = 3000;
    for (int shape = SHAPE_UNIFORM; shape <= SHAPE_BANDED; shape += SHAPE_BANDED) {
        graph_matrix *A = NULL, *W = NULL;
        REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, (int64_t)n, 150000));
        for (int m = 0; m < 2; m++) {
            int64_t *first = NULL;
            for (int t = 0; t < 4; t++) {
                graph_communities_report report = {.size = sizeof report};
                graph_vector *community = NULL;
                REQUIRE_OK(methods[m](&community, A,
                                      OPTIONS(.threads = t < 3 ? tried_threads[t] : 16, .report = &report)));
                int64_t *number = values_of_full(community, GRAPH_INT64, n);
                CHECK_OK(graph_check_communities(community, report.modularity, A, NULL));
                CHECK_SAY(first == NULL || memcmp(first, number, n * sizeof *number) == 0,
                          "shape %d, method %d, %d threads", shape, m, t);
                free(first);
                first = number;
                graph_vector_release(&community);
            }
            REQUIRE_OK(graph_matrix_create(&W, GRAPH_FP64, n, n));
            REQUIRE_OK(graph_apply(W, NULL, GRAPH_NO_OP, GRAPH_ONE, A, NULL));
            for (int t = 0; t < 2; t++) { /* ones, then 0.37 each */
                graph_vector *community = NULL;
                REQUIRE_OK(methods[m](&community, W, OPTIONS(.threads = 1)));
                int64_t *number = values_of_full(community, GRAPH_INT64, n);
                CHECK_SAY(memcmp(first, number, n * sizeof *number) == 0, "shape %d, method %d, weights %d",
                          shape, m, t);
                free(number);
                graph_vector_release(&community);
                REQUIRE_OK(graph_apply_second(W, NULL, GRAPH_NO_OP, GRAPH_TIMES, W, graph_fp64(0.37), NULL));
            }
            graph_matrix_release(&W);
            free(first);
        }
        graph_matrix_release(&A);
    }
}

static void compare_labels(const char *what, const graph_matrix *A)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    bool *has, is_symmetric = true;
    free(dense_values(A, n, &has));
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = 0; v < n; v++)
            is_symmetric = is_symmetric && has[u * n + v] == has[v * n + u];
    for (graph_index rounds = 1; rounds <= 10; rounds += 3) {
        int64_t *label = malloc((n + 1) * sizeof *label), *next = malloc((n + 1) * sizeof *next);
        graph_index expected = rounds;
        for (graph_index v = 0; v < n; v++)
            label[v] = (int64_t)v;
        for (graph_index round = 0; round < rounds; round++) {
            for (graph_index v = 0; v < n; v++) {
                int64_t most = 0;
                next[v] = label[v];
                for (int64_t l = 0; l < (int64_t)n; l++) {
                    int64_t votes = 0;
                    for (graph_index u = 0; u < n; u++)
                        votes += label[u] == l ? has[v * n + u] + (!is_symmetric && has[u * n + v]) : 0;
                    if (votes > most) {
                        most = votes;
                        next[v] = l;
                    }
                }
            }
            if (expected == rounds && memcmp(label, next, n * sizeof *label) == 0)
                expected = round;
            memcpy(label, next, n * sizeof *label);
        }
        for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_FUSED; form++) {
            graph_vector *found = NULL;
            graph_index made = 99;
            REQUIRE_OK(
                graph_label_propagation(&found, A,
                                        LABELS_ON(test_backend_of((graph_form)form), .form = (graph_form)form,
                                                  .threads = 2, .rounds = rounds, .made = &made)));
            int64_t *of = values_of_full(found, GRAPH_INT64, n);
            CHECK_SAY(memcmp(of, label, n * sizeof *of) == 0 && made == expected,
                      "%s, %llu rounds, form %d: %llu made, not %llu", what, (unsigned long long)rounds, form,
                      (unsigned long long)made, (unsigned long long)expected);
            CHECK_OK(graph_check_label_propagation(found, A, made));
            if (n > 0) {
                CHECK_OK(graph_vector_set(found, n / 2, graph_int64(of[n / 2] + 1)));
                CHECK(graph_check_label_propagation(found, A, made) == GRAPH_E_INVALID_OBJECT);
            }
            free(of);
            graph_vector_release(&found);
        }
        free(label);
        free(next);
    }
    free(has);
}

TEST(labels_of_all_kinds) { each_kind(20, compare_labels); }

TEST(labels_on_threads)
{
    uint64_t seed = 23;
    graph_matrix *A = NULL;
    int64_t *first = NULL;
    const graph_index n = 20000;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_PATTERN, (int64_t)n, (int64_t)n, 100000,
                             VALUES_SMALL));
    for (int t = 0; t < 3; t++) {
        graph_vector *label = NULL;
        graph_index made;
        REQUIRE_OK(graph_label_propagation(&label, A, LABELS(.threads = tried_threads[t], .made = &made)));
        int64_t *of = values_of_full(label, GRAPH_INT64, n);
        CHECK(first == NULL || memcmp(first, of, n * sizeof *of) == 0);
        CHECK_OK(graph_check_label_propagation(label, A, made));
        free(first);
        first = of;
        graph_vector_release(&label);
    }
    free(first);
    graph_matrix_release(&A);
}

static void compare_back_ends(const char *what, const graph_matrix *A)
{
    graph_index n, made[2];
    int64_t *of[2];
    graph_matrix_rows(&n, A);
    for (graph_index rounds = 1; rounds <= 5; rounds += 4) {
        for (int k = 0; k < 2; k++) {
            graph_vector *label = NULL;
            REQUIRE_OK(graph_label_propagation(&label, A,
                                               LABELS_ON(k == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                                         .form = GRAPH_FORM_FUSED, .rounds = rounds,
                                                         .made = &made[k])));
            CHECK_OK(graph_check_label_propagation(label, A, made[k]));
            of[k] = values_of_full(label, GRAPH_INT64, n);
            graph_vector_release(&label);
        }
        CHECK_SAY(memcmp(of[0], of[1], n * sizeof *of[0]) == 0 && made[0] == made[1], "%s, %llu rounds", what,
                  (unsigned long long)rounds);
        free(of[0]);
        free(of[1]);
    }
}

TEST(labels_of_long_rows) { each_with_long_rows(compare_back_ends); }

/* Rows of all lengths: the same communities on the back end as on the CPU, with ones, weights, and weights so large that
 * gains take more than 64 bits. */
static void compare_communities(const char *what, const graph_matrix *A)
{
    static const double weights[] = {0, 3, 0x1p30};
    graph_index n;
    graph_matrix_rows(&n, A);
    for (int k = 0; k < 6; k++) {
        graph_matrix *W = NULL;
        graph_communities_report report[2] = {{.size = sizeof *report}, {.size = sizeof *report}};
        int64_t *of[2];
        if (k / 2 > 0) {
            REQUIRE_OK(graph_matrix_create(&W, GRAPH_INT64, n, n));
            REQUIRE_OK(graph_apply(W, NULL, GRAPH_NO_OP, GRAPH_ONE, A, NULL));
            REQUIRE_OK(
                graph_apply_second(W, NULL, GRAPH_NO_OP, GRAPH_TIMES, W, graph_fp64(weights[k / 2]), NULL));
        }
        for (int b = 0; b < 2; b++) {
            graph_vector *community = NULL;
            REQUIRE_OK(methods[k % 2](&community, W != NULL ? W : A,
                                      OPTIONS_ON(b == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                                 .form = GRAPH_FORM_FUSED, .report = &report[b])));
            of[b] = values_of_full(community, GRAPH_INT64, n);
            graph_vector_release(&community);
        }
        CHECK_SAY(memcmp(of[0], of[1], n * sizeof *of[0]) == 0 &&
                      report[0].communities == report[1].communities &&
                      report[0].levels == report[1].levels && report[0].modularity == report[1].modularity,
                  "%s, method %d, weights %d: modularity %.9g, and %.9g on the CPU", what, k % 2, k / 2,
                  report[1].modularity, report[0].modularity);
        free(of[0]);
        free(of[1]);
        graph_matrix_release(&W);
    }
}

/* A level with so many vertices that rounds end before all moves are made: both forms, threads and back ends. */
TEST(large_levels)
{
    const graph_index n = 66000;
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_generate_small_world(
        &A, n, 2, 0.1, &(const graph_generator_options){.size = sizeof(graph_generator_options), .seed = 5}));
    for (int m = 0; m < 2; m++) {
        int64_t *first = NULL;
        for (int k = m > 0 || test_step(2) > 1; k < 4;
             k++) { /* the algebra takes long: once, under a checker not at all */
            graph_communities_report report = {.size = sizeof report};
            graph_vector *community = NULL;
            REQUIRE_OK(methods[m](&community, A,
                                  OPTIONS_ON(k < 3 ? GRAPH_BACKEND_CPU : test_backend(),
                                             .form = k == 0 ? GRAPH_FORM_ALGEBRA : GRAPH_FORM_FUSED,
                                             .threads = k == 1 ? 1 : 7, .iterations = 1, .report = &report)));
            int64_t *number = values_of_full(community, GRAPH_INT64, n);
            CHECK_SAY(report.modularity > 0.7, "method %d: modularity %g", m, report.modularity);
            CHECK_SAY(first == NULL || memcmp(first, number, n * sizeof *number) == 0, "method %d, case %d",
                      m, k);
            free(first);
            first = number;
            graph_vector_release(&community);
        }
        free(first);
    }
    graph_matrix_release(&A);
}

TEST(communities_of_long_rows) { each_with_long_rows(compare_communities); }

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *W = NULL;
    graph_vector *x = NULL;
    double Q;
    graph_communities_options wrong_size = {.size = 1};
    graph_labels_options wrong_labels = {.size = 1};
    graph_communities_report report = {.size = 1};
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_matrix_create(&W, GRAPH_FP64, 3, 3));
    for (int m = 0; m < 2; m++) {
        CHECK_STATUS(methods[m](&x, NULL, NULL), GRAPH_E_NULL, "A is NULL");
        CHECK_STATUS(methods[m](&x, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
        CHECK_STATUS(methods[m](&x, A, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
        CHECK_STATUS(methods[m](&x, A, OPTIONS(.report = &report)), GRAPH_E_INVALID_VALUE,
                     "report.size is 1");
        CHECK_STATUS(methods[m](&x, A, OPTIONS(.resolution = -1)), GRAPH_E_INVALID_VALUE, "resolution is -1");
        CHECK_STATUS(methods[m](&x, A, OPTIONS(.resolution = 17)), GRAPH_E_INVALID_VALUE, "resolution is 17");
        CHECK_STATUS(methods[m](&x, A, OPTIONS(.iterations = -1)), GRAPH_E_INVALID_VALUE, "iterations is -1");
    }
    static const double bad[] = {-1, (double)NAN, (double)INFINITY};
    for (int k = 0; k < 3; k++) {
        CHECK_OK(graph_matrix_set(W, 0, 1, graph_fp64(bad[k])));
        CHECK_STATUS(graph_louvain(&x, W, NULL), GRAPH_E_INVALID_VALUE, "a weight is");
    }
    graph_matrix_release(&W);
    REQUIRE_OK(graph_matrix_create(&W, GRAPH_INT64, 3, 3));
    CHECK_OK(graph_matrix_set(W, 0, 1, graph_int64(-4)));
    CHECK_STATUS(graph_leiden(&x, W, NULL), GRAPH_E_INVALID_VALUE, "a weight is -4");
    CHECK_OK(graph_matrix_set(W, 0, 1, graph_int64((int64_t)1 << 52)));
    CHECK_STATUS(graph_leiden(&x, W, NULL), GRAPH_E_DOMAIN, "2^53");
    CHECK_STATUS(graph_label_propagation(NULL, A, NULL), GRAPH_E_NULL, "label is NULL");
    CHECK_STATUS(graph_label_propagation(&x, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_label_propagation(&x, A, &wrong_labels), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK(x == NULL);
    CHECK_STATUS(graph_modularity(NULL, NULL, A, NULL), GRAPH_E_NULL, "modularity is NULL");
    CHECK_STATUS(graph_modularity(&Q, NULL, A, NULL), GRAPH_E_NULL, "community is NULL");
    CHECK_STATUS(graph_check_communities(NULL, 0, A, NULL), GRAPH_E_NULL, "community is NULL");
    CHECK_STATUS(graph_check_label_propagation(NULL, A, 1), GRAPH_E_NULL, "label is NULL");
    REQUIRE_OK(graph_louvain(&x, A, NULL));
    CHECK_OK(graph_vector_set(x, 33, graph_int64(34)));
    CHECK_STATUS(graph_modularity(&Q, x, A, NULL), GRAPH_E_INVALID_VALUE, "community(33) is 34");
    CHECK_STATUS(graph_check_communities(x, 0, A, NULL), GRAPH_E_INVALID_OBJECT, "community(33) is 34");
    CHECK_OK(graph_vector_fill(x, graph_int64(0)));
    CHECK_OK(graph_vector_set(x, 33, graph_int64(1)));
    CHECK_OK(graph_vector_set(x, 11, graph_int64(1)));
    CHECK_STATUS(graph_check_communities(x, 0, A, NULL), GRAPH_E_INVALID_OBJECT, "is not connected");
    graph_vector_release(&x);
    graph_matrix_release(&A);
    graph_matrix_release(&W);
    graph_matrix_release(&wide);
}

static int stop(double done, void *context)
{
    (void)done;
    return --*(int *)context < 0;
}

TEST(cancelling)
{
    graph_matrix *A = NULL;
    graph_vector *x = NULL;
    REQUIRE_OK(karate_graph(&A));
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++)
        for (int calls = 0; calls < 3; calls++) {
            int remaining[3] = {calls, calls, calls};
            for (int m = 0; m < 2; m++)
                CHECK_STATUS(
                    methods[m](&x, A,
                               OPTIONS(.form = (graph_form)form, .progress = stop, .context = &remaining[m])),
                    GRAPH_E_CANCELLED, "cancelled");
            CHECK_STATUS(
                graph_label_propagation(
                    &x, A, LABELS(.form = (graph_form)form, .progress = stop, .context = &remaining[2])),
                GRAPH_E_CANCELLED, "cancelled");
            CHECK(x == NULL);
        }
    graph_matrix_release(&A);
}

static graph_form tried_form;
static int tried_method;

static graph_status find(void)
{
    graph_matrix *A = NULL;
    graph_vector *community = NULL;
    graph_communities_report report = {.size = sizeof report};
    const graph_index from[] = {0, 1, 1}, to[] = {1, 2, 0};
    const double weight[] = {1, 0.1, 2.5};
    graph_status status = GRAPH_OK;
    TRY(graph_matrix_create(&A, GRAPH_FP64, 3, 3));
    TRY(graph_matrix_build(A, from, to, weight, GRAPH_FP64, 3, GRAPH_NO_OP));
    TRY(methods[tried_method](&community, A,
                              OPTIONS(.form = tried_form, .threads = 1, .iterations = 1, .report = &report)));
    if (tried_form == GRAPH_FORM_FUSED)
        TRY(graph_check_communities(community, report.modularity, A, NULL));
done:
    graph_vector_release(&community);
    graph_matrix_release(&A);
    return status;
}

static graph_status label(void)
{
    graph_matrix *A = NULL;
    graph_vector *name = NULL;
    const graph_index from[] = {0, 1, 2, 2}, to[] = {1, 2, 0, 3};
    graph_status status = GRAPH_OK;
    TRY(graph_matrix_create(&A, GRAPH_PATTERN, 4, 4));
    TRY(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 4, GRAPH_NO_OP));
    TRY(graph_label_propagation(&name, A, LABELS(.form = tried_form, .threads = 1, .rounds = 2)));
    if (tried_form == GRAPH_FORM_FUSED)
        TRY(graph_check_label_propagation(name, A, 2));
done:
    graph_vector_release(&name);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation)
{
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        tried_form = (graph_form)form;
        for (tried_method = 0; tried_method < 2; tried_method++)
            test_sampled_allocations("communities", find, 11);
        test_sampled_allocations("labels", label, 11);
    }
}

/* The example graphs of the specification of LDBC Graphalytics, two rounds; vertex 0 has no edges and stands for none. */
TEST(examples_of_graphalytics)
{
    static const graph_index from[] = {1, 1, 2, 2, 2, 3, 3, 3, 3, 5, 5, 5, 6, 6, 7, 8, 9};
    static const graph_index to[] = {3, 5, 4, 5, 10, 1, 5, 8, 10, 3, 4, 8, 3, 4, 4, 1, 4};
    static const int64_t directed[] = {0, 1, 2, 3, 4, 1, 1, 2, 3, 2, 1};
    static const int joined[][2] = {{2, 3}, {2, 4}, {3, 4}, {3, 5}, {3, 8},  {5, 6},
                                    {5, 8}, {6, 7}, {6, 8}, {6, 9}, {6, 10}, {7, 9}};
    static const int64_t undirected[] = {0, 1, 2, 3, 2, 2, 6, 5, 2, 5, 5};
    for (int k = 0; k < 2; k++)
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
            graph_matrix *A = NULL;
            graph_vector *name = NULL;
            if (k == 0) {
                REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 11, 11));
                REQUIRE_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 17, GRAPH_NO_OP));
            } else {
                REQUIRE_OK(graph_of_edges(&A, 11, 12, joined));
            }
            REQUIRE_OK(graph_label_propagation(&name, A, LABELS(.form = (graph_form)form, .rounds = 2)));
            int64_t *of = values_of_full(name, GRAPH_INT64, 11);
            CHECK_SAY(memcmp(of, k == 0 ? directed : undirected, sizeof directed) == 0, "graph %d, form %d",
                      k, form);
            free(of);
            graph_vector_release(&name);
            graph_matrix_release(&A);
        }
}

TEST_MAIN(TEST_ROW(all_kinds), TEST_ROW(groups), TEST_ROW(iterations), TEST_ROW(known_communities),
          TEST_ROW(threads_and_weights), TEST_ROW(labels_of_all_kinds), TEST_ROW(labels_on_threads),
          TEST_ROW(labels_of_long_rows), TEST_ROW(communities_of_long_rows), TEST_ROW(large_levels),
          TEST_ROW(examples_of_graphalytics), TEST_ROW(wrong_arguments), TEST_ROW(cancelling),
          TEST_ROW(every_allocation))
