/* Diameter and radius: eccentricities of all vertices, or bounds of them until no vertex is in doubt.
 *
 * A search from v in both directions bounds every w that it meets: max(d(w, v), e(v) - d(v, w)) <= e(w) <= e(v) + d(w, v).
 * Searches go by batches that double, from the vertices with the largest upper and the smallest lower bounds alternately.
 * If that
 * leads nowhere, as in graphs where all eccentricities are the same, the rest is searched from without bounds.
 *
 * Source: Takes, Kosters, "Determining the diameter of small world networks", CIKM 2011. */
#include <math.h>
#include <string.h>

#include "algorithms/centrality/centrality.h"
#include "algorithms/centrality/check_search.h"

enum { MOST_BATCH = 64, MOST_BOUNDED = 1024, MOST_CHECKED = 256, LEVEL_BYTES = 1 << 28 };

struct bounds {
    int64_t n;
    bool is_symmetric, is_radius;
    int32_t *lower, *upper;
    int64_t best, vertex,
        searches; /* the largest (smallest) eccentricity found, and whose it is; -1: none yet */
};

static void found(struct bounds *b, int64_t v, int64_t eccentricity)
{
    const bool is_better = b->best < 0 || (b->is_radius ? eccentricity < b->best : eccentricity > b->best);
    if (!is_better)
        return;
    b->best = eccentricity;
    b->vertex = v;
}

/* Whether w might have a larger (smaller) eccentricity than the best one. */
static bool is_wanted(const struct bounds *b, int64_t w)
{
    return b->best < 0 || (b->is_radius ? b->lower[w] < b->best : b->upper[w] > b->best);
}

/* Bounds before any search: 0 without edges out, else 1 and the others of the component; GRAPH_OK only if bounds hold. */
static graph_status begin(bool *has_bounds, struct bounds *b, const graph_matrix *A,
                          const graph_diameter_options *o)
{
    const graph_components_options c = {.size = sizeof c, .backend = o->backend, .threads = o->threads};
    graph_vector *component = NULL;
    int64_t *size = NULL, *of = NULL;
    graph_index count, room = (graph_index)b->n;
    struct graph_csr edges;
    graph_status status;
    GRAPH_TRY(graph__matrix_symmetry(&b->is_symmetric, A));
    GRAPH_TRY(b->is_symmetric ? graph_weak_components(&component, &count, A, &c)
                              : graph_strong_components(&component, &count, A, &c));
    *has_bounds = b->is_symmetric || count == 1;
    if (!*has_bounds)
        goto done;
    GRAPH_TRY(GRAPH_NEW_ZEROED(size, count));
    GRAPH_TRY(GRAPH_NEW(of, b->n));
    GRAPH_TRY(GRAPH_NEW(b->lower, b->n));
    GRAPH_TRY(GRAPH_NEW(b->upper, b->n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, of, GRAPH_INT64, &room, component));
    GRAPH_TRY(graph__matrix_view(&edges, A, graph__cpu()));
    for (int64_t v = 0; v < b->n; v++)
        size[of[v]]++;
    for (int64_t v = 0; v < b->n; v++) {
        b->lower[v] = size[of[v]] > 1;
        b->upper[v] = (int32_t)(size[of[v]] - 1);
        if (size[of[v]] == 1)
            found(b, v, 0);
    }
done:
    graph_vector_release(&component);
    graph__free(size);
    graph__free(of);
    return status;
}

/* The next vertices to search from: those with the largest upper and those with the smallest lower bounds, alternately; of
 * equal ones those with the largest degree.  Gives their number. */
static int64_t choose(graph_index *chosen, int64_t wanted, const struct bounds *b, const int64_t *row_start,
                      bool *is_chosen)
{
    int64_t count = 0;
    for (; count < wanted; count++) {
        const bool by_upper = count % 2 == 0;
        int64_t pick = -1;
        for (int64_t w = 0; w < b->n; w++) {
            if (is_chosen[w] || !is_wanted(b, w))
                continue;
            if (pick < 0) {
                pick = w;
                continue;
            }
            const int64_t degree = row_start[w + 1] - row_start[w],
                          other = row_start[pick + 1] - row_start[pick];
            const int32_t more = by_upper ? b->upper[w] - b->upper[pick] : b->lower[pick] - b->lower[w];
            if (more > 0 || (more == 0 && degree > other))
                pick = w;
        }
        if (pick < 0)
            break;
        is_chosen[pick] = true;
        chosen[count] = (graph_index)pick;
    }
    return count;
}

static graph_status search(int32_t **level, const graph_matrix *A, const graph_index *source, int64_t count,
                           bool is_reversed, const graph_diameter_options *o)
{
    const graph_bfs_multi_options s = {.size = sizeof s,
                                       .backend = o->backend,
                                       .threads = o->threads,
                                       .is_reversed = is_reversed,
                                       .form = o->form};
    graph_dense dense = {.size = sizeof dense, .type = GRAPH_INT32, .layout = GRAPH_ROW_MAJOR};
    graph_status status = graph_bfs_multi(&dense, A, source, (graph_index)count, &s);
    *level = dense.value;
    return status;
}

/* What a search from v says of all others. */
static void bound_all(struct bounds *b, int64_t v, const int32_t *from, const int32_t *to)
{
    int32_t e = 0;
    for (int64_t w = 0; w < b->n; w++)
        if (from[w] != GRAPH_UNREACHED_INT32 && from[w] > e)
            e = from[w];
    found(b, v, e);
    for (int64_t w = 0; w < b->n; w++) {
        if (to[w] == GRAPH_UNREACHED_INT32)
            continue;
        const int32_t lower = to[w] > e - from[w] ? to[w] : e - from[w];
        b->lower[w] = lower > b->lower[w] ? lower : b->lower[w];
        b->upper[w] = e + to[w] < b->upper[w] ? e + to[w] : b->upper[w];
    }
    b->lower[v] = b->upper[v] = e;
}

static graph_status by_bounds(struct bounds *b, const graph_matrix *A, const graph_diameter_options *o)
{
    struct graph_csr edges;
    graph_index chosen[MOST_BATCH];
    bool *is_chosen = NULL;
    int32_t *from = NULL, *to = NULL;
    graph_status status;
    int64_t most = LEVEL_BYTES / (4 * (b->n + 1));
    most = most < 1 ? 1 : most < MOST_BATCH ? most : MOST_BATCH;
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_chosen, b->n));
    GRAPH_TRY(graph__matrix_view(&edges, A, graph__cpu()));
    for (int64_t batch = 1; b->searches < MOST_BOUNDED; batch = 2 * batch < most ? 2 * batch : most) {
        const int64_t count = choose(chosen, batch, b, edges.row_start, is_chosen);
        if (count == 0)
            break;
        GRAPH_TRY(search(&from, A, chosen, count, false, o));
        if (!b->is_symmetric)
            GRAPH_TRY(search(&to, A, chosen, count, true, o));
        for (int64_t k = 0; k < count; k++) {
            const int32_t *row = from + k * b->n;
            bound_all(b, (int64_t)chosen[k], row, b->is_symmetric ? row : to + k * b->n);
            is_chosen[chosen[k]] = false;
        }
        b->searches += count;
        graph__free(from);
        graph__free(to);
        from = to = NULL;
        if (o->progress != NULL && o->progress(-1, o->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
done:
    graph__free(is_chosen);
    graph__free(from);
    graph__free(to);
    return status;
}

/* Searches from all vertices, or with bounds from all that are still wanted. */
static graph_status by_all(struct bounds *b, const graph_matrix *A, const graph_diameter_options *o)
{
    const graph_closeness_options c = {.size = sizeof c,
                                       .form = o->form,
                                       .backend = o->backend,
                                       .threads = o->threads,
                                       .progress = o->progress,
                                       .context = o->context};
    graph_vector *result = NULL;
    graph_index *rest = NULL, count = 0;
    int64_t *e = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(rest, b->n));
    for (int64_t v = 0; v < b->n; v++)
        if (b->lower == NULL || is_wanted(b, v))
            rest[count++] = (graph_index)v;
    if (count == 0)
        goto done;
    GRAPH_TRY(graph_eccentricity(&result, A, rest, count, &c));
    GRAPH_TRY(GRAPH_NEW(e, count));
    graph_index room = count;
    GRAPH_TRY(graph_vector_extract_tuples(NULL, e, GRAPH_INT64, &room, result));
    for (graph_index k = 0; k < count; k++)
        found(b, (int64_t)rest[k], e[k]);
    b->searches += (int64_t)count;
done:
    graph_vector_release(&result);
    graph__free(rest);
    graph__free(e);
    return status;
}

static graph_status find(graph_index *result, bool is_radius, const graph_matrix *A,
                         const graph_diameter_options *options)
{
    static const graph_diameter_options defaults = {.size = sizeof(graph_diameter_options)};
    const graph_diameter_options *o = options != NULL ? options : &defaults;
    struct bounds b = {.is_radius = is_radius, .best = -1};
    bool has_bounds = false;
    graph_status status;
    if (result == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", is_radius ? "radius" : "diameter");
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_CHECK_REPORT(o->report);
    b.n = A->rows;
    if (b.n > 0 && o->form != GRAPH_FORM_ALGEBRA)
        GRAPH_TRY(begin(&has_bounds, &b, A, o));
    if (has_bounds)
        GRAPH_TRY(by_bounds(&b, A, o));
    if (b.n > 0)
        GRAPH_TRY(by_all(&b, A, o));
    *result = b.best > 0 ? (graph_index)b.best : 0;
    if (o->report != NULL) {
        o->report->searches = (graph_index)b.searches;
        o->report->vertex = (graph_index)b.vertex;
    }
done:
    graph__free(b.lower);
    graph__free(b.upper);
    return status;
}

graph_status graph_diameter(graph_index *diameter, const graph_matrix *A,
                            const graph_diameter_options *options)
{
    return find(diameter, false, A, options);
}

graph_status graph_radius(graph_index *radius, const graph_matrix *A, const graph_diameter_options *options)
{
    return find(radius, true, A, options);
}

static graph_status check_result(graph_index result, bool is_radius, const graph_matrix *A,
                                 const graph_diameter_options *options)
{
    static const graph_diameter_options defaults = {.size = sizeof(graph_diameter_options)};
    const graph_diameter_options *o = options != NULL ? options : &defaults;
    struct graph_check_search s = {.n = 0};
    const double value = (double)result;
    bool is_found = false;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_CHECK_REPORT(o->report);
    GRAPH_TRY(graph__check_search_open(&s, A, false, false));
    const graph_index searched = s.n < MOST_CHECKED ? s.n : MOST_CHECKED;
    for (graph_index k = 0; k < searched; k++) {
        const graph_index v = s.n / searched * k;
        graph__check_search_run(&s, v);
        const double e = s.distance[s.order[s.count - 1]];
        if (is_radius ? e < value : e > value)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "vertex %llu has eccentricity %.0f; the %s is said to be %.0f",
                       (unsigned long long)v, e, is_radius ? "radius" : "diameter", value);
        is_found = is_found || e == value;
    }
    if (o->report != NULL && s.n > 0 && o->report->vertex < s.n) {
        graph__check_search_run(&s, o->report->vertex);
        is_found = s.distance[s.order[s.count - 1]] == value;
    }
    if ((searched == s.n || o->report != NULL) && !is_found && (s.n > 0 || result != 0))
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "no vertex has eccentricity %.0f", value);
done:
    graph__check_search_close(&s);
    return status;
}

graph_status graph_check_diameter(graph_index diameter, const graph_matrix *A,
                                  const graph_diameter_options *options)
{
    return check_result(diameter, false, A, options);
}

graph_status graph_check_radius(graph_index radius, const graph_matrix *A,
                                const graph_diameter_options *options)
{
    return check_result(radius, true, A, options);
}
