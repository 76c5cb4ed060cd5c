/* C<M> = A B where A is a handful of long rows and B' is at hand, by dot products (mxm_dense_rows.cuh). */
#ifndef CUDA_MXM_MASKED_MXM_DENSE_ROWS_HOST_H
#define CUDA_MXM_MASKED_MXM_DENSE_ROWS_HOST_H

#include <stdbool.h>

#include "contract/kernels.h"

/* Whether the product is of this kind, and the dot products read less than the products by rows. */
bool graph__cuda_mxm_has_dense_rows(const struct graph_mxm_request *request);

graph_status graph__cuda_mxm_dense_rows(struct graph_mxm_request *request);

#endif
