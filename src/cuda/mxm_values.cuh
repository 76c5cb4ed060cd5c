/* Values of T between lanes and in the slots of an accumulator, for the numeric kernels of a sparse product. */
#ifndef CUDA_MXM_VALUES_CUH
#define CUDA_MXM_VALUES_CUH

#include "cuda/semiring.cuh"

#include "cuda/mxm_arguments.h"

/* All entries of C are mul of nothing: the pattern is the product. */
#define IS_CONSTANT (SEMIRING_IS_ANY && SEMIRING_READS == 0)

/* A slot is a word of 4 or 8 bytes, so that it can be exchanged atomically. */
#if defined(T_FP64) || defined(T_INT64) || defined(T_UINT64)
typedef unsigned long long slot_t;
#else
typedef unsigned slot_t;
#endif

union slot_view {
    slot_t bits;
    T value;
};

DEVICE slot_t bits_of(T x)
{
    union slot_view view;
    view.bits = 0;
    view.value = x;
    return view.bits;
}

DEVICE T value_of(slot_t bits)
{
    union slot_view view;
    view.bits = bits;
    return view.value;
}

/* What a slot without products holds.  Integers: the identity of add.  Floating types have no exact one for every add
 * (0 + -0 is 0, and the smaller of infinity and NaN is infinity), so theirs is a NaN that no product may be. */
#if T_IS_FLOAT
#define SLOT_START (~(slot_t)0)
DEVICE slot_t product_bits(T x)
{
    slot_t bits = bits_of(x);
    return bits == SLOT_START ? bits - 1 : bits;
}
DEVICE slot_t slot_add(slot_t sum, T x)
{
    return product_bits(sum == SLOT_START ? x : add(value_of(sum), x));
}
#else
#define SLOT_START bits_of(zero())
DEVICE slot_t slot_add(slot_t sum, T x) { return bits_of(add(value_of(sum), x)); }
#endif

DEVICE T shuffle(T x, int lane, int width, unsigned lanes)
{
    return value_of((slot_t)__shfl_sync(lanes, bits_of(x), lane, width));
}

DEVICE T shuffle_up(T x, int distance, int width, unsigned lanes)
{
    return value_of((slot_t)__shfl_up_sync(lanes, bits_of(x), distance, width));
}

#endif
