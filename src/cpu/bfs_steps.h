/* The inner step of a top-down search, plain and with sixteen lanes. */
#ifndef CPU_BFS_STEPS_H
#define CPU_BFS_STEPS_H

#include <stdint.h>

enum { BATCH = 1024 };

/* Edges into vertices that were not reached before this level. */
struct batch {
    int32_t from[BATCH], to[BATCH];
    int count;
};

/* Appends the edges from u to those of n vertices whose bit in `visited` is 0; the batch has room for n. */
typedef void graph__collect(struct batch *batch, const int32_t *vertex, int64_t n, int32_t u,
                            const uint64_t *visited);

/* The step for this processor. */
graph__collect *graph__bfs_collect(void);

#endif
