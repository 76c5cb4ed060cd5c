/* See stats.h. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "core/stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/log.h"
#include "base/memory.h"
#include "semigraph/stats.h"

/* The operation that the thread is in. */
static _Thread_local struct {
    int depth;
    graph_operation_stats stats;
    int64_t held; /* bytes at its beginning */
    uint64_t copied;
    double prepared, computed; /* when, in seconds */
    char shapes[160];
} now;

static _Thread_local graph_operation_stats last = {
    .operation = "", .method = "", .backend = GRAPH_BACKEND_CPU};

static bool is_wanted(void) { return graph__memory_is_watched() || graph__log_is_on(); }

void graph_set_stats(bool is_on) { graph__memory_watch(is_on); }

bool graph_get_stats(void) { return graph__memory_is_watched(); }

graph_status graph_stats(graph_operation_stats *stats)
{
    if (stats == NULL)
        return graph__fail(GRAPH_E_NULL, "stats is NULL");
    if (stats->size != sizeof *stats)
        return graph__fail(GRAPH_E_INVALID_VALUE, "stats.size is %zu; expected %zu", stats->size,
                           sizeof *stats);
    *stats = last;
    stats->size = sizeof *stats;
    return GRAPH_OK;
}

double graph__stats_now(void)
{
    struct timespec t;
    if (!is_wanted())
        return 0;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t bytes_of(const graph_buffer *buffer)
{
    return buffer != NULL ? graph__buffer_bytes(buffer) : 0;
}

static uint64_t matrix_bytes(const graph_matrix *A)
{
    uint64_t bytes = 0;
    if (A == NULL || !is_wanted())
        return 0;
    pthread_mutex_lock(&((graph_matrix *)A)->lock); /* readers may be finishing it */
    bytes += bytes_of(A->row_start) + bytes_of(A->column) + bytes_of(A->value);
    bytes += bytes_of(A->row_list) + bytes_of(A->column_list) + matrix_bytes(A->core);
    pthread_mutex_unlock(&((graph_matrix *)A)->lock);
    return bytes;
}

static uint64_t vector_bytes(const graph_vector *v)
{
    return v == NULL ? 0 : bytes_of(v->index) + bytes_of(v->present) + bytes_of(v->value);
}

/* "A 3 x 4 (7 entries)" and so on.  Entries that wait for a merge are not among them. */
static void write_shapes(const struct graph_operands *o)
{
    const graph_matrix *matrix[] = {o->A, o->B};
    const graph_vector *vector[] = {o->u, o->v};
    int n = 0;
    now.shapes[0] = '\0';
    for (int k = 0; k < 2; k++)
        if (matrix[k] != NULL)
            n += snprintf(now.shapes + n, sizeof now.shapes - (size_t)n,
                          "%c %" PRId64 " x %" PRId64 " with %" PRId64 ", ", "AB"[k], matrix[k] -> rows,
                          matrix[k] -> columns, matrix[k] -> entries);
    for (int k = 0; k < 2; k++)
        if (vector[k] != NULL)
            n += snprintf(now.shapes + n, sizeof now.shapes - (size_t)n, "%c %" PRId64 " with %" PRId64 ", ",
                          "uv"[k], vector[k] -> length, vector[k] -> entries);
}

void graph__stats_begin(struct graph_place *place, const struct graph_operands *o)
{
    place->depth = now.depth;
    if (!is_wanted() || now.depth++ > 0)
        return;
    now.stats = (graph_operation_stats){.operation = place->operation, .method = ""};
    now.stats.input_bytes = matrix_bytes(o->A) + (o->B != o->A ? matrix_bytes(o->B) : 0) +
                            vector_bytes(o->u) + (o->v != o->u ? vector_bytes(o->v) : 0);
    now.held = graph__memory_begin_peak();
    now.copied = graph__buffer_copied_bytes();
    now.prepared = now.computed = 0;
    if (graph__log_is_on())
        write_shapes(o);
}

void graph__stats_prepared(void)
{
    now.prepared = graph__stats_now();
    now.computed = 0;
}

void graph__stats_computed(void) { now.computed = graph__stats_now(); }

void graph__stats_kernel(const char *method, uint64_t products)
{
    if (now.depth == 0)
        return;
    now.stats.method = method;
    now.stats.products = products;
}

void graph__stats_share(double percent_of_cpu)
{
    if (now.depth > 0)
        now.stats.cpu_share = percent_of_cpu;
}

/* A block is a key and a bitmap, a task a key and two numbers of blocks. */
void graph__stats_blocks(const struct graph_block_counts *counts, size_t value_bytes)
{
    enum { BLOCK_BYTES = 16, TASK_BYTES = 16 };
    if (now.depth == 0)
        return;
    now.stats.block_bytes = BLOCK_BYTES * counts->blocks + value_bytes * counts->values;
    now.stats.task_bytes = TASK_BYTES * counts->tasks;
}

void graph__stats_wrote_matrix(const graph_matrix *C)
{
    if (now.depth > 0)
        now.stats.output_bytes = matrix_bytes(C);
}

void graph__stats_wrote_vector(const graph_vector *w)
{
    if (now.depth > 0)
        now.stats.output_bytes = vector_bytes(w);
}

void graph__stats_end(const struct graph_place *place, graph_status status)
{
    if (now.depth == 0)
        return;
    now.depth = place->depth;
    if (now.depth > 0)
        return;
    double end = graph__stats_now();
    double prepared = now.prepared > place->start ? now.prepared : place->start;
    double computed = now.computed > prepared ? now.computed : end;
    graph_operation_stats *s = &now.stats;
    s->backend = place->backend->kind;
    s->status = status;
    s->threads = place->threads;
    s->prepare_ms = (prepared - place->start) * 1e3;
    s->compute_ms = (computed - prepared) * 1e3;
    s->write_ms = (end - computed) * 1e3;
    s->total_ms = (end - place->start) * 1e3;
    s->peak_bytes = s->input_bytes + (uint64_t)(graph__memory_peak() - now.held);
    s->copied_bytes = graph__buffer_copied_bytes() - now.copied;
    if (graph__memory_is_watched())
        last = *s;
    if (!graph__log_is_on())
        return;
    char work[48] = "";
    if (s->products > 0)
        snprintf(work, sizeof work, "%" PRIu64 " products, ", s->products);
    graph__log("%s on %s: %s%s%s%s%.3f ms%s%s", s->operation, place->backend->name, now.shapes, s->method,
               s->method[0] != '\0' ? ", " : "", work, s->total_ms, status < 0 ? ": " : "",
               status < 0 ? graph_last_error() : "");
}
