/* Checks truss numbers by their rules: see graph_check_truss_numbers.  What is counted for an edge of number k is its
 * triangles whose other edges have numbers of k and above, by merging the rows of its ends. */
#include "algorithms/structure/structure.h"
#include "semigraph/cohesion.h"

struct claim {
    struct graph_csr t;
    const int32_t *number;
    int64_t *other, *row;
    int32_t *rest; /* triangles of each entry that remain; the smaller entry of an edge counts */
    uint8_t *is_gone;
};

/* Counts the triangles of entry e, or takes them from its other edges, which get into the queue when they reach
 * their bound. */
static int64_t walk_triangles(struct claim *c, int64_t e, int64_t *queue, int64_t end, bool is_counting)
{
    const struct graph_csr *t = &c->t;
    const int64_t u = c->row[e], v = t->column[e];
    const int32_t k = c->number[e];
    int64_t a = t->row_start[u], b = t->row_start[v];
    while (a < t->row_start[u + 1] && b < t->row_start[v + 1]) {
        if (t->column[a] != t->column[b]) {
            *(t->column[a] < t->column[b] ? &a : &b) += 1;
            continue;
        }
        const int64_t pair[] = {a < c->other[a] ? a : c->other[a], b < c->other[b] ? b : c->other[b]};
        a++;
        b++;
        if (c->number[pair[0]] < k || c->number[pair[1]] < k)
            continue;
        if (is_counting) {
            c->rest[e]++;
            continue;
        }
        if ((c->is_gone[pair[0]] && c->number[pair[0]] == k) ||
            (c->is_gone[pair[1]] && c->number[pair[1]] == k))
            continue;
        for (int s = 0; s < 2; s++)
            if (c->number[pair[s]] == k && c->rest[pair[s]]-- == k - 2 + 1)
                queue[end++] = pair[s];
    }
    return end;
}

static graph_status check_rules(struct claim *c)
{
    const struct graph_csr *t = &c->t;
    int64_t *queue = NULL, end = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(queue, t->entries));
    for (int64_t e = 0; e < t->entries; e++) {
        const int32_t k = c->number[e];
        if (k != c->number[c->other[e]])
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "truss(%lld, %d) is %d, truss(%d, %lld) is %d",
                       (long long)c->row[e], t->column[e], k, t->column[e], (long long)c->row[e],
                       c->number[c->other[e]]);
        if (c->other[e] < e)
            continue;
        walk_triangles(c, e, NULL, 0, true);
        if (k < 2 || c->rest[e] < k - 2)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT,
                       "truss(%lld, %d) is %d, but it is in %d triangles of that number and above",
                       (long long)c->row[e], t->column[e], k, c->rest[e]);
        if (c->rest[e] == k - 2)
            queue[end++] = e;
    }
    for (int64_t at = 0; at < end; at++) {
        end = walk_triangles(c, queue[at], queue, end, false);
        c->is_gone[queue[at]] = 1;
    }
    for (int64_t e = 0; e < t->entries; e++)
        if (e < c->other[e] && !c->is_gone[e])
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "truss(%lld, %d) is %d, but it is in a higher truss",
                       (long long)c->row[e], t->column[e], c->number[e]);
done:
    graph__free(queue);
    return status;
}

static bool has_pattern_of(const struct graph_csr *t, const struct graph_csr *s)
{
    bool is_equal = t->entries == s->entries;
    for (int64_t v = 0; v <= t->rows && is_equal; v++)
        is_equal = t->row_start[v] == s->row_start[v];
    for (int64_t k = 0; k < t->entries && is_equal; k++)
        is_equal = t->column[k] == s->column[k];
    return is_equal;
}

graph_status graph_check_truss_numbers(const graph_matrix *truss, const graph_matrix *A)
{
    struct graph_place place = {.backend = graph__cpu()};
    struct claim c = {0};
    struct graph_csr s;
    const graph_matrix *S;
    graph_matrix *made = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, 0, 0, GRAPH_FORM_AUTO));
    GRAPH_TRY(graph__check_matrix(truss, "truss"));
    if (truss->rows != A->rows || truss->columns != A->columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "truss is %lld x %lld; A is %lld x %lld", (long long)truss->rows,
                   (long long)truss->columns, (long long)A->rows, (long long)A->columns);
    if (truss->type != GRAPH_INT32)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "truss is %s; expected int32", graph_type_name(truss->type));
    GRAPH_TRY(graph__place_algorithm(&place, GRAPH_BACKEND_CPU, 0));
    GRAPH_TRY(graph__symmetric_of(&S, &made, A, false, &place));
    GRAPH_TRY(graph__matrix_view(&s, S, graph__cpu()));
    GRAPH_TRY(graph__matrix_view(&c.t, truss, graph__cpu()));
    if (!has_pattern_of(&c.t, &s))
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "truss does not have the edges of A, both entries of each");
    c.number = c.t.value;
    GRAPH_TRY(graph__other_entries(&c.other, &c.t));
    GRAPH_TRY(GRAPH_NEW(c.row, c.t.entries));
    GRAPH_TRY(GRAPH_NEW_ZEROED(c.rest, c.t.entries));
    GRAPH_TRY(GRAPH_NEW_ZEROED(c.is_gone, c.t.entries));
    for (int64_t v = 0; v < c.t.rows; v++)
        for (int64_t e = c.t.row_start[v]; e < c.t.row_start[v + 1]; e++)
            c.row[e] = v;
    GRAPH_TRY(check_rules(&c));
done:
    graph__free(c.other);
    graph__free(c.row);
    graph__free(c.rest);
    graph__free(c.is_gone);
    graph_matrix_release(&made);
    return status;
}
