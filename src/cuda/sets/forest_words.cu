/* What comes before and after the rounds of forest.cu: the range of the keys, how they are distributed, the keys of edges
 * with wide words, and the values of the forest. */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/sets/forest_keys.cuh"

namespace
{

DEVICE unsigned long long least_of_warp(unsigned long long x)
{
    for (int step = WARP / 2; step > 0; step /= 2) {
        const unsigned long long other = __shfl_xor_sync(ALL_LANES, x, step);
        x = other < x ? other : x;
    }
    return x;
}

__global__ void measure_keys(struct forest_arguments a)
{
    bool is_nan = false;
    unsigned long long least = ~0ull, most = 0;
    for (int64_t k = thread_of_grid(); k < a.entries; k += threads_of_grid()) {
        const unsigned long long key = key_at(a, a.value, k, is_nan);
        least = key < least ? key : least;
        most = key > most ? key : most;
    }
    least = least_of_warp(least);
    most = ~least_of_warp(~most);
    if (lane_of_warp() == 0) {
        atomicMin(&a.result->least, least);
        atomicMax(&a.result->most, most);
    }
    if (is_nan)
        atomicOr(&a.result->has_nan, 1u);
}

__global__ void __launch_bounds__(FOREST_THREADS) count_keys(struct forest_arguments a)
{
    __shared__ unsigned bins[FOREST_BINS];
    bool ignored = false;
    for (int bin = (int)threadIdx.x; bin < FOREST_BINS; bin += FOREST_THREADS)
        bins[bin] = 0;
    __syncthreads();
    for (int64_t k = thread_of_grid(); k < a.entries; k += threads_of_grid())
        atomicAdd(&bins[(key_at(a, a.value, k, ignored) - a.least) >> a.bin_shift], 1u);
    __syncthreads();
    for (int bin = (int)threadIdx.x; bin < FOREST_BINS; bin += FOREST_THREADS)
        if (bins[bin] > 0)
            atomicAdd(&a.bins[bin], bins[bin]);
}

/* The keys of wide words: the smaller one of the two entries of each edge. */
__global__ void make_keys(struct forest_arguments a)
{
    bool ignored = false;
    for (int64_t e = thread_of_grid(); e < a.edges; e += threads_of_grid()) {
        const int32_t u = a.edge_u[e], v = a.edge_v[e];
        const int64_t other = lower_bound(a.column, a.row_start[v], a.row_start[v + 1], u);
        const uint64_t upper_key = key_at(a, a.value, a.entry[e], ignored),
                       other_key = key_at(a, a.value, other, ignored);
        a.key[e] = upper_key < other_key ? upper_key : other_key;
        a.by_rank[e] = (uint32_t)e;
    }
}

DEVICE void copy_value(void *to, int64_t k, const void *from, int64_t l, int bytes)
{
    if (bytes == 1)
        ((uint8_t *)to)[k] = ((const uint8_t *)from)[l];
    else if (bytes == 2)
        ((uint16_t *)to)[k] = ((const uint16_t *)from)[l];
    else if (bytes == 4)
        ((uint32_t *)to)[k] = ((const uint32_t *)from)[l];
    else
        ((uint64_t *)to)[k] = ((const uint64_t *)from)[l];
}

/* Entries of the forest, whose tiles, rows, columns and values are the arguments': both of an edge get the value of the one
 * with the smaller key, the upper one's if both have it. */
__global__ void __launch_bounds__(TILE_THREADS) settle_values(struct forest_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    bool ignored = false;
    unsigned long long sum = 0, magnitude = 0;
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t k = entry_of_tile(item);
        if (k >= a.entries)
            continue;
        const int32_t u = row[item * TILE_THREADS + threadIdx.x], v = a.column[k];
        const int64_t other = lower_bound(a.column, a.row_start[v], a.row_start[v + 1], u);
        const uint64_t this_key = key_at(a, a.raw_value, k, ignored),
                       other_key = key_at(a, a.raw_value, other, ignored);
        const bool takes_other = other_key < this_key || (other_key == this_key && v < u);
        copy_value(a.settled, k, a.raw_value, takes_other ? other : k, a.value_bytes);
        if (u < v && a.value_bytes <= 4) {
            const uint64_t key = takes_other ? other_key : this_key, sign = (uint64_t)1 << 63,
                           weight = a.order_of_values == FOREST_INTEGERS ? key ^ sign : key;
            sum += weight;
            magnitude += a.order_of_values == FOREST_INTEGERS && key < sign ? 0 - weight : weight;
        }
    }
    for (int step = WARP / 2; step > 0; step /= 2) {
        sum += __shfl_xor_sync(ALL_LANES, sum, step);
        magnitude += __shfl_xor_sync(ALL_LANES, magnitude, step);
    }
    if (lane_of_warp() == 0 && magnitude != 0) {
        atomicAdd(&a.result->sum, sum);
        atomicAdd(&a.result->magnitude, magnitude);
    }
}

/* The settled values as weights. */
__global__ void weigh_entries(struct forest_arguments a)
{
    const bool is_signed = a.order_of_values == FOREST_INTEGERS;
    for (int64_t k = thread_of_grid(); k < a.entries; k += threads_of_grid())
        a.weight[k] =
            a.order_of_values == FOREST_FLOATING
                ? a.value_bytes == 4 ? (double)((const float *)a.settled)[k] : ((const double *)a.settled)[k]
            : a.value_bytes == 4 ? is_signed ? (double)((const int32_t *)a.settled)[k]
                                             : (double)((const uint32_t *)a.settled)[k]
            : is_signed ? (double)((const int64_t *)a.settled)[k]
                                 : (double)((const uint64_t *)a.settled)[k];
}

} // namespace

extern "C" const void *const graph__cuda_forest_measure = (const void *)measure_keys;
extern "C" const void *const graph__cuda_forest_count = (const void *)count_keys;
extern "C" const void *const graph__cuda_forest_keys = (const void *)make_keys;
extern "C" const void *const graph__cuda_forest_settle = (const void *)settle_values;
extern "C" const void *const graph__cuda_forest_weigh = (const void *)weigh_entries;
