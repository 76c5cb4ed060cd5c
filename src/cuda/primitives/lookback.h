/* The memory of one look-back (lookback.cuh): words of the device through which the blocks of a launch exchange their sums,
 * and a word of the host that receives the total.  The host polls that word; it does not wait for the stream. */
#ifndef CUDA_PRIMITIVES_LOOKBACK_H
#define CUDA_PRIMITIVES_LOOKBACK_H

#include "cuda/runtime/call.h"
#include "cuda/primitives/lookback_arguments.h"

/* For one launch of at most GRAPH_CUDA_LOOKBACK_WORDS / 2 tiles. */
struct lookback {
    struct lookback_words words; /* for the kernel */
    _Atomic uint64_t *host;      /* receives the answer */
};
graph_status graph__cuda_lookback(struct cuda_call *call, struct lookback *lookback);

/* Waits for the answer of that launch; the other results of the launch may not be complete yet. */
struct lookback_answer {
    int64_t entries, products;
    bool is_made;
};
graph_status graph__cuda_lookback_answer(struct lookback_answer *answer, const struct lookback *lookback);

#endif
