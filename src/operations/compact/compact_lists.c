/* See compact_lists.h. */
#include "operations/compact/compact_lists.h"

#include <string.h>

#include "base/memory.h"
#include "semigraph/operations.h"

void graph__compact_list_close(struct graph_compact_list *list)
{
    graph__free(list->index);
    graph__axis_release(&list->taken);
    list->index = NULL;
}

/* Reads a list on an axis. */
static graph_status read_list(struct graph_compact_list *read, const struct graph_list *list,
                              const struct graph_axis *axis)
{
    const int32_t *names = graph__axis_list(axis);
    int32_t *taken = NULL;
    bool is_there;
    int64_t n = 0;
    graph_status status = GRAPH_OK;
    memset(read, 0, sizeof *read);
    if (list->index == GRAPH_ALL) {
        read->count = axis->count;
        read->taken.dimension = axis->dimension;
        return graph__axis_join(&read->taken, axis);
    }
    read->taken = graph__axis_all(list->count);
    GRAPH_TRY(GRAPH_NEW(read->index, list->count));
    if (graph__axis_is_all(axis)) {
        read->count = list->count;
        if (list->count > 0)
            memcpy(read->index, list->index, (size_t)list->count * sizeof *read->index);
        return GRAPH_OK;
    }
    GRAPH_TRY(GRAPH_NEW(taken, list->count));
    for (int64_t k = 0; k < list->count; k++) {
        int64_t place = graph__index_search(&is_there, names, axis->count, (int64_t)list->index[k]);
        if (!is_there)
            continue;
        taken[n] = (int32_t)k;
        read->index[n++] = (graph_index)place;
    }
    read->count = read->taken.count = n;
    if (n < list->count)
        GRAPH_TRY(graph__index_list_wrap(&read->taken.list, &taken, n));
done:
    graph__free(taken);
    return status;
}

graph_status graph__compact_extract(graph_matrix **T, const graph_matrix *A, bool is_transposed,
                                    const struct graph_list *rows, const struct graph_list *columns,
                                    const graph_descriptor *descriptor, graph_extract_function *extract)
{
    const graph_descriptor plain = graph__descriptor_with(descriptor, is_transposed ? GRAPH_TRANSPOSE_A : 0);
    struct graph_compact_list row_list = {0}, column_list = {0};
    struct graph_compact_view view;
    graph_matrix *small = NULL, *made = NULL;
    graph_status status;
    *T = NULL;
    GRAPH_TRY(graph__compact_view(&view, A));
    if (view.core == A)
        return GRAPH_OK;
    GRAPH_TRY(read_list(&row_list, rows, is_transposed ? &view.columns : &view.rows));
    GRAPH_TRY(read_list(&column_list, columns, is_transposed ? &view.rows : &view.columns));
    GRAPH_TRY(
        graph_matrix_create(&small, A->type, (graph_index)row_list.count, (graph_index)column_list.count));
    small->is_core = true;
    GRAPH_TRY(extract(small, NULL, GRAPH_NO_OP, view.core, row_list.index, (graph_index)row_list.count,
                      column_list.index, (graph_index)column_list.count, &plain));
    GRAPH_TRY(graph_matrix_create(&made, A->type, (graph_index)rows->count, (graph_index)columns->count));
    GRAPH_TRY(graph__hypersparse_put(made, small, &row_list.taken, &column_list.taken));
    *T = made;
    made = NULL;
done:
    graph__compact_list_close(&row_list);
    graph__compact_list_close(&column_list);
    graph_matrix_release(&small);
    graph_matrix_release(&made);
    return status;
}

graph_status graph__compact_line(graph_vector **t, const graph_matrix *T, bool is_row)
{
    struct graph_compact_view compact;
    struct graph_csr view;
    graph_vector *made = NULL;
    int32_t *index = NULL;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&compact, T));
    GRAPH_TRY(graph__matrix_view(&view, compact.core, graph__cpu()));
    const int32_t *names = graph__axis_list(is_row ? &compact.columns : &compact.rows);
    GRAPH_TRY(graph_vector_create(&made, T->type, (graph_index)(is_row ? T->columns : T->rows)));
    GRAPH_TRY(GRAPH_NEW(index, view.entries));
    for (int64_t i = 0; i < view.rows; i++)
        for (int64_t k = view.row_start[i]; k < view.row_start[i + 1]; k++) {
            int64_t place = is_row ? view.column[k] : i;
            index[k] = names != NULL ? names[place] : (int32_t)place;
        }
    GRAPH_TRY(graph__index_list_wrap(&made->index, &index, view.entries));
    made->value = graph__buffer_retain(compact.core->value);
    made->entries = view.entries;
    *t = made;
    made = NULL;
done:
    graph_vector_release(&made);
    graph__free(index);
    return status;
}

graph_status graph__compact_vector_extract(graph_vector **t, const graph_vector *u,
                                           const struct graph_list *list, const graph_descriptor *descriptor,
                                           graph_vector_extract_function *extract)
{
    const graph_descriptor plain = graph__descriptor_with(descriptor, 0);
    struct graph_axis axis = {.dimension = u->length};
    struct graph_compact_list read = {0};
    graph_vector *from = NULL, *small = NULL, *made = NULL;
    graph_status status;
    *t = NULL;
    GRAPH_TRY(graph__compact_join_vector(&axis, u));
    if (graph__axis_is_all(&axis))
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_vector_output(&from, u, &axis));
    GRAPH_TRY(read_list(&read, list, &axis));
    GRAPH_TRY(graph_vector_create(&small, u->type, (graph_index)read.count));
    small->is_core = true;
    GRAPH_TRY(extract(small, NULL, GRAPH_NO_OP, from, read.index, (graph_index)read.count, &plain));
    GRAPH_TRY(graph_vector_create(&made, u->type, (graph_index)list->count));
    GRAPH_TRY(graph__compact_put_vector(made, small, &read.taken));
    *t = made;
    made = NULL;
done:
    graph__axis_release(&axis);
    graph__compact_list_close(&read);
    graph_vector_release(&from);
    graph_vector_release(&small);
    graph_vector_release(&made);
    return status;
}

/* Adds to an axis where a list sends the indices of `from` (NULL: all elements of the list). */
static graph_status join_images(struct graph_axis *axis, const struct graph_list *list,
                                const struct graph_axis *from)
{
    struct graph_axis images = {.dimension = axis->dimension};
    const int32_t *names = from != NULL ? graph__axis_list(from) : NULL;
    int64_t n = from != NULL ? from->count : list->count;
    int32_t *image = NULL, *distinct = NULL, *rank = NULL;
    graph_status status = GRAPH_OK;
    if (list->index == GRAPH_ALL) {
        images = graph__axis_all(axis->dimension);
        return graph__axis_join(axis, from != NULL ? from : &images);
    }
    if (graph__axis_is_all(axis))
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(image, n));
    for (int64_t k = 0; k < n; k++)
        image[k] = (int32_t)list->index[names != NULL ? names[k] : k];
    GRAPH_TRY(graph__index_ranks(&distinct, &images.count, &rank, image, n));
    GRAPH_TRY(graph__index_list_wrap(&images.list, &distinct, images.count));
    GRAPH_TRY(graph__axis_join(axis, &images));
done:
    graph__axis_release(&images);
    graph__free(image);
    graph__free(distinct);
    graph__free(rank);
    return status;
}

graph_status graph__compact_assign(struct graph_compact *small, struct graph_compact_list lists[2],
                                   const graph_matrix *C, const graph_matrix *M, bool is_masked,
                                   const graph_matrix *A, bool is_transposed, const struct graph_list *rows,
                                   const struct graph_list *columns)
{
    struct graph_compact_view a;
    graph_status status = GRAPH_OK;
    memset(small, 0, sizeof *small);
    memset(lists, 0, 2 * sizeof *lists);
    small->rows.dimension = C->rows;
    small->columns.dimension = C->columns;
    if (!graph__may_be_hypersparse(C))
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_join(&small->rows, &small->columns, C, false));
    GRAPH_TRY(graph__compact_join(&small->rows, &small->columns, M, false));
    if (A != NULL) {
        GRAPH_TRY(graph__compact_view(&a, A));
        GRAPH_TRY(join_images(&small->rows, rows, is_transposed ? &a.columns : &a.rows));
        GRAPH_TRY(join_images(&small->columns, columns, is_transposed ? &a.rows : &a.columns));
    } else if (!is_masked) {
        GRAPH_TRY(join_images(&small->rows, rows, NULL));
        GRAPH_TRY(join_images(&small->columns, columns, NULL));
    }
    small->is_needed = !graph__axis_is_all(&small->rows) || !graph__axis_is_all(&small->columns);
    if (!small->is_needed)
        return GRAPH_OK;
    GRAPH_TRY(read_list(&lists[0], rows, &small->rows));
    GRAPH_TRY(read_list(&lists[1], columns, &small->columns));
    GRAPH_TRY(graph__compact_output(&small->C, C, &small->rows, &small->columns));
    GRAPH_TRY(graph__compact_matrix(&small->M, &small->made[0], M, false, &small->rows, &small->columns));
    GRAPH_TRY(graph__compact_matrix(&small->A, &small->made[1], A, is_transposed, &lists[0].taken,
                                    &lists[1].taken));
done:
    return status;
}

graph_status graph__compact_vector_assign(struct graph_compact *small, struct graph_compact_list *list,
                                          const graph_vector *w, const graph_vector *m, bool is_masked,
                                          const graph_vector *u, const struct graph_list *indices)
{
    struct graph_axis from;
    graph_status status = GRAPH_OK;
    memset(small, 0, sizeof *small);
    memset(list, 0, sizeof *list);
    small->rows.dimension = w->length;
    if (w->is_core || w->length < graph__hypersparse_least)
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_join_vector(&small->rows, w));
    GRAPH_TRY(graph__compact_join_vector(&small->rows, m));
    if (u != NULL) {
        from = (struct graph_axis){.dimension = u->length};
        GRAPH_TRY(graph__compact_join_vector(&from, u));
        status = join_images(&small->rows, indices, &from);
        graph__axis_release(&from);
        GRAPH_TRY(status);
    } else if (!is_masked)
        GRAPH_TRY(join_images(&small->rows, indices, NULL));
    small->is_needed = !graph__axis_is_all(&small->rows);
    if (!small->is_needed)
        return GRAPH_OK;
    GRAPH_TRY(read_list(list, indices, &small->rows));
    GRAPH_TRY(graph__compact_vector_output(&small->w, w, &small->rows));
    GRAPH_TRY(graph__compact_vector(&small->m, &small->made_vector[0], m, &small->rows));
    GRAPH_TRY(graph__compact_vector(&small->u, &small->made_vector[1], u, &list->taken));
done:
    return status;
}
