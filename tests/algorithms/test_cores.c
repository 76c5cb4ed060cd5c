/* Core numbers and k-cores against their definition: the largest set in which all have k neighbours, by taking vertices
 * away until that holds. */
#include "tests/support/kinds.h"

#define OPTIONS(...) ON(test_backend(), __VA_ARGS__)
#define ON(kind, ...)                                                                                        \
    (&(const graph_cohesion_options){.size = sizeof(graph_cohesion_options), .backend = (kind), __VA_ARGS__})

static int64_t *expected_cores(const bool *joined, graph_index n)
{
    int64_t *core = calloc(n + 1, sizeof *core);
    bool *is_inside = malloc(n + 1);
    memset(is_inside, true, n + 1);
    for (int64_t k = 1; k <= (int64_t)n; k++)
        for (bool is_stable = false; !is_stable;) {
            is_stable = true;
            for (graph_index v = 0; v < n; v++) {
                int64_t neighbours = 0;
                for (graph_index u = 0; u < n && is_inside[v]; u++)
                    neighbours += is_inside[u] && joined[v * n + u];
                if (is_inside[v] && neighbours < k) {
                    is_inside[v] = is_stable = false;
                    core[v] = k - 1;
                }
            }
        }
    free(is_inside);
    return core;
}

/* The entries of A with both ends in the k-core, and no other. */
static void compare_k_core(const char *what, const graph_matrix *A, const int64_t *core, graph_index n,
                           graph_index k)
{
    graph_matrix *C = NULL;
    bool *has, *stays, agrees = true;
    graph_type type, of_A;
    REQUIRE_OK(graph_k_core(&C, A, k, OPTIONS(.threads = 2)));
    CHECK_OK(graph_matrix_check(C));
    graph_matrix_type(&type, C);
    graph_matrix_type(&of_A, A);
    double *before = dense_values(A, n, &has), *after = dense_values(C, n, &stays);
    for (graph_index e = 0; e < n * n; e++) {
        const bool expected = has[e] && (graph_index)core[e / n] >= k && (graph_index)core[e % n] >= k;
        agrees = agrees && stays[e] == expected && (!expected || before[e] == after[e]);
    }
    CHECK_SAY(agrees && type == of_A, "%s: %llu-core", what, (unsigned long long)k);
    free(before);
    free(after);
    free(has);
    free(stays);
    graph_matrix_release(&C);
}

static void compare(const char *what, const graph_matrix *A)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    bool *joined = joined_of(A, n);
    int64_t *expected = expected_cores(joined, n), largest = 0;
    for (graph_index v = 0; v < n; v++)
        largest = expected[v] > largest ? expected[v] : largest;
    for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_FUSED; form++)
        for (int t = 0; t < 3; t++) {
            graph_vector *core = NULL;
            graph_index degeneracy = 99;
            REQUIRE_OK(graph_core_numbers(&core, &degeneracy, A,
                                          ON(test_backend_of((graph_form)form), .form = (graph_form)form,
                                             .threads = tried_threads[t])));
            int64_t *found = values_of_full(core, GRAPH_INT64, n);
            CHECK_SAY(memcmp(found, expected, n * sizeof *found) == 0 && (int64_t)degeneracy == largest,
                      "%s, %llu vertices, form %d, %d threads", what, (unsigned long long)n, form,
                      tried_threads[t]);
            CHECK_OK(graph_check_core_numbers(core, A));
            for (graph_index v = 0; v < n; v += 1 + n / 3) /* one number too large or too small is noticed */
                for (int more = -1; more <= 1; more += 2) {
                    CHECK_OK(graph_vector_set(core, v, graph_int64(found[v] + more)));
                    CHECK_SAY(graph_check_core_numbers(core, A) == GRAPH_E_INVALID_OBJECT,
                              "%s: core(%llu) is %lld, not %lld", what, (unsigned long long)v,
                              (long long)found[v], (long long)found[v] + more);
                    CHECK_OK(graph_vector_set(core, v, graph_int64(found[v])));
                }
            graph_vector_release(&core);
            free(found);
        }
    for (graph_index k = 0; k <= (graph_index)largest + 1; k++)
        compare_k_core(what, A, expected, n, k);
    free(expected);
    free(joined);
}

TEST(all_kinds) { each_kind(34, compare); }

/* Large enough for several threads: they agree with one, and with the check. */
TEST(many_entries)
{
    uint64_t seed = 5;
    for (int shape = SHAPE_UNIFORM; shape <= SHAPE_POWER_LAW; shape++) {
        graph_matrix *A = NULL;
        graph_vector *alone = NULL;
        const graph_index n = 60000;
        REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, (int64_t)n, 700000));
        REQUIRE_OK(graph_core_numbers(&alone, NULL, A, OPTIONS(.threads = 1)));
        CHECK_OK(graph_check_core_numbers(alone, A));
        int64_t *one = values_of_full(alone, GRAPH_INT64, n);
        graph_index largest = 0, degeneracy = 0;
        for (graph_index v = 0; v < n; v++)
            largest = (graph_index)one[v] > largest ? (graph_index)one[v] : largest;
        for (int threads = 2; threads <= 7; threads += 5) {
            graph_vector *core = NULL;
            REQUIRE_OK(graph_core_numbers(&core, &degeneracy, A, OPTIONS(.threads = threads)));
            int64_t *found = values_of_full(core, GRAPH_INT64, n);
            CHECK_SAY(memcmp(found, one, n * sizeof *one) == 0 && degeneracy == largest,
                      "shape %d, %d threads", shape, threads);
            free(found);
            graph_vector_release(&core);
        }
        free(one);
        graph_vector_release(&alone);
        graph_matrix_release(&A);
    }
}

static void compare_back_ends(const char *what, const graph_matrix *A)
{
    graph_index n, degeneracy[2];
    int64_t *number[2];
    graph_matrix_rows(&n, A);
    for (int k = 0; k < 2; k++) {
        graph_vector *core = NULL;
        REQUIRE_OK(
            graph_core_numbers(&core, &degeneracy[k], A,
                               ON(k == 0 ? GRAPH_BACKEND_CPU : test_backend(), .form = GRAPH_FORM_FUSED)));
        CHECK_OK(graph_check_core_numbers(core, A));
        number[k] = values_of_full(core, GRAPH_INT64, n);
        graph_vector_release(&core);
    }
    CHECK_SAY(memcmp(number[0], number[1], n * sizeof *number[0]) == 0 && degeneracy[0] == degeneracy[1],
              "%s", what);
    free(number[0]);
    free(number[1]);
}

TEST(long_rows) { each_with_long_rows(compare_back_ends); }

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *C = NULL;
    graph_vector *core = NULL, *other = NULL;
    graph_cohesion_options wrong_size = {.size = 1};
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    CHECK_STATUS(graph_core_numbers(&core, NULL, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_core_numbers(&core, NULL, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_core_numbers(&core, NULL, A, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_core_numbers(&core, NULL, A, OPTIONS(.form = 9)), GRAPH_E_INVALID_VALUE,
                 "options.form is 9");
    CHECK_STATUS(graph_core_numbers(&core, NULL, A, OPTIONS(.threads = -1)), GRAPH_E_INVALID_VALUE,
                 "threads");
    CHECK_STATUS(graph_k_core(NULL, A, 2, NULL), GRAPH_E_NULL, "C is NULL");
    CHECK_STATUS(graph_k_core(&C, wide, 2, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK(core == NULL && C == NULL);
    CHECK_OK(graph_core_numbers(NULL, NULL, A, NULL));
    REQUIRE_OK(graph_vector_create(&core, GRAPH_INT32, 33));
    REQUIRE_OK(graph_vector_create(&other, GRAPH_FP64, 34));
    CHECK_STATUS(graph_check_core_numbers(NULL, A), GRAPH_E_NULL, "core is NULL");
    CHECK_STATUS(graph_check_core_numbers(core, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_check_core_numbers(core, wide), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_check_core_numbers(core, A), GRAPH_E_DIMENSION, "core has length 33");
    CHECK_STATUS(graph_check_core_numbers(other, A), GRAPH_E_DOMAIN, "core is fp64");
    CHECK_OK(graph_vector_resize(core, 34));
    CHECK_STATUS(graph_check_core_numbers(core, A), GRAPH_E_INVALID_OBJECT, "core has 0 entries");
    graph_vector_release(&core);
    graph_vector_release(&other);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static int stop(double done, void *context)
{
    CHECK(done >= 0 && done <= 1);
    return --*(int *)context < 0;
}

TEST(cancelling)
{
    graph_matrix *A = NULL;
    REQUIRE_OK(karate_graph(&A));
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++)
        for (int calls = 0; calls < 2; calls++) {
            graph_vector *core = NULL;
            int remaining = calls;
            CHECK_STATUS(graph_core_numbers(
                             &core, NULL, A,
                             OPTIONS(.form = (graph_form)form, .progress = stop, .context = &remaining)),
                         GRAPH_E_CANCELLED, "cancelled");
            CHECK(core == NULL && remaining == -1);
        }
    graph_matrix_release(&A);
}

static graph_form tried_form;

static graph_status find(void)
{
    graph_matrix *A = NULL, *C = NULL;
    graph_vector *core = NULL;
    const graph_index from[] = {0, 1, 2, 2, 3}, to[] = {1, 2, 0, 3, 3};
    graph_status status = GRAPH_OK;
    TRY(graph_matrix_create(&A, GRAPH_PATTERN, 4, 4));
    TRY(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 5, GRAPH_NO_OP));
    TRY(graph_core_numbers(&core, NULL, A, OPTIONS(.form = tried_form, .threads = 1)));
    TRY(graph_check_core_numbers(core, A));
    TRY(graph_k_core(&C, A, 2, OPTIONS(.form = tried_form, .threads = 1)));
done:
    CHECK(status == GRAPH_OK || C == NULL);
    graph_vector_release(&core);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    return status;
}

TEST(every_allocation)
{
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        tried_form = (graph_form)form;
        test_sampled_allocations("graph_core_numbers", find, 11);
    }
}

TEST_MAIN(TEST_ROW(all_kinds), TEST_ROW(many_entries), TEST_ROW(long_rows), TEST_ROW(wrong_arguments),
          TEST_ROW(cancelling), TEST_ROW(every_allocation))
