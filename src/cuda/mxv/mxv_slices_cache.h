/* Products of a matrix with full vectors, many times: its columns in a form in which less is read of the vector from the
 * second-level cache, that of mxv_slices.cuh.  It is made when a matrix comes for the fourth time, takes 4.5 bytes for an
 * entry, and is kept until the matrix goes or memory is short. */
#ifndef CUDA_MXV_MXV_SLICES_CACHE_H
#define CUDA_MXV_MXV_SLICES_CACHE_H

#include <stdbool.h>

#include "contract/kernels.h"
#include "cuda/runtime/device.h"
#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/mxv/mxv_arguments.h"

/* *is_done = whether the rows of r->A have been folded against r->u, which is full, into a->w; otherwise nothing has
 * been enqueued. */
graph_status graph__cuda_pull_kept(bool *is_done, const struct graph_mxv_request *r,
                                   const struct mxv_pull_arguments *a);

/* Forgets what is kept of a matrix with this array, which is about to change or to go; and of all of them, unless a call is
 * at it: then false.  For memory.c. */
void graph__cuda_forget_kept(const void *array);
bool graph__cuda_drop_kept(void);

/* Products that have been made so. */
int64_t graph__cuda_kept_products(void);

/* Matrices of fewer entries are left alone, and those whose tiles find u in fewer sectors than so many hundredths of their
 * entries.  For tests; returns what it was. */
struct graph_cuda_kept_limits {
    int64_t least_entries;
    int least_sectors, calls;
};
struct graph_cuda_kept_limits graph__cuda_limit_kept(struct graph_cuda_kept_limits limits);

#endif
