/* See mxm_chunked.h.  How many products the device's memory holds depends on the kernel and the matrix, so it is found out:
 * a chunk that does not fit is halved, and one that does makes the next a little larger.  Room for the result is taken by
 * what the first chunks show.  The CPU's rows come last in the result: they are put behind the device's as soon as it is
 * known how many entries those have, while the last of them are still on their way.
 *
 * The calling thread works for the device, and one beside it for the CPU.  All that OpenMP's threads do while there are
 * copies is done by the latter's: idle ones spin for a while, and would do so beside the threads that copy. */
#include "operations/hybrid/mxm_chunked.h"

#include <omp.h>

#include "base/diagonal_list.h"
#include "base/log.h"
#include "base/memory.h"
#include "core/stats.h"
#include "operations/hybrid/mxm_bands.h"
#include "operations/hybrid/split_autotune.h"
#include "operations/hybrid/mxm_split.h"

enum {
    FIRST_CHUNK = 1 << 18, /* work */
    MOST_COPYING = 6,      /* threads: what fills a link of 55 GB/s */
    COPIES_TO_LOOK_AFTER = 4
};

/* ---- For both sides ---- */

void graph__parts_tell(struct parts *p, atomic_bool *mark)
{
    pthread_mutex_lock(&p->lock);
    atomic_store(mark, true);
    pthread_cond_broadcast(&p->moved);
    pthread_mutex_unlock(&p->lock);
}

bool graph__parts_wait(struct parts *p, const atomic_bool *mark)
{
    if (graph__beside_look(mark))
        return true;
    pthread_mutex_lock(&p->lock);
    while (!atomic_load(mark) && !atomic_load(&p->is_over))
        pthread_cond_wait(&p->moved, &p->lock);
    bool has_come = atomic_load(mark);
    pthread_mutex_unlock(&p->lock);
    return has_come;
}

static struct graph_learnt_kind kind_of(const struct parts *p)
{
    return (struct graph_learnt_kind){.semiring = p->semiring,
                                      .method = (int)p->place->method,
                                      .threads = p->place->threads,
                                      .rows = p->rows,
                                      .inner = p->cpu.A.columns,
                                      .columns = p->cpu.B.columns,
                                      .A_entries = p->cpu.A.entries,
                                      .B_entries = p->cpu.B.entries};
}

void graph__parts_open_shares(struct parts *p, const int64_t *work, graph_split split, double share)
{
    p->work = work;
    graph__shares_open(&p->shares, work, p->rows, split, share);
}

/* The share of the work that was the CPU's. */
static double cpu_share(const struct parts *p)
{
    int64_t all = p->work[p->rows], own = all - p->work[p->shares.cpu_first];
    return all > 0 ? (double)own / (double)all : 0;
}

static void learn(const struct parts *p)
{
    struct graph_learnt_kind kind = kind_of(p);
    if (p->place->split == GRAPH_SPLIT_DYNAMIC)
        graph__learnt_take(&kind, cpu_share(p), p->device.seconds, p->cpu.seconds,
                           omp_get_wtime() - p->begin);
}

int64_t graph__parts_entries_before(const struct parts *p, int64_t row)
{
    return row == 0 ? 0 : graph__band_elements(row, p->cpu.B.columns, p->band_low, p->band_count);
}

static bool is_full_band(const struct graph_diagonal_list *list, const struct graph_csr *A)
{
    return list != NULL && list->count > 0 && list->elements == A->entries &&
           list->offset[list->count - 1] - list->offset[0] == list->count - 1;
}

/* Which diagonals A, B and perhaps C have: or each side would search them in each of its parts. */
static graph_status find_diagonals(struct parts *p)
{
    const struct graph_csr *A = &p->cpu.A, *B = &p->cpu.B;
    const struct graph_diagonal_list *of_A, *of_B;
    graph_status status;
    GRAPH_TRY(p->cpu.backend->find_diagonals(A, p->place->threads));
    GRAPH_TRY(p->cpu.backend->find_diagonals(B, p->place->threads));
    of_A = graph__diagonals_kept(A->diagonals);
    of_B = graph__diagonals_kept(B->diagonals);
    if (is_full_band(of_A, A) && is_full_band(of_B, B)) {
        p->band_low = (int64_t)of_A->offset[0] + of_B->offset[0];
        p->band_count = of_A->count + of_B->count - 1;
    }
done:
    return status;
}

graph_status graph__parts_add(struct part_list *list, struct part part)
{
    graph_status status = GRAPH_OK;
    if (list->count == list->room) {
        GRAPH_TRY(GRAPH_RESIZE(list->part, 2 * list->room + 16));
        list->room = 2 * list->room + 16;
    }
    list->part[list->count++] = part;
done:
    return status;
}

struct graph_mxm_request graph__parts_request(int64_t *start, struct graph_diagonal_list **diagonals,
                                              const struct parts *p, const struct side *side, int64_t first,
                                              int64_t end)
{
    const int64_t *from = p->cpu.A.row_start;
    const struct graph_diagonal_list *kept = graph__diagonals_kept(side->A.diagonals);
    struct graph_mxm_request r = {.semiring = p->semiring,
                                  .A = side->A,
                                  .B = side->B,
                                  .method = p->method,
                                  .is_forced = p->place->flags & GRAPH_FORCE,
                                  .threads = side->threads};
    *start = from[first];
    r.A.rows = end - first;
    r.A.entries = from[end] - *start;
    r.A.column += *start;
    if (r.A.value != NULL)
        r.A.value = (const char *)r.A.value + (size_t)*start * graph_type_size(r.A.type);
    r.A.block_fill = NULL;
    r.A.value_facts = NULL;
    r.A.diagonals = NULL;
    if (kept != NULL && kept->count > 0) {
        graph__diagonals_of_rows(diagonals, kept, first, r.A.rows, r.A.columns);
        r.A.diagonals = diagonals;
    }
    return r;
}

/* ---- The calling thread ---- */

/* Room for all entries, behind each other: the device's parts and then the CPU's from the last back, which the CPU may put
 * there from now on. */
static graph_status place_parts_of_cpu(struct parts *p)
{
    int64_t entries = p->C.entries;
    graph_status status;
    for (int64_t k = p->cpu.parts.count; k-- > 0;) {
        struct part *part = &p->cpu.parts.part[k];
        /* Where a row near a corner lacks a diagonal, what lies in place lies behind its place. */
        part->is_moving = !part->is_in_place || part->before != entries;
        part->lies_at = part->before;
        part->before = entries;
        entries += part->C.entries;
    }
    GRAPH_TRY(graph__parts_make_room(p, entries));
    p->C.entries = entries;
    graph__parts_tell(p, &p->has_room);
done:
    return status;
}

/* Runs both sides; of two failures the CPU's is told, which no other attempt can heal. */
static graph_status run(struct parts *p)
{
    graph_status status = GRAPH_OK;
    struct graph_beside beside;
    bool has_cpu = p->cpu.multiply != NULL;
    p->begin = omp_get_wtime();
    if (!p->is_counting)
        graph__parts_open_shares(p, p->cpu.A.row_start, has_cpu ? p->split : GRAPH_SPLIT_SHARE, p->share);
    if (has_cpu && p->band_count > 0) /* the CPU's rows lie where they belong at once */
        GRAPH_TRY(graph__parts_make_room(p, graph__parts_entries_before(p, p->rows)));
    /* Before the device can take all of a small product. */
    if (has_cpu && p->split == GRAPH_SPLIT_DYNAMIC)
        graph__shares_take(&p->cpu_first, &p->cpu_end, &p->shares, GRAPH_SIDE_CPU, 0);
    if (has_cpu && !graph__beside_start(&beside, graph__parts_run_cpu, p)) {
        graph__log("mxm: no thread for the CPU's part");
        has_cpu = false;
        if (!p->is_counting)
            graph__shares_close(&p->shares);
        graph__parts_open_shares(p, p->cpu.A.row_start, GRAPH_SPLIT_SHARE, 0);
        p->is_counting = false;
    }
    if (!p->is_counting || graph__parts_wait(p, &p->has_shares))
        status = graph__parts_run_device(p);
    for (int left = COPIES_TO_LOOK_AFTER; left >= 0 && status == GRAPH_OK; left--) {
        status = graph__parts_wait_for_copies(p, left);
        if (has_cpu && status == GRAPH_OK && atomic_load(&p->has_computed) && !p->has_room)
            status = place_parts_of_cpu(p);
    }
    p->device.seconds = omp_get_wtime() - p->begin;
    if (has_cpu && graph__parts_wait(p, &p->has_computed) && status == GRAPH_OK && !p->has_room)
        status = place_parts_of_cpu(p);
    if (has_cpu) {
        if (status < 0)
            graph__parts_tell(p, &p->is_over);
        graph__beside_wait(&beside);
        if (status == GRAPH_OK && p->cpu_status >= 0 && p->is_all_in_place)
            graph__parts_put_behind(p); /* next to nothing, which is not worth to wake a thread for */
    }
done:
    return p->cpu_status < 0 ? graph__fail(p->cpu_status, "%s", p->cpu_sentence) : status;
}

static void finish(struct parts *p)
{
    p->C.row_start[0] = 0;
    /* Giving back the rest cannot fail in a way that matters.  Nothing is left of row_start, which may be locked in part. */
    (void)GRAPH_RESIZE(p->C.row_start, p->rows + 1);
    (void)GRAPH_RESIZE(p->C.column, p->C.entries);
    (void)graph__reallocate_array(&p->C.value, (size_t)p->C.entries, p->value_bytes);
}

static void tell(const struct parts *p)
{
    double seconds = omp_get_wtime() - p->begin;
    double share = 100 * cpu_share(p);
    graph__stats_kernel(
        graph__mxm_is_hybrid(p->place->method) ? graph_method_at((size_t)p->place->method)->name : "chunks",
        p->products != NULL ? (uint64_t)p->work[p->rows] : p->device.products + p->cpu.products);
    graph__stats_share(share);
    graph__log(
        "mxm: %lld chunks of rows on %s in %.3g ms, %lld on cpu with %.3g %% of the work in %.3g; %.3g ms to "
        "count, %.3g waiting for copies, %.3g in all; %s",
        (long long)p->device.parts.count, p->device.backend->name, 1e3 * p->device.seconds,
        (long long)p->cpu.parts.count, share, 1e3 * p->cpu.seconds, 1e3 * p->counted, 1e3 * p->waited,
        1e3 * seconds,
        10 * p->waited > seconds ? "copies to the host are the bound" : "kernels are the bound");
}

/* ---- All of it ---- */

static graph_status open_operands(struct parts *p, struct graph_operand operand[4], const graph_matrix *A,
                                  const graph_matrix *B, bool is_hybrid, const struct graph_place *host)
{
    const struct graph_semiring *s = p->semiring;
    const struct graph_place *device = p->place;
    bool is_A_transposed = device->flags & GRAPH_TRANSPOSE_A,
         is_B_transposed = device->flags & GRAPH_TRANSPOSE_B;
    bool reads_A = s->reads & GRAPH_READS_X, reads_B = s->reads & GRAPH_READS_Y;
    graph_status status;
    GRAPH_TRY(graph__operand_open(&operand[0], A, is_A_transposed, s->x_type, reads_A, device));
    GRAPH_TRY(graph__operand_open(&operand[1], B, is_B_transposed, s->y_type, reads_B, device));
    GRAPH_TRY(graph__operand_open(&operand[2], A, is_A_transposed, s->x_type, reads_A && is_hybrid, host));
    GRAPH_TRY(graph__operand_open(&operand[3], B, is_B_transposed, s->y_type, reads_B && is_hybrid, host));
    p->rows = operand[2].view.rows;
    p->device = (struct side){.backend = device->backend, .A = operand[0].view, .B = operand[1].view};
    p->cpu = (struct side){.backend = host->backend, .A = operand[2].view, .B = operand[3].view};
done:
    return status;
}

/* Which kernels, how the rows are shared, and how many threads each side has. */
static graph_status open_sides(struct parts *p, bool is_hybrid, const struct graph_place *host)
{
    const struct graph_semiring *s = p->semiring;
    const struct graph_place *place = p->place;
    bool is_dia = place->method == GRAPH_METHOD_HYBRID_DIA;
    graph_status status = GRAPH_OK;
    p->method = is_dia ? GRAPH_METHOD_DIA : is_hybrid ? GRAPH_METHOD_AUTO : place->method;
    p->device.multiply =
        is_dia ? place->backend->published(s)->mxm[GRAPH_METHOD_DIA] : place->backend->kernels(s)->mxm;
    p->device.threads = place->threads;
    GRAPH_TRY(
        graph__allocate_for_copies((void **)&p->C.row_start, (size_t)p->rows + 1, sizeof *p->C.row_start));
    if (!is_hybrid)
        goto done;
    GRAPH_TRY(graph__mxm_share(&p->share, s, &p->cpu.A, &p->cpu.B, place));
    struct graph_learnt_kind kind = kind_of(p);
    if (p->split == GRAPH_SPLIT_DYNAMIC && graph__learnt_share(&p->share, &kind))
        p->split = GRAPH_SPLIT_SHARE;
    bool is_settled = p->split != GRAPH_SPLIT_DYNAMIC && p->split != GRAPH_SPLIT_HEURISTIC;
    if (is_settled && p->share <= 0)
        goto done; /* the device alone */
    if (is_dia)
        GRAPH_TRY(find_diagonals(p));
    p->cpu.multiply =
        is_dia ? host->backend->published(s)->mxm[GRAPH_METHOD_DIA] : host->backend->kernels(s)->mxm;
    /* Rows of a band have as many products as the next.  Chunks that are taken until none is left need no count. */
    p->is_counting = !is_dia && place->split != GRAPH_SPLIT_DYNAMIC && !(is_settled && p->share >= 1);
    /* The device writes most results itself: threads copy the first of their size.  The numbers do not depend on the share:
     * OpenMP makes threads anew for a team that is larger than the last. */
    p->device.threads = place->threads > 2 * MOST_COPYING ? MOST_COPYING : (place->threads + 1) / 2;
    p->cpu.threads = place->threads > 1 ? place->threads - 1 : 1;
done:
    return status;
}

static void close_sides(struct parts *p)
{
    if (p->copier != NULL)
        p->device.backend->copier_close(p->copier);
    graph__csr_arrays_release(&p->C, p->cpu.backend);
    for (int64_t k = 0; k < p->cpu.parts.count; k++) {
        struct part *part = &p->cpu.parts.part[k];
        if (part->is_in_place) { /* C's */
            part->C.column = NULL;
            part->C.value = NULL;
        }
        graph__csr_arrays_release(&part->C, p->cpu.backend);
    }
    graph__free(p->device.parts.part);
    graph__free(p->cpu.parts.part);
    graph__free(p->products);
}

graph_status graph__mxm_in_parts(graph_matrix *C, const graph_matrix *M, graph_op accum,
                                 const struct graph_semiring *semiring, const graph_matrix *A,
                                 const graph_matrix *B, const struct graph_place *place)
{
    struct parts p = {.place = place,
                      .semiring = semiring,
                      .split = place->split,
                      .value_bytes = semiring->value_bytes,
                      .chunk = FIRST_CHUNK,
                      .most = INT64_MAX,
                      .cpu.backend = graph__cpu()};
    bool is_hybrid = graph__mxm_is_hybrid(place->method);
    struct graph_mask_operand mask = {0};
    struct graph_operand operand[4] = {0};
    struct graph_place host = *place;
    graph_status status;
    host.backend = graph__cpu();
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.moved, NULL);
    GRAPH_TRY(open_operands(&p, operand, A, B, is_hybrid, &host));
    GRAPH_TRY(open_sides(&p, is_hybrid, &host));
    GRAPH_TRY(graph__mask_open(&mask, M, p.rows, p.cpu.B.columns, &host));
    if (place->backend->copier_open != NULL)
        GRAPH_TRY(place->backend->copier_open(&p.copier, p.device.threads));
    GRAPH_TRY(run(&p));
    finish(&p);
    learn(&p);
    tell(&p);
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &p.C, semiring->type, false, &host));
done:
    close_sides(&p);
    if (p.work != NULL)
        graph__shares_close(&p.shares);
    pthread_cond_destroy(&p.moved);
    pthread_mutex_destroy(&p.lock);
    for (int k = 0; k < 4; k++)
        graph__operand_close(&operand[k], k < 2 ? place : &host);
    graph__mask_close(&mask, &host);
    return status;
}
