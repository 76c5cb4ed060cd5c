/* Arrays of values that callers hand in and take out. */
#ifndef CORE_TYPES_VALUES_H
#define CORE_TYPES_VALUES_H

#include "core/backends.h"

/* What graph_matrix_build and graph_vector_build ask of their values and operator, for an output of `type`:
 * GRAPH_E_NULL, GRAPH_E_DOMAIN, GRAPH_E_INVALID_VALUE. */
graph_status graph__check_build_values(graph_type type, const void *value, graph_type value_type,
                                       graph_index n, graph_op duplicate);

/* What the two extract_tuples ask. */
graph_status graph__check_extract_values(graph_type type, const void *value, graph_type value_type,
                                         const graph_index *n);

/* *typed = n values in `type`: the caller's array where nothing is to convert, NULL for GRAPH_PATTERN, else
 * *converted, which the caller frees.  A value_type of GRAPH_PATTERN gives ones. */
graph_status graph__values_in_type(const void **typed, void **converted, graph_type type, const void *value,
                                   graph_type value_type, int64_t n);

/* memcpy by all threads. */
void graph__values_copy(void *to, const void *from, size_t bytes);

/* Writes n values of from_type (ones for GRAPH_PATTERN) to value, in value_type; nothing if value is NULL. */
graph_status graph__values_extract(void *value, graph_type value_type, const void *from, graph_type from_type,
                                   int64_t n);

#endif
