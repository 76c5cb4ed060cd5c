/* The Kronecker product: each entry of row (i, k) of C is a pair of an entry of row i of A and one of row k of B. */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"
#include "cuda/elementwise/region_arguments.h"
#include "cuda/primitives/entry_tiles.cuh"

GRAPH_KERNEL void kronecker_fill(struct kronecker_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    const T *x = (const T *)a.A_value, *y = (const T *)a.B_value;
    T *z = (T *)a.C_value;
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item);
        if (e >= a.tiles.entries)
            return;
        int64_t r = row[item * TILE_THREADS + threadIdx.x], i = r / a.B_rows, k = r - i * a.B_rows;
        int64_t begin = a.B_start[k], n = a.B_start[k + 1] - begin, offset = e - a.C_start[r];
        int64_t from_A = a.A_start[i] + offset / n, from_B = begin + offset % n;
        a.C_column[e] = (int32_t)(a.A_column[from_A] * a.B_columns + a.B_column[from_B]);
        if (z != nullptr)
            z[e] = apply_binary(a.op, x[from_A], y[from_B]);
    }
}
