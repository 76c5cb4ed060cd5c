/* Taking the hypersparse form, updating it and leaving it; see hypersparse.h.
 *
 * graph__matrix_finish calls this file, so nothing here calls it or graph__matrix_view: cores are finished by
 * matrix_rows.c. */
#include "core/matrix/hypersparse.h"

#include "base/memory.h"
#include "core/matrix/matrix_rows.h"
#include "core/matrix/trim.h"
#include "core/matrix/updates.h"

bool graph__may_be_hypersparse(const graph_matrix *A)
{
    return !A->is_core && (A->rows >= graph__hypersparse_least || A->columns >= graph__hypersparse_least);
}

void graph__matrix_move(graph_matrix *A, graph_matrix *from)
{
    A->row_start = from->row_start;
    A->column = from->column;
    A->value = from->value;
    A->core = from->core;
    A->row_list = from->row_list;
    A->column_list = from->column_list;
    A->entries = from->entries;
    from->row_start = from->column = from->value = from->row_list = from->column_list = NULL;
    from->core = NULL;
    atomic_store(&A->is_finished, A->row_start != NULL);
}

/* Adds the trimmed matrix as the core of A. */
static void put_core(graph_matrix *A, graph_matrix **R, struct graph_trim *rows, struct graph_trim *columns)
{
    A->entries = (*R)->entries;
    A->core = *R;
    A->row_list = rows->list;
    A->column_list = columns->list;
    rows->list = columns->list = NULL;
    *R = NULL;
}

graph_status graph__hypersparse_put_finished(graph_matrix *C, const graph_matrix *small,
                                             const struct graph_axis *row_axis,
                                             const struct graph_axis *column_axis)
{
    struct graph_trim rows = {0}, columns = {0};
    graph_matrix *R = NULL;
    graph_status status;
    GRAPH_TRY(graph__trim(&R, &rows, &columns, small, row_axis, column_axis));
    graph__matrix_drop(C);
    if (rows.list == NULL && columns.list == NULL)
        graph__matrix_move(C, R);
    else
        put_core(C, &R, &rows, &columns);
done:
    graph_matrix_release(&R);
    graph__trim_close(&rows);
    graph__trim_close(&columns);
    return status;
}

graph_status graph__hypersparse_put_arrays(graph_matrix *C, graph_buffer *arrays[3], int64_t entries)
{
    const struct graph_axis rows = graph__axis_all(C->rows), columns = graph__axis_all(C->columns);
    graph_matrix *whole = NULL;
    graph_status status;
    GRAPH_TRY(graph__core_create(&whole, C, C->rows, C->columns));
    graph__matrix_hold(whole, arrays, entries);
    arrays[0] = arrays[1] = arrays[2] = NULL;
    GRAPH_TRY(graph__hypersparse_put_finished(C, whole, &rows, &columns));
done:
    graph_matrix_release(&whole);
    for (int k = 0; k < 3; k++)
        graph__buffer_release(&arrays[k]);
    return status;
}

/* Adds the hypersparse form to a matrix with arrays by rows, if one of its axes is worth it. */
static graph_status add_core(graph_matrix *A)
{
    const struct graph_axis row_axis = graph__axis_all(A->rows), column_axis = graph__axis_all(A->columns);
    struct graph_trim rows = {0}, columns = {0};
    graph_matrix *R = NULL;
    graph_status status;
    GRAPH_TRY(graph__trim(&R, &rows, &columns, A, &row_axis, &column_axis));
    if (rows.list != NULL || columns.list != NULL)
        put_core(A, &R, &rows, &columns);
done:
    graph_matrix_release(&R);
    graph__trim_close(&rows);
    graph__trim_close(&columns);
    return status;
}

/* A matrix as its form is now. */
static struct graph_compact_view compact_view(const graph_matrix *A)
{
    const graph_matrix *core = A->core != NULL ? A->core : A;
    return (struct graph_compact_view){
        .core = core,
        .rows = {core != A ? A->row_list : NULL, core->rows, A->rows},
        .columns = {core != A ? A->column_list : NULL, core->columns, A->columns}};
}

graph_status graph__hypersparse_renumber(graph_matrix **R, const struct graph_compact_view *A,
                                         const struct graph_axis *rows, const struct graph_axis *columns)
{
    const int32_t *row_map, *column_map;
    int32_t *row_made = NULL, *column_made = NULL;
    graph_status status;
    GRAPH_TRY(graph__axis_map(&row_map, &row_made, &A->rows, rows));
    GRAPH_TRY(graph__axis_map(&column_map, &column_made, &A->columns, columns));
    GRAPH_TRY(graph__matrix_renumber(R, A->core, row_map, rows->count, column_map, columns->count));
done:
    graph__free(row_made);
    graph__free(column_made);
    return status;
}

/* Adds the indices of n updates to an axis that has a list; *rank, the place of each among them. */
static graph_status join_updates(struct graph_axis *axis, int32_t **rank, const struct graph_axis *old,
                                 const int32_t *index, int64_t n)
{
    struct graph_axis more = {.dimension = old->dimension};
    int32_t *list = NULL, *ranks = NULL, *made = NULL;
    const int32_t *map;
    graph_status status;
    *axis = (struct graph_axis){.dimension = old->dimension};
    GRAPH_TRY(graph__axis_join(axis, old));
    if (graph__axis_is_all(old))
        return GRAPH_OK;
    GRAPH_TRY(graph__index_ranks(&list, &more.count, &ranks, index, n));
    GRAPH_TRY(graph__index_list_wrap(&more.list, &list, more.count));
    GRAPH_TRY(graph__axis_join(axis, &more));
    GRAPH_TRY(graph__axis_map(&map, &made, &more, axis));
    for (int64_t k = 0; k < n && map != NULL; k++)
        ranks[k] = map[ranks[k]];
    *rank = ranks;
    ranks = NULL;
done:
    graph__axis_release(&more);
    graph__free(ranks);
    graph__free(made);
    return status;
}

/* Merges the waiting updates of a hypersparse A: rows and columns are added to the lists, the updates are handed to the
 * wider core, which merges them as any matrix does, and what has become empty is trimmed. */
static graph_status merge_updates(graph_matrix *A)
{
    struct graph_compact_view old = compact_view(A);
    struct graph_axis rows = {0}, columns = {0};
    int32_t *row = NULL, *column = NULL, *row_rank = NULL, *column_rank = NULL;
    graph_matrix *wide = NULL, *fresh = NULL;
    int64_t n = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(row, A->update_count));
    GRAPH_TRY(GRAPH_NEW(column, A->update_count));
    for (int64_t k = 0; k < A->update_room; k++) {
        const struct graph_update *update = graph__slot_at(A->updates, graph__slot_bytes(A), (uint64_t)k);
        if (update->is_used) {
            row[n] = update->row;
            column[n++] = update->column;
        }
    }
    GRAPH_TRY(join_updates(&rows, &row_rank, &old.rows, row, n));
    GRAPH_TRY(join_updates(&columns, &column_rank, &old.columns, column, n));
    GRAPH_TRY(graph__matrix_finish_core(A->core));
    GRAPH_TRY(graph__hypersparse_renumber(&wide, &old, &rows, &columns));
    GRAPH_TRY(graph__updates_renumber(wide, A, row_rank, column_rank));
    GRAPH_TRY(graph__matrix_finish_core(wide));
    GRAPH_TRY(graph_matrix_create(&fresh, A->type, (graph_index)A->rows, (graph_index)A->columns));
    GRAPH_TRY(graph__hypersparse_put_finished(fresh, wide, &rows, &columns));
    graph__matrix_drop_arrays(A);
    graph__updates_drop(A);
    graph__matrix_move(A, fresh);
done:
    graph_matrix_release(&wide);
    graph_matrix_release(&fresh);
    graph__axis_release(&rows);
    graph__axis_release(&columns);
    graph__free(row);
    graph__free(column);
    graph__free(row_rank);
    graph__free(column_rank);
    return status;
}

/* The hypersparse form of a matrix whose only form is its transpose; none if that is not hypersparse. */
static graph_status compact_transpose(graph_matrix *A)
{
    struct graph_transpose_request request = {.threads = graph_get_threads()};
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    struct graph_compact_view view;
    graph_matrix *core = NULL;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&view, A->transpose));
    if (view.core == A->transpose)
        return GRAPH_OK;
    GRAPH_TRY(graph__matrix_finish_core(A->transpose->core));
    GRAPH_TRY(graph__matrix_read(&request.A, view.core, graph__cpu()));
    GRAPH_TRY(graph__core_create(&core, A, view.columns.count, view.rows.count));
    GRAPH_TRY(graph__cpu()->transpose(&request));
    const int64_t entries = request.C.entries;
    GRAPH_TRY(graph__csr_wrap(buffers, &request.C, core->rows, graph_type_size(core->type), graph__cpu()));
    graph__matrix_hold(core, buffers, entries);
    A->core = core;
    A->row_list = graph__buffer_retain(view.columns.list);
    A->column_list = graph__buffer_retain(view.rows.list);
    core = NULL;
done:
    graph_matrix_release(&core);
    return status;
}

/* A matrix whose entries are all waiting updates: both lists are empty where that is worth it. */
static graph_status compact_empty(graph_matrix *A)
{
    graph_matrix *core = NULL;
    graph_buffer *list[2] = {NULL, NULL};
    int64_t dimension[2] = {A->rows, A->columns};
    int32_t *empty = NULL;
    graph_status status = GRAPH_OK;
    for (int k = 0; k < 2; k++)
        if (graph__is_hypersparse(dimension[k], A->update_count)) {
            GRAPH_TRY(GRAPH_NEW(empty, 0));
            GRAPH_TRY(graph__index_list_wrap(&list[k], &empty, 0));
            dimension[k] = 0;
        }
    if (list[0] == NULL && list[1] == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__core_create(&core, A, dimension[0], dimension[1]));
    A->core = core;
    A->row_list = list[0];
    A->column_list = list[1];
    core = NULL;
    list[0] = list[1] = NULL;
done:
    graph_matrix_release(&core);
    graph__free(empty);
    graph__buffer_release(&list[0]);
    graph__buffer_release(&list[1]);
    return status;
}

graph_status graph__matrix_compact_locked(graph_matrix *A)
{
    graph_status status = GRAPH_OK;
    if (A->core == NULL && !graph__is_hypersparse(A->rows, A->entries + A->update_count) &&
        !graph__is_hypersparse(A->columns, A->entries + A->update_count))
        return GRAPH_OK;
    if (A->core == NULL && A->row_start == NULL)
        GRAPH_TRY(A->transpose != NULL ? compact_transpose(A) : compact_empty(A));
    else if (A->core == NULL) {
        if (A->update_count > 0)
            GRAPH_TRY(graph__updates_merge(A));
        atomic_store(&A->is_finished, true);
        GRAPH_TRY(add_core(A));
    }
    if (A->core != NULL && A->update_count > 0)
        GRAPH_TRY(merge_updates(A));
done:
    return status;
}

graph_status graph__matrix_compact(const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant; /* the form does not change what the matrix is */
    if (!graph__may_be_hypersparse(A))
        return GRAPH_OK;
    pthread_mutex_lock(&A->lock);
    graph_status status = graph__matrix_compact_locked(A);
    pthread_mutex_unlock(&A->lock);
    return status;
}

graph_status graph__compact_view(struct graph_compact_view *view, const graph_matrix *A)
{
    graph_status status = graph__matrix_compact(A);
    if (status < 0)
        return status;
    *view = compact_view(A);
    return GRAPH_OK;
}

graph_status graph__hypersparse_expand(graph_matrix *A)
{
    const struct graph_axis rows = graph__axis_all(A->rows), columns = graph__axis_all(A->columns);
    struct graph_compact_view view = compact_view(A);
    graph_matrix *R = NULL;
    graph_status status;
    GRAPH_TRY(graph__matrix_finish_core(A->core));
    GRAPH_TRY(graph__hypersparse_renumber(&R, &view, &rows, &columns));
    A->row_start = graph__buffer_retain(R->row_start);
    A->column = graph__buffer_retain(R->column);
    A->value = graph__buffer_retain(R->value);
done:
    graph_matrix_release(&R);
    return status;
}
