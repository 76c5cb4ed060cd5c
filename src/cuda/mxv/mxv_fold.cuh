/* Shared by the pull kernels: products, partial sums that may be empty, and the result. */
#ifndef CUDA_MXV_MXV_FOLD_CUH
#define CUDA_MXV_MXV_FOLD_CUH

#include "cuda/semiring/semiring.cuh"

#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/mxv/mxv_arguments.h"

#include "cuda/primitives/loads.cuh"
#include "cuda/primitives/warp.cuh"

DEVICE bool mxv_admits(const struct mxv_operands &o, int64_t i)
{
    return o.mask == nullptr || (o.mask[i] != 0) != (o.mask_is_complement != 0);
}

DEVICE T mxv_product(const struct mxv_operands &o, T from_A, T from_u)
{
    return o.is_flipped ? mul(from_u, from_A) : mul(from_A, from_u);
}

DEVICE bool mxv_reads_A(const struct mxv_operands &o) { return o.is_flipped ? READS_Y : READS_X; }
DEVICE bool mxv_reads_u(const struct mxv_operands &o) { return o.is_flipped ? READS_X : READS_Y; }

/* A partial sum; is_there: it has a product. */
struct partial {
    T sum;
    bool is_there;
};

DEVICE void join(struct partial &x, T y, bool y_is_there)
{
    if (y_is_there) {
        x.sum = x.is_there ? add(x.sum, y) : y;
        x.is_there = true;
    }
}

DEVICE T value_of_lane_below(T x, int distance, int width)
{
    if (sizeof(T) == 8) {
        long long bits = *(long long *)&x;
        bits = __shfl_down_sync(ALL_LANES, bits, (unsigned)distance, width);
        return *(T *)&bits;
    }
    int bits = 0;
    *(T *)&bits = x;
    bits = __shfl_down_sync(ALL_LANES, bits, (unsigned)distance, width);
    return *(T *)&bits;
}

/* Lane 0 of each group of `width` lanes gets the fold of the group, in the order of the lanes. */
DEVICE void fold_lanes(struct partial &x, int width)
{
    for (int distance = 1; distance < width; distance *= 2) {
        T y = value_of_lane_below(x.sum, distance, width);
        bool is_there = __shfl_down_sync(ALL_LANES, (int)x.is_there, (unsigned)distance, width);
        if ((lane_of_warp() & (2 * distance - 1)) == 0)
            join(x, y, is_there);
    }
}

DEVICE int store_row(const struct mxv_pull_arguments &a, int64_t i, struct partial x)
{
    bool is_entry = x.is_there && mxv_admits(a.o, i);
    ((T *)a.w)[i] = is_entry ? x.sum : (T)0;
    if (a.w_present != nullptr)
        a.w_present[i] = is_entry;
    return is_entry;
}

/* Four elements, in accesses of at most 16 bytes. */
union four {
    T x[4];
    int bytes4;
    int2 bytes8;
    int4 bytes16[2];
};

/* Four elements that this kernel reads once; the address is a multiple of their bytes, or of 16. */
DEVICE void load_four_once(T (&x)[4], const T *there)
{
    union four p;
    if (sizeof(T) == 1)
        p.bytes4 = __ldcs((const int *)there);
    else if (sizeof(T) == 2)
        p.bytes8 = __ldcs((const int2 *)there);
    else
        p.bytes16[0] = __ldcs((const int4 *)there);
    if (sizeof(T) == 8)
        p.bytes16[1] = __ldcs((const int4 *)there + 1);
#pragma unroll
    for (int e = 0; e < 4; e++)
        x[e] = p.x[e];
}

DEVICE void store_four(T *there, const T (&x)[4])
{
    union four p;
#pragma unroll
    for (int e = 0; e < 4; e++)
        p.x[e] = x[e];
    if (sizeof(T) == 1)
        *(int *)there = p.bytes4;
    else if (sizeof(T) == 2)
        *(int2 *)there = p.bytes8;
    else
        *(int4 *)there = p.bytes16[0];
    if (sizeof(T) == 8)
        *((int4 *)there + 1) = p.bytes16[1];
}

#endif
