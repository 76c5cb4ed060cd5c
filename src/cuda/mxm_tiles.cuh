/* Rows of few products, of any number: a warp takes 32 rows that follow each other, in batches.  What it reads does not
 * depend on how the products are shared out to the rows: lanes are entries of A first, and then products.  Longer rows are
 * sorted by the warp, a row after the other; of short rows each product counts those before it.  The entries of the 32
 * rows lie one after the other in scratch memory afterwards. */
#include "cuda/mxm_values.cuh"

#include "cuda/mxm_tiles_arguments.h"
#include "cuda/network.cuh"
#include "cuda/together.cuh"

enum {
    TILE_ROOM = MXM_TILE_ROOM,
    TILE_WORDS = TILE_ROOM / WARP,
    TILE_PLACES = 1 << MXM_TILE_PLACE_BITS,
    TILE_HAS_VALUES = SEMIRING_READS != 0
};

/* What a warp has of a batch: its products, row after row.  A key is a column and a place; in a row places ascend with k. */
struct few_tile {
    uint32_t key[TILE_ROOM];
    slot_t value[TILE_HAS_VALUES ? TILE_ROOM * sizeof(T) / sizeof(slot_t) : 1];
    uint32_t begins[TILE_WORDS], heads[TILE_WORDS]; /* of rows, of runs of a column */
};

/* A lane's row: its first entry of A, how many entries and products it has, and how many there are in the batch up to its
 * end; nothing outside the batch. */
struct tile_row {
    int64_t entry;
    int entries, products, entries_so_far, products_so_far;
};

/* The products of the batch, 32 entries of A after the other. */
DEVICE void tile_expand(const struct mxm_tiles_arguments &a, struct few_tile &s, const struct tile_row &r)
{
    enum { EACH = 4 };
    const T *A_value = (const T *)a.row.A_value, *B_value = (const T *)a.row.B_value;
    const int lane = lane_of_warp(), entries = __shfl_sync(ALL_LANES, r.entries_so_far, WARP - 1);
    const int64_t entry_less_place = r.entry - (r.entries_so_far - r.entries);
    T *value = (T *)s.value;
    int at = 0;
    for (int base = 0; base < entries; base += WARP) {
        const int place = base + lane, owner = owner_of(place, r.entries_so_far);
        const int64_t entry = __shfl_sync(ALL_LANES, entry_less_place, owner) + place;
        int64_t from = 0;
        int length = 0;
        T x = (T)1;
        if (place < entries) {
            const int32_t k = a.row.A_column[entry];
            from = a.row.B_row_start[k];
            length = (int)(a.row.B_row_start[k + 1] - from);
            if (READS_X)
                x = A_value[entry];
        }
        const int sum = sum_so_far(length), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
        from -= sum - length;
        for (int first = 0; first < all; first += EACH * WARP) {
            int32_t column[EACH];
            T product[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int q = first + e * WARP + lane, list = owner_of(q, sum);
                const int64_t b = __shfl_sync(ALL_LANES, from, list) + q;
                const T left = READS_X ? shuffle(x, list, WARP, ALL_LANES) : (T)1;
                if (q < all) {
                    column[e] = a.row.B_column[b];
                    if (TILE_HAS_VALUES)
                        product[e] = mul(left, READS_Y ? B_value[b] : (T)1);
                }
            }
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int q = first + e * WARP + lane;
                if (q < all) {
                    s.key[at + q] = (uint32_t)column[e] * TILE_PLACES + (uint32_t)(at + q);
                    if (TILE_HAS_VALUES)
                        value[at + q] = product[e];
                }
            }
        }
        at += all;
    }
    __syncwarp();
}

/* Sorts the keys of `products` products from place `begin` on. */
template <int EACH> DEVICE void tile_sort(struct few_tile &s, int begin, int products)
{
    const int lane = lane_of_warp();
    uint32_t key[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        key[e] = e * WARP + lane < products ? s.key[begin + e * WARP + lane] : ~0u;
    sort_keys<WARP>(key, lane, ALL_LANES);
    __syncwarp();
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (lane * EACH + e < products)
            s.key[begin + lane * EACH + e] = key[e];
}

/* Sorts the keys of each row, which has at most 256. */
DEVICE void tile_order(struct few_tile &s, const struct tile_row &r, int products)
{
    enum { FEW = WARP / 2 };
    const int before = r.products_so_far - r.products;
    for (unsigned rest = __ballot_sync(ALL_LANES, r.products > FEW); rest != 0; rest &= rest - 1) {
        const int owner = __ffs((int)rest) - 1, n = __shfl_sync(ALL_LANES, r.products, owner);
        const int begin = __shfl_sync(ALL_LANES, before, owner);
        if (n <= WARP)
            tile_sort<1>(s, begin, n);
        else if (n <= 2 * WARP)
            tile_sort<2>(s, begin, n);
        else if (n <= 4 * WARP)
            tile_sort<4>(s, begin, n);
        else
            tile_sort<8>(s, begin, n);
    }
    /* A key goes to its place when those of the next 32 products, with which its row may end, have found theirs. */
    uint32_t last = 0;
    int last_place = -1, open = 0;
    for (int base = 0; base < products; base += WARP) {
        /* The row begins and ends at the marks around i; a row without one there is not short. */
        const int i = base + lane_of_warp();
        const unsigned begins = s.begins[base / WARP], up_to = (2u << lane_of_warp()) - 1;
        const unsigned next = base + WARP < TILE_ROOM ? s.begins[base / WARP + 1] : 0;
        const int begin = (begins & up_to) != 0 ? base + WARP - 1 - __clz((int)(begins & up_to)) : open;
        const int end = (begins & ~up_to) != 0 ? base + __ffs((int)(begins & ~up_to)) - 1
                        : next != 0            ? base + WARP + __ffs((int)next) - 1
                                               : products;
        const int n = end - begin;
        open = begins != 0 ? base + WARP - 1 - __clz((int)begins) : open;
        uint32_t own = 0;
        int place = -1;
        if (i < products && n <= FEW) {
            const uint32_t *key = s.key + begin;
            own = s.key[i];
            place = begin;
#pragma unroll 4
            for (int q = 0; q < n; q++)
                place += key[q] < own;
        }
        __syncwarp();
        if (last_place >= 0)
            s.key[last_place] = last;
        last = own;
        last_place = place;
    }
    __syncwarp();
    if (last_place >= 0)
        s.key[last_place] = last;
    __syncwarp();
}

/* Folds the products of each column and writes what comes out; gives the number of entries. */
DEVICE int tile_write(const struct mxm_tiles_arguments &a, struct few_tile &s, int64_t to, int products)
{
    const T *value = (const T *)s.value, one = mul((T)1, (T)1);
    const int lane = lane_of_warp();
    int entries = 0;
    uint32_t last = 0;
    for (int base = 0; base < products; base += WARP) {
        const int i = base + lane;
        const uint32_t key = i < products ? s.key[i] : 0, column = key / TILE_PLACES;
        uint32_t before = __shfl_up_sync(ALL_LANES, column, 1);
        before = lane == 0 ? last : before;
        last = __shfl_sync(ALL_LANES, column, WARP - 1);
        const bool is_head = i < products && ((s.begins[base / WARP] >> lane & 1) != 0 || column != before);
        const unsigned heads = __ballot_sync(ALL_LANES, is_head);
        if (lane == 0)
            s.heads[base / WARP] = heads;
        if (is_head) {
            const int64_t there = to + entries + __popc(heads & ((1u << lane) - 1));
            T sum = TILE_HAS_VALUES ? value[key % TILE_PLACES] : one;
            if (!SEMIRING_IS_ANY)
                for (int k = i + 1; k < products && (s.begins[k / WARP] >> k % WARP & 1) == 0 &&
                                    s.key[k] / TILE_PLACES == column;
                     k++)
                    sum = add(sum, TILE_HAS_VALUES ? value[s.key[k] % TILE_PLACES] : one);
            a.row.column[there] = (int32_t)column;
            if (!IS_CONSTANT)
                ((T *)a.row.value)[there] = sum;
        }
        entries += __popc(heads);
    }
    __syncwarp();
    return entries;
}

/* How many heads there are from place `begin` to `end`. */
DEVICE int heads_between(const struct few_tile &s, int begin, int end)
{
    int heads = 0;
    for (int w = begin / WARP; w * WARP < end; w++) {
        uint32_t bits = s.heads[w];
        if (w == begin / WARP)
            bits &= ~0u << begin % WARP;
        if (end - w * WARP < WARP)
            bits &= (1u << (end - w * WARP)) - 1;
        heads += __popc(bits);
    }
    return heads;
}

#if HAS_KERNEL(mxm_tiles)
GRAPH_KERNEL void __launch_bounds__(WARP, MXM_TILE_BLOCKS) mxm_tiles(struct mxm_tiles_arguments a)
{
    __shared__ struct few_tile s;
    const int lane = lane_of_warp();
    const int64_t tile = blockIdx.x, row = tile * MXM_TILE_ROWS + lane;
    struct tile_row all = {0, 0, 0, 0, 0};
    if (row < a.rows && MXM_IS_FOR_TILES(a.bin[row])) {
        all.entry = a.row.A_row_start[row];
        all.entries = (int)(a.row.A_row_start[row + 1] - all.entry);
        all.products = a.row.count[row];
    }
    const int so_far = sum_so_far(all.products);
    int64_t to = 0;
    if (lane == WARP - 1 && so_far > 0)
        to = (int64_t)atomicAdd((unsigned long long *)a.used, (unsigned long long)so_far);
    to = __shfl_sync(ALL_LANES, to, WARP - 1);
    if (lane == 0)
        a.start[tile] = to;
    int done = 0; /* products */
    for (;;) {
        /* Rows are taken in order while there is room for them. */
        const bool is_in = all.products > 0 && so_far > done && so_far <= done + TILE_ROOM;
        if (!__any_sync(ALL_LANES, is_in))
            return;
        struct tile_row r = {all.entry, is_in ? all.entries : 0, is_in ? all.products : 0, 0, 0};
        r.entries_so_far = sum_so_far(r.entries);
        r.products_so_far = sum_so_far(r.products);
        const int products = __shfl_sync(ALL_LANES, r.products_so_far, WARP - 1);
        const int begin = r.products_so_far - r.products;
        if (lane < TILE_WORDS)
            s.begins[lane] = 0;
        __syncwarp();
        if (is_in)
            atomicOr(&s.begins[begin / WARP], 1u << begin % WARP);
        tile_expand(a, s, r);
        tile_order(s, r, products);
        const int entries = tile_write(a, s, to, products);
        if (is_in)
            a.row.count[row] = entries == products ? r.products : heads_between(s, begin, r.products_so_far);
        to += entries;
        done += products;
        __syncwarp();
    }
}
#endif
