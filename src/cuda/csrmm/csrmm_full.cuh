/* C = A B for a full A, with an entry at every position, and a dense B: a dense product with tiles in shared memory.
 *
 * A block computes 32 x 32 elements of C, a thread 2 x 2 of them.  It reads 32 x 32 elements of A and of B at a time,
 * and the next ones while it multiplies.  Products are added in the order of k. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/csrmm/csrmm_arguments.h"

/* A thread's part of the next tiles: four elements of each, eight rows apart. */
struct full_parts {
    T from_A[4], from_B[4];
};

DEVICE void load_parts(struct full_parts &p, const struct csrmm_arguments &a, int64_t i, int64_t j, int64_t k,
                       int64_t columns)
{
    const int x = (int)threadIdx.x % CSRMM_SQUARE, y = (int)threadIdx.x / CSRMM_SQUARE;
#pragma unroll
    for (int l = 0; l < 4; l++) {
        const int row = y + 8 * l;
        p.from_A[l] = READS_X && i + row < a.rows && k + x < columns
                          ? ((const T *)a.value)[(i + row) * columns + k + x]
                          : (T)1;
        p.from_B[l] = READS_Y && k + row < columns && j + x < a.dense_columns
                          ? ((const T *)a.B)[(k + row) * a.B_stride + j + x]
                          : (T)1;
    }
}

GRAPH_KERNEL void __launch_bounds__(CSRMM_FULL_THREADS) csrmm_full(struct csrmm_arguments a)
{
    __shared__ T tile_A[CSRMM_SQUARE][CSRMM_SQUARE + 1], tile_B[CSRMM_SQUARE][CSRMM_SQUARE];
    const int64_t across = (a.dense_columns + CSRMM_SQUARE - 1) / CSRMM_SQUARE,
                  i = blockIdx.x / across * CSRMM_SQUARE, j = blockIdx.x % across * CSRMM_SQUARE,
                  columns = a.full_columns;
    const int x = (int)threadIdx.x % CSRMM_SQUARE, y = (int)threadIdx.x / CSRMM_SQUARE;
    const int column = (int)threadIdx.x % 16, row = (int)threadIdx.x / 16;
    T sum[2][2] = {{(T)0, (T)0}, {(T)0, (T)0}};
    struct full_parts next;
    load_parts(next, a, i, j, 0, columns);
    for (int64_t k = 0; k < columns; k += CSRMM_SQUARE) {
        __syncthreads();
#pragma unroll
        for (int l = 0; l < 4; l++) {
            tile_A[y + 8 * l][x] = next.from_A[l];
            tile_B[y + 8 * l][x] = next.from_B[l];
        }
        __syncthreads();
        if (k + CSRMM_SQUARE < columns)
            load_parts(next, a, i, j, k + CSRMM_SQUARE, columns);
        const int n = columns - k < CSRMM_SQUARE ? (int)(columns - k) : (int)CSRMM_SQUARE;
        int e = 0;
        if (k == 0) {
#pragma unroll
            for (int c = 0; c < 4; c++)
                sum[c / 2][c % 2] = mul(tile_A[row + 16 * (c / 2)][0], tile_B[0][column + 16 * (c % 2)]);
            e = 1;
        }
#pragma unroll 8
        for (; e < n; e++)
#pragma unroll
            for (int c = 0; c < 4; c++)
                sum[c / 2][c % 2] = add(sum[c / 2][c % 2],
                                        mul(tile_A[row + 16 * (c / 2)][e], tile_B[e][column + 16 * (c % 2)]));
    }
#pragma unroll
    for (int c = 0; c < 4; c++) {
        const int64_t to_row = i + row + 16 * (c / 2), to_column = j + column + 16 * (c % 2);
        if (to_row < a.rows && to_column < a.dense_columns) {
            T *to = (T *)a.C + to_row * a.C_stride + to_column;
            *to = a.is_accumulating ? add(*to, sum[c / 2][c % 2]) : sum[c / 2][c % 2];
        }
    }
}
