/* The numbers of the kernels of kernels.def, GRAPH_KERNEL_<name>. */
#ifndef CUDA_KERNELS_KERNEL_TABLE_H
#define CUDA_KERNELS_KERNEL_TABLE_H

enum graph_cuda_kernel {
#define KERNEL(scope, unit, name) GRAPH_KERNEL_##name,
#include "cuda/kernels/kernels.def"
#undef KERNEL
    GRAPH_KERNEL_COUNT
};

#endif
