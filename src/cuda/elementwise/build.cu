/* Loads positions and values for a radix sort, and unloads them (build_host.c). */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/elementwise/build_arguments.h"
#include "cuda/primitives/value_sizes.cuh"

/* Values of fewer than 4 bytes are sorted as 4. */
template <typename V> struct loaded {
    typedef uint32_t type;
};
template <> struct loaded<uint64_t> {
    typedef uint64_t type;
};

template <typename K, typename V> static __global__ void build_load(struct build_load_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid()) {
        ((K *)a.key)[e] = (K)(uint32_t)a.row[e] << a.column_bits | (K)(uint32_t)a.column[e];
        if constexpr (has_values<V>::is)
            ((typename loaded<V>::type *)a.load)[e] = ((const V *)a.value)[e];
    }
}

template <typename K> static __global__ void build_mark(struct build_mark_arguments a)
{
    const K *key = (const K *)a.key;
    /* All lanes of a warp make the same number of iterations. */
    for (int64_t e = thread_of_grid(); e - lane_of_warp() < a.n; e += threads_of_grid()) {
        uint32_t bits = __ballot_sync(ALL_LANES, e < a.n && (e == 0 || key[e] != key[e - 1]));
        if (lane_of_warp() == 0)
            a.bits[e >> 5] = bits;
    }
}

template <typename K, typename V> static __global__ void build_unload(struct build_unload_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid()) {
        if (a.selection.bits != nullptr && !is_selected(a.selection, e))
            continue;
        int64_t at = a.selection.bits != nullptr ? rank_of(a.selection, e) : e;
        a.column[at] = (int32_t)(((const K *)a.key)[e] & (((K)1 << a.column_bits) - 1));
        if constexpr (has_values<V>::is)
            ((V *)a.value)[at] = (V)((const typename loaded<V>::type *)a.load)[e];
    }
}

GRAPH_KERNEL void build_find(struct build_find_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
        if (e > a.after && a.row[e] == a.i && a.column[e] == a.j)
            atomicMin((unsigned long long *)a.found, (unsigned long long)e);
}

GRAPH_KERNEL void build_repeat(struct build_repeat_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
        if (!(a.bits[e >> 5] >> (e & 31) & 1))
            atomicMin((unsigned long long *)a.found, (unsigned long long)e);
}

#define BY_SIZE(name, K)                                                                                     \
    {                                                                                                        \
        (const void *)name<K, nothing>, (const void *)name<K, uint8_t>, (const void *)name<K, uint16_t>,     \
            (const void *)name<K, uint32_t>, (const void *)name<K, uint64_t>                                 \
    }
extern "C" const void *const graph__cuda_build_load[2][5] = {BY_SIZE(build_load, uint32_t),
                                                             BY_SIZE(build_load, uint64_t)};
extern "C" const void *const graph__cuda_build_unload[2][5] = {BY_SIZE(build_unload, uint32_t),
                                                               BY_SIZE(build_unload, uint64_t)};
extern "C" const void *const graph__cuda_build_mark[2] = {(const void *)build_mark<uint32_t>,
                                                          (const void *)build_mark<uint64_t>};
EXPORT(build_find)
EXPORT(build_repeat)
