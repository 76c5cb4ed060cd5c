/* What device.c needs of memory.c. */
#ifndef CUDA_MEMORY_H
#define CUDA_MEMORY_H

#include "cuda/device.h"

/* Makes the pool and the page-locked mail box of a device. */
cudaError_t graph__cuda_memory_open(const struct graph_cuda_device *device);

#endif
