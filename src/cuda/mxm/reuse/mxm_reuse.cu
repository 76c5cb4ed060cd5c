/* Makes a reuse plan (mxm_reuse_arguments.h): the entries of A with their rows of B, or steps, the ranks of the products
 * in their rows of C, and lists of rows and windows by the kernel that computes them. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/reuse/mxm_reuse_arguments.h"
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/warp.cuh"

DEVICE bool has_windows(int bin) { return bin >= REUSE_WINDOWS_1024 && bin < REUSE_BINS; }

DEVICE int64_t width_of(int bin) { return (int64_t)REUSE_SLOTS_WINDOW << (bin - REUSE_WINDOWS_1024); }

/* The kernel for a row with n entries, made of the products of `entries` entries of A. */
DEVICE int bin_of(int64_t n, int64_t entries, int64_t products)
{
    int bin = REUSE_WINDOWS_1024;
    if (n == 0)
        return REUSE_BINS;
    if (n <= REUSE_SLOTS_1 && entries <= REUSE_SHORT && products <= REUSE_SHORT)
        return REUSE_1;
    if (products <= 8 * entries && n <= REUSE_SLOTS_8)
        return REUSE_8;
    if (products <= 16 * entries && n <= REUSE_SLOTS_16)
        return REUSE_16;
    /* A narrow window leaves room for more of them on a multiprocessor, but has a small number of products of each entry
     * of A. */
    while (bin < REUSE_WINDOWS_4096 && n > width_of(bin) &&
           products / entries * width_of(bin) < REUSE_ENOUGH * n)
        bin++;
    return bin;
}

DEVICE int64_t tasks_of(int bin, int64_t n)
{
    return has_windows(bin) ? (n + width_of(bin) - 1) / width_of(bin) : 1;
}

DEVICE void count(int64_t *total, int64_t more)
{
    atomicAdd((unsigned long long *)total, (unsigned long long)more);
}

/* A warp for each row: its bin; and in a row without windows its entries of A, with the bytes of their ranks. */
static __global__ void measure(struct reuse_plan_arguments a)
{
    const int lane = lane_of_warp();
    for (int64_t i = thread_of_grid() / WARP; i < a.rows; i += threads_of_grid() / WARP) {
        const int64_t begin = a.C_row_start[i], end = a.C_row_start[i + 1], first = a.A_row_start[i],
                      last = a.A_row_start[i + 1];
        int64_t products = 0, all_bytes = 0;
        for (int64_t e = first + lane; e < last; e += WARP)
            products += a.B_row_start[a.A_column[e] + 1] - a.B_row_start[a.A_column[e]];
        products = reduce_warp(products);
        const int bin = bin_of(end - begin, last - first, products);
        for (int64_t e = first + lane; e < last; e += WARP) {
            const int64_t from = a.B_row_start[a.A_column[e]];
            const int length = (int)(a.B_row_start[a.A_column[e] + 1] - from);
            struct reuse_entry entry = {from, ~0, 0};
            int64_t bytes = 0;
            if (length > 0 && !has_windows(bin)) {
                const int64_t low = lower_bound(a.C_column, begin, end, a.B_column[from]),
                              high = lower_bound(a.C_column, low, end, a.B_column[from + length - 1]);
                const bool is_run = high - low == length - 1;
                entry.length = is_run ? ~length : length;
                entry.before = (uint32_t)(low - begin);
                bytes = is_run ? 0 : (int64_t)length;
            }
            a.entry[e] = entry;
            a.bytes[e] = bytes;
            all_bytes += bytes;
        }
        all_bytes = reduce_warp(all_bytes);
        if (lane == 0) {
            a.bin[i] = (uint8_t)bin;
            if (bin < REUSE_BINS)
                count(&a.counts->tasks[bin], tasks_of(bin, end - begin));
            count(&a.counts->products, products);
            if (all_bytes > UINT32_MAX)
                count(&a.counts->too_long, 1);
        }
    }
}

/* A warp for each row: where the ranks of its entries begin. */
static __global__ void place_ranks(struct reuse_plan_arguments a)
{
    for (int64_t i = thread_of_grid() / WARP; i < a.rows; i += threads_of_grid() / WARP) {
        const int64_t first = a.A_row_start[i], last = a.A_row_start[i + 1], start = a.bytes[first];
        for (int64_t e = first + lane_of_warp(); e < last; e += WARP)
            if (a.entry[e].length >= 0)
                a.entry[e].before = (uint32_t)(a.bytes[e] - start);
    }
}

/* A thread for each row: its tasks, windows of equal widths.  Those of a block's rows come after each other in the list of
 * their kernel, so that neighbours, which often share rows of B, are computed at the same time. */
static __global__ void list_tasks(struct reuse_plan_arguments a)
{
    __shared__ int64_t begin;
    __shared__ int partial[REUSE_THREADS / WARP];
    const int64_t i = thread_of_grid();
    const int bin = i < a.rows ? a.bin[i] : (int)REUSE_BINS;
    const int64_t n = i < a.rows ? a.C_row_start[i + 1] - a.C_row_start[i] : 0;
    const int tasks = bin < REUSE_BINS ? (int)tasks_of(bin, n) : 0;
    int64_t bin_begin = 0;
    for (int b = 0; b < REUSE_BINS; b++) {
        const int row_tasks = b == bin ? tasks : 0;
        int all;
        const int before = scan_block(row_tasks, &all, partial) - row_tasks;
        if (threadIdx.x == 0 && all > 0)
            begin = (int64_t)atomicAdd((unsigned long long *)&a.counts->placed[b], (unsigned long long)all);
        __syncthreads();
        const int64_t t = bin_begin + begin + before, first = row_tasks > 0 ? a.A_row_start[i] : 0;
        for (int l = 0; l < row_tasks; l++) {
            const int64_t from = n * l / row_tasks, to = n * (l + 1) / row_tasks;
            a.task[t + l] = {first,
                             a.C_row_start[i] + from,
                             a.bytes[first],
                             0,
                             (int32_t)(a.A_row_start[i + 1] - first),
                             (int32_t)(to - from)};
        }
        bin_begin += a.counts->tasks[b];
        __syncthreads();
    }
}

/* A warp for each entry of A: the ranks of its products, by a search in the row of C. */
static __global__ void write_ranks(struct reuse_plan_arguments a)
{
    const int64_t entries = a.A_row_start[a.rows];
    for (int64_t e = thread_of_grid() / WARP; e < entries; e += threads_of_grid() / WARP) {
        const struct reuse_entry entry = a.entry[e];
        if (entry.length <= 0)
            continue;
        const int64_t i = row_of_entry(a.A_row_start, 0, a.rows, e);
        const int64_t begin = a.C_row_start[i], end = a.C_row_start[i + 1];
        uint8_t *rank = a.rank + a.bytes[e];
        for (int b = lane_of_warp(); b < entry.length; b += WARP)
            rank[b] = (uint8_t)(lower_bound(a.C_column, begin, end, a.B_column[entry.start + b]) - begin);
    }
}

/* ---- Windows ---- */

/* The entries of B that entry e of A has in a window: `length` from `first` on. */
struct piece {
    int64_t first;
    int length;
};

DEVICE struct piece piece_of(const struct reuse_plan_arguments &a, const struct reuse_task &task, int64_t e)
{
    const int64_t begin = a.B_row_start[a.A_column[e]], end = a.B_row_start[a.A_column[e] + 1];
    const int32_t last_column = a.C_column[task.C + task.n - 1];
    struct piece p = {lower_bound(a.B_column, begin, end, a.C_column[task.C]), 0};
    int64_t behind = lower_bound(a.B_column, p.first, end, last_column);
    behind += behind < end && a.B_column[behind] == last_column;
    p.length = (int)(behind - p.first);
    return p;
}

DEVICE int64_t place_in(const struct reuse_plan_arguments &a, const struct reuse_task &task, int64_t b)
{
    return lower_bound(a.C_column, task.C, task.C + task.n, a.B_column[b]) - task.C;
}

/* Step s of a piece, without the number of its entry; before is where its ranks begin only if they follow each other. */
DEVICE struct reuse_step step_of(const struct reuse_plan_arguments &a, const struct reuse_task &task,
                                 const struct piece &p, int s)
{
    const int64_t first = p.first + s * WARP;
    const int remaining = p.length - s * WARP, many = remaining < WARP ? remaining : (int)WARP;
    const int64_t place = place_in(a, task, first);
    const bool is_run = place_in(a, task, first + many - 1) - place == many - 1;
    return {(uint64_t)first << REUSE_FIRST | (is_run ? REUSE_IS_RUN : 0) | (unsigned)many, 0,
            (uint32_t)place};
}

DEVICE int steps_of(const struct piece &p) { return (p.length + WARP - 1) / WARP; }
DEVICE bool is_run(const struct reuse_step &s) { return (s.products & REUSE_IS_RUN) != 0; }
DEVICE int products_of(const struct reuse_step &s) { return (int)(s.products & REUSE_COUNT); }

/* Ranks that the steps of a piece need. */
DEVICE int64_t ranks_of(const struct reuse_plan_arguments &a, const struct reuse_task &task,
                        const struct piece &p)
{
    int64_t ranks = 0;
    for (int s = 0; s < steps_of(p); s++) {
        const struct reuse_step step = step_of(a, task, p, s);
        ranks += is_run(step) ? 0 : products_of(step);
    }
    return ranks;
}

/* A warp for each window: its steps and its ranks. */
static __global__ void measure_windows(struct reuse_plan_arguments a)
{
    const int lane = lane_of_warp();
    for (int64_t w = thread_of_grid() / WARP; w < a.windows; w += threads_of_grid() / WARP) {
        const struct reuse_task task = a.window[w];
        int64_t steps = 0, ranks = 0;
        for (int64_t e = task.entry + lane; e < task.entry + task.parts; e += WARP) {
            const struct piece p = piece_of(a, task, e);
            steps += steps_of(p);
            ranks += ranks_of(a, task, p);
        }
        steps = reduce_warp(steps);
        ranks = reduce_warp(ranks);
        if (lane == 0) {
            a.steps[w] = steps;
            a.ranks[w] = ranks;
            if (ranks > UINT32_MAX || steps > INT32_MAX)
                count(&a.counts->too_long, 1);
        }
    }
}

/* A warp for each window: its steps and its ranks are written. */
static __global__ void write_windows(struct reuse_plan_arguments a)
{
    const int lane = lane_of_warp();
    for (int64_t w = thread_of_grid() / WARP; w < a.windows; w += threads_of_grid() / WARP) {
        struct reuse_task task = a.window[w];
        int64_t step = a.steps[w], rank = 0;
        uint16_t *window_rank = a.window_rank + a.ranks[w];
        for (int32_t base = 0; base < task.parts; base += WARP) {
            struct piece p = {0, 0};
            if (base + lane < task.parts)
                p = piece_of(a, task, task.entry + base + lane);
            const int lane_steps = steps_of(p), lane_ranks = (int)ranks_of(a, task, p);
            const int steps = scan_warp(lane_steps), ranks = scan_warp(lane_ranks);
            int64_t before = rank + ranks - lane_ranks;
            for (int s = 0; s < lane_steps; s++) {
                struct reuse_step mine = step_of(a, task, p, s);
                mine.entry = (uint32_t)(base + lane);
                if (!is_run(mine)) {
                    mine.before = (uint32_t)before;
                    before += products_of(mine);
                }
                a.step[step + steps - lane_steps + s] = mine;
            }
            __syncwarp();
            const int64_t next = step + __shfl_sync(ALL_LANES, steps, WARP - 1);
            for (; step < next; step++) {
                const struct reuse_step now = a.step[step];
                if (!is_run(now) && lane < products_of(now))
                    window_rank[now.before + (uint32_t)lane] =
                        (uint16_t)place_in(a, task, (int64_t)(now.products >> REUSE_FIRST) + lane);
            }
            rank += __shfl_sync(ALL_LANES, ranks, WARP - 1);
        }
        if (lane == 0) {
            task.parts = (int32_t)(step - a.steps[w]);
            task.step = a.steps[w];
            task.rank = a.ranks[w];
            a.window[w] = task;
        }
    }
}

extern "C" const void *const graph__cuda_reuse_measure = (const void *)measure;
extern "C" const void *const graph__cuda_reuse_place = (const void *)place_ranks;
extern "C" const void *const graph__cuda_reuse_tasks = (const void *)list_tasks;
extern "C" const void *const graph__cuda_reuse_ranks = (const void *)write_ranks;
extern "C" const void *const graph__cuda_reuse_measure_windows = (const void *)measure_windows;
extern "C" const void *const graph__cuda_reuse_write_windows = (const void *)write_windows;
