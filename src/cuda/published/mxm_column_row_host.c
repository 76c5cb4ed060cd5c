/* Launches of mxm_column_row.cuh: room for the rows, tiles, and compaction into C.  The host waits for the room, and for the
 * number of entries. */
#include "cuda/published/published_host.h"
#include "cuda/published/published_steps.h"

#include "cuda/published/mxm_column_row_arguments.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum { WARPS = COLUMN_ROW_THREADS / 32 };
#define MOST_TILE_BYTES ((int64_t)1 << 30)

static graph_status launch(struct cuda_call *call, const struct graph_semiring *semiring,
                           enum graph_cuda_kernel number, int64_t threads,
                           const struct mxm_column_row_arguments *a)
{
    return graph__cuda_launch_over(call, semiring, number, graph__cuda_blocks(threads, COLUMN_ROW_THREADS),
                                   COLUMN_ROW_THREADS, 0, a);
}

/* As many warps as run at once and have work, within the memory for their tiles. */
static graph_status launch_tiles(struct cuda_call *call, const struct graph_semiring *s,
                                 struct mxm_column_row_arguments *a)
{
    int64_t parts = a->rows / COLUMN_ROW_ROWS + 1, blocks;
    int64_t block_bytes = (int64_t)WARPS * COLUMN_ROW_CELLS * (int64_t)s->value_bytes;
    const void *kernel;
    char *sum;
    graph_status status;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_column_row, s));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, COLUMN_ROW_THREADS, 0));
    if (blocks > parts / WARPS + 1)
        blocks = parts / WARPS + 1;
    if (blocks > MOST_TILE_BYTES / block_bytes)
        blocks = MOST_TILE_BYTES / block_bytes;
    GRAPH_TRY(CUDA_SCRATCH(call, sum, blocks * block_bytes));
    a->sum = sum;
    if (graph__semiring_is_any(s))
        GRAPH_TRY(CUDA_SCRATCH(call, a->from, blocks * WARPS * COLUMN_ROW_CELLS));
    GRAPH_TRY(CUDA_SCRATCH(call, a->ticket, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->ticket, 0, sizeof *a->ticket));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, COLUMN_ROW_THREADS, 0, a));
done:
    return status;
}

static graph_status multiply(struct cuda_call *call, struct graph_mxm_request *r)
{
    const struct graph_semiring *s = r->semiring;
    const struct graph_csr *A = &r->A, *B = &r->B;
    struct mxm_column_row_arguments a = {.A_row_start = A->row_start,
                                         .B_row_start = B->row_start,
                                         .A_column = A->column,
                                         .B_column = B->column,
                                         .A_value = A->value,
                                         .B_value = B->value,
                                         .rows = A->rows,
                                         .columns = B->columns};
    int64_t room;
    char *value;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a.offset, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.at, A->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a.count, A->rows + 1));
    GRAPH_TRY(launch(call, s, GRAPH_KERNEL_mxm_column_row_bound, A->rows, &a));
    GRAPH_TRY(graph__cuda_scan(call, a.offset, A->rows));
    GRAPH_TRY(CUDA_READ(call, room, a.offset + A->rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.column, room));
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&value, (size_t)room, s->value_bytes));
    a.value = value;
    GRAPH_TRY(launch_tiles(call, s, &a));
    GRAPH_TRY(graph__cuda_csr_by_counts(call, &r->C, a.count, A->rows, s->value_bytes));
    a.C_row_start = r->C.row_start;
    a.C_column = r->C.column;
    a.C_value = r->C.value;
    GRAPH_TRY(launch(call, s, GRAPH_KERNEL_mxm_column_row_compact, A->rows * 32, &a));
done:
    return status;
}

graph_status graph__cuda_mxm_column_row(struct graph_mxm_request *r)
{
    return graph__cuda_mxm_published(r, multiply);
}
