/* One value between its C type and graph_scalar, by the rules of types.h. */
#ifndef CORE_TYPES_SCALAR_H
#define CORE_TYPES_SCALAR_H

#include "semigraph/types.h"

/* GRAPH_E_DOMAIN unless x has a type that becomes `type`, or is a GRAPH_PATTERN, which reads as true.  GRAPH_E_NULL: a
 * user type without a value. */
graph_status graph__check_scalar(graph_scalar x, graph_type type, const char *argument);

/* Whether a value of `type` can be given in *x as it comes in: GRAPH_E_DOMAIN, GRAPH_E_NULL for user types. */
graph_status graph__check_room(const graph_scalar *x, graph_type type);

/* *x = value k of an array, or true for GRAPH_PATTERN; graph__check_room has passed. */
void graph__scalar_give(graph_scalar *x, const void *values, int64_t k, graph_type type);

/* Writes x, converted to `type`, to *to, which has room for one value; nothing for GRAPH_PATTERN. */
void graph__scalar_store(void *to, graph_type type, graph_scalar x);

/* The value at *from, of a built-in type, in the widest type of its kind; true for GRAPH_PATTERN, whose `from` is not
 * read. */
graph_scalar graph__scalar_load(const void *from, graph_type type);

#endif
