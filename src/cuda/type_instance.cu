/* All kernels over one type and its operators, compiled by nvcc for every type. */
#include "cuda/mxm/blocks/bitmap_blocks.cuh"
#include "cuda/elementwise/build.cuh"
#include "cuda/elementwise/elements.cuh"
#include "cuda/elementwise/kronecker.cuh"
#include "cuda/elementwise/merge.cuh"
#include "cuda/elementwise/probe.cuh"
#include "cuda/elementwise/reduce.cuh"
#include "cuda/elementwise/select.cuh"
#include "cuda/elementwise/vector.cuh"

#include "cuda/kernels/kernel_table.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define KERNEL_SEMIRING(name) nullptr,
#define KERNEL_ALONE(name)    nullptr,
#define KERNEL_TYPE(name)     (const void *)name,

extern "C" const void *const JOIN(graph__cuda_kernels_, INSTANCE)[];
extern "C" const void *const JOIN(graph__cuda_kernels_, INSTANCE)[] = {
#define KERNEL(scope, unit, name) KERNEL_##scope(name)
#include "cuda/kernels/kernels.def"
#undef KERNEL
};
