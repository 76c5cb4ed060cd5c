/* Functions of entries and their positions, as tests of graph_select and as operators of graph_apply_index. */
#ifndef OPERATIONS_ENTRY_OP_H
#define OPERATIONS_ENTRY_OP_H

#include "operations/operands.h"

/* A function with its scalar, for values of a type. */
struct graph_entry_function {
    struct graph_entry_op op;
    struct graph_op_types types;
    graph_scalar y;
    bool is_user, tests_values; /* a built-in test of values */
    bool is_position;           /* a built-in function of positions */
    bool is_native; /* a built-in test of the values as they are: once fitted, back ends select by it */
};

/* Checks an operator, of graph_select if is_test and else of graph_apply_index, and y, for values of type A. */
graph_status graph__entry_function(struct graph_entry_function *f, int op, bool is_test, graph_type A,
                                   graph_scalar y);

/* Makes y of a built-in test a value of the type that is compared, without changing what passes. */
void graph__entry_fit(struct graph_entry_function *f);

/* *z = values of types.z for the entries of A with the values that it has, in types.x, and the same for the elements of
 * u.  Only the CPU has it but for positions of matrices. */
graph_status graph__entry_values(void **z, const struct graph_entry_function *f, const struct graph_csr *A,
                                 const struct graph_place *place);
graph_status graph__entry_values_vector(void **z, const struct graph_entry_function *f,
                                        const struct graph_vector_view *u, const struct graph_place *place);

/* *z = whether they are true. */
graph_status graph__entry_truth(void **z, const struct graph_entry_function *f, int64_t n,
                                const struct graph_place *place);

/* *passes = whether the entries of A pass a user's test, in the memory of the place: its function is called on the host,
 * with copies of positions and values, and a device gets a byte for each entry.  The same for the elements of u. */
graph_status graph__entry_user_passes(void **passes, const struct graph_entry_function *f,
                                      const graph_matrix *A, bool is_transposed,
                                      const struct graph_place *place);
graph_status graph__entry_user_passes_vector(void **passes, const struct graph_entry_function *f,
                                             const graph_vector *u, const struct graph_place *place);

#endif
