/* T and the operators over it on the device, for kernels of scope TYPE. */
#ifndef CUDA_OPERATORS_CUH
#define CUDA_OPERATORS_CUH

#include "cuda/kernel.cuh"

#include "semiring/value.h"

#include "semiring/operators.h"

#endif
