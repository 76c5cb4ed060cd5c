/* C = A B where A and B have an entry at every position: tiles in shared memory, and so every entry of C is known to be
 * there before it is computed.
 *
 * A block owns 64 x 64 elements of C, a thread 4 x 4 of them; of A and B it reads 16 columns and rows at a time, the next
 * ones while it multiplies.  Products are added in the order of k, the first of them being the sum at the start.  Where
 * tensor cores know the semiring a warp has 32 x 16 elements, and sums begin as -0, which changes nothing that is added to
 * it. */
#include "cuda/semiring.cuh"

#include "cuda/mxm_full_arguments.h"

enum { FULL_EACH = 4, FULL_LINES = MXM_FULL_SIDE / FULL_EACH, FULL_ROOM = MXM_FULL_SIDE + FULL_EACH };

/* Four neighbours, fetched at once. */
struct __align__(sizeof(T) < 4 ? 4 * sizeof(T) : 16) full_line { T at[FULL_EACH]; };

struct full_tiles {
    T A[MXM_FULL_DEEP][FULL_ROOM]; /* by columns */
    T B[MXM_FULL_DEEP][FULL_ROOM];
};

/* The thread's part of the next tiles. */
struct full_next {
    T A[FULL_EACH], B[FULL_EACH];
};

#if SEMIRING_IS_PLUS_TIMES && defined(T_FP64)
#define FULL_HAS_TENSOR 1
#else
#define FULL_HAS_TENSOR 0
#endif

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
                    : FULL_HAS_TENSOR ? -(T)0
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

DEVICE void full_write(const struct mxm_full_arguments &a, int64_t row, int64_t column, T value)
{
    if (row >= a.rows || column >= a.columns)
        return;
    ((T *)a.C_value)[row * a.columns + column] = value;
    a.C_column[row * a.columns + column] = (int32_t)column;
    if (column == 0)
        a.C_start[row + 1] = (row + 1) * a.columns;
    if (column == 0 && row == 0)
        a.C_start[0] = 0;
}

#if FULL_HAS_TENSOR
enum { FULL_DOWN = 4, FULL_ACROSS = 2, FULL_WARPS_ACROSS = MXM_FULL_SIDE / (8 * FULL_ACROSS) };

/* In steps of 8 x 8 x 4 a lane has the elements (line, quarter) of A, (quarter, line) of B, and (line, 2 quarter) and its
 * neighbour of C. */
struct full_sums {
    double at[FULL_DOWN][FULL_ACROSS][2];
    int row, column, line, quarter; /* the warp's first element in the tile */
};

DEVICE void full_begin(struct full_sums &sum)
{
    const int warp = (int)threadIdx.x / WARP;
    sum.row = warp / FULL_WARPS_ACROSS * 8 * FULL_DOWN;
    sum.column = warp % FULL_WARPS_ACROSS * 8 * FULL_ACROSS;
    sum.line = lane_of_warp() / 4;
    sum.quarter = lane_of_warp() % 4;
#pragma unroll
    for (int e = 0; e < 2 * FULL_DOWN * FULL_ACROSS; e++)
        sum.at[e / (2 * FULL_ACROSS)][e / 2 % FULL_ACROSS][e % 2] = -0.0;
}

/* Adds the tiles of 16 k; outside the operands they hold -0 and 1. */
DEVICE void full_add(struct full_sums &sum, const struct full_tiles &tiles, bool, int64_t)
{
#pragma unroll
    for (int k = 0; k < MXM_FULL_DEEP; k += 4) {
        double of_A[FULL_DOWN], of_B[FULL_ACROSS];
#pragma unroll
        for (int r = 0; r < FULL_DOWN; r++)
            of_A[r] = tiles.A[k + sum.quarter][sum.row + 8 * r + sum.line];
#pragma unroll
        for (int c = 0; c < FULL_ACROSS; c++)
            of_B[c] = tiles.B[k + sum.quarter][sum.column + 8 * c + sum.line];
#pragma unroll
        for (int r = 0; r < FULL_DOWN; r++)
#pragma unroll
            for (int c = 0; c < FULL_ACROSS; c++)
                asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                    : "+d"(sum.at[r][c][0]), "+d"(sum.at[r][c][1])
                    : "d"(of_A[r]), "d"(of_B[c]));
    }
}

DEVICE void full_end(const struct full_sums &sum, const struct mxm_full_arguments &a, int64_t i, int64_t j)
{
#pragma unroll
    for (int e = 0; e < 2 * FULL_DOWN * FULL_ACROSS; e++) {
        const int r = e / (2 * FULL_ACROSS), c = e / 2 % FULL_ACROSS;
        full_write(a, i + sum.row + 8 * r + sum.line, j + sum.column + 8 * c + 2 * sum.quarter + e % 2,
                   sum.at[r][c][e % 2]);
    }
}
#else
/* The elements (4 y + r, x + 16 c) of the tile. */
struct full_sums {
    T at[FULL_EACH][FULL_EACH];
};

DEVICE void full_begin(struct full_sums &) {}

/* Column e of A's tile times row e of B's. */
template <bool IS_FIRST> DEVICE void full_step(struct full_sums &sum, const struct full_tiles &tiles, int e)
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
            sum.at[r][c] = IS_FIRST ? product : add(sum.at[r][c], product);
        }
}

/* Adds the tiles of 16 k, of which `left` are there. */
DEVICE void full_add(struct full_sums &sum, const struct full_tiles &tiles, bool is_first, int64_t left)
{
    int e = 0;
    if (is_first)
        full_step<true>(sum, tiles, e++);
    if (e == 0 && left >= MXM_FULL_DEEP) {
#pragma unroll
        for (int l = 0; l < MXM_FULL_DEEP; l++)
            full_step<false>(sum, tiles, l);
    } else
        for (; e < MXM_FULL_DEEP && e < left; e++)
            full_step<false>(sum, tiles, e);
}

DEVICE void full_end(const struct full_sums &sum, const struct mxm_full_arguments &a, int64_t i, int64_t j)
{
    const int x = (int)threadIdx.x % FULL_LINES, y = (int)threadIdx.x / FULL_LINES;
#pragma unroll
    for (int e = 0; e < FULL_EACH * FULL_EACH; e++)
        full_write(a, i + FULL_EACH * y + e / FULL_EACH, j + x + FULL_LINES * (e % FULL_EACH),
                   sum.at[e / FULL_EACH][e % FULL_EACH]);
}
#endif

GRAPH_KERNEL void __launch_bounds__(MXM_FULL_THREADS) mxm_full(struct mxm_full_arguments a)
{
    __shared__ __align__(16) struct full_tiles tiles;
    const int64_t across = (a.columns + MXM_FULL_SIDE - 1) / MXM_FULL_SIDE,
                  i = blockIdx.x / across * MXM_FULL_SIDE, j = blockIdx.x % across * MXM_FULL_SIDE;
    const int64_t inner = SEMIRING_IS_ANY ? 1 : a.inner; /* of several products "any" keeps the first */
    struct full_sums sum;
    struct full_next next;
    full_begin(sum);
    full_fetch(next, a, i, j, 0, inner);
    for (int64_t k = 0; k < inner; k += MXM_FULL_DEEP) {
        __syncthreads();
        full_put(tiles, next);
        __syncthreads();
        if (k + MXM_FULL_DEEP < inner)
            full_fetch(next, a, i, j, k + MXM_FULL_DEEP, inner);
        full_add(sum, tiles, k == 0, inner - k);
    }
    full_end(sum, a, i, j);
}
