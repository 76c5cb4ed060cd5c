/* Kernels that move entries of vectors or mark them, without an operator. */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/primitives/value_sizes.cuh"
#include "cuda/elementwise/vector_arguments.h"

template <typename V> static __global__ void vector_scatter(struct vector_scatter_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid()) {
        int32_t i = a.index[e];
        if constexpr (has_values<V>::is) {
            if (a.value != nullptr)
                ((V *)a.value)[i] = ((const V *)a.from)[e];
            a.present[i] = !a.truth || ((const V *)a.from)[e] != 0;
        } else
            a.present[i] = 1;
    }
}

template <typename V> static __global__ void vector_write(struct vector_move_arguments a)
{
    if constexpr (has_values<V>::is)
        for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
            ((V *)a.to)[a.index[e]] = ((const V *)a.from)[e];
}

template <typename V> static __global__ void vector_read(struct vector_move_arguments a)
{
    if constexpr (has_values<V>::is)
        for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
            ((V *)a.to)[e] = ((const V *)a.from)[a.index[e]];
}

GRAPH_KERNEL void vector_mask_kernel(struct vector_mask_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.n; i += threads_of_grid())
        a.present[i] = (a.from == nullptr || a.from[i] != 0) && (a.value == nullptr || a.value[i] != 0);
}

GRAPH_KERNEL void vector_probe(struct vector_probe_arguments a)
{
    /* All lanes of a warp make the same number of iterations. */
    for (int64_t e = thread_of_grid(); e - lane_of_warp() < a.n; e += threads_of_grid()) {
        bool is_there = false;
        if (e < a.n)
            is_there = a.present == nullptr || a.present[a.index != nullptr ? a.index[e] : e] != 0;
        uint32_t bits = __ballot_sync(ALL_LANES, is_there);
        if (lane_of_warp() == 0)
            a.bits[e >> 5] = bits;
    }
}

GRAPH_KERNEL void vector_unpack(struct vector_unpack_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.n; i += threads_of_grid())
        a.present[i] = a.bits[i >> 5] >> (i & 31) & 1;
}

EXPORT_SIZES(vector_scatter)
EXPORT_SIZES(vector_write)
EXPORT_SIZES(vector_read)
EXPORT(vector_mask_kernel)
EXPORT(vector_probe)
EXPORT(vector_unpack)
