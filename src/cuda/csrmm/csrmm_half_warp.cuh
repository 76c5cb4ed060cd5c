/* C = A B for sparse A and dense B and C, after Matam, Bharadwaj, Kothapalli, HiPC 2012, section 5.
 *
 * Half a warp takes a row of A and loads its entries to shared memory, 16 at a time; each of its lanes folds a column of
 * B, 16 columns at a time.  The paper also loads B to shared memory, which suited the hardware of that time; each
 * element is used once, so here it goes to a register. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/csrmm/csrmm_half_warp_arguments.h"

enum { HALF_WARPS = HALF_WARP_THREADS / HALF_WARP };

GRAPH_KERNEL void __launch_bounds__(HALF_WARP_THREADS) csrmm_half_warp(struct csrmm_half_warp_arguments a)
{
    __shared__ int32_t shared_column[HALF_WARPS][HALF_WARP];
    __shared__ T shared_value[HALF_WARPS][HALF_WARP];
    const int mine = (int)threadIdx.x / HALF_WARP, lane = (int)threadIdx.x % HALF_WARP;
    const unsigned half = 0xffffu << (lane_of_warp() & HALF_WARP);
    const T *value = (const T *)a.value, *B = (const T *)a.B;
    for (int64_t i = thread_of_grid() / HALF_WARP; i < a.rows; i += threads_of_grid() / HALF_WARP) {
        const int64_t begin = a.row_start[i], end = a.row_start[i + 1];
        for (int64_t j = lane; j - lane < a.dense_columns; j += HALF_WARP) {
            const bool is_column = j < a.dense_columns;
            T *C = (T *)a.C + i * a.C_row + j * a.C_column;
            bool has_sum = a.is_accumulating;
            T sum = has_sum && is_column ? *C : zero();
            for (int64_t first = begin; first < end; first += HALF_WARP) {
                const int count = end - first < HALF_WARP ? (int)(end - first) : HALF_WARP;
                if (lane < count) {
                    shared_column[mine][lane] = a.column[first + lane];
                    if (READS_X)
                        shared_value[mine][lane] = value[first + lane];
                }
                __syncwarp(half);
                for (int e = 0; e < count && is_column; e++) {
                    const int64_t k = shared_column[mine][e];
                    const T x = mul(READS_X ? shared_value[mine][e] : (T)1,
                                    READS_Y ? B[k * a.B_row + j * a.B_column] : (T)1);
                    sum = has_sum ? add(sum, x) : x;
                    has_sum = true;
                }
                __syncwarp(half);
            }
            if (is_column)
                *C = sum;
        }
    }
}
