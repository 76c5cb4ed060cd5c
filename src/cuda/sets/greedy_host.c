/* Independent set and colouring; see sets_host.h: keys, a sort, and one cooperative launch that decides about all
 * vertices. */
#include "base/status.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"
#include "cuda/sets/greedy_arguments.h"
#include "cuda/sets/sets_host.h"

static int bits_of(int64_t n)
{
    int bits = 0;
    while (n >> bits != 0)
        bits++;
    return bits;
}

/* a->word = the decisions, or a->is_member. */
static graph_status run(struct cuda_call *call, struct greedy_arguments *a, int kind)
{
    const int64_t n = a->n, blocks = graph__cuda_blocks(n, GREEDY_THREADS);
    uint64_t *spare_key;
    uint32_t *spare_order;
    int64_t all_blocks;
    graph_status status;
    a->is_descending = kind == GREEDY_COLORS;
    GRAPH_TRY(CUDA_SCRATCH(call, a->key, n));
    GRAPH_TRY(CUDA_SCRATCH(call, spare_key, n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->order, n));
    GRAPH_TRY(CUDA_SCRATCH(call, spare_order, n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->word, n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->is_member, n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->result, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->result, 0, sizeof *a->result));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_greedy_keys, blocks, GREEDY_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_sort_64_32(call, &a->key, &spare_key, &a->order, &spare_order, n, 32 + bits_of(n)));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_greedy_ranks, blocks, GREEDY_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_full_grid(&all_blocks, graph__cuda_greedy_decide[kind], GREEDY_THREADS, 0));
    GRAPH_TRY(graph__cuda_launch_cooperative(call, graph__cuda_greedy_decide[kind], all_blocks,
                                             GREEDY_THREADS, 0, a));
done:
    return status;
}

graph_status graph__cuda_independent_set(struct graph_independent_set_request *r)
{
    struct greedy_arguments a = {
        .row_start = r->A.row_start, .column = r->A.column, .n = r->A.rows, .seed = r->seed};
    struct greedy_result result;
    graph_status status;
    r->members = 0;
    if (a.n == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(run(call, &a, GREEDY_SET));
    GRAPH_TRY(graph__cuda_download(r->is_member, a.is_member, (size_t)a.n * sizeof *a.is_member));
    GRAPH_TRY(CUDA_READ(call, result, a.result));
    r->members = (int64_t)result.members;
done:
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_coloring(struct graph_coloring_request *r)
{
    struct greedy_arguments a = {
        .row_start = r->A.row_start, .column = r->A.column, .n = r->A.rows, .seed = r->seed};
    struct greedy_result result;
    graph_status status;
    r->colors = 0;
    if (a.n == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(run(call, &a, GREEDY_COLORS));
    GRAPH_TRY(graph__cuda_download(r->color, a.word, (size_t)a.n * sizeof *a.word));
    GRAPH_TRY(CUDA_READ(call, result, a.result));
    r->colors = (int64_t)result.largest + 1;
done:
    graph__cuda_end(call);
    return status;
}
