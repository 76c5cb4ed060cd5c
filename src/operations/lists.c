/* See lists.h. */
#include "operations/lists.h"

#include <string.h>

#include "base/memory.h"

graph_status graph__list_open(struct graph_list *list, const graph_index *index, graph_index count,
                              int64_t dimension, const char *argument)
{
    *list = (struct graph_list){.index = index, .count = dimension, .dimension = dimension};
    if (index == GRAPH_ALL)
        return GRAPH_OK;
    if (count > (graph_index)GRAPH_LARGEST_DIMENSION)
        return graph__fail(GRAPH_E_INVALID_VALUE, "%s has %llu indices; at most 2147483647 are supported",
                           argument, (unsigned long long)count);
    for (graph_index k = 0; k < count; k++)
        if (index[k] >= (graph_index)dimension)
            return graph__fail(GRAPH_E_INDEX_BOUNDS, "%s[%llu] is %llu; expected less than %lld", argument,
                               (unsigned long long)k, (unsigned long long)index[k], (long long)dimension);
    list->count = (int64_t)count;
    return GRAPH_OK;
}

graph_status graph__list_sources(int32_t **source, const struct graph_list *list)
{
    graph_status status = GRAPH_OK;
    *source = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(*source, list->count));
    for (int64_t k = 0; k < list->count; k++)
        (*source)[k] = (int32_t)list->index[k];
done:
    return status;
}

graph_status graph__list_targets(int64_t **start, int32_t **target, const struct graph_list *list)
{
    graph_status status = GRAPH_OK;
    *start = NULL;
    *target = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(*start, list->dimension + 2));
    GRAPH_TRY(GRAPH_NEW(*target, list->count));
    /* Counts stand two places up while the list is dealt, so that the starts are right afterwards. */
    int64_t *place = *start + 1;
    for (int64_t k = 0; k < list->count; k++)
        place[list->index[k] + 1]++;
    for (int64_t j = 0; j < list->dimension; j++)
        place[j + 1] += place[j];
    for (int64_t k = 0; k < list->count; k++)
        (*target)[place[list->index[k]]++] = (int32_t)k;
done:
    if (status < 0) {
        graph__free(*start);
        *start = NULL;
    }
    return status;
}

graph_status graph__list_last(int32_t **source, const struct graph_list *list)
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

graph_status graph__list_moves(int64_t **start, int32_t **target, const struct graph_list *list)
{
    int32_t *last = NULL;
    graph_status status = GRAPH_OK;
    *start = NULL;
    *target = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(graph__list_last(&last, list));
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
    }
    return status;
}

graph_status graph__list_marks(uint8_t **mark, const struct graph_list *list)
{
    graph_status status = GRAPH_OK;
    *mark = NULL;
    if (list->index == GRAPH_ALL)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(*mark, list->dimension));
    for (int64_t k = 0; k < list->count; k++)
        (*mark)[list->index[k]] = 1;
done:
    return status;
}

/* The positions of the entries of a bitmap or full vector. */
static graph_status list_entries(struct graph_row_operand *row, const struct graph_vector_view *view)
{
    int32_t *index = NULL;
    graph_status status = GRAPH_NEW(index, view->entries);
    if (status < 0)
        return status;
    int64_t at = 0;
    for (int64_t i = 0; i < view->length; i++)
        if (view->form == GRAPH_FULL || view->present[i])
            index[at++] = (int32_t)i;
    row->index = index;
    return GRAPH_OK;
}

graph_status graph__row_open(struct graph_row_operand *row, const graph_vector *u, graph_type type,
                             const struct graph_place *place)
{
    struct graph_vector_operand operand = {0};
    graph_status status;
    memset(row, 0, sizeof *row);
    GRAPH_TRY(graph__vector_operand_open(&operand, u, type, true, place));
    row->converted = operand.converted;
    const struct graph_vector_view *view = &operand.view;
    const void *value = view->value;
    if (view->form != GRAPH_SPARSE)
        GRAPH_TRY(list_entries(row, view));
    if (view->form == GRAPH_BITMAP && value != NULL) {
        GRAPH_TRY(place->backend->vector_pack(&row->value, view));
        value = row->value;
    }
    /* A vector that never had an entry has no array; NULL would say that this is a pattern. */
    if (value == NULL && type != GRAPH_PATTERN)
        value = row->row_start;
    row->row_start[1] = view->entries;
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
    place->backend->release(row->index);
    place->backend->release(row->value);
    place->backend->release(row->converted);
    row->index = row->value = row->converted = NULL;
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
