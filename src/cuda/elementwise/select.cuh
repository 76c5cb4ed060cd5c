/* Selects values that pass a test. */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"
#include "cuda/elementwise/select_tile.cuh"

DEVICE bool value_passes(int32_t op, T x, T y)
{
    switch (op) {
#define TEST(number, NAME, test)                                                                             \
    case number:                                                                                             \
        return test;
        VALUE_TEST_CODES(TEST)
#undef TEST
    default:
        return false;
    }
}

GRAPH_KERNEL void select_test(struct select_test_arguments a)
{
    const T *value = (const T *)a.value;
    T y = from_scalar(a.y_bits, a.y_type);
    int64_t step = threads_of_grid();
    /* All lanes of a warp make the same number of iterations. */
    for (int64_t e = thread_of_grid(); e - lane_of_warp() < a.n; e += step) {
        bool passes = e < a.n && (a.present == nullptr || a.present[e] != 0) &&
                      value_passes(a.op, value != nullptr ? value[e] : (T)1, y);
        uint32_t bits = __ballot_sync(ALL_LANES, passes);
        if (lane_of_warp() == 0)
            a.bits[e >> 5] = bits;
    }
}

GRAPH_KERNEL void __launch_bounds__(TILE_THREADS, 5) select_values(struct select_arguments a)
{
    const T y = from_scalar(a.y_bits, a.y_type);
    select_tile<T>(
        a, [](int64_t) {}, [&](int, int32_t, T x) { return value_passes(a.op, x, y); });
}
