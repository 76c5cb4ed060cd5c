/* Random walks; see similarity_host.h: in parts, whose walks come to the host one after the other. */
#include "base/status.h"
#include "base/walk.h"
#include "cuda/runtime/call.h"
#include "cuda/similarity/similarity_host.h"
#include "cuda/similarity/walks_arguments.h"

#define PART_BYTES ((int64_t)256 << 20) /* of walks that are on the device at a time */

static graph_status upload(struct cuda_call *call, void **there, const void *here, int64_t count,
                           size_t bytes)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_scratch(call, there, (size_t)count, bytes));
    GRAPH_TRY(graph__cuda_upload(*there, here, (size_t)count * bytes));
done:
    return status;
}

graph_status graph__cuda_random_walks(struct graph_walks_request *r)
{
    const int64_t walks = r->sources * r->each, row = r->length + 1;
    const int64_t fitting = PART_BYTES / (row * (int64_t)sizeof *r->vertex), part = fitting > 1 ? fitting : 1;
    struct walks_arguments a = {.row_start = r->A.row_start,
                                .column = r->A.column,
                                .each = r->each,
                                .length = r->length,
                                .seed = r->seed,
                                .back = r->back,
                                .out = r->out,
                                .largest = graph__walk_largest(r->back, r->out)};
    graph_status status = GRAPH_OK;
    if (walks == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    if (r->sum != NULL)
        GRAPH_TRY(upload(call, (void **)&a.sum, r->sum, r->A.entries, sizeof *r->sum));
    if (r->source != NULL)
        GRAPH_TRY(upload(call, (void **)&a.source, r->source, r->sources, sizeof *r->source));
    GRAPH_TRY(CUDA_SCRATCH(call, a.vertex, (part < walks ? part : walks) * row));
    for (; a.first < walks; a.first += part) {
        if (r->progress != NULL && r->progress((double)a.first / (double)walks, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        a.walks = part < walks - a.first ? part : walks - a.first;
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_walks, graph__cuda_blocks(a.walks, WALKS_THREADS),
                                     WALKS_THREADS, 0, &a));
        GRAPH_TRY(graph__cuda_download(r->vertex + a.first * row, a.vertex,
                                       (size_t)(a.walks * row) * sizeof *a.vertex));
    }
done:
    graph__cuda_end(call);
    return status;
}
