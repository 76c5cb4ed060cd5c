/* Sparse times dense (contract/kernels.h). */
#ifndef CUDA_CSRMM_CSRMM_HOST_H
#define CUDA_CSRMM_CSRMM_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_csrmm(struct graph_csrmm_request *r);

#endif
