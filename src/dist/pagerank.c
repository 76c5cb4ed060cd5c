/* PageRank and betweenness on many ranks.
 *
 * PageRank: each rank has rows of A', so it makes the values of some vertices in a round,
 *
 *     x'(v) = damping * sum of x(u) / w(u) over edges u -> v  +  (1 - damping + damping * dangling) p(v),
 *
 * which then go to all.  Sums over all vertices are made on every rank in the same way, so the ranks do not show in the
 * result. Betweenness: sources go in groups of 64, a group to a rank, and what the groups give is added in their order.
 * Sources: Page, Brin, Motwani, Winograd, Stanford 1999; Brandes, J. Math. Sociology 25(2), 2001. */
#include <math.h>
#include <string.h>

#include "dist/algorithms.h"
#include "semigraph/centrality.h"

/* ---- PageRank ---- */

struct settings {
    double damping, tolerance;
    int64_t most_rounds;
    graph_type type;
    graph_descriptor d;
};

static graph_status check(struct settings *s, const graph_dist *A, const graph_pagerank_options *o)
{
    graph_status status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    GRAPH_TRY(status);
    *s = (struct settings){.damping = o->damping == 0 ? 0.85 : o->damping,
                           .most_rounds = o->most_rounds == 0          ? 1000
                                          : o->most_rounds < INT64_MAX ? (int64_t)o->most_rounds
                                                                       : INT64_MAX,
                           .type = o->type == GRAPH_PATTERN ? GRAPH_FP64 : o->type,
                           .d = {.size = sizeof s->d, .backend = o->backend, .threads = o->threads}};
    if (!(s->damping > 0 && s->damping < 1))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.damping is %g; expected a number from 0 to below 1",
                   o->damping);
    if (isnan(o->tolerance))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.tolerance is not a number");
    if (s->type != GRAPH_FP32 && s->type != GRAPH_FP64)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "options.type is %s; expected fp32 or fp64", graph_type_name(s->type));
    if (o->report != NULL && o->report->size != sizeof *o->report)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "report.size is %zu; expected %zu", o->report->size,
                   sizeof *o->report);
    if (o->is_weighted || o->personalization != NULL)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "weights and personalization are not for many ranks");
    s->tolerance = o->tolerance != 0 ? o->tolerance : s->type == GRAPH_FP32 ? 1e-6 : 1e-10;
done:
    return status;
}

/* The state of a walk: x, the inverse of the edges out of each vertex (0 if there are none), 1 at dangling vertices,
 * and room for a vector.  All full and of all vertices. */
struct walk {
    graph_vector *x, *inverse, *dangling, *y;
    graph_vector *mine; /* of this rank's vertices */
    graph_dist *T;      /* A' */
};

static void close_walk(struct walk *w)
{
    graph_vector_release(&w->x);
    graph_vector_release(&w->inverse);
    graph_vector_release(&w->dangling);
    graph_vector_release(&w->y);
    graph_vector_release(&w->mine);
    graph_dist_release(&w->T);
}

/* *degree, this rank's, becomes the inverse and the mark of dangling vertices of all.  Collective. */
static graph_status open_walk(struct walk *w, int64_t *dangling, const graph_dist *A,
                              const struct settings *s)
{
    graph_group *const g = A->group;
    const graph_index n = (graph_index)A->rows;
    struct graph_csr a;
    double *inverse = NULL, *mark = NULL;
    graph_vector *ours[2] = {NULL, NULL}, *all[2] = {NULL, NULL};
    graph_dist *ones = NULL;
    graph_status status = graph__dist_view(&a, A);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(inverse, a.rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(mark, a.rows);
    *dangling = 0;
    for (int64_t u = 0; status == GRAPH_OK && u < a.rows; u++) {
        const int64_t degree = a.row_start[u + 1] - a.row_start[u];
        inverse[u] = degree > 0 ? 1 / (double)degree : 0;
        mark[u] = degree == 0;
        *dangling += degree == 0;
    }
    if (status == GRAPH_OK)
        status = graph_vector_import_full(&ours[0], GRAPH_FP64, (graph_index)a.rows, inverse, GRAPH_COPY,
                                          NULL, NULL);
    if (status == GRAPH_OK)
        status =
            graph_vector_import_full(&ours[1], GRAPH_FP64, (graph_index)a.rows, mark, GRAPH_COPY, NULL, NULL);
    /* The pattern of A, whose values nobody reads. */
    if (status == GRAPH_OK)
        status = graph__dist_new(&ones, g, GRAPH_PATTERN, A->rows, A->columns, A->first);
    if (status == GRAPH_OK)
        status = graph_matrix_create(&ones->mine, GRAPH_PATTERN, (graph_index)a.rows, n);
    if (status == GRAPH_OK)
        status = graph_apply(ones->mine, NULL, GRAPH_NO_OP, GRAPH_ONE, A->mine, &s->d);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__group_all_reduce(g, dangling, 1, GRAPH_PLUS));
    GRAPH_TRY(graph__dist_gather_vector(&all[0], g, A->first, ours[0]));
    GRAPH_TRY(graph__dist_gather_vector(&all[1], g, A->first, ours[1]));
    GRAPH_TRY(graph__dist_transposed(&w->T, ones, s->d.threads));
    graph_vector **const made[] = {&w->x, &w->inverse, &w->dangling, &w->y};
    status = GRAPH_OK;
    for (int k = 0; k < 4 && status == GRAPH_OK; k++)
        status = graph_vector_create(made[k], s->type, n);
    if (status == GRAPH_OK)
        status = graph_vector_fill(w->x, graph_fp64(n > 0 ? 1 / (double)n : 0));
    if (status == GRAPH_OK)
        status = graph_vector_apply(w->inverse, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, all[0], &s->d);
    if (status == GRAPH_OK)
        status = graph_vector_apply(w->dangling, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, all[1], &s->d);
    if (status == GRAPH_OK)
        status = graph_vector_create(&w->mine, s->type,
                                     (graph_index)(graph__dist_end(w->T) - graph__dist_first(w->T)));
    GRAPH_TRY(graph__group_agree(g, status));
done:
    graph__free(inverse);
    graph__free(mark);
    for (int k = 0; k < 2; k++) {
        graph_vector_release(&ours[k]);
        graph_vector_release(&all[k]);
    }
    graph_dist_release(&ones);
    return status;
}

/* This rank's values of the next round. */
static graph_status step(struct walk *w, const struct settings *s, double share)
{
    const graph_semiring *const semiring = graph_semiring_builtin(GRAPH_PLUS_SECOND, s->type);
    graph_scalar lost;
    graph_status status;
    GRAPH_TRY(graph_vector_ewise_mult(w->y, NULL, GRAPH_NO_OP, GRAPH_TIMES, w->x, w->dangling, &s->d));
    GRAPH_TRY(graph_vector_reduce(&lost, GRAPH_FP64, GRAPH_PLUS, w->y, &s->d));
    GRAPH_TRY(graph_vector_ewise_mult(w->y, NULL, GRAPH_NO_OP, GRAPH_TIMES, w->x, w->inverse, &s->d));
    GRAPH_TRY(graph_vector_fill(w->mine, graph_fp64(0)));
    GRAPH_TRY(graph_mxv(w->mine, NULL, GRAPH_PLUS, semiring, w->T->mine, w->y, &s->d));
    GRAPH_TRY(graph_vector_apply_first(w->mine, NULL, GRAPH_NO_OP, GRAPH_TIMES, graph_fp64(s->damping),
                                       w->mine, &s->d));
    GRAPH_TRY(graph_vector_apply_first(w->mine, NULL, GRAPH_NO_OP, GRAPH_PLUS,
                                       graph_fp64((1 - s->damping + s->damping * lost.value.f) * share),
                                       w->mine, &s->d));
done:
    return status;
}

/* *residual = the sum of |next - x|; then x is next. */
static graph_status move_on(double *residual, struct walk *w, graph_vector **next, const struct settings *s)
{
    graph_scalar moved;
    graph_status status;
    GRAPH_TRY(graph_vector_ewise_add(w->y, NULL, GRAPH_NO_OP, GRAPH_MINUS, *next, w->x, &s->d));
    GRAPH_TRY(graph_vector_apply(w->y, NULL, GRAPH_NO_OP, GRAPH_ABS, w->y, &s->d));
    GRAPH_TRY(graph_vector_reduce(&moved, GRAPH_FP64, GRAPH_PLUS, w->y, &s->d));
    *residual = moved.value.f;
    graph_vector_release(&w->x);
    w->x = *next;
    *next = NULL;
done:
    return status;
}

graph_status graph_dist_pagerank(graph_vector **rank, const graph_dist *A,
                                 const graph_pagerank_options *options)
{
    static const graph_pagerank_options defaults = {.size = sizeof defaults};
    const graph_pagerank_options *o = options != NULL ? options : &defaults;
    struct settings s = {0};
    struct walk w = {.x = NULL};
    graph_vector *next = NULL;
    int64_t rounds = 0, dangling = 0;
    graph_status status = graph__check_dist(A, "A");
    if (rank != NULL)
        *rank = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    status = check(&s, A, o);
    if (status == GRAPH_OK && rank == NULL)
        status = graph__fail(GRAPH_E_NULL, "rank is NULL");
    GRAPH_TRY(graph__group_enter(g, __func__, status));
    GRAPH_TRY(open_walk(&w, &dangling, A, &s));
    double residual = A->rows > 0 ? INFINITY : 0;
    while (rounds < s.most_rounds && !(residual <= s.tolerance) && A->rows > 0) {
        GRAPH_TRY(graph__group_agree(g, step(&w, &s, 1 / (double)A->rows)));
        GRAPH_TRY(graph__dist_gather_vector(&next, g, w.T->first, w.mine));
        /* Every rank may stop the others; floating sums of different devices may differ, so the first one's counts. */
        status = move_on(&residual, &w, &next, &s);
        rounds++;
        if (status == GRAPH_OK && o->progress != NULL && o->progress(-1, o->context) != 0)
            status = graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
        GRAPH_TRY(graph__group_agree(g, status));
        GRAPH_TRY(graph__group_broadcast(g, &residual, sizeof residual, 0));
    }
    *rank = w.x;
    w.x = NULL;
    if (o->report != NULL)
        *o->report = (graph_pagerank_report){.size = sizeof *o->report,
                                             .rounds = (graph_index)rounds,
                                             .dangling = (graph_index)dangling,
                                             .residual = residual,
                                             .error_bound = s.damping / (1 - s.damping) * residual,
                                             .has_converged = residual <= s.tolerance};
done:
    graph_vector_release(&next);
    close_walk(&w);
    return status;
}

/* ---- Betweenness ---- */

enum { TOGETHER = 64 };

static graph_status check_betweenness(const graph_vector *const *vertex, const graph_dist *A,
                                      const graph_index *source, graph_index sources,
                                      const graph_betweenness_options *o)
{
    graph_status status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    GRAPH_TRY(status);
    if (vertex == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "vertex is NULL");
    if (source == NULL && sources != 0 && sources != (graph_index)A->rows)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "sources is %llu; expected 0 or %lld without a list",
                   (unsigned long long)sources, (long long)A->rows);
    for (graph_index k = 0; source != NULL && k < sources; k++)
        GRAPH_TRY(graph__dist_check_vertex(A, source[k], "a source"));
    if (o->edges != NULL || o->report != NULL)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the betweenness of edges and a report are not for many ranks");
done:
    return status;
}

/* sum += what a group of sources gives. */
static graph_status add_group(double *sum, const graph_matrix *all, const graph_index *source, int64_t count,
                              const graph_betweenness_options *o)
{
    graph_betweenness_options plain = *o;
    graph_vector *part = NULL;
    struct graph_vector_view view;
    graph_status status;
    plain.is_normalized = false;
    memset(sum, 0, (size_t)all->rows * sizeof *sum);
    if (count == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph_betweenness(&part, all, source, (graph_index)count, &plain));
    GRAPH_TRY(graph__vector_view(&view, part, graph__cpu()));
    memcpy(sum, view.value, (size_t)all->rows * sizeof *sum);
done:
    graph_vector_release(&part);
    return status;
}

static void normalize(double *sum, int64_t n, int64_t sources, bool is_undirected)
{
    double pairs = n > 2 ? (double)(n - 1) * (double)(n - 2) : 1;
    if (is_undirected && n > 2)
        pairs /= 2;
    for (int64_t v = 0; v < n && sources > 0; v++)
        sum[v] = sum[v] / pairs * ((double)n / (double)sources);
}

graph_status graph_dist_betweenness(graph_vector **vertex, const graph_dist *A, const graph_index *source,
                                    graph_index sources, const graph_betweenness_options *options)
{
    static const graph_betweenness_options defaults = {.size = sizeof defaults};
    const graph_betweenness_options *o = options != NULL ? options : &defaults;
    const graph_matrix *all = NULL;
    double *sum = NULL, *part = NULL, *parts = NULL;
    graph_index group[TOGETHER];
    graph_status status = graph__check_dist(A, "A");
    if (vertex != NULL)
        *vertex = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    const int64_t n = A->rows, count = source != NULL ? (int64_t)sources : n;
    GRAPH_TRY(graph__group_enter(
        g, __func__, check_betweenness((const graph_vector *const *)vertex, A, source, sources, o)));
    GRAPH_TRY(graph__dist_replica(&all, A));
    status = GRAPH_NEW_ZEROED(sum, n);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(part, n);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(parts, (size_t)n * (size_t)g->ranks);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int64_t first = 0; first < count; first += (int64_t)TOGETHER * g->ranks) {
        int64_t begin = first + (int64_t)TOGETHER * g->rank;
        begin = begin < count ? begin : count;
        const int64_t ours = count - begin < TOGETHER ? count - begin : TOGETHER;
        for (int64_t k = 0; k < ours; k++)
            group[k] = source != NULL ? source[begin + k] : (graph_index)(begin + k);
        GRAPH_TRY(graph__group_agree(g, add_group(part, all, group, ours, o)));
        GRAPH_TRY(graph__group_all_gather_same(g, parts, part, (size_t)n * sizeof *part));
        for (int r = 0; r < g->ranks; r++)
            for (int64_t v = 0; v < n; v++)
                sum[v] += parts[r * n + v];
    }
    if (o->is_normalized)
        normalize(sum, n, count, o->is_undirected);
    GRAPH_TRY(graph__group_agree(
        g, graph_vector_import_full(vertex, GRAPH_FP64, (graph_index)n, sum, GRAPH_COPY, NULL, NULL)));
done:
    if (status != GRAPH_OK && vertex != NULL)
        graph_vector_release(vertex);
    graph__free(sum);
    graph__free(part);
    graph__free(parts);
    return status;
}
