/* The part of assignment that matrices and vectors (as matrices of one row) share. */
#ifndef OPERATIONS_ASSIGN_H
#define OPERATIONS_ASSIGN_H

#include "operations/lists.h"

/* What is assigned: entries in the shape of C, inside the region rows x columns. */
struct graph_assignment {
    struct graph_list rows, columns;
    struct graph_csr_arrays update;
    graph_type type; /* of its values: that of C, or what an accumulator is to combine with C as it is */
};

/* The type in which values of type T are assigned to C. */
graph_type graph__assignment_type(graph_op accum, graph_type C, graph_type T);

/* The same for a scalar, after its checks: a value of C's type is one, and what is not needs an accumulator. */
graph_status graph__assignment_scalar(graph_type *type, graph_op accum, graph_type C, graph_scalar x);

/* Whether a back end has what assignments need. */
bool graph__assignment_is_there(const struct graph_backend *backend);

/* update = A sent to rows x columns; A has values of the type of the assignment. */
graph_status graph__assignment_of(struct graph_assignment *assignment, const struct graph_csr *A,
                                  const struct graph_place *place);

/* update = x at every position of the region that is in `pattern` (NULL: at all of them). */
graph_status graph__assignment_fill(struct graph_assignment *assignment, const struct graph_csr *pattern,
                                    graph_scalar x, const struct graph_place *place);

/* *Z = C with the region assigned: the old entries of the region go, unless accum keeps them. */
graph_status graph__assignment_apply(struct graph_csr_arrays *Z, const struct graph_csr *C, graph_op accum,
                                     const struct graph_assignment *assignment,
                                     const struct graph_place *place);

#endif
