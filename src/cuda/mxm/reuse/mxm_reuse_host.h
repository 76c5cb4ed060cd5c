/* Reuse plans on the device: products of a known pattern.  The first three are entries of the back end's tables. */
#ifndef CUDA_MXM_REUSE_MXM_REUSE_HOST_H
#define CUDA_MXM_REUSE_MXM_REUSE_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_plan(struct graph_plan_request *r);
void graph__cuda_plan_release(void *plan);
graph_status graph__cuda_mxm_numeric(struct graph_mxm_numeric_request *r);

/* Gives C, of which `made` has the pattern, the values of `wanted`, by a reuse plan that is used once.  *is_made: false
 * where no plan is made or memory is short for it; C is gone then, and the kernels that `wanted` waits for are compiled. */
graph_status graph__cuda_mxm_values_of_pattern(struct graph_mxm_request *made,
                                               const struct graph_mxm_request *wanted, bool *is_made);

#endif
