/* Algorithms whose sources do not depend on each other: every rank has the graph, and takes some of the sources.
 *
 * Sources are shared in groups of 64, as many as walk together on a machine, where there are enough. */
#include "dist/algorithms.h"

#include <limits.h>
#include <string.h>

/* first[r] .. first[r + 1] - 1 are the sources of rank r. */
static void share_sources(int64_t *first, int64_t sources, int ranks)
{
    enum { TOGETHER = 64 };
    if (sources < (int64_t)TOGETHER * ranks) {
        graph__equal_cuts(first, sources, ranks);
        return;
    }
    graph__equal_cuts(first, (sources + TOGETHER - 1) / TOGETHER, ranks);
    for (int r = 0; r <= ranks; r++)
        first[r] = first[r] * TOGETHER < sources ? first[r] * TOGETHER : sources;
}

/* *mine = this rank's sources, to be freed; *first = how they are shared. */
static graph_status open_sources(graph_index **mine, int64_t **first, const graph_dist *A,
                                 const graph_index *source, int64_t sources)
{
    const int rank = A->group->rank, ranks = A->group->ranks;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(*first, (size_t)ranks + 1));
    share_sources(*first, sources, ranks);
    const int64_t begin = (*first)[rank], count = (*first)[rank + 1] - begin;
    GRAPH_TRY(GRAPH_NEW(*mine, count));
    for (int64_t k = 0; k < count; k++)
        (*mine)[k] = source != NULL ? source[begin + k] : (graph_index)(begin + k);
done:
    return status;
}

static graph_status check_sources(const graph_dist *A, const graph_index *source, graph_index sources)
{
    graph_status status = GRAPH_OK;
    if (source == NULL && sources != 0 && sources != (graph_index)A->rows)
        return graph__fail(GRAPH_E_INVALID_VALUE, "sources is %llu; expected 0 or %lld without a list",
                           (unsigned long long)sources, (long long)A->rows);
    for (graph_index k = 0; source != NULL && k < sources && status == GRAPH_OK; k++)
        status = graph__dist_check_vertex(A, source[k], "a source");
    return status;
}

static graph_status check_array(const graph_dense *d, const char *name)
{
    if (d != NULL && d->value != NULL)
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "%s.value is not NULL; the array of a rank is made by the call", name);
    return GRAPH_OK;
}

/* What is wanted of each source: how many vertices are reached, how far the farthest is, the sum of distances. */
enum { WANTED = 3 };
static const graph_type wanted_type[WANTED] = {GRAPH_INT64, GRAPH_INT32, GRAPH_INT64};

/* made[k] = the values of all ranks, of those that are wanted, in one exchange.  Collective.  `local`: how this rank's
 * search has ended. */
static graph_status gather_wanted(graph_vector **made, graph_vector *const *part,
                                  graph_vector **const *wanted, graph_group *g, const int64_t *shares,
                                  graph_status local)
{
    if (local != GRAPH_OK) /* there may be no shares */
        return graph__group_agree(g, local);
    const int64_t ours = shares[g->rank + 1] - shares[g->rank], all = shares[g->ranks];
    struct graph_vector_view view;
    size_t each = 0, at = 0;
    char *from = NULL, *to = NULL, *value[WANTED] = {NULL};
    graph_status status = local;
    for (int k = 0; k < WANTED; k++)
        each += wanted[k] != NULL ? graph_type_size(wanted_type[k]) : 0;
    if (status == GRAPH_OK)
        status = graph__allocate_array((void **)&from, (size_t)ours, each);
    if (status == GRAPH_OK)
        status = graph__allocate_array((void **)&to, (size_t)all, each);
    for (int k = 0; k < WANTED && status == GRAPH_OK; k++) {
        if (wanted[k] == NULL)
            continue;
        const size_t bytes = (size_t)ours * graph_type_size(wanted_type[k]);
        status = graph__allocate_array((void **)&value[k], (size_t)all, graph_type_size(wanted_type[k]));
        if (status == GRAPH_OK)
            status = graph__vector_view(&view, part[k], graph__cpu());
        if (status == GRAPH_OK && bytes > 0)
            memcpy(from + at, view.value, bytes);
        at += bytes;
    }
    GRAPH_TRY(graph__group_agree(g, status));
    for (int r = 0; r < g->ranks; r++)
        g->counts[r] = (size_t)(shares[r + 1] - shares[r]) * each;
    if (each == 0)
        goto done;
    GRAPH_TRY(graph__group_all_gather(g, to, from, g->counts));
    at = 0;
    for (int r = 0; r < g->ranks; r++)
        for (int k = 0; k < WANTED; k++) {
            const size_t size = graph_type_size(wanted_type[k]),
                         bytes = (size_t)(shares[r + 1] - shares[r]) * size;
            if (wanted[k] == NULL || bytes == 0)
                continue;
            memcpy(value[k] + (size_t)shares[r] * size, to + at, bytes);
            at += bytes;
        }
    for (int k = 0; k < WANTED && status == GRAPH_OK; k++)
        if (wanted[k] != NULL)
            status = graph_vector_import_full(&made[k], wanted_type[k], (graph_index)all, value[k],
                                              GRAPH_COPY, NULL, NULL);
    status = graph__group_agree(g, status);
done:
    graph__free(from);
    graph__free(to);
    for (int k = 0; k < WANTED; k++)
        graph__free(value[k]);
    return status;
}

graph_status graph_dist_bfs_multi(graph_dense *level, graph_index *first, const graph_dist *A,
                                  const graph_index *source, graph_index sources,
                                  const graph_bfs_multi_options *options)
{
    static const graph_bfs_multi_options defaults = {.size = sizeof defaults};
    const graph_bfs_multi_options *o = options != NULL ? options : &defaults;
    graph_bfs_multi_options mine =
        o->size == sizeof *o ? *o : defaults; /* nothing is known of another size */
    graph_vector *part[WANTED] = {NULL}, *made[WANTED] = {NULL},
                 **const wanted[WANTED] = {mine.reached, mine.eccentricity, mine.distance_sum};
    const graph_matrix *all = NULL;
    graph_index *ours = NULL;
    int64_t *shares = NULL;
    graph_dense result = {.size = sizeof result};
    graph_status status = graph__check_dist(A, "A");
    for (int k = 0; k < WANTED; k++)
        if (wanted[k] != NULL)
            *wanted[k] = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    if (status == GRAPH_OK)
        status = check_sources(A, source, sources);
    if (status == GRAPH_OK)
        status = check_array(level, "level");
    GRAPH_TRY(graph__group_enter(g, __func__, status));
    const int64_t count = source != NULL ? (int64_t)sources : A->rows;
    GRAPH_TRY(graph__dist_replica(&all, A));
    status = open_sources(&ours, &shares, A, source, count);
    mine.reached = o->reached != NULL ? &part[0] : NULL;
    mine.eccentricity = o->eccentricity != NULL ? &part[1] : NULL;
    mine.distance_sum = o->distance_sum != NULL ? &part[2] : NULL;
    if (level != NULL)
        result = *level;
    if (status == GRAPH_OK)
        status = graph_bfs_multi(level != NULL ? &result : NULL, all, ours,
                                 (graph_index)(shares[g->rank + 1] - shares[g->rank]), &mine);
    GRAPH_TRY(gather_wanted(made, part, wanted, g, shares, status));
    for (int k = 0; k < WANTED; k++)
        if (wanted[k] != NULL) {
            *wanted[k] = made[k];
            made[k] = NULL;
        }
    if (level != NULL)
        *level = result;
    result.value = NULL;
    if (first != NULL)
        *first = (graph_index)shares[g->rank];
done:
    graph__free(result.value);
    for (int k = 0; k < WANTED; k++) {
        graph_vector_release(&part[k]);
        graph_vector_release(&made[k]);
    }
    graph__free(ours);
    graph__free(shares);
    return status;
}

/* ---- All-pairs shortest paths ---- */

static graph_status check_paths(const graph_dense *distance, const graph_dense *predecessor,
                                const graph_dist *A, const graph_apsp_options *o)
{
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_TRY(check_sources(A, o->source, o->source != NULL ? o->sources : 0));
    GRAPH_TRY(check_array(distance, "distance"));
    GRAPH_TRY(check_array(predecessor, "predecessor"));
    if (distance == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "distance is NULL");
    if (o->rows != NULL || o->npy != NULL)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "options.rows and options.npy are not for many ranks");
    if (o->method == GRAPH_APSP_FLOYD_WARSHALL && (predecessor != NULL || o->source != NULL))
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "Floyd-Warshall on many ranks has no sources and no predecessors");
done:
    return status;
}

static graph_status paths_from_sources(graph_dense *distance, graph_dense *predecessor, graph_index *first,
                                       const graph_dist *A, const graph_apsp_options *o)
{
    graph_group *const g = A->group;
    graph_apsp_options mine = *o;
    const graph_matrix *all = NULL;
    graph_index *ours = NULL;
    int64_t *shares = NULL;
    graph_dense d = *distance, p = {.size = sizeof p};
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_replica(&all, A));
    GRAPH_TRY(graph__group_agree(
        g, open_sources(&ours, &shares, A, o->source, o->source != NULL ? (int64_t)o->sources : A->rows)));
    mine.source = ours;
    mine.sources = (graph_index)(shares[g->rank + 1] - shares[g->rank]);
    if (predecessor != NULL)
        p = *predecessor;
    GRAPH_TRY(graph__group_agree(g, graph_apsp(&d, predecessor != NULL ? &p : NULL, all, &mine)));
    *distance = d;
    if (predecessor != NULL)
        *predecessor = p;
    d.value = p.value = NULL;
    if (first != NULL)
        *first = (graph_index)shares[g->rank];
done:
    if (status != GRAPH_OK) {
        graph__free(d.value);
        graph__free(p.value);
    }
    graph__free(ours);
    graph__free(shares);
    return status;
}

graph_status graph_dist_apsp(graph_dense *distance, graph_dense *predecessor, graph_index *first,
                             const graph_dist *A, const graph_apsp_options *options)
{
    static const graph_apsp_options defaults = {.size = sizeof defaults};
    const graph_apsp_options *o = options != NULL ? options : &defaults;
    graph_status status = graph__check_dist(A, "A");
    if (status != GRAPH_OK)
        return status;
    GRAPH_TRY(graph__group_enter(A->group, __func__, check_paths(distance, predecessor, A, o)));
    GRAPH_TRY(o->method == GRAPH_APSP_FLOYD_WARSHALL
                  ? graph__dist_floyd_warshall(distance, first, A, o)
                  : paths_from_sources(distance, predecessor, first, A, o));
done:
    return status;
}

/* ---- How many pairs ---- */

/* *trivial: the components of one vertex without an edge to itself, whose vertex does not reach itself by an edge. */
static graph_status find_loops(uint8_t *has_loop, const graph_matrix *A)
{
    struct graph_csr a;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    memset(has_loop, 0, (size_t)a.rows);
    for (int64_t v = 0; v < a.rows; v++)
        for (int64_t e = a.row_start[v]; e < a.row_start[v + 1]; e++)
            if (a.column[e] == v)
                has_loop[v] = 1;
done:
    return status;
}

/* What a closure counts, of the components that this rank takes: each of its vertices reaches what the first one does. */
static graph_status count_ours(int64_t *pairs, const graph_dist *A, const graph_matrix *all,
                               const int32_t *component, int64_t count, const graph_closure_options *o)
{
    graph_group *const g = A->group;
    const int64_t n = A->rows;
    int64_t *size = NULL, *share = NULL;
    graph_index *vertex = NULL, reached_count;
    int64_t *reached = NULL;
    uint8_t *has_loop = NULL;
    graph_vector *v = NULL;
    graph_status status = GRAPH_OK;
    *pairs = 0;
    GRAPH_TRY(GRAPH_NEW_ZEROED(size, count));
    GRAPH_TRY(GRAPH_NEW(vertex, count));
    GRAPH_TRY(GRAPH_NEW(share, (size_t)g->ranks + 1));
    GRAPH_TRY(GRAPH_NEW(has_loop, n));
    GRAPH_TRY(find_loops(has_loop, all));
    for (int64_t u = n - 1; u >= 0; u--) {
        vertex[component[u]] = (graph_index)u;
        size[component[u]]++;
    }
    share_sources(share, count, g->ranks);
    const int64_t first = share[g->rank], ours = share[g->rank + 1] - first;
    const graph_bfs_multi_options search = {
        .size = sizeof search, .backend = o->backend, .threads = o->threads, .reached = &v};
    GRAPH_TRY(graph_bfs_multi(NULL, all, vertex + first, (graph_index)ours, &search));
    GRAPH_TRY(GRAPH_NEW(reached, ours));
    reached_count = (graph_index)ours;
    GRAPH_TRY(graph_vector_extract_tuples(NULL, reached, GRAPH_INT64, &reached_count, v));
    for (int64_t k = 0; k < ours; k++) {
        const int64_t c = first + k;
        const bool is_on_cycle = o->is_reflexive || size[c] > 1 || has_loop[vertex[c]];
        *pairs += size[c] * (reached[k] - !is_on_cycle);
    }
done:
    graph_vector_release(&v);
    graph__free(size);
    graph__free(share);
    graph__free(vertex);
    graph__free(reached);
    graph__free(has_loop);
    return status;
}

graph_status graph_dist_closure_count(uint64_t *pairs, const graph_dist *A,
                                      const graph_closure_options *options)
{
    static const graph_closure_options defaults = {.size = sizeof defaults};
    const graph_closure_options *o = options != NULL ? options : &defaults;
    graph_vector *component = NULL;
    const graph_matrix *all = NULL;
    struct graph_vector_view view;
    graph_index count = 0;
    int64_t sum = 0;
    graph_status status = graph__check_dist(A, "A");
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    if (status == GRAPH_OK && pairs == NULL)
        status = graph__fail(GRAPH_E_NULL, "pairs is NULL");
    GRAPH_TRY(graph__group_enter(g, __func__, status));
    GRAPH_TRY(graph__dist_replica(&all, A));
    const graph_components_options strong = {
        .size = sizeof strong, .backend = o->backend, .threads = o->threads};
    status = graph_strong_components(&component, &count, all, &strong);
    if (status == GRAPH_OK)
        status = graph__vector_view(&view, component, graph__cpu());
    if (status == GRAPH_OK)
        status = count_ours(&sum, A, all, view.value, (int64_t)count, o);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__group_all_reduce(g, &sum, 1, GRAPH_PLUS));
    *pairs = (uint64_t)sum;
done:
    graph_vector_release(&component);
    return status;
}
