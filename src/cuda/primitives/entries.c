/* Launches of entries.cu (entries.h). */
#include "cuda/primitives/entries.h"

#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32 };

int graph__cuda_size_number(size_t value_bytes)
{
    return value_bytes == 0 ? 0 : value_bytes == 1 ? 1 : value_bytes == 2 ? 2 : value_bytes == 4 ? 3 : 4;
}

size_t graph__cuda_value_bytes(const struct graph_csr *A)
{
    return A->value != NULL ? graph_type_size(A->type) : 0;
}

int64_t graph__cuda_tile_count(int64_t n) { return (n + TILE - 1) / TILE; }

graph_status graph__cuda_tiles(struct cuda_call *call, struct tiles *tiles, const int64_t *row_start,
                               int64_t rows, int64_t entries)
{
    int64_t count = graph__cuda_tile_count(entries);
    int32_t *first_row;
    graph_status status = GRAPH_OK;
    *tiles = (struct tiles){.row_start = row_start, .rows = rows, .entries = entries};
    if (row_start == NULL || entries == 0)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, first_row, count + 1));
    struct entries_tiles_arguments arguments = {first_row, row_start, rows, entries, count};
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_tiles,
                                 graph__cuda_blocks((count + 1) * WARP_THREADS, THREADS), THREADS, 0,
                                 &arguments));
    tiles->first_row = first_row;
done:
    return status;
}

static int64_t words_of(int64_t n) { return (n + 31) / 32; }

graph_status graph__cuda_selection_open(struct cuda_call *call, struct selection *selection, int64_t n)
{
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, selection->bits, words_of(n)));
    GRAPH_TRY(CUDA_SCRATCH(call, selection->rank, words_of(n) + 1));
done:
    return status;
}

graph_status graph__cuda_selection_rank(struct cuda_call *call, const struct selection *selection, int64_t n)
{
    return graph__cuda_rank_bits(call, selection->rank, selection->bits, words_of(n));
}

graph_status graph__cuda_selection_total(struct cuda_call *call, int64_t *total,
                                         const struct selection *selection, int64_t n,
                                         const struct selection *other, int64_t n_other)
{
    int64_t totals[2] = {0}, *there;
    graph_status status;
    if (other == NULL)
        return graph__cuda_read(call, total, selection->rank + words_of(n), sizeof *total);
    GRAPH_TRY(CUDA_SCRATCH(call, there, 2));
    GRAPH_TRY(graph__cuda_copy(call, there, selection->rank + words_of(n), sizeof *there));
    GRAPH_TRY(graph__cuda_copy(call, there + 1, other->rank + words_of(n_other), sizeof *there));
    GRAPH_TRY(CUDA_READ(call, totals, there));
    *total = totals[0] + totals[1];
done:
    return status;
}

graph_status graph__cuda_selection_move(struct cuda_call *call, int32_t *to_column, void *to_value,
                                        const int32_t *column, const void *value, size_t value_bytes,
                                        int64_t n, const struct selection *selection)
{
    const struct entries_move_arguments move = {to_column, to_value, column, value, n, *selection};
    return graph__cuda_launch(call, graph__cuda_entries_move[graph__cuda_size_number(value_bytes)],
                              graph__cuda_blocks(n, THREADS), THREADS, 0, &move);
}

void graph__cuda_csr_release(struct graph_csr_arrays *C)
{
    graph__cuda_release(C->row_start);
    graph__cuda_release(C->column);
    graph__cuda_release(C->value);
    *C = (struct graph_csr_arrays){0};
}

graph_status graph__cuda_select_entries(struct cuda_call *call, struct graph_csr_arrays *C,
                                        const struct graph_csr *A, const struct selection *selection)
{
    size_t value_bytes = graph__cuda_value_bytes(A);
    graph_status status;
    *C = (struct graph_csr_arrays){0};
    GRAPH_TRY(CUDA_NEW(C->row_start, A->rows + 1));
    struct entries_starts_arguments starts = {
        .C_start = C->row_start, .rows = A->rows, .A_start = A->row_start, .selection = *selection};
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_starts, graph__cuda_blocks(A->rows + 1, THREADS),
                                 THREADS, 0, &starts));
    GRAPH_TRY(graph__cuda_selection_total(call, &C->entries, selection, A->entries, NULL, 0));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
    GRAPH_TRY(graph__cuda_selection_move(call, C->column, C->value, A->column, A->value, value_bytes,
                                         A->entries, selection));
done:
    if (status < 0)
        graph__cuda_csr_release(C);
    return status;
}
