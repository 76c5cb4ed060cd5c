/* A group of similar rows in shared memory, for the symbolic phase (mxm_cluster_count.cu) and the numeric phase
 * (mxm_cluster.cuh): the joined entries of A, and the search for the entry of a product. */
#ifndef CUDA_MXM_ROWS_MXM_CLUSTER_PRODUCTS_CUH
#define CUDA_MXM_ROWS_MXM_CLUSTER_PRODUCTS_CUH

#include "cuda/mxm/rows/mxm_hash_words.cuh"

#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/primitives/warp.cuh"

enum {
    CLUSTER_WARPS = MXM_CLUSTER_THREADS / WARP,
    CLUSTER_CHUNKS = MXM_CLUSTER_PART / WARP,
    CLUSTER_STEPS = MXM_CLUSTER_BATCH / WARP
};

/* What the threads of a block share. start: for each joined entry of A, the begin of its row of B less the products
 * before it; before: the products before it; rows: the rows that have it. */
struct cluster_block {
    int64_t first[MXM_CLUSTER_ROWS], to[MXM_CLUSTER_ROWS]; /* the begin of the row in A, and in C */
    int length[MXM_CLUSTER_ROWS], firsts[MXM_CLUSTER_ROWS], number[MXM_CLUSTER_ROWS];
    unsigned entered, keys, total, all;
    int entries, bound, partial[CLUSTER_WARPS];
    int64_t start[MXM_CLUSTER_ENTRIES];
    int before[MXM_CLUSTER_ENTRIES + 1];
    uint8_t rows[MXM_CLUSTER_ENTRIES]; /* accessed in groups of four, too */
    /* For each step of a batch (32 products): the last round, and the rows that have products in it. */
    __align__(8) uint8_t rounds[CLUSTER_STEPS], takers[CLUSTER_STEPS];
    struct bitmap_word chunk[CLUSTER_CHUNKS]; /* of each 32 products, those that are the first of an entry */
};

/* Rows of a group: `count` from `begin` on. */
struct row_range {
    int begin, count;
};

/* The stored pattern of a group, in the pool: its rows; its words (number, bits, bits before, place in the table);
 * its joined entries; the columns of C, and the rows that have each. */
struct cluster_row {
    int64_t first; /* of A */
    int32_t length, number;
};
struct cluster_pattern {
    struct cluster_row *row; /* MXM_CLUSTER_ROWS */
    uint4 *word;
    int64_t *start;
    int *before;
    unsigned *column;
    uint8_t *present, *rows; /* present: padded to a multiple of 4 */
};

DEVICE int64_t pattern_bytes(int entries, int keys, int total)
{
    return (16 * MXM_CLUSTER_ROWS + 16 * (int64_t)keys + 13 * (int64_t)entries + 4 * (int64_t)total +
            (total + 3) / 4 * 4 + 15) /
           16 * 16;
}

DEVICE struct cluster_pattern pattern_at(char *at, int entries, int keys, int total)
{
    struct cluster_pattern pattern;
    pattern.row = (struct cluster_row *)at;
    pattern.word = (uint4 *)(pattern.row + MXM_CLUSTER_ROWS);
    pattern.start = (int64_t *)(pattern.word + keys);
    pattern.before = (int *)(pattern.start + entries);
    pattern.column = (unsigned *)(pattern.before + entries);
    pattern.present = (uint8_t *)(pattern.column + total);
    pattern.rows = pattern.present + (total + 3) / 4 * 4;
    return pattern;
}

/* Loads the description of the rows at `count` places of the list; gives a bound of their entries, 0 if none is
 * known. */
DEVICE int describe_rows(const struct mxm_row_arguments &a, struct cluster_block *s, int64_t first_place,
                         int count)
{
    const int thread = (int)threadIdx.x;
    if (thread < WARP) {
        int64_t first = 0, to = 0;
        int32_t number = -1, length = 0, bound = 0;
        if (thread < count) {
            number = a.list[first_place + thread];
            first = a.A_row_start[number];
            length = (int32_t)(a.A_row_start[number + 1] - first);
            bound = a.count != nullptr ? a.count[number] : 0;
            if (a.column != nullptr)
                to = a.offset != nullptr ? a.offset[first_place + thread] : a.C_row_start[number];
        }
        bound = __reduce_add_sync(ALL_LANES, bound);
        if (thread < MXM_CLUSTER_ROWS) {
            s->first[thread] = first;
            s->to[thread] = to;
            s->number[thread] = number;
            s->length[thread] = length;
        }
        if (thread == 0)
            s->bound = bound;
    }
    __syncthreads();
    return s->bound;
}

/* Exclusive prefix sum over the lengths in s->before of s->entries entries; s->all: the products of all rows. */
DEVICE void sum_lengths(struct cluster_block *s)
{
    const int thread = (int)threadIdx.x, n = thread < s->entries ? s->before[thread] : 0;
    const int rows = thread < s->entries ? __popc(s->rows[thread]) : 0;
    const unsigned products = __reduce_add_sync(ALL_LANES, (unsigned)(n * rows));
    int all;
    const int sum = scan_block(n, &all, s->partial);
    if (lane_of_warp() == 0 && products > 0)
        atomicAdd(&s->all, products);
    if (thread < s->entries) {
        s->before[thread] = sum - n;
        s->start[thread] -= sum - n;
    }
    if (thread == 0)
        s->before[s->entries] = all;
    __syncthreads();
}

/* Indexes the `count` products from `part` on: marks those that are the first of an entry, and counts the marks
 * before each chunk of 32. */
DEVICE void index_part(struct cluster_block *s, int part, int count)
{
    const int thread = (int)threadIdx.x, lane = lane_of_warp(), chunks = (count + WARP - 1) / WARP;
    const int at = thread < s->entries ? s->before[thread] - part : MXM_CLUSTER_PART;
    if (thread < chunks)
        s->chunk[thread].bits = 0;
    int begun = __syncthreads_count(at < 0);
    if (at >= 0 && at < MXM_CLUSTER_PART)
        atomicOr(&s->chunk[at / WARP].bits, 1u << (at % WARP));
    __syncthreads();
    if (thread < WARP)
#pragma unroll 1
        for (int k = lane; k - lane < chunks; k += WARP) {
            const int bits = __popc(s->chunk[k].bits), sum = scan_warp(bits);
            s->chunk[k].before = (unsigned)(begun + sum - bits);
            begun += __shfl_sync(ALL_LANES, sum, WARP - 1);
        }
    __syncthreads();
}

/* The entry of this lane's product in the chunk. */
DEVICE unsigned entry_of(const struct cluster_block *s, int chunk)
{
    const struct bitmap_word word = s->chunk[chunk];
    return word.before + (unsigned)__popc(word.bits << (WARP - 1 - lane_of_warp())) - 1;
}

/* Ranks words by comparing each with all others, in shares over the threads: add(k, bits of smaller words in the
 * share); the rank of word k is the sum over its shares. pairs: (number of a word, number of its bits). */
template <class Add> DEVICE void rank_pairs(const uint2 *pairs, unsigned keys, unsigned *total, Add add)
{
    const unsigned shares = keys <= WARP ? 8 : keys <= 2 * WARP ? 4 : keys <= 4 * WARP ? 2 : 1;
    const unsigned k = threadIdx.x % (MXM_CLUSTER_THREADS / shares),
                   share = threadIdx.x / (MXM_CLUSTER_THREADS / shares);
    if (k < keys) {
        const uint2 pair = pairs[k];
        const unsigned end = (share + 1) * keys / shares;
        unsigned before = 0;
#pragma unroll 4
        for (unsigned n = share * keys / shares; n < end; n++) {
            const uint2 other = pairs[n];
            before += other.x < pair.x ? other.y : 0;
        }
        add(k, before);
        if (share == 0)
            atomicAdd(total, pair.y);
    }
    __syncthreads();
}

#endif
