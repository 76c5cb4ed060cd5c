/* See mxm_compact.h. */
#include "cuda/mxm/analysis/mxm_compact.h"

#include "cuda/mxm/analysis/tuning.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/analysis/mxm_analysis_arguments.h"
#include "cuda/runtime/call.h"

graph_status graph__mxm_launch_copies(struct cuda_call *call, struct mxm_row_arguments *a,
                                      const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                      int first_bin, bool is_forked)
{
    graph_status status = GRAPH_OK;
    a->first = 0;
    for (int bin = MXM_COPY; bin <= MXM_COPY_LONG; bin++) {
        a->rows = totals->rows[bin];
        if (a->rows > 0 && bin >= first_bin) {
            if (is_forked)
                GRAPH_TRY(graph__mxm_use_stream(call, totals, GRAPH_CUDA_HIGH_PRIORITY + bin - MXM_COPY));
            GRAPH_TRY(graph__cuda_launch_over(
                call, r->semiring, graph__mxm_copy_kernel(bin),
                bin == MXM_COPY ? graph__mxm_divide_up(a->rows * MXM_COPY_PARTS, MXM_COPY_THREADS) : a->rows,
                MXM_COPY_THREADS, 0, a));
        }
        a->first += a->rows;
    }
done:
    return status;
}

/* Lanes that copy a row of a bin to C; 0: the row is there already. */
static int lanes_to_compact(const struct graph_mxm_request *r, const struct mxm_totals *totals, int bin)
{
    enum { LAST_FOR_WARPS = MXM_BLOCK_TINY, LANES_OF_HUGE = 1 << 14 };
    if (graph__mxm_is_direct(totals, bin) || graph__mxm_is_clustered(totals, r->semiring, bin))
        return 0;
    if (bin <= MXM_SORT_256)
        return 1;
    if (bin == MXM_HUGE)
        return LANES_OF_HUGE;
    if (graph__mxm_rows_of_bins(totals, MXM_SORT_256 + 1, MXM_WIDE) < MXM_ROWS_FOR_WARPS)
        return 256;
    return bin == MXM_WIDE ? 64 : bin <= LAST_FOR_WARPS ? 32 : 256;
}

graph_status graph__mxm_compact_bins(struct cuda_call *call, const struct graph_csr_arrays *C,
                                     const struct graph_mxm_request *r, const struct mxm_analysis *analysis,
                                     const struct mxm_totals *totals, int last_short, bool has_batches,
                                     const struct mxm_row_arguments *a)
{
    enum { FIRST_STREAM = 3, STREAMS = 3 };
    /* Concurrently with batches, which fill the GPU, they begin first. */
    const int first_stream = has_batches ? GRAPH_CUDA_HIGH_PRIORITY : FIRST_STREAM,
              streams = has_batches ? GRAPH_CUDA_STREAMS - GRAPH_CUDA_HIGH_PRIORITY : STREAMS;
    graph_status status = GRAPH_OK;
    int64_t first = graph__mxm_rows_of_bins(totals, MXM_COPY, last_short);
    int bin = last_short + 1, stream = 0;
    while (bin < MXM_BINS) {
        const int lanes = lanes_to_compact(r, totals, bin);
        int64_t rows = 0;
        for (; bin < MXM_BINS && (totals->rows[bin] == 0 || lanes_to_compact(r, totals, bin) == lanes); bin++)
            rows += totals->rows[bin];
        if (lanes > 0 && rows > 0) {
            GRAPH_TRY(graph__mxm_use_stream(call, totals, first_stream + stream++ % streams));
            GRAPH_TRY(graph__cuda_mxm_compact(call, C, analysis, first, rows, lanes, a->column, a->value,
                                              r->semiring->value_bytes));
        }
        first += rows;
    }
done:
    return status;
}

graph_status graph__mxm_compact_remaining(struct cuda_call *call, const struct mxm_row_arguments *a,
                                          size_t value_bytes)
{
    struct mxm_compact_arguments remaining = {.C_row_start = a->C_row_start,
                                              .offset = a->saved_offset,
                                              .list = a->list,
                                              .column = a->saved,
                                              .value = a->saved_value,
                                              .C_column = a->column,
                                              .C_value = a->value,
                                              .place = a->remaining,
                                              .places = a->remaining_rows,
                                              .lanes = 32,
                                              .value_bytes = (int)value_bytes};
    return graph__cuda_launch(call, graph__mxm_compact_places, MXM_COMPACT_PLACES_BLOCKS,
                              MXM_ANALYSIS_THREADS, 0, &remaining);
}
