/* Merges two operands under a mask, in one pass over tiles of their items (merge_rows.cuh).
 *
 * Each item searches its partner, or the place where it would be, among the items of its row that the other operand has in
 * the tile; these are in shared memory.  The place of an item in the result is the number of items that stay before it in
 * both operands. */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"
#include "cuda/elementwise/merge_rows.cuh"
#include "cuda/primitives/compaction.cuh"
#include "cuda/primitives/loads.cuh"

#define MERGE_NONE 0xffffu

/* A tile's part of an operand. */
struct merge_part {
    int64_t begin, end;
};

/* The items of row i that a tile from row `first` to row `last` has of an operand, counted from the part's begin.  Only
 * those two rows can be cut, and all others begin and end inside the tile. */
DEVICE void cut_row(int *row_begin, int *row_end, const struct merge_operand &operand,
                    const struct merge_part &part, int64_t i, int64_t first, int64_t last)
{
    *row_begin = i == first ? 0 : (int)((uint32_t)merge_row_begin(operand, i) - (uint32_t)part.begin);
    *row_end =
        (int)((uint32_t)(i == last ? part.end : merge_row_begin(operand, i + 1)) - (uint32_t)part.begin);
}

/* row[p] = the row of item p of a tile; for a whole block. */
DEVICE void find_merge_rows(int32_t row[TILE], const struct merge_arguments &a, int64_t tile, int64_t begin,
                            int items)
{
    const int thread = (int)threadIdx.x;
    const int64_t first = a.tiles.row[tile], last = a.tiles.row[tile + 1];
    if (last - first > 4 * TILE) {
        /* Most of these rows are empty: a bisection for each item is faster than reading all rows. */
        for (int p = thread; p < items; p += TILE_THREADS) {
            int64_t low = first, high = last;
            while (low < high) {
                const int64_t middle = low + ((high - low) >> 1);
                if (merge_items_before(a, middle + 1) <= begin + p)
                    low = middle + 1;
                else
                    high = middle;
            }
            row[p] = (int32_t)low;
        }
        __syncthreads();
        return;
    }
    for (int p = thread; p < TILE; p += TILE_THREADS)
        row[p] = (int32_t)first;
    __syncthreads();
    for (int64_t i = first + 1 + thread; i <= last; i += TILE_THREADS) {
        const int64_t start = merge_items_before(a, i) - begin;
        if (start < items && merge_items_before(a, i + 1) - begin > start)
            row[start] = (int32_t)i;
    }
    spread_rows(row, (int32_t)first);
}

/* The columns of the mask in the rows of a tile, in shared memory where they fit. */
struct merge_mask_rows {
    const int32_t *column;
    int64_t first; /* column[k - first] is that of entry k */
};

DEVICE struct merge_mask_rows load_mask(int32_t column[TILE], const struct merge_arguments &a, int64_t tile)
{
    struct merge_mask_rows rows = {a.mask.column, 0};
    if (!a.mask.is_given || a.mask.row_start == nullptr)
        return rows;
    const int64_t begin = a.mask.row_start[a.tiles.row[tile]],
                  end = a.mask.row_start[a.tiles.row[tile + 1] + 1];
    if (end - begin > TILE)
        return rows;
    for (int k = (int)threadIdx.x; k < end - begin; k += TILE_THREADS)
        column[k] = a.mask.column[begin + k];
    rows.column = column;
    rows.first = begin;
    return rows;
}

DEVICE bool mask_admits(const struct merge_mask &mask, const struct merge_mask_rows &rows, int64_t i,
                        int32_t j)
{
    bool is_in = false;
    if (!mask.is_given)
        return !mask.is_complement;
    if (mask.present != nullptr)
        is_in = mask.present[j] != 0;
    else {
        const int64_t end = mask.row_start[i + 1] - rows.first,
                      k = lower_bound(rows.column, mask.row_start[i] - rows.first, end, j);
        is_in = k < end && rows.column[k] == j;
    }
    return is_in != (mask.is_complement != 0);
}

/* Brings the values of a tile's part into the L2 cache while the block searches. */
DEVICE void prefetch_values(const T *value, const struct merge_part &part)
{
    enum { LINE = 128 };
    const char *end = (const char *)(value + part.end);
    if (value != nullptr)
        for (const char *line = (const char *)(value + part.begin) + threadIdx.x * LINE; line < end;
             line += TILE_THREADS * LINE)
            prefetch(line);
}

GRAPH_KERNEL void __launch_bounds__(TILE_THREADS, 4) merge_tiles(struct merge_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE]; /* later what an item of the result is made from */
    __shared__ int32_t column[TILE], mask_column[TILE];
    __shared__ struct tile_ranks ranks;
    const int thread = (int)threadIdx.x;
    const int64_t tile = tile_of_block(a.compaction);
    const struct merge_part old = {a.tiles.old[tile], a.tiles.old[tile + 1]},
                            update = {a.tiles.update[tile], a.tiles.update[tile + 1]};
    const int64_t first = a.tiles.row[tile], last = a.tiles.row[tile + 1];
    const int items = (int)(old.end - old.begin + update.end - update.begin);
    /* Where most items do not stay, most values are not needed. */
    if (a.compaction.stride == 0 && a.compaction.capacity >= (a.old.entries + a.update.entries) / 8) {
        prefetch_values((const T *)a.old.value, old);
        prefetch_values((const T *)a.update.value, update);
    }
    const struct merge_mask_rows mask_rows = load_mask(mask_column, a, tile);
    find_merge_rows(row, a, tile, old.begin + update.begin, items);

    /* Of each item: its column; the items of its row in the other operand, first | end << 16; and `shift`: number p of the
     * tile is entry p - shift of its part, and the other operand's item k is entry k - other_shift of the other part. */
    int32_t j[TILE_ITEMS];
    uint32_t other[TILE_ITEMS], shift[TILE_ITEMS], is_old = 0;
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int p = item * TILE_THREADS + thread;
        if (p >= items)
            continue;
        const int64_t i = row[p];
        int old_begin, old_end, update_begin, update_end;
        cut_row(&old_begin, &old_end, a.old, old, i, first, last);
        cut_row(&update_begin, &update_end, a.update, update, i, first, last);
        /* The row's items: old ones from old_begin + update_begin on, new ones from old_end + update_begin on. */
        if (p < old_end + update_begin) {
            is_old |= 1u << item;
            j[item] = a.old.column[old.begin + p - update_begin];
            other[item] = (uint32_t)(old_end + update_begin) | (uint32_t)(old_end + update_end) << 16;
            shift[item] = (uint32_t)update_begin | (uint32_t)old_end << 16;
        } else {
            j[item] = a.update.column[update.begin + p - old_end];
            other[item] = (uint32_t)(old_begin + update_begin) | (uint32_t)(old_end + update_begin) << 16;
            shift[item] = (uint32_t)old_end | (uint32_t)update_begin << 16;
        }
        column[p] = j[item];
    }
    __syncthreads();

    uint32_t is_both = 0;
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int p = item * TILE_THREADS + thread;
        bool stays = false;
        if (p < items) {
            const bool is_first = (is_old >> item & 1) != 0;
            const int end = (int)(other[item] >> 16);
            int low = (int)(other[item] & 0xffff), high = end;
            while (low < high) {
                const int middle = (low + high) >> 1;
                if (column[middle] < j[item])
                    low = middle + 1;
                else
                    high = middle;
            }
            const bool is_met = low < end && column[low] == j[item];
            const bool is_open = mask_admits(a.mask, mask_rows, row[p], j[item]);
            is_both |= (uint32_t)(is_met && is_open) << item;
            if (!is_first)
                stays = !a.is_intersection && !is_met && is_open;
            else if (a.is_intersection)
                stays = is_met && is_open;
            else
                stays = is_open ? is_met || a.has_accum != 0 : a.keeps != 0;
            /* From here on only the place found, and where the other operand's items begin, are needed. */
            other[item] = (is_first ? other[item] & 0xffff : (uint32_t)end) << 16 | (uint32_t)low;
        }
        set_word(ranks, item, stays);
    }
    const int count = rank_tile(ranks, a.compaction, tile);
    if (a.compaction.stride != 0)
        return;

        /* Both ends of the search are at a place of the other operand: items before it stay as the ranks say. */
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int p = item * TILE_THREADS + thread;
        if ((ranks.word[p / WARP] >> p % WARP & 1) == 0)
            continue;
        const bool is_first = (is_old >> item & 1) != 0;
        const int found = (int)(other[item] & 0xffff), fence = (int)(other[item] >> 16);
        const int at = rank_in_tile(ranks, p) + rank_in_tile(ranks, found) - rank_in_tile(ranks, fence);
        const uint32_t mine = (uint32_t)p - (shift[item] & 0xffff),
                       its = (uint32_t)found - (shift[item] >> 16);
        column[at] = j[item];
        row[at] = (int32_t)(!is_first                    ? MERGE_NONE | mine << 16
                            : (is_both >> item & 1) != 0 ? mine | its << 16
                                                         : mine | MERGE_NONE << 16);
    }
    place_tile(ranks, a.compaction, tile);

    const T *x = (const T *)a.old.value + old.begin, *y = (const T *)a.update.value + update.begin;
    T *z = (T *)a.C_value;
    const int64_t room = a.compaction.capacity - ranks.first, written = room < count ? room : count;
#pragma unroll 4
    for (int at = thread; at < written; at += TILE_THREADS) {
        a.C_column[ranks.first + at] = column[at];
        if (z == nullptr)
            continue;
        const uint32_t mine = (uint32_t)row[at] & 0xffff, its = (uint32_t)row[at] >> 16;
        z[ranks.first + at] = its == MERGE_NONE                    ? x[mine]
                              : mine == MERGE_NONE || !a.has_accum ? y[its]
                                                                   : apply_binary(a.op, x[mine], y[its]);
    }
}
