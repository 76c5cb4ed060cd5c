/* Dense matrices turned round, through squares in shared memory, for products of matrices held by columns. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/csrmm/csrmm_arguments.h"

/* Blocks of 32 x 8 threads in one dimension. */
GRAPH_KERNEL void csrmm_turn(struct csrmm_turn_arguments a)
{
    enum { SIDE = 32, ROWS_AT_ONCE = 8 };
    __shared__ T square[SIDE][SIDE + 1];
    const T *from = (const T *)a.from;
    T *to = (T *)a.to;
    int64_t squares_across = (a.columns + SIDE - 1) / SIDE,
            squares = squares_across * ((a.rows + SIDE - 1) / SIDE);
    int x = (int)threadIdx.x % SIDE, y = (int)threadIdx.x / SIDE;
    for (int64_t s = blockIdx.x; s < squares; s += gridDim.x) {
        int64_t i = s / squares_across * SIDE, j = s % squares_across * SIDE;
        for (int k = y; k < SIDE; k += ROWS_AT_ONCE)
            if (i + k < a.rows && j + x < a.columns)
                square[k][x] = from[(i + k) * a.from_stride + j + x];
        __syncthreads();
        for (int k = y; k < SIDE; k += ROWS_AT_ONCE)
            if (j + k < a.columns && i + x < a.rows) {
                T *there = to + (j + k) * a.to_stride + i + x, moved = square[x][k];
                if (a.row_start == nullptr)
                    *there = moved;
                else if (a.row_start[i + x] < a.row_start[i + x + 1])
                    *there = add(*there, moved);
            }
        __syncthreads();
    }
}
