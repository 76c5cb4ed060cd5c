/* The values of C = A B on blocks of 8 x 8, for semirings that tensor cores do not know.  It first makes lists: which
 * blocks of A meet a block of B in which slot.  Then eight lanes own a slot, and each of them a column of its block: sums
 * stay in registers while the pairs of the slot pass, a lane reads its column of B from memory and all of A's block from
 * shared memory, once for eight products.
 *
 * Blocks lie there with all 64 places, column by column.  Where zero() absorbs products, absent ones hold it and nothing is
 * tested; else bitmaps say which products there are.  Of plus_pair only bitmaps are read: it counts the bits that a row of A
 * and a column of B share. */
#include "cuda/mxm_values.cuh"

#include "cuda/mxm_bitmap_rows.cuh"
#include "cuda/together.cuh"

#define COLUMNS_ARE_COUNTED (SEMIRING_READS == 0 && !SEMIRING_IS_ANY)

enum {
    COLUMNS_LANES = 8,
    COLUMNS_GROUPS = MXM_BITMAP_THREADS / COLUMNS_LANES,
    COLUMNS_PIECE = sizeof(T) == 1 ? 8 : 16, /* bytes that are loaded at once */
    COLUMNS_STEP = BITMAP_CELLS + 16 / sizeof(T)
};
static_assert(COLUMNS_GROUPS == MXM_BITMAP_LISTED, "a group for each block of A");

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

/* Blocks with all their places, column by column; absent ones are zero(). */
#if HAS_KERNEL(mxm_bitmap_spread)
GRAPH_KERNEL void mxm_bitmap_spread(struct mxm_bitmap_spread_arguments a)
{
    const int lane = lane_of_warp(), to = lane % 8 * 8 + lane / 8;
    const T *value = (const T *)a.value;
    for (int64_t b = thread_of_grid() / WARP; b < a.blocks; b += threads_of_grid() / WARP) {
        const uint64_t mask = a.mask[b];
        const T *own = value + a.first_value[b];
        T *block = (T *)a.spread + b * BITMAP_CELLS;
        const unsigned low = (unsigned)mask, high = (unsigned)(mask >> 32), below = (1u << lane) - 1;
        block[to] = low >> lane & 1 ? own[__popc(low & below)] : zero();
        block[to + 4] = high >> lane & 1 ? own[__popc(low) + __popc(high & below)] : zero();
    }
}
#endif

#if HAS_KERNEL(mxm_bitmap_columns)
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
    uint32_t *block;  /* which one: MXM_BITMAP_LISTED of each slot */
    int32_t *place;   /* of the slot's first entry in each of its eight rows of C, from start on */
};

DEVICE struct columns_room columns_open(struct bitmap_room *m, unsigned char *memory, int slots)
{
    enum {
        BYTES = MXM_BITMAP_SLOT_BYTES,
        WITH_SUMS = 4 * (1 + MXM_BITMAP_LISTED) + BITMAP_CELLS * sizeof(T)
    };
    struct columns_room r;
    m->seen = (uint64_t *)memory;
    r.A_mask = m->seen + slots;
    r.A = (T *)(r.A_mask + MXM_BITMAP_LISTED);
    r.rest = (unsigned char *)(r.A + (COLUMNS_ARE_COUNTED ? 0 : MXM_BITMAP_LISTED * COLUMNS_STEP));
    m->block_column = (int32_t *)(r.rest + slots * BYTES);
    r.slots_with_sums = slots * BYTES / WITH_SUMS / 4 * 4;
    m->sum = m->blocks = nullptr;
    return r;
}

/* Lays out what depends on the number of slots. */
DEVICE void columns_lay_out(struct columns_room &r, int slots, bool has_sums)
{
    r.sum = (T *)r.rest;
    r.listed = (uint32_t *)(r.sum + (has_sums ? slots * BITMAP_CELLS : 0));
    r.block = r.listed + slots;
    r.place = (int32_t *)(r.block + slots * MXM_BITMAP_LISTED);
}

/* Lists the pairs of the blocks [begin, end) of A, at most MXM_BITMAP_LISTED, and marks the places of their products. */
DEVICE void columns_list(const struct columns_room &r, const struct bitmap_room &m,
                         const struct bitmap_window *w, const struct mxm_bitmap_arguments &a, int64_t begin,
                         int64_t end, int32_t base, int from, int slots)
{
    enum { EACH = 4 };
    const int number = threadIdx.x / COLUMNS_LANES, lane = threadIdx.x % COLUMNS_LANES;
    for (int s = threadIdx.x; s < slots; s += MXM_BITMAP_THREADS)
        r.listed[s] = 0;
    if (READS_X) {
        const struct columns_piece *A =
            (const struct columns_piece *)((const T *)a.A_spread + begin * BITMAP_CELLS);
        enum { OF_BLOCK = BITMAP_CELLS * sizeof(T) / COLUMNS_PIECE };
        for (int i = threadIdx.x; i < (int)(end - begin) * OF_BLOCK; i += MXM_BITMAP_THREADS)
            ((struct columns_piece *)(r.A + i / OF_BLOCK * COLUMNS_STEP))[i % OF_BLOCK] = A[i];
    }
    __syncthreads();
    const int64_t k = begin + number;
    if (k >= end)
        return;
    const uint64_t A_mask = a.A.mask[k];
    int64_t b, b_end;
    bitmap_row(&b, &b_end, w, a, a.A.block_column[k]);
    if (COLUMNS_ARE_COUNTED && lane == 0)
        r.A_mask[number] = A_mask;
    if (!COLUMNS_ARE_COUNTED)
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
            const int slot = column[e] < 0 ? -1 : bitmap_slot(w, column[e], base) - from;
            if (slot < 0 || slot >= slots)
                continue;
            r.block[slot * MXM_BITMAP_LISTED + number] = (uint32_t)(b + e * COLUMNS_LANES);
            atomicOr(&r.listed[slot], 1u << number);
            bitmap_mark_places(&m.seen[slot], A_mask, mask[e]);
        }
    }
}

/* What is next in a list: the smallest k, or the largest, so that "any" ends with the smallest. */
DEVICE int columns_next(uint32_t listed)
{
    return SEMIRING_IS_ANY ? WARP - 1 - __clz((int)listed) : __ffs((int)listed) - 1;
}

#if COLUMNS_ARE_COUNTED
/* sum[r] = how many products place (r, c) of the slot has. */
DEVICE void columns_multiply(int (&sum)[8], const struct columns_room &r,
                             const struct mxm_bitmap_arguments &a, int slot, int c)
{
    enum { MOST = 255 / 8 }; /* pairs, of which a byte can count the products */
    const uint32_t *block = r.block + slot * MXM_BITMAP_LISTED;
    uint32_t listed = r.listed[slot];
    uint64_t B_mask = listed != 0 ? a.B.mask[block[columns_next(listed)]] : 0;
#pragma unroll
    for (int i = 0; i < 8; i++)
        sum[i] = 0;
    while (listed != 0) {
        uint64_t counts = 0;
        for (int n = 0; n < MOST && listed != 0; n++) {
            const uint64_t own = B_mask;
            const int k = columns_next(listed);
            listed &= listed - 1;
            B_mask = listed != 0 ? a.B.mask[block[columns_next(listed)]] : 0;
            uint64_t bits = r.A_mask[k] & columns_bits(own, c) * 0x0101010101010101ull;
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
DEVICE void columns_multiply_padded(T (&sum)[8], const struct columns_room &r,
                                    const struct mxm_bitmap_arguments &a, int slot, int c)
{
    const uint32_t *block = r.block + slot * MXM_BITMAP_LISTED;
    const T *B = (const T *)a.B_spread + c * 8;
    uint32_t listed = r.listed[slot];
    int k = columns_next(listed);
    T next[8];
    if (listed != 0)
        columns_load(next, B + (int64_t)block[k] * BITMAP_CELLS);
    while (listed != 0) {
        const T *A = r.A + k * COLUMNS_STEP;
        T x[8], y[8];
#pragma unroll
        for (int i = 0; i < 8; i++)
            y[i] = next[i];
        listed &= listed - 1;
        k = columns_next(listed);
        if (listed != 0)
            columns_load(next, B + (int64_t)block[k] * BITMAP_CELLS);
#pragma unroll
        for (int i = 0; i < 8; i++) {
            columns_load(x, A + i * 8);
#pragma unroll
            for (int j = 0; j < 8; j++)
                sum[j] = add(sum[j], mul(x[j], y[i]));
        }
    }
}

/* The same where only bitmaps tell which products there are. */
DEVICE void columns_multiply(slot_t (&sum)[8], const struct columns_room &r,
                             const struct mxm_bitmap_arguments &a, int slot, int c)
{
    const uint32_t *block = r.block + slot * MXM_BITMAP_LISTED;
    for (uint32_t listed = r.listed[slot]; listed != 0;) {
        const int k = columns_next(listed);
        const int64_t b = block[k];
        const unsigned B_bits = columns_bits(a.B.mask[b], c);
        listed ^= 1u << k;
        T x[8], y[8];
        if (READS_Y)
            columns_load(y, (const T *)a.B_spread + b * BITMAP_CELLS + c * 8);
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

/* Where the entries of each slot go: warp r looks after row r of the block row. */
DEVICE void columns_places(const struct columns_room &r, const struct bitmap_room &m, struct bitmap_window *w,
                           int slots)
{
    const int row = threadIdx.x / WARP, lane = lane_of_warp();
    int to = w->row_base[row];
    for (int j = lane; j - lane < slots; j += WARP) {
        const int count = j < slots ? __popc((unsigned)(m.seen[j] >> 8 * row) & 0xff) : 0;
        const int sum = sum_so_far(count);
        if (j < slots)
            r.place[j * 8 + row] = to + sum - count;
        to += __shfl_sync(ALL_LANES, sum, WARP - 1);
    }
    if (lane == 0)
        w->row_base[row] = to;
}

/* Writes a lane's column of a slot to C. */
DEVICE void columns_write(const T (&value)[8], const struct columns_room &r, const struct bitmap_room &m,
                          const struct mxm_bitmap_arguments &a, int64_t I, int slot, int c)
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
DEVICE void columns_add(const struct columns_room &r, const struct bitmap_room &m,
                        const struct mxm_bitmap_arguments &a, int64_t I, int slots, bool pads, bool is_first,
                        bool has_sums)
{
    const int c = threadIdx.x % COLUMNS_LANES;
    for (int slot = threadIdx.x / COLUMNS_LANES; slot < slots; slot += COLUMNS_GROUPS) {
        T *own = r.sum + slot * BITMAP_CELLS + c, value[8];
#if COLUMNS_ARE_COUNTED
        int count[8];
        columns_multiply(count, r, a, slot, c);
#pragma unroll
        for (int i = 0; i < 8; i++)
            value[i] = is_first ? (T)count[i] : add(own[i * 8], (T)count[i]);
#else
        if (pads) {
#pragma unroll
            for (int i = 0; i < 8; i++)
                value[i] = is_first ? zero() : own[i * 8];
            columns_multiply_padded(value, r, a, slot, c);
        } else {
            slot_t sum[8];
#pragma unroll
            for (int i = 0; i < 8; i++)
                sum[i] = is_first ? slot_start() : bits_of(own[i * 8]);
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
                own[i * 8] = value[i];
    }
}

GRAPH_KERNEL void __launch_bounds__(MXM_BITMAP_THREADS, sizeof(T) == 8 ? 3 : 4)
    mxm_bitmap_columns(struct mxm_bitmap_arguments a)
{
    extern __shared__ __align__(16) unsigned char bitmap_memory[];
    __shared__ struct bitmap_window window;
    struct bitmap_room m;
    struct columns_room r = columns_open(&m, bitmap_memory, a.slots);
    const bool pads = a.pads && *a.is_finite;
    bitmap_block_rows(
        m, window, a,
        [&](int64_t length) { return length <= MXM_BITMAP_LISTED ? a.slots : r.slots_with_sums; },
        [&](int64_t I, int64_t begin, int64_t end, int32_t base, int from, int slots) {
            const int chunks = (int)((end - begin + MXM_BITMAP_LISTED - 1) / MXM_BITMAP_LISTED);
            const bool has_sums = chunks > 1;
            columns_lay_out(r, slots, has_sums);
            m.sum = r.sum;
            for (int n = 0; n < chunks; n++) {
                const int64_t first =
                    begin + (int64_t)(SEMIRING_IS_ANY ? chunks - 1 - n : n) * MXM_BITMAP_LISTED;
                const int64_t last = end - first < MXM_BITMAP_LISTED ? end : first + MXM_BITMAP_LISTED;
                columns_list(r, m, &window, a, first, last, base, from, slots);
                __syncthreads();
                if (!has_sums) {
                    columns_places(r, m, &window, slots);
                    __syncthreads();
                }
                columns_add(r, m, a, I, slots, pads, n == 0, has_sums);
                __syncthreads();
            }
            if (has_sums)
                bitmap_write(m, &window, a, I * 8 + threadIdx.x / WARP, slots);
        });
}
#endif
