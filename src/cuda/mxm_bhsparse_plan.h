/* Kernels of mxm_bhsparse_plan.cu. */
#ifndef CUDA_MXM_BHSPARSE_PLAN_H
#define CUDA_MXM_BHSPARSE_PLAN_H

#include <stdint.h>

#include "cuda/mxm_bhsparse_arguments.h"

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__cuda_bhsparse_bound, *const graph__cuda_bhsparse_bins;
extern const void *const graph__cuda_bhsparse_arrange[]; /* by the size of the values */
#ifdef __cplusplus
}
#endif

#endif
