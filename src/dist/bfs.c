/* Breadth-first search on slabs: each rank looks from its rows, and all learn the vertices of the next level.  Where devices
 * are linked, each makes the whole search.
 *
 * Every rank has all levels and parents.  Along edges: the frontier's vertices among this rank's rows name vertices that no
 * level has yet, and for each the smallest parent that this rank knows; the smallest over the ranks counts.  Against edges:
 * each row without a level looks for its smallest column in the frontier, which is its parent; no two ranks name one vertex.
 * The lists of a level go to all ranks, so that the exchanges of a search carry each vertex at most once for each rank.
 * Source: Buluc, Madduri, "Parallel breadth-first search on distributed memory systems", SC 2011. */
#include "base/log.h"
#include "dist/algorithms.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct found {
    int32_t vertex, parent;
};

struct search {
    const graph_dist *A;
    struct graph_csr a;
    int64_t first;
    int32_t *level, *parent; /* of all vertices; INT32_MAX, -1: none */
    int32_t *candidate;      /* the smallest parent seen in this round, or INT32_MAX */
    int32_t *frontier;
    struct found *list;
    int64_t *counts;
    int64_t in_frontier;
};

static int64_t look_along(struct search *s)
{
    int64_t found = 0;
    for (int64_t k = 0; k < s->in_frontier; k++) {
        const int64_t u = s->frontier[k] - s->first;
        if (u < 0 || u >= s->a.rows)
            continue;
        for (int64_t e = s->a.row_start[u]; e < s->a.row_start[u + 1]; e++) {
            const int32_t v = s->a.column[e];
            if (s->level[v] != INT32_MAX)
                continue;
            if (s->candidate[v] == INT32_MAX)
                s->list[found++].vertex = v;
            if (s->frontier[k] < s->candidate[v])
                s->candidate[v] = s->frontier[k];
        }
    }
    for (int64_t k = 0; k < found; k++) {
        s->list[k].parent = s->candidate[s->list[k].vertex];
        s->candidate[s->list[k].vertex] = INT32_MAX;
    }
    return found;
}

static int64_t look_against(struct search *s, int32_t depth)
{
    int64_t found = 0;
    for (int64_t u = 0; u < s->a.rows; u++) {
        if (s->level[s->first + u] != INT32_MAX)
            continue;
        for (int64_t e = s->a.row_start[u]; e < s->a.row_start[u + 1]; e++)
            if (s->level[s->a.column[e]] == depth - 1) {
                s->list[found++] = (struct found){(int32_t)(s->first + u), s->a.column[e]};
                break;
            }
    }
    return found;
}

static int compare(const void *x, const void *y)
{
    const int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

/* Takes the lists of all ranks in: they are the next frontier. */
static void arrive(struct search *s, const struct found *all, int64_t count, int32_t depth)
{
    s->in_frontier = 0;
    for (int64_t k = 0; k < count; k++) {
        const int32_t v = all[k].vertex;
        if (s->level[v] == INT32_MAX) {
            s->level[v] = depth;
            s->parent[v] = all[k].parent;
            s->frontier[s->in_frontier++] = v;
        } else if (all[k].parent < s->parent[v]) {
            s->parent[v] = all[k].parent;
        }
    }
    qsort(s->frontier, (size_t)s->in_frontier, sizeof *s->frontier, compare);
}

static graph_status open_search(struct search *s, const graph_dist *A)
{
    const int64_t n = A->rows;
    graph_status status = GRAPH_OK;
    *s = (struct search){.A = A, .first = graph__dist_first(A)};
    GRAPH_TRY(graph__dist_view(&s->a, A));
    GRAPH_TRY(GRAPH_NEW(s->level, n));
    GRAPH_TRY(GRAPH_NEW(s->parent, n));
    GRAPH_TRY(GRAPH_NEW(s->candidate, n));
    GRAPH_TRY(GRAPH_NEW(s->frontier, n));
    GRAPH_TRY(GRAPH_NEW(s->list, n));
    GRAPH_TRY(GRAPH_NEW(s->counts, A->group->ranks));
    for (int64_t v = 0; v < n; v++) {
        s->level[v] = s->candidate[v] = INT32_MAX;
        s->parent[v] = -1;
    }
done:
    return status;
}

static graph_status run_search(struct search *s, graph_index source, const graph_bfs_options *o)
{
    graph_group *const g = s->A->group;
    const int64_t most = o->has_max_depth && o->max_depth < INT32_MAX ? (int64_t)o->max_depth : INT32_MAX;
    struct found *all = NULL;
    graph_status status = GRAPH_OK;
    s->level[source] = 0;
    s->parent[source] = (int32_t)source;
    s->frontier[0] = (int32_t)source;
    s->in_frontier = 1;
    for (int32_t depth = 1; s->in_frontier > 0 && depth <= most; depth++) {
        if (o->has_target && s->level[o->target] != INT32_MAX)
            break;
        const int64_t found = o->is_reversed ? look_against(s, depth) : look_along(s);
        GRAPH_TRY(graph__dist_gather_array((void **)&all, s->counts, g, s->list, found, sizeof *all));
        int64_t sum = 0;
        for (int r = 0; r < g->ranks; r++)
            sum += s->counts[r];
        arrive(s, all, sum, depth);
        graph__free(all);
        all = NULL;
    }
done:
    graph__free(all);
    return status;
}

graph_status graph__sparse_results(graph_vector **v, graph_type type, int64_t n, const int32_t *level,
                                   const int32_t *value)
{
    const struct graph_backend *const cpu = graph__cpu();
    struct graph_vector_arrays arrays = {.form = GRAPH_SPARSE};
    graph_status status = GRAPH_OK;
    for (int64_t i = 0; i < n; i++)
        arrays.entries += level[i] != INT32_MAX;
    GRAPH_TRY(graph_vector_create(v, type, (graph_index)n));
    GRAPH_TRY(cpu->allocate((void **)&arrays.index, (size_t)arrays.entries, sizeof *arrays.index));
    GRAPH_TRY(cpu->allocate(&arrays.value, (size_t)arrays.entries, graph_type_size(type)));
    int64_t k = 0;
    for (int64_t i = 0; i < n; i++) {
        if (level[i] == INT32_MAX)
            continue;
        arrays.index[k] = (int32_t)i;
        if (type == GRAPH_INT32)
            ((int32_t *)arrays.value)[k++] = value[i];
        else
            ((int64_t *)arrays.value)[k++] = value[i];
    }
    GRAPH_TRY(graph__vector_adopt(*v, &arrays, cpu));
done:
    graph__vector_arrays_release(&arrays, cpu);
    if (status != GRAPH_OK)
        graph_vector_release(v);
    return status;
}

static graph_status check(const graph_dist *A, graph_index source, const graph_bfs_options *o)
{
    graph_status status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    if (status == GRAPH_OK)
        status = graph__dist_check_vertex(A, source, "source");
    if (status == GRAPH_OK && o->has_target)
        status = graph__dist_check_vertex(A, o->target, "options.target");
    return status;
}

/* On linked devices, each of which has all of the graph: a search takes less time than the exchanges of its levels, so all
 * make it, and nothing travels.  GRAPH_E_DEVICE_MEMORY: not here.  Collective. */
static graph_status search_on_devices(graph_vector **level, graph_vector **parent, const graph_dist *A,
                                      graph_index source, const graph_bfs_options *o)
{
    const graph_matrix *all = NULL;
    graph_status status;
    GRAPH_TRY(graph__dist_replica(&all, A));
    graph__log("bfs on %d ranks: each device makes the whole search", A->group->ranks);
    GRAPH_TRY(graph__group_agree(A->group, graph_bfs(level, parent, all, source, o)));
done:
    if (status != GRAPH_OK) {
        if (level != NULL)
            graph_vector_release(level);
        if (parent != NULL)
            graph_vector_release(parent);
    }
    return status;
}

graph_status graph_dist_bfs(graph_vector **level, graph_vector **parent, const graph_dist *A,
                            graph_index source, const graph_bfs_options *options)
{
    static const graph_bfs_options defaults = {.size = sizeof defaults};
    const graph_bfs_options *o = options != NULL ? options : &defaults;
    struct search s = {0};
    graph_vector *made[2] = {NULL, NULL};
    graph_status status = graph__check_dist(A, "A");
    if (level != NULL)
        *level = NULL;
    if (parent != NULL)
        *parent = NULL;
    if (status != GRAPH_OK)
        return status;
    GRAPH_TRY(graph__group_enter(A->group, __func__, check(A, source, o)));
    if (A->group->link != NULL && o->backend != GRAPH_BACKEND_CPU && o->form != GRAPH_FORM_ALGEBRA) {
        status = search_on_devices(level, parent, A, source, o);
        if (status != GRAPH_E_DEVICE_MEMORY)
            goto done;
        graph__dist_forget((graph_dist *)(uintptr_t)A); /* caches */
    }
    GRAPH_TRY(graph__group_agree(A->group, open_search(&s, A)));
    GRAPH_TRY(run_search(&s, source, o));
    status =
        level != NULL ? graph__sparse_results(&made[0], GRAPH_INT32, A->rows, s.level, s.level) : GRAPH_OK;
    if (status == GRAPH_OK && parent != NULL)
        status = graph__sparse_results(&made[1], GRAPH_INT64, A->rows, s.level, s.parent);
    GRAPH_TRY(graph__group_agree(A->group, status));
    if (level != NULL)
        *level = made[0];
    if (parent != NULL)
        *parent = made[1];
    made[0] = made[1] = NULL;
done:
    graph_vector_release(&made[0]);
    graph_vector_release(&made[1]);
    graph__free(s.level);
    graph__free(s.parent);
    graph__free(s.candidate);
    graph__free(s.frontier);
    graph__free(s.list);
    graph__free(s.counts);
    return status;
}
