/* Rows of C = A B whose rows of A have more entries than a block should traverse: a team of blocks shares the entries of a
 * row.  The bitmap of all columns, its ranks, and the slots lie in global memory, mostly in the cache; otherwise each
 * block does what mxm_bitmap_accumulator.cuh does for its parts of the row, and the team meets between the steps.  A row
 * is traversed twice, however wide it is. */
#include "cuda/mxm/rows/mxm_bitmap_accumulator.cuh"

#include "cuda/mxm/rows/mxm_bitmap_team_arguments.h"

#if HAS_KERNEL(mxm_bitmap_team)
/* A block of a team, and the memory of the team. */
struct team_block {
    int block, blocks;
    struct bitmap_word *word;
    slot_t *slot;
    unsigned *marks; /* a number for each block */
    unsigned long long *arrivals, target;
};

/* Returns when all blocks of the team have arrived; each then sees what the others wrote before. */
DEVICE void meet_team(struct team_block &team)
{
    __syncthreads();
    team.target += (unsigned long long)team.blocks;
    if (threadIdx.x == 0) {
        unsigned long long seen;
        __threadfence();
        atomicAdd(team.arrivals, 1ull);
        do
            asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(seen) : "l"(team.arrivals) : "memory");
        while (seen < team.target);
        __threadfence();
    }
    __syncthreads();
}

/* Marks or folds the products of this block's parts of entries first .. last - 1 of A. */
template <int ACTION>
DEVICE void traverse_parts(const struct mxm_row_arguments &a, const struct thread_group<false> &group,
                           const struct team_block &team, const struct column_window &w, int64_t first,
                           int64_t last)
{
    /* All blocks have a part, if these need not be too short. */
    const int64_t even = (last - first + team.blocks - 1) / team.blocks,
                  part = min((int64_t)a.entries, max(even, (int64_t)MXM_TEAM_LEAST_PART));
    for (int64_t from = first + team.block * part; from < last; from += team.blocks * part) {
        const struct row_accumulator row = {
            from, from + part < last ? from + part : last, team.word, team.slot, {}};
        int32_t low, high;
        extent_of_row(&low, &high, a, group, row); /* for the shares of the warps */
        group.sync();
        traverse_row<false, ACTION>(a, group, row, w);
        group.sync();
    }
}

DEVICE void compute_by_team(const struct mxm_team_arguments &a, const struct thread_group<false> &group,
                            struct team_block &team, int64_t place)
{
    const int64_t number = a.row.list[place], first = a.row.A_row_start[number],
                  last = a.row.A_row_start[number + 1], words = (a.columns + 31) / 32;
    const unsigned first_word = (unsigned)(words * team.block / team.blocks),
                   last_word = (unsigned)(words * (team.block + 1) / team.blocks), thread = threadIdx.x,
                   threads = blockDim.x;
    struct column_window w = {0, (unsigned)words, 0, 0};
    for (unsigned k = first_word + thread; k < last_word; k += threads)
        team.word[k].bits = 0;
    meet_team(team);
    traverse_parts<MARK_BITMAP>(a.row, group, team, w, first, last);
    meet_team(team);
    const unsigned mine = rank_bits(group, team.word + first_word, last_word - first_word);
    if (thread == 0)
        team.marks[team.block] = mine;
    meet_team(team);
    unsigned before = 0;
    for (int b = 0; b < team.blocks; b++) {
        const unsigned marks = *(volatile unsigned *)&team.marks[b];
        before += b < team.block ? marks : 0;
        w.slots += marks;
    }
    if (team.block == 0 && thread == 0 && a.row.count != nullptr)
        a.row.count[number] = (int32_t)w.slots;
    if (a.row.column == nullptr)
        return;
    const int64_t to = a.row.offset != nullptr ? a.row.offset[place] : a.row.C_row_start[number];
    for (unsigned k = first_word + thread; k < last_word; k += threads) {
        struct bitmap_word word = team.word[k];
        word.before += before;
        team.word[k].before = word.before;
        int64_t there = to + word.before;
        for (unsigned bits = word.bits; bits != 0; bits &= bits - 1)
            a.row.column[there++] = (int32_t)(k * 32 + (unsigned)__ffs((int)bits) - 1);
    }
    const unsigned step = threads * (unsigned)team.blocks;
    for (unsigned s = (unsigned)team.block * threads + thread; s < w.slots; s += step)
        if (IS_CONSTANT)
            ((T *)a.row.value)[to + s] = mul((T)1, (T)1);
        else
            team.slot[s] = fold_start();
    if (IS_CONSTANT)
        return;
    meet_team(team);
    traverse_parts<FOLD_TEAM>(a.row, group, team, w, first, last);
    meet_team(team);
    for (unsigned s = (unsigned)team.block * threads + thread; s < w.slots; s += step)
        ((T *)a.row.value)[to + s] = fold_value(team.slot[s]);
}

/* Each team takes every teams-th row.  Shared memory: the products before each entry of a part. */
GRAPH_KERNEL void __launch_bounds__(MXM_TEAM_THREADS, 1) mxm_bitmap_team(struct mxm_team_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ struct block_row shared;
    const int blocks = (int)gridDim.x / a.teams, number = (int)blockIdx.x / blocks;
    const struct thread_group<false> group = {
        (int)threadIdx.x, MXM_TEAM_THREADS, (int)threadIdx.x / WARP, MXM_TEAM_THREADS / WARP, &shared
    };
    struct team_block team = {(int)blockIdx.x % blocks,
                              blocks,
                              (struct bitmap_word *)a.words + (int64_t)number * ((a.columns + 31) / 32),
                              (slot_t *)a.slots + (int64_t)number * a.slots_each,
                              a.marks + number * blocks,
                              a.arrivals + number,
                              0};
    if (threadIdx.x == 0)
        shared.before = (unsigned *)mxm_shared;
    __syncthreads();
    for (int64_t r = number; r < a.row.rows; r += a.teams)
        compute_by_team(a, group, team, a.row.first + r);
}
#endif
