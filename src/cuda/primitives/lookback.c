/* The host's part of the look-back (lookback.h): it gives a launch its memory and polls for the answer. */
#include "cuda/primitives/lookback.h"
#include "cuda/runtime/call.h"

#include <omp.h>
#include <stdatomic.h>

graph_status graph__cuda_lookback(struct cuda_call *call, struct lookback *lookback)
{
    struct cuda_lookback_memory memory;
    graph_status status;
    GRAPH_TRY(graph__cuda_lookback_memory(call, &memory, LOOKBACK_TAGS));
    lookback->host = memory.host;
    atomic_store(lookback->host, 0);
    lookback->words = (struct lookback_words){memory.words, memory.device, memory.tag};
done:
    return status;
}

static bool has_answered(uint64_t *word, const struct lookback *lookback)
{
    *word = atomic_load_explicit(lookback->host, memory_order_acquire);
    return *word >> LOOKBACK_WORD_TAG_SHIFT == lookback->words.tag;
}

graph_status graph__cuda_lookback_answer(struct lookback_answer *made, const struct lookback *lookback)
{
    enum { POLLS = 64 }; /* between two readings of the clock */
    const double patience = 5e-4, begin = omp_get_wtime();
    const uint64_t most = ((uint64_t)1 << LOOKBACK_WORD_BITS) - 1;
    uint64_t word = 0;
    graph_status status = GRAPH_OK;
    bool is_there = false;
    do
        for (int k = 0; k < POLLS && !is_there; k++)
            is_there = has_answered(&word, lookback);
    while (!is_there && omp_get_wtime() - begin < patience);
    /* Earlier work takes longer, or a launch has failed: wait for the stream. */
    if (!is_there) {
        GRAPH_TRY(graph__cuda_wait());
        if (!has_answered(&word, lookback))
            GRAPH_FAIL(GRAPH_E_DEVICE, "the GPU has ended a launch without an answer");
    }
    *made = (struct lookback_answer){.entries = (int64_t)(word & most),
                                     .products = (int64_t)(word >> LOOKBACK_WORD_BITS & most),
                                     .is_made = (word >> (2 * LOOKBACK_WORD_BITS) & 1) == 0};
done:
    return status;
}
