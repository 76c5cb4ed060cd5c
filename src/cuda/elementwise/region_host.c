/* Regions, remaps and Kronecker products.  The work is divided by entries of the result, each of which finds its source.
 * Rows of a remap whose columns do not ascend are sorted by a build. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/primitives/primitives.h"
#include "cuda/elementwise/region_arguments.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, THREADS), THREADS, 0, arguments);
}

static graph_status launch_tiles(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_tile_count(n), TILE_THREADS, 0, arguments);
}

graph_status graph__cuda_region(struct graph_region_request *r)
{
    struct selection selection;
    graph_status status;
    r->C = (struct graph_csr_arrays){0};
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, r->A.entries));
    struct region_mark_arguments a = {.column = r->A.column,
                                      .row_mark = r->row_mark,
                                      .column_mark = r->column_mark,
                                      .keeps_inside = r->keeps_inside,
                                      .bits = selection.bits};
    GRAPH_TRY(graph__cuda_tiles(call, &a.tiles, r->A.row_start, r->A.rows, r->A.entries));
    GRAPH_TRY(launch_tiles(call, graph__cuda_region_mark, r->A.entries, &a));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, r->A.entries));
    GRAPH_TRY(graph__cuda_select_entries(call, &r->C, &r->A, &selection));
done:
    graph__cuda_end(call);
    return status;
}

/* Sorts the rows of C. */
static graph_status sort_rows(struct cuda_call *call, struct graph_csr_arrays *C,
                              const struct graph_remap_request *r, const struct tiles *tiles)
{
    int32_t *row;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, row, C->entries));
    struct entries_rows_arguments rows = {*tiles, row};
    GRAPH_TRY(launch_tiles(call, graph__cuda_entries_rows, C->entries, &rows));
    struct graph_build_request build = {.rows = r->rows,
                                        .columns = r->columns,
                                        .n = C->entries,
                                        .row = row,
                                        .column = C->column,
                                        .value = C->value,
                                        .type = r->A.type};
    GRAPH_TRY(graph__cuda_build_inside(call, &build));
    graph__cuda_csr_release(C);
    *C = build.C;
done:
    return status;
}

graph_status graph__cuda_remap(struct graph_remap_request *r)
{
    size_t value_bytes = graph__cuda_value_bytes(&r->A);
    struct remap_arguments a = {.A_start = r->A.row_start,
                                .A_column = r->A.column,
                                .A_value = r->A.value,
                                .A_rows = r->A.rows,
                                .A_entries = r->A.entries,
                                .source_row = r->source_row,
                                .target_start = r->target_start,
                                .target = r->target};
    struct graph_csr_arrays C = {0};
    uint32_t disordered = 0;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_NEW(C.row_start, r->rows + 1));
    a.C_start = C.row_start;
    a.tiles.rows = r->rows;
    if (r->target_start != NULL) {
        GRAPH_TRY(CUDA_SCRATCH(call, a.copies, r->A.entries + 1));
        GRAPH_TRY(launch(call, graph__cuda_remap_copies, r->A.entries, &a));
        GRAPH_TRY(graph__cuda_scan(call, a.copies, r->A.entries));
    }
    GRAPH_TRY(launch(call, graph__cuda_remap_counts, r->rows, &a));
    GRAPH_TRY(graph__cuda_scan(call, C.row_start, r->rows));
    GRAPH_TRY(CUDA_READ(call, C.entries, C.row_start + r->rows));
    GRAPH_TRY(CUDA_NEW(C.column, C.entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(&C.value, (size_t)C.entries, value_bytes));
    a.C_column = C.column;
    a.C_value = C.value;
    GRAPH_TRY(graph__cuda_tiles(call, &a.tiles, C.row_start, r->rows, C.entries));
    GRAPH_TRY(
        launch_tiles(call, graph__cuda_remap_fill[graph__cuda_size_number(value_bytes)], C.entries, &a));
    if (r->target_start != NULL) {
        GRAPH_TRY(CUDA_SCRATCH(call, a.disordered, 1));
        GRAPH_TRY(graph__cuda_set_bytes(call, a.disordered, 0, sizeof *a.disordered));
        GRAPH_TRY(launch_tiles(call, graph__cuda_remap_check, C.entries, &a));
        GRAPH_TRY(CUDA_READ(call, disordered, a.disordered));
    }
    if (disordered)
        GRAPH_TRY(sort_rows(call, &C, r, &a.tiles));
done:
    if (status < 0)
        graph__cuda_csr_release(&C);
    graph__cuda_end(call);
    r->C = C;
    return status;
}

graph_status graph__cuda_kronecker(struct graph_kronecker_request *r)
{
    graph_type type = r->A.type == GRAPH_PATTERN ? GRAPH_UINT8 : r->A.type;
    size_t value_bytes = graph__cuda_value_bytes(&r->A);
    int64_t rows = r->A.rows * r->B.rows;
    struct graph_csr_arrays C = {0};
    struct kronecker_arguments a = {.tiles = {.rows = rows},
                                    .A_start = r->A.row_start,
                                    .B_start = r->B.row_start,
                                    .A_column = r->A.column,
                                    .B_column = r->B.column,
                                    .A_value = r->A.value,
                                    .B_value = r->B.value,
                                    .B_rows = r->B.rows,
                                    .B_columns = r->B.columns,
                                    .B_entries = r->B.entries,
                                    .op = (int32_t)r->op};
    const void *kernel;
    graph_status status;
    r->C = C;
    if (__builtin_mul_overflow(r->A.entries, r->B.entries, &C.entries))
        return graph__fail(GRAPH_E_MEMORY, "the product of %lld and %lld entries is too large",
                           (long long)r->A.entries, (long long)r->B.entries);
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_NEW(C.row_start, rows + 1));
    GRAPH_TRY(CUDA_NEW(C.column, C.entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(&C.value, (size_t)C.entries, value_bytes));
    a.C_start = C.row_start;
    a.C_column = C.column;
    a.C_value = C.value;
    a.tiles.entries = C.entries;
    GRAPH_TRY(launch(call, graph__cuda_kronecker_starts, rows + 1, &a));
    GRAPH_TRY(graph__cuda_tiles(call, &a.tiles, C.row_start, rows, C.entries));
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_kronecker_fill, type));
    GRAPH_TRY(launch_tiles(call, kernel, C.entries, &a));
done:
    if (status < 0)
        graph__cuda_csr_release(&C);
    graph__cuda_end(call);
    r->C = C;
    return status;
}
