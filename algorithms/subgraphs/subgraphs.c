/* Parts of a graph as graphs: A(vertex, vertex), and the largest component.
 *
 * Source: GraphBLAS C API 2.1, GrB_extract. */
#include "algorithms/paths.h"
#include "semigraph/subgraphs.h"

static graph_status check_list(const graph_matrix *A, const graph_index *vertex, graph_index vertices)
{
    bool *is_listed = NULL;
    graph_status status;
    if (vertex == NULL && vertices > 0)
        return graph__fail(GRAPH_E_NULL, "vertex is NULL and vertices is %llu", (unsigned long long)vertices);
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_listed, A->rows));
    for (graph_index k = 0; k < vertices; k++) {
        if (vertex[k] >= (graph_index)A->rows)
            GRAPH_FAIL(GRAPH_E_INVALID_INDEX, "vertex[%llu] is %llu; A has %lld vertices",
                       (unsigned long long)k, (unsigned long long)vertex[k], (long long)A->rows);
        if (is_listed[vertex[k]])
            GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "vertex %llu is listed twice", (unsigned long long)vertex[k]);
        is_listed[vertex[k]] = true;
    }
done:
    graph__free(is_listed);
    return status;
}

static graph_status extract(graph_matrix **S, const graph_matrix *A, const graph_index *vertex,
                            graph_index vertices, const graph_order_options *o)
{
    const graph_index nothing[] = {0}; /* NULL would be all */
    const graph_descriptor d = {.size = sizeof d, .backend = o->backend, .threads = o->threads};
    const graph_index *list = vertices > 0 ? vertex : nothing;
    graph_status status;
    GRAPH_TRY(graph_matrix_create(S, A->type, vertices, vertices));
    GRAPH_TRY(graph_extract(*S, NULL, GRAPH_NO_OP, A, list, vertices, list, vertices, &d));
done:
    if (status < 0)
        graph_matrix_release(S);
    return status;
}

graph_status graph_induced_subgraph(graph_matrix **S, const graph_matrix *A, const graph_index *vertex,
                                    graph_index vertices, const graph_order_options *options)
{
    static const graph_order_options defaults = {.size = sizeof(graph_order_options)};
    const graph_order_options *o = options != NULL ? options : &defaults;
    graph_status status;
    if (S == NULL)
        return graph__fail(GRAPH_E_NULL, "S is NULL");
    *S = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_TRY(check_list(A, vertex, vertices));
    GRAPH_TRY(extract(S, A, vertex, vertices, o));
done:
    return status;
}

/* *vertex = the vertices of the component with the most of them. */
static graph_status list_largest(graph_index **vertex, graph_index *vertices, const graph_vector *component,
                                 graph_index count, int64_t n)
{
    int32_t *number = NULL;
    int64_t *size = NULL;
    graph_index room = (graph_index)n, largest = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(number, n));
    GRAPH_TRY(GRAPH_NEW_ZEROED(size, count + 1));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, number, GRAPH_INT32, &room, component));
    for (int64_t v = 0; v < n; v++)
        size[number[v]]++;
    for (graph_index c = 1; c < count; c++)
        largest = size[c] > size[largest] ? c : largest;
    GRAPH_TRY(GRAPH_NEW(*vertex, size[largest]));
    for (int64_t v = 0; v < n; v++)
        if (number[v] == (int32_t)largest)
            (*vertex)[(*vertices)++] = (graph_index)v;
done:
    graph__free(number);
    graph__free(size);
    return status;
}

graph_status graph_largest_component(graph_matrix **S, graph_vector **vertex, const graph_matrix *A,
                                     bool is_strong, const graph_order_options *options)
{
    static const graph_order_options defaults = {.size = sizeof(graph_order_options)};
    const graph_order_options *o = options != NULL ? options : &defaults;
    graph_vector *component = NULL, *numbers = NULL;
    graph_matrix *part = NULL;
    graph_index count, vertices = 0, *list = NULL;
    int64_t *value = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    const graph_components_options c = {
        .size = sizeof c, .form = o->form, .backend = o->backend, .threads = o->threads};
    GRAPH_TRY(is_strong ? graph_strong_components(&component, &count, A, &c)
                        : graph_weak_components(&component, &count, A, &c));
    GRAPH_TRY(list_largest(&list, &vertices, component, count, A->rows));
    if (vertex != NULL) {
        GRAPH_TRY(GRAPH_NEW(value, vertices));
        for (graph_index k = 0; k < vertices; k++)
            value[k] = (int64_t)list[k];
        GRAPH_TRY(graph__vector_of_values(&numbers, GRAPH_INT64, (int64_t)vertices, (void **)&value));
    }
    if (S != NULL)
        GRAPH_TRY(extract(&part, A, list, vertices, o));
done:
    graph_vector_release(&component);
    graph__free(list);
    graph__free(value);
    if (status < 0)
        graph_vector_release(&numbers);
    if (S != NULL)
        *S = part;
    if (vertex != NULL)
        *vertex = numbers;
    return status;
}
