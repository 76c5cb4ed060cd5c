/* What searches by clusters need; see bfs_cluster.cuh. */
#ifndef CUDA_BFS_BFS_CLUSTER_HOST_H
#define CUDA_BFS_BFS_CLUSTER_HOST_H

#include "contract/csr.h"
#include "cuda/bfs/bfs_cluster_arguments.h"
#include "cuda/runtime/call.h"

/* Whether a graph has few edges for each vertex, so that it may have many levels and small frontiers; if not, a cluster soon
 * gives up. */
bool graph__cuda_bfs_suits_cluster(const struct graph_csr *A);

/* Whether the bits of n vertices fit the shared memory of `team` blocks: *room of a segment, *shared_bytes of a block. */
bool graph__cuda_bfs_cluster_fits(unsigned *room, size_t *shared_bytes, int64_t n, int team);

/* *near = the neighbours of each vertex for clusters of `team` blocks, in scratch memory. */
graph_status graph__cuda_bfs_cluster_near(struct cuda_call *call, const struct bfs_four **near,
                                          const struct graph_csr *A, int team);

#endif
