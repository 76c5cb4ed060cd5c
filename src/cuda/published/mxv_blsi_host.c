/* Launches of mxv_blsi.cuh. */
#include "cuda/kernels/kernels.h"
#include "cuda/published/published_host.h"
#include "cuda/elementwise/vector_arrays.h"

#include "cuda/published/mxv_blsi_arguments.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

static graph_status product(struct cuda_call *call, struct graph_mxv_blsi_request *r)
{
    const struct graph_blsi *A = &r->A;
    struct mxv_blsi_arguments a = {.rows = A->rows,
                                   .entries = A->entries,
                                   .buckets = A->buckets,
                                   .chunks = A->chunks,
                                   .row_bits = A->row_bits,
                                   .column_bits = A->column_bits,
                                   .is_flipped = r->is_flipped,
                                   .high = A->high,
                                   .before = A->before,
                                   .sum = A->sum,
                                   .first_row = A->first_row,
                                   .word = A->word,
                                   .value = A->value,
                                   .u = r->u.value,
                                   .u_present = r->u.form == GRAPH_BITMAP ? r->u.present : NULL};
    graph_status status;
    _Static_assert(BLSI_CHUNK_BITS == GRAPH_BLSI_CHUNK_BITS &&
                       BLSI_MOST_STEP_BITS == GRAPH_BLSI_MOST_STEP_BITS,
                   "chunks and steps are those of the format");
    if (A->buckets <= 1 << BLSI_CHUNK_BITS)
        a.reciprocal =
            (((uint64_t)1 << BLSI_RECIPROCAL_BITS) + (uint64_t)A->buckets - 1) / (uint64_t)A->buckets;
    GRAPH_TRY(CUDA_NEW(r->w.present, A->rows));
    GRAPH_TRY(graph__cuda_allocate(&r->w.value, (size_t)A->rows, r->semiring->value_bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, a.state, A->rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.filled, A->rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.w_entries, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.w_entries, 0, sizeof *a.w_entries));
    a.w = r->w.value;
    a.w_present = r->w.present;
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_blsi_open,
                                      graph__cuda_blocks(A->rows, THREADS), THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_blsi_add,
                                      graph__cuda_blocks(A->chunks * BLSI_THREADS, BLSI_THREADS),
                                      BLSI_THREADS, 0, &a));
    if (graph__semiring_is_any(r->semiring)) {
        a.takes_winners = true;
        GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_blsi_add,
                                          graph__cuda_blocks(A->chunks * BLSI_THREADS, BLSI_THREADS),
                                          BLSI_THREADS, 0, &a));
    }
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_blsi_close,
                                      graph__cuda_blocks(A->rows, THREADS), THREADS, 0, &a));
    GRAPH_TRY(CUDA_READ(call, r->w.entries, a.w_entries));
    graph__cuda_vector_filled(&r->w, A->rows);
done:
    return status;
}

graph_status graph__cuda_mxv_blsi(struct graph_mxv_blsi_request *r)
{
    r->w = (struct graph_vector_arrays){.form = GRAPH_BITMAP};
    struct cuda_call *call = graph__cuda_begin();
    graph_status status = product(call, r);
    graph__cuda_end(call);
    if (status < 0)
        graph__cuda_vector_release(&r->w);
    return status;
}
