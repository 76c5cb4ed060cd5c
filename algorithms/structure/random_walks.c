/* Random walks.  In the algebra all walks take a step at once: R = A(last vertices, all) has a row of edges for each,
 * and with node2vec Q = A(vertices before, all); every walk takes an entry of its row of R by its draws, with the
 * shares that Q gives. The fused form makes one walk after the other.
 * Sources: Grover, Leskovec, "node2vec", KDD 2016; Yang et al., "KnightKing", SOSP 2019. */
#include <float.h>
#include <string.h>

#include "algorithms/structure/structure.h"
#include "base/checked.h"
#include "base/walk.h"
#include "semigraph/walks.h"

static const graph_walks_options defaults = {.size = sizeof(graph_walks_options)};

static graph_status check(const graph_matrix *A, const graph_walks_options *o)
{
    graph_status status = graph__check_graph(A, o->size, sizeof *o, o->form);
    if (status < 0)
        return status;
    if (!(o->p >= 0 && o->p <= DBL_MAX && o->q >= 0 && o->q <= DBL_MAX))
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.p and q are %g and %g; expected 0 or more", o->p,
                           o->q);
    if (o->is_weighted && A->type >= GRAPH_OWN_TYPES)
        return graph__fail(GRAPH_E_DOMAIN, "A has values of the type %s; expected a built-in one",
                           graph_type_name(A->type));
    return GRAPH_OK;
}

/* Sums of weights up to each entry of a row. */
static graph_status add_up(double *sum, const int64_t *row_start, int64_t rows)
{
    for (int64_t v = 0; v < rows; v++) {
        double so_far = 0;
        for (int64_t k = row_start[v]; k < row_start[v + 1]; k++) {
            if (!(sum[k] >= 0 && sum[k] <= DBL_MAX))
                return graph__fail(GRAPH_E_INVALID_VALUE,
                                   "a weight is %g; expected a finite one, not negative", sum[k]);
            sum[k] = so_far += sum[k];
        }
        if (!(so_far <= DBL_MAX))
            return graph__fail(GRAPH_E_INVALID_VALUE, "the weights of row %lld sum to infinity",
                               (long long)v);
    }
    return GRAPH_OK;
}

static graph_status open_sums(double **sum, const graph_matrix *A, int threads)
{
    struct graph_csr a;
    graph_status status;
    *sum = NULL;
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW(*sum, a.entries));
    GRAPH_TRY(graph__cpu()->convert(*sum, GRAPH_FP64, a.value, A->type, a.entries, threads));
    GRAPH_TRY(add_up(*sum, a.row_start, a.rows));
done:
    return status;
}

/* The rows of A that walks stand at, by tuples: those of walk w are start[w] .. start[w + 1] - 1. */
struct rows {
    int64_t *start;
    graph_index *column;
    double *sum;
};

static void rows_release(struct rows *rows)
{
    graph__free(rows->start);
    graph__free(rows->column);
    graph__free(rows->sum);
    *rows = (struct rows){0};
}

/* Rows of a walk that has ended, are those of vertex 0 and not looked at. */
static graph_status extract_rows(struct rows *rows, const graph_matrix *A, const int32_t *at, int64_t stride,
                                 int64_t walks, bool is_weighted, const graph_descriptor *d)
{
    graph_matrix *R = NULL;
    graph_index *list = NULL, *row = NULL, entries, n = (graph_index)A->rows;
    graph_status status;
    rows_release(rows);
    GRAPH_TRY(GRAPH_NEW(list, walks));
    for (int64_t w = 0; w < walks; w++)
        list[w] = at[w * stride] < 0 ? 0 : (graph_index)at[w * stride];
    GRAPH_TRY(graph_matrix_create(&R, is_weighted ? GRAPH_FP64 : GRAPH_PATTERN, (graph_index)walks, n));
    GRAPH_TRY(graph_extract(R, NULL, GRAPH_NO_OP, A, list, (graph_index)walks, GRAPH_ALL, n, d));
    GRAPH_TRY(graph_matrix_entries(&entries, R));
    GRAPH_TRY(GRAPH_NEW(row, entries));
    GRAPH_TRY(GRAPH_NEW(rows->column, entries));
    GRAPH_TRY(GRAPH_NEW_ZEROED(rows->start, walks + 1));
    if (is_weighted)
        GRAPH_TRY(GRAPH_NEW(rows->sum, entries));
    GRAPH_TRY(graph_matrix_extract_tuples(row, rows->column, rows->sum,
                                          is_weighted ? GRAPH_FP64 : GRAPH_PATTERN, &entries, R));
    for (graph_index k = 0; k < entries; k++)
        rows->start[row[k] + 1]++;
    for (int64_t w = 0; w < walks; w++)
        rows->start[w + 1] += rows->start[w];
    if (is_weighted)
        GRAPH_TRY(add_up(rows->sum, rows->start, walks));
done:
    graph_matrix_release(&R);
    graph__free(list);
    graph__free(row);
    return status;
}

static bool has_column(const struct rows *rows, int64_t w, graph_index column)
{
    for (int64_t k = rows->start[w]; k < rows->start[w + 1]; k++)
        if (rows->column[k] == column)
            return true;
    return false;
}

/* Where walk w goes from its row; before < 0: it has just begun. */
static int32_t step(const struct graph_walks_request *r, const struct rows *here, const struct rows *there,
                    int64_t w, int32_t before, uint64_t key)
{
    const int64_t begin = here->start[w], end = here->start[w + 1];
    const bool is_plain = before < 0 || (r->back == 1 && r->out == 1);
    for (uint64_t attempt = 0;; attempt += 2) {
        const uint64_t draw = is_plain ? graph__mix(key) : graph__hash_of(key, attempt);
        const int64_t entry = begin == end        ? -1
                              : here->sum != NULL ? graph__walk_weighted(here->sum, begin, end, draw)
                                                  : graph__walk_uniform(begin, end, draw);
        if (entry < 0)
            return -1;
        const graph_index x = here->column[entry];
        if (is_plain)
            return (int32_t)x;
        const double share = x == (graph_index)before  ? 1 / r->back
                             : has_column(there, w, x) ? 1
                                                       : 1 / r->out;
        if (graph__walk_fraction(graph__hash_of(key, attempt + 1)) * graph__walk_largest(r->back, r->out) <
            share)
            return (int32_t)x;
    }
}

static graph_status by_algebra(struct graph_walks_request *r, const graph_matrix *A,
                               const graph_walks_options *o)
{
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    const int64_t walks = r->sources * r->each, stride = r->length + 1;
    struct rows here = {0}, there = {0};
    graph_status status = GRAPH_OK;
    for (int64_t w = 0; w < walks; w++)
        r->vertex[w * stride] = (int32_t)(r->source != NULL ? r->source[w / r->each] : w / r->each);
    for (int64_t i = 1; i <= r->length && walks > 0; i++) {
        GRAPH_TRY(graph__tell(r->progress, r->context, (double)(i - 1) / (double)r->length));
        GRAPH_TRY(extract_rows(&here, A, r->vertex + i - 1, stride, walks, r->sum != NULL, &d));
        if (i > 1)
            GRAPH_TRY(extract_rows(&there, A, r->vertex + i - 2, stride, walks, false, &d));
        for (int64_t w = 0; w < walks; w++) {
            int32_t *vertex = r->vertex + w * stride;
            const uint64_t key = graph__walk_key(r->seed, vertex[0], w % r->each);
            vertex[i] = vertex[i - 1] < 0 ? -1
                                          : step(r, &here, &there, w, i > 1 ? vertex[i - 2] : -1,
                                                 graph__hash_of(key, (uint64_t)i));
        }
    }
done:
    rows_release(&here);
    rows_release(&there);
    return status;
}

/* Takes the rows of the request to where the caller's lie. */
static graph_status copy_out(const graph_dense *vertex, const struct graph_walks_request *r,
                             const struct graph_backend *home)
{
    const int64_t rows = r->sources * r->each, row = r->length + 1, stride = (int64_t)vertex->stride,
                  at_once = stride == row ? rows : 1;
    const size_t bytes = (size_t)(at_once * row) * sizeof *r->vertex;
    int32_t *const to = vertex->value;
    graph_status status = GRAPH_OK;
    if (home->shares_host_memory) {
        for (int64_t w = 0; w < rows; w += at_once)
            memcpy(to + w * stride, r->vertex + w * row, bytes);
        return GRAPH_OK;
    }
    for (int64_t w = 0; w < rows; w += at_once)
        GRAPH_TRY(home->upload(to + w * stride, r->vertex + w * row, bytes));
done:
    return status;
}

/* Makes the walks in an array of the caller's on the device. */
static graph_status walk_there(struct graph_walks_request *r, const graph_matrix *A,
                               const graph_dense *vertex, const struct graph_backend *backend)
{
    graph_status status;
    r->vertex = vertex->value;
    r->stride = (int64_t)vertex->stride;
    r->is_there = true;
    GRAPH_TRY(graph__matrix_view(&r->A, A, backend));
    GRAPH_TRY(backend->walks(r));
done:
    r->stride = 0;
    r->is_there = false;
    return status;
}

/* Makes the walks in host memory, in a new array, or apart: an array of the caller's keeps what it has after a failure, and
 * it may have gaps. */
static graph_status walk_here(struct graph_walks_request *r, const graph_matrix *A, const graph_dense *vertex,
                              bool is_new, const graph_walks_options *o, struct graph_place *place,
                              const struct graph_backend *home)
{
    void *apart = NULL;
    graph_status status = GRAPH_OK;
    if (!is_new)
        GRAPH_TRY(graph__allocate_array(&apart, (size_t)(r->sources * r->each),
                                        ((size_t)r->length + 1) * sizeof *r->vertex));
    r->vertex = is_new ? vertex->value : apart;
    if (o->form == GRAPH_FORM_ALGEBRA)
        GRAPH_TRY(by_algebra(r, A, o));
    else
        GRAPH_RUN_FUSED(walks, r, A, place);
    if (!is_new)
        GRAPH_TRY(copy_out(vertex, r, home));
done:
    graph__free(apart);
    return status;
}

graph_status graph_random_walks(graph_dense *vertex, const graph_matrix *A, const graph_index *source,
                                graph_index sources, graph_index length, const graph_walks_options *options)
{
    const graph_walks_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_walks_request request = {.progress = o->progress, .context = o->context};
    graph_dense opened = {0};
    int64_t *list = NULL;
    double *sum = NULL;
    bool is_new = false;
    size_t rows;
    graph_status status;
    if (vertex == NULL)
        return graph__fail(GRAPH_E_NULL, "vertex is NULL");
    GRAPH_TRY(check(A, o));
    const struct graph_backend *home =
        vertex->value != NULL ? graph__backend_of_array(vertex->value) : graph__cpu();
    GRAPH_TRY(graph__place_algorithm(&place, o->backend, o->threads));
    if (home == place.backend && !home->shares_host_memory) /* the walks would have to go there otherwise */
        place.is_auto = false;
    GRAPH_TRY(graph__place_choose(&place, "walks", place.backend->walks != NULL, GRAPH_HEAVY,
                                  &(const struct graph_operands){.A = A}));
    GRAPH_TRY(graph__source_list(&list, &request.sources, source, sources, A->rows));
    request.each = o->each == 0 ? 1 : (int64_t)o->each;
    if (length >= INT32_MAX || o->each >= INT32_MAX ||
        !graph__multiply(&rows, (size_t)request.sources, (size_t)request.each) || rows >= INT32_MAX)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED,
                   "%llu walks of %llu steps from each of %lld sources; expected fewer than 2^31",
                   (unsigned long long)o->each, (unsigned long long)length, (long long)request.sources);
    request.length = (int64_t)length;
    request.source = list;
    request.seed = o->seed;
    request.back = o->p == 0 ? 1 : o->p;
    request.out = o->q == 0 ? 1 : o->q;
    request.threads = place.threads;
    opened = *vertex;
    GRAPH_TRY(graph__dense_open(&opened, &is_new, GRAPH_INT32, (int64_t)rows, request.length + 1, "vertex"));
    if (opened.type != GRAPH_INT32 || opened.layout != GRAPH_ROW_MAJOR)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "vertex is not a row-major matrix of int32");
    if (o->is_weighted && A->type != GRAPH_PATTERN)
        GRAPH_TRY(open_sums(&sum, A, place.threads));
    request.sum = sum;
    bool is_there =
        !is_new && home == place.backend && !home->shares_host_memory && o->form != GRAPH_FORM_ALGEBRA;
    if (is_there) {
        status = walk_there(&request, A, &opened, home);
        is_there = !graph__place_failed(&place, status);
        if (is_there && status < 0)
            goto done;
        place.backend = is_there ? home : graph__cpu();
        if (!is_there)
            graph__place_used(GRAPH_BACKEND_CPU);
    }
    if (!is_there)
        GRAPH_TRY(walk_here(&request, A, &opened, is_new, o, &place, home));
    *vertex = opened;
    is_new = false;
done:
    graph__place_end(&place, status);
    if (is_new)
        graph__free(opened.value);
    graph__free(sum);
    graph__free(list);
    return status;
}
