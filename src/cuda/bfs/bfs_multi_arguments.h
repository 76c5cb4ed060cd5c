/* What the kernels of bfs_multi.cu and bfs_multi_levels.cu take. */
#ifndef CUDA_BFS_BFS_MULTI_ARGUMENTS_H
#define CUDA_BFS_BFS_MULTI_ARGUMENTS_H

enum {
    MULTI_THREADS = 256,
    MULTI_LONG = 2048, /* edges into a vertex that a block reads together, at least */
    MULTI_WORDS = 32,  /* of a row, at most */
    MULTI_PLANES = 31,
    MULTI_COUNTERS = 4,
    MULTI_SIMPLE_THREADS = 256,
    MULTI_FIRST_BLOCKS = 8, /* for a source */
    MULTI_PIECE = 256,      /* edges of a vertex that a warp follows at a time */
    MULTI_PUSH_SHARE = 16   /* of the vertices: a smaller front of level 2 follows its edges */
};

/* What all blocks add up in one level. */
struct bfs_multi_counters {
    unsigned long long edges;    /* out of the vertices below */
    unsigned active;             /* vertices that were new to some source */
    unsigned tiles;              /* taken by warps that were done with their first */
    unsigned pieces, unused;     /* of a front that follows its edges */
    uint32_t alive[MULTI_WORDS]; /* sources that they were new to */
};

/* The edges number piece * MULTI_PIECE and on out of a vertex. */
struct bfs_multi_piece {
    int32_t vertex, piece;
};

/* Kept from launch to launch of one group; arrivals is 0 before each. */
struct bfs_multi_control {
    unsigned long long arrivals;
    int depth, unused; /* levels that are done */
    struct bfs_multi_counters last, counters[MULTI_COUNTERS];
};

/* A row of a bit matrix has 64 to 1,024 bits, one for each source of the group: `words` words of 32 bits for each vertex.
 * Bitmaps over the vertices have `tiles` words. */
struct bfs_multi_arguments {
    const int64_t *out_start, *in_start;
    const int32_t *out_column, *in_column;
    int64_t n, tiles, edges;
    int words, count; /* sources in the group */
    int last_depth;   /* of this launch */
    const int64_t *source;
    int64_t first_source;
    uint32_t *seen, *front[2]; /* bit rows */
    uint32_t *plane[MULTI_PLANES];
    uint32_t *active[3]; /* vertices with a row in front; levels take turns */
    uint32_t *marked[2]; /* vertices that an edge from the front leads to */
    uint32_t *closed;    /* that all sources have reached, or that no edge leads to */
    int32_t *long_row;   /* vertices with many edges in */
    int *long_rows;
    struct bfs_multi_piece *piece; /* of a front that follows its edges */
    struct bfs_multi_control *control;
};

/* Levels and sums of one group; each array may be NULL.  Level of vertex v from source k: element
 * k * source_stride + v * vertex_stride. */
struct bfs_multi_levels_arguments {
    const uint32_t *seen, *plane[MULTI_PLANES];
    int64_t n;
    int words, count, planes;
    void *level;
    int64_t source_stride, vertex_stride;
    unsigned long long *reached, *distance_sum; /* of each source of the group; 0 at first */
    int *eccentricity;
};

#endif
