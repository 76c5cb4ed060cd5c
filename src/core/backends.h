/* The list of back ends. */
#ifndef CORE_BACKENDS_H
#define CORE_BACKENDS_H

#include "contract/backend.h"

/* The CPU back end: always there, its table complete. */
const struct graph_backend *graph__cpu(void);

/* The back end of a kind, or NULL if it cannot run here. */
const struct graph_backend *graph__backend(graph_backend_kind kind);

/* The back end at whose place an array of the caller's lies: the CPU unless another says that it holds it. */
const struct graph_backend *graph__backend_of_array(const void *array);

#endif
