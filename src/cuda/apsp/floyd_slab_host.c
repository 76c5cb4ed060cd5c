/* Floyd-Warshall on the rows of one rank; see contract/paths.h.
 *
 * A stage takes some hundred pivots K of one rank.  That rank closes their rows over each other, all get them, and all relax
 * their other rows in rounds of 128 pivots:
 *
 *     D(i, :) = min(D(i, :), D(i, K) + D(K, :)).
 *
 * The rank that has the pivots of the next stage relaxes those rows first, closes them and sends them, on another
 * stream, while all ranks relax the rest: so rows of pivots travel one stage ahead of their use, and nobody waits for them.
 * Two sets of pivot rows lie before the slab in one array, so that the kernels of a round find both by one address.  The
 * host is at most two stages ahead of the device, since only the host sees that a rank is gone.
 *
 * With n vertices on P ranks a rank relaxes n^3 / P elements and receives n^2 (P - 1) / P of them.
 * Source: Sao, Kannan, Gera, Vuduc, "Scalable all-pairs shortest paths for huge graphs on multi-GPU clusters", HPDC 2021. */
#include "cuda/apsp/apsp_host.h"

#include <stdio.h>

#include "cuda/apsp/floyd_warshall_arguments.h"
#include "cuda/runtime/link.h"

enum {
    MOST_PIVOTS = 512,
    LEAST_PIVOTS = 128,
    MANY_ROWS = 8192,
    SETS = 2, /* of pivot rows */
    FILL_BLOCKS = 132 * 8,
    FILL_THREADS = 256,
    PAGE_BYTES = 4096
};

struct stage {
    int64_t number, first, count; /* pivots first .. first + count - 1 */
    int owner;
};

struct slab {
    struct graph_floyd_slab_request *r;
    const struct floyd_kernels *k;
    struct floyd_round_arguments a;
    size_t bytes;
    int64_t n, first, rows, known; /* rounded up to whole tiles; known: rows that are the caller's */
    int64_t most_pivots, touched;  /* touched: rows of the caller's whose pages are there */
    char *pivots, *ours;
    cudaStream_t work, transfer;
    cudaEvent_t is_closed[SETS], has_come[SETS], is_used[SETS];
};

static char *row_at(const struct slab *s, char *array, int64_t row)
{
    return array + (size_t)(row * s->n) * s->bytes;
}

static char *pivots_of(const struct slab *s, int64_t stage)
{
    return row_at(s, s->pivots, stage % SETS * s->most_pivots);
}

static graph_status record(cudaEvent_t event, cudaStream_t stream)
{
    return graph__cuda_check(cudaEventRecord(event, stream), "recording an event");
}

static graph_status wait_for(cudaStream_t stream, cudaEvent_t event)
{
    return graph__cuda_check(cudaStreamWaitEvent(stream, event, 0), "waiting for pivots");
}

/* ---- The slab ---- */

static graph_status upload(struct cuda_call *call, const void **there, const void *here, int64_t count,
                           size_t bytes)
{
    void *made = NULL;
    graph_status status = GRAPH_OK;
    if (here == NULL || count == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_scratch(call, &made, (size_t)count, bytes));
    GRAPH_TRY(graph__cuda_upload(made, here, (size_t)count * bytes));
    *there = made;
done:
    return status;
}

/* The weights of this rank's rows; all else is infinite, but for the diagonal. */
static graph_status fill_slab(struct cuda_call *call, const struct slab *s)
{
    const struct graph_csr *A = &s->r->A;
    const struct floyd_fill_arguments fill = {.to = s->ours,
                                              .rows = s->rows,
                                              .columns = s->n,
                                              .stride = s->n,
                                              .infinite = graph__cuda_floyd_infinite_bits(s->r->type)};
    struct floyd_edges_arguments weights = {
        .to = s->ours, .rows = s->known, .stride = s->n, .first_row = s->first, .infinite = fill.infinite};
    graph_status status = GRAPH_OK;
    if (s->r->type == GRAPH_INT32 || s->r->type == GRAPH_INT64)
        weights.infinite = s->bytes == sizeof(int32_t) ? INT32_MAX : INT64_MAX;
    if (s->known == 0)
        return GRAPH_OK;
    GRAPH_TRY(
        upload(call, (const void **)&weights.row_start, A->row_start, s->known + 1, sizeof *A->row_start));
    GRAPH_TRY(upload(call, (const void **)&weights.column, A->column, A->entries, sizeof *A->column));
    GRAPH_TRY(upload(call, &weights.value, A->value, A->entries, s->bytes));
    GRAPH_TRY(
        graph__cuda_launch(call, graph__cuda_floyd_fill[s->bytes == 8], FILL_BLOCKS, FILL_THREADS, 0, &fill));
    GRAPH_TRY(graph__cuda_launch(call, s->k->weights, FILL_BLOCKS, FILL_THREADS, 0, &weights));
done:
    return status;
}

static graph_status open_slab(struct cuda_call *call, struct slab *s, int32_t *is_negative)
{
    const struct graph_floyd_slab_request *r = s->r;
    graph_status status;
    s->k = graph__cuda_floyd_kernels_of(r->type);
    s->bytes = graph_type_size(r->type);
    s->n = (r->n + FLOYD_PAD - 1) / FLOYD_PAD * FLOYD_PAD;
    s->first = r->start[r->rank];
    s->known = r->start[r->rank + 1] - s->first;
    s->rows = (s->known + FLOYD_PAD - 1) / FLOYD_PAD * FLOYD_PAD;
    s->most_pivots = r->n / r->ranks >= MANY_ROWS ? MOST_PIVOTS : LEAST_PIVOTS;
    s->a = (struct floyd_round_arguments){.n = s->n, .stride = s->n, .is_negative = is_negative};
    s->work = graph__cuda_device(NULL)->stream;
    s->transfer = graph__cuda_device(NULL)->streams[GRAPH_CUDA_HIGH_PRIORITY];
    for (int b = 0; b < SETS; b++) {
        CUDA_TRY(cudaEventCreateWithFlags(&s->is_closed[b], cudaEventDisableTiming));
        CUDA_TRY(cudaEventCreateWithFlags(&s->has_come[b], cudaEventDisableTiming));
        CUDA_TRY(cudaEventCreateWithFlags(&s->is_used[b], cudaEventDisableTiming));
    }
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&s->pivots, (size_t)(SETS * s->most_pivots + s->rows),
                                  (size_t)s->n * s->bytes));
    s->ours = row_at(s, s->pivots, SETS * s->most_pivots);
    GRAPH_TRY(
        graph__cuda_floyd_open_round(call, &s->a, s->k, s->rows > s->most_pivots ? s->rows : s->most_pivots));
    GRAPH_TRY(fill_slab(call, s));
    CUDA_TRY(cudaStreamSynchronize(s->work)); /* what fails here must do so before the agreement */
done:
    return status;
}

static void close_slab(struct slab *s)
{
    for (int b = 0; b < SETS; b++) {
        cudaEvent_t const events[] = {s->is_closed[b], s->has_come[b], s->is_used[b]};
        for (int e = 0; e < 3; e++)
            if (events[e] != NULL)
                (void)graph__cuda_succeeds(cudaEventDestroy(events[e]));
    }
}

static graph_status download_slab(const struct slab *s)
{
    const struct graph_floyd_slab_request *r = s->r;
    const size_t pitch = (size_t)r->stride * s->bytes, there_pitch = (size_t)s->n * s->bytes,
                 width = (size_t)r->n * s->bytes;
    graph_status status = GRAPH_OK;
    if (s->known > 0 && pitch == there_pitch)
        CUDA_TRY(
            cudaMemcpyAsync(r->distance, s->ours, (size_t)s->known * pitch, cudaMemcpyDeviceToHost, s->work));
    else if (s->known > 0)
        CUDA_TRY(cudaMemcpy2DAsync(r->distance, pitch, s->ours, there_pitch, width, (size_t)s->known,
                                   cudaMemcpyDeviceToHost, s->work));
done:
    return status;
}

/* Has the system make pages for some of the caller's rows, while the device works. */
static void touch_rows(struct slab *s, int64_t end)
{
    const size_t row_bytes = (size_t)s->r->stride * s->bytes, last = (size_t)end * row_bytes;
    if (end > s->known)
        return;
    for (size_t at = (size_t)s->touched * row_bytes; at < last; at += PAGE_BYTES)
        ((volatile char *)s->r->distance)[at] = 0;
    s->touched = end;
}

/* ---- Stages ---- */

static bool next_stage(const struct slab *s, struct stage *t)
{
    const struct graph_floyd_slab_request *r = s->r;
    t->first += t->count;
    while (t->owner < r->ranks && t->first >= r->start[t->owner + 1])
        t->owner++;
    if (t->owner == r->ranks)
        return false;
    const int64_t rest = (r->start[t->owner + 1] - t->first + FLOYD_PIVOTS - 1) / FLOYD_PIVOTS * FLOYD_PIVOTS;
    t->count = rest < s->most_pivots ? rest : s->most_pivots;
    t->number++;
    return true;
}

/* Closes the rows of the pivots of a stage, which are this rank's, over each other. */
static graph_status close_pivots(struct cuda_call *call, const struct slab *s, const struct stage *t)
{
    const size_t bytes = (size_t)(t->count * s->n) * s->bytes;
    struct floyd_round_arguments a = s->a;
    graph_status status = GRAPH_OK;
    a.distance = pivots_of(s, t->number);
    a.first_row = t->first;
    a.rows = t->count;
    if (t->number >= SETS) /* its last rows may still be sent */
        GRAPH_TRY(wait_for(s->work, s->has_come[t->number % SETS]));
    GRAPH_TRY(graph__cuda_copy(call, a.distance, row_at(s, s->ours, t->first - s->first), bytes));
    for (int64_t p = 0; p < t->count; p += FLOYD_PIVOTS) {
        a.first = t->first + p;
        a.pivot_row = p;
        GRAPH_TRY(graph__cuda_floyd_round(call, &a, s->k));
    }
    GRAPH_TRY(graph__cuda_floyd_check(call, &a, s->k));
    GRAPH_TRY(graph__cuda_copy(call, row_at(s, s->ours, t->first - s->first), a.distance, bytes));
    GRAPH_TRY(record(s->is_closed[t->number % SETS], s->work));
done:
    return status;
}

/* Relaxes rows row .. end - 1 of the slab by the pivots of a stage. */
static graph_status relax(struct cuda_call *call, const struct slab *s, int64_t row, int64_t end,
                          const struct stage *t)
{
    struct floyd_round_arguments a = s->a;
    graph_status status = GRAPH_OK;
    if (row >= end)
        return GRAPH_OK;
    a.distance = row_at(s, s->ours, row);
    a.first_row = s->first + row;
    a.rows = end - row;
    a.diagonal = NULL;
    for (int64_t p = 0; p < t->count; p += FLOYD_PIVOTS) {
        a.first = t->first + p;
        a.pivot_row = p + (t->number % SETS - SETS) * s->most_pivots - row;
        GRAPH_TRY(graph__cuda_floyd_round(call, &a, s->k));
    }
    GRAPH_TRY(graph__cuda_floyd_check(call, &a, s->k));
done:
    return status;
}

/* Sends the rows of the pivots of a stage to all ranks, or receives them. */
static graph_status start_transfer(const struct slab *s, const struct stage *t)
{
    const int64_t set = t->number % SETS;
    graph_status status = GRAPH_OK;
    if (t->owner == s->r->rank)
        GRAPH_TRY(wait_for(s->transfer, s->is_closed[set]));
    else if (t->number >= SETS)
        GRAPH_TRY(wait_for(s->transfer, s->is_used[set]));
    GRAPH_TRY(graph__cuda_link_broadcast(s->r->link, pivots_of(s, t->number),
                                         (size_t)(t->count * s->n) * s->bytes, t->owner, s->transfer));
    GRAPH_TRY(record(s->has_come[set], s->transfer));
done:
    return status;
}

/* This rank's rows of the pivots of a stage, as rows of the slab; none: an empty range at the end. */
static void pivot_range(const struct slab *s, const struct stage *t, bool is_there, int64_t *begin,
                        int64_t *end)
{
    const bool is_ours = is_there && t->owner == s->r->rank;
    *begin = is_ours ? t->first - s->first : s->rows;
    *end = is_ours ? *begin + t->count : s->rows;
}

/* One stage; *next, if there is one, is closed and on its way when this returns. */
static graph_status run_stage(struct cuda_call *call, const struct slab *s, const struct stage *t,
                              const struct stage *next, bool has_next)
{
    int64_t begin[2], end[2];
    graph_status status = GRAPH_OK;
    pivot_range(s, t, true, &begin[0], &end[0]);
    pivot_range(s, next, has_next, &begin[1], &end[1]);
    if (t->owner != s->r->rank)
        GRAPH_TRY(wait_for(s->work, s->has_come[t->number % SETS]));
    GRAPH_TRY(relax(call, s, begin[1], end[1], t));
    if (begin[1] < end[1])
        GRAPH_TRY(close_pivots(call, s, next));
    if (has_next)
        GRAPH_TRY(start_transfer(s, next));
    /* The pivots of the next stage come after those of this one, so the rest is at most three ranges. */
    GRAPH_TRY(relax(call, s, 0, begin[0] < begin[1] ? begin[0] : begin[1], t));
    GRAPH_TRY(relax(call, s, end[0] < begin[1] ? end[0] : s->rows, begin[1], t));
    GRAPH_TRY(relax(call, s, end[1], s->rows, t));
    GRAPH_TRY(record(s->is_used[t->number % SETS], s->work));
done:
    return status;
}

static graph_status run_stages(struct cuda_call *call, struct slab *s)
{
    const int64_t n = s->r->n;
    struct stage now = {.number = -1}, next;
    graph_status status = GRAPH_OK;
    bool has_next = next_stage(s, &now);
    if (has_next && now.owner == s->r->rank)
        GRAPH_TRY(close_pivots(call, s, &now));
    if (has_next)
        GRAPH_TRY(start_transfer(s, &now));
    while (has_next) {
        const int64_t touched = (int64_t)((double)(now.first + now.count) / (double)n * (double)s->known);
        next = now;
        has_next = next_stage(s, &next);
        GRAPH_TRY(run_stage(call, s, &now, &next, has_next));
        touch_rows(s, has_next ? touched : s->known);
        GRAPH_TRY(graph__cuda_link_wait(s->r->link, s->has_come[now.number % SETS]));
        now = next;
    }
    GRAPH_TRY(record(s->is_used[0], s->work));
    GRAPH_TRY(graph__cuda_link_wait(s->r->link, s->is_used[0]));
done:
    return status;
}

graph_status graph__cuda_floyd_slab(struct graph_floyd_slab_request *r)
{
    struct slab s = {.r = r};
    int32_t *is_negative = NULL, found = 0;
    char why[320];
    graph_status status;
    r->is_negative = false;
    struct cuda_call *call = graph__cuda_begin();
    status = CUDA_SCRATCH(call, is_negative, 1);
    if (status == GRAPH_OK)
        status = graph__cuda_set_bytes(call, is_negative, 0, sizeof *is_negative);
    if (status == GRAPH_OK)
        status = open_slab(call, &s, is_negative);
    /* Room on all ranks, or no transfer at all. */
    GRAPH_TRY(r->agree(r->group, status));
    status = run_stages(call, &s);
    if (status != GRAPH_OK) {
        graph__cuda_link_break(r->link); /* other ranks wait for rows that do not come */
        (void)graph__cuda_succeeds(cudaStreamSynchronize(s.transfer));
        snprintf(why, sizeof why, "%s", graph_last_error());
        GRAPH_FAIL(GRAPH_E_RANK, "%s", why);
    }
    status = download_slab(&s);
    if (status == GRAPH_OK)
        status = CUDA_READ(call, found, is_negative);
    GRAPH_TRY(r->agree(r->group, status));
    r->is_negative = found != 0;
done:
    close_slab(&s);
    graph__cuda_end(call);
    return status;
}
