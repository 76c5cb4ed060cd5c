/* Arrays of the caller's that lie on a device, or are wanted there. */
#ifndef CORE_MATRIX_DEVICE_ARRAYS_H
#define CORE_MATRIX_DEVICE_ARRAYS_H

#include "core/matrix/matrix.h"

/* *place = the back end at which a caller says arrays are; the host for GRAPH_BACKEND_AUTO.  GRAPH_E_INVALID_VALUE: there is
 * none of that number.  GRAPH_E_DEVICE: it cannot run here. */
graph_status graph__place_of_arrays(const struct graph_backend **place, graph_backend_kind kind);

/* GRAPH_E_INVALID_VALUE unless an array of so many bytes lies at the place; what the caller does there comes first. */
graph_status graph__check_lies_at(const void *array, size_t bytes, const struct graph_backend *place,
                                  const char *name);

/* graph_matrix_import of arrays on the host that graph__check_arrays has passed; *A is NULL. */
graph_status graph__import_from_host(graph_matrix **A, graph_arrays *arrays);

/* Ends a move or a loan: each array goes to its buffer, or, if it was converted, is freed or given back. */
void graph__hand_over(graph_arrays *arrays, graph_buffer *const buffers[3]);

#endif
