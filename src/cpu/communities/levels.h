/* What the steps of Louvain's and Leiden's methods share: the graph of a level, and the state of its communities. */
#ifndef CPU_COMMUNITIES_LEVELS_H
#define CPU_COMMUNITIES_LEVELS_H

#include <stdbool.h>

#include "contract/structure.h"

enum {
    STEP_BITS = GRAPH_MOVE_STEP_BITS,
    STEPS = GRAPH_MOVE_STEPS,
    PARALLEL_WORK = 1 << 14 /* entries of a step, below which it is not worth waking threads for */
};

/* The graph of a level: rows in any order of columns.  The weights of entries (v, v), which only the graph of the caller may
 * have, are in `inner`. */
struct level {
    int64_t n, entries;
    const int64_t *row_start;
    const int32_t *column;
    const int64_t *weight; /* NULL: all are 1 */
    bool has_loops;        /* there are entries (v, v), as in the graph of the caller */
    int64_t *inner;        /* the weight of v with itself */
    int64_t *degree;       /* the sum of the weights of v, inner included */
    int64_t *made_start;   /* what this level has to free; NULL: of the caller */
    int32_t *made_column;
    int64_t *made_weight;
};

/* Room for all levels, for graphs of up to n vertices and `threads` threads. */
struct room {
    int threads;
    int64_t total, resolution; /* W; in 1 / 65,536 */
    bool is_narrow;            /* gains fit into 64 bits */
    int64_t narrow_total, narrow_resolution;
    int32_t *step_list; /* vertices in the order of their steps */
    int64_t step_begin[STEPS + 1];
    int32_t *target; /* where a vertex goes next */
    uint8_t *is_active;
    int64_t *sum;      /* of the degrees of a community */
    int64_t *part_sum; /* refinement: of a part */
    int32_t *size;     /* refinement: the vertices of a part */
    int64_t *outer;    /* refinement: weight from a part to the rest of its community */
    int64_t *within;   /* refinement: weight from a vertex to the rest of its community */
    int64_t *towards;  /* threads x n: weight from a vertex to communities; zero outside of use */
    int32_t *touched;  /* threads x n: which they are */
    graph_progress_function *progress;
    void *context;
};

static inline int64_t graph__weight_at(const struct level *g, int64_t k)
{
    return g->weight != NULL ? g->weight[k] : 1;
}

/* What joining a community of the sum K brings a vertex of the degree k with the weight w towards it, times W and, where
 * is_narrow says that it fits, divided by 65,536 if the resolution is 1. */
static inline int64_t graph__narrow_gain(const struct room *room, int64_t w, int64_t k, int64_t K)
{
    return w * room->narrow_total - k * K * room->narrow_resolution;
}

__extension__ typedef __int128 graph__wide;
static inline graph__wide graph__gain(const struct room *room, int64_t w, int64_t k, int64_t K)
{
    if (room->is_narrow)
        return graph__narrow_gain(room, w, k, K);
    return (graph__wide)w * room->total * 65536 - (graph__wide)k * K * room->resolution;
}

/* Lists the vertices of each step, but for those without neighbours. */
void graph__list_steps(struct room *room, const struct level *g);

/* Moves vertices from their communities until a round moves none; *moved is how many did in all.  GRAPH_E_CANCELLED. */
graph_status graph__move_vertices(int64_t *moved, int32_t *community, const struct level *g,
                                  struct room *room);

/* part[v] = the connected part that v is in after its community has been made anew. */
void graph__refine(int32_t *part, const int32_t *community, const struct level *g, struct room *room);

/* *next = the graph whose vertices are the `count` groups of `of`. */
graph_status graph__contract(struct level *next, const struct level *g, const int32_t *of, int64_t count,
                             struct room *room);
void graph__level_release(struct level *g);

#endif
