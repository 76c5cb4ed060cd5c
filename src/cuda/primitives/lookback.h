/* Words of the device by which the blocks of one launch tell each other how far they are, and one of the host that tells
 * it the end: it waits for that alone, not for the stream. */
#ifndef CUDA_PRIMITIVES_LOOKBACK_H
#define CUDA_PRIMITIVES_LOOKBACK_H

#include "cuda/runtime/device.h"
#include "cuda/primitives/lookback_arguments.h"

/* Two for each tile. */
enum { GRAPH_CUDA_TILE_WORDS = 1 << 15 };

/* Makes them, with the device. */
cudaError_t graph__cuda_tile_words_open(const struct graph_cuda_device *device);

/* For one launch between graph__cuda_begin and graph__cuda_end. */
graph_status graph__cuda_tile_words(struct tile_words *words);

/* Waits until that launch has given its answer; what it writes else may not be there yet.  */
struct tile_answer {
    int64_t entries, products;
    bool is_made;
};
graph_status graph__cuda_tile_answer(struct tile_answer *answer, const struct tile_words *words);

#endif
