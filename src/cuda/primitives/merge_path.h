/* Merge-path tiles: the rows of a matrix cut into tiles of about equal work, cached for the next call on the same
 * matrix.
 *
 * A row has an item for each entry and one for itself.  So item d lies in the last row i with i + row_start[i] <= d,
 * which bisection finds, and tile t begins at item t * items.  A row of at most `uncut` entries is never cut: it
 * belongs whole to the tile that would begin inside it.  A tile has therefore at most items + uncut entries.
 *
 * After Merrill and Garland, "Merge-based parallel sparse matrix-vector multiplication", SC 2016. */
#ifndef CUDA_PRIMITIVES_MERGE_PATH_H
#define CUDA_PRIMITIVES_MERGE_PATH_H

#include "cuda/runtime/call.h"
#include "cuda/primitives/merge_path_arguments.h"

/* The tiles of A, valid until graph__cuda_end.  row_start must not change until it is released or uploaded. */
graph_status graph__cuda_merge_path_tiles(struct cuda_call *call, struct merge_path *cuts,
                                          const struct graph_csr *A, int64_t items, int64_t uncut);

/* Adds cuts->row_end to tiles of the same call, which have less than 2^16 entries. */
graph_status graph__cuda_merge_path_ends(struct cuda_call *call, struct merge_path *cuts,
                                         const struct graph_csr *A);

#endif
