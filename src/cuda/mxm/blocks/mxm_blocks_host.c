/* See mxm_blocks_host.h: blocks of A and B, counts, and values.  Two waits: for the numbers of blocks, and of entries. */
#include "cuda/mxm/blocks/mxm_blocks_host.h"

#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/blocks/mxm_blocks_arguments.h"
#include "cuda/mxm/blocks/mxm_blocks_kernels.h"
#include "cuda/mxm/reuse/mxm_while_compiling_host.h"
#include "cuda/primitives/primitives.h"
#include "cuda/semiring/builtin_equivalent.h"
#include "cuda/runtime/call.h"

enum {
    THREADS = 256,
    BUILD_LANES = 8,
    CELLS = 64,
    WARPS = MXM_BLOCKS_THREADS / 32,
    SLOT_BYTES = 50 * 1024, /* of shared memory for slots: three blocks then share a multiprocessor */
    MOST_SLOTS = 512,
    COLUMN_SLOTS = 128, /* of mxm_blocks_columns, in 24 KB */
    FEW_BLOCK_ROWS = 3, /* for each multiprocessor: as many as it works on at a time */
    FEW_SLOTS = 32
};

static graph_status launch_build(struct cuda_call *call, enum graph_cuda_kernel number, graph_type type,
                                 int64_t blocks, const struct bitmap_blocks_arguments *a)
{
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, number, type));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, THREADS, 0, a));
done:
    return status;
}

static graph_status build(struct cuda_call *call, struct blocks_matrix *X, int64_t *blocks,
                          const struct graph_csr *A, graph_type type, bool needs_values,
                          struct value_facts *facts)
{
    struct bitmap_blocks_arguments a = {.row_start = A->row_start,
                                        .column = A->column,
                                        .value = needs_values ? A->value : NULL,
                                        .facts = facts};
    int64_t walks;
    graph_status status;
    a.X.rows = A->rows;
    a.X.columns = A->columns;
    a.X.block_rows = A->rows / 8 + (A->rows % 8 != 0);
    walks = (a.X.block_rows * BUILD_LANES + THREADS - 1) / THREADS;
    GRAPH_TRY(CUDA_SCRATCH(call, a.X.block_start, a.X.block_rows + 1));
    GRAPH_TRY(launch_build(call, GRAPH_KERNEL_bitmap_blocks_count, type, walks, &a));
    GRAPH_TRY(graph__cuda_scan(call, a.X.block_start, a.X.block_rows));
    GRAPH_TRY(CUDA_READ(call, *blocks, a.X.block_start + a.X.block_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.X.block_column, *blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a.X.mask, *blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a.X.first_value, *blocks));
    GRAPH_TRY(launch_build(call, GRAPH_KERNEL_bitmap_blocks_fill, type, walks, &a));
    if (a.value != NULL) {
        GRAPH_TRY(graph__cuda_scratch(call, &a.X.value, (size_t)A->entries, graph_type_size(type)));
        GRAPH_TRY(launch_build(call, GRAPH_KERNEL_bitmap_blocks_values, type,
                               graph__cuda_blocks(A->rows * 32, THREADS), &a));
    }
    *X = a.X;
done:
    return status;
}

graph_status graph__cuda_blocks_operands(struct cuda_call *call, struct blocks_matrix *A_blocks,
                                         struct blocks_matrix *B_blocks, int64_t counts[2],
                                         const struct graph_mxm_request *request, struct value_facts *facts)
{
    const struct graph_semiring *s = request->semiring;
    const struct graph_csr *A = &request->A, *B = &request->B;
    bool reads_A = s->reads & GRAPH_READS_X, reads_B = s->reads & GRAPH_READS_Y;
    graph_status status;
    GRAPH_TRY(build(call, A_blocks, &counts[0], A, s->type, reads_A, facts));
    if (B->row_start == A->row_start && B->column == A->column && B->rows == A->rows && reads_A == reads_B &&
        (B->value == A->value || !reads_B)) {
        *B_blocks = *A_blocks;
        counts[1] = counts[0];
    } else
        GRAPH_TRY(build(call, B_blocks, &counts[1], B, s->type, reads_B, facts));
done:
    return status;
}

static graph_status launch(struct cuda_call *call, const void *kernel, size_t shared_bytes, int parts,
                           const struct mxm_blocks_arguments *a)
{
    const int64_t tasks = a->A.block_rows * parts;
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, a->ticket, 0, sizeof *a->ticket));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, MXM_BLOCKS_THREADS, shared_bytes));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks < tasks ? blocks : tasks, MXM_BLOCKS_THREADS,
                                 shared_bytes, a));
done:
    return status;
}

/* How many blocks of C are worked on at once.  Few block rows are shared out, each of them, so that there is work for every
 * multiprocessor. */
static void share_out(struct mxm_blocks_arguments *a, size_t slot_bytes, int most_slots, int few_slots)
{
    a->slots = (int32_t)(SLOT_BYTES / slot_bytes);
    a->slots = a->slots < most_slots ? a->slots / 2 * 2 : most_slots;
    a->parts = 1;
    if (a->A.block_rows < (int64_t)FEW_BLOCK_ROWS * graph__cuda_device(NULL)->processors &&
        a->B.columns <= (int64_t)8 * MXM_BLOCKS_WINDOW) {
        a->slots = a->slots < few_slots ? a->slots : few_slots;
        a->parts = MXM_BLOCKS_PARTS;
    }
}

/* No more shared memory than the block rows of C need, so that more of them are worked on at once. */
static void fit_slots(struct mxm_blocks_arguments *a, int32_t slots)
{
    const int32_t most = slots > 2 ? (slots + 1) / 2 * 2 : 2;
    if (most < a->slots)
        a->slots = most;
}

/* Whether the kernel of mxm_blocks_columns.cuh makes the values: tensor cores do not, and there are any; and blocks with all
 * their places are not much larger than what they have, where they are read at all. */
static bool is_by_columns(const struct graph_mxm_request *r, const int64_t blocks[2])
{
    enum { LEAST_FILL = 8 };
    const struct graph_semiring *s = r->semiring;
    if (s->kind == GRAPH_ANY_PAIR || (graph__cuda_is_plus_times(s) && s->type == GRAPH_FP64))
        return false;
    return s->reads == GRAPH_READS_NONE ||
           (r->A.entries >= LEAST_FILL * blocks[0] && r->B.entries >= LEAST_FILL * blocks[1]);
}

/* The zero of the semiring, where kernels multiply absent entries. */
static int32_t absent_of(const struct graph_semiring *s)
{
    switch ((int)graph__cuda_builtin_equivalent(s)) {
    case GRAPH_MIN_PLUS:
    case GRAPH_MIN_MAX:
        return BLOCKS_ABSENT_MOST;
    case GRAPH_MAX_PLUS:
    case GRAPH_MAX_MIN:
        return BLOCKS_ABSENT_LEAST;
    default:
        return BLOCKS_ABSENT_ZERO;
    }
}

static graph_status spread(struct cuda_call *call, const void **there, const struct blocks_matrix *X,
                           int64_t blocks, const struct graph_semiring *s, const struct value_facts *facts)
{
    struct blocks_spread_arguments a = {.blocks = blocks,
                                        .mask = X->mask,
                                        .first_value = X->first_value,
                                        .value = X->value,
                                        .absent = absent_of(s),
                                        .facts = facts};
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_scratch(call, &a.spread, (size_t)blocks, CELLS * s->value_bytes));
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_bitmap_blocks_spread, s->type));
    GRAPH_TRY(graph__cuda_launch(call, kernel, graph__cuda_blocks(blocks * 32, THREADS), THREADS, 0, &a));
    *there = a.spread;
done:
    return status;
}

/* The operands as mxm_blocks_columns.cuh reads them. */
static graph_status spread_operands(struct cuda_call *call, struct mxm_blocks_arguments *a,
                                    const int64_t blocks[2], const struct graph_semiring *s,
                                    const struct value_facts *facts)
{
    graph_status status = GRAPH_OK;
    if (!graph__cuda_has_packed(s))
        facts = NULL;
    if (s->reads & GRAPH_READS_X)
        GRAPH_TRY(spread(call, &a->A_spread, &a->A, blocks[0], s, facts));
    if (a->A_spread != NULL && a->B.value == a->A.value)
        a->B_spread = a->A_spread;
    else if (s->reads & GRAPH_READS_Y)
        GRAPH_TRY(spread(call, &a->B_spread, &a->B, blocks[1], s, facts));
done:
    return status;
}

/* The kernel that makes the values. */
static enum graph_cuda_kernel kernel_of_values(const struct graph_semiring *s, bool by_columns,
                                               const struct value_facts *facts)
{
    if (!by_columns)
        return graph__cuda_is_plus_times(s) && s->type == GRAPH_FP64 && facts->are_finite
                   ? GRAPH_KERNEL_mxm_blocks_tensor
                   : GRAPH_KERNEL_mxm_blocks_values;
    if (graph__cuda_has_packed(s) && VALUES_ARE_PACKED(*facts))
        return GRAPH_KERNEL_mxm_blocks_packed;
    if (graph__cuda_has_packed(s) && VALUES_ARE_INTEGERS(*facts))
        return GRAPH_KERNEL_mxm_blocks_integers;
    return graph__cuda_equivalent_absorbs(s) && facts->are_finite ? GRAPH_KERNEL_mxm_blocks_padded
                                                                  : GRAPH_KERNEL_mxm_blocks_columns;
}

graph_status graph__cuda_mxm_blocks(struct graph_mxm_request *request)
{
    const struct graph_semiring *s = request->semiring;
    const struct graph_csr *A = &request->A;
    struct mxm_blocks_arguments a = {.rows = A->rows};
    struct graph_csr_arrays C = {0};
    size_t value_bytes = s->value_bytes,
           slot_bytes = sizeof(uint64_t) + sizeof(int32_t) + CELLS * value_bytes,
           warp_bytes = 3 * WARPS * CELLS * value_bytes;
    struct mxm_blocks_found *there, found;
    enum graph_cuda_kernel number;
    const void *kernel;
    int64_t blocks[2];
    bool by_columns;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(call, there, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, there, 0, sizeof *there));
    GRAPH_TRY(graph__cuda_set_bytes(call, &there->facts, 1, sizeof there->facts));
    a.most_slots = &there->slots;
    GRAPH_TRY(graph__cuda_blocks_operands(call, &a.A, &a.B, blocks, request, &there->facts));
    by_columns = is_by_columns(request, blocks);
    if (graph__cuda_builtin_equivalent(s) == 0) { /* values are finite or not to no purpose */
        number = kernel_of_values(s, by_columns, &(struct value_facts){0});
        graph__cuda_mxm_prepare(request, &number, 1);
        if (request->semiring != s)
            goto done;
    }
    if (s->kind == GRAPH_ANY_PAIR) {
        slot_bytes -= CELLS * value_bytes;
        warp_bytes = 0;
    } else if (by_columns) {
        slot_bytes = sizeof(uint64_t) + sizeof(int32_t) + MXM_BLOCKS_SLOT_BYTES;
        warp_bytes = MXM_BLOCKS_LISTED * (sizeof(uint64_t) + CELLS * value_bytes + 16);
    }
    if (by_columns)
        GRAPH_TRY(spread_operands(call, &a, blocks, s, &there->facts));
    GRAPH_TRY(CUDA_SCRATCH(call, a.ticket, 1));
    GRAPH_TRY(CUDA_NEW(C.row_start, A->rows + 1));
    a.C_start = C.row_start;
    share_out(&a, slot_bytes, by_columns ? COLUMN_SLOTS : MOST_SLOTS, by_columns ? COLUMN_SLOTS : FEW_SLOTS);
    if (a.parts > 1)
        GRAPH_TRY(CUDA_SCRATCH(call, a.of_part, 8 * a.A.block_rows * a.parts));
    GRAPH_TRY(launch(call, graph__mxm_blocks_count, 0, 1, &a));
    GRAPH_TRY(graph__cuda_scan(call, C.row_start, A->rows));
    GRAPH_TRY(graph__cuda_copy(call, &there->entries, C.row_start + A->rows, sizeof there->entries));
    GRAPH_TRY(CUDA_READ(call, found, there));
    C.entries = found.entries;
    a.are_ordinary = found.facts.are_ordinary;
    a.unit = found.facts.least_low;
    number = kernel_of_values(s, by_columns, &found.facts);
    graph__cuda_mxm_prepare(request, &number, 1);
    if (request->semiring != s)
        goto done;
    GRAPH_TRY(CUDA_NEW(C.column, C.entries));
    GRAPH_TRY(graph__cuda_allocate(&C.value, (size_t)C.entries, value_bytes));
    a.C_column = C.column;
    a.C_value = C.value;
    if (!by_columns)
        fit_slots(&a, found.slots);
    if (number == GRAPH_KERNEL_mxm_blocks_tensor)
        warp_bytes = 0;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, s));
    GRAPH_TRY(launch(call, kernel, (size_t)a.slots * slot_bytes + warp_bytes, a.parts, &a));
    request->C = C;
    C = (struct graph_csr_arrays){0};
done:
    graph__cuda_end(call);
    graph__cuda_csr_release(&C);
    return status < 0 || request->semiring == s ? status : graph__cuda_mxm_blocks(request);
}
