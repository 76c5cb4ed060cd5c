/* Rows of C = A B with some hundreds to 24,576 products on columns far apart, by bucket sort: a block for each row.
 *
 * Count the products of equal ranges of columns, the buckets, which have one or two products in the mean; a prefix
 * sum gives the place of each bucket in shared memory; put the keys there in any order; the place of a key is then
 * the number of smaller keys in its bucket.  Equal columns are folded in the order of k.  A row with more products
 * than fit is computed in windows of buckets; a bucket that does not fit is split into narrower ones. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/mxm/rows/mxm_buckets_arguments.h"
#include "cuda/primitives/warp.cuh"

/* A product.  The upper half orders the keys of a bucket, in 31 bits: the low bits of the column, and the number of
 * its entry of A, counted without empty rows of B.  The lower half has the other bits of the column and the number of
 * the product. */
typedef unsigned long long bucket_key;
enum { BUCKET_ENTRY_BITS = 15, BUCKET_PRODUCT_BITS = 16, BUCKET_COLUMN_BITS = MXM_BUCKETS_COLUMN_BITS };

DEVICE bucket_key make_key(unsigned column, unsigned entry, unsigned product)
{
    return (bucket_key)((column & ((1u << BUCKET_COLUMN_BITS) - 1)) << BUCKET_ENTRY_BITS | entry) << 32 |
           (column >> BUCKET_COLUMN_BITS << BUCKET_PRODUCT_BITS | product);
}
DEVICE unsigned upper_half(bucket_key key) { return (unsigned)(key >> 32); }
DEVICE unsigned column_of_key(bucket_key key)
{
    return upper_half(key) >> BUCKET_ENTRY_BITS | (unsigned)key >> BUCKET_PRODUCT_BITS << BUCKET_COLUMN_BITS;
}

/* A row, and its arrays in shared memory.  For each entry of A with products: `entry` is the number of products
 * before it (upper half) and its position in the row; product p reads entry start + p of B. end: the end of each
 * bucket of the columns from `low` on, and its begin until its keys are stored. order: the keys of the window in
 * order. repeats: a bit for each of them with the same column as the one before; repeats_before: their number before
 * each word. */
struct bucket_row {
    int64_t first;
    unsigned entries, products, buckets_most, low, high, buckets, origin;
    int shift;
    bucket_key *key;
    int64_t *start;
    unsigned *entry, *end, *repeats, *repeats_before;
    uint16_t *order;
};

struct bucket_state {
    int low, high, partial[WARP];
    unsigned crowded, heavy_buckets;
    uint16_t heavy[MXM_BUCKETS_HEAVY_MOST];
};

DEVICE unsigned products_before(const struct bucket_row &row, unsigned entry)
{
    return row.entry[entry] >> 16;
}

/* Exclusive prefix sum, in place; gives the total.  A thread has consecutive numbers, an odd count, to avoid bank
 * conflicts.  IS_OF_BUCKETS: also lists the heavy buckets, and finds the first crowded one; may_be_crowded: a bucket
 * spans several columns. */
template <bool IS_OF_BUCKETS>
DEVICE unsigned add_up(unsigned *x, unsigned n, bool may_be_crowded, struct bucket_state *state)
{
    const unsigned each = ((n + blockDim.x - 1) / blockDim.x) | 1, first = min(each * threadIdx.x, n),
                   last = min(first + each, n);
    unsigned local = 0, most = 0;
    int all;
#pragma unroll 4
    for (unsigned k = first; k < last; k++) {
        local += x[k];
        most = max(most, x[k]);
    }
#pragma unroll 1
    for (unsigned k = first; IS_OF_BUCKETS && most > MXM_BUCKETS_HEAVY && k < last; k++) {
        if (x[k] > MXM_BUCKETS_HEAVY)
            state->heavy[atomicAdd(&state->heavy_buckets, 1u)] = (uint16_t)k;
        if (x[k] > MXM_BUCKETS_CROWDED && may_be_crowded)
            atomicMin(&state->crowded, k);
    }
    unsigned before = (unsigned)scan_block((int)local, &all, state->partial) - local;
#pragma unroll 4
    for (unsigned k = first; k < last; k++) {
        local = x[k];
        x[k] = before;
        before += local;
    }
    __syncthreads();
    return (unsigned)all;
}

/* Reads the row's entries of A. */
DEVICE void read_entries(const struct mxm_row_arguments &a, struct bucket_row &row, unsigned entries,
                         struct bucket_state *state)
{
    enum { EACH = 2, ONE = 1 << 16 /* an entry, above the bits of its products */ };
    int low = 0x7fffffff, high = -1;
    if (threadIdx.x == 0) {
        state->low = low;
        state->high = high;
    }
    for (unsigned base = 0; base < entries; base += EACH * blockDim.x) {
        const unsigned number = base + EACH * threadIdx.x;
        int64_t start[EACH];
        int length[EACH], sum = 0, all;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            start[e] = length[e] = 0;
            if (number + e < entries) {
                const int32_t k = a.A_column[row.first + number + e];
                start[e] = a.B_row_start[k];
                length[e] = (int)(a.B_row_start[k + 1] - start[e]);
            }
        }
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (length[e] > 0) {
                low = min(low, a.B_column[start[e]]);
                high = max(high, a.B_column[start[e] + length[e] - 1]);
                sum += ONE + length[e];
            }
        const unsigned before = (unsigned)(scan_block(sum, &all, state->partial) - sum);
        unsigned to = row.entries + before / ONE, products = row.products + before % ONE;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (length[e] > 0) {
                row.start[to] = start[e] - products;
                row.entry[to++] = products << 16 | (number + e);
                products += (unsigned)length[e];
            }
        row.entries += (unsigned)all / ONE;
        row.products += (unsigned)all % ONE;
    }
    low = __reduce_min_sync(ALL_LANES, low);
    high = __reduce_max_sync(ALL_LANES, high);
    if (lane_of_warp() == 0) {
        atomicMin(&state->low, low);
        atomicMax(&state->high, high);
    }
    /* Sentinels: no product comes after them. */
    if (threadIdx.x < WARP)
        row.entry[row.entries + threadIdx.x] = ~0u;
    __syncthreads();
    row.low = (unsigned)state->low;
    row.high = (unsigned)state->high;
}

/* The smallest power of two as width of a bucket for the columns from row.low to `last`; buckets begin at multiples
 * of it. */
DEVICE void choose_width(struct bucket_row &row, unsigned last)
{
    row.shift = 0;
    while ((last >> row.shift) - (row.low >> row.shift) >= row.buckets_most)
        row.shift++;
    row.origin = row.low >> row.shift;
    row.buckets = (last >> row.shift) - row.origin + 1;
}

/* The entry of a product: a search by the warp, 32 probes in a step. */
DEVICE unsigned entry_of(const struct bucket_row &row, unsigned product)
{
    unsigned entry = 0;
    for (unsigned step = row.entries; step > 1;) {
        step = (step + WARP - 1) / WARP;
        const unsigned candidate = entry + step * (unsigned)lane_of_warp();
        const bool is_before = candidate < row.entries && products_before(row, candidate) <= product;
        entry += step * ((unsigned)__popc(__ballot_sync(ALL_LANES, is_before)) - 1);
    }
    return entry;
}

/* Counts the products of the buckets from first to last - 1; or stores their keys, with `base` the place of the
 * first. */
template <bool IS_COUNT>
DEVICE void fill_buckets(const struct mxm_row_arguments &a, const struct bucket_row &row, unsigned first,
                         unsigned last, unsigned base)
{
    enum { EACH = 4 };
    const unsigned warps = blockDim.x / WARP, share = ((row.products - 1) / warps / WARP + 1) * WARP,
                   begin = share * (threadIdx.x / WARP), end = min(begin + share, row.products),
                   lane = (unsigned)lane_of_warp(), up_to_lane = ~0u >> (WARP - 1 - lane);
    unsigned current = begin < end ? entry_of(row, begin) : 0;
    for (unsigned p = begin; p < end; p += EACH * WARP) {
        unsigned column[EACH], entry[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            /* A bit for each product that is the first of its entry. */
            const unsigned product = p + (unsigned)(e * WARP) + lane,
                           at = products_before(row, current + 1 + lane) - (product - lane),
                           firsts = __reduce_or_sync(ALL_LANES, at < WARP ? 1u << at : 0);
            entry[e] = current + (unsigned)__popc(firsts & up_to_lane);
            current += (unsigned)__popc(firsts);
            column[e] = product < end ? (unsigned)a.B_column[row.start[entry[e]] + product] : ~0u;
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const unsigned bucket = (column[e] >> row.shift) - row.origin;
            if (column[e] == ~0u || bucket - first >= last - first)
                continue;
            if (IS_COUNT)
                atomicAdd(&row.end[bucket], 1u);
            else
                row.key[atomicAdd(&row.end[bucket], 1u) - base] =
                    make_key(column[e], entry[e], p + (unsigned)(e * WARP) + lane);
        }
    }
    __syncthreads();
}

/* Sorts the keys of one bucket by a network whose comparisons all have one direction, so that the size need not be a
 * power of two. */
DEVICE void sort_bucket(bucket_key *key, unsigned n)
{
    for (unsigned size = 2; size < 2 * n; size *= 2)
        for (unsigned step = size / 2; step > 0; step /= 2) {
            for (unsigned k = threadIdx.x; 2 * (k - (k & (step - 1))) < n; k += blockDim.x) {
                const unsigned x = 2 * k - (k & (step - 1)),
                               y = step == size / 2 ? (x | (size - 1)) - (x & (size - 1)) : x + step;
                if (y < n && key[y] < key[x]) {
                    const bucket_key greater = key[x];
                    key[x] = key[y];
                    key[y] = greater;
                }
            }
            __syncthreads();
        }
}

/* Finds the order of the keys, and which of them repeat a column; gives the number of these. */
DEVICE unsigned order_keys(const struct bucket_row &row, unsigned keys, unsigned base,
                           struct bucket_state *state)
{
    const unsigned words = (keys + WARP - 1) / WARP, *upper = (const unsigned *)row.key + 1;
    int has_repeats = 0;
    for (unsigned k = threadIdx.x; k < words; k += blockDim.x)
        row.repeats[k] = 0;
    __syncthreads();
    for (unsigned at = threadIdx.x; at < keys; at += blockDim.x) {
        const bucket_key key = row.key[at];
        const unsigned bucket = (column_of_key(key) >> row.shift) - row.origin, key_order = upper_half(key),
                       last = row.end[bucket] - base, first = row.end[(int)bucket - 1] - base;
        /* The difference to the greatest smaller key of the bucket.  It is negative: as unsigned, above all that are
         * not. */
        unsigned place = first, distance = 0;
        if (last - first <= MXM_BUCKETS_HEAVY) {
            const unsigned *other = upper + 2 * first, *const end = upper + 2 * last;
#pragma unroll 1
            do {
                const unsigned difference = *other - key_order;
                place += difference >> 31;
                distance = max(distance, difference);
                other += 2;
            } while (other < end);
        } else { /* sorted before */
            place = at;
            distance = at > first ? upper[2 * at - 2] - key_order : 0;
        }
        row.order[place] = (uint16_t)at;
        if ((int)distance < 0 &&
            (key_order + distance) >> BUCKET_ENTRY_BITS == key_order >> BUCKET_ENTRY_BITS) {
            atomicOr(&row.repeats[place / WARP], 1u << place % WARP);
            has_repeats = 1;
        }
    }
    if (!__syncthreads_or(has_repeats))
        return 0;
    for (unsigned k = threadIdx.x; k < words; k += blockDim.x)
        row.repeats_before[k] = (unsigned)__popc(row.repeats[k]);
    __syncthreads();
    return add_up<false>(row.repeats_before, words, false, state);
}

DEVICE bool is_repeat(const struct bucket_row &row, unsigned place)
{
    return (row.repeats[place / WARP] >> place % WARP & 1) != 0;
}

/* The place in C of the sum whose first key is at `place`. */
DEVICE unsigned place_among_columns(const struct bucket_row &row, unsigned place)
{
    return place - row.repeats_before[place / WARP] -
           (unsigned)__popc(row.repeats[place / WARP] & ((1u << place % WARP) - 1));
}

/* Writes columns and sums.  Where columns repeat, the products replace their keys first, and are summed then. */
DEVICE void write_keys(const struct mxm_row_arguments &a, const struct bucket_row &row, unsigned keys,
                       bool has_repeats, int64_t to)
{
    enum { EACH = 4 };
    int32_t *C_column = a.column + to;
    T *C_value = (T *)a.value + to;
    for (unsigned p = threadIdx.x; p < keys; p += EACH * blockDim.x) {
        bucket_key key[EACH];
        T x[EACH], y[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            key[e] = row.key[row.order[p + e * blockDim.x < keys ? p + e * blockDim.x : p]];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const unsigned entry = upper_half(key[e]) & ((1u << BUCKET_ENTRY_BITS) - 1),
                           product = (unsigned)key[e] & ((1u << BUCKET_PRODUCT_BITS) - 1);
            x[e] = READS_X ? ((const T *)a.A_value)[row.first + (row.entry[entry] & 0xffff)] : (T)1;
            y[e] = READS_Y ? ((const T *)a.B_value)[row.start[entry] + product] : (T)1;
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const unsigned place = p + e * blockDim.x;
            if (place >= keys)
                break;
            const T product = mul(x[e], y[e]);
            if (!has_repeats) {
                C_column[place] = (int32_t)column_of_key(key[e]);
                C_value[place] = product;
                continue;
            }
            row.key[row.order[place]] = bits_of(product);
            if (!is_repeat(row, place))
                C_column[place_among_columns(row, place)] = (int32_t)column_of_key(key[e]);
        }
    }
    if (!has_repeats)
        return;
    __syncthreads();
    for (unsigned place = threadIdx.x; place < keys; place += blockDim.x)
        if (!is_repeat(row, place)) {
            T sum = value_of((slot_t)row.key[row.order[place]]);
            for (unsigned k = place + 1; !SEMIRING_IS_ANY && k < keys && is_repeat(row, k); k++)
                sum = add(sum, value_of((slot_t)row.key[row.order[k]]));
            C_value[place_among_columns(row, place)] = sum;
        }
}

/* Orders and writes the keys of the buckets from `bucket` on, as many as fit; gives the next bucket, and adds the
 * number of entries to *written. */
DEVICE unsigned make_window(const struct mxm_row_arguments &a, const struct bucket_row &row, unsigned bucket,
                            unsigned last, int64_t to, unsigned *written, struct bucket_state *state)
{
    const unsigned base = row.end[bucket];
    unsigned end = bucket + 1, high = last;
    if (row.end[last] - base <= (unsigned)a.slots)
        end = last;
    while (end < last && high - end > 1) {
        const unsigned middle = (end + high) / 2;
        if (row.end[middle] - base <= (unsigned)a.slots)
            end = middle;
        else
            high = middle;
    }
    const unsigned keys = row.end[end] - base;
    __syncthreads();
    fill_buckets<false>(a, row, bucket, end, base);
    for (unsigned k = 0; k < state->heavy_buckets; k++) {
        const unsigned heavy = state->heavy[k], begin = row.end[(int)heavy - 1] - base;
        if (heavy - bucket < end - bucket)
            sort_bucket(row.key + begin, row.end[heavy] - base - begin);
    }
    const unsigned repeats = order_keys(row, keys, base, state);
    if (a.column != nullptr)
        write_keys(a, row, keys, repeats > 0, to + *written);
    *written += keys - repeats;
    __syncthreads();
    return end;
}

DEVICE void bucket_row_of(const struct mxm_row_arguments &a, int64_t place, bucket_key *shared,
                          struct bucket_state *state)
{
    const int32_t number = a.list[place];
    struct bucket_row row = {a.A_row_start[number]};
    row.key = shared;
    row.start = (int64_t *)(row.key + a.slots);
    row.entry = (unsigned *)(row.start + a.entries);
    row.end = row.entry + a.entries + WARP + 1;
    row.repeats = row.end + a.words + 1;
    row.repeats_before = row.repeats + a.slots / WARP;
    row.order = (uint16_t *)(row.repeats_before + a.slots / WARP);
    read_entries(a, row, (unsigned)(a.A_row_start[number + 1] - row.first), state);
    row.buckets_most = (unsigned)a.words;
    while (row.buckets_most >= row.products && row.high - row.low < row.buckets_most
                                                                        << (BUCKET_COLUMN_BITS - 1))
        row.buckets_most /= 2;
    const int64_t to = a.column == nullptr   ? 0
                       : a.offset != nullptr ? a.offset[place]
                                             : a.C_row_start[number];
    unsigned written = 0;
    for (unsigned last = row.high; row.low <= row.high;) {
        choose_width(row, last);
        for (unsigned k = threadIdx.x; k <= row.buckets + 1; k += blockDim.x)
            row.end[(int)k - 1] = 0;
        if (threadIdx.x == 0) {
            state->heavy_buckets = 0;
            state->crowded = row.buckets;
        }
        __syncthreads();
        fill_buckets<true>(a, row, 0, row.buckets, 0);
        add_up<true>(row.end, row.buckets + 1, row.shift > 0, state);
        const unsigned crowded = state->crowded;
        for (unsigned bucket = 0; bucket < crowded;)
            bucket = make_window(a, row, bucket, crowded, to, &written, state);
        /* The next range: the columns of the crowded bucket; after these, the remaining columns. */
        const bool is_crowded = crowded < row.buckets;
        row.low = is_crowded ? max(row.low, (row.origin + crowded) << row.shift) : last + 1;
        last = is_crowded ? min(last, ((row.origin + crowded + 1) << row.shift) - 1) : row.high;
        __syncthreads();
    }
    if (threadIdx.x == 0 && a.count != nullptr)
        a.count[number] = (int32_t)written;
}

/* Shared memory: keys, starts and numbers of entries, ends of buckets, repeats, the order of the keys. */
GRAPH_KERNEL void __launch_bounds__(MXM_BUCKETS_THREADS, 2) mxm_buckets(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ struct bucket_state state;
    bucket_row_of(a, a.first + blockIdx.x, mxm_shared, &state);
}
