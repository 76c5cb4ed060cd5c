/* Shared by the kernels for C = A B by rows: the sums of a lane's columns, their start and their stores. */
#ifndef CUDA_CSRMM_CSRMM_SUMS_CUH
#define CUDA_CSRMM_CSRMM_SUMS_CUH

#include "cuda/semiring/semiring.cuh"

#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/csrmm/csrmm_arguments.h"

#include "cuda/primitives/loads.cuh"

/* Columns of a lane where it may read and write 16 bytes at a time. */
enum { WIDE = 16 / sizeof(T) };

/* The start of a sum, so that its first product needs no test: add(start, x) = x for every x.  For integers that is
 * zero(); for floating types it is -0 where zero() is 0, since 0 + -0 is 0, else NaN, which minimum and maximum drop
 * even for infinity.  Without a start, as under `any` or in a user's floating semiring, the first product replaces the
 * sum. */
#if SEMIRING_IS_ANY || (T_IS_FLOAT && defined(USER_ADD))
enum { HAS_START = false };
DEVICE T start_of_sum(void) { return (T)0; }
#elif T_IS_FLOAT
enum { HAS_START = true };
DEVICE T start_of_sum(void) { return zero() == 0 ? -zero() : (T)__int_as_float(0x7fffffff); }
#else
enum { HAS_START = true };
DEVICE T start_of_sum(void) { return zero(); }
#endif

DEVICE T value_of_lane(T x, int lane, int width)
{
    pack<T, 1> p;
    p.bytes4 = 0;
    p.x[0] = x;
    if (sizeof(T) == 8) {
        p.bytes8.x = __shfl_sync(ALL_LANES, p.bytes8.x, lane, width);
        p.bytes8.y = __shfl_sync(ALL_LANES, p.bytes8.y, lane, width);
    } else
        p.bytes4 = __shfl_sync(ALL_LANES, p.bytes4, lane, width);
    return p.x[0];
}

/* Stores a lane's columns of a row. */
template <int COLUMNS>
DEVICE void store_sums(const struct csrmm_arguments &a, int64_t i, int64_t j, T (&sum)[COLUMNS])
{
    T *C = (T *)a.C + i * a.C_stride + j;
    if (a.is_accumulating) {
        T old[COLUMNS];
        load_pack(old, C);
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
            sum[c] = add(old[c], sum[c]);
    }
    store_pack(C, sum);
}

template <int COLUMNS> DEVICE void store_empty(const struct csrmm_arguments &a, int64_t i, int64_t j)
{
    T none[COLUMNS];
    if (a.is_accumulating)
        return;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++)
        none[c] = zero();
    store_pack((T *)a.C + i * a.C_stride + j, none);
}

/* A lane's columns in row k of B.  Strides below 2^32 bytes make it one instruction. */
template <typename STRIDE> DEVICE const T *row_of_B(const T *B, int32_t k, STRIDE stride)
{
    return (const T *)((const char *)B + (uint64_t)(uint32_t)k * stride);
}

/* Adds the products of an entry of A with a row of B; without HAS_START they replace sums that are not begun. */
template <int COLUMNS>
DEVICE void add_entry(T (&sum)[COLUMNS], bool is_begun, T from_A, const T (&from_B)[COLUMNS])
{
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        T x = mul(from_A, from_B[c]);
        sum[c] = HAS_START || is_begun ? add(sum[c], x) : x;
    }
}

#endif
