/* Weights and edges as the centralities and their checks read them. */
#include <math.h>

#include "algorithms/centrality/centrality.h"

graph_status graph__check_weights(const graph_matrix *A, bool is_positive, bool may_be_infinite, int threads)
{
    const struct graph_place place = {.backend = graph__cpu(), .threads = threads};
    struct graph_weights w;
    graph_status status;
    GRAPH_TRY(graph__weights_open(&w, A, GRAPH_FP64, false, &place));
    const bool is_empty = w.A.entries == 0 || w.A.value == NULL;
    const double least = w.least, largest = w.largest;
    graph__weights_close(&w, &place);
    if (is_empty)
        return GRAPH_OK;
    if (least < 0 || (is_positive && least == 0))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "a weight is %.17g; expected %s", least,
                   is_positive ? "above 0" : "0 or more");
    if (isinf(largest) && !may_be_infinite)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "a weight is infinite");
done:
    return status;
}

graph_status graph__edge_arrays(struct graph_edge_arrays *e, const graph_matrix *A, bool is_weighted)
{
    graph_status status;
    *e = (struct graph_edge_arrays){.n = (graph_index)A->rows};
    GRAPH_TRY(graph_matrix_entries(&e->edges, A));
    GRAPH_TRY(GRAPH_NEW(e->from, e->edges));
    GRAPH_TRY(GRAPH_NEW(e->to, e->edges));
    if (is_weighted && A->type != GRAPH_PATTERN)
        GRAPH_TRY(GRAPH_NEW(e->weight, e->edges));
    GRAPH_TRY(graph_matrix_extract_tuples(e->from, e->to, e->weight,
                                          e->weight != NULL ? GRAPH_FP64 : GRAPH_PATTERN, &e->edges, A));
done:
    return status;
}

void graph__edge_arrays_free(struct graph_edge_arrays *e)
{
    graph__free(e->from);
    graph__free(e->to);
    graph__free(e->weight);
    *e = (struct graph_edge_arrays){.n = 0};
}
