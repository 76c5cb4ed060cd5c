/* The joined entries of some rows of A, for mxm_alike.cuh: each column once, with the rows that have it and their values. */
#ifndef CUDA_MXM_ALIKE_JOIN_CUH
#define CUDA_MXM_ALIKE_JOIN_CUH

#include "cuda/mxm_walk.cuh"

enum {
    ALIKE_WARPS = MXM_ALIKE_THREADS / WARP,
    ALIKE_CHUNKS = MXM_ALIKE_PART / WARP,
    ALIKE_EACH = MXM_ALIKE_BATCH / MXM_ALIKE_THREADS, /* products of a thread in a batch */
    NO_NUMBER = 0x10000
};

/* What the threads of a block share.  Of the joined entries of A: where the row of B begins, less the products before
 * it; how many those are; the rows. */
struct alike_block {
    int64_t first[MXM_ALIKE_ROWS], to[MXM_ALIKE_ROWS]; /* the row of A; where that of C is written */
    int length[MXM_ALIKE_ROWS], firsts[MXM_ALIKE_ROWS], number[MXM_ALIKE_ROWS];
    unsigned entered, keys, total, all;
    int entries, bound, partial[ALIKE_WARPS];
    int64_t start[MXM_ALIKE_ENTRIES];
    int before[MXM_ALIKE_ENTRIES + 1];
    uint8_t rows[MXM_ALIKE_ENTRIES];      /* read and written by fours, too */
    __align__(4) uint8_t turns[MXM_ALIKE_BATCH / WARP]; /* of each 32 products of a batch, the last turn */
    struct rank_word chunk[ALIKE_CHUNKS]; /* of each 32 products, those that are the first of an entry */
};

/* What lies in dynamic shared memory; the tables for joining lie where the slots are later. */
struct alike_tables {
    slot_t *slot, *x, *y; /* slot: a.slots for each warp; x: of each entry those of all rows; y: of a batch */
    uint2 *note;
    unsigned *column, *present, *joined_key, *joined_number; /* present: a byte for each place */
};

/* The rows that are taken together: `count` from `begin` on. */
struct alike_rows {
    int begin, count;
};

DEVICE unsigned joined_place(const unsigned *keys, unsigned key)
{
    unsigned at = (key * 0x9e3779b1u >> 16) % MXM_ALIKE_KEYS;
#pragma unroll 1
    while (keys[at] != key)
        at = (at + 1) % MXM_ALIKE_KEYS;
    return at;
}

/* Enters the columns of this warp's row, and which row and entry is the first to have each. */
DEVICE void enter_row(const struct mxm_row_arguments &a, struct alike_block *s, const struct alike_tables &t,
                      int64_t first, int length)
{
    const unsigned warp = threadIdx.x / WARP;
    for (int e = lane_of_warp(); e < length && *(volatile unsigned *)&s->entered <= (unsigned)a.words;
         e += WARP) {
        const unsigned key = (unsigned)a.A_column[first + e];
        unsigned at = (key * 0x9e3779b1u >> 16) % MXM_ALIKE_KEYS, seen;
        /* Threads that have come this far enter one column more at most: there is always a free place. */
#pragma unroll 1
        while ((seen = atomicCAS(&t.joined_key[at], NO_KEY, key)) != NO_KEY && seen != key)
            at = (at + 1) % MXM_ALIKE_KEYS;
        if (seen == NO_KEY)
            atomicAdd(&s->entered, 1u);
        atomicMin(&t.joined_number[at], NO_NUMBER + warp * MXM_ALIKE_ENTRIES + (unsigned)e);
    }
}

/* Calls step(place of the column in the table, column, whether this entry is the first that has it and its row of B is not
 * empty) for 32 entries of the row at a time. */
template <class Step>
DEVICE void for_joined(const struct mxm_row_arguments &a, const struct alike_tables &t, int64_t first,
                       int length, Step step)
{
    const unsigned warp = threadIdx.x / WARP;
#pragma unroll 1
    for (int base = 0; base < length; base += WARP) {
        const int e = base + lane_of_warp();
        bool is_first = false;
        unsigned at = 0;
        if (e < length) {
            const int32_t k = a.A_column[first + e];
            at = joined_place(t.joined_key, (unsigned)k);
            is_first = t.joined_number[at] == NO_NUMBER + warp * MXM_ALIKE_ENTRIES + (unsigned)e &&
                       a.B_row_start[k] < a.B_row_start[k + 1];
        }
        step(at, is_first);
    }
}

/* Turns the lengths in s->before of s->entries entries into numbers of products before. */
DEVICE void sum_lengths(struct alike_block *s)
{
    const int thread = (int)threadIdx.x, n = thread < s->entries ? s->before[thread] : 0;
    int all;
    const int sum = sum_so_far_of_block(n, &all, s->partial);
    if (thread < s->entries) {
        s->before[thread] = sum - n;
        s->start[thread] -= sum - n;
        atomicAdd(&s->all, (unsigned)(n * __popc(s->rows[thread])));
    }
    if (thread == 0)
        s->before[s->entries] = all;
    __syncthreads();
}

/* Joins the rows of A, a warp for each; entries are numbered row after row as they first come, so that sums have one order.
 * False if they have too many columns, or too few in common. */
DEVICE bool join_rows(const struct mxm_row_arguments &a, struct alike_block *s, const struct alike_tables &t,
                      struct alike_rows those)
{
    const int thread = (int)threadIdx.x, lane = lane_of_warp(), warp = thread / WARP;
    const bool is_own = warp >= those.begin && warp < those.begin + those.count;
    const int length = is_own ? s->length[warp] : 0;
    const int64_t first = s->first[warp];
    for (int k = thread; k < MXM_ALIKE_KEYS; k += MXM_ALIKE_THREADS)
        t.joined_key[k] = t.joined_number[k] = NO_KEY;
    if (thread < MXM_ALIKE_ENTRIES)
        s->rows[thread] = 0;
    if (thread == 0)
        s->entered = s->all = 0;
    __syncthreads();
    enter_row(a, s, t, first, length);
    __syncthreads();
    if (s->entered > (unsigned)a.words)
        return false;
    int firsts = 0, entries = 0;
    for_joined(a, t, first, length,
               [&](unsigned, bool is_first) { firsts += __popc(__ballot_sync(ALL_LANES, is_first)); });
    if (lane == 0)
        s->firsts[warp] = firsts;
    __syncthreads();
    firsts = 0;
    for (int r = 0; r < MXM_ALIKE_ROWS; r++) {
        firsts += r < warp ? s->firsts[r] : 0;
        entries += s->firsts[r];
    }
    for_joined(a, t, first, length, [&](unsigned at, bool is_first) {
        const unsigned lanes = __ballot_sync(ALL_LANES, is_first);
        if (is_first)
            t.joined_number[at] = (unsigned)(firsts + __popc(lanes & ((1u << lane) - 1)));
        firsts += __popc(lanes);
    });
    if (thread == 0)
        s->entries = entries;
    __syncthreads();
#pragma unroll 1
    for (int e = lane; e < length; e += WARP) {
        const int32_t k = a.A_column[first + e];
        const unsigned number = t.joined_number[joined_place(t.joined_key, (unsigned)k)];
        if (number >= NO_NUMBER)
            continue; /* the row of B is empty */
        atomicOr((unsigned *)(s->rows + (number & ~3u)), 1u << (8 * (number & 3) + (unsigned)warp));
        /* All who write here write the same. */
        const int64_t start = a.B_row_start[k];
        s->start[number] = start;
        s->before[number] = (int)(a.B_row_start[k + 1] - start);
        if (READS_X)
            t.x[number * MXM_ALIKE_ROWS + (unsigned)warp] = bits_of(((const T *)a.A_value)[first + e]);
    }
    __syncthreads();
    sum_lengths(s);
    return 2 * (unsigned)s->before[entries] <= s->all;
}

/* Takes entries of one row of A, from number `from` on, as many as there is room for; of all warps. */
DEVICE void take_entries(const struct mxm_row_arguments &a, struct alike_block *s,
                         const struct alike_tables &t, int row, int from)
{
    const int thread = (int)threadIdx.x;
    const int64_t e = s->first[row] + from + thread;
    int64_t start = 0;
    int n = 0, all;
    if (thread < a.words && from + thread < s->length[row]) {
        const int32_t k = a.A_column[e];
        start = a.B_row_start[k];
        n = (int)(a.B_row_start[k + 1] - start);
    }
    __syncthreads();
    const int number = sum_so_far_of_block(n > 0, &all, s->partial) - 1;
    if (n > 0) {
        s->start[number] = start;
        s->before[number] = n;
        s->rows[number] = (1 << MXM_ALIKE_ROWS) - 1;
        if (READS_X) {
            const slot_t x = bits_of(((const T *)a.A_value)[e]);
            for (int w = 0; w < ALIKE_WARPS; w++)
                t.x[number * MXM_ALIKE_ROWS + w] = x;
        }
    }
    if (thread == 0)
        s->entries = all;
    __syncthreads();
    sum_lengths(s);
}

#endif
