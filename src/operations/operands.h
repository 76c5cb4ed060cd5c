/* From handles to what kernels take: views in the type of the operation, masks as patterns. */
#ifndef OPERATIONS_OPERANDS_H
#define OPERATIONS_OPERANDS_H

#include "core/matrix/matrix.h"
#include "core/types/operators.h"
#include "core/placement.h"
#include "core/vector/vector.h"

/* A view and the converted values that it may point to. */
struct graph_operand {
    struct graph_csr view;
    void *converted;
};

/* The arrays of A (of A' if is_transposed) with values in `type`: converted if A has another type, ones if A is a
 * pattern, NULL without needs_values or for GRAPH_PATTERN. */
graph_status graph__operand_open(struct graph_operand *operand, const graph_matrix *A, bool is_transposed,
                                 graph_type type, bool needs_values, const struct graph_place *place);
void graph__operand_close(struct graph_operand *operand, const struct graph_place *place);

/* The same for a view: its values in `type`, which GRAPH_E_DOMAIN may forbid. */
graph_status graph__view_convert(struct graph_operand *operand, const struct graph_csr *view, graph_type type,
                                 const struct graph_place *place);

struct graph_vector_operand {
    struct graph_vector_view view;
    void *converted;
};

graph_status graph__vector_operand_open(struct graph_vector_operand *operand, const graph_vector *u,
                                        graph_type type, bool needs_values, const struct graph_place *place);
void graph__vector_operand_close(struct graph_vector_operand *operand, const struct graph_place *place);

/* A mask and what it was reduced to. */
struct graph_mask_operand {
    struct graph_matrix_mask mask;
    void *as_bool;
    struct graph_csr_arrays selected;
};

/* GRAPH_E_DIMENSION unless the mask (may be NULL) has the shape, or the length, of the output. */
graph_status graph__check_mask(const graph_matrix *M, int64_t rows, int64_t columns);
graph_status graph__check_vector_mask(const graph_vector *m, int64_t length);

/* Reads M (may be NULL) for an output of rows x columns under the flags of the place.  GRAPH_E_DIMENSION. */
graph_status graph__mask_open(struct graph_mask_operand *operand, const graph_matrix *M, int64_t rows,
                              int64_t columns, const struct graph_place *place);
void graph__mask_close(struct graph_mask_operand *operand, const struct graph_place *place);

struct graph_vector_mask_operand {
    /* Listed where it is sparse; on a device only if its values do not count. */
    struct graph_vector_mask mask;
    void *bytes, *list;
};

graph_status graph__vector_mask_open(struct graph_vector_mask_operand *operand, const graph_vector *m,
                                     int64_t length, const struct graph_place *place);
/* Gives a listed mask its bytes, which most kernels read. */
graph_status graph__vector_mask_spread(struct graph_vector_mask_operand *operand, int64_t length,
                                       const struct graph_place *place);
void graph__vector_mask_close(struct graph_vector_mask_operand *operand, const struct graph_place *place);

/* What an operation on one or on two operands checks first: handles, the accumulator on the type of the output, and for two
 * the operator, whose types it gives. */
graph_status graph__check_one(const graph_matrix *C, graph_op accum, const graph_matrix *A);
graph_status graph__check_two(struct graph_op_types *types, graph_op op, const graph_matrix *C,
                              graph_op accum, const graph_matrix *A, const graph_matrix *B);
graph_status graph__check_one_vector(const graph_vector *w, graph_op accum, const graph_vector *u);
graph_status graph__check_two_vectors(struct graph_op_types *types, graph_op op, const graph_vector *w,
                                      graph_op accum, const graph_vector *u, const graph_vector *v);

/* A binary operator as a back end computes it.  A typed comparison, or one into bool, gives truth values there
 * where the kernels can, which is on the CPU; elsewhere it gives 0 or 1 in the type of its operands, which become the same
 * in the output. */
struct graph_kernel_op {
    graph_op op;       /* for the kernels that take all operators; on the CPU comparisons have their type */
    bool gives_bool;   /* for the kernels with a flag for that, which take the operator without its type */
    graph_type result; /* of the kernel's results */
};
struct graph_kernel_op graph__kernel_op_at(graph_op op, struct graph_op_types types, graph_type C,
                                           const struct graph_place *place);

/* GRAPH_E_DIMENSION unless A (A' if is_transposed) has the shape of C; unless u is as long as w. */
graph_status graph__check_shape(const graph_matrix *C, const graph_matrix *A, bool is_transposed);
graph_status graph__check_length(const graph_vector *w, const graph_vector *u);

/* Arrays just made, as something to read: a matrix like `like` otherwise. */
struct graph_csr graph__view_of(const struct graph_csr_arrays *arrays, const struct graph_csr *like);

/* T = a copy of the arrays of A, and t of those of u, perhaps in another form. */
graph_status graph__copy_arrays(struct graph_csr_arrays *T, const struct graph_csr *A,
                                const struct graph_place *place);
graph_status graph__copy_vector(struct graph_vector_arrays *t, const struct graph_vector_view *u,
                                const struct graph_place *place);

/* The same without the values, on the host. */
graph_status graph__copy_positions(struct graph_vector_arrays *t, const struct graph_vector_view *u);

#endif
