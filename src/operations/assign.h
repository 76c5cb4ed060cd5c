/* The part of assignment that matrices and vectors (as matrices of one row) share. */
#ifndef OPERATIONS_ASSIGN_H
#define OPERATIONS_ASSIGN_H

#include "operations/lists.h"

/* What is assigned: entries in the shape of C, inside the region rows x columns. */
struct graph_assignment {
    struct graph_list rows, columns;
    struct graph_csr_arrays update;
};

/* Whether a back end has what assignments need. */
bool graph__assignment_is_there(const struct graph_backend *backend);

/* update = A sent to rows x columns; A has values in the type of C. */
graph_status graph__assignment_of(struct graph_assignment *assignment, const struct graph_csr *A,
                                  const struct graph_place *place);

/* update = x at every position of the region that is in `pattern` (NULL: at all of them), in `type`. */
graph_status graph__assignment_fill(struct graph_assignment *assignment, const struct graph_csr *pattern,
                                    graph_scalar x, graph_type type, const struct graph_place *place);

/* *Z = C with the region assigned: the old entries of the region go, unless accum keeps them. */
graph_status graph__assignment_apply(struct graph_csr_arrays *Z, const struct graph_csr *C, graph_op accum,
                                     const struct graph_assignment *assignment,
                                     const struct graph_place *place);

#endif
