/* C = A': a stable radix sort of the entries by column keeps the rows of each column in ascending order. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"
#include "cuda/elementwise/transpose_arguments.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

int graph__cuda_bits_of(int64_t n)
{
    int bits = 0;
    for (uint64_t largest = n > 0 ? (uint64_t)n - 1 : 0; largest != 0; largest >>= 1)
        bits++;
    return bits;
}

graph_status graph__cuda_starts(struct cuda_call *call, int64_t *start, const void *key, int key_bytes,
                                int64_t n, int64_t rows, int shift)
{
    struct transpose_starts_arguments arguments = {start, key, n, rows, shift};
    return graph__cuda_launch(call, key_bytes == 4 ? graph__cuda_starts_32 : graph__cuda_starts_64,
                              graph__cuda_blocks(rows + 1, THREADS), THREADS, 0, &arguments);
}

graph_status graph__cuda_transpose(struct graph_transpose_request *r)
{
    const struct graph_csr *A = &r->A;
    size_t value_bytes = graph__cuda_value_bytes(A);
    int64_t n = A->entries;
    int size = graph__cuda_size_number(value_bytes), bits = graph__cuda_bits_of(A->columns);
    uint32_t *key, *spare_key, *row, *spare_row;
    uint64_t *load, *spare_load;
    struct transpose_load_arguments loading = {.column = A->column, .value = A->value};
    graph_status status;
    r->C = (struct graph_csr_arrays){.entries = n};
    loading.kind = value_bytes == 0        ? TRANSPOSE_ROW
                   : value_bytes < 8       ? TRANSPOSE_ROW_VALUE
                   : n <= (int64_t)1 << 32 ? TRANSPOSE_ROW_ENTRY
                                           : TRANSPOSE_ENTRY;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_NEW(r->C.row_start, A->columns + 1));
    GRAPH_TRY(CUDA_NEW(r->C.column, n));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(&r->C.value, (size_t)n, value_bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, key, n));
    GRAPH_TRY(CUDA_SCRATCH(call, spare_key, n));
    if (value_bytes == 0) {
        GRAPH_TRY(CUDA_SCRATCH(call, row, n));
        GRAPH_TRY(CUDA_SCRATCH(call, spare_row, n));
        loading.load = row;
    } else {
        GRAPH_TRY(CUDA_SCRATCH(call, load, n));
        GRAPH_TRY(CUDA_SCRATCH(call, spare_load, n));
        loading.load = load;
    }
    GRAPH_TRY(graph__cuda_tiles(call, &loading.tiles, A->row_start, A->rows, n));
    loading.key = key;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_transpose_load[size], graph__cuda_tile_count(n),
                                 TILE_THREADS, 0, &loading));
    if (value_bytes == 0)
        GRAPH_TRY(graph__cuda_sort_32_32(call, &key, &spare_key, &row, &spare_row, n, bits));
    else
        GRAPH_TRY(graph__cuda_sort_32_64(call, &key, &spare_key, &load, &spare_load, n, bits));
    struct transpose_unload_arguments unloading = {.load = value_bytes == 0 ? (void *)row : (void *)load,
                                                   .kind = loading.kind,
                                                   .n = n,
                                                   .A_start = A->row_start,
                                                   .A_rows = A->rows,
                                                   .A_value = A->value,
                                                   .C_column = r->C.column,
                                                   .C_value = r->C.value};
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_transpose_unload[size], graph__cuda_blocks(n, THREADS),
                                 THREADS, 0, &unloading));
    GRAPH_TRY(graph__cuda_starts(call, r->C.row_start, key, 4, n, A->columns, 0));
done:
    if (status < 0)
        graph__cuda_csr_release(&r->C);
    graph__cuda_end(call);
    return status;
}
