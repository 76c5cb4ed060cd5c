/* Whether an order, ordered components or a subgraph are what their definitions say; see semigraph/subgraphs.h. */
#include "algorithms/centrality/centrality.h"
#include "semigraph/subgraphs.h"

/* *value = the elements of a full vector of n integers. */
static graph_status read_integers(int64_t **value, const graph_vector *v, graph_index n, const char *name)
{
    graph_index length, entries;
    graph_type type;
    graph_status status;
    if (v == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "%s is NULL", name);
    GRAPH_TRY(graph_vector_type(&type, v));
    GRAPH_TRY(graph_vector_length(&length, v));
    GRAPH_TRY(graph_vector_entries(&entries, v));
    if (type != GRAPH_INT32 && type != GRAPH_INT64)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "%s is of %s; expected int32 or int64", name, graph_type_name(type));
    if (length != n)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "%s has length %llu; A has %llu vertices", name,
                   (unsigned long long)length, (unsigned long long)n);
    if (entries != length)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "%s has %llu of %llu elements", name, (unsigned long long)entries,
                   (unsigned long long)length);
    GRAPH_TRY(GRAPH_NEW(*value, n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, *value, GRAPH_INT64, &entries, v));
done:
    return status;
}

/* Edges by rows, or against them. */
struct adjacency {
    int64_t *start;
    graph_index *end;
};

static graph_status adjacency_open(struct adjacency *a, const struct graph_edge_arrays *e, bool is_reversed)
{
    const graph_index *from = is_reversed ? e->to : e->from, *to = is_reversed ? e->from : e->to;
    graph_status status;
    *a = (struct adjacency){.start = NULL};
    GRAPH_TRY(GRAPH_NEW_ZEROED(a->start, e->n + 2));
    GRAPH_TRY(GRAPH_NEW(a->end, e->edges));
    for (graph_index k = 0; k < e->edges; k++)
        a->start[from[k] + 2]++;
    for (graph_index v = 0; v < e->n; v++)
        a->start[v + 2] += a->start[v + 1];
    for (graph_index k = 0; k < e->edges; k++)
        a->end[a->start[from[k] + 1]++] = to[k];
done:
    return status;
}

static void adjacency_close(struct adjacency *a)
{
    graph__free(a->start);
    graph__free(a->end);
}

graph_status graph_check_topological_order(const graph_vector *order, const graph_matrix *A)
{
    struct graph_edge_arrays e = {.n = 0};
    struct adjacency out = {.start = NULL};
    int64_t *vertex = NULL, *place = NULL, *level = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, 0, 0, GRAPH_FORM_AUTO));
    const int64_t n = A->rows;
    GRAPH_TRY(read_integers(&vertex, order, (graph_index)n, "order"));
    GRAPH_TRY(GRAPH_NEW(place, n));
    GRAPH_TRY(GRAPH_NEW_ZEROED(level, n));
    GRAPH_TRY(graph__edge_arrays(&e, A, false));
    GRAPH_TRY(adjacency_open(&out, &e, false));
    for (int64_t v = 0; v < n; v++)
        place[v] = -1;
    for (int64_t k = 0; k < n; k++) {
        if (vertex[k] < 0 || vertex[k] >= n || place[vertex[k]] >= 0)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "order(%lld) is %lld, %s", (long long)k, (long long)vertex[k],
                       vertex[k] < 0 || vertex[k] >= n ? "which is no vertex" : "which it has before");
        place[vertex[k]] = k;
    }
    for (int64_t k = 0; k < n; k++) {
        const int64_t u = vertex[k];
        for (int64_t i = out.start[u]; i < out.start[u + 1]; i++) {
            const graph_index v = out.end[i];
            if (place[v] <= k)
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the edge %lld -> %llu leads back in the order",
                           (long long)u, (unsigned long long)v);
            level[v] = level[u] + 1 > level[v] ? level[u] + 1 : level[v];
        }
    }
    for (int64_t k = 1; k < n; k++) {
        const int64_t u = vertex[k - 1], v = vertex[k];
        if (level[u] > level[v] || (u > v && level[u] == level[v]))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT,
                       "vertex %lld of level %lld stands before vertex %lld of level %lld", (long long)u,
                       (long long)level[u], (long long)v, (long long)level[v]);
    }
done:
    graph__edge_arrays_free(&e);
    adjacency_close(&out);
    graph__free(vertex);
    graph__free(place);
    graph__free(level);
    return status;
}

/* Marks what a vertex reaches within its component. */
static int64_t spread(bool *is_met, int64_t *stack, const struct adjacency *a, const int64_t *component,
                      int64_t root)
{
    int64_t depth = 1, met = 1;
    stack[0] = root;
    is_met[root] = true;
    while (depth > 0) {
        const int64_t u = stack[--depth];
        for (int64_t k = a->start[u]; k < a->start[u + 1]; k++) {
            const int64_t v = (int64_t)a->end[k];
            if (is_met[v] || component[v] != component[u])
                continue;
            is_met[v] = true;
            stack[depth++] = v;
            met++;
        }
    }
    return met;
}

graph_status graph_check_strong_components_ordered(const graph_vector *component, graph_index count,
                                                   const graph_matrix *A)
{
    struct graph_edge_arrays e = {.n = 0};
    struct adjacency way[2] = {{.start = NULL}, {.start = NULL}};
    int64_t *number = NULL, *first = NULL, *size = NULL, *stack = NULL;
    bool *is_met = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, 0, 0, GRAPH_FORM_AUTO));
    const int64_t n = A->rows;
    GRAPH_TRY(read_integers(&number, component, (graph_index)n, "component"));
    GRAPH_TRY(graph__edge_arrays(&e, A, false));
    GRAPH_TRY(GRAPH_NEW_ZEROED(size, count));
    GRAPH_TRY(GRAPH_NEW(first, count));
    GRAPH_TRY(GRAPH_NEW(stack, n + 1));
    for (int64_t v = 0; v < n; v++) {
        if (number[v] < 0 || (graph_index)number[v] >= count)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "component(%lld) is %lld; expected 0 .. %lld", (long long)v,
                       (long long)number[v], (long long)count - 1);
        if (size[number[v]]++ == 0)
            first[number[v]] = v;
    }
    for (graph_index c = 0; c < count; c++)
        if (size[c] == 0)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "component %llu has no vertex", (unsigned long long)c);
    for (graph_index k = 0; k < e.edges; k++)
        if (number[e.from[k]] > number[e.to[k]])
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the edge %llu -> %llu leads from component %lld to %lld",
                       (unsigned long long)e.from[k], (unsigned long long)e.to[k],
                       (long long)number[e.from[k]], (long long)number[e.to[k]]);
    for (int w = 0; w < 2; w++) {
        graph__free(is_met);
        is_met = NULL;
        GRAPH_TRY(adjacency_open(&way[w], &e, w == 1));
        GRAPH_TRY(GRAPH_NEW_ZEROED(is_met, n));
        for (graph_index c = 0; c < count; c++)
            if (spread(is_met, stack, &way[w], number, first[c]) != size[c])
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "component %llu is not strongly connected",
                           (unsigned long long)c);
    }
done:
    graph__edge_arrays_free(&e);
    adjacency_close(&way[0]);
    adjacency_close(&way[1]);
    graph__free(number);
    graph__free(first);
    graph__free(size);
    graph__free(stack);
    graph__free(is_met);
    return status;
}

graph_status graph_check_induced_subgraph(const graph_matrix *S, const graph_matrix *A,
                                          const graph_index *vertex, graph_index vertices)
{
    struct graph_edge_arrays all = {.n = 0}, part = {.n = 0};
    int64_t *number = NULL;
    graph_index between = 0;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, 0, 0, GRAPH_FORM_AUTO));
    GRAPH_TRY(graph__check_matrix(S, "S"));
    if (vertex == NULL && vertices > 0)
        GRAPH_FAIL(GRAPH_E_NULL, "vertex is NULL");
    if (S->rows != S->columns || (graph_index)S->rows != vertices)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "S is %lld x %lld; there are %llu vertices", (long long)S->rows,
                   (long long)S->columns, (unsigned long long)vertices);
    if (S->type != A->type)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "S is of %s and A of %s", graph_type_name(S->type),
                   graph_type_name(A->type));
    const bool has_values = A->type != GRAPH_PATTERN && A->type < GRAPH_OWN_TYPES;
    GRAPH_TRY(graph__edge_arrays(&all, A, has_values));
    GRAPH_TRY(graph__edge_arrays(&part, S, has_values));
    GRAPH_TRY(GRAPH_NEW(number, A->rows));
    for (int64_t v = 0; v < A->rows; v++)
        number[v] = -1;
    for (graph_index k = 0; k < vertices; k++)
        if (vertex[k] >= (graph_index)A->rows)
            GRAPH_FAIL(GRAPH_E_INVALID_INDEX, "vertex[%llu] is %llu; A has %lld vertices",
                       (unsigned long long)k, (unsigned long long)vertex[k], (long long)A->rows);
        else
            number[vertex[k]] = (int64_t)k;
    for (graph_index k = 0; k < all.edges; k++) {
        if (number[all.from[k]] < 0 || number[all.to[k]] < 0)
            continue;
        const graph_index i = (graph_index)number[all.from[k]], j = (graph_index)number[all.to[k]];
        between++;
        /* The entry of S by halving its list, which is sorted by row and column. */
        graph_index low = 0, high = part.edges;
        while (low < high) {
            const graph_index middle = low + (high - low) / 2;
            if (part.from[middle] < i || (part.from[middle] == i && part.to[middle] < j))
                low = middle + 1;
            else
                high = middle;
        }
        if (low == part.edges || part.from[low] != i || part.to[low] != j)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "S lacks the entry (%llu, %llu)", (unsigned long long)i,
                       (unsigned long long)j);
        if (has_values && part.weight[low] != all.weight[k] &&
            !(part.weight[low] != part.weight[low] && all.weight[k] != all.weight[k]))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "S(%llu, %llu) is %.17g and not %.17g", (unsigned long long)i,
                       (unsigned long long)j, part.weight[low], all.weight[k]);
    }
    if (between != part.edges)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "S has %llu entries; expected %llu",
                   (unsigned long long)part.edges, (unsigned long long)between);
done:
    graph__edge_arrays_free(&all);
    graph__edge_arrays_free(&part);
    graph__free(number);
    return status;
}
