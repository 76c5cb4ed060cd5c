/* What the kernels of pagerank.cu and pagerank_lanes.cu take, and their addresses. */
#ifndef CUDA_CENTRALITY_PAGERANK_ARGUMENTS_H
#define CUDA_CENTRALITY_PAGERANK_ARGUMENTS_H

#include <stdint.h>

#include "cuda/primitives/merge_path_arguments.h"

enum {
    PAGERANK_THREADS = 256,
    /* One column: entries of a tile at most; rows of at most PAGERANK_UNCUT entries are not cut. */
    PAGERANK_TILE = 1536,
    PAGERANK_UNCUT = 256,
    PAGERANK_ITEMS = PAGERANK_TILE - PAGERANK_UNCUT,
    /* Several columns: a group of lanes takes a tile, a lane for each column.  An element of the gathered array has 64
     * bytes: two sectors, so that a random read uses all that it moves. */
    PAGERANK_LANE_ITEMS = 192,
    PAGERANK_LANE_UNCUT = 64,
    PAGERANK_LANES_FP32 = 16,
    PAGERANK_LANES_FP64 = 8,
    PAGERANK_MOST_LANES = 16,
    PAGERANK_BEGIN_BLOCKS = 256, /* at most */
    PAGERANK_JOIN_BLOCKS = 1024  /* of several columns, at most: the last one adds up what they leave */
};

/* Sums of a round, of each column. */
struct pagerank_sums {
    double moved, dangling; /* of |x' - x|; of x' at dangling vertices */
};

/* The state of the walks.  A column is done when its `moved` is at most the tolerance, or from the beginning if nobody
 * wants it; its values then stay. */
struct pagerank_control {
    struct pagerank_sums sums[PAGERANK_MOST_LANES];
    int64_t rounds;                       /* in which some column was not done */
    int32_t is_done[PAGERANK_MOST_LANES]; /* of each column */
    int32_t waiting;                      /* columns that are not done */
    unsigned arrived;                     /* blocks that have ended; 0 between kernels */
    unsigned long long dangling;          /* vertices */
};

/* A round.  Row i of the matrix has the edges into a vertex; column and y are indexed by the other ends, x, next, inverse
 * and personalization by rows.  Arrays of several columns have `lanes` elements for each vertex. */
struct pagerank_arguments {
    struct merge_path cuts;
    const int64_t *row_start;
    const int32_t *column;
    const void *weight; /* NULL: 1 */
    int64_t rows;
    double damping, tolerance, uniform;
    const double *inverse;         /* 1 / (weight out of a vertex); 0: dangling */
    const double *personalization; /* NULL: `uniform` everywhere */
    const int64_t *seed;           /* of each column, where there are several */
    const int32_t *place;          /* of each vertex in y and next; NULL: its number.  One column only */
    const void *y;                 /* x times inverse, of all vertices */
    void *x, *next;
    double *piece;                       /* by tiles: the part of the row inside which the tile begins ... */
    double *begun;                       /* ... and that of the row that goes on in the next tile */
    struct pagerank_sums *part, *joined; /* by blocks of the round, and of the kernel that ends it */
    struct pagerank_control *control;
    int32_t columns; /* that are wanted */
};

/* By leading zeros of the number of edges out of a vertex. */
enum { PAGERANK_CLASSES = 33, PAGERANK_CLASS_BITS = 6 };
struct pagerank_degrees {
    unsigned long long vertices[PAGERANK_CLASSES], edges[PAGERANK_CLASSES];
};

/* place[v]: where vertex v stands in the gathered vector. */
struct pagerank_order_arguments {
    const int64_t *out_start;
    int64_t n, entries;
    struct pagerank_degrees *classes; /* 0 before */
    uint32_t *key, *vertex;
    int32_t *place, *renumbered;
    const int32_t *column;
};

struct pagerank_inverse_arguments {
    const int64_t *row_start;
    const void *weight;
    int64_t rows;
    double *inverse;
    unsigned long long *dangling; /* vertices; 0 before */
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_pagerank_classes;
extern const void *const graph__cuda_pagerank_places;
extern const void *const graph__cuda_pagerank_renumber;
/* By type, fp32 and fp64; by whether there are weights. */
extern const void *const graph__cuda_pagerank_inverse[2];
extern const void *const graph__cuda_pagerank_begin[2];
extern const void *const graph__cuda_pagerank_tiles[2][2];
extern const void *const graph__cuda_pagerank_join[2];
extern const void *const graph__cuda_pagerank_lanes_begin[2];
extern const void *const graph__cuda_pagerank_lanes_tiles[2][2];
extern const void *const graph__cuda_pagerank_lanes_join[2];

#ifdef __cplusplus
}
#endif

#endif
