/* C = A B where A and B have an entry at every position: the tiled dense product.  The pattern of C is known beforehand.
 *
 * A block owns 64 x 64 elements of C, a thread 4 x 4 of them; of A and B it reads 16 columns and rows at a time into
 * shared memory, the next ones while it multiplies.  Products are added in the order of k, the first of them being the
 * sum at the start.  Where tensor cores support the semiring a warp has 32 x 16 elements, and sums begin as -0, which
 * changes nothing that is added to it.  Of or_and and xor_and 32 values are a word, whose sum over k is taken bit by bit.
 * Small integers under min_plus and max_plus of fp32 are added in pairs, and other ordinary numbers compared in pairs. */
#include "cuda/semiring/packed_min_plus.cuh"

#include "cuda/mxm/whole/mxm_full_arguments.h"

#if SEMIRING_IS_PLUS_TIMES && defined(T_FP64)
#define FULL_HAS_TENSOR 1
#else
#define FULL_HAS_TENSOR 0
#endif
#if defined(T_BOOL) && SEMIRING_READS == 3 && !defined(USER_ADD)
#define FULL_HAS_WORDS 1
#else
#define FULL_HAS_WORDS 0
#endif

enum { FULL_EACH = 4, FULL_LINES = MXM_FULL_TILE / FULL_EACH, FULL_ROOM = MXM_FULL_TILE + FULL_EACH };

/* What a tile is made of: values, or words with those of FULL_PACKED neighbours in k. */
#if FULL_HAS_WORDS
typedef uint32_t full_t;
enum { FULL_PACKED = 32 };
#else
typedef T full_t;
enum { FULL_PACKED = 1 };
#endif

/* Four neighbours, fetched at once. */
struct __align__(sizeof(full_t) < 4 ? 4 * sizeof(full_t) : 16) full_line { full_t at[FULL_EACH]; };

struct full_tiles {
    full_t A[MXM_FULL_DEEP][FULL_ROOM]; /* by columns */
    full_t B[MXM_FULL_DEEP][FULL_ROOM];
};

#if FULL_HAS_WORDS
/* Packs the words of the next tiles: a warp reads the 32 values of a word of A together; of B each lane reads the values
 * of its word, which are in neighbouring columns for neighbouring lanes. */
DEVICE void full_pack(struct full_tiles &tiles, const struct mxm_full_arguments &a, int64_t i, int64_t j,
                      int64_t k, int64_t inner)
{
    enum { AT_ONCE = 16, WORDS = MXM_FULL_DEEP * MXM_FULL_TILE };
    const uint8_t *A = (const uint8_t *)a.A_value, *B = (const uint8_t *)a.B_value;
    const int lane = lane_of_warp();
    for (int word = (int)threadIdx.x; word < WORDS; word += MXM_FULL_THREADS) {
        /* Those of a warp are neighbours in a row of the tiles. */
        const int deep = word / MXM_FULL_TILE, across = word % MXM_FULL_TILE;
        const int64_t from = k + deep * FULL_PACKED, row = i + across - lane, column = j + across;
        unsigned of_A = 0, of_B = 0;
#pragma unroll 1
        for (int w = 0; w < WARP; w += AT_ONCE) {
            bool A_has[AT_ONCE], B_has[AT_ONCE];
#pragma unroll
            for (int e = 0; e < AT_ONCE; e++) {
                A_has[e] = row + w + e < a.rows && from + lane < inner &&
                           A[(row + w + e) * inner + from + lane] != 0;
                B_has[e] =
                    from + w + e < inner && column < a.columns && B[(from + w + e) * a.columns + column] != 0;
            }
#pragma unroll
            for (int e = 0; e < AT_ONCE; e++) {
                const unsigned bits = __ballot_sync(ALL_LANES, A_has[e]);
                of_A = lane == w + e ? bits : of_A;
                of_B |= (unsigned)B_has[e] << (w + e);
            }
        }
        tiles.A[deep][across] = of_A;
        tiles.B[deep][across] = of_B;
    }
}
#else
/* The thread's part of the next tiles. */
struct full_next {
    T A[FULL_EACH], B[FULL_EACH];
};

DEVICE void full_fetch(struct full_next &next, const struct mxm_full_arguments &a, int64_t i, int64_t j,
                       int64_t k, int64_t inner)
{
    const int deep = (int)threadIdx.x % MXM_FULL_DEEP, row = (int)threadIdx.x / MXM_FULL_DEEP;
    const int column = (int)threadIdx.x % MXM_FULL_TILE, line = (int)threadIdx.x / MXM_FULL_TILE;
#pragma unroll
    for (int l = 0; l < FULL_EACH; l++) {
        const int64_t A_row = i + row + MXM_FULL_TILE / FULL_EACH * l, B_row = k + line + FULL_EACH * l;
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
    const int column = (int)threadIdx.x % MXM_FULL_TILE, line = (int)threadIdx.x / MXM_FULL_TILE;
#pragma unroll
    for (int l = 0; l < FULL_EACH; l++) {
        tiles.A[deep][row + MXM_FULL_TILE / FULL_EACH * l] = next.A[l];
        tiles.B[line + FULL_EACH * l][column] = next.B[l];
    }
}

/* Whether integers may compare the products of this part of the tiles. */
DEVICE bool full_is_ordinary(const struct full_next &next)
{
    bool all = HAS_ORDINARY;
#pragma unroll
    for (int l = 0; l < FULL_EACH; l++)
        all = all && is_ordinary(next.A[l]) && is_ordinary(next.B[l]);
    return all;
}
#endif

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
enum { FULL_DOWN = 4, FULL_ACROSS = 2, FULL_WARPS_ACROSS = MXM_FULL_TILE / (8 * FULL_ACROSS) };

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
DEVICE void full_add(struct full_sums &sum, const struct full_tiles &tiles, bool, int64_t, bool)
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
    full_t at[FULL_EACH][FULL_EACH];
};

DEVICE void full_begin(struct full_sums &) {}

/* The sum with one more product; of words that of each bit, in the order of which nothing depends. */
#if FULL_HAS_WORDS
template <bool IS_FIRST, bool IS_ORDINARY> DEVICE full_t full_product(full_t sum, full_t x, full_t y)
{
    return IS_FIRST ? x & y : add(1, 1) ? sum | (x & y) : sum ^ (x & y);
}
DEVICE T full_value(full_t sum) { return add(1, 1) ? sum != 0 : __popc(sum) % 2 != 0; }
#else
template <bool IS_FIRST, bool IS_ORDINARY> DEVICE full_t full_product(full_t sum, full_t x, full_t y)
{
    const T product = IS_ORDINARY ? ordinary::mul(x, y) : mul(x, y);
    return IS_FIRST ? product : IS_ORDINARY ? ordinary::add(sum, product) : add(sum, product);
}
DEVICE T full_value(full_t sum) { return sum; }
#endif

/* Column e of A's tile times row e of B's. */
template <bool IS_FIRST, bool IS_ORDINARY>
DEVICE void full_step(struct full_sums &sum, const struct full_tiles &tiles, int e)
{
    const int x = (int)threadIdx.x % FULL_LINES, y = (int)threadIdx.x / FULL_LINES;
    const struct full_line of_A = *(const struct full_line *)&tiles.A[e][FULL_EACH * y];
    full_t of_B[FULL_EACH];
#pragma unroll
    for (int c = 0; c < FULL_EACH; c++)
        of_B[c] = tiles.B[e][x + FULL_LINES * c];
#pragma unroll
    for (int r = 0; r < FULL_EACH; r++)
#pragma unroll
        for (int c = 0; c < FULL_EACH; c++)
            sum.at[r][c] = full_product<IS_FIRST, IS_ORDINARY>(sum.at[r][c], of_A.at[r], of_B[c]);
}

/* Two columns and rows of ordinary numbers from e on. */
DEVICE void full_two_steps(struct full_sums &sum, const struct full_tiles &tiles, int e)
{
#if !FULL_HAS_WORDS
    const int x = (int)threadIdx.x % FULL_LINES, y = (int)threadIdx.x / FULL_LINES;
    const struct full_line first = *(const struct full_line *)&tiles.A[e][FULL_EACH * y],
                           second = *(const struct full_line *)&tiles.A[e + 1][FULL_EACH * y];
#pragma unroll
    for (int c = 0; c < FULL_EACH; c++) {
        const T of_B = tiles.B[e][x + FULL_LINES * c], next_of_B = tiles.B[e + 1][x + FULL_LINES * c];
#pragma unroll
        for (int r = 0; r < FULL_EACH; r++)
            sum.at[r][c] = ordinary_add_two(sum.at[r][c], first.at[r] + of_B, second.at[r] + next_of_B);
    }
#endif
}

/* Adds the tiles of 16 columns and rows, of which `remaining` are there. */
DEVICE void full_add(struct full_sums &sum, const struct full_tiles &tiles, bool is_first, int64_t remaining,
                     bool is_ordinary)
{
    int e = 0;
    if (is_first)
        full_step<true, false>(sum, tiles, e++);
    if (HAS_PACKED && is_ordinary && e == 0 && remaining >= MXM_FULL_DEEP) {
#pragma unroll 4
        for (int l = 0; l < MXM_FULL_DEEP; l += 2)
            full_two_steps(sum, tiles, l);
    } else if (HAS_ORDINARY && is_ordinary && e == 0 && remaining >= MXM_FULL_DEEP) {
#pragma unroll 8
        for (int l = 0; l < MXM_FULL_DEEP; l++)
            full_step<false, true>(sum, tiles, l);
    } else if (e == 0 && remaining >= MXM_FULL_DEEP) {
#pragma unroll 8
        for (int l = 0; l < MXM_FULL_DEEP; l++)
            full_step<false, false>(sum, tiles, l);
    } else
#pragma unroll 1
        for (; e < MXM_FULL_DEEP && e < remaining; e++)
            full_step<false, false>(sum, tiles, e);
}

DEVICE void full_end(const struct full_sums &sum, const struct mxm_full_arguments &a, int64_t i, int64_t j)
{
    const int x = (int)threadIdx.x % FULL_LINES, y = (int)threadIdx.x / FULL_LINES;
#pragma unroll
    for (int e = 0; e < FULL_EACH * FULL_EACH; e++)
        full_write(a, i + FULL_EACH * y + e / FULL_EACH, j + x + FULL_LINES * (e % FULL_EACH),
                   full_value(sum.at[e / FULL_EACH][e % FULL_EACH]));
}
#endif

#if !FULL_HAS_WORDS
/* Where a.has_facts. */
DEVICE struct value_facts full_facts(const struct mxm_full_arguments &a)
{
    return a.facts != nullptr ? *a.facts : a.known;
}
#endif

#if !FULL_HAS_TENSOR && !FULL_HAS_WORDS
/* Tiles of packed integers of 16 bits: word (n, i) of tiles.A has the columns 2 n and 2 n + 1 of row i, that of tiles.B
 * two rows. */
struct full_pairs {
    unsigned A[MXM_FULL_DEEP][FULL_ROOM];
    unsigned B[MXM_FULL_DEEP][FULL_ROOM];
};

/* The thread's part of the next tiles: two neighbours of each word. */
struct full_next_pairs {
    T A[FULL_EACH][2], B[FULL_EACH][2];
};

/* Outside the operands nothing has a number that is added to a sum: those in k do not count. */
DEVICE void full_fetch_pairs(struct full_next_pairs &next, const struct mxm_full_arguments &a, int64_t i,
                             int64_t j, int64_t k)
{
    const int deep = (int)threadIdx.x % MXM_FULL_DEEP, row = (int)threadIdx.x / MXM_FULL_DEEP;
    const int column = (int)threadIdx.x % MXM_FULL_TILE, line = (int)threadIdx.x / MXM_FULL_TILE;
#pragma unroll
    for (int l = 0; l < FULL_EACH; l++)
#pragma unroll
        for (int n = 0; n < 2; n++) {
            const int64_t A_row = i + row + MXM_FULL_TILE / FULL_EACH * l, A_column = k + 2 * deep + n;
            const int64_t B_row = k + 2 * (line + FULL_EACH * l) + n;
            next.A[l][n] = A_row < a.rows && A_column < a.inner
                               ? ((const T *)a.A_value)[A_row * a.inner + A_column]
                               : (T)0;
            next.B[l][n] = B_row < a.inner && j + column < a.columns
                               ? ((const T *)a.B_value)[B_row * a.columns + j + column]
                               : (T)0;
        }
}

DEVICE unsigned full_pair(const T (&x)[2], float scale, bool has_first, bool has_second)
{
    const int first = has_first ? packed_of(x[0], scale) : (int)PACKED_ABSENT,
              second = has_second ? packed_of(x[1], scale) : (int)PACKED_ABSENT;
    return (unsigned)(first & 0xffff) | (unsigned)second << 16;
}

DEVICE void full_put_pairs(struct full_pairs &tiles, const struct full_next_pairs &next, float scale,
                           int64_t remaining)
{
    const int deep = (int)threadIdx.x % MXM_FULL_DEEP, row = (int)threadIdx.x / MXM_FULL_DEEP;
    const int column = (int)threadIdx.x % MXM_FULL_TILE, line = (int)threadIdx.x / MXM_FULL_TILE;
#pragma unroll
    for (int l = 0; l < FULL_EACH; l++) {
        const int B_line = line + FULL_EACH * l;
        tiles.A[deep][row + MXM_FULL_TILE / FULL_EACH * l] =
            full_pair(next.A[l], scale, 2 * deep < remaining, 2 * deep + 1 < remaining);
        tiles.B[B_line][column] =
            full_pair(next.B[l], scale, 2 * B_line < remaining, 2 * B_line + 1 < remaining);
    }
}

DEVICE void full_of_pairs(struct full_pairs &tiles, const struct mxm_full_arguments &a, int64_t i, int64_t j)
{
    const int x = (int)threadIdx.x % FULL_LINES, y = (int)threadIdx.x / FULL_LINES;
    const float power = packed_power(full_facts(a).least_low);
    struct full_next_pairs next;
    unsigned sum[FULL_EACH][FULL_EACH];
#pragma unroll
    for (int e = 0; e < FULL_EACH * FULL_EACH; e++)
        sum[e / FULL_EACH][e % FULL_EACH] = PACKED_START;
    full_fetch_pairs(next, a, i, j, 0);
    for (int64_t k = 0; k < a.inner; k += 2 * MXM_FULL_DEEP) {
        __syncthreads();
        full_put_pairs(tiles, next, 1 / power, a.inner - k);
        __syncthreads();
        if (k + 2 * MXM_FULL_DEEP < a.inner)
            full_fetch_pairs(next, a, i, j, k + 2 * MXM_FULL_DEEP);
#pragma unroll 8
        for (int e = 0; e < MXM_FULL_DEEP; e++) {
            const uint4 line = *(const uint4 *)&tiles.A[e][FULL_EACH * y];
            const unsigned of_A[FULL_EACH] = {line.x, line.y, line.z, line.w};
#pragma unroll
            for (int c = 0; c < FULL_EACH; c++) {
                const unsigned of_B = tiles.B[e][x + FULL_LINES * c];
#pragma unroll
                for (int r = 0; r < FULL_EACH; r++)
                    sum[r][c] = packed_add(sum[r][c], of_A[r], of_B);
            }
        }
    }
#pragma unroll
    for (int e = 0; e < FULL_EACH * FULL_EACH; e++)
        full_write(a, i + FULL_EACH * y + e / FULL_EACH, j + x + FULL_LINES * (e % FULL_EACH),
                   packed_value(sum[e / FULL_EACH][e % FULL_EACH], power));
}
#endif

/* Facts about the values of an operand of fp32, for the next kernel. */
GRAPH_KERNEL void mxm_full_facts(struct mxm_full_facts_arguments a)
{
#ifdef T_FP32
    struct known_values known = nothing_known();
    for (int64_t k = thread_of_grid(); k < a.count; k += threads_of_grid())
        know_value(known, ((const T *)a.value)[k]);
    tell_facts(a.facts, known);
#endif
}

GRAPH_KERNEL void __launch_bounds__(MXM_FULL_THREADS) mxm_full(struct mxm_full_arguments a)
{
    __shared__ __align__(16) struct full_tiles tiles;
    const int64_t across = (a.columns + MXM_FULL_TILE - 1) / MXM_FULL_TILE,
                  i = blockIdx.x / across * MXM_FULL_TILE, j = blockIdx.x % across * MXM_FULL_TILE;
    const int64_t inner = SEMIRING_IS_ANY ? 1 : a.inner; /* of several products "any" keeps the first */
    struct full_sums sum;
#if !FULL_HAS_TENSOR && !FULL_HAS_WORDS
    if (HAS_PACKED && a.has_facts && VALUES_ARE_PACKED(full_facts(a))) {
        full_of_pairs(*(struct full_pairs *)&tiles, a, i, j);
        return;
    }
#endif
    full_begin(sum);
#if FULL_HAS_WORDS
    for (int64_t k = 0; k < inner; k += MXM_FULL_DEEP * FULL_PACKED) {
        __syncthreads();
        full_pack(tiles, a, i, j, k, inner);
        __syncthreads();
        full_add(sum, tiles, k == 0, (inner - k + FULL_PACKED - 1) / FULL_PACKED, false);
    }
#else
    struct full_next next;
    /* Once a sum may be NaN, integers compare no more. */
    const bool is_known = HAS_PACKED && a.has_facts;
    bool is_ordinary = is_known ? full_facts(a).are_ordinary != 0 : HAS_ORDINARY;
    full_fetch(next, a, i, j, 0, inner);
    for (int64_t k = 0; k < inner; k += MXM_FULL_DEEP) {
        __syncthreads();
        full_put(tiles, next);
        if (HAS_ORDINARY && !is_known)
            is_ordinary = __syncthreads_and(is_ordinary && full_is_ordinary(next));
        else
            __syncthreads();
        if (k + MXM_FULL_DEEP < inner)
            full_fetch(next, a, i, j, k + MXM_FULL_DEEP, inner);
        full_add(sum, tiles, k == 0, inner - k, is_ordinary);
    }
#endif
    full_end(sum, a, i, j);
}
