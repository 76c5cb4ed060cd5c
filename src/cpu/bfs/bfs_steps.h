/* The inner steps of a search, plain and with sixteen lanes. */
#ifndef CPU_BFS_BFS_STEPS_H
#define CPU_BFS_BFS_STEPS_H

#include <stdbool.h>

#include "contract/csr.h"

enum { BATCH = 1024 };

/* Edges into vertices that were not reached before this level. */
struct batch {
    int32_t from[BATCH], to[BATCH];
    int count;
};

/* The part of a frontier that was not expanded yet: from entry k of the vertex queue[q] on; k is -1 at a row's start. */
struct frontier {
    const struct graph_csr *out;
    const int32_t *queue;
    int64_t q, end, k;
};

struct bfs_steps {
    /* Appends edges out of the frontier to vertices whose bit in `visited` is 0, and moves on, until the batch is full or
     * the frontier ends; returns whether it ended. */
    bool (*collect)(struct batch *batch, struct frontier *frontier, const uint64_t *visited);
    /* For each vertex 64 w + b where bit b of `wanted` is set: whether one of its row's vertices has its bit in `front`,
     * and in parent[b] the first that has. */
    uint64_t (*find_parents)(int32_t *parent, const struct graph_csr *in, int64_t w, uint64_t wanted,
                             const uint64_t *front);
    /* The empty ones of the `count` rows (at most 64) from row 64 w on. */
    uint64_t (*empty_rows)(const struct graph_csr *in, int64_t w, int64_t count);
};

/* The steps for this processor, and a graph whose bitmaps have so many bytes. */
const struct bfs_steps *graph__bfs_steps(int64_t bitmap_bytes);

#endif
