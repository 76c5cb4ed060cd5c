/* What the kernels of bfs.cu take, and what they leave for the host. */
#ifndef CUDA_BFS_BFS_ARGUMENTS_H
#define CUDA_BFS_BFS_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda/bfs/bfs_cluster_arguments.h"

enum {
    BFS_THREADS = 1024,
    BFS_CHUNK = 128,           /* edges of one vertex that a warp takes at a time */
    BFS_TEAM = 16,             /* blocks that run small levels together */
    BFS_TEAM_EDGES = 1 << 14,  /* out of a frontier that they take, at most */
    BFS_ALONE_EDGES = 1 << 10, /* and of one that the first block takes alone */
    BFS_ROOM = 128,            /* new vertices that a warp gathers before it takes a place in the queue */
    BFS_COUNTERS = 4,
    BFS_GATHER_THREADS = 256
};

/* A stretch of a long row: edges first .. first + count - 1 out of a vertex. */
struct bfs_chunk {
    int64_t first;
    int32_t vertex, count;
};

/* A vertex of a small frontier and its edges; first is the lower half of the offset. */
struct bfs_few {
    uint32_t first;
    int32_t count, vertex, unused;
};

/* What all blocks add up in one step; four sets take turns. */
struct bfs_counters {
    unsigned long long edges;  /* out of the new frontier (into it, after a step that pulls) */
    unsigned vertices, chunks; /* in the queue */
    unsigned found;            /* in this step */
    unsigned left;             /* unreached vertices with edges in, after a step that pulls */
    unsigned target, unused;   /* whether the target was found */
};

/* Zero before the search. */
struct bfs_control {
    unsigned long long arrivals; /* at the barrier */
    int depth, begun_depth;
    struct bfs_counters counters[BFS_COUNTERS];
    struct bfs_counters begun; /* what bfs_cluster.cu leaves: found: reached so far; left: the frontier */
    unsigned long long message[2][BFS_TEAM]; /* of the members to each other, two turns */
};

/* Written to the host's memory. */
struct bfs_result {
    int64_t reached, regretted;
    int32_t last; /* which bitmap has the vertices reached */
    int32_t depth;
};

/* in_start NULL: no edges against the direction of the search.  Bitmaps have `words` words of 32 bits; visited[0] is
 * zero at first.  level and parent have an element for each vertex; either may be NULL, level not if parent is there. */
struct bfs_arguments {
    const int64_t *out_start, *in_start;
    const int32_t *out_column, *in_column;
    int64_t n, words, edges;
    int32_t source, target, max_depth;
    bool has_begun;              /* bfs_cluster.cu has run the first levels, with: */
    const struct bfs_four *near; /* of each vertex */
    unsigned thin_room;          /* of a segment */
    int32_t *level;
    long long *parent;
    uint8_t *present; /* whole words of four */
    uint32_t *visited[2], *closed;
    int32_t *queue[2];
    struct bfs_chunk *chunk[2];
    struct bfs_few *few[2]; /* BFS_TEAM parts of BFS_TEAM_EDGES */
    struct bfs_control *control;
    struct bfs_result *result;
};

/* A sparse vector: the vertices reached below `words` words, ranked, with level and parent (either may be NULL). */
struct bfs_gather_arguments {
    const uint32_t *visited;
    const int64_t *rank;
    int64_t words;
    const int32_t *level;
    const long long *parent;
    int32_t *level_index, *level_value, *parent_index;
    long long *parent_value;
};

#endif
