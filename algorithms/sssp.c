/* Shortest paths from one source.  In the algebra: d(source) = 0; d min= d min_plus A until nothing changes.
 *
 * Source: Meyer and Sanders, J. Algorithms 49(1), 2003; Bellman 1958. */
#include "algorithms/paths.h"
#include "base/progress.h"

#include <math.h>
#include <string.h>

/* Whether u and v have the same entries. */
static graph_status are_equal(bool *equal, const graph_vector *u, const graph_vector *v, graph_type type,
                              const graph_descriptor *d)
{
    graph_vector *differs = NULL;
    graph_index n, u_entries, v_entries;
    graph_scalar x;
    graph_status status;
    GRAPH_TRY(graph_vector_length(&n, u));
    GRAPH_TRY(graph_vector_entries(&u_entries, u));
    GRAPH_TRY(graph_vector_entries(&v_entries, v));
    GRAPH_TRY(graph_vector_create(&differs, type, n));
    GRAPH_TRY(graph_vector_ewise_mult(differs, NULL, GRAPH_NO_OP, GRAPH_NE, u, v, d));
    GRAPH_TRY(graph_vector_reduce(&x, GRAPH_BOOL, GRAPH_LOR, differs, d));
    *equal = u_entries == v_entries && !x.value.b;
done:
    graph_vector_release(&differs);
    return status;
}

/* Fills distance (one element per vertex, as from a kernel) by the algebra alone.  Not is_settled: roundings go on and
 * on round a cycle that is not negative. */
static graph_status by_algebra(void *distance, bool *is_settled, const struct graph_weights *w,
                               const graph_matrix *A, graph_index source, const struct graph_place *place)
{
    const graph_semiring *min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, w->type);
    const graph_descriptor plain = {
        .size = sizeof plain, .backend = place->backend->kind, .threads = place->threads};
    const int64_t n = A->rows;
    graph_matrix *W = NULL;
    graph_vector *d = NULL, *before = NULL;
    graph_index *index = NULL, entries = (graph_index)n;
    bool equal = false;
    size_t bytes = graph_type_size(w->type);
    char *value = NULL;
    graph_status status;
    GRAPH_TRY(graph__weight_matrix(&W, A, w->type, false, &plain));
    GRAPH_TRY(graph_vector_create(&d, w->type, (graph_index)n));
    GRAPH_TRY(graph_vector_set(d, source, graph_int64(0)));
    *is_settled = true;
    for (int64_t round = 0; !equal; round++) {
        if (round >
            n) { /* Only a negative cycle or rounding takes so long; the search names a vertex of the cycle. */
            GRAPH_TRY(graph__potentials(NULL, w, place, place->progress));
            *is_settled = false;
            goto done;
        }
        graph_vector_release(&before);
        GRAPH_TRY(graph_vector_dup(&before, d));
        GRAPH_TRY(graph_vxm(d, NULL, GRAPH_MIN, min_plus, d, W, &plain));
        GRAPH_TRY(are_equal(&equal, d, before, w->type, &plain));
        GRAPH_TRY(graph__progress_round(place->progress));
    }
    GRAPH_TRY(GRAPH_NEW(index, n));
    GRAPH_TRY(graph__allocate_array((void **)&value, (size_t)n, bytes));
    GRAPH_TRY(graph_vector_extract_tuples(index, value, w->type, &entries, d));
    for (int64_t v = 0; v < n; v++)
        switch (w->type) {
        case GRAPH_INT32:
            ((int32_t *)distance)[v] = INT32_MAX;
            break;
        case GRAPH_INT64:
            ((int64_t *)distance)[v] = INT64_MAX;
            break;
        case GRAPH_FP32:
            ((float *)distance)[v] = INFINITY;
            break;
        default:
            ((double *)distance)[v] = INFINITY;
        }
    for (graph_index k = 0; k < entries; k++)
        memcpy((char *)distance + index[k] * bytes, value + k * bytes, bytes);
done:
    graph__free(index);
    graph__free(value);
    graph_matrix_release(&W);
    graph_vector_release(&d);
    graph_vector_release(&before);
    return status;
}

/* The width of buckets, in units of the largest weight over the degree.  Threads wait for each other at the end of each
 * bucket: longer than they work where vertices have a low degree, as on roads, and on a device everywhere. */
static int bucket_width(const struct graph_place *place, double degree)
{
    enum { SPARSE_DEGREE = 4, A_THREAD = 4, WIDEST = 64, OF_DEVICE = 4, WIDEST_OF_DEVICE = 16 };
    const bool is_sparse = degree < SPARSE_DEGREE;
    if (!place->backend->shares_host_memory)
        return is_sparse ? WIDEST_OF_DEVICE : OF_DEVICE;
    if (!is_sparse)
        return 1;
    return A_THREAD * place->threads < WIDEST ? A_THREAD * place->threads : WIDEST;
}

/* *distance: the distances; NULL with stays_there, which leaves them at the back end's place, in *there, if it can. */
static graph_status by_kernel(void **distance, struct graph_vector_arrays *there,
                              const struct graph_weights *w, const graph_matrix *A, int64_t source,
                              const graph_sssp_options *o, const struct graph_place *place)
{
    bool is_parallel = place->threads > 1 || !place->backend->shares_host_memory;
    graph_sssp_method method = o->method != GRAPH_SSSP_AUTO ? o->method
                               : w->least < 0               ? GRAPH_SSSP_ROUNDS
                               : is_parallel                ? GRAPH_SSSP_STEPS
                                                            : GRAPH_SSSP_HEAP;
    struct graph_sssp_request request = {.A = w->A,
                                         .kind = method == GRAPH_SSSP_ROUNDS  ? GRAPH_SSSP_BELLMAN_FORD
                                                 : method == GRAPH_SSSP_STEPS ? GRAPH_SSSP_DELTA
                                                                              : GRAPH_SSSP_DIJKSTRA,
                                         .type = w->type,
                                         .source = &source,
                                         .sources = 1,
                                         .threads = place->threads,
                                         .distance = *distance,
                                         .stays_there = there != NULL,
                                         .stride = w->A.rows,
                                         .delta = o->delta,
                                         .cycle_vertex = -1,
                                         .progress = place->progress};
    graph_status status;
    if (w->least < 0 && method != GRAPH_SSSP_ROUNDS)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "the smallest weight is %g; this method takes none below 0",
                   w->least);
    if (o->delta == 0) {
        double degree = (double)w->A.entries / (double)(w->A.rows > 0 ? w->A.rows : 1);
        request.delta = w->largest / (degree > 1 ? degree : 1);
        request.delta *= bucket_width(place, degree);
        if (!(request.delta > 0) || isinf(request.delta))
            request.delta = 1;
    }
    status = graph__fused_sssp(&request, A, place);
    *distance = request.distance;
    if (there != NULL)
        *there = request.there;
    GRAPH_TRY(status);
    if (request.cycle_vertex >= 0)
        GRAPH_FAIL(GRAPH_E_NEGATIVE_CYCLE, "a cycle of negative weight goes through vertex %lld",
                   (long long)request.cycle_vertex);
done:
    return status;
}

/* The algebra; where its roundings leave no tree of parents, the method of rounds. */
static graph_status by_definition(void *distance, const struct graph_weights *w, const graph_matrix *A,
                                  int64_t source, const struct graph_place *place)
{
    const graph_sssp_options rounds = {.size = sizeof rounds, .method = GRAPH_SSSP_ROUNDS};
    struct graph_predecessors_request before = {.A = w->A,
                                                .type = w->type,
                                                .source = &source,
                                                .sources = 1,
                                                .threads = 1,
                                                .distance = distance,
                                                .stride = A->rows,
                                                .predecessor_stride = A->rows};
    int32_t *visitor = NULL;
    bool holds = true;
    graph_status status;
    GRAPH_TRY(by_algebra(distance, &holds, w, A, (graph_index)source, place));
    if (holds && w->least < 0 && graph__is_floating(w->type)) {
        GRAPH_TRY(GRAPH_NEW(before.predecessor, A->rows));
        GRAPH_TRY(GRAPH_NEW(visitor, A->rows));
        GRAPH_TRY(place->backend->predecessors(&before));
        holds = graph__row_holds(distance, w->type, before.predecessor, A->rows, source, visitor);
    }
    if (!holds)
        GRAPH_TRY(by_kernel(&distance, NULL, w, A, source, &rounds, place));
done:
    graph__free(before.predecessor);
    graph__free(visitor);
    return status;
}

/* *v = a new vector with the values of the vertices that have a parent; takes *values over. */
static graph_status vector_of_reached(graph_vector **v, graph_type type, int64_t n, const int32_t *parent,
                                      void **values)
{
    struct graph_vector_arrays arrays = {.form = GRAPH_BITMAP, .value = *values};
    graph_status status;
    *values = NULL;
    GRAPH_TRY(GRAPH_NEW(arrays.present, n));
    for (int64_t k = 0; k < n; k++) {
        arrays.present[k] = parent[k] >= 0;
        arrays.entries += arrays.present[k];
    }
    GRAPH_TRY(graph_vector_create(v, type, (graph_index)n));
    status = graph__vector_adopt(*v, &arrays, graph__cpu());
    memset(&arrays, 0, sizeof arrays);
done:
    graph__free(arrays.present);
    graph__free(arrays.value);
    if (status < 0)
        graph_vector_release(v);
    return status;
}

static graph_status check(const graph_matrix *A, graph_index source, const graph_sssp_options *o)
{
    graph_status status = graph__check_graph(A, o->size, sizeof *o, o->form);
    if (status < 0)
        return status;
    if ((int)o->method < 0 || o->method > GRAPH_SSSP_ROUNDS)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.method is %d; expected 0 .. %d", (int)o->method,
                           (int)GRAPH_SSSP_ROUNDS);
    if (!(o->delta >= 0) || isinf(o->delta))
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.delta is %g; expected a number from 0 on",
                           o->delta);
    return graph__check_vertex(A, source, "source");
}

/* Opens the weights; those of int32 as they are where distances, though int64, surely fit into int32: then *is_narrow. */
static graph_status open_weights(struct graph_weights *w, bool *is_narrow, const graph_matrix *A,
                                 const graph_sssp_options *o, const struct graph_place *here,
                                 const struct graph_backend *device)
{
    *is_narrow = false;
    if (o->type == GRAPH_PATTERN && A->type == GRAPH_INT32 && o->form != GRAPH_FORM_ALGEBRA) {
        *is_narrow = graph__weights_open_from(w, A, GRAPH_INT32, false, here, device) == GRAPH_OK &&
                     w->least >= 0 && w->largest * (double)A->rows < INT32_MAX;
        if (*is_narrow)
            return GRAPH_OK;
        graph__weights_close(w, here);
    }
    return graph__weights_open_from(w, A, o->type, false, here, device);
}

/* *value = the same distances as int64. */
static graph_status widen(void **value, int64_t n, int threads)
{
    const int32_t *narrow = *value;
    int64_t *wide = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(wide, n));
#pragma omp parallel for num_threads(threads) schedule(static) if (n > 1 << 16)
    for (int64_t v = 0; v < n; v++)
        wide[v] = narrow[v] == INT32_MAX ? INT64_MAX : narrow[v];
    graph__free(*value);
    *value = wide;
done:
    return status;
}

/* predecessor(v) = 0 for the vertices that are reached, else -1: all that vector_of_reached wants to know. */
static void mark_reached(int32_t *predecessor, const void *distance, graph_type type, int64_t n, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static) if (n > 1 << 16)
    for (int64_t v = 0; v < n; v++)
        predecessor[v] = -!(type == GRAPH_INT32   ? ((const int32_t *)distance)[v] < INT32_MAX
                            : type == GRAPH_INT64 ? ((const int64_t *)distance)[v] < INT64_MAX
                            : type == GRAPH_FP32  ? ((const float *)distance)[v] < INFINITY
                                                  : ((const double *)distance)[v] < INFINITY);
}

graph_status graph_sssp(graph_vector **distance, graph_vector **parent, const graph_matrix *A,
                        graph_index source, const graph_sssp_options *options)
{
    static const graph_sssp_options defaults = {.size = sizeof(graph_sssp_options)};
    const graph_sssp_options *o = options != NULL ? options : &defaults;
    struct graph_predecessors_request before = {.sources = 1};
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_progress progress;
    struct graph_place here = place; /* weights are checked on the CPU, where the other forms run too */
    struct graph_weights w = {0};
    struct graph_vector_arrays there = {0};
    bool is_narrow = false, stays_there;
    int64_t from = (int64_t)source, *wide = NULL;
    graph_vector *new_distance = NULL;
    void *value = NULL;
    graph_status status;
    if (distance != NULL)
        *distance = NULL;
    if (parent != NULL)
        *parent = NULL;
    GRAPH_TRY(check(A, source, o));
    GRAPH_PLACE_FUSED(&place, o, sssp, GRAPH_HEAVY, A);
    GRAPH_TRY(graph__progress_open(&place.progress, &progress, o->progress, o->context));
    here = place;
    here.backend = graph__cpu();
    GRAPH_TRY(open_weights(&w, &is_narrow, A, o, &here, place.backend));
    /* Without parents and negative weights the host has nothing to do. */
    stays_there = distance != NULL && parent == NULL && w.least >= 0 && !is_narrow &&
                  o->form != GRAPH_FORM_ALGEBRA && !place.backend->shares_host_memory;
    if (!stays_there)
        GRAPH_TRY(graph__allocate_array(&value, (size_t)A->rows, graph_type_size(w.type)));
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA
                  ? by_definition(value, &w, A, from, &here)
                  : by_kernel(&value, stays_there ? &there : NULL, &w, A, from, o, &place));
    if (there.value != NULL) {
        GRAPH_TRY(graph__progress_close(place.progress));
        GRAPH_TRY(graph_vector_create(&new_distance, w.type, A->rows));
        GRAPH_TRY(graph__vector_adopt(new_distance, &there, place.backend));
        *distance = new_distance;
        new_distance = NULL;
        goto done;
    }
    GRAPH_TRY(GRAPH_NEW(before.predecessor, A->rows));
    before.A = w.A;
    before.type = w.type;
    before.source = &from;
    before.threads = 1;
    before.distance = value;
    before.stride = before.predecessor_stride = A->rows;
    /* Without negative weights who is reached has a predecessor, which nobody may want to know. */
    if (parent == NULL && w.least >= 0)
        mark_reached(before.predecessor, value, w.type, A->rows, place.threads);
    else
        GRAPH_TRY(graph__cpu()->predecessors(&before));
    if (is_narrow)
        GRAPH_TRY(widen(&value, A->rows, place.threads));
    GRAPH_TRY(graph__progress_close(place.progress));
    if (distance != NULL)
        GRAPH_TRY(vector_of_reached(&new_distance, is_narrow ? GRAPH_INT64 : w.type, A->rows,
                                    before.predecessor, &value));
    if (parent != NULL) {
        GRAPH_TRY(GRAPH_NEW(wide, A->rows));
        for (int64_t v = 0; v < A->rows; v++)
            wide[v] = before.predecessor[v];
        GRAPH_TRY(vector_of_reached(parent, GRAPH_INT64, A->rows, before.predecessor, (void **)&wide));
    }
    if (distance != NULL) {
        *distance = new_distance;
        new_distance = NULL;
    }
done:
    graph__place_end(&place, status);
    graph__vector_arrays_release(&there, place.backend);
    graph_vector_release(&new_distance);
    graph__weights_close(&w, &here);
    graph__free(value);
    graph__free(wide);
    graph__free(before.predecessor);
    return status;
}
