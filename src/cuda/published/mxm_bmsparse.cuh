/* The numeric phase of bmSPARSE: a thread block for each 8 x 8 block of C, a thread for each of its elements.  For each
 * task, a pair of blocks of A and B, both are expanded to shared memory by their bitmaps.  The symbolic phase has
 * counted the entries; sums that are the semiring's zero are dropped here, if the caller wants that.  Zhang, Gruenwald,
 * "Regularizing irregularity: bitmap-based and portable sparse matrix multiplication for graph data on GPUs", GRADES-NDA
 * 2018. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/published/mxm_bmsparse_arguments.h"

GRAPH_KERNEL void mxm_bmsparse_values(struct mxm_bmsparse_arguments a)
{
    __shared__ T x[BMSPARSE_CELLS], y[BMSPARSE_CELLS];
    __shared__ uint32_t present[2];
    const T *A_value = (const T *)a.A.value, *B_value = (const T *)a.B.value;
    const int cell = (int)threadIdx.x, row = cell & ~7, column = cell & 7;
    const uint64_t below = ((uint64_t)1 << cell) - 1;
    for (int64_t block = blockIdx.x; block < a.blocks; block += gridDim.x) {
        T sum = one();
        bool is_there = false;
        for (int64_t t = a.block_task[block]; t < a.block_task[block + 1]; t++) {
            const uint64_t pair = a.pair[t];
            const uint64_t A_mask = a.A.mask[pair >> 32], B_mask = a.B.mask[(uint32_t)pair];
            __syncthreads(); /* all threads have finished the task before */
            if (READS_X && (A_mask >> cell & 1) != 0)
                x[cell] = A_value[a.A.first_value[pair >> 32] + __popcll(A_mask & below)];
            if (READS_Y && (B_mask >> cell & 1) != 0)
                y[cell] = B_value[a.B.first_value[(uint32_t)pair] + __popcll(B_mask & below)];
            __syncthreads();
            const unsigned in_row = (unsigned)(A_mask >> row) & 255;
            const uint64_t in_column = B_mask >> column;
            for (int k = 0; k < 8; k++)
                if ((in_row >> k & (unsigned)(in_column >> 8 * k) & 1) != 0) {
                    T product = mul(X_VALUE(x, row + k), Y_VALUE(y, 8 * k + column));
                    sum = is_there ? add(sum, product) : product;
                    is_there = true;
                }
        }
        if (a.drops_zeros && sum == zero())
            is_there = false;
        const uint32_t bits = __ballot_sync(ALL_LANES, is_there);
        if (lane_of_warp() == 0)
            present[cell / WARP] = bits;
        __syncthreads();
        const uint64_t mask = (uint64_t)present[1] << 32 | present[0];
        if (is_there)
            ((T *)a.value)[a.first_value[block] + __popcll(mask & below)] = sum;
        if (cell == 0)
            a.mask[block] = mask;
    }
}
