/* Element-wise operations on vectors. */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/elementwise/vector_arguments.h"

GRAPH_KERNEL void vector_merge(struct vector_merge_arguments a)
{
    const T *x = (const T *)a.old.value, *y = (const T *)a.update.value;
    T *z = (T *)a.value;
    int64_t entries = 0;
    for (int64_t i = thread_of_grid(); i < a.n; i += threads_of_grid()) {
        bool is_open = (a.is_given ? a.mask[i] != 0 : true) != (a.is_complement != 0);
        bool has_old = a.old.present == nullptr || a.old.present[i] != 0;
        bool has_update = a.update.present == nullptr || a.update.present[i] != 0;
        bool takes_update = is_open && has_update && (has_old || !a.is_intersection);
        bool takes_old = (is_open ? a.has_accum : a.keeps) && has_old && (has_update || !a.is_intersection);
        if (a.present != nullptr)
            a.present[i] = takes_update || takes_old;
        entries += takes_update || takes_old;
        if (z != nullptr)
            z[i] = takes_update && takes_old ? apply_binary(a.op, x[i], y[i])
                   : takes_update            ? y[i]
                   : takes_old               ? x[i]
                                             : (T)0;
    }
    if (a.entries == nullptr)
        return;
    for (int step = 16; step > 0; step >>= 1)
        entries += __shfl_down_sync(ALL_LANES, entries, step);
    if (lane_of_warp() == 0 && entries > 0)
        atomicAdd((unsigned long long *)a.entries, (unsigned long long)entries);
}

GRAPH_KERNEL void vector_probed(struct vector_probed_arguments a)
{
    const T *sparse = (const T *)a.sparse, *dense = (const T *)a.dense;
    T *z = (T *)a.to_value;
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid()) {
        if (!is_selected(a.selection, e))
            continue;
        int64_t at = rank_of(a.selection, e);
        int32_t i = a.index[e];
        a.to_index[at] = i;
        if (z != nullptr)
            z[at] = a.is_dense_first ? apply_binary(a.op, dense[i], sparse[e])
                                     : apply_binary(a.op, sparse[e], dense[i]);
    }
}
