/* What the kernels of bfs_cluster.cu and bfs_cluster_multi.cu take besides struct bfs_arguments. */
#ifndef CUDA_BFS_BFS_CLUSTER_ARGUMENTS_H
#define CUDA_BFS_BFS_CLUSTER_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    THIN_TEAM = 16,                  /* blocks of a search alone */
    THIN_THREADS = 512,              /* of a block */
    THIN_EDGES = 1 << 15,            /* out of a level of a search alone, at most, ... */
    THIN_MOST_EDGES = (1 << 24) - 1, /* ... and of any search: messages tell of no more */
    THIN_MULTI_THREADS = 1024,
    THIN_NEAR_THREADS = 256
};

/* A vertex that an edge leads to; the vertex at the other end is known to have been visited.  Both by their codes. */
struct bfs_thin_candidate {
    int32_t code, from;
};

struct bfs_four {
    int32_t neighbour[4];
};

/* near[code of v] = the codes of the neighbours of v, up to four, then -1; or, if there are more, the lower half of the
 * offset of its first edge, how many there are, 0 and -2.  Codes are those of a cluster of `team` blocks (bfs_cluster.cuh);
 * near has as many elements as there are vertices in whole rows of the team. */
struct bfs_near_arguments {
    const int64_t *start;
    const int32_t *column;
    int64_t n;
    unsigned team;
    struct bfs_four *near;
};

/* Words of control, all zero at first: the next source to take; whether a search did not fit; whether a level did not fit
 * its type. */
enum { THIN_NEXT, THIN_FAILED, THIN_TOO_DEEP, THIN_CONTROLS };

/* Many searches, a cluster each at a time.  Level of vertex v from source k: element k * source_stride +
 * v * vertex_stride of `level`, of level_bytes bytes; any array may be NULL. */
struct bfs_thin_multi_arguments {
    const struct bfs_four *near;
    const int32_t *column;
    int64_t n;
    const int64_t *source;
    int64_t first_source, sources;
    void *level;
    int64_t source_stride, vertex_stride;
    int level_bytes;
    int most_depth;
    int32_t unreached;
    unsigned room, most_edges;
    unsigned long long *reached, *distance_sum;
    int *eccentricity;
    unsigned *control;
};

#endif
