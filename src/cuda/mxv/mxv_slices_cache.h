/* Products of a matrix with full vectors, many times: its columns in a form in which less is read of the vector from the
 * second-level cache, that of mxv_slices.cuh.  It is made when a matrix comes for the fourth time, takes 4.5 bytes for an
 * entry, and stays until the matrix goes or memory is short. */
#ifndef CUDA_MXV_MXV_SLICES_CACHE_H
#define CUDA_MXV_MXV_SLICES_CACHE_H

#include <stdbool.h>

#include "contract/kernels.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/mxv/mxv_arguments.h"

/* *is_done = whether the rows of r->A have been folded against r->u, which is full, into a->w; otherwise nothing has
 * been enqueued.  CUDA_PRODUCTS_BY_SLICES counts those that have. */
graph_status graph__cuda_pull_cached(struct cuda_call *call, bool *is_done, const struct graph_mxv_request *r,
                                     const struct mxv_pull_arguments *a);

#endif
