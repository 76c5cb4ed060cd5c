/* See mxm_blocks_host.h: blocks of A and B, a count of C, and its values.  Two waits: for the numbers of blocks, and of
 * entries. */
#include "cuda/mxm/blocks/mxm_blocks_host.h"

#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/blocks/mxm_blocks_arguments.h"
#include "cuda/mxm/blocks/tuning.h"
#include "cuda/mxm/analysis/mxm_semiring.h"
#include "cuda/primitives/primitives.h"
#include "cuda/semiring/semiring_host.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, BUILD_LANES = 8, CELLS = 64, WARPS = MXM_BLOCKS_THREADS / 32 };

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
    int64_t row_blocks;
    graph_status status;
    a.X.rows = A->rows;
    a.X.columns = A->columns;
    a.X.block_rows = A->rows / 8 + (A->rows % 8 != 0);
    row_blocks = (a.X.block_rows * BUILD_LANES + THREADS - 1) / THREADS;
    GRAPH_TRY(CUDA_SCRATCH(call, a.X.block_start, a.X.block_rows + 1));
    GRAPH_TRY(launch_build(call, GRAPH_KERNEL_bitmap_blocks_count, type, row_blocks, &a));
    GRAPH_TRY(graph__cuda_scan(call, a.X.block_start, a.X.block_rows));
    GRAPH_TRY(CUDA_READ(call, *blocks, a.X.block_start + a.X.block_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.X.block_column, *blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a.X.mask, *blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, a.X.first_value, *blocks));
    GRAPH_TRY(launch_build(call, GRAPH_KERNEL_bitmap_blocks_fill, type, row_blocks, &a));
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

/* Sets the slots of a thread block.  A small number of block rows is split into parts, so that there is work for every
 * multiprocessor. */
static void split_block_rows(struct mxm_blocks_arguments *a, size_t slot_bytes, int most_slots,
                             int split_slots)
{
    a->slots = (int32_t)(BLOCKS_SLOT_BYTES / slot_bytes);
    a->slots = a->slots < most_slots ? a->slots / 2 * 2 : most_slots;
    a->parts = 1;
    if (a->A.block_rows < (int64_t)BLOCKS_SPLIT_ROWS * graph__cuda_device(NULL)->processors &&
        a->B.columns <= (int64_t)8 * MXM_BLOCKS_WINDOW) {
        a->slots = a->slots < split_slots ? a->slots : split_slots;
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
    const struct graph_semiring *s = r->semiring;
    if (s->kind == GRAPH_ANY_PAIR || (graph__cuda_is_plus_times(s) && s->type == GRAPH_FP64))
        return false;
    return s->reads == GRAPH_READS_NONE ||
           (r->A.entries >= BLOCKS_LEAST_FILL * blocks[0] && r->B.entries >= BLOCKS_LEAST_FILL * blocks[1]);
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

/* Bytes of shared memory: of each slot, and besides for the warps of a thread block. */
struct shared_bytes {
    size_t slot, warps;
};

static struct shared_bytes shared_bytes_of(const struct graph_semiring *s, bool by_columns)
{
    const size_t slot = sizeof(uint64_t) + sizeof(int32_t), block = CELLS * s->value_bytes;
    if (s->kind == GRAPH_ANY_PAIR)
        return (struct shared_bytes){slot, 0};
    if (by_columns)
        return (struct shared_bytes){slot + MXM_BLOCKS_SLOT_BYTES,
                                     MXM_BLOCKS_LISTED * (sizeof(uint64_t) + block + 16)};
    return (struct shared_bytes){slot + block, 3 * WARPS * block};
}

/* The starts of the rows of C, whose number of entries the host waits for. */
static graph_status count(struct cuda_call *call, struct mxm_blocks_arguments *a, struct graph_csr_arrays *C,
                          struct mxm_blocks_found *found, struct mxm_blocks_found *there)
{
    graph_status status;
    if (a->parts > 1)
        GRAPH_TRY(CUDA_SCRATCH(call, a->of_part, 8 * a->A.block_rows * a->parts));
    GRAPH_TRY(launch(call, graph__mxm_blocks_count, 0, 1, a));
    GRAPH_TRY(graph__cuda_scan(call, C->row_start, a->rows));
    GRAPH_TRY(graph__cuda_copy(call, &there->entries, C->row_start + a->rows, sizeof there->entries));
    GRAPH_TRY(CUDA_READ(call, *found, there));
    C->entries = found->entries;
    a->are_ordinary = found->facts.are_ordinary;
    a->unit = found->facts.least_low;
done:
    return status;
}

/* The columns and values of C. */
static graph_status make_entries(struct cuda_call *call, struct mxm_blocks_arguments *a,
                                 struct graph_csr_arrays *C, const struct graph_semiring *s,
                                 enum graph_cuda_kernel number, struct shared_bytes bytes)
{
    const void *kernel;
    graph_status status;
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, s->value_bytes));
    a->C_column = C->column;
    a->C_value = C->value;
    if (number == GRAPH_KERNEL_mxm_blocks_tensor)
        bytes.warps = 0;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, s));
    GRAPH_TRY(launch(call, kernel, (size_t)a->slots * bytes.slot + bytes.warps, a->parts, a));
done:
    return status;
}

/* Makes C unless its kernels are being compiled: *next. */
static graph_status multiply(struct cuda_call *call, struct graph_csr_arrays *C,
                             const struct graph_mxm_request *r, enum mxm_next *next)
{
    const struct graph_semiring *s = r->semiring;
    struct mxm_blocks_arguments a = {.rows = r->A.rows};
    struct mxm_blocks_found *there, found;
    enum graph_cuda_kernel number;
    int64_t blocks[2];
    graph_status status;
    *next = MXM_LAUNCH;
    GRAPH_TRY(CUDA_SCRATCH(call, there, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, there, 0, sizeof *there));
    GRAPH_TRY(graph__cuda_set_bytes(call, &there->facts, 1, sizeof there->facts));
    a.most_slots = &there->slots;
    GRAPH_TRY(graph__cuda_blocks_operands(call, &a.A, &a.B, blocks, r, &there->facts));
    const bool by_columns = is_by_columns(r, blocks);
    if (graph__cuda_builtin_equivalent(s) ==
        0) { /* its kernel does not depend on whether values are finite */
        number = kernel_of_values(s, by_columns, &(struct value_facts){0});
        *next = graph__cuda_mxm_prepare(s, &number, 1);
        if (*next == MXM_TAKE_PATTERN)
            return GRAPH_OK;
    }
    const struct shared_bytes bytes = shared_bytes_of(s, by_columns);
    if (by_columns)
        GRAPH_TRY(spread_operands(call, &a, blocks, s, &there->facts));
    GRAPH_TRY(CUDA_SCRATCH(call, a.ticket, 1));
    GRAPH_TRY(CUDA_NEW(C->row_start, a.rows + 1));
    a.C_start = C->row_start;
    split_block_rows(&a, bytes.slot, by_columns ? BLOCKS_COLUMN_SLOTS : BLOCKS_MOST_SLOTS,
                     by_columns ? BLOCKS_COLUMN_SLOTS : BLOCKS_SPLIT_SLOTS);
    GRAPH_TRY(count(call, &a, C, &found, there));
    number = kernel_of_values(s, by_columns, &found.facts);
    *next = graph__cuda_mxm_prepare(s, &number, 1);
    if (*next == MXM_TAKE_PATTERN)
        return GRAPH_OK;
    if (!by_columns)
        fit_slots(&a, found.slots);
    GRAPH_TRY(make_entries(call, &a, C, s, number, bytes));
done:
    return status;
}

graph_status graph__cuda_mxm_blocks(struct graph_mxm_request *request)
{
    enum mxm_next next;
    graph_status status;
    do {
        struct graph_csr_arrays C = {0};
        struct cuda_call *call = graph__cuda_begin();
        status = multiply(call, &C, request, &next);
        graph__cuda_end(call);
        if (status >= 0 && next == MXM_LAUNCH)
            request->C = C;
        else
            graph__cuda_csr_release(&C);
        if (next == MXM_TAKE_PATTERN)
            graph__cuda_mxm_take_pattern(request);
    } while (next == MXM_TAKE_PATTERN);
    return status;
}
