/* Lists of indices from the caller, checked and turned into what kernels take. */
#ifndef OPERATIONS_LISTS_H
#define OPERATIONS_LISTS_H

#include "operations/operands.h"

/* A list, or all of 0 .. count - 1 where index is NULL. */
struct graph_list {
    const graph_index *index;
    int64_t count, dimension;
};

/* Checks a list against a dimension: GRAPH_E_INDEX_BOUNDS.  GRAPH_ALL counts the dimension. */
graph_status graph__list_open(struct graph_list *list, const graph_index *index, graph_index count,
                              int64_t dimension, const char *argument);

/* GRAPH_E_DIMENSION unless a matrix of this shape, or a vector of this length, has as many positions as are listed. */
graph_status graph__check_lists(const struct graph_list *rows, const struct graph_list *columns,
                                int64_t shape_rows, int64_t shape_columns, const char *argument);
graph_status graph__check_list(const struct graph_list *list, int64_t length, const char *argument);

/* Moves an array of the host to the place, where the back end's release frees it; NULL after a failure. */
graph_status graph__array_to_place(void **array, size_t count, size_t element_bytes,
                                   const struct graph_place *place);
#define ARRAY_TO_PLACE(pointer, count, place)                                                                \
    graph__array_to_place((void **)&(pointer), (size_t)(count), sizeof *(pointer), place)

/* The arrays of the functions below lie at the place, and its back end's release frees them. */

/* *position[k] = list[k] for extraction: the row each new row comes from.  NULL for GRAPH_ALL. */
graph_status graph__list_sources(int32_t **source, const struct graph_list *list,
                                 const struct graph_place *place);

/* The inverse for extraction: old index j goes to target[start[j]] .. target[start[j + 1] - 1].  NULL for GRAPH_ALL. */
graph_status graph__list_targets(int64_t **start, int32_t **target, const struct graph_list *list,
                                 const struct graph_place *place);

/* For assignment: *source[i] = the last k with list[k] = i, -1 without one.  NULL for GRAPH_ALL. */
graph_status graph__list_last(int32_t **source, const struct graph_list *list,
                              const struct graph_place *place);

/* For assignment: new index k goes to list[k], unless a later k has the same.  NULL for GRAPH_ALL. */
graph_status graph__list_moves(int64_t **start, int32_t **target, const struct graph_list *list,
                               const struct graph_place *place);

/* *mark[i] = 1 for the listed i.  NULL for GRAPH_ALL. */
graph_status graph__list_marks(uint8_t **mark, const struct graph_list *list,
                               const struct graph_place *place);

/* The listed indices once each, ascending: a new array of the host. */
graph_status graph__list_distinct(int32_t **index, int64_t *count, const struct graph_list *list);

/* A vector as a matrix of one row, its entries in sparse form. */
struct graph_row_operand {
    struct graph_csr view;
    int64_t *row_start;
    bool is_placed;                  /* row_start lies at the place */
    void *index, *value, *converted; /* what was made for it */
};
graph_status graph__row_open(struct graph_row_operand *row, const graph_vector *u, graph_type type,
                             const struct graph_place *place);
void graph__row_close(struct graph_row_operand *row, const struct graph_place *place);

/* The arrays of a one-row matrix as those of a sparse vector, full if every position has an entry. */
void graph__row_to_vector(struct graph_vector_arrays *vector, struct graph_csr_arrays *row, int64_t length,
                          const struct graph_place *place);

#endif
