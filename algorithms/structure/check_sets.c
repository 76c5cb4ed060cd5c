/* Checks of independent sets, colourings and matchings: by the edges, in one pass over the entries of A. */
#include "algorithms/structure/structure.h"
#include "semigraph/sets.h"

/* The values of a full vector GRAPH_BOOL. */
static graph_status claimed_members(uint8_t **is_member, const graph_vector *set, int64_t n)
{
    graph_index length, room = (graph_index)n;
    graph_type type;
    graph_status status;
    *is_member = NULL;
    if (set == NULL)
        return graph__fail(GRAPH_E_NULL, "set is NULL");
    GRAPH_TRY(graph_vector_length(&length, set));
    GRAPH_TRY(graph_vector_type(&type, set));
    if (length != (graph_index)n)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "set has length %llu; A has %lld vertices", (unsigned long long)length,
                   (long long)n);
    if (type != GRAPH_BOOL)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "set is %s; expected bool", graph_type_name(type));
    GRAPH_TRY(GRAPH_NEW(*is_member, n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, *is_member, GRAPH_BOOL, &room, set));
    if (room != (graph_index)n)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "set has %llu entries; expected one for each of %lld vertices",
                   (unsigned long long)room, (long long)n);
done:
    return status;
}

graph_status graph_check_independent_set(const graph_vector *set, const graph_matrix *A)
{
    struct graph_csr a;
    uint8_t *is_member = NULL, *is_covered = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, 0, 0, GRAPH_FORM_AUTO));
    GRAPH_TRY(claimed_members(&is_member, set, A->rows));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_covered, a.rows));
    for (int64_t u = 0; u < a.rows; u++)
        for (int64_t k = a.row_start[u]; k < a.row_start[u + 1]; k++) {
            const int32_t v = a.column[k];
            if (u != v && is_member[u] && is_member[v])
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "members %lld and %d are joined", (long long)u, v);
            is_covered[u] |= is_member[v];
            is_covered[v] |= is_member[u];
        }
    for (int64_t v = 0; v < a.rows; v++)
        if (!is_member[v] && !is_covered[v])
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "vertex %lld is no member and joined to none", (long long)v);
done:
    graph__free(is_member);
    graph__free(is_covered);
    return status;
}

graph_status graph_check_coloring(const graph_vector *color, const graph_matrix *A)
{
    struct graph_csr a;
    int64_t *of = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, 0, 0, GRAPH_FORM_AUTO));
    GRAPH_TRY(graph__claimed_values(&of, color, A->rows, "color"));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    for (int64_t u = 0; u < a.rows; u++) {
        if (of[u] < 0)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "color(%lld) is %lld; expected 0 or more", (long long)u,
                       (long long)of[u]);
        for (int64_t k = a.row_start[u]; k < a.row_start[u + 1]; k++)
            if (u != a.column[k] && of[u] == of[a.column[k]])
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT,
                           "vertices %lld and %d are joined, and both have color %lld", (long long)u,
                           a.column[k], (long long)of[u]);
    }
done:
    graph__free(of);
    return status;
}

/* Mates are each other's; has_edge[v] = 1 where v is joined to its mate. */
static graph_status check_mates(const int64_t *mate, const struct graph_csr *a)
{
    uint8_t *has_edge = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(has_edge, a->rows));
    for (int64_t u = 0; u < a->rows; u++) {
        if (mate[u] < -1 || mate[u] >= a->rows || mate[u] == u || (mate[u] >= 0 && mate[mate[u]] != u))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT,
                       "mate(%lld) is %lld, which has another mate or is no other vertex", (long long)u,
                       (long long)mate[u]);
        for (int64_t k = a->row_start[u]; k < a->row_start[u + 1]; k++) {
            const int32_t v = a->column[k];
            if (mate[u] == v)
                has_edge[u] = has_edge[v] = 1;
            if (u != v && mate[u] < 0 && mate[v] < 0)
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "vertices %lld and %d are joined, and neither has a mate",
                           (long long)u, v);
        }
    }
    for (int64_t v = 0; v < a->rows; v++)
        if (mate[v] >= 0 && !has_edge[v])
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "mate(%lld) is %lld, but they are not joined", (long long)v,
                       (long long)mate[v]);
done:
    graph__free(has_edge);
    return status;
}

/* No edge is heavier than the edges of the matching at both its ends. */
static graph_status check_heavy(const int64_t *mate, const graph_matrix *A, const struct graph_csr *a)
{
    const struct graph_place place = {.backend = graph__cpu(), .threads = 1};
    uint64_t *key = NULL, *taken = NULL;
    graph_status status;
    GRAPH_TRY(graph__keys_of(&key, A, &place));
    if (key == NULL)
        goto done;
    GRAPH_TRY(GRAPH_NEW_ZEROED(taken, a->rows));
    for (int64_t u = 0; u < a->rows; u++)
        for (int64_t k = a->row_start[u]; k < a->row_start[u + 1]; k++)
            if (mate[u] == a->column[k]) {
                taken[u] = key[k] > taken[u] ? key[k] : taken[u];
                taken[mate[u]] = key[k] > taken[mate[u]] ? key[k] : taken[mate[u]];
            }
    for (int64_t u = 0; u < a->rows; u++)
        for (int64_t k = a->row_start[u]; k < a->row_start[u + 1]; k++) {
            const int32_t v = a->column[k];
            if (u != v && (mate[u] < 0 || key[k] > taken[u]) && (mate[v] < 0 || key[k] > taken[v]))
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT,
                           "the edge of %lld and %d is heavier than those of their mates", (long long)u, v);
        }
done:
    graph__free(key);
    graph__free(taken);
    return status;
}

graph_status graph_check_matching(const graph_vector *mate, const graph_matrix *A,
                                  const graph_matching_options *options)
{
    static const graph_matching_options defaults = {.size = sizeof(graph_matching_options)};
    const graph_matching_options *o = options != NULL ? options : &defaults;
    struct graph_csr a;
    int64_t *of = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_TRY(graph__claimed_values(&of, mate, A->rows, "mate"));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(check_mates(of, &a));
    if (o->is_weighted)
        GRAPH_TRY(check_heavy(of, A, &a));
done:
    graph__free(of);
    return status;
}
