/* The user's operators on arrays; n values by the calling thread.  A result may lie where an operand does: a function
 * then writes elsewhere first. */
#ifndef CPU_ELEMENTWISE_USER_OPERATORS_H
#define CPU_ELEMENTWISE_USER_OPERATORS_H

#include "contract/backend.h"

void graph__cpu_user_binary(void *z, const void *x, const void *y, graph_op op, int64_t n);
void graph__cpu_user_unary(void *z, const void *x, graph_unary_op op, int64_t n);

/* *z = fold of n > 0 values in order, up to a terminal one; *z = the identity. */
void graph__cpu_user_fold(void *z, const void *x, graph_op monoid, int64_t n);
void graph__cpu_user_identity(void *z, graph_op monoid);

#endif
