/* Rows of C = A B with some hundred products whose columns lie in few words of 32 columns.  A block takes rows that follow
 * each other, and some lanes each: they put the words of their row, which are those of rows of B, into a small hash table,
 * and sort these, which ranks the columns.  The block says how many entries its rows have, and while those of the blocks
 * before it become known it folds the products into slots by rank; the slots lie beside each other as the entries do in C.
 * Rows of a warp are worked on in step.  A row of B goes in pieces of as many entries as there are lanes, so that a lane
 * never meets another in a slot.  Rows with more words, pieces or entries than there is room for are counted here, and left
 * to the blocks of mxm_rank.cuh.  Rows of other bins have been counted before, and find their starts here.
 * Words in hash tables: Deveci, Trott, Rajamanickam, IPDPSW 2017. */
#include "cuda/mxm_values.cuh"

#include "cuda/mxm_ordered_arguments.h"
#include "cuda/network.cuh"
#include "cuda/tile_sums.cuh"

enum {
    FEW_LANES = MXM_FEW_LANES,
    FEW_ROWS = MXM_FEW_ROWS,
    FEW_WORDS = MXM_FEW_WORDS,
    FEW_WORDS_LOG = 6,
    FEW_LOOKS_FIRST = 0,
    /* Rows of the bins that are made here have at most 1,024 products, or span no more columns than MXM_WARP_SMALL_WORDS. */
    FEW_TABLE_LOG = 10,
    FEW_TABLE = MXM_FEW_TABLE,
    FEW_EACH = FEW_WORDS / FEW_LANES, /* words of a lane */
    FEW_PIECES = MXM_FEW_PIECES,
    FEW_PAIRS = MXM_FEW_PAIRS,
    FEW_SLOTS = 1280, /* of the rows of a block */
    FEW_MARKERS = 8,  /* lanes for the words of a row of B */
    FEW_TOGETHER = FEW_LANES / FEW_MARKERS,
    FEW_AHEAD = 2, /* pieces whose loads are under way together */
    /* Three numbers in a word: pieces of entries, pieces of words, words. */
    FEW_WORD_PIECE_SHIFT = 10,
    FEW_PAIR_SHIFT = 20,
    /* And of a piece: how many entries, the entry of A, the place of the first word of its row of B. */
    FEW_ENTRY_SHIFT = 5,
    FEW_FIRST_SHIFT = 15,
    FEW_MOST_ENTRIES = 1 << (FEW_FIRST_SHIFT - FEW_ENTRY_SHIFT)
};
static_assert(FEW_WORDS == 1 << FEW_WORDS_LOG && FEW_LANES * (FEW_PIECES + 1) <= 1 << FEW_WORD_PIECE_SHIFT &&
                  FEW_LANES * (FEW_PAIRS + 1) <= 1 << (32 - FEW_PAIR_SHIFT) &&
                  FEW_LANES < 1 << FEW_ENTRY_SHIFT && FEW_ROWS == FEW_LANES &&
                  MXM_WARP_SMALL_WORDS <= FEW_TABLE && FEW_TABLE == 1 << FEW_TABLE_LOG &&
                  MXM_FEW_ENTRIES_OF_ROW <= FEW_SLOTS,
              "numbers fit");
#define FEW_NO_KEY 0xffffffffu

struct few_piece {
    unsigned start, rest;
};
/* before: how many bits are set before those of the word, less one. */
struct few_word {
    unsigned bits, before;
};

/* What the lanes of a row have in shared memory.  at: where each word of the rows of B is in the table. */
struct few_tile {
    struct few_word word[FEW_ROWS][FEW_WORDS];
    struct few_piece piece[FEW_ROWS][FEW_PIECES];
    uint8_t at[FEW_ROWS][FEW_PAIRS];
    union {
        unsigned key[FEW_ROWS][FEW_WORDS];
        int32_t column[FEW_SLOTS];
    };
    union {
        union {
            struct few_piece word_piece[FEW_PIECES];
            unsigned list[FEW_WORDS];
        } own[FEW_ROWS];
        slot_t slot[FEW_SLOTS];
        struct {
            unsigned key[FEW_TABLE], bits[FEW_TABLE];
        } table; /* of a row that is left */
    };
    int64_t number, start;
    int entries[FEW_ROWS], room[FEW_ROWS]; /* entries: -1 if they are not known yet; room: slots */
    int counted;
};

/* A row of A, the pieces of the rows of B that it meets, and whether it is left to others. */
struct few_row {
    int64_t first;
    int entries, group, pieces, word_pieces;
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
DEVICE void few_cut(const struct mxm_row_arguments &a, struct few_tile &tile, struct few_row &row, int lane)
{
    const unsigned mask = (1 << FEW_WORD_PIECE_SHIFT) - 1;
    unsigned begun = 0;
    row.is_left = row.entries > FEW_MOST_ENTRIES;
    int entries = row.is_left ? 0 : row.entries;
    for (int e = lane; __any_sync(ALL_LANES, e - lane < entries); e += FEW_LANES) {
        unsigned start = 0, length = 0, words = 0, entry = 0;
        if (e < entries) {
            entry = (unsigned)(SEMIRING_IS_ANY ? entries - 1 - e : e);
            const int32_t k = a.A_column[row.first + entry];
            start = (unsigned)a.B_row_start[k];
            length = (unsigned)(a.B_row_start[k + 1] - start);
            words = (unsigned)a.B_words[k];
        }
        const unsigned cut = min((length + FEW_LANES - 1) / FEW_LANES, (unsigned)FEW_PIECES + 1);
        const unsigned word_cut = min((words + FEW_MARKERS - 1) / FEW_MARKERS, (unsigned)FEW_PIECES + 1);
        const unsigned own =
            cut | word_cut << FEW_WORD_PIECE_SHIFT | min(words, (unsigned)FEW_PAIRS + 1) << FEW_PAIR_SHIFT;
        const unsigned sum = few_sum_so_far(own, lane),
                       all = __shfl_sync(ALL_LANES, sum, FEW_LANES - 1, FEW_LANES);
        unsigned at = (begun & mask) + (sum & mask) - cut;
        unsigned word_at =
            (begun >> FEW_WORD_PIECE_SHIFT & mask) + (sum >> FEW_WORD_PIECE_SHIFT & mask) - word_cut;
        unsigned pair = (begun >> FEW_PAIR_SHIFT) + (sum >> FEW_PAIR_SHIFT) - (own >> FEW_PAIR_SHIFT);
        if ((begun & mask) + (all & mask) > FEW_PIECES ||
            (begun >> FEW_WORD_PIECE_SHIFT & mask) + (all >> FEW_WORD_PIECE_SHIFT & mask) > FEW_PIECES ||
            (begun >> FEW_PAIR_SHIFT) + (all >> FEW_PAIR_SHIFT) > FEW_PAIRS) {
            row.is_left = true;
            entries = 0;
            begun = 0;
            continue;
        }
        begun += all;
        unsigned from = start;
#pragma unroll 1
        for (; length > 0; at++, from += FEW_LANES) {
            const unsigned here = min(length, (unsigned)FEW_LANES);
            tile.piece[row.group][at] = {from, pair << FEW_FIRST_SHIFT | entry << FEW_ENTRY_SHIFT | here};
            length -= here;
        }
#pragma unroll 1
        for (; words > 0; word_at++, pair += FEW_MARKERS, start += FEW_MARKERS) {
            const unsigned here = min(words, (unsigned)FEW_MARKERS);
            tile.own[row.group].word_piece[word_at] = {start, pair << FEW_ENTRY_SHIFT | here};
            words -= here;
        }
    }
    row.pieces = begun & mask;
    row.word_pieces = begun >> FEW_WORD_PIECE_SHIFT & mask;
    __syncwarp();
}

/* Marks columns of a word in a table of 2^LOG; those bits lie `step` apart.  Gives its place, or 2^LOG if there is no room
 * for it. */
template <int LOG>
DEVICE unsigned few_mark(unsigned *keys, unsigned *bits, int step, unsigned key, unsigned mask)
{
    unsigned at = key * 0x9e3779b1u >> (32 - LOG);
#pragma unroll 1
    for (int tries = 0; tries < 1 << LOG; tries++) {
        unsigned seen = *(volatile unsigned *)&keys[at];
        if (seen == FEW_NO_KEY)
            seen = atomicCAS(&keys[at], FEW_NO_KEY, key);
        if (seen == FEW_NO_KEY || seen == key) {
            atomicOr(&bits[at * (unsigned)step], mask);
            return at;
        }
        at = (at + 1) % (1 << LOG);
    }
    return 1 << LOG;
}

DEVICE void few_clear(struct few_tile &tile, int group, int lane)
{
#pragma unroll
    for (int k = lane; k < FEW_WORDS; k += FEW_LANES) {
        tile.key[group][k] = FEW_NO_KEY;
        tile.word[group][k].bits = 0;
    }
}

/* Puts the words of a row into the table: FEW_TOGETHER rows of B at a time. */
DEVICE void few_mark_row(const struct mxm_row_arguments &a, struct few_tile &tile, struct few_row &row,
                         int lane)
{
    enum { AHEAD = FEW_AHEAD / FEW_TOGETHER };
    const unsigned marker = (unsigned)lane % FEW_MARKERS, length = (1 << FEW_ENTRY_SHIFT) - 1;
    const uint2 *B_word = (const uint2 *)a.B_word;
    for (int p = lane / FEW_MARKERS; __any_sync(ALL_LANES, p < row.word_pieces); p += FEW_AHEAD) {
        struct few_piece piece[AHEAD];
        uint2 word[AHEAD];
#pragma unroll
        for (int u = 0; u < AHEAD; u++) {
            piece[u].rest = 0;
            if (p + u * FEW_TOGETHER < row.word_pieces)
                piece[u] = tile.own[row.group].word_piece[p + u * FEW_TOGETHER];
            if (marker < (piece[u].rest & length))
                word[u] = B_word[piece[u].start + marker];
        }
#pragma unroll
        for (int u = 0; u < AHEAD; u++)
            if (marker < (piece[u].rest & length)) {
                const unsigned at = few_mark<FEW_WORDS_LOG>(
                    tile.key[row.group], &tile.word[row.group][0].bits, 2, word[u].x, word[u].y);
                tile.at[row.group][(piece[u].rest >> FEW_ENTRY_SHIFT) + marker] = (uint8_t)at;
                row.is_left = row.is_left || at == FEW_WORDS;
            }
    }
    __syncwarp();
}

/* Lists the words of the table; gives their number. */
DEVICE int few_list(struct few_tile &tile, int group, int lane)
{
    unsigned key[FEW_EACH];
    int words = 0;
#pragma unroll
    for (int k = 0; k < FEW_EACH; k++)
        key[k] = tile.key[group][k * FEW_LANES + lane];
#pragma unroll
    for (int k = 0; k < FEW_EACH; k++) {
        const unsigned having = few_lanes(__ballot_sync(ALL_LANES, key[k] != FEW_NO_KEY));
        if (key[k] != FEW_NO_KEY)
            tile.own[group].list[words + __popc(having & ((1u << lane) - 1))] =
                key[k] << FEW_WORDS_LOG | (unsigned)(k * FEW_LANES + lane);
        words += __popc(having);
    }
    __syncwarp();
    return words;
}

/* The listed words in the order of their columns, EACH for each lane. */
template <int EACH>
DEVICE void few_sort(const struct few_tile &tile, unsigned (&listed)[FEW_EACH], int group, int words,
                     int lane)
{
    unsigned own[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        own[e] = e * FEW_LANES + lane < words ? tile.own[group].list[e * FEW_LANES + lane] : FEW_NO_KEY;
    sort_keys<FEW_LANES>(own, lane, ALL_LANES);
#pragma unroll
    for (int e = 0; e < FEW_EACH; e++)
        listed[e] = e < EACH ? own[e] : FEW_NO_KEY;
}

/* The entries of a row whose words its table does not hold, by the block, so that those behind it do not wait for long. */
DEVICE int few_count(const struct mxm_row_arguments &a, struct few_tile &tile, int64_t number, int group,
                     int lane)
{
    const uint2 *B_word = (const uint2 *)a.B_word;
    __syncthreads();
    for (int k = threadIdx.x; k < FEW_TABLE; k += MXM_FEW_THREADS) {
        tile.table.key[k] = FEW_NO_KEY;
        tile.table.bits[k] = 0;
    }
    if (threadIdx.x == 0)
        tile.counted = 0;
    __syncthreads();
    for (int64_t e = a.A_row_start[number] + group; e < a.A_row_start[number + 1]; e += FEW_ROWS) {
        const int32_t k = a.A_column[e], words = a.B_words[k];
        const uint2 *word = B_word + a.B_row_start[k];
        for (int w = lane; w < words; w += FEW_LANES)
            few_mark<FEW_TABLE_LOG>(tile.table.key, tile.table.bits, 1, word[w].x, word[w].y);
    }
    __syncthreads();
    int entries = 0;
    for (int k = threadIdx.x; k < FEW_TABLE; k += MXM_FEW_THREADS)
        entries += __popc(tile.table.bits[k]);
    entries = __reduce_add_sync(ALL_LANES, entries);
    if (lane_of_warp() == 0)
        atomicAdd(&tile.counted, entries);
    __syncthreads();
    return tile.counted;
}

/* Columns of the row, whose listed words have their bits in the table, from place `first` on. */
DEVICE void few_write_columns(struct few_tile &tile, const unsigned (&listed)[FEW_EACH], int group,
                              unsigned first)
{
#pragma unroll
    for (int e = 0; e < FEW_EACH; e++)
        if (listed[e] != FEW_NO_KEY) {
            struct few_word &word = tile.word[group][listed[e] % FEW_WORDS];
            const unsigned column = listed[e] >> FEW_WORDS_LOG << 5;
            word.before = first - 1;
#pragma unroll 1
            for (unsigned left = word.bits; left != 0; left &= left - 1)
                tile.column[first++] = (int32_t)(column + (unsigned)__ffs((int)left) - 1);
        }
}

/* Folds the products of a row into slots.  What leads to the slots is read for some pieces at a time. */
DEVICE void few_fold_row(const struct mxm_row_arguments &a, struct few_tile &tile, const struct few_row &row,
                         int pieces, int lane)
{
    const T *A_value = (const T *)a.A_value + row.first, *B_value = (const T *)a.B_value;
#pragma unroll 1
    for (int p = 0; __any_sync(ALL_LANES, p < pieces); p += FEW_AHEAD) {
        unsigned place[FEW_AHEAD], rest[FEW_AHEAD], code[FEW_AHEAD];
        bool is_there[FEW_AHEAD];
        T x[FEW_AHEAD], y[FEW_AHEAD];
#pragma unroll
        for (int u = 0; u < FEW_AHEAD; u++) {
            struct few_piece piece = {0, 0};
            if (p + u < pieces)
                piece = tile.piece[row.group][p + u];
            rest[u] = piece.rest;
            is_there[u] = (unsigned)lane < (piece.rest & ((1 << FEW_ENTRY_SHIFT) - 1));
            code[u] = 0;
            if (is_there[u]) {
                code[u] = a.B_code[piece.start + (unsigned)lane];
                y[u] = READS_Y ? B_value[piece.start + (unsigned)lane] : (T)1;
                x[u] = READS_X ? A_value[piece.rest >> FEW_ENTRY_SHIFT & (FEW_MOST_ENTRIES - 1)] : (T)1;
            }
        }
#pragma unroll
        for (int u = 0; u < FEW_AHEAD; u++)
            place[u] = tile.at[row.group][(rest[u] >> FEW_FIRST_SHIFT) + code[u] / 32];
#pragma unroll
        for (int u = 0; u < FEW_AHEAD; u++) {
            const struct few_word word = tile.word[row.group][place[u] % FEW_WORDS];
            /* The bits up to that of the code. */
            place[u] = word.before + (unsigned)__popc(__funnelshift_l(0, word.bits, ~code[u]));
        }
#pragma unroll
        for (int u = 0; u < FEW_AHEAD; u++) {
            if (is_there[u]) {
                const T product = mul(x[u], y[u]);
                tile.slot[place[u]] =
                    SEMIRING_IS_ANY ? bits_of(product) : slot_add(tile.slot[place[u]], product);
            }
            __syncwarp();
        }
    }
}

GRAPH_KERNEL void __launch_bounds__(MXM_FEW_THREADS, 5) mxm_few_words(struct mxm_ordered_arguments o)
{
    __shared__ struct few_tile tile;
    const struct mxm_row_arguments &a = o.row;
    const int group = (int)threadIdx.x / FEW_LANES, lane = (int)threadIdx.x % FEW_LANES;
    if (threadIdx.x == 0)
        tile.number = (int64_t)atomicAdd(o.ticket, 1ull);
    few_clear(tile, group, lane);
    __syncthreads();
    const int64_t number = tile.number * FEW_ROWS + group;
    const bool is_row = number < o.rows;
    const int bin = is_row ? o.bin[number] : MXM_EMPTY;
    const bool is_own = bin >= MXM_SORT_8 && bin <= o.last_bin;
    struct few_row row = {0, 0, group, 0, 0, false};
    if (is_own) {
        row.first = a.A_row_start[number];
        row.entries = (int)(a.A_row_start[number + 1] - row.first);
    }
    few_cut(a, tile, row, lane);
    few_mark_row(a, tile, row, lane);
    row.is_left = few_lanes(__ballot_sync(ALL_LANES, row.is_left)) != 0;
    int words = few_list(tile, group, lane), total = 0;
    words = row.is_left ? 0 : words;
    unsigned listed[FEW_EACH];
    if (__all_sync(ALL_LANES, words <= FEW_LANES))
        few_sort<1>(tile, listed, group, words, lane);
    else if (__all_sync(ALL_LANES, words <= 2 * FEW_LANES))
        few_sort<2>(tile, listed, group, words, lane);
    else
        few_sort<FEW_EACH>(tile, listed, group, words, lane);
#pragma unroll
    for (int e = 0; e < FEW_EACH; e++)
        total += listed[e] != FEW_NO_KEY ? __popc(tile.word[group][listed[e] % FEW_WORDS].bits) : 0;
    const int so_far = few_sum_so_far(total, lane);
    const unsigned before = (unsigned)(so_far - total); /* in the row */
    total = __shfl_sync(ALL_LANES, so_far, FEW_LANES - 1, FEW_LANES);
    const bool is_unknown = row.is_left;
    if (is_row && !is_own)
        total = a.count[number];
    row.is_left = row.is_left || (is_own && total > MXM_FEW_ENTRIES_OF_ROW);
    if (lane == 0) {
        tile.entries[group] = is_unknown ? -1 : total;
        tile.room[group] = is_own && !row.is_left ? total : 0;
        if (row.is_left)
            a.deferred[atomicAdd((unsigned long long *)a.deferred_rows, 1ull)] = (int32_t)number;
    }
    __syncthreads();
    /* A lane for each row of the block. */
    int entries = tile.entries[lane];
    for (unsigned left = few_lanes(__ballot_sync(ALL_LANES, entries < 0)); left != 0; left &= left - 1) {
        const int other = __ffs((int)left) - 1;
        const int found = few_count(a, tile, tile.number * FEW_ROWS + other, group, lane);
        entries = lane == other ? found : entries;
        total = group == other ? found : total;
    }
    const int entries_so_far = few_sum_so_far(entries, lane),
              room_so_far = few_sum_so_far(tile.room[lane], lane);
    const int sum = __shfl_sync(ALL_LANES, entries_so_far, FEW_LANES - 1, FEW_LANES);
    const int64_t in_tile = __shfl_sync(ALL_LANES, entries_so_far, group, FEW_LANES) - total;
    const int room_end = __shfl_sync(ALL_LANES, room_so_far, group, FEW_LANES);
    if (threadIdx.x == 0)
        note_tile(o.state, tile.number, sum);
    if (FEW_LOOKS_FIRST && threadIdx.x < WARP) {
        const int64_t start = sum_of_tiles_before(o.state, tile.number, sum);
        if (threadIdx.x == 0)
            tile.start = start;
    }
    /* As many rows at a time as there are slots. */
    int made = 0, made_room = 0;
    for (;;) {
        const unsigned fits = few_lanes(__ballot_sync(ALL_LANES, room_so_far - made_room <= FEW_SLOTS));
        const int end = __popc(fits);
        const bool is_now = is_own && !row.is_left && group >= made && group < end;
        const int first = room_end - total - made_room;
        if (is_now) {
            few_write_columns(tile, listed, group, (unsigned)first + before);
            for (int k = lane; k < total && !IS_CONSTANT && !SEMIRING_IS_ANY; k += FEW_LANES)
                tile.slot[first + k] = slot_start();
        }
        __syncwarp();
        if (!IS_CONSTANT)
            few_fold_row(a, tile, row, is_now ? row.pieces : 0, lane);
        if (!FEW_LOOKS_FIRST && made == 0 && threadIdx.x < WARP) {
            const int64_t start = sum_of_tiles_before(o.state, tile.number, sum);
            if (threadIdx.x == 0)
                tile.start = start;
        }
        __syncthreads();
        const int64_t to = tile.start + in_tile;
        if (made == 0 && lane == 0 && is_row) {
            o.C_row_start[number] = to;
            if (number == o.rows - 1) {
                o.C_row_start[o.rows] = to + total;
                o.found->entries = to + total;
            }
        }
        if (is_now && tile.start + sum <= o.room) {
            T *value = (T *)a.value + to;
            for (int k = lane; k < total; k += FEW_LANES) {
                a.column[to + k] = tile.column[first + k];
                value[k] = IS_CONSTANT ? mul((T)1, (T)1) : value_of(tile.slot[first + k]);
            }
        }
        if (end == FEW_ROWS)
            return;
        made = end;
        made_room = __shfl_sync(ALL_LANES, room_so_far, end - 1, FEW_LANES);
        __syncthreads();
    }
}
