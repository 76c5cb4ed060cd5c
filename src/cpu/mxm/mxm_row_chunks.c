/* See mxm_row_chunks.h. */
#include "cpu/mxm/mxm_row_chunks.h"

#include <string.h>

#include "base/memory.h"
#include "base/progress.h"
#include "base/stream.h"
#include "cpu/mxm/tuning.h"

static inline int64_t row_work(const struct graph_mxm_request *r, int64_t i, int64_t products)
{
    int64_t work = ROW_COST + ENTRY_COST * (r->A.row_start[i + 1] - r->A.row_start[i]) + products;
    if (r->mask.is_given && !r->mask.is_complement)
        work += ENTRY_COST * (r->mask.pattern.row_start[i + 1] - r->mask.pattern.row_start[i]);
    return work;
}

/* A block of rows, as measure: adds to the bound and to the products. */
static void measure_block(int64_t sums[2], const struct graph_mxm_request *r, int64_t *row_start,
                          int64_t *block_work, int64_t block, bool is_dot)
{
    const int64_t rows = r->A.rows;
    int64_t work = 0, last = (block + 1) * BLOCK_ROWS < rows ? (block + 1) * BLOCK_ROWS : rows;
    for (int64_t i = block * BLOCK_ROWS; i < last; i++) {
        int64_t products = is_dot ? 0 : graph__mxm_row_products(r, i);
        sums[0] += graph__mxm_row_bound(r, i, is_dot ? INT64_MAX : products);
        sums[1] += products;
        work += row_work(r, i, products);
        row_start[i + 1] = products;
    }
    block_work[block] = work;
}

/* row_start[i + 1] = products of row i, or 0 if they are not counted; block_work[b] = work of the b-th block of rows;
 * chunks->bound = at least the entries of C. */
static void measure(struct mxm_row_chunks *chunks, const struct graph_mxm_request *r, int64_t *row_start,
                    int64_t *block_work, int threads)
{
    const int64_t blocks = (r->A.rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    int64_t sums[2] = {0};
    const bool is_dot = graph__mxm_is_dot(r);
    row_start[0] = 0;
    if (threads <= 1 || blocks <= 1) { /* a parallel region would take longer */
        for (int64_t block = 0; block < blocks; block++)
            measure_block(sums, r, row_start, block_work, block, is_dot);
    } else {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) reduction(+ : sums)
        for (int64_t block = 0; block < blocks; block++)
            measure_block(sums, r, row_start, block_work, block, is_dot);
    }
    chunks->bound = sums[0];
    chunks->products = sums[1];
}

/* Borders of chunks of about `size`. */
static void cut(struct mxm_row_chunks *chunks, const struct graph_mxm_request *r, const int64_t *row_start,
                const int64_t *block_work, int64_t size)
{
    int64_t before = 0, chunk = 0, rows = r->A.rows;
    for (int64_t block = 0; block * BLOCK_ROWS < rows; block++) {
        int64_t i = block * BLOCK_ROWS, work = before;
        before += block_work[block];
        for (; chunk < chunks->count && chunk * size < before; chunk++) {
            for (; work < chunk * size; i++)
                work += row_work(r, i, row_start[i + 1]);
            chunks->chunk_row[chunk] = i;
        }
    }
    for (; chunk <= chunks->count; chunk++)
        chunks->chunk_row[chunk] = rows;
}

static void rewind_chunks(struct mxm_row_chunks *chunks)
{
    for (int64_t c = 0; c <= chunks->count; c++) {
        atomic_init(&chunks->found[c], -1);
        atomic_init(&chunks->place[c], -1);
    }
    atomic_store(&chunks->place[0], 0);
    atomic_store(&chunks->placed, 0);
    atomic_store(&chunks->next, 0);
    atomic_store(&chunks->has_failed, false);
    atomic_flag_clear(&chunks->placing);
}

graph_status graph__mxm_row_chunks_open(struct mxm_row_chunks *chunks, const struct graph_mxm_request *r,
                                        int64_t *row_start)
{
    int64_t blocks = (r->A.rows + BLOCK_ROWS - 1) / BLOCK_ROWS, work = 0;
    graph_status status;
    *chunks = (struct mxm_row_chunks){.threads = r->threads, .progress = r->progress, .passes = 1};
    GRAPH_TRY(GRAPH_NEW(chunks->block_work, blocks));
    measure(chunks, r, row_start, chunks->block_work,
            r->A.entries + r->A.rows < LEAST_CHUNK ? 1 : r->threads);
    for (int64_t block = 0; block < blocks; block++)
        work += chunks->block_work[block];
    if (work < LEAST_FOR_THREADS)
        chunks->threads = 1;
    int64_t size = work / (16 * (int64_t)chunks->threads);
    size = size < LEAST_CHUNK ? LEAST_CHUNK : size > LARGEST_CHUNK ? LARGEST_CHUNK : size;
    chunks->count = work / size + 1;
    GRAPH_TRY(GRAPH_NEW(chunks->chunk_row, chunks->count + 1));
    GRAPH_TRY(GRAPH_NEW(chunks->found, chunks->count + 1));
    GRAPH_TRY(GRAPH_NEW(chunks->place, chunks->count + 1));
    cut(chunks, r, row_start, chunks->block_work, size);
    rewind_chunks(chunks);
done:
    if (status < 0)
        graph__mxm_row_chunks_close(chunks);
    return status;
}

void graph__mxm_row_chunks_rewind(struct mxm_row_chunks *chunks, const struct graph_mxm_request *r,
                                  int64_t *row_start)
{
    measure(chunks, r, row_start, chunks->block_work, chunks->threads);
    rewind_chunks(chunks);
}

void graph__mxm_row_chunks_close(struct mxm_row_chunks *chunks)
{
    graph__free(chunks->block_work);
    graph__free(chunks->chunk_row);
    graph__free(chunks->found);
    graph__free(chunks->place);
    chunks->block_work = chunks->chunk_row = NULL;
    chunks->found = chunks->place = NULL;
}

const char *graph__mxm_used(const struct mxm_row_chunks *chunks)
{
    static const char *const names[MXM_KERNELS] = {"copy", "sort", "hash", "dense", "dot"};
    int most = 0;
    for (int k = 1; k < MXM_KERNELS; k++)
        if (atomic_load(&chunks->work[k]) > atomic_load(&chunks->work[most]))
            most = k;
    return names[most];
}

int64_t graph__mxm_take(struct mxm_row_chunks *chunks)
{
    if (atomic_load_explicit(&chunks->has_failed, memory_order_relaxed))
        return -1;
    int64_t chunk = atomic_fetch_add_explicit(&chunks->next, 1, memory_order_relaxed);
    if (chunk >= chunks->count)
        return -1;
    if (graph__progress_at(chunks->progress,
                           (chunks->pass + (double)chunk / (double)chunks->count) / chunks->passes)) {
        atomic_store(&chunks->has_failed, true);
        return -1;
    }
    return chunk;
}

void graph__mxm_found(struct mxm_row_chunks *chunks, int64_t chunk, int64_t entries)
{
    atomic_store_explicit(&chunks->found[chunk], entries, memory_order_release);
}

int64_t graph__mxm_place(struct mxm_row_chunks *chunks, int64_t chunk)
{
    int64_t place = atomic_load_explicit(&chunks->place[chunk], memory_order_acquire);
    if (place >= 0 || atomic_flag_test_and_set_explicit(&chunks->placing, memory_order_acquire))
        return place;
    /* One thread at a time carries the places on, as far as chunks are counted. */
    int64_t c = atomic_load_explicit(&chunks->placed, memory_order_relaxed), found;
    while (c < chunks->count &&
           (found = atomic_load_explicit(&chunks->found[c], memory_order_acquire)) >= 0) {
        place = atomic_load_explicit(&chunks->place[c], memory_order_relaxed);
        atomic_store_explicit(&chunks->place[++c], place + found, memory_order_release);
    }
    atomic_store_explicit(&chunks->placed, c, memory_order_relaxed);
    atomic_flag_clear_explicit(&chunks->placing, memory_order_release);
    return atomic_load_explicit(&chunks->place[chunk], memory_order_acquire);
}

int64_t graph__mxm_known(struct mxm_row_chunks *chunks)
{
    return atomic_load_explicit(&chunks->place[atomic_load_explicit(&chunks->placed, memory_order_relaxed)],
                                memory_order_relaxed);
}

void graph__mxm_stream(void *to, const void *from, size_t bytes)
{
    if (bytes < STREAM_LEAST) {
        memcpy(to, from, bytes);
        return;
    }
    graph__stream_bytes(to, from, 0, bytes, bytes);
    graph__stream_end();
}
