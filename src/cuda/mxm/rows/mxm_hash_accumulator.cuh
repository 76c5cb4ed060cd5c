/* Rows of C = A B whose columns form small clusters far apart, by a hash accumulator: as mxm_bitmap_accumulator.cuh,
 * but the non-zero words of the bitmap lie in a hash table.  A warp owns a row: it marks the columns, ranks the
 * words, and folds each product into the slot of its place.  Rows with too many words or entries are deferred to
 * mxm_bitmap_block.
 *
 * Sets of columns as words in a hash table: Deveci, Trott, Rajamanickam, IPDPSW 2017. */
#include "cuda/mxm/rows/mxm_hash_rank.cuh"
#include "cuda/mxm/rows/mxm_row_output.cuh"

/* Writes the columns of C: a word at a time, a lane for each bit. */
DEVICE void write_words(const struct mxm_row_arguments &a, const struct row_accumulator &row, unsigned keys,
                        int64_t to)
{
    unsigned lane = (unsigned)lane_of_warp();
#pragma unroll 2
    for (unsigned k = 0; k < keys; k++) {
        unsigned at = row.table.list[k];
        struct bitmap_word word = row.word[at];
        int64_t place = to + word.before + __popc(word.bits & ((1u << lane) - 1));
        if (word.bits >> lane & 1) {
            a.column[place] = (int32_t)(row.table.key[at] * 32 + lane);
            if (IS_CONSTANT)
                ((T *)a.value)[place] = mul((T)1, (T)1);
        }
    }
    __syncwarp();
}

/* One warp for each row, from the end of the list.  Shared memory of a warp: a.words words, a power of two; as many
 * keys; the number of keys; the slots, which share memory with the list of keys. */
GRAPH_KERNEL void mxm_hash_warp(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    int warps = (int)blockDim.x / WARP, warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    int64_t place = (int64_t)blockIdx.x * warps + warp;
    if (place >= a.rows)
        return;
    place = a.first + a.rows - 1 - place;
    int64_t slot_words = ((int64_t)a.slots * (int64_t)sizeof(slot_t) + 7) / 8;
    if (slot_words < a.words / 2)
        slot_words = a.words / 2;
    struct bitmap_word *word =
        (struct bitmap_word *)(mxm_shared + warp * (a.words + a.words / 2 + 1 + slot_words));
    unsigned *key = (unsigned *)(word + a.words), *keys = key + a.words, *list = keys + 2;
    int32_t number = a.list[place];
    struct row_accumulator row = {
        a.A_row_start[number],
        a.A_row_start[number + 1],
        word,
        list,
        {key, keys, list, (unsigned)a.words - 1, (unsigned)(a.words * 3 / 4 < 256 ? a.words * 3 / 4 : 256)}};
    struct thread_group<true> group = {
        lane, WARP, 0, 1, nullptr
    };
    struct column_window w = {0, 1u << 26, 0, 0}; /* all columns */
    for (int k = lane; k < a.words; k += WARP) {
        word[k].bits = 0;
        key[k] = NO_KEY;
    }
    bool fits = row.last - row.first <= MXM_WARP_ENTRIES;
    if (lane == 0)
        *keys = 0;
    __syncwarp();
    if (fits)
        traverse_row<true, MARK_HASHED>(a, group, row, w);
    __syncwarp();
    unsigned found = *keys, total = 0;
    fits = fits && found <= row.table.most_keys;
    if (fits) {
        total = found <= 32    ? rank_small(row, found)
                : found <= 128 ? rank_sorted<4>(row, found)
                               : rank_sorted<8>(row, found);
        fits = IS_CONSTANT || a.column == nullptr || total <= 2 * (unsigned)a.slots;
    }
    if (!fits) {
        if (lane == 0)
            a.deferred[atomicAdd((unsigned long long *)a.deferred_rows, 1ull)] = (int32_t)place;
        return;
    }
    if (a.column != nullptr) {
        int64_t to = a.offset != nullptr ? a.offset[place] : a.C_row_start[number];
        write_words(a, row, found, to);
        fold_windows<true, FOLD_HASHED>(a, group, row, w, total, to);
    }
    if (lane == 0 && a.count != nullptr)
        a.count[number] = (int32_t)total;
}
