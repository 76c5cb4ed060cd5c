/* The products of A B numbered through, by the entries of A and then by those of their rows of B (mxm_filter.cu). */
#ifndef CUDA_MXM_MASKED_MXM_FILTER_CUH
#define CUDA_MXM_MASKED_MXM_FILTER_CUH

#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/mxm/masked/mxm_filter_arguments.h"

/* The entry of B of product q, which is one of entry e of A. */
DEVICE int64_t filter_entry(const struct mxm_filter_arguments &a, int32_t e, int64_t q)
{
    return a.B_first[e] + (q - a.start[e]);
}

#endif
