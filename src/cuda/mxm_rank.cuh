/* Longer rows of C = A B.  The owner of a row, a warp or a block, marks the columns of its products in a bitmap in shared
 * memory; the bits before a column are then its place in the row, so that columns come out sorted and sums need no more
 * slots than the row has entries.  A second walk over the products folds them into their slots.
 *
 * Rows too wide for the bitmap are done in windows of columns, rows with more entries than slots in windows of places.
 * One warp takes the rows of B in the order of k, and the entries of one row of B have different slots: plain reads and
 * writes do.  Warps of a block meet in a slot, so there they exchange it atomically. */
#include "cuda/mxm_values.cuh"

/* A word of the bitmap, and how many bits are set before it. */
struct rank_word {
    unsigned bits, before;
};

/* Those who compute a row together: one warp, or one block. */
template <bool IS_WARP> struct owner {
    int thread, threads, warp, warps;
    unsigned *exchange; /* a word for each warp of a block, and two more */

    __device__ __forceinline__ void meet(void) const
    {
        if (IS_WARP)
            __syncwarp();
        else
            __syncthreads();
    }
};

/* A run of columns of C that is computed at a time. */
struct rank_window {
    int32_t low;
    unsigned words, first, slots; /* of the places, those from `first` on have slots now */
};

/* What is shared between the steps of one row. */
struct rank_row {
    int64_t first, last; /* entries of A */
    struct rank_word *word;
    void *slot;
};

/* WALK_WINDOW: the slots are those of all columns of the window, and the bitmap is not used. */
enum { WALK_MARK, WALK_FOLD, WALK_WINDOW };

DEVICE void mark_column(struct rank_word *word, unsigned j)
{
    unsigned bit = 1u << (j & 31);
    /* Most products find their bit set: a read is cheaper than an atomic operation. */
    if ((*(volatile unsigned *)&word[j >> 5].bits & bit) == 0)
        atomicOr(&word[j >> 5].bits, bit);
}

template <bool IS_WARP>
DEVICE void fold_product(const struct rank_row &row, const struct rank_window &w, unsigned j, T x, T y,
                         unsigned entry)
{
    struct rank_word word = row.word[j >> 5];
    unsigned place = word.before + (unsigned)__popc(word.bits & ((1u << (j & 31)) - 1)) - w.first;
    if (place >= w.slots)
        return;
    if (SEMIRING_IS_ANY && !IS_WARP) {
        atomicMin((unsigned *)row.slot + place, entry);
        return;
    }
    slot_t *slot = (slot_t *)row.slot + place;
    if (SEMIRING_IS_ANY)
        *slot = bits_of(mul(x, y)); /* the walk is from the last k to the first */
    else if (IS_WARP)
        *slot = slot_add(*slot, mul(x, y));
    else {
        T product = mul(x, y);
        slot_t seen = *(volatile slot_t *)slot, expected;
        do {
            slot_t sum = slot_add(seen, product);
            expected = seen;
            if (sum == seen)
                break;
            seen = atomicCAS(slot, expected, sum);
        } while (seen != expected);
    }
}

/* For one warp: the column's own slot. */
DEVICE void fold_in_window(slot_t *slot, unsigned j, T product)
{
    slot[j] = SEMIRING_IS_ANY ? product_bits(product) : add_to_marked(slot[j], product);
}

/* Walks over the products of a row: marks their columns, or folds them. */
template <bool IS_WARP, int WALK>
DEVICE void walk(const struct mxm_row_arguments &a, const struct owner<IS_WARP> &own,
                 const struct rank_row &row, const struct rank_window &w)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    const bool is_backwards = IS_WARP && SEMIRING_IS_ANY, reads_x = READS_X && WALK != WALK_MARK,
               reads_y = READS_Y && WALK != WALK_MARK;
    int lane = lane_of_warp();
    unsigned window = w.words * 32;
    int64_t step = (int64_t)WARP * own.warps;
    for (int64_t c = own.warp; c < row.last - row.first; c += step) {
        /* This warp's next entries of A, one for each lane. */
        int64_t left = (row.last - row.first - c + own.warps - 1) / own.warps;
        int entries = left < WARP ? (int)left : WARP;
        int64_t e = row.first + c + (int64_t)lane * own.warps, start = 0;
        if (is_backwards)
            e = row.last - 1 - (c + lane);
        int length = 0;
        T x = T();
        if (lane < entries) {
            int32_t k = a.A_column[e];
            start = a.B_row_start[k];
            length = (int)(a.B_row_start[k + 1] - start);
            if (reads_x)
                x = A_value[e];
        }
        for (int t = 0; t < entries; t++) {
            const int32_t *column = a.B_column + __shfl_sync(ALL_LANES, start, t);
            const T *y = B_value + __shfl_sync(ALL_LANES, start, t);
            int n = __shfl_sync(ALL_LANES, length, t);
            T left_value = reads_x ? shuffle(x, t, WARP, ALL_LANES) : T();
            unsigned entry = (unsigned)(c + (int64_t)t * own.warps);
            for (int b = lane; b < n; b += 2 * WARP) {
                bool has_next = b + WARP < n;
                unsigned j = (unsigned)column[b] - (unsigned)w.low;
                unsigned j_next = has_next ? (unsigned)column[b + WARP] - (unsigned)w.low : ~0u;
                T y0 = reads_y ? y[b] : (T)1, y1 = reads_y && has_next ? y[b + WARP] : (T)1;
                if (WALK == WALK_MARK) {
                    if (j < window)
                        mark_column(row.word, j);
                    if (j_next < window)
                        mark_column(row.word, j_next);
                } else if (WALK == WALK_WINDOW) {
                    if (j < window)
                        fold_in_window((slot_t *)row.slot, j, mul(left_value, y0));
                    if (j_next < window)
                        fold_in_window((slot_t *)row.slot, j_next, mul(left_value, y1));
                } else {
                    if (j < window)
                        fold_product<IS_WARP>(row, w, j, left_value, y0, entry);
                    if (j_next < window)
                        fold_product<IS_WARP>(row, w, j_next, left_value, y1, entry);
                }
            }
            if (IS_WARP && WALK != WALK_MARK)
                __syncwarp();
        }
    }
}

/* The lowest and highest column of the products. */
template <bool IS_WARP>
DEVICE void extent_of_row(int32_t *low, int32_t *high, const struct mxm_row_arguments &a,
                          const struct owner<IS_WARP> &own, const struct rank_row &row)
{
    int32_t least = 0x7fffffff, most = -1;
    for (int64_t e = row.first + own.thread; e < row.last; e += own.threads) {
        int32_t k = a.A_column[e];
        int64_t b = a.B_row_start[k], b_last = a.B_row_start[k + 1];
        if (b < b_last) {
            least = min(least, a.B_column[b]);
            most = max(most, a.B_column[b_last - 1]);
        }
    }
    least = __reduce_min_sync(ALL_LANES, least);
    most = __reduce_max_sync(ALL_LANES, most);
    if (!IS_WARP) {
        int *shared = (int *)own.exchange;
        if (own.thread == 0) {
            shared[0] = 0x7fffffff;
            shared[1] = -1;
        }
        __syncthreads();
        if (lane_of_warp() == 0) {
            atomicMin(&shared[0], least);
            atomicMax(&shared[1], most);
        }
        __syncthreads();
        least = shared[0];
        most = shared[1];
        __syncthreads();
    }
    *low = least;
    *high = most;
}

/* Fills `before` of the words; gives the number of bits. */
template <bool IS_WARP>
DEVICE unsigned rank_bits(const struct owner<IS_WARP> &own, struct rank_word *word, unsigned words)
{
    unsigned total = 0;
    int lane = lane_of_warp();
    for (unsigned base = 0; base < words; base += (unsigned)own.threads) {
        unsigned k = base + (unsigned)own.thread, bits = k < words ? (unsigned)__popc(word[k].bits) : 0;
        unsigned before = bits;
#pragma unroll
        for (int d = 1; d < WARP; d *= 2) {
            unsigned other = __shfl_up_sync(ALL_LANES, before, d);
            before += lane >= d ? other : 0;
        }
        unsigned others = 0, all = __shfl_sync(ALL_LANES, before, WARP - 1);
        if (!IS_WARP) {
            if (lane == WARP - 1)
                own.exchange[own.warp] = all;
            __syncthreads();
            unsigned sum = lane < own.warps ? own.exchange[lane] : 0;
            others = __reduce_add_sync(ALL_LANES, lane < own.warp ? sum : 0);
            all = __reduce_add_sync(ALL_LANES, sum);
            __syncthreads();
        }
        if (k < words)
            word[k].before = total + others + before - bits;
        total += all;
    }
    own.meet();
    return total;
}

/* The product of the row that a block's any semiring keeps for column j: that of entry `entry` of the row of A. */
DEVICE T kept_product(const struct mxm_row_arguments &a, const struct rank_row &row, int32_t j,
                      unsigned entry)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    int64_t e = row.first + entry;
    T y = (T)1;
    if (READS_Y) {
        int64_t low = a.B_row_start[a.A_column[e]], high = a.B_row_start[a.A_column[e] + 1] - 1;
        while (low < high) {
            int64_t middle = (low + high) / 2;
            if (a.B_column[middle] < j)
                low = middle + 1;
            else
                high = middle;
        }
        y = B_value[low];
    }
    return mul(READS_X ? A_value[e] : (T)1, y);
}

/* Writes the columns of the window to C, and the values of those that have slots. */
template <bool IS_WARP>
DEVICE void write_columns(const struct mxm_row_arguments &a, const struct owner<IS_WARP> &own,
                          const struct rank_row &row, const struct rank_window &w, int64_t to)
{
    for (unsigned k = (unsigned)own.thread; k < w.words; k += (unsigned)own.threads) {
        struct rank_word word = row.word[k];
        unsigned place = word.before;
        for (unsigned bits = word.bits; bits != 0; bits &= bits - 1, place++) {
            int32_t j = w.low + (int32_t)(k * 32 + (unsigned)__ffs((int)bits) - 1);
            if (w.first == 0)
                a.column[to + place] = j;
            if (IS_CONSTANT)
                ((T *)a.value)[to + place] = mul((T)1, (T)1);
            else if (SEMIRING_IS_ANY && !IS_WARP && place - w.first < w.slots)
                ((T *)a.value)[to + place] = kept_product(a, row, j, ((unsigned *)row.slot)[place - w.first]);
        }
    }
}

/* A row that spans no more columns than there are slots, by one warp in one walk; gives its entries. */
DEVICE unsigned narrow_row(const struct mxm_row_arguments &a, const struct owner<true> &own,
                           const struct rank_row &row, const struct rank_window &w, int64_t to)
{
    slot_t *slot = (slot_t *)row.slot;
    unsigned found = 0;
    for (unsigned k = (unsigned)own.thread; k < w.words * 32; k += WARP)
        slot[k] = NO_PRODUCT;
    __syncwarp();
    walk<true, WALK_WINDOW>(a, own, row, w);
    __syncwarp();
    for (unsigned k = (unsigned)own.thread; k < w.words * 32; k += WARP) {
        slot_t sum = slot[k];
        unsigned present = __ballot_sync(ALL_LANES, sum != NO_PRODUCT);
        if (a.column != nullptr && sum != NO_PRODUCT) {
            int64_t place = to + found + __popc(present & ((1u << own.thread) - 1));
            a.column[place] = w.low + (int32_t)k;
            ((T *)a.value)[place] = value_of(sum);
        }
        found += (unsigned)__popc(present);
    }
    return found;
}

template <bool IS_WARP>
DEVICE void rank_row_of(const struct mxm_row_arguments &a, const struct owner<IS_WARP> &own, int64_t place,
                        struct rank_word *word, void *slot)
{
    int32_t row_number = a.list[place], low, high;
    struct rank_row row = {a.A_row_start[row_number], a.A_row_start[row_number + 1], word, slot};
    int64_t to = 0, written = 0;
    if (a.column != nullptr)
        to = a.offset != nullptr ? a.offset[place] : a.C_row_start[row_number];
    extent_of_row(&low, &high, a, own, row);
    for (int64_t window_low = low; window_low <= high; window_low += (int64_t)a.words * 32) {
        int64_t words = (high - window_low) / 32 + 1;
        struct rank_window w = {(int32_t)window_low, words < a.words ? (unsigned)words : (unsigned)a.words, 0,
                                0};
        if (IS_WARP && HAS_NO_PRODUCT && !IS_CONSTANT && w.words * 32 <= (unsigned)a.slots &&
            words == w.words) {
            struct owner<true> warp = {
                own.thread, WARP, 0, 1, nullptr
            };
            written += narrow_row(a, warp, row, w, to + written);
            continue;
        }
        for (unsigned k = (unsigned)own.thread; k < w.words; k += (unsigned)own.threads)
            word[k].bits = 0;
        own.meet();
        walk<IS_WARP, WALK_MARK>(a, own, row, w);
        own.meet();
        unsigned total = rank_bits(own, word, w.words);
        if (IS_WARP && !IS_CONSTANT && a.column != nullptr && total > 2 * (unsigned)a.slots && written == 0) {
            if (own.thread == 0)
                a.deferred[atomicAdd((unsigned long long *)a.deferred_rows, 1ull)] = (int32_t)place;
            return;
        }
        if (a.column != nullptr) {
            if (IS_CONSTANT || !(SEMIRING_IS_ANY && !IS_WARP))
                write_columns(a, own, row, w, to + written);
            for (w.first = 0; !IS_CONSTANT && w.first < total; w.first += w.slots) {
                w.slots = total - w.first < (unsigned)a.slots ? total - w.first : (unsigned)a.slots;
                for (unsigned s = (unsigned)own.thread; s < w.slots; s += (unsigned)own.threads)
                    if (SEMIRING_IS_ANY && !IS_WARP)
                        ((unsigned *)slot)[s] = ~0u;
                    else if (!SEMIRING_IS_ANY)
                        ((slot_t *)slot)[s] = slot_start();
                own.meet();
                walk<IS_WARP, WALK_FOLD>(a, own, row, w);
                own.meet();
                if (SEMIRING_IS_ANY && !IS_WARP)
                    write_columns(a, own, row, w, to + written);
                else
                    for (unsigned s = (unsigned)own.thread; s < w.slots; s += (unsigned)own.threads)
                        ((T *)a.value)[to + written + w.first + s] = value_of(((slot_t *)slot)[s]);
                own.meet();
            }
        }
        written += total;
        own.meet();
    }
    if (own.thread == 0 && a.count != nullptr)
        a.count[row_number] = (int32_t)written;
}

/* One warp for each row.  Shared memory: for each warp its words, then its slots. */
GRAPH_KERNEL void mxm_rank_warp(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    int warps = (int)blockDim.x / WARP, warp = (int)threadIdx.x / WARP;
    int64_t place = (int64_t)blockIdx.x * warps + warp;
    if (place >= a.rows)
        return;
    int64_t own_words = a.words + ((int64_t)a.slots * (int64_t)sizeof(slot_t) + 7) / 8;
    struct owner<true> own = {
        lane_of_warp(), WARP, 0, 1, nullptr
    };
    rank_row_of(a, own, a.first + place, (struct rank_word *)(mxm_shared + warp * own_words),
                mxm_shared + warp * own_words + a.words);
}

/* One block for each row, or for each of the rows that warps deferred. */
GRAPH_KERNEL void __launch_bounds__(1024, 1) mxm_rank_block(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ unsigned exchange[WARP];
    struct owner<false> own = {
        (int)threadIdx.x, (int)blockDim.x, (int)threadIdx.x / WARP, (int)blockDim.x / WARP, exchange
    };
    bool is_deferred = a.rows < 0;
    int64_t rows = is_deferred ? *a.deferred_rows : a.rows;
    for (int64_t r = blockIdx.x; r < rows; r += gridDim.x)
        rank_row_of(a, own, is_deferred ? a.deferred[r] : a.first + r, (struct rank_word *)mxm_shared,
                    mxm_shared + a.words);
}

/* Folds the products of three rows of A with the same columns: an entry of B is read, and its place found, once. */
DEVICE void fold_three(const struct mxm_row_arguments &a, const struct rank_row &row,
                       const struct rank_window &w, int slots)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    int lane = lane_of_warp();
    int64_t n = row.last - row.first;
    slot_t *slot = (slot_t *)row.slot;
    for (int64_t c = 0; c < n; c += WARP) {
        int entries = n - c < WARP ? (int)(n - c) : WARP, length = 0;
        int64_t e = SEMIRING_IS_ANY ? row.last - 1 - (c + lane) : row.first + c + lane, start = 0;
        T x[3] = {T(), T(), T()};
        if (lane < entries) {
            int32_t k = a.A_column[e];
            start = a.B_row_start[k];
            length = (int)(a.B_row_start[k + 1] - start);
#pragma unroll
            for (int i = 0; i < 3; i++)
                if (READS_X)
                    x[i] = A_value[e + i * n];
        }
        for (int t = 0; t < entries; t++) {
            int64_t first = __shfl_sync(ALL_LANES, start, t);
            int m = __shfl_sync(ALL_LANES, length, t);
            T left[3] = {T(), T(), T()};
#pragma unroll
            for (int i = 0; i < 3; i++)
                if (READS_X)
                    left[i] = shuffle(x[i], t, WARP, ALL_LANES);
            for (int b = lane; b < m; b += WARP) {
                unsigned j = (unsigned)(a.B_column[first + b] - w.low);
                T y = READS_Y ? B_value[first + b] : (T)1;
                struct rank_word word = row.word[j >> 5];
                unsigned place = word.before + (unsigned)__popc(word.bits & ((1u << (j & 31)) - 1)) - w.first;
                if (place < w.slots)
#pragma unroll
                    for (int i = 0; i < 3; i++) {
                        slot_t *own = slot + i * slots + place;
                        *own = SEMIRING_IS_ANY ? bits_of(mul(left[i], y)) : slot_add(*own, mul(left[i], y));
                    }
            }
            __syncwarp();
        }
    }
}

/* One warp for three rows.  Shared memory: for each warp its words, then the slots of the three rows. */
GRAPH_KERNEL void mxm_rank_triple(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    int warps = (int)blockDim.x / WARP, warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    int64_t place = (int64_t)blockIdx.x * warps + warp;
    if (place >= a.rows)
        return;
    place += a.first;
    int64_t own_words = a.words + ((int64_t)a.slots * (int64_t)sizeof(slot_t) + 7) / 8;
    int64_t number = a.list[place];
    int slots = a.slots / 3;
    struct rank_word *word = (struct rank_word *)(mxm_shared + warp * own_words);
    slot_t *slot = (slot_t *)(mxm_shared + warp * own_words + a.words);
    struct owner<true> own = {
        lane, WARP, 0, 1, nullptr
    };
    struct rank_row row = {a.A_row_start[number], a.A_row_start[number + 1], word, slot};
    int32_t low, high;
    extent_of_row(&low, &high, a, own, row);
    struct rank_window w = {low, (unsigned)(high - low) / 32 + 1, 0, 0};
    for (unsigned k = (unsigned)lane; k < w.words; k += WARP)
        word[k].bits = 0;
    __syncwarp();
    walk<true, WALK_MARK>(a, own, row, w);
    __syncwarp();
    unsigned total = rank_bits(own, word, w.words);
    if (lane < 3 && a.count != nullptr)
        a.count[number + lane] = (int32_t)total;
    if (a.column == nullptr)
        return;
    int64_t to = a.offset != nullptr ? a.offset[place] : a.C_row_start[number];
    for (int i = 0; i < 3; i++)
        write_columns(a, own, row, w, to + (int64_t)i * total);
    for (; !IS_CONSTANT && w.first < total; w.first += w.slots) {
        w.slots = total - w.first < (unsigned)slots ? total - w.first : (unsigned)slots;
        for (int i = 0; i < 3; i++)
            for (unsigned s = (unsigned)lane; s < w.slots; s += WARP)
                slot[i * slots + (int)s] = slot_start();
        __syncwarp();
        fold_three(a, row, w, slots);
        __syncwarp();
        for (int i = 0; i < 3; i++)
            for (unsigned s = (unsigned)lane; s < w.slots; s += WARP)
                ((T *)a.value)[to + (int64_t)i * total + w.first + s] = value_of(slot[i * slots + (int)s]);
        __syncwarp();
    }
}
