/* Floyd-Warshall with predecessors.
 *
 * A shorter path to j through pivot k has the predecessor of j on the path from k.  Of several equally short paths the one
 * through the first pivot counts, in the order of the rounds.  Rounds of 64 pivots with rows before columns are the order of
 * the CPU, and all comparisons are the same, so the results are equal bit for bit.  In the rows and columns of the pivots,
 * pivots are taken one by one; in the rest a thread has 4 x 4 distances, and the last pivot that made each of them
 * shorter. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/apsp/floyd_paths_arguments.h"

namespace
{

/* Closes the diagonal block, by one thread block. */
template <class T> DEVICE void close_block(struct floyd_paths_arguments a)
{
    enum { EACH = PATHS_PIVOTS * PATHS_PIVOTS / PATHS_CLOSE_THREADS };
    __shared__ T row[2][PATHS_PIVOTS], column[2][PATHS_PIVOTS];
    __shared__ int32_t row_p[2][PATHS_PIVOTS];
    __shared__ int found[2]; /* for even and odd pivots, since another thread may still read the last */
    const int x = (int)threadIdx.x % PATHS_PIVOTS, y = (int)threadIdx.x / PATHS_PIVOTS;
    T *block = (T *)a.distance + a.first * a.stride + a.first, d[EACH];
    int32_t *block_p = a.predecessor + a.first * a.predecessor_stride + a.first, p[EACH];
    if (*a.is_negative != 0)
        return;
    if (threadIdx.x < 2)
        found[threadIdx.x] = 0;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        d[i] = block[(y * EACH + i) * a.stride + x];
        p[i] = block_p[(y * EACH + i) * a.predecessor_stride + x];
    }
    __syncthreads();
    for (int k0 = 0; k0 < PATHS_PIVOTS; k0 += EACH) {
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int k = k0 + e;
            if (y == k0 / EACH) {
                row[k % 2][x] = d[e];
                row_p[k % 2][x] = p[e];
                if (x == k && d[e] < 0)
                    found[k % 2] = 1;
            }
            if (x == k)
#pragma unroll
                for (int i = 0; i < EACH; i++) {
                    column[k % 2][y * EACH + i] = d[i];
                    ((T *)a.through)[k * PATHS_PIVOTS + y * EACH + i] = d[i];
                }
            __syncthreads();
            if (found[k % 2] != 0) {
                if (threadIdx.x == 0)
                    *a.is_negative = 1;
                return;
            }
#pragma unroll
            for (int i = 0; i < EACH; i++) {
                T sum = column[k % 2][y * EACH + i] + row[k % 2][x];
                if (sum < d[i]) {
                    d[i] = sum;
                    p[i] = row_p[k % 2][x];
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        block[(y * EACH + i) * a.stride + x] = d[i];
        block_p[(y * EACH + i) * a.predecessor_stride + x] = p[i];
        if (x == y * EACH + i && d[i] < 0)
            *a.is_negative = 1;
    }
}

/* Relaxes 32 columns of the rows of the pivots, by one warp: columns are independent. */
template <class T> DEVICE void relax_rows(struct floyd_paths_arguments a)
{
    __shared__ T d[PATHS_PIVOTS][WARP];
    __shared__ int32_t p[PATHS_PIVOTS][WARP];
    const int lane = lane_of_warp();
    const int64_t j = (int64_t)blockIdx.x * WARP + lane;
    T *distance = (T *)a.distance + a.first * a.stride + j;
    int32_t *predecessor = a.predecessor + a.first * a.predecessor_stride + j;
    const T *through = (const T *)a.through;
    if (*a.is_negative != 0 || (j >= a.first && j < a.first + PATHS_PIVOTS))
        return;
    for (int i = 0; i < PATHS_PIVOTS; i++) {
        d[i][lane] = distance[i * a.stride];
        p[i][lane] = predecessor[i * a.predecessor_stride];
    }
    for (int k = 0; k < PATHS_PIVOTS; k++) {
        const T pivot = d[k][lane];
        const int32_t pivot_p = p[k][lane];
#pragma unroll 8
        for (int i = 0; i < PATHS_PIVOTS; i++) {
            T sum = through[k * PATHS_PIVOTS + i] + pivot;
            if (sum < d[i][lane]) {
                d[i][lane] = sum;
                p[i][lane] = pivot_p;
            }
        }
    }
    for (int i = 0; i < PATHS_PIVOTS; i++) {
        distance[i * a.stride] = d[i][lane];
        predecessor[i * a.predecessor_stride] = p[i][lane];
    }
}

/* Relaxes the columns of the pivots in 32 rows, by one warp, a row for each lane. */
template <class T> DEVICE void relax_columns(struct floyd_paths_arguments a)
{
    __shared__ T d[PATHS_PIVOTS][WARP + 1];
    __shared__ int32_t p[PATHS_PIVOTS][WARP + 1];
    const int lane = lane_of_warp();
    const int64_t first_row = (int64_t)blockIdx.x * WARP;
    T *distance = (T *)a.distance + first_row * a.stride + a.first;
    int32_t *predecessor = a.predecessor + first_row * a.predecessor_stride + a.first;
    const T *block = (const T *)a.distance + a.first * a.stride + a.first;
    const int32_t *block_p = a.predecessor + a.first * a.predecessor_stride + a.first;
    if (*a.is_negative != 0 || (first_row >= a.first && first_row < a.first + PATHS_PIVOTS))
        return;
    for (int i = 0; i < WARP; i++)
        for (int j = lane; j < PATHS_PIVOTS; j += WARP) {
            d[j][i] = distance[i * a.stride + j];
            p[j][i] = predecessor[i * a.predecessor_stride + j];
        }
    __syncwarp();
    for (int k = 0; k < PATHS_PIVOTS; k++) {
        const T through = d[k][lane];
        ((T *)a.column)[k * a.n + first_row + lane] = through;
#pragma unroll 8
        for (int j = 0; j < PATHS_PIVOTS; j++) {
            T sum = through + block[k * a.stride + j];
            if (sum < d[j][lane]) {
                d[j][lane] = sum;
                p[j][lane] = block_p[k * a.predecessor_stride + j];
            }
        }
    }
    __syncwarp();
    for (int i = 0; i < WARP; i++)
        for (int j = lane; j < PATHS_PIVOTS; j += WARP) {
            distance[i * a.stride + j] = d[j][i];
            predecessor[i * a.predecessor_stride + j] = p[j][i];
        }
}

/* Relaxes the rows without pivots.  In the columns of the pivots nothing becomes shorter, since these are done. */
template <class T> DEVICE void relax_others(struct floyd_paths_arguments a)
{
    enum { EDGE_THREADS = 16, EACH = PATHS_TILE / EDGE_THREADS, ALL = PATHS_PIVOTS * PATHS_TILE };
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    T *column = (T *)shared_bytes, *row = column + ALL;
    const int x = (int)threadIdx.x % EDGE_THREADS * EACH, y = (int)threadIdx.x / EDGE_THREADS * EACH;
    const int64_t across = a.n / PATHS_TILE;
    const int64_t i0 = blockIdx.x / across * PATHS_TILE, j0 = blockIdx.x % across * PATHS_TILE;
    T *distance = (T *)a.distance, c[EACH][EACH];
    int last[EACH][EACH];
    if (*a.is_negative != 0 || i0 == a.first)
        return;
    for (int e = (int)threadIdx.x; e < ALL; e += PATHS_TILE_THREADS) {
        int k = e / PATHS_TILE, at = e % PATHS_TILE;
        column[e] = ((const T *)a.column)[k * a.n + i0 + at];
        row[e] = distance[(a.first + k) * a.stride + j0 + at];
    }
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            c[i][j] = distance[(i0 + y + i) * a.stride + j0 + x + j];
            last[i][j] = -1;
        }
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < PATHS_PIVOTS; k++) {
        T from[EACH], to[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            from[e] = column[k * PATHS_TILE + y + e];
            to[e] = row[k * PATHS_TILE + x + e];
        }
#pragma unroll
        for (int i = 0; i < EACH; i++)
#pragma unroll
            for (int j = 0; j < EACH; j++) {
                T sum = from[i] + to[j];
                bool is_less = sum < c[i][j];
                c[i][j] = is_less ? sum : c[i][j];
                last[i][j] = is_less ? k : last[i][j];
            }
    }
#pragma unroll
    for (int i = 0; i < EACH; i++)
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            if (last[i][j] < 0)
                continue;
            int64_t to = j0 + x + j;
            distance[(i0 + y + i) * a.stride + to] = c[i][j];
            a.predecessor[(i0 + y + i) * a.predecessor_stride + to] =
                a.predecessor[(a.first + last[i][j]) * a.predecessor_stride + to];
            if (i0 + y + i == to && c[i][j] < 0)
                *a.is_negative = 1;
        }
}

#define KERNELS(name, T)                                                                                     \
    __global__ void __launch_bounds__(PATHS_CLOSE_THREADS) close_##name(struct floyd_paths_arguments a)      \
    {                                                                                                        \
        close_block<T>(a);                                                                                   \
    }                                                                                                        \
    __global__ void __launch_bounds__(PATHS_PANEL_THREADS) rows_##name(struct floyd_paths_arguments a)       \
    {                                                                                                        \
        relax_rows<T>(a);                                                                                    \
    }                                                                                                        \
    __global__ void __launch_bounds__(PATHS_PANEL_THREADS) columns_##name(struct floyd_paths_arguments a)    \
    {                                                                                                        \
        relax_columns<T>(a);                                                                                 \
    }                                                                                                        \
    __global__ void __launch_bounds__(PATHS_TILE_THREADS) rest_##name(struct floyd_paths_arguments a)        \
    {                                                                                                        \
        relax_others<T>(a);                                                                                  \
    }

KERNELS(fp32, float)
KERNELS(fp64, double)
KERNELS(int32, int32_t)
KERNELS(int64, int64_t)

} // namespace

#define KIND(name, T)                                                                                        \
    {                                                                                                        \
        (const void *)close_##name, (const void *)rows_##name, (const void *)columns_##name,                 \
            (const void *)rest_##name, (int)(2 * PATHS_PIVOTS * PATHS_TILE * sizeof(T)), (int)sizeof(T)      \
    }

extern "C" const struct floyd_paths_kernels graph__cuda_floyd_paths_kernels[] = {
    KIND(fp32, float), KIND(fp64, double), KIND(int32, int32_t), KIND(int64, int64_t)};
