/* Faults of a device, without one: the simulated device of fake_device.h stands where CUDA would, and call k of its table
 * fails, for every k: alone, all allocations from it on, or all calls from it on as of a device that has gone.  What stands
 * above the back ends must leave inputs and outputs whole, hold nothing, and give the right answer the next time. */
#define _DEFAULT_SOURCE
#include "tests/support/device/fake_device.h"
#include "tests/support/faults/fault_scenarios.h"
#include "tests/support/faults/faulty_backend.h"

static int64_t held(void) { return (int64_t)held_bytes; }

static void check_all(const struct scenario *scenario, size_t count)
{
    struct fault_injector injector = faulty_backend;
    const int64_t most = 100 / test_step(10);
    int64_t runs = 0;
    injector.held = held;
    for (size_t k = 0; k < count; k++)
        runs += fault_check(&scenario[k], &injector, most);
    printf("       %lld calls with a fault; at most %lld places of one in a call\n", (long long)runs,
           (long long)most);
    CHECK(runs > 0);
}

TEST(products) { check_all(fault_products, fault_product_count); }
TEST(operations) { check_all(fault_operations, fault_operation_count); }
TEST(algorithms) { check_all(fault_algorithms, fault_algorithm_count); }

/* After the others: every entry that the simulated device has was reached. */
TEST(every_entry_is_reached)
{
    CHECK(faulty_backend_bare_entries() == 0);
    CHECK(faulty_backend_print_unused() == 0);
    fault_close();
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(products), TEST_ROW(operations), TEST_ROW(algorithms),
                                        TEST_ROW(every_entry_is_reached)};
    fault_use_small_graphs();
    return device_test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
