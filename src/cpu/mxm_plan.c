/* See mxm_plan.h. */
#include "cpu/mxm_plan.h"

#include <string.h>

#include "base/memory.h"

/* In units of products: what a row and an entry of A cost besides, and how large chunks are.  A chunk's share of C
 * should stay in the second-level cache until it is written to its place. */
enum { ROW_COST = 8, ENTRY_COST = 2, LEAST_CHUNK = 2048, LARGEST_CHUNK = 32768, LEAST_FOR_THREADS = 16384 };

/* row_start[i + 1] = work of rows 0 .. i; plan->bound = at least the entries of C. */
static void measure(struct mxm_plan *plan, const struct graph_mxm_request *r, int64_t *row_start, int threads)
{
    int64_t bound = 0, sum = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024) reduction(+ : bound, sum)
    for (int64_t i = 0; i < r->A.rows; i++) {
        int64_t products = graph__mxm_row_products(r, i);
        bound += graph__mxm_row_bound(r, i, products);
        sum += products;
        row_start[i + 1] = products + ROW_COST + ENTRY_COST * (r->A.row_start[i + 1] - r->A.row_start[i]);
        if (r->mask.is_given && !r->mask.is_complement)
            row_start[i + 1] += r->mask.pattern.row_start[i + 1] - r->mask.pattern.row_start[i];
    }
    row_start[0] = 0;
    for (int64_t i = 0; i < r->A.rows; i++)
        row_start[i + 1] += row_start[i];
    plan->bound = bound;
    plan->products = sum;
}

graph_status graph__mxm_plan_open(struct mxm_plan *plan, const struct graph_mxm_request *r,
                                  int64_t *row_start)
{
    int64_t rows = r->A.rows;
    graph_status status;
    *plan = (struct mxm_plan){.threads = r->threads};
    measure(plan, r, row_start, r->A.entries < LEAST_CHUNK ? 1 : r->threads);
    int64_t work = row_start[rows];
    if (work < LEAST_FOR_THREADS)
        plan->threads = 1;
    int64_t size = work / (16 * (int64_t)plan->threads);
    size = size < LEAST_CHUNK ? LEAST_CHUNK : size > LARGEST_CHUNK ? LARGEST_CHUNK : size;
    plan->chunks = work / size + 1;
    GRAPH_TRY(GRAPH_NEW(plan->chunk_row, plan->chunks + 1));
    GRAPH_TRY(GRAPH_NEW(plan->found, plan->chunks + 1));
    GRAPH_TRY(GRAPH_NEW(plan->place, plan->chunks + 1));
    int64_t row = 0;
    for (int64_t c = 0; c < plan->chunks; c++) {
        while (row < rows && row_start[row] < c * size)
            row++;
        plan->chunk_row[c] = row;
    }
    plan->chunk_row[plan->chunks] = rows;
    graph__mxm_plan_rewind(plan);
done:
    if (status < 0)
        graph__mxm_plan_close(plan);
    return status;
}

void graph__mxm_plan_close(struct mxm_plan *plan)
{
    graph__free(plan->chunk_row);
    graph__free(plan->found);
    graph__free(plan->place);
    plan->chunk_row = NULL;
    plan->found = plan->place = NULL;
}

const char *graph__mxm_used(const struct mxm_plan *plan)
{
    static const char *const names[MXM_KERNELS] = {"copy", "hash", "dense", "dot"};
    int most = 0;
    for (int k = 1; k < MXM_KERNELS; k++)
        if (atomic_load(&plan->work[k]) > atomic_load(&plan->work[most]))
            most = k;
    return names[most];
}

void graph__mxm_plan_rewind(struct mxm_plan *plan)
{
    for (int64_t c = 0; c <= plan->chunks; c++) {
        atomic_init(&plan->found[c], -1);
        atomic_init(&plan->place[c], -1);
    }
    atomic_store(&plan->place[0], 0);
    atomic_store(&plan->placed, 0);
    atomic_store(&plan->next, 0);
    atomic_store(&plan->has_failed, false);
    atomic_flag_clear(&plan->placing);
}

int64_t graph__mxm_take(struct mxm_plan *plan)
{
    if (atomic_load_explicit(&plan->has_failed, memory_order_relaxed))
        return -1;
    int64_t chunk = atomic_fetch_add_explicit(&plan->next, 1, memory_order_relaxed);
    return chunk < plan->chunks ? chunk : -1;
}

void graph__mxm_found(struct mxm_plan *plan, int64_t chunk, int64_t entries)
{
    atomic_store_explicit(&plan->found[chunk], entries, memory_order_release);
}

int64_t graph__mxm_place(struct mxm_plan *plan, int64_t chunk)
{
    int64_t place = atomic_load_explicit(&plan->place[chunk], memory_order_acquire);
    if (place >= 0 || atomic_flag_test_and_set_explicit(&plan->placing, memory_order_acquire))
        return place;
    /* One thread at a time carries the places on, as far as chunks are counted. */
    int64_t c = atomic_load_explicit(&plan->placed, memory_order_relaxed), found;
    while (c < plan->chunks && (found = atomic_load_explicit(&plan->found[c], memory_order_acquire)) >= 0) {
        place = atomic_load_explicit(&plan->place[c], memory_order_relaxed);
        atomic_store_explicit(&plan->place[++c], place + found, memory_order_release);
    }
    atomic_store_explicit(&plan->placed, c, memory_order_relaxed);
    atomic_flag_clear_explicit(&plan->placing, memory_order_release);
    return atomic_load_explicit(&plan->place[chunk], memory_order_acquire);
}

int64_t graph__mxm_known(struct mxm_plan *plan)
{
    return atomic_load_explicit(&plan->place[atomic_load_explicit(&plan->placed, memory_order_relaxed)],
                                memory_order_relaxed);
}

/* Distribution by 8 bits at a time, from the lowest that differ; short lists by insertion. */
void graph__sort_keys(uint64_t *key, uint64_t *spare, int64_t n)
{
    if (n <= 24) {
        for (int64_t k = 1; k < n; k++) {
            uint64_t moving = key[k];
            int64_t to = k;
            for (; to > 0 && key[to - 1] > moving; to--)
                key[to] = key[to - 1];
            key[to] = moving;
        }
        return;
    }
    uint64_t differ = 0;
    for (int64_t k = 1; k < n; k++)
        differ |= key[k] ^ key[0];
    uint64_t *from = key, *to = spare;
    for (int shift = 32; shift < 64; shift += 8) {
        int64_t start[257] = {0};
        if ((differ >> shift & 255) == 0)
            continue;
        for (int64_t k = 0; k < n; k++)
            start[(from[k] >> shift & 255) + 1]++;
        for (int b = 0; b < 256; b++)
            start[b + 1] += start[b];
        for (int64_t k = 0; k < n; k++)
            to[start[from[k] >> shift & 255]++] = from[k];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != key)
        memcpy(key, from, (size_t)n * sizeof *key);
}
