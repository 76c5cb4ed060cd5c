/* The CPU's side of a product in chunks, in a thread of its own; see mxm_chunked.c. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "base/diagonal_list.h"
#include "base/memory.h"
#include "operations/hybrid/mxm_split.h"

enum { BYTES_FOR_THREADS = 1 << 17 };

static void shift(int64_t *to, const int64_t *from, int64_t n, int64_t more, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static) if (n > GRAPH_PARTS_ROWS_FOR_THREADS)
    for (int64_t k = 0; k < n; k++)
        to[k] = from[k] + more;
}

static graph_status multiply(struct parts *p, int64_t first, int64_t end)
{
    struct graph_diagonal_list *diagonals = NULL;
    int64_t start, *row_start = NULL;
    struct graph_mxm_request r = graph__parts_request(&start, &diagonals, p, &p->cpu, first, end);
    struct part part = {.first = first, .end = end};
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
        part.before = graph__parts_entries_before(p, first);
        r.place = (struct graph_mxm_place){.column = p->C.column + part.before,
                                           .value = (char *)p->C.value + (size_t)part.before * p->value_bytes,
                                           .entries = graph__parts_entries_before(p, end) - part.before,
                                           .before = part.before,
                                           .row_end = p->C.row_start + first + 1};
    }
    GRAPH_TRY(p->cpu.multiply(&r));
    p->cpu.products += r.products;
    part.C = r.C;
    part.is_in_place = r.is_in_place;
    GRAPH_TRY(graph__parts_add(&p->cpu.parts, part));
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

static graph_status compute(struct parts *p)
{
    int64_t first, end, done = 0;
    double busy = 0, begin = omp_get_wtime();
    graph_status status = GRAPH_OK;
    if (p->is_counting) {
        GRAPH_TRY(graph__shares_count(&p->products, &p->cpu.A, &p->cpu.B, p->cpu.threads));
        p->counted = omp_get_wtime() - begin;
        graph__parts_open_shares(p, p->products, p->split, p->share);
        p->begin = omp_get_wtime(); /* the other side waits for the shares */
        graph__parts_tell(p, &p->has_shares);
    }
    first = p->cpu_first;
    end = p->cpu_end;
    while (first < end || graph__shares_take(&first, &end, &p->shares, GRAPH_SIDE_CPU, 0)) {
        begin = omp_get_wtime();
        GRAPH_TRY(multiply(p, first, end));
        busy += omp_get_wtime() - begin;
        done += p->work[end] - p->work[first];
        graph__shares_done(&p->shares, GRAPH_SIDE_CPU, done, busy);
        first = end = 0;
    }
    p->cpu.seconds = omp_get_wtime() - p->begin;
done:
    return status;
}

/* Entries that lie in C already move a little towards its beginning. */
static void move_in_place(struct parts *p, const struct part *part)
{
    size_t n = (size_t)part->C.entries;
    char *value = p->C.value;
    memmove(p->C.column + part->before, p->C.column + part->lies_at, n * sizeof *p->C.column);
    memmove(value + (size_t)part->before * p->value_bytes, value + (size_t)part->lies_at * p->value_bytes,
            n * p->value_bytes);
}

/* The first rows, which come last among the parts, before those that they might lie on. */
void graph__parts_put_behind(struct parts *p)
{
    const int64_t each = BYTES_FOR_THREADS / (int64_t)sizeof(int64_t);
    size_t value_bytes = p->value_bytes;
    double begin = omp_get_wtime();
    for (int64_t k = p->cpu.parts.count; k-- > 0;) {
        const struct part *part = &p->cpu.parts.part[k];
        const int64_t n = part->C.entries;
        if (!part->is_moving)
            continue;
        shift(p->C.row_start + part->first + 1, part->C.row_start + 1, part->end - part->first, part->before,
              p->cpu.threads);
        if (part->is_in_place) {
            move_in_place(p, part);
            continue;
        }
#pragma omp parallel for num_threads(p->cpu.threads) schedule(static) if (n > each)
        for (int64_t from = 0; from < n; from += each) {
            size_t more = (size_t)(n - from < each ? n - from : each);
            memcpy(p->C.column + part->before + from, part->C.column + from, more * sizeof *p->C.column);
            memcpy((char *)p->C.value + (size_t)(part->before + from) * value_bytes,
                   (const char *)part->C.value + (size_t)from * value_bytes, more * value_bytes);
        }
    }
    p->cpu.seconds += omp_get_wtime() - begin;
}

void graph__parts_run_cpu(void *context)
{
    struct parts *p = context;
    p->cpu_status = compute(p);
    if (p->cpu_status < 0) {
        snprintf(p->cpu_sentence, sizeof p->cpu_sentence, "%s", graph_last_error());
        if (p->work != NULL)
            graph__shares_stop(&p->shares);
        graph__parts_tell(p, &p->is_over);
        return;
    }
    p->is_all_in_place = true;
    for (int64_t k = 0; k < p->cpu.parts.count; k++)
        p->is_all_in_place = p->is_all_in_place && p->cpu.parts.part[k].is_in_place;
    graph__parts_tell(p, &p->has_computed);
    if (!p->is_all_in_place && graph__parts_wait(p, &p->has_room))
        graph__parts_put_behind(p);
}
