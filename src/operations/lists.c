/* See lists.h. */
#include "operations/lists.h"

#include <string.h>

#include "base/memory.h"

enum { SHARED = 1 << 15 }; /* indices of a list from which on threads share it */

graph_status graph__list_open(struct graph_list *list, const graph_index *index, graph_index count,
                              int64_t dimension, const char *argument)
{
    *list = (struct graph_list){.index = index, .count = dimension, .dimension = dimension};
    if (index == GRAPH_ALL)
        return GRAPH_OK;
    if (count > (graph_index)GRAPH_LARGEST_DIMENSION)
        return graph__fail(GRAPH_E_INVALID_VALUE, "%s has %llu indices; at most 2147483647 are supported",
                           argument, (unsigned long long)count);
    graph_index outside = count; /* the first */
#pragma omp parallel for num_threads(graph_get_threads()) if (count > SHARED) schedule(static)               \
    reduction(min                                                                                            \
              : outside)
    for (graph_index k = 0; k < count; k++)
        if (k < outside && index[k] >= (graph_index)dimension)
            outside = k;
    if (outside < count)
        return graph__fail(GRAPH_E_INDEX_BOUNDS, "%s[%llu] is %llu; expected less than %lld", argument,
                           (unsigned long long)outside, (unsigned long long)index[outside],
                           (long long)dimension);
    list->count = (int64_t)count;
    return GRAPH_OK;
}

graph_status graph__check_lists(const struct graph_list *rows, const struct graph_list *columns,
                                int64_t shape_rows, int64_t shape_columns, const char *argument)
{
    if (shape_rows != rows->count || shape_columns != columns->count)
        return graph__fail(GRAPH_E_DIMENSION, "%s is %lld x %lld, the lists have %lld rows and %lld columns",
                           argument, (long long)shape_rows, (long long)shape_columns, (long long)rows->count,
                           (long long)columns->count);
    return GRAPH_OK;
}

graph_status graph__check_list(const struct graph_list *list, int64_t length, const char *argument)
{
    if (length != list->count)
        return graph__fail(GRAPH_E_DIMENSION, "%s has length %lld, the list %lld indices", argument,
                           (long long)length, (long long)list->count);
    return GRAPH_OK;
}

graph_status graph__array_to_place(void **array, size_t count, size_t element_bytes,
                                   const struct graph_place *place)
{
    void *there = NULL;
    graph_status status;
    if (place->backend->shares_host_memory)
        return GRAPH_OK;
    GRAPH_TRY(place->backend->allocate(&there, count, element_bytes));
    GRAPH_TRY(place->backend->upload(there, *array, count * element_bytes));
done:
    if (status < 0) {
        place->backend->release(there);
        there = NULL;
    }
    graph__free(*array);
    *array = there;
    return status;
}

graph_status graph__list_sources(int32_t **source, const struct graph_list *list,
                                 const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    *source = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(*source, list->count));
#pragma omp parallel for num_threads(place->threads) if (list->count > SHARED) schedule(static)
    for (int64_t k = 0; k < list->count; k++)
        (*source)[k] = (int32_t)list->index[k];
    GRAPH_TRY(ARRAY_TO_PLACE(*source, list->count, place));
done:
    return status;
}

/* Moves both arrays of a list, or frees them. */
static graph_status targets_to_place(int64_t **start, int64_t starts, int32_t **target, int64_t targets,
                                     const struct graph_place *place)
{
    graph_status status = ARRAY_TO_PLACE(*start, starts, place);
    if (status < 0) {
        graph__free(*target);
        *target = NULL;
        return status;
    }
    status = ARRAY_TO_PLACE(*target, targets, place);
    if (status < 0) {
        place->backend->release(*start);
        *start = NULL;
    }
    return status;
}

graph_status graph__list_targets(int64_t **start, int32_t **target, const struct graph_list *list,
                                 const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    *start = NULL;
    *target = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(*start, list->dimension + 2));
    GRAPH_TRY(GRAPH_NEW(*target, list->count));
    /* Counts stand two places up while the list is dealt, so that the starts are right afterwards. */
    int64_t *at = *start + 1;
    for (int64_t k = 0; k < list->count; k++)
        at[list->index[k] + 1]++;
    for (int64_t j = 0; j < list->dimension; j++)
        at[j + 1] += at[j];
    for (int64_t k = 0; k < list->count; k++)
        (*target)[at[list->index[k]]++] = (int32_t)k;
done:
    if (status < 0) {
        graph__free(*start);
        *start = NULL;
        return status;
    }
    return targets_to_place(start, list->dimension + 2, target, list->count, place);
}

/* As graph__list_last, on the host. */
static graph_status find_last(int32_t **source, const struct graph_list *list)
{
    graph_status status = GRAPH_OK;
    *source = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(*source, list->dimension));
    for (int64_t i = 0; i < list->dimension; i++)
        (*source)[i] = -1;
    for (int64_t k = 0; k < list->count; k++)
        (*source)[list->index[k]] = (int32_t)k;
done:
    return status;
}

graph_status graph__list_last(int32_t **source, const struct graph_list *list,
                              const struct graph_place *place)
{
    graph_status status = find_last(source, list);
    return status < 0 || *source == NULL ? status : ARRAY_TO_PLACE(*source, list->dimension, place);
}

graph_status graph__list_moves(int64_t **start, int32_t **target, const struct graph_list *list,
                               const struct graph_place *place)
{
    int32_t *last = NULL;
    graph_status status = GRAPH_OK;
    *start = NULL;
    *target = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(find_last(&last, list));
    GRAPH_TRY(GRAPH_NEW(*start, list->count + 1));
    GRAPH_TRY(GRAPH_NEW(*target, list->count));
    int64_t at = 0;
    for (int64_t k = 0; k < list->count; k++) {
        (*start)[k] = at;
        if (last[list->index[k]] == k)
            (*target)[at++] = (int32_t)list->index[k];
    }
    (*start)[list->count] = at;
done:
    graph__free(last);
    if (status < 0) {
        graph__free(*start);
        *start = NULL;
        return status;
    }
    return targets_to_place(start, list->count + 1, target, list->count, place);
}

graph_status graph__list_marks(uint8_t **mark, const struct graph_list *list, const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    *mark = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(*mark, list->dimension));
    for (int64_t k = 0; k < list->count; k++)
        (*mark)[list->index[k]] = 1;
    GRAPH_TRY(ARRAY_TO_PLACE(*mark, list->dimension, place));
done:
    return status;
}

graph_status graph__list_distinct(int32_t **index, int64_t *count, const struct graph_list *list)
{
    const struct graph_place host = {.backend = graph__cpu()};
    uint8_t *mark = NULL;
    graph_status status;
    *index = NULL;
    *count = 0;
    GRAPH_TRY(graph__list_marks(&mark, list, &host));
    GRAPH_TRY(GRAPH_NEW(*index, list->index == GRAPH_ALL ? list->dimension : list->count));
    for (int64_t j = 0; j < list->dimension; j++)
        if (mark == NULL || mark[j])
            (*index)[(*count)++] = (int32_t)j;
done:
    graph__free(mark);
    return status;
}

graph_status graph__row_open(struct graph_row_operand *row, const graph_vector *u, graph_type type,
                             const struct graph_place *place)
{
    struct graph_vector_operand operand = {0};
    graph_status status;
    memset(row, 0, sizeof *row);
    GRAPH_TRY(GRAPH_NEW_ZEROED(row->row_start, 2));
    GRAPH_TRY(graph__vector_operand_open(&operand, u, type, true, place));
    row->converted = operand.converted;
    const struct graph_vector_view *view = &operand.view;
    const void *value = view->value;
    row->row_start[1] = view->entries;
    GRAPH_TRY(ARRAY_TO_PLACE(row->row_start, 2, place));
    row->is_placed = true;
    if (view->form != GRAPH_SPARSE)
        GRAPH_TRY(place->backend->vector_list((int32_t **)&row->index, view));
    if (view->form == GRAPH_BITMAP && value != NULL) {
        GRAPH_TRY(place->backend->vector_pack(&row->value, view));
        value = row->value;
    }
    /* A vector that never had an entry has no array; NULL would say that this is a pattern. */
    if (value == NULL && type != GRAPH_PATTERN)
        value = row->row_start;
    row->view = (struct graph_csr){.rows = 1,
                                   .columns = view->length,
                                   .entries = view->entries,
                                   .row_start = row->row_start,
                                   .column = row->index != NULL ? row->index : view->index,
                                   .value = value,
                                   .type = type};
done:
    return status;
}

void graph__row_close(struct graph_row_operand *row, const struct graph_place *place)
{
    if (row->is_placed)
        place->backend->release(row->row_start);
    else
        graph__free(row->row_start);
    place->backend->release(row->index);
    place->backend->release(row->value);
    place->backend->release(row->converted);
    memset(row, 0, sizeof *row);
}

void graph__row_to_vector(struct graph_vector_arrays *vector, struct graph_csr_arrays *row, int64_t length,
                          const struct graph_place *place)
{
    *vector = (struct graph_vector_arrays){.entries = row->entries,
                                           .form = row->entries == length ? GRAPH_FULL : GRAPH_SPARSE,
                                           .index = row->column,
                                           .value = row->value};
    if (vector->form == GRAPH_FULL) {
        place->backend->release(vector->index);
        vector->index = NULL;
    }
    place->backend->release(row->row_start);
    memset(row, 0, sizeof *row);
}
