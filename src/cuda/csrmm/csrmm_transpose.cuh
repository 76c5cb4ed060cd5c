/* Transposes dense matrices through squares in shared memory, for products of matrices held by columns. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/csrmm/csrmm_arguments.h"

/* Blocks of 32 x 8 threads in one dimension. */
GRAPH_KERNEL void csrmm_transpose(struct csrmm_transpose_arguments a)
{
    enum { WIDTH = 32, ROWS_AT_ONCE = 8 };
    __shared__ T square[WIDTH][WIDTH + 1];
    const T *from = (const T *)a.from;
    T *to = (T *)a.to;
    int64_t squares_across = (a.columns + WIDTH - 1) / WIDTH,
            squares = squares_across * ((a.rows + WIDTH - 1) / WIDTH);
    int x = (int)threadIdx.x % WIDTH, y = (int)threadIdx.x / WIDTH;
    for (int64_t s = blockIdx.x; s < squares; s += gridDim.x) {
        int64_t i = s / squares_across * WIDTH, j = s % squares_across * WIDTH;
        for (int k = y; k < WIDTH; k += ROWS_AT_ONCE)
            if (i + k < a.rows && j + x < a.columns)
                square[k][x] = from[(i + k) * a.from_stride + j + x];
        __syncthreads();
        for (int k = y; k < WIDTH; k += ROWS_AT_ONCE)
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
