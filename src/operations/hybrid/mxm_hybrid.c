/* See mxm_hybrid.h.  The CPU's rows come last in the result: they are put behind the device's as soon as it is known how
 * many entries those have, while the last of them are still on their way.
 *
 * The calling thread works for the device, and a background thread for the CPU.  All that OpenMP's threads do while there
 * are copies is done by the latter's: idle ones spin for a while, and would compete with the threads that copy. */
#include "operations/hybrid/mxm_hybrid.h"

#include <omp.h>

#include "base/diagonal_list.h"
#include "base/log.h"
#include "operations/hybrid/mxm_bands.h"
#include "operations/hybrid/mxm_cpu_part.h"
#include "operations/hybrid/mxm_device_part.h"
#include "operations/hybrid/split_autotune.h"
#include "operations/hybrid/worker.h"

enum {
    MOST_COPYING = 6, /* threads: what fills a link of 55 GB/s */
    COPIES_TO_LOOK_AFTER = 4
};

graph_status graph__mxm_hybrid_check(void) { return GRAPH_OK; }

/* ---- Who computes how much ---- */

static struct graph_autotune_kind kind_of(const struct split_product *p)
{
    return (struct graph_autotune_kind){.semiring = p->semiring,
                                        .method = (int)p->place->method,
                                        .threads = p->place->threads,
                                        .rows = p->rows,
                                        .inner = p->cpu.A.columns,
                                        .columns = p->cpu.B.columns,
                                        .A_entries = p->cpu.A.entries,
                                        .B_entries = p->cpu.B.entries};
}

static void record(const struct split_product *p)
{
    struct graph_autotune_kind kind = kind_of(p);
    if (p->place->split == GRAPH_SPLIT_DYNAMIC)
        graph__autotune_record(&kind, graph__split_cpu_share(p), p->device.seconds, p->cpu.seconds,
                               omp_get_wtime() - p->begin);
}

static bool is_full_band(const struct graph_diagonal_list *list, const struct graph_csr *A)
{
    return list != NULL && list->count > 0 && list->elements == A->entries &&
           list->offset[list->count - 1] - list->offset[0] == list->count - 1;
}

/* Which diagonals A, B and perhaps C have: or each part would search them in each of its chunks. */
static graph_status find_diagonals(struct split_product *p)
{
    const struct graph_csr *A = &p->cpu.A, *B = &p->cpu.B;
    const struct graph_diagonal_list *of_A, *of_B;
    graph_status status;
    GRAPH_TRY(p->cpu.backend->find_diagonals(A, p->place->threads));
    GRAPH_TRY(p->cpu.backend->find_diagonals(B, p->place->threads));
    of_A = graph__diagonals_cached(A->diagonals);
    of_B = graph__diagonals_cached(B->diagonals);
    if (is_full_band(of_A, A) && is_full_band(of_B, B)) {
        p->band_low = (int64_t)of_A->offset[0] + of_B->offset[0];
        p->band_count = of_A->count + of_B->count - 1;
    }
done:
    return status;
}

/* Which kernels, how the rows are shared, and how many threads each part has. */
static graph_status open_parts(struct split_product *p)
{
    const struct graph_semiring *s = p->semiring;
    const struct graph_place *place = p->place;
    bool is_dia = place->method == GRAPH_METHOD_HYBRID_DIA;
    graph_status status = GRAPH_OK;
    p->method = is_dia ? GRAPH_METHOD_DIA : GRAPH_METHOD_AUTO;
    p->device.multiply =
        is_dia ? place->backend->published(s)->mxm[GRAPH_METHOD_DIA] : place->backend->kernels(s)->mxm;
    p->device.threads = place->threads;
    GRAPH_TRY(graph__mxm_share(&p->share, s, &p->cpu.A, &p->cpu.B, place, p->spgemm));
    struct graph_autotune_kind kind = kind_of(p);
    if (p->split == GRAPH_SPLIT_DYNAMIC && graph__autotune_share(&p->share, &kind))
        p->split = GRAPH_SPLIT_SHARE;
    bool is_settled = p->split != GRAPH_SPLIT_DYNAMIC && p->split != GRAPH_SPLIT_HEURISTIC;
    if (is_settled && p->share <= 0)
        goto done; /* the device alone */
    if (is_dia)
        GRAPH_TRY(find_diagonals(p));
    p->cpu.multiply =
        is_dia ? p->cpu.backend->published(s)->mxm[GRAPH_METHOD_DIA] : p->cpu.backend->kernels(s)->mxm;
    /* Rows of a band have as many products as the next.  Chunks that are taken until none remains need no count. */
    p->is_counting = !is_dia && place->split != GRAPH_SPLIT_DYNAMIC && !(is_settled && p->share >= 1);
    /* The device writes most results itself: threads copy the first of their size.  The numbers do not depend on the share:
     * OpenMP makes threads anew for a team that is larger than the last. */
    p->device.threads = place->threads > 2 * MOST_COPYING ? MOST_COPYING : (place->threads + 1) / 2;
    p->cpu.threads = place->threads > 1 ? place->threads - 1 : 1;
done:
    return status;
}

/* ---- The calling thread ---- */

/* Room for all entries, behind each other: the device's chunks and then the CPU's from the last back, which the CPU may
 * put there from now on. */
static graph_status place_chunks_of_cpu(struct split_product *p)
{
    int64_t entries = p->C.entries;
    graph_status status;
    for (int64_t k = p->cpu.chunks.count; k-- > 0;) {
        struct chunk *chunk = &p->cpu.chunks.chunk[k];
        /* Where a row near a corner lacks a diagonal, what lies in place lies behind its place. */
        chunk->is_moving = !chunk->is_in_place || chunk->before != entries;
        chunk->lies_at = chunk->before;
        chunk->before = entries;
        entries += chunk->C.entries;
    }
    GRAPH_TRY(graph__split_make_room(p, entries));
    p->C.entries = entries;
    graph__split_set(p, &p->has_room);
done:
    return status;
}

/* Shares of the rows, and room for bands; then the CPU part begins.  *has_cpu: false where there is no thread for it, and
 * the device takes all. */
static graph_status start_cpu(struct split_product *p, struct graph_worker *worker, bool *has_cpu)
{
    graph_status status = GRAPH_OK;
    if (!p->is_counting)
        graph__split_open_shares(p, p->cpu.A.row_start, *has_cpu ? p->split : GRAPH_SPLIT_SHARE, p->share);
    if (!*has_cpu)
        return GRAPH_OK;
    if (p->band_count > 0) /* the CPU's rows lie where they belong at once */
        GRAPH_TRY(graph__split_make_room(p, graph__split_entries_before(p, p->rows)));
    /* Before the device can take all of a small product. */
    if (p->split == GRAPH_SPLIT_DYNAMIC)
        graph__shares_take(&p->cpu_first, &p->cpu_end, &p->shares, GRAPH_PART_CPU, 0);
    if (!graph__worker_start(worker, graph__split_run_cpu, p)) {
        graph__log("mxm: no thread for the CPU's part");
        *has_cpu = false;
        if (!p->is_counting)
            graph__shares_close(&p->shares);
        graph__split_open_shares(p, p->cpu.A.row_start, GRAPH_SPLIT_SHARE, 0);
        p->is_counting = false;
    }
done:
    return status;
}

/* The device part, and room for the CPU's entries as soon as both know their numbers. */
static graph_status run_device(struct split_product *p, bool has_cpu)
{
    graph_status status = GRAPH_OK;
    if (!p->is_counting || graph__split_wait(p, &p->has_shares))
        status = graph__split_run_device(p);
    for (int pending = COPIES_TO_LOOK_AFTER; pending >= 0 && status == GRAPH_OK; pending--) {
        status = graph__split_wait_for_copies(p, pending);
        if (has_cpu && status == GRAPH_OK && atomic_load(&p->has_computed) && !p->has_room)
            status = place_chunks_of_cpu(p);
    }
    p->device.seconds = omp_get_wtime() - p->begin;
    if (has_cpu && graph__split_wait(p, &p->has_computed) && status == GRAPH_OK && !p->has_room)
        status = place_chunks_of_cpu(p);
    return status;
}

/* Runs both parts; of two failures the CPU's is reported, which no other attempt can heal. */
static graph_status run_parts(struct split_product *p)
{
    struct graph_worker worker;
    bool has_cpu = p->cpu.multiply != NULL;
    graph_status status;
    GRAPH_TRY(start_cpu(p, &worker, &has_cpu));
    status = run_device(p, has_cpu);
    if (has_cpu) {
        if (status < 0)
            graph__split_set(p, &p->is_over);
        graph__worker_wait(&worker);
        if (status == GRAPH_OK && p->cpu_status >= 0 && p->is_all_in_place)
            graph__split_append_cpu(p); /* next to nothing, which is not worth to wake a thread for */
    }
done:
    return p->cpu_status < 0 ? graph__fail(p->cpu_status, "%s", p->cpu_sentence) : status;
}

graph_status graph__mxm_hybrid(graph_matrix *C, const graph_matrix *M, graph_op accum,
                               const struct graph_semiring *semiring, const graph_matrix *A,
                               const graph_matrix *B, const struct graph_place *place,
                               graph_spgemm_function *spgemm)
{
    const struct split_steps steps = {.name = graph_method_at((size_t)place->method)->name,
                                      .reads_on_host = true,
                                      .open = open_parts,
                                      .run = run_parts,
                                      .close = record};
    struct split_product p = {.place = place, .semiring = semiring, .split = place->split, .spgemm = spgemm};
    return graph__split_multiply(&p, &steps, C, M, accum, A, B);
}
