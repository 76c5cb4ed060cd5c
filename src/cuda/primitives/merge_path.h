/* The rows of a matrix cut into tiles of about equal work, cached for the next call on the same matrix.
 *
 * The work of row i is its entries and one item more, so that item d lies in the last row i with i + row_start[i] <= d,
 * which bisection finds: tile t begins at item t * items.  A row of at most `uncut` entries is never cut, it belongs to
 * the tile in which it would begin to be; so a tile has at most items + uncut entries.
 *
 * After Merrill and Garland, "Merge-based parallel sparse matrix-vector multiplication", SC 2016. */
#ifndef CUDA_PRIMITIVES_MERGE_PATH_H
#define CUDA_PRIMITIVES_MERGE_PATH_H

#include "cuda/runtime/call.h"
#include "cuda/primitives/merge_path_arguments.h"

/* The tiles of A, to be used before graph__cuda_end.  The content of row_start must stay as it is until it is released
 * or uploaded. */
graph_status graph__cuda_merge_path_tiles(struct cuda_call *call, struct merge_path *cuts,
                                          const struct graph_csr *A, int64_t items, int64_t uncut);

/* cuts->row_end, of tiles that were just found, of less than 2^16 entries. */
graph_status graph__cuda_merge_path_ends(struct cuda_call *call, struct merge_path *cuts,
                                         const struct graph_csr *A);

#endif
