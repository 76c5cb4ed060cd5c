/* The tests of positions. */
#ifndef CUDA_PRIMITIVES_POSITIONS_CUH
#define CUDA_PRIMITIVES_POSITIONS_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/primitives/entries_arguments.h"

DEVICE bool position_passes(int32_t op, int64_t i, int64_t j, int64_t k)
{
    switch (op) {
#define TEST(number, NAME, test)                                                                             \
    case number:                                                                                             \
        return test;
        POSITION_TEST_CODES(TEST)
#undef TEST
    default:
        return false;
    }
}

#endif
