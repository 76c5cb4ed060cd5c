/* Values of T between lanes and in the slots of an accumulator, for the numeric kernels of a sparse product. */
#ifndef CUDA_MXM_ANALYSIS_MXM_VALUES_CUH
#define CUDA_MXM_ANALYSIS_MXM_VALUES_CUH

#include "cuda/semiring/semiring.cuh"

#include "cuda/mxm/analysis/mxm_arguments.h"

/* All entries of C are mul of nothing: the pattern is the product. */
#define IS_CONSTANT (SEMIRING_IS_ANY && SEMIRING_READS == 0)

/* plus_pair: an entry of C is the number of its products. */
#define IS_COUNTED (SEMIRING_READS == 0 && !SEMIRING_IS_ANY)

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

/* A word that no product is, where T has one to spare: it marks slots without products. */
#define HAS_NO_PRODUCT (T_IS_FLOAT || sizeof(T) < sizeof(slot_t))
#define NO_PRODUCT     (~(slot_t)0)
DEVICE slot_t product_bits(T x)
{
    slot_t bits = bits_of(x);
    return T_IS_FLOAT && bits == NO_PRODUCT ? bits - 1 : bits;
}
DEVICE slot_t add_to_marked(slot_t sum, T x)
{
    return product_bits(sum == NO_PRODUCT ? x : add(value_of(sum), x));
}

/* A value with add(start, x) = x for every x, so that the first product needs no test: zero() of integers; of floating
 * types -0, since 0 + -0 is 0, and NaN, which gives way to infinity too.  Of a user's floating semiring no value is known
 * to do that. */
#if T_IS_FLOAT && defined(USER_ADD)
DEVICE slot_t slot_start(void) { return NO_PRODUCT; }
DEVICE slot_t slot_add(slot_t sum, T x) { return add_to_marked(sum, x); }
#else
DEVICE slot_t slot_start(void)
{
    return !T_IS_FLOAT ? bits_of(zero()) : zero() == 0 ? bits_of((T)-zero()) : NO_PRODUCT;
}
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
