/* Whether levels and parents are those of a breadth-first search: the rules in the header, in one pass over the edges.
 *
 * Levels that fall by exactly one from each vertex to its parent make a tree, so cycles need no separate search;
 * where only parents are given, levels are counted along them, each parent followed once.
 * Source: the rules of validation of the Graph500 benchmark. */
#include "algorithms/paths.h"

enum { NONE = -1, ON_PATH = -2 };

/* What is checked, with NONE where a vertex has no entry. */
struct tree {
    int64_t n, source, limit;
    int64_t *level, *parent; /* parent may be NULL */
    uint8_t *is_joined;      /* by an edge from its parent, or from the level before */
};

static graph_status check(const graph_vector *level, const graph_vector *parent, const graph_matrix *A,
                          graph_index source, const graph_bfs_options *o)
{
    const graph_vector *const given[] = {level, parent};
    static const char *const names[] = {"level", "parent"};
    graph_status status;
    GRAPH_TRY(graph__check_search(A, source, o));
    if (level == NULL && parent == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "level and parent are NULL; one of them is needed");
    for (int k = 0; k < 2; k++) {
        if (given[k] == NULL)
            continue;
        if (given[k]->type != GRAPH_INT32 && given[k]->type != GRAPH_INT64)
            GRAPH_FAIL(GRAPH_E_DOMAIN, "the type of %s is %s; expected int32 or int64", names[k],
                       graph_type_name(given[k]->type));
        if (given[k]->length != A->rows)
            GRAPH_FAIL(GRAPH_E_DIMENSION, "%s has length %lld; A has %lld vertices", names[k],
                       (long long)given[k]->length, (long long)A->rows);
    }
done:
    return status;
}

/* *value = the entries of v, NONE elsewhere. */
static graph_status spread(int64_t **value, const graph_vector *v, int64_t n, const char *name)
{
    graph_index count = (graph_index)n, *index = NULL;
    int64_t *entry = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(*value, n));
    GRAPH_TRY(GRAPH_NEW(index, n));
    GRAPH_TRY(GRAPH_NEW(entry, n));
    GRAPH_TRY(graph_vector_extract_tuples(index, entry, GRAPH_INT64, &count, v));
    for (int64_t u = 0; u < n; u++)
        (*value)[u] = NONE;
    for (graph_index k = 0; k < count; k++) {
        if (entry[k] < 0 || entry[k] >= n)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "%s(%llu) is %lld; expected 0 .. %lld", name,
                       (unsigned long long)index[k], (long long)entry[k], (long long)n - 1);
        (*value)[index[k]] = entry[k];
    }
done:
    graph__free(index);
    graph__free(entry);
    return status;
}

/* Levels from parents. */
static graph_status count_levels(struct tree *t)
{
    int64_t *path = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(t->level, t->n));
    GRAPH_TRY(GRAPH_NEW(path, t->n));
    for (int64_t v = 0; v < t->n; v++)
        t->level[v] = NONE;
    if (t->parent[t->source] != t->source)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "parent(%lld) is %lld; expected the source itself",
                   (long long)t->source, (long long)t->parent[t->source]);
    t->level[t->source] = 0;
    for (int64_t v = 0; v < t->n; v++) {
        int64_t length = 0, u = v;
        if (t->parent[v] == NONE)
            continue;
        for (; t->level[u] == NONE; u = t->parent[u]) {
            if (t->parent[u] == NONE)
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT,
                           "the parents of %lld lead to %lld, which is not the source and has no parent",
                           (long long)v, (long long)u);
            t->level[u] = ON_PATH;
            path[length++] = u;
        }
        if (t->level[u] == ON_PATH)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the parents of %lld lead round a cycle through %lld",
                       (long long)v, (long long)u);
        for (int64_t depth = t->level[u]; length > 0;)
            t->level[path[--length]] = ++depth;
    }
done:
    graph__free(path);
    return status;
}

/* The rules on single vertices. */
static graph_status check_vertices(const struct tree *t)
{
    if (t->level[t->source] != 0)
        return graph__fail(GRAPH_E_INVALID_OBJECT, "level(%lld) is %lld; expected 0 at the source",
                           (long long)t->source, (long long)t->level[t->source]);
    for (int64_t v = 0; v < t->n; v++) {
        int64_t level = t->level[v], parent = t->parent != NULL ? t->parent[v] : NONE;
        if (level > t->limit)
            return graph__fail(GRAPH_E_INVALID_OBJECT, "level(%lld) is %lld; the search ends at %lld",
                               (long long)v, (long long)level, (long long)t->limit);
        if (level == 0 && v != t->source)
            return graph__fail(GRAPH_E_INVALID_OBJECT, "level(%lld) is 0; expected 0 at the source %lld only",
                               (long long)v, (long long)t->source);
        if (t->parent == NULL || (level == NONE && parent == NONE))
            continue;
        if (level == NONE || parent == NONE)
            return graph__fail(GRAPH_E_INVALID_OBJECT, "vertex %lld has a %s and no %s", (long long)v,
                               level == NONE ? "parent" : "level", level == NONE ? "level" : "parent");
        if (v == t->source ? parent != v : t->level[parent] != level - 1)
            return graph__fail(GRAPH_E_INVALID_OBJECT,
                               "parent(%lld) is %lld, on level %lld; expected %s %lld", (long long)v,
                               (long long)parent, (long long)t->level[parent],
                               v == t->source ? "the source itself, on" : "a vertex on level",
                               v == t->source ? 0LL : (long long)level - 1);
    }
    return GRAPH_OK;
}

/* The rules on edges. */
static graph_status check_edges(const struct tree *t, const struct graph_csr *A, bool is_reverse)
{
    for (int64_t row = 0; row < t->n; row++) {
        for (int64_t k = A->row_start[row]; k < A->row_start[row + 1]; k++) {
            int64_t u = is_reverse ? A->column[k] : row, v = is_reverse ? row : A->column[k];
            if (t->level[u] == NONE)
                continue;
            if (t->level[u] < t->limit && (t->level[v] == NONE || t->level[v] > t->level[u] + 1))
                return graph__fail(
                    GRAPH_E_INVALID_OBJECT, "the edge from %lld, on level %lld, leads to %lld, %s %lld",
                    (long long)u, (long long)t->level[u], (long long)v,
                    t->level[v] == NONE ? "not reached; expected a level up to" : "on a level beyond",
                    (long long)t->level[u] + 1);
            if (t->parent != NULL ? t->parent[v] == u : t->level[v] == t->level[u] + 1)
                t->is_joined[v] = 1;
        }
    }
    for (int64_t v = 0; v < t->n; v++) {
        if (v == t->source || t->level[v] == NONE || t->is_joined[v])
            continue;
        if (t->parent != NULL)
            return graph__fail(GRAPH_E_INVALID_OBJECT, "parent(%lld) is %lld; there is no such edge",
                               (long long)v, (long long)t->parent[v]);
        return graph__fail(GRAPH_E_INVALID_OBJECT, "level(%lld) is %lld; no edge comes from the level before",
                           (long long)v, (long long)t->level[v]);
    }
    return GRAPH_OK;
}

graph_status graph_bfs_verify(const graph_vector *level, const graph_vector *parent, const graph_matrix *A,
                              graph_index source, const graph_bfs_options *options)
{
    static const graph_bfs_options defaults = {.size = sizeof(graph_bfs_options)};
    const graph_bfs_options *o = options != NULL ? options : &defaults;
    struct tree t = {.source = (int64_t)source};
    struct graph_csr view;
    graph_status status;
    GRAPH_TRY(check(level, parent, A, source, o));
    GRAPH_TRY(graph__matrix_view(&view, A, graph__cpu()));
    t.n = A->rows;
    if (parent != NULL)
        GRAPH_TRY(spread(&t.parent, parent, t.n, "parent"));
    GRAPH_TRY(level != NULL ? spread(&t.level, level, t.n, "level") : count_levels(&t));
    t.limit = o->has_max_depth && o->max_depth < (graph_index)t.n ? (int64_t)o->max_depth : t.n;
    if (o->has_target && t.level[o->target] != NONE && t.level[o->target] < t.limit)
        t.limit = t.level[o->target];
    GRAPH_TRY(GRAPH_NEW_ZEROED(t.is_joined, t.n));
    GRAPH_TRY(check_vertices(&t));
    GRAPH_TRY(check_edges(&t, &view, o->is_reversed));
done:
    graph__free(t.level);
    graph__free(t.parent);
    graph__free(t.is_joined);
    return status;
}
