/* Rows of a matrix that are in several tiles: room for their pieces, and who adds these to each other. */
#ifndef CUDA_MXV_MXV_JOIN_HOST_H
#define CUDA_MXV_MXV_JOIN_HOST_H

#include "contract/semiring.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/mxv/mxv_arguments.h"

/* For a kernel by a->cuts: room for the pieces, and a->arrived where it joins them itself. */
graph_status graph__cuda_open_joins(struct cuda_call *call, struct mxv_pull_arguments *a, size_t value_bytes);

/* Joins them behind that kernel where it does not. */
graph_status graph__cuda_close_joins(struct cuda_call *call, const struct graph_semiring *semiring,
                                     const struct mxv_pull_arguments *a);

#endif
