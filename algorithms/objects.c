/* Vectors and patterns that several algorithms make; see paths.h. */
#include "algorithms/paths.h"

#include <string.h>

graph_status graph__vector_of_values_at(graph_vector **v, graph_type type, int64_t n, void **values,
                                        const struct graph_backend *place)
{
    struct graph_vector_arrays arrays = {.entries = n, .form = GRAPH_FULL, .value = *values};
    graph_status status;
    *v = NULL;
    *values = NULL;
    GRAPH_TRY(graph_vector_create(v, type, (graph_index)n));
    status = graph__vector_adopt(*v, &arrays, place);
    memset(&arrays, 0, sizeof arrays);
done:
    place->release(arrays.value);
    if (status < 0)
        graph_vector_release(v);
    return status;
}

graph_status graph__vector_of_values(graph_vector **v, graph_type type, int64_t n, void **values)
{
    return graph__vector_of_values_at(v, type, n, values, graph__cpu());
}

graph_status graph__pattern_of(graph_matrix **P, const graph_matrix *A)
{
    graph_status status;
    *P = NULL;
    GRAPH_TRY(graph__matrix_finish(A));
    GRAPH_TRY(graph_matrix_dup(P, A));
    graph__matrix_forget(*P);
    graph__buffer_release(&(*P)->value);
    (*P)->type = GRAPH_PATTERN;
done:
    return status;
}
