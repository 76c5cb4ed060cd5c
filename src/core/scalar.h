/* One value between its C type and graph_scalar, by the rules of types.h. */
#ifndef CORE_SCALAR_H
#define CORE_SCALAR_H

#include "semigraph/types.h"

/* GRAPH_E_DOMAIN unless x has one of the eleven types or is a GRAPH_PATTERN, which reads as true. */
graph_status graph__check_scalar(graph_scalar x, const char *argument);

/* Writes x, converted to `type`, to *to, which has room for one value; nothing for GRAPH_PATTERN. */
void graph__scalar_store(void *to, graph_type type, graph_scalar x);

/* The value at *from in the widest type of its kind; true for GRAPH_PATTERN, whose `from` is not read. */
graph_scalar graph__scalar_load(const void *from, graph_type type);

#endif
