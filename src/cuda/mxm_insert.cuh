/* Rows of C = A B where one row of B has nearly all products: C takes that row's entries as they are, and the others are
 * put between them.  The first kernel, a warp for each row, sorts the other products, looks up their columns in the long
 * row, and notes what has to be inserted where; that gives the number of entries.  The second one, a block for each row,
 * writes C from the long row and the notes.  Products of a column are folded in the order of k. */
#include "cuda/mxm_values.cuh"

#include "cuda/network.cuh"
#include "cuda/together.cuh"

/* What is kept of a row: words 0 to 2 are the number of notes and the first entry of the long row of B, value 0 what that
 * is multiplied by.  Note n: word MXM_INSERT_HEAD + 2 n is the place of an entry of C, with INSERT_REPLACES where the long
 * row has that column too, the next word its column, and value n + 1 its value. */
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
    const int sum = sum_so_far(r.length);
    r.before = sum - r.length;
    r.products = __shfl_sync(ALL_LANES, sum, WARP - 1);
    r.long_before = __shfl_sync(ALL_LANES, r.before, owner);
    return r;
}

/* The first place of n ascending columns whose column is not below j. */
DEVICE int insert_place(const int32_t *column, int n, int32_t j)
{
    int low = 0, high = n;
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
    unsigned long long own[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        own[e] = e * WARP + lane < products ? key[e * WARP + lane] : ~0ull;
    if (EACH > 1)
        sort_keys_in_loops<WARP>(own, lane, ALL_LANES);
    else
        sort_keys<WARP>(own, lane, ALL_LANES);
    __syncwarp();
#pragma unroll
    for (int e = 0; e < EACH; e++)
        key[lane * EACH + e] = own[e];
    __syncwarp();
}

/* The fold of the products of one column, from place `i` of the sorted keys on; long_product takes part if has_long. */
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
        const int owner = owner_of(q, sum);
        const int64_t b = __shfl_sync(ALL_LANES, r.start - r.before, owner) + q;
        const T left = READS_X ? shuffle(r.x, owner, WARP, ALL_LANES) : (T)1;
        if (q < r.products) {
            key[q] = (unsigned long long)(unsigned)a.B_column[b] << 32 | (unsigned)q;
            if (!IS_CONSTANT)
                value[q] = mul(left, READS_Y ? B_value[b] : (T)1);
        }
    }
    __syncwarp();
    if (r.products <= WARP)
        insert_sort<1>(key, r.products);
    else
        insert_sort<MXM_INSERT_MOST / WARP>(key, r.products);

    const int64_t offset = a.kept_offset[a.first + place];
    unsigned *word = (unsigned *)a.kept + offset;
    T *kept_value = (T *)a.kept_value + offset;
    int notes = 0, inserted = 0;
    for (int i = lane; i - lane < r.products; i += WARP) {
        const int32_t column = i < r.products ? (int32_t)(key[i] >> 32) : -1;
        const bool is_head = i < r.products && (i == 0 || (int32_t)(key[i - 1] >> 32) != column);
        int cut = 0;
        bool is_in_both = false;
        if (is_head) {
            cut = insert_place(a.B_column + r.long_start, r.long_length, column);
            is_in_both = cut < r.long_length && a.B_column[r.long_start + cut] == column;
        }
        const unsigned below = (1u << lane) - 1, heads = __ballot_sync(ALL_LANES, is_head);
        const unsigned new_ones = __ballot_sync(ALL_LANES, is_head && !is_in_both);
        if (is_head) {
            const int note = notes + __popc(heads & below);
            const int to = cut + inserted + __popc(new_ones & below);
            word[MXM_INSERT_HEAD + 2 * note] = (unsigned)to | (is_in_both ? INSERT_REPLACES : 0);
            word[MXM_INSERT_HEAD + 2 * note + 1] = (unsigned)column;
            if (!IS_CONSTANT)
                kept_value[1 + note] = insert_fold(
                    key, value, i, r.products, r.long_before, is_in_both,
                    is_in_both ? mul(r.long_x, READS_Y ? B_value[r.long_start + cut] : (T)1) : T());
        }
        notes += __popc(heads);
        inserted += __popc(new_ones);
    }
    if (lane == 0) {
        word[0] = (unsigned)notes;
        word[1] = (unsigned)r.long_start;
        word[2] = (unsigned)(r.long_start >> 32);
        if (READS_X)
            kept_value[0] = r.long_x;
        a.count[number] = r.long_length + inserted;
    }
}

/* Pieces of 32 EACH entries of a row go round the warps of a block. */
GRAPH_KERNEL void __launch_bounds__(MXM_INSERT_THREADS, 1536 / MXM_INSERT_THREADS)
    mxm_insert(struct mxm_row_arguments a)
{
    enum { EACH = 4, PIECE = EACH * WARP };
    const int lane = lane_of_warp();
    const int64_t place = a.first + blockIdx.x, offset = a.kept_offset[place];
    const int32_t number = a.list[place];
    const unsigned *word = (const unsigned *)a.kept + offset;
    const T *kept_value = (const T *)a.kept_value + offset, *B_value = (const T *)a.B_value;
    const int64_t to = a.C_row_start[number];
    const int entries = (int)(a.C_row_start[number + 1] - to);
    const unsigned notes = word[0];
    const int64_t from = (int64_t)((unsigned long long)word[2] << 32 | word[1]);
    const T x = READS_X ? kept_value[0] : (T)1;
    T *C_value = (T *)a.value;
    /* Most rows have few notes: the lane's first one stays at hand. */
    const unsigned own_note = (unsigned)lane < notes ? word[MXM_INSERT_HEAD + 2 * lane] : ~0u;
    const unsigned own_at = own_note & ~INSERT_REPLACES;
    const bool is_own_new = (own_note & INSERT_REPLACES) == 0;
    const unsigned new_notes = __ballot_sync(ALL_LANES, is_own_new);
    for (int first = (int)threadIdx.x / WARP * PIECE; first < entries;
         first += MXM_INSERT_THREADS / WARP * PIECE) {
        int32_t column[EACH];
        T product[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            /* The notes on these 32 entries, and how many there are before them. */
            const unsigned base = (unsigned)(first + e * WARP);
            const unsigned own_before = __ballot_sync(ALL_LANES, own_at < base);
            unsigned bits = 0, new_bits = 0;
            unsigned noted_before = (unsigned)__popc(own_before),
                     new_before = (unsigned)__popc(own_before & new_notes);
            if (__any_sync(ALL_LANES, own_at - base < WARP)) {
                const unsigned bit = own_at - base < WARP ? 1u << (own_at - base) : 0;
                bits = __reduce_or_sync(ALL_LANES, bit);
                new_bits = __reduce_or_sync(ALL_LANES, is_own_new ? bit : 0u);
            }
#pragma unroll 1
            for (unsigned n = (unsigned)lane + WARP; n - (unsigned)lane < notes; n += WARP) {
                const unsigned note = n < notes ? word[MXM_INSERT_HEAD + 2 * n] : ~0u;
                const unsigned at = note & ~INSERT_REPLACES;
                const bool is_new = (note & INSERT_REPLACES) == 0;
                const unsigned bit = at - base < WARP ? 1u << (at - base) : 0;
                noted_before += (unsigned)__popc(__ballot_sync(ALL_LANES, at < base));
                new_before += (unsigned)__popc(__ballot_sync(ALL_LANES, at < base && is_new));
                bits |= __reduce_or_sync(ALL_LANES, bit);
                new_bits |= __reduce_or_sync(ALL_LANES, is_new ? bit : 0u);
            }
            const unsigned below = (1u << lane) - 1;
            const int p = (int)base + lane;
            const bool is_noted = bits >> lane & 1;
            const unsigned n = noted_before + (unsigned)__popc(bits & below);
            const int64_t b = from + p - (int64_t)new_before - __popc(new_bits & below);
            if (p < entries) {
                column[e] =
                    *(is_noted ? (const int32_t *)&word[MXM_INSERT_HEAD + 2 * n + 1] : &a.B_column[b]);
                if (!IS_CONSTANT && (READS_Y || is_noted))
                    product[e] = *(is_noted ? &kept_value[1 + n] : &B_value[b]);
                if (!IS_CONSTANT && !is_noted)
                    product[e] = mul(x, READS_Y ? product[e] : (T)1);
            }
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int p = first + e * WARP + lane;
            if (p < entries) {
                a.column[to + p] = column[e];
                C_value[to + p] = IS_CONSTANT ? mul((T)1, (T)1) : product[e];
            }
        }
    }
}
