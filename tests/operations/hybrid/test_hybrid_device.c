/* Products of the CPU and the fake device of the tests together: every way to share the rows, little memory, and failures on
 * either part. */
#define _DEFAULT_SOURCE /* for fake_device.h */
#include "tests/support/hybrids.h"
#include "tests/support/device/fake_device.h"

static const graph_semiring *plus_times(void) { return graph_semiring_by_name("plus_times_fp64"); }

TEST(products_of_the_device_and_the_cpu)
{
    uint64_t seed = 8;
    for (int late = 0; late < 2; late++) {
        has_download = late;
        check_splits(late ? graph_semiring_by_name("min_plus_int32") : plus_times(), &seed);
        check_splits_in_little_memory(graph_semiring_by_name("plus_pair_int64"), 1 << 12, &seed);
    }
    CHECK(block_count == 0);
}

TEST(either_part_may_fail)
{
    uint64_t seed = 9;
    hybrid_operand.semiring = plus_times();
    REQUIRE_OK(
        random_matrix(&hybrid_operand.A, &seed, SHAPE_POWER_LAW, GRAPH_FP64, 300, 300, 4000, VALUES_SMALL));
    for (hybrid_operand.share = 0; hybrid_operand.share <= 100; hybrid_operand.share += 50)
        test_every_allocation("hybrid", hybrid_square);
    hybrid_operand.share = 50;
    CHECK_OK(hybrid_square());
    int64_t held = block_count;
    graph_set_strict(true);
    for (int64_t k = 1, is_done = 0; !is_done; k++) {
        allocations = 0;
        failing = k;
        graph_status status = hybrid_square();
        is_done = allocations < k;
        failing = 0;
        /* A chunk that finds no memory is retried with a smaller size. */
        CHECK_SAY(status == GRAPH_OK || (!is_done && status == GRAPH_E_DEVICE_MEMORY), "allocation %lld: %s",
                  (long long)k, graph_last_error());
        CHECK(block_count == held);
    }
    for (int64_t k = 1; k <= 3; k++) {
        failing_copy = k;
        CHECK_STATUS(hybrid_square(), GRAPH_E_DEVICE, "a copy has failed");
        CHECK(block_count == held && failing_copy == 0);
    }
    graph_set_strict(false);
    CHECK_OK(hybrid_square());
    graph_matrix_release(&hybrid_operand.A);
    CHECK(block_count == 0);
}

TEST(without_kernels_hybrid_products_run_on_the_cpu)
{
    uint64_t seed = 10;
    hybrid_operand.semiring = plus_times();
    REQUIRE_OK(random_matrix(&hybrid_operand.A, &seed, SHAPE_UNIFORM, GRAPH_FP64, 50, 50, 300, VALUES_SMALL));
    has_kernels = false;
    CHECK_OK(hybrid_square());
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU);
    graph_set_strict(true);
    CHECK_STATUS(hybrid_square(), GRAPH_E_NOT_SUPPORTED, "no mxm");
    graph_set_strict(false);
    has_kernels = true;
    CHECK_OK(hybrid_square());
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    graph_matrix_release(&hybrid_operand.A);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(products_of_the_device_and_the_cpu),
                                        TEST_ROW(either_part_may_fail),
                                        TEST_ROW(without_kernels_hybrid_products_run_on_the_cpu)};
    return device_test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
