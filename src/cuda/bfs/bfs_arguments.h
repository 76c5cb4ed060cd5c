/* What the kernels of bfs.cu take and give, and their addresses. */
#ifndef CUDA_BFS_BFS_ARGUMENTS_H
#define CUDA_BFS_BFS_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda/bfs/bfs_cluster_arguments.h"
#include "cuda/bfs/tuning.h"

enum {
    BFS_THREADS = 1024,
    BFS_TEAM = 16,    /* blocks that run small levels; the others wait */
    BFS_BUFFER = 128, /* new vertices that a warp collects before it reserves places in the queue */
    BFS_COUNTERS = 4,
    BFS_COMPACT_THREADS = 256
};

/* A piece of a long row: edges first .. first + count - 1 out of a vertex. */
struct bfs_chunk {
    int64_t first;
    int32_t vertex, count;
};

/* A vertex of a small frontier and its edges; first is the lower half of the offset. */
struct bfs_small {
    uint32_t first;
    int32_t count, vertex, unused;
};

/* Sums over all blocks in one step; the steps use four sets in rotation. */
struct bfs_counters {
    unsigned long long edges;  /* out of the new frontier (into it, after a pull) */
    unsigned vertices, chunks; /* in the queue */
    unsigned found;            /* in this step */
    unsigned
        remaining; /* after a pull: unreached vertices with edges in; after small frontiers: the last one */
    unsigned target, unused; /* whether the target was found */
};

/* Zero before the search. */
struct bfs_control {
    unsigned long long arrivals; /* at the grid barrier */
    int depth, cluster_depth;
    struct bfs_counters counters[BFS_COUNTERS];
    struct bfs_counters
        cluster_counters; /* from bfs_cluster.cu; found: all vertices reached; remaining: the frontier */
    unsigned long long message[2][BFS_TEAM]; /* between members of the team, for two iterations */
};

/* Written to the host's memory. */
struct bfs_result {
    int64_t reached, wasted; /* wasted: edges of pushes where a pull would have read less */
    int32_t last;            /* which bitmap has the vertices reached */
    int32_t depth;
};

/* in_start NULL: no reverse edges.  Bitmaps have `words` words of 32 bits; visited[0] is zero at first.  level and parent
 * have an element for each vertex; either may be NULL, but parent needs level. */
struct bfs_arguments {
    const int64_t *out_start, *in_start;
    const int32_t *out_column, *in_column;
    int64_t n, words, edges;
    int32_t source, target, max_depth;
    bool has_cluster_levels;             /* bfs_cluster.cu has run the first levels, with: */
    const struct bfs_packed_row *packed; /* of each vertex */
    unsigned cluster_capacity;           /* of a segment */
    int32_t *level;
    long long *parent;
    uint8_t *present; /* whole words of four */
    uint32_t *visited[2], *closed;
    int32_t *queue[2];
    struct bfs_chunk *chunk[2];
    struct bfs_small *small[2]; /* BFS_TEAM parts of BFS_TEAM_EDGES */
    struct bfs_control *control;
    struct bfs_result *result;
};

/* A sparse vector: the vertices reached below `words` words, ranked, with level and parent (either may be NULL). */
struct bfs_compact_arguments {
    const uint32_t *visited;
    const int64_t *rank;
    int64_t words;
    const int32_t *level;
    const long long *parent;
    int32_t *level_index, *level_value, *parent_index;
    long long *parent_value;
};

enum { BFS_LEVELS, BFS_PARENTS, BFS_COMPACT, BFS_KERNELS };

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bfs_kernels[BFS_KERNELS];
extern const int graph__cuda_bfs_shared_bytes; /* of a block of bfs_levels and bfs_parents */

#ifdef __cplusplus
}
#endif

#endif
