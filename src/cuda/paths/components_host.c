/* Components; see paths_host.h: phases and steps of components.cu.  The host reads only whether vertices are unassigned. */
#include "cuda/paths/paths_host.h"

#include "base/status.h"
#include "cuda/paths/components_arguments.h"
#include "cuda/paths/tuning.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/primitives.h"

static graph_status phase(struct cuda_call *call, const struct components_arguments *a, int number)
{
    const void *kernel = graph__cuda_components_phase[number];
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, COMPONENTS_THREADS, 0));
    GRAPH_TRY(graph__cuda_launch_cooperative(call, kernel, blocks, COMPONENTS_THREADS, 0, a));
done:
    return status;
}

static graph_status step(struct cuda_call *call, const struct components_arguments *a, int number)
{
    return graph__cuda_launch(call, graph__cuda_components_step[number],
                              graph__cuda_blocks(a->n, COMPONENTS_THREADS), COMPONENTS_THREADS, 0, a);
}

/* A step that fills the first queue, and the phase that starts from it. */
static graph_status follow(struct cuda_call *call, const struct components_arguments *a, int from, int number)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, a->queues.control, 0, sizeof *a->queues.control));
    GRAPH_TRY(step(call, a, from));
    GRAPH_TRY(phase(call, a, number));
done:
    return status;
}

static graph_status find_strong(struct cuda_call *call, struct components_arguments *a)
{
    struct queue_control control;
    struct components_result result;
    graph_status status;
    GRAPH_TRY(follow(call, a, STEP_OPEN_STRONG, PHASE_TRIM));
    GRAPH_TRY(step(call, a, STEP_PIVOT));
    GRAPH_TRY(follow(call, a, STEP_SEED_PIVOT, PHASE_REACH));
    GRAPH_TRY(follow(call, a, STEP_TAKE_PIVOT, PHASE_TRIM));
    for (int coloring = 0;; coloring++) {
        GRAPH_TRY(graph__cuda_set_bytes(call, a->queues.control, 0, sizeof *a->queues.control));
        GRAPH_TRY(step(call, a, STEP_SEED_COLORS));
        GRAPH_TRY(CUDA_READ(call, control, a->queues.control));
        GRAPH_TRY(CUDA_READ(call, result, a->result));
        if (result.has_given_up || coloring == COMPONENTS_MOST_COLORINGS)
            GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the GPU leaves strong components of long chains to the CPU");
        if (control.counters[0].vertices + control.counters[0].long_vertices == 0)
            break;
        GRAPH_TRY(phase(call, a, PHASE_COLOR));
        GRAPH_TRY(follow(call, a, STEP_SEED_ROOTS, PHASE_GATHER));
        GRAPH_TRY(follow(call, a, STEP_REMOVE, PHASE_TRIM));
    }
    GRAPH_TRY(step(call, a, STEP_LEAST));
    GRAPH_TRY(step(call, a, STEP_MARK_LEAST));
done:
    return status;
}

static graph_status find_weak(struct cuda_call *call, struct components_arguments *a)
{
    graph_status status;
    GRAPH_TRY(step(call, a, STEP_OPEN_WEAK));
    GRAPH_TRY(step(call, a, STEP_SAMPLE_WEAK));
    GRAPH_TRY(follow(call, a, STEP_FLATTEN_WEAK, PHASE_JOIN));
    GRAPH_TRY(step(call, a, STEP_CLOSE_WEAK));
done:
    return status;
}

/* a->color = the number of the component of each vertex; *count = how many there are. */
static graph_status number(struct cuda_call *call, struct components_arguments *a, int64_t *count)
{
    const int64_t words = (a->n + 31) / 32;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a->rank, words + 1));
    GRAPH_TRY(graph__cuda_rank_bits(call, a->rank, a->is_least, words));
    GRAPH_TRY(step(call, a, STEP_NUMBER));
    GRAPH_TRY(CUDA_READ(call, *count, a->rank + words));
done:
    return status;
}

graph_status graph__cuda_find_components(struct cuda_call *call, int32_t **component,
                                         struct graph_components_request *r)
{
    const int64_t n = r->A.rows, words = (n + 31) / 32;
    const size_t long_vertices = (size_t)(4 * (r->A.entries / QUEUE_LONG) + 4);
    struct components_arguments a = {
        .queues = {.out_start = r->A.row_start, .in_start = r->is_strong ? r->A_transposed.row_start : NULL},
        .out_column = r->A.column,
        .in_column = r->is_strong ? r->A_transposed.column : NULL,
        .n = n,
        .most_rounds = COMPONENTS_MOST_ROUNDS};
    graph_status status;
    int32_t **const of_vertex[] = {&a.component,  &a.color,     &a.mark, &a.stamp,
                                   &a.out_degree, &a.in_degree, &a.least};
    for (int k = 0; k < 7; k++)
        GRAPH_TRY(CUDA_SCRATCH(call, *of_vertex[k], n));
    for (int k = 0; k < 2; k++) {
        GRAPH_TRY(CUDA_SCRATCH(call, a.queues.queue[k], 2 * n));
        GRAPH_TRY(CUDA_SCRATCH(call, a.queues.long_queue[k], long_vertices));
    }
    for (int k = 0; k < 2; k++) {
        uint32_t **bits = k == 0 ? &a.is_least : &a.giant;
        GRAPH_TRY(CUDA_SCRATCH(call, *bits, words));
        GRAPH_TRY(graph__cuda_set_bytes(call, *bits, 0, (size_t)words * sizeof **bits));
    }
    GRAPH_TRY(CUDA_SCRATCH(call, a.queues.control, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.result, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.result, 0, sizeof *a.result));
    GRAPH_TRY(r->is_strong ? find_strong(call, &a) : find_weak(call, &a));
    GRAPH_TRY(number(call, &a, &r->count));
    *component = a.color;
done:
    return status;
}

graph_status graph__cuda_components(struct graph_components_request *r)
{
    const int64_t n = r->A.rows;
    int32_t *component, *there = NULL;
    graph_status status;
    r->count = 0;
    r->there = NULL;
    if (n == 0)
        return GRAPH_OK;
    if (r->is_strong && r->is_ordered)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "the GPU does not order strong components");
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_find_components(call, &component, r));
    if (r->stays_there) {
        GRAPH_TRY(CUDA_NEW(there, n));
        GRAPH_TRY(graph__cuda_copy(call, there, component, (size_t)n * sizeof *component));
        r->there = there;
        there = NULL;
    } else
        GRAPH_TRY(graph__cuda_download(r->component, component, (size_t)n * sizeof *component));
    r->is_numbered = true;
done:
    graph__cuda_end(call);
    graph__cuda_release(there);
    return status;
}
