/* One value between its C type and graph_scalar, by the rules of types.h. */
#ifndef CORE_TYPES_SCALAR_H
#define CORE_TYPES_SCALAR_H

#include "semigraph/types.h"

/* GRAPH_E_DOMAIN unless x has a type that becomes `type`, or is a GRAPH_PATTERN, which reads as true.  GRAPH_E_NULL: a
 * user type without a value. */
graph_status graph__check_scalar(graph_scalar x, graph_type type, const char *argument);

/* The same, and GRAPH_E_INVALID_VALUE unless `type` holds the value: an integer type holds integers in its range, a pattern
 * holds true.  Floating types round. */
graph_status graph__check_value(graph_scalar x, graph_type type, const char *argument);

/* The same for a scalar operand; where `type` is GRAPH_PATTERN, no values are computed. */
graph_status graph__check_operand(graph_scalar x, graph_type type, const char *argument);

/* The value of `type`, built in, that is nearest to x, towards zero; for bool: whether x >= 1. */
graph_scalar graph__scalar_nearest(graph_scalar x, graph_type type);

/* -1, 0 or 1: x < y, x == y or x > y as numbers; 0 too if one is NaN. */
int graph__scalar_compare(graph_scalar x, graph_scalar y);

/* Whether x is a value of `type`, both built in: converting it changes nothing. */
bool graph__scalar_is_of(graph_scalar x, graph_type type);

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
