/* See trim.h. */
#include "core/matrix/trim.h"

#include "base/memory.h"
#include "core/matrix/matrix_rows.h"

/* Starts of `rows` rows; row i of A becomes row map[i]. */
static graph_status renumber_rows(graph_buffer **starts, const struct graph_csr *A, const int32_t *map,
                                  int64_t rows)
{
    int64_t *start = NULL, next = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(start, rows + 1));
    for (int64_t i = 0; i < A->rows; i++) {
        int64_t to = map != NULL ? map[i] : i;
        while (next <= to)
            start[next++] = A->row_start[i];
    }
    while (next <= rows)
        start[next++] = A->entries;
    GRAPH_TRY(graph__buffer_adopt(starts, start, ((size_t)rows + 1) * sizeof *start, graph__cpu()));
    start = NULL;
done:
    graph__free(start);
    return status;
}

static graph_status renumber_columns(graph_buffer **columns, const struct graph_csr *A, const int32_t *map)
{
    const int threads = graph_get_threads();
    int32_t *column = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(column, A->entries));
#pragma omp parallel for num_threads(threads) schedule(static) if (A->entries > 65536)
    for (int64_t k = 0; k < A->entries; k++)
        column[k] = map[A->column[k]];
    GRAPH_TRY(graph__index_list_wrap(columns, &column, A->entries));
done:
    graph__free(column);
    return status;
}

/* Takes over the starts of R's rows and the columns of its entries where they are given. */
static graph_status renumber(graph_matrix **R, const graph_matrix *A, graph_buffer **starts,
                             const int32_t *row_map, int64_t rows, graph_buffer **entries,
                             const int32_t *column_map, int64_t columns)
{
    graph_matrix *made = NULL;
    struct graph_csr view;
    graph_status status;
    GRAPH_TRY(graph__matrix_read(&view, A, graph__cpu()));
    GRAPH_TRY(graph__core_create(&made, A, rows, columns));
    if (*starts != NULL) {
        made->row_start = *starts;
        *starts = NULL;
    } else if (row_map != NULL || rows != A->rows)
        GRAPH_TRY(renumber_rows(&made->row_start, &view, row_map, rows));
    else
        made->row_start = graph__buffer_retain(A->row_start);
    if (*entries != NULL) {
        made->column = *entries;
        *entries = NULL;
    } else if (column_map != NULL)
        GRAPH_TRY(renumber_columns(&made->column, &view, column_map));
    else
        made->column = graph__buffer_retain(A->column);
    made->value = graph__buffer_retain(A->value);
    made->entries = A->entries;
    atomic_store(&made->is_finished, true);
    *R = made;
    made = NULL;
done:
    graph_matrix_release(&made);
    return status;
}

graph_status graph__matrix_renumber(graph_matrix **R, const graph_matrix *A, const int32_t *row_map,
                                    int64_t rows, const int32_t *column_map, int64_t columns)
{
    graph_buffer *starts = NULL, *entries = NULL;
    return renumber(R, A, &starts, row_map, rows, &entries, column_map, columns);
}

/* Whether an axis that has a list keeps it. */
static bool stays_hypersparse(int64_t dimension, int64_t used)
{
    return dimension >= graph__hypersparse_least && used < dimension / graph__hypersparse_share * 2;
}

/* Whether an axis of which so much is used gets a list. */
static bool is_listed(const struct graph_trim *t, const struct graph_axis *axis, int64_t used)
{
    return t->is_wanted || (axis->list != NULL ? stays_hypersparse(axis->dimension, used)
                                               : graph__is_hypersparse(axis->dimension, used));
}

void graph__trim_close(struct graph_trim *t)
{
    graph__buffer_release(&t->list);
    graph__free(t->starts);
    graph__free(t->made);
    graph__free(t->entries);
}

/* Keeps the indices that are used; used[i] is not 0 for `used_count` of them. */
static graph_status trim_used(struct graph_trim *t, const struct graph_axis *axis, const uint8_t *used,
                              int64_t used_count)
{
    const int32_t *old = graph__axis_list(axis);
    int32_t *list = NULL;
    int64_t n = 0;
    graph_status status = GRAPH_OK;
    if (!is_listed(t, axis, used_count)) {
        t->count = axis->dimension;
        t->map = old;
        return GRAPH_OK;
    }
    t->count = used_count;
    if (axis->list != NULL && used_count == axis->count) {
        t->list = graph__buffer_retain(axis->list);
        return GRAPH_OK;
    }
    GRAPH_TRY(GRAPH_NEW(t->made, axis->count));
    GRAPH_TRY(GRAPH_NEW(list, used_count));
    for (int64_t i = 0; i < axis->count; i++) {
        t->made[i] = used[i] ? (int32_t)n : -1;
        if (used[i])
            list[n++] = old != NULL ? old[i] : (int32_t)i;
    }
    t->map = t->made;
    GRAPH_TRY(graph__index_list_wrap(&t->list, &list, used_count));
done:
    graph__free(list);
    return status;
}

/* A pass that counts, and one that lists: without a map, since there may be far more rows than stay. */
static graph_status trim_rows(struct graph_trim *t, const struct graph_csr *A, const struct graph_axis *axis)
{
    enum { BLOCK = 1 << 14 };
    const int threads = graph_get_threads();
    const int32_t *old = graph__axis_list(axis);
    const int64_t *row_start = A->row_start, blocks = (A->rows + BLOCK - 1) / BLOCK;
    int64_t *before = NULL;
    int32_t *list = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(before, blocks + 1));
    before[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(static) if (blocks > 2)
    for (int64_t b = 0; b < blocks; b++) {
        int64_t last = (b + 1) * BLOCK < A->rows ? (b + 1) * BLOCK : A->rows, used = 0;
        for (int64_t i = b * BLOCK; i < last; i++)
            used += row_start[i] < row_start[i + 1];
        before[b + 1] = used;
    }
    for (int64_t b = 0; b < blocks; b++)
        before[b + 1] += before[b];
    int64_t count = before[blocks];
    if (!is_listed(t, axis, count)) {
        t->count = axis->dimension;
        t->map = old;
        goto done;
    }
    t->count = count;
    if (axis->list != NULL && count == axis->count) {
        t->list = graph__buffer_retain(axis->list);
        goto done;
    }
    GRAPH_TRY(GRAPH_NEW(list, count));
    GRAPH_TRY(GRAPH_NEW(t->starts, count + 1));
#pragma omp parallel for num_threads(threads) schedule(static) if (blocks > 2)
    for (int64_t b = 0; b < blocks; b++) {
        int64_t i = b * BLOCK;
        for (int64_t n = before[b]; n < before[b + 1]; i++)
            if (row_start[i] < row_start[i + 1]) {
                list[n] = old != NULL ? old[i] : (int32_t)i;
                t->starts[n++] = row_start[i];
            }
    }
    t->starts[count] = A->entries;
    GRAPH_TRY(graph__index_list_wrap(&t->list, &list, count));
done:
    graph__free(before);
    graph__free(list);
    return status;
}

static graph_status trim_columns(struct graph_trim *t, const struct graph_csr *A,
                                 const struct graph_axis *axis)
{
    uint8_t *used = NULL;
    int32_t *list = NULL;
    int64_t count = 0;
    graph_status status = GRAPH_OK;
    if (axis->list == NULL && !t->is_wanted && !graph__is_hypersparse(axis->dimension, A->entries)) {
        t->count = axis->dimension;
        return GRAPH_OK;
    }
    if (axis->list == NULL) { /* far more columns than entries: sort these instead of marking those */
        GRAPH_TRY(graph__index_ranks(&list, &t->count, &t->entries, A->column, A->entries));
        GRAPH_TRY(graph__index_list_wrap(&t->list, &list, t->count));
        goto done;
    }
    GRAPH_TRY(GRAPH_NEW_ZEROED(used, axis->count));
    for (int64_t k = 0; k < A->entries; k++) {
        count += !used[A->column[k]];
        used[A->column[k]] = 1;
    }
    GRAPH_TRY(trim_used(t, axis, used, count));
done:
    graph__free(used);
    graph__free(list);
    return status;
}

graph_status graph__trim(graph_matrix **R, struct graph_trim *rows, struct graph_trim *columns,
                         const graph_matrix *small, const struct graph_axis *row_axis,
                         const struct graph_axis *column_axis)
{
    graph_buffer *starts = NULL, *entries = NULL;
    struct graph_csr view;
    graph_status status;
    GRAPH_TRY(graph__matrix_read(&view, small, graph__cpu()));
    GRAPH_TRY(trim_rows(rows, &view, row_axis));
    GRAPH_TRY(trim_columns(columns, &view, column_axis));
    if (rows->starts != NULL) {
        GRAPH_TRY(graph__buffer_adopt(&starts, rows->starts, ((size_t)rows->count + 1) * sizeof(int64_t),
                                      graph__cpu()));
        rows->starts = NULL;
    }
    if (columns->entries != NULL)
        GRAPH_TRY(graph__index_list_wrap(&entries, &columns->entries, view.entries));
    GRAPH_TRY(renumber(R, small, &starts, rows->map, rows->count, &entries, columns->map, columns->count));
done:
    graph__buffer_release(&starts);
    graph__buffer_release(&entries);
    return status;
}
