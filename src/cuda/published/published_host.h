/* The published methods that the back end's table has (contract/kernels.h). */
#ifndef CUDA_PUBLISHED_PUBLISHED_HOST_H
#define CUDA_PUBLISHED_PUBLISHED_HOST_H

#include "contract/kernels.h"

/* C = A B: by dot products for all positions of C, with B by columns or by rows; by outer products; as bhSPARSE does; as
 * bmSPARSE does. */
graph_status graph__cuda_mxm_dots(struct graph_mxm_request *);
graph_status graph__cuda_mxm_column_row(struct graph_mxm_request *);
graph_status graph__cuda_mxm_bhsparse(struct graph_mxm_request *);
graph_status graph__cuda_mxm_bmsparse(struct graph_mxm_request *);

/* Bit-level single indexing for vectors; half a warp for each row for dense matrices. */
graph_status graph__cuda_mxv_blsi(struct graph_mxv_blsi_request *r);
graph_status graph__cuda_csrmm_half_warp(struct graph_csrmm_request *r);

#endif
