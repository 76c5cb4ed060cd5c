/* What products of a known pattern need besides it (mxm_again_arguments.h): the entries of A with their rows of B, the ranks
 * of the products, and lists of rows by the kernel that computes them. */
#include "cuda/kernel.cuh"

#include "cuda/mxm_again_arguments.h"
#include "cuda/mxm_again_kernels.h"
#include "cuda/tile_rows.cuh"
#include "cuda/together.cuh"

DEVICE int bytes_of_rank(int64_t entries)
{
    return entries <= AGAIN_NARROW ? 1 : entries <= AGAIN_MEDIUM ? 2 : 4;
}

/* The kernel for a row with n entries, made of the products of `entries` entries of A. */
DEVICE int bin_of(int64_t n, int64_t entries, int64_t products)
{
    if (n == 0)
        return AGAIN_BINS;
    if (products <= 8 * entries && n <= AGAIN_SLOTS_8)
        return AGAIN_8;
    if (products <= 16 * entries && n <= AGAIN_SLOTS_16)
        return AGAIN_16;
    if (n <= AGAIN_SLOTS_SHORT)
        return AGAIN_SHORT;
    if (n <= AGAIN_SLOTS_LONG)
        return AGAIN_LONG;
    return products <= 16 * entries ? AGAIN_BLOCK_8 : AGAIN_BLOCK_32;
}

DEVICE int64_t tasks_of(int bin, int64_t n)
{
    return bin >= AGAIN_BLOCK_8 ? (n + AGAIN_SLOTS_BLOCK - 1) / AGAIN_SLOTS_BLOCK : 1;
}

DEVICE void count(int64_t *total, int64_t more)
{
    atomicAdd((unsigned long long *)total, (unsigned long long)more);
}

/* A warp for each row: its entries of A, the bytes of their ranks, and its bin. */
static __global__ void measure(struct again_plan_arguments a)
{
    const int lane = lane_of_warp();
    for (int64_t i = thread_of_grid() / WARP; i < a.rows; i += threads_of_grid() / WARP) {
        const int64_t begin = a.C_row_start[i], end = a.C_row_start[i + 1], first = a.A_row_start[i],
                      last = a.A_row_start[i + 1];
        int64_t products = 0, all_bytes = 0;
        for (int64_t e = first + lane; e < last; e += WARP) {
            const int32_t k = a.A_column[e];
            const int64_t from = a.B_row_start[k];
            const int length = (int)(a.B_row_start[k + 1] - from);
            struct again_entry entry = {from, ~0, 0};
            int64_t bytes = 0;
            if (length > 0) {
                const int64_t low = lower_bound(a.C_column, begin, end, a.B_column[from]),
                              high = lower_bound(a.C_column, low, end, a.B_column[from + length - 1]);
                const bool is_run = high - low == length - 1;
                entry.length = is_run ? ~length : length;
                entry.before = (uint32_t)(low - begin);
                bytes = is_run ? 0 : ((int64_t)length * bytes_of_rank(end - begin) + 3) / 4 * 4;
            }
            a.entry[e] = entry;
            a.bytes[e] = bytes;
            products += length;
            all_bytes += bytes;
        }
        products = sum_of_warp(products);
        all_bytes = sum_of_warp(all_bytes);
        const int bin = bin_of(end - begin, last - first, products);
        if (lane == 0) {
            a.bin[i] = (uint8_t)bin;
            if (bin < AGAIN_BINS)
                count(&a.counts->tasks[bin], tasks_of(bin, end - begin));
            count(&a.counts->products, products);
            if (all_bytes > UINT32_MAX)
                count(&a.counts->too_long, 1);
        }
    }
}

/* A warp for each row: where the ranks of its entries begin, and its tasks. */
static __global__ void list_tasks(struct again_plan_arguments a)
{
    const int lane = lane_of_warp();
    for (int64_t i = thread_of_grid() / WARP; i < a.rows; i += threads_of_grid() / WARP) {
        const int64_t first = a.A_row_start[i], last = a.A_row_start[i + 1], start = a.bytes[first],
                      n = a.C_row_start[i + 1] - a.C_row_start[i];
        for (int64_t e = first + lane; e < last; e += WARP)
            if (a.entry[e].length >= 0)
                a.entry[e].before = (uint32_t)(a.bytes[e] - start);
        const int bin = a.bin[i];
        if (lane != 0)
            continue;
        if (bin == AGAIN_BINS)
            continue;
        const int64_t tasks = tasks_of(bin, n);
        int64_t t =
            (int64_t)atomicAdd((unsigned long long *)&a.counts->placed[bin], (unsigned long long)tasks);
        for (int b = 0; b < bin; b++)
            t += a.counts->tasks[b];
        for (int64_t l = 0; l < tasks; l++)
            a.task[t + l] = {first,      a.C_row_start[i],
                             start,      (int32_t)(last - first),
                             (int32_t)n, (int32_t)(l * AGAIN_SLOTS_BLOCK)};
    }
}

/* A warp for each entry of A: the ranks of its products, which are looked for in the row of C. */
static __global__ void write_ranks(struct again_plan_arguments a)
{
    const int64_t entries = a.A_row_start[a.rows];
    for (int64_t e = thread_of_grid() / WARP; e < entries; e += threads_of_grid() / WARP) {
        const struct again_entry entry = a.entry[e];
        if (entry.length <= 0)
            continue;
        const int64_t i = row_of_entry(a.A_row_start, 0, a.rows, e);
        const int64_t begin = a.C_row_start[i], end = a.C_row_start[i + 1];
        const int bytes = bytes_of_rank(end - begin);
        uint8_t *rank = a.rank + a.bytes[e];
        for (int b = lane_of_warp(); b < entry.length; b += WARP) {
            const int64_t place = lower_bound(a.C_column, begin, end, a.B_column[entry.start + b]) - begin;
            if (bytes == 1)
                rank[b] = (uint8_t)place;
            else if (bytes == 2)
                ((uint16_t *)rank)[b] = (uint16_t)place;
            else
                ((uint32_t *)rank)[b] = (uint32_t)place;
        }
    }
}

extern "C" const void *const graph__cuda_again_measure = (const void *)measure;
extern "C" const void *const graph__cuda_again_tasks = (const void *)list_tasks;
extern "C" const void *const graph__cuda_again_ranks = (const void *)write_ranks;
