/* What the kernels of betweenness_rows.cu and betweenness_pairs.cu take, and their addresses. */
#ifndef CUDA_CENTRALITY_BETWEENNESS_ARGUMENTS_H
#define CUDA_CENTRALITY_BETWEENNESS_ARGUMENTS_H

#include <stdint.h>

enum {
    BETWEEN_MOST_LANES = 64, /* sources of a batch */
    BETWEEN_LONG = 1024,     /* a row with more edges is summed in pieces, one for each of ... */
    BETWEEN_PIECES = 16,     /* ... so many warps */
    BETWEEN_ROWS_THREADS = 512,
    BETWEEN_PAIRS_THREADS = 512,
    BETWEEN_COUNTERS = 4
};

/* Edges of one direction. */
struct betweenness_edges {
    const int64_t *start;
    const int32_t *column;
};

/* ---- A bit for each source ---- */

/* 0 before a level. */
struct betweenness_found {
    unsigned long long pairs; /* of a source and a vertex, new at this level */
    unsigned is_wide, unused; /* a number of paths is beyond the limit */
};

/* Element (v, l) of paths, wave and share is at v * stride + l.  Level d has the bits level[d * n + v].  share may be
 * paths. */
struct betweenness_rows_arguments {
    struct betweenness_edges edges; /* in forward, out backward */
    int64_t n;
    int32_t stride, count; /* sources; stride is a multiple of 4 */
    int32_t depth, levels; /* forward: of the frontier; backward: of the vertices; levels that there are */
    const int64_t *source;
    uint64_t *seen, *level;
    double *paths, *wave, *share;
    int32_t *long_row;
    unsigned long long *long_rows; /* 0 before the list is made */
    int64_t long_blocks;           /* blocks that take long rows */
    struct betweenness_found *found;
};

/* ---- Pairs of a source and a vertex ---- */

/* level: negative before the pair is reached.  paths times 2^(512 exponent) paths lead there. */
struct betweenness_state {
    int32_t level, exponent;
};

struct betweenness_pairs_control {
    unsigned long long arrivals; /* at the grid barrier; 0 before each launch */
    unsigned long long wide;     /* sources with numbers of paths beyond the limit, as bits */
    int64_t first, last;         /* of the level that comes next, in the queue */
    int32_t depth;               /* its number */
    unsigned counters[BETWEEN_COUNTERS];
};

/* Pair s * n + v: source number s, vertex v.  level_start has the levels in the queue. */
struct betweenness_pairs_arguments {
    struct betweenness_edges out, in;
    int64_t n;
    int32_t count, is_symmetric;
    int32_t last_depth; /* of this launch: forward the first that is not done, backward the last that is */
    const int64_t *source;
    struct betweenness_state *state; /* all bits set before */
    double *paths, *wave, *share;
    uint32_t *queue;
    int64_t *level_start;
    struct betweenness_pairs_control *control;
};

/* ---- What a batch adds ---- */

/* Of either kind: state is NULL for bits. */
struct betweenness_sum_arguments {
    int64_t n, entries;
    int32_t stride, count, levels;
    const uint64_t *seen, *level;
    const struct betweenness_state *state;
    const double *paths, *wave, *share;
    const int32_t *row, *column; /* of the entries */
    double *vertex, *edge;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_between_find_long;
extern const void *const graph__cuda_between_rows_open;
extern const void *const graph__cuda_between_rows_forward;
extern const void *const graph__cuda_between_rows_backward;
extern const void *const graph__cuda_between_rows_add;
extern const void *const graph__cuda_between_rows_add_edges;
extern const void *const graph__cuda_between_pairs_open;
extern const void *const graph__cuda_between_pairs_forward;
extern const void *const graph__cuda_between_pairs_backward;
extern const void *const graph__cuda_between_pairs_add;
extern const void *const graph__cuda_between_pairs_add_edges;

#ifdef __cplusplus
}
#endif

#endif
