/* Rows of C = A B where one row of B has nearly all products: C takes that row's entries, and the other products are
 * inserted.
 *
 * Symbolic kernel, a warp for each row: sort the other products, search their columns in the long row of B, and write
 * a note for each: where it belongs in C.  That gives the number of entries.  Numeric kernel, a block for each row:
 * merge the long row and the notes into C.  Products of a column are folded in the order of k. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/primitives/loads.cuh"
#include "cuda/primitives/sorting_network.cuh"
#include "cuda/primitives/warp.cuh"

/* What is saved of a row between the kernels.  Words 0 to 2: the number of notes, and the begin of the long row of B;
 * value 0: its factor.  Note n: word MXM_INSERT_HEAD + 2 n is the place of an entry in C, with INSERT_REPLACES if the
 * long row has that column, too; the next word is its column, and value n + 1 its value. */
#define INSERT_REPLACES 0x80000000u

/* A row of A, an entry for each lane, without its longest row of B. */
struct insert_row {
    int64_t start, long_start;
    int length, long_length; /* of the lane's row of B; of the longest */
    int before, products;    /* products of the lanes before; of all */
    int long_before;         /* products before those of the longest */
    T x, long_x;
};

DEVICE struct insert_row insert_open(const struct mxm_row_arguments &a, int32_t number)
{
    const int64_t first = a.A_row_start[number], last = a.A_row_start[number + 1];
    const int lane = lane_of_warp();
    struct insert_row r = {0, 0, 0, 0, 0, 0, 0, T(), T()};
    if (first + lane < last) {
        const int32_t k = a.A_column[first + lane];
        r.start = a.B_row_start[k];
        r.length = (int)(a.B_row_start[k + 1] - r.start);
        if (READS_X)
            r.x = ((const T *)a.A_value)[first + lane];
    }
    r.long_length = __reduce_max_sync(ALL_LANES, r.length);
    const int owner = __ffs((int)__ballot_sync(ALL_LANES, r.length == r.long_length)) - 1;
    r.long_start = __shfl_sync(ALL_LANES, r.start, owner);
    r.long_x = READS_X ? shuffle(r.x, owner, WARP, ALL_LANES) : T();
    r.length = lane == owner ? 0 : r.length;
    const int sum = scan_warp(r.length);
    r.before = sum - r.length;
    r.products = __shfl_sync(ALL_LANES, sum, WARP - 1);
    r.long_before = __shfl_sync(ALL_LANES, r.before, owner);
    return r;
}

/* The first place in n ascending columns with a column of at least j; each lane searches its j.  The lanes hold 32
 * samples of the columns, so that the rest of the search touches a short range. */
DEVICE int insert_place(const int32_t *column, int n, int32_t j)
{
    const int apart = (n + WARP - 1) / WARP, probe = lane_of_warp() * apart;
    const int32_t at_hand = probe < n ? column[probe] : 0x7fffffff;
    int below = 0; /* of the samples */
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2)
        below += __shfl_sync(ALL_LANES, at_hand, below + step - 1) < j ? step : 0;
    below += __shfl_sync(ALL_LANES, at_hand, below) < j ? 1 : 0;
    int low = below == 0 ? 0 : (below - 1) * apart + 1, high = min(below * apart, n);
    while (low < high) {
        const int middle = (low + high) / 2;
        if (column[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

template <int EACH> DEVICE void insert_sort(unsigned long long *key, int products)
{
    const int lane = lane_of_warp();
    unsigned long long lane_key[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        lane_key[e] = e * WARP + lane < products ? key[e * WARP + lane] : ~0ull;
    if (EACH > 1)
        sort_keys_in_loops<WARP>(lane_key, lane, ALL_LANES);
    else
        sort_keys<WARP>(lane_key, lane, ALL_LANES);
    __syncwarp();
#pragma unroll
    for (int e = 0; e < EACH; e++)
        key[lane * EACH + e] = lane_key[e];
    __syncwarp();
}

/* The fold of the products of one column, from place `i` of the sorted keys on; includes long_product if has_long. */
DEVICE T insert_fold(const unsigned long long *key, const T *value, int i, int products, int long_before,
                     bool has_long, T long_product)
{
    const unsigned column = (unsigned)(key[i] >> 32);
    T sum = T();
    bool is_begun = false;
    for (; i < products && (unsigned)(key[i] >> 32) == column; i++) {
        const int position = (int)(unsigned)key[i];
        if (has_long && position >= long_before) {
            sum = !is_begun ? long_product : SEMIRING_IS_ANY ? sum : add(sum, long_product);
            is_begun = true;
            has_long = false;
        }
        sum = !is_begun ? value[position] : SEMIRING_IS_ANY ? sum : add(sum, value[position]);
        is_begun = true;
    }
    return !has_long ? sum : SEMIRING_IS_ANY ? sum : add(sum, long_product);
}

GRAPH_KERNEL void __launch_bounds__(MXM_INSERT_WARPS *WARP) mxm_insert_count(struct mxm_row_arguments a)
{
    __shared__ unsigned long long keys[MXM_INSERT_WARPS][MXM_INSERT_MOST];
    __shared__ slot_t
        all_values[MXM_INSERT_WARPS][IS_CONSTANT ? 1 : MXM_INSERT_MOST * sizeof(T) / sizeof(slot_t)];
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    const int64_t place = (int64_t)blockIdx.x * MXM_INSERT_WARPS + warp;
    if (place >= a.rows)
        return;
    unsigned long long *key = keys[warp];
    T *value = (T *)all_values[warp];
    const int32_t number = a.list[a.first + place];
    const struct insert_row r = insert_open(a, number);
    const T *B_value = (const T *)a.B_value;
    const int sum = r.before + r.length;
    for (int q = lane; q - lane < r.products; q += WARP) {
        const int owner = search_warp(q, sum);
        const int64_t b = __shfl_sync(ALL_LANES, r.start - r.before, owner) + q;
        const T factor = READS_X ? shuffle(r.x, owner, WARP, ALL_LANES) : (T)1;
        if (q < r.products) {
            key[q] = (unsigned long long)(unsigned)a.B_column[b] << 32 | (unsigned)q;
            if (!IS_CONSTANT)
                value[q] = mul(factor, READS_Y ? B_value[b] : (T)1);
        }
    }
    __syncwarp();
    if (r.products <= WARP)
        insert_sort<1>(key, r.products);
    else
        insert_sort<MXM_INSERT_MOST / WARP>(key, r.products);

    const int64_t offset = a.saved_offset[a.first + place];
    unsigned *word = (unsigned *)a.saved + offset;
    T *saved_value = (T *)a.saved_value + offset;
    int notes = 0, inserted = 0;
    for (int i = lane; i - lane < r.products; i += WARP) {
        const int32_t column = i < r.products ? (int32_t)(key[i] >> 32) : -1;
        const bool is_head = i < r.products && (i == 0 || (int32_t)(key[i - 1] >> 32) != column);
        const int cut = insert_place(a.B_column + r.long_start, r.long_length, is_head ? column : -1);
        const bool is_in_both = is_head && cut < r.long_length && a.B_column[r.long_start + cut] == column;
        const unsigned below = (1u << lane) - 1, heads = __ballot_sync(ALL_LANES, is_head);
        const unsigned new_ones = __ballot_sync(ALL_LANES, is_head && !is_in_both);
        if (is_head) {
            const int note = notes + __popc(heads & below);
            const int to = cut + inserted + __popc(new_ones & below);
            word[MXM_INSERT_HEAD + 2 * note] = (unsigned)to | (is_in_both ? INSERT_REPLACES : 0);
            word[MXM_INSERT_HEAD + 2 * note + 1] = (unsigned)column;
            if (!IS_CONSTANT)
                saved_value[1 + note] = insert_fold(
                    key, value, i, r.products, r.long_before, is_in_both,
                    is_in_both ? mul(r.long_x, READS_Y ? B_value[r.long_start + cut] : (T)1) : T());
        }
        notes += __popc(heads);
        inserted += __popc(new_ones);
    }
    /* The numeric kernel loads the first 32 notes before it knows their number. */
    if (lane >= notes)
        word[MXM_INSERT_HEAD + 2 * lane] = ~0u;
    if (lane == 0) {
        word[0] = (unsigned)notes;
        word[1] = (unsigned)r.long_start;
        word[2] = (unsigned)(r.long_start >> 32);
        if (READS_X)
            saved_value[0] = r.long_x;
        a.count[number] = r.long_length + inserted;
    }
}

/* Of 32 places of C: those with notes, and those whose column the long row does not have; the number of both before
 * these places. */
struct noted_places {
    unsigned noted, added;
    int noted_before, added_before;
};

enum {
    INSERT_EACH = MXM_COMPACT_COPY_EACH,
    INSERT_PARTS = MXM_INSERT_PARTS,
    INSERT_WINDOW = INSERT_PARTS * WARP
};

/* Finds the notes on the places from `window` on, for the whole warp. lane_note: the lane's first one. */
DEVICE void insert_find_notes(struct noted_places *places, const unsigned *word, unsigned notes,
                              unsigned lane_note, unsigned skew, unsigned window)
{
    const int lane = lane_of_warp();
    int noted_before = 0, added_before = 0;
    __syncwarp();
    if (lane < INSERT_PARTS)
        places[lane].noted = places[lane].added = 0;
    __syncwarp();
#pragma unroll 1
    for (unsigned n = (unsigned)lane; n - (unsigned)lane < notes; n += WARP) {
        const unsigned note = n < WARP ? lane_note : n < notes ? word[MXM_INSERT_HEAD + 2 * n] : ~0u;
        const unsigned at = (note & ~INSERT_REPLACES) + skew, from_here = at - window;
        const bool is_added = (note & INSERT_REPLACES) == 0;
        noted_before += __popc(__ballot_sync(ALL_LANES, at < window));
        added_before += __popc(__ballot_sync(ALL_LANES, at < window && is_added));
        if (from_here < INSERT_WINDOW) {
            atomicOr(&places[from_here / WARP].noted, 1u << from_here % WARP);
            if (is_added)
                atomicOr(&places[from_here / WARP].added, 1u << from_here % WARP);
        }
    }
    __syncwarp();
    const int noted = lane < INSERT_PARTS ? __popc(places[lane].noted) : 0,
              added = lane < INSERT_PARTS ? __popc(places[lane].added) : 0;
    const int both = scan_warp(noted << 16 | added);
    if (lane < INSERT_PARTS) {
        places[lane].noted_before = noted_before + (both >> 16) - noted;
        places[lane].added_before = added_before + (both & 0xffff) - added;
    }
    __syncwarp();
}

/* a.parts blocks for each row.  Their warps take windows in cyclic order; a window begins at a multiple of 32 in C. */
GRAPH_KERNEL void __launch_bounds__(MXM_INSERT_THREADS, 1536 / MXM_INSERT_THREADS)
    mxm_insert(struct mxm_row_arguments a)
{
    __shared__ struct noted_places all_places[MXM_INSERT_THREADS / WARP][INSERT_PARTS];
    struct noted_places *places = all_places[threadIdx.x / WARP];
    const int lane = lane_of_warp();
    const unsigned part_of_row = blockIdx.x % (unsigned)a.parts, warps = MXM_INSERT_THREADS / WARP;
    const int64_t place = a.first + blockIdx.x / (unsigned)a.parts, offset = a.saved_offset[place];
    const int32_t number = a.list[place];
    const unsigned *word = (const unsigned *)a.saved + offset;
    const T *saved_value = (const T *)a.saved_value + offset;
    const unsigned notes = word[0], low = word[1], high = word[2],
                   lane_note = word[MXM_INSERT_HEAD + 2 * lane];
    const T x = READS_X ? saved_value[0] : (T)1, one = mul((T)1, (T)1);
    const int64_t to = a.C_row_start[number], end = a.C_row_start[number + 1];
    /* Places count from the multiple of 32 before the row. */
    const unsigned skew = (unsigned)(to % WARP), last = (unsigned)(end - to) + skew;
    const int64_t from = (int64_t)((unsigned long long)high << 32 | low) - skew;
    const int32_t *B_column = as_one(a.B_column + from),
                  *note_column = as_one((const int32_t *)word + MXM_INSERT_HEAD + 1);
    const T *B_value = as_one((const T *)a.B_value + from), *note_value = as_one(saved_value + 1);
    int32_t *C_column = as_one(a.column + (to - skew));
    T *C_value = as_one((T *)a.value + (to - skew));
    const unsigned below = (1u << lane) - 1;
    for (unsigned window = (part_of_row * warps + threadIdx.x / WARP) * INSERT_WINDOW; window < last;
         window += (unsigned)a.parts * warps * INSERT_WINDOW) {
        insert_find_notes(places, word, notes, lane_note, skew, window);
#pragma unroll 1
        for (unsigned part = 0; part < INSERT_PARTS && window + part * WARP < last; part += INSERT_EACH) {
            int32_t column[INSERT_EACH];
            T product[INSERT_EACH];
            unsigned noted = 0;
#pragma unroll
            for (unsigned e = 0; e < INSERT_EACH; e++) {
                const struct noted_places here = places[part + e];
                const unsigned p = window + (part + e) * WARP + (unsigned)lane;
                const bool is_noted = here.noted >> lane & 1, is_in = p >= skew && p < last;
                const int n = here.noted_before + __popc(here.noted & below);
                const int b = (int)p - here.added_before - __popc(here.added & below);
                noted |= (unsigned)is_noted << e;
                if (is_in)
                    column[e] = load_constant(is_noted ? &note_column[2 * n] : &B_column[b]);
                if (!IS_CONSTANT && is_in && (READS_Y || is_noted))
                    product[e] = load_constant(is_noted ? &note_value[n] : &B_value[b]);
            }
            end_of_loads();
#pragma unroll
            for (unsigned e = 0; e < INSERT_EACH; e++) {
                const unsigned p = window + (part + e) * WARP + (unsigned)lane;
                if (p >= skew && p < last) {
                    if (!IS_CONSTANT && (noted >> e & 1) == 0)
                        product[e] = mul(x, READS_Y ? product[e] : (T)1);
                    store_once(&C_column[p], column[e]);
                    store_once(&C_value[p], IS_CONSTANT ? one : product[e]);
                }
            }
        }
    }
}
