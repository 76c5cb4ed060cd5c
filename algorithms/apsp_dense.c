/* All rows at once: Floyd-Warshall on a dense array, and the definition in the algebra,
 *
 *     D = A with a diagonal of 0;  D min= D min_plus D  until nothing changes. */
#include "algorithms/apsp.h"

#include <math.h>
#include <string.h>

#include "base/checked.h"

/* For each type: the array that Floyd-Warshall starts from, and its far distances turned into the public constant. */
#define DENSE(T, name, infinite, far, most)                                                                  \
    static void fill_##name(void *distance, int64_t stride, const struct graph_csr *A, int32_t *p,           \
                            int64_t ps, int threads)                                                         \
    {                                                                                                        \
        const T *weight = A->value;                                                                          \
        _Pragma("omp parallel for num_threads(threads) schedule(static)") for (int64_t u = 0; u < A->rows;   \
                                                                               u++)                          \
        {                                                                                                    \
            T *row = (T *)distance + u * stride;                                                             \
            for (int64_t v = 0; v < A->rows; v++) {                                                          \
                row[v] = far;                                                                                \
                if (p != NULL)                                                                               \
                    p[u * ps + v] = -1;                                                                      \
            }                                                                                                \
            for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++) {                                \
                T w = weight != NULL ? weight[k] : 1;                                                        \
                if (!(w < infinite))                                                                         \
                    continue;                                                                                \
                row[A->column[k]] = w;                                                                       \
                if (p != NULL)                                                                               \
                    p[u * ps + A->column[k]] = (int32_t)u;                                                   \
            }                                                                                                \
            if (!(row[u] < 0))                                                                               \
                row[u] = 0;                                                                                  \
            if (p != NULL)                                                                                   \
                p[u * ps + u] = (int32_t)u;                                                                  \
        }                                                                                                    \
    }                                                                                                        \
    static void finish_##name(void *distance, int64_t stride, int64_t n, int32_t *p, int64_t ps,             \
                              int threads)                                                                   \
    {                                                                                                        \
        _Pragma("omp parallel for num_threads(threads) schedule(static)") for (int64_t u = 0; u < n;         \
                                                                               u++) for (int64_t v = 0;      \
                                                                                         v < n; v++)         \
        {                                                                                                    \
            T *d = (T *)distance + u * stride + v;                                                           \
            if (*d <= most)                                                                                  \
                continue;                                                                                    \
            *d = infinite;                                                                                   \
            if (p != NULL)                                                                                   \
                p[u * ps + v] = -1;                                                                          \
        }                                                                                                    \
    }

DENSE(int32_t, int32, INT32_MAX, INT32_MAX / 2, INT32_MAX / 4)
DENSE(int64_t, int64, INT64_MAX, INT64_MAX / 2, INT64_MAX / 4)
DENSE(float, fp32, INFINITY, INFINITY, 3.402823466e38f)
DENSE(double, fp64, (double)INFINITY, (double)INFINITY, 1.7976931348623157e308)

static void fill(const struct graph_apsp_run *run, void *distance, int64_t stride, int32_t *p, int64_t ps)
{
    if (run->type == GRAPH_INT32)
        fill_int32(distance, stride, &run->w.A, p, ps, run->place.threads);
    else if (run->type == GRAPH_INT64)
        fill_int64(distance, stride, &run->w.A, p, ps, run->place.threads);
    else if (run->type == GRAPH_FP32)
        fill_fp32(distance, stride, &run->w.A, p, ps, run->place.threads);
    else
        fill_fp64(distance, stride, &run->w.A, p, ps, run->place.threads);
}

static void finish(const struct graph_apsp_run *run, void *distance, int64_t stride, int32_t *p, int64_t ps)
{
    if (run->type == GRAPH_INT32)
        finish_int32(distance, stride, run->A->rows, p, ps, run->place.threads);
    else if (run->type == GRAPH_INT64)
        finish_int64(distance, stride, run->A->rows, p, ps, run->place.threads);
    else if (run->type == GRAPH_FP32)
        finish_fp32(distance, stride, run->A->rows, p, ps, run->place.threads);
    else
        finish_fp64(distance, stride, run->A->rows, p, ps, run->place.threads);
}

static graph_status by_floyd_warshall(struct graph_apsp_run *run, void *distance, int64_t stride, int32_t *p,
                                      int64_t ps)
{
    struct graph_floyd_warshall_request request = {.type = run->type,
                                                   .n = run->A->rows,
                                                   .stride = stride,
                                                   .distance = distance,
                                                   .predecessor = p,
                                                   .predecessor_stride = ps,
                                                   .threads = run->place.threads,
                                                   .progress = run->place.progress};
    struct graph_place place = {.backend = graph__cpu()};
    graph_status status;
    GRAPH_PLACE_FUSED(&place, run->options, floyd_warshall, GRAPH_HEAVY, run->A);
    if (run->w.least <
        0) /* A search on the edges names the vertex, and costs little compared with the rest. */
        GRAPH_TRY(graph__potentials(NULL, &run->w, &run->place, run->place.progress));
    fill(run, distance, stride, p, ps);
    GRAPH_TRY(graph__fused_floyd_warshall(&request, &place));
    finish(run, distance, stride, p, ps);
    if (graph__is_floating(run->type)) /* No cycle is negative: a diagonal below 0 is one of rounding. */
        GRAPH_TRY(graph__apsp_mend(run, request.is_negative, distance, stride, p, ps));
done:
    graph__place_end(&place, status);
    return status;
}

/* *D = the weights with a diagonal of 0 where it is not negative. */
static graph_status start(graph_matrix **D, const struct graph_apsp_run *run, const graph_descriptor *d)
{
    const int64_t n = run->A->rows;
    graph_matrix *W = NULL, *I = NULL;
    graph_index *index = NULL;
    int64_t *zero = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(index, n));
    GRAPH_TRY(GRAPH_NEW_ZEROED(zero, n));
    for (int64_t v = 0; v < n; v++)
        index[v] = (graph_index)v;
    bool is_unweighted = run->w.A.value == NULL;
    GRAPH_TRY(graph__weight_matrix(&W, run->A, run->type, is_unweighted, d));
    GRAPH_TRY(graph_matrix_create(&I, run->type, (graph_index)n, (graph_index)n));
    GRAPH_TRY(graph_matrix_build(I, index, index, zero, GRAPH_INT64, (graph_index)n, GRAPH_NO_OP));
    GRAPH_TRY(graph_matrix_create(D, run->type, (graph_index)n, (graph_index)n));
    GRAPH_TRY(graph_ewise_add(*D, NULL, GRAPH_NO_OP, GRAPH_MIN, W, I, d));
done:
    graph__free(index);
    graph__free(zero);
    graph_matrix_release(&W);
    graph_matrix_release(&I);
    return status;
}

/* Whether C and D, of which D may have more entries, are the same. */
static graph_status are_equal(bool *equal, const graph_matrix *C, const graph_matrix *D,
                              const graph_descriptor *d)
{
    graph_matrix *differs = NULL;
    graph_scalar x;
    graph_status status;
    GRAPH_TRY(graph_matrix_create(&differs, D->type, (graph_index)D->rows, (graph_index)D->columns));
    GRAPH_TRY(graph_ewise_mult(differs, NULL, GRAPH_NO_OP, GRAPH_NE, C, D, d));
    GRAPH_TRY(graph_reduce(&x, GRAPH_BOOL, GRAPH_LOR, differs, d));
    *equal = C->entries == D->entries && !x.value.b;
done:
    graph_matrix_release(&differs);
    return status;
}

static graph_status by_algebra(struct graph_apsp_run *run, void *distance, int64_t stride, int32_t *p,
                               int64_t ps)
{
    const graph_semiring *min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, run->type);
    const graph_descriptor d = {
        .size = sizeof d, .backend = run->place.backend->kind, .threads = run->place.threads};
    struct graph_predecessors_request before = {.A = run->w.A,
                                                .type = run->type,
                                                .sources = run->A->rows,
                                                .threads = run->place.threads,
                                                .distance = distance,
                                                .stride = stride,
                                                .predecessor = p,
                                                .predecessor_stride = ps};
    struct graph_csr none = {.rows = run->A->rows}, view;
    graph_matrix *D = NULL, *before_step = NULL;
    int64_t *no_entries = NULL;
    bool equal = false;
    graph_status status;
    if (run->w.least < 0)
        GRAPH_TRY(graph__potentials(NULL, &run->w, &run->place, run->place.progress));
    GRAPH_TRY(start(&D, run, &d));
    for (int64_t longest = 1; !equal && longest < run->A->rows; longest *= 2) { /* edges of a path in D */
        graph_matrix_release(&before_step);
        GRAPH_TRY(graph_matrix_dup(&before_step, D));
        GRAPH_TRY(graph_mxm(D, NULL, GRAPH_MIN, min_plus, D, D, &d));
        GRAPH_TRY(are_equal(&equal, before_step, D, &d));
    }
    GRAPH_TRY(GRAPH_NEW_ZEROED(no_entries, run->A->rows + 1));
    none.row_start = no_entries;
    struct graph_csr weights = run->w.A;
    run->w.A = none; /* The array is filled from D instead of from the edges. */
    fill(run, distance, stride, p, ps);
    run->w.A = weights;
    GRAPH_TRY(graph__matrix_view(&view, D, graph__cpu()));
    size_t bytes = graph_type_size(run->type);
    for (int64_t u = 0; u < view.rows; u++)
        for (int64_t k = view.row_start[u]; k < view.row_start[u + 1]; k++)
            memcpy((char *)distance + (size_t)(u * stride + view.column[k]) * bytes,
                   (const char *)view.value + (size_t)k * bytes, bytes);
    finish(run, distance, stride, NULL, 0);
    if (p != NULL)
        GRAPH_TRY(run->place.backend->predecessors(&before));
    if (graph__is_floating(run->type))
        GRAPH_TRY(graph__apsp_mend(run, false, distance, stride, p, ps));
done:
    graph__free(no_entries);
    graph_matrix_release(&D);
    graph_matrix_release(&before_step);
    return status;
}

graph_status graph__apsp_dense(struct graph_apsp_run *run, void *distance, int64_t stride,
                               int32_t *predecessor, int64_t predecessor_stride)
{
    return run->options->form == GRAPH_FORM_ALGEBRA
               ? by_algebra(run, distance, stride, predecessor, predecessor_stride)
               : by_floyd_warshall(run, distance, stride, predecessor, predecessor_stride);
}

graph_status graph__apsp_dense_rows(struct graph_apsp_run *run, int64_t first, int64_t count, void *distance,
                                    int64_t stride, int32_t *predecessor, int64_t predecessor_stride)
{
    const int64_t n = run->A->rows;
    const size_t bytes = graph_type_size(run->type);
    size_t elements;
    graph_status status = GRAPH_OK;
    if (run->all == NULL) {
        if (!graph__multiply(&elements, (size_t)n, (size_t)n))
            GRAPH_FAIL(GRAPH_E_MEMORY, "the distances are %lld x %lld elements", (long long)n, (long long)n);
        GRAPH_TRY(graph__allocate_array(&run->all, elements, bytes));
        if (predecessor != NULL)
            GRAPH_TRY(GRAPH_NEW(run->all_before, elements));
        GRAPH_TRY(graph__apsp_dense(run, run->all, n, run->all_before, n));
    }
    for (int64_t k = first; k < first + count; k++) {
        int64_t row = run->source != NULL ? run->source[k] : k;
        memcpy((char *)distance + (size_t)((k - first) * stride) * bytes,
               (char *)run->all + (size_t)(row * n) * bytes, (size_t)n * bytes);
        if (predecessor != NULL)
            memcpy(predecessor + (k - first) * predecessor_stride, run->all_before + row * n,
                   (size_t)n * sizeof *predecessor);
    }
done:
    return status;
}
