/* Writes a row of C whose columns are marked: the columns from the bits, and the sums from another traversal of the
 * products, as many at a time as there are slots. */
#ifndef CUDA_MXM_ROWS_MXM_ROW_OUTPUT_CUH
#define CUDA_MXM_ROWS_MXM_ROW_OUTPUT_CUH

#include "cuda/mxm/rows/mxm_row_products.cuh"

/* The product that an any semiring selects for column j, in a block: that of entry `entry` of the row of A. */
DEVICE T selected_product(const struct mxm_row_arguments &a, const struct row_accumulator &row, int32_t j,
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

/* Writes the columns of the window to C; for any semirings in a block, also the values that have slots. */
template <bool IS_WARP>
DEVICE void write_columns(const struct mxm_row_arguments &a, const struct thread_group<IS_WARP> &group,
                          const struct row_accumulator &row, const struct column_window &w, int64_t to)
{
    enum { FULL = 8 /* bits of a word, in the mean */ };
    const struct bitmap_word end = row.word[w.words - 1];
    const bool has_only_columns = IS_CONSTANT || !SEMIRING_IS_ANY || IS_WARP;
    /* Dense words: a lane for each bit, so that stores are coalesced. */
    if (has_only_columns && w.first == 0 && end.before + (unsigned)__popc(end.bits) >= FULL * w.words) {
        const unsigned lane = (unsigned)lane_of_warp();
#pragma unroll 4
        for (unsigned k = (unsigned)group.warp; k < w.words; k += (unsigned)group.warps) {
            const struct bitmap_word word = row.word[k];
            if (word.bits >> lane & 1) {
                const int64_t place = to + word.before + __popc(word.bits & ((1u << lane) - 1));
                a.column[place] = w.low + (int32_t)(k * 32 + lane);
                if (IS_CONSTANT)
                    ((T *)a.value)[place] = mul((T)1, (T)1);
            }
        }
        return;
    }
    const unsigned entries = end.before + (unsigned)__popc(end.bits);
    if (!IS_WARP && !IS_CONSTANT && !SEMIRING_IS_ANY &&
        entries <= (unsigned)a.slots * (unsigned)(sizeof(slot_t) / sizeof(int32_t))) {
        /* Through the slots, which are not in use yet, so that stores are coalesced. */
        int32_t *list = (int32_t *)row.slot;
        for (unsigned k = (unsigned)group.thread; k < w.words; k += (unsigned)group.threads) {
            const struct bitmap_word word = row.word[k];
            int32_t *there = list + word.before;
            for (unsigned bits = word.bits; bits != 0; bits &= bits - 1)
                *there++ = w.low + (int32_t)(k * 32 + (unsigned)__ffs((int)bits) - 1);
        }
        group.sync();
        for (unsigned p = (unsigned)group.thread; p < entries; p += (unsigned)group.threads)
            a.column[to + p] = list[p];
        group.sync();
        return;
    }
    for (unsigned k = (unsigned)group.thread; k < w.words; k += (unsigned)group.threads) {
        struct bitmap_word word = row.word[k];
        unsigned place = word.before;
        for (unsigned bits = word.bits; bits != 0; bits &= bits - 1, place++) {
            int32_t j = w.low + (int32_t)(k * 32 + (unsigned)__ffs((int)bits) - 1);
            if (w.first == 0)
                a.column[to + place] = j;
            if (IS_CONSTANT)
                ((T *)a.value)[to + place] = mul((T)1, (T)1);
            else if (SEMIRING_IS_ANY && !IS_WARP && place - w.first < w.slots)
                ((T *)a.value)[to + place] =
                    selected_product(a, row, j, ((unsigned *)row.slot)[place - w.first]);
        }
    }
}

/* Folds the products of the window, as many of its `total` places at a time as there are slots, and writes the sums.
 * Where they fit, several copies of the slots reduce contention between the warps of a block. */
template <bool IS_WARP, int ACTION>
DEVICE void fold_windows(const struct mxm_row_arguments &a, const struct thread_group<IS_WARP> &group,
                         const struct row_accumulator &row, struct column_window w, unsigned total,
                         int64_t to)
{
    enum { MOST_COPIES = 8 };
    unsigned copies = 1;
    if (ACTION_EXCHANGES(IS_WARP, ACTION))
        while (2 * copies <= min((unsigned)group.warps, (unsigned)MOST_COPIES) &&
               2 * copies * total <= (unsigned)a.slots)
            copies *= 2;
    struct row_accumulator copy = row;
    copy.slot = (slot_t *)row.slot + ((unsigned)group.warp & (copies - 1)) * total;
    for (w.first = 0; !IS_CONSTANT && w.first < total; w.first += w.slots) {
        w.slots = total - w.first < (unsigned)a.slots ? total - w.first : (unsigned)a.slots;
        for (unsigned s = (unsigned)group.thread; s < copies * w.slots; s += (unsigned)group.threads)
            if (SEMIRING_IS_ANY && !IS_WARP)
                ((unsigned *)row.slot)[s] = ~0u;
            else if (!SEMIRING_IS_ANY)
                ((slot_t *)row.slot)[s] = fold_start();
        group.sync();
        traverse_row<IS_WARP, ACTION>(a, group, copy, w);
        group.sync();
        if (SEMIRING_IS_ANY && !IS_WARP)
            write_columns(a, group, row, w, to);
        else
            for (unsigned s = (unsigned)group.thread; s < w.slots; s += (unsigned)group.threads) {
                slot_t sum = ((slot_t *)row.slot)[s];
                for (unsigned c = 1; ACTION_EXCHANGES(IS_WARP, ACTION) && c < copies; c++)
                    sum = fold_join(sum, ((slot_t *)row.slot)[c * total + s]);
                ((T *)a.value)[to + w.first + s] = fold_value(sum);
            }
        group.sync();
    }
}

#endif
