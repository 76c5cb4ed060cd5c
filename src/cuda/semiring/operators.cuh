/* T and the operators over it on the device, for kernels of scope TYPE. */
#ifndef CUDA_SEMIRING_OPERATORS_CUH
#define CUDA_SEMIRING_OPERATORS_CUH

#include "cuda/runtime/kernel.cuh"

#include "semiring/value.h"

#include "semiring/operators.h"

#endif
