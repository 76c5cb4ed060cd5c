/* HITS, eigenvector centrality and Katz: a vector times the matrix until it stays.  The first two have a fused form, too.
 *
 *     HITS  a = A' h / sum, h = A a / sum      eigenvector  x = (x + A' x) / norm      Katz  x = alpha A' x + beta
 *
 * Sources: Kleinberg, JACM 46(5), 1999; Bonacich, J. Math. Sociology 2(1), 1972; Katz, Psychometrika 18(1), 1953. */
#include <float.h>
#include <math.h>

#include "algorithms/centrality/centrality.h"

enum kind { HITS, EIGENVECTOR, KATZ };

/* The options with their defaults put in, and the matrix that is multiplied. */
struct settings {
    enum kind kind;
    double alpha, beta, tolerance;
    int64_t most_rounds, n;
    graph_type type;
    bool is_weighted;
    graph_matrix *P; /* the pattern, if it is not weighted */
    const graph_matrix *A;
    const graph_semiring *semiring;
    graph_descriptor d, transposed;
};

static graph_status check(struct settings *s, enum kind kind, const graph_matrix *A,
                          const graph_power_options *o)
{
    graph_status status;
    *s = (struct settings){.kind = kind};
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_CHECK_REPORT(o->report);
    s->n = A->rows;
    s->type = o->type == GRAPH_PATTERN ? GRAPH_FP64 : o->type;
    s->alpha = o->alpha == 0 ? 0.1 : o->alpha;
    s->beta = o->beta == 0 ? 1 : o->beta;
    s->most_rounds = o->most_rounds == 0          ? 1000
                     : o->most_rounds < INT64_MAX ? (int64_t)o->most_rounds
                                                  : INT64_MAX;
    if (isnan(o->tolerance))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.tolerance is not a number");
    if (!graph__is_floating(s->type))
        GRAPH_FAIL(GRAPH_E_DOMAIN, "options.type is %s; expected fp32 or fp64", graph_type_name(s->type));
    if (kind == KATZ && !(s->alpha > 0 && s->alpha <= DBL_MAX && s->beta > 0 && s->beta <= DBL_MAX))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.alpha is %g and beta %g; expected numbers above 0",
                   o->alpha, o->beta);
    s->tolerance = o->tolerance != 0 ? o->tolerance : s->type == GRAPH_FP32 ? 1e-6 : 1e-10;
    s->is_weighted = o->is_weighted && A->type != GRAPH_PATTERN;
    if (o->is_weighted)
        GRAPH_TRY(graph__check_weights(A, false, false, o->threads));
    s->d = s->transposed =
        (graph_descriptor){.size = sizeof s->d, .backend = o->backend, .threads = o->threads};
    s->transposed.flags = GRAPH_TRANSPOSE_A;
done:
    return status;
}

static graph_status open_matrix(struct settings *s, const graph_matrix *A)
{
    graph_status status = GRAPH_OK;
    s->A = A;
    s->semiring = graph_semiring_builtin(s->is_weighted ? GRAPH_PLUS_TIMES : GRAPH_PLUS_SECOND, s->type);
    if (s->is_weighted)
        return GRAPH_OK;
    GRAPH_TRY(graph__pattern_of(&s->P, A));
    s->A = s->P;
done:
    return status;
}

static graph_status full(graph_vector **v, const struct settings *s, double value)
{
    graph_status status;
    GRAPH_TRY(graph_vector_create(v, s->type, (graph_index)s->n));
    GRAPH_TRY(graph_vector_fill(*v, graph_fp64(value)));
done:
    return status;
}

/* y = A x or A' x, 0 where no edge is; y has a value everywhere. */
static graph_status multiply(graph_vector *y, const graph_vector *x, bool is_transposed,
                             const struct settings *s)
{
    graph_status status;
    GRAPH_TRY(graph_vector_fill(y, graph_fp64(0)));
    GRAPH_TRY(graph_mxv(y, NULL, GRAPH_PLUS, s->semiring, s->A, x, is_transposed ? &s->transposed : &s->d));
done:
    return status;
}

/* The sum of y, or its Euclidean norm.  GRAPH_E_DOMAIN: it is not finite. */
static graph_status norm_of(double *norm, const graph_vector *y, const struct settings *s, bool is_square)
{
    graph_vector *square = NULL;
    graph_scalar sum;
    graph_status status;
    if (is_square) {
        GRAPH_TRY(graph_vector_create(&square, s->type, (graph_index)s->n));
        GRAPH_TRY(graph_vector_ewise_mult(square, NULL, GRAPH_NO_OP, GRAPH_TIMES, y, y, &s->d));
    }
    GRAPH_TRY(graph_vector_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, is_square ? square : y, &s->d));
    if (!isfinite(sum.value.f))
        GRAPH_FAIL(GRAPH_E_DOMAIN, "the values grow beyond the type %s%s", graph_type_name(s->type),
                   s->kind == KATZ ? ": alpha is not below 1 / the largest eigenvalue" : "");
    *norm = is_square ? sqrt(sum.value.f) : sum.value.f;
done:
    graph_vector_release(&square);
    return status;
}

static graph_status divide(graph_vector *y, double norm, const struct settings *s)
{
    return norm > 0 ? graph_vector_apply_second(y, NULL, GRAPH_NO_OP, GRAPH_DIV, y, graph_fp64(norm), &s->d)
                    : GRAPH_OK;
}

/* a = the authorities of the hubs x; x itself where there are no edges. */
static graph_status authorities_of(graph_vector *a, const graph_vector *x, const struct settings *s)
{
    double norm;
    graph_status status;
    GRAPH_TRY(multiply(a, x, true, s));
    GRAPH_TRY(norm_of(&norm, a, s, false));
    GRAPH_TRY(norm > 0 ? divide(a, norm, s)
                       : graph_vector_apply(a, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, x, &s->d));
done:
    return status;
}

/* next = the vector after x; a is the authorities of HITS.  *value = the norm. */
static graph_status step(graph_vector *next, graph_vector *a, double *value, const graph_vector *x,
                         const struct settings *s)
{
    double norm;
    graph_status status;
    if (s->kind == HITS) {
        GRAPH_TRY(authorities_of(a, x, s));
        GRAPH_TRY(multiply(next, a, false, s));
        GRAPH_TRY(norm_of(value, next, s, false));
        GRAPH_TRY(*value > 0 ? divide(next, *value, s)
                             : graph_vector_apply(next, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, x, &s->d));
    } else if (s->kind == EIGENVECTOR) {
        GRAPH_TRY(multiply(next, x, true, s));
        GRAPH_TRY(graph_vector_ewise_add(next, NULL, GRAPH_NO_OP, GRAPH_PLUS, next, x, &s->d));
        GRAPH_TRY(norm_of(value, next, s, true));
        GRAPH_TRY(divide(next, *value, s));
    } else {
        GRAPH_TRY(multiply(next, x, true, s));
        GRAPH_TRY(graph_vector_apply_second(next, NULL, GRAPH_NO_OP, GRAPH_TIMES, next, graph_fp64(s->alpha),
                                            &s->d));
        GRAPH_TRY(
            graph_vector_apply_second(next, NULL, GRAPH_NO_OP, GRAPH_PLUS, next, graph_fp64(s->beta), &s->d));
        GRAPH_TRY(norm_of(&norm, next, s, false));
        *value = 1;
    }
done:
    return status;
}

static graph_status residual_of(double *residual, graph_vector *work, const graph_vector *x,
                                const graph_vector *next, const struct settings *s)
{
    graph_scalar sum;
    graph_status status;
    GRAPH_TRY(graph_vector_ewise_add(work, NULL, GRAPH_NO_OP, GRAPH_MINUS, next, x, &s->d));
    GRAPH_TRY(graph_vector_apply(work, NULL, GRAPH_NO_OP, GRAPH_ABS, work, &s->d));
    GRAPH_TRY(graph_vector_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, work, &s->d));
    *residual = sum.value.f;
done:
    return status;
}

/* *result = where the rounds lead; *authority (NULL: not wanted) = the authorities. */
static graph_status by_algebra(graph_vector **result, graph_vector **authority, graph_power_report *report,
                               struct settings *s, const graph_matrix *A, const graph_power_options *o)
{
    graph_vector *x = NULL, *next = NULL, *a = NULL, *work = NULL;
    double norm;
    graph_status status;
    GRAPH_TRY(open_matrix(s, A));
    GRAPH_TRY(full(&x, s, s->kind == KATZ || s->n == 0 ? 0 : 1 / (double)s->n));
    GRAPH_TRY(full(&next, s, 0));
    GRAPH_TRY(full(&work, s, 0));
    GRAPH_TRY(graph_vector_dup(&a, x));
    report->residual = s->n > 0 ? INFINITY : 0;
    while ((int64_t)report->rounds < s->most_rounds && !(report->residual <= s->tolerance) && s->n > 0) {
        graph_vector *swap = x;
        GRAPH_TRY(step(next, a, &report->value, x, s));
        GRAPH_TRY(residual_of(&report->residual, work, x, next, s));
        x = next;
        next = swap;
        report->rounds++;
        if (o->progress != NULL && o->progress(-1, o->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
    if (authority != NULL && s->n > 0) /* those of the last hubs */
        GRAPH_TRY(authorities_of(a, x, s));
    if (s->kind == KATZ && o->is_normalized) {
        GRAPH_TRY(norm_of(&norm, x, s, true));
        GRAPH_TRY(divide(x, norm, s));
    }
    if (result != NULL) {
        *result = x;
        x = NULL;
    }
    if (authority != NULL) {
        *authority = a;
        a = NULL;
    }
done:
    graph_matrix_release(&s->P);
    graph_vector_release(&x);
    graph_vector_release(&next);
    graph_vector_release(&a);
    graph_vector_release(&work);
    return status;
}

/* *v = a new vector of s->type with n values; may take them over. */
static graph_status vector_of(graph_vector **v, double **values, const struct settings *s)
{
    float *narrow = NULL;
    graph_status status;
    if (s->type == GRAPH_FP64)
        return graph__vector_of_values(v, s->type, s->n, (void **)values);
    GRAPH_TRY(GRAPH_NEW(narrow, s->n));
    for (int64_t k = 0; k < s->n; k++)
        narrow[k] = (float)(*values)[k];
    GRAPH_TRY(graph__vector_of_values(v, s->type, s->n, (void **)&narrow));
done:
    graph__free(narrow);
    return status;
}

static graph_status fused(graph_vector **result, graph_vector **authority, graph_power_report *report,
                          const struct settings *s, const graph_matrix *A, const graph_power_options *o,
                          const struct graph_place *place)
{
    struct graph_eigenvector_request r = {.is_hits = s->kind == HITS,
                                          .tolerance = s->tolerance,
                                          .most_rounds = s->most_rounds,
                                          .threads = place->threads,
                                          .progress = o->progress,
                                          .context = o->context};
    graph_vector *x = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(r.x, s->n));
    if (authority != NULL)
        GRAPH_TRY(GRAPH_NEW(r.authority, s->n));
    GRAPH_TRY(graph__fused_eigenvector(&r, A, s->is_weighted, place));
    report->rounds = (graph_index)r.rounds;
    report->residual = r.residual;
    report->value = r.value;
    GRAPH_TRY(vector_of(&x, &r.x, s));
    if (authority != NULL)
        GRAPH_TRY(vector_of(authority, &r.authority, s));
    if (result != NULL) {
        *result = x;
        x = NULL;
    }
done:
    graph_vector_release(&x);
    graph__free(r.x);
    graph__free(r.authority);
    return status;
}

static graph_status find(graph_vector **result, graph_vector **authority, enum kind kind,
                         const graph_matrix *A, const graph_power_options *options)
{
    static const graph_power_options defaults = {.size = sizeof(graph_power_options)};
    const graph_power_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct settings s;
    graph_power_report report = {.size = sizeof report};
    graph_status status;
    GRAPH_TRY(check(&s, kind, A, o));
    GRAPH_TRY(graph__place_algorithm(&place, o->backend, o->threads));
    GRAPH_TRY(
        graph__place_choose(&place, "powers", true, GRAPH_HEAVY, &(const struct graph_operands){.A = A}));
    GRAPH_TRY(o->form != GRAPH_FORM_ALGEBRA && kind != KATZ && place.backend->eigenvector != NULL
                  ? fused(result, authority, &report, &s, A, o, &place)
                  : by_algebra(result, authority, &report, &s, A, o));
    report.has_converged = report.residual <= s.tolerance;
    if (o->report != NULL)
        *o->report = report;
done:
    graph__place_end(&place, status);
    return status;
}

graph_status graph_hits(graph_vector **hub, graph_vector **authority, const graph_matrix *A,
                        const graph_power_options *options)
{
    if (hub != NULL)
        *hub = NULL;
    if (authority != NULL)
        *authority = NULL;
    return find(hub, authority, HITS, A, options);
}

graph_status graph_eigenvector_centrality(graph_vector **result, const graph_matrix *A,
                                          const graph_power_options *options)
{
    if (result == NULL)
        return graph__fail(GRAPH_E_NULL, "result is NULL");
    *result = NULL;
    return find(result, NULL, EIGENVECTOR, A, options);
}

graph_status graph_katz(graph_vector **result, const graph_matrix *A, const graph_power_options *options)
{
    if (result == NULL)
        return graph__fail(GRAPH_E_NULL, "result is NULL");
    *result = NULL;
    return find(result, NULL, KATZ, A, options);
}

/* ---- Checks ---- */

/* *x = the values of a full vector of the type, all 0 or more. */
static graph_status read_full(double **x, const graph_vector *v, const struct settings *s, const char *name)
{
    graph_type type;
    graph_index length, entries;
    graph_status status;
    if (v == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "%s is NULL", name);
    GRAPH_TRY(graph_vector_type(&type, v));
    GRAPH_TRY(graph_vector_length(&length, v));
    GRAPH_TRY(graph_vector_entries(&entries, v));
    if (type != s->type)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "%s is of %s; expected %s", name, graph_type_name(type),
                   graph_type_name(s->type));
    if (length != (graph_index)s->n)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "%s has length %llu; A has %lld vertices", name,
                   (unsigned long long)length, (long long)s->n);
    if (entries != length)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "%s has %llu of %llu values", name, (unsigned long long)entries,
                   (unsigned long long)length);
    GRAPH_TRY(GRAPH_NEW(*x, s->n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, *x, GRAPH_FP64, &entries, v));
    for (int64_t k = 0; k < s->n; k++)
        if (!((*x)[k] >= 0))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "%s(%lld) is %g", name, (long long)k, (*x)[k]);
done:
    return status;
}

/* y = A x or A' x. */
static void add_products(long double *y, const double *x, const struct graph_edge_arrays *e,
                         bool is_transposed)
{
    for (graph_index v = 0; v < e->n; v++)
        y[v] = 0;
    for (graph_index k = 0; k < e->edges; k++)
        y[is_transposed ? e->to[k] : e->from[k]] +=
            (e->weight != NULL ? e->weight[k] : 1) * (long double)x[is_transposed ? e->from[k] : e->to[k]];
}

/* The change of x from what y says, where y is divided by its sum or norm first. */
static long double change_of(const double *x, long double *y, int64_t n, bool is_square)
{
    long double norm = 0, change = 0;
    for (int64_t v = 0; v < n; v++)
        norm += is_square ? y[v] * y[v] : y[v];
    norm = is_square ? sqrtl(norm) : norm;
    for (int64_t v = 0; v < n; v++)
        change += fabsl((norm > 0 ? y[v] / norm : 1 / (long double)n) - x[v]);
    return change;
}

/* x = alpha A' x + beta, up to the factor by which a normalized x was divided: beta tells it. */
static long double katz_change(const double *x, long double *y, const struct settings *s, bool is_normalized)
{
    long double change = 0, product = 0, square = 0;
    for (int64_t v = 0; v < s->n; v++) {
        y[v] = x[v] - s->alpha * y[v]; /* beta, or beta over the norm */
        product += y[v];
        square += (long double)x[v] * x[v];
    }
    const long double beta = is_normalized && s->n > 0 ? product / s->n : s->beta;
    for (int64_t v = 0; v < s->n; v++)
        change += fabsl(y[v] - beta);
    return change + (is_normalized && s->n > 0 ? fabsl(sqrtl(square) - 1) : 0);
}

static graph_status check_result(const graph_vector *result, const graph_vector *authority, enum kind kind,
                                 const graph_matrix *A, const graph_power_options *options)
{
    static const graph_power_options defaults = {.size = sizeof(graph_power_options)};
    const graph_power_options *o = options != NULL ? options : &defaults;
    struct settings s;
    struct graph_edge_arrays e = {.n = 0};
    double *x = NULL, *a = NULL, sum = 0;
    long double *y = NULL, change;
    graph_status status;
    GRAPH_TRY(check(&s, kind, A, o));
    GRAPH_TRY(read_full(&x, result, &s, kind == HITS ? "hub" : "result"));
    if (kind == HITS)
        GRAPH_TRY(read_full(&a, authority, &s, "authority"));
    GRAPH_TRY(graph__edge_arrays(&e, A, s.is_weighted));
    GRAPH_TRY(GRAPH_NEW(y, s.n));
    for (int64_t v = 0; v < s.n; v++)
        sum += x[v];
    add_products(y, kind == HITS ? a : x, &e, kind != HITS);
    if (kind == HITS) {
        change = change_of(x, y, s.n, false);
        add_products(y, x, &e, true);
        change = fmaxl(change, change_of(a, y, s.n, false));
    } else if (kind == EIGENVECTOR) {
        for (int64_t v = 0; v < s.n; v++)
            y[v] += x[v];
        change = change_of(x, y, s.n, true);
    } else {
        change = katz_change(x, y, &s, o->is_normalized);
    }
    const double unit = s.type == GRAPH_FP32 ? FLT_EPSILON : DBL_EPSILON,
                 slack = unit * (sum + 1) * (16 + (double)e.edges / (double)(s.n > 0 ? s.n : 1));
    if (s.n > 0 && !(change <= 2 * fmax(s.tolerance, 0) + slack))
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "a round changes the result by %g; expected at most %g",
                   (double)change, 2 * fmax(s.tolerance, 0) + slack);
done:
    graph__edge_arrays_free(&e);
    graph__free(x);
    graph__free(a);
    graph__free(y);
    return status;
}

graph_status graph_check_hits(const graph_vector *hub, const graph_vector *authority, const graph_matrix *A,
                              const graph_power_options *options)
{
    return check_result(hub, authority, HITS, A, options);
}

graph_status graph_check_eigenvector_centrality(const graph_vector *result, const graph_matrix *A,
                                                const graph_power_options *options)
{
    return check_result(result, NULL, EIGENVECTOR, A, options);
}

graph_status graph_check_katz(const graph_vector *result, const graph_matrix *A,
                              const graph_power_options *options)
{
    return check_result(result, NULL, KATZ, A, options);
}
