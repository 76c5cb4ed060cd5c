/* Short rows of C = A B of any lengths: a warp takes a group of 32 consecutive rows, and computes them in batches of
 * at most MXM_BATCH_ROOM products in shared memory.
 *
 * Loads are spread over the lanes independently of the rows' lengths: a lane has one entry of A first, and then one
 * product, whose entry it finds by counting marks (a bit at the first product of each entry).  Each row is then
 * sorted by column and position: a row of up to 16 products by one lane, of up to 32 by eight lanes, a longer one by
 * the warp.  Equal columns are folded in the order of k.  The entries of a group lie contiguously in scratch memory;
 * mxm_batches_compact moves them to C. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/primitives/loads.cuh"
#include "cuda/mxm/analysis/mxm_batches_arguments.h"
#include "cuda/primitives/sorting_network.cuh"
#include "cuda/primitives/warp.cuh"

enum {
    BATCH_ROOM = MXM_BATCH_ROOM,
    BATCH_PLACES = 1 << MXM_BATCH_PLACE_BITS,
    BATCH_ENTRIES = 2 * WARP, /* of A in one iteration */
    BATCH_QUAD = 4,
    BATCH_HALF = 16, /* bits of a word that holds two prefix sums */
    BATCH_HAS_VALUES = SEMIRING_READS != 0
};
#define BATCH_NO_KEY (~0u)

/* An entry of A: its products have the places up to `end`; that at place p reads entry from + p of B. */
struct alignas(16) batch_entry {
    int32_t from, end;
    T x;
};

/* Differences: entry of A less its number in the group, and place of a product less its number. */
struct alignas(8) batch_shift {
    int32_t entry, place;
};

/* A batch in shared memory: its products, row after row.  A key is (column, place); in a row places ascend with k.  A
 * row begins at a multiple of four places and ends with at least one key of no product. */
struct batch_shared {
    alignas(16) uint32_t key[BATCH_QUAD + BATCH_ROOM];
    alignas(8) slot_t value[BATCH_HAS_VALUES ? BATCH_ROOM * sizeof(T) / sizeof(slot_t) : 1];
    union {
        struct batch_shift row[WARP];
        struct batch_entry entry[1 + BATCH_ENTRIES];
    };
    alignas(16) uint32_t marks[BATCH_PLACES / WARP]; /* first place of each entry; later, of each column */
};

/* The row of a lane: its first entry, relative to the group's first; its entries and products; and inclusive prefix
 * sums over the group of entries, products and places. */
struct batch_row {
    int entry, entries, products, entries_so_far, products_so_far, places_so_far;
};

/* A boundary between batches: the entries, products and places before it. */
struct batch_bound {
    int entry, product, place;
};

/* The maximum of non-negative numbers.  The compiler knows that it is uniform, so it takes no vector register. */
DEVICE int batch_max(int x) { return (int)__reduce_max_sync(ALL_LANES, (unsigned)x); }

DEVICE int batch_places(int products)
{
    return products > 0 ? (products + BATCH_QUAD) / BATCH_QUAD * BATCH_QUAD : 0;
}

DEVICE uint32_t *batch_keys(struct batch_shared &s) { return s.key + BATCH_QUAD; }

/* Keys that one access loads or stores. */
template <int COUNT> struct alignas(COUNT * sizeof(uint32_t)) some_keys {
    uint32_t key[COUNT];
};

/* Loads EACH keys from `there` on, of which `most` exist; stores them back. */
template <int EACH> DEVICE void batch_load_keys(uint32_t (&key)[EACH], const uint32_t *there, int most)
{
    enum { QUAD = EACH < BATCH_QUAD ? EACH : BATCH_QUAD };
#pragma unroll
    for (int q = 0; q < EACH; q += QUAD) {
        struct some_keys<QUAD> quad;
#pragma unroll
        for (int e = 0; e < QUAD; e++)
            quad.key[e] = BATCH_NO_KEY;
        if (q < most)
            quad = *(const struct some_keys<QUAD> *)(there + q);
#pragma unroll
        for (int e = 0; e < QUAD; e++)
            key[q + e] = quad.key[e];
    }
}

template <int EACH> DEVICE void batch_store_keys(uint32_t *there, const uint32_t (&key)[EACH], int most)
{
    enum { QUAD = EACH < BATCH_QUAD ? EACH : BATCH_QUAD };
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

/* Expands the batch: 64 entries of A in an iteration, two for each lane. */
DEVICE void batch_expand(const struct mxm_batches_arguments &a, struct batch_shared &s, int64_t first_entry,
                         const struct batch_row &r, const struct batch_bound &begin,
                         const struct batch_bound &end, bool is_in)
{
    enum { EACH = 4, PARTS = 2 };
    const int32_t *A_column = a.row.A_column + first_entry;
    const T *A_value = (const T *)a.row.A_value + first_entry, *B_value = (const T *)a.row.B_value;
    const int lane = lane_of_warp();
    const unsigned before_lane = (1u << lane) - 1, up_to_lane = 2 * before_lane + 1;
    const int first_number = r.entries_so_far - r.entries;
    const struct batch_shift lane_shift = {r.entry - first_number,
                                           r.places_so_far - batch_places(r.products) - begin.place -
                                               (r.products_so_far - r.products)};
    uint32_t *key = batch_keys(s);
    T *value = (T *)s.value;
    int product = begin.product;
    for (int base = begin.entry; base < end.entry; base += BATCH_ENTRIES) {
        /* Find the row of each entry, by a mark at the first entry of each row. */
        const int start = max(first_number - base, 0);
        const bool has_some = is_in && start < BATCH_ENTRIES && r.entries_so_far > base;
        const unsigned rows = __ballot_sync(ALL_LANES, has_some), bit = has_some ? 1u << start % WARP : 0;
        const unsigned starts[PARTS] = {__reduce_or_sync(ALL_LANES, start < WARP ? bit : 0),
                                        __reduce_or_sync(ALL_LANES, start < WARP ? 0 : bit)};
        if (has_some)
            s.row[__popc(rows & before_lane)] = lane_shift;
        if (lane < BATCH_PLACES / WARP)
            s.marks[lane] = 0;
        __syncwarp();
        int32_t from[PARTS], to[PARTS], length[PARTS], place[PARTS];
        T x[PARTS];
        /* No branches here, so that all loads are in flight together. */
#pragma unroll
        for (int h = 0; h < PARTS; h++) {
            const struct batch_shift row =
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
        /* Find the entry of each product, by a mark at the first product of each entry. */
        const unsigned sums = (unsigned)scan_warp(length[0] | length[1] << BATCH_HALF);
        const unsigned all = __reduce_max_sync(ALL_LANES, sums),
                       all_of_first = all & ((1u << BATCH_HALF) - 1);
        place[0] += product + (int)(sums & ((1u << BATCH_HALF) - 1)) - length[0];
        place[1] += product + (int)(all_of_first + (sums >> BATCH_HALF)) - length[1];
        product += (int)(all_of_first + (all >> BATCH_HALF));
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
        const unsigned last_place = (unsigned)batch_max(last);
        __syncwarp();
        const struct batch_entry *entry = s.entry;
        for (unsigned p0 = first_place & ~(EACH * WARP - 1u); p0 < last_place; p0 += EACH * WARP) {
            const struct batch_entry *source[EACH];
            int32_t column[EACH];
            T y[EACH];
            bool is_there[EACH];
            uint32_t marks[EACH];
            batch_load_keys(marks, s.marks + p0 / WARP, EACH);
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int p = (int)p0 + e * WARP + lane;
                source[e] = entry + __popc(marks[e] & up_to_lane);
                entry += __popc(marks[e]);
                is_there[e] = p < source[e]->end;
                const int32_t there = is_there[e] ? source[e]->from + p : 0;
                column[e] = a.row.B_column[there];
                y[e] = READS_Y ? B_value[there] : (T)1;
            }
            end_of_loads();
            T factor[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++)
                factor[e] = READS_X ? source[e]->x : (T)1;
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int p = (int)p0 + e * WARP + lane;
                if (is_there[e]) {
                    key[p] = (uint32_t)column[e] * BATCH_PLACES + (uint32_t)p;
                    if (BATCH_HAS_VALUES)
                        value[p] = mul(factor[e], y[e]);
                }
            }
        }
        __syncwarp();
    }
}

/* Sorts the keys of the lanes' rows that have a bit in `rest`, each row by a group of LANES lanes. */
template <int LANES, int EACH>
DEVICE void batch_sort(struct batch_shared &s, unsigned rest, int first_key, int products)
{
    enum { GROUPS = WARP / LANES };
    const int lane = lane_of_warp() & (LANES - 1), group = lane_of_warp() / LANES;
    for (; rest != 0; rest &= rest - 1) {
        unsigned row_bits = rest;
#pragma unroll
        for (int g = 1; g < GROUPS; g++) {
            rest &= rest - 1;
            row_bits = group >= g ? rest : row_bits;
        }
        const int owner = row_bits != 0 ? __ffs((int)row_bits) - 1 : 0;
        uint32_t *const row = s.key + __shfl_sync(ALL_LANES, first_key, owner) + lane * EACH;
        const int n = __shfl_sync(ALL_LANES, products, owner), most = row_bits != 0 ? n - lane * EACH : 0;
        uint32_t key[EACH];
        batch_load_keys(key, row, most);
        sort_keys<LANES>(key, lane, ALL_LANES);
        __syncwarp();
        batch_store_keys(row, key, most);
    }
}

/* The same by one lane. */
template <int EACH> DEVICE void batch_sort_by_lane(uint32_t *row, int products)
{
    uint32_t key[EACH];
    batch_load_keys(key, row, products);
    sort_keys_of_lane(key);
    batch_store_keys(row, key, products);
}

/* Sorts the keys of each row of the batch; a row has at most 256. */
DEVICE void batch_sort_rows(struct batch_shared &s, const struct batch_row &r,
                            const struct batch_bound &begin, bool is_in)
{
    enum { SHORTER = WARP / 4, SHORT = WARP / 2 };
    const int products = is_in ? r.products : 0;
    uint32_t *const row = batch_keys(s) + (r.places_so_far - batch_places(r.products) - begin.place);
    if (__any_sync(ALL_LANES, products > SHORT)) {
        const int first_key = (int)(row - s.key);
        batch_sort<8, 4>(s, __ballot_sync(ALL_LANES, products > SHORT && products <= WARP), first_key,
                         products);
        batch_sort<WARP, 2>(s, __ballot_sync(ALL_LANES, products > WARP && products <= 2 * WARP), first_key,
                            products);
        batch_sort<WARP, 4>(s, __ballot_sync(ALL_LANES, products > 2 * WARP && products <= 4 * WARP),
                            first_key, products);
        batch_sort<WARP, 8>(s, __ballot_sync(ALL_LANES, products > 4 * WARP), first_key, products);
    }
    if (__any_sync(ALL_LANES, products > SHORTER && products <= SHORT)) {
        if (products > 1 && products <= SHORT)
            batch_sort_by_lane<SHORT>(row, products);
    } else if (products > 1 && products <= SHORT) {
        batch_sort_by_lane<SHORTER>(row, products);
    }
    __syncwarp();
}

/* Writes the first product of each column; gives the number of columns. */
DEVICE int batch_write(const struct mxm_batches_arguments &a, struct batch_shared &s, int64_t to, int places)
{
    enum { EACH = 4 };
    const T *value = (const T *)s.value, one = mul((T)1, (T)1);
    const uint32_t *key = batch_keys(s);
    const int lane = lane_of_warp();
    const unsigned before_lane = (1u << lane) - 1;
    int32_t *const to_column = as_one(a.row.column + to);
    T *const to_value = as_one((T *)a.row.value + to);
    int entries = 0;
    for (int p0 = 0; p0 < places; p0 += EACH * WARP) {
        uint32_t current[EACH], before[EACH];
        T product[EACH];
        bool is_head[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int p = p0 + e * WARP + lane;
            if (p < places) {
                current[e] = key[p];
                before[e] = key[p - 1];
            }
        }
        end_of_loads();
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            is_head[e] = p0 + e * WARP + lane < places && current[e] != BATCH_NO_KEY &&
                         (current[e] ^ before[e]) >= BATCH_PLACES;
            if (BATCH_HAS_VALUES && is_head[e])
                product[e] = value[current[e] % BATCH_PLACES];
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
                store_once(there_column, (int32_t)(current[e] / BATCH_PLACES));
                if (!IS_CONSTANT)
                    store_once(there_value, BATCH_HAS_VALUES ? product[e] : one);
            }
        }
    }
    return entries;
}

/* Where columns repeat: marks the first product of each column, and folds the others into it. */
DEVICE void batch_fold(const struct mxm_batches_arguments &a, struct batch_shared &s, int64_t to, int places)
{
    const T *value = (const T *)s.value, one = mul((T)1, (T)1);
    const uint32_t *key = batch_keys(s);
    const int lane = lane_of_warp();
    T *to_value = (T *)a.row.value + to;
    for (int p0 = 0; p0 < places; p0 += WARP) {
        const int p = p0 + lane;
        const uint32_t current = p < places ? key[p] : BATCH_NO_KEY;
        const bool is_first = current != BATCH_NO_KEY && (current ^ key[p - 1]) >= BATCH_PLACES;
        const unsigned heads = __ballot_sync(ALL_LANES, is_first);
        if (lane == 0)
            s.marks[p0 / WARP] = heads;
        if (!SEMIRING_IS_ANY && is_first && (current ^ key[p + 1]) < BATCH_PLACES) {
            T sum = BATCH_HAS_VALUES ? value[current % BATCH_PLACES] : one;
            uint32_t other;
            for (int q = p + 1; ((other = key[q]) ^ current) < BATCH_PLACES; q++)
                sum = add(sum, BATCH_HAS_VALUES ? value[other % BATCH_PLACES] : one);
            to_value[__popc(heads & ((1u << lane) - 1))] = sum;
        }
        to_value += __popc(heads);
    }
    __syncwarp();
}

/* The number of marks at the places from `begin` to `end` - 1. */
DEVICE int batch_count_marks(const struct batch_shared &s, int begin, int end)
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
    __shared__ struct batch_shared s;
    const int lane = lane_of_warp();
    const int64_t group = blockIdx.x, row = group * MXM_BATCH_ROWS + lane;
    const int64_t first_entry = a.row.A_row_start[group * MXM_BATCH_ROWS];
    const int64_t there = row < a.rows ? row : a.rows - 1;
    const int bin = a.bin[there], products = a.row.count[there];
    const int64_t entry = a.row.A_row_start[there], entry_end = a.row.A_row_start[there + 1];
    struct batch_row r = {0, 0, 0, 0, 0, 0};
    end_of_loads();
    if (row < a.rows && MXM_IS_FOR_BATCHES(bin))
        r = {(int)(entry - first_entry), (int)(entry_end - entry), products, 0, 0, 0};
    const int places = batch_places(r.products), so_far = scan_warp(r.products | places << BATCH_HALF);
    r.products_so_far = so_far & ((1 << BATCH_HALF) - 1);
    r.places_so_far = so_far >> BATCH_HALF;
    r.entries_so_far = scan_warp(r.entries);
    int64_t to = 0;
    if (lane == WARP - 1 && r.products_so_far > 0)
        to = (int64_t)atomicAdd((unsigned long long *)a.used, (unsigned long long)r.products_so_far);
    if (lane == 0)
        *(uint4 *)s.key = make_uint4(BATCH_NO_KEY, BATCH_NO_KEY, BATCH_NO_KEY, BATCH_NO_KEY);
    struct batch_bound begin = {0, 0, 0};
    for (;;) {
        /* The batch takes the next rows in order, as many as fit. */
        const bool is_in =
            r.products > 0 && r.places_so_far > begin.place && r.places_so_far <= begin.place + BATCH_ROOM;
        if (!__any_sync(ALL_LANES, is_in))
            break;
        const struct batch_bound end = {batch_max(is_in ? r.entries_so_far : 0),
                                        batch_max(is_in ? r.products_so_far : 0),
                                        batch_max(is_in ? r.places_so_far : 0)};
        const int row_end = r.places_so_far - begin.place;
        if (is_in)
            *(uint4 *)(batch_keys(s) + row_end - BATCH_QUAD) =
                make_uint4(BATCH_NO_KEY, BATCH_NO_KEY, BATCH_NO_KEY, BATCH_NO_KEY);
        batch_expand(a, s, first_entry, r, begin, end, is_in);
        batch_sort_rows(s, r, begin, is_in);
        if (begin.place == 0) {
            to = __shfl_sync(ALL_LANES, to, WARP - 1);
            if (lane == 0)
                a.start[group] = to;
        }
        const int entries = batch_write(a, s, to, end.place - begin.place);
        if (entries != end.product - begin.product) {
            batch_fold(a, s, to, end.place - begin.place);
            if (is_in)
                a.row.count[row] = batch_count_marks(s, row_end - places, row_end);
        }
        to += entries;
        begin = end;
        __syncwarp();
    }
    if (begin.place == 0 && lane == 0)
        a.start[group] = 0;
}
#endif
