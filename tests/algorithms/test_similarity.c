/* Similarity against its formulas on dense pictures, and random walks: both forms, any threads, and that draws are fair. */
#include "core/backends.h"
#include "tests/support/kinds.h"

#define OPTIONS(...) OPTIONS_ON(test_backend(), __VA_ARGS__)
#define OPTIONS_ON(place, ...)                                                                               \
    (&(const graph_similarity_options){                                                                      \
        .size = sizeof(graph_similarity_options), .backend = (place), __VA_ARGS__})
#define WALKS(...) WALKS_ON(test_backend(), __VA_ARGS__)
#define WALKS_ON(place, ...)                                                                                 \
    (&(const graph_walks_options){.size = sizeof(graph_walks_options), .backend = (place), __VA_ARGS__})

static double expected_of(const bool *has, graph_index n, graph_index u, graph_index v, int kind)
{
    double of_u = 0, of_v = 0, common = 0, logarithms = 0;
    for (graph_index w = 0; w < n; w++) {
        double in_column = 0;
        of_u += has[u * n + w];
        of_v += has[v * n + w];
        for (graph_index x = 0; x < n; x++)
            in_column += has[x * n + w];
        if (has[u * n + w] && has[v * n + w]) {
            common++;
            logarithms += in_column > 1 ? 1 / log(in_column) : 0;
        }
    }
    const double divisor[] = {of_u + of_v - common, fmin(of_u, of_v), sqrt(of_u * of_v), 1};
    return kind == GRAPH_ADAMIC_ADAR ? logarithms : divisor[kind] == 0 ? 0 : common / divisor[kind];
}

static void compare(const char *what, const graph_matrix *A)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    bool *has;
    free(dense_values(A, n, &has));
    graph_index *first = malloc((n * n + 1) * sizeof *first), *second = malloc((n * n + 1) * sizeof *second);
    for (graph_index k = 0; k < n * n; k++) {
        first[k] = k / n;
        second[k] = k % n;
    }
    for (int kind = 0; kind < 4; kind++) {
        double *expected = malloc((n * n + 1) * sizeof *expected);
        for (graph_index k = 0; k < n * n; k++)
            expected[k] = expected_of(has, n, k / n, k % n, kind);
        for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_FUSED; form++) {
            graph_vector *pairs = NULL;
            graph_matrix *all = NULL, *best = NULL;
            const graph_backend_kind place = test_backend_of((graph_form)form);
            bool *stored, *chosen, agrees = true;
            REQUIRE_OK(
                graph_similarity_of_pairs(&pairs, A, first, second, n * n,
                                          OPTIONS_ON(place, .form = (graph_form)form,
                                                     .kind = (graph_similarity_kind)kind, .threads = 2)));
            REQUIRE_OK(graph_similarity(&all, A,
                                        OPTIONS_ON(place, .form = (graph_form)form,
                                                   .kind = (graph_similarity_kind)kind, .threads = 2)));
            REQUIRE_OK(
                graph_similarity(&best, A,
                                 OPTIONS_ON(place, .form = (graph_form)form,
                                            .kind = (graph_similarity_kind)kind, .threads = 2, .best = 3)));
            CHECK_OK(graph_matrix_check(all));
            CHECK_OK(graph_check_similarity(pairs, A, first, second, n * n,
                                            OPTIONS(.kind = (graph_similarity_kind)kind)));
            /* A device may add the logarithms in another order at each call. */
            const double error = kind == GRAPH_ADAMIC_ADAR && test_backend() != GRAPH_BACKEND_CPU ? 1e-14 : 0;
            double *of = values_of_full(pairs, GRAPH_FP64, n * n), *value = dense_values(all, n, &stored),
                   *of_best = dense_values(best, n, &chosen);
            for (graph_index k = 0; k < n * n; k++) {
                const graph_index u = k / n, v = k % n;
                double common = expected_of(has, n, u, v, GRAPH_OVERLAP);
                graph_index ahead = 0;
                for (graph_index x = 0; x < n; x++)
                    ahead += x != u && stored[u * n + x] &&
                             (value[u * n + x] > value[k] || (value[u * n + x] == value[k] && x < v));
                agrees = agrees && fabs(of[k] - expected[k]) <= 1e-14 * (1 + expected[k]) &&
                         stored[k] == (u != v && common > 0) &&
                         (!stored[k] || fabs(value[k] - of[k]) <= error * of[k]) &&
                         (error > 0 || chosen[k] == (stored[k] && ahead < 3)) &&
                         (!chosen[k] || fabs(of_best[k] - of[k]) <= error * of[k]);
            }
            CHECK_SAY(agrees, "%s, %llu vertices, kind %d, form %d", what, (unsigned long long)n, kind, form);
            if (n > 0) {
                CHECK_OK(graph_vector_set(pairs, n * n / 2, graph_fp64(of[n * n / 2] + 1e-6)));
                CHECK(graph_check_similarity(pairs, A, first, second, n * n,
                                             OPTIONS(.kind = (graph_similarity_kind)kind)) ==
                      GRAPH_E_INVALID_OBJECT);
            }
            free(of);
            free(value);
            free(of_best);
            free(stored);
            free(chosen);
            graph_vector_release(&pairs);
            graph_matrix_release(&all);
            graph_matrix_release(&best);
        }
        free(expected);
    }
    free(first);
    free(second);
    free(has);
}

TEST(similarity_of_all_kinds) { each_kind(20, compare); }

/* Rows of very different lengths, which are searched and not merged. */
TEST(long_rows)
{
    uint64_t seed = 29;
    graph_matrix *A = NULL;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_DENSE_ROW, GRAPH_PATTERN, 60, 60, 70, VALUES_SMALL));
    compare("a dense row", A);
    graph_matrix_release(&A);
}

static void compare_walks(const char *what, const graph_matrix *A)
{
    graph_index n;
    graph_type type;
    graph_matrix_rows(&n, A);
    graph_matrix_type(&type, A);
    for (int kind = 0; kind < 3; kind++) {
        const double p[] = {0, 0, 0.25}, q[] = {0, 0, 4};
        int32_t *first = NULL;
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++)
            for (int t = 0; t < 2; t++) {
                graph_dense walks = {.size = sizeof walks};
                const graph_walks_options *o = WALKS_ON(
                    test_backend_of((graph_form)form), .form = (graph_form)form, .threads = tried_threads[t],
                    .each = 2, .seed = 9, .p = p[kind], .q = q[kind], .is_weighted = kind > 0);
                REQUIRE_OK(graph_random_walks(&walks, A, NULL, 0, 6, o));
                CHECK_OK(graph_check_walks(&walks, A, NULL, 0, 6, o));
                CHECK_SAY(first == NULL || memcmp(first, walks.value, 2 * n * 7 * sizeof *first) == 0,
                          "%s, kind %d, form %d: other walks", what, kind, form);
                if (n > 1) { /* the walks of one source alone */
                    graph_dense alone = {.size = sizeof alone};
                    const graph_index source = n / 2;
                    REQUIRE_OK(graph_random_walks(&alone, A, &source, 1, 6, o));
                    CHECK(memcmp(alone.value, (int32_t *)walks.value + 2 * source * 7, 14 * sizeof *first) ==
                          0);
                    graph_free(alone.value);
                    ((int32_t *)walks.value)[7 * (n / 2)]++;
                    CHECK(graph_check_walks(&walks, A, NULL, 0, 6, o) == GRAPH_E_INVALID_OBJECT);
                    ((int32_t *)walks.value)[7 * (n / 2)]--;
                }
                free(first);
                first = malloc(2 * n * 7 * sizeof *first + 1);
                memcpy(first, walks.value, 2 * n * 7 * sizeof *first);
                graph_free(walks.value);
            }
        free(first);
    }
}

/* The same walks in an array on the device, whose rows have a gap, which stays. */
/* Rows of the caller's that are longer than walks: the rest stays. */
TEST(walks_into_longer_rows)
{
    enum { STEPS = 3, STRIDE = 6 };
    graph_matrix *A = NULL;
    REQUIRE_OK(karate_graph(&A));
    int32_t here[34 * STRIDE];
    memset(here, 9, sizeof here);
    graph_dense plain = {.size = sizeof plain}, walks = {.size = sizeof walks,
                                                         .type = GRAPH_INT32,
                                                         .rows = 34,
                                                         .columns = STEPS + 1,
                                                         .stride = STRIDE,
                                                         .value = here};
    REQUIRE_OK(graph_random_walks(&plain, A, NULL, 0, STEPS, NULL));
    REQUIRE_OK(graph_random_walks(&walks, A, NULL, 0, STEPS, NULL));
    const int32_t *expected = plain.value;
    for (int w = 0; w < 34; w++)
        CHECK(memcmp(here + w * STRIDE, expected + w * (STEPS + 1), (STEPS + 1) * sizeof *here) == 0 &&
              here[w * STRIDE + STEPS + 1] == 0x09090909);
    graph_free(plain.value);
    graph_matrix_release(&A);
}

static void compare_there(const char *what, const graph_matrix *A, const int32_t *expected, graph_index n,
                          const graph_walks_options *o)
{
    const struct graph_backend *device = graph__backend(test_backend());
    const size_t bytes = 2 * n * 25 * sizeof(int32_t);
    graph_dense walks = {
        .size = sizeof walks, .type = GRAPH_INT32, .rows = 2 * n, .columns = 21, .stride = 25};
    int32_t *here = malloc(bytes + 1);
    bool is_equal = true;
    memset(here, 9, bytes);
    REQUIRE_OK(device->allocate(&walks.value, bytes, 1));
    REQUIRE_OK(device->upload(walks.value, here, bytes));
    REQUIRE_OK(graph_random_walks(&walks, A, NULL, 0, 20, o));
    REQUIRE_OK(device->download(here, walks.value, bytes));
    for (graph_index w = 0; w < 2 * n; w++)
        is_equal = is_equal && memcmp(here + 25 * w, expected + 21 * w, 21 * sizeof *here) == 0 &&
                   here[25 * w + 21] == 0x09090909 && here[25 * w + 24] == 0x09090909;
    CHECK_SAY(is_equal, "%s: other walks on the device", what);
    device->release(walks.value);
    free(here);
}

/* The same walks from both back ends. */
static void compare_back_ends(const char *what, const graph_matrix *A)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    for (int kind = 0; kind < 2; kind++) {
        graph_dense walks[2] = {{.size = sizeof *walks}, {.size = sizeof *walks}};
        for (int k = 0; k < 2; k++)
            REQUIRE_OK(graph_random_walks(&walks[k], A, NULL, 0, 20,
                                          WALKS_ON(k == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                                   .form = GRAPH_FORM_FUSED, .each = 2, .seed = 4,
                                                   .p = kind == 0 ? 1 : 0.5, .q = kind == 0 ? 1 : 2)));
        CHECK_SAY(memcmp(walks[0].value, walks[1].value, 2 * n * 21 * sizeof(int32_t)) == 0, "%s, kind %d",
                  what, kind);
        if (n > 0 && test_backend() == GRAPH_BACKEND_CUDA)
            compare_there(what, A, walks[0].value, n,
                          WALKS(.form = GRAPH_FORM_FUSED, .each = 2, .seed = 4, .p = kind == 0 ? 1 : 0.5,
                                .q = kind == 0 ? 1 : 2));
        graph_free(walks[0].value);
        graph_free(walks[1].value);
    }
}

TEST(walks_on_long_rows) { each_with_long_rows(compare_back_ends); }
TEST(walks_of_all_kinds) { each_kind(20, compare_walks); }

/* Chi-square of first steps, of weighted ones, and of steps of node2vec, against their probabilities. */
TEST(fair_draws)
{
    enum { WALKS_EACH = 20000 };
    const graph_index from[] = {0, 0, 0, 1, 1, 2, 3}, to[] = {1, 2, 3, 0, 2, 1, 0};
    const double weight[] = {1, 2, 5, 1, 1, 1, 1};
    graph_matrix *A = NULL;
    const graph_index source = 0;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 4, 4));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, 7, GRAPH_NO_OP));
    for (int is_weighted = 0; is_weighted < 2; is_weighted++) {
        graph_dense walks = {.size = sizeof walks};
        double count[4] = {0}, chi = 0;
        REQUIRE_OK(graph_random_walks(&walks, A, &source, 1, 1,
                                      WALKS(.each = WALKS_EACH, .is_weighted = is_weighted)));
        for (int w = 0; w < WALKS_EACH; w++)
            count[((int32_t *)walks.value)[2 * w + 1]]++;
        for (int v = 1; v < 4; v++) {
            const double expected = WALKS_EACH * (is_weighted ? weight[v - 1] / 8 : 1.0 / 3);
            chi += (count[v] - expected) * (count[v] - expected) / expected;
        }
        CHECK_SAY(count[0] == 0 && chi < 13.8, "weighted %d: chi-square %g", is_weighted,
                  chi); /* 0.999 of two degrees */
        graph_free(walks.value);
    }
    /* From 0 to 1 and on: back to 0 with 1/p = 4, to 2, which 0 is joined to, with 1. */
    graph_dense walks = {.size = sizeof walks};
    double back = 0, on = 0;
    REQUIRE_OK(graph_random_walks(&walks, A, &source, 1, 2, WALKS(.each = WALKS_EACH, .p = 0.25, .q = 2)));
    for (int w = 0; w < WALKS_EACH; w++) {
        const int32_t *at = (int32_t *)walks.value + 3 * w;
        back += at[1] == 1 && at[2] == 0;
        on += at[1] == 1 && at[2] == 2;
    }
    const double expected = 0.8 * (back + on);
    CHECK_SAY(fabs(back - expected) < 3.3 * sqrt(expected * 0.2), "%g back, %g on", back, on);
    graph_free(walks.value);
    graph_matrix_release(&A);
}

/* Second steps of walks with p and q, and with weights, where there are loops, ways back and vertices far from the first:
 * chi-square against the definition, each at 0.9999 or so of as many degrees of freedom as there are ends. */
TEST(second_steps)
{
    enum { N = 6, WALKS_EACH = 30000 };
    const graph_index from[] = {0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5},
                      to[] = {0, 1, 2, 0, 1, 2, 3, 0, 3, 4, 0, 3, 2, 1};
    const double weight[] = {1, 2, 1, 3, 1, 2, 4, 1, 1, 5, 1, 2, 1, 1}, p = 0.4, q = 3;
    const graph_index source = 0, edges = sizeof from / sizeof from[0];
    double w[N][N] = {{0}};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, N, N));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, edges, GRAPH_NO_OP));
    for (int is_weighted = 0; is_weighted < 2; is_weighted++)
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
            graph_dense walks = {.size = sizeof walks};
            double count[N][N] = {{0}}, all[N] = {0};
            for (graph_index k = 0; k < edges; k++)
                w[from[k]][to[k]] = is_weighted ? weight[k] : 1;
            REQUIRE_OK(graph_random_walks(&walks, A, &source, 1, 2,
                                          WALKS(.form = (graph_form)form, .each = WALKS_EACH, .p = p, .q = q,
                                                .is_weighted = is_weighted, .seed = 5)));
            for (int k = 0; k < WALKS_EACH; k++) {
                const int32_t *at = (int32_t *)walks.value + 3 * k;
                count[at[1]][at[2]]++;
                all[at[1]]++;
            }
            for (int v = 0; v < N; v++) {
                double share[N], sum = 0, chi = 0;
                int ends = 0;
                for (int x = 0; x < N; x++) {
                    share[x] = w[v][x] * (x == 0 ? 1 / p : w[0][x] > 0 ? 1 : 1 / q);
                    sum += share[x];
                    ends += share[x] > 0;
                }
                for (int x = 0; x < N && all[v] > 0; x++) {
                    const double expected = all[v] * share[x] / sum;
                    CHECK(share[x] > 0 || count[v][x] == 0);
                    chi += share[x] > 0 ? (count[v][x] - expected) * (count[v][x] - expected) / expected : 0;
                }
                CHECK_SAY(chi < 15 + 3 * ends, "weighted %d, form %d, from 0 over %d: chi-square %g",
                          is_weighted, form, v, chi);
            }
            graph_free(walks.value);
        }
    graph_matrix_release(&A);
}

/* Walks and measures with one thing wrong. */
TEST(checks_refuse)
{
    const graph_index from[] = {0, 1, 1, 2}, to[] = {1, 0, 2, 3}, source[] = {0, 2}, first[] = {0, 1},
                      second[] = {2, 3};
    const double weight[] = {1, 0, 1, 1};
    graph_matrix *A = NULL;
    graph_vector *x = NULL, *partial = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 4, 4));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, 4, GRAPH_NO_OP));
    int32_t at[] = {0, 1, 0, 1, 2, 3, -1, -1};
    graph_dense walks = {.size = sizeof walks,
                         .type = GRAPH_INT32,
                         .layout = GRAPH_ROW_MAJOR,
                         .rows = 2,
                         .columns = 4,
                         .stride = 4,
                         .value = at};
    CHECK_OK(graph_check_walks(&walks, A, source, 2, 3, NULL));
    CHECK_STATUS(graph_check_walks(&walks, A, source, 2, 3, WALKS(.is_weighted = true)),
                 GRAPH_E_INVALID_OBJECT, "step 2 of walk 0 goes from 1 to 0");
    static const struct {
        int place;
        int32_t value;
        const char *sentence;
    } rows[] = {{0, 1, "walk 0 begins at 1"},   {4, 0, "walk 1 begins at 0"},
                {0, -1, "walk 0 begins at -1"}, {1, 2, "step 1 of walk 0 goes from 0 to 2"},
                {3, -1, "step 3 of walk 0"},    {3, 3, "step 3 of walk 0"},
                {3, 4, "step 3 of walk 0"},     {3, -2, "step 3 of walk 0"},
                {5, -1, "step 1 of walk 1"},    {6, 3, "step 2 of walk 1"},
                {7, 0, "step 3 of walk 1"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const int32_t before = at[rows[k].place];
        at[rows[k].place] = rows[k].value;
        CHECK_STATUS(graph_check_walks(&walks, A, source, 2, 3, NULL), GRAPH_E_INVALID_OBJECT,
                     rows[k].sentence);
        at[rows[k].place] = before;
    }
    CHECK_STATUS(graph_check_walks(&walks, A, source, 1, 3, NULL), GRAPH_E_DIMENSION, "vertex is 2 x 4");
    CHECK_STATUS(graph_check_walks(&walks, A, source, 2, 2, NULL), GRAPH_E_DIMENSION, "expected 2 x 3");
    CHECK_STATUS(graph_check_walks(&walks, A, source, 2, 3, WALKS(.each = 2)), GRAPH_E_DIMENSION,
                 "expected 4 x 4");
    walks.type = GRAPH_INT64;
    CHECK_STATUS(graph_check_walks(&walks, A, source, 2, 3, NULL), GRAPH_E_DOMAIN, "row-major");
    walks.type = GRAPH_INT32;
    walks.layout = GRAPH_COLUMN_MAJOR;
    CHECK_STATUS(graph_check_walks(&walks, A, source, 2, 3, NULL), GRAPH_E_DOMAIN, "row-major");
    REQUIRE_OK(graph_similarity_of_pairs(&x, A, first, second, 2, NULL));
    CHECK_OK(graph_check_similarity(x, A, first, second, 2, NULL));
    CHECK_STATUS(graph_check_similarity(x, A, first, second, 1, NULL), GRAPH_E_DIMENSION,
                 "similarity has length 2; expected 1");
    REQUIRE_OK(graph_vector_create(&partial, GRAPH_FP64, 2));
    REQUIRE_OK(graph_vector_set(partial, 0, graph_fp64(0)));
    CHECK_STATUS(graph_check_similarity(partial, A, first, second, 2, NULL), GRAPH_E_INVALID_OBJECT,
                 "similarity has 1 entries; expected 2");
    graph_vector_release(&partial);
    graph_vector_release(&x);
    CHECK_STATUS(graph_similarity_of_pairs(NULL, A, first, second, 2, NULL), GRAPH_E_NULL,
                 "similarity is NULL");
    REQUIRE_OK(graph_matrix_set(A, 0, 1, graph_fp64(1e308)));
    REQUIRE_OK(graph_matrix_set(A, 0, 2, graph_fp64(1e308)));
    graph_dense none = {.size = sizeof none};
    CHECK_STATUS(graph_random_walks(&none, A, NULL, 0, 1, WALKS(.is_weighted = true)), GRAPH_E_INVALID_VALUE,
                 "the weights of row 0 sum to infinity");
    CHECK(none.value == NULL);
    none = (graph_dense){.size = sizeof none,
                         .type = GRAPH_INT32,
                         .layout = GRAPH_COLUMN_MAJOR,
                         .value = at,
                         .rows = 4,
                         .columns = 2};
    CHECK_STATUS(graph_random_walks(&none, A, NULL, 0, 1, NULL), GRAPH_E_DOMAIN, "row-major");
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *S = NULL, *W = NULL;
    graph_vector *x = NULL;
    graph_similarity_options wrong_size = {.size = 1};
    graph_walks_options wrong_walks = {.size = 1};
    graph_dense walks = {.size = sizeof walks};
    const graph_index zero = 0, outside = 34;
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_matrix_create(&W, GRAPH_FP64, 3, 3));
    CHECK_STATUS(graph_similarity(NULL, A, NULL), GRAPH_E_NULL, "similarity is NULL");
    CHECK_STATUS(graph_similarity(&S, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_similarity(&S, A, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_similarity(&S, A, OPTIONS(.kind = 9)), GRAPH_E_DOMAIN, "options.kind is 9");
    CHECK_STATUS(graph_similarity_of_pairs(&x, A, NULL, &zero, 1, NULL), GRAPH_E_NULL, "first is NULL");
    CHECK_STATUS(graph_similarity_of_pairs(&x, A, &zero, &outside, 1, NULL), GRAPH_E_INVALID_INDEX,
                 "second is 34");
    CHECK_STATUS(graph_check_similarity(NULL, A, &zero, &zero, 1, NULL), GRAPH_E_NULL, "is NULL");
    CHECK_STATUS(graph_random_walks(NULL, A, NULL, 0, 1, NULL), GRAPH_E_NULL, "vertex is NULL");
    CHECK_STATUS(graph_random_walks(&walks, wide, NULL, 0, 1, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_random_walks(&walks, A, NULL, 0, 1, &wrong_walks), GRAPH_E_INVALID_VALUE,
                 "options.size is 1");
    CHECK_STATUS(graph_random_walks(&walks, A, &outside, 1, 1, NULL), GRAPH_E_INVALID_INDEX, "34");
    CHECK_STATUS(graph_random_walks(&walks, A, NULL, 0, 1, WALKS(.p = -1)), GRAPH_E_INVALID_VALUE, "p and q");
    CHECK_STATUS(graph_random_walks(&walks, A, NULL, 0, (graph_index)1 << 40, NULL), GRAPH_E_NOT_SUPPORTED,
                 "2^31");
    CHECK_OK(graph_matrix_set(W, 0, 1, graph_fp64(-1)));
    CHECK_STATUS(graph_random_walks(&walks, W, NULL, 0, 1, WALKS(.is_weighted = true)), GRAPH_E_INVALID_VALUE,
                 "a weight is -1");
    CHECK_STATUS(graph_check_walks(NULL, A, NULL, 0, 1, NULL), GRAPH_E_NULL, "vertex is NULL");
    CHECK(S == NULL && x == NULL && walks.value == NULL);
    graph_matrix_release(&A);
    graph_matrix_release(&W);
    graph_matrix_release(&wide);
}

static int stop(double done, void *context)
{
    (void)done;
    (void)context;
    return 1;
}

TEST(cancelling)
{
    graph_matrix *A = NULL, *S = NULL;
    graph_dense walks = {.size = sizeof walks};
    REQUIRE_OK(karate_graph(&A));
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        CHECK_STATUS(graph_similarity(&S, A, OPTIONS(.form = (graph_form)form, .progress = stop)),
                     GRAPH_E_CANCELLED, "cancelled");
        CHECK_STATUS(
            graph_random_walks(&walks, A, NULL, 0, 3, WALKS(.form = (graph_form)form, .progress = stop)),
            GRAPH_E_CANCELLED, "cancelled");
    }
    CHECK(S == NULL && walks.value == NULL);
    graph_matrix_release(&A);
}

static graph_form tried_form;

static graph_status find_all(void)
{
    graph_matrix *A = NULL, *S = NULL;
    graph_vector *x = NULL;
    graph_dense walks = {.size = sizeof walks};
    const graph_index from[] = {0, 1, 2, 2, 3}, to[] = {1, 2, 0, 3, 0}, zero = 0, one = 2;
    graph_status status = GRAPH_OK;
    TRY(graph_matrix_create(&A, GRAPH_INT32, 4, 4));
    TRY(graph_matrix_build(A, from, to, to, GRAPH_INT64, 5, GRAPH_NO_OP));
    TRY(graph_similarity(&S, A, OPTIONS(.form = tried_form, .threads = 1, .kind = GRAPH_ADAMIC_ADAR)));
    TRY(graph_similarity_of_pairs(&x, A, &zero, &one, 1, OPTIONS(.form = tried_form, .threads = 1)));
    TRY(graph_check_similarity(x, A, &zero, &one, 1, NULL));
    TRY(graph_random_walks(&walks, A, NULL, 0, 2,
                           WALKS(.form = tried_form, .threads = 1, .is_weighted = true, .p = 2)));
    TRY(graph_check_walks(&walks, A, NULL, 0, 2, WALKS(.is_weighted = true)));
done:
    graph_free(walks.value);
    graph_matrix_release(&A);
    graph_matrix_release(&S);
    graph_vector_release(&x);
    return status;
}

TEST(every_allocation)
{
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        tried_form = (graph_form)form;
        test_sampled_allocations("similarity and walks", find_all, 11);
    }
}

TEST_MAIN(TEST_ROW(second_steps), TEST_ROW(checks_refuse), TEST_ROW(walks_into_longer_rows),
          TEST_ROW(similarity_of_all_kinds), TEST_ROW(long_rows), TEST_ROW(walks_of_all_kinds),
          TEST_ROW(walks_on_long_rows), TEST_ROW(fair_draws), TEST_ROW(wrong_arguments), TEST_ROW(cancelling),
          TEST_ROW(every_allocation))
