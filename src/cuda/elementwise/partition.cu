/* Stable partitions of entries by digits of up to 11 bits (partition.h). */
#include "cuda/primitives/compaction.cuh"
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/loads.cuh"
#include "cuda/primitives/value_sizes.cuh"

#include "cuda/elementwise/partition_arguments.h"

/* Some entries of one bucket. */
struct partition_range {
    int64_t begin;
    int32_t entries, bucket;
};

/* That of this block's tile; false: there is none. */
DEVICE bool find_range(struct partition_range *range, const struct partition_arguments &a)
{
    const int64_t tile = blockIdx.x;
    int64_t begin = tile * PARTITION_TILE, end = a.n;
    range->bucket = 0;
    if (a.bucket_start != nullptr) {
        if (tile >= a.first_tile[a.buckets])
            return false;
        range->bucket = a.tile_bucket[tile];
        begin = a.bucket_start[range->bucket] + (tile - a.first_tile[range->bucket]) * PARTITION_TILE;
        end = a.bucket_start[range->bucket + 1];
    }
    range->begin = begin;
    range->entries = end - begin < PARTITION_TILE ? (int)(end - begin) : (int)PARTITION_TILE;
    return true;
}

/* digit[item] = that of entry item_of(item) of a range, PARTITION_DIGITS behind its end.  All loads come before the first
 * use. */
template <typename ITEM>
DEVICE void load_digits(uint32_t (&digit)[PARTITION_ITEMS], const struct partition_arguments &a,
                        const struct partition_range &range, ITEM item_of)
{
    if (a.low != nullptr) {
        const uint16_t *low = a.low + range.begin;
#pragma unroll
        for (int item = 0; item < PARTITION_ITEMS; item++)
            digit[item] = item_of(item) < range.entries ? low[item_of(item)] : 0;
    } else {
        const uint32_t *key = a.key + range.begin;
#pragma unroll
        for (int item = 0; item < PARTITION_ITEMS; item++)
            digit[item] = item_of(item) < range.entries ? key[item_of(item)] : 0;
    }
    const int shift = a.low != nullptr ? 0 : a.shift;
#pragma unroll
    for (int item = 0; item < PARTITION_ITEMS; item++)
        digit[item] = item_of(item) < range.entries ? digit[item] >> shift & (uint32_t)(a.digits - 1)
                                                    : (uint32_t)PARTITION_DIGITS;
}

GRAPH_KERNEL void partition_count(struct partition_arguments a)
{
    __shared__ int32_t count[PARTITION_DIGITS];
    struct partition_range range;
    uint32_t digit[PARTITION_ITEMS];
    const int thread = (int)threadIdx.x;
    grid_dependency_wait();
    if (!find_range(&range, a))
        return;
    load_digits(digit, a, range, [&](int item) { return item * PARTITION_THREADS + thread; });
    for (int d = thread; d < a.digits; d += PARTITION_THREADS)
        count[d] = 0;
    __syncthreads();
#pragma unroll
    for (int item = 0; item < PARTITION_ITEMS; item++)
        if (digit[item] < PARTITION_DIGITS)
            atomicAdd(&count[digit[item]], 1);
    __syncthreads();
    for (int d = thread; d < a.digits; d += PARTITION_THREADS)
        a.count[(int64_t)blockIdx.x * a.digits + d] = (uint32_t)count[d];
}

/* Of all tiles: sums over earlier tiles.  A block for some digits; threads that share a digit have a range of tiles each. */
GRAPH_KERNEL void partition_scan(struct partition_arguments a)
{
    grid_dependency_wait();
    enum { GROUPS = PARTITION_SCAN_THREADS / PARTITION_SCAN_DIGITS, AHEAD = 8 };
    __shared__ int64_t sums[GROUPS][PARTITION_SCAN_DIGITS];
    const int k = (int)threadIdx.x % PARTITION_SCAN_DIGITS, group = (int)threadIdx.x / PARTITION_SCAN_DIGITS,
              d = (int)blockIdx.x * PARTITION_SCAN_DIGITS + k;
    const int64_t each = (a.tiles + GROUPS - 1) / GROUPS, first = group * each,
                  last = first + each < a.tiles ? first + each : a.tiles;
    int64_t sum = 0, before = 0;
    if (d < a.digits)
#pragma unroll 8
        for (int64_t t = first; t < last; t++)
            sum += a.count[t * a.digits + d];
    sums[group][k] = sum;
    __syncthreads();
    for (int g = 0; g < group; g++)
        before += sums[g][k];
    if (d >= a.digits)
        return;
    for (int64_t t = first; t < last; t += AHEAD) {
        uint32_t count[AHEAD];
#pragma unroll
        for (int l = 0; l < AHEAD; l++)
            count[l] = t + l < last ? a.count[(t + l) * a.digits + d] : 0;
#pragma unroll
        for (int l = 0; l < AHEAD; l++) {
            if (t + l < last)
                a.before[(t + l) * a.digits + d] = before;
            before += count[l];
        }
    }
    if (group == GROUPS - 1)
        a.total[d] = before;
}

/* Exclusive sums of two numbers a thread over a block of PARTITION_SCAN_THREADS; returns that of the first. */
DEVICE int64_t scan_pairs(int64_t x, int64_t y)
{
    __shared__ int64_t part[WARP];
    int64_t sum = x + y;
    for (int step = 1; step < WARP; step *= 2) {
        const int64_t other = __shfl_up_sync(ALL_LANES, sum, step);
        sum += lane_of_warp() >= step ? other : 0;
    }
    if (lane_of_warp() == WARP - 1)
        part[threadIdx.x / WARP] = sum;
    __syncthreads();
    for (int w = 0; w < (int)threadIdx.x / WARP; w++)
        sum += part[w];
    __syncthreads();
    return sum - x - y;
}

/* A block: where the digits of a pass over all entries begin. */
GRAPH_KERNEL void partition_scan_totals(struct partition_arguments a)
{
    grid_dependency_wait();
    const int d = 2 * (int)threadIdx.x;
    const int64_t x = d < a.digits ? a.total[d] : 0, y = d + 1 < a.digits ? a.total[d + 1] : 0;
    const int64_t before = scan_pairs(x, y);
    if (d < a.starts)
        a.start[d] = before;
    if (d + 1 < a.starts)
        a.start[d + 1] = before + x;
    if (threadIdx.x == 0)
        a.start[a.starts] = a.n;
}

/* A block: the tiles of buckets. */
GRAPH_KERNEL void partition_tiles(struct partition_tiles_arguments a)
{
    grid_dependency_wait();
    const int b = 2 * (int)threadIdx.x;
    int64_t tiles[2];
    for (int k = 0; k < 2; k++)
        tiles[k] =
            b + k < a.buckets
                ? (a.bucket_start[b + k + 1] - a.bucket_start[b + k] + PARTITION_TILE - 1) / PARTITION_TILE
                : 0;
    int64_t first = scan_pairs(tiles[0], tiles[1]);
    for (int k = 0; k < 2; k++) {
        if (b + k <= a.buckets)
            a.first_tile[b + k] = (int32_t)first;
        for (int64_t t = 0; t < tiles[k]; t++)
            a.tile_bucket[first + t] = b + k;
        first += tiles[k];
    }
    if (threadIdx.x == PARTITION_SCAN_THREADS - 1 && a.buckets == PARTITION_DIGITS)
        a.first_tile[a.buckets] = (int32_t)first;
}

/* A block for each bucket: counts become sums over earlier tiles; where its PARTITION_DIGITS digits begin. */
GRAPH_KERNEL void partition_scan_buckets(struct partition_arguments a)
{
    grid_dependency_wait();
    const int b = (int)blockIdx.x, d = 2 * (int)threadIdx.x;
    const int64_t first = a.first_tile[b], last = a.first_tile[b + 1];
    enum { AHEAD = 8 };
    int64_t sum[2] = {0, 0};
    for (int64_t t = first; t < last && d < a.digits; t += AHEAD) {
        uint2 count[AHEAD], *there = (uint2 *)(a.count + t * a.digits + d);
        const int tiles = last - t < AHEAD ? (int)(last - t) : (int)AHEAD;
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            count[k] = k < tiles ? there[k * (a.digits / 2)] : make_uint2(0, 0);
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
            if (k < tiles)
                there[k * (a.digits / 2)] = make_uint2((uint32_t)sum[0], (uint32_t)sum[1]);
            sum[0] += count[k].x;
            sum[1] += count[k].y;
        }
    }
    int64_t at = a.bucket_start[b] + scan_pairs(sum[0], sum[1]);
    for (int k = 0; k < 2; k++) {
        if (d + k < a.digits && (int64_t)b * a.digits + d + k < a.starts)
            a.start[(int64_t)b * a.digits + d + k] = at;
        at += sum[k];
    }
    if (b == 0 && threadIdx.x == 0)
        a.start[a.starts] = a.n;
}

GRAPH_KERNEL void partition_keys(struct partition_keys_arguments a)
{
    grid_dependency_wait();
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
        atomicAdd((unsigned long long *)a.count + a.key[e], 1ull);
}

/* ---- Moving ---- */

/* A tile in shared memory. */
struct partition_tile {
    void *buffer;    /* counters, then what is moved, in the order of the result */
    int64_t *shift;  /* place p of the tile, with digit d, goes to shift[d] + p */
    int32_t *first;  /* where a digit begins in the tile */
    uint16_t *digit; /* of each place */
    int32_t entries;
};

DEVICE int item_of_tile(int item)
{
    const int thread = (int)threadIdx.x;
    return (thread / WARP) * (WARP * PARTITION_ITEMS) + item * WARP + thread % WARP;
}

/* place = two to a word, the places of this thread's items in the order of their digits, equal ones in the order of the
 * entries; and t.shift; for a whole block. */
DEVICE void rank_digits(uint32_t (&place)[PARTITION_ITEMS / 2], const struct partition_tile &t,
                        const struct partition_arguments &a, const struct partition_range &range)
{
    enum { WORDS = PARTITION_THREADS / WARP / 2, OWNED = PARTITION_DIGITS / PARTITION_THREADS };
    __shared__ int partial[PARTITION_THREADS / WARP];
    const int thread = (int)threadIdx.x, warp = thread / WARP, half = 16 * (warp & 1);
    uint32_t *counter = (uint32_t *)t.buffer, *mine = counter + (warp >> 1) * a.digits;
    uint32_t digit[PARTITION_ITEMS];
    load_digits(digit, a, range, [](int item) { return item_of_tile(item); });
    for (int k = thread; k < WORDS * a.digits; k += PARTITION_THREADS)
        counter[k] = 0;
    __syncthreads();
    /* Two warps share a counter word.  Lanes of a warp with equal digits are ranked by their numbers. */
#pragma unroll
    for (int item = 0; item < PARTITION_ITEMS; item++) {
        const uint32_t d = digit[item];
        uint32_t rank = 0, now = 0;
        if (d < PARTITION_DIGITS)
            rank = atomicAdd(&mine[d], 1u << half) >> half & 0xffff;
        __syncwarp();
        if (d < PARTITION_DIGITS)
            now = *(volatile uint32_t *)&mine[d] >> half & 0xffff;
        if (__ballot_sync(ALL_LANES, d < PARTITION_DIGITS && now != rank + 1) != 0) {
            const uint32_t same = __match_any_sync(ALL_LANES, d);
            rank = now - __popc(same) + __popc(same & ((1u << lane_of_warp()) - 1));
        }
        digit[item] = d | rank << 16;
    }
    __syncthreads();
    for (int d = thread; d < a.digits; d += PARTITION_THREADS) {
        uint32_t sum = 0;
#pragma unroll
        for (int w = 0; w < WORDS; w++) {
            const uint32_t both = counter[w * a.digits + d], low = both & 0xffff;
            counter[w * a.digits + d] = sum | (sum + low) << 16;
            sum += low + (both >> 16);
        }
        t.first[d] = (int)sum;
    }
    __syncthreads();
    int count[OWNED], sum = 0, all;
    int64_t start[OWNED];
    for (int k = 0; k < OWNED; k++) {
        const int d = thread * OWNED + k;
        const int64_t key = (int64_t)range.bucket * a.digits + d, at = (int64_t)blockIdx.x * a.digits + d;
        count[k] = d < a.digits ? t.first[d] : 0;
        start[k] = d < a.digits && key < a.starts
                       ? a.start[key] + (a.before != nullptr ? a.before[at] : (int64_t)a.count[at])
                       : 0;
        sum += count[k];
    }
    int at = scan_block(sum, &all, partial) - sum;
    for (int k = 0; k < OWNED; k++)
        if (thread * OWNED + k < a.digits) {
            t.first[thread * OWNED + k] = at;
            t.shift[thread * OWNED + k] = start[k] - at;
            at += count[k];
        }
    __syncthreads();
#pragma unroll
    for (int item = 0; item < PARTITION_ITEMS; item++) {
        const uint32_t d = digit[item] & 0xffff;
        uint32_t p = 0;
        if (d < PARTITION_DIGITS) {
            p = (uint32_t)t.first[d] + (mine[d] >> half & 0xffff) + (digit[item] >> 16);
            t.digit[p] = (uint16_t)d;
        }
        place[item / 2] = item % 2 == 0 ? p : place[item / 2] | p << 16;
    }
    __syncthreads();
}

/* Moves an array of a tile: load(k) is that of entry k; for a whole block. */
template <typename E, typename LOAD>
DEVICE void move_items(E *to, const struct partition_tile &t, const uint32_t (&place)[PARTITION_ITEMS / 2],
                       LOAD load)
{
    E *buffer = (E *)t.buffer;
    enum { BATCH = 8 }; /* loads that come before the first use */
#pragma unroll
    for (int first = 0; first < PARTITION_ITEMS; first += BATCH) {
        E x[BATCH];
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            if (item_of_tile(first + k) < t.entries)
                x[k] = load(first + k, item_of_tile(first + k));
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            if (item_of_tile(first + k) < t.entries)
                buffer[place[(first + k) / 2] >> 16 * (k % 2) & 0xffff] = x[k];
    }
    __syncthreads();
#pragma unroll 4
    for (int p = (int)threadIdx.x; p < t.entries; p += PARTITION_THREADS)
        to[t.shift[t.digit[p]] + p] = buffer[p];
    __syncthreads();
}

/* The index of entry k in an array of which threads read 16 neighbours in groups of four: a gap after every 32 puts the
 * groups of eight threads into different banks. */
DEVICE int in_bank(int k) { return k + (k >> 5 << 2); }

/* row[item] = the rows of this thread's items of a tile; for a whole block. */
DEVICE void find_item_rows(int32_t (&mine)[PARTITION_ITEMS], const struct partition_tile &t,
                           const struct tiles &tiles, int64_t begin)
{
    enum { QUARTER = PARTITION_ITEMS / 4 };
    __shared__ int32_t last_of_warp[PARTITION_THREADS / WARP];
    const int thread = (int)threadIdx.x;
    const int64_t tile = begin / TILE, end = begin + t.entries, tile_end = (end + TILE - 1) / TILE;
    const int32_t first = tiles.first_row[tile], last = tiles.first_row[tile_end];
    int32_t *row = (int32_t *)t.buffer;
    if (last - first > 4 * PARTITION_TILE) {
        /* Most of these rows are empty: a bisection for each entry is faster than reading all rows. */
#pragma unroll
        for (int item = 0; item < PARTITION_ITEMS; item++)
            if (item_of_tile(item) < t.entries)
                mine[item] = (int32_t)row_of_entry(tiles.row_start, first, last, begin + item_of_tile(item));
        return;
    }
    for (int k = thread; k < PARTITION_TILE; k += PARTITION_THREADS)
        row[in_bank(k)] = first;
    __syncthreads();
    for (int64_t i = (int64_t)first + 1 + thread; i <= last; i += PARTITION_THREADS) {
        const int64_t start = tiles.row_start[i];
        if (start < end && tiles.row_start[i + 1] > start)
            row[in_bank((int)(start - begin))] = (int32_t)i;
    }
    __syncthreads();
    /* Inclusive maximum over the tile, each thread a run of neighbours. */
    int4 *run = (int4 *)(row + in_bank(thread * PARTITION_ITEMS));
    int32_t before = first;
#pragma unroll
    for (int q = 0; q < QUARTER; q++)
        before = max(before, max(max(run[q].x, run[q].y), max(run[q].z, run[q].w)));
    for (int step = 1; step < WARP; step <<= 1) {
        const int32_t other = __shfl_up_sync(ALL_LANES, before, step);
        before = lane_of_warp() >= step ? max(before, other) : before;
    }
    if (lane_of_warp() == WARP - 1)
        last_of_warp[thread / WARP] = before;
    before = __shfl_up_sync(ALL_LANES, before, 1);
    before = lane_of_warp() == 0 ? first : before;
    __syncthreads();
    for (int w = 0; w < thread / WARP; w++)
        before = max(before, last_of_warp[w]);
#pragma unroll
    for (int q = 0; q < QUARTER; q++) {
        int4 four = run[q];
        four.x = max(before, four.x);
        four.y = max(four.x, four.y);
        four.z = max(four.y, four.z);
        before = four.w = max(four.z, four.w);
        run[q] = four;
    }
    __syncthreads();
#pragma unroll
    for (int item = 0; item < PARTITION_ITEMS; item++)
        mine[item] = row[in_bank(item_of_tile(item))];
    __syncthreads();
}

template <typename V>
static __global__ void __launch_bounds__(PARTITION_THREADS, 2) partition_move(struct partition_arguments a)
{
    extern __shared__ int4 partition_memory[];
    struct partition_tile t;
    struct partition_range range;
    uint32_t place[PARTITION_ITEMS / 2];
    grid_dependency_wait();
    if (!find_range(&range, a))
        return;
    const int64_t begin = range.begin;
    t.buffer = partition_memory;
    t.shift = (int64_t *)((char *)t.buffer + PARTITION_BUFFER_BYTES);
    t.first = (int32_t *)(t.shift + a.digits);
    t.digit = (uint16_t *)(t.first + a.digits);
    t.entries = range.entries;
    rank_digits(place, t, a, range);
    if (a.to_key != nullptr)
        move_items(a.to_key, t, place, [&](int, int k) { return a.key[begin + k]; });
    if (a.to_low != nullptr)
        move_items(a.to_low, t, place, [&](int, int k) {
            return (uint16_t)(a.key[begin + k] >> a.low_shift & (uint32_t)a.low_mask);
        });
    const uint32_t *key = a.key + begin;
    const int32_t *index = a.index + begin;
    const auto packed = [&](int32_t i, int k) {
        return (int32_t)((uint32_t)i << a.pack | (key[k] >> a.low_shift & (uint32_t)a.low_mask));
    };
    if (a.unpack > 0)
        move_items(a.to_index, t, place, [&](int, int k) { return (int32_t)(key[k] >> a.unpack); });
    else if (a.index != nullptr && a.pack > 0)
        move_items(a.to_index, t, place, [&](int, int k) { return packed(index[k], k); });
    else if (a.index != nullptr)
        move_items(a.to_index, t, place, [&](int, int k) { return index[k]; });
    else {
        int32_t row[PARTITION_ITEMS];
        find_item_rows(row, t, a.row_tiles, begin);
        if (a.pack > 0)
            move_items(a.to_index, t, place, [&](int item, int k) { return packed(row[item], k); });
        else
            move_items(a.to_index, t, place, [&](int item, int) { return row[item]; });
    }
    if constexpr (has_values<V>::is)
        move_items((V *)a.to_value, t, place, [&](int, int k) { return ((const V *)a.value)[begin + k]; });
}

EXPORT(partition_count)
EXPORT(partition_scan)
EXPORT(partition_scan_totals)
EXPORT(partition_tiles)
EXPORT(partition_scan_buckets)
EXPORT(partition_keys)
EXPORT_SIZES(partition_move)
