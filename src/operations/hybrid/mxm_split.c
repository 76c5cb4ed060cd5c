/* See mxm_split.h. */
#include "operations/hybrid/mxm_split.h"

#include <omp.h>

#include "base/diagonal_list.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/progress.h"
#include "core/stats.h"

enum { FIRST_CHUNK = 1 << 18 /* work */ };

/* ---- For both parts ---- */

void graph__split_open_shares(struct split_product *p, const int64_t *work, graph_split split, double share)
{
    p->work = work;
    graph__shares_open(&p->shares, work, p->rows, split, share);
}

double graph__split_cpu_share(const struct split_product *p)
{
    int64_t all = p->work[p->rows], of_cpu = all - p->work[p->shares.cpu_first];
    return all > 0 ? (double)of_cpu / (double)all : 0;
}

int64_t graph__split_entries_before(const struct split_product *p, int64_t row)
{
    return row == 0 ? 0 : graph__band_elements(row, p->cpu.B.columns, p->band_low, p->band_count);
}

graph_status graph__split_add(struct chunk_list *list, struct chunk chunk)
{
    graph_status status = GRAPH_OK;
    if (list->count == list->room) {
        GRAPH_TRY(GRAPH_RESIZE(list->chunk, 2 * list->room + 16));
        list->room = 2 * list->room + 16;
    }
    list->chunk[list->count++] = chunk;
done:
    return status;
}

struct graph_mxm_request graph__split_request(int64_t *start, struct graph_diagonal_list **diagonals,
                                              const struct split_product *p, const struct part *part,
                                              int64_t first, int64_t end)
{
    const int64_t *from = p->cpu.A.row_start;
    const struct graph_diagonal_list *known = graph__diagonals_cached(part->A.diagonals);
    struct graph_mxm_request r = {.semiring = p->semiring,
                                  .A = part->A,
                                  .B = part->B,
                                  .method = p->method,
                                  .is_forced = p->place->flags & GRAPH_FORCE,
                                  .threads = part->threads};
    *start = from[first];
    r.A.rows = end - first;
    r.A.entries = from[end] - *start;
    r.A.column += *start;
    if (r.A.value != NULL)
        r.A.value = (const char *)r.A.value + (size_t)*start * graph_type_size(r.A.type);
    r.A.block_fill = NULL;
    r.A.value_facts = NULL;
    r.A.diagonals = NULL;
    if (known != NULL && known->count > 0) {
        graph__diagonals_of_rows(diagonals, known, first, r.A.rows, r.A.columns);
        r.A.diagonals = diagonals;
    }
    return r;
}

/* ---- All of it ---- */

static graph_status open_operands(struct split_product *p, struct graph_operand operand[4],
                                  const graph_matrix *A, const graph_matrix *B, bool reads_on_host)
{
    const struct graph_semiring *s = p->semiring;
    const struct graph_place *device = p->place, *host = &p->host;
    bool is_A_transposed = device->flags & GRAPH_TRANSPOSE_A,
         is_B_transposed = device->flags & GRAPH_TRANSPOSE_B;
    bool reads_A = s->reads & GRAPH_READS_X, reads_B = s->reads & GRAPH_READS_Y;
    graph_status status;
    GRAPH_TRY(graph__operand_open(&operand[0], A, is_A_transposed, s->x_type, reads_A, device));
    GRAPH_TRY(graph__operand_open(&operand[1], B, is_B_transposed, s->y_type, reads_B, device));
    GRAPH_TRY(
        graph__operand_open(&operand[2], A, is_A_transposed, s->x_type, reads_A && reads_on_host, host));
    GRAPH_TRY(
        graph__operand_open(&operand[3], B, is_B_transposed, s->y_type, reads_B && reads_on_host, host));
    p->rows = operand[2].view.rows;
    p->device = (struct part){.backend = device->backend, .A = operand[0].view, .B = operand[1].view};
    p->cpu = (struct part){.backend = host->backend, .A = operand[2].view, .B = operand[3].view};
done:
    return status;
}

static void finish(struct split_product *p)
{
    p->C.row_start[0] = 0;
    /* Giving back the rest cannot fail in a way that matters.  All of row_start is in use; it may be locked in part. */
    (void)GRAPH_RESIZE(p->C.row_start, p->rows + 1);
    (void)GRAPH_RESIZE(p->C.column, p->C.entries);
    (void)graph__reallocate_array(&p->C.value, (size_t)p->C.entries, p->value_bytes);
}

static void report(const struct split_product *p, const char *name)
{
    double seconds = omp_get_wtime() - p->begin;
    double share = 100 * graph__split_cpu_share(p);
    graph__stats_kernel(name, p->products != NULL ? (uint64_t)p->work[p->rows]
                                                  : p->device.products + p->cpu.products);
    graph__stats_share(share);
    graph__log(
        "mxm: %lld chunks of rows on %s in %.3g ms, %lld on cpu with %.3g %% of the work in %.3g; %.3g ms to "
        "count, %.3g waiting for copies, %.3g in all; %s",
        (long long)p->device.chunks.count, p->device.backend->name, 1e3 * p->device.seconds,
        (long long)p->cpu.chunks.count, share, 1e3 * p->cpu.seconds, 1e3 * p->counted, 1e3 * p->waited,
        1e3 * seconds,
        10 * p->waited > seconds ? "copies to the host are the bound" : "kernels are the bound");
}

static void close_parts(struct split_product *p)
{
    if (p->download != NULL)
        p->device.backend->download_close(p->download);
    graph__csr_arrays_release(&p->C, graph__cpu());
    for (int64_t k = 0; k < p->cpu.chunks.count; k++) {
        struct chunk *chunk = &p->cpu.chunks.chunk[k];
        if (chunk->is_in_place) { /* C's */
            chunk->C.column = NULL;
            chunk->C.value = NULL;
        }
        graph__csr_arrays_release(&chunk->C, graph__cpu());
    }
    graph__free(p->device.chunks.chunk);
    graph__free(p->cpu.chunks.chunk);
    graph__free(p->products);
    if (p->work != NULL)
        graph__shares_close(&p->shares);
}

graph_status graph__split_multiply(struct split_product *p, const struct split_steps *steps, graph_matrix *C,
                                   const graph_matrix *M, graph_op accum, const graph_matrix *A,
                                   const graph_matrix *B)
{
    struct graph_mask_operand mask = {0};
    struct graph_operand operand[4] = {0};
    graph_status status;
    p->host = *p->place;
    p->host.backend = graph__cpu();
    p->value_bytes = p->semiring->value_bytes;
    p->chunk_work = FIRST_CHUNK;
    p->most = INT64_MAX;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->moved, NULL);
    GRAPH_TRY(open_operands(p, operand, A, B, steps->reads_on_host));
    GRAPH_TRY(
        graph__allocate_for_copies((void **)&p->C.row_start, (size_t)p->rows + 1, sizeof *p->C.row_start));
    GRAPH_TRY(steps->open(p));
    GRAPH_TRY(graph__mask_open(&mask, M, p->rows, p->cpu.B.columns, &p->host));
    if (p->device.backend->download_open != NULL)
        GRAPH_TRY(p->device.backend->download_open(&p->download, p->device.threads));
    p->begin = omp_get_wtime();
    GRAPH_TRY(steps->run(p));
    finish(p);
    if (steps->close != NULL)
        steps->close(p);
    report(p, steps->name);
    GRAPH_TRY(graph__progress_close(p->place->progress));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &p->C, p->semiring->type, false, &p->host));
done:
    close_parts(p);
    pthread_cond_destroy(&p->moved);
    pthread_mutex_destroy(&p->lock);
    for (int k = 0; k < 4; k++)
        graph__operand_close(&operand[k], k < 2 ? p->place : &p->host);
    graph__mask_close(&mask, &p->host);
    return status;
}
