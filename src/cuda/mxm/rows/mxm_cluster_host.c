/* See mxm_cluster_host.h. */
#include "cuda/mxm/rows/mxm_cluster_host.h"

#include "cuda/runtime/call.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"

/* What the kernel has in shared memory besides its tables, and what the GPU has there for each block. */
enum { STATIC_SHARED_BYTES = 7552, RESERVED_BYTES = 1024, UNIT = 128 };

static int slot_bytes_of(const struct graph_semiring *semiring)
{
    return semiring->kind == GRAPH_ANY_PAIR ? 0 : semiring->value_bytes == 8 ? 8 : 4;
}

/* What a block of a class has in shared memory for its tables. */
static int32_t bytes_of_class(int class_number)
{
    const int blocks = MXM_CLUSTER_BLOCKS - class_number;
    const int32_t all = (int32_t)graph__cuda_device(NULL)->shared_bytes + RESERVED_BYTES;
    return (all / blocks - RESERVED_BYTES - STATIC_SHARED_BYTES) / UNIT * UNIT;
}

graph_status graph__cuda_mxm_cluster_keep(struct cuda_call *call, struct mxm_cluster_kept *kept,
                                          const struct graph_mxm_request *r, struct mxm_totals *there,
                                          struct mxm_totals *totals)
{
    /* Of eight rows, which have words and columns of C, most of them fewer than there is room for. */
    enum { BYTES = 8 << 10, BYTES_OF_MANY = 16 << 10, BYTES_OF_WIDE = 32 << 10 };
    int64_t bytes = 0, rows = 0;
    graph_status status = GRAPH_OK;
    for (int bin = MXM_FIRST_SAMPLED; bin < MXM_FIRST_SAMPLED + MXM_SAMPLED_BINS; bin++)
        if (graph__mxm_is_clustered(totals, r->semiring, bin)) {
            bytes += (graph__mxm_divide_up(totals->rows[bin], MXM_CLUSTER_ROWS) + 1) *
                     (bin == MXM_WIDE        ? BYTES_OF_WIDE
                      : bin >= MXM_SORT_4096 ? BYTES_OF_MANY
                                             : BYTES);
            rows += totals->rows[bin];
        }
    *kept = (struct mxm_cluster_kept){.pool_used = &there->pool_used,
                                      .groups = there->made.groups,
                                      .pool_bytes = bytes,
                                      .most = rows / 2 + 1,
                                      .slot_bytes = slot_bytes_of(r->semiring)};
    const int64_t records = MXM_CLUSTER_CLASSES * kept->most;
    if (rows == 0)
        return GRAPH_OK;
    if (!graph__cuda_has_bytes(2 *
                               (size_t)(bytes + r->A.entries + records * (int64_t)sizeof *kept->record))) {
        for (int k = 0; k < MXM_SAMPLED_BINS; k++)
            totals->sampled[k].cluster = 0;
        return GRAPH_OK;
    }
    for (int k = 0; k < MXM_CLUSTER_CLASSES; k++)
        kept->bytes[k] = bytes_of_class(k);
    GRAPH_TRY(CUDA_SCRATCH(call, kept->pool, bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, kept->number, r->A.entries));
    GRAPH_TRY(CUDA_SCRATCH(call, kept->record, records));
done:
    return status;
}

graph_status graph__cuda_mxm_cluster_made(struct cuda_call *call, int64_t *entries,
                                          const int64_t *entries_there, const struct mxm_cluster_kept *kept,
                                          struct mxm_totals *there, struct mxm_totals *totals)
{
    graph_status status;
    if (kept->pool == NULL)
        return graph__cuda_read(call, entries, entries_there, sizeof *entries);
    GRAPH_TRY(graph__cuda_copy(call, &there->made.entries, entries_there, sizeof *entries));
    GRAPH_TRY(CUDA_READ(call, totals->made, &there->made));
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
    /* Not those of rows that are inserted or moved, which are beside them. */
    static const int sides[MXM_CLUSTER_CLASSES] = {1, 1, GRAPH_CUDA_HIGH_PRIORITY + 1,
                                                   GRAPH_CUDA_HIGH_PRIORITY};
    struct mxm_row_arguments a = *all;
    graph_status status = GRAPH_OK;
    for (int k = MXM_CLUSTER_CLASSES - 1; k >= 0; k--) {
        a.rows = totals->made.groups[k];
        if (a.rows == 0)
            continue;
        a.cluster.record = all->cluster.record + k * a.cluster.most;
        a.slots = a.cluster.bytes[k];
        GRAPH_TRY(graph__mxm_use_stream(call, totals, sides[k]));
        GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_cluster, a.rows,
                                          MXM_CLUSTER_THREADS, (size_t)a.slots, &a));
    }
done:
    return status;
}

graph_status graph__cuda_mxm_cluster_left(struct cuda_call *call, struct mxm_row_arguments *a,
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
    a->slots = most < MXM_CLUSTER_LEFT_SLOTS ? most : MXM_CLUSTER_LEFT_SLOTS;
    const size_t bytes = (size_t)(least + a->slots * MXM_CLUSTER_COLUMN_BYTES(slot_bytes));
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_cluster, r->semiring));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, MXM_CLUSTER_THREADS, bytes));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, MXM_CLUSTER_THREADS, bytes, a));
done:
    return status;
}
