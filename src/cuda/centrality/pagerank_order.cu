/* The order of the gathered vector where a small number of vertices has a large share of the edges.
 *
 * A read of the vector brings 32 bytes into the cache of a multiprocessor.  Where the vertices that many edges come from
 * stand next to each other, these bytes are all in demand, and the cache holds eight times as many such vertices.  So the
 * vector is ordered by the binary digits of their numbers of edges, the old order within each class, and columns are
 * renumbered once.  Rows, and the order of the entries in them, stay: results do not change.
 *
 * Source: Zhang, Kiriansky, Mendis, Amarasinghe, Zaharia, "Making caches work for graph analytics", IEEE Big Data 2017. */
#include "cuda/primitives/warp.cuh"

#include "cuda/centrality/pagerank_arguments.h"

namespace
{

/* How many vertices and edges each class has, and the keys by which vertices are sorted.  A warp adds what its lanes have of
 * a class at once. */
__global__ void __launch_bounds__(PAGERANK_THREADS) count_classes(pagerank_order_arguments a)
{
    __shared__ unsigned vertices[PAGERANK_CLASSES];
    __shared__ unsigned long long edges[PAGERANK_CLASSES];
    for (int c = (int)threadIdx.x; c < PAGERANK_CLASSES; c += PAGERANK_THREADS)
        vertices[c] = 0, edges[c] = 0;
    __syncthreads();
    for (int64_t first = thread_of_grid() - lane_of_warp(); first < a.n; first += threads_of_grid()) {
        const int64_t v = first + lane_of_warp();
        const bool is_there = v < a.n;
        const int64_t degree = is_there ? a.out_start[v + 1] - a.out_start[v] : 0;
        const int c = __clz((int)degree);
        if (is_there) {
            a.key[v] = (uint32_t)c;
            a.vertex[v] = (uint32_t)v;
        }
        for (unsigned rest = __ballot_sync(ALL_LANES, is_there); rest != 0;) {
            const int owner = __ffs((int)rest) - 1, of_owner = __shfl_sync(ALL_LANES, c, owner);
            const bool is_of_class = is_there && c == of_owner;
            const unsigned mask = __ballot_sync(ALL_LANES, is_of_class);
            const int64_t sum = reduce_warp(is_of_class ? degree : 0);
            if (lane_of_warp() == owner) {
                atomicAdd(&vertices[c], (unsigned)__popc(mask));
                atomicAdd(&edges[c], (unsigned long long)sum);
            }
            rest &= ~mask;
        }
    }
    __syncthreads();
    for (int c = (int)threadIdx.x; c < PAGERANK_CLASSES; c += PAGERANK_THREADS)
        if (vertices[c] > 0) {
            atomicAdd(&a.classes->vertices[c], (unsigned long long)vertices[c]);
            atomicAdd(&a.classes->edges[c], edges[c]);
        }
}

__global__ void find_places(pagerank_order_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.n; k += threads_of_grid())
        a.place[a.vertex[k]] = (int32_t)k;
}

__global__ void renumber(pagerank_order_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.entries; e += threads_of_grid())
        a.renumbered[e] = a.place[__ldcs(a.column + e)];
}

} // namespace

extern "C" const void *const graph__cuda_pagerank_classes = (const void *)count_classes;
extern "C" const void *const graph__cuda_pagerank_places = (const void *)find_places;
extern "C" const void *const graph__cuda_pagerank_renumber = (const void *)renumber;
