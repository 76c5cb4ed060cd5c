/* The values of C = A B on blocks of 8 x 8, for semirings without tensor cores.  A thread block first lists the pairs:
 * which blocks of A meet a block of B in which slot.  Then eight lanes take a slot, each of them a column of its block:
 * sums stay in registers over all pairs of the slot, a lane reads its column of B from memory and all of A's block from
 * shared memory, once for eight products.
 *
 * A user's semiring waits for the compiler, so loops are not unrolled unless they need registers.
 *
 * Blocks have all 64 places, column by column.  Where zero() absorbs products, absent places hold it and nothing is
 * tested; otherwise bitmaps select the products.  For plus_pair only bitmaps are read: an entry is the number of bits
 * that a row of A and a column of B share.  min_plus and max_plus of fp32 have two instructions for a product, the second
 * at half the rate: where values are integers times one power of two, packed_min_plus.cuh has one, and where they are
 * small, one for two products. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/semiring/packed_min_plus.cuh"
#include "cuda/mxm/blocks/mxm_blocks_rows.cuh"
#include "cuda/primitives/warp.cuh"

enum {
    COLUMNS_LANES = 8,
    COLUMNS_GROUPS = MXM_BLOCKS_THREADS / COLUMNS_LANES,
    COLUMNS_PIECE = sizeof(T) == 1 ? 8 : 16, /* bytes that are loaded at once */
    COLUMNS_STEP = BLOCKS_CELLS + 16 / sizeof(T)
};
static_assert(COLUMNS_GROUPS == MXM_BLOCKS_LISTED, "a group for each block of A");

struct __align__(COLUMNS_PIECE) columns_piece { T x[COLUMNS_PIECE / sizeof(T)]; };

DEVICE void columns_load(T (&x)[8], const T *from)
{
    enum { EACH = COLUMNS_PIECE / sizeof(T) };
#pragma unroll
    for (int i = 0; i < 8 / EACH; i++) {
        const struct columns_piece piece = ((const struct columns_piece *)from)[i];
#pragma unroll
        for (int j = 0; j < EACH; j++)
            x[i * EACH + j] = piece.x[j];
    }
}

/* Column c of a mask, row k as bit k. */
DEVICE unsigned columns_bits(uint64_t mask, int c)
{
    return (unsigned)((mask >> c & 0x0101010101010101ull) * 0x0102040810204080ull >> 56);
}

#if HAS_KERNEL(mxm_blocks_columns) || HAS_KERNEL(mxm_blocks_padded) || HAS_KERNEL(mxm_blocks_packed) ||      \
    HAS_KERNEL(mxm_blocks_integers)
/* Which products are made, and how: those of the bitmaps, those of all places, these as integers, or two at once as
 * packed integers of 16 bits. */
enum columns_method { COLUMNS_BY_BITS, COLUMNS_PADDED, COLUMNS_OF_INTEGERS, COLUMNS_OF_PACKED };
/* How those of all places are added: by the semiring, as ordinary numbers, two of these at once, or as integers. */
enum padded_method { PADDED_ANY, PADDED_ORDINARY, PADDED_ORDINARY_TWO, PADDED_INTEGERS };

/* Dynamic shared memory of a thread block, besides `seen` and `block_column`.  Of short block rows of A all pairs are listed
 * at once, and sums need no room; slots_with_sums: of longer ones. */
struct columns_room {
    uint64_t
        *A_mask; /* of each block of A that is listed; where products are not counted, column by column */
    T *A;        /* their values */
    unsigned char *rest;
    int slots_with_sums;
    /* These depend on the number of slots. */
    T *sum;
    uint32_t *listed; /* of each slot, bit k: block k of A meets a block of B there */
    uint32_t *block;  /* which one: MXM_BLOCKS_LISTED of each slot */
    int32_t *place;   /* of the slot's first entry in each of its eight rows of C, from start on */
};

DEVICE struct columns_room columns_open(struct blocks_room *m, unsigned char *memory, int slots)
{
    enum {
        BYTES = MXM_BLOCKS_SLOT_BYTES,
        WITH_SUMS = 4 * (1 + MXM_BLOCKS_LISTED) + BLOCKS_CELLS * sizeof(T)
    };
    struct columns_room r;
    m->seen = (uint64_t *)memory;
    r.A_mask = m->seen + slots;
    r.A = (T *)(r.A_mask + MXM_BLOCKS_LISTED);
    r.rest = (unsigned char *)(r.A + (IS_COUNTED ? 0 : MXM_BLOCKS_LISTED * COLUMNS_STEP));
    m->block_column = (int32_t *)(r.rest + slots * BYTES);
    r.slots_with_sums = slots * BYTES / WITH_SUMS / 4 * 4;
    m->sum = m->blocks = nullptr;
    return r;
}

/* Lays out what depends on the number of slots. */
DEVICE void columns_lay_out(struct columns_room &r, int slots, bool has_sums)
{
    r.sum = (T *)r.rest;
    r.listed = (uint32_t *)(r.sum + (has_sums ? slots * BLOCKS_CELLS : 0));
    r.block = r.listed + slots;
    r.place = (int32_t *)(r.block + slots * MXM_BLOCKS_LISTED);
}

/* Packed values of a block of A: word 8 n + r has those of row r in the columns 2 n and 2 n + 1. */
enum { PACKED_BLOCK = BLOCKS_CELLS * sizeof(T) / sizeof(unsigned), PACKED_STEP = BLOCKS_CELLS / 2 + 4 };

DEVICE void columns_pair_packed(const struct columns_room &r, const struct mxm_blocks_arguments &a,
                                int64_t begin, int64_t end)
{
    enum { COLUMNS = 8, PAIRS = COLUMNS / 2 };
#pragma unroll 1
    for (int i = threadIdx.x; i < (int)(end - begin) * PAIRS; i += MXM_BLOCKS_THREADS) {
        const uint4 *block = (const uint4 *)((const T *)a.A_spread + (begin + i / PAIRS) * BLOCKS_CELLS);
        const uint4 even = block[i % PAIRS * 2], odd = block[i % PAIRS * 2 + 1];
        uint4 *to = (uint4 *)((uint32_t *)r.A + i / PAIRS * PACKED_STEP) + i % PAIRS * 2;
        to[0] = make_uint4(__byte_perm(even.x, odd.x, 0x5410), __byte_perm(even.x, odd.x, 0x7632),
                           __byte_perm(even.y, odd.y, 0x5410), __byte_perm(even.y, odd.y, 0x7632));
        to[1] = make_uint4(__byte_perm(even.z, odd.z, 0x5410), __byte_perm(even.z, odd.z, 0x7632),
                           __byte_perm(even.w, odd.w, 0x5410), __byte_perm(even.w, odd.w, 0x7632));
    }
}

/* Lists the pairs of the blocks [begin, end) of A, at most MXM_BLOCKS_LISTED, and marks the places of their products. */
template <enum columns_method METHOD>
DEVICE void columns_list(const struct columns_room &r, const struct blocks_room &m,
                         const struct blocks_window *w, const struct mxm_blocks_arguments &a, int64_t begin,
                         int64_t end, int32_t base, int from, int slots)
{
    enum { EACH = 4 };
    const int number = threadIdx.x / COLUMNS_LANES, lane = threadIdx.x % COLUMNS_LANES;
#pragma unroll 1
    for (int s = threadIdx.x; s < slots; s += MXM_BLOCKS_THREADS)
        r.listed[s] = 0;
    if (METHOD == COLUMNS_OF_PACKED)
        columns_pair_packed(r, a, begin, end);
    else if (READS_X) {
        const struct columns_piece *A =
            (const struct columns_piece *)((const T *)a.A_spread + begin * BLOCKS_CELLS);
        enum { OF_BLOCK = BLOCKS_CELLS * sizeof(T) / COLUMNS_PIECE };
#pragma unroll 1
        for (int i = threadIdx.x; i < (int)(end - begin) * OF_BLOCK; i += MXM_BLOCKS_THREADS)
            ((struct columns_piece *)(r.A + i / OF_BLOCK * COLUMNS_STEP))[i % OF_BLOCK] = A[i];
    }
    __syncthreads();
    const int64_t k = begin + number;
    if (k >= end)
        return;
    const uint64_t A_mask = a.A.mask[k];
    int64_t b, b_end;
    blocks_row(&b, &b_end, w, a, a.A.block_column[k]);
    if (IS_COUNTED && lane == 0)
        r.A_mask[number] = A_mask;
    if (!IS_COUNTED && METHOD == COLUMNS_BY_BITS)
        ((uint8_t *)&r.A_mask[number])[lane] = (uint8_t)columns_bits(A_mask, lane);
    for (b += lane; b < b_end; b += EACH * COLUMNS_LANES) {
        int32_t column[EACH];
        uint64_t mask[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const bool is_there = b + e * COLUMNS_LANES < b_end;
            column[e] = is_there ? a.B.block_column[b + e * COLUMNS_LANES] : -1;
            mask[e] = is_there ? a.B.mask[b + e * COLUMNS_LANES] : 0;
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int slot = column[e] < 0 ? -1 : blocks_slot(w, column[e], base) - from;
            if (slot < 0 || slot >= slots)
                continue;
            r.block[slot * MXM_BLOCKS_LISTED + number] = (uint32_t)(b + e * COLUMNS_LANES);
            atomicOr(&r.listed[slot], 1u << number);
            blocks_mark_places(&m.seen[slot], A_mask, mask[e]);
        }
    }
}

/* What is next in a list: the smallest k, or the largest, so that "any" ends with the smallest. */
DEVICE int columns_next(uint32_t listed)
{
    return SEMIRING_IS_ANY ? WARP - 1 - __clz((int)listed) : __ffs((int)listed) - 1;
}

#if IS_COUNTED
/* sum[r] = how many products place (r, c) of the slot has. */
DEVICE void columns_multiply(int (&sum)[8], const struct columns_room &r,
                             const struct mxm_blocks_arguments &a, int slot, int c)
{
    enum { MOST = 255 / 8 }; /* pairs, of which a byte can count the products */
    const uint32_t *block = r.block + slot * MXM_BLOCKS_LISTED;
    uint32_t listed = r.listed[slot];
    uint64_t B_mask = listed != 0 ? a.B.mask[block[columns_next(listed)]] : 0;
#pragma unroll
    for (int i = 0; i < 8; i++)
        sum[i] = 0;
    while (listed != 0) {
        uint64_t counts = 0;
        for (int n = 0; n < MOST && listed != 0; n++) {
            const uint64_t current = B_mask;
            const int k = columns_next(listed);
            listed &= listed - 1;
            B_mask = listed != 0 ? a.B.mask[block[columns_next(listed)]] : 0;
            uint64_t bits = r.A_mask[k] & columns_bits(current, c) * 0x0101010101010101ull;
            bits -= bits >> 1 & 0x5555555555555555ull;
            bits = (bits & 0x3333333333333333ull) + (bits >> 2 & 0x3333333333333333ull);
            counts += (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0full;
        }
#pragma unroll
        for (int i = 0; i < 8; i++)
            sum[i] += (int)(counts >> 8 * i & 0xff);
    }
}
#else
/* Adds the products of the slot's listed pairs to sum, whose absent places are zero(). */
template <enum padded_method METHOD>
DEVICE void columns_multiply_padded(T (&sum)[8], const struct columns_room &r,
                                    const struct mxm_blocks_arguments &a, int slot, int c)
{
    const uint32_t *block = r.block + slot * MXM_BLOCKS_LISTED;
    const T *B = (const T *)a.B_spread + c * 8;
    uint32_t listed = r.listed[slot];
    int k = columns_next(listed);
    T next[8];
    if (listed != 0)
        columns_load(next, B + (int64_t)block[k] * BLOCKS_CELLS);
    while (listed != 0) {
        const T *A = r.A + k * COLUMNS_STEP;
        T x[8], y[8];
#pragma unroll
        for (int i = 0; i < 8; i++)
            y[i] = next[i];
        listed &= listed - 1;
        k = columns_next(listed);
        if (listed != 0)
            columns_load(next, B + (int64_t)block[k] * BLOCKS_CELLS);
#pragma unroll
        for (int i = 0; i < 8 && METHOD == PADDED_ORDINARY_TWO; i += 2) {
            T next_x[8];
            columns_load(x, A + i * 8);
            columns_load(next_x, A + (i + 1) * 8);
#pragma unroll
            for (int j = 0; j < 8; j++)
                sum[j] = ordinary_add_two(sum[j], x[j] + y[i], next_x[j] + y[i + 1]);
        }
#pragma unroll
        for (int i = 0; i < 8 && METHOD != PADDED_ORDINARY_TWO; i++) {
            columns_load(x, A + i * 8);
#pragma unroll
            for (int j = 0; j < 8; j++)
                sum[j] = METHOD == PADDED_INTEGERS   ? integers_add(sum[j], x[j], y[i])
                         : METHOD == PADDED_ORDINARY ? ordinary::add(sum[j], ordinary::mul(x[j], y[i]))
                                                     : add(sum[j], mul(x[j], y[i]));
        }
    }
}

/* The same of integers. */
DEVICE void columns_multiply_integers(T (&value)[8], const struct columns_room &r,
                                      const struct mxm_blocks_arguments &a, int slot, int c)
{
#pragma unroll
    for (int j = 0; j < 8; j++)
        value[j] = integers_start();
    columns_multiply_padded<PADDED_INTEGERS>(value, r, a, slot, c);
#pragma unroll
    for (int j = 0; j < 8; j++)
        value[j] = integers_value(value[j], packed_power(a.unit));
}

/* The same of packed values, two k at a time. */
DEVICE void columns_multiply_packed(T (&value)[8], const struct columns_room &r,
                                    const struct mxm_blocks_arguments &a, int slot, int c)
{
    const uint32_t *block = r.block + slot * MXM_BLOCKS_LISTED;
    const unsigned *B = (const unsigned *)a.B_spread + c * 4;
    uint32_t listed = r.listed[slot];
    int k = columns_next(listed);
    uint4 next = make_uint4(0, 0, 0, 0);
    unsigned sum[8];
#pragma unroll
    for (int j = 0; j < 8; j++)
        sum[j] = PACKED_START;
    if (listed != 0)
        next = *(const uint4 *)(B + (int64_t)block[k] * PACKED_BLOCK);
    while (listed != 0) {
        const uint4 *A = (const uint4 *)((const uint32_t *)r.A + k * PACKED_STEP);
        const unsigned y[4] = {next.x, next.y, next.z, next.w};
        listed &= listed - 1;
        k = columns_next(listed);
        if (listed != 0)
            next = *(const uint4 *)(B + (int64_t)block[k] * PACKED_BLOCK);
#pragma unroll
        for (int n = 0; n < 4; n++) {
            const uint4 low = A[2 * n], high = A[2 * n + 1];
            const unsigned x[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
            for (int j = 0; j < 8; j++)
                sum[j] = packed_add(sum[j], x[j], y[n]);
        }
    }
#pragma unroll
    for (int j = 0; j < 8; j++)
        value[j] = packed_value(sum[j], packed_power(a.unit));
}

/* The same for the products that bitmaps select. */
DEVICE void columns_multiply(slot_t (&sum)[8], const struct columns_room &r,
                             const struct mxm_blocks_arguments &a, int slot, int c)
{
    const uint32_t *block = r.block + slot * MXM_BLOCKS_LISTED;
#pragma unroll 1
    for (uint32_t listed = r.listed[slot]; listed != 0;) {
        const int k = columns_next(listed);
        const int64_t b = block[k];
        const unsigned B_bits = columns_bits(a.B.mask[b], c);
        listed ^= 1u << k;
        T x[8], y[8];
        if (READS_Y)
            columns_load(y, (const T *)a.B_spread + b * BLOCKS_CELLS + c * 8);
#pragma unroll
        for (int n = 0; n < 8; n++) {
            const int i = SEMIRING_IS_ANY ? 7 - n : n;
            const unsigned A_bits = (unsigned)(r.A_mask[k] >> 8 * i) & 0xff;
            if ((B_bits >> i & 1) == 0)
                continue;
            if (READS_X)
                columns_load(x, r.A + k * COLUMNS_STEP + i * 8);
#pragma unroll
            for (int j = 0; j < 8; j++)
                if (A_bits >> j & 1) {
                    const T product = mul(READS_X ? x[j] : (T)1, READS_Y ? y[i] : (T)1);
                    sum[j] = SEMIRING_IS_ANY ? bits_of(product) : slot_add(sum[j], product);
                }
        }
    }
}
#endif

/* The places of the entries of each slot in C: warp r computes row r of the block row. */
DEVICE void columns_places(const struct columns_room &r, const struct blocks_room &m, struct blocks_window *w,
                           int slots)
{
    const int row = threadIdx.x / WARP, lane = lane_of_warp();
    int to = w->row_base[row];
#pragma unroll 1
    for (int j = lane; j - lane < slots; j += WARP) {
        const int count = j < slots ? __popc((unsigned)(m.seen[j] >> 8 * row) & 0xff) : 0;
        const int sum = scan_warp(count);
        if (j < slots)
            r.place[j * 8 + row] = to + sum - count;
        to += __shfl_sync(ALL_LANES, sum, WARP - 1);
    }
    if (lane == 0)
        w->row_base[row] = to;
}

/* Writes a lane's column of a slot to C. */
DEVICE void columns_write(const T (&value)[8], const struct columns_room &r, const struct blocks_room &m,
                          const struct mxm_blocks_arguments &a, int64_t I, int slot, int c)
{
    const uint64_t seen = m.seen[slot];
    const int32_t column = m.block_column[slot] * 8 + c;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const unsigned bits = (unsigned)(seen >> 8 * i) & 0xff;
        if (bits >> c & 1) {
            const int64_t e = a.C_start[I * 8 + i] + r.place[slot * 8 + i] + __popc(bits & ((1u << c) - 1));
            a.C_column[e] = column;
            ((T *)a.C_value)[e] = value[i];
        }
    }
}

/* Adds the listed pairs to the sums of all slots, of which there are none yet if is_first; or writes them, if they are
 * all. */
template <enum columns_method METHOD>
DEVICE void columns_add(const struct columns_room &r, const struct blocks_room &m,
                        const struct mxm_blocks_arguments &a, int64_t I, int slots, bool is_first,
                        bool has_sums)
{
    const int c = threadIdx.x % COLUMNS_LANES;
#pragma unroll 1
    for (int slot = threadIdx.x / COLUMNS_LANES; slot < slots; slot += COLUMNS_GROUPS) {
        T *sums = r.sum + slot * BLOCKS_CELLS + c, value[8];
#if IS_COUNTED
        int count[8];
        columns_multiply(count, r, a, slot, c);
#pragma unroll
        for (int i = 0; i < 8; i++)
            value[i] = is_first ? (T)count[i] : add(sums[i * 8], (T)count[i]);
#else
        if (METHOD == COLUMNS_OF_PACKED || METHOD == COLUMNS_OF_INTEGERS) {
            /* Sums so far may be negative, for which ordinary::add is wrong. */
            if (METHOD == COLUMNS_OF_PACKED)
                columns_multiply_packed(value, r, a, slot, c);
            else
                columns_multiply_integers(value, r, a, slot, c);
#pragma unroll
            for (int i = 0; i < 8; i++)
                value[i] = is_first ? value[i] : add(sums[i * 8], value[i]);
        } else if (METHOD == COLUMNS_PADDED) {
#pragma unroll
            for (int i = 0; i < 8; i++)
                value[i] = is_first ? ordinary::zero() : sums[i * 8];
            if (HAS_PACKED && a.are_ordinary)
                columns_multiply_padded<PADDED_ORDINARY_TWO>(value, r, a, slot, c);
            else if (HAS_ORDINARY && a.are_ordinary)
                columns_multiply_padded<PADDED_ORDINARY>(value, r, a, slot, c);
            else
                columns_multiply_padded<PADDED_ANY>(value, r, a, slot, c);
        } else {
            slot_t sum[8];
#pragma unroll
            for (int i = 0; i < 8; i++)
                sum[i] = is_first ? slot_start() : bits_of(sums[i * 8]);
            columns_multiply(sum, r, a, slot, c);
#pragma unroll
            for (int i = 0; i < 8; i++)
                value[i] = value_of(sum[i]);
        }
#endif
        if (!has_sums)
            columns_write(value, r, m, a, I, slot, c);
        else
#pragma unroll
            for (int i = 0; i < 8; i++)
                sums[i * 8] = value[i];
    }
}

template <enum columns_method METHOD> DEVICE void columns_product(const struct mxm_blocks_arguments &a)
{
    extern __shared__ __align__(16) unsigned char blocks_memory[];
    __shared__ struct blocks_window window;
    struct blocks_room m;
    struct columns_room r = columns_open(&m, blocks_memory, a.slots);
    blocks_block_rows(
        m, window, a,
        [&](int64_t length) { return length <= MXM_BLOCKS_LISTED ? a.slots : r.slots_with_sums; },
        [&](int64_t I, int64_t begin, int64_t end, int32_t base, int from, int slots) {
            const int chunks = (int)((end - begin + MXM_BLOCKS_LISTED - 1) / MXM_BLOCKS_LISTED);
            const bool has_sums = chunks > 1;
            columns_lay_out(r, slots, has_sums);
            m.sum = r.sum;
#pragma unroll 1
            for (int n = 0; n < chunks; n++) {
                const int64_t first =
                    begin + (int64_t)(SEMIRING_IS_ANY ? chunks - 1 - n : n) * MXM_BLOCKS_LISTED;
                const int64_t last = end - first < MXM_BLOCKS_LISTED ? end : first + MXM_BLOCKS_LISTED;
                columns_list<METHOD>(r, m, &window, a, first, last, base, from, slots);
                __syncthreads();
                if (!has_sums) {
                    columns_places(r, m, &window, slots);
                    __syncthreads();
                }
                columns_add<METHOD>(r, m, a, I, slots, n == 0, has_sums);
                __syncthreads();
            }
            if (has_sums)
                blocks_write(m, &window, a, I * 8 + threadIdx.x / WARP, slots);
        });
}

enum { COLUMNS_BLOCKS = sizeof(T) == 8 ? 3 : 4 /* on a multiprocessor */ };

#if HAS_KERNEL(mxm_blocks_columns)
GRAPH_KERNEL void __launch_bounds__(MXM_BLOCKS_THREADS, COLUMNS_BLOCKS)
    mxm_blocks_columns(struct mxm_blocks_arguments a)
{
    columns_product<COLUMNS_BY_BITS>(a);
}
#endif

#if HAS_KERNEL(mxm_blocks_padded)
GRAPH_KERNEL void __launch_bounds__(MXM_BLOCKS_THREADS, COLUMNS_BLOCKS)
    mxm_blocks_padded(struct mxm_blocks_arguments a)
{
#if SEMIRING_READS == 3
    columns_product<COLUMNS_PADDED>(a);
#endif
}
#endif

#if HAS_KERNEL(mxm_blocks_integers)
GRAPH_KERNEL void __launch_bounds__(MXM_BLOCKS_THREADS, COLUMNS_BLOCKS)
    mxm_blocks_integers(struct mxm_blocks_arguments a)
{
    if (HAS_PACKED)
        columns_product<COLUMNS_OF_INTEGERS>(a);
}
#endif

#if HAS_KERNEL(mxm_blocks_packed)
GRAPH_KERNEL void __launch_bounds__(MXM_BLOCKS_THREADS, COLUMNS_BLOCKS)
    mxm_blocks_packed(struct mxm_blocks_arguments a)
{
    if (HAS_PACKED)
        columns_product<COLUMNS_OF_PACKED>(a);
}
#endif
#endif
