/* The kernels of one compilation, by number. */
#ifndef CUDA_KERNEL_TABLE_H
#define CUDA_KERNEL_TABLE_H

enum graph_cuda_kernel {
#define KERNEL(scope, unit, name) GRAPH_KERNEL_##name,
#include "cuda/kernels.def"
#undef KERNEL
    GRAPH_KERNEL_COUNT
};

#endif
