/* Operations on the fake device of the tests: placement, fallbacks, failing allocations, products in chunks. */
#define _DEFAULT_SOURCE /* for fake_device.h */
#include <time.h>

#include "core/buffer.h"
#include "core/placement.h"
#include "tests/support/device/fake_device.h"
#include "tests/support/random_call.h"
#include "tests/support/texts.h"
#include "tests/support/user.h"

TEST(random_calls_on_the_device)
{
    CHECK(check_random_calls(1000 / test_step(4), 1, CALL_KIND_COUNT) == 0);
    CHECK(check_random_calls(1000 / test_step(4), (uint64_t)time(NULL) * 1000000, CALL_KIND_COUNT) == 0);
    CHECK(block_count == 0);
}

/* Each allocation of the device fails once.  The call falls back to the CPU and holds; where that is not allowed it
 * gives GRAPH_E_DEVICE_MEMORY and changes nothing, which its success afterwards shows. */
TEST(every_allocation_of_the_device_may_fail)
{
    for (int kind = 0; kind < CALL_KIND_COUNT; kind++)
        for (uint64_t seed = 1; seed <= 6; seed += (uint64_t)test_step(3)) {
            struct call call = call_of_seed(seed, (enum call_kind)kind);
            bool is_done = false;
            for (int64_t k = 1; !is_done && k < 200; k++) {
                allocations = 0;
                failing = k;
                bool holds = call_holds(&call, stderr);
                is_done = allocations < k;
                failing = 0;
                CHECK_SAY(holds && block_count == 0, "%s, seed %llu, allocation %lld", call_traits[kind].name,
                          (unsigned long long)seed, (long long)k);
            }
            call_release(&call);
        }
}

static const graph_semiring *plus_times(void) { return graph_semiring_by_name("plus_times_fp64"); }

TEST(a_strict_caller_gets_the_error)
{
    graph_matrix *A = text_matrix(GRAPH_FP64, 2, 2, "1 2  . 3"),
                 *C = text_matrix(GRAPH_FP64, 2, 2, "7 .  . .");
    graph_matrix *M = text_matrix(GRAPH_BOOL, 2, 2, "1 1  1 1");
    graph_set_strict(true);
    allocations = 0;
    failing = 1;
    CHECK_STATUS(graph_mxm(C, M, GRAPH_NO_OP, plus_times(), A, A, TEST_DESCRIPTOR()), GRAPH_E_DEVICE_MEMORY,
                 "no room");
    failing = 0;
    has_kernels = false;
    CHECK_STATUS(graph_mxm(C, M, GRAPH_NO_OP, plus_times(), A, A, TEST_DESCRIPTOR()), GRAPH_E_NOT_SUPPORTED,
                 "no mxm");
    CHECK(matrix_is(C, "7 .  . ."));
    graph_set_strict(false);
    CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, plus_times(), A, A, TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU && matrix_is(C, "1 8  . 9"));
    has_kernels = true;
    CHECK_OK(graph_mxm(C, M, GRAPH_PLUS, plus_times(), A, A, TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA && matrix_is(C, "2 16  . 18"));
    texts_release();
    CHECK(block_count == 0);
}

/* Square of a random matrix with ever less memory: the same product, in chunks of rows or at last on the CPU. */
/* A test on the type of the values, and positions in a narrow type: a device has kernels for both. */
TEST(typed_functions_of_entries_stay_on_the_device)
{
    enum { N = 40 };
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 2, "1 5  . 9"),
                 *C = text_matrix(GRAPH_INT32, 2, 2, ". .  . .");
    graph_vector *u = NULL, *less = NULL, *position = NULL;
    graph_scalar x;
    REQUIRE_OK(graph_vector_create(&u, GRAPH_INT32, N));
    REQUIRE_OK(graph_vector_create(&less, GRAPH_INT32, N));
    REQUIRE_OK(graph_vector_create(&position, GRAPH_INT32, N));
    for (int k = 0; k < N; k += 2)
        REQUIRE_OK(graph_vector_set(u, (graph_index)k, graph_int64(k % 10)));
    graph_set_strict(true);
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_SELECT_OP_ON(GRAPH_VALUE_GE, GRAPH_INT32), A,
                          graph_int64(5), TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA && matrix_is(C, ". 5  . 9"));
    CHECK_OK(graph_vector_select(less, NULL, GRAPH_NO_OP, GRAPH_SELECT_OP_ON(GRAPH_VALUE_LT, GRAPH_INT32), u,
                                 graph_int64(3), TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    CHECK_OK(graph_vector_apply_index(position, NULL, GRAPH_NO_OP,
                                      GRAPH_INDEX_OP_ON(GRAPH_ROW_INDEX, GRAPH_INT32), u, graph_int64(7),
                                      TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    graph_set_strict(false);
    for (int k = 0; k < N; k++) {
        bool is_there = k % 2 == 0;
        CHECK(graph_vector_get(&x, less, (graph_index)k) ==
              (is_there && k % 10 < 3 ? GRAPH_OK : GRAPH_NO_VALUE));
        CHECK(graph_vector_get(&x, position, (graph_index)k) == (is_there ? GRAPH_OK : GRAPH_NO_VALUE));
        CHECK(!is_there || x.value.i == k + 7);
    }
    graph_vector_release(&u);
    graph_vector_release(&less);
    graph_vector_release(&position);
    texts_release();
    CHECK(block_count == 0);
}

/* A user's test is called on the host: what it says goes to the device, the entries do not leave it. */
TEST(tests_of_a_user_keep_entries_on_the_device)
{
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 3, "1 5 2  7 . 9"),
                 *C = text_matrix(GRAPH_INT32, 3, 2, "8 .  . .  . .");
    graph_vector *u = text_vector(GRAPH_FP32, 5, "3 . 1 4 2"), *w = text_vector(GRAPH_FP32, 5, ". . . . .");
    graph_set_strict(true);
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, user_select(3), A, graph_fp64(4.5),
                          TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA && matrix_is(C, ". 7  5 .  . 9"));
    CHECK_OK(graph_select(C, NULL, GRAPH_PLUS, user_select(3), A, graph_fp64(8),
                          TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
    CHECK(matrix_is(C, ". 7  5 .  . 18"));
    CHECK_OK(
        graph_vector_select(w, NULL, GRAPH_NO_OP, user_select(3), u, graph_fp64(3.5), TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA && vector_is(w, ". . . 4 2"));
    graph_set_strict(false);
    texts_release();
    CHECK(block_count == 0);
}

/* A lone value of a union under a comparison is a truth value when the accumulator sees it: true > true is false. */
TEST(accumulators_see_truth_values)
{
    graph_vector *w = NULL, *u = NULL, *none = NULL;
    graph_scalar x;
    REQUIRE_OK(graph_vector_create(&w, GRAPH_BOOL, 12));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_INT8, 12));
    REQUIRE_OK(graph_vector_create(&none, GRAPH_INT8, 12));
    REQUIRE_OK(graph_vector_set(w, 11, graph_int64(1)));
    REQUIRE_OK(graph_vector_set(u, 11, graph_int64(-3)));
    CHECK_OK(graph_vector_ewise_add(w, NULL, GRAPH_GT, GRAPH_OP_ON(GRAPH_GE, GRAPH_INT8), u, none,
                                    TEST_DESCRIPTOR()));
    CHECK(graph_vector_get(&x, w, 11) == GRAPH_OK && x.value.u == 0);
    graph_vector_release(&w);
    graph_vector_release(&u);
    graph_vector_release(&none);
}

/* Of a bitmap with two entries the device may make a list, whose values are as many as its entries. */
TEST(bitmaps_that_become_lists)
{
    enum { N = 20000 };
    graph_vector *u = NULL, *w = NULL;
    graph_index entries = 0;
    graph_scalar x;
    REQUIRE_OK(graph_vector_create(&u, GRAPH_BOOL, N));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_BOOL, N));
    REQUIRE_OK(graph_vector_set(u, 77, graph_int64(0)));
    REQUIRE_OK(graph_vector_set(u, 5000, graph_int64(1)));
    REQUIRE_OK(graph_vector_convert(u, GRAPH_BITMAP));
    CHECK_OK(graph_vector_apply(w, NULL, GRAPH_NO_OP, GRAPH_LNOT, u, TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    CHECK_OK(graph_vector_entries(&entries, w));
    CHECK(entries == 2);
    CHECK(graph_vector_get(&x, w, 77) == GRAPH_OK && x.value.u == 1);
    CHECK(graph_vector_get(&x, w, 5000) == GRAPH_OK && x.value.u == 0);
    graph_vector_release(&u);
    graph_vector_release(&w);
}

TEST(products_larger_than_the_device)
{
    uint64_t seed = 5;
    graph_matrix *A = NULL, *expected = NULL;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_FP64, 600, 600, 9000, VALUES_SMALL));
    REQUIRE_OK(graph_spgemm(&expected, plus_times(), A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    for (uint64_t bytes = 1 << 22; bytes > 1 << 12; bytes /= 2)
        for (int accum = 0; accum < 2; accum++) {
            graph_matrix *C = NULL, *sum = NULL;
            CHECK_OK(graph_set_device_memory(bytes));
            REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 600, 600));
            REQUIRE_OK(graph_matrix_create(&sum, GRAPH_FP64, 600, 600));
            CHECK_OK(graph_apply(C, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, A, NULL));
            CHECK_OK(
                graph_mxm(C, NULL, accum ? GRAPH_PLUS : GRAPH_NO_OP, plus_times(), A, A, TEST_DESCRIPTOR()));
            CHECK_OK(graph_ewise_add(sum, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, expected, NULL));
            CHECK_SAY(same_matrix(accum ? sum : expected, C, 0, stderr), "%llu bytes",
                      (unsigned long long)bytes);
            graph_matrix_release(&C);
            graph_matrix_release(&sum);
        }
    CHECK_OK(graph_set_device_memory(0));
    graph_matrix_release(&A);
    graph_matrix_release(&expected);
    CHECK(block_count == 0);
}

/* What a product leaves on the device is not copied for the next one. */
TEST(results_stay_where_they_are)
{
    uint64_t seed = 6;
    graph_matrix *A = NULL, *B = NULL, *C = NULL, *view = NULL;
    graph_scalar x;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, 100, 100, 500, VALUES_SMALL));
    CHECK_OK(graph_spgemm(&B, plus_times(), A, A, TEST_DESCRIPTOR()));
    uint64_t copied = graph__buffer_copied_bytes();
    CHECK_OK(graph_spgemm(&C, plus_times(), B, A, TEST_DESCRIPTOR()));
    CHECK(graph__buffer_copied_bytes() == copied);
    CHECK_OK(graph_matrix_dup(&view, C));
    CHECK(graph_matrix_get(&x, view, 0, 0) >= 0);
    CHECK(graph__buffer_copied_bytes() > copied);
    CHECK_OK(graph_matrix_set(C, 0, 0, graph_fp64(5)));
    CHECK_OK(graph_matrix_check(C));
    CHECK_OK(graph_matrix_check(view));
    graph_arrays arrays = {.size = sizeof arrays};
    CHECK_OK(graph_matrix_export(&arrays, B, GRAPH_CSR, GRAPH_MOVE));
    CHECK(arrays.release != NULL && arrays.rows == 100);
    if (arrays.release != NULL) {
        arrays.release(arrays.row, arrays.context);
        arrays.release(arrays.column, arrays.context);
        arrays.release(arrays.value, arrays.context);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
    graph_matrix_release(&view);
    CHECK(block_count == 0);
}

/* Without a choice by the caller, the library takes a heavy product to the device, a light one only if an operand is
 * already there. */
TEST(the_library_chooses)
{
    uint64_t seed = 7;
    graph_matrix *light = NULL, *heavy = NULL, *C = NULL, *D = NULL;
    const graph_descriptor *automatic = GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_AUTO);
    REQUIRE_OK(random_matrix(&light, &seed, SHAPE_UNIFORM, GRAPH_FP64, 50, 50, 200, VALUES_SMALL));
    REQUIRE_OK(random_matrix(&heavy, &seed, SHAPE_BANDED, GRAPH_FP64, 30000, 30000, 120000, VALUES_SMALL));
    CHECK_OK(graph_spgemm(&C, plus_times(), light, light, automatic));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU);
    graph_matrix_release(&C);
    CHECK_OK(graph_spgemm(&C, plus_times(), heavy, heavy, automatic));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    graph_matrix_release(&C);
    CHECK_OK(graph_spgemm(&C, plus_times(), light, light, TEST_DESCRIPTOR()));
    CHECK_OK(graph_spgemm(&D, plus_times(), C, light, automatic));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    graph_matrix_release(&light);
    graph_matrix_release(&heavy);
    graph_matrix_release(&C);
    graph_matrix_release(&D);
    CHECK(block_count == 0);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(random_calls_on_the_device),
                                        TEST_ROW(every_allocation_of_the_device_may_fail),
                                        TEST_ROW(a_strict_caller_gets_the_error),
                                        TEST_ROW(typed_functions_of_entries_stay_on_the_device),
                                        TEST_ROW(tests_of_a_user_keep_entries_on_the_device),
                                        TEST_ROW(accumulators_see_truth_values),
                                        TEST_ROW(bitmaps_that_become_lists),
                                        TEST_ROW(products_larger_than_the_device),
                                        TEST_ROW(results_stay_where_they_are),
                                        TEST_ROW(the_library_chooses)};
    return device_test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
