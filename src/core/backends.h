/* The list of back ends. */
#ifndef CORE_BACKENDS_H
#define CORE_BACKENDS_H

#include "contract/backend.h"

/* The CPU back end: always there, its table complete. */
const struct graph_backend *graph__cpu(void);

/* The back end of a kind, or NULL if it cannot run here. */
const struct graph_backend *graph__backend(graph_backend_kind kind);

#endif
