/* See user_entries.h. */
#include "cpu/elementwise/user_entries.h"

#include "base/memory.h"
#include "base/registry.h"
#include "cpu/elementwise/elements.h"

/* What a function reads of a pattern. */
static const bool entry_of_pattern = true;

static const void *value_at(const void *x, int64_t e, size_t bytes)
{
    return bytes > 0 ? (const char *)x + (size_t)e * bytes : (const char *)&entry_of_pattern;
}

void graph__cpu_user_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_INDEX);
    if (user == NULL)
        return;
    const size_t z_bytes = user->z_bytes, x_bytes = user->x_bytes;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t e = A->row_start[i]; e < A->row_start[i + 1]; e++)
            user->function.index((char *)z + (size_t)e * z_bytes, value_at(A->value, e, x_bytes),
                                 (graph_index)i, (graph_index)A->column[e], &k);
}

/* *y = the scalar of a test in the type that its function takes: an array of the caller's. */
static graph_status test_scalar(void **y, const struct graph_user_op *user, graph_scalar scalar)
{
    graph_status status;
    *y = NULL;
    if (user == NULL)
        return graph__fail(GRAPH_E_INVALID_VALUE, "the test was released during the call");
    GRAPH_TRY(graph__allocate_array(y, user->y_bytes, 1));
    GRAPH_TRY(graph__cpu_fill(*y, user->y, scalar, 1, 1));
done:
    return status;
}

graph_status graph__cpu_user_test(uint8_t *passes, const struct graph_csr *A, const void *x,
                                  graph_select_op op, graph_scalar scalar, int threads)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_SELECT);
    void *y = NULL;
    graph_status status;
    GRAPH_TRY(test_scalar(&y, user, scalar));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t e = A->row_start[i]; e < A->row_start[i + 1]; e++) {
            bool passed = false;
            user->function.index(&passed, value_at(x, e, user->x_bytes), (graph_index)i,
                                 (graph_index)A->column[e], y);
            passes[e] = passed;
        }
done:
    graph__free(y);
    return status;
}

graph_status graph__cpu_user_vector_test(uint8_t *passes, const struct graph_vector_view *u, const void *x,
                                         graph_select_op op, graph_scalar scalar)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_SELECT);
    int64_t n = u->form == GRAPH_SPARSE ? u->entries : u->length;
    void *y = NULL;
    graph_status status;
    GRAPH_TRY(test_scalar(&y, user, scalar));
    for (int64_t e = 0; e < n; e++) {
        bool passed = false;
        int64_t i = u->form == GRAPH_SPARSE ? u->index[e] : e;
        if (u->form != GRAPH_BITMAP || u->present[e])
            user->function.index(&passed, value_at(x, e, user->x_bytes), (graph_index)i, 0, y);
        passes[e] = passed;
    }
done:
    graph__free(y);
    return status;
}
