/* What the kernels of bfs_cluster.cu and bfs_cluster_multi.cu take besides struct bfs_arguments, and their addresses. */
#ifndef CUDA_BFS_BFS_CLUSTER_ARGUMENTS_H
#define CUDA_BFS_BFS_CLUSTER_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda/bfs/tuning.h"

enum {
    CLUSTER_BLOCKS = 16,   /* of a single search: 8 and 4 were slower (docs/gpu-runs/algorithms.md) */
    CLUSTER_THREADS = 512, /* of a block */
    CLUSTER_MOST_EDGES = (1 << 24) - 1, /* out of a level of any search: the largest number in a message */
    CLUSTER_MULTI_THREADS = 1024,
    CLUSTER_PACK_THREADS = 256
};

/* A vertex that an edge leads to; `from`, the other end of the edge, has been visited.  Both are codes. */
struct bfs_cluster_candidate {
    int32_t code, from;
};

struct bfs_packed_row {
    int32_t neighbour[4];
};

/* packed[code of v] = the codes of the neighbours of v, up to four, then -1; or, if there are more, the lower half of the
 * offset of its first edge, the number of its edges, 0 and -2.  Codes are those of a cluster of `blocks` blocks
 * (bfs_cluster.cuh); packed has as many elements as there are vertices, rounded up to a multiple of `blocks`. */
struct bfs_pack_arguments {
    const int64_t *start;
    const int32_t *column;
    int64_t n;
    unsigned blocks;
    struct bfs_packed_row *packed;
};

/* Words of control, all zero at first: the next source; whether a search did not fit; whether a level did not fit its
 * type. */
enum { CLUSTER_NEXT, CLUSTER_FAILED, CLUSTER_TOO_DEEP, CLUSTER_CONTROLS };

/* Many searches; each cluster runs one at a time.  Level of vertex v from source k: element k * source_stride +
 * v * vertex_stride of `level`, of level_bytes bytes; any array may be NULL. */
struct bfs_cluster_multi_arguments {
    const struct bfs_packed_row *packed;
    const int32_t *column;
    int64_t n;
    const int64_t *source;
    int64_t first_source, sources;
    void *level;
    int64_t source_stride, vertex_stride;
    int level_bytes;
    int most_depth;
    int32_t unreached;
    unsigned capacity, most_edges;
    unsigned long long *reached, *distance_sum;
    int *eccentricity;
    unsigned *control;
};

enum { MULTI_CLUSTER_SIZES = 5 }; /* clusters of 1, 2, 4, 8 and 16 blocks */

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bfs_pack_kernel;
extern const void *const graph__cuda_bfs_cluster_kernel;
extern const void *const graph__cuda_bfs_cluster_multi[MULTI_CLUSTER_SIZES];
extern const int graph__cuda_bfs_cluster_shared_bytes; /* of a block, without inboxes and bits, at most */

#ifdef __cplusplus
}
#endif

#endif
