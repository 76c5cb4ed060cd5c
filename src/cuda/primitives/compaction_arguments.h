/* What kernels that compact tiles in one pass take (compaction.cuh). */
#ifndef CUDA_PRIMITIVES_COMPACTION_ARGUMENTS_H
#define CUDA_PRIMITIVES_COMPACTION_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* A block compacts a tile of at most TILE items, or counts what stays of it.  Counting: block b has one of the `stride`
 * tiles from b * stride on, and writes answer[b].  Else (stride 0): block b has tile b; what does not fit into
 * `capacity` places is counted only, and the last block writes the total to answer[0]. */
struct compaction {
    struct selection selection; /* what stays: TILE / 32 words a tile */
    unsigned long long *state;  /* a word for each tile, 0 before the launch */
    unsigned long long *answer; /* page-locked memory of the host */
    int64_t tiles, stride, capacity;
    int32_t *column; /* of the result; value NULL: it has none */
    void *value;
};

#endif
