/* Rows of C = A B with some hundred products whose columns lie in few words of 32 columns.  Some lanes own a row: they put
 * its words, which are those of rows of B, into a small hash table, sort these, which ranks the columns, and fold the
 * products into slots by rank.  Rows of a warp are worked on in step.  A row of B goes in pieces of as many entries as
 * there are lanes, so that a lane never meets another in a slot.  Rows with more words, pieces or entries than there is
 * room for are left to the blocks of mxm_rank.cuh.
 * Words in hash tables: Deveci, Trott, Rajamanickam, IPDPSW 2017. */
#include "cuda/mxm_values.cuh"

#include "cuda/network.cuh"

enum {
    FEW_LANES = MXM_FEW_LANES,
    FEW_WORDS = MXM_FEW_WORDS,
    FEW_WORDS_LOG = 6,
    FEW_SLOTS = MXM_FEW_SLOTS,
    FEW_PIECES = MXM_FEW_PIECES,
    FEW_PAIRS = MXM_FEW_PAIRS,
    FEW_MARKERS = 8, /* lanes for the words of a row of B */
    FEW_TOGETHER = FEW_LANES / FEW_MARKERS,
    FEW_AHEAD = 4, /* pieces whose loads are under way together */
    /* Three numbers in a word: pieces of entries, pieces of words, words. */
    FEW_WORD_PIECE_SHIFT = 10,
    FEW_PAIR_SHIFT = 20
};
static_assert(FEW_WORDS == 1 << FEW_WORDS_LOG && FEW_LANES * (FEW_PIECES + 1) <= 1 << FEW_WORD_PIECE_SHIFT &&
                  FEW_LANES * (FEW_PAIRS + 1) <= 1 << (32 - FEW_PAIR_SHIFT),
              "numbers fit");
#define FEW_NO_KEY 0xffffffffu

/* Entries or words `start` and the next ones of B, `place` << 8 | how many: place is that of the first word of this row of B
 * among the words of all, or that of the first of these words. */
struct few_piece {
    unsigned start, length;
};
struct few_word {
    unsigned bits, before;
};

/* What the lanes of a row have in shared memory.  at: where each word of the rows of B is in the table. */
struct few_room {
    struct few_word word[FEW_WORDS];
    struct few_piece piece[FEW_PIECES];
    unsigned key[FEW_WORDS];
    uint8_t at[FEW_PAIRS];
    slot_t x[FEW_PIECES]; /* the value of A that each piece meets */
    union {
        struct few_piece word_piece[FEW_PIECES];
        unsigned list[FEW_WORDS];
        int32_t column[FEW_SLOTS];
        slot_t slot[FEW_SLOTS];
    };
};
static_assert(sizeof(struct few_room) == MXM_FEW_BYTES(sizeof(slot_t)), "as the host thinks");

/* A row of A, the pieces of the rows of B that it meets, and whether it is left to others. */
struct few_row {
    int64_t first;
    int entries, pieces, word_pieces;
    bool is_left;
};

DEVICE unsigned few_lanes(unsigned of_warp)
{
    return of_warp >> (lane_of_warp() / FEW_LANES * FEW_LANES) & (ALL_LANES >> (WARP - FEW_LANES));
}

template <class N> DEVICE N few_sum_so_far(N x, int lane)
{
#pragma unroll
    for (int d = 1; d < FEW_LANES; d *= 2) {
        const N other = __shfl_up_sync(ALL_LANES, x, d, FEW_LANES);
        x += lane >= d ? other : 0;
    }
    return x;
}

/* Cuts the rows of B into pieces. */
DEVICE void few_cut(const struct mxm_row_arguments &a, struct few_room &room, struct few_row &row, int lane)
{
    const T *A_value = (const T *)a.A_value;
    unsigned begun = 0;
    for (int e = lane; __any_sync(ALL_LANES, e - lane < row.entries); e += FEW_LANES) {
        unsigned start = 0, length = 0, words = 0;
        slot_t x = 0;
        if (e < row.entries) {
            const int64_t at = row.first + (SEMIRING_IS_ANY ? row.entries - 1 - e : e);
            const int32_t k = a.A_column[at];
            start = (unsigned)a.B_row_start[k];
            length = (unsigned)(a.B_row_start[k + 1] - start);
            words = (unsigned)a.B_words[k];
            if (READS_X && !IS_CONSTANT)
                x = bits_of(A_value[at]);
        }
        const unsigned cut = min((length + FEW_LANES - 1) / FEW_LANES, (unsigned)FEW_PIECES + 1);
        const unsigned word_cut = min((words + FEW_MARKERS - 1) / FEW_MARKERS, (unsigned)FEW_PIECES + 1);
        const unsigned own =
            cut | word_cut << FEW_WORD_PIECE_SHIFT | min(words, (unsigned)FEW_PAIRS + 1) << FEW_PAIR_SHIFT;
        const unsigned sum = few_sum_so_far(own, lane),
                       all = __shfl_sync(ALL_LANES, sum, FEW_LANES - 1, FEW_LANES);
        const unsigned mask = (1 << FEW_WORD_PIECE_SHIFT) - 1;
        unsigned at = (begun & mask) + (sum & mask) - cut;
        unsigned word_at =
            (begun >> FEW_WORD_PIECE_SHIFT & mask) + (sum >> FEW_WORD_PIECE_SHIFT & mask) - word_cut;
        unsigned pair = (begun >> FEW_PAIR_SHIFT) + (sum >> FEW_PAIR_SHIFT) - (own >> FEW_PAIR_SHIFT);
        if ((begun & mask) + (all & mask) > FEW_PIECES ||
            (begun >> FEW_WORD_PIECE_SHIFT & mask) + (all >> FEW_WORD_PIECE_SHIFT & mask) > FEW_PIECES ||
            (begun >> FEW_PAIR_SHIFT) + (all >> FEW_PAIR_SHIFT) > FEW_PAIRS) {
            row.is_left = true;
            row.entries = 0;
            begun = 0;
            continue;
        }
        begun += all;
        unsigned from = start, left = length;
#pragma unroll 1
        for (; left > 0; at++, from += FEW_LANES) {
            const unsigned here = min(left, (unsigned)FEW_LANES);
            room.piece[at] = {from, pair << 8 | here};
            if (READS_X && !IS_CONSTANT)
                room.x[at] = x;
            left -= here;
        }
#pragma unroll 1
        for (; words > 0; word_at++, pair += FEW_MARKERS, start += FEW_MARKERS) {
            const unsigned here = min(words, (unsigned)FEW_MARKERS);
            room.word_piece[word_at] = {start, pair << 8 | here};
            words -= here;
        }
    }
    row.pieces = begun & ((1 << FEW_WORD_PIECE_SHIFT) - 1);
    row.word_pieces = begun >> FEW_WORD_PIECE_SHIFT & ((1 << FEW_WORD_PIECE_SHIFT) - 1);
    __syncwarp();
}

/* Marks columns of a word; gives its place, or FEW_WORDS if there is no room for it. */
DEVICE unsigned few_mark(struct few_room &room, unsigned key, unsigned mask)
{
    unsigned at = key * 0x9e3779b1u >> (32 - FEW_WORDS_LOG);
#pragma unroll 1
    for (int tries = 0; tries < FEW_WORDS; tries++) {
        unsigned seen = *(volatile unsigned *)&room.key[at];
        if (seen == FEW_NO_KEY)
            seen = atomicCAS(&room.key[at], FEW_NO_KEY, key);
        if (seen == FEW_NO_KEY || seen == key) {
            atomicOr(&room.word[at].bits, mask);
            return at;
        }
        at = (at + 1) % FEW_WORDS;
    }
    return FEW_WORDS;
}

/* Puts the words of a row into the table: FEW_TOGETHER rows of B at a time. */
DEVICE void few_mark_row(const struct mxm_row_arguments &a, struct few_room &room, struct few_row &row,
                         int lane)
{
    enum { AHEAD = FEW_AHEAD / FEW_TOGETHER };
    const unsigned marker = (unsigned)lane % FEW_MARKERS;
    const uint2 *B_word = (const uint2 *)a.B_word;
    for (int p = lane / FEW_MARKERS; __any_sync(ALL_LANES, p < row.word_pieces); p += FEW_AHEAD) {
        struct few_piece piece[AHEAD];
        uint2 word[AHEAD];
#pragma unroll
        for (int u = 0; u < AHEAD; u++) {
            piece[u].length = 0;
            if (p + u * FEW_TOGETHER < row.word_pieces)
                piece[u] = room.word_piece[p + u * FEW_TOGETHER];
            if (marker < (piece[u].length & 0xff))
                word[u] = B_word[piece[u].start + marker];
        }
#pragma unroll
        for (int u = 0; u < AHEAD; u++)
            if (marker < (piece[u].length & 0xff)) {
                const unsigned at = few_mark(room, word[u].x, word[u].y);
                room.at[(piece[u].length >> 8) + marker] = (uint8_t)at;
                row.is_left = row.is_left || at == FEW_WORDS;
            }
    }
    __syncwarp();
}

/* Folds the products of a row into slots.  What leads to the slots is read for some pieces at a time. */
DEVICE void few_fold_row(const struct mxm_row_arguments &a, struct few_room &room, const struct few_row &row,
                         int lane)
{
    const T *B_value = (const T *)a.B_value;
#pragma unroll 1
    for (int p = 0; __any_sync(ALL_LANES, p < row.pieces); p += FEW_AHEAD) {
        unsigned place[FEW_AHEAD], first[FEW_AHEAD], code[FEW_AHEAD];
        bool is_there[FEW_AHEAD];
        T y[FEW_AHEAD];
#pragma unroll
        for (int u = 0; u < FEW_AHEAD; u++) {
            struct few_piece piece = {0, 0};
            if (p + u < row.pieces)
                piece = room.piece[p + u];
            first[u] = piece.length >> 8;
            is_there[u] = (unsigned)lane < (piece.length & 0xff);
            code[u] = 0;
            if (is_there[u]) {
                code[u] = a.B_code[piece.start + lane];
                y[u] = READS_Y ? B_value[piece.start + lane] : (T)1;
            }
        }
#pragma unroll
        for (int u = 0; u < FEW_AHEAD; u++)
            place[u] = room.at[first[u] + code[u] / 32];
#pragma unroll
        for (int u = 0; u < FEW_AHEAD; u++) {
            const struct few_word word = room.word[place[u] % FEW_WORDS];
            place[u] = word.before + (unsigned)__popc(word.bits & ((1u << (code[u] & 31)) - 1));
        }
#pragma unroll
        for (int u = 0; u < FEW_AHEAD; u++) {
            if (is_there[u]) {
                const T product = mul(READS_X ? value_of(room.x[p + u]) : (T)1, y[u]);
                room.slot[place[u]] =
                    SEMIRING_IS_ANY ? bits_of(product) : slot_add(room.slot[place[u]], product);
            }
            __syncwarp();
        }
    }
}

/* Lists the words of the table; gives their number. */
DEVICE int few_list(struct few_room &room, int lane)
{
    unsigned key[FEW_WORDS / FEW_LANES];
    int words = 0;
#pragma unroll
    for (int k = 0; k < FEW_WORDS / FEW_LANES; k++)
        key[k] = room.key[k * FEW_LANES + lane];
#pragma unroll
    for (int k = 0; k < FEW_WORDS / FEW_LANES; k++) {
        const unsigned having = few_lanes(__ballot_sync(ALL_LANES, key[k] != FEW_NO_KEY));
        if (key[k] != FEW_NO_KEY)
            room.list[words + __popc(having & ((1u << lane) - 1))] =
                key[k] << FEW_WORDS_LOG | (unsigned)(k * FEW_LANES + lane);
        words += __popc(having);
    }
    __syncwarp();
    return words;
}

/* The words of the list in the order of their columns: how many bits are set before each.  Gives the number of all, whose
 * columns are put in order if there is room for them. */
template <int EACH> DEVICE int few_rank(struct few_room &room, int words, int lane)
{
    unsigned listed[EACH], bits[EACH], own = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        listed[e] = e * FEW_LANES + lane < words ? room.list[e * FEW_LANES + lane] : FEW_NO_KEY;
    sort_keys<FEW_LANES>(listed, lane, ALL_LANES);
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        bits[e] = listed[e] != FEW_NO_KEY ? room.word[listed[e] % FEW_WORDS].bits : 0;
        own += (unsigned)__popc(bits[e]);
    }
    unsigned before = few_sum_so_far(own, lane);
    const unsigned total = __shfl_sync(ALL_LANES, before, FEW_LANES - 1, FEW_LANES);
    before -= own;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const unsigned column = listed[e] >> FEW_WORDS_LOG << 5;
        if (listed[e] != FEW_NO_KEY)
            room.word[listed[e] % FEW_WORDS].before = before;
        for (unsigned left = total <= FEW_SLOTS ? bits[e] : 0; left != 0; left &= left - 1)
            room.column[before++] = (int32_t)(column + (unsigned)__ffs((int)left) - 1);
    }
    __syncwarp();
    return (int)total;
}

GRAPH_KERNEL void __launch_bounds__(MXM_FEW_THREADS) mxm_few_words(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    const int group = (int)threadIdx.x / FEW_LANES, lane = (int)threadIdx.x % FEW_LANES;
    struct few_room &room = ((struct few_room *)mxm_shared)[group];
    int64_t place = (int64_t)blockIdx.x * (MXM_FEW_THREADS / FEW_LANES) + group;
    const bool is_row = place < a.rows;
    place += a.first;
    const int32_t number = is_row ? a.list[place] : 0;
    struct few_row row = {0, 0, 0, 0, false};
    if (is_row) {
        row.first = a.A_row_start[number];
        row.entries = (int)(a.A_row_start[number + 1] - row.first);
    }
#pragma unroll
    for (int k = lane; k < FEW_WORDS; k += FEW_LANES) {
        room.key[k] = FEW_NO_KEY;
        room.word[k].bits = 0;
    }
    few_cut(a, room, row, lane);
    few_mark_row(a, room, row, lane);
    row.is_left = few_lanes(__ballot_sync(ALL_LANES, row.is_left)) != 0;
    int words = few_list(room, lane);
    words = row.is_left ? 0 : words;
    int total = __all_sync(ALL_LANES, words <= 2 * FEW_LANES) ? few_rank<2>(room, words, lane)
                                                              : few_rank<4>(room, words, lane);
    if (total > FEW_SLOTS)
        row.is_left = true;
    if (row.is_left)
        total = row.pieces = 0;
    if (lane == 0 && row.is_left)
        a.deferred[atomicAdd((unsigned long long *)a.deferred_rows, 1ull)] = (int32_t)place;
    else if (lane == 0 && is_row && a.count != nullptr)
        a.count[number] = total;
    if (a.column == nullptr)
        return;
    const int64_t to = !is_row ? 0 : a.offset != nullptr ? a.offset[place] : a.C_row_start[number];
    T *value = (T *)a.value + to;
    for (int k = lane; k < total; k += FEW_LANES)
        a.column[to + k] = room.column[k];
    if (IS_CONSTANT) {
        for (int k = lane; k < total; k += FEW_LANES)
            value[k] = mul((T)1, (T)1);
        return;
    }
    __syncwarp();
    for (int k = lane; k < total && !SEMIRING_IS_ANY; k += FEW_LANES)
        room.slot[k] = slot_start();
    __syncwarp();
    few_fold_row(a, room, row, lane);
    for (int k = lane; k < total; k += FEW_LANES)
        value[k] = value_of(room.slot[k]);
}
