/* Rows of C whose rows of A are alike: launches mxm_alike.cuh. */
#ifndef CUDA_MXM_ALIKE_HOST_H
#define CUDA_MXM_ALIKE_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm_arguments.h"

/* Enqueues the kernel of the rows from a->first on, of some bins of which `bin` is the first, MXM_ALIKE_ROWS to a block; or
 * of those rows that it has left (a->rows = -1). */
graph_status graph__cuda_mxm_alike(struct mxm_row_arguments *a, const struct graph_mxm_request *r, int bin,
                                   bool is_of_left);

#endif
