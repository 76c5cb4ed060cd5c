/* Adds products to slots in shared memory.  A slot belongs to one lane or warp, or several warps update it.
 *
 * One atomic instruction adds a product (FOLDS_NATIVELY) where sums are integers of at most 4 bytes, Booleans, or the
 * minimum or maximum of fp32, whose bits are ordered like the numbers.  It needs no result, so no thread waits for
 * it: it takes half the time of a load and a store, and a fifth of the time of a compare-and-swap loop, which all
 * other sums of several warps need. */
#ifndef CUDA_MXM_ROWS_MXM_ACCUMULATE_CUH
#define CUDA_MXM_ROWS_MXM_ACCUMULATE_CUH

#include "cuda/mxm/analysis/mxm_values.cuh"

#ifdef USER_ADD
DEVICE constexpr bool has_header(const char *) { return false; }
#else
DEVICE constexpr bool has_header(const char *start) { return begins_with(SEMIRING_HEADER, start); }
#endif
enum {
    KEEPS_LEAST = has_header("semiring/min_"),
    KEEPS_MOST = has_header("semiring/max_"),
    KEEPS_BITS = has_header("semiring/or_") || has_header("semiring/xor_"),
    ADDS_INTEGERS = !T_IS_FLOAT && has_header("semiring/plus_"),
    FOLDS_NATIVELY = IS_COUNTED || (sizeof(T) <= sizeof(unsigned) &&
                                    (KEEPS_LEAST || KEEPS_MOST || KEEPS_BITS || ADDS_INTEGERS))
};

/* The initial value of a slot.  For fp32 it is a NaN whose bits come after those of all numbers. */
DEVICE slot_t fold_start(void)
{
    if (!FOLDS_NATIVELY)
        return slot_start();
    if (IS_COUNTED)
        return 0;
    return !T_IS_FLOAT ? (slot_t)zero() : KEEPS_LEAST ? 0x7fffffff : 0xffffffff;
}
DEVICE T fold_value(slot_t slot) { return IS_COUNTED ? (T)(unsigned)slot : value_of(slot); }

/* The minimum or maximum of fp32 by integer atomics: the bits of positive numbers ascend as signed integers; those of
 * negative numbers descend as unsigned integers, and lie above the positive ones.  A NaN is ignored, or comes after
 * all numbers. */
DEVICE void fold_fp32(unsigned *slot, unsigned bits)
{
    const unsigned sign = 0x80000000u, infinity = 0x7f800000u;
    if (KEEPS_LEAST) {
        if (bits < sign)
            atomicMin((int *)slot, (int)bits);
        else if (bits <= (sign | infinity))
            atomicMax(slot, bits);
    } else {
        if (bits >= sign)
            atomicMin(slot, bits);
        else if (bits <= infinity)
            atomicMax((int *)slot, (int)bits);
    }
}

/* Adds the product to the slot by one atomic instruction. */
DEVICE void fold_natively(slot_t *slot, T product)
{
    unsigned *word = (unsigned *)slot;
    if (IS_COUNTED)
        atomicAdd(word, 1u);
    else if (T_IS_FLOAT)
        fold_fp32(word, (unsigned)bits_of(product));
    else if (ADDS_INTEGERS)
        atomicAdd(word, (unsigned)product);
    else if (KEEPS_BITS && has_header("semiring/or_"))
        atomicOr(word, (unsigned)product);
    else if (KEEPS_BITS)
        atomicXor(word, (unsigned)product);
    else if (KEEPS_LEAST && T_IS_SIGNED)
        atomicMin((int *)word, (int)product);
    else if (KEEPS_LEAST)
        atomicMin(word, (unsigned)product);
    else if (T_IS_SIGNED)
        atomicMax((int *)word, (int)product);
    else
        atomicMax(word, (unsigned)product);
}

/* Whether a product often does not change the sum, so that a comparison before the exchange pays; of a user's
 * semiring this is unknown. */
#ifdef USER_ADD
enum { MAY_KEEP_SUMS = true };
#else
enum { MAY_KEEP_SUMS = ADDS_BY_CHOICE };
#endif

/* Adds the product to a slot that other warps update, too. */
DEVICE void fold_together(slot_t *slot, T product)
{
    if (FOLDS_NATIVELY) {
        fold_natively(slot, product);
        return;
    }
    slot_t seen = *(volatile slot_t *)slot, expected;
    do {
        slot_t sum = slot_add(seen, product);
        expected = seen;
        if (MAY_KEEP_SUMS && sum == seen)
            break;
        seen = atomicCAS(slot, expected, sum);
    } while (seen != expected);
}

/* An atomic instruction adds numbers of fp64 in global memory; for fp32 it would lose subnormal ones. */
DEVICE void add_in_memory(double *sum, double x) { atomicAdd(sum, x); }
template <typename E> DEVICE void add_in_memory(E *, E) {}

/* The same, to a slot in shared or, IN_MEMORY, in global memory. */
template <bool IN_MEMORY> DEVICE void fold_of_warps(slot_t *slot, T product)
{
    if (IN_MEMORY && T_IS_FLOAT && sizeof(T) == 8 && has_header("semiring/plus_") && !FOLDS_NATIVELY)
        add_in_memory((T *)slot, product);
    else
        fold_together(slot, product);
}

/* The same for a slot of this lane; where FOLDS_NATIVELY, for a slot of this warp. */
DEVICE void fold_alone(slot_t *slot, T product)
{
    if (FOLDS_NATIVELY)
        fold_natively(slot, product);
    else
        *slot = slot_add(*slot, product);
}

/* The sum of two slots.  A slot without a product has its initial value. */
DEVICE slot_t fold_join(slot_t x, slot_t y)
{
    if (y == fold_start())
        return x;
    if (x == fold_start())
        return y;
    return FOLDS_NATIVELY && IS_COUNTED ? x + y : slot_add(x, value_of(y));
}

#endif
