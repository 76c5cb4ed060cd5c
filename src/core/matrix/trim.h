/* Matrices with rows and columns renumbered, and without the empty ones. */
#ifndef CORE_MATRIX_TRIM_H
#define CORE_MATRIX_TRIM_H

#include "core/matrix/axis.h"
#include "core/matrix/matrix.h"

/* *R = A, which is finished, with row i as row row_map[i] of `rows` (NULL: as row i; negative: an empty row that is
 * dropped); likewise for columns.  Maps ascend.  R shares what does not change, and never becomes hypersparse itself.
 * */
graph_status graph__matrix_renumber(graph_matrix **R, const graph_matrix *A, const int32_t *row_map,
                                    int64_t rows, const int32_t *column_map, int64_t columns);

/* An axis on its way to its new list. */
struct graph_trim {
    graph_buffer *list; /* the new one; NULL: all */
    int64_t count;      /* indices of the new axis */
    const int32_t *map; /* from old to new; NULL: the same */
    int32_t *made;      /* what map may point to */
    int64_t *starts;    /* or, instead of a map: where the rows that stay start */
    int32_t *entries;   /* or the new index of each entry */
    bool is_wanted;     /* a list is made in any case */
};

void graph__trim_close(struct graph_trim *trim);

/* *R = `small`, which is finished and whose rows and columns are those of the axes, without the empty ones where that
 * is worth a list; *rows and *columns have the new lists, for the caller to take or to close, also when it fails. */
graph_status graph__trim(graph_matrix **R, struct graph_trim *rows, struct graph_trim *columns,
                         const graph_matrix *small, const struct graph_axis *row_axis,
                         const struct graph_axis *column_axis);

#endif
