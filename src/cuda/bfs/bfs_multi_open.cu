/* Before bfs_multi.cu runs levels: its bitmaps and lists, the sources, and the first level. */
#include "cuda/primitives/warp.cuh"

#include "cuda/bfs/bfs_multi_arguments.h"
#include "cuda/primitives/value_sizes.cuh"

namespace
{

/* Closes the vertices without edges in, and lists those with at least MULTI_LONG. */
__global__ void bfs_multi_prepare(struct bfs_multi_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.tiles * 32; v += threads_of_grid()) {
        const int64_t count = v < a.n ? a.in_start[v + 1] - a.in_start[v] : 0;
        const unsigned closed = __ballot_sync(ALL_LANES, count == 0);
        if (lane_of_warp() == 0)
            a.closed[v >> 5] = closed;
        if (count >= MULTI_LONG)
            a.long_row[atomicAdd(a.long_rows, 1)] = (int32_t)v;
    }
}

DEVICE int64_t source_of(const bfs_multi_arguments &a, int64_t k)
{
    return a.source != nullptr ? a.source[k] : a.first_source + k;
}

/* Every source has reached itself. */
__global__ void bfs_multi_seed(struct bfs_multi_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.count; k += threads_of_grid()) {
        atomicOr(&a.seen[source_of(a, k) * a.words + k / 32], 1u << (k % 32));
        atomicOr(&a.control->last.alive[k / 32], 1u << (k % 32));
    }
}

/* Adds a vertex to a frontier. */
DEVICE void add_active(const bfs_multi_arguments &a, uint32_t *active, bfs_multi_counters *counters,
                       int64_t v)
{
    if ((atomicOr(&active[v >> 5], 1u << (v & 31)) >> (v & 31) & 1) == 0) {
        atomicAdd(&counters->active, 1u);
        atomicAdd(&counters->edges, (unsigned long long)(a.out_start[v + 1] - a.out_start[v]));
    }
}

/* The first frontier: the rows of the sources. */
__global__ void bfs_multi_open(struct bfs_multi_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.count; k += threads_of_grid()) {
        const int64_t v = source_of(a, k);
        for (int w = 0; w < a.words; w++)
            a.frontier[0][v * a.words + w] = a.seen[v * a.words + w];
        add_active(a, a.active[0], &a.control->last, v);
    }
}

/* The first level follows the edges out of the sources; a pull would read all edges into the vertices that they lead to.
 * Blocks share the edges of a source. */
__global__ void bfs_multi_first(struct bfs_multi_arguments a)
{
    bfs_multi_counters *counters = &a.control->counters[1];
    for (int64_t item = blockIdx.x; item < (int64_t)a.count * MULTI_FIRST_BLOCKS; item += gridDim.x) {
        const int64_t source = source_of(a, item % a.count), end = a.out_start[source + 1];
        const int word = (int)(item % a.count / 32);
        const uint32_t bit = 1u << item % a.count % 32;
        bool is_alive = false;
        for (int64_t k = a.out_start[source] + item / a.count * blockDim.x + threadIdx.x; k < end;
             k += MULTI_FIRST_BLOCKS * blockDim.x) {
            const int64_t v = a.out_column[k], at = v * a.words + word;
            if ((atomicOr(&a.seen[at], bit) & bit) != 0)
                continue;
            atomicOr(&a.frontier[1][at], bit);
            if (a.plane[0] != nullptr)
                atomicOr(&a.plane[0][at], bit);
            add_active(a, a.active[1], counters, v);
            is_alive = true;
        }
        if (is_alive && (*(volatile uint32_t *)&counters->alive[word] & bit) == 0)
            atomicOr(&counters->alive[word], bit);
    }
}

/* Makes the first level the last one that is done. */
__global__ void bfs_multi_first_done(struct bfs_multi_arguments a)
{
    a.control->last = a.control->counters[1];
    a.control->depth = 1;
}

} // namespace

EXPORT(bfs_multi_prepare)
EXPORT(bfs_multi_seed)
EXPORT(bfs_multi_open)
EXPORT(bfs_multi_first)
EXPORT(bfs_multi_first_done)
