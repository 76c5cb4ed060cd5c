/* The closure of a bit matrix; see bit_closure.cu: rounds of pivots, on the caller's rows if they are whole tiles, else on a
 * padded copy. */
#include "cuda/closure/closure_host.h"

#include "base/status.h"
#include "cuda/closure/bit_closure_arguments.h"
#include "cuda/runtime/call.h"

enum { ALIGNED_BYTES = 16, WORDS_OF_64 = 2 };

static graph_status launch_over(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, BIT_THREADS), BIT_THREADS, 0, arguments);
}

/* Rows first_row .. first_row + rows - 1 |= A P. */
static graph_status multiply(struct cuda_call *call, const struct bit_round_arguments *a, const uint32_t *A,
                             int64_t first_row, int64_t rows)
{
    const struct bit_product_arguments product = {.A = A,
                                                  .B = a->pivot_rows,
                                                  .bits = a->bits + first_row * a->words,
                                                  .rows = rows,
                                                  .n = a->n,
                                                  .words = a->words};
    const size_t shared_bytes = (size_t)graph__cuda_bit_product_bytes;
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_full_grid(&blocks, graph__cuda_bit_product, BIT_THREADS, shared_bytes));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bit_product, blocks, BIT_THREADS, shared_bytes, &product));
done:
    return status;
}

static graph_status run_rounds(struct cuda_call *call, struct bit_round_arguments *a)
{
    graph_status status = GRAPH_OK;
    for (a->first = 0; a->first < a->n; a->first += BIT_PIVOTS) {
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bit_close, 1, BIT_PIVOTS, 0, a));
        GRAPH_TRY(launch_over(call, graph__cuda_bit_pivot_rows, a->n * BIT_PIVOT_WORDS, a));
        GRAPH_TRY(multiply(call, a, a->closed, a->first, BIT_PIVOTS));
        GRAPH_TRY(launch_over(call, graph__cuda_bit_pivot_columns, a->n * (BIT_PIVOT_WORDS / 4), a));
        GRAPH_TRY(launch_over(call, graph__cuda_bit_pivot_rows, a->n * BIT_PIVOT_WORDS, a));
        GRAPH_TRY(multiply(call, a, a->pivot_columns, 0, a->n));
    }
done:
    return status;
}

graph_status graph__cuda_bit_closure(struct graph_bit_closure_request *r)
{
    const int64_t padded = (r->n + BIT_PIVOTS - 1) / BIT_PIVOTS * BIT_PIVOTS;
    struct bit_copy_arguments copy = {.from = (const uint32_t *)r->bits,
                                      .from_rows = r->n,
                                      .from_words = r->words * WORDS_OF_64,
                                      .to_rows = padded,
                                      .to_words = padded / 32};
    struct bit_round_arguments a = {.bits = (uint32_t *)r->bits, .n = padded, .words = copy.from_words};
    const bool is_copied =
        padded != r->n || a.words % (ALIGNED_BYTES / 4) != 0 || (uintptr_t)r->bits % ALIGNED_BYTES != 0;
    graph_status status;
    if (r->n == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(call, a.closed, BIT_PIVOTS * BIT_PIVOT_WORDS));
    GRAPH_TRY(CUDA_SCRATCH(call, a.pivot_columns, padded * BIT_PIVOT_WORDS));
    GRAPH_TRY(CUDA_SCRATCH(call, a.pivot_rows, padded * BIT_PIVOT_WORDS));
    if (is_copied) {
        GRAPH_TRY(CUDA_SCRATCH(call, copy.to, padded * copy.to_words));
        GRAPH_TRY(launch_over(call, graph__cuda_bit_copy, padded * copy.to_words, &copy));
        a.bits = copy.to;
        a.words = copy.to_words;
    }
    GRAPH_TRY(run_rounds(call, &a));
    if (is_copied) {
        struct bit_copy_arguments back = {.from = copy.to,
                                          .to = (uint32_t *)r->bits,
                                          .from_rows = padded,
                                          .from_words = copy.to_words,
                                          .to_rows = r->n,
                                          .to_words = copy.from_words};
        GRAPH_TRY(launch_over(call, graph__cuda_bit_copy, r->n * back.to_words, &back));
    }
    GRAPH_TRY(graph__cuda_wait());
done:
    graph__cuda_end(call);
    return status;
}
