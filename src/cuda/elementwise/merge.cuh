/* Merges two operands under a mask, in one pass over tiles of their items (merge_rows.cuh).
 *
 * The entries of a tile are in shared memory, under keys of row and column.  Each thread finds its part of the merge by
 * bisection, and merges MERGE_ITEMS entries; partners follow each other.  What stays is ranked, and the block writes it in
 * order.
 *
 * After Green, McColl and Bader, "GPU Merge Path", ICS 2012. */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"
#include "cuda/elementwise/merge_rows.cuh"
#include "cuda/primitives/compaction.cuh"
#include "cuda/primitives/loads.cuh"

enum { MERGE_ITEMS = TILE / TILE_THREADS, MERGE_KEYS = TILE + TILE / 16 };
#define MERGE_NONE   0xffffu
#define MERGE_NO_KEY 0xffffffffffffffffull
#define MERGE_UPDATE (1 << 20) /* marks the rows of entries of update while they are spread */

/* A tile's part of an operand. */
struct merge_part {
    int64_t begin, end;
};

/* The key of entry k of a tile; those of update follow those of old.  Threads whose keys are 16 bytes apart, or 32, find
 * them in different banks. */
DEVICE uint64_t &merge_key(uint64_t *keys, int k) { return keys[k + (k >> 4)]; }

/* The entries of a part that begin a row behind `first` get its number. */
DEVICE void mark_row(int32_t *row, const struct merge_operand &operand, const struct merge_part &part,
                     int64_t i, int32_t number)
{
    const int64_t begin = operand.row_start[i];
    if (begin < part.end && operand.row_start[i + 1] > begin)
        row[begin - part.begin] = number;
}

/* The row of entry k, of rows first .. last. */
DEVICE int32_t find_row(const struct merge_operand &operand, int64_t first, int64_t last, int64_t k)
{
    return operand.row_start != nullptr ? (int32_t)(row_of_entry(operand.row_start, first, last, k) - first)
                                        : 0;
}

/* Fills in the keys of a tile: rows, counted from its first one, and columns; for a whole block. */
DEVICE void load_keys(uint64_t *keys, int32_t row[TILE], const struct merge_arguments &a,
                      const struct merge_part &old, const struct merge_part &update, int64_t first,
                      int64_t last)
{
    const int thread = (int)threadIdx.x, of_old = (int)(old.end - old.begin),
              items = of_old + (int)(update.end - update.begin);
    const int32_t *old_column = a.old.column + old.begin,
                  *update_column = a.update.column + update.begin - of_old;
    const bool is_spread = a.old.row_start != nullptr && last - first <= 4 * TILE;
    int32_t column[MERGE_ITEMS];
#pragma unroll
    for (int item = 0; item < MERGE_ITEMS; item++) {
        const int k = item * TILE_THREADS + thread;
        if (k < items)
            column[item] = k < of_old ? old_column[k] : update_column[k];
    }
    if (is_spread) {
        for (int k = thread; k < TILE; k += TILE_THREADS)
            row[k] = k < of_old ? 0 : MERGE_UPDATE;
        __syncthreads();
        for (int64_t i = first + 1 + thread; i <= last; i += TILE_THREADS) {
            mark_row(row, a.old, old, i, (int32_t)(i - first));
            mark_row(row + of_old, a.update, update, i, (int32_t)(i - first) + MERGE_UPDATE);
        }
        spread_rows(row, 0);
    }
#pragma unroll
    for (int item = 0; item < MERGE_ITEMS; item++) {
        const int k = item * TILE_THREADS + thread;
        if (k >= items)
            continue;
        /* Where most rows are empty, a bisection for each entry is faster than reading all of them. */
        const int32_t number = is_spread    ? row[k] & (MERGE_UPDATE - 1)
                               : k < of_old ? find_row(a.old, first, last, old.begin + k)
                                            : find_row(a.update, first, last, update.begin + k - of_old);
        merge_key(keys, k) = (uint64_t)number << 32 | (uint32_t)column[item];
    }
    __syncthreads();
}

/* The mask as a thread meets it, whose items ascend: a row, and the entries of it that are not behind the last item. */
struct merge_mask_place {
    const int32_t *shared; /* the entries from number first_entry on, or NULL */
    int64_t first_entry, row;
    const int32_t *column;
    int place, end;
};

/* The columns of the mask in the rows of a tile, in shared memory where they fit; complete after a __syncthreads. */
DEVICE struct merge_mask_place open_mask(int32_t column[TILE], const struct merge_mask &mask, int64_t first,
                                         int64_t last)
{
    struct merge_mask_place m = {nullptr, 0, -1, nullptr, 0, 0};
    if (!mask.is_given || mask.row_start == nullptr)
        return m;
    const int64_t begin = mask.row_start[first], end = mask.row_start[last + 1];
    if (end - begin > TILE)
        return m;
    for (int k = (int)threadIdx.x; k < end - begin; k += TILE_THREADS)
        column[k] = mask.column[begin + k];
    m.shared = column;
    m.first_entry = begin;
    return m;
}

/* Of a mask that is given. */
DEVICE bool mask_admits(const struct merge_mask &mask, struct merge_mask_place &m, int64_t i, int32_t j)
{
    bool is_in = false;
    if (mask.present != nullptr)
        is_in = mask.present[j] != 0;
    else {
        if (i != m.row) {
            const int64_t begin = mask.row_start[i];
            m.row = i;
            m.place = 0;
            m.end = (int)(mask.row_start[i + 1] - begin);
            m.column = m.shared != nullptr ? m.shared + (begin - m.first_entry) : mask.column + begin;
        }
        if (m.place < m.end && m.column[m.place] < j) {
            int high = m.end;
            m.place++;
            while (m.place < high) {
                const int middle = (m.place + high) >> 1;
                if (m.column[middle] < j)
                    m.place = middle + 1;
                else
                    high = middle;
            }
        }
        is_in = m.place < m.end && m.column[m.place] == j;
    }
    return is_in != (mask.is_complement != 0);
}

/* Brings the values of a tile's part into the L2 cache while the block merges. */
DEVICE void prefetch_values(const T *value, const struct merge_part &part)
{
    enum { LINE = 128 };
    const char *end = (const char *)(value + part.end);
    if (value != nullptr)
        for (const char *line = (const char *)(value + part.begin) + threadIdx.x * LINE; line < end;
             line += TILE_THREADS * LINE)
            prefetch(line);
}

/* Which items stay: bit is_old + 2 * is_met + 4 * is_open. */
DEVICE uint32_t merge_rule(const struct merge_arguments &a)
{
    if (a.is_intersection)
        return 1u << 7;
    return (a.keeps ? 1u << 1 | 1u << 3 : 0) | (a.has_accum ? 1u << 5 : 0) | 1u << 4 | 1u << 7;
}

GRAPH_KERNEL void __launch_bounds__(TILE_THREADS, 4) merge_tiles(struct merge_arguments a)
{
    __shared__ uint64_t keys[MERGE_KEYS];
    alignas(16) __shared__ int32_t row[TILE]; /* later the columns of the mask */
    __shared__ struct tile_ranks ranks;
    const int thread = (int)threadIdx.x;
    const int64_t tile = tile_of_block(a.compaction), first = a.tiles.row[tile], last = a.tiles.row[tile + 1];
    const struct merge_part old = {a.tiles.old[tile], a.tiles.old[tile + 1]},
                            update = {a.tiles.update[tile], a.tiles.update[tile + 1]};
    const int of_old = (int)(old.end - old.begin), of_update = (int)(update.end - update.begin);
    /* Where most items do not stay, most values are not needed. */
    if (a.compaction.stride == 0 && a.compaction.capacity >= (a.old.entries + a.update.entries) / 8) {
        prefetch_values((const T *)a.old.value, old);
        prefetch_values((const T *)a.update.value, update);
    }
    load_keys(keys, row, a, old, update, first, last);
    struct merge_mask_place mask = open_mask(row, a.mask, first, last);

    /* This thread merges from number `begin` of the tile on: entry p of old and entry q of update are next. */
    const int begin = thread * MERGE_ITEMS < of_old + of_update ? thread * MERGE_ITEMS : of_old + of_update;
    int p = begin > of_update ? begin - of_update : 0, high = begin < of_old ? begin : of_old;
    while (p < high) {
        const int middle = (p + high) >> 1;
        if (merge_key(keys, middle) <= merge_key(keys, of_old + begin - 1 - middle))
            p = middle + 1;
        else
            high = middle;
    }
    int q = begin - p;
    __syncthreads(); /* the mask */

    uint64_t x = p < of_old ? merge_key(keys, p) : MERGE_NO_KEY,
             y = q < of_update ? merge_key(keys, of_old + q) : MERGE_NO_KEY,
             before = p > 0 ? merge_key(keys, p - 1) : MERGE_NO_KEY; /* of old */
    const uint32_t rule = merge_rule(a);
    int32_t column[MERGE_ITEMS];
    uint32_t source[MERGE_ITEMS], stays = 0;
    bool is_open = !a.mask.is_complement;
#pragma unroll
    for (int item = 0; item < MERGE_ITEMS; item++) {
        const bool is_old = x <= y, is_met = is_old ? x == y : y == before;
        const uint64_t key = is_old ? x : y;
        if (a.mask.is_given && begin + item < of_old + of_update)
            is_open = mask_admits(a.mask, mask, first + (int64_t)(key >> 32), (int32_t)key);
        column[item] = (int32_t)key;
        source[item] = (is_old ? (uint32_t)p : MERGE_NONE) |
                       (is_old && !(is_met && is_open) ? MERGE_NONE : (uint32_t)q) << 16;
        stays |= (rule >> (is_old + 2 * is_met + 4 * is_open) & 1) << item;
        p += is_old;
        q += !is_old;
        const uint64_t next =
            (is_old ? p < of_old : q < of_update) ? merge_key(keys, is_old ? p : of_old + q) : MERGE_NO_KEY;
        before = is_old ? x : before;
        x = is_old ? next : x;
        y = is_old ? y : next;
    }
    stays &= (1u << min(of_old + of_update - begin, (int)MERGE_ITEMS)) - 1;
    ((uint8_t *)ranks.word)[thread] = (uint8_t)stays;
    rank_tile(ranks, a.compaction, tile);
    if (a.compaction.stride != 0)
        return;

    uint2 *result = (uint2 *)keys; /* column and source of what stays */
    int at = rank_in_tile(ranks, thread * MERGE_ITEMS);
#pragma unroll
    for (int item = 0; item < MERGE_ITEMS; item++)
        if (stays >> item & 1) {
            result[at + (at >> 4)] = make_uint2((uint32_t)column[item], source[item]);
            at++;
        }
    place_tile(ranks, a.compaction, tile);

    const T *old_value = (const T *)a.old.value + old.begin,
            *update_value = (const T *)a.update.value + update.begin;
    const int written = room_of_tile(ranks, a.compaction);
    int32_t *to_column = a.compaction.column + ranks.first;
    T *z = (T *)a.compaction.value + ranks.first;
    const bool reads_pairs = a.has_accum != 0;
    enum { BATCH = 4 }; /* loads that come before the first use */
    for (int first_place = thread - line_offset(ranks); first_place < written;
         first_place += BATCH * TILE_THREADS) {
        uint2 item[BATCH];
        T mine[BATCH], its[BATCH];
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            const int k = first_place + b * TILE_THREADS;
            item[b] =
                k >= 0 && k < written ? result[k + (k >> 4)] : make_uint2(0, MERGE_NONE | MERGE_NONE << 16);
        }
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            const uint32_t p_of = item[b].y & 0xffff, q_of = item[b].y >> 16;
            if (a.compaction.value != nullptr && p_of != MERGE_NONE && (q_of == MERGE_NONE || reads_pairs))
                mine[b] = old_value[p_of];
            if (a.compaction.value != nullptr && q_of != MERGE_NONE)
                its[b] = update_value[q_of];
        }
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            const int k = first_place + b * TILE_THREADS;
            const uint32_t p_of = item[b].y & 0xffff, q_of = item[b].y >> 16;
            if (k < 0 || k >= written)
                continue;
            to_column[k] = (int32_t)item[b].x;
            if (a.compaction.value != nullptr)
                z[k] = q_of == MERGE_NONE                   ? mine[b]
                       : p_of == MERGE_NONE || !reads_pairs ? its[b]
                                                            : apply_binary(a.op, mine[b], its[b]);
        }
    }
}
