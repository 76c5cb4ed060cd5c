/* Checks a spanning forest by the cycle property.  Trees are walked from a root each, which gives every vertex the vertex
 * above it; jumps of 2^k vertices upwards with the largest key on the way find the largest on the path between the ends of
 * an edge, in log n steps.
 * Source: Tarjan, "Sensitivity analysis of minimum spanning trees and shortest path trees", IPL 14(1), 1982. */
#include "algorithms/structure/structure.h"
#include "semigraph/sets.h"

struct trees {
    int64_t n;
    int levels;
    int32_t *above;    /* levels x n: 2^level vertices further up, the root at last */
    uint64_t *largest; /* the largest key on that way */
    int32_t *depth, *root;
};

static void trees_release(struct trees *t)
{
    graph__free(t->above);
    graph__free(t->largest);
    graph__free(t->depth);
    graph__free(t->root);
}

/* Walks the trees; GRAPH_E_INVALID_OBJECT where an edge closes a cycle. */
static graph_status walk(struct trees *t, const struct graph_csr *f, const uint64_t *key)
{
    int32_t *stack = NULL;
    graph_status status;
    t->n = f->rows;
    for (t->levels = 1; (int64_t)1 << t->levels < t->n; t->levels++)
        continue;
    GRAPH_TRY(GRAPH_NEW(stack, t->n));
    GRAPH_TRY(GRAPH_NEW(t->depth, t->n));
    GRAPH_TRY(GRAPH_NEW(t->root, t->n));
    GRAPH_TRY(graph__allocate_array((void **)&t->above, (size_t)t->n * (size_t)t->levels, sizeof *t->above));
    GRAPH_TRY(
        graph__allocate_array((void **)&t->largest, (size_t)t->n * (size_t)t->levels, sizeof *t->largest));
    for (int64_t v = 0; v < t->n; v++)
        t->root[v] = -1;
    for (int64_t r = 0; r < t->n; r++) {
        int64_t height = 0;
        if (t->root[r] >= 0)
            continue;
        t->root[r] = t->above[r] = (int32_t)r;
        t->depth[r] = 0;
        t->largest[r] = 0;
        stack[height++] = (int32_t)r;
        while (height > 0) {
            const int32_t u = stack[--height];
            for (int64_t k = f->row_start[u]; k < f->row_start[u + 1]; k++) {
                const int32_t v = f->column[k];
                if (v == t->above[u] && u != (int32_t)r)
                    continue;
                if (v == u || t->root[v] >= 0)
                    GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the edge of %d and %d closes a cycle", u, v);
                t->root[v] = (int32_t)r;
                t->above[v] = u;
                t->depth[v] = t->depth[u] + 1;
                t->largest[v] = key != NULL ? key[k] : 0;
                stack[height++] = v;
            }
        }
    }
    for (int level = 1; level < t->levels; level++)
        for (int64_t v = 0; v < t->n; v++) {
            const int64_t below = (level - 1) * t->n, half = t->above[below + v];
            const uint64_t first = t->largest[below + v], second = t->largest[below + half];
            t->above[level * t->n + v] = t->above[below + half];
            t->largest[level * t->n + v] = first > second ? first : second;
        }
done:
    graph__free(stack);
    return status;
}

/* The largest key on the path between two vertices of a tree. */
static uint64_t largest_between(const struct trees *t, int32_t u, int32_t v)
{
    uint64_t most = 0;
    if (t->depth[u] < t->depth[v]) {
        const int32_t w = u;
        u = v;
        v = w;
    }
    for (int level = t->levels - 1; level >= 0; level--)
        if (t->depth[u] - t->depth[v] >= 1 << level) {
            most = t->largest[level * t->n + u] > most ? t->largest[level * t->n + u] : most;
            u = t->above[level * t->n + u];
        }
    for (int level = t->levels - 1; level >= 0; level--)
        if (t->above[level * t->n + u] != t->above[level * t->n + v]) {
            most = t->largest[level * t->n + u] > most ? t->largest[level * t->n + u] : most;
            most = t->largest[level * t->n + v] > most ? t->largest[level * t->n + v] : most;
            u = t->above[level * t->n + u];
            v = t->above[level * t->n + v];
        }
    if (u == v)
        return most;
    most = t->largest[u] > most ? t->largest[u] : most;
    return t->largest[v] > most ? t->largest[v] : most;
}

/* Every edge of the forest is one of A: its key is that of the smaller of its entries there. */
static graph_status check_entries(const struct graph_csr *f, const uint64_t *key_f, const struct graph_csr *a,
                                  const uint64_t *key_a)
{
    uint64_t *least = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(least, f->entries));
    for (int64_t k = 0; k < f->entries; k++)
        least[k] = UINT64_MAX;
    for (int64_t u = 0; u < a->rows; u++)
        for (int64_t k = a->row_start[u]; k < a->row_start[u + 1]; k++)
            for (int way = 0; way < 2; way++) {
                const int64_t row = way == 0 ? u : a->column[k];
                const int32_t column = way == 0 ? a->column[k] : (int32_t)u;
                const int64_t e = graph__entry_at(f, row, column);
                const uint64_t key = key_a != NULL ? key_a[k] : 0;
                if (e >= 0 && key < least[e])
                    least[e] = key;
            }
    for (int64_t u = 0; u < f->rows; u++)
        for (int64_t e = f->row_start[u]; e < f->row_start[u + 1]; e++)
            if (least[e] != (key_f != NULL ? key_f[e] : 0))
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT,
                           "the edge of %lld and %d is not in A, or has another weight there", (long long)u,
                           f->column[e]);
done:
    graph__free(least);
    return status;
}

graph_status graph_check_forest(const graph_matrix *forest, const graph_matrix *A,
                                const graph_forest_options *options)
{
    static const graph_forest_options defaults = {.size = sizeof(graph_forest_options)};
    const graph_forest_options *o = options != NULL ? options : &defaults;
    const struct graph_place place = {.backend = graph__cpu(), .threads = 1};
    struct graph_csr f, a;
    struct trees trees = {0};
    uint64_t *key_f = NULL, *key_a = NULL;
    bool is_symmetric;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_TRY(graph__check_matrix(forest, "forest"));
    if (forest->rows != A->rows || forest->columns != A->columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "forest is %lld x %lld; A is %lld x %lld", (long long)forest->rows,
                   (long long)forest->columns, (long long)A->rows, (long long)A->columns);
    if (forest->type != A->type)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "forest is %s; A is %s", graph_type_name(forest->type),
                   graph_type_name(A->type));
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, forest));
    if (!is_symmetric)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "forest has an entry (u, v) without (v, u)");
    if (!o->is_unweighted) {
        GRAPH_TRY(graph__keys_of(&key_f, forest, &place));
        GRAPH_TRY(graph__keys_of(&key_a, A, &place));
    }
    GRAPH_TRY(graph__matrix_view(&f, forest, graph__cpu()));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(check_entries(&f, key_f, &a, key_a));
    GRAPH_TRY(walk(&trees, &f, key_f));
    for (int64_t u = 0; u < a.rows; u++)
        for (int64_t k = a.row_start[u]; k < a.row_start[u + 1]; k++) {
            const int32_t v = a.column[k];
            if (trees.root[u] != trees.root[v])
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "%lld and %d are joined, but in two trees", (long long)u,
                           v);
            if (key_a != NULL && key_a[k] < largest_between(&trees, (int32_t)u, v))
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT,
                           "the edge of %lld and %d is lighter than one on the path between them",
                           (long long)u, v);
        }
done:
    trees_release(&trees);
    graph__free(key_f);
    graph__free(key_a);
    return status;
}
