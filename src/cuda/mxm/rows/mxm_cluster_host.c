/* Launches the kernels of row clusters; see mxm_cluster_host.h. */
#include "cuda/mxm/rows/mxm_cluster_host.h"

#include "cuda/runtime/call.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/rows/tuning.h"

/* A bound of the static shared memory of mxm_cluster, what the device reserves for each block, and the unit of tables. */
enum { STATIC_SHARED_BYTES = 7552, RESERVED_BYTES = 1024, UNIT = 128 };

static int slot_bytes_of(const struct graph_semiring *semiring)
{
    return semiring->kind == GRAPH_ANY_PAIR ? 0 : semiring->value_bytes == 8 ? 8 : 4;
}

/* The bytes of shared memory for the tables of a block of this class. */
static int32_t bytes_of_class(int class_number)
{
    const int blocks = MXM_CLUSTER_BLOCKS - class_number;
    const int32_t all = (int32_t)graph__cuda_device(NULL)->shared_bytes + RESERVED_BYTES;
    return (all / blocks - RESERVED_BYTES - STATIC_SHARED_BYTES) / UNIT * UNIT;
}

graph_status graph__cuda_mxm_cluster_open(struct cuda_call *call, struct mxm_cluster_cache *cache,
                                          const struct graph_mxm_request *r, struct mxm_totals *device_totals,
                                          struct mxm_totals *totals)
{
    int64_t bytes = 0, rows = 0;
    graph_status status = GRAPH_OK;
    for (int bin = MXM_FIRST_SAMPLED; bin < MXM_FIRST_SAMPLED + MXM_SAMPLED_BINS; bin++)
        if (graph__mxm_is_clustered(totals, r->semiring, bin)) {
            bytes += (graph__mxm_divide_up(totals->rows[bin], MXM_CLUSTER_ROWS) + 1) *
                     (bin == MXM_WIDE        ? MXM_PATTERN_BYTES_OF_WIDE
                      : bin >= MXM_SORT_4096 ? MXM_PATTERN_BYTES_OF_LONG
                                             : MXM_PATTERN_BYTES);
            rows += totals->rows[bin];
        }
    *cache = (struct mxm_cluster_cache){.pool_used = &device_totals->pool_used,
                                        .groups = device_totals->made.groups,
                                        .pool_bytes = bytes,
                                        .most = rows / 2 + 1,
                                        .slot_bytes = slot_bytes_of(r->semiring)};
    const int64_t records = MXM_CLUSTER_CLASSES * cache->most;
    if (rows == 0)
        return GRAPH_OK;
    if (!graph__cuda_has_bytes(2 *
                               (size_t)(bytes + r->A.entries + records * (int64_t)sizeof *cache->record))) {
        for (int k = 0; k < MXM_SAMPLED_BINS; k++)
            totals->sampled[k].cluster = 0;
        return GRAPH_OK;
    }
    for (int k = 0; k < MXM_CLUSTER_CLASSES; k++)
        cache->bytes[k] = bytes_of_class(k);
    GRAPH_TRY(CUDA_SCRATCH(call, cache->pool, bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, cache->number, r->A.entries));
    GRAPH_TRY(CUDA_SCRATCH(call, cache->record, records));
done:
    return status;
}

graph_status graph__cuda_mxm_cluster_counted(struct cuda_call *call, int64_t *entries,
                                             const int64_t *entries_there,
                                             const struct mxm_cluster_cache *cache,
                                             struct mxm_totals *device_totals, struct mxm_totals *totals)
{
    graph_status status;
    if (cache->pool == NULL)
        return graph__cuda_read(call, entries, entries_there, sizeof *entries);
    GRAPH_TRY(graph__cuda_copy(call, &device_totals->made.entries, entries_there, sizeof *entries));
    GRAPH_TRY(CUDA_READ(call, totals->made, &device_totals->made));
    *entries = totals->made.entries;
done:
    return status;
}

graph_status graph__cuda_mxm_cluster_count(struct cuda_call *call, const struct mxm_row_arguments *a)
{
    return graph__cuda_launch(call, graph__mxm_cluster_count, graph__mxm_divide_up(a->rows, MXM_CLUSTER_ROWS),
                              MXM_CLUSTER_THREADS, 0, a);
}

graph_status graph__cuda_mxm_cluster(struct cuda_call *call, const struct mxm_row_arguments *all,
                                     const struct graph_mxm_request *r, const struct mxm_totals *totals)
{
    /* Not the streams of inserts and compaction, which run concurrently. */
    static const int streams[MXM_CLUSTER_CLASSES] = {1, 1, GRAPH_CUDA_HIGH_PRIORITY + 1,
                                                     GRAPH_CUDA_HIGH_PRIORITY};
    struct mxm_row_arguments a = *all;
    graph_status status = GRAPH_OK;
    for (int k = MXM_CLUSTER_CLASSES - 1; k >= 0; k--) {
        a.rows = totals->made.groups[k];
        if (a.rows == 0)
            continue;
        a.cluster.record = all->cluster.record + k * a.cluster.most;
        a.slots = a.cluster.bytes[k];
        GRAPH_TRY(graph__mxm_use_stream(call, totals, streams[k]));
        GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_cluster, a.rows,
                                          MXM_CLUSTER_THREADS, (size_t)a.slots, &a));
    }
done:
    return status;
}

graph_status graph__cuda_mxm_cluster_singles(struct cuda_call *call, struct mxm_row_arguments *a,
                                             const struct graph_mxm_request *r)
{
    const void *kernel;
    graph_status status;
    const int slot_bytes = slot_bytes_of(r->semiring);
    const int least = MXM_CLUSTER_FIXED_BYTES + MXM_CLUSTER_ENTRIES * MXM_CLUSTER_ENTRY_BYTES(slot_bytes) +
                      4 * MXM_CLUSTER_LIST;
    const int most = ((int)graph__cuda_device(NULL)->shared_bytes - STATIC_SHARED_BYTES - least) /
                     MXM_CLUSTER_COLUMN_BYTES(slot_bytes) / 8 * 8;
    int64_t blocks;
    a->words = MXM_CLUSTER_ENTRIES;
    a->slots = most < MXM_CLUSTER_REMAINING_SLOTS ? most : MXM_CLUSTER_REMAINING_SLOTS;
    const size_t bytes = (size_t)(least + a->slots * MXM_CLUSTER_COLUMN_BYTES(slot_bytes));
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_cluster, r->semiring));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, MXM_CLUSTER_THREADS, bytes));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, MXM_CLUSTER_THREADS, bytes, a));
done:
    return status;
}
