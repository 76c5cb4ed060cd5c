/* One search of betweenness: from up to eight sources at once, a lane each, or from one. */
#ifndef CPU_CENTRALITY_BETWEENNESS_SEARCH_H
#define CPU_CENTRALITY_BETWEENNESS_SEARCH_H

#include <stdatomic.h>

#include "contract/centrality.h"

enum { MOST_LANES = 8 };

/* Numbers of paths above this need scaled numbers: 1 / paths is still a normal number. */
#define PATHS_LIMIT 0x1p1000

/* What a search holds; n vertices, `lanes` elements for each in paths, share and wave.
 *
 *   forward   wave(u) has the paths to u in the lanes of the frontier, 0 in the others
 *   backward  wave(v) has (1 + share(v)) / paths(v) in the lanes of the level above, 0 in the others
 *
 * so that a sum over edges adds whole waves, and an edge whose end is not in `front` for one of the lanes is skipped. */
struct betweenness_search {
    const struct graph_csr *out, *in;
    const int64_t *source;
    int lanes, used; /* lanes of the arrays; sources */
    double *paths, *share, *wave;
    uint8_t *seen, *front, *next; /* lanes as bits */
    int32_t *list;                /* vertices level by level, and their lanes at that level */
    uint8_t *bits;
    int64_t *level_start;
    int64_t levels;
    atomic_llong found; /* end of the list */
    atomic_llong frontier_edges,
        unseen_edges;    /* out of the frontier; into unseen vertices, summed over lanes */
    atomic_bool is_wide; /* a number of paths is above the limit: the result is not valid */
    double *edge;        /* of each entry of out; NULL: not wanted */
    int threads;
    bool (*goes_on)(void *); /* called at each level; false: stop */
    void *context;
};

/* The steps on ranges, for one instruction set; see betweenness_search.inc. */
struct betweenness_steps {
    void (*push)(struct betweenness_search *s, int64_t first, int64_t last);
    void (*pull)(struct betweenness_search *s, int64_t first, int64_t last);
    void (*count)(struct betweenness_search *s, int64_t first, int64_t last);
    void (*finish)(struct betweenness_search *s, int64_t first, int64_t last);
    void (*collect)(struct betweenness_search *s, int64_t first, int64_t last);
    void (*prepare)(struct betweenness_search *s, int64_t first, int64_t last, bool is_last);
};

extern const struct betweenness_steps graph__betweenness_steps_1, graph__betweenness_steps_8,
    graph__betweenness_steps_8_avx2, graph__betweenness_steps_8_avx512;

/* Searches; false if goes_on said so. */
bool graph__betweenness_search(struct betweenness_search *s, const struct betweenness_steps *steps);

/* The same for one source by weights (of in and out), or without where paths are too many for fp64: results go to lane
 * `lane` of share, seen and edge.  false: a weight is lost in rounding. */
struct ordered_search {
    const struct graph_csr *out, *in;
    double *distance, *paths, *part; /* part(v) = (1 + share(v)) / mantissa of paths(v) */
    int32_t *exponent, *order, *heap, *place;
};
graph_status graph__ordered_search_open(struct ordered_search *s, void **block, const struct graph_csr *out,
                                        const struct graph_csr *in);
uint64_t graph__ordered_search_bytes(int64_t vertices);
bool graph__ordered_search_run(struct ordered_search *s, int64_t source, double *share, uint8_t *seen,
                               int lanes, int lane, double *edge);

#endif
