/* See mxm_plan.h: finished rows move from scratch memory to C. */
#include "cuda/kernel.cuh"

#include "cuda/mxm_plan_arguments.h"
#include "cuda/together.cuh"

template <typename V>
DEVICE void move_row(const struct mxm_gather_arguments &a, int64_t from, int64_t to, int64_t n, int place)
{
    const V *__restrict__ value = (const V *)a.value + from;
    const int32_t *__restrict__ column = a.column + from;
    V *__restrict__ C_value = (V *)a.C_value + to;
    int32_t *__restrict__ C_column = a.C_column + to;
#pragma unroll 4
    for (int64_t e = place; e < n; e += a.lanes) {
        C_column[e] = column[e];
        C_value[e] = value[e];
    }
}

static __global__ void gather(struct mxm_gather_arguments a)
{
    int64_t place = thread_of_grid() / a.lanes;
    if (place >= a.rows * a.group)
        return;
    int member = 0;
    if (a.group > 1) {
        member = (int)(place % a.group);
        place /= a.group;
    }
    place += a.first;
    int64_t row = a.list[place] + member, to = a.C_row_start[row], n = a.C_row_start[row + 1] - to;
    int64_t from = a.offset[place] + member * n;
    int lane = (int)(threadIdx.x & (unsigned)(a.lanes - 1));
    switch (a.value_bytes) {
    case 1:
        move_row<uint8_t>(a, from, to, n, lane);
        break;
    case 2:
        move_row<uint16_t>(a, from, to, n, lane);
        break;
    case 4:
        move_row<uint32_t>(a, from, to, n, lane);
        break;
    default:
        move_row<uint64_t>(a, from, to, n, lane);
        break;
    }
}

/* A warp's 32 short rows, one entry for each lane after the other. */
template <typename V>
DEVICE void move_rows(const struct mxm_gather_arguments &a, int64_t from, int64_t to, int n)
{
    enum { EACH = 4 };
    const V *__restrict__ value = (const V *)a.value;
    const int sum = sum_so_far(n), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    from -= sum - n;
    to -= sum - n;
    for (int first = lane_of_warp(); first - lane_of_warp() < all; first += EACH * WARP) {
        int64_t there[EACH];
        int32_t column[EACH];
        V x[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int q = first + e * WARP, owner = owner_of(q, sum);
            const int64_t here = __shfl_sync(ALL_LANES, from, owner) + q;
            there[e] = __shfl_sync(ALL_LANES, to, owner) + q;
            if (q < all) {
                column[e] = a.column[here];
                x[e] = value[here];
            }
        }
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (first + e * WARP < all) {
                a.C_column[there[e]] = column[e];
                ((V *)a.C_value)[there[e]] = x[e];
            }
    }
}

static __global__ void gather_short(struct mxm_gather_arguments a)
{
    const int64_t own = thread_of_grid();
    int64_t from = 0, to = 0;
    int n = 0;
    if (own < a.rows) {
        const int64_t row = a.list[a.first + own];
        to = a.C_row_start[row];
        n = (int)(a.C_row_start[row + 1] - to);
        from = a.offset[a.first + own];
    }
    switch (a.value_bytes) {
    case 1:
        move_rows<uint8_t>(a, from, to, n);
        break;
    case 2:
        move_rows<uint16_t>(a, from, to, n);
        break;
    case 4:
        move_rows<uint32_t>(a, from, to, n);
        break;
    default:
        move_rows<uint64_t>(a, from, to, n);
        break;
    }
}

const void *const graph__mxm_gather = (const void *)gather;
const void *const graph__mxm_gather_short = (const void *)gather_short;
