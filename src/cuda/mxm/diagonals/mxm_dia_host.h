/* Products of diagonals on the device; see mxm_dia.cuh. */
#ifndef CUDA_MXM_DIAGONALS_MXM_DIA_HOST_H
#define CUDA_MXM_DIAGONALS_MXM_DIA_HOST_H

#include "contract/kernels.h"

/* GRAPH_E_NOT_SUPPORTED: A or B is no band and r->is_forced is not set, or no full one and r->is_proposed is set, or has
 * more diagonals than the device takes. */
graph_status graph__cuda_mxm_dia(struct graph_mxm_request *r);

/* GRAPH_METHOD_DIA where A and B may be full bands by what the host has cached, else GRAPH_METHOD_AUTO. */
graph_method graph__cuda_mxm_best(const struct graph_mxm_request *r);

#endif
