/* Kernels of mxm_bmsparse_lists.cu. */
#ifndef CUDA_PUBLISHED_MXM_BMSPARSE_LISTS_H
#define CUDA_PUBLISHED_MXM_BMSPARSE_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda/published/mxm_bmsparse_arguments.h"

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__cuda_bmsparse_count, *const graph__cuda_bmsparse_expand;
extern const void *const graph__cuda_bmsparse_heads, *const graph__cuda_bmsparse_blocks;
extern const void *const graph__cuda_bmsparse_bits, *const graph__cuda_bmsparse_row_counts;
extern const void *const graph__cuda_bmsparse_rows[]; /* by the size of the values */
#ifdef __cplusplus
}
#endif

#endif
