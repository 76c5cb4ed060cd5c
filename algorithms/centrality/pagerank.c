/* PageRank: checks, the form in the algebra, the fused form.  In the algebra, with p the personalization:
 *
 *     w = row sums of A;   x = p;   x' = damping (x ./ w) A + (1 - damping + damping * sum of x at dangling vertices) p
 *
 * Source: Page, Brin, Motwani, Winograd, "The PageRank citation ranking", Stanford 1999. */
#include <float.h>
#include <math.h>

#include "algorithms/centrality/centrality.h"

graph_status graph__pagerank_settings(struct graph_pagerank_settings *s, const graph_pagerank_options *o)
{
    graph_status status = GRAPH_OK;
    GRAPH_CHECK_REPORT(o->report);
    *s =
        (struct graph_pagerank_settings){.damping = o->damping == 0 ? 0.85 : o->damping,
                                         .most_rounds = o->most_rounds == 0          ? 1000
                                                        : o->most_rounds < INT64_MAX ? (int64_t)o->most_rounds
                                                                                     : INT64_MAX,
                                         .type = o->type == GRAPH_PATTERN ? GRAPH_FP64 : o->type};
    if (!(s->damping > 0 && s->damping < 1))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.damping is %g; expected a number from 0 to below 1",
                   o->damping);
    if (isnan(o->tolerance))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.tolerance is not a number");
    if (!graph__is_floating(s->type))
        GRAPH_FAIL(GRAPH_E_DOMAIN, "options.type is %s; expected fp32 or fp64", graph_type_name(s->type));
    s->tolerance = o->tolerance != 0 ? o->tolerance : s->type == GRAPH_FP32 ? 1e-6 : 1e-10;
done:
    return status;
}

static graph_status check(struct graph_pagerank_settings *s, const graph_matrix *A,
                          const graph_pagerank_options *o)
{
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_TRY(graph__pagerank_settings(s, o));
    if (o->is_weighted)
        GRAPH_TRY(graph__check_weights(A, false, false, o->threads));
done:
    return status;
}

graph_status graph__check_weight_sums(const graph_matrix *A, graph_type type, const graph_descriptor *d)
{
    const double least = type == GRAPH_FP32 ? FLT_MIN : DBL_MIN,
                 most = type == GRAPH_FP32 ? FLT_MAX : DBL_MAX;
    graph_index n = (graph_index)A->rows, count = n;
    graph_vector *w = NULL;
    double *sum = NULL;
    graph_status status;
    GRAPH_TRY(graph_vector_create(&w, GRAPH_FP64, n));
    GRAPH_TRY(graph_reduce_rows(w, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, d));
    GRAPH_TRY(GRAPH_NEW(sum, n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, sum, GRAPH_FP64, &count, w));
    for (graph_index k = 0; k < count; k++)
        if (sum[k] != 0 && !(sum[k] >= least && sum[k] <= most))
            GRAPH_FAIL(GRAPH_E_INVALID_VALUE,
                       "the weights out of a vertex add up to %g; expected 0 or %g .. %g", sum[k], least,
                       most);
done:
    graph__free(sum);
    graph_vector_release(&w);
    return status;
}

graph_status graph__read_personalization(double **p, const graph_vector *personalization, int64_t n)
{
    graph_index length, count, *index = NULL;
    double *value = NULL, sum = 0, largest = 0;
    graph_status status = GRAPH_OK;
    *p = NULL;
    if (personalization == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph_vector_length(&length, personalization));
    if (length != (graph_index)n)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "options.personalization has length %llu; A has %lld vertices",
                   (unsigned long long)length, (long long)n);
    GRAPH_TRY(graph_vector_entries(&count, personalization));
    GRAPH_TRY(GRAPH_NEW(index, count));
    GRAPH_TRY(GRAPH_NEW(value, count));
    GRAPH_TRY(GRAPH_NEW_ZEROED(*p, n));
    GRAPH_TRY(graph_vector_extract_tuples(index, value, GRAPH_FP64, &count, personalization));
    for (graph_index k = 0; k < count; k++) {
        if (!(value[k] >= 0) || isinf(value[k]))
            GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.personalization is %g at %llu; expected 0 or more",
                       value[k], (unsigned long long)index[k]);
        largest = fmax(largest, value[k]);
    }
    if (largest == 0 && n > 0)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.personalization is 0 everywhere");
    for (graph_index k = 0; k < count; k++)
        sum += value[k] / largest;
    for (graph_index k = 0; k < count; k++)
        (*p)[index[k]] = value[k] / largest / sum;
done:
    graph__free(index);
    graph__free(value);
    if (status < 0) {
        graph__free(*p);
        *p = NULL;
    }
    return status;
}

/* One round by operations: x becomes x'. */
static graph_status round_by_algebra(double *residual, graph_vector *x, const graph_vector *p,
                                     const graph_vector *inverse, const graph_matrix *A,
                                     const struct graph_pagerank_settings *s, const graph_semiring *semiring,
                                     const graph_descriptor *d)
{
    graph_descriptor outside = *d;
    graph_vector *y = NULL, *next = NULL;
    graph_scalar dangling, moved;
    graph_index n = (graph_index)A->rows;
    graph_status status;
    outside.flags = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT;
    GRAPH_TRY(graph_vector_create(&y, s->type, n));
    GRAPH_TRY(graph_vector_create(&next, s->type, n));
    GRAPH_TRY(graph_vector_apply(y, inverse, GRAPH_NO_OP, GRAPH_IDENTITY, x, &outside)); /* dangling ones */
    GRAPH_TRY(graph_vector_reduce(&dangling, GRAPH_FP64, GRAPH_PLUS, y, d));
    GRAPH_TRY(graph_vector_ewise_mult(y, NULL, GRAPH_NO_OP, GRAPH_TIMES, x, inverse, d));
    GRAPH_TRY(graph_vxm(next, NULL, GRAPH_NO_OP, semiring, y, A, d));
    GRAPH_TRY(
        graph_vector_apply_first(next, NULL, GRAPH_NO_OP, GRAPH_TIMES, graph_fp64(s->damping), next, d));
    GRAPH_TRY(graph_vector_apply_first(y, NULL, GRAPH_NO_OP, GRAPH_TIMES,
                                       graph_fp64(1 - s->damping + s->damping * dangling.value.f), p, d));
    GRAPH_TRY(graph_vector_ewise_add(next, NULL, GRAPH_NO_OP, GRAPH_PLUS, next, y, d));
    GRAPH_TRY(graph_vector_ewise_add(y, NULL, GRAPH_NO_OP, GRAPH_MINUS, next, x, d));
    GRAPH_TRY(graph_vector_apply(y, NULL, GRAPH_NO_OP, GRAPH_ABS, y, d));
    GRAPH_TRY(graph_vector_reduce(&moved, GRAPH_FP64, GRAPH_PLUS, y, d));
    GRAPH_TRY(graph_vector_apply(x, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, next, d));
    *residual = moved.value.f;
done:
    graph_vector_release(&y);
    graph_vector_release(&next);
    return status;
}

static graph_status by_algebra(void *rank, struct graph_pagerank_request *r, const graph_matrix *A,
                               const struct graph_pagerank_settings *s, const graph_pagerank_options *o,
                               const graph_descriptor *d)
{
    const bool is_weighted = o->is_weighted && A->type != GRAPH_PATTERN;
    const graph_semiring *semiring =
        graph_semiring_builtin(is_weighted ? GRAPH_PLUS_TIMES : GRAPH_PLUS_FIRST, s->type);
    graph_index n = (graph_index)A->rows, walking, count = n;
    graph_vector *inverse = NULL, *p = NULL, *x = NULL;
    graph_matrix *P = NULL;
    graph_status status;
    GRAPH_TRY(graph__pattern_of(&P, A));
    GRAPH_TRY(graph_vector_create(&inverse, s->type, n));
    GRAPH_TRY(graph_reduce_rows(inverse, NULL, GRAPH_NO_OP, GRAPH_PLUS, is_weighted ? A : P, d));
    GRAPH_TRY(graph_vector_select(inverse, NULL, GRAPH_NO_OP, GRAPH_VALUE_GT, inverse, graph_fp64(0), d));
    GRAPH_TRY(graph_vector_entries(&walking, inverse));
    GRAPH_TRY(graph_vector_apply(inverse, NULL, GRAPH_NO_OP, GRAPH_MINV, inverse, d));
    if (r->personalization != NULL) {
        GRAPH_TRY(graph_vector_import_full(&x, GRAPH_FP64, n, (void *)(uintptr_t)r->personalization,
                                           GRAPH_COPY, NULL, NULL));
        GRAPH_TRY(graph_vector_create(&p, s->type, n));
        GRAPH_TRY(graph_vector_apply(p, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, x, d));
        graph_vector_release(&x);
    } else {
        GRAPH_TRY(graph_vector_create(&p, s->type, n));
        GRAPH_TRY(graph_vector_fill(p, graph_fp64(n > 0 ? 1 / (double)n : 0)));
    }
    GRAPH_TRY(graph_vector_dup(&x, p));
    r->residual = n > 0 ? INFINITY : 0;
    for (r->rounds = 0; r->rounds < s->most_rounds && !(r->residual <= s->tolerance) && n > 0;) {
        GRAPH_TRY(round_by_algebra(&r->residual, x, p, inverse, is_weighted ? A : P, s, semiring, d));
        r->rounds++;
        if (o->progress != NULL && o->progress(-1, o->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
    r->dangling = (int64_t)(n - walking);
    GRAPH_TRY(graph_vector_extract_tuples(NULL, rank, s->type, &count, x));
done:
    graph_matrix_release(&P);
    graph_vector_release(&inverse);
    graph_vector_release(&p);
    graph_vector_release(&x);
    return status;
}

void graph__pagerank_report(graph_pagerank_report *report, const struct graph_pagerank_settings *s,
                            int64_t rounds, int64_t dangling, double residual)
{
    if (report != NULL)
        *report = (graph_pagerank_report){.size = sizeof *report,
                                          .rounds = (graph_index)rounds,
                                          .dangling = (graph_index)dangling,
                                          .residual = residual,
                                          .error_bound = s->damping / (1 - s->damping) * residual,
                                          .has_converged = residual <= s->tolerance};
}

static struct graph_pagerank_request request_of(const struct graph_pagerank_settings *s,
                                                const graph_pagerank_options *o,
                                                const struct graph_place *place)
{
    return (struct graph_pagerank_request){.type = s->type,
                                           .damping = s->damping,
                                           .tolerance = s->tolerance,
                                           .most_rounds = s->most_rounds,
                                           .threads = place->threads,
                                           .progress = o->progress,
                                           .context = o->context};
}

static graph_status choose_place(struct graph_place *place, const graph_matrix *A,
                                 const graph_pagerank_options *o, const struct graph_pagerank_settings *s)
{
    graph_status status;
    if (o->form == GRAPH_FORM_ALGEBRA) {
        GRAPH_TRY(graph__place_algorithm(place, o->backend, o->threads));
        GRAPH_TRY(graph__place_choose(place, "pagerank", true, GRAPH_HEAVY,
                                      &(const struct graph_operands){.A = A}));
    } else {
        GRAPH_PLACE_FUSED(place, o, pagerank, GRAPH_HEAVY, A);
    }
    if (o->is_weighted && A->type != GRAPH_PATTERN)
        GRAPH_TRY(graph__check_weight_sums(A, s->type, NULL));
done:
    return status;
}

graph_status graph_pagerank(graph_vector **rank, const graph_matrix *A, const graph_pagerank_options *options)
{
    static const graph_pagerank_options defaults = {.size = sizeof(graph_pagerank_options)};
    const graph_pagerank_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_pagerank_settings s;
    double *p = NULL;
    void *value = NULL;
    graph_status status;
    if (rank == NULL)
        return graph__fail(GRAPH_E_NULL, "rank is NULL");
    *rank = NULL;
    GRAPH_TRY(check(&s, A, o));
    GRAPH_TRY(choose_place(&place, A, o, &s));
    GRAPH_TRY(graph__read_personalization(&p, o->personalization, A->rows));
    GRAPH_TRY(graph__allocate_array(&value, (size_t)A->rows, graph_type_size(s.type)));
    struct graph_pagerank_request request = request_of(&s, o, &place);
    const graph_descriptor d = {.size = sizeof d, .backend = place.backend->kind, .threads = place.threads};
    request.personalization = p;
    request.rank = value;
    request.vertex_stride = 1;
    request.may_stay = true;
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? by_algebra(value, &request, A, &s, o, &d)
                                            : graph__fused_pagerank(&request, A, o->is_weighted, &place));
    if (request.stays != NULL)
        GRAPH_TRY(graph__vector_of_values_at(rank, s.type, A->rows, &request.stays, place.backend));
    else
        GRAPH_TRY(graph__vector_of_values(rank, s.type, A->rows, &value));
    graph__pagerank_report(o->report, &s, request.rounds, request.dangling, request.residual);
done:
    graph__place_end(&place, status);
    graph__free(p);
    graph__free(value);
    return status;
}

/* The columns one by one, by the definition. */
static graph_status columns_by_algebra(struct graph_pagerank_request *r, const graph_matrix *A,
                                       const struct graph_pagerank_settings *s,
                                       const graph_pagerank_options *o, const graph_descriptor *d)
{
    const int64_t n = A->rows;
    struct graph_pagerank_request one = *r;
    double *p = NULL;
    void *column = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(p, n));
    GRAPH_TRY(graph__allocate_array(&column, (size_t)n, graph_type_size(s->type)));
    one.personalization = p;
    r->residual = 0;
    for (int64_t k = 0; k < r->seeds; k++) {
        p[r->seed[k]] = 1;
        GRAPH_TRY(by_algebra(column, &one, A, s, o, d));
        p[r->seed[k]] = 0;
        for (int64_t v = 0; v < n; v++) {
            int64_t at = v * r->vertex_stride + k * r->column_stride;
            if (s->type == GRAPH_FP64)
                ((double *)r->rank)[at] = ((double *)column)[v];
            else
                ((float *)r->rank)[at] = ((float *)column)[v];
        }
        r->rounds = one.rounds > r->rounds ? one.rounds : r->rounds;
        r->residual = fmax(r->residual, one.residual);
        r->dangling = one.dangling;
    }
done:
    graph__free(p);
    graph__free(column);
    return status;
}

graph_status graph_pagerank_multi(graph_dense *rank, const graph_matrix *A, const graph_index *seed,
                                  graph_index seeds, const graph_pagerank_options *options)
{
    static const graph_pagerank_options defaults = {.size = sizeof(graph_pagerank_options)};
    const graph_pagerank_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_pagerank_settings s;
    graph_dense opened = {0};
    bool is_new = false;
    int64_t *list = NULL, count = 0;
    graph_status status;
    if (rank == NULL)
        return graph__fail(GRAPH_E_NULL, "rank is NULL");
    GRAPH_TRY(check(&s, A, o));
    if (o->personalization != NULL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE,
                   "options.personalization is given; the seeds say where walks begin");
    if (seed == NULL && seeds != 0)
        GRAPH_FAIL(GRAPH_E_NULL, "seed is NULL and seeds is %llu", (unsigned long long)seeds);
    if (rank->type != GRAPH_PATTERN && rank->type != s.type)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "rank.type is %s; the result is of %s", graph_type_name(rank->type),
                   graph_type_name(s.type));
    GRAPH_TRY(choose_place(&place, A, o, &s));
    if (seeds > 0)
        GRAPH_TRY(graph__source_list(&list, &count, seed, seeds, A->rows));
    opened = *rank;
    GRAPH_TRY(graph__dense_open(&opened, &is_new, s.type, A->rows, count, "rank"));
    struct graph_pagerank_request request = request_of(&s, o, &place);
    const graph_descriptor d = {.size = sizeof d, .backend = place.backend->kind, .threads = place.threads};
    request.seed = list;
    request.seeds = count;
    request.rank = opened.value;
    request.vertex_stride = opened.layout == GRAPH_ROW_MAJOR ? (int64_t)opened.stride : 1;
    request.column_stride = opened.layout == GRAPH_ROW_MAJOR ? 1 : (int64_t)opened.stride;
    if (count > 0)
        GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? columns_by_algebra(&request, A, &s, o, &d)
                                                : graph__fused_pagerank(&request, A, o->is_weighted, &place));
    *rank = opened;
    is_new = false;
    graph__pagerank_report(o->report, &s, request.rounds, request.dangling, request.residual);
done:
    graph__place_end(&place, status);
    if (is_new)
        graph__free(opened.value);
    graph__free(list);
    return status;
}

/* The residual of x along the rows of A, in extended precision. */
static long double residual_of(const double *x, const double *p, const struct graph_edge_arrays *e,
                               double damping, long double *next, long double *out)
{
    long double dangling = 0, residual = 0;
    for (graph_index v = 0; v < e->n; v++)
        next[v] = out[v] = 0;
    for (graph_index k = 0; k < e->edges; k++)
        out[e->from[k]] += e->weight != NULL ? e->weight[k] : 1;
    for (graph_index k = 0; k < e->edges; k++)
        if (out[e->from[k]] > 0)
            next[e->to[k]] += (e->weight != NULL ? e->weight[k] : 1) * x[e->from[k]] / out[e->from[k]];
    for (graph_index v = 0; v < e->n; v++)
        dangling += out[v] > 0 ? 0 : x[v];
    for (graph_index v = 0; v < e->n; v++)
        residual +=
            fabsl(damping * next[v] +
                  (1 - damping + damping * dangling) * (p != NULL ? p[v] : 1 / (long double)e->n) - x[v]);
    return residual;
}

graph_status graph_check_pagerank(const graph_vector *rank, const graph_matrix *A,
                                  const graph_pagerank_options *options)
{
    static const graph_pagerank_options defaults = {.size = sizeof(graph_pagerank_options)};
    const graph_pagerank_options *o = options != NULL ? options : &defaults;
    struct graph_edge_arrays e = {.n = 0};
    struct graph_pagerank_settings s;
    double *x = NULL, *p = NULL;
    long double *next = NULL, *out = NULL, sum = 0;
    graph_type type;
    graph_index length, entries;
    graph_status status;
    if (rank == NULL)
        return graph__fail(GRAPH_E_NULL, "rank is NULL");
    GRAPH_TRY(check(&s, A, o));
    GRAPH_TRY(graph_vector_type(&type, rank));
    GRAPH_TRY(graph_vector_length(&length, rank));
    GRAPH_TRY(graph_vector_entries(&entries, rank));
    if (type != s.type)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "rank is of %s; expected %s", graph_type_name(type),
                   graph_type_name(s.type));
    if (length != (graph_index)A->rows)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "rank has length %llu; A has %lld vertices", (unsigned long long)length,
                   (long long)A->rows);
    if (entries != length)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "rank has %llu of %llu values", (unsigned long long)entries,
                   (unsigned long long)length);
    GRAPH_TRY(graph__read_personalization(&p, o->personalization, A->rows));
    GRAPH_TRY(graph__edge_arrays(&e, A, o->is_weighted));
    GRAPH_TRY(GRAPH_NEW(x, e.n));
    GRAPH_TRY(GRAPH_NEW(next, e.n));
    GRAPH_TRY(GRAPH_NEW(out, e.n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, x, GRAPH_FP64, &length, rank));
    for (graph_index v = 0; v < e.n; v++) {
        if (!(x[v] >= 0))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "rank(%llu) is %g", (unsigned long long)v, x[v]);
        sum += x[v];
    }
    /* Each edge and each vertex may round once in a round, relative to values whose sum is 1. */
    const double unit = s.type == GRAPH_FP32 ? FLT_EPSILON : DBL_EPSILON,
                 slack = unit * (8 + (double)e.edges / (double)(e.n > 0 ? e.n : 1)) / (1 - s.damping);
    if (e.n > 0 && !(fabsl(sum - 1) <= slack * 8))
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the ranks add up to %.17g", (double)sum);
    const long double residual = residual_of(x, p, &e, s.damping, next, out);
    if (!(residual <= fmax(s.tolerance, 0) + slack))
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the residual is %g; expected at most %g", (double)residual,
                   fmax(s.tolerance, 0) + slack);
done:
    graph__edge_arrays_free(&e);
    graph__free(x);
    graph__free(p);
    graph__free(next);
    graph__free(out);
    return status;
}
