/* Sorts short rows, and combines the values of equal positions in the order of the input. */
#include "cuda/semiring/operators.cuh"

#include "cuda/elementwise/build_arguments.h"
#include "cuda/semiring/conversions.cuh"
#include "cuda/primitives/compaction.cuh"
#include "cuda/primitives/entry_tiles.cuh"

/* ---- Rows that are sorted ---- */

/* The thread of the first entry folds a run of up to SHORT_RUN values.  Its warp folds a longer run, in steps of 32 values:
 * as a tree where the operator is associative, else one value after the other. */
enum { SHORT_RUN = 32 };

/* The first selected entry after e, n if there is none. */
DEVICE int64_t next_selected(const uint32_t *bits, int64_t e, int64_t n)
{
    int64_t word = (e + 1) >> 5, words = (n + 31) >> 5;
    uint32_t rest = word < words ? bits[word] >> ((e + 1) & 31) << ((e + 1) & 31) : 0;
    while (rest == 0 && ++word < words)
        rest = bits[word];
    return rest == 0 ? n : word * 32 + __ffs((int)rest) - 1;
}

DEVICE bool is_associative(int32_t op)
{
    switch (op) {
#define ASSOCIATIVE(number, NAME, name) case number:
        MONOID_CODES(ASSOCIATIVE)
#undef ASSOCIATIVE
        return true;
    default:
        return false;
    }
}

DEVICE T load_value(const struct build_combine_arguments &a, int64_t e) { return ((const T *)a.value)[e]; }

/* The fold of entries begin .. end - 1 by a warp, more than 32; in all lanes. */
DEVICE T fold_run_of_warp(const struct build_combine_arguments &a, int64_t begin, int64_t end)
{
    T sum = load_value(a, begin);
    int lane = lane_of_warp();
    if (is_associative(a.op)) {
        /* Lanes fold every 32nd value; their folds are combined in the order of the lanes. */
        sum = load_value(a, begin + lane);
        for (int64_t e = begin + WARP + lane; e < end; e += WARP)
            sum = apply_binary(a.op, sum, load_value(a, e));
        for (int step = 16; step > 0; step >>= 1)
            sum = apply_binary(a.op, sum, (T)__shfl_down_sync(ALL_LANES, +sum, step));
        return (T)__shfl_sync(ALL_LANES, +sum, 0);
    }
    for (int64_t first = begin + 1; first < end; first += WARP) {
        int64_t e = first + lane;
        T mine = load_value(a, e < end ? e : end - 1);
        int count = end - first < WARP ? (int)(end - first) : WARP;
        for (int k = 0; k < count; k++)
            sum = apply_binary(a.op, sum, (T)__shfl_sync(ALL_LANES, +mine, k));
    }
    return sum;
}

GRAPH_KERNEL void build_combine(struct build_combine_arguments a)
{
    T *value = (T *)a.C_value;
    for (int64_t e = thread_of_grid(); e - lane_of_warp() < a.n; e += threads_of_grid()) {
        bool is_first = e < a.n && is_selected(a.selection, e);
        int64_t end = is_first ? next_selected(a.selection.bits, e, a.n) : e;
        if (is_first && end - e > 1 && end - e <= SHORT_RUN) {
            T sum = load_value(a, e);
            for (int64_t k = e + 1; k < end; k++)
                sum = apply_binary(a.op, sum, load_value(a, k));
            value[rank_of(a.selection, e)] = sum;
        }
        uint32_t waiting = __ballot_sync(ALL_LANES, end - e > SHORT_RUN);
        for (; waiting != 0; waiting &= waiting - 1) {
            int leader = __ffs((int)waiting) - 1;
            T sum =
                fold_run_of_warp(a, __shfl_sync(ALL_LANES, e, leader), __shfl_sync(ALL_LANES, end, leader));
            if (lane_of_warp() == leader)
                value[rank_of(a.selection, e)] = sum;
        }
    }
}

/* ---- Rows that are not ---- */

/* The rows of a tile in shared memory, sorted in one pair of arrays, then in the other. */
struct row_sort {
    int32_t column[2][TILE];
    uint16_t from[2][TILE];          /* the entry of the tile that was moved here */
    uint16_t begin[TILE], end[TILE]; /* of the row of an entry */
};

/* Columns and rows of a tile; returns its longest row; for a whole block. */
DEVICE int load_rows(struct row_sort &s, const struct build_arguments &a, int64_t tile, int64_t begin,
                     int entries)
{
    __shared__ int longest;
    int32_t *row = s.column[1];
    const int thread = (int)threadIdx.x;
    const int64_t first = a.first_row[tile], last = a.first_row[tile + 1] - 1;
    if (thread == 0)
        longest = 0;
    for (int t = thread; t < entries; t += TILE_THREADS)
        s.column[0][t] = a.column[begin + t];
    if (last - first > 4 * TILE) {
        /* Most of these rows are empty. */
        for (int t = thread; t < entries; t += TILE_THREADS)
            row[t] = (int32_t)row_of_entry(a.row_start, first, last, begin + t);
        __syncthreads();
    } else {
        for (int t = thread; t < TILE; t += TILE_THREADS)
            row[t] = (int32_t)first;
        __syncthreads();
        for (int64_t i = first + 1 + thread; i <= last; i += TILE_THREADS) {
            const int start = (int)(a.row_start[i] - begin);
            if (start < entries && a.row_start[i + 1] - begin > start)
                row[start] = (int32_t)i;
        }
        spread_rows(row, (int32_t)first);
    }
    int most = 0;
    for (int t = thread; t < entries; t += TILE_THREADS) {
        const int64_t i = row[t];
        const int row_begin = (int)(a.row_start[i] - begin), row_end = (int)(a.row_start[i + 1] - begin);
        s.begin[t] = (uint16_t)row_begin;
        s.end[t] = (uint16_t)row_end;
        most = max(most, row_end - row_begin);
    }
    most = __reduce_max_sync(ALL_LANES, most);
    if (lane_of_warp() == 0)
        atomicMax(&longest, most);
    __syncthreads();
    return longest;
}

/* Sorts the rows of a tile by column, equal ones in their order, and returns the number of the arrays that hold them: runs
 * of 32 entries by counting smaller ones, then runs of twice the length by searching each entry in the other run. */
DEVICE int sort_rows(struct row_sort &s, int entries, int longest)
{
    const int thread = (int)threadIdx.x;
    for (int t = thread; t < entries; t += TILE_THREADS) {
        const int begin = s.begin[t] + ((t - s.begin[t]) & ~(WARP - 1)),
                  end = min(begin + WARP, (int)s.end[t]);
        const int32_t j = s.column[0][t];
        int at = begin;
        for (int k = begin; k < t; k++)
            at += s.column[0][k] <= j;
        for (int k = t + 1; k < end; k++)
            at += s.column[0][k] < j;
        s.column[1][at] = j;
        s.from[1][at] = (uint16_t)t;
    }
    __syncthreads();
    int now = 1;
    for (int run = WARP; run < longest; run *= 2, now ^= 1) {
        for (int t = thread; t < entries; t += TILE_THREADS) {
            const int row = s.begin[t], number = (t - row) / run, run_begin = row + number * run,
                      pair = row + (number & ~1) * run;
            const int32_t j = s.column[now][t];
            const bool is_second = (number & 1) != 0;
            const int other = is_second ? pair : min(run_begin + run, (int)s.end[t]);
            int low = other, high = min(other + run, (int)s.end[t]);
            while (low < high) {
                const int middle = (low + high) >> 1;
                if (s.column[now][middle] < j || (is_second && s.column[now][middle] == j))
                    low = middle + 1;
                else
                    high = middle;
            }
            const int at = pair + (t - run_begin) + (low - other);
            s.column[now ^ 1][at] = j;
            s.from[now ^ 1][at] = s.from[now][t];
        }
        __syncthreads();
    }
    return now;
}

GRAPH_KERNEL void build_rows(struct build_arguments a)
{
    alignas(16) __shared__ struct row_sort s;
    __shared__ struct tile_ranks ranks;
    const int64_t tile = tile_of_block(a.compaction), begin = a.row_start[a.first_row[tile]];
    const int entries = (int)(a.row_start[a.first_row[tile + 1]] - begin), thread = (int)threadIdx.x;
    const int now = sort_rows(s, entries, load_rows(s, a, tile, begin, entries));
    const int32_t *column = s.column[now];
    const uint16_t *from = s.from[now];
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int t = item * TILE_THREADS + thread;
        const bool is_first = t < entries && (t == s.begin[t] || column[t] != column[t - 1]);
        set_word(ranks, item, is_first);
        if (a.repeated != nullptr && t < entries && !is_first)
            atomicMin(a.repeated, (unsigned long long)row_of_entry(a.row_start, a.first_row[tile],
                                                                   a.first_row[tile + 1] - 1, begin + t)
                                          << 32 |
                                      (unsigned)column[t]);
    }
    rank_tile(ranks, a.compaction, tile);
    if (a.compaction.stride != 0)
        return;
    place_tile(ranks, a.compaction, tile);
    const T *value = (const T *)a.value + begin;
    enum { BATCH = 4 }; /* loads that come before the first use */
    for (int first = thread; first < entries; first += BATCH * TILE_THREADS) {
        T sum[BATCH];
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            if (a.compaction.value != nullptr && first + b * TILE_THREADS < entries)
                sum[b] = value[from[first + b * TILE_THREADS]];
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            const int t = first + b * TILE_THREADS;
            if (t >= entries || (ranks.word[t / WARP] >> t % WARP & 1) == 0)
                continue;
            const int64_t at = ranks.first + rank_in_tile(ranks, t);
            if (at >= a.compaction.capacity)
                continue;
            a.compaction.column[at] = column[t];
            if (a.folds && a.compaction.value != nullptr)
                for (int k = t + 1; k < s.end[t] && column[k] == column[t]; k++)
                    sum[b] = apply_binary(a.op, sum[b], value[from[k]]);
            if (a.compaction.value != nullptr)
                ((T *)a.compaction.value)[at] = sum[b];
        }
    }
}
