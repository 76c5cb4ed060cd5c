/* What the kernels of bfs_multi*.cu take, and their addresses. */
#ifndef CUDA_BFS_BFS_MULTI_ARGUMENTS_H
#define CUDA_BFS_BFS_MULTI_ARGUMENTS_H

#include <stdint.h>

#include "cuda/bfs/tuning.h"

enum {
    MULTI_THREADS = 256,
    MULTI_WORDS = 32, /* of a row, at most */
    MULTI_PLANES = 31,
    MULTI_COUNTERS = 4,
    MULTI_SIMPLE_THREADS = 256,
    MULTI_FIRST_BLOCKS = 8, /* for a source */
    MULTI_PIECE = 256       /* edges of a vertex that a warp follows at a time */
};

/* Sums over all blocks in one level. */
struct bfs_multi_counters {
    unsigned long long edges;    /* out of the vertices below */
    unsigned active;             /* vertices that were new to some source */
    unsigned tiles;              /* taken by warps after their first */
    unsigned pieces, unused;     /* of a frontier that follows its edges */
    uint32_t alive[MULTI_WORDS]; /* sources that they were new to */
};

/* The edges number piece * MULTI_PIECE and on out of a vertex. */
struct bfs_multi_piece {
    int32_t vertex, piece;
};

/* State between the launches of one group; arrivals is 0 before each. */
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
    uint32_t *seen, *frontier[2]; /* bit rows */
    uint32_t *plane[MULTI_PLANES];
    uint32_t *active[3]; /* vertices with a row in the frontier, of three levels in rotation */
    uint32_t *marked[2]; /* vertices that an edge from the frontier leads to */
    uint32_t *closed;    /* vertices that all sources have reached, or that no edge leads to */
    int32_t *long_row;   /* vertices with at least MULTI_LONG edges in */
    int *long_rows;
    struct bfs_multi_piece *piece; /* of a frontier that follows its edges */
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

/* Bits of a row. */
enum { MULTI_64, MULTI_256, MULTI_512, MULTI_1024, MULTI_WIDTHS };

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bfs_multi_prepare;
extern const void *const graph__cuda_bfs_multi_seed;
extern const void *const graph__cuda_bfs_multi_open;
extern const void *const graph__cuda_bfs_multi_first;
extern const void *const graph__cuda_bfs_multi_first_done;
extern const void *const graph__cuda_bfs_multi_search[MULTI_WIDTHS];
extern const void *const graph__cuda_bfs_multi_levels[2][3]; /* by source, by vertex; of 1, 2 and 4 bytes */
extern const void *const graph__cuda_bfs_multi_sums;

#ifdef __cplusplus
}
#endif

#endif
