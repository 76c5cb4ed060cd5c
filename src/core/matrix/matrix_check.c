/* Whether a matrix is what it must be.  Nothing lazy is started: damaged arrays must not reach a kernel. */
#include <string.h>

#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/matrix_properties.h"
#include "core/matrix/updates.h"

#define DAMAGED(...) return graph__fail(GRAPH_E_INVALID_OBJECT, __VA_ARGS__)

static graph_status check_starts(const struct graph_csr *view, const char *which)
{
    if (view->row_start[0] != 0)
        DAMAGED("%s: row_start[0] is %lld; expected 0", which, (long long)view->row_start[0]);
    for (int64_t i = 0; i < view->rows; i++)
        if (view->row_start[i + 1] < view->row_start[i])
            DAMAGED("%s: row_start[%lld] is %lld, below the one before it", which, (long long)i + 1,
                    (long long)view->row_start[i + 1]);
    if (view->row_start[view->rows] != view->entries)
        DAMAGED("%s: row_start ends at %lld, but there are %lld entries", which,
                (long long)view->row_start[view->rows], (long long)view->entries);
    return GRAPH_OK;
}

static graph_status check_columns(const struct graph_csr *view, const char *which)
{
    for (int64_t i = 0; i < view->rows; i++)
        for (int64_t k = view->row_start[i], last = -1; k < view->row_start[i + 1];
             last = view->column[k++]) {
            if (view->column[k] < 0 || view->column[k] >= view->columns)
                DAMAGED("%s: column[%lld] is %d; expected 0 .. %lld", which, (long long)k, view->column[k],
                        (long long)view->columns - 1);
            if (view->column[k] <= last)
                DAMAGED("%s: column[%lld] is %d, not above the one before it in row %lld", which,
                        (long long)k, view->column[k], (long long)i);
        }
    return GRAPH_OK;
}

static graph_status check_size(const graph_buffer *buffer, int64_t elements, size_t element_bytes,
                               const char *which)
{
    if (elements > 0 && (buffer == NULL || graph__buffer_bytes(buffer) / element_bytes < (size_t)elements))
        DAMAGED("%s: an array is smaller than its %lld elements", which, (long long)elements);
    return GRAPH_OK;
}

/* The arrays by rows of M; *view is them afterwards. */
static graph_status check_arrays(struct graph_csr *view, const graph_matrix *M, const char *which)
{
    const void *row_start, *column;
    const size_t value_bytes = graph_type_size(M->type);
    graph_status status;
    *view =
        (struct graph_csr){.rows = M->rows, .columns = M->columns, .entries = M->entries, .type = M->type};
    GRAPH_TRY(check_size(M->row_start, M->rows + 1, sizeof(int64_t), which));
    GRAPH_TRY(check_size(M->column, M->entries, sizeof(int32_t), which));
    if (value_bytes > 0)
        GRAPH_TRY(check_size(M->value, M->entries, value_bytes, which));
    else if (M->value != NULL)
        DAMAGED("%s: a pattern has values", which);
    GRAPH_TRY(graph__buffer_read(&row_start, M->row_start, graph__cpu()));
    GRAPH_TRY(graph__buffer_read(&column, M->column, graph__cpu()));
    GRAPH_TRY(graph__buffer_read(&view->value, M->value, graph__cpu()));
    view->row_start = row_start;
    view->column = column;
    GRAPH_TRY(check_starts(view, which));
    GRAPH_TRY(check_columns(view, which));
    for (int64_t k = 0; M->type == GRAPH_BOOL && k < M->entries; k++)
        if (((const uint8_t *)view->value)[k] > 1)
            DAMAGED("%s: value[%lld] is a bool of %d", which, (long long)k,
                    ((const uint8_t *)view->value)[k]);
done:
    return status;
}

static graph_status check_updates(const graph_matrix *A)
{
    int64_t used = 0;
    for (int64_t k = 0; k < A->update_room; k++) {
        const struct graph_update *update = graph__slot_at(A->updates, graph__slot_bytes(A), (uint64_t)k);
        if (!update->is_used)
            continue;
        used++;
        if (update->row < 0 || update->row >= A->rows || update->column < 0 || update->column >= A->columns)
            DAMAGED("a waiting update is at (%d, %d)", update->row, update->column);
    }
    if (used != A->update_count)
        DAMAGED("%lld updates wait; %lld were counted", (long long)used, (long long)A->update_count);
    if (used > 0 &&
        (A->transpose != NULL || A->has_properties || atomic_load(&((graph_matrix *)A)->is_finished)))
        DAMAGED("updates wait, but caches are still there");
    return GRAPH_OK;
}

/* T = A', entry by entry: row j of T holds the rows of A that have column j, in the order in which they are visited. */
static graph_status check_transpose(const struct graph_csr *A, const struct graph_csr *T)
{
    const size_t value_bytes = graph_type_size(A->type);
    int64_t *cursor = NULL;
    graph_status status = GRAPH_NEW(cursor, T->rows);
    if (status < 0)
        return status;
    if (T->rows > 0)
        memcpy(cursor, T->row_start, (size_t)T->rows * sizeof *cursor);
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
            int64_t t = cursor[A->column[k]]++;
            if (t >= T->row_start[A->column[k] + 1] || T->column[t] != i ||
                (value_bytes > 0 &&
                 memcmp((const char *)A->value + (size_t)k * value_bytes,
                        (const char *)T->value + (size_t)t * value_bytes, value_bytes) != 0))
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the cached transpose differs at (%lld, %d)", (long long)i,
                           A->column[k]);
        }
done:
    graph__free(cursor);
    return status;
}

static graph_status check_properties(const graph_properties *cached, const struct graph_csr *view)
{
    graph_properties fresh;
    graph_status status = graph__csr_properties(&fresh, view);
    if (status < 0)
        return status;
    if (fresh.self_loops != cached->self_loops || fresh.max_degree != cached->max_degree ||
        fresh.has_symmetric_pattern != cached->has_symmetric_pattern ||
        fresh.is_symmetric != cached->is_symmetric)
        DAMAGED("the cached properties differ from fresh ones");
    return GRAPH_OK;
}

static graph_status check_symmetry(int cached, const struct graph_csr *view)
{
    graph_properties fresh;
    graph_status status = cached == GRAPH_SYMMETRY_UNKNOWN ? GRAPH_OK : graph__csr_properties(&fresh, view);
    if (status == GRAPH_OK && cached != GRAPH_SYMMETRY_UNKNOWN &&
        fresh.has_symmetric_pattern != (cached == GRAPH_SYMMETRIC))
        DAMAGED("the cached symmetry of the pattern is wrong");
    return status;
}

/* A list of the core ascends, is inside, and each of its indices has an entry. */
static graph_status check_list(graph_buffer *buffer, int64_t count, int64_t dimension, const uint8_t *used,
                               const char *which)
{
    const struct graph_axis axis = {buffer, count, dimension};
    const int32_t *list = graph__axis_list(&axis);
    graph_status status;
    if (buffer == NULL && count != dimension)
        DAMAGED("%s: %lld of %lld in the core, and no list", which, (long long)count, (long long)dimension);
    GRAPH_TRY(check_size(buffer, buffer != NULL ? count : 0, sizeof *list, which));
    for (int64_t k = 0; k < count && buffer != NULL; k++) {
        if (list[k] < 0 || list[k] >= dimension || (k > 0 && list[k] <= list[k - 1]))
            DAMAGED("%s: number %lld of the list is %d", which, (long long)k, list[k]);
        if (!used[k])
            DAMAGED("%s: %d is in the list, but has no entry", which, list[k]);
    }
done:
    return status;
}

/* The hypersparse form, alone and against the arrays by rows where both are there. */
static graph_status check_core(const graph_matrix *A)
{
    const graph_matrix *core = A->core;
    uint8_t *row_used = NULL, *column_used = NULL;
    struct graph_csr view;
    graph_status status;
    if (core->type != A->type || core->entries != A->entries || !core->is_core || core->core != NULL ||
        (A->row_list == NULL && A->column_list == NULL))
        DAMAGED("the core is of another matrix");
    GRAPH_TRY(graph_matrix_check(core));
    GRAPH_TRY(graph__matrix_view(&view, core, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW_ZEROED(row_used, A->row_list != NULL ? core->rows : 0));
    GRAPH_TRY(GRAPH_NEW_ZEROED(column_used, A->column_list != NULL ? core->columns : 0));
    for (int64_t i = 0; i < core->rows && A->row_list != NULL; i++)
        row_used[i] = view.row_start[i] < view.row_start[i + 1];
    for (int64_t k = 0; k < core->entries && A->column_list != NULL; k++)
        column_used[view.column[k]] = 1;
    GRAPH_TRY(check_list(A->row_list, core->rows, A->rows, row_used, "rows"));
    GRAPH_TRY(check_list(A->column_list, core->columns, A->columns, column_used, "columns"));
done:
    graph__free(row_used);
    graph__free(column_used);
    return status;
}

/* The caller holds the lock. */
static graph_status check_locked(const graph_matrix *A)
{
    struct graph_csr rows, columns;
    graph_status status;
    const graph_matrix *T = A->transpose;
    GRAPH_TRY(check_updates(A));
    if (A->core != NULL)
        GRAPH_TRY(check_core(A));
    if (T != NULL && T->core != NULL)
        GRAPH_TRY(check_core(T));
    if (T != NULL &&
        (T->type != A->type || T->rows != A->columns || T->columns != A->rows || T->entries != A->entries ||
         (T->row_start == NULL && T->core == NULL) || T->transpose != NULL))
        DAMAGED("the cached transpose is of another matrix");
    if (A->row_start == NULL && T == NULL && A->core == NULL && A->entries != 0)
        DAMAGED("there are %lld entries, but no arrays", (long long)A->entries);
    if (A->row_start == NULL && atomic_load(&((graph_matrix *)A)->is_finished))
        DAMAGED("the matrix counts as finished, but has no arrays");
    if (T != NULL && T->row_start != NULL)
        GRAPH_TRY(check_arrays(&columns, T, "transpose"));
    if (A->row_start == NULL)
        return GRAPH_OK;
    GRAPH_TRY(check_arrays(&rows, A, "matrix"));
    if (T != NULL && T->row_start != NULL)
        GRAPH_TRY(check_transpose(&rows, &columns));
    if (A->has_properties)
        GRAPH_TRY(check_properties(&A->properties, &rows));
    GRAPH_TRY(check_symmetry(atomic_load(&((graph_matrix *)A)->symmetry), &rows));
done:
    return status;
}

graph_status graph_matrix_check(const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    if (A->type != GRAPH_PATTERN && graph_type_size(A->type) == 0)
        DAMAGED("the type is %d, which is no type", (int)A->type);
    if (A->rows < 0 || A->rows > GRAPH_LARGEST_DIMENSION || A->columns < 0 ||
        A->columns > GRAPH_LARGEST_DIMENSION)
        DAMAGED("the matrix is %lld x %lld", (long long)A->rows, (long long)A->columns);
    pthread_mutex_lock(&A->lock);
    status = check_locked(A);
    pthread_mutex_unlock(&A->lock);
done:
    return status;
}
