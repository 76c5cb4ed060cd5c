/* C = A B by outer products; see contract/kernels.h. */
#ifndef CUDA_PUBLISHED_MXM_COLUMN_ROW_HOST_H
#define CUDA_PUBLISHED_MXM_COLUMN_ROW_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_mxm_column_row(struct graph_mxm_request *);

#endif
