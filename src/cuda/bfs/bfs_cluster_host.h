/* What the host needs for a search by a cluster; see bfs_cluster.cuh. */
#ifndef CUDA_BFS_BFS_CLUSTER_HOST_H
#define CUDA_BFS_BFS_CLUSTER_HOST_H

#include "contract/csr.h"
#include "cuda/bfs/bfs_cluster_arguments.h"
#include "cuda/runtime/call.h"

/* Whether the mean degree is small, so that there may be many levels with small frontiers; in other graphs a cluster soon
 * runs out of room. */
bool graph__cuda_bfs_suits_cluster(const struct graph_csr *A);

/* Whether the bits of n vertices fit the shared memory of `blocks` blocks: *capacity of a segment, *shared_bytes of a
 * block. */
bool graph__cuda_bfs_cluster_fits(unsigned *capacity, size_t *shared_bytes, int64_t n, int blocks);

/* *packed = the neighbours of each vertex for clusters of `blocks` blocks, in scratch memory. */
graph_status graph__cuda_bfs_pack_neighbours(struct cuda_call *call, const struct bfs_packed_row **packed,
                                             const struct graph_csr *A, int blocks);

#endif
