/* Products of full bands; see mxm_dia_band.cuh. */
#ifndef CUDA_MXM_DIAGONALS_MXM_DIA_BAND_HOST_H
#define CUDA_MXM_DIAGONALS_MXM_DIA_BAND_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/diagonals/mxm_dia_arguments.h"
#include "cuda/runtime/call.h"

/* The diagonals of a matrix on the host. */
struct graph_dia_diagonals {
    int64_t count, elements;  /* elements: inside the matrix */
    int32_t offset[DIA_MOST]; /* ascending */
    bool is_full;             /* every element of theirs inside the matrix is an entry */
    bool is_contiguous;       /* no offset between two of them is missing */
};

/* What a launch takes. */
struct graph_dia_band {
    struct dia_band_arguments arguments;
    size_t shared_bytes;
    int threads;
};

/* Lays out the product; false: A, B or C lacks an element of its diagonals, which are to be neighbours, or a row takes
 * too much shared memory. */
bool graph__dia_band_open(struct graph_dia_band *band, const struct graph_mxm_request *r,
                          const struct graph_dia_diagonals *A, const struct graph_dia_diagonals *B);

/* Enqueues it; C's arrays are the caller's, also after a failure. */
graph_status graph__dia_band_multiply(struct cuda_call *call, struct graph_csr_arrays *C,
                                      const struct graph_mxm_request *r, struct graph_dia_band *band);

#endif
