/* Small matrices with long rows, see mxm_whole.h.  The host waits once: the arrays of C are made beforehand with room for
 * as many entries as there are products in the mean; where that is wrong they are made anew. */
#include "cuda/mxm/whole/mxm_whole.h"

#include <string.h>

#include "cuda/mxm/analysis/mxm_semiring.h"
#include "cuda/mxm/rows/mxm_entries.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/whole/mxm_small_dense_arguments.h"
#include "cuda/mxm/whole/tuning.h"
#include "cuda/runtime/call.h"

/* Compacts the rows in scratch memory into arrays of the right size. */
static graph_status place(struct cuda_call *call, struct graph_csr_arrays *C,
                          const struct mxm_small_dense_arguments *a, size_t value_bytes)
{
    struct mxm_analysis analysis = {.list = a->list, .offset = a->offset};
    graph_status status;
    graph__cuda_mxm_release_entries(C);
    GRAPH_TRY(graph__cuda_mxm_new_entries(C, C->entries, value_bytes));
    GRAPH_TRY(graph__cuda_mxm_compact(call, C, &analysis, 0, a->rows, 32, a->row.column, a->row.value,
                                      value_bytes));
done:
    return status;
}

graph_status graph__cuda_mxm_small_dense(struct cuda_call *call, struct graph_csr_arrays *C,
                                         struct graph_mxm_request *r, bool *is_made)
{
    double mean = r->B.rows > 0 ? (double)r->A.entries * (double)r->B.entries / (double)r->B.rows : 0;
    struct mxm_small_dense_arguments a = {
        .row = graph__cuda_mxm_operands(r), .rows = r->A.rows, .columns = r->B.columns};
    struct mxm_dense_result found;
    const void *kernel;
    char *value;
    int64_t blocks;
    graph_status status = GRAPH_OK;
    const enum graph_cuda_kernel number = GRAPH_KERNEL_mxm_small_dense;
    *is_made = false;
    if (!graph__mxm_has_family(MXM_FAMILY_DENSE) || r->A.rows == 0 || r->A.rows > MXM_DENSE_MOST_ROWS ||
        mean > MXM_DENSE_MOST_PRODUCTS || r->B.columns > MXM_DENSE_MOST_COLUMNS ||
        r->A.entries > MXM_DENSE_MOST_ENTRIES / 8 * r->A.rows)
        return GRAPH_OK;
    if (!graph__cuda_is_prebuilt(r->semiring) &&
        graph__cuda_mxm_prepare(r->semiring, &number, 1) == MXM_TAKE_PATTERN)
        graph__cuda_mxm_take_pattern(r);
    const size_t value_bytes = r->semiring->value_bytes;
    const size_t shared_bytes = MXM_DENSE_THREADS / 32 * (size_t)r->B.columns * (value_bytes + 1);
    if (shared_bytes > graph__cuda_device(NULL)->shared_bytes)
        return GRAPH_OK;
    a.C_room = (int64_t)(mean * 1.125) + MXM_SPARE_ROOM;
    a.C_room = a.C_room < a.rows * a.columns ? a.C_room : a.rows * a.columns;
    /* Rows of hubs have more products than the mean. */
    a.room = a.rows * a.columns <= MXM_DENSE_MOST_PRODUCTS ? a.rows * a.columns : 2 * a.C_room;
    /* The device sets the state while the host prepares the rest. */
    GRAPH_TRY(CUDA_SCRATCH(call, a.state, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.state, 0, sizeof *a.state));
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, r->semiring));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, MXM_DENSE_THREADS, shared_bytes));
    /* Up to a number that the grid barrier bears, a block for each row: long rows are often neighbours. */
    const int64_t most = MXM_DENSE_BLOCKS * (int64_t)graph__cuda_device(NULL)->processors,
                  each = graph__mxm_divide_up(a.rows, MXM_DENSE_THREADS / 32),
                  wanted = a.rows < most ? a.rows
                           : each < most ? most
                                         : each;
    blocks = blocks < wanted ? blocks : wanted;
    if (a.rows > blocks * MXM_DENSE_ROWS)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, a.block_sum, blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a.row.count, a.rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.offset, a.rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.list, a.rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.row.column, a.room));
    GRAPH_TRY(CUDA_SCRATCH(call, value, (size_t)a.room * value_bytes));
    GRAPH_TRY(CUDA_NEW(C->row_start, a.rows + 1));
    GRAPH_TRY(graph__cuda_mxm_new_entries(C, a.C_room, value_bytes));
    a.row.value = value;
    a.C_row_start = C->row_start;
    a.C_column = C->column;
    a.C_value = C->value;
    a.result = graph__cuda_readback_device(call);
    GRAPH_TRY(graph__cuda_launch_cooperative(call, kernel, blocks, MXM_DENSE_THREADS, shared_bytes, &a));
    GRAPH_TRY(graph__cuda_wait());
    memcpy(&found, graph__cuda_readback_host(call), sizeof found);
    if (!found.is_made) {
        graph__cuda_release(C->row_start);
        C->row_start = NULL;
        graph__cuda_mxm_release_entries(C);
        return GRAPH_OK;
    }
    C->entries = found.entries;
    r->products = (uint64_t)found.products;
    if (!found.is_placed || a.C_room > 2 * found.entries + MXM_SPARE_ROOM)
        GRAPH_TRY(place(call, C, &a, value_bytes));
    *is_made = true;
done:
    return status;
}
