/* Sums that many threads add to concurrently, each product with one atomic operation.
 *
 *   any      atomicMin of the product's number; the product with the smallest number is computed afterwards
 *   or       a true product stores true; all writers agree
 *   others   compare and swap, of a word with presence and value where both fit, else of the value alone, which begins
 *            as a bit pattern that no sum has (floats) or as the identity of add (integers)
 *
 * Only floating-point sums depend on the order of the products, by their rounding. */
#ifndef CUDA_SEMIRING_ATOMIC_SUMS_CUH
#define CUDA_SEMIRING_ATOMIC_SUMS_CUH

#include "cuda/semiring/semiring.cuh"
#include "cuda/primitives/warp.cuh"

#if T_IS_BOOL
#define ADD_IS_OR (!add(0, 0) && add(0, 1) && add(1, 0) && add(1, 1) && !SEMIRING_IS_ANY)
#else
#define ADD_IS_OR false
#endif
enum { STATE_IS_WINNER = SEMIRING_IS_ANY, STATE_IS_PAIR = !SEMIRING_IS_ANY && sizeof(T) <= 4 };
#define NO_WINNER   0xffffffffffffffffULL
#define PAIR_FILLED 0x100000000ULL
/* A signalling NaN, which arithmetic never returns. */
#define EMPTY_FLOAT 0x7ff4a5b1c2d3e4f5ULL

DEVICE uint64_t bits_of_value(T x)
{
    uint64_t bits = 0;
    *(T *)&bits = x;
    return bits;
}

DEVICE T value_of_bits(uint64_t bits) { return *(T *)&bits; }

/* Clears sum j.  The value is in w under `or`, else in state.  filled marks the sums with a product, except where the
 * state does so itself. */
DEVICE void combine_open(uint64_t *state, uint8_t *filled, T *w, int64_t j)
{
    if (ADD_IS_OR)
        w[j] = (T)0, filled[j] = 0;
    else {
        state[j] = STATE_IS_WINNER ? NO_WINNER
                   : STATE_IS_PAIR ? 0
                   : T_IS_FLOAT    ? EMPTY_FLOAT
                                   : bits_of_value(zero());
        if (!STATE_IS_WINNER && !STATE_IS_PAIR)
            filled[j] = 0;
    }
}

/* Adds product number e to sum j, under `any`. */
DEVICE void combine_number(uint64_t *states, int64_t j, int64_t e)
{
    unsigned long long *state = (unsigned long long *)states + j;
    if (*(volatile unsigned long long *)state > (uint64_t)e)
        atomicMin(state, (unsigned long long)e);
}

/* Adds x to sum j, under all others. */
DEVICE void combine(uint64_t *states, uint8_t *filled, T *w, int64_t j, T x)
{
    unsigned long long *state = (unsigned long long *)states + j;
    if (ADD_IS_OR) {
        if (x)
            w[j] = x;
        filled[j] = 1;
        return;
    }
    unsigned long long old = *(volatile unsigned long long *)state, seen;
    if (!STATE_IS_PAIR)
        filled[j] = 1;
    do {
        unsigned long long wanted;
        seen = old;
        if (STATE_IS_PAIR)
            wanted = PAIR_FILLED |
                     bits_of_value((seen & PAIR_FILLED) != 0 ? add(value_of_bits(seen & 0xffffffffu), x) : x);
        else
            wanted = bits_of_value(T_IS_FLOAT && seen == EMPTY_FLOAT ? x : add(value_of_bits(seen), x));
        if (wanted == seen)
            return;
        old = atomicCAS(state, seen, wanted);
    } while (old != seen);
}

/* Whether sum j has a product; *x = the sum.  Not for `any`. */
DEVICE bool combine_close(T *x, const uint64_t *state, const uint8_t *filled, const T *w, int64_t j)
{
    if (ADD_IS_OR) {
        *x = w[j];
        return filled[j];
    }
    if (STATE_IS_PAIR) {
        *x = value_of_bits(state[j] & 0xffffffffu);
        return (state[j] & PAIR_FILLED) != 0;
    }
    *x = value_of_bits(state[j]);
    return filled[j];
}

#endif
