/* Single pass: see mxm_single_pass_host.h.  The number of entries is known at the end only, so C gets arrays with
 * room for all products.  Where many products share a column, the entries move to smaller arrays afterwards. */
#include "cuda/mxm/rows/mxm_single_pass_host.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/rows/mxm_entries.h"
#include "cuda/mxm/rows/mxm_single_pass_arguments.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/analysis/mxm_short_rows.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

static const struct {
    enum graph_cuda_kernel kernel;
    int lanes, each; /* lanes of a row, products of a lane */
} kernels[] = {[MXM_SORT_32] = {GRAPH_KERNEL_mxm_single_pass_32, 8, 4},
               [MXM_SORT_64] = {GRAPH_KERNEL_mxm_single_pass_64, 16, 4},
               [MXM_SORT_128] = {GRAPH_KERNEL_mxm_single_pass_128, 16, 8},
               [MXM_SORT_256] = {GRAPH_KERNEL_mxm_single_pass_256, 32, 8}};

int graph__cuda_mxm_single_pass_last(const struct graph_mxm_request *r, const struct mxm_totals *totals)
{
    const size_t entry_bytes = sizeof(int32_t) + r->semiring->value_bytes;
    const int bin = graph__mxm_last_single_pass(totals, r->A.rows, r->B.columns);
    return bin == MXM_COPY_LONG || (graph__mxm_has_family(MXM_FAMILY_SINGLE_PASS) &&
                                    graph__cuda_has_bytes(3 * entry_bytes * (size_t)totals->products))
               ? bin
               : MXM_COPY_LONG;
}

enum graph_cuda_kernel graph__cuda_mxm_single_pass_kernel(int last_bin) { return kernels[last_bin].kernel; }

graph_status graph__cuda_mxm_single_pass(struct cuda_call *call, struct graph_csr_arrays *C,
                                         const struct graph_mxm_request *r,
                                         const struct mxm_analysis *analysis, const struct mxm_totals *totals,
                                         int last_bin)
{
    struct mxm_single_pass_arguments a = {.row = graph__cuda_mxm_operands(r),
                                          .bin = analysis->bin,
                                          .rows = r->A.rows,
                                          .C_row_start = C->row_start,
                                          .last_bin = last_bin};
    const int64_t each = THREADS / kernels[last_bin].lanes, tiles = (a.rows + each - 1) / each;
    const size_t value_bytes = r->semiring->value_bytes;
    /* Two tiles: keys and values, then starts and counts of rows. */
    const size_t shared_bytes =
        2 * ((size_t)(THREADS * kernels[last_bin].each) * (sizeof(uint32_t) + value_bytes) +
             12 * (size_t)each + 32);
    int64_t blocks;
    const void *kernel;
    graph_status status;
    a.row.count = analysis->count;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, kernels[last_bin].kernel, r->semiring));
    GRAPH_TRY(CUDA_SCRATCH(call, a.state, tiles + 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.state, 0, (size_t)(tiles + 1) * sizeof *a.state));
    a.ticket = a.state + tiles;
    GRAPH_TRY(graph__cuda_mxm_new_entries(C, totals->products, value_bytes));
    a.row.column = C->column;
    a.row.value = C->value;
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, THREADS, shared_bytes));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks < tiles ? blocks : tiles, THREADS, shared_bytes, &a));
    GRAPH_TRY(CUDA_READ(call, C->entries, C->row_start + a.rows));
    if (totals->products - C->entries > C->entries / 8)
        GRAPH_TRY(graph__cuda_mxm_shrink(call, C, value_bytes));
done:
    return status;
}
