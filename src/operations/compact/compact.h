/* Operations on hypersparse matrices and long sparse vectors: the operands with rows and columns renumbered.
 *
 * An operation has up to three index spaces: the rows and columns of its output, and in products the inner one.  Each is
 * the union of what the operands list on that axis.  Renumbered operands are small matrices and vectors, on which the
 * same operation is called, on whatever back end; its result gets the old numbers back.  Numbering keeps the order
 * of indices, so the answer is the same but for positions, which compact_positions.c treats.
 *
 *     GRAPH_TRY(graph__compact_elementwise(&small, C, M, A, false, NULL, false));
 *     if (small.is_needed) {
 *         GRAPH_TRY(graph_apply(small.C, small.M, accum, op, small.A, descriptor));
 *         GRAPH_TRY(graph__compact_return(&small, C));
 *         goto done;
 *     }
 *     ...
 *  done:
 *     graph__compact_close(&small);
 *
 * Where some operand has all indices of every axis nothing is needed, and the operation goes its usual way. */
#ifndef OPERATIONS_COMPACT_COMPACT_H
#define OPERATIONS_COMPACT_COMPACT_H

#include "core/matrix/hypersparse.h"
#include "core/vector/vector.h"
#include "semigraph/operations.h"

struct graph_compact {
    bool is_needed;
    struct graph_axis rows, inner, columns;
    graph_matrix *C;
    const graph_matrix *M, *A, *B; /* NULL where there is none */
    graph_vector *w;
    const graph_vector *m, *u, *v;
    graph_matrix *made[3]; /* what is to be released */
    graph_vector *made_vector[3];
};

/* C, M, A and B of one shape; M and B may be NULL. */
graph_status graph__compact_elementwise(struct graph_compact *small, const graph_matrix *C,
                                        const graph_matrix *M, const graph_matrix *A, bool is_A_transposed,
                                        const graph_matrix *B, bool is_B_transposed);

/* C = A B.  C and M may be NULL. */
graph_status graph__compact_product(struct graph_compact *small, const graph_matrix *C, const graph_matrix *M,
                                    const graph_matrix *A, bool is_A_transposed, const graph_matrix *B,
                                    bool is_B_transposed);

/* w = A u; u NULL: w has the rows of A. */
graph_status graph__compact_mxv(struct graph_compact *small, const graph_vector *w, const graph_vector *m,
                                const graph_matrix *A, bool is_A_transposed, const graph_vector *u);

/* w, m, u and v of one length; v may be NULL.  For devices: on the host an operation on sparse vectors makes no array of
 * their length. */
graph_status graph__compact_vectors(struct graph_compact *small, const graph_vector *w, const graph_vector *m,
                                    const graph_vector *u, const graph_vector *v);

/* The steps of the above, for operations with lists. */

/* Adds what a matrix (NULL: nothing) or vector lists. */
graph_status graph__compact_join(struct graph_axis *rows, struct graph_axis *columns, const graph_matrix *A,
                                 bool is_transposed);
graph_status graph__compact_join_vector(struct graph_axis *axis, const graph_vector *v);

/* *R = A with these rows and columns; *made is what is to be released, NULL if it is A or its core itself. */
graph_status graph__compact_matrix(const graph_matrix **R, graph_matrix **made, const graph_matrix *A,
                                   bool is_transposed, const struct graph_axis *rows,
                                   const struct graph_axis *columns);
graph_status graph__compact_vector(const graph_vector **r, graph_vector **made, const graph_vector *v,
                                   const struct graph_axis *axis);

/* A copy to write to. */
graph_status graph__compact_output(graph_matrix **R, const graph_matrix *C, const struct graph_axis *rows,
                                   const struct graph_axis *columns);
graph_status graph__compact_vector_output(graph_vector **r, const graph_vector *w,
                                          const struct graph_axis *axis);

/* C becomes small->C, and w small->w, with the numbers of C and w. */
graph_status graph__compact_return(struct graph_compact *small, graph_matrix *C);
graph_status graph__compact_return_vector(struct graph_compact *small, graph_vector *w);

/* w becomes r, whose position k is that of number k of the axis. */
graph_status graph__compact_put_vector(graph_vector *w, const graph_vector *r, const struct graph_axis *axis);

/* Vectors of a device become compact from this length on, GRAPH_DEVICE_LONG unless a test has lowered the least length of
 * compact ones: below, arrays of that length cost less than copies of lists. */
static inline int64_t graph__device_long(void) { return graph__hypersparse_least << 8; }

/* Whether three vectors (m and u may be NULL) are sparse and long enough to be renumbered. */
bool graph__compact_is_long(const graph_vector *w, const graph_vector *m, const graph_vector *u);

/* A descriptor with some of its flags alone. */
graph_descriptor graph__descriptor_with(const graph_descriptor *descriptor, uint32_t flags);

void graph__compact_close(struct graph_compact *small);

#endif
