/* Arithmetic of betweenness that both methods share, so that they give the same bits.
 *
 * The sum of a row is over its edges in ascending order.  A row with more than BETWEEN_LONG edges is cut into pieces of
 * equal length, BETWEEN_PIECES of them, whose sums are added in their order.  No product is fused with a sum. */
#ifndef CUDA_CENTRALITY_BETWEENNESS_STEPS_CUH
#define CUDA_CENTRALITY_BETWEENNESS_STEPS_CUH

#include "cuda/primitives/warp.cuh"

#include "cuda/centrality/betweenness_arguments.h"

DEVICE double power_of_two(int exponent) { return __longlong_as_double((long long)(exponent + 1023) << 52); }

/* Edges of a piece of a row of `length` edges. */
DEVICE int64_t piece_of(int64_t length)
{
    const int64_t piece = (length + BETWEEN_PIECES - 1) / BETWEEN_PIECES;
    return length <= BETWEEN_LONG ? length : (piece + WARP - 1) / WARP * WARP;
}

/* The share of a vertex from the sum over the edges out of it, and what it passes on to the level before. */
DEVICE double share_of(double paths, double sum) { return __dmul_rn(paths, sum); }
DEVICE double wave_of(double paths, double share) { return __ddiv_rn(__dadd_rn(1, share), paths); }

#endif
