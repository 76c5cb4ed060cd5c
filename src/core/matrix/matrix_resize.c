/* New dimensions.  Growing keeps the columns and values where they are; only starts are made anew. */
#include <string.h>

#include "base/memory.h"
#include "core/matrix/csr_search.h"
#include "core/matrix/hypersparse.h"

/* Starts for `rows` rows of the entries in the first `columns` columns. */
static graph_status make_starts(int64_t **row_start, const struct graph_csr *A, int64_t rows, int64_t columns)
{
    const int64_t common = rows < A->rows ? rows : A->rows;
    graph_status status = GRAPH_NEW(*row_start, rows + 1);
    if (status < 0)
        return status;
    int64_t *start = *row_start, entries = 0;
    for (int64_t i = 0; i <= rows; i++) {
        start[i] = entries;
        if (i < common)
            entries += (columns < A->columns ? graph__csr_lower_bound(A, i, columns) : A->row_start[i + 1]) -
                       A->row_start[i];
    }
    return GRAPH_OK;
}

/* Columns and values of the entries that stay: the first ones of each row. */
static graph_status copy_rows(struct graph_csr_arrays *cut, const struct graph_csr *A, int64_t rows)
{
    const size_t value_bytes = graph_type_size(A->type);
    const int64_t common = rows < A->rows ? rows : A->rows;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(cut->column, cut->entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__allocate_array(&cut->value, (size_t)cut->entries, value_bytes));
    for (int64_t i = 0; i < common; i++) {
        size_t to = (size_t)cut->row_start[i], from = (size_t)A->row_start[i];
        size_t n = (size_t)cut->row_start[i + 1] - to;
        if (n == 0)
            continue;
        memcpy(cut->column + to, A->column + from, n * sizeof(int32_t));
        if (value_bytes > 0)
            memcpy((char *)cut->value + to * value_bytes, (const char *)A->value + from * value_bytes,
                   n * value_bytes);
    }
done:
    return status;
}

/* Gives A the starts, and the columns and values if some entries go. */
static graph_status put_resized(graph_matrix *A, struct graph_csr_arrays *resized, int64_t rows)
{
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    int64_t entries = resized->entries;
    graph_status status;
    if (entries < A->entries) {
        GRAPH_TRY(graph__csr_wrap(buffers, resized, rows, graph_type_size(A->type), graph__cpu()));
    } else {
        GRAPH_TRY(graph__buffer_adopt(&buffers[0], resized->row_start, (size_t)(rows + 1) * sizeof(int64_t),
                                      graph__cpu()));
        resized->row_start = NULL;
        buffers[1] = graph__buffer_retain(A->column);
        buffers[2] = graph__buffer_retain(A->value);
    }
    graph__matrix_drop(A);
    graph__matrix_hold(A, buffers, entries);
done:
    return status;
}

/* The part of an axis below a new dimension; without a list, the first `count` indices. */
static struct graph_axis cut_axis(const struct graph_axis *axis, int64_t dimension)
{
    struct graph_axis cut = {axis->list, axis->count < dimension ? axis->count : dimension, dimension};
    bool is_there;
    if (axis->list != NULL)
        cut.count = graph__index_search(&is_there, graph__axis_list(axis), axis->count, dimension);
    return cut;
}

/* Of a matrix that is or becomes hypersparse the core is cut. */
static graph_status resize_compact(graph_matrix *A, const struct graph_compact_view *view, int64_t rows,
                                   int64_t columns)
{
    const struct graph_axis row_axis = cut_axis(&view->rows, rows),
                            column_axis = cut_axis(&view->columns, columns);
    graph_matrix *core = NULL, *resized = NULL;
    graph_status status;
    GRAPH_TRY(graph_matrix_dup(&core, view->core));
    GRAPH_TRY(graph_matrix_resize(core, (graph_index)row_axis.count, (graph_index)column_axis.count));
    GRAPH_TRY(graph_matrix_create(&resized, A->type, (graph_index)rows, (graph_index)columns));
    GRAPH_TRY(graph__hypersparse_put(resized, core, &row_axis, &column_axis));
    graph__matrix_drop(A);
    graph__matrix_move(A, resized);
done:
    graph_matrix_release(&core);
    graph_matrix_release(&resized);
    return status;
}

graph_status graph_matrix_resize(graph_matrix *A, graph_index rows, graph_index columns)
{
    struct graph_csr_arrays resized = {0};
    struct graph_compact_view compact;
    struct graph_csr view;
    graph_index entries;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_dimensions(A->type, rows, columns));
    if ((int64_t)rows == A->rows && (int64_t)columns == A->columns)
        return GRAPH_OK;
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    GRAPH_TRY(graph__compact_view(&compact, A));
    if (entries == 0) {
        graph__matrix_drop(A);
    } else if (compact.core != A || (!A->is_core && (graph__is_hypersparse((int64_t)rows, A->entries) ||
                                                     graph__is_hypersparse((int64_t)columns, A->entries)))) {
        GRAPH_TRY(resize_compact(A, &compact, (int64_t)rows, (int64_t)columns));
    } else {
        GRAPH_TRY(graph__matrix_view(&view, A, graph__cpu()));
        GRAPH_TRY(make_starts(&resized.row_start, &view, (int64_t)rows, (int64_t)columns));
        resized.entries = resized.row_start[rows];
        if (resized.entries < A->entries)
            GRAPH_TRY(copy_rows(&resized, &view, (int64_t)rows));
        GRAPH_TRY(put_resized(A, &resized, (int64_t)rows));
    }
    A->rows = (int64_t)rows;
    A->columns = (int64_t)columns;
done:
    graph__csr_arrays_release(&resized, graph__cpu());
    return status;
}
