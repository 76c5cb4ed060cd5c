/* Checks core numbers by their rules: see graph_check_core_numbers.  What is counted for v is the neighbours with core(u) >=
 * core(v).  The first rule says that there are core(v) of them: then every v is in the core of its number.  The second
 * removes vertices one after the other, wherever no more than core(v) remain: if none stays, no vertex is in a higher
 * core, since the last of such a core to be removed would have had too many. */
#include "algorithms/structure/structure.h"
#include "semigraph/cohesion.h"

static graph_status count_neighbours(int64_t *rest, const int64_t *core, const struct graph_csr *S)
{
    for (int64_t v = 0; v < S->rows; v++) {
        rest[v] = 0;
        for (int64_t k = S->row_start[v]; k < S->row_start[v + 1]; k++)
            rest[v] += S->column[k] != v && core[S->column[k]] >= core[v];
        if (core[v] < 0 || rest[v] < core[v])
            return graph__fail(GRAPH_E_INVALID_OBJECT,
                               "core(%lld) is %lld, but %lld neighbours have that number or a larger one",
                               (long long)v, (long long)core[v], (long long)rest[v]);
    }
    return GRAPH_OK;
}

static graph_status remove_all(int64_t *rest, int64_t *queue, const int64_t *core, const struct graph_csr *S)
{
    int64_t end = 0;
    for (int64_t v = 0; v < S->rows; v++)
        if (rest[v] == core[v])
            queue[end++] = v;
    for (int64_t at = 0; at < end; at++)
        for (int64_t k = S->row_start[queue[at]]; k < S->row_start[queue[at] + 1]; k++) {
            const int64_t u = S->column[k];
            /* One that is in the queue is at its number or below, and does not get there a second time. */
            if (u != queue[at] && core[u] == core[queue[at]] && rest[u]-- == core[u] + 1)
                queue[end++] = u;
        }
    for (int64_t v = 0; v < S->rows; v++)
        if (rest[v] > core[v])
            return graph__fail(GRAPH_E_INVALID_OBJECT, "core(%lld) is %lld, but it is in a higher core",
                               (long long)v, (long long)core[v]);
    return GRAPH_OK;
}

graph_status graph_check_core_numbers(const graph_vector *core, const graph_matrix *A)
{
    struct graph_place place = {.backend = graph__cpu()};
    const graph_matrix *S;
    graph_matrix *made = NULL;
    struct graph_csr s;
    int64_t *number = NULL, *rest = NULL, *queue = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, 0, 0, GRAPH_FORM_AUTO));
    GRAPH_TRY(graph__place_algorithm(&place, GRAPH_BACKEND_CPU, 0));
    GRAPH_TRY(graph__claimed_values(&number, core, A->rows, "core"));
    GRAPH_TRY(graph__symmetric_of(&S, &made, A, true, &place));
    GRAPH_TRY(graph__matrix_view(&s, S, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW(rest, s.rows));
    GRAPH_TRY(GRAPH_NEW(queue, s.rows));
    GRAPH_TRY(count_neighbours(rest, number, &s));
    GRAPH_TRY(remove_all(rest, queue, number, &s));
done:
    graph_matrix_release(&made);
    graph__free(number);
    graph__free(rest);
    graph__free(queue);
    return status;
}
