/* Steps of a product with a vector that its host files share. */
#ifndef CUDA_MXV_MXV_STEPS_H
#define CUDA_MXV_MXV_STEPS_H

#include <stdbool.h>

#include "contract/kernels.h"
#include "cuda/primitives/merge_path_arguments.h"
#include "cuda/runtime/call.h"

#include "cuda/mxv/mxv_arguments.h"
#include "cuda/mxv/mxv_slices_arguments.h"

/* ---- Rows in several tiles (mxv_join_host.c) ---- */

/* For a kernel over the tiles a->cuts: allocates the partial sums of cut rows, and sets a->arrived if the kernel joins
 * them. */
graph_status graph__cuda_open_joins(struct cuda_call *call, struct mxv_pull_arguments *a, size_t value_bytes);

/* Joins them after that kernel, if it does not. */
graph_status graph__cuda_close_joins(struct cuda_call *call, const struct graph_semiring *semiring,
                                     const struct mxv_pull_arguments *a);

/* ---- Columns by slices of u (mxv_slices_host.c) ---- */

struct column_slices {
    struct slices slices;
    int most_rows; /* of a tile */
};

/* Whether the kernels can take a matrix, and gain more than the slices cost: reading u takes longer than folding the
 * rows. */
bool graph__cuda_suits_slices(const struct graph_csr *A, size_t value_bytes);

/* Makes the slices of A in a block of memory.  *memory stays NULL if tiles read u in fewer sectors than least_percent of
 * their entries, or have too many rows. */
graph_status graph__cuda_make_slices(struct cuda_call *call, struct column_slices *k, void **memory,
                                     const struct graph_csr *A, size_t value_bytes, int least_percent);

graph_status graph__cuda_fold_slices(struct cuda_call *call, const struct graph_mxv_request *r,
                                     const struct mxv_pull_arguments *pull, const struct column_slices *k);

/* ---- The cache of slices (mxv_slices_cache.c) ---- */

/* Folds the rows of r->A against the full vector r->u into a->w by slices, where that pays: *is_done.  Otherwise nothing is
 * enqueued.  CUDA_PRODUCTS_BY_SLICES counts such products. */
graph_status graph__cuda_pull_cached(struct cuda_call *call, bool *is_done, const struct graph_mxv_request *r,
                                     const struct mxv_pull_arguments *a);

#endif
