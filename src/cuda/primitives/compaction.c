/* Launches of a compaction (compaction.h). */
#include "cuda/primitives/compaction.h"

#include <math.h>
#include <omp.h>
#include <stdatomic.h>

/* Two for each multiprocessor of large devices, which count them in the time of one; and as many as a result may have whose
 * room does not matter. */
enum { COUNTED_TILES = 256, UNCOUNTED_TILES = 8 };

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

/* Answers that kernels have not written yet. */
#define NO_ANSWER UINT64_MAX

static void expect_answers(struct cuda_call *call, int count)
{
    _Atomic uint64_t *slot = graph__cuda_readback_host(call);
    for (int k = 0; k < count; k++)
        atomic_store(&slot[k], NO_ANSWER);
}

/* Polls for the answers, which come before the launch has ended. */
static graph_status take_answers(struct cuda_call *call, uint64_t *answer, int count)
{
    enum { POLLS = 64 }; /* between two readings of the clock */
    _Atomic uint64_t *slot = graph__cuda_readback_host(call);
    const double patience = 5e-4, begin = omp_get_wtime();
    graph_status status = GRAPH_OK;
    int known = 0;
    for (int polls = 0; known < count && (polls % POLLS != 0 || omp_get_wtime() - begin < patience); polls++)
        while (known < count &&
               (answer[known] = atomic_load_explicit(&slot[known], memory_order_acquire)) != NO_ANSWER)
            known++;
    /* Earlier work takes longer, or a launch has failed: wait for the stream. */
    if (known < count) {
        GRAPH_TRY(graph__cuda_wait());
        for (int k = 0; k < count; k++)
            if ((answer[k] = atomic_load(&slot[k])) == NO_ANSWER)
                GRAPH_FAIL(GRAPH_E_DEVICE, "the GPU has ended a launch without an answer");
    }
done:
    return status;
}

/* The room that the result gets; *is_clear: the state of the tiles is, by blocks that have counted. */
static graph_status find_capacity(struct cuda_call *call, const struct compaction_steps *steps, int64_t most,
                                  int64_t *capacity, bool *is_clear)
{
    struct compaction *c = steps->c;
    uint64_t count[COUNTED_TILES];
    graph_status status = GRAPH_OK;
    *capacity = most;
    *is_clear = c->tiles > UNCOUNTED_TILES && most - steps->least > most / 8;
    if (!*is_clear)
        return GRAPH_OK;
    c->stride = (c->tiles + COUNTED_TILES - 1) / COUNTED_TILES;
    const int counted = (int)((c->tiles + c->stride - 1) / c->stride);
    expect_answers(call, counted);
    GRAPH_TRY(graph__cuda_launch(call, steps->kernel, counted, TILE_THREADS, 0, steps->arguments));
    GRAPH_TRY(take_answers(call, count, counted));
    *capacity = predict(count, counted, c->tiles, most);
    c->stride = 0;
done:
    return status;
}

/* The arrays of the result, in place of those that did not suffice. */
static graph_status open_result(const struct compaction_steps *steps)
{
    struct compaction *c = steps->c;
    graph_status status;
    graph__cuda_release(*steps->column);
    graph__cuda_release(*steps->value);
    *steps->column = NULL;
    *steps->value = NULL;
    GRAPH_TRY(CUDA_NEW(*steps->column, c->capacity));
    if (steps->value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(steps->value, (size_t)c->capacity, steps->value_bytes));
    c->column = *steps->column;
    c->value = *steps->value;
done:
    return status;
}

graph_status graph__cuda_compact(struct cuda_call *call, const struct compaction_steps *steps, int64_t tiles,
                                 int64_t most, int64_t *entries)
{
    struct compaction *c = steps->c;
    bool is_clear;
    uint64_t total = 0;
    graph_status status;
    *c = (struct compaction){.tiles = tiles, .answer = graph__cuda_readback_device(call)};
    GRAPH_TRY(CUDA_SCRATCH(call, c->state, tiles));
    GRAPH_TRY(CUDA_SCRATCH(call, c->selection.bits, tiles * (TILE / 32)));
    GRAPH_TRY(CUDA_SCRATCH(call, c->selection.rank, tiles * (TILE / 32) + 1));
    if (tiles == 0)
        GRAPH_TRY(graph__cuda_set_bytes(call, c->selection.rank, 0, sizeof *c->selection.rank));
    GRAPH_TRY(find_capacity(call, steps, most, &c->capacity, &is_clear));
    GRAPH_TRY(open_result(steps));
    if (tiles == 0)
        GRAPH_TRY(steps->follow(call, steps->work));
    for (bool is_made = tiles == 0; !is_made;) {
        if (!is_clear)
            GRAPH_TRY(graph__cuda_set_bytes(call, c->state, 0, (size_t)tiles * sizeof *c->state));
        is_clear = false;
        expect_answers(call, 1);
        GRAPH_TRY(graph__cuda_launch(call, steps->kernel, tiles, TILE_THREADS, 0, steps->arguments));
        GRAPH_TRY(steps->follow(call, steps->work));
        GRAPH_TRY(take_answers(call, &total, 1));
        is_made = (int64_t)total <= c->capacity;
        if (!is_made) {
            c->capacity = (int64_t)total;
            GRAPH_TRY(open_result(steps));
        }
    }
    *entries = (int64_t)total;
done:
    return status;
}
