/* Launches of bmSPARSE (mxm_bmsparse.cuh): blocks of A and B, the list of their products sorted by the blocks of C,
 * bitmaps, values, and rows.  The host waits for the numbers of blocks of A and of B, of tasks, of blocks of C, and of
 * entries, before and after zeros are dropped. */
#include "cuda/published/published_host.h"
#include "cuda/published/mxm_bmsparse_arguments.h"
#include "cuda/published/published_steps.h"

#include "cuda/primitives/entries.h"
#include "cuda/mxm/blocks/mxm_blocks_host.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32, BITS_LANES = 8 };

/* Launches a kernel whose loop has the stride of the grid, for so many elements. */
static graph_status launch(struct cuda_call *call, const void *kernel, int64_t threads,
                           const struct mxm_bmsparse_arguments *a)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(threads, THREADS), THREADS, 0, a);
}

static int bits_of(int64_t n)
{
    int bits = 0;
    while ((int64_t)1 << bits < n)
        bits++;
    return bits;
}

/* Counts, expands and sorts the tasks. */
static graph_status make_tasks(struct cuda_call *call, struct mxm_bmsparse_arguments *a)
{
    uint64_t *spare, *spare_pair;
    graph_status status;
    int64_t block_columns = a->B.columns / 8 + (a->B.columns % 8 != 0);
    a->column_bits = bits_of(block_columns);
    GRAPH_TRY(CUDA_SCRATCH(call, a->first_task, a->A_blocks + 1));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bmsparse_count, (a->A_blocks + THREADS - 1) / THREADS,
                                 THREADS, 0, a));
    GRAPH_TRY(graph__cuda_scan(call, a->first_task, a->A_blocks));
    GRAPH_TRY(CUDA_READ(call, a->tasks, a->first_task + a->A_blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a->key, a->tasks));
    GRAPH_TRY(CUDA_SCRATCH(call, a->pair, a->tasks));
    GRAPH_TRY(CUDA_SCRATCH(call, spare, a->tasks));
    GRAPH_TRY(CUDA_SCRATCH(call, spare_pair, a->tasks));
    GRAPH_TRY(launch(call, graph__cuda_bmsparse_expand, a->tasks, a));
    GRAPH_TRY(graph__cuda_sort_64_64(call, &a->key, &spare, &a->pair, &spare_pair, a->tasks,
                                     a->column_bits + bits_of(a->A.block_rows)));
done:
    return status;
}

/* The blocks of C: their tasks, keys and bitmaps, and where their values begin; *entries of them. */
static graph_status make_blocks(struct cuda_call *call, struct mxm_bmsparse_arguments *a, int64_t *entries)
{
    int64_t words = a->tasks / 32 + (a->tasks % 32 != 0);
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a->head, words));
    GRAPH_TRY(CUDA_SCRATCH(call, a->rank, words + 1));
    GRAPH_TRY(launch(call, graph__cuda_bmsparse_heads, a->tasks, a));
    GRAPH_TRY(graph__cuda_rank_bits(call, a->rank, a->head, words));
    GRAPH_TRY(CUDA_READ(call, a->blocks, a->rank + words));
    GRAPH_TRY(CUDA_SCRATCH(call, a->block_task, a->blocks + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->block_key, a->blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a->mask, a->blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a->count, a->blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a->first_value, a->blocks + 1));
    GRAPH_TRY(launch(call, graph__cuda_bmsparse_blocks, a->tasks, a));
    GRAPH_TRY(launch(call, graph__cuda_bmsparse_bits, a->blocks * BITS_LANES, a));
    GRAPH_TRY(graph__cuda_scan_counts(call, a->first_value, a->count, a->blocks));
    GRAPH_TRY(CUDA_READ(call, *entries, a->first_value + a->blocks));
done:
    return status;
}

static graph_status make_rows(struct cuda_call *call, struct mxm_bmsparse_arguments *a,
                              struct graph_csr_arrays *C, size_t value_bytes)
{
    graph_status status;
    int64_t threads = a->A.block_rows * WARP_THREADS;
    GRAPH_TRY(CUDA_NEW(C->row_start, a->rows + 1));
    a->C_row_start = C->row_start;
    GRAPH_TRY(launch(call, graph__cuda_bmsparse_row_counts, threads, a));
    GRAPH_TRY(graph__cuda_scan(call, C->row_start, a->rows));
    GRAPH_TRY(CUDA_READ(call, C->entries, C->row_start + a->rows));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
    a->C_column = C->column;
    a->C_value = C->value;
    GRAPH_TRY(launch(call, graph__cuda_bmsparse_rows[graph__cuda_size_number(value_bytes)], threads, a));
done:
    return status;
}

static graph_status multiply(struct cuda_call *call, struct graph_mxm_request *r)
{
    const struct graph_semiring *s = r->semiring;
    struct mxm_bmsparse_arguments a = {.rows = r->A.rows, .drops_zeros = r->drops_zeros};
    int64_t entries, blocks[2];
    struct value_facts *facts; /* an output that is not used here */
    char *value;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, facts, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, facts, 1, sizeof *facts));
    GRAPH_TRY(graph__cuda_blocks_operands(call, &a.A, &a.B, blocks, r, facts));
    a.A_blocks = blocks[0];
    if (blocks[0] > UINT32_MAX || blocks[1] > UINT32_MAX)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "GRAPH_METHOD_BMSPARSE numbers blocks with 32 bits; there are %lld",
                   (long long)(blocks[0] > blocks[1] ? blocks[0] : blocks[1]));
    GRAPH_TRY(make_tasks(call, &a));
    GRAPH_TRY(make_blocks(call, &a, &entries));
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&value, (size_t)entries, s->value_bytes));
    a.value = value;
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_bmsparse_values,
                                      a.blocks < INT32_MAX ? a.blocks : INT32_MAX, BMSPARSE_CELLS, 0, &a));
    GRAPH_TRY(make_rows(call, &a, &r->C, s->value_bytes));
    r->blocks =
        (struct graph_block_counts){.tasks = (uint64_t)a.tasks,
                                    .blocks = (uint64_t)(blocks[0] + blocks[1] + a.blocks),
                                    .values = (uint64_t)((a.A.value != NULL ? r->A.entries : 0) +
                                                         (a.B.value != NULL ? r->B.entries : 0) + entries)};
done:
    return status;
}

graph_status graph__cuda_mxm_bmsparse(struct graph_mxm_request *r)
{
    return graph__cuda_mxm_published(r, multiply);
}
