/* The sums of a round of PageRank over all blocks, added in an order that only the matrix determines. */
#ifndef CUDA_CENTRALITY_PAGERANK_SUMS_CUH
#define CUDA_CENTRALITY_PAGERANK_SUMS_CUH

#include "cuda/primitives/warp.cuh"

#include "cuda/centrality/pagerank_arguments.h"

/* The sum over `lanes` neighbouring lanes, in each of them. */
DEVICE double sum_lanes(double x, int lanes)
{
    for (int step = lanes / 2; step > 0; step /= 2)
        x += __shfl_xor_sync(ALL_LANES, x, step);
    return x;
}

DEVICE pagerank_sums plus(pagerank_sums x, pagerank_sums y)
{
    return {x.moved + y.moved, x.dangling + y.dangling};
}

/* The sums over a block of PAGERANK_THREADS threads, in its first thread. */
DEVICE pagerank_sums sum_block(pagerank_sums x)
{
    enum { WARPS = PAGERANK_THREADS / WARP };
    __shared__ pagerank_sums of_warp[WARPS];
    x = {sum_lanes(x.moved, WARP), sum_lanes(x.dangling, WARP)};
    __syncthreads();
    if (lane_of_warp() == 0)
        of_warp[threadIdx.x / WARP] = x;
    __syncthreads();
    for (int w = 1; w < WARPS && threadIdx.x == 0; w++)
        x = plus(x, of_warp[w]);
    return x;
}

/* Whether this block is the last of the launch to get here; what the others wrote before is then visible. */
DEVICE bool is_last_block(pagerank_control *control)
{
    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(&control->arrived, 1u) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        __threadfence();
    return is_last;
}

DEVICE pagerank_sums load_sums(const pagerank_sums *there)
{
    const volatile double *x = (const volatile double *)there;
    return {x[0], x[1]};
}

/* What the value of a vertex adds, which was `before` and is `after`. */
DEVICE pagerank_sums change_of(double before, double after, double inverse)
{
    return {fabs(after - before), inverse == 0 ? after : 0};
}

/* Ends a round for column l, whose sums these are. */
DEVICE void end_column(const pagerank_arguments &a, int l, pagerank_sums sums)
{
    if (a.control->is_done[l])
        return;
    a.control->sums[l] = sums;
    if (sums.moved <= a.tolerance) {
        a.control->is_done[l] = 1;
        atomicSub(&a.control->waiting, 1);
    }
}

#endif
