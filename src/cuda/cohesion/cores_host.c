/* Core numbers; see cohesion_host.h.  Without a progress function one launch does all the work. */
#include <limits.h>

#include "base/status.h"
#include "cuda/cohesion/cohesion_host.h"
#include "cuda/cohesion/cores_arguments.h"
#include "cuda/cohesion/tuning.h"
#include "cuda/runtime/call.h"

static graph_status tell(const struct graph_cores_request *r, int64_t remaining)
{
    if (r->progress != NULL && r->progress(1 - (double)remaining / (double)r->A.rows, r->context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    return GRAPH_OK;
}

static graph_status open(struct cuda_call *call, struct cores_arguments *a,
                         const struct graph_cores_request *r)
{
    const int64_t n = r->A.rows;
    const size_t long_vertices = (size_t)(r->A.entries / QUEUE_LONG + 1);
    graph_status status;
    *a = (struct cores_arguments){.queues = {.out_start = r->A.row_start},
                                  .column = r->A.column,
                                  .n = n,
                                  .most_rounds = r->progress != NULL ? CORES_ROUNDS_OF_PROGRESS : UINT_MAX};
    GRAPH_TRY(CUDA_SCRATCH(call, a->degree, n));
    for (int k = 0; k < 2; k++) {
        GRAPH_TRY(CUDA_SCRATCH(call, a->list[k], n));
        GRAPH_TRY(CUDA_SCRATCH(call, a->queues.queue[k], n));
        GRAPH_TRY(CUDA_SCRATCH(call, a->queues.long_queue[k], long_vertices));
    }
    GRAPH_TRY(CUDA_SCRATCH(call, a->queues.control, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->state, 1));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_cores_open, graph__cuda_blocks(n, CORES_THREADS),
                                 CORES_THREADS, 0, a));
done:
    return status;
}

graph_status graph__cuda_cores(struct graph_cores_request *r)
{
    const int64_t n = r->A.rows;
    struct cores_arguments a;
    struct cores_state state = {.remaining = (unsigned)n};
    int64_t blocks;
    graph_status status;
    r->degeneracy = 0;
    if (n == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(tell(r, n));
    GRAPH_TRY(open(call, &a, r));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, graph__cuda_cores_peel, CORES_THREADS, 0));
    while (state.remaining > 0) {
        GRAPH_TRY(graph__cuda_set_bytes(call, a.queues.control, 0, sizeof *a.queues.control));
        GRAPH_TRY(graph__cuda_launch_cooperative(call, graph__cuda_cores_peel, blocks, CORES_THREADS, 0, &a));
        GRAPH_TRY(CUDA_READ(call, state, a.state));
        GRAPH_TRY(tell(r, (int64_t)state.remaining));
    }
    GRAPH_TRY(graph__cuda_download(r->core, a.degree, (size_t)n * sizeof *a.degree));
    r->degeneracy = state.degeneracy;
done:
    graph__cuda_end(call);
    return status;
}
