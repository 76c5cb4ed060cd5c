/* Products of a known pattern on the device: the entries of the back end's tables. */
#ifndef CUDA_MXM_REUSE_MXM_REUSE_HOST_H
#define CUDA_MXM_REUSE_MXM_REUSE_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_plan(struct graph_plan_request *r);
void graph__cuda_plan_release(void *plan);
graph_status graph__cuda_mxm_again(struct graph_mxm_again_request *r);

#endif
