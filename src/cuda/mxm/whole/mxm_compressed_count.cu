/* The symbolic phase of compressed rows, see mxm_compressed.cuh: words, bits and entries of each row of C. */
#include "cuda/mxm/whole/mxm_compressed_half_warp.cuh"

enum {
    SPAN = MXM_COMPRESSED_SPAN,
    CHUNKS = SPAN / 32,
    CHUNKS_OF_LANE = CHUNKS / COMPRESSED_LANES,
    STEPS = 8, /* words that a lane has in registers */
    ROUND = STEPS * COMPRESSED_LANES,
    BLOCKS = 5,
    MOST_WORDS_MET = 64, /* of a row of B */
    MOST_NOTED = 0xffff
};
typedef compressed_most<true> most;
typedef compressed_most<false> usual;
static_assert(CHUNKS_OF_LANE == 8, "two accesses of 16 bytes");

/* The shared memory of a row: a bit for each word between the first and the last that it may have, the number of bits
 * before each 32 of them, the words in order; where the words of the rows of B are, and which of the row's words each is. */
struct __align__(16) room
{
    unsigned chunk[CHUNKS];
    uint8_t before[CHUNKS];
    unsigned key[most::WORDS], bits[most::WORDS];
    unsigned from[most::PAIRS];
    uint8_t at[most::PAIRS];
};

/* Counts of a row: words of the rows of B, and pieces; the first word, products, and whether it is for the blocks. */
struct counts {
    int pairs, pieces;
    unsigned low, products;
    bool is_remaining;
};

/* Finds the words of the rows of B. */
DEVICE struct counts find_words(const struct mxm_compressed_arguments &a, struct room &room,
                                struct compressed_row row)
{
    static_assert(COMPRESSED_LANES * (most::PIECES + 1) + most::PIECES < 1 << COMPRESSED_PAIR_SHIFT,
                  "numbers fit");
    const unsigned mask = (1 << COMPRESSED_PAIR_SHIFT) - 1, too_many = most::PIECES + 1;
    unsigned begun = 0, low = ~0u, high = 0;
    struct counts counts = {0, 0, 0, 0, false};
#pragma unroll 1
    for (int e = compressed_lane(); __any_sync(ALL_LANES, e - compressed_lane() < row.entries);
         e += COMPRESSED_LANES) {
        uint4 record = make_uint4(0, 0, ~0u, 0);
        if (e < row.entries)
            record = ((const uint4 *)a.B_record)[a.A_column[row.first + e]];
        const unsigned words = compressed_words_of(record), entries = compressed_entries_of(record);
        const unsigned cut = words > MOST_WORDS_MET
                                 ? too_many
                                 : min((entries + COMPRESSED_LANES - 1) / COMPRESSED_LANES, too_many);
        const unsigned numbers = cut | min(words, (unsigned)MOST_WORDS_MET) << COMPRESSED_PAIR_SHIFT;
        const unsigned sum = compressed_scan(numbers),
                       all = __shfl_sync(ALL_LANES, sum, COMPRESSED_LANES - 1, COMPRESSED_LANES);
        unsigned pair = (begun >> COMPRESSED_PAIR_SHIFT) + (sum >> COMPRESSED_PAIR_SHIFT) -
                        (numbers >> COMPRESSED_PAIR_SHIFT);
        begun += all;
        low = min(low, record.z);
        high = max(high, record.w);
        counts.products += entries;
        if (entries == MOST_NOTED) {
            const int32_t k = a.A_column[row.first + e];
            atomicAdd((unsigned long long *)&a.state->products,
                      (unsigned long long)(a.B_row_start[k + 1] - a.B_row_start[k] - MOST_NOTED));
        }
        if (counts.is_remaining || (begun & mask) >= too_many ||
            begun >> COMPRESSED_PAIR_SHIFT > most::PAIRS) {
            counts.is_remaining = true;
            begun = 0;
            continue;
        }
#pragma unroll 1
        for (unsigned k = 0; k < words; k++)
            room.from[pair + k] = record.x + k;
    }
#pragma unroll
    for (int d = COMPRESSED_LANES / 2; d > 0; d /= 2) {
        low = min(low, __shfl_xor_sync(ALL_LANES, low, d));
        high = max(high, __shfl_xor_sync(ALL_LANES, high, d));
    }
    counts.is_remaining = counts.is_remaining || (begun != 0 && high - low >= SPAN);
    if (!counts.is_remaining) {
        counts.pairs = (int)(begun >> COMPRESSED_PAIR_SHIFT);
        counts.pieces = (int)(begun & mask);
        counts.low = low;
    }
    return counts;
}

/* The words of the rows of B from number `base` on. */
template <int EACH>
DEVICE void load_words(uint2 (&word)[EACH], const struct mxm_compressed_arguments &a, const struct room &room,
                       int pairs, int base)
{
#pragma unroll
    for (int u = 0; u < EACH; u++) {
        const int k = base + u * COMPRESSED_LANES + compressed_lane();
        if (k < pairs)
            word[u] = ((const uint2 *)a.B_word)[room.from[k]];
    }
}

/* Sets their bits. */
template <int EACH>
DEVICE void mark_words(const uint2 (&word)[EACH], struct room &room, const struct counts &counts, int most,
                       int base)
{
#pragma unroll
    for (int u = 0; u < EACH; u++) {
        if (u % 2 == 0 && base + u * COMPRESSED_LANES >= most)
            break;
        const unsigned at = word[u].x - counts.low;
        if (base + u * COMPRESSED_LANES + compressed_lane() < counts.pairs)
            atomicOr(&room.chunk[at / 32], 1u << (at & 31));
    }
}

/* Puts them in order. */
template <int EACH>
DEVICE void enter_words(const uint2 (&word)[EACH], struct room &room, const struct counts &counts, int most,
                        int base)
{
#pragma unroll
    for (int u = 0; u < EACH; u++) {
        if (u % 2 == 0 && base + u * COMPRESSED_LANES >= most)
            break;
        const int k = base + u * COMPRESSED_LANES + compressed_lane();
        const unsigned at = word[u].x - counts.low;
        if (k < counts.pairs) {
            const unsigned rank =
                room.before[at / 32] + (unsigned)__popc(room.chunk[at / 32] & ((1u << (at & 31)) - 1));
            room.at[k] = (uint8_t)rank;
            if (atomicOr(&room.bits[rank], word[u].y) == 0)
                room.key[rank] = word[u].x;
        }
    }
}

/* How many bits are set before each chunk; gives the number of all. */
DEVICE int rank_chunks(struct room &room)
{
    uint4 *chunk = (uint4 *)room.chunk + 2 * compressed_lane();
    const uint4 first = chunk[0], second = chunk[1];
    const unsigned bits[CHUNKS_OF_LANE] = {first.x,  first.y,  first.z,  first.w,
                                           second.x, second.y, second.z, second.w};
    unsigned lane_bits = 0;
#pragma unroll
    for (int c = 0; c < CHUNKS_OF_LANE; c++)
        lane_bits += (unsigned)__popc(bits[c]);
    unsigned before = compressed_scan(lane_bits), packed[2] = {0, 0};
    const unsigned all = __shfl_sync(ALL_LANES, before, COMPRESSED_LANES - 1, COMPRESSED_LANES);
    before -= lane_bits;
#pragma unroll
    for (int c = 0; c < CHUNKS_OF_LANE; c++) {
        packed[c / 4] |= before << c % 4 * 8;
        before += (unsigned)__popc(bits[c]);
    }
    ((uint2 *)room.before)[compressed_lane()] = make_uint2(packed[0], packed[1]);
    __syncwarp();
    return (int)all;
}

/* Gives the number of entries of the words, and saves these with the number of entries before each, if it fits. */
template <int EACH> DEVICE int save_words(const struct room &room, uint32_t *saved, int words)
{
    unsigned bits[EACH], lane_bits = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const int k = compressed_lane() * EACH + e;
        bits[e] = k < words ? room.bits[k] : 0;
        lane_bits += (unsigned)__popc(bits[e]);
    }
    unsigned before = compressed_scan(lane_bits);
    const unsigned total = __shfl_sync(ALL_LANES, before, COMPRESSED_LANES - 1, COMPRESSED_LANES);
    before -= lane_bits;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const int k = compressed_lane() * EACH + e;
        if (k < words && total <= most::SLOTS) {
            saved[k] = room.key[k] << COMPRESSED_BEFORE_BITS | before;
            saved[words + k] = bits[e];
        }
        before += (unsigned)__popc(bits[e]);
    }
    return (int)total;
}

/* Half a warp for each row: its entries, its words, and for each word of its rows of B which of these it is.  Where there
 * is no room for them, the row goes to the blocks of mxm_bitmap_accumulator.cuh. */
static __global__ void __launch_bounds__(MXM_COMPRESSED_THREADS, BLOCKS)
    compressed_count(struct mxm_compressed_arguments a)
{
    __shared__ struct room rooms[COMPRESSED_ROWS];
    __shared__ unsigned long long products;
    struct room &room = rooms[threadIdx.x / COMPRESSED_LANES];
    const int lane = compressed_lane();
    const struct compressed_row row = compressed_row_at(a, compressed_place(a));
    uint32_t *saved = a.saved + (row.number >= 0 ? (int64_t)row.number * MXM_COMPRESSED_SAVED : 0);
    if (threadIdx.x == 0)
        products = 0;
    __syncthreads();
#pragma unroll
    for (int k = lane; k < CHUNKS / 4; k += COMPRESSED_LANES)
        ((uint4 *)room.chunk)[k] = make_uint4(0, 0, 0, 0);
#pragma unroll
    for (int k = lane; k < most::WORDS; k += COMPRESSED_LANES)
        room.bits[k] = 0;
    struct counts counts = find_words(a, room, row);
    __syncwarp();
    /* Of the row of the warp that has more. */
    const int pairs = max(counts.pairs, __shfl_xor_sync(ALL_LANES, counts.pairs, COMPRESSED_LANES));
    uint2 word[STEPS], other[1];
    load_words(word, a, room, counts.pairs, 0);
    mark_words(word, room, counts, pairs, 0);
#pragma unroll 1
    for (int base = ROUND; base < pairs; base += COMPRESSED_LANES) {
        load_words(other, a, room, counts.pairs, base);
        mark_words(other, room, counts, pairs, base);
    }
    __syncwarp();
    int words = rank_chunks(room);
    if (words > most::WORDS || 2 * words + (counts.pairs + 3) / 4 > MXM_COMPRESSED_SAVED) {
        counts.is_remaining = true;
        counts.pairs = words = 0;
    }
    enter_words(word, room, counts, pairs, 0);
#pragma unroll 1
    for (int base = ROUND; base < pairs; base += COMPRESSED_LANES) {
        load_words(other, a, room, counts.pairs, base);
        enter_words(other, room, counts, pairs, base);
    }
    __syncwarp();
    const int total = __all_sync(ALL_LANES, words <= 2 * COMPRESSED_LANES)
                          ? save_words<2>(room, saved, words)
                          : save_words<4>(room, saved, words);
    const bool is_remaining = counts.is_remaining || total > most::SLOTS;
    const bool is_large = words > usual::WORDS || total > usual::SLOTS || counts.pieces > usual::PIECES ||
                          counts.pairs > usual::PAIRS;
    if (lane == 0 && row.number >= 0) {
        a.words[row.number] = (uint8_t)(is_remaining ? MXM_COMPRESSED_IS_REMAINING
                                                     : words | (is_large ? MXM_COMPRESSED_IS_LARGE : 0));
        if (is_remaining)
            a.remaining[atomicAdd((unsigned long long *)&a.state->remaining, 1ull)] = row.number;
        else
            a.count[row.number] = total;
        if (is_large && !is_remaining)
            a.large[atomicAdd((unsigned long long *)&a.state->large, 1ull)] = row.number;
    }
#pragma unroll 1
    for (int k = lane; 4 * k < counts.pairs && !is_remaining; k += COMPRESSED_LANES)
        saved[2 * words + k] = ((const uint32_t *)room.at)[k];
    const unsigned all = __reduce_add_sync(ALL_LANES, counts.products);
    if (lane_of_warp() == 0)
        atomicAdd(&products, (unsigned long long)all);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)&a.state->products, products);
}

const void *const graph__mxm_compressed_count = (const void *)compressed_count;
