/* See mxm_bitmap_host.h: blocks of A and B, counts, and values.  Two waits: for the numbers of blocks, and of entries. */
#include "cuda/mxm_bitmap_host.h"

#include "cuda/kernels.h"
#include "cuda/mxm_bitmap_arguments.h"
#include "cuda/primitives.h"

enum {
    THREADS = 256,
    BUILD_LANES = 8,
    CELLS = 64,
    WARPS = MXM_BITMAP_THREADS / 32,
    SLOT_BYTES = 50 * 1024, /* of shared memory for slots: three blocks then share a multiprocessor */
    MOST_SLOTS = 512,
    FEW_BLOCK_ROWS = 3, /* for each multiprocessor: as many as it works on at a time */
    FEW_SLOTS = 32
};

static graph_status launch_build(enum graph_cuda_kernel number, graph_type type, int64_t blocks,
                                 const struct bitmap_blocks_arguments *a)
{
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, number, type));
    GRAPH_TRY(graph__cuda_launch(kernel, blocks, THREADS, 0, a));
done:
    return status;
}

static graph_status build(struct bitmap_matrix *X, int64_t *blocks, const struct graph_csr *A,
                          graph_type type, bool needs_values, int32_t *is_finite)
{
    struct bitmap_blocks_arguments a = {.row_start = A->row_start,
                                        .column = A->column,
                                        .value = needs_values ? A->value : NULL,
                                        .is_finite = is_finite};
    int64_t walks;
    graph_status status;
    a.X.rows = A->rows;
    a.X.columns = A->columns;
    a.X.block_rows = A->rows / 8 + (A->rows % 8 != 0);
    walks = (a.X.block_rows * BUILD_LANES + THREADS - 1) / THREADS;
    GRAPH_TRY(CUDA_SCRATCH(a.X.block_start, a.X.block_rows + 1));
    GRAPH_TRY(launch_build(GRAPH_KERNEL_bitmap_blocks_count, type, walks, &a));
    GRAPH_TRY(graph__cuda_scan(a.X.block_start, a.X.block_rows));
    GRAPH_TRY(CUDA_READ(*blocks, a.X.block_start + a.X.block_rows));
    GRAPH_TRY(CUDA_SCRATCH(a.X.block_column, *blocks));
    GRAPH_TRY(CUDA_SCRATCH(a.X.mask, *blocks));
    GRAPH_TRY(CUDA_SCRATCH(a.X.first_value, *blocks));
    GRAPH_TRY(launch_build(GRAPH_KERNEL_bitmap_blocks_fill, type, walks, &a));
    if (a.value != NULL) {
        GRAPH_TRY(graph__cuda_scratch(&a.X.value, (size_t)A->entries, graph_type_size(type)));
        GRAPH_TRY(launch_build(GRAPH_KERNEL_bitmap_blocks_values, type,
                               graph__cuda_blocks(A->rows * 32, THREADS), &a));
    }
    *X = a.X;
done:
    return status;
}

graph_status graph__cuda_bitmap_operands(struct bitmap_matrix *A_blocks, struct bitmap_matrix *B_blocks,
                                         int64_t counts[2], const struct graph_mxm_request *request,
                                         int32_t *is_finite)
{
    const struct graph_semiring *s = request->semiring;
    const struct graph_csr *A = &request->A, *B = &request->B;
    bool reads_A = s->reads & GRAPH_READS_X, reads_B = s->reads & GRAPH_READS_Y;
    graph_status status;
    GRAPH_TRY(build(A_blocks, &counts[0], A, s->type, reads_A, is_finite));
    if (B->row_start == A->row_start && B->column == A->column && B->rows == A->rows && reads_A == reads_B &&
        (B->value == A->value || !reads_B)) {
        *B_blocks = *A_blocks;
        counts[1] = counts[0];
    } else
        GRAPH_TRY(build(B_blocks, &counts[1], B, s->type, reads_B, is_finite));
done:
    return status;
}

static graph_status launch(const struct graph_semiring *semiring, enum graph_cuda_kernel number,
                           size_t shared_bytes, int parts, const struct mxm_bitmap_arguments *a)
{
    const void *kernel;
    const int64_t tasks = a->A.block_rows * parts;
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(a->ticket, 0, sizeof *a->ticket));
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, semiring));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, MXM_BITMAP_THREADS, shared_bytes));
    GRAPH_TRY(
        graph__cuda_launch(kernel, blocks < tasks ? blocks : tasks, MXM_BITMAP_THREADS, shared_bytes, a));
done:
    return status;
}

/* How many blocks of C are worked on at once.  Few block rows are shared out, each of them, so that there is work for every
 * multiprocessor. */
static void share_out(struct mxm_bitmap_arguments *a, size_t slot_bytes)
{
    a->slots = (int32_t)(SLOT_BYTES / slot_bytes);
    a->slots = a->slots < MOST_SLOTS ? a->slots / 2 * 2 : MOST_SLOTS;
    a->parts = 1;
    if (a->A.block_rows < (int64_t)FEW_BLOCK_ROWS * graph__cuda_device(NULL)->processors &&
        a->B.columns <= (int64_t)8 * MXM_BITMAP_WINDOW) {
        a->slots = a->slots < FEW_SLOTS ? a->slots : FEW_SLOTS;
        a->parts = MXM_BITMAP_PARTS;
    }
}

graph_status graph__cuda_mxm_bitmap(struct graph_mxm_request *request)
{
    static const enum graph_cuda_kernel kernels[] = {GRAPH_KERNEL_mxm_bitmap_count,
                                                     GRAPH_KERNEL_mxm_bitmap_values};
    const struct graph_semiring *s = request->semiring;
    const struct graph_csr *A = &request->A;
    struct mxm_bitmap_arguments a = {.rows = A->rows};
    struct graph_csr_arrays C = {0};
    size_t value_bytes = s->value_bytes,
           slot_bytes = sizeof(uint64_t) + sizeof(int32_t) + CELLS * value_bytes;
    int32_t *is_finite;
    int64_t blocks[2];
    graph_status status;
    graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(is_finite, 1));
    GRAPH_TRY(graph__cuda_set_bytes(is_finite, 1, sizeof *is_finite));
    a.is_finite = is_finite;
    GRAPH_TRY(graph__cuda_bitmap_operands(&a.A, &a.B, blocks, request, is_finite));
    graph__cuda_compile_ahead(kernels, 2, s);
    GRAPH_TRY(CUDA_SCRATCH(a.ticket, 1));
    GRAPH_TRY(CUDA_NEW(C.row_start, A->rows + 1));
    a.C_start = C.row_start;
    share_out(&a, slot_bytes);
    if (a.parts > 1)
        GRAPH_TRY(CUDA_SCRATCH(a.of_part, 8 * a.A.block_rows * a.parts));
    GRAPH_TRY(launch(s, GRAPH_KERNEL_mxm_bitmap_count, 0, 1, &a));
    GRAPH_TRY(graph__cuda_scan(C.row_start, A->rows));
    GRAPH_TRY(CUDA_READ(C.entries, C.row_start + A->rows));
    GRAPH_TRY(CUDA_NEW(C.column, C.entries));
    GRAPH_TRY(graph__cuda_allocate(&C.value, (size_t)C.entries, value_bytes));
    a.C_column = C.column;
    a.C_value = C.value;
    GRAPH_TRY(launch(s, GRAPH_KERNEL_mxm_bitmap_values,
                     (size_t)a.slots * slot_bytes + 3 * WARPS * CELLS * value_bytes, a.parts, &a));
    request->C = C;
    C = (struct graph_csr_arrays){0};
done:
    graph__cuda_end();
    graph__cuda_release(C.row_start);
    graph__cuda_release(C.column);
    graph__cuda_release(C.value);
    return status;
}
