/* C = A B where A and B have an entry at every position: tiles in shared memory, and so every entry of C is known to be
 * there before it is computed.
 *
 * A block owns 64 x 64 elements of C, a thread 4 x 4 of them; of A and B it reads 16 columns and rows at a time, the next
 * ones while it multiplies.  Products are added in the order of k, the first of them being the sum at the start. */
#include "cuda/semiring.cuh"

#include "cuda/mxm_full_arguments.h"

enum { FULL_EACH = 4, FULL_LINES = MXM_FULL_SIDE / FULL_EACH, FULL_ROOM = MXM_FULL_SIDE + FULL_EACH };

/* Four neighbours, fetched at once. */
struct __align__(sizeof(T) < 4 ? 4 * sizeof(T) : 16) full_line { T at[FULL_EACH]; };

struct full_tiles {
    T A[MXM_FULL_DEEP][FULL_ROOM]; /* by columns */
    T B[MXM_FULL_DEEP][MXM_FULL_SIDE];
};

/* The thread's part of the next tiles. */
struct full_next {
    T A[FULL_EACH], B[FULL_EACH];
};

DEVICE void full_fetch(struct full_next &next, const struct mxm_full_arguments &a, int64_t i, int64_t j,
                       int64_t k, int64_t inner)
{
    const int deep = (int)threadIdx.x % MXM_FULL_DEEP, row = (int)threadIdx.x / MXM_FULL_DEEP;
    const int column = (int)threadIdx.x % MXM_FULL_SIDE, line = (int)threadIdx.x / MXM_FULL_SIDE;
#pragma unroll
    for (int l = 0; l < FULL_EACH; l++) {
        const int64_t A_row = i + row + MXM_FULL_SIDE / FULL_EACH * l, B_row = k + line + FULL_EACH * l;
        next.A[l] = READS_X && A_row < a.rows && k + deep < inner
                        ? ((const T *)a.A_value)[A_row * a.inner + k + deep]
                        : (T)1;
        next.B[l] = READS_Y && B_row < inner && j + column < a.columns
                        ? ((const T *)a.B_value)[B_row * a.columns + j + column]
                        : (T)1;
    }
}

DEVICE void full_put(struct full_tiles &tiles, const struct full_next &next)
{
    const int deep = (int)threadIdx.x % MXM_FULL_DEEP, row = (int)threadIdx.x / MXM_FULL_DEEP;
    const int column = (int)threadIdx.x % MXM_FULL_SIDE, line = (int)threadIdx.x / MXM_FULL_SIDE;
#pragma unroll
    for (int l = 0; l < FULL_EACH; l++) {
        tiles.A[deep][row + MXM_FULL_SIDE / FULL_EACH * l] = next.A[l];
        tiles.B[line + FULL_EACH * l][column] = next.B[l];
    }
}

/* Column e of A's tile times row e of B's. */
template <bool IS_FIRST>
DEVICE void full_step(T sum[FULL_EACH][FULL_EACH], const struct full_tiles &tiles, int e)
{
    const int x = (int)threadIdx.x % FULL_LINES, y = (int)threadIdx.x / FULL_LINES;
    const struct full_line of_A = *(const struct full_line *)&tiles.A[e][FULL_EACH * y];
    T of_B[FULL_EACH];
#pragma unroll
    for (int c = 0; c < FULL_EACH; c++)
        of_B[c] = tiles.B[e][x + FULL_LINES * c];
#pragma unroll
    for (int r = 0; r < FULL_EACH; r++)
#pragma unroll
        for (int c = 0; c < FULL_EACH; c++) {
            T product = mul(of_A.at[r], of_B[c]);
            sum[r][c] = IS_FIRST ? product : add(sum[r][c], product);
        }
}

GRAPH_KERNEL void __launch_bounds__(MXM_FULL_THREADS) mxm_full(struct mxm_full_arguments a)
{
    __shared__ __align__(16) struct full_tiles tiles;
    const int64_t across = (a.columns + MXM_FULL_SIDE - 1) / MXM_FULL_SIDE,
                  i = blockIdx.x / across * MXM_FULL_SIDE, j = blockIdx.x % across * MXM_FULL_SIDE;
    const int64_t inner = SEMIRING_IS_ANY ? 1 : a.inner; /* of several products "any" keeps the first */
    const int x = (int)threadIdx.x % FULL_LINES, y = (int)threadIdx.x / FULL_LINES;
    T sum[FULL_EACH][FULL_EACH];
    struct full_next next;
    full_fetch(next, a, i, j, 0, inner);
    for (int64_t k = 0; k < inner; k += MXM_FULL_DEEP) {
        __syncthreads();
        full_put(tiles, next);
        __syncthreads();
        if (k + MXM_FULL_DEEP < inner)
            full_fetch(next, a, i, j, k + MXM_FULL_DEEP, inner);
        int e = 0;
        if (k == 0)
            full_step<true>(sum, tiles, e++);
        if (e == 0 && inner - k >= MXM_FULL_DEEP) {
#pragma unroll
            for (int l = 0; l < MXM_FULL_DEEP; l++)
                full_step<false>(sum, tiles, l);
        } else
            for (; e < MXM_FULL_DEEP && k + e < inner; e++)
                full_step<false>(sum, tiles, e);
    }
#pragma unroll
    for (int r = 0; r < FULL_EACH; r++)
#pragma unroll
        for (int c = 0; c < FULL_EACH; c++) {
            const int64_t row = i + FULL_EACH * y + r, column = j + x + FULL_LINES * c;
            if (row < a.rows && column < a.columns) {
                ((T *)a.C_value)[row * a.columns + column] = sum[r][c];
                a.C_column[row * a.columns + column] = (int32_t)column;
                if (column == 0)
                    a.C_start[row + 1] = (row + 1) * a.columns;
                if (column == 0 && row == 0)
                    a.C_start[0] = 0;
            }
        }
}
