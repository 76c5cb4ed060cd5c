/* Rows of distances by hops, Dijkstra or Johnson.
 *
 * Johnson: with potentials h such that weight'(u, v) = weight(u, v) + h(u) - h(v) >= 0, distances are
 * distance(s, v) = distance'(s, v) - h(s) + h(v), and shortest paths are the same. */
#include "algorithms/apsp.h"

#include <math.h>
#include <string.h>

/* One reweighting for each type: weights, and rows of distances back. */
#define JOHNSON(T, name, infinite)                                                                           \
    static void reweigh_##name(T *to, const struct graph_csr *A, const T *h)                                 \
    {                                                                                                        \
        const T *weight = A->value;                                                                          \
        for (int64_t u = 0; u < A->rows; u++)                                                                \
            for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++) {                                \
                T w = weight[k] < infinite ? weight[k] + h[u] - h[A->column[k]] : infinite;                  \
                to[k] = w > 0 ? w : 0; /* Below 0 by rounding only. */                                       \
            }                                                                                                \
    }                                                                                                        \
    static void restore_##name(T *row, const T *h, int64_t source, int64_t n)                                \
    {                                                                                                        \
        for (int64_t v = 0; v < n; v++)                                                                      \
            row[v] = v == source ? 0 : row[v] < infinite ? row[v] - h[source] + h[v] : infinite;             \
    }

JOHNSON(int32_t, int32, INT32_MAX)
JOHNSON(int64_t, int64, INT64_MAX)
JOHNSON(float, fp32, INFINITY)
JOHNSON(double, fp64, (double)INFINITY)

static void reweigh(struct graph_apsp_run *run)
{
    if (run->type == GRAPH_INT32)
        reweigh_int32(run->reweighted, &run->w.A, run->potential);
    else if (run->type == GRAPH_INT64)
        reweigh_int64(run->reweighted, &run->w.A, run->potential);
    else if (run->type == GRAPH_FP32)
        reweigh_fp32(run->reweighted, &run->w.A, run->potential);
    else
        reweigh_fp64(run->reweighted, &run->w.A, run->potential);
    run->w.A.value = run->reweighted;
    run->w.A.value_facts = NULL;
}

static void restore(const struct graph_apsp_run *run, void *row, int64_t source)
{
    int64_t n = run->A->rows;
    if (run->type == GRAPH_INT32)
        restore_int32(row, run->potential, source, n);
    else if (run->type == GRAPH_INT64)
        restore_int64(row, run->potential, source, n);
    else if (run->type == GRAPH_FP32)
        restore_fp32(row, run->potential, source, n);
    else
        restore_fp64(row, run->potential, source, n);
}

static bool is_level_type(graph_type type)
{
    return type == GRAPH_UINT8 || type == GRAPH_UINT16 || type == GRAPH_INT32;
}

static graph_status choose(struct graph_apsp_run *run, graph_type type)
{
    const graph_apsp_options *o = run->options;
    bool is_unweighted = o->is_unweighted || run->A->type == GRAPH_PATTERN || o->method == GRAPH_APSP_HOPS;
    graph_status status = GRAPH_OK;
    run->method = o->method;
    if (is_unweighted && (o->method == GRAPH_APSP_AUTO || o->method == GRAPH_APSP_HOPS) &&
        (type == GRAPH_PATTERN || is_level_type(type)) && o->form != GRAPH_FORM_ALGEBRA) {
        run->method = GRAPH_APSP_HOPS;
        run->type = type == GRAPH_PATTERN ? GRAPH_INT32 : type;
        GRAPH_TRY(graph__matrix_view(&run->forward, run->A, run->place.backend));
        goto done;
    }
    if (o->method == GRAPH_APSP_HOPS && o->form != GRAPH_FORM_ALGEBRA)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "the type of hop counts is %s; expected uint8, uint16 or int32",
                   graph_type_name(type));
    if (is_unweighted && type == GRAPH_PATTERN)
        type = GRAPH_INT32;
    GRAPH_TRY(graph__weights_open(&run->w, run->A, type, is_unweighted, &run->place));
    run->type = run->w.type;
    bool is_negative = run->w.least < 0, is_all = run->source == NULL;
    double n = (double)run->A->rows;
    if (o->method == GRAPH_APSP_AUTO)
        run->method = is_all && o->rows == NULL && (double)run->w.A.entries * 100 > n * n
                          ? GRAPH_APSP_FLOYD_WARSHALL
                      : is_negative ? GRAPH_APSP_JOHNSON
                                    : GRAPH_APSP_DIJKSTRA;
    if (run->method == GRAPH_APSP_DIJKSTRA && is_negative)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "the smallest weight is %g; Dijkstra's method takes none below 0",
                   run->w.least);
    if (run->method == GRAPH_APSP_JOHNSON && run->w.A.value == NULL)
        run->method = GRAPH_APSP_DIJKSTRA;
done:
    return status;
}

static graph_status open_johnson(struct graph_apsp_run *run)
{
    const size_t bytes = graph_type_size(run->type);
    graph_status status;
    GRAPH_TRY(graph__allocate_array(&run->potential, (size_t)run->A->rows, bytes));
    GRAPH_TRY(graph__allocate_array(&run->reweighted, (size_t)run->w.A.entries, bytes));
    GRAPH_TRY(graph__potentials(run->potential, &run->w, &run->place, run->place.progress));
    reweigh(run);
done:
    return status;
}

graph_status graph__apsp_open(struct graph_apsp_run *run, graph_type type)
{
    graph_status status;
    GRAPH_TRY(choose(run, type));
    if (run->method == GRAPH_APSP_JOHNSON && run->options->form != GRAPH_FORM_ALGEBRA)
        GRAPH_TRY(open_johnson(run));
done:
    return status;
}

void graph__apsp_close(struct graph_apsp_run *run)
{
    graph__weights_close(&run->w, &run->place);
    graph__free(run->all);
    graph__free(run->all_before);
    graph__free(run->potential);
    graph__free(run->reweighted);
    graph__free(run->source);
}

/* Levels of all pairs: on the CPU searches against the edges towards 512 vertices at a time give whole pieces of rows.  A
 * device writes either order at the same speed, and hands rows over as it goes. */
static graph_status rows_of_hops(struct graph_apsp_run *run, int64_t first, int64_t count, void *distance,
                                 int64_t stride)
{
    struct graph_bfs_multi_request request = {.source = run->source != NULL ? run->source + first : NULL,
                                              .first_source = first,
                                              .sources = count,
                                              .max_depth = INT32_MAX,
                                              .level = distance,
                                              .level_type = run->type,
                                              .stride = stride};
    struct graph_place place;
    graph_status status;
    GRAPH_PLACE_FUSED(&place, run->options, bfs_multi, GRAPH_HEAVY, run->A);
    request.threads = place.threads;
    request.is_by_vertex = run->source == NULL && count == run->A->rows && place.backend->shares_host_memory;
    request.progress = run->place.progress;
    GRAPH_TRY(graph__fused_bfs_multi(&request, run->A, request.is_by_vertex, &place));
done:
    return status;
}

graph_status graph__apsp_rows(struct graph_apsp_run *run, int64_t first, int64_t count, void *distance,
                              int64_t stride, int32_t *predecessor, int64_t predecessor_stride)
{
    const int64_t *source = run->source != NULL ? run->source + first : NULL;
    struct graph_predecessors_request before = {.A = run->w.A,
                                                .type = run->type,
                                                .source = source,
                                                .first_source = first,
                                                .sources = count,
                                                .threads = run->place.threads,
                                                .distance = distance,
                                                .stride = stride,
                                                .predecessor = predecessor,
                                                .predecessor_stride = predecessor_stride};
    graph_status status;
    if (run->method == GRAPH_APSP_HOPS) {
        before.A = run->forward;
        before.A.value = NULL;
        GRAPH_TRY(rows_of_hops(run, first, count, distance, stride));
    } else {
        struct graph_sssp_request request = {.A = run->w.A,
                                             .kind = GRAPH_SSSP_DIJKSTRA,
                                             .type = run->type,
                                             .source = source,
                                             .first_source = first,
                                             .sources = count,
                                             .threads = run->place.threads,
                                             .distance = distance,
                                             .stride = stride};
        request.progress = run->place.progress;
        GRAPH_TRY(run->place.backend->sssp(&request));
    }
    if (predecessor != NULL)
        GRAPH_TRY(run->place.backend->predecessors(&before));
    for (int64_t k = 0; k < count && run->potential != NULL; k++)
        restore(run, (char *)distance + (size_t)(k * stride) * graph_type_size(run->type),
                source != NULL ? source[k] : first + k);
done:
    return status;
}

graph_status graph__apsp_mend(const struct graph_apsp_run *run, bool is_spoilt, void *distance,
                              int64_t stride, int32_t *predecessor, int64_t predecessor_stride)
{
    const graph_apsp_options plain = {.size = sizeof plain};
    const int64_t n = run->A->rows;
    struct graph_apsp_run rows = *run;
    int32_t *visitor = NULL;
    bool is_open = false;
    graph_status status;
    rows.source = NULL;
    rows.options = &plain;
    rows.method = run->w.least < 0 ? GRAPH_APSP_JOHNSON : GRAPH_APSP_DIJKSTRA;
    GRAPH_TRY(GRAPH_NEW(visitor, n));
    for (int64_t u = 0; u < n; u++) {
        void *row = (char *)distance + (size_t)(u * stride) * graph_type_size(run->type);
        int32_t *before = predecessor != NULL ? predecessor + u * predecessor_stride : NULL;
        if (!is_spoilt && graph__row_holds(row, run->type, before, n, u, visitor))
            continue;
        if (!is_open && rows.method == GRAPH_APSP_JOHNSON)
            GRAPH_TRY(open_johnson(&rows));
        is_open = true;
        GRAPH_TRY(graph__apsp_rows(&rows, u, 1, row, stride, before, predecessor_stride));
    }
done:
    graph__free(visitor);
    if (rows.potential != run->potential)
        graph__free(rows.potential);
    if (rows.reweighted != run->reweighted)
        graph__free(rows.reweighted);
    return status;
}
