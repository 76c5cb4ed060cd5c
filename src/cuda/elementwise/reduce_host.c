/* Reductions of arrays and of rows: launches of reduce.cuh. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/elementwise/reduce_arguments.h"
#include "cuda/elementwise/vector_arrays.h"
#include "cuda/runtime/call.h"

/* How many elements a block folds: a multiple of 16, by n alone. */
static int64_t share_of(int64_t n)
{
    int64_t share = (n + REDUCE_BLOCKS - 1) / REDUCE_BLOCKS;
    share = share < REDUCE_LEAST ? REDUCE_LEAST : share;
    return (share + 15) / 16 * 16;
}

graph_status graph__cuda_reduce(void *z, const void *x, graph_op monoid, graph_type type, int64_t n,
                                int threads)
{
    int64_t share = share_of(n), blocks = n > 0 ? (n + share - 1) / share : 1;
    struct reduce_arguments a = {z, x, n, share, (int32_t)monoid, (uintptr_t)x % 16 == 0};
    uint64_t *folds;
    const void *kernel;
    graph_status status;
    (void)threads;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_reduce_array, type));
    if (blocks > 1) {
        GRAPH_TRY(CUDA_SCRATCH(call, folds, blocks));
        a.z = folds;
        GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, REDUCE_THREADS, 0, &a));
        a = (struct reduce_arguments){z, folds, blocks, REDUCE_LEAST, (int32_t)monoid, true};
    }
    GRAPH_TRY(graph__cuda_launch(call, kernel, 1, REDUCE_THREADS, 0, &a));
done:
    graph__cuda_end(call);
    return status;
}

/* Lanes for a row of average length, so that each has 4 to 8 values. */
static int32_t lanes_for(int64_t entries, int64_t rows)
{
    int32_t lanes = 1;
    while (lanes < 32 && rows > 0 && entries / rows >= 8 * lanes)
        lanes *= 2;
    return lanes;
}

graph_status graph__cuda_reduce_rows(struct graph_reduce_rows_request *r)
{
    const struct graph_csr *A = &r->A;
    graph_type type = A->type == GRAPH_PATTERN ? GRAPH_UINT8 : A->type;
    struct reduce_rows_arguments a = {
        .value = A->value, .monoid = (int32_t)r->monoid, .lanes = lanes_for(A->entries, A->rows)};
    uint64_t *partial;
    const void *kernel;
    graph_status status;
    r->w = (struct graph_vector_arrays){0};
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_vector_new(&r->w, GRAPH_BITMAP, A->rows, A->type));
    GRAPH_TRY(CUDA_SCRATCH(call, a.entries, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.entries, 0, sizeof *a.entries));
    GRAPH_TRY(graph__cuda_tiles(call, &a.tiles, A->row_start, A->rows, A->entries));
    a.sum = r->w.value;
    a.present = r->w.present;
    if (A->value != NULL && A->entries >= 4 * TILE) {
        GRAPH_TRY(CUDA_SCRATCH(call, partial, graph__cuda_tile_count(A->entries)));
        a.partial = partial;
        GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_reduce_tiles, type));
        GRAPH_TRY(
            graph__cuda_launch(call, kernel, graph__cuda_tile_count(A->entries), REDUCE_THREADS, 0, &a));
    }
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_reduce_rows, type));
    GRAPH_TRY(graph__cuda_launch(call, kernel, graph__cuda_blocks(A->rows * a.lanes, REDUCE_THREADS),
                                 REDUCE_THREADS, 0, &a));
    GRAPH_TRY(CUDA_READ(call, r->w.entries, a.entries));
    graph__cuda_vector_filled(&r->w, A->rows);
done:
    if (status < 0)
        graph__cuda_vector_release(&r->w);
    graph__cuda_end(call);
    return status;
}
