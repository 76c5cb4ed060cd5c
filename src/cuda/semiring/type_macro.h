/* Types in the texts that the run-time compiler reads. */
#ifndef CUDA_SEMIRING_TYPE_MACRO_H
#define CUDA_SEMIRING_TYPE_MACRO_H

#include "semigraph/types.h"

/* "FP32": what follows T_ in a program for a type; NULL for a type that has no kernels. */
const char *graph__cuda_type_macro(graph_type type);

#endif
