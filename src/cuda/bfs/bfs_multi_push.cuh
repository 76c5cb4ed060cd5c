/* A level from many sources along the edges out of its frontier; see bfs_multi.cu.
 *
 * Lists of edges are cut into pieces, so that warps have equal shares; rows of bits are or-ed as words of 64 bits. */
#ifndef CUDA_BFS_BFS_MULTI_PUSH_CUH
#define CUDA_BFS_BFS_MULTI_PUSH_CUH

#include "cuda/primitives/warp.cuh"

#include "cuda/bfs/bfs_multi_arguments.h"

/* Clears the rows of the next frontier, of TWOS words of 64 bits, and lists the pieces of the edges out of this one. */
template <int TWOS>
DEVICE void list_pieces(const bfs_multi_arguments &a, const uint32_t *active, uint32_t *next,
                        unsigned *pieces)
{
    const int lane = lane_of_warp();
    for (int64_t k = thread_of_grid(); k < a.n * TWOS; k += threads_of_grid())
        ((unsigned long long *)next)[k] = 0;
    for (int64_t tile = thread_of_grid() / WARP; tile < a.tiles; tile += threads_of_grid() / WARP) {
        const uint32_t here = active[tile];
        if (here == 0)
            continue;
        const int32_t v = (int32_t)(tile * 32 + lane);
        int count = 0;
        if ((here >> lane & 1) != 0)
            count = (int)((a.out_start[v + 1] - a.out_start[v] + MULTI_PIECE - 1) / MULTI_PIECE);
        const int sum = scan_warp(count), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
        unsigned place = 0;
        if (lane == 0)
            place = atomicAdd(pieces, (unsigned)all);
        place = __shfl_sync(ALL_LANES, place, 0);
        for (int base = 0; base < all; base += WARP) {
            const int e = base + lane, owner = search_warp(e, sum);
            const int before = __shfl_sync(ALL_LANES, sum - count, owner);
            const int32_t u = __shfl_sync(ALL_LANES, v, owner);
            if (e < all)
                a.piece[place + e] = {u, e - before};
        }
    }
}

/* next(v) |= frontier(u) for all edges u -> v out of the frontier; a lane has two words of the row of v. */
template <int TWOS>
DEVICE void push(const bfs_multi_arguments &a, const uint32_t *frontier, uint32_t *next, unsigned pieces)
{
    enum { AT_ONCE = 4 };
    const unsigned warps = (unsigned)(threads_of_grid() / WARP);
    const int lane = lane_of_warp(), two = lane % TWOS;
    for (unsigned item = threadIdx.x / WARP * gridDim.x + blockIdx.x; item < pieces; item += warps) {
        const bfs_multi_piece p = a.piece[item];
        const int64_t first = a.out_start[p.vertex] + (int64_t)p.piece * MULTI_PIECE,
                      stop = a.out_start[p.vertex + 1];
        const int64_t end = stop - first < MULTI_PIECE ? stop : first + MULTI_PIECE;
        const unsigned long long mine =
            ((const unsigned long long *)frontier)[(int64_t)p.vertex * TWOS + two];
        for (int64_t k = first; k < end; k += AT_ONCE * WARP) {
            int32_t v[AT_ONCE];
#pragma unroll
            for (int j = 0; j < AT_ONCE; j++)
                v[j] = k + j * WARP + lane < end ? a.out_column[k + j * WARP + lane] : -1;
#pragma unroll
            for (int j = 0; j < AT_ONCE; j++)
#pragma unroll
                for (int i = 0; i < TWOS; i++) {
                    const int32_t to = __shfl_sync(ALL_LANES, v[j], i * (WARP / TWOS) + lane / TWOS);
                    if (to >= 0 && mine != 0)
                        atomicOr(&((unsigned long long *)next)[(int64_t)to * TWOS + two], mine);
                }
        }
    }
}

#endif
