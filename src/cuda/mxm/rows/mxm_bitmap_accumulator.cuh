/* Long rows of C = A B by a bitmap accumulator.  A warp or a block owns a row.
 *
 * Symbolic pass: mark the column of each product in a bitmap in shared memory.  Rank: the place of column j in the
 * row is the number of bits before j, so columns come out sorted, and sums need as many slots as the row has entries.
 * Numeric pass: traverse the products once more and fold each into the slot of its place.
 *
 * Blocks that count and compute in two launches save the bitmap in scratch memory between them.  A row wider than the
 * bitmap is computed in windows of columns; a row with more entries than slots, in windows of places.  A warp takes
 * the rows of B in the order of k, and the entries of one row of B have different slots, so it needs plain loads and
 * stores; warps of a block update a slot atomically. */
#ifndef CUDA_MXM_ROWS_MXM_BITMAP_ACCUMULATOR_CUH
#define CUDA_MXM_ROWS_MXM_BITMAP_ACCUMULATOR_CUH

#include "cuda/mxm/rows/mxm_row_output.cuh"

/* An exclusive prefix sum over the bits of the words, by a warp; gives the number of bits. */
DEVICE unsigned rank_bits(const struct thread_group<true> &, struct bitmap_word *word, unsigned words)
{
    const int lane = lane_of_warp();
    unsigned total = 0;
    for (unsigned base = 0; base < words; base += WARP) {
        const unsigned k = base + (unsigned)lane;
        const int bits = k < words ? __popc(word[k].bits) : 0, sum = scan_warp(bits);
        if (k < words)
            word[k].before = total + (unsigned)(sum - bits);
        total += (unsigned)__shfl_sync(ALL_LANES, sum, WARP - 1);
    }
    __syncwarp();
    return total;
}

/* The same by a block.  A thread has consecutive words, an odd number, to avoid bank conflicts. */
DEVICE unsigned rank_bits(const struct thread_group<false> &group, struct bitmap_word *word, unsigned words)
{
    const unsigned threads = (unsigned)group.threads, each = ((words + threads - 1) / threads) | 1;
    const unsigned first = min(each * (unsigned)group.thread, words), last = min(first + each, words);
    const int lane = lane_of_warp();
    int bits = 0;
    for (unsigned k = first; k < last; k++)
        bits += __popc(word[k].bits);
    const int sum = scan_warp(bits);
    if (lane == WARP - 1)
        group.shared->exchange[group.warp] = (unsigned)sum;
    __syncthreads();
    const unsigned sums = lane < group.warps ? group.shared->exchange[lane] : 0;
    unsigned before = __reduce_add_sync(ALL_LANES, lane < group.warp ? sums : 0) + (unsigned)(sum - bits);
    for (unsigned k = first; k < last; k++) {
        word[k].before = before;
        before += (unsigned)__popc(word[k].bits);
    }
    __syncthreads();
    return __reduce_add_sync(ALL_LANES, sums);
}

/* A row that spans no more columns than there are slots, by one warp in one pass: slots are indexed by column.  Gives
 * the number of entries. */
DEVICE unsigned narrow_row(const struct mxm_row_arguments &a, const struct thread_group<true> &group,
                           const struct row_accumulator &row, const struct column_window &w, int64_t to)
{
    slot_t *slot = (slot_t *)row.slot;
    unsigned found = 0;
    for (unsigned k = (unsigned)group.thread; k < w.words * 32; k += WARP)
        slot[k] = NO_PRODUCT;
    __syncwarp();
    traverse_row<true, FOLD_WINDOW>(a, group, row, w);
    __syncwarp();
    for (unsigned k = (unsigned)group.thread; k < w.words * 32; k += WARP) {
        slot_t sum = slot[k];
        unsigned present = __ballot_sync(ALL_LANES, sum != NO_PRODUCT);
        if (a.column != nullptr && sum != NO_PRODUCT) {
            int64_t place = to + found + __popc(present & ((1u << group.thread) - 1));
            a.column[place] = w.low + (int32_t)k;
            ((T *)a.value)[place] = value_of(sum);
        }
        found += (unsigned)__popc(present);
    }
    return found;
}

template <bool IS_WARP>
DEVICE void compute_row(const struct mxm_row_arguments &a, const struct thread_group<IS_WARP> &group,
                        int64_t place, struct bitmap_word *word, void *slot)
{
    int32_t row_number = a.list != nullptr ? a.list[place] : (int32_t)place, low, high;
    struct row_accumulator row = {a.A_row_start[row_number], a.A_row_start[row_number + 1], word, slot, {}};
    int64_t to = 0, written = 0;
    unsigned *saved_bits =
        IS_WARP || a.saved == nullptr ? nullptr : (unsigned *)a.saved + a.saved_offset[place];
    if (a.column != nullptr)
        to = a.offset != nullptr ? a.offset[place] : a.C_row_start[row_number];
    extent_of_row(&low, &high, a, group, row);
    for (int64_t window_low = low; window_low <= high; window_low += (int64_t)a.words * 32) {
        int64_t words = (high - window_low) / 32 + 1;
        struct column_window w = {(int32_t)window_low, words < a.words ? (unsigned)words : (unsigned)a.words,
                                  0, 0};
        if (IS_WARP && HAS_NO_PRODUCT && !IS_CONSTANT && w.words * 32 <= (unsigned)a.slots &&
            words == w.words) {
            struct thread_group<true> warp = {
                group.thread, WARP, 0, 1, nullptr
            };
            written += narrow_row(a, warp, row, w, to + written);
            continue;
        }
        const bool is_known = saved_bits != nullptr && a.column != nullptr;
        for (unsigned k = (unsigned)group.thread; k < w.words; k += (unsigned)group.threads)
            word[k].bits = is_known ? saved_bits[k] : 0;
        group.sync();
        if (!is_known) {
            traverse_row<IS_WARP, MARK_BITMAP>(a, group, row, w);
            group.sync();
        }
        unsigned total = rank_bits(group, word, w.words);
        if (saved_bits != nullptr) {
            for (unsigned k = (unsigned)group.thread; k < w.words && !is_known; k += (unsigned)group.threads)
                saved_bits[k] = word[k].bits;
            saved_bits += w.words;
        }
        if (IS_WARP && !IS_CONSTANT && a.column != nullptr && total > 2 * (unsigned)a.slots && written == 0) {
            if (group.thread == 0)
                a.deferred[atomicAdd((unsigned long long *)a.deferred_rows, 1ull)] = (int32_t)place;
            return;
        }
        if (a.column != nullptr) {
            if (IS_CONSTANT || !(SEMIRING_IS_ANY && !IS_WARP))
                write_columns(a, group, row, w, to + written);
            fold_windows<IS_WARP, FOLD_BITMAP>(a, group, row, w, total, to + written);
        }
        written += total;
        group.sync();
    }
    if (group.thread == 0 && a.count != nullptr)
        a.count[row_number] = (int32_t)written;
}

#if HAS_KERNEL(mxm_bitmap_warp)
/* One warp for each row.  Shared memory: for each warp its words, then its slots. */
GRAPH_KERNEL void mxm_bitmap_warp(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    int warps = (int)blockDim.x / WARP, warp = (int)threadIdx.x / WARP;
    int64_t place = (int64_t)blockIdx.x * warps + warp;
    if (place >= a.rows)
        return;
    int64_t warp_words = a.words + ((int64_t)a.slots * (int64_t)sizeof(slot_t) + 7) / 8;
    struct thread_group<true> group = {
        lane_of_warp(), WARP, 0, 1, nullptr
    };
    compute_row(a, group, a.first + place, (struct bitmap_word *)(mxm_shared + warp * warp_words),
                mxm_shared + warp * warp_words + a.words);
}
#endif

#if HAS_KERNEL(mxm_bitmap_block)
/* One block for each row, or for each row that warps deferred (rows = -1). */
GRAPH_KERNEL void __launch_bounds__(1024, 1) mxm_bitmap_block(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ struct block_row shared;
    struct thread_group<false> group = {
        (int)threadIdx.x, (int)blockDim.x, (int)threadIdx.x / WARP, (int)blockDim.x / WARP, &shared
    };
    bool is_deferred = a.rows < 0;
    if (threadIdx.x == 0)
        shared.before = (unsigned *)((slot_t *)(mxm_shared + a.words) + a.slots);
    int64_t rows = is_deferred ? *a.deferred_rows : a.rows;
    for (int64_t r = blockIdx.x; r < rows; r += gridDim.x)
        compute_row(a, group, is_deferred ? a.deferred[r] : a.first + r, (struct bitmap_word *)mxm_shared,
                    mxm_shared + a.words);
}
#endif

#endif
