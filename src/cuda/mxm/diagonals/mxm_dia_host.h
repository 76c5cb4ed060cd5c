/* Products of diagonals on the device; see mxm_dia.cuh. */
#ifndef CUDA_MXM_DIAGONALS_MXM_DIA_HOST_H
#define CUDA_MXM_DIAGONALS_MXM_DIA_HOST_H

#include "contract/kernels.h"

/* GRAPH_E_NOT_SUPPORTED: A or B is no band and r->is_forced is not set, or has more diagonals than the device takes. */
graph_status graph__cuda_mxm_dia(struct graph_mxm_request *r);

/* The same for full bands alone; *is_made: false where A or B is none, or the kernel is still to be compiled. */
graph_status graph__cuda_mxm_band(struct graph_mxm_request *r, bool *is_made);

#endif
