/* The CPU part of a product, in a background thread; see mxm_hybrid.c. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "base/diagonal_list.h"
#include "base/memory.h"
#include "operations/hybrid/mxm_cpu_part.h"
#include "operations/hybrid/worker.h"

enum { BYTES_FOR_THREADS = 1 << 17 };

void graph__split_set(struct split_product *p, atomic_bool *mark)
{
    pthread_mutex_lock(&p->lock);
    atomic_store(mark, true);
    pthread_cond_broadcast(&p->moved);
    pthread_mutex_unlock(&p->lock);
}

bool graph__split_wait(struct split_product *p, const atomic_bool *mark)
{
    if (graph__worker_poll(mark))
        return true;
    pthread_mutex_lock(&p->lock);
    while (!atomic_load(mark) && !atomic_load(&p->is_over))
        pthread_cond_wait(&p->moved, &p->lock);
    bool has_come = atomic_load(mark);
    pthread_mutex_unlock(&p->lock);
    return has_come;
}

static void shift(int64_t *to, const int64_t *from, int64_t n, int64_t more, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static) if (n > GRAPH_CHUNKED_ROWS_FOR_THREADS)
    for (int64_t k = 0; k < n; k++)
        to[k] = from[k] + more;
}

static graph_status multiply(struct split_product *p, int64_t first, int64_t end)
{
    struct graph_diagonal_list *diagonals = NULL;
    int64_t start, *row_start = NULL;
    struct graph_mxm_request r = graph__split_request(&start, &diagonals, p, &p->cpu, first, end);
    struct chunk chunk = {.first = first, .end = end};
    graph_status status;
    if (p->method == GRAPH_METHOD_DIA) { /* takes entries from wherever rows say they are */
        r.A.row_start = p->cpu.A.row_start + first;
        r.A.column = p->cpu.A.column;
        r.A.value = p->cpu.A.value;
    } else {
        GRAPH_TRY(GRAPH_NEW(row_start, r.A.rows + 1));
        shift(row_start, p->cpu.A.row_start + first, r.A.rows + 1, -start, p->cpu.threads);
        r.A.row_start = row_start;
    }
    if (p->band_count > 0) {
        chunk.before = graph__split_entries_before(p, first);
        r.place =
            (struct graph_mxm_place){.column = p->C.column + chunk.before,
                                     .value = (char *)p->C.value + (size_t)chunk.before * p->value_bytes,
                                     .entries = graph__split_entries_before(p, end) - chunk.before,
                                     .before = chunk.before,
                                     .row_end = p->C.row_start + first + 1};
    }
    GRAPH_TRY(p->cpu.multiply(&r));
    p->cpu.products += r.products;
    chunk.C = r.C;
    chunk.is_in_place = r.is_in_place;
    GRAPH_TRY(graph__split_add(&p->cpu.chunks, chunk));
    r.C = (struct graph_csr_arrays){0};
done:
    if (r.is_in_place) {
        r.C.column = NULL;
        r.C.value = NULL;
    }
    graph__diagonals_forget(&diagonals);
    graph__free(row_start);
    graph__csr_arrays_release(&r.C, p->cpu.backend);
    return status;
}

static graph_status compute(struct split_product *p)
{
    int64_t first, end, done = 0;
    double busy = 0, begin = omp_get_wtime();
    graph_status status = GRAPH_OK;
    if (p->is_counting) {
        GRAPH_TRY(graph__shares_count(&p->products, &p->cpu.A, &p->cpu.B, p->cpu.threads));
        p->counted = omp_get_wtime() - begin;
        graph__split_open_shares(p, p->products, p->split, p->share);
        p->begin = omp_get_wtime(); /* the device part waits for the shares */
        graph__split_set(p, &p->has_shares);
    }
    first = p->cpu_first;
    end = p->cpu_end;
    while (first < end || graph__shares_take(&first, &end, &p->shares, GRAPH_PART_CPU, 0)) {
        begin = omp_get_wtime();
        GRAPH_TRY(multiply(p, first, end));
        busy += omp_get_wtime() - begin;
        done += p->work[end] - p->work[first];
        graph__shares_done(&p->shares, GRAPH_PART_CPU, done, busy);
        first = end = 0;
    }
    p->cpu.seconds = omp_get_wtime() - p->begin;
done:
    return status;
}

/* Entries that lie in C already move a little towards its beginning. */
static void move_in_place(struct split_product *p, const struct chunk *chunk)
{
    size_t n = (size_t)chunk->C.entries;
    char *value = p->C.value;
    memmove(p->C.column + chunk->before, p->C.column + chunk->lies_at, n * sizeof *p->C.column);
    memmove(value + (size_t)chunk->before * p->value_bytes, value + (size_t)chunk->lies_at * p->value_bytes,
            n * p->value_bytes);
}

/* The first rows, which come last among the chunks, before those that they might lie on. */
void graph__split_append_cpu(struct split_product *p)
{
    const int64_t each = BYTES_FOR_THREADS / (int64_t)sizeof(int64_t);
    size_t value_bytes = p->value_bytes;
    double begin = omp_get_wtime();
    for (int64_t k = p->cpu.chunks.count; k-- > 0;) {
        const struct chunk *chunk = &p->cpu.chunks.chunk[k];
        const int64_t n = chunk->C.entries;
        if (!chunk->is_moving)
            continue;
        shift(p->C.row_start + chunk->first + 1, chunk->C.row_start + 1, chunk->end - chunk->first,
              chunk->before, p->cpu.threads);
        if (chunk->is_in_place) {
            move_in_place(p, chunk);
            continue;
        }
#pragma omp parallel for num_threads(p->cpu.threads) schedule(static) if (n > each)
        for (int64_t from = 0; from < n; from += each) {
            size_t more = (size_t)(n - from < each ? n - from : each);
            memcpy(p->C.column + chunk->before + from, chunk->C.column + from, more * sizeof *p->C.column);
            memcpy((char *)p->C.value + (size_t)(chunk->before + from) * value_bytes,
                   (const char *)chunk->C.value + (size_t)from * value_bytes, more * value_bytes);
        }
    }
    p->cpu.seconds += omp_get_wtime() - begin;
}

void graph__split_run_cpu(void *context)
{
    struct split_product *p = context;
    p->cpu_status = compute(p);
    if (p->cpu_status < 0) {
        snprintf(p->cpu_sentence, sizeof p->cpu_sentence, "%s", graph_last_error());
        if (p->work != NULL)
            graph__shares_stop(&p->shares);
        graph__split_set(p, &p->is_over);
        return;
    }
    p->is_all_in_place = true;
    for (int64_t k = 0; k < p->cpu.chunks.count; k++)
        p->is_all_in_place = p->is_all_in_place && p->cpu.chunks.chunk[k].is_in_place;
    graph__split_set(p, &p->has_computed);
    if (!p->is_all_in_place && graph__split_wait(p, &p->has_room))
        graph__split_append_cpu(p);
}
