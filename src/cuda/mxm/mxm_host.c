/* C = A B on the device, row by row: rows are put in bins by the number and the spread of their products, each bin has
 * its kernel (mxm_sort.cuh, mxm_sort_block.cuh, mxm_buckets.cuh, mxm_cluster.cuh, mxm_hash_accumulator.cuh, mxm_insert.cuh,
 * mxm_bitmap_accumulator.cuh; mxm_launch.c).  Rows are computed once, into scratch memory with room for a bound of each, and then
 * moved together; those of the direct bins, and those that are alike, are counted, keep what they know, and are then
 * computed in place.  Where scratch memory is short, that is so for all rows, and most keep nothing.  Rows with few
 * products, where nearly all are alike, need no scratch memory (mxm_single_pass_host.h); where they differ, warps take 32
 * by 32 (mxm_batches_host.h).  The host waits twice: for the bins, and for the number of entries.  Small products are
 * made in one launch (mxm_small_host.h), those of meshes by a lane or half a warp for each row (mxm_row_merge_host.h,
 * mxm_compressed_host.h).  Where a sample shows full 8 x 8 blocks, blocks with bitmaps make the product instead, and
 * matrices with an entry at every position have a kernel of their own. */
#include "cuda/mxm/mxm_host.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/rows/mxm_cluster_host.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/blocks/mxm_blocks_host.h"
#include "cuda/mxm/mxm_strategy.h"
#include "cuda/mxm/reuse/mxm_while_compiling_host.h"
#include "cuda/mxm/whole/mxm_compressed_host.h"
#include "cuda/mxm/whole/mxm_full_host.h"
#include "cuda/mxm/rows/mxm_launch.h"
#include "cuda/mxm/masked/mxm_masked_host.h"
#include "cuda/mxm/whole/mxm_row_merge_host.h"
#include "cuda/mxm/analysis/mxm_compact.h"
#include "cuda/mxm/rows/mxm_single_pass_host.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/mxm/analysis/mxm_analysis_arguments.h"
#include "cuda/mxm/whole/mxm_small_host.h"
#include "cuda/mxm/rows/mxm_batches_host.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

/* Kernels that are missing are compiled side by side before the first is launched. */
static void prepare(struct graph_mxm_request *r, const struct mxm_totals *totals, int last_made,
                    bool has_batches)
{
    enum graph_cuda_kernel wanted[2 * MXM_BINS + 3];
    bool may_leave_rows = false;
    int n = 0;
    if (has_batches) {
        wanted[n++] = GRAPH_KERNEL_mxm_batches;
        wanted[n++] = GRAPH_KERNEL_mxm_batches_compact;
    } else if (last_made > MXM_COPY_LONG)
        wanted[n++] = graph__cuda_mxm_single_pass_kernel(last_made);
    for (int bin = MXM_COPY; bin < MXM_BINS; bin++) {
        const enum mxm_accumulator way = graph__mxm_accumulator_of(r, totals, bin);
        if (totals->rows[bin] == 0 || (bin > MXM_COPY_LONG && bin <= last_made) ||
            (bin == MXM_COPY && has_batches))
            continue;
        if (bin <= MXM_COPY_LONG)
            wanted[n++] = graph__mxm_copy_kernel(bin);
        else
            n += graph__mxm_kernels_of(wanted + n, r, bin, way);
        may_leave_rows = may_leave_rows || graph__mxm_may_leave_rows(bin, way);
    }
    if (may_leave_rows)
        wanted[n++] = GRAPH_KERNEL_mxm_bitmap_block;
    graph__cuda_mxm_prepare(r, wanted, n);
}

/* Whether bins of rows that are alike, this one and the one before it, have launches of their own: what is left of them goes
 * to different kernels. */
static bool ends_launch(int bin) { return bin == MXM_WIDE || bin == MXM_WARP_SMALL || bin == MXM_SORT_4096; }

/* Enqueues the kernels of all bins after `last_made`, of those that have been counted alone when they are launched again;
 * *leaving: a bit for each side that may leave rows. */
static graph_status launch_streams(struct cuda_call *call, const struct mxm_row_arguments *all,
                                   const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                   int last_made, bool has_batches, unsigned *leaving)
{
    graph_status status = GRAPH_OK;
    const bool is_again = all->kept != NULL && all->offset == NULL;
    int64_t end = graph__mxm_rows_of_bins(totals, MXM_COPY, MXM_BINS - 1);
    *leaving = 0;
    if (all->C_row_start != NULL)
        GRAPH_TRY(graph__cuda_mxm_cluster(call, all, r, totals));
    /* The longest rows first: they take longest to finish. */
    for (int bin = MXM_BINS - 1; bin > last_made; bin--) {
        const enum mxm_accumulator way = graph__mxm_accumulator_of(r, totals, bin);
        const bool is_clustered = way == MXM_ACCUMULATOR_CLUSTER;
        const int most = bin;
        struct mxm_row_arguments a = *all;
        a.rows = totals->rows[bin];
        while (way > MXM_ACCUMULATOR_BUCKETS && !(is_clustered && ends_launch(bin)) &&
               graph__mxm_accumulator_of(r, totals, bin - 1) == way)
            a.rows += totals->rows[--bin];
        const int side = graph__mxm_stream_of(totals, bin, way, has_batches);
        a.first = end -= a.rows;
        if (a.rows == 0 || (is_again && !graph__mxm_is_direct(totals, bin) && !is_clustered))
            continue;
        if (!graph__mxm_is_direct(totals, bin) && !is_again)
            a.kept = NULL;
        else if (a.kept != NULL && !is_again)
            a.column = NULL; /* counted now */
        GRAPH_TRY(graph__mxm_use_stream(call, totals, side));
        if (is_clustered)
            GRAPH_TRY(graph__mxm_launch_cluster(call, &a, r, bin, most));
        else
            GRAPH_TRY(graph__mxm_launch_bin(call, &a, r, bin, way));
        /* Of rows that are alike only the widest may be left once more. */
        if ((way > MXM_ACCUMULATOR_BUCKETS && !(is_clustered && most != MXM_WIDE)) ||
            (bin == MXM_WARP_SMALL && a.column != NULL && r->semiring->kind != GRAPH_ANY_PAIR))
            *leaving |= 1u << side;
    }
done:
    return status;
}

/* Enqueues the kernel of the rows that warps and tables leave, after those of the sides that may do so. */
static graph_status launch_deferred(struct cuda_call *call, const struct mxm_row_arguments *a,
                                    const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                    unsigned leaving)
{
    struct mxm_row_arguments rest = *a;
    graph_status status = GRAPH_OK;
    bool has_side = false;
    rest.kept = NULL;
    for (int side = GRAPH_CUDA_STREAMS - 1; side >= 0; side--)
        if (leaving >> side & 1) {
            if (!has_side)
                GRAPH_TRY(graph__mxm_use_stream(call, totals, side));
            else if (graph__mxm_is_worth_a_fork(totals))
                GRAPH_TRY(graph__cuda_follow_stream(call, side));
            has_side = true;
        }
    GRAPH_TRY(graph__cuda_mxm_deferred(call, &rest, r));
done:
    return status;
}

/* Enqueues the kernels of all rows but those that are copied. */
static graph_status launch_bins(struct cuda_call *call, const struct mxm_row_arguments *a,
                                const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                int last_made, const struct mxm_batches_arguments *tiles)
{
    unsigned leaving = 0;
    graph_status status;
    /* The plan has left zeros; rows that are not alike are known. */
    if (a->C_row_start != NULL)
        GRAPH_TRY(graph__cuda_set_bytes(call, a->deferred_rows, 0, sizeof *a->deferred_rows));
    status = graph__mxm_fork(call, totals);
    if (status >= 0)
        status = launch_streams(call, a, r, totals, last_made, tiles != NULL, &leaving);
    if (status >= 0 && leaving != 0)
        status = launch_deferred(call, a, r, totals, leaving);
    if (status >= 0 && tiles != NULL)
        status = graph__cuda_mxm_make_batches(call, tiles, r, totals);
    GRAPH_TRY(graph__mxm_join(call, totals, status));
done:
    return status;
}

/* Rows that are not in C yet: those in scratch memory are moved beside the kernels of the direct ones; or all are made.
 * sends_entries: beside them the number of entries goes to the host. */
static graph_status finish(struct cuda_call *call, const struct graph_csr_arrays *C,
                           const struct graph_mxm_request *r, const struct mxm_analysis *plan,
                           const struct mxm_totals *totals, int last_made,
                           const struct mxm_batches_arguments *tiles, bool sends_entries,
                           const struct mxm_row_arguments *before)
{
    struct mxm_row_arguments a = *before;
    unsigned leaving;
    graph_status status;
    a.column = C->column;
    a.value = C->value;
    a.offset = NULL;
    a.count = NULL;
    a.C_row_start = C->row_start;
    if (before->offset == NULL) {
        GRAPH_TRY(launch_bins(call, &a, r, totals, last_made, NULL));
        return graph__mxm_launch_copies(call, &a, r, totals, MXM_COPY, false);
    }
    status = graph__mxm_fork(call, totals);
    if (status >= 0 && sends_entries)
        status = graph__mxm_use_stream(call, totals, GRAPH_CUDA_HIGH_PRIORITY + 1);
    if (status >= 0 && sends_entries)
        status = graph__cuda_readback_begin(call, C->row_start + r->A.rows, sizeof C->entries);
    if (status >= 0)
        status = launch_streams(call, &a, r, totals, last_made, tiles != NULL, &leaving);
    if (status >= 0)
        status =
            graph__mxm_launch_copies(call, &a, r, totals, tiles != NULL ? MXM_COPY_LONG : MXM_COPY, true);
    if (status >= 0)
        status = graph__mxm_compact_bins(call, C, r, plan, totals, last_made, tiles != NULL, before);
    if (status >= 0 && tiles != NULL)
        status = graph__cuda_mxm_compact_batches(call, tiles, r, totals, C);
    status = graph__mxm_join(call, totals, status);
done:
    return status;
}

static graph_status multiply(struct cuda_call *call, struct graph_csr_arrays *C, struct graph_mxm_request *r)
{
    struct mxm_analysis plan = {0};
    struct mxm_totals totals;
    struct mxm_batches_arguments tiles;
    struct mxm_row_arguments a = graph__cuda_mxm_operands(r);
    char *column, *value;
    bool is_made, had_better_merge = false;
    graph_status status;
    r->used = "rows";
    GRAPH_TRY(graph__cuda_mxm_small(call, C, r, &is_made));
    if (!is_made)
        GRAPH_TRY(graph__cuda_mxm_compressed(call, C, r, &is_made));
    if (is_made)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_mxm_analysis(call, &plan, &r->A, &r->B,
                                       graph__cuda_mxm_may_merge(&r->A, &r->B) ? &had_better_merge : NULL));
    GRAPH_TRY(CUDA_NEW(C->row_start, r->A.rows + 1));
    if (had_better_merge) {
        GRAPH_TRY(graph__cuda_mxm_row_merge(call, C, r, &is_made));
        if (is_made)
            return GRAPH_OK;
        GRAPH_TRY(graph__cuda_mxm_analysis(call, &plan, &r->A, &r->B, NULL));
    }
    GRAPH_TRY(graph__cuda_mxm_analysis_totals(call, &totals, &plan, &r->A, &r->B));
    r->products = (uint64_t)totals.products;
    /* Up to here rows need no other kernels. */
    const int single_pass_last = graph__cuda_mxm_single_pass_last(r, &totals);
    const bool has_batches = single_pass_last == MXM_COPY_LONG && graph__cuda_mxm_suits_batches(r, &totals);
    const int last_made = has_batches ? MXM_SORT_256 : single_pass_last;
    if (last_made < graph__mxm_last_unlisted(&totals, r->A.rows, r->B.columns))
        GRAPH_TRY(graph__cuda_mxm_analysis_all_lists(call, &totals, &plan, &r->A, &r->B));
    const bool has_longer = graph__mxm_rows_of_bins(&totals, last_made + 1, MXM_BINS - 1) > 0,
               has_others = has_longer || graph__mxm_rows_of_bins(&totals, MXM_COPY, MXM_COPY_LONG) > 0;
    if (!has_longer)
        totals.room_used = 0;
    prepare(r, &totals, last_made, has_batches);
    GRAPH_TRY(graph__cuda_mxm_cluster_keep(call, &a.cluster, r, plan.totals, &totals));
    const size_t value_bytes = r->semiring->value_bytes, entry_bytes = sizeof(int32_t) + value_bytes;
    bool is_staged = has_batches || ((uint64_t)totals.room_used <= SIZE_MAX / 2 / entry_bytes &&
                                     graph__cuda_has_bytes(2 * entry_bytes * (size_t)totals.room_used));
    if (is_staged) {
        GRAPH_TRY(CUDA_SCRATCH(call, column, (size_t)totals.room_used * sizeof(int32_t)));
        GRAPH_TRY(CUDA_SCRATCH(call, value, (size_t)totals.room_used * value_bytes));
        a.column = (int32_t *)(void *)column;
        a.value = value;
        a.offset = a.kept_offset = plan.offset;
        a.kept = a.column;
        a.kept_value = value;
    }
    a.list = plan.list;
    a.count = plan.count;
    a.deferred = plan.deferred;
    a.deferred_rows = &plan.totals->deferred;
    a.left = plan.left;
    a.left_rows = plan.totals->left;
    const bool is_roomy = has_batches && a.cluster.pool == NULL &&
                          graph__cuda_has_bytes(3 * entry_bytes * (size_t)totals.products);
    if (has_batches)
        GRAPH_TRY(graph__cuda_mxm_open_batches(call, &tiles, r, &plan, &totals));
    if (has_longer || has_batches)
        GRAPH_TRY(launch_bins(call, &a, r, &totals, last_made, has_batches ? &tiles : NULL));
    if (single_pass_last > MXM_COPY_LONG)
        GRAPH_TRY(graph__cuda_mxm_single_pass(call, C, r, &plan, &totals, single_pass_last));
    else if (is_roomy) {
        GRAPH_TRY(graph__cuda_scan_counts(call, C->row_start, plan.count, r->A.rows));
        GRAPH_TRY(graph__cuda_mxm_new_entries(C, totals.products, value_bytes));
    } else {
        GRAPH_TRY(graph__cuda_scan_counts(call, C->row_start, plan.count, r->A.rows));
        GRAPH_TRY(graph__cuda_mxm_cluster_made(call, &C->entries, C->row_start + r->A.rows, &a.cluster,
                                               plan.totals, &totals));
        GRAPH_TRY(CUDA_NEW(C->column, C->entries));
        GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
    }
    if (single_pass_last > MXM_COPY_LONG && a.cluster.pool != NULL)
        GRAPH_TRY(CUDA_READ(call, totals.made, &plan.totals->made));
    if (has_others || has_batches)
        GRAPH_TRY(finish(call, C, r, &plan, &totals, last_made, has_batches ? &tiles : NULL, is_roomy, &a));
    if (is_roomy) {
        GRAPH_TRY(graph__cuda_readback_end(call, &C->entries, sizeof C->entries));
        if (totals.products - C->entries > C->entries / 8)
            GRAPH_TRY(graph__cuda_mxm_shrink(call, C, value_bytes));
    }
done:
    return status;
}

/* By rows, or nothing where blocks with bitmaps are the method.  *chosen: the request with the semiring of its values. */
static graph_status multiply_by_rows(struct graph_mxm_request *r, struct graph_mxm_request *chosen)
{
    const bool is_full = r->method == GRAPH_METHOD_AUTO && graph__cuda_mxm_is_full(r);
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    status = graph__cuda_mxm_strategy(call, r, is_full);
    *chosen = *r;
    if (status == GRAPH_OK && is_full)
        status = graph__cuda_mxm_full(call, &r->C, r);
    else if (status == GRAPH_OK && r->method != GRAPH_METHOD_BITMAP)
        status = multiply(call, &r->C, r);
    graph__cuda_end(call);
    if (status < 0) {
        graph__cuda_release(r->C.row_start);
        graph__cuda_release(r->C.column);
        graph__cuda_release(r->C.value);
        r->C = (struct graph_csr_arrays){0};
    }
    return status;
}

static graph_status make(struct graph_mxm_request *r, bool *is_made)
{
    struct graph_mxm_request chosen = *r;
    graph_status status = GRAPH_OK;
    r->C = (struct graph_csr_arrays){0};
    if (r->method != GRAPH_METHOD_BITMAP)
        GRAPH_TRY(multiply_by_rows(r, &chosen));
    if (r->method == GRAPH_METHOD_BITMAP) {
        r->used = "blocks";
        GRAPH_TRY(graph__cuda_mxm_blocks(r));
    }
    GRAPH_TRY(graph__cuda_mxm_complete(r, &chosen, is_made));
done:
    return status;
}

graph_status graph__cuda_mxm(struct graph_mxm_request *request)
{
    struct graph_mxm_request r = *request;
    bool is_made = false;
    graph_status status = GRAPH_OK;
    if (request->mask.is_given && !request->mask.is_complement)
        return graph__cuda_mxm_masked(request);
    while (status == GRAPH_OK && !is_made) {
        r = *request;
        status = make(&r, &is_made);
    }
    request->C = r.C;
    request->products = r.products;
    request->used = r.used;
    /* Outside a mask lies nearly everything: the whole product is made, and the write-back leaves out the rest. */
    request->C_is_unmasked = r.mask.is_complement;
    return status;
}
