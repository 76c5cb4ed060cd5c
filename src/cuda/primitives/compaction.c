/* Launches of a compaction (compaction.h). */
#include "cuda/primitives/compaction.h"

#include <math.h>

enum {
    COUNTED_TILES =
        256,            /* they are two for each multiprocessor of large devices, and take one block's time */
    UNCOUNTED_TILES = 8 /* of a result so small that its room does not matter */
};

/* Places for what stays of `tiles` tiles, of which `counted` have so many each: the mean with 4 standard errors. */
static int64_t predict(const uint64_t *count, int counted, int64_t tiles, int64_t most)
{
    double sum = 0, squares = 0;
    for (int k = 0; k < counted; k++) {
        sum += (double)count[k];
        squares += (double)count[k] * (double)count[k];
    }
    if (counted == tiles)
        return (int64_t)sum;
    const double mean = sum / counted, variance = squares / counted - mean * mean,
                 room = (double)tiles * (mean + 4 * sqrt((variance > 0 ? variance : 0) / counted)) + TILE;
    return room < (double)most ? (int64_t)room : most;
}

/* The room that the result gets. */
static graph_status find_capacity(struct cuda_call *call, const struct compaction_steps *steps, int64_t most,
                                  int64_t *capacity)
{
    struct compaction *c = steps->c;
    uint64_t count[COUNTED_TILES];
    graph_status status = GRAPH_OK;
    *capacity = most;
    if (c->tiles <= UNCOUNTED_TILES)
        return GRAPH_OK;
    c->stride = (c->tiles + COUNTED_TILES - 1) / COUNTED_TILES;
    const int counted = (int)((c->tiles + c->stride - 1) / c->stride);
    GRAPH_TRY(graph__cuda_launch(call, steps->kernel, counted, TILE_THREADS, 0, steps->arguments));
    GRAPH_TRY(graph__cuda_readback_mark(call));
    GRAPH_TRY(graph__cuda_readback_end(call, count, (size_t)counted * sizeof *count));
    *capacity = predict(count, counted, c->tiles, most);
    c->stride = 0;
done:
    return status;
}

graph_status graph__cuda_compact(struct cuda_call *call, const struct compaction_steps *steps, int64_t tiles,
                                 int64_t most, int64_t *entries)
{
    struct compaction *c = steps->c;
    const size_t state_bytes = (size_t)tiles * sizeof *c->state;
    uint64_t total = 0;
    graph_status status;
    *c = (struct compaction){.tiles = tiles, .answer = graph__cuda_readback_device(call)};
    GRAPH_TRY(CUDA_SCRATCH(call, c->state, tiles));
    GRAPH_TRY(CUDA_SCRATCH(call, c->selection.bits, tiles * (TILE / 32)));
    GRAPH_TRY(CUDA_SCRATCH(call, c->selection.rank, tiles * (TILE / 32) + 1));
    if (tiles == 0)
        GRAPH_TRY(graph__cuda_set_bytes(call, c->selection.rank, 0, sizeof *c->selection.rank));
    GRAPH_TRY(find_capacity(call, steps, most, &c->capacity));
    GRAPH_TRY(steps->open(steps->work, c->capacity));
    if (tiles == 0)
        GRAPH_TRY(steps->follow(call, steps->work));
    for (bool is_made = tiles == 0; !is_made;) {
        GRAPH_TRY(graph__cuda_set_bytes(call, c->state, 0, state_bytes));
        GRAPH_TRY(graph__cuda_launch(call, steps->kernel, tiles, TILE_THREADS, 0, steps->arguments));
        GRAPH_TRY(graph__cuda_readback_mark(call));
        GRAPH_TRY(steps->follow(call, steps->work));
        GRAPH_TRY(graph__cuda_readback_end(call, &total, sizeof total));
        is_made = (int64_t)total <= c->capacity;
        if (!is_made) {
            steps->close(steps->work);
            c->capacity = (int64_t)total;
            GRAPH_TRY(steps->open(steps->work, c->capacity));
        }
    }
    *entries = (int64_t)total;
done:
    return status;
}
