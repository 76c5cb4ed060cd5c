/* The state of a breadth-first search, and its levels in both directions. */
#ifndef CPU_BFS_BFS_LEVELS_H
#define CPU_BFS_BFS_LEVELS_H

#include "contract/csr.h"
#include "cpu/bfs/bfs_steps.h"

struct graph_progress;

/* While threads share the levels, each has a copy of this struct, and all copies change in the same way. */
struct search {
    const struct graph_csr *out, *in;
    int64_t n, words, target, max_depth;
    int threads;
    int64_t least_shared_edges; /* of a level that threads share */
    const struct bfs_steps *steps;
    uint64_t *bitmaps, *visited, *found, *front, *closed; /* the last two are read only with `in` */
    int32_t *queue; /* the frontier in [begin, end) while top-down; one element more than vertices */
    int64_t begin, end;
    int32_t *level;
    int64_t *parent; /* either may be NULL */
    int32_t depth;   /* of the frontier */
    int64_t frontier_edges, unexplored_edges;
    int64_t reached, wasted;
    bool is_uniform;         /* the rows of the frontier have about the same length */
    bool is_closed_prepared; /* closed has what does not change */
    struct graph_progress *progress;
    bool is_front_prepared;  /* front has the frontier that is in the queue */
    bool is_parent_prepared; /* unreached vertices have the parent INT64_MAX, for atomic minima */
};

static inline int64_t degree(const struct graph_csr *A, int64_t v)
{
    return A->row_start[v + 1] - A->row_start[v];
}

/* Runs levels until nothing is reached any more, the search is as deep as wanted, has its target or is cancelled. */
void graph__bfs_levels(struct search *s);

#endif
