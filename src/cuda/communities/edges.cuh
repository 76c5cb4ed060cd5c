/* The edges of the vertices of a step that have moved, by warps: those of short rows of several rows at once, those of long
 * rows in chunks. */
#ifndef CUDA_COMMUNITIES_EDGES_CUH
#define CUDA_COMMUNITIES_EDGES_CUH

#include "cuda/communities/chunks.cuh"

/* Calls visit(is_edge, entry, v, to) by whole warps for the entries of the rows v of a warp's lanes. */
template <typename F> DEVICE void visit_short(int64_t begin, int length, int32_t v, int32_t to, F visit)
{
    const int sum = scan_warp(length), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    const int64_t from = begin - (sum - length);
    for (int base = 0; base < all; base += WARP) {
        const int e = base + lane_of_warp(), owner = search_warp(e, sum);
        const int64_t k = (int64_t)__shfl_sync(ALL_LANES, (long long)from, owner) + e;
        const int32_t row = __shfl_sync(ALL_LANES, v, owner), its = __shfl_sync(ALL_LANES, to, owner);
        visit(e < all, k, row, its);
    }
}

/* For each queued vertex of a step calls take(v, target) once, by whole warps (target STAYS where there is none), and
 * visit as above for the entries of those for which it returns true. */
template <typename W, typename T, typename F>
DEVICE void visit_moved(const level_arguments &a, const level_step &s, const unsigned *count,
                        level_room<W> *room, T take, F visit)
{
    const unsigned *begin = a.control->begin + s.step * LEVEL_CLASSES;
    const int lane = lane_of_warp();
    const int64_t warp = (int64_t)(threadIdx.x / WARP) * gridDim.x + blockIdx.x,
                  warps = (int64_t)gridDim.x * LEVEL_WARPS;
    for (int c = LEVEL_LONG; c >= LEVEL_QUARTER; c--)
        for (int64_t tile = 0; tile < count[c]; tile += LEVEL_THREADS) {
            const bool is_here = tile + threadIdx.x < count[c];
            const int64_t place = begin[c] + tile + threadIdx.x;
            const int32_t v = is_here ? s.queue[place] : 0, to = is_here ? s.target[place] : STAYS;
            const bool goes = blockIdx.x == 0 ? take(v, to) : to >= 0;
            unsigned all_slots;
            const int all = number_chunks<W>(goes ? chunks_of(a.row_start[v + 1] - a.row_start[v]) : 0, 0,
                                             room, &all_slots);
            for (int chunk = (int)blockIdx.x; chunk < all; chunk += (int)gridDim.x) {
                const int owner = owner_of<W>(chunk, room);
                const int32_t mover = s.queue[begin[c] + tile + owner],
                              its = s.target[begin[c] + tile + owner];
                const int64_t row_begin = a.row_start[mover], row_end = a.row_start[mover + 1],
                              first =
                                  row_begin + (int64_t)(chunk - first_chunk_of<W>(owner, room)) * LEVEL_CHUNK,
                              end = first + LEVEL_CHUNK < row_end ? first + LEVEL_CHUNK : row_end;
                for (int64_t base = first + (threadIdx.x & ~31u); base < end; base += LEVEL_THREADS)
                    visit(base + lane < end, base + lane, mover, its);
            }
            __syncthreads();
        }
    for (int c = LEVEL_WARP; c >= LEVEL_GROUP; c--) {
        /* Vertices of a warp: so many that all warps have work. */
        const int64_t share = (count[c] + warps - 1) / warps, each = share < WARP ? share : WARP;
        for (int64_t at = warp * each; at < count[c]; at += warps * each) {
            const bool is_here = lane < each && at + lane < count[c];
            const int64_t place = begin[c] + at + lane;
            const int32_t v = is_here ? s.queue[place] : 0, to = is_here ? s.target[place] : STAYS;
            const bool goes = take(v, to);
            int64_t row_begin = 0;
            int length = 0;
            if (goes) {
                row_begin = a.row_start[v];
                length = (int)(a.row_start[v + 1] - row_begin);
            }
            visit_short(row_begin, length, v, to, visit);
        }
    }
}

#endif
