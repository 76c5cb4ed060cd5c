/* See structure.h. */
#include "algorithms/structure/structure.h"

#include <string.h>

graph_descriptor graph__plain(graph_backend_kind backend, int threads)
{
    return (graph_descriptor){.size = sizeof(graph_descriptor), .backend = backend, .threads = threads};
}

graph_status graph__tell(graph_progress_function *progress, void *context, double done)
{
    if (progress != NULL && progress(done, context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    return GRAPH_OK;
}

static bool has_diagonal(const struct graph_csr *A, int threads)
{
    int64_t loops = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : loops) if (A->entries > 1 << 16)
    for (int64_t v = 0; v < A->rows; v++)
        for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++)
            loops += A->column[k] == (int32_t)v;
    return loops > 0;
}

graph_status graph__symmetric_of(const graph_matrix **S, graph_matrix **made, const graph_matrix *A,
                                 bool has_loops, const struct graph_place *place)
{
    const graph_descriptor d = graph__plain(place->backend->kind, place->threads);
    struct graph_csr view;
    bool is_symmetric;
    graph_status status;
    *S = A;
    *made = NULL;
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    if (is_symmetric && !has_loops) {
        GRAPH_TRY(graph__matrix_view(&view, A, graph__cpu()));
        has_loops = !has_diagonal(&view, place->threads);
    }
    if (is_symmetric && has_loops)
        return GRAPH_OK;
    GRAPH_TRY(graph__simple_graph(made, A, &d));
    *S = *made;
done:
    return status;
}

graph_status graph__keep_entries(graph_matrix **C, const graph_matrix *A, const uint8_t *keep)
{
    const size_t bytes = graph_type_size(A->type);
    struct graph_csr_arrays arrays = {0};
    struct graph_csr a;
    graph_matrix *made = NULL;
    graph_status status;
    *C = NULL;
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    for (int64_t k = 0; k < a.entries; k++)
        arrays.entries += keep[k];
    GRAPH_TRY(GRAPH_NEW(arrays.row_start, a.rows + 1));
    GRAPH_TRY(GRAPH_NEW(arrays.column, arrays.entries));
    if (a.value != NULL)
        GRAPH_TRY(graph__allocate_array(&arrays.value, (size_t)arrays.entries, bytes));
    int64_t to = 0;
    for (int64_t v = 0; v < a.rows; v++) {
        arrays.row_start[v] = to;
        for (int64_t k = a.row_start[v]; k < a.row_start[v + 1]; k++) {
            if (keep[k] == 0)
                continue;
            arrays.column[to] = a.column[k];
            if (a.value != NULL)
                memcpy((char *)arrays.value + (size_t)to * bytes, (const char *)a.value + (size_t)k * bytes,
                       bytes);
            to++;
        }
    }
    arrays.row_start[a.rows] = to;
    GRAPH_TRY(graph_matrix_create(&made, A->type, (graph_index)A->rows, (graph_index)A->columns));
    GRAPH_TRY(graph__matrix_adopt(made, &arrays, graph__cpu()));
    *C = made;
    made = NULL;
done:
    graph_matrix_release(&made);
    graph__csr_arrays_release(&arrays, graph__cpu());
    return status;
}

int64_t graph__entry_at(const struct graph_csr *A, int64_t u, int32_t v)
{
    int64_t low = A->row_start[u], high = A->row_start[u + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (A->column[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low < A->row_start[u + 1] && A->column[low] == v ? low : -1;
}

graph_status graph__claimed_values(int64_t **value, const graph_vector *v, int64_t n, const char *argument)
{
    graph_index length, room = (graph_index)n;
    graph_type type;
    graph_status status;
    *value = NULL;
    if (v == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", argument);
    GRAPH_TRY(graph_vector_length(&length, v));
    GRAPH_TRY(graph_vector_type(&type, v));
    if (length != (graph_index)n)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "%s has length %llu; A has %lld vertices", argument,
                   (unsigned long long)length, (long long)n);
    if (type != GRAPH_INT32 && type != GRAPH_INT64)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "%s is %s; expected int32 or int64", argument, graph_type_name(type));
    GRAPH_TRY(GRAPH_NEW(*value, n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, *value, GRAPH_INT64, &room, v));
    if (room != (graph_index)n)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "%s has %llu entries; expected one for each of %lld vertices",
                   argument, (unsigned long long)room, (long long)n);
done:
    if (status < 0) {
        graph__free(*value);
        *value = NULL;
    }
    return status;
}
