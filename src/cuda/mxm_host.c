/* C = A B on the device, row by row: rows are put in bins by the number and the spread of their products, each bin has its
 * kernel (mxm_sort.cuh, mxm_rank.cuh).  Rows are computed once, into scratch memory with room for a bound of each, and
 * then moved together; where scratch memory is short they are counted first and computed in place.  The host waits twice:
 * for the bins, and for the number of entries. */
#include "cuda/mxm_host.h"

#include "cuda/kernels.h"
#include "cuda/mxm_bitmap_host.h"
#include "cuda/mxm_masked_host.h"
#include "cuda/mxm_plan.h"
#include "cuda/primitives.h"

enum {
    SORT_THREADS = 256,
    COPY_THREADS = 256,
    /* Columns and positions of the sort kernels share a word of 32 bits. */
    NARROW_COLUMNS = 1 << 24,
    /* What a rank kernel has in shared memory besides its own arrays. */
    STATIC_SHARED_BYTES = 1024
};

/* How the kernel of a bin is launched. */
struct bin_launch {
    enum graph_cuda_kernel kernel, wide_kernel;
    int group;             /* sort: lanes for each row */
    int threads;           /* rank: of a block */
    int words, slot_bytes; /* rank: for each row */
    int gather_lanes;
};

static const struct bin_launch launches[MXM_BINS] = {
    [MXM_SORT_8] = {GRAPH_KERNEL_mxm_sort_8, GRAPH_KERNEL_mxm_sort_wide_8, 8, 0, 0, 0, 4},
    [MXM_SORT_16] = {GRAPH_KERNEL_mxm_sort_16, GRAPH_KERNEL_mxm_sort_wide_64, 8, 0, 0, 0, 8},
    [MXM_SORT_32] = {GRAPH_KERNEL_mxm_sort_32, GRAPH_KERNEL_mxm_sort_wide_64, 32, 0, 0, 0, 8},
    [MXM_SORT_64] = {GRAPH_KERNEL_mxm_sort_64, GRAPH_KERNEL_mxm_sort_wide_64, 32, 0, 0, 0, 16},
    [MXM_SORT_128] = {GRAPH_KERNEL_mxm_sort_128, GRAPH_KERNEL_mxm_sort_wide_256, 32, 0, 0, 0, 16},
    [MXM_SORT_256] = {GRAPH_KERNEL_mxm_sort_256, GRAPH_KERNEL_mxm_sort_wide_256, 32, 0, 0, 0, 32},
    [MXM_WARP_SMALL] = {GRAPH_KERNEL_mxm_rank_warp, 0, 0, 128, MXM_WARP_SMALL_WORDS, 3 << 10, 32},
    [MXM_WARP_LARGE] = {GRAPH_KERNEL_mxm_rank_warp, 0, 0, 128, MXM_WARP_LARGE_WORDS, 8 << 10, 32},
    [MXM_BLOCK_SMALL] = {GRAPH_KERNEL_mxm_rank_block, 0, 0, 256, MXM_BLOCK_SMALL_WORDS, 32 << 10, 256},
    [MXM_BLOCK_MEDIUM] = {GRAPH_KERNEL_mxm_rank_block, 0, 0, 512, MXM_BLOCK_MEDIUM_WORDS, 48 << 10, 256},
    [MXM_BLOCK_LARGE] = {GRAPH_KERNEL_mxm_rank_block, 0, 0, 1024, MXM_BLOCK_LARGE_WORDS, 64 << 10, 256},
};

static int64_t divide_up(int64_t x, int64_t y) { return (x + y - 1) / y; }

static graph_status launch_sort(struct mxm_row_arguments *a, const struct graph_semiring *semiring,
                                const struct bin_launch *l, bool is_wide)
{
    const void *kernel;
    graph_status status;
    enum graph_cuda_kernel number = is_wide ? l->wide_kernel : l->kernel;
    int group = is_wide && number != GRAPH_KERNEL_mxm_sort_wide_8 ? 32 : l->group;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, semiring));
    GRAPH_TRY(graph__cuda_launch(kernel, divide_up(a->rows * group, SORT_THREADS), SORT_THREADS, 0, a));
done:
    return status;
}

static graph_status launch_rank(struct mxm_row_arguments *a, const struct graph_semiring *semiring,
                                const struct bin_launch *l)
{
    const void *kernel;
    graph_status status;
    bool is_warp = l->kernel == GRAPH_KERNEL_mxm_rank_warp;
    bool is_constant = semiring->kind == GRAPH_ANY_PAIR;
    int owners = is_warp ? l->threads / 32 : 1;
    size_t slot_bytes = semiring->value_bytes == 8 ? 8 : 4;
    size_t most = graph__cuda_device(NULL)->shared_bytes - STATIC_SHARED_BYTES;
    size_t word_bytes = (size_t)l->words * 8, value_bytes = is_constant ? 0 : (size_t)l->slot_bytes;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, l->kernel, semiring));
    /* A GPU with less shared memory takes its rows in more windows. */
    while ((size_t)owners * (word_bytes + value_bytes) > most) {
        word_bytes = word_bytes / 2;
        value_bytes = value_bytes / 2;
    }
    a->words = (int32_t)(word_bytes / 8);
    a->slots = (int32_t)(value_bytes / slot_bytes);
    GRAPH_TRY(graph__cuda_launch(kernel, divide_up(a->rows, owners), l->threads,
                                 (size_t)owners * (word_bytes + value_bytes), a));
done:
    return status;
}

/* Enqueues the kernels of all rows but those that are copied. */
static graph_status launch_bins(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                const struct mxm_totals *totals)
{
    graph_status status = GRAPH_OK;
    int64_t end = 0;
    for (int bin = MXM_COPY; bin < MXM_BINS; bin++)
        end += totals->rows[bin];
    /* The longest rows first: they take longest to finish. */
    for (int bin = MXM_BINS - 1; bin > MXM_COPY; bin--) {
        a->rows = totals->rows[bin];
        a->first = end -= a->rows;
        if (a->rows == 0)
            continue;
        if (bin >= MXM_WARP_SMALL)
            GRAPH_TRY(launch_rank(a, r->semiring, &launches[bin]));
        else
            GRAPH_TRY(launch_sort(a, r->semiring, &launches[bin], r->B.columns > NARROW_COLUMNS));
    }
done:
    return status;
}

static graph_status launch_copies(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                  const struct mxm_totals *totals)
{
    const void *kernel;
    graph_status status = GRAPH_OK;
    a->first = 0;
    a->rows = totals->rows[MXM_COPY];
    a->lanes = 1;
    while (a->lanes < 32 && 2 * a->lanes * r->B.rows <= r->B.entries)
        a->lanes *= 2;
    if (a->rows > 0) {
        GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_copy, r->semiring));
        GRAPH_TRY(
            graph__cuda_launch(kernel, divide_up(a->rows * a->lanes, COPY_THREADS), COPY_THREADS, 0, a));
    }
done:
    return status;
}

static graph_status gather_bins(const struct graph_csr_arrays *C, const struct mxm_plan *plan,
                                const struct mxm_totals *totals, const struct mxm_row_arguments *a,
                                size_t value_bytes)
{
    graph_status status = GRAPH_OK;
    int64_t first = totals->rows[MXM_COPY];
    for (int bin = MXM_COPY + 1; bin < MXM_BINS; bin++) {
        GRAPH_TRY(graph__cuda_mxm_gather(C, plan, first, totals->rows[bin], launches[bin].gather_lanes,
                                         a->column, a->value, value_bytes));
        first += totals->rows[bin];
    }
done:
    return status;
}

static graph_status multiply(struct graph_csr_arrays *C, const struct graph_mxm_request *r)
{
    struct mxm_plan plan = {0};
    struct mxm_totals totals;
    struct mxm_row_arguments a = {.A_row_start = r->A.row_start,
                                  .B_row_start = r->B.row_start,
                                  .A_column = r->A.column,
                                  .B_column = r->B.column,
                                  .A_value = r->A.value,
                                  .B_value = r->B.value};
    size_t value_bytes = r->semiring->value_bytes, entry_bytes = sizeof(int32_t) + value_bytes;
    char *column, *value;
    graph_status status;
    GRAPH_TRY(graph__cuda_mxm_plan(&plan, &r->A, &r->B));
    GRAPH_TRY(CUDA_NEW(C->row_start, r->A.rows + 1));
    GRAPH_TRY(CUDA_READ(totals, plan.totals));
    bool is_staged = (uint64_t)totals.room <= graph__cuda_bytes_free() / 2 / entry_bytes;
    if (is_staged) {
        GRAPH_TRY(CUDA_SCRATCH(column, (size_t)totals.room * sizeof(int32_t)));
        GRAPH_TRY(CUDA_SCRATCH(value, (size_t)totals.room * value_bytes));
        a.column = (int32_t *)(void *)column;
        a.value = value;
        a.offset = plan.offset;
    }
    a.list = plan.list;
    a.count = plan.count;
    GRAPH_TRY(launch_bins(&a, r, &totals));
    GRAPH_TRY(graph__cuda_scan_counts(C->row_start, plan.count, r->A.rows));
    GRAPH_TRY(CUDA_READ(C->entries, C->row_start + r->A.rows));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
    if (is_staged)
        GRAPH_TRY(gather_bins(C, &plan, &totals, &a, value_bytes));
    a.column = C->column;
    a.value = C->value;
    a.offset = NULL;
    a.count = NULL;
    a.C_row_start = C->row_start;
    if (!is_staged)
        GRAPH_TRY(launch_bins(&a, r, &totals));
    GRAPH_TRY(launch_copies(&a, r, &totals));
done:
    return status;
}

graph_status graph__cuda_mxm(struct graph_mxm_request *r)
{
    struct graph_csr_arrays C = {0};
    if (r->mask.is_given && !r->mask.is_complement)
        return graph__cuda_mxm_masked(r);
    if (r->mask.is_complement)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "products outside a mask are not on the GPU yet");
    if (r->method == GRAPH_METHOD_BITMAP)
        return graph__cuda_mxm_bitmap(r);
    graph__cuda_begin();
    graph_status status = multiply(&C, r);
    graph__cuda_end();
    if (status < 0) {
        graph__cuda_release(C.row_start);
        graph__cuda_release(C.column);
        graph__cuda_release(C.value);
        C = (struct graph_csr_arrays){0};
    }
    r->C = C;
    return status;
}
