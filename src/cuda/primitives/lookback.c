/* See lookback.h. */
#include "cuda/primitives/lookback.h"

#include <omp.h>
#include <stdatomic.h>

static void *words;
static _Atomic uint64_t *answer;
static void *answer_there;
static unsigned long long last_tag;

cudaError_t graph__cuda_tile_words_open(const struct graph_cuda_device *device)
{
    const size_t bytes = GRAPH_CUDA_TILE_WORDS * sizeof(uint64_t);
    void *here;
    cudaError_t error = cudaMalloc(&words, bytes);
    if (error == cudaSuccess)
        error = cudaMemsetAsync(words, 0, bytes, device->stream);
    if (error == cudaSuccess)
        error = cudaHostAlloc(&here, sizeof *answer, cudaHostAllocMapped);
    if (error == cudaSuccess) {
        answer = here;
        error = cudaHostGetDevicePointer(&answer_there, here, 0);
    }
    return error;
}

graph_status graph__cuda_tile_words(struct tile_words *given)
{
    graph_status status = GRAPH_OK;
    if (++last_tag == TILE_WORD_TAGS) {
        GRAPH_TRY(graph__cuda_set_bytes(words, 0, GRAPH_CUDA_TILE_WORDS * sizeof(uint64_t)));
        last_tag = 1;
    }
    atomic_store(answer, 0);
    *given = (struct tile_words){words, answer_there, last_tag};
done:
    return status;
}

static bool has_answered(uint64_t *word, const struct tile_words *given)
{
    *word = atomic_load_explicit(answer, memory_order_acquire);
    return *word >> TILE_WORD_TAG_SHIFT == given->tag;
}

graph_status graph__cuda_tile_answer(struct tile_answer *made, const struct tile_words *given)
{
    enum { LOOKS = 64 };
    const double patience = 5e-4, begin = omp_get_wtime();
    const uint64_t most = ((uint64_t)1 << TILE_WORD_BITS) - 1;
    uint64_t word = 0;
    graph_status status = GRAPH_OK;
    bool is_there = false;
    do
        for (int k = 0; k < LOOKS && !is_there; k++)
            is_there = has_answered(&word, given);
    while (!is_there && omp_get_wtime() - begin < patience);
    /* What was enqueued before takes longer, or something has failed. */
    if (!is_there) {
        GRAPH_TRY(graph__cuda_wait());
        if (!has_answered(&word, given))
            GRAPH_FAIL(GRAPH_E_DEVICE, "the GPU has ended a launch without an answer");
    }
    *made = (struct tile_answer){.entries = (int64_t)(word & most),
                                 .products = (int64_t)(word >> TILE_WORD_BITS & most),
                                 .is_made = (word >> (2 * TILE_WORD_BITS) & 1) == 0};
done:
    return status;
}
