/* Samples of the operands.  sample_bins: whether neighbours in the list are similar.  sample_blocks: how full the 8 x 8
 * blocks of a matrix are.  sample_meshes: whether neighbouring rows read neighbouring rows of B, as on meshes. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/analysis/mxm_analysis_arguments.h"
#include "cuda/primitives/warp.cuh"

/* Whether the rows of A at MXM_CLUSTER_ROWS places of the list share so many columns that the joined columns have at most
 * half of the products; a warp for each row.  key: a hash table of `places` words. */
DEVICE bool are_similar(const struct mxm_samples_arguments &a, int64_t first_place, int64_t end,
                        unsigned *key, unsigned places)
{
    __shared__ unsigned keys;
    __shared__ unsigned long long all, joined;
    const int64_t place = first_place + (int)threadIdx.x / WARP;
    for (unsigned k = threadIdx.x; k < places; k += MXM_SAMPLES_THREADS)
        key[k] = ~0u;
    if (threadIdx.x == 0)
        all = joined = keys = 0;
    __syncthreads();
    unsigned long long lane_all = 0, lane_joined = 0;
    if (place < end && place < first_place + MXM_CLUSTER_ROWS) {
        const int32_t row = a.list[place];
        const int64_t last = a.A_row_start[row + 1];
        for (int64_t e = a.A_row_start[row] + lane_of_warp();
             e < last && *(volatile unsigned *)&keys <= MXM_CLUSTER_ENTRIES; e += WARP) {
            const unsigned k = (unsigned)a.A_column[e];
            const unsigned long long n = (unsigned long long)(a.B_row_start[k + 1] - a.B_row_start[k]);
            unsigned at = (k * 0x9e3779b1u >> 16) % places, seen;
            /* Each thread that gets here enters at most one column more: there is always a free place. */
            while ((seen = atomicCAS(&key[at], ~0u, k)) != ~0u && seen != k)
                at = (at + 1) % places;
            lane_all += n;
            if (seen == ~0u) {
                lane_joined += n;
                atomicAdd(&keys, 1u);
            }
        }
    }
    if (lane_all > 0)
        atomicAdd(&all, lane_all);
    if (lane_joined > 0)
        atomicAdd(&joined, lane_joined);
    __syncthreads();
    return keys <= MXM_CLUSTER_ENTRIES && 2 * joined <= all;
}

/* A block for each sample, MXM_SAMPLES_ROWS of them for each bin. */
static __global__ void __launch_bounds__(MXM_SAMPLES_THREADS, 2) sample_bins(struct mxm_samples_arguments a)
{
    enum { PLACES = 2048 };
    __shared__ unsigned key[PLACES];
    const int bin = MXM_FIRST_SAMPLED + (int)(blockIdx.x / MXM_SAMPLES_ROWS);
    const int64_t rows = a.totals->rows[bin], number = blockIdx.x % MXM_SAMPLES_ROWS;
    const int64_t sampled = rows < MXM_SAMPLES_ROWS ? rows : MXM_SAMPLES_ROWS;
    if (number >= sampled)
        return;
    int64_t bin_first = 0;
    for (int b = MXM_COPY; b < bin; b++)
        bin_first += a.totals->rows[b];
    const int64_t place = number * rows / sampled,
                  from = bin_first + place / MXM_CLUSTER_ROWS * MXM_CLUSTER_ROWS;
    const bool is_one = are_similar(a, from, bin_first + rows, key, PLACES);
    if (threadIdx.x > 0)
        return;
    unsigned long long *count = (unsigned long long *)&a.totals->sampled[bin - MXM_FIRST_SAMPLED];
    atomicAdd(&count[0], 1ull);
    atomicAdd(&count[1], (unsigned long long)is_one);
}

/* A warp for each sampled block row; its lanes load all entries before they use any.  Block columns go into a hash table,
 * and whoever enters one has opened a block.  Block rows are at random places of equal parts of A: a mesh repeats line by
 * line, and at equal distances all of them could be at one place of a line. */
static __global__ void sample_blocks(struct mxm_sample_arguments a)
{
    enum { EACH = MXM_SAMPLE_MOST / WARP, PLACES = 2 * 8 * MXM_SAMPLE_MOST, NONE = -1 };
    __shared__ int32_t table[MXM_ANALYSIS_THREADS / WARP][PLACES];
    const int64_t warps = threads_of_grid() / WARP, warp = thread_of_grid() / WARP, block_rows = a.rows / 8;
    const int lane = lane_of_warp();
    int32_t *warp_table = table[threadIdx.x / WARP], column[8 * EACH];
    int64_t begin = 0;
    int length = 0, entries = 0, blocks = 0;
    if (lane < 8 && block_rows > 0) {
        const int64_t at_random = (uint32_t)warp * 0x9e3779b1u % block_rows,
                      row = (warp * block_rows + at_random) / warps * 8 + lane;
        begin = a.row_start[row];
        const int64_t n = a.row_start[row + 1] - begin;
        length = n < MXM_SAMPLE_MOST ? (int)n : MXM_SAMPLE_MOST;
    }
    for (int place = lane; place < PLACES; place += WARP)
        warp_table[place] = NONE;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 8 * EACH; k++) {
        const int64_t from = __shfl_sync(ALL_LANES, begin, k / EACH);
        const int n = __shfl_sync(ALL_LANES, length, k / EACH), at = k % EACH * WARP + lane;
        column[k] = at < n ? a.column[from + at] : NONE;
    }
#pragma unroll
    for (int k = 0; k < 8 * EACH; k++) {
        const int32_t block = column[k] / 8;
        unsigned place = (unsigned)block * 0x9e3779b1u >> 16;
        bool is_known = column[k] == NONE;
        entries += !is_known;
        while (!is_known) {
            place %= PLACES;
            const int32_t seen = atomicCAS(&warp_table[place++], NONE, block);
            blocks += seen == NONE;
            is_known = seen == NONE || seen == block;
        }
    }
    entries = __reduce_add_sync(ALL_LANES, entries);
    blocks = __reduce_add_sync(ALL_LANES, blocks);
    if (lane == 0) {
        atomicAdd((unsigned long long *)a.entries, (unsigned long long)entries);
        atomicAdd((unsigned long long *)a.blocks, (unsigned long long)blocks);
    }
}

enum { MESH_WARPS = MXM_MESH_SAMPLE_THREADS / WARP, NEAR = 64 };

/* The number of distinct columns among the products of a row, by the warp; the row has `length` entries of A from `first`
 * on. */
static __device__ int64_t sampled_entries(const struct mxm_mesh_sample_arguments &a, int32_t *column,
                                          int64_t first, int length, int64_t products)
{
    int n = 0;
    if (products > MXM_MESH_SAMPLE_PRODUCTS)
        return products;
    for (int k = 0; k < length; k++) {
        const int32_t row = a.A_column[first + k];
        const int64_t begin = a.B_row_start[row];
        const int each = (int)(a.B_row_start[row + 1] - begin);
        for (int b = lane_of_warp(); b < each; b += WARP)
            column[n + b] = a.B_column[begin + b];
        n += each;
    }
    __syncwarp();
    int entries = 0;
    for (int q = lane_of_warp(); q < n; q += WARP) {
        bool is_first = true;
        for (int before = 0; before < q && is_first; before++)
            is_first = column[before] != column[q];
        entries += is_first;
    }
    return __reduce_add_sync(ALL_LANES, entries);
}

/* Whether one of ROUNDS x 32 rows of the sample is too long, so that its products need not be counted. */
static __device__ bool sees_long_row(const struct mxm_mesh_sample_arguments &a, int64_t number)
{
    enum { ROUNDS = 4 };
    bool is_long = false;
#pragma unroll
    for (int k = 0; k < ROUNDS; k++) {
        const int64_t other =
            (number + (k * WARP + lane_of_warp()) * (MXM_MESH_SAMPLE_ROWS / WARP / ROUNDS)) %
            MXM_MESH_SAMPLE_ROWS;
        const int64_t row = other * a.rows / MXM_MESH_SAMPLE_ROWS;
        is_long = is_long || a.A_row_start[row + 1] - a.A_row_start[row] > MXM_ROW_MERGE_MOST;
    }
    return __any_sync(ALL_LANES, is_long);
}

/* A warp for each row of the sample. */
static __global__ void sample_meshes(struct mxm_mesh_sample_arguments a)
{
    __shared__ int32_t columns[MESH_WARPS][MXM_MESH_SAMPLE_PRODUCTS];
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    const int64_t number = thread_of_grid() / WARP, row = number * a.rows / MXM_MESH_SAMPLE_ROWS;
    if (sees_long_row(a, number)) {
        if (lane == 0)
            a.found->longest = MXM_ROW_MERGE_MOST + 1;
        return;
    }
    const int64_t first = a.A_row_start[row], length = a.A_row_start[row + 1] - first;
    const bool has_next = row + 1 < a.rows && length > 0 && a.A_row_start[row + 2] > first + length;
    const int64_t apart = has_next ? (int64_t)a.A_column[first + length] - a.A_column[first] : NEAR;
    int64_t products = 0, entries = 0;
    if (length <= MXM_ROW_MERGE_MOST) {
        if (lane < length) {
            const int32_t k = a.A_column[first + lane];
            products = a.B_row_start[k + 1] - a.B_row_start[k];
        }
        products = reduce_warp(products);
        entries = sampled_entries(a, columns[warp], first, (int)length, products);
    }
    if (lane == 0) {
        unsigned long long *sum = (unsigned long long *)&a.found->rows;
        atomicAdd(&sum[0], 1ull);
        atomicAdd(&sum[1], (unsigned long long)products);
        atomicAdd(&sum[2], (unsigned long long)entries);
        atomicAdd(&sum[3], apart > -NEAR && apart < NEAR ? 1ull : 0ull);
        atomicMax(&a.found->longest, length > MXM_ROW_MERGE_MOST ? MXM_ROW_MERGE_MOST + 1 : (int32_t)length);
    }
}

const void *const graph__mxm_sample_blocks = (const void *)sample_blocks;
const void *const graph__mxm_sample_bins = (const void *)sample_bins;
const void *const graph__mxm_sample_meshes = (const void *)sample_meshes;
