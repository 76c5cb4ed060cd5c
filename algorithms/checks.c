/* What every algorithm checks of its arguments. */
#include "algorithms/paths.h"

graph_status graph__check_graph(const graph_matrix *A, size_t size, size_t expected, graph_form form)
{
    graph_status status = graph__check_matrix(A, "A");
    if (status < 0)
        return status;
    if (A->rows != A->columns)
        return graph__fail(GRAPH_E_DIMENSION, "A is %lld x %lld; a graph is a square matrix",
                           (long long)A->rows, (long long)A->columns);
    if (size != expected)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.size is %zu; expected %zu", size, expected);
    if ((int)form < 0 || form > GRAPH_FORM_FUSED)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.form is %d; expected 0 .. %d", (int)form,
                           (int)GRAPH_FORM_FUSED);
    return GRAPH_OK;
}

graph_status graph__check_vertex(const graph_matrix *A, graph_index v, const char *argument)
{
    return v < (graph_index)A->rows ? GRAPH_OK
                                    : graph__fail(GRAPH_E_INVALID_INDEX, "%s is %llu; A has %lld vertices",
                                                  argument, (unsigned long long)v, (long long)A->rows);
}

graph_status graph__check_search(const graph_matrix *A, graph_index source, const graph_bfs_options *o)
{
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_TRY(graph__check_vertex(A, source, "source"));
    if (o->has_target)
        GRAPH_TRY(graph__check_vertex(A, o->target, "options.target"));
done:
    return status;
}
