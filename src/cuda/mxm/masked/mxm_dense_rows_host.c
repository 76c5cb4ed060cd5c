/* See mxm_dense_rows_host.h.  One wait, for the number of entries of C. */
#include "cuda/mxm/masked/mxm_dense_rows_host.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/masked/mxm_dense_rows_arguments.h"
#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum {
    /* A product without a mask pays from so many entries of A on, and where at most so many positions of C are asked for
     * each: a dot product reads a row of B'. */
    LEAST_ENTRIES = 1024,
    POSITIONS = 8,
    /* Under a mask, also up to so many edges, which take the time of the launches of other methods: 0.1 ms.  A position
     * takes that of POSITION_EDGES and of its row of B'. */
    MOST_EDGES = 1 << 26,
    POSITION_EDGES = 8,
    LONG_BLOCKS = 264
};
#define MOST_BYTES ((int64_t)1 << 29) /* of the rows of A and C as arrays */

bool graph__cuda_mxm_has_dense_rows(const struct graph_mxm_request *r)
{
    const struct graph_matrix_mask *mask = &r->mask;
    const int64_t all = r->A.rows * r->B.columns, given = mask->is_given ? mask->pattern.entries : 0,
                  wanted = mask->is_complement || !mask->is_given ? all - given : given,
                  edges = wanted * (POSITION_EDGES + r->B.entries / (r->B.columns + 1)),
                  bytes = r->A.rows * (r->A.columns + r->B.columns) * (int64_t)r->semiring->value_bytes;
    const bool pays = (r->A.entries >= LEAST_ENTRIES && wanted / POSITIONS <= r->A.entries) ||
                      (mask->is_given && edges <= MOST_EDGES);
    return pays && r->method == GRAPH_METHOD_AUTO && r->B_transposed.row_start != NULL &&
           r->A.rows <= GRAPH_DENSE_ROWS && bytes <= MOST_BYTES && (mask->is_given || !mask->is_complement) &&
           !graph__semiring_is_any(r->semiring);
}

static graph_status launch(struct cuda_call *call, const struct graph_semiring *semiring,
                           enum graph_cuda_kernel number, int64_t threads,
                           const struct mxm_dense_rows_arguments *a)
{
    return graph__cuda_launch_over(call, semiring, number, graph__cuda_blocks(threads, DENSE_ROWS_THREADS),
                                   DENSE_ROWS_THREADS, 0, a);
}

graph_status graph__cuda_mxm_dense_rows(struct graph_mxm_request *r)
{
    (void)graph__cuda_use_equivalent(&r->semiring);
    const struct graph_semiring *s = r->semiring;
    const struct graph_csr *A = &r->A, *B = &r->B_transposed, *mask = &r->mask.pattern;
    const int64_t A_words = (A->columns + 31) / 32, C_words = (B->rows + 31) / 32, rows = A->rows;
    struct mxm_dense_rows_arguments a = {.rows = rows,
                                         .inner = A->columns,
                                         .columns = B->rows,
                                         .A_words = A_words,
                                         .C_words = C_words,
                                         .A_entries = A->entries,
                                         .mask_entries = r->mask.is_given ? mask->entries : 0,
                                         .A_start = A->row_start,
                                         .mask_start = mask->row_start,
                                         .B_start = B->row_start,
                                         .A_column = A->column,
                                         .mask_column = mask->column,
                                         .B_column = B->column,
                                         .A_value = A->value,
                                         .B_value = B->value,
                                         .has_mask = r->mask.is_given,
                                         .is_complement = r->mask.is_complement};
    const int64_t bits = rows * (A_words + 2 * C_words);
    struct graph_csr_arrays C = {0};
    int64_t *rank;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(call, a.long_dots, 1 + bits / 2 + 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.long_dots, 0, sizeof *a.long_dots + (size_t)bits * 4));
    a.A_bits = (uint32_t *)(a.long_dots + 1);
    a.mask_bits = a.A_bits + rows * A_words;
    a.C_bits = a.mask_bits + rows * C_words;
    GRAPH_TRY(CUDA_SCRATCH(call, a.long_dot, rows * (B->entries / DENSE_ROWS_LONG + 1)));
    GRAPH_TRY(CUDA_SCRATCH(call, rank, rows * C_words + 1));
    a.rank = rank;
    if (s->reads & GRAPH_READS_X)
        GRAPH_TRY(graph__cuda_scratch(call, &a.A_dense, (size_t)(rows * A->columns), s->value_bytes));
    GRAPH_TRY(graph__cuda_scratch(call, &a.C_dense, (size_t)(rows * B->rows), s->value_bytes));
    GRAPH_TRY(launch(call, s, GRAPH_KERNEL_mxm_dense_rows_spread, a.A_entries + a.mask_entries, &a));
    GRAPH_TRY(launch(call, s, GRAPH_KERNEL_mxm_dense_rows_dots, rows * C_words * 32 / DENSE_ROWS_WORDS, &a));
    GRAPH_TRY(launch(call, s, GRAPH_KERNEL_mxm_dense_rows_long, LONG_BLOCKS * DENSE_ROWS_THREADS, &a));
    GRAPH_TRY(graph__cuda_rank_bits(call, rank, a.C_bits, rows * C_words));
    GRAPH_TRY(CUDA_READ(call, C.entries, rank + rows * C_words));
    GRAPH_TRY(CUDA_NEW(C.row_start, rows + 1));
    GRAPH_TRY(CUDA_NEW(C.column, C.entries));
    GRAPH_TRY(graph__cuda_allocate(&C.value, (size_t)C.entries, s->value_bytes));
    a.C_start = C.row_start;
    a.C_column = C.column;
    a.C_value = C.value;
    GRAPH_TRY(launch(call, s, GRAPH_KERNEL_mxm_dense_rows_close, rows * C_words + rows + 1, &a));
    r->C = C;
    C = (struct graph_csr_arrays){0};
    r->used = "dense rows";
done:
    graph__cuda_end(call);
    graph__cuda_csr_release(&C);
    return status;
}
