/* All kernels over one type and its operators, compiled by nvcc for every type. */
#include "cuda/bitmap_blocks.cuh"
#include "cuda/build.cuh"
#include "cuda/elements.cuh"
#include "cuda/kronecker.cuh"
#include "cuda/merge.cuh"
#include "cuda/reduce.cuh"
#include "cuda/select.cuh"
#include "cuda/vector.cuh"

#include "cuda/kernel_table.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define KERNEL_SEMIRING(name) nullptr,
#define KERNEL_ALONE(name)    nullptr,
#define KERNEL_TYPE(name)     (const void *)name,

extern "C" const void *const JOIN(graph__cuda_kernels_, INSTANCE)[];
extern "C" const void *const JOIN(graph__cuda_kernels_, INSTANCE)[] = {
#define KERNEL(scope, unit, name) KERNEL_##scope(name)
#include "cuda/kernels.def"
#undef KERNEL
};
