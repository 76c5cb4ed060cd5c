/* Shortest distances from one source; see paths_host.h: memory, one launch, and the distances to the host. */
#include "cuda/paths/paths_host.h"

#include "base/status.h"
#include "cuda/runtime/call.h"
#include "cuda/paths/sssp_arguments.h"
#include "cuda/paths/tuning.h"

static int kind_of(graph_type type)
{
    return type == GRAPH_INT32 ? 0 : type == GRAPH_INT64 ? 1 : type == GRAPH_FP32 ? 2 : 3;
}

/* Which vertices are reached; their distances are there already. */
static graph_status mark_reached(struct cuda_call *call, struct graph_vector_arrays *there, int kind,
                                 int64_t n)
{
    struct sssp_found_arguments a = {.distance = there->value, .n = n};
    graph_status status;
    there->form = GRAPH_BITMAP;
    GRAPH_TRY(CUDA_NEW(there->present, n));
    GRAPH_TRY(CUDA_SCRATCH(call, a.reached, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.reached, 0, sizeof *a.reached));
    a.present = there->present;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_sssp_reached[kind], graph__cuda_blocks(n, SSSP_THREADS),
                                 SSSP_THREADS, 0, &a));
    GRAPH_TRY(CUDA_READ(call, there->entries, (int64_t *)a.reached));
done:
    return status;
}

graph_status graph__cuda_sssp(struct graph_sssp_request *r)
{
    const int64_t n = r->A.rows, words = (n + 31) / 32;
    const int kind = kind_of(r->type);
    const size_t bytes = graph_type_size(r->type), long_vertices = (size_t)(r->A.entries / QUEUE_LONG + 1);
    struct sssp_arguments a = {.queues = {.out_start = r->A.row_start},
                               .column = r->A.column,
                               .weight = r->A.value,
                               .n = n,
                               .source = r->source != NULL ? r->source[0] : r->first_source,
                               .delta = r->delta,
                               .most_rounds = SSSP_MOST_ROUNDS,
                               .some_vertices = SSSP_SOME_VERTICES};
    struct graph_vector_arrays there = {0};
    struct sssp_result result;
    int64_t blocks;
    graph_status status;
    if (r->kind != GRAPH_SSSP_DELTA || r->sources != 1)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "the GPU has delta-stepping from one source only");
    struct cuda_call *call = graph__cuda_begin();
    if (r->stays_there)
        GRAPH_TRY(graph__cuda_allocate(&there.value, (size_t)n, bytes));
    else
        GRAPH_TRY(graph__cuda_scratch(call, &a.distance, (size_t)n, bytes));
    a.distance = r->stays_there ? there.value : a.distance;
    GRAPH_TRY(CUDA_SCRATCH(call, a.stamp, n));
    GRAPH_TRY(CUDA_SCRATCH(call, a.far, words));
    for (int k = 0; k < 2; k++) {
        GRAPH_TRY(CUDA_SCRATCH(call, a.queues.queue[k], n));
        GRAPH_TRY(CUDA_SCRATCH(call, a.queues.long_queue[k], long_vertices));
        GRAPH_TRY(CUDA_SCRATCH(call, a.piece[k], long_vertices));
    }
    GRAPH_TRY(CUDA_SCRATCH(call, a.queues.control, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.result, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.some_arrivals, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.stamp, 0, (size_t)n * sizeof *a.stamp));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.far, 0, (size_t)words * sizeof *a.far));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.queues.control, 0, sizeof *a.queues.control));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.result, 0xff, sizeof *a.result));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_sssp_open[kind], graph__cuda_blocks(n, SSSP_THREADS),
                                 SSSP_THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, graph__cuda_sssp_search[kind], SSSP_THREADS, 0));
    if (blocks > SSSP_SOME_BLOCKS && r->A.entries <= SSSP_SOME_DEGREE * n)
        a.some_blocks = SSSP_SOME_BLOCKS;
    GRAPH_TRY(
        graph__cuda_launch_cooperative(call, graph__cuda_sssp_search[kind], blocks, SSSP_THREADS, 0, &a));
    GRAPH_TRY(CUDA_READ(call, result, a.result));
    if (result.has_given_up)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the GPU leaves shortest paths along long chains to the CPU");
    if (r->stays_there)
        GRAPH_TRY(mark_reached(call, &there, kind, n));
    else
        GRAPH_TRY(graph__cuda_download(r->distance, a.distance, (size_t)n * bytes));
    r->there = there;
    there = (struct graph_vector_arrays){0};
done:
    graph__cuda_end(call);
    graph__cuda_release(there.present);
    graph__cuda_release(there.value);
    return status;
}
