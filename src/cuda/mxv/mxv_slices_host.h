/* Columns of a matrix by slices of u; see mxv_slices.cuh. */
#ifndef CUDA_MXV_MXV_SLICES_HOST_H
#define CUDA_MXV_MXV_SLICES_HOST_H

#include <stdbool.h>

#include "contract/kernels.h"
#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/mxv/mxv_arguments.h"
#include "cuda/mxv/mxv_slices_arguments.h"
#include "cuda/runtime/call.h"

struct column_slices {
    struct slices slices;
    int most_rows; /* of a tile */
};

/* Whether the kernels can have a matrix, and gain by more than it takes to make the slices: rows are not so short that it
 * takes as long to fold them as to read u. */
bool graph__cuda_suits_slices(const struct graph_csr *A, size_t value_bytes);

/* The slices in memory of their own; *memory stays NULL if tiles find u in fewer sectors than so many hundredths of
 * their entries, or have too many rows. */
graph_status graph__cuda_make_slices(struct cuda_call *call, struct column_slices *k, void **memory,
                                     const struct graph_csr *A, size_t value_bytes, int least_percent);

graph_status graph__cuda_fold_slices(struct cuda_call *call, const struct graph_mxv_request *r,
                                     const struct mxv_pull_arguments *pull, const struct column_slices *k);

#endif
