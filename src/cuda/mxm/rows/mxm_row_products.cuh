/* Traverses the products of a row of C, by the warp or the block that owns it.  In the symbolic pass the products
 * mark their columns in words of 32 bits; in the numeric pass they are folded into slots, whose places are the ranks
 * of the marks.  The words are those of a window of columns; row clusters have the non-zero ones in a hash table.
 *
 * Sets of columns as bits and words: Kokkos Kernels (Deveci, Trott, Rajamanickam, IPDPSW 2017). */
#ifndef CUDA_MXM_ROWS_MXM_ROW_PRODUCTS_CUH
#define CUDA_MXM_ROWS_MXM_ROW_PRODUCTS_CUH

#include "cuda/mxm/rows/mxm_accumulate.cuh"
#include "cuda/mxm/rows/mxm_hash_words.cuh"

#include "cuda/primitives/warp.cuh"

/* What the warps of a block share of a row.  All warps traverse its longest rows of B together: long_entry lists
 * their entries of A, unless there are more than LONG_MOST. */
struct block_row {
    enum { LONG_MOST = 128, LONG_LENGTH = 512, BALANCED_MOST = 1 << 20 };
    unsigned exchange[WARP];
    int low, high;
    unsigned long_entries, long_entry[LONG_MOST];
    /* Where a row of A is short: the products before each of its entries, and of all; else 0.  Warps then get equal
     * shares. */
    unsigned *before, products;
};

/* The threads that compute a row: one warp, or one block. */
template <bool IS_WARP> struct thread_group {
    int thread, threads, warp, warps;
    struct block_row *shared; /* NULL for a warp */

    __device__ __forceinline__ void sync(void) const
    {
        if (IS_WARP)
            __syncwarp();
        else
            __syncthreads();
    }
};

/* A window: consecutive columns of C that are computed at a time. */
struct column_window {
    int32_t low;
    unsigned words, first, slots; /* the places from `first` on have slots now */
};

/* The state of a row: entries of A, bitmap, slots. */
struct row_accumulator {
    int64_t first, last; /* entries of A */
    struct bitmap_word *word;
    void *slot;
    struct word_table table;
};

/* What happens to each product.  FOLD_WINDOW: slots are indexed by the columns of the window, without a bitmap.
 * FOLD_TEAM: as FOLD_BITMAP, but words and slots are in global memory, and other blocks fold into them too. */
enum { MARK_BITMAP, FOLD_BITMAP, FOLD_WINDOW, FOLD_TEAM };

DEVICE void mark_column(struct bitmap_word *word, unsigned j)
{
    unsigned bit = 1u << (j & 31);
    /* Most products find their bit set, and a load is cheaper than an atomic operation. */
    if ((*(volatile unsigned *)&word[j >> 5].bits & bit) == 0)
        atomicOr(&word[j >> 5].bits, bit);
}

/* The same for several columns of each lane, those inside the window: all words are loaded before one is changed. */
template <int EACH>
DEVICE void mark_columns(struct bitmap_word *word, const unsigned (&j)[EACH], unsigned window)
{
    unsigned bits[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        bits[e] = j[e] < window ? *(volatile unsigned *)&word[j[e] >> 5].bits : ~0u;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if ((bits[e] >> (j[e] & 31) & 1) == 0)
            atomicOr(&word[j[e] >> 5].bits, 1u << (j[e] & 31));
}

/* Marks a column in the hash table; gives the place of its word, greater than row.table.last if it has none. */
DEVICE unsigned mark_hashed(const struct row_accumulator &row, unsigned j)
{
    unsigned at = first_place(row.table, j >> 5);
    if (*(volatile unsigned *)&row.table.key[at] != j >> 5)
        at = enter_key(row.table, j >> 5);
    if (at <= row.table.last)
        mark_column(row.word + at, j & 31);
    return at;
}

/* The slot of column j; one that is not below w.slots is computed in another pass. */
template <int ACTION>
DEVICE unsigned place_of(const struct row_accumulator &row, const struct column_window &w, unsigned j)
{
    if (ACTION == FOLD_WINDOW)
        return j;
    struct bitmap_word word = row.word[j >> 5];
    return word.before + (unsigned)__popc(word.bits & ((1u << (j & 31)) - 1)) - w.first;
}

template <bool IS_WARP, int ACTION>
DEVICE void fold_product(const struct row_accumulator &row, unsigned place, T x, T y, unsigned entry)
{
    if (SEMIRING_IS_ANY && !IS_WARP) {
        atomicMin((unsigned *)row.slot + place, entry);
        return;
    }
    slot_t *slot = (slot_t *)row.slot + place;
    if (ACTION == FOLD_WINDOW)
        *slot = SEMIRING_IS_ANY ? product_bits(mul(x, y)) : add_to_marked(*slot, mul(x, y));
    else if (SEMIRING_IS_ANY)
        *slot = bits_of(mul(x, y)); /* the order is from the last k to the first */
    else if (IS_WARP)
        *slot = slot_add(*slot, mul(x, y));
    else
        fold_of_warps<ACTION == FOLD_TEAM>(slot, mul(x, y));
}

#define ACTION_MARKS(traverse_row) ((traverse_row) == MARK_BITMAP)

/* Whether warps of a block update a slot by compare-and-swap. */
#define ACTION_EXCHANGES(is_warp, traverse_row)                                                              \
    (!(is_warp) && ((traverse_row) == FOLD_BITMAP || (traverse_row) == FOLD_TEAM) && !SEMIRING_IS_ANY &&     \
     !FOLDS_NATIVELY)

/* Whether one atomic instruction adds a product, so that lanes may share a slot. */
#define ACTION_FOLDS_NATIVELY(traverse_row)                                                                  \
    (FOLDS_NATIVELY && ((traverse_row) == FOLD_BITMAP || (traverse_row) == FOLD_TEAM))

/* Folds several products of each lane, those in the window that have slots now.  All places are found before the
 * first update. */
template <int ACTION, int EACH>
DEVICE void fold_products(const struct row_accumulator &row, const struct column_window &w,
                          const unsigned (&j)[EACH], const T (&x)[EACH], const T (&y)[EACH])
{
    const unsigned window = w.words * 32;
    unsigned place[EACH];
    if (ACTION == FOLD_BITMAP || ACTION == FOLD_TEAM) {
        struct bitmap_word word[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            word[e] = row.word[min(j[e], window - 1) >> 5];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const unsigned before = (unsigned)__popc(word[e].bits & ((1u << (j[e] & 31)) - 1));
            place[e] = word[e].before + before - w.first;
            place[e] = j[e] < window ? place[e] : ~0u;
        }
    } else
#pragma unroll
        for (int e = 0; e < EACH; e++)
            place[e] = j[e] < window ? place_of<ACTION>(row, w, j[e]) : ~0u;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (place[e] < w.slots)
            fold_natively((slot_t *)row.slot + place[e], mul(x[e], y[e]));
}

/* The products of an entry of A with `length` entries of B from `start` on, in pieces of 32 EACH: piece `first` and
 * every `step`-th after it. */
template <bool IS_WARP, int ACTION, int EACH>
DEVICE void for_each_product(const struct mxm_row_arguments &a, const struct row_accumulator &row,
                             const struct column_window &w, int64_t start, int length, T x, unsigned entry,
                             int first = 0, int step = 1)
{
    const int32_t *column = a.B_column + start;
    const T *value = (const T *)a.B_value + start;
    const unsigned window = w.words * 32;
    for (int64_t b = first * EACH * WARP + lane_of_warp(); b < length; b += step * EACH * WARP) {
        unsigned j[EACH];
        T y[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            bool is_there = b + e * WARP < length;
            j[e] = is_there ? (unsigned)column[b + e * WARP] - (unsigned)w.low : ~0u;
            y[e] = READS_Y && !ACTION_MARKS(ACTION) && is_there ? value[b + e * WARP] : (T)1;
        }
        if (!IS_WARP && ACTION == MARK_BITMAP)
            mark_columns(row.word, j, window);
        else if (ACTION_FOLDS_NATIVELY(ACTION)) {
            T factor[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++)
                factor[e] = x;
            fold_products<ACTION>(row, w, j, factor, y);
        } else
#pragma unroll
            for (int e = 0; e < EACH; e++)
                if (j[e] < window) {
                    if (ACTION_MARKS(ACTION))
                        mark_column(row.word, j[e]);
                    else {
                        unsigned place = place_of<ACTION>(row, w, j[e]);
                        if (ACTION == FOLD_WINDOW || place < w.slots)
                            fold_product<IS_WARP, ACTION>(row, place, x, y[e], entry);
                    }
                }
    }
}

/* Adds up the products of lanes with the same place, in the order of the lanes.  The first of these lanes gets the
 * sum, and true. */
DEVICE bool combine_lanes(unsigned place, T &product)
{
    const int lane = lane_of_warp();
    const unsigned peers = __match_any_sync(ALL_LANES, place);
    unsigned number = (unsigned)__popc(peers & ((1u << lane) - 1)), after = peers & (~0u << lane << 1);
    const bool is_first = number == 0;
    /* Pairwise: every second lane of those that remain is added to the one before it. */
    while (__any_sync(ALL_LANES, after != 0)) {
        const int next = __ffs((int)after);
        const T other = shuffle(product, next > 0 ? next - 1 : lane, WARP, ALL_LANES);
        if (next > 0)
            product = add(product, other);
        after &= ~__ballot_sync(ALL_LANES, (number & 1) != 0);
        number >>= 1;
    }
    return is_first;
}

/* The products of up to 32 entries of A, one for each lane: consecutive products go to consecutive lanes, so that
 * short rows of B share a warp.  A warp that folds alone handles entries of A that share an instruction in successive
 * rounds. */
template <bool IS_WARP, int ACTION>
DEVICE void for_each_product_of_rows(const struct mxm_row_arguments &a, const struct row_accumulator &row,
                                     const struct column_window &w, int64_t start, int length, T x,
                                     unsigned entry)
{
    enum { EACH = 4, MANY = 4 };
    const T *B_value = (const T *)a.B_value;
    const unsigned window = w.words * 32, has_products = __ballot_sync(ALL_LANES, length > 0);
    const bool reads_x = READS_X && !ACTION_MARKS(ACTION), reads_y = READS_Y && !ACTION_MARKS(ACTION);
    const int lane = lane_of_warp(), count = __popc(has_products);
    if ((has_products & (has_products + 1)) != 0) {
        int from = lane_of_bit(has_products, lane);
        start = __shfl_sync(ALL_LANES, start, from);
        length = __shfl_sync(ALL_LANES, length, from);
        entry = __shfl_sync(ALL_LANES, entry, from);
        if (reads_x)
            x = shuffle(x, from, WARP, ALL_LANES);
    }
    length = lane < count ? length : 0;
    int before = scan_warp(length) - length, begun = 0;
    const int products = __shfl_sync(ALL_LANES, before + length, WARP - 1);
    start -= before;
    for (int first = 0; first < products; first += EACH * WARP) {
        unsigned j[EACH], begins[EACH];
        int owner[EACH];
        T y[EACH];
        if (!IS_WARP && begun > 0 &&
            (begun == WARP || __shfl_sync(ALL_LANES, before, begun) >= first + EACH * WARP)) {
            /* All of one row of B. */
            const int64_t b = __shfl_sync(ALL_LANES, start, begun - 1) + first + lane;
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const bool is_there = first + e * WARP + lane < products;
                begins[e] = 0;
                owner[e] = begun - 1;
                j[e] = is_there ? (unsigned)a.B_column[b + e * WARP] - (unsigned)w.low : ~0u;
                y[e] = reads_y && is_there ? B_value[b + e * WARP] : (T)1;
            }
        } else
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                int q = first + e * WARP + lane;
                unsigned at = (unsigned)(before - (first + e * WARP));
                begins[e] = __reduce_or_sync(ALL_LANES, length > 0 && at < WARP ? 1u << at : 0u);
                owner[e] = begun + __popc(begins[e] << (WARP - 1 - lane)) - 1;
                begun += __popc(begins[e]);
                int64_t b = __shfl_sync(ALL_LANES, start, owner[e]) + q;
                j[e] = q < products ? (unsigned)a.B_column[b] - (unsigned)w.low : ~0u;
                y[e] = reads_y && q < products ? B_value[b] : (T)1;
            }
        if (!IS_WARP && ACTION == MARK_BITMAP)
            mark_columns(row.word, j, window);
        else if (ACTION_FOLDS_NATIVELY(ACTION)) {
            T factor[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++)
                factor[e] = reads_x ? shuffle(x, owner[e], WARP, ALL_LANES) : T();
            fold_products<ACTION>(row, w, j, factor, y);
        } else
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                if (ACTION_MARKS(ACTION)) {
                    if (j[e] < window)
                        mark_column(row.word, j[e]);
                    continue;
                }
                T factor = reads_x ? shuffle(x, owner[e], WARP, ALL_LANES) : T();
                unsigned k = __shfl_sync(ALL_LANES, entry, owner[e]);
                unsigned place = j[e] < window ? place_of<ACTION>(row, w, j[e]) : ~0u;
                bool is_now = ACTION == FOLD_WINDOW ? j[e] < window : place < w.slots;
                /* Updates of one slot serialise warps and lanes.  Products of many short rows of B often share a
                 * column, so lanes are combined first; not where most products leave the sum unchanged. */
                if (ACTION_EXCHANGES(IS_WARP, ACTION) && !ADDS_BY_CHOICE && __popc(begins[e]) >= MANY) {
                    T product = mul(factor, y[e]);
                    if (combine_lanes(is_now ? place : ~(unsigned)lane, product) && is_now)
                        fold_of_warps<ACTION == FOLD_TEAM>((slot_t *)row.slot + place, product);
                } else if (!IS_WARP || (begins[e] & ~1u) == 0) {
                    if (is_now)
                        fold_product<IS_WARP, ACTION>(row, place, factor, y[e], k);
                } else {
                    int last = __shfl_sync(ALL_LANES, owner[e], WARP - 1);
#pragma unroll 1
                    for (int round = __shfl_sync(ALL_LANES, owner[e], 0); round <= last; round++) {
                        if (round == owner[e] && is_now)
                            fold_product<IS_WARP, ACTION>(row, place, factor, y[e], k);
                        __syncwarp();
                    }
                }
                if (IS_WARP)
                    __syncwarp();
            }
    }
}

/* Traverses the products of a row: marks their columns, or folds them. */
template <bool IS_WARP, int ACTION>
DEVICE void traverse_row(const struct mxm_row_arguments &a, const struct thread_group<IS_WARP> &group,
                         const struct row_accumulator &row, const struct column_window &w)
{
    /* 32 rows of B at a time; fewer where their entries might exceed an int; one by one where slots are indexed by
     * column and a row fills the lanes. */
    enum { LONG_MEAN = 40, MOST = 1 << 25 };
    const T *A_value = (const T *)a.A_value;
    const bool is_backwards = IS_WARP && SEMIRING_IS_ANY, reads_x = READS_X && !ACTION_MARKS(ACTION);
    const unsigned all = IS_WARP ? 0 : group.shared->products,
                   *before = IS_WARP ? nullptr : group.shared->before;
    const bool is_balanced = all > 0,
               has_long = !IS_WARP && !is_balanced && group.shared->long_entries <= block_row::LONG_MOST;
    const int lane = lane_of_warp(), apart = is_balanced ? 1 : group.warps;
    const unsigned n = (unsigned)(row.last - row.first);
    unsigned from = 0, to = ~0u, c = (unsigned)group.warp;
    if (is_balanced) {
        /* Equal shares of the products for the warps. */
        const unsigned share = ((all - 1) / (unsigned)group.warps / WARP + 1) * WARP;
        unsigned low = 0, high = n;
        from = min(share * (unsigned)group.warp, all);
        to = min(from + share, all);
        while (high - low > 1) {
            const unsigned middle = (low + high) / 2;
            if (before[middle] <= from)
                low = middle;
            else
                high = middle;
        }
        c = from < to ? low : n;
    }
    for (; c < n && (!is_balanced || before[c] < to); c += (unsigned)(WARP * apart)) {
        /* This warp's next entries of A, one for each lane. */
        const unsigned remaining = (n - c + (unsigned)apart - 1) >> (__ffs(apart) - 1); /* a power of two */
        const int entries = remaining < WARP ? (int)remaining : WARP;
        unsigned entry = c + (unsigned)(lane * apart);
        int64_t e = row.first + entry, start = 0;
        if (is_backwards)
            e = row.last - 1 - (c + lane);
        int length = 0;
        T x = T();
        if (lane < entries) {
            int32_t k = a.A_column[e];
            start = a.B_row_start[k];
            if (is_balanced) {
                const unsigned entry_from = before[entry], entry_to = min(before[entry + 1], to);
                const unsigned skipped = entry_from < from ? from - entry_from : 0;
                start += skipped;
                length = max((int)(entry_to - entry_from - skipped), 0);
            } else
                length = (int)(a.B_row_start[k + 1] - start);
            if (reads_x)
                x = A_value[e];
        }
        if (!IS_WARP && has_long && length > block_row::LONG_LENGTH)
            length = 0;
        const unsigned products = __reduce_add_sync(ALL_LANES, (unsigned)min(length, (int)MOST));
        const bool is_one_by_one = ACTION == FOLD_WINDOW && products >= (unsigned)(LONG_MEAN * entries);
        const int parts = is_one_by_one ? 0 : products < MOST ? 1 : entries;
        for (int part = 0; part < parts; part++)
            for_each_product_of_rows<IS_WARP, ACTION>(a, row, w, start,
                                                      parts == 1 || lane == part ? length : 0, x, entry);
        for (int t = 0; is_one_by_one && t < entries; t++) {
            for_each_product<IS_WARP, ACTION, 2>(
                a, row, w, __shfl_sync(ALL_LANES, start, t), __shfl_sync(ALL_LANES, length, t),
                reads_x ? shuffle(x, t, WARP, ALL_LANES) : T(), __shfl_sync(ALL_LANES, entry, t));
            __syncwarp();
        }
    }
    /* Pieces of long rows go to the warps in cyclic order; 32 rows are loaded at once. */
    unsigned begun = 0;
    for (unsigned k = 0; has_long && k < group.shared->long_entries; k += WARP) {
        const int count = (int)min(group.shared->long_entries - k, (unsigned)WARP);
        unsigned entry = 0;
        int64_t start = 0;
        int length = 0;
        T x = T();
        if (lane < count) {
            entry = group.shared->long_entry[k + (unsigned)lane];
            int32_t b = a.A_column[row.first + entry];
            start = a.B_row_start[b];
            length = (int)(a.B_row_start[b + 1] - start);
            if (reads_x)
                x = A_value[row.first + entry];
        }
        for (int t = 0; t < count; t++) {
            enum { EACH = 4 };
            const int all = __shfl_sync(ALL_LANES, length, t);
            for_each_product<IS_WARP, ACTION, EACH>(
                a, row, w, __shfl_sync(ALL_LANES, start, t), all,
                reads_x ? shuffle(x, t, WARP, ALL_LANES) : T(), __shfl_sync(ALL_LANES, entry, t),
                (int)(((unsigned)group.warp - begun) & (unsigned)(group.warps - 1)), group.warps);
            begun += (unsigned)(all - 1) / (EACH * WARP) + 1;
        }
    }
}

/* The lowest and highest column of the products.  A block also lists its long rows of B, and counts products for
 * equal shares. */
template <bool IS_WARP>
DEVICE void extent_of_row(int32_t *low, int32_t *high, const struct mxm_row_arguments &a,
                          const struct thread_group<IS_WARP> &group, const struct row_accumulator &row)
{
    int32_t least = 0x7fffffff, most = -1;
    struct block_row *shared = group.shared;
    if (!IS_WARP && group.thread == 0) {
        shared->low = least;
        shared->high = most;
        shared->long_entries = 0;
    }
    group.sync();
    const unsigned n = (unsigned)(row.last - row.first), threads = (unsigned)group.threads;
    const bool is_balanced = !IS_WARP && n <= (unsigned)a.entries;
    const unsigned each = is_balanced ? (n + threads - 1) / threads : 1, apart = is_balanced ? 1 : threads;
    const unsigned first = each * (unsigned)group.thread, last = is_balanced ? min(first + each, n) : n;
    int products = 0, is_too_long = 0;
    for (unsigned e = first; e < last; e += apart) {
        int32_t k = a.A_column[row.first + e];
        int64_t b = a.B_row_start[k], b_last = a.B_row_start[k + 1];
        if (b < b_last) {
            least = min(least, a.B_column[b]);
            most = max(most, a.B_column[b_last - 1]);
        }
        if (!IS_WARP && b_last - b > block_row::LONG_LENGTH) {
            unsigned to = atomicAdd(&shared->long_entries, 1u);
            if (to < block_row::LONG_MOST)
                shared->long_entry[to] = e;
        }
        if (is_balanced) {
            shared->before[e] = (unsigned)products;
            is_too_long |= b_last - b >= block_row::BALANCED_MOST;
            products += (int)min(b_last - b, (int64_t)block_row::BALANCED_MOST);
        }
    }
    least = __reduce_min_sync(ALL_LANES, least);
    most = __reduce_max_sync(ALL_LANES, most);
    if (!IS_WARP) {
        const int lane = lane_of_warp(), sum = scan_warp(products);
        if (lane == WARP - 1)
            shared->exchange[group.warp] = (unsigned)sum;
        if (lane == 0) {
            atomicMin(&shared->low, least);
            atomicMax(&shared->high, most);
        }
        is_too_long = __syncthreads_or(is_too_long);
        least = shared->low;
        most = shared->high;
        const unsigned sums = lane < group.warps ? shared->exchange[lane] : 0;
        const unsigned before = __reduce_add_sync(ALL_LANES, lane < group.warp ? sums : 0) +
                                (unsigned)(sum - products),
                       all = __reduce_add_sync(ALL_LANES, sums);
        for (unsigned e = first; is_balanced && e < last; e++)
            shared->before[e] += before;
        if (group.thread == 0) {
            shared->products = is_balanced && !is_too_long ? all : 0;
            if (is_balanced)
                shared->before[n] = all;
        }
    }
    *low = least;
    *high = most;
}

#endif
