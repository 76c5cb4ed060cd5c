/* The ranks of edges whose keys are wide, and the rows of the forest; see forest_host.h. */
#include "base/memory.h"
#include "base/status.h"
#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"
#include "cuda/sets/forest_host.h"

enum { IN_UPPER_PART = 2 /* the test j >= i + k of entries_arguments.h */ };

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n,
                           const struct forest_arguments *a)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, FOREST_THREADS), FOREST_THREADS, 0, a);
}

/* Selects the entries above the diagonal. */
static graph_status select_upper(struct cuda_call *call, struct selection *selection, int64_t *count,
                                 const struct tiles *tiles, const int32_t *column)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_selection_open(call, selection, tiles->entries));
    const struct entries_test_arguments test = {
        .tiles = *tiles, .column = column, .bits = selection->bits, .op = IN_UPPER_PART, .k = 1};
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_test, graph__cuda_tile_count(tiles->entries),
                                 TILE_THREADS, 0, &test));
    GRAPH_TRY(graph__cuda_selection_rank(call, selection, tiles->entries));
    GRAPH_TRY(graph__cuda_selection_total(call, count, selection, tiles->entries, NULL, 0));
done:
    return status;
}

graph_status graph__cuda_forest_ranks(struct cuda_call *call, struct forest_arguments *a,
                                      const struct graph_csr *A, int bits)
{
    struct selection upper;
    struct tiles tiles;
    uint64_t *spare_key;
    uint32_t *spare;
    int32_t *row;
    graph_status status;
    GRAPH_TRY(graph__cuda_tiles(call, &tiles, A->row_start, A->rows, A->entries));
    GRAPH_TRY(select_upper(call, &upper, &a->edges, &tiles, A->column));
    GRAPH_TRY(CUDA_SCRATCH(call, row, A->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a->edge_u, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->edge_v, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->entry, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->key, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, spare_key, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, a->by_rank, a->edges));
    GRAPH_TRY(CUDA_SCRATCH(call, spare, a->edges));
    const struct entries_rows_arguments rows = {tiles, row};
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_rows, graph__cuda_tile_count(A->entries),
                                 TILE_THREADS, 0, &rows));
    GRAPH_TRY(graph__cuda_selection_move(call, a->edge_v, a->edge_u, A->column, row, sizeof *row, A->entries,
                                         &upper));
    GRAPH_TRY(graph__cuda_selection_move(call, a->entry, NULL, NULL, NULL, 0, A->entries, &upper));
    GRAPH_TRY(launch(call, graph__cuda_forest_keys, a->edges, a));
    GRAPH_TRY(graph__cuda_sort_64_32(call, &a->key, &spare_key, &a->by_rank, &spare, a->edges, bits));
done:
    return status;
}

/* The sum of the weights in the order of the edges, for those that integers of the device do not add exactly. */
static graph_status add_on_host(struct cuda_call *call, struct forest_arguments *forest,
                                struct graph_forest_request *r)
{
    struct selection upper;
    double *there, *here = NULL;
    int64_t edges;
    graph_status status;
    GRAPH_TRY(select_upper(call, &upper, &edges, &forest->tiles, forest->column));
    GRAPH_TRY(CUDA_SCRATCH(call, forest->weight, forest->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, there, edges));
    GRAPH_TRY(GRAPH_NEW(here, edges));
    GRAPH_TRY(launch(call, graph__cuda_forest_weigh, forest->entries, forest));
    GRAPH_TRY(graph__cuda_selection_move(call, NULL, there, NULL, forest->weight, sizeof *there,
                                         forest->entries, &upper));
    GRAPH_TRY(graph__cuda_download(here, there, (size_t)edges * sizeof *here));
    for (int64_t k = 0; k < edges; k++)
        r->weight += here[k];
done:
    graph__free(here);
    return status;
}

/* The values of the forest, which are those of its entries in A at first, and its weight. */
static graph_status settle_values(struct cuda_call *call, const struct forest_arguments *a,
                                  struct graph_forest_request *r)
{
    const struct graph_csr_arrays *F = &r->forest;
    const int64_t exact = (int64_t)1 << 53;
    const size_t bytes = graph__cuda_value_bytes(&r->A);
    void *raw_value;
    struct forest_arguments forest = {.row_start = F->row_start,
                                      .column = F->column,
                                      .order_of_values = a->order_of_values,
                                      .value_bytes = (int32_t)bytes,
                                      .n = a->n,
                                      .entries = F->entries,
                                      .settled = F->value,
                                      .result = a->result};
    struct forest_result result;
    graph_status status;
    GRAPH_TRY(graph__cuda_scratch(call, &raw_value, (size_t)F->entries, bytes));
    GRAPH_TRY(graph__cuda_copy(call, raw_value, F->value, (size_t)F->entries * bytes));
    forest.raw_value = raw_value;
    GRAPH_TRY(graph__cuda_tiles(call, &forest.tiles, F->row_start, a->n, F->entries));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->result, 0, sizeof *a->result));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_forest_settle, graph__cuda_tile_count(F->entries),
                                 TILE_THREADS, 0, &forest));
    if (!r->is_weighted)
        goto done;
    GRAPH_TRY(CUDA_READ(call, result, a->result));
    const bool is_integer = forest.order_of_values != FOREST_FLOATING && forest.value_bytes <= 4;
    if (is_integer && (int64_t)result.magnitude >= 0 && (int64_t)result.magnitude <= exact)
        r->weight = (double)(int64_t)result.sum;
    else
        GRAPH_TRY(add_on_host(call, &forest, r));
done:
    return status;
}

graph_status graph__cuda_forest_rows(struct cuda_call *call, struct forest_arguments *a,
                                     const struct selection *selection, struct graph_forest_request *r)
{
    const struct graph_csr *A = &r->A;
    struct graph_csr_arrays *F = &r->forest;
    graph_status status;
    GRAPH_TRY(graph__cuda_selection_rank(call, selection, A->entries));
    GRAPH_TRY(graph__cuda_select_entries(call, F, A, selection));
    r->edges = F->entries / 2;
    if (!r->is_weighted)
        r->weight = (double)r->edges;
    if (F->value != NULL && F->entries > 0)
        GRAPH_TRY(settle_values(call, a, r));
done:
    return status;
}
