/* Kernels of mxm_bhsparse_bins.cu. */
#ifndef CUDA_PUBLISHED_MXM_BHSPARSE_BINS_H
#define CUDA_PUBLISHED_MXM_BHSPARSE_BINS_H

#include <stdint.h>

#include "cuda/published/mxm_bhsparse_arguments.h"

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__cuda_bhsparse_bound, *const graph__cuda_bhsparse_bins;
extern const void *const graph__cuda_bhsparse_arrange[]; /* by the size of the values */
#ifdef __cplusplus
}
#endif

#endif
