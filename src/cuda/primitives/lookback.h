/* Words of the device by which the blocks of one launch tell each other how far they are, and one of the host that tells
 * it the end: it waits for that alone, not for the stream. */
#ifndef CUDA_PRIMITIVES_LOOKBACK_H
#define CUDA_PRIMITIVES_LOOKBACK_H

#include "cuda/runtime/call.h"
#include "cuda/primitives/lookback_arguments.h"

/* For one launch of at most GRAPH_CUDA_LOOKBACK_WORDS / 2 tiles. */
struct lookback {
    struct lookback_words words; /* for the kernel */
    _Atomic uint64_t *host;      /* where its answer arrives */
};
graph_status graph__cuda_lookback(struct cuda_call *call, struct lookback *lookback);

/* Waits until that launch has given its answer; what it writes else may not be there yet.  */
struct lookback_answer {
    int64_t entries, products;
    bool is_made;
};
graph_status graph__cuda_lookback_answer(struct lookback_answer *answer, const struct lookback *lookback);

#endif
