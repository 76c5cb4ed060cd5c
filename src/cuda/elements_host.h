/* Element-wise operations on the device; see contract/backend.h. */
#ifndef CUDA_ELEMENTS_HOST_H
#define CUDA_ELEMENTS_HOST_H

#include "contract/backend.h"

graph_status graph__cuda_fill(void *z, graph_type type, graph_scalar x, int64_t n, int threads);

#endif
