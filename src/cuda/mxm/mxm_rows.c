/* C = A B on the device, row by row: the analysis puts rows in bins by the number and the spread of their products, and each
 * bin has its accumulator (rows/mxm_launch.c: sort, clusters, insertion, bitmap).
 *
 * Two passes.  The first computes rows into scratch memory with room for a bound of each; rows of the direct bins and
 * clustered ones it only counts, and saves what it has found.  A scan of the counts gives the starts of the rows of C.  The
 * second pass compacts the finished rows into C, and computes the counted ones in place.  Where scratch memory is short, the
 * first pass counts all rows, and the second computes them.
 *
 * Short rows skip the lists of the bins: where nearly all have about as many products a single pass with a look-back scan
 * writes them (rows/mxm_single_pass_host.h), else warps take them in batches of 32 (rows/mxm_batches_host.h).
 *
 * The host waits twice: for the bins, and for the number of entries. */
#include "cuda/mxm/mxm_rows.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/mxm/analysis/mxm_compact.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/analysis/mxm_semiring.h"
#include "cuda/mxm/analysis/mxm_short_rows.h"
#include "cuda/mxm/rows/mxm_batches_host.h"
#include "cuda/mxm/rows/mxm_cluster_host.h"
#include "cuda/mxm/rows/mxm_entries.h"
#include "cuda/mxm/rows/mxm_launch.h"
#include "cuda/mxm/rows/mxm_single_pass_host.h"
#include "cuda/mxm/whole/mxm_whole.h"
#include "cuda/primitives/primitives.h"

/* The state of a product between the steps of graph__cuda_mxm_by_rows. */
struct product {
    struct cuda_call *call;
    struct graph_csr_arrays *C;
    struct graph_mxm_request *r;
    struct mxm_analysis analysis;
    struct mxm_totals totals;
    struct mxm_row_arguments rows; /* of the first pass */
    /* Short rows: the last bin of the single pass, MXM_COPY_LONG if there is none; or batches; and so the last bin whose
     * rows the kernels of bins do not make. */
    int single_pass_last, last_short;
    bool has_batches;
    struct mxm_batches_arguments batches;
    bool has_longer; /* rows of bins after last_short */
    /* C gets room for all products before its entries are counted, and is trimmed at the end. */
    bool is_roomy;
};

/* ---- Launches of a pass ---- */

/* Whether this bin of clustered rows is launched without the bins before it: the rows that remain go to different
 * kernels. */
static bool ends_launch(int bin) { return bin == MXM_WIDE || bin == MXM_WARP_SMALL || bin == MXM_SORT_4096; }

/* The first bin whose rows the kernel of `bin` makes, too: a product that is not worth a fork is bound by the number of its
 * launches. */
static int first_of_launch(const struct product *p, int bin)
{
    const int first = p->totals.products >= MXM_LARGE_PRODUCTS       ? bin
                      : bin >= MXM_SORT_8 && bin <= MXM_SORT_256     ? MXM_SORT_8
                      : bin >= MXM_SORT_1024 && bin <= MXM_SORT_4096 ? MXM_SORT_1024
                                                                     : bin;
    return first > p->last_short ? first : p->last_short + 1;
}

/* Enqueues the kernels of all bins after last_short; in the second pass, where the first has computed rows, of those alone
 * that it has counted.  *deferring: a bit for each stream whose kernels may defer rows. */
static graph_status launch_streams(const struct product *p, const struct mxm_row_arguments *all,
                                   unsigned *deferring)
{
    const struct graph_mxm_request *r = p->r;
    const struct mxm_totals *totals = &p->totals;
    graph_status status = GRAPH_OK;
    const bool only_counted = all->saved != NULL && all->offset == NULL;
    int64_t end = graph__mxm_rows_of_bins(totals, MXM_COPY, MXM_BINS - 1);
    *deferring = 0;
    if (all->C_row_start != NULL)
        GRAPH_TRY(graph__cuda_mxm_cluster(p->call, all, r, totals));
    /* The longest rows first: they take longest to finish. */
    for (int bin = MXM_BINS - 1; bin > p->last_short; bin--) {
        const enum mxm_accumulator accumulator = graph__mxm_accumulator_of(r, totals, bin);
        const bool is_clustered = accumulator == MXM_ACCUMULATOR_CLUSTER;
        const int most = bin;
        struct mxm_row_arguments a = *all;
        a.rows = totals->rows[bin];
        while (accumulator != MXM_ACCUMULATOR_OF_BIN && !(is_clustered && ends_launch(bin)) &&
               graph__mxm_accumulator_of(r, totals, bin - 1) == accumulator)
            a.rows += totals->rows[--bin];
        while (accumulator == MXM_ACCUMULATOR_OF_BIN && a.rows > 0 && bin > first_of_launch(p, most) &&
               graph__mxm_accumulator_of(r, totals, bin - 1) == accumulator)
            a.rows += totals->rows[--bin];
        const int stream = graph__mxm_stream_of(totals, bin, accumulator, p->has_batches);
        a.first = end -= a.rows;
        if (a.rows == 0 || (only_counted && !graph__mxm_is_direct(totals, bin) && !is_clustered))
            continue;
        if (!graph__mxm_is_direct(totals, bin) && !only_counted)
            a.saved = NULL;
        else if (a.saved != NULL && !only_counted)
            a.column = NULL; /* counted now */
        GRAPH_TRY(graph__mxm_use_stream(p->call, totals, stream));
        if (is_clustered)
            GRAPH_TRY(graph__mxm_launch_cluster(p->call, &a, r, bin, most));
        else
            GRAPH_TRY(graph__mxm_launch_bin(p->call, &a, r, totals, most));
        /* Of clustered rows only the widest may be deferred once more. */
        if ((is_clustered && most == MXM_WIDE) ||
            (bin == MXM_WARP_SMALL && a.column != NULL && r->semiring->kind != GRAPH_ANY_PAIR &&
             !graph__mxm_has_blocks_for_warps(totals)))
            *deferring |= 1u << stream;
    }
done:
    return status;
}

/* Enqueues the kernel of the rows that warps and tables defer, after the kernels of the streams that may do so. */
static graph_status launch_deferred(const struct product *p, const struct mxm_row_arguments *a,
                                    unsigned deferring)
{
    struct mxm_row_arguments rest = *a;
    graph_status status = GRAPH_OK;
    bool has_stream = false;
    rest.saved = NULL;
    for (int stream = GRAPH_CUDA_STREAMS - 1; stream >= 0; stream--)
        if (deferring >> stream & 1) {
            if (!has_stream)
                GRAPH_TRY(graph__mxm_use_stream(p->call, &p->totals, stream));
            else if (graph__mxm_is_worth_a_fork(&p->totals))
                GRAPH_TRY(graph__cuda_follow_stream(p->call, stream));
            has_stream = true;
        }
    GRAPH_TRY(graph__cuda_mxm_deferred(p->call, &rest, p->r));
done:
    return status;
}

/* Enqueues the kernels of all rows but those that are copied; batches: NULL if there are none in this pass. */
static graph_status launch_bins(const struct product *p, const struct mxm_row_arguments *a,
                                const struct mxm_batches_arguments *batches)
{
    unsigned deferring = 0;
    graph_status status;
    /* The analysis leaves zeros; rows without similar neighbours are known. */
    if (a->C_row_start != NULL)
        GRAPH_TRY(graph__cuda_set_bytes(p->call, a->deferred_rows, 0, sizeof *a->deferred_rows));
    status = graph__mxm_fork(p->call, &p->totals);
    if (status >= 0)
        status = launch_streams(p, a, &deferring);
    if (status >= 0 && deferring != 0)
        status = launch_deferred(p, a, deferring);
    if (status >= 0 && batches != NULL)
        status = graph__cuda_mxm_make_batches(p->call, batches, p->r, &p->totals);
    GRAPH_TRY(graph__mxm_join(p->call, &p->totals, status));
done:
    return status;
}

/* ---- The steps ---- */

/* Small, hypersparse, and mesh matrices of medium rows have kernels of their kind, which need no analysis. */
static graph_status try_without_analysis(const struct product *p, bool *is_made)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_mxm_small(p->call, p->C, p->r, is_made));
    if (!*is_made)
        GRAPH_TRY(graph__cuda_mxm_compressed(p->call, p->C, p->r, is_made));
done:
    return status;
}

/* Counts products and puts rows in bins, or merges rows where a sample shows a mesh: *is_made. */
static graph_status analyse(struct product *p, bool *is_made)
{
    const struct graph_csr *A = &p->r->A, *B = &p->r->B;
    bool suits_row_merge = false;
    graph_status status;
    *is_made = false;
    GRAPH_TRY(graph__cuda_mxm_analysis(p->call, &p->analysis, A, B,
                                       graph__cuda_mxm_may_merge(A, B) ? &suits_row_merge : NULL));
    GRAPH_TRY(CUDA_NEW(p->C->row_start, A->rows + 1));
    if (suits_row_merge) {
        GRAPH_TRY(graph__cuda_mxm_row_merge(p->call, p->C, p->r, is_made));
        if (*is_made)
            return GRAPH_OK;
        GRAPH_TRY(graph__cuda_mxm_analysis(p->call, &p->analysis, A, B, NULL));
    }
    GRAPH_TRY(graph__cuda_mxm_analysis_totals(p->call, &p->totals, &p->analysis, A, B));
    p->r->products = (uint64_t)p->totals.products;
done:
    return status;
}

/* How short rows are made; all rows are listed where memory is too short to do without lists. */
static graph_status choose_short_rows(struct product *p)
{
    const struct graph_csr *A = &p->r->A, *B = &p->r->B;
    struct mxm_totals *totals = &p->totals;
    graph_status status = GRAPH_OK;
    p->single_pass_last = graph__cuda_mxm_single_pass_last(p->r, totals);
    p->has_batches = p->single_pass_last == MXM_COPY_LONG && graph__cuda_mxm_suits_batches(p->r, totals);
    p->last_short = p->has_batches ? MXM_SORT_256 : p->single_pass_last;
    if (p->last_short < graph__mxm_last_unlisted(totals, A->rows, B->columns))
        GRAPH_TRY(graph__cuda_mxm_analysis_all_lists(p->call, totals, &p->analysis, A, B));
    p->has_longer = graph__mxm_rows_of_bins(totals, p->last_short + 1, MXM_BINS - 1) > 0;
    if (!p->has_longer)
        totals->room_used = 0;
done:
    return status;
}

/* Kernels that are missing are compiled at the same time, before the first is launched; or the pattern is made. */
static void compile(const struct product *p)
{
    enum graph_cuda_kernel wanted[2 * MXM_BINS + 3];
    bool may_leave_rows = false;
    int n = 0;
    if (p->has_batches) {
        wanted[n++] = GRAPH_KERNEL_mxm_batches;
        wanted[n++] = GRAPH_KERNEL_mxm_batches_compact;
    } else if (p->last_short > MXM_COPY_LONG)
        wanted[n++] = graph__cuda_mxm_single_pass_kernel(p->last_short);
    for (int bin = MXM_COPY; bin < MXM_BINS; bin++) {
        const enum mxm_accumulator accumulator = graph__mxm_accumulator_of(p->r, &p->totals, bin);
        if (p->totals.rows[bin] == 0 || (bin > MXM_COPY_LONG && bin <= p->last_short) ||
            (bin == MXM_COPY && p->has_batches))
            continue;
        if (bin <= MXM_COPY_LONG)
            wanted[n++] = graph__mxm_copy_kernel(bin);
        else
            n += graph__mxm_kernels_of(wanted + n, p->r, bin, accumulator);
        may_leave_rows = may_leave_rows || graph__mxm_may_leave_rows(bin, accumulator);
    }
    if (may_leave_rows)
        wanted[n++] = GRAPH_KERNEL_mxm_bitmap_block;
    if (graph__cuda_mxm_prepare(p->r->semiring, wanted, n) == MXM_TAKE_PATTERN)
        graph__cuda_mxm_take_pattern(p->r);
}

static size_t entry_bytes(const struct product *p) { return sizeof(int32_t) + p->r->semiring->value_bytes; }

/* Scratch memory of the first pass; without offsets rows are only counted. */
static graph_status open_first_pass(struct product *p)
{
    struct mxm_row_arguments *a = &p->rows;
    char *column, *value;
    graph_status status;
    GRAPH_TRY(graph__cuda_mxm_cluster_open(p->call, &a->cluster, p->r, p->analysis.totals, &p->totals));
    const uint64_t room = (uint64_t)p->totals.room_used;
    const bool is_staged = p->has_batches || (room <= SIZE_MAX / 2 / entry_bytes(p) &&
                                              graph__cuda_has_bytes(2 * entry_bytes(p) * (size_t)room));
    if (is_staged) {
        GRAPH_TRY(CUDA_SCRATCH(p->call, column, (size_t)room * sizeof(int32_t)));
        GRAPH_TRY(CUDA_SCRATCH(p->call, value, (size_t)room * p->r->semiring->value_bytes));
        a->column = (int32_t *)(void *)column;
        a->value = value;
        a->offset = a->saved_offset = p->analysis.offset;
        a->saved = a->column;
        a->saved_value = value;
    }
    a->list = p->analysis.list;
    a->count = p->analysis.count;
    a->deferred = p->analysis.deferred;
    a->deferred_rows = &p->analysis.totals->deferred;
    a->remaining = p->analysis.remaining;
    a->remaining_rows = p->analysis.totals->remaining;
    p->is_roomy = p->has_batches && a->cluster.pool == NULL &&
                  graph__cuda_has_bytes(3 * entry_bytes(p) * (size_t)p->totals.products);
    if (p->has_batches)
        GRAPH_TRY(graph__cuda_mxm_open_batches(p->call, &p->batches, p->r, &p->analysis, &p->totals));
done:
    return status;
}

/* Rows of the bins and batches, into scratch memory, or their counts. */
static graph_status run_first_pass(const struct product *p)
{
    return p->has_longer || p->has_batches ? launch_bins(p, &p->rows, p->has_batches ? &p->batches : NULL)
                                           : GRAPH_OK;
}

/* The starts of the rows of C, and its arrays: with the rows of the single pass, or with room for all products, or after the
 * wait for the number of entries. */
static graph_status allocate_C(struct product *p)
{
    const struct mxm_cluster_cache *cluster = &p->rows.cluster;
    const size_t value_bytes = p->r->semiring->value_bytes;
    const int64_t rows = p->r->A.rows;
    struct graph_csr_arrays *C = p->C;
    graph_status status;
    if (p->single_pass_last > MXM_COPY_LONG) {
        GRAPH_TRY(
            graph__cuda_mxm_single_pass(p->call, C, p->r, &p->analysis, &p->totals, p->single_pass_last));
        if (cluster->pool != NULL)
            GRAPH_TRY(CUDA_READ(p->call, p->totals.made, &p->analysis.totals->made));
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__cuda_scan_counts(p->call, C->row_start, p->analysis.count, rows));
    if (p->is_roomy) {
        GRAPH_TRY(graph__cuda_mxm_new_entries(C, p->totals.products, value_bytes));
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__cuda_mxm_cluster_counted(p->call, &C->entries, C->row_start + rows, cluster,
                                              p->analysis.totals, &p->totals));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
done:
    return status;
}

/* Compacts the rows in scratch memory into C, while the kernels of counted rows and of copies write there.  If C is roomy
 * the number of its entries goes to the host meanwhile. */
static graph_status compact_and_launch(const struct product *p, struct mxm_row_arguments *a)
{
    const struct mxm_totals *totals = &p->totals;
    unsigned deferring;
    graph_status status = graph__mxm_fork(p->call, totals);
    if (status >= 0 && p->is_roomy)
        status = graph__mxm_use_stream(p->call, totals, GRAPH_CUDA_HIGH_PRIORITY + 1);
    if (status >= 0 && p->is_roomy)
        status = graph__cuda_readback_begin(p->call, p->C->row_start + p->r->A.rows, sizeof p->C->entries);
    if (status >= 0)
        status = launch_streams(p, a, &deferring);
    if (status >= 0)
        status = graph__mxm_launch_copies(p->call, a, p->r, totals, p->has_batches ? MXM_COPY_LONG : MXM_COPY,
                                          true);
    if (status >= 0)
        status = graph__mxm_compact_bins(p->call, p->C, p->r, &p->analysis, totals, p->last_short,
                                         p->has_batches, &p->rows);
    if (status >= 0 && p->has_batches)
        status = graph__cuda_mxm_compact_batches(p->call, &p->batches, p->r, totals, p->C);
    return graph__mxm_join(p->call, totals, status);
}

/* All rows that are not in C yet. */
static graph_status run_second_pass(const struct product *p)
{
    const bool has_copies = graph__mxm_rows_of_bins(&p->totals, MXM_COPY, MXM_COPY_LONG) > 0,
               is_staged = p->rows.offset != NULL;
    struct mxm_row_arguments a = p->rows;
    graph_status status = GRAPH_OK;
    if (!p->has_longer && !p->has_batches && !has_copies)
        return GRAPH_OK;
    a.column = p->C->column;
    a.value = p->C->value;
    a.offset = NULL;
    a.count = NULL;
    a.C_row_start = p->C->row_start;
    if (is_staged)
        return compact_and_launch(p, &a);
    GRAPH_TRY(launch_bins(p, &a, NULL));
    GRAPH_TRY(graph__mxm_launch_copies(p->call, &a, p->r, &p->totals, MXM_COPY, false));
done:
    return status;
}

/* Reads the number of entries of a roomy C, which gets arrays of the right size if much of the room is empty. */
static graph_status trim(const struct product *p)
{
    struct graph_csr_arrays *C = p->C;
    graph_status status;
    if (!p->is_roomy)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_readback_end(p->call, &C->entries, sizeof C->entries));
    if (p->totals.products - C->entries > C->entries / 8)
        GRAPH_TRY(graph__cuda_mxm_shrink(p->call, C, p->r->semiring->value_bytes));
done:
    return status;
}

graph_status graph__cuda_mxm_by_rows(struct cuda_call *call, struct graph_csr_arrays *C,
                                     struct graph_mxm_request *r)
{
    struct product p = {.call = call, .C = C, .r = r, .rows = graph__cuda_mxm_operands(r)};
    bool is_made;
    graph_status status;
    r->used = "rows";
    GRAPH_TRY(try_without_analysis(&p, &is_made));
    if (is_made)
        return GRAPH_OK;
    GRAPH_TRY(analyse(&p, &is_made));
    if (is_made)
        return GRAPH_OK;
    GRAPH_TRY(choose_short_rows(&p));
    compile(&p);
    GRAPH_TRY(open_first_pass(&p));
    GRAPH_TRY(run_first_pass(&p));
    GRAPH_TRY(allocate_C(&p));
    GRAPH_TRY(run_second_pass(&p));
    GRAPH_TRY(trim(&p));
done:
    return status;
}
