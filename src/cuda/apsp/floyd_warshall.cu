/* The tile products and steps of Floyd-Warshall.
 *
 * A round takes 128 pivots K: the diagonal block is closed in the registers of one thread block; then
 *
 *     D(K, :) = min(D(K, :), D(K, K) + D(K, :));   D(:, K)' likewise, stored separately as `column`;
 *     D(i, :) = min(D(i, :), D(i, K) + D(K, :)) for all other rows.
 *
 * One function computes all three products: a block has a tile of C in registers, 64 words for each thread, and
 * streams both factors, stored pivot by pivot, through shared memory with asynchronous copies.  A word is a distance,
 * or two of 16 bits; integers are relaxed in one instruction, addition and minimum together.
 *
 * Source: Katz, Kider, "All-pairs shortest-paths for large graphs on the GPU", Graphics Hardware 2008. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/primitives/async_copies.cuh"

#include "cuda/apsp/floyd_warshall_arguments.h"

namespace
{

enum { DEPTH = 16, STAGES = 3, EDGE_THREADS = 16 /* along a row, and along a column, of a tile */ };

/* How a kind of distance is stored (E), computed with (W), and relaxed: min(c, a + b). */
struct fp32 {
    typedef float E, W;
    enum { ELEMENTS = 1, ACROSS = 8, IS_SIGNED = 1 };
    DEVICE W relax(W c, W a, W b) { return fminf(c, a + b); }
    DEVICE W word(E x) { return x; }
};

struct fp64 {
    typedef double E, W;
    enum { ELEMENTS = 1, ACROSS = 4, IS_SIGNED = 1 };
    DEVICE W relax(W c, W a, W b)
    {
        W sum = a + b;
        return sum < c ? sum : c;
    }
    DEVICE W word(E x) { return x; }
};

struct int32 {
    typedef int32_t E, W;
    enum { ELEMENTS = 1, ACROSS = 8, IS_SIGNED = 1 };
    DEVICE W relax(W c, W a, W b) { return __viaddmin_s32(a, b, c); }
    DEVICE W word(E x) { return x; }
};

struct int64 {
    typedef int64_t E, W;
    enum { ELEMENTS = 1, ACROSS = 4, IS_SIGNED = 1 };
    DEVICE W relax(W c, W a, W b)
    {
        W sum = a + b;
        return sum < c ? sum : c;
    }
    DEVICE W word(E x) { return x; }
};

struct uint16 {
    typedef uint16_t E;
    typedef uint32_t W;
    enum { ELEMENTS = 2, ACROSS = 8, IS_SIGNED = 0 };
    DEVICE W relax(W c, W a, W b) { return __viaddmin_u16x2(a, b, c); }
    DEVICE W word(E x) { return x * 0x10001u; }
};

/* A tile: FLOYD_ROWS rows of WIDTH words; each thread has DOWN x ACROSS of them, in vectors of 16 bytes. */
template <class P> struct tile {
    typedef typename P::W W;
    enum {
        VECTOR = 16 / sizeof(W),
        DOWN = FLOYD_ROWS / EDGE_THREADS,
        ACROSS = P::ACROSS,
        WIDTH = EDGE_THREADS * ACROSS,
        COLUMNS = WIDTH * P::ELEMENTS,
        STAGE_WORDS = DEPTH * (FLOYD_ROWS + WIDTH)
    };
};

template <class E, int N> struct alignas(N * sizeof(E)) several {
    E x[N];
};

template <class W> struct alignas(16) vector16 {
    W x[16 / sizeof(W)];
};

/* Copies ROWS rows of WORDS words to shared memory. */
template <class W, int ROWS, int WORDS> DEVICE void fetch(W *shared, const W *global, int64_t stride)
{
    enum { VECTOR = 16 / sizeof(W), IN_ROW = WORDS / VECTOR, ALL = ROWS * IN_ROW };
#pragma unroll
    for (int e = 0; e < ALL / FLOYD_THREADS; e++) {
        int at = e * FLOYD_THREADS + (int)threadIdx.x, row = at / IN_ROW, word = at % IN_ROW * VECTOR;
        copy_16_bytes(shared + row * WORDS + word, global + row * stride + word);
    }
}

/* C = min(C, A + B) for one tile: transposed[k * transposed_stride + i] = A(i, k), B by rows.  Reads all of B before it
 * writes C, so B may be C. */
template <class P>
DEVICE void relax_tile(typename P::W *C, int64_t C_stride, const typename P::W *transposed,
                       int64_t transposed_stride, const typename P::W *B, int64_t B_stride)
{
    typedef typename P::W W;
    typedef tile<P> S;
    typedef vector16<W> V;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    W *shared = (W *)shared_bytes;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    const int x = (warp % 2 * 8 + lane % 8) * S::VECTOR, y = (warp / 2 * 4 + lane / 8) * S::VECTOR;
    W c[S::DOWN][S::ACROSS];
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        fetch<W, DEPTH, FLOYD_ROWS>(shared + s * S::STAGE_WORDS, transposed + s * DEPTH * transposed_stride,
                                    transposed_stride);
        fetch<W, DEPTH, S::WIDTH>(shared + s * S::STAGE_WORDS + DEPTH * FLOYD_ROWS, B + s * DEPTH * B_stride,
                                  B_stride);
        commit_copies();
    }
#pragma unroll
    for (int i = 0; i < S::DOWN; i++)
#pragma unroll
        for (int j = 0; j < S::ACROSS; j += S::VECTOR) {
            int row = i / S::VECTOR * EDGE_THREADS * S::VECTOR + y + i % S::VECTOR;
            uint4 bits = __ldcs((const uint4 *)&C[row * C_stride + j * EDGE_THREADS + x]);
            *(V *)&c[i][j] = *(V *)&bits;
        }
    for (int chunk = 0; chunk < FLOYD_PIVOTS / DEPTH; chunk++) {
        wait_for_copies<STAGES - 2>();
        __syncthreads();
        int next = chunk + STAGES - 1;
        if (next < FLOYD_PIVOTS / DEPTH) {
            W *to = shared + next % STAGES * S::STAGE_WORDS;
            fetch<W, DEPTH, FLOYD_ROWS>(to, transposed + next * DEPTH * transposed_stride, transposed_stride);
            fetch<W, DEPTH, S::WIDTH>(to + DEPTH * FLOYD_ROWS, B + next * DEPTH * B_stride, B_stride);
        }
        commit_copies();
        const W *a_rows = shared + chunk % STAGES * S::STAGE_WORDS, *b_rows = a_rows + DEPTH * FLOYD_ROWS;
#pragma unroll
        for (int k = 0; k < DEPTH; k++) {
            W a[S::DOWN], b[S::ACROSS];
#pragma unroll
            for (int i = 0; i < S::DOWN; i += S::VECTOR)
                *(V *)&a[i] = *(const V *)&a_rows[k * FLOYD_ROWS + i * EDGE_THREADS + y];
#pragma unroll
            for (int j = 0; j < S::ACROSS; j += S::VECTOR)
                *(V *)&b[j] = *(const V *)&b_rows[k * S::WIDTH + j * EDGE_THREADS + x];
#pragma unroll
            for (int i = 0; i < S::DOWN; i++)
#pragma unroll
                for (int j = 0; j < S::ACROSS; j++)
                    c[i][j] = P::relax(c[i][j], a[i], b[j]);
        }
    }
    wait_for_copies<0>();
#pragma unroll
    for (int i = 0; i < S::DOWN; i++)
#pragma unroll
        for (int j = 0; j < S::ACROSS; j += S::VECTOR) {
            int row = i / S::VECTOR * EDGE_THREADS * S::VECTOR + y + i % S::VECTOR;
            __stcs((uint4 *)&C[row * C_stride + j * EDGE_THREADS + x], *(uint4 *)&c[i][j]);
        }
}

/* Block 0 closes the diagonal block; the others transpose a piece of the columns of the pivots. */
template <class P> DEVICE void close_and_transpose(struct floyd_round_arguments a)
{
    typedef typename P::E E;
    typedef typename P::W W;
    enum { EACH = 4, ACROSS = FLOYD_PIVOTS / EACH };
    const int x = (int)threadIdx.x % ACROSS, y = (int)threadIdx.x / ACROSS;
    if (*a.is_negative != 0)
        return;
    if (blockIdx.x > 0) {
        __shared__ E staged[FLOYD_PIVOTS][WARP + 1];
        const E *from = (const E *)a.distance + (int64_t)(blockIdx.x - 1) * WARP * a.stride + a.first;
        W *to = (W *)a.column + (int64_t)(blockIdx.x - 1) * WARP;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            staged[e * WARP + x][y] = from[y * a.stride + e * WARP + x];
        __syncthreads();
#pragma unroll
        for (int e = 0; e < EACH; e++)
            to[(e * WARP + y) * a.rows + x] = P::word(staged[e * WARP + y][x]);
        return;
    }
    if (a.diagonal == nullptr)
        return;
    typedef several<E, EACH> V;
    __shared__ V row[2][ACROSS], column[2][ACROSS];
    __shared__ int found[2]; /* for even and odd pivots, since another thread may still read the last */
    E *block = (E *)a.distance + a.pivot_row * a.stride + a.first;
    V d[EACH];
    if (threadIdx.x < 2)
        found[threadIdx.x] = 0;
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int j = 0; j < EACH; j++)
            d[i].x[j] = block[(y * EACH + i) * a.stride + x * EACH + j];
    __syncthreads();
    for (int owner = 0; owner < ACROSS; owner++) {
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            /* A negative cycle: distances would grow without bound from here on. */
            if constexpr (P::IS_SIGNED)
                if (x == owner && y == owner && d[k].x[k] < 0)
                    found[k % 2] = 1;
            if (y == owner)
                row[k % 2][x] = d[k];
            if (x == owner) {
                V values;
#pragma unroll
                for (int i = 0; i < EACH; i++)
                    values.x[i] = d[i].x[k];
                column[k % 2][y] = values;
            }
            __syncthreads();
            if (found[k % 2] != 0) {
                if (threadIdx.x == 0)
                    *a.is_negative = 1;
                return;
            }
            const V to = row[k % 2][x], through = column[k % 2][y];
#pragma unroll
            for (int i = 0; i < EACH; i++)
#pragma unroll
                for (int j = 0; j < EACH; j++) {
                    E sum = (E)(through.x[i] + to.x[j]);
                    d[i].x[j] = sum < d[i].x[j] ? sum : d[i].x[j];
                }
        }
    }
    W *diagonal = (W *)a.diagonal, *transposed = (W *)a.diagonal_transposed;
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            block[(y * EACH + i) * a.stride + x * EACH + j] = d[i].x[j];
            diagonal[(y * EACH + i) * FLOYD_PIVOTS + x * EACH + j] = P::word(d[i].x[j]);
            transposed[(x * EACH + j) * FLOYD_PIVOTS + y * EACH + i] = P::word(d[i].x[j]);
            if constexpr (P::IS_SIGNED)
                if (x == y && i == j && d[i].x[j] < 0)
                    *a.is_negative = 1;
        }
}

/* Relaxes the tiles of the rows of the pivots, then of their columns, transposed. */
template <class P> DEVICE void relax_panels(struct floyd_round_arguments a)
{
    typedef typename P::W W;
    typedef tile<P> S;
    const int64_t row_tiles = a.n / S::COLUMNS, stride = a.stride / P::ELEMENTS;
    if (*a.is_negative != 0)
        return;
    if (blockIdx.x < row_tiles) {
        W *rows = (W *)a.distance + a.pivot_row * stride + blockIdx.x * S::WIDTH;
        if (S::COLUMNS <= FLOYD_PIVOTS && blockIdx.x * S::COLUMNS / FLOYD_PIVOTS == a.first / FLOYD_PIVOTS)
            return;
        relax_tile<P>(rows, stride, (const W *)a.diagonal_transposed, FLOYD_PIVOTS, rows, stride);
    } else {
        W *columns = (W *)a.column + (blockIdx.x - row_tiles) * S::WIDTH;
        relax_tile<P>(columns, a.rows, (const W *)a.diagonal, FLOYD_PIVOTS, columns, a.rows);
    }
}

/* Relaxes all other rows, also in the columns of the pivots, of which the product has a finished transposed copy. */
template <class P> DEVICE void relax_rest(struct floyd_round_arguments a)
{
    typedef typename P::W W;
    typedef tile<P> S;
    const int64_t across = a.n / S::COLUMNS, stride = a.stride / P::ELEMENTS;
    const int64_t i = blockIdx.x / across * FLOYD_ROWS, j = blockIdx.x % across * S::WIDTH;
    if (a.first_row + i == a.first || *a.is_negative != 0)
        return;
    relax_tile<P>((W *)a.distance + i * stride + j, stride, (const W *)a.column + i, a.rows,
                  (const W *)a.distance + a.pivot_row * stride + j, stride);
}

/* Whether a diagonal element of the rows is negative.  A negative cycle shows when its last vertex is a pivot; one that
 * exists only by rounding may not. */
template <class P> DEVICE void check_diagonal(struct floyd_round_arguments a)
{
    const int64_t i = thread_of_grid();
    if constexpr (P::IS_SIGNED)
        if (i < a.rows && ((const typename P::E *)a.distance)[i * a.stride + a.first_row + i] < 0)
            *a.is_negative = 1;
}

#define ROUND(kind)                                                                                          \
    __global__ void __launch_bounds__(FLOYD_DIAGONAL_THREADS) close_##kind(struct floyd_round_arguments a)   \
    {                                                                                                        \
        close_and_transpose<kind>(a);                                                                        \
    }                                                                                                        \
    __global__ void __launch_bounds__(FLOYD_THREADS, 2) panels_##kind(struct floyd_round_arguments a)        \
    {                                                                                                        \
        relax_panels<kind>(a);                                                                               \
    }                                                                                                        \
    __global__ void __launch_bounds__(FLOYD_THREADS, 2) rest_##kind(struct floyd_round_arguments a)          \
    {                                                                                                        \
        relax_rest<kind>(a);                                                                                 \
    }                                                                                                        \
    __global__ void check_##kind(struct floyd_round_arguments a) { check_diagonal<kind>(a); }

ROUND(fp32)
ROUND(fp64)
ROUND(int32)
ROUND(int64)
ROUND(uint16)

/* Copies rows and columns, and pads them to `padded`; a block for a row. */
template <class E> DEVICE void pad_rows(struct floyd_copy_arguments a)
{
    for (int64_t i = blockIdx.x; i < a.padded; i += gridDim.x)
        for (int64_t j = threadIdx.x; j < a.padded; j += blockDim.x)
            ((E *)a.to)[i * a.to_stride + j] =
                i < a.n && j < a.n ? ((const E *)a.from)[i * a.from_stride + j] : *(const E *)&a.infinite;
}

__global__ void pad_4_bytes(struct floyd_copy_arguments a) { pad_rows<uint32_t>(a); }
__global__ void pad_8_bytes(struct floyd_copy_arguments a) { pad_rows<uint64_t>(a); }

template <class E> DEVICE void fill_infinite(struct floyd_fill_arguments a)
{
    for (int64_t i = blockIdx.x; i < a.rows; i += gridDim.x)
        for (int64_t j = (i < a.known_rows ? a.known_columns : 0) + threadIdx.x; j < a.columns;
             j += blockDim.x)
            ((E *)a.to)[i * a.stride + j] = *(const E *)&a.infinite;
}

__global__ void fill_4_bytes(struct floyd_fill_arguments a) { fill_infinite<uint32_t>(a); }
__global__ void fill_8_bytes(struct floyd_fill_arguments a) { fill_infinite<uint64_t>(a); }

template <class E> DEVICE void set_weights(struct floyd_edges_arguments a)
{
    const E infinite = *(const E *)&a.infinite;
    for (int64_t i = blockIdx.x; i < a.rows; i += gridDim.x) {
        E *row = (E *)a.to + i * a.stride;
        for (int64_t k = a.row_start[i] + threadIdx.x; k < a.row_start[i + 1]; k += blockDim.x) {
            E w = a.value != nullptr ? ((const E *)a.value)[k] : (E)1;
            if (w < infinite)
                row[a.column[k]] = w;
        }
        __syncthreads();
        if (threadIdx.x == 0 && !(row[a.first_row + i] < 0))
            row[a.first_row + i] = 0;
    }
}

__global__ void weights_fp32(struct floyd_edges_arguments a) { set_weights<float>(a); }
__global__ void weights_fp64(struct floyd_edges_arguments a) { set_weights<double>(a); }
__global__ void weights_int32(struct floyd_edges_arguments a) { set_weights<int32_t>(a); }
__global__ void weights_int64(struct floyd_edges_arguments a) { set_weights<int64_t>(a); }

__global__ void find_range(struct floyd_narrow_arguments a)
{
    int32_t least = a.infinite, largest = 0;
    uint64_t count = 0;
    for (int64_t i = blockIdx.x; i < a.n; i += gridDim.x)
        for (int64_t j = threadIdx.x; j < a.n; j += blockDim.x) {
            int32_t x = a.wide[i * a.wide_stride + j];
            least = min(least, x);
            largest = max(largest, x == a.infinite ? 0 : x);
            count += x != a.infinite;
        }
    least = __reduce_min_sync(ALL_LANES, least);
    largest = __reduce_max_sync(ALL_LANES, largest);
    for (int step = WARP / 2; step > 0; step /= 2)
        count += __shfl_xor_sync(ALL_LANES, count, step);
    if (lane_of_warp() == 0) {
        atomicMin(&a.range[0], least);
        atomicMax(&a.range[1], largest);
        atomicAdd((unsigned long long *)a.count, (unsigned long long)count);
    }
}

__global__ void narrow_rows(struct floyd_narrow_arguments a)
{
    for (int64_t i = blockIdx.x; i < a.padded; i += gridDim.x)
        for (int64_t j = threadIdx.x; j < a.padded; j += blockDim.x) {
            int32_t x = i < a.n && j < a.n ? a.wide[i * a.wide_stride + j] : a.infinite;
            a.narrow[i * a.padded + j] = (uint16_t)(x == a.infinite ? FLOYD_INFINITE_16 : x);
        }
}

/* An edge costs at most `largest`, so distances cannot skip the last `largest` values below infinity: if none lies there,
 * all finite distances are exact. */
__global__ void check_rows(struct floyd_narrow_arguments a)
{
    bool found = false;
    for (int64_t i = blockIdx.x; i < a.n; i += gridDim.x)
        for (int64_t j = threadIdx.x; j < a.n; j += blockDim.x) {
            int32_t x = a.narrow[i * a.padded + j];
            found = found || (x < FLOYD_INFINITE_16 && x >= FLOYD_INFINITE_16 - a.largest);
        }
    if (found)
        *a.does_not_fit = 1;
}

__global__ void widen_rows(struct floyd_narrow_arguments a)
{
    for (int64_t i = blockIdx.x; i < a.n; i += gridDim.x)
        for (int64_t j = threadIdx.x; j < a.n; j += blockDim.x) {
            int32_t x = a.narrow[i * a.padded + j];
            a.wide[i * a.wide_stride + j] = x == FLOYD_INFINITE_16 ? a.infinite : x;
        }
}

} // namespace

#define KIND(kind, weights)                                                                                  \
    {                                                                                                        \
        (const void *)close_##kind, (const void *)panels_##kind, (const void *)rest_##kind,                  \
            (const void *)check_##kind, (const void *)weights, tile<kind>::COLUMNS,                          \
            (int)(STAGES * tile<kind>::STAGE_WORDS * sizeof(kind::W)), (int)sizeof(kind::W)                  \
    }

extern "C" const struct floyd_kernels graph__cuda_floyd_kernels[] = {
    KIND(fp32, weights_fp32), KIND(fp64, weights_fp64), KIND(int32, weights_int32),
    KIND(int64, weights_int64), KIND(uint16, nullptr)};
extern "C" const void *const graph__cuda_floyd_pad[] = {(const void *)pad_4_bytes, (const void *)pad_8_bytes};
extern "C" const void *const graph__cuda_floyd_fill[] = {(const void *)fill_4_bytes,
                                                         (const void *)fill_8_bytes};
extern "C" const void *const graph__cuda_floyd_narrow[] = {
    (const void *)find_range, (const void *)narrow_rows, (const void *)check_rows, (const void *)widen_rows};
