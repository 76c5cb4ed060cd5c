/* Small and hypersparse matrices, see mxm_whole.h.  The host waits once, when C is there: its arrays are made beforehand
 * with room for as many entries as there are products in the mean; where that is too little the product is made once
 * more. */
#include "cuda/mxm/whole/mxm_whole.h"

#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/analysis/mxm_semiring.h"
#include "cuda/mxm/rows/mxm_entries.h"
#include "cuda/mxm/whole/mxm_small_arguments.h"
#include "cuda/mxm/whole/tuning.h"
#include "cuda/primitives/lookback.h"
#include "cuda/runtime/call.h"

_Static_assert((int)MXM_SMALL_MOST_ROWS <= (int)MXM_SMALL_ROWS * (int)MXM_SMALL_MOST_BLOCKS,
               "a word for each tile");
_Static_assert((int64_t)MXM_HYPERSPARSE_PRODUCTS *MXM_SMALL_MOST_BLOCKS < (int64_t)1 << LOOKBACK_WORD_BITS &&
                   (int64_t)MXM_SMALL_MOST * MXM_SMALL_MOST_ROWS < (int64_t)1 << LOOKBACK_WORD_BITS,
               "products fit in a word");

static bool is_small(const struct graph_mxm_request *r, double products)
{
    return graph__mxm_has_family(MXM_FAMILY_SMALL) && r->A.rows <= MXM_SMALL_MOST_ROWS &&
           r->B.columns <= MXM_SMALL_MOST_COLUMNS && products <= MXM_SMALL_MOST_PRODUCTS;
}

static bool suits_hypersparse(const struct graph_mxm_request *r, double products)
{
    return graph__mxm_has_family(MXM_FAMILY_HYPERSPARSE) && r->A.rows >= MXM_HYPERSPARSE_LEAST_ROWS &&
           r->A.rows <= (int64_t)MXM_HYPERSPARSE_ROWS * MXM_SMALL_MOST_BLOCKS &&
           r->A.entries <= r->A.rows / MXM_HYPERSPARSE_ROWS_OF_ENTRY &&
           products <= (double)r->A.rows / MXM_HYPERSPARSE_ROWS_OF_PRODUCT;
}

/* Makes C, or finds that a row has too many products. */
static graph_status make(struct cuda_call *call, struct graph_csr_arrays *C, struct graph_mxm_request *r,
                         const void *kernel, int64_t tiles, struct mxm_small_arguments *a,
                         struct lookback_answer *made)
{
    const size_t value_bytes = r->semiring->value_bytes;
    struct lookback lookback;
    graph_status status;
    for (;;) {
        GRAPH_TRY(graph__cuda_mxm_new_entries(C, a->C_room, value_bytes));
        a->row.column = C->column;
        a->row.value = C->value;
        GRAPH_TRY(graph__cuda_lookback(call, &lookback));
        a->words = lookback.words;
        GRAPH_TRY(graph__cuda_launch(call, kernel, tiles, MXM_SMALL_THREADS, 0, a));
        GRAPH_TRY(graph__cuda_lookback_answer(made, &lookback));
        if (!made->is_made || made->entries <= a->C_room)
            return GRAPH_OK;
        graph__cuda_mxm_release_entries(C);
        a->C_room = made->entries;
    }
done:
    return status;
}

graph_status graph__cuda_mxm_small(struct cuda_call *call, struct graph_csr_arrays *C,
                                   struct graph_mxm_request *r, bool *is_made)
{
    const double mean = r->B.rows > 0 ? (double)r->A.entries * (double)r->B.entries / (double)r->B.rows : 0;
    const bool is_hypersparse = suits_hypersparse(r, mean);
    const enum graph_cuda_kernel number =
        is_hypersparse ? GRAPH_KERNEL_mxm_hypersparse : GRAPH_KERNEL_mxm_small;
    const int64_t rows_of_tile = is_hypersparse ? MXM_HYPERSPARSE_ROWS : MXM_SMALL_ROWS;
    struct mxm_small_arguments a = {.row = graph__cuda_mxm_operands(r),
                                    .rows = r->A.rows,
                                    .C_room = (int64_t)(mean * 1.125) + MXM_SPARE_ROOM};
    struct lookback_answer made;
    const void *kernel;
    graph_status status = GRAPH_OK;
    *is_made = false;
    /* Where the rows are too long in the mean, one of them is. */
    if (mean > (double)MXM_SMALL_MOST * (double)r->A.rows)
        return graph__cuda_mxm_small_dense(call, C, r, is_made);
    if (r->A.rows == 0 || !(is_hypersparse || is_small(r, mean)))
        return GRAPH_OK;
    if (!graph__cuda_is_prebuilt(r->semiring) &&
        graph__cuda_mxm_prepare(r->semiring, &number, 1) == MXM_TAKE_PATTERN)
        graph__cuda_mxm_take_pattern(r);
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, r->semiring));
    GRAPH_TRY(CUDA_NEW(C->row_start, a.rows + 1));
    a.C_row_start = C->row_start;
    GRAPH_TRY(make(call, C, r, kernel, (a.rows + rows_of_tile - 1) / rows_of_tile, &a, &made));
    if (!made.is_made) {
        graph__cuda_release(C->row_start);
        C->row_start = NULL;
        graph__cuda_mxm_release_entries(C);
        /* Dense accumulators are cleared and read once for each row. */
        return r->A.rows * r->B.columns <= MXM_DENSE_MOST_POSITIONS
                   ? graph__cuda_mxm_small_dense(call, C, r, is_made)
                   : GRAPH_OK;
    }
    C->entries = made.entries;
    r->products = (uint64_t)made.products;
    if (a.C_room > 2 * C->entries + MXM_SPARE_ROOM)
        GRAPH_TRY(graph__cuda_mxm_shrink(call, C, r->semiring->value_bytes));
    *is_made = true;
done:
    return status;
}
