/* See mxm_parts.h.  How many products the device's memory holds depends on the kernel and the matrix, so it is found out:
 * a chunk that does not fit is halved, and one that does makes the next a little larger.  Room for the result is taken by
 * what the first chunks show.  The CPU's rows come last in the result: they are put behind the device's as soon as it is
 * known how many entries those have, while the last of them are still on their way. */
#include "operations/mxm_parts.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/search.h"
#include "core/stats.h"
#include "operations/mxm_bands.h"
#include "operations/mxm_shares.h"

enum {
    COPIES = 3, /* of a chunk: starts of rows, columns and values */
    FIRST_CHUNK = 1 << 21,
    TARGET_BYTES = 48 << 20, /* of a chunk's result */
    ROWS_FOR_THREADS = 1 << 15,
    BYTES_FOR_THREADS = 1 << 20
};

typedef graph_status mxm_function(struct graph_mxm_request *);

/* Rows first .. end - 1 of the result. */
struct part {
    int64_t first, end;
    int64_t before;            /* entries of the result in front of it */
    struct graph_csr_arrays C; /* the CPU's own arrays; of a chunk of the device's only `entries` */
};

struct part_list {
    struct part *part;
    int64_t count, room;
};

/* What one side computes with; the views are those of all of A and B at its place. */
struct side {
    const struct graph_backend *backend;
    mxm_function *multiply;
    struct graph_csr A, B;
    int threads;
    int64_t *row_start; /* on the host: of the rows of a part, counted from 0 */
    struct part_list parts;
};

struct parts {
    const struct graph_place *place;
    const struct graph_semiring *semiring;
    graph_method method; /* of each side */
    int64_t rows;
    const int64_t *work;    /* of rows 0 .. i - 1: products, or entries of A where the device works alone */
    int64_t *products;      /* where they are counted */
    uint64_t done_products; /* by the device */
    struct graph_shares shares;
    struct side device, cpu;
    struct graph_csr_arrays C; /* C.entries: so far */
    int64_t room;              /* entries that C's arrays can hold */
    size_t value_bytes;

    struct graph_copier *copier;
    int copier_threads;
    double begin;                /* in seconds of the clock */
    double counted, waited;      /* seconds for counting products, and in waiting for copies */
    int64_t chunk, most;         /* products of the next chunk: wanted, and that memory allows */
    int64_t taken, taken_before; /* work of the last chunk and of the one before */

    double share;         /* of the CPU, where the split says it */
    pthread_mutex_t lock; /* of the three that follow */
    pthread_cond_t readiness;
    bool is_ready, has_shares; /* the CPU's thread has counted the products; the shares are open */
    graph_status cpu_status;
    char cpu_sentence[256];
};

static graph_status add_part(struct part_list *list, struct part part)
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

/* The request for rows first .. end - 1, but for the starts of the rows of A, which are left in side->row_start. */
static struct graph_mxm_request request_of(const struct parts *p, const struct side *side, int64_t first,
                                           int64_t end)
{
    const int64_t *from = p->cpu.A.row_start;
    int64_t start = from[first], *to = side->row_start;
    struct graph_mxm_request r = {.semiring = p->semiring,
                                  .A = side->A,
                                  .B = side->B,
                                  .method = p->method,
                                  .is_forced = p->place->flags & GRAPH_FORCE,
                                  .threads = side->threads};
#pragma omp parallel for num_threads(side->threads) schedule(static) if (end - first > ROWS_FOR_THREADS)
    for (int64_t i = first; i <= end; i++)
        to[i - first] = from[i] - start;
    r.A.rows = end - first;
    r.A.entries = from[end] - start;
    r.A.row_start = to;
    r.A.column += start;
    if (r.A.value != NULL)
        r.A.value = (const char *)r.A.value + (size_t)start * graph_type_size(r.A.type);
    r.A.diagonals = NULL; /* some of the rows have others */
    r.A.block_fill = NULL;
    return r;
}

/* ---- The device ---- */

static graph_status wait_for_copies(struct parts *p, int left)
{
    double begin = omp_get_wtime();
    graph_status status = p->copier == NULL ? GRAPH_OK : p->device.backend->copier_wait(p->copier, left);
    p->waited += omp_get_wtime() - begin;
    return status;
}

/* The array `there` goes to `here` but for its first `skipped` bytes, and is released. */
static graph_status copy_out(struct parts *p, void *here, void *there, size_t skipped, size_t bytes)
{
    const struct graph_backend *backend = p->device.backend;
    if (p->copier != NULL)
        return backend->copier_start(p->copier, here, there, skipped, bytes);
    graph_status status = backend->download(here, (char *)there + skipped, bytes);
    backend->release(there);
    return status;
}

static graph_status take_room(struct parts *p, int64_t room)
{
    graph_status status;
    GRAPH_TRY(GRAPH_RESIZE(p->C.column, room));
    GRAPH_TRY(graph__reallocate_array(&p->C.value, (size_t)room, p->value_bytes));
    p->room = room;
done:
    return status;
}

/* Room for so many entries.  Arrays may move: copies on their way are waited for. */
static graph_status make_room(struct parts *p, int64_t entries)
{
    graph_status status = GRAPH_OK;
    if (entries <= p->room)
        return GRAPH_OK;
    int64_t done = p->work[p->shares.device_end];
    double expected = done > 0 ? 1.1 * (double)entries * (double)p->work[p->rows] / (double)done : 0;
    int64_t room = p->room + p->room / 2;
    room = expected < 1e15 && (int64_t)expected > room ? (int64_t)expected : room;
    room = room > entries ? room : entries;
    GRAPH_TRY(wait_for_copies(p, 0));
    if (take_room(p, room) < 0)
        GRAPH_TRY(take_room(p, entries));
done:
    return status;
}

/* The next chunk's products, from the entries that those of this one have become. */
static void choose_chunk(struct parts *p, int64_t products, int64_t entries)
{
    double entry_bytes = (double)(sizeof(int32_t) + p->value_bytes);
    double wanted = TARGET_BYTES / entry_bytes * (double)(products + 1) / (double)(entries + 1);
    double most = 8.0 * (double)p->chunk;
    p->chunk = wanted < most ? (int64_t)wanted + 1 : (int64_t)most;
    if (p->most < INT64_MAX / 2)
        p->most += p->most / 8;
}

static graph_status multiply_on_device(struct parts *p, int64_t first, int64_t end)
{
    const struct graph_backend *backend = p->device.backend;
    struct graph_mxm_request r = request_of(p, &p->device, first, end);
    struct part part = {.first = first, .end = end, .before = p->C.entries};
    size_t starts = (size_t)r.A.rows * sizeof(int64_t);
    int64_t *row_start = NULL, products = p->work[end] - p->work[first];
    graph_status status;
    GRAPH_TRY(backend->allocate((void **)&row_start, (size_t)r.A.rows + 1, sizeof *row_start));
    GRAPH_TRY(backend->upload(row_start, p->device.row_start, starts + sizeof *row_start));
    r.A.row_start = row_start;
    GRAPH_TRY(p->device.multiply(&r));
    part.C.entries = r.C.entries;
    p->done_products += r.products;
    GRAPH_TRY(make_room(p, p->C.entries + r.C.entries));
    GRAPH_TRY(add_part(&p->device.parts, part));
    struct graph_csr_arrays made = r.C;
    /* The copier takes each array over, whatever comes of it. */
    r.C.row_start = NULL;
    GRAPH_TRY(copy_out(p, p->C.row_start + first + 1, made.row_start, sizeof *row_start, starts));
    r.C.column = NULL;
    GRAPH_TRY(
        copy_out(p, p->C.column + part.before, made.column, 0, (size_t)made.entries * sizeof *p->C.column));
    r.C.value = NULL;
    GRAPH_TRY(copy_out(p, (char *)p->C.value + (size_t)part.before * p->value_bytes, made.value, 0,
                       (size_t)made.entries * p->value_bytes));
    p->C.entries += made.entries;
    choose_chunk(p, products, made.entries);
done:
    backend->release(row_start);
    graph__csr_arrays_release(&r.C, backend);
    return status;
}

/* The same for as many of the rows as the device has memory for; *end is where it stopped. */
static graph_status multiply_what_fits(struct parts *p, int64_t first, int64_t *end)
{
    bool has_waited = false;
    for (;;) {
        graph_status status = multiply_on_device(p, first, *end);
        if (status != GRAPH_E_DEVICE_MEMORY)
            return status;
        if (!has_waited) {
            has_waited = true; /* memory of the chunks before is free then */
            if ((status = wait_for_copies(p, 0)) < 0)
                return status;
            continue;
        }
        if (*end - first == 1)
            return status;
        p->most = (p->work[*end] - p->work[first]) / 2 + 1;
        *end = graph__lower_bound_wide(p->work, first + 1, *end - 1, p->work[first] + p->most);
        graph__shares_give_back(&p->shares, *end);
    }
}

static graph_status run_device(struct parts *p)
{
    int64_t first, end, done = 0, done_at_first = 0;
    double first_done = 0;
    graph_status status = GRAPH_OK;
    while (graph__shares_take(&first, &end, &p->shares, GRAPH_SIDE_DEVICE,
                              p->chunk < p->most ? p->chunk : p->most)) {
        /* Two chunks are on the device: one that is copied, and one that is computed. */
        GRAPH_TRY(wait_for_copies(p, COPIES));
        done += p->copier != NULL ? p->taken_before : 0;
        /* What the first chunk takes until it is copied says little about the speed of those behind it. */
        if (done > done_at_first && done_at_first > 0)
            graph__shares_done(&p->shares, GRAPH_SIDE_DEVICE, done - done_at_first,
                               omp_get_wtime() - first_done);
        else if (done > 0 && done_at_first == 0) {
            done_at_first = done;
            first_done = omp_get_wtime();
        }
        GRAPH_TRY(multiply_what_fits(p, first, &end));
        p->taken_before = p->taken;
        p->taken = p->work[end] - p->work[first];
        done += p->copier == NULL ? p->taken : 0;
    }
done:
    if (status < 0)
        graph__shares_stop(&p->shares);
    return status;
}

/* ---- The CPU ---- */

static graph_status multiply_on_cpu(struct parts *p, int64_t first, int64_t end)
{
    struct graph_mxm_request r = request_of(p, &p->cpu, first, end);
    struct part part = {.first = first, .end = end};
    graph_status status;
    GRAPH_TRY(p->cpu.multiply(&r));
    part.C = r.C;
    GRAPH_TRY(add_part(&p->cpu.parts, part));
    r.C = (struct graph_csr_arrays){0};
done:
    graph__csr_arrays_release(&r.C, p->cpu.backend);
    return status;
}

static void open_shares(struct parts *p, const int64_t *work, graph_split split, double share)
{
    p->work = work;
    graph__shares_open(&p->shares, work, p->rows, split, share);
    p->has_shares = true;
}

/* Counting is done here too, so that no idle threads of the calling thread's spin beside those that copy. */
static void *run_cpu(void *context)
{
    struct parts *p = context;
    int64_t first, end, done = 0;
    double busy = 0, begin = omp_get_wtime();
    p->cpu_status = graph__shares_count(&p->products, &p->cpu.A, &p->cpu.B, p->place->threads);
    p->counted = omp_get_wtime() - begin;
    pthread_mutex_lock(&p->lock);
    if (p->cpu_status >= 0)
        open_shares(p, p->products, p->place->split, p->share);
    p->is_ready = true;
    pthread_cond_broadcast(&p->readiness);
    pthread_mutex_unlock(&p->lock);
    while (p->cpu_status >= 0 && graph__shares_take(&first, &end, &p->shares, GRAPH_SIDE_CPU, 0)) {
        begin = omp_get_wtime();
        p->cpu_status = multiply_on_cpu(p, first, end);
        busy += omp_get_wtime() - begin;
        done += p->work[end] - p->work[first];
        graph__shares_done(&p->shares, GRAPH_SIDE_CPU, done, busy);
    }
    if (p->cpu_status < 0) {
        snprintf(p->cpu_sentence, sizeof p->cpu_sentence, "%s", graph_last_error());
        if (p->has_shares)
            graph__shares_stop(&p->shares);
    }
    return NULL;
}

/* The CPU's entries behind those of the device. */
static graph_status put_behind(struct parts *p)
{
    int64_t entries = p->C.entries;
    size_t value_bytes = p->value_bytes;
    graph_status status;
    for (int64_t k = p->cpu.parts.count; k-- > 0;) {
        p->cpu.parts.part[k].before = entries;
        entries += p->cpu.parts.part[k].C.entries;
    }
    GRAPH_TRY(make_room(p, entries));
    for (int64_t k = 0; k < p->cpu.parts.count; k++) {
        const struct part *part = &p->cpu.parts.part[k];
        const int64_t each = BYTES_FOR_THREADS / (int64_t)sizeof(int64_t), n = part->C.entries;
        memcpy(p->C.row_start + part->first + 1, part->C.row_start + 1,
               (size_t)(part->end - part->first) * sizeof *p->C.row_start);
#pragma omp parallel for num_threads(p->place->threads) schedule(static) if (n > each)
        for (int64_t from = 0; from < n; from += each) {
            size_t more = (size_t)(n - from < each ? n - from : each);
            memcpy(p->C.column + part->before + from, part->C.column + from, more * sizeof *p->C.column);
            memcpy((char *)p->C.value + (size_t)(part->before + from) * value_bytes,
                   (const char *)part->C.value + (size_t)from * value_bytes, more * value_bytes);
        }
    }
    p->C.entries = entries;
done:
    return status;
}

/* Starts of rows, which each part has counted from 0, become those of C. */
static void join_starts(struct parts *p, const struct part_list *list)
{
    for (int64_t k = 0; k < list->count; k++) {
        const struct part *part = &list->part[k];
#pragma omp parallel for num_threads(p->place->threads)                                                      \
    schedule(static) if (part->end - part->first > ROWS_FOR_THREADS)
        for (int64_t i = part->first; i < part->end; i++)
            p->C.row_start[i + 1] += part->before;
    }
}

/* ---- Both ---- */

/* Runs both sides; of two failures the CPU's is told, which no other attempt can heal. */
static graph_status run(struct parts *p)
{
    graph_status status = GRAPH_OK;
    pthread_t thread;
    bool has_thread = p->cpu.multiply != NULL && pthread_create(&thread, NULL, run_cpu, p) == 0;
    if (!has_thread) {
        /* The device computes everything. */
        if (p->cpu.multiply != NULL)
            graph__log("mxm: no thread for the CPU's part");
        open_shares(p, p->cpu.A.row_start, GRAPH_SPLIT_SHARE, 0);
    } else {
        pthread_mutex_lock(&p->lock);
        while (!p->is_ready)
            pthread_cond_wait(&p->readiness, &p->lock);
        pthread_mutex_unlock(&p->lock);
    }
    p->begin = omp_get_wtime();
    if (p->has_shares)
        status = run_device(p);
    if (has_thread)
        pthread_join(thread, NULL);
    return p->cpu_status < 0 ? graph__fail(p->cpu_status, "%s", p->cpu_sentence) : status;
}

static graph_status finish(struct parts *p)
{
    graph_status status;
    GRAPH_TRY(put_behind(p));
    GRAPH_TRY(wait_for_copies(p, 0));
    p->C.row_start[0] = 0;
    join_starts(p, &p->device.parts);
    join_starts(p, &p->cpu.parts);
    /* Giving back the rest cannot fail in a way that matters. */
    (void)GRAPH_RESIZE(p->C.column, p->C.entries);
    (void)graph__reallocate_array(&p->C.value, (size_t)p->C.entries, p->value_bytes);
done:
    return status;
}

static void tell(const struct parts *p)
{
    double seconds = omp_get_wtime() - p->begin;
    int64_t all = p->work[p->rows], own = all - p->work[p->shares.cpu_first];
    double share = all > 0 ? 100.0 * (double)own / (double)all : 0;
    graph__stats_kernel(p->cpu.multiply != NULL ? graph_method_at((size_t)p->place->method)->name : "chunks",
                        p->products != NULL ? (uint64_t)all : p->done_products);
    graph__stats_share(share);
    graph__log(
        "mxm: %lld chunks of rows on %s, %lld on cpu with %.3g %% of the products; %.3g ms to count, %.3g to "
        "compute; %s",
        (long long)p->device.parts.count, p->device.backend->name, (long long)p->cpu.parts.count, share,
        1e3 * p->counted, 1e3 * seconds,
        10 * p->waited > seconds ? "copies to the host are the bound" : "kernels are the bound");
}

static graph_status open_sides(struct parts *p, struct graph_operand operand[4], const graph_matrix *A,
                               const graph_matrix *B, const struct graph_place *host)
{
    const struct graph_semiring *s = p->semiring;
    const struct graph_place *device = p->place;
    bool is_A_transposed = device->flags & GRAPH_TRANSPOSE_A,
         is_B_transposed = device->flags & GRAPH_TRANSPOSE_B;
    bool is_hybrid = device->method == GRAPH_METHOD_HYBRID || device->method == GRAPH_METHOD_HYBRID_DIA;
    bool reads_A = s->reads & GRAPH_READS_X, reads_B = s->reads & GRAPH_READS_Y;
    bool is_dia = device->method == GRAPH_METHOD_HYBRID_DIA;
    graph_status status;
    GRAPH_TRY(graph__operand_open(&operand[0], A, is_A_transposed, s->x_type, reads_A, device));
    GRAPH_TRY(graph__operand_open(&operand[1], B, is_B_transposed, s->y_type, reads_B, device));
    GRAPH_TRY(graph__operand_open(&operand[2], A, is_A_transposed, s->x_type, reads_A && is_hybrid, host));
    GRAPH_TRY(graph__operand_open(&operand[3], B, is_B_transposed, s->y_type, reads_B && is_hybrid, host));
    p->method = is_dia ? GRAPH_METHOD_DIA : is_hybrid ? GRAPH_METHOD_AUTO : device->method;
    p->rows = operand[2].view.rows;
    p->device = (struct side){
        .backend = device->backend, .A = operand[0].view, .B = operand[1].view, .threads = device->threads};
    p->cpu = (struct side){.backend = host->backend, .A = operand[2].view, .B = operand[3].view};
    p->device.multiply =
        is_dia ? device->backend->published(s)->mxm[GRAPH_METHOD_DIA] : device->backend->kernels(s)->mxm;
    if (is_hybrid)
        p->cpu.multiply =
            is_dia ? host->backend->published(s)->mxm[GRAPH_METHOD_DIA] : host->backend->kernels(s)->mxm;
    GRAPH_TRY(GRAPH_NEW(p->device.row_start, p->rows + 1));
    if (is_hybrid)
        GRAPH_TRY(GRAPH_NEW(p->cpu.row_start, p->rows + 1));
    GRAPH_TRY(GRAPH_NEW(p->C.row_start, p->rows + 1));
done:
    return status;
}

static void close_sides(struct parts *p)
{
    if (p->copier != NULL)
        p->device.backend->copier_close(p->copier);
    graph__csr_arrays_release(&p->C, p->cpu.backend);
    for (int64_t k = 0; k < p->cpu.parts.count; k++)
        graph__csr_arrays_release(&p->cpu.parts.part[k].C, p->cpu.backend);
    graph__free(p->device.parts.part);
    graph__free(p->cpu.parts.part);
    graph__free(p->device.row_start);
    graph__free(p->cpu.row_start);
    graph__free(p->products);
}

graph_status graph__mxm_in_parts(graph_matrix *C, const graph_matrix *M, graph_op accum,
                                 const struct graph_semiring *semiring, const graph_matrix *A,
                                 const graph_matrix *B, const struct graph_place *place)
{
    struct parts p = {.place = place,
                      .semiring = semiring,
                      .value_bytes = semiring->value_bytes,
                      .chunk = FIRST_CHUNK,
                      .most = INT64_MAX,
                      .cpu.backend = graph__cpu()};
    struct graph_mask_operand mask = {0};
    struct graph_operand operand[4] = {0};
    struct graph_place host = *place;
    graph_status status;
    host.backend = graph__cpu();
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.readiness, NULL);
    GRAPH_TRY(open_sides(&p, operand, A, B, &host));
    GRAPH_TRY(graph__mask_open(&mask, M, p.rows, p.cpu.B.columns, &host));
    if (p.cpu.multiply != NULL)
        GRAPH_TRY(graph__mxm_share(&p.share, semiring, &p.cpu.A, &p.cpu.B, place));
    /* Threads that copy and threads that compute would only get in each other's way on one core. */
    p.copier_threads = p.cpu.multiply != NULL && place->threads > 1 ? place->threads / 2 : place->threads;
    p.cpu.threads = place->threads > p.copier_threads ? place->threads - p.copier_threads : 1;
    if (place->backend->copier_open != NULL)
        GRAPH_TRY(place->backend->copier_open(&p.copier, p.copier_threads));
    GRAPH_TRY(run(&p));
    GRAPH_TRY(finish(&p));
    tell(&p);
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &p.C, semiring->type, false, &host));
done:
    close_sides(&p);
    if (p.has_shares)
        graph__shares_close(&p.shares);
    pthread_cond_destroy(&p.readiness);
    pthread_mutex_destroy(&p.lock);
    for (int k = 0; k < 4; k++)
        graph__operand_close(&operand[k], k < 2 ? place : &host);
    graph__mask_close(&mask, &host);
    return status;
}
