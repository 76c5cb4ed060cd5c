/* What is known of a matrix as a graph: self-loops, largest degree, symmetry (symmetry.h). */
#include "base/status.h"
#include "core/matrix/csr_search.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/matrix.h"
#include "core/matrix/matrix_properties.h"
#include "core/matrix/symmetry.h"

static void count_rows(graph_properties *properties, const struct graph_csr *A)
{
    const int threads = graph_get_threads();
    int64_t loops = 0, most = 0;
#pragma omp parallel for num_threads(threads) if (A->rows > 4096) schedule(dynamic, 4096) reduction(+ : loops) reduction(max : most)
    for (int64_t i = 0; i < A->rows; i++) {
        int64_t k = graph__csr_lower_bound(A, i, i), end = A->row_start[i + 1];
        most = end - A->row_start[i] > most ? end - A->row_start[i] : most;
        loops += k < end && A->column[k] == i;
    }
    properties->self_loops = (graph_index)loops;
    properties->max_degree = (graph_index)most;
}

graph_status graph__csr_properties(graph_properties *properties, const struct graph_csr *A)
{
    bool has_symmetric_pattern = false, is_symmetric = false;
    graph_status status = GRAPH_OK;
    *properties = (graph_properties){.size = sizeof *properties};
    count_rows(properties, A);
    if (A->rows == A->columns)
        GRAPH_TRY(graph__csr_symmetry(&has_symmetric_pattern, &is_symmetric, A));
    properties->has_symmetric_pattern = has_symmetric_pattern;
    properties->is_symmetric = is_symmetric;
done:
    return status;
}

/* The properties of a matrix that may be hypersparse. */
static graph_status find_properties(graph_properties *properties, const graph_matrix *A)
{
    struct graph_compact_view compact;
    struct graph_csr view;
    graph_matrix *S = NULL;
    int64_t loops;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__compact_view(&compact, A));
    if (A->rows == A->columns)
        GRAPH_TRY(graph__compact_square(&S, A));
    GRAPH_TRY(graph__matrix_view(&view, S != NULL ? S : compact.core, graph__cpu()));
    GRAPH_TRY(graph__csr_properties(properties, &view));
    if (S == NULL && compact.core != A) {
        GRAPH_TRY(graph__matrix_loops(&loops, A));
        properties->self_loops = (graph_index)loops;
        properties->is_symmetric = properties->has_symmetric_pattern = false;
    }
done:
    graph_matrix_release(&S);
    return status;
}

graph_status graph_matrix_properties(graph_properties *properties, const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant;
    graph_properties found = {.size = sizeof found};
    graph_index entries;
    graph_status status;
    if (properties == NULL)
        return graph__fail(GRAPH_E_NULL, "properties is NULL");
    GRAPH_TRY(graph__check_matrix(A, "A"));
    if (properties->size != sizeof *properties)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "properties.size is %zu; expected %zu", properties->size,
                   sizeof *properties);
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    pthread_mutex_lock(&A->lock);
    bool is_known = A->has_properties;
    pthread_mutex_unlock(&A->lock);
    if (!is_known && entries > 0)
        GRAPH_TRY(find_properties(&found, A));
    else
        found.is_symmetric = found.has_symmetric_pattern = A->rows == A->columns;
    pthread_mutex_lock(&A->lock);
    if (!A->has_properties) {
        A->properties = found;
        A->has_properties = true;
        atomic_store(&A->symmetry, found.has_symmetric_pattern ? GRAPH_SYMMETRIC : GRAPH_UNSYMMETRIC);
    }
    *properties = A->properties;
    pthread_mutex_unlock(&A->lock);
done:
    return status;
}
