/* The spanning forest of least weight; see sets_host.h: edges by rank, then rounds, whose lists the host reads the lengths
 * of. */
#include "base/memory.h"
#include "base/status.h"
#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"
#include "cuda/sets/forest_arguments.h"
#include "cuda/sets/sets_host.h"

enum { IN_UPPER_PART = 2 /* the test j >= i + k of entries_arguments.h */ };

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n,
                           const struct forest_arguments *a)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, FOREST_THREADS), FOREST_THREADS, 0, a);
}

/* The selected ones of n columns and of as many other numbers; column NULL: of 0, 1, ... */
static graph_status keep_selected(struct cuda_call *call, int32_t *to_column, int32_t *to_number,
                                  const int32_t *column, const int32_t *number, int64_t n,
                                  const struct selection *selection)
{
    const struct entries_move_arguments move = {to_column, to_number, column, number, n, *selection};
    const size_t bytes = number != NULL ? sizeof *number : 0;
    return graph__cuda_launch(call, graph__cuda_entries_move[graph__cuda_size_number(bytes)],
                              graph__cuda_blocks(n, TILE_THREADS), TILE_THREADS, 0, &move);
}

/* The edges by position: their ends and their upper entries. */
static graph_status list_edges(struct cuda_call *call, struct forest_arguments *a, const struct graph_csr *A,
                               struct selection *selection)
{
    const int64_t tile_count = graph__cuda_tile_count(A->entries);
    struct tiles tiles;
    int32_t *row;
    graph_status status;
    GRAPH_TRY(graph__cuda_tiles(call, &tiles, A->row_start, A->rows, A->entries));
    GRAPH_TRY(graph__cuda_selection_open(call, selection, A->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, row, A->entries));
    const struct entries_rows_arguments rows = {tiles, row};
    const struct entries_test_arguments test = {
        .tiles = tiles, .column = A->column, .bits = selection->bits, .op = IN_UPPER_PART, .k = 1};
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_rows, tile_count, TILE_THREADS, 0, &rows));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_test, tile_count, TILE_THREADS, 0, &test));
    GRAPH_TRY(graph__cuda_selection_rank(call, selection, A->entries));
    GRAPH_TRY(graph__cuda_selection_total(call, &a->edges, selection, A->entries, NULL, 0));
    GRAPH_TRY(CUDA_SCRATCH(call, a->edge_u, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->edge_v, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->entry, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->list, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->next, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->parent, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->best, a->n));
    GRAPH_TRY(keep_selected(call, a->edge_v, a->edge_u, A->column, row, A->entries, selection));
    GRAPH_TRY(keep_selected(call, a->entry, NULL, NULL, NULL, A->entries, selection));
done:
    return status;
}

static void choose_order(struct forest_arguments *a, const struct graph_csr *A)
{
    a->value = A->value;
    a->value_bytes = (int32_t)graph_type_size(A->type);
    a->order_of_values = A->type == GRAPH_BOOL                               ? FOREST_BOOLS
                         : A->type == GRAPH_FP32 || A->type == GRAPH_FP64    ? FOREST_FLOATING
                         : A->type >= GRAPH_UINT8 && A->type <= GRAPH_UINT64 ? FOREST_UNSIGNED
                                                                             : FOREST_INTEGERS;
}

static int bits_of(uint64_t x)
{
    int bits = 0;
    while (bits < 64 && x >> bits != 0)
        bits++;
    return bits;
}

/* by_rank = the edges by key and position. */
static graph_status rank_edges(struct cuda_call *call, struct forest_arguments *a)
{
    struct forest_result result;
    uint64_t *spare_key;
    uint32_t *spare;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a->key, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, spare_key, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->by_rank, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, spare, a->edges));
    GRAPH_TRY(launch(call, graph__cuda_forest_keys, a->edges, a));
    GRAPH_TRY(CUDA_READ(call, result, a->result));
    if (result.has_nan)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "a weight is NaN");
    GRAPH_TRY(graph__cuda_sort_64_32(call, &a->key, &spare_key, &a->by_rank, &spare, a->edges,
                                     bits_of(result.different)));
done:
    return status;
}

static graph_status cancelled(const struct graph_forest_request *r, int64_t listed, int64_t edges)
{
    if (r->progress != NULL && r->progress(1 - (double)listed / (double)edges, r->context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    return GRAPH_OK;
}

/* Rounds, until no edge is between two trees. */
static graph_status join_all(struct cuda_call *call, struct forest_arguments *a,
                             const struct graph_forest_request *r)
{
    struct forest_result result;
    graph_status status;
    GRAPH_TRY(launch(call, graph__cuda_forest_open, a->edges > a->n ? a->edges : a->n, a));
    for (a->listed = a->edges;;) {
        GRAPH_TRY(cancelled(r, a->listed, a->edges));
        GRAPH_TRY(graph__cuda_set_bytes(call, a->result, 0, sizeof *a->result));
        GRAPH_TRY(launch(call, graph__cuda_forest_find, a->listed, a));
        GRAPH_TRY(CUDA_READ(call, result, a->result));
        if (result.edges == 0)
            break;
        struct forest_edge *list = a->next;
        a->next = a->list;
        a->list = list;
        a->listed = result.edges;
        GRAPH_TRY(launch(call, graph__cuda_forest_join, a->listed, a));
        GRAPH_TRY(launch(call, graph__cuda_forest_flatten, a->n, a));
    }
done:
    return status;
}

/* The entries of the forest in ascending order. */
static graph_status read_entries(struct cuda_call *call, struct graph_forest_request *r,
                                 const struct selection *taken)
{
    int32_t *there, *here = NULL;
    graph_status status;
    GRAPH_TRY(graph__cuda_selection_rank(call, taken, r->A.entries));
    GRAPH_TRY(graph__cuda_selection_total(call, &r->edges, taken, r->A.entries, NULL, 0));
    GRAPH_TRY(CUDA_SCRATCH(call, there, r->edges));
    GRAPH_TRY(GRAPH_NEW(here, r->edges));
    GRAPH_TRY(keep_selected(call, there, NULL, NULL, NULL, r->A.entries, taken));
    GRAPH_TRY(graph__cuda_download(here, there, (size_t)r->edges * sizeof *here));
    for (int64_t k = 0; k < r->edges; k++)
        r->edge[k] = here[k];
done:
    graph__free(here);
    return status;
}

graph_status graph__cuda_forest(struct graph_forest_request *r)
{
    const struct graph_csr *A = &r->A;
    struct forest_arguments a = {.row_start = A->row_start, .column = A->column, .n = A->rows};
    struct selection selection;
    graph_status status;
    r->edges = 0;
    if (A->entries > INT32_MAX)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "A has %lld entries; the GPU takes fewer than 2^31",
                           (long long)A->entries);
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(cancelled(r, 1, 1));
    if (A->entries == 0)
        goto done;
    GRAPH_TRY(CUDA_SCRATCH(call, a.result, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.result, 0, sizeof *a.result));
    GRAPH_TRY(list_edges(call, &a, A, &selection));
    if (a.edges == 0)
        goto done;
    if (r->is_weighted) {
        choose_order(&a, A);
        GRAPH_TRY(rank_edges(call, &a));
    }
    a.bits = selection.bits;
    GRAPH_TRY(graph__cuda_set_bytes(call, a.bits, 0, (size_t)((A->entries + 31) / 32) * sizeof *a.bits));
    GRAPH_TRY(join_all(call, &a, r));
    GRAPH_TRY(read_entries(call, r, &selection));
done:
    graph__cuda_end(call);
    return status;
}
