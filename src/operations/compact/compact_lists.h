/* Extraction and assignment on hypersparse matrices and long sparse vectors: the lists of indices are renumbered too. */
#ifndef OPERATIONS_COMPACT_COMPACT_LISTS_H
#define OPERATIONS_COMPACT_COMPACT_LISTS_H

#include "operations/compact/compact.h"
#include "operations/lists.h"

/* A list as it reads on an axis: the places of those of its indices that the axis has. */
struct graph_compact_list {
    graph_index *index; /* NULL: GRAPH_ALL */
    int64_t count;
    struct graph_axis taken; /* which elements of the list they are */
};
void graph__compact_list_close(struct graph_compact_list *list);

/* graph_extract and graph_vector_extract, which call these functions and are called by them on small operands. */
typedef graph_status graph_extract_function(graph_matrix *C, const graph_matrix *mask, graph_op accum,
                                            const graph_matrix *A, const graph_index *rows,
                                            graph_index row_count, const graph_index *columns,
                                            graph_index column_count, const graph_descriptor *descriptor);
typedef graph_status graph_vector_extract_function(graph_vector *w, const graph_vector *mask, graph_op accum,
                                                   const graph_vector *u, const graph_index *indices,
                                                   graph_index count, const graph_descriptor *descriptor);

/* *T = A(rows, columns) by `extract`, if A is hypersparse; else NULL. */
graph_status graph__compact_extract(graph_matrix **T, const graph_matrix *A, bool is_transposed,
                                    const struct graph_list *rows, const struct graph_list *columns,
                                    const graph_descriptor *descriptor, graph_extract_function *extract);

/* *t = the only row (or column) of T. */
graph_status graph__compact_line(graph_vector **t, const graph_matrix *T, bool is_row);

/* *t = u(list) by `extract`, if u is long and sparse; else NULL. */
graph_status graph__compact_vector_extract(graph_vector **t, const graph_vector *u,
                                           const struct graph_list *list, const graph_descriptor *descriptor,
                                           graph_vector_extract_function *extract);

/* C(rows, columns) = A, or a scalar where A is NULL; is_masked: which goes only where M has entries.  The lists read on
 * the axes of the small operands. */
graph_status graph__compact_assign(struct graph_compact *small, struct graph_compact_list lists[2],
                                   const graph_matrix *C, const graph_matrix *M, bool is_masked,
                                   const graph_matrix *A, bool is_transposed, const struct graph_list *rows,
                                   const struct graph_list *columns);

/* The same for vectors. */
graph_status graph__compact_vector_assign(struct graph_compact *small, struct graph_compact_list *list,
                                          const graph_vector *w, const graph_vector *m, bool is_masked,
                                          const graph_vector *u, const struct graph_list *indices);

#endif
