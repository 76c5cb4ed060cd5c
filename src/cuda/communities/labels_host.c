/* Label propagation; see communities_host.h.  The host reads after each round how many labels have changed. */
#include "base/status.h"
#include "cuda/communities/communities_host.h"
#include "cuda/communities/labels_arguments.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t blocks, size_t shared,
                           const struct labels_arguments *a)
{
    return graph__cuda_launch(call, kernel, blocks, LABELS_THREADS, shared, a);
}

/* Sorts the vertices into classes, and makes room for the tables of long rows. */
static graph_status open(struct cuda_call *call, struct labels_arguments *a, int64_t *slots)
{
    const int64_t n = a->n;
    struct labels_result result;
    graph_status status;
    *slots = 0;
    GRAPH_TRY(CUDA_SCRATCH(call, a->label, n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->next, n));
    for (int c = 0; c < LABELS_CLASSES; c++)
        GRAPH_TRY(CUDA_SCRATCH(call, a->list[c], n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->result, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->result, 0, sizeof *a->result));
    GRAPH_TRY(launch(call, graph__cuda_labels_open, graph__cuda_blocks(n, LABELS_THREADS), 0, a));
    GRAPH_TRY(CUDA_READ(call, result, a->result));
    for (int c = 0; c < LABELS_CLASSES; c++)
        a->count[c] = result.count[c];
    const int64_t long_rows = a->count[LABELS_LONG];
    if (long_rows == 0)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, a->chunk_start, long_rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->slot_start, long_rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->best, long_rows));
    GRAPH_TRY(launch(call, graph__cuda_labels_measure, graph__cuda_blocks(long_rows, LABELS_THREADS), 0, a));
    GRAPH_TRY(graph__cuda_scan(call, a->chunk_start, long_rows));
    GRAPH_TRY(graph__cuda_scan(call, a->slot_start, long_rows));
    GRAPH_TRY(CUDA_READ(call, a->chunks, a->chunk_start + long_rows));
    GRAPH_TRY(CUDA_READ(call, *slots, a->slot_start + long_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a->slot, *slots));
done:
    return status;
}

/* One round: next from label. */
static graph_status vote(struct cuda_call *call, const struct labels_arguments *a, int64_t slots)
{
    static const int rows_of_block[] = {LABELS_THREADS / LABELS_GROUP_MOST, LABELS_THREADS / 32,
                                        LABELS_THREADS / 32, 1};
    static const size_t table_bytes = 4 * LABELS_BLOCK_MOST * sizeof(int32_t);
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, &a->result->changed, 0, sizeof a->result->changed));
    if (a->count[LABELS_LONG] > 0) {
        GRAPH_TRY(graph__cuda_set_bytes(call, a->slot, 0, (size_t)slots * sizeof *a->slot));
        GRAPH_TRY(graph__cuda_set_bytes(call, a->best, 0, a->count[LABELS_LONG] * sizeof *a->best));
        GRAPH_TRY(launch(call, graph__cuda_labels_vote[LABELS_LONG],
                         graph__cuda_blocks(a->chunks * LABELS_THREADS, LABELS_THREADS), 0, a));
        GRAPH_TRY(launch(call, graph__cuda_labels_take,
                         graph__cuda_blocks(a->count[LABELS_LONG], LABELS_THREADS), 0, a));
    }
    for (int c = LABELS_BLOCK; c >= LABELS_GROUP; c--) {
        const int64_t blocks = ((int64_t)a->count[c] + rows_of_block[c] - 1) / rows_of_block[c];
        GRAPH_TRY(launch(call, graph__cuda_labels_vote[c],
                         graph__cuda_blocks(blocks * LABELS_THREADS, LABELS_THREADS),
                         c == LABELS_BLOCK ? table_bytes : 0, a));
    }
done:
    return status;
}

graph_status graph__cuda_labels(struct graph_labels_request *r)
{
    struct labels_arguments a = {
        .rows = {{r->A.row_start, r->A.column}, {r->A_transposed.row_start, r->A_transposed.column}},
        .n = r->A.rows};
    int64_t slots;
    graph_status status;
    r->made = 0;
    if (a.n == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(open(call, &a, &slots));
    for (r->made = 0; r->made < r->rounds; r->made++) {
        uint64_t changed;
        if (r->progress != NULL && r->progress((double)r->made / (double)r->rounds, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        GRAPH_TRY(vote(call, &a, slots));
        GRAPH_TRY(CUDA_READ(call, changed, &a.result->changed));
        if (changed == 0)
            break;
        int32_t *before = a.label;
        a.label = a.next;
        a.next = before;
    }
    GRAPH_TRY(graph__cuda_download(r->label, a.label, (size_t)a.n * sizeof *a.label));
done:
    graph__cuda_end(call);
    return status;
}
