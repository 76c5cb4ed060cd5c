/* The hypersparse form: a matrix whose rows or columns are mostly empty holds the lists of those that have entries, and
 * a core, which is a matrix of these rows and columns alone:
 *
 *     A(row_list[i], column_list[j]) = core(i, j)
 *
 * Either list may be NULL, which stands for all indices.  Memory and time then depend on the entries.  Lists ascend, so
 * that renumbering keeps every order: rows stay sorted, and the smallest index stays the smallest.  Lists hold no
 * index without an entry.
 *
 * A matrix takes this form when it has room for more than 16 times as many rows (or columns) as entries, and leaves it
 * when fewer than 8 of 9 are empty.  It can have its arrays by rows besides, where somebody asked for them. */
#ifndef CORE_MATRIX_HYPERSPARSE_H
#define CORE_MATRIX_HYPERSPARSE_H

#include "core/matrix/axis.h"
#include "core/matrix/matrix.h"

/* A matrix as its core and two axes; all belong to the matrix. */
struct graph_compact_view {
    const graph_matrix *core; /* the matrix itself where it is not hypersparse */
    struct graph_axis rows, columns;
};

/* Whether A may be hypersparse, by its dimensions alone. */
bool graph__may_be_hypersparse(const graph_matrix *A);

/* Gives A its hypersparse form if that is worth it: A->core is there afterwards, or NULL.  Merges waiting
 * updates if it is.  Safe from many threads. */
graph_status graph__matrix_compact(const graph_matrix *A);

/* The same under A->lock. */
graph_status graph__matrix_compact_locked(graph_matrix *A);

/* The compact form of A, or A itself. */
graph_status graph__compact_view(struct graph_compact_view *view, const graph_matrix *A);

/* *R = what is seen in a view, with the rows and columns of axes that have them all.  R is never hypersparse itself. */
graph_status graph__compact_operand(graph_matrix **R, const struct graph_compact_view *A,
                                    const struct graph_axis *rows, const struct graph_axis *columns);

/* The same for a view whose core is finished. */
graph_status graph__hypersparse_renumber(graph_matrix **R, const struct graph_compact_view *A,
                                         const struct graph_axis *rows, const struct graph_axis *columns);

/* Arrays by rows for a hypersparse A without them, of which the caller holds the lock. */
graph_status graph__hypersparse_expand(graph_matrix *A);

/* C becomes `small`, whose row i is row rows.list[i] of C, and so on; C's type and dimensions stay.  What has no entry
 * leaves the lists, and C the hypersparse form if that is not worth it any more.  The lists stay the caller's. */
graph_status graph__hypersparse_put(graph_matrix *C, const graph_matrix *small, const struct graph_axis *rows,
                                    const struct graph_axis *columns);

/* The same for a `small` that is finished. */
graph_status graph__hypersparse_put_finished(graph_matrix *C, const graph_matrix *small,
                                             const struct graph_axis *rows, const struct graph_axis *columns);

/* The same for the arrays by rows of the whole of C, which are taken over, also when it fails. */
graph_status graph__hypersparse_put_arrays(graph_matrix *C, graph_buffer *arrays[3], int64_t entries);

/* *R = A with the rows and columns alone that have entries, whatever its form; the axes are to be released. */
graph_status graph__compact_listed(graph_matrix **R, struct graph_axis *rows, struct graph_axis *columns,
                                   const graph_matrix *A);

/* *loops = the entries (i, i). */
graph_status graph__matrix_loops(int64_t *loops, const graph_matrix *A);

/* Moves the arrays of every form from `from` to A, which has none. */
void graph__matrix_move(graph_matrix *A, graph_matrix *from);

/* *S = A, which is square, with those indices alone whose row or column has an entry, rows and columns numbered the same; a
 * copy of A, which shares its arrays, where A is not hypersparse. */
graph_status graph__compact_square(graph_matrix **S, const graph_matrix *A);

#endif
