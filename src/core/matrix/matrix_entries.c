/* Single entries of a matrix: set, remove, get.
 *
 * An update of an existing entry is applied in place where the matrix owns its values.  All others go to the table of
 * waiting updates (updates.h). */
#include "base/status.h"
#include "core/matrix/csr_search.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/updates.h"
#include "core/types/scalar.h"

/* *where = the place of an entry in the arrays by rows of *holder, which is A or its core; -1 if there is none. */
static graph_status find_entry(int64_t *where, graph_matrix **holder, graph_matrix *A, int32_t row,
                               int32_t column)
{
    const void *starts, *columns;
    bool has_row = true, has_column = true;
    graph_status status;
    *where = -1;
    *holder = A;
    if (A->core != NULL) {
        const struct graph_axis rows = {A->row_list, A->core->rows, A->rows},
                                all = {A->column_list, A->core->columns, A->columns};
        int64_t i = row, j = column;
        if (rows.list != NULL)
            i = graph__index_search(&has_row, graph__axis_list(&rows), rows.count, row);
        if (all.list != NULL)
            j = graph__index_search(&has_column, graph__axis_list(&all), all.count, column);
        return has_row && has_column ? find_entry(where, holder, A->core, (int32_t)i, (int32_t)j) : GRAPH_OK;
    }
    if (A->row_start == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__buffer_read(&starts, A->row_start, graph__cpu()));
    GRAPH_TRY(graph__buffer_read(&columns, A->column, graph__cpu()));
    struct graph_csr view = {.row_start = starts, .column = columns};
    int64_t found = graph__csr_lower_bound(&view, row, column);
    if (found < view.row_start[row + 1] && view.column[found] == column)
        *where = found;
done:
    return status;
}

static graph_status check_position(const graph_matrix *A, graph_index i, graph_index j)
{
    graph_status status = graph__check_matrix(A, "A");
    if (status == GRAPH_OK && (i >= (graph_index)A->rows || j >= (graph_index)A->columns))
        return graph__fail(GRAPH_E_INVALID_INDEX, "(%llu, %llu) is outside A, which is %lld x %lld",
                           (unsigned long long)i, (unsigned long long)j, (long long)A->rows,
                           (long long)A->columns);
    return status;
}

/* A matrix imported by columns gets its arrays by rows first: its only arrays are in the cache that a write drops.  Of a
 * hypersparse one that form alone remains. */
static graph_status make_writable(graph_matrix *A)
{
    graph_status status = GRAPH_OK;
    if (A->row_start == NULL && A->transpose != NULL)
        GRAPH_TRY(graph__matrix_compact(A));
    if (A->core == NULL && A->row_start == NULL && A->transpose != NULL)
        GRAPH_TRY(graph__matrix_finish(A));
    if (A->core != NULL) {
        graph__buffer_release(&A->row_start);
        graph__buffer_release(&A->column);
        graph__buffer_release(&A->value);
        graph__matrix_forget(A->core);
        atomic_store(&A->is_finished, false);
    }
done:
    return status;
}

/* Writes the value of entry number `where` in place. */
static graph_status write_value(graph_matrix *A, int64_t where, graph_scalar x)
{
    void *values;
    graph_status status = graph__buffer_write(&values, A->value);
    if (status == GRAPH_OK)
        graph__scalar_store((char *)values + (size_t)where * graph_type_size(A->type), A->type, x);
    return status;
}

graph_status graph_matrix_set(graph_matrix *A, graph_index i, graph_index j, graph_scalar x)
{
    int32_t row = (int32_t)i, column = (int32_t)j;
    graph_matrix *holder;
    int64_t where;
    graph_status status;
    GRAPH_TRY(check_position(A, i, j));
    GRAPH_TRY(graph__check_value(x, A->type, "x"));
    GRAPH_TRY(make_writable(A));
    struct graph_update *waiting = graph__updates_find(A, row, column);
    if (waiting != NULL) {
        waiting->is_removal = false;
        graph__scalar_store(waiting->value, A->type, x);
    } else {
        GRAPH_TRY(find_entry(&where, &holder, A, row, column));
        if (where < 0 || (A->type != GRAPH_PATTERN && !graph__buffer_is_owned(holder->value)))
            GRAPH_TRY(graph__updates_append(A, row, column, &x));
        else if (A->type != GRAPH_PATTERN)
            GRAPH_TRY(write_value(holder, where, x));
    }
    graph__matrix_forget(A);
done:
    return status;
}

graph_status graph_matrix_remove(graph_matrix *A, graph_index i, graph_index j)
{
    int32_t row = (int32_t)i, column = (int32_t)j;
    graph_matrix *holder;
    int64_t where;
    graph_status status;
    GRAPH_TRY(check_position(A, i, j));
    GRAPH_TRY(make_writable(A));
    struct graph_update *waiting = graph__updates_find(A, row, column);
    if (waiting != NULL) {
        waiting->is_removal = true;
    } else {
        GRAPH_TRY(find_entry(&where, &holder, A, row, column));
        if (where < 0)
            return GRAPH_OK;
        GRAPH_TRY(graph__updates_append(A, row, column, NULL));
    }
    graph__matrix_forget(A);
done:
    return status;
}

/* Reads one entry; the caller holds the lock, or A is finished. */
static graph_status read_entry(graph_scalar *x, graph_matrix *A, int32_t row, int32_t column)
{
    const void *values;
    graph_matrix *holder;
    int64_t where;
    graph_status status;
    const struct graph_update *waiting = graph__updates_find(A, row, column);
    if (waiting != NULL) {
        if (waiting->is_removal)
            return GRAPH_NO_VALUE;
        graph__scalar_give(x, waiting->value, 0, A->type);
        return GRAPH_OK;
    }
    if (A->row_start == NULL && A->core == NULL && A->transpose != NULL)
        return read_entry(x, A->transpose, column, row);
    GRAPH_TRY(find_entry(&where, &holder, A, row, column));
    if (where < 0)
        return GRAPH_NO_VALUE;
    GRAPH_TRY(graph__buffer_read(&values, holder->value, graph__cpu()));
    graph__scalar_give(x, values, where, A->type);
done:
    return status;
}

graph_status graph_matrix_get(graph_scalar *x, const graph_matrix *constant, graph_index i, graph_index j)
{
    graph_matrix *A = (graph_matrix *)constant;
    graph_status status;
    if (x == NULL)
        return graph__fail(GRAPH_E_NULL, "x is NULL");
    GRAPH_TRY(check_position(A, i, j));
    GRAPH_TRY(graph__check_room(x, A->type));
    if (atomic_load(&A->is_finished))
        return read_entry(x, A, (int32_t)i, (int32_t)j);
    pthread_mutex_lock(&A->lock);
    status = read_entry(x, A, (int32_t)i, (int32_t)j);
    pthread_mutex_unlock(&A->lock);
done:
    return status;
}
