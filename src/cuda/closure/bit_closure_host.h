/* The closure of a bit matrix on the device; see contract/paths.h. */
#ifndef CUDA_CLOSURE_BIT_CLOSURE_HOST_H
#define CUDA_CLOSURE_BIT_CLOSURE_HOST_H

#include "contract/paths.h"

graph_status graph__cuda_bit_closure(struct graph_bit_closure_request *r);

#endif
