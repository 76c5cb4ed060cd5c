/* Rows of few products, of any number: a warp takes 32 rows that follow each other, in batches.  What it reads does not
 * depend on how the products are shared out to the rows: lanes are entries of A first, and then products, which find their
 * entry by counting marks.  Rows of up to 16 products are sorted by a lane each, of up to 32 by eight lanes, longer ones by
 * the warp, one after the other.  The entries of the 32 rows lie one after the other in scratch memory afterwards. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/primitives/loads.cuh"
#include "cuda/mxm/analysis/mxm_batches_arguments.h"
#include "cuda/primitives/sorting_network.cuh"
#include "cuda/primitives/warp.cuh"

enum {
    TILE_ROOM = MXM_BATCH_ROOM,
    TILE_PLACES = 1 << MXM_BATCH_PLACE_BITS,
    TILE_ENTRIES = 2 * WARP, /* of A, at a time */
    TILE_QUAD = 4,
    TILE_HALF = 16, /* bits of a word in which two sums are made */
    TILE_HAS_VALUES = SEMIRING_READS != 0
};
#define TILE_NO_KEY (~0u)

/* An entry of A: its products are at the places up to `end`; that at place p is of entry from + p of B. */
struct alignas(16) tile_list {
    int32_t from, end;
    T x;
};

/* What is added to the number of an entry of a row to get where it is, and to that of a product to get its place. */
struct alignas(8) tile_shift {
    int32_t entry, place;
};

/* What a warp has of a batch: its products, row after row.  A key is a column and a place; in a row places ascend with k.
 * A row begins at a multiple of four places, and after it there is a key of no product. */
struct few_tile {
    alignas(16) uint32_t key[TILE_QUAD + TILE_ROOM];
    alignas(8) slot_t value[TILE_HAS_VALUES ? TILE_ROOM * sizeof(T) / sizeof(slot_t) : 1];
    union {
        struct tile_shift row[WARP];
        struct tile_list entry[1 + TILE_ENTRIES];
    };
    alignas(16) uint32_t marks[TILE_PLACES / WARP]; /* the first places of entries, and then of columns */
};

/* A lane's row: its first entry of A, from the tile's first on; how many entries and products it has; and how many entries,
 * products and places this and the rows before it in the tile have. */
struct tile_row {
    int entry, entries, products, entries_so_far, products_so_far, places_so_far;
};

/* Those of a batch: entries, products and places before it, and up to its end. */
struct tile_batch {
    int entry, product, place;
};

/* The greatest of numbers that are not negative; known to be the same in all lanes, it takes no register of theirs. */
DEVICE int tile_most(int x) { return (int)__reduce_max_sync(ALL_LANES, (unsigned)x); }

DEVICE int tile_places(int products)
{
    return products > 0 ? (products + TILE_QUAD) / TILE_QUAD * TILE_QUAD : 0;
}

DEVICE uint32_t *tile_keys(struct few_tile &s) { return s.key + TILE_QUAD; }

/* Keys that one access loads or stores. */
template <int COUNT> struct alignas(COUNT * sizeof(uint32_t)) some_keys {
    uint32_t key[COUNT];
};

/* The first EACH keys from `there` on, of which `most` are of products, and they back to their places. */
template <int EACH> DEVICE void tile_load_keys(uint32_t (&key)[EACH], const uint32_t *there, int most)
{
    enum { QUAD = EACH < TILE_QUAD ? EACH : TILE_QUAD };
#pragma unroll
    for (int q = 0; q < EACH; q += QUAD) {
        struct some_keys<QUAD> quad;
#pragma unroll
        for (int e = 0; e < QUAD; e++)
            quad.key[e] = TILE_NO_KEY;
        if (q < most)
            quad = *(const struct some_keys<QUAD> *)(there + q);
#pragma unroll
        for (int e = 0; e < QUAD; e++)
            key[q + e] = quad.key[e];
    }
}

template <int EACH> DEVICE void tile_store_keys(uint32_t *there, const uint32_t (&key)[EACH], int most)
{
    enum { QUAD = EACH < TILE_QUAD ? EACH : TILE_QUAD };
#pragma unroll
    for (int q = 0; q < EACH; q += QUAD) {
        struct some_keys<QUAD> quad;
#pragma unroll
        for (int e = 0; e < QUAD; e++)
            quad.key[e] = key[q + e];
        if (q < most)
            *(struct some_keys<QUAD> *)(there + q) = quad;
    }
}

/* The products of the batch, 64 entries of A after the other, two for each lane. */
DEVICE void tile_expand(const struct mxm_batches_arguments &a, struct few_tile &s, int64_t first_entry,
                        const struct tile_row &r, const struct tile_batch &begin,
                        const struct tile_batch &end, bool is_in)
{
    enum { EACH = 4, PARTS = 2 };
    const int32_t *A_column = a.row.A_column + first_entry;
    const T *A_value = (const T *)a.row.A_value + first_entry, *B_value = (const T *)a.row.B_value;
    const int lane = lane_of_warp();
    const unsigned before_lane = (1u << lane) - 1, up_to_lane = 2 * before_lane + 1;
    const int first_number = r.entries_so_far - r.entries;
    const struct tile_shift own_row = {r.entry - first_number, r.places_so_far - tile_places(r.products) -
                                                                   begin.place -
                                                                   (r.products_so_far - r.products)};
    uint32_t *key = tile_keys(s);
    T *value = (T *)s.value;
    int product = begin.product;
    for (int base = begin.entry; base < end.entry; base += TILE_ENTRIES) {
        /* The rows of the 64 entries, by marks at the first of each row. */
        const int start = max(first_number - base, 0);
        const bool has_some = is_in && start < TILE_ENTRIES && r.entries_so_far > base;
        const unsigned rows = __ballot_sync(ALL_LANES, has_some), bit = has_some ? 1u << start % WARP : 0;
        const unsigned starts[PARTS] = {__reduce_or_sync(ALL_LANES, start < WARP ? bit : 0),
                                        __reduce_or_sync(ALL_LANES, start < WARP ? 0 : bit)};
        if (has_some)
            s.row[__popc(rows & before_lane)] = own_row;
        if (lane < TILE_PLACES / WARP)
            s.marks[lane] = 0;
        __syncwarp();
        int32_t from[PARTS], to[PARTS], length[PARTS], place[PARTS];
        T x[PARTS];
        /* Loads are without branches, so that all are under way together. */
#pragma unroll
        for (int h = 0; h < PARTS; h++) {
            const struct tile_shift row =
                s.row[(h > 0 ? __popc(starts[0]) : 0) + __popc(starts[h] & up_to_lane) - 1];
            const int number = base + h * WARP + lane, entry = row.entry + min(number, end.entry - 1);
            const int64_t *const there = a.row.B_row_start + A_column[entry];
            x[h] = READS_X ? A_value[entry] : (T)1;
            place[h] = row.place;
            from[h] = (int32_t)there[0];
            to[h] = (int32_t)there[1];
        }
        end_of_loads();
#pragma unroll
        for (int h = 0; h < PARTS; h++)
            length[h] = base + h * WARP + lane < end.entry ? to[h] - from[h] : 0;
        /* Their products, by marks at the first of each entry. */
        const unsigned sums = (unsigned)scan_warp(length[0] | length[1] << TILE_HALF);
        const unsigned all = __reduce_max_sync(ALL_LANES, sums), all_of_first = all & ((1u << TILE_HALF) - 1);
        place[0] += product + (int)(sums & ((1u << TILE_HALF) - 1)) - length[0];
        place[1] += product + (int)(all_of_first + (sums >> TILE_HALF)) - length[1];
        product += (int)(all_of_first + (all >> TILE_HALF));
        const unsigned first_place = __reduce_min_sync(ALL_LANES, (unsigned)place[0]);
        int entries = 1, last = 0;
#pragma unroll
        for (int h = 0; h < PARTS; h++) {
            const unsigned entries_here = __ballot_sync(ALL_LANES, length[h] > 0);
            if (length[h] > 0) {
                last = place[h] + length[h];
                atomicOr(&s.marks[(unsigned)place[h] / WARP], 1u << place[h] % WARP);
                s.entry[entries + __popc(entries_here & before_lane)] = {from[h] - place[h], last, x[h]};
            }
            entries += __popc(entries_here);
        }
        if (lane == 0)
            s.entry[0].end = 0;
        const unsigned last_place = (unsigned)tile_most(last);
        __syncwarp();
        const struct tile_list *entry = s.entry;
        for (unsigned p0 = first_place & ~(EACH * WARP - 1u); p0 < last_place; p0 += EACH * WARP) {
            const struct tile_list *own[EACH];
            int32_t column[EACH];
            T right[EACH];
            bool is_there[EACH];
            uint32_t marks[EACH];
            tile_load_keys(marks, s.marks + p0 / WARP, EACH);
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int p = (int)p0 + e * WARP + lane;
                own[e] = entry + __popc(marks[e] & up_to_lane);
                entry += __popc(marks[e]);
                is_there[e] = p < own[e]->end;
                const int32_t there = is_there[e] ? own[e]->from + p : 0;
                column[e] = a.row.B_column[there];
                right[e] = READS_Y ? B_value[there] : (T)1;
            }
            end_of_loads();
            T left[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++)
                left[e] = READS_X ? own[e]->x : (T)1;
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int p = (int)p0 + e * WARP + lane;
                if (is_there[e]) {
                    key[p] = (uint32_t)column[e] * TILE_PLACES + (uint32_t)p;
                    if (TILE_HAS_VALUES)
                        value[p] = mul(left[e], right[e]);
                }
            }
        }
        __syncwarp();
    }
}

/* Sorts the keys of the rows that some lanes have, `rest`, each by a group of lanes. */
template <int LANES, int EACH>
DEVICE void tile_sort(struct few_tile &s, unsigned rest, int first_key, int products)
{
    enum { GROUPS = WARP / LANES };
    const int lane = lane_of_warp() & (LANES - 1), group = lane_of_warp() / LANES;
    for (; rest != 0; rest &= rest - 1) {
        unsigned own = rest;
#pragma unroll
        for (int g = 1; g < GROUPS; g++) {
            rest &= rest - 1;
            own = group >= g ? rest : own;
        }
        const int owner = own != 0 ? __ffs((int)own) - 1 : 0;
        uint32_t *const row = s.key + __shfl_sync(ALL_LANES, first_key, owner) + lane * EACH;
        const int n = __shfl_sync(ALL_LANES, products, owner), most = own != 0 ? n - lane * EACH : 0;
        uint32_t key[EACH];
        tile_load_keys(key, row, most);
        sort_keys<LANES>(key, lane, ALL_LANES);
        __syncwarp();
        tile_store_keys(row, key, most);
    }
}

/* The same by one lane. */
template <int EACH> DEVICE void tile_sort_alone(uint32_t *row, int products)
{
    uint32_t key[EACH];
    tile_load_keys(key, row, products);
    sort_keys_of_lane(key);
    tile_store_keys(row, key, products);
}

/* Sorts the keys of each row of the batch, which has at most 256. */
DEVICE void tile_order(struct few_tile &s, const struct tile_row &r, const struct tile_batch &begin,
                       bool is_in)
{
    enum { FEWER = WARP / 4, FEW = WARP / 2 };
    const int products = is_in ? r.products : 0;
    uint32_t *const row = tile_keys(s) + (r.places_so_far - tile_places(r.products) - begin.place);
    if (__any_sync(ALL_LANES, products > FEW)) {
        const int first_key = (int)(row - s.key);
        tile_sort<8, 4>(s, __ballot_sync(ALL_LANES, products > FEW && products <= WARP), first_key, products);
        tile_sort<WARP, 2>(s, __ballot_sync(ALL_LANES, products > WARP && products <= 2 * WARP), first_key,
                           products);
        tile_sort<WARP, 4>(s, __ballot_sync(ALL_LANES, products > 2 * WARP && products <= 4 * WARP),
                           first_key, products);
        tile_sort<WARP, 8>(s, __ballot_sync(ALL_LANES, products > 4 * WARP), first_key, products);
    }
    if (__any_sync(ALL_LANES, products > FEWER && products <= FEW)) {
        if (products > 1 && products <= FEW)
            tile_sort_alone<FEW>(row, products);
    } else if (products > 1 && products <= FEW) {
        tile_sort_alone<FEWER>(row, products);
    }
    __syncwarp();
}

/* Writes the first product of each column and gives the number of columns. */
DEVICE int tile_write(const struct mxm_batches_arguments &a, struct few_tile &s, int64_t to, int places)
{
    enum { EACH = 4 };
    const T *value = (const T *)s.value, one = mul((T)1, (T)1);
    const uint32_t *key = tile_keys(s);
    const int lane = lane_of_warp();
    const unsigned before_lane = (1u << lane) - 1;
    int32_t *const to_column = as_one(a.row.column + to);
    T *const to_value = as_one((T *)a.row.value + to);
    int entries = 0;
    for (int p0 = 0; p0 < places; p0 += EACH * WARP) {
        uint32_t own[EACH], before[EACH];
        T product[EACH];
        bool is_head[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int p = p0 + e * WARP + lane;
            if (p < places) {
                own[e] = key[p];
                before[e] = key[p - 1];
            }
        }
        end_of_loads();
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            is_head[e] =
                p0 + e * WARP + lane < places && own[e] != TILE_NO_KEY && (own[e] ^ before[e]) >= TILE_PLACES;
            if (TILE_HAS_VALUES && is_head[e])
                product[e] = value[own[e] % TILE_PLACES];
        }
        end_of_loads();
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const unsigned heads = __ballot_sync(ALL_LANES, is_head[e]);
            const int there = entries + __popc(heads & before_lane);
            int32_t *const there_column = to_column + there;
            T *const there_value = to_value + there;
            entries += __popc(heads);
            if (is_head[e]) {
                store_once(there_column, (int32_t)(own[e] / TILE_PLACES));
                if (!IS_CONSTANT)
                    store_once(there_value, TILE_HAS_VALUES ? product[e] : one);
            }
        }
    }
    return entries;
}

/* Where products meet: marks the first of each column, and folds the others to it. */
DEVICE void tile_fold(const struct mxm_batches_arguments &a, struct few_tile &s, int64_t to, int places)
{
    const T *value = (const T *)s.value, one = mul((T)1, (T)1);
    const uint32_t *key = tile_keys(s);
    const int lane = lane_of_warp();
    T *to_value = (T *)a.row.value + to;
    for (int p0 = 0; p0 < places; p0 += WARP) {
        const int p = p0 + lane;
        const uint32_t own = p < places ? key[p] : TILE_NO_KEY;
        const bool is_first = own != TILE_NO_KEY && (own ^ key[p - 1]) >= TILE_PLACES;
        const unsigned heads = __ballot_sync(ALL_LANES, is_first);
        if (lane == 0)
            s.marks[p0 / WARP] = heads;
        if (!SEMIRING_IS_ANY && is_first && (own ^ key[p + 1]) < TILE_PLACES) {
            T sum = TILE_HAS_VALUES ? value[own % TILE_PLACES] : one;
            uint32_t other;
            for (int q = p + 1; ((other = key[q]) ^ own) < TILE_PLACES; q++)
                sum = add(sum, TILE_HAS_VALUES ? value[other % TILE_PLACES] : one);
            to_value[__popc(heads & ((1u << lane) - 1))] = sum;
        }
        to_value += __popc(heads);
    }
    __syncwarp();
}

/* How many marks there are from place `begin` to `end`. */
DEVICE int tile_marks(const struct few_tile &s, int begin, int end)
{
    int marks = 0;
    for (int w = begin / WARP; w * WARP < end; w++) {
        uint32_t bits = s.marks[w];
        if (w == begin / WARP)
            bits &= ~0u << begin % WARP;
        if (end - w * WARP < WARP)
            bits &= (1u << (end - w * WARP)) - 1;
        marks += __popc(bits);
    }
    return marks;
}

#if HAS_KERNEL(mxm_batches)
GRAPH_KERNEL void __launch_bounds__(WARP, MXM_BATCH_BLOCKS) mxm_batches(struct mxm_batches_arguments a)
{
    __shared__ struct few_tile s;
    const int lane = lane_of_warp();
    const int64_t tile = blockIdx.x, row = tile * MXM_BATCH_ROWS + lane;
    const int64_t first_entry = a.row.A_row_start[tile * MXM_BATCH_ROWS];
    const int64_t there = row < a.rows ? row : a.rows - 1;
    const int bin = a.bin[there], products = a.row.count[there];
    const int64_t entry = a.row.A_row_start[there], entry_end = a.row.A_row_start[there + 1];
    struct tile_row r = {0, 0, 0, 0, 0, 0};
    end_of_loads();
    if (row < a.rows && MXM_IS_FOR_BATCHES(bin))
        r = {(int)(entry - first_entry), (int)(entry_end - entry), products, 0, 0, 0};
    const int places = tile_places(r.products), so_far = scan_warp(r.products | places << TILE_HALF);
    r.products_so_far = so_far & ((1 << TILE_HALF) - 1);
    r.places_so_far = so_far >> TILE_HALF;
    r.entries_so_far = scan_warp(r.entries);
    int64_t to = 0;
    if (lane == WARP - 1 && r.products_so_far > 0)
        to = (int64_t)atomicAdd((unsigned long long *)a.used, (unsigned long long)r.products_so_far);
    if (lane == 0)
        *(uint4 *)s.key = make_uint4(TILE_NO_KEY, TILE_NO_KEY, TILE_NO_KEY, TILE_NO_KEY);
    struct tile_batch begin = {0, 0, 0};
    for (;;) {
        /* Rows are taken in order while there is room for them. */
        const bool is_in =
            r.products > 0 && r.places_so_far > begin.place && r.places_so_far <= begin.place + TILE_ROOM;
        if (!__any_sync(ALL_LANES, is_in))
            break;
        const struct tile_batch end = {tile_most(is_in ? r.entries_so_far : 0),
                                       tile_most(is_in ? r.products_so_far : 0),
                                       tile_most(is_in ? r.places_so_far : 0)};
        const int row_end = r.places_so_far - begin.place;
        if (is_in)
            *(uint4 *)(tile_keys(s) + row_end - TILE_QUAD) =
                make_uint4(TILE_NO_KEY, TILE_NO_KEY, TILE_NO_KEY, TILE_NO_KEY);
        tile_expand(a, s, first_entry, r, begin, end, is_in);
        tile_order(s, r, begin, is_in);
        if (begin.place == 0) {
            to = __shfl_sync(ALL_LANES, to, WARP - 1);
            if (lane == 0)
                a.start[tile] = to;
        }
        const int entries = tile_write(a, s, to, end.place - begin.place);
        if (entries != end.product - begin.product) {
            tile_fold(a, s, to, end.place - begin.place);
            if (is_in)
                a.row.count[row] = tile_marks(s, row_end - places, row_end);
        }
        to += entries;
        begin = end;
        __syncwarp();
    }
    if (begin.place == 0 && lane == 0)
        a.start[tile] = 0;
}
#endif
