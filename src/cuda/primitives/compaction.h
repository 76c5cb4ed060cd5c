/* The host's part of a compaction in one pass (compaction.cuh).
 *
 * The result must be allocated before its size is known.  So a launch first counts what stays of some tiles, and the result
 * gets the room that their mean and its standard error predict.  The pass counts exactly: in the rare case that the room
 * did not suffice, it is repeated with the right one. */
#ifndef CUDA_PRIMITIVES_COMPACTION_H
#define CUDA_PRIMITIVES_COMPACTION_H

#include "cuda/runtime/call.h"

#include "cuda/primitives/compaction_arguments.h"

/* A compaction: arguments are those of the kernel, and *c is a part of them.  column and value receive the arrays of the
 * result, the latter if value_bytes > 0.  follow enqueues what comes after the pass. */
struct compaction_steps {
    struct compaction *c;
    const void *kernel, *arguments;
    int32_t **column;
    void **value;
    size_t value_bytes;
    graph_status (*follow)(struct cuda_call *call, const void *work);
    const void *work;
    int64_t least; /* entries that stay for certain: near the most that can, nothing is counted */
};

/* Compacts `tiles` tiles; all members of *c are set here.  *entries = how many stay, at most `most`.  Waits.  The arrays of
 * the result are the caller's, also after a failure. */
graph_status graph__cuda_compact(struct cuda_call *call, const struct compaction_steps *steps, int64_t tiles,
                                 int64_t most, int64_t *entries);

#endif
