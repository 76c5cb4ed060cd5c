/* Random walks; see similarity_host.h: in parts, each of which comes to the host while the next one is made. */
#include "base/status.h"
#include "base/walk.h"
#include "cuda/runtime/async_download.h"
#include "cuda/runtime/call.h"
#include "cuda/similarity/similarity_host.h"
#include "cuda/similarity/walks_arguments.h"

enum {
    PART_BYTES = 16 << 20,      /* of walks that come to the host at a time */
    PART_THERE_BYTES = 1 << 30, /* of walks that stay, between two calls of progress */
    LEAST_FOR_PARTS = 4 << 20   /* fewer bytes are not worth the threads of an asynchronous download */
};

static graph_status upload(struct cuda_call *call, void **there, const void *here, int64_t count,
                           size_t bytes)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_scratch(call, there, (size_t)count, bytes));
    GRAPH_TRY(graph__cuda_upload(*there, here, (size_t)count * bytes));
done:
    return status;
}

static graph_status tell(const struct graph_walks_request *r, int64_t made, int64_t walks)
{
    if (r->progress != NULL && r->progress((double)made / (double)walks, r->context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    return GRAPH_OK;
}

/* The walks from a.first on, `walks` of them, to a.vertex. */
static graph_status make_part(struct cuda_call *call, struct walks_arguments *a, int64_t walks)
{
    const bool is_uniform = a->sum == NULL && a->back == 1 && a->out == 1;
    a->walks = walks;
    return graph__cuda_launch(call, is_uniform ? graph__cuda_walks_uniform : graph__cuda_walks,
                              graph__cuda_blocks(walks, WALKS_THREADS), WALKS_THREADS, 0, a);
}

/* One part after the other, to the device, or by the download; NULL: to the host in one part. */
static graph_status make_parts(struct cuda_call *call, struct walks_arguments *a,
                               struct graph_walks_request *r, struct graph_async_download *download)
{
    const int64_t walks = r->sources * r->each, row = r->length + 1,
                  fitting = (r->is_there        ? PART_THERE_BYTES
                             : download != NULL ? PART_BYTES
                                                : LEAST_FOR_PARTS) /
                            (row * (int64_t)sizeof *a->vertex),
                  part = fitting > 1 ? fitting : 1;
    graph_status status = GRAPH_OK;
    for (; a->first < walks; a->first += part) {
        const int64_t count = part < walks - a->first ? part : walks - a->first;
        const size_t bytes = (size_t)(count * row) * sizeof *a->vertex;
        GRAPH_TRY(tell(r, a->first, walks));
        if (r->is_there) {
            a->stride = r->stride > 0 ? r->stride : row;
            a->vertex = r->vertex + a->first * a->stride;
            GRAPH_TRY(make_part(call, a, count));
            continue;
        }
        a->stride = row;
        if (download == NULL) {
            GRAPH_TRY(CUDA_SCRATCH(call, a->vertex, count * row));
            GRAPH_TRY(make_part(call, a, count));
            GRAPH_TRY(graph__cuda_download(r->vertex + a->first * row, a->vertex, bytes));
            continue;
        }
        GRAPH_TRY(CUDA_NEW(a->vertex, count * row));
        status = make_part(call, a, count);
        if (status < 0) {
            graph__cuda_release(a->vertex);
            goto done;
        }
        GRAPH_TRY(graph__cuda_download_start(download, r->vertex + a->first * row, a->vertex, 0, bytes));
    }
    if (download != NULL)
        GRAPH_TRY(graph__cuda_download_wait(download, 0));
done:
    return status;
}

graph_status graph__cuda_random_walks(struct graph_walks_request *r)
{
    const int64_t walks = r->sources * r->each, row = r->length + 1;
    struct walks_arguments a = {.row_start = r->A.row_start,
                                .column = r->A.column,
                                .each = r->each,
                                .length = r->length,
                                .seed = r->seed,
                                .back = r->back,
                                .out = r->out,
                                .largest = graph__walk_largest(r->back, r->out)};
    struct graph_async_download *download = NULL;
    graph_status status = GRAPH_OK;
    if (walks == 0)
        return GRAPH_OK;
    /* Before the call begins, as everywhere: other threads have a download and wait for a call. */
    if (!r->is_there && walks > LEAST_FOR_PARTS / (row * (int64_t)sizeof *r->vertex))
        status = graph__cuda_download_open(&download, r->threads > 0 ? r->threads : 1);
    if (status < 0)
        return status;
    struct cuda_call *call = graph__cuda_begin();
    if (r->sum != NULL)
        GRAPH_TRY(upload(call, (void **)&a.sum, r->sum, r->A.entries, sizeof *r->sum));
    if (r->source != NULL)
        GRAPH_TRY(upload(call, (void **)&a.source, r->source, r->sources, sizeof *r->source));
    GRAPH_TRY(make_parts(call, &a, r, download));
done:
    graph__cuda_end(call);
    if (download != NULL)
        graph__cuda_download_close(download);
    return status;
}
