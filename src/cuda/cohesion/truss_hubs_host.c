/* The k-truss for a small k; see truss_hubs_host.h: hubs, the edges in doubt, and rounds, whose lists the host reads the
 * lengths of. */
#include "base/status.h"
#include "cuda/cohesion/truss_hubs_arguments.h"
#include "cuda/cohesion/truss_hubs_host.h"
#include "cuda/cohesion/tuning.h"
#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n,
                           const struct truss_hubs_arguments *a)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, TRUSS_HUBS_THREADS), TRUSS_HUBS_THREADS, 0,
                              a);
}

/* Whether the rows of the hubs, which are the first vertices then, have a fair part of the entries. */
static graph_status find_hubs(struct cuda_call *call, bool *has_hubs, struct truss_hubs_arguments *a)
{
    struct truss_hubs_result result;
    uint32_t *spare_key, *spare;
    graph_status status;
    *has_hubs = false;
    GRAPH_TRY(CUDA_SCRATCH(call, a->key, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, spare_key, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->vertex, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, spare, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->hubs_of, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->changed, a->n));
    GRAPH_TRY(launch(call, graph__cuda_truss_hubs_open, a->n, a));
    GRAPH_TRY(CUDA_READ(call, result, a->result));
    if ((int64_t)result.most_neighbors * TRUSS_HUBS < a->entries / TRUSS_HUBS_LEAST_COVERED)
        goto done;
    GRAPH_TRY(graph__cuda_sort_32_32(call, &a->key, &spare_key, &a->vertex, &spare, a->n, 32));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_truss_hubs_cover, 1, TRUSS_HUBS, 0, a));
    GRAPH_TRY(CUDA_READ(call, result, a->result));
    *has_hubs = (int64_t)result.covered >= a->entries / TRUSS_HUBS_LEAST_COVERED;
done:
    return status;
}

/* Lists the edges that may be outside the truss; `room` is too small where they are many. */
static graph_status list_doubtful(struct cuda_call *call, struct truss_hubs_arguments *a,
                                  struct truss_hubs_result *result)
{
    graph_status status;
    a->room = a->entries / TRUSS_HUBS_LEAST_SETTLED;
    GRAPH_TRY(CUDA_SCRATCH(call, a->list, a->room));
    GRAPH_TRY(CUDA_SCRATCH(call, a->next, a->room));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_truss_hubs_gather, TRUSS_HUBS * TRUSS_HUBS_SLICES,
                                 TRUSS_HUBS_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_truss_hubs_settle, 1, TRUSS_HUBS, 0, a));
    GRAPH_TRY(launch(call, graph__cuda_truss_hubs_prune, a->n, a));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_truss_hubs_list, graph__cuda_tile_count(a->entries),
                                 TILE_THREADS, 0, a));
    GRAPH_TRY(CUDA_READ(call, *result, a->result));
done:
    return status;
}

static void swap(struct truss_hubs_arguments *a, int64_t listed)
{
    struct truss_hubs_edge *list = a->next;
    a->next = a->list;
    a->list = list;
    a->listed = listed;
}

/* Rounds, until no edge goes. */
static graph_status remove_edges(struct cuda_call *call, struct truss_hubs_arguments *a,
                                 const struct graph_trusses_request *r)
{
    struct truss_hubs_result result = {.gone = 1};
    const double all = (double)a->listed;
    graph_status status = GRAPH_OK;
    for (a->round = 1; result.gone > 0 && a->listed > 0; a->round++) {
        if (r->progress != NULL && r->progress(1 - (double)a->listed / all, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        GRAPH_TRY(graph__cuda_set_bytes(call, a->result, 0, sizeof *a->result));
        GRAPH_TRY(launch(call, graph__cuda_truss_hubs_check, a->listed * TRUSS_HUBS_GROUP, a));
        GRAPH_TRY(CUDA_READ(call, result, a->result));
        swap(a, result.listed);
    }
done:
    return status;
}

graph_status graph__cuda_truss_by_hubs(struct cuda_call *call, bool *is_done, struct graph_trusses_request *r)
{
    const struct graph_csr *A = &r->A;
    struct truss_hubs_arguments a = {.row_start = A->row_start,
                                     .column = A->column,
                                     .n = A->rows,
                                     .entries = A->entries,
                                     .least = r->most - 1};
    struct truss_hubs_result result;
    struct selection selection;
    bool has_hubs;
    graph_status status = GRAPH_OK;
    *is_done = false;
    if (r->most < 2 || r->most > TRUSS_HUBS_MOST || A->entries > INT32_MAX)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, a.result, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.result, 0, sizeof *a.result));
    GRAPH_TRY(find_hubs(call, &has_hubs, &a));
    if (!has_hubs)
        goto done;
    GRAPH_TRY(graph__cuda_tiles(call, &a.tiles, A->row_start, A->rows, A->entries));
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, A->entries));
    a.bits = selection.bits;
    GRAPH_TRY(list_doubtful(call, &a, &result));
    r->has_loops = result.has_loops > 0;
    if (r->has_loops || result.listed > a.room)
        goto done;
    swap(&a, result.listed);
    GRAPH_TRY(remove_edges(call, &a, r));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, A->entries));
    GRAPH_TRY(graph__cuda_select_entries(call, &r->selected, A, &selection));
    *is_done = true;
done:
    return status;
}
