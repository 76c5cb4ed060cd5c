/* Symbolic phase of row clusters: rows of C = A B whose rows of A have most columns in common, as those of pages of
 * one site.  A block takes MXM_CLUSTER_ROWS neighbours of the list.
 *
 * Join: the union of their columns of A, so that each row of B is read once for all rows.  Mark: for each column of
 * the products, which rows have it, in words of 32 columns in a hash table.  Rank: the bits
 * before each word.  So the entries of each row of C and their places are known; the block stores this pattern for
 * mxm_cluster.cuh.
 *
 * Groups whose rows are not similar are halved.  Single rows remain: those with up to 4,096 products to the kernels
 * that sort, others to a block each (mxm_cluster.cuh). */
#include "cuda/mxm/rows/mxm_cluster_host.h"
#include "cuda/mxm/rows/mxm_cluster_products.cuh"

enum {
    EACH = MXM_CLUSTER_ENTRIES / WARP, /* entries of A of a lane */
    COLUMNS_OF_WORD = 4,               /* of 32 bits: a byte for each, a bit for each row */
    NO_NUMBER = 0x10000,
    BLOCKS = 5 /* on a multiprocessor */
};
static_assert(MXM_CLUSTER_ROWS == 8, "a byte has a bit for each row");
static_assert((int)MXM_CLUSTER_ENTRIES < (int)MXM_CLUSTER_NO_NUMBER, "a number is a byte");

/* While rows are joined: the columns of A, and the number of the entry of each.  Then: which rows have each column of
 * each word. */
union marks {
    struct {
        unsigned key[MXM_CLUSTER_KEYS], number[MXM_CLUSTER_KEYS];
    } joined;
    unsigned present[MXM_CLUSTER_WORDS * WARP / COLUMNS_OF_WORD];
};

/* The tables of words in shared memory.  By order of entry: pair (number of the word, number of its bits), bits, and
 * the number of bits before. counts: columns of each row, two rows in a number, of 16 bits each. */
struct count_tables {
    uint2 pair[MXM_CLUSTER_KEYS_MOST];
    unsigned bits[MXM_CLUSTER_KEYS_MOST], before[MXM_CLUSTER_KEYS_MOST];
    unsigned key[MXM_CLUSTER_WORDS], list[MXM_CLUSTER_LIST];
    unsigned counts[4];
    int64_t at; /* in the pool */
};

DEVICE unsigned place_of_column(unsigned key) { return (key * 0x9e3779b1u >> 16) % MXM_CLUSTER_KEYS; }

/* Enters a column of A for the entry with this number; gives its place. */
DEVICE unsigned enter_column(struct cluster_block *s, union marks *marks, unsigned column, unsigned number)
{
    unsigned at = place_of_column(column), seen;
#pragma unroll 1
    while ((seen = atomicCAS(&marks->joined.key[at], NO_KEY, column)) != NO_KEY && seen != column)
        at = (at + 1) % MXM_CLUSTER_KEYS;
    if (seen == NO_KEY)
        atomicAdd(&s->entered, 1u);
    atomicMin(&marks->joined.number[at], number);
    return at;
}

/* Joins the rows of A, one in each warp.  Joined entries are numbered by first occurrence, row after row, so that
 * sums have one order.  False if there are too many columns, or the union saves less than half of the products. */
DEVICE bool join_rows(const struct mxm_row_arguments &a, struct cluster_block *s, union marks *marks,
                      struct row_range range)
{
    const int thread = (int)threadIdx.x, lane = lane_of_warp(), warp = thread / WARP;
    const bool is_active = warp >= range.begin && warp < range.begin + range.count;
    const int length = is_active ? s->length[warp] : 0;
    const int32_t *column = a.A_column + s->first[warp];
    for (int k = thread; k < MXM_CLUSTER_KEYS; k += MXM_CLUSTER_THREADS)
        marks->joined.key[k] = marks->joined.number[k] = NO_KEY;
    if (thread < MXM_CLUSTER_ENTRIES)
        s->rows[thread] = 0;
    if (thread == 0)
        s->entered = s->all = 0;
    if (__syncthreads_or(length > MXM_CLUSTER_ENTRIES))
        return false;
    /* This lane's entries, without those whose row of B is empty. */
    int32_t k[EACH];
    unsigned at[EACH], firsts[EACH];
    int found = 0, entries = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        k[e] = e * WARP + lane < length ? column[e * WARP + lane] : -1;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (k[e] >= 0 && a.B_row_start[k[e]] == a.B_row_start[k[e] + 1])
            k[e] = -1;
    const unsigned number = NO_NUMBER + (unsigned)(warp * MXM_CLUSTER_ENTRIES + lane);
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        at[e] = 0;
        /* A thread that passes this test enters at most one more column: a place is always free. */
        if (k[e] >= 0 && *(volatile unsigned *)&s->entered <= MXM_CLUSTER_ENTRIES)
            at[e] = enter_column(s, marks, (unsigned)k[e], number + e * WARP);
    }
    __syncthreads();
    if (s->entered > MXM_CLUSTER_ENTRIES)
        return false;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        firsts[e] = 0;
        if (e * WARP < length)
            firsts[e] =
                __ballot_sync(ALL_LANES, k[e] >= 0 && marks->joined.number[at[e]] == number + e * WARP);
        found += __popc(firsts[e]);
    }
    if (lane == 0)
        s->firsts[warp] = found;
    __syncthreads();
    found = 0;
#pragma unroll
    for (int r = 0; r < MXM_CLUSTER_ROWS; r++) {
        const int of_row = s->firsts[r];
        found += r < warp ? of_row : 0;
        entries += of_row;
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        if (firsts[e] >> lane & 1) {
            const int place = found + __popc(firsts[e] & ((1u << lane) - 1));
            const int64_t start = a.B_row_start[k[e]];
            marks->joined.number[at[e]] = (unsigned)place;
            s->start[place] = start;
            s->before[place] = (int)(a.B_row_start[k[e] + 1] - start);
        }
        found += __popc(firsts[e]);
    }
    if (thread == 0)
        s->entries = entries;
    __syncthreads();
    uint8_t *numbers = a.cluster.number + s->first[warp];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (e * WARP + lane < length) {
            unsigned entry = MXM_CLUSTER_NO_NUMBER;
            if (k[e] >= 0) {
                entry = marks->joined.number[at[e]];
                atomicOr((unsigned *)(s->rows + (entry & ~3u)), 1u << (8 * (entry & 3) + (unsigned)warp));
            }
            numbers[e * WARP + lane] = (uint8_t)entry;
        }
    __syncthreads();
    sum_lengths(s);
    return 2 * (unsigned)s->before[entries] <= s->all;
}

DEVICE void mark_product(const struct word_table &table, union marks *marks, unsigned j, unsigned rows)
{
    unsigned at = first_place(table, j >> 5);
    if (*(volatile unsigned *)&table.key[at] != j >> 5)
        at = enter_key(table, j >> 5);
    if (at > table.last)
        return;
    unsigned *word = marks->present + at * (WARP / COLUMNS_OF_WORD) + (j & 31) / COLUMNS_OF_WORD;
    const unsigned mark = rows << 8 * (j % COLUMNS_OF_WORD);
    /* Most products find their bits set, and a load is cheaper than an atomic operation. */
    if ((*(volatile unsigned *)word & mark) != mark)
        atomicOr(word, mark);
}

/* Marks the columns of the products. */
DEVICE void mark_products(const struct mxm_row_arguments &a, struct cluster_block *s,
                          const struct word_table &table, union marks *marks)
{
    enum { AHEAD = 4 };
    const int products = s->before[s->entries];
#pragma unroll 1
    for (int part = 0; part < products; part += MXM_CLUSTER_PART) {
        const int end = products - part < MXM_CLUSTER_PART ? products - part : MXM_CLUSTER_PART;
        index_part(s, part, end);
#pragma unroll 1
        for (int first = (int)threadIdx.x; first < end; first += AHEAD * MXM_CLUSTER_THREADS) {
            unsigned j[AHEAD], rows[AHEAD];
#pragma unroll
            for (int e = 0; e < AHEAD; e++) {
                const int q = first + e * MXM_CLUSTER_THREADS;
                rows[e] = 0;
                if (q < end) {
                    const unsigned entry = entry_of(s, (int)((unsigned)q / WARP));
                    j[e] = (unsigned)a.B_column[s->start[entry] + part + q];
                    rows[e] = s->rows[entry];
                }
            }
#pragma unroll
            for (int e = 0; e < AHEAD; e++)
                if (rows[e] != 0)
                    mark_product(table, marks, j[e], rows[e]);
            if (*(volatile unsigned *)table.keys > table.most_keys)
                break;
        }
        __syncthreads();
    }
}

/* Joins the rows and marks their products; false if there are too many words, or the rows are not similar
 * (join_rows). */
DEVICE bool mark_rows(const struct mxm_row_arguments &a, struct cluster_block *s, struct count_tables *tables,
                      union marks *marks, struct row_range range)
{
    const int thread = (int)threadIdx.x;
    if (!join_rows(a, s, marks, range))
        return false;
    for (int k = thread; k < MXM_CLUSTER_WORDS * WARP / COLUMNS_OF_WORD; k += MXM_CLUSTER_THREADS)
        marks->present[k] = 0;
    for (int k = thread; k < MXM_CLUSTER_WORDS; k += MXM_CLUSTER_THREADS)
        tables->key[k] = NO_KEY;
    if (thread < 4)
        tables->counts[thread] = 0;
    if (thread == 0)
        s->keys = s->total = 0;
    const struct word_table table = {tables->key, &s->keys, tables->list, MXM_CLUSTER_WORDS - 1,
                                     MXM_CLUSTER_KEYS_MOST};
    mark_products(a, s, table, marks);
    return s->keys <= MXM_CLUSTER_KEYS_MOST;
}

/* The bits of each word, one of each lane, and the number of columns of each row. */
DEVICE void find_bits(const struct cluster_block *s, struct count_tables *tables, const union marks *marks)
{
    const unsigned low_bits = 0x01010101, spread = 0x00204081, packed = 0x00ff00ff;
    const unsigned lane = (unsigned)lane_of_warp();
    unsigned low = 0, high = 0; /* a byte for each row */
#pragma unroll 4
    for (unsigned k = threadIdx.x / WARP; k < s->keys; k += CLUSTER_WARPS) {
        const unsigned at = tables->list[k], rows = ((const uint8_t *)marks->present)[at * WARP + lane];
        const unsigned bits = __ballot_sync(ALL_LANES, rows != 0);
        low += (rows & 15) * spread & low_bits;
        high += (rows >> 4) * spread & low_bits;
        if (lane == 0) {
            tables->pair[k] = make_uint2(tables->key[at], (unsigned)__popc(bits));
            tables->bits[k] = bits;
            tables->before[k] = 0;
        }
    }
    const unsigned sums[4] = {
        __reduce_add_sync(ALL_LANES, low & packed), __reduce_add_sync(ALL_LANES, low >> 8 & packed),
        __reduce_add_sync(ALL_LANES, high & packed), __reduce_add_sync(ALL_LANES, high >> 8 & packed)};
    if (lane == 0)
        for (int k = 0; k < 4; k++)
            atomicAdd(&tables->counts[k], sums[k]);
    __syncthreads();
}

DEVICE int columns_of_row(const struct count_tables *tables, unsigned row)
{
    return (int)(tables->counts[row / 4 * 2 + row % 2] >> 8 * (row & 2) & 0xffff);
}

/* The class of a group with so many entries, products and columns: the first whose shared memory is sufficient, or
 * the last.  A group with many products gets a later class: these start first, and fewer blocks share a
 * multiprocessor. */
DEVICE int class_of(const struct mxm_cluster_cache &cache, int entries, int products, int total)
{
    const int bytes = MXM_CLUSTER_FIXED_BYTES + entries * MXM_CLUSTER_ENTRY_BYTES(cache.slot_bytes) +
                      (total + 7) / 8 * 8 * MXM_CLUSTER_COLUMN_BYTES(cache.slot_bytes);
    int k = 0;
    if (cache.slot_bytes == 0)
        return 0; /* no sums */
    while (k < MXM_CLUSTER_CLASSES - 1 && (bytes > cache.bytes[k] || products > MXM_CLUSTER_LIGHT << k))
        k++;
    return k;
}

/* Stores the pattern of the group; false if the pool is full. */
DEVICE bool store_pattern(const struct mxm_row_arguments &a, const struct cluster_block *s,
                          struct count_tables *tables, const union marks *marks, struct row_range range)
{
    const int thread = (int)threadIdx.x, entries = s->entries, keys = (int)s->keys, total = (int)s->total;
    const int64_t bytes = pattern_bytes(entries, keys, total);
    if (thread == 0)
        tables->at = (int64_t)atomicAdd((unsigned long long *)a.cluster.pool_used, (unsigned long long)bytes);
    __syncthreads();
    if (tables->at + bytes > a.cluster.pool_bytes)
        return false;
    const struct cluster_pattern pattern = pattern_at(a.cluster.pool + tables->at, entries, keys, total);
    if (thread == 0) {
        const int class_number = class_of(a.cluster, entries, s->before[entries], total);
        const int64_t number =
            (int64_t)atomicAdd((unsigned long long *)&a.cluster.groups[class_number], 1ull);
        a.cluster.record[class_number * a.cluster.most + number] = {
            tables->at, range.begin, range.count, entries, s->before[entries], keys, total};
    }
    if (thread < MXM_CLUSTER_ROWS)
        pattern.row[thread] = {s->first[thread], s->length[thread], s->number[thread]};
    if (thread < entries) {
        pattern.start[thread] = s->start[thread];
        pattern.before[thread] = s->before[thread];
        pattern.rows[thread] = s->rows[thread];
    }
    if (thread < keys) {
        const unsigned at = tables->list[thread];
        pattern.word[thread] = make_uint4(tables->key[at], tables->bits[thread], tables->before[thread], at);
    }
    if (thread < 3 && (total + thread) / 4 == total / 4 && total % 4 != 0)
        pattern.present[total + thread] = 0; /* loads are of 4 bytes */
    const unsigned lane = (unsigned)lane_of_warp();
#pragma unroll 2
    for (int k = thread / WARP; k < keys; k += CLUSTER_WARPS) {
        const unsigned at = tables->list[k], bits = tables->bits[k];
        const unsigned place = tables->before[k] + (unsigned)__popc(bits & ((1u << lane) - 1));
        if (bits >> lane & 1) {
            pattern.column[place] = tables->key[at] * WARP + lane;
            pattern.present[place] = ((const uint8_t *)marks->present)[at * WARP + lane];
        }
    }
    return true;
}

/* Counts the entries of rows whose products are marked. */
DEVICE bool count_marked_rows(const struct mxm_row_arguments &a, struct cluster_block *s,
                              struct count_tables *tables, const union marks *marks, struct row_range range)
{
    const int row = (int)threadIdx.x;
    find_bits(s, tables, marks);
    rank_pairs(tables->pair, s->keys, &s->total,
               [&](unsigned k, unsigned before) { atomicAdd(&tables->before[k], before); });
    if (!store_pattern(a, s, tables, marks, range))
        return false;
    if (row >= range.begin && row < range.begin + range.count)
        a.count[s->number[row]] = columns_of_row(tables, (unsigned)row);
    return true;
}

/* Counts the rows in groups, which it halves where rows are not similar.  Single rows, and groups with many products
 * that are not similar, are added to the remaining rows. */
DEVICE void count_rows(const struct mxm_row_arguments &a, struct cluster_block *s,
                       struct count_tables *tables, union marks *marks, int64_t first_place, int count)
{
    enum { HEAVY = 16384 };
    const int thread = (int)threadIdx.x;
    const bool is_heavy = describe_rows(a, s, first_place, count) > HEAVY;
#pragma unroll 1
    for (struct row_range range = {0, 0}; range.begin < count; range.begin += range.count) {
        range.count = range.begin == 0 ? MXM_CLUSTER_ROWS : range.begin & -range.begin;
        while (range.count > count - range.begin)
            range.count /= 2;
        bool is_made = false;
#pragma unroll 1
        while (range.count > 1) {
            is_made = mark_rows(a, s, tables, marks, range) && count_marked_rows(a, s, tables, marks, range);
            __syncthreads();
            if (is_made || is_heavy)
                break;
            range.count /= 2;
        }
        if (!is_made && thread < range.count)
            a.remaining[atomicAdd((unsigned long long *)a.remaining_rows, 1ull)] =
                (int32_t)(first_place + range.begin + thread);
    }
}

/* A block for MXM_CLUSTER_ROWS places of the list, from its end. */
static __global__ void __launch_bounds__(MXM_CLUSTER_THREADS, BLOCKS)
    count_cluster(struct mxm_row_arguments a)
{
    __shared__ struct cluster_block shared;
    __shared__ struct count_tables tables;
    __shared__ __align__(16) union marks marks;
    const int64_t first = (int64_t)(gridDim.x - 1 - blockIdx.x) * MXM_CLUSTER_ROWS;
    count_rows(a, &shared, &tables, &marks, a.first + first,
               a.rows - first < MXM_CLUSTER_ROWS ? (int)(a.rows - first) : MXM_CLUSTER_ROWS);
}

const void *const graph__mxm_cluster_count = (const void *)count_cluster;
