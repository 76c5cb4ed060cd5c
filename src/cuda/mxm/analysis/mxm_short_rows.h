/* How short rows are made, from the totals of the analysis.  The host decides by these functions, and by the memory that it
 * has; the device evaluates them too, so that it writes no lists that no kernel reads. */
#ifndef CUDA_MXM_ANALYSIS_MXM_SHORT_ROWS_H
#define CUDA_MXM_ANALYSIS_MXM_SHORT_ROWS_H

#include "cuda/mxm/analysis/mxm_batches_arguments.h"

#ifdef __CUDACC__
#define MXM_OF_BOTH __host__ __device__ static inline
#else
#define MXM_OF_BOTH static inline
#endif

/* A single pass (mxm_single_pass.cuh) takes the rows up to the bin that three quarters of all rows belong to: its last bin,
 * MXM_COPY_LONG if there is none.  Columns and positions of its keys share a word of 32 bits. */
MXM_OF_BOTH int graph__mxm_last_single_pass(const struct mxm_totals *totals, int64_t rows, int64_t columns)
{
    enum { LEAST_PRODUCTS = 1 << 20, MOST_COLUMNS = 1 << 24 };
    if (totals->products < LEAST_PRODUCTS || columns > MOST_COLUMNS)
        return MXM_COPY_LONG;
    for (int bin = MXM_SORT_32; bin <= MXM_SORT_256; bin++)
        if (4 * totals->rows[bin] >= 3 * rows)
            return bin;
    return MXM_COPY_LONG;
}

/* Otherwise batches (mxm_batches.cuh) take all short rows, copies included, if these have a quarter of the products. */
MXM_OF_BOTH bool graph__mxm_suits_batches(const struct mxm_totals *totals, int64_t rows, int64_t columns)
{
    enum {
        LEAST_PRODUCTS = 1 << 20,
        LEAST_COLUMNS = MXM_SORT_MOST, /* so that a row has room for all its products */
        LEAST_PART = 4
    };
    const int64_t room = totals->room - totals->large;
    return graph__mxm_last_single_pass(totals, rows, columns) == MXM_COPY_LONG && room >= LEAST_PRODUCTS &&
           LEAST_PART * room >= totals->products && columns >= LEAST_COLUMNS &&
           columns <= MXM_BATCH_MOST_COLUMNS;
}

/* The last of the sort bins that needs no list. */
MXM_OF_BOTH int graph__mxm_last_unlisted(const struct mxm_totals *totals, int64_t rows, int64_t columns)
{
    return graph__mxm_suits_batches(totals, rows, columns)
               ? MXM_SORT_256
               : graph__mxm_last_single_pass(totals, rows, columns);
}

#endif
