/* Breadth-first search on the device, from one source and from many; see contract/kernels.h and contract/paths.h. */
#ifndef CUDA_BFS_BFS_HOST_H
#define CUDA_BFS_BFS_HOST_H

#include "contract/kernels.h"
#include "contract/paths.h"
#include "cuda/runtime/call.h"

graph_status graph__cuda_bfs(struct graph_bfs_request *r);
graph_status graph__cuda_bfs_multi(struct graph_bfs_multi_request *r);

/* The phases of graph__cuda_bfs, for a benchmark of the search alone: allocate, enqueue the search, make the results.
 * Between graph__cuda_begin and graph__cuda_end; close follows open also after a failure. */
struct graph_cuda_search {
    int32_t *level;
    int64_t *parent;
    uint8_t *present;
    bool is_level_scratch;
    void *zeroed; /* control and the first bitmap */
    size_t zeroed_bytes;
    uint32_t *visited[2], *closed;
    int32_t *queue[2];
    void *chunk[2], *small;
    bool is_cluster; /* one cluster runs the first levels, with: */
    unsigned cluster_capacity;
    size_t cluster_bytes; /* of shared memory */
};

graph_status graph__cuda_bfs_open(struct cuda_call *call, struct graph_cuda_search *s,
                                  const struct graph_bfs_request *r);
graph_status graph__cuda_bfs_enqueue(struct cuda_call *call, const struct graph_cuda_search *s,
                                     const struct graph_bfs_request *r);
graph_status graph__cuda_bfs_finish(struct cuda_call *call, struct graph_cuda_search *s,
                                    struct graph_bfs_request *r);
void graph__cuda_bfs_close(struct graph_cuda_search *s);

#endif
