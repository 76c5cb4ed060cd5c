/* All-pairs shortest paths: checks, where the rows go, and paths from predecessors. */
#include "algorithms/apsp.h"

#include "algorithms/npy.h"
#include "base/progress.h"

static graph_status check(const graph_matrix *A, const graph_dense *distance, const graph_dense *predecessor,
                          const graph_apsp_options *o)
{
    graph_status status = graph__check_graph(A, o->size, sizeof *o, o->form);
    if (status < 0)
        return status;
    if ((int)o->method < 0 || o->method > GRAPH_APSP_FLOYD_WARSHALL)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.method is %d; expected 0 .. %d", (int)o->method,
                           (int)GRAPH_APSP_FLOYD_WARSHALL);
    if (distance == NULL && o->rows == NULL && o->npy == NULL)
        return graph__fail(GRAPH_E_NULL, "distance is NULL, and there is no function or file for the rows");
    if (o->rows != NULL && o->npy != NULL)
        return graph__fail(GRAPH_E_INVALID_VALUE,
                           "options.rows and options.npy are both given; expected one");
    if ((distance != NULL && distance->layout == GRAPH_COLUMN_MAJOR) ||
        (predecessor != NULL && predecessor->layout == GRAPH_COLUMN_MAJOR))
        return graph__fail(GRAPH_E_INVALID_VALUE,
                           "the layout of the result is column-major; expected row-major");
    if (predecessor != NULL && predecessor->type != GRAPH_PATTERN && predecessor->type != GRAPH_INT32)
        return graph__fail(GRAPH_E_DOMAIN, "predecessor.type is %s; expected int32",
                           graph_type_name(predecessor->type));
    if (predecessor != NULL && o->rows != NULL)
        return graph__fail(GRAPH_E_INVALID_VALUE,
                           "predecessor is given with options.rows; use has_predecessors");
    return GRAPH_OK;
}

static bool is_dense(const struct graph_apsp_run *run)
{
    return run->method == GRAPH_APSP_FLOYD_WARSHALL || run->options->form == GRAPH_FORM_ALGEBRA;
}

/* Some of the rows, which dense methods take from all of them. */
static graph_status rows_of(struct graph_apsp_run *run, int64_t first, int64_t count, void *distance,
                            int64_t stride, int32_t *predecessor, int64_t predecessor_stride)
{
    return is_dense(run)
               ? graph__apsp_dense_rows(run, first, count, distance, stride, predecessor, predecessor_stride)
               : graph__apsp_rows(run, first, count, distance, stride, predecessor, predecessor_stride);
}

/* Blocks of rows through the caller's function. */
static graph_status stream(struct graph_apsp_run *run)
{
    const graph_apsp_options *o = run->options;
    const int64_t n = run->A->rows, each = run->method == GRAPH_APSP_HOPS ? 512 : 16;
    int64_t block = each * run->place.threads < run->sources ? each * run->place.threads : run->sources;
    void *distance = NULL;
    int32_t *predecessor = NULL;
    size_t elements = (size_t)(block > 0 ? block : 1) * (size_t)n;
    graph_status status;
    GRAPH_TRY(graph__allocate_array(&distance, elements, graph_type_size(run->type)));
    if (o->has_predecessors)
        GRAPH_TRY(GRAPH_NEW(predecessor, elements));
    for (int64_t first = 0; first < run->sources; first += block) {
        int64_t count = run->sources - first < block ? run->sources - first : block;
        if (!is_dense(run)) /* which makes all rows for the first ones */
            graph__progress_part(run->place.progress, (double)first / (double)run->sources,
                                 (double)(first + count) / (double)run->sources);
        GRAPH_TRY(rows_of(run, first, count, distance, n, predecessor, n));
        if (o->rows((graph_index)first, (graph_index)count, distance, predecessor, o->context) != 0 ||
            graph__progress_at(run->place.progress, 1))
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled after %lld of %lld rows", (long long)(first + count),
                       (long long)run->sources);
    }
done:
    graph__free(distance);
    graph__free(predecessor);
    return status;
}

graph_status graph_apsp(graph_dense *distance, graph_dense *predecessor, const graph_matrix *A,
                        const graph_apsp_options *options)
{
    static const graph_apsp_options defaults = {.size = sizeof(graph_apsp_options)};
    const graph_apsp_options *o = options != NULL ? options : &defaults;
    struct graph_apsp_run run = {.A = A, .options = o, .place = {.backend = graph__cpu()}};
    struct graph_npy npy = {0};
    struct graph_progress progress;
    graph_dense d = {.size = sizeof d}, p = {.size = sizeof p};
    bool is_new_d = false, is_new_p = false;
    graph_status status;
    GRAPH_TRY(check(A, distance, predecessor, o));
    GRAPH_PLACE_FUSED(&run.place, o, predecessors, GRAPH_HEAVY, A);
    GRAPH_TRY(graph__progress_open(&run.place.progress, &progress, o->progress, o->context));
    GRAPH_TRY(graph__source_list(&run.source, &run.sources, o->source, o->source != NULL ? o->sources : 0,
                                 A->rows));
    GRAPH_TRY(graph__apsp_open(&run, distance != NULL ? distance->type : GRAPH_PATTERN));
    if (o->rows != NULL) {
        GRAPH_TRY(stream(&run));
        GRAPH_TRY(graph__progress_close(run.place.progress));
        goto done;
    }
    if (distance != NULL && o->npy == NULL)
        d = *distance;
    if (o->npy != NULL) {
        GRAPH_TRY(graph__npy_create(&npy, o->npy, run.type, run.sources, A->rows));
        d.value = npy.value;
        d.rows = (graph_index)run.sources;
        d.columns = (graph_index)A->rows;
    }
    GRAPH_TRY(graph__dense_open(&d, &is_new_d, run.type, run.sources, A->rows, "distance"));
    if (predecessor != NULL) {
        p = *predecessor;
        GRAPH_TRY(graph__dense_open(&p, &is_new_p, GRAPH_INT32, run.sources, A->rows, "predecessor"));
    }
    GRAPH_TRY(is_dense(&run) && run.source == NULL
                  ? graph__apsp_dense(&run, d.value, (int64_t)d.stride, p.value, (int64_t)p.stride)
                  : rows_of(&run, 0, run.sources, d.value, (int64_t)d.stride, p.value, (int64_t)p.stride));
    GRAPH_TRY(graph__progress_close(run.place.progress));
    GRAPH_TRY(graph__npy_close(&npy, true));
    if (distance != NULL && o->npy == NULL)
        *distance = d;
    if (predecessor != NULL)
        *predecessor = p;
    is_new_d = is_new_p = false;
done:
    graph__place_end(&run.place, status);
    graph__npy_close(&npy, false);
    if (is_new_d)
        graph__free(d.value);
    if (is_new_p)
        graph__free(p.value);
    graph__apsp_close(&run);
    return status;
}

graph_status graph_path(graph_index **vertex, graph_index *vertices, const graph_dense *predecessor,
                        graph_index row, graph_index v)
{
    graph_index *path = NULL;
    int64_t count = 0;
    graph_status status = GRAPH_OK;
    if (vertex == NULL || vertices == NULL || predecessor == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL",
                           vertex == NULL     ? "vertex"
                           : vertices == NULL ? "vertices"
                                              : "predecessor");
    *vertex = NULL;
    *vertices = 0;
    if (predecessor->size != sizeof *predecessor || predecessor->type != GRAPH_INT32 ||
        predecessor->value == NULL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "predecessor is not the result of graph_apsp");
    if (row >= predecessor->rows || v >= predecessor->columns)
        GRAPH_FAIL(GRAPH_E_INVALID_INDEX, "(row, v) is (%llu, %llu); predecessor is %llu x %llu",
                   (unsigned long long)row, (unsigned long long)v, (unsigned long long)predecessor->rows,
                   (unsigned long long)predecessor->columns);
    const int32_t *before = (const int32_t *)predecessor->value + row * predecessor->stride;
    int64_t n = (int64_t)predecessor->columns;
    for (int64_t u = (int64_t)v;; u = before[u]) {
        if (before[u] < 0 && count == 0)
            goto done;
        if (before[u] < 0 || before[u] >= n || ++count > n)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the predecessors of row %llu lead nowhere from vertex %lld",
                       (unsigned long long)row, (long long)u);
        if (before[u] == u)
            break;
    }
    GRAPH_TRY(GRAPH_NEW(path, count));
    *vertices = (graph_index)count;
    for (int64_t u = (int64_t)v; count > 0; u = before[u])
        path[--count] = (graph_index)u;
    *vertex = path;
done:
    return status;
}
