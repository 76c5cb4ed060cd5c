/* Lists the diagonals of a matrix.  A bitmap marks those that have been seen; whoever marks a diagonal first lists it. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/diagonals/mxm_dia_arguments.h"

static __global__ void dia_find(struct dia_find_arguments a)
{
    int lane = (int)(threadIdx.x % (unsigned)a.lanes);
    for (int64_t row = thread_of_grid() / a.lanes; row < a.rows; row += threads_of_grid() / a.lanes)
        for (int64_t k = a.row_start[row] + lane; k < a.row_start[row + 1]; k += a.lanes) {
            int64_t place = a.rows - 1 - row + a.column[k];
            unsigned bit = 1u << (place & 31);
            if ((a.seen[place >> 5] & bit) != 0 || (atomicOr(&a.seen[place >> 5], bit) & bit) != 0)
                continue;
            int n = atomicAdd(&a.found->count, 1);
            if (n < DIA_MOST)
                a.found->place[n] = (int32_t)place;
        }
}

extern "C" const void *const graph__cuda_dia_find = (const void *)dia_find;
