/* Column compression: rows of C = A B with some hundred products whose columns lie in a small number of words of 32
 * columns; half a warp for each row.
 *
 * The symbolic kernel (mxm_compressed_count.cu) joins the words of the rows of B by bitmaps: it sets a bit for
 * each word of the row, and the rank of that bit numbers the word; the bits of a word are the union of those of the rows
 * of B, which gives the number of entries.  It saves the words in scratch memory, and for each word of a row of B which
 * word of the row it is.  The numeric kernel here reads that back: the slot of a product is the number of entries before
 * its word, plus the rank of its bit.  A row of B goes in pieces of as many entries as there are lanes, so that lanes
 * never meet in a slot.
 *
 * Longer rows are listed, for a kernel with more room; rows with more words, pieces or entries than that go to the blocks
 * of mxm_bitmap_accumulator.cuh.  After the column compression of Kokkos Kernels (Deveci, Trott, Rajamanickam, IPDPSW
 * 2017). */
#include "cuda/mxm/rows/mxm_accumulate.cuh"

#include "cuda/mxm/whole/mxm_compressed_half_warp.cuh"

enum {
    COMPRESSED_AHEAD = 4, /* pieces that are loaded before the first is used */
    COMPRESSED_BLOCKS = 5,
    COMPRESSED_BLOCKS_LARGE = 3
};

/* Entries of B from `start` on that are multiplied by x.  numbers: the place of the first word of this row of B among the
 * words of all << 8 | how many entries. */
struct __align__(16) compressed_piece
{
    slot_t x;
    unsigned start, numbers;
};
struct compressed_word {
    unsigned bits, packed;
};

/* The shared memory of a row; at: which word of the row each word of the rows of B is.  Two rooms that follow each other
 * begin in different halves of the banks. */
template <bool IS_LARGE> struct compressed_room {
    typedef compressed_most<IS_LARGE> most;
    struct compressed_piece piece[most::PIECES];
    slot_t slot[most::SLOTS];
    int32_t column[most::SLOTS];
    struct compressed_word word[most::WORDS];
    uint8_t at[most::PAIRS];
};

DEVICE unsigned compressed_before(struct compressed_word word)
{
    return word.packed & ((1 << COMPRESSED_BEFORE_BITS) - 1);
}
DEVICE unsigned compressed_column(struct compressed_word word)
{
    return word.packed >> (COMPRESSED_BEFORE_BITS - 5) & ~31u;
}

/* Cuts the rows of B into pieces and gives their number, rounded up with empty ones to a multiple of COMPRESSED_AHEAD
 * that both rows of the warp have; *pairs: the number of words. */
template <bool IS_LARGE>
DEVICE int compressed_cut(const struct mxm_compressed_arguments &a, struct compressed_room<IS_LARGE> &room,
                          const struct compressed_row &row, int *pairs)
{
    static_assert(COMPRESSED_LANES * (compressed_most<IS_LARGE>::PIECES + 1) < 1 << COMPRESSED_PAIR_SHIFT,
                  "numbers fit");
    const T *A_value = (const T *)a.A_value;
    const unsigned mask = (1 << COMPRESSED_PAIR_SHIFT) - 1;
    unsigned begun = 0;
#pragma unroll 1
    for (int e = compressed_lane(); __any_sync(ALL_LANES, e - compressed_lane() < row.entries);
         e += COMPRESSED_LANES) {
        uint2 record = make_uint2(0, 0);
        slot_t x = 0;
        if (e < row.entries) {
            record = ((const uint2 *)a.B_record)[2 * (int64_t)a.A_column[row.first + e]];
            if (READS_X)
                x = bits_of(A_value[row.first + e]);
        }
        unsigned from = record.x, remaining = record.y & 0xffff;
        const unsigned cut = (remaining + COMPRESSED_LANES - 1) / COMPRESSED_LANES;
        const unsigned counts = cut | record.y >> 16 << COMPRESSED_PAIR_SHIFT;
        const unsigned sum = compressed_scan(counts),
                       all = __shfl_sync(ALL_LANES, sum, COMPRESSED_LANES - 1, COMPRESSED_LANES);
        unsigned at = (begun & mask) + (sum & mask) - cut;
        const unsigned pair = (begun >> COMPRESSED_PAIR_SHIFT) + (sum >> COMPRESSED_PAIR_SHIFT) -
                              (counts >> COMPRESSED_PAIR_SHIFT);
        begun += all;
#pragma unroll 1
        for (; remaining > 0; at++, from += COMPRESSED_LANES) {
            const unsigned here = min(remaining, (unsigned)COMPRESSED_LANES);
            room.piece[at] = {x, from, pair << 8 | here};
            remaining -= here;
        }
    }
    const int pieces = (int)(begun & mask);
    *pairs = (int)(begun >> COMPRESSED_PAIR_SHIFT);
    const int most =
        (max(pieces, __shfl_xor_sync(ALL_LANES, pieces, COMPRESSED_LANES)) + COMPRESSED_AHEAD - 1) /
        COMPRESSED_AHEAD * COMPRESSED_AHEAD;
#pragma unroll 1
    for (int k = pieces + compressed_lane(); k < most; k += COMPRESSED_LANES)
        room.piece[k] = {0, 0, 0};
    return most;
}

/* Adds the products of a row to the slots, and writes their columns.  The records of some pieces are read at a time.
 * Lanes without an entry read the first of the piece, or of B.  Of an `any` the first product shall stay: pieces go from
 * the last to the first. */
template <bool IS_LARGE>
DEVICE void compressed_fold_row(const struct mxm_compressed_arguments &a,
                                struct compressed_room<IS_LARGE> &room, int pieces)
{
    const T *B_value = (const T *)a.B_value;
    const unsigned lane = (unsigned)compressed_lane();
#pragma unroll 1
    for (int p = 0; p < pieces; p += COMPRESSED_AHEAD) {
        unsigned place[COMPRESSED_AHEAD], first[COMPRESSED_AHEAD], code[COMPRESSED_AHEAD];
        bool is_there[COMPRESSED_AHEAD];
        slot_t x[COMPRESSED_AHEAD];
        T y[COMPRESSED_AHEAD];
#pragma unroll
        for (int u = 0; u < COMPRESSED_AHEAD; u++) {
            const struct compressed_piece &piece = room.piece[SEMIRING_IS_ANY ? pieces - 1 - p - u : p + u];
            const unsigned numbers = piece.numbers;
            is_there[u] = lane < (numbers & 0xff);
            const unsigned e = piece.start + (is_there[u] ? lane : 0);
            first[u] = numbers >> 8;
            x[u] = piece.x;
            code[u] = a.B_code[e];
            y[u] = READS_Y ? B_value[e] : (T)1;
        }
#pragma unroll
        for (int u = 0; u < COMPRESSED_AHEAD; u++)
            place[u] = room.at[first[u] + code[u] / 32];
#pragma unroll
        for (int u = 0; u < COMPRESSED_AHEAD; u++) {
            const struct compressed_word word = room.word[place[u]];
            place[u] = compressed_before(word) + (unsigned)__popc(word.bits & ((1u << (code[u] & 31)) - 1));
            const int32_t column = (int32_t)(compressed_column(word) | (code[u] & 31));
            if (is_there[u])
                room.column[place[u]] = column;
        }
#pragma unroll
        for (int u = 0; u < COMPRESSED_AHEAD; u++) {
            const T product = mul(READS_X ? value_of(x[u]) : (T)1, y[u]);
            if (is_there[u] && SEMIRING_IS_ANY)
                room.slot[place[u]] = bits_of(product);
            else if (is_there[u])
                fold_alone(&room.slot[place[u]], product);
            if (!FOLDS_NATIVELY)
                __syncwarp();
        }
    }
}

/* The columns of a row, for semirings that need the pattern alone. */
template <bool IS_LARGE> DEVICE void compressed_columns(struct compressed_room<IS_LARGE> &room, int words)
{
#pragma unroll 1
    for (int k = compressed_lane(); k < words; k += COMPRESSED_LANES) {
        const struct compressed_word word = room.word[k];
        unsigned to = compressed_before(word);
        for (unsigned remaining = word.bits; remaining != 0; remaining &= remaining - 1)
            room.column[to++] = (int32_t)(compressed_column(word) + (unsigned)__ffs((int)remaining) - 1);
    }
    __syncwarp();
}

/* Half a warp for each row. */
template <bool IS_LARGE>
DEVICE void compressed_make_row(const struct mxm_compressed_arguments &a, char *shared)
{
    enum { BYTES = MXM_COMPRESSED_BYTES(IS_LARGE, sizeof(slot_t)) };
    static_assert(sizeof(struct compressed_room<IS_LARGE>) <= BYTES && BYTES % 128 == 64,
                  "as the host thinks");
    struct compressed_room<IS_LARGE> &room =
        *(struct compressed_room<IS_LARGE> *)(shared + threadIdx.x / COMPRESSED_LANES * BYTES);
    const int32_t place = compressed_place(a);
    struct compressed_row row = compressed_row_at(a, IS_LARGE && place >= 0 ? a.large[place] : place);
    const int lane = compressed_lane();
    const uint32_t *saved = nullptr;
    int words = 0, total = 0, pairs;
    int64_t to = 0;
    if (row.number >= 0) {
        words = a.words[row.number];
        to = a.C_row_start[row.number];
        total = (int)(a.C_row_start[row.number + 1] - to);
        saved = a.saved + (int64_t)row.number * MXM_COMPRESSED_SAVED;
        if (IS_LARGE)
            words -= MXM_COMPRESSED_IS_LARGE;
        else if (words >= MXM_COMPRESSED_IS_LARGE) /* the other kernel computes it */
            words = total = row.entries = 0;
    }
#pragma unroll 1
    for (int k = lane; k < words; k += COMPRESSED_LANES)
        room.word[k] = {saved[words + k], saved[k]};
    int32_t *column = a.C_column + to;
    T *value = (T *)a.C_value + to;
    if (IS_CONSTANT) {
        __syncwarp();
        compressed_columns(room, words);
        for (int k = lane; k < total; k += COMPRESSED_LANES) {
            column[k] = room.column[k];
            value[k] = mul((T)1, (T)1);
        }
        return;
    }
    const int pieces = compressed_cut(a, room, row, &pairs);
#pragma unroll 1
    for (int k = lane; 4 * k < pairs; k += COMPRESSED_LANES)
        ((unsigned *)room.at)[k] = saved[2 * words + k];
    if (pairs == 0 && lane == 0)
        room.at[0] = 0; /* for the entries that empty pieces read */
#pragma unroll 1
    for (int k = lane; k < total && !SEMIRING_IS_ANY; k += COMPRESSED_LANES)
        room.slot[k] = fold_start();
    __syncwarp();
    compressed_fold_row(a, room, pieces);
    if (FOLDS_NATIVELY)
        __syncwarp();
    for (int k = lane; k < total; k += COMPRESSED_LANES) {
        column[k] = room.column[k];
        value[k] = fold_value(room.slot[k]);
    }
}

#if HAS_KERNEL(mxm_compressed)
GRAPH_KERNEL void __launch_bounds__(MXM_COMPRESSED_THREADS, COMPRESSED_BLOCKS)
    mxm_compressed(struct mxm_compressed_arguments a)
{
    extern __shared__ ulonglong2 compressed_shared[];
    compressed_make_row<false>(a, (char *)compressed_shared);
}
#endif

#if HAS_KERNEL(mxm_compressed_large)
GRAPH_KERNEL void __launch_bounds__(MXM_COMPRESSED_THREADS, COMPRESSED_BLOCKS_LARGE)
    mxm_compressed_large(struct mxm_compressed_arguments a)
{
    extern __shared__ ulonglong2 compressed_shared[];
    compressed_make_row<true>(a, (char *)compressed_shared);
}
#endif
