/* In which type a built-in operator combines values of different types. */
#ifndef CORE_TYPES_WORKING_TYPE_H
#define CORE_TYPES_WORKING_TYPE_H

#include "semigraph/types.h"

/* The type that operands of types x and y become before a built-in operator makes a value of type z of them: the common
 * type of x and y for comparisons and logical operators, that of x, y and z for arithmetic, and z for the others, which
 * move values, work on bits or stop at the ends of the type.  z for user operators, and for values that do not convert.
 * The rule is in semigraph/operations.h. */
graph_type graph__working_type(graph_op op, graph_type z, graph_type x, graph_type y);

/* The same where one operand is a scalar: `type`, or the common type if the scalar is not a value of `type`.  In floating
 * arithmetic the scalar rounds to `type`. */
graph_type graph__working_type_with(graph_op op, graph_type type, graph_scalar x);

#endif
