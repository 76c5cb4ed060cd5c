/* The stages of bhSPARSE that need no semiring: upper bounds, row bins, and compaction. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/published/mxm_bhsparse_arguments.h"
#include "cuda/primitives/value_sizes.cuh"
#include "cuda/primitives/warp.cuh"

/* A thread for each row. */
static __global__ void bound_rows(struct mxm_bhsparse_bins_arguments a)
{
    int64_t row = thread_of_grid(), products = 0;
    if (row < a.rows) {
        for (int64_t k = a.A_row_start[row]; k < a.A_row_start[row + 1]; k++)
            products += a.B_row_start[a.A_column[k] + 1] - a.B_row_start[a.A_column[k]];
        uint32_t bin = (uint32_t)products;
        if (products > BHSPARSE_HEAP_MOST) {
            bin = BHSPARSE_HEAP_MOST + 1;
            for (int64_t most = 2 * BHSPARSE_HEAP_MOST; bin < BHSPARSE_LAST && products > most; most *= 2)
                bin++;
        }
        a.bin[row] = bin;
        a.list[row] = (uint32_t)row;
        /* Rows of the last bin get room as they grow. */
        a.offset[row] = bin == BHSPARSE_LAST ? 0 : products;
    }
    products = reduce_warp(products);
    if (lane_of_warp() == 0 && products > 0)
        atomicAdd((unsigned long long *)&a.totals->products, (unsigned long long)products);
}

/* Finds where each of the sorted bins begins; a.offset has been scanned. */
static __global__ void find_bins(struct mxm_bhsparse_bins_arguments a)
{
    int64_t place = thread_of_grid();
    if (place == 0)
        a.totals->room = a.offset[a.rows];
    if (place > a.rows)
        return;
    int bin = place < a.rows ? (int)a.bin[place] : BHSPARSE_BINS;
    for (int b = place > 0 ? (int)a.bin[place - 1] + 1 : 0; b <= bin; b++)
        a.totals->bin_start[b] = place;
}

template <typename V> static __global__ void compact(struct mxm_bhsparse_compact_arguments a)
{
    if constexpr (has_values<V>::is) {
        int64_t place = thread_of_grid() / a.lanes;
        if (place >= a.rows)
            return;
        uint32_t row = a.list[place];
        int64_t to = a.C_row_start[row], n = a.C_row_start[row + 1] - to;
        const int32_t *column;
        const V *value;
        if (a.progress != nullptr) {
            column = a.progress[place].column;
            value = (const V *)a.progress[place].value;
        } else {
            column = a.column + a.offset[row];
            value = (const V *)a.value + a.offset[row];
        }
        for (int64_t k = thread_of_grid() % a.lanes; k < n; k += a.lanes) {
            a.C_column[to + k] = column[k];
            ((V *)a.C_value)[to + k] = value[k];
        }
    }
}

extern "C" const void *const graph__cuda_bhsparse_bound = (const void *)bound_rows;
extern "C" const void *const graph__cuda_bhsparse_bins = (const void *)find_bins;
extern "C" const void *const graph__cuda_bhsparse_compact[] = {
    (const void *)compact<nothing>, (const void *)compact<uint8_t>, (const void *)compact<uint16_t>,
    (const void *)compact<uint32_t>, (const void *)compact<uint64_t>};
