/* C = A B on the device.  The steps: choose the semiring and the method from samples of the operands; make the product; and
 * where the kernels of its semiring are still being compiled, make the pattern of C first and then its values.
 *
 * Methods, in the order in which they are tried:
 *     an entry at every position            whole/mxm_full.cuh
 *     full 8 x 8 blocks, by a sample        blocks/mxm_blocks.cuh
 *     small, hypersparse or mesh matrices   whole/mxm_whole.h, by mxm_rows.c
 *     any others                            bins of rows, mxm_rows.c
 * A handful of long rows has its method, masked/mxm_dense_rows.cuh.  Under a mask, entry by entry of it, or the product of
 * another request, masked/mxm_masked_host.h.  Full bands are another entry of the back end's table,
 * diagonals/mxm_dia_host.h. */
#include "cuda/mxm/mxm_host.h"

#include "cuda/mxm/analysis/mxm_semiring.h"
#include "cuda/mxm/blocks/mxm_blocks_host.h"
#include "cuda/mxm/masked/mxm_dense_rows_host.h"
#include "cuda/mxm/masked/mxm_masked_host.h"
#include "cuda/mxm/mxm_rows.h"
#include "cuda/mxm/reuse/mxm_reuse_host.h"
#include "cuda/mxm/rows/mxm_entries.h"
#include "cuda/mxm/whole/mxm_whole.h"
#include "cuda/primitives/entries.h"
#include "cuda/runtime/call.h"
#include "cuda/semiring/semiring_host.h"

/* Decides what the caller leaves open: a faster semiring for these values; and blocks as the method, unless both operands
 * are full. */
static graph_status choose(struct cuda_call *call, struct graph_mxm_request *r, bool is_full)
{
    const bool samples_blocks =
        r->method == GRAPH_METHOD_AUTO && !is_full && graph__cuda_mxm_may_have_blocks(&r->A, &r->B);
    struct mxm_sample found;
    graph_status status;
    GRAPH_TRY(graph__cuda_mxm_choose_semiring(call, &found, r, samples_blocks, GRAPH_KERNEL_mxm_small));
    if (samples_blocks && graph__cuda_mxm_blocks_are_faster(&found, r))
        r->method = GRAPH_METHOD_BITMAP;
done:
    return status;
}

/* Chooses, and makes the product unless blocks are the method.  *wanted: the request with the semiring that was chosen,
 * which r loses if only its pattern is made. */
static graph_status choose_and_make(struct graph_mxm_request *r, struct graph_mxm_request *wanted)
{
    const bool is_full = r->method == GRAPH_METHOD_AUTO && graph__cuda_mxm_is_full(r);
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    status = choose(call, r, is_full);
    *wanted = *r;
    if (status == GRAPH_OK && is_full)
        status = graph__cuda_mxm_full(call, &r->C, r);
    else if (status == GRAPH_OK && r->method != GRAPH_METHOD_BITMAP)
        status = graph__cuda_mxm_by_rows(call, &r->C, r);
    graph__cuda_end(call);
    if (status < 0)
        graph__cuda_csr_release(&r->C);
    return status;
}

/* The product; or its pattern and then its values, while its kernels are compiled.  *is_made: false where there is no
 * memory for the latter; then the kernels of the former are compiled. */
static graph_status make(struct graph_mxm_request *r, bool *is_made)
{
    struct graph_mxm_request wanted = *r;
    graph_status status = GRAPH_OK;
    *is_made = true;
    r->C = (struct graph_csr_arrays){0};
    if (r->method != GRAPH_METHOD_BITMAP)
        GRAPH_TRY(choose_and_make(r, &wanted));
    if (r->method == GRAPH_METHOD_BITMAP) {
        r->used = "blocks";
        GRAPH_TRY(graph__cuda_mxm_blocks(r));
    }
    const bool has_values = r->semiring == wanted.semiring;
    if (!has_values)
        GRAPH_TRY(graph__cuda_mxm_values_of_pattern(r, &wanted, is_made));
done:
    return status;
}

/* The whole product, whatever the mask. */
static graph_status make_whole(struct graph_mxm_request *request)
{
    struct graph_mxm_request r = *request;
    bool is_made = false;
    graph_status status = GRAPH_OK;
    while (status == GRAPH_OK && !is_made) {
        r = *request;
        status = make(&r, &is_made);
    }
    request->C = r.C;
    request->products = r.products;
    request->used = r.used;
    return status;
}

/* The product under a mask: without what it keeps out where that pays, else all of it, of which the write-back takes what
 * it may. */
static graph_status make_masked(struct graph_mxm_request *request)
{
    struct mxm_filter f;
    bool is_open;
    graph_status status;
    if (!request->mask.is_complement && request->A.entries < INT32_MAX)
        return graph__cuda_mxm_masked_entries(request);
    GRAPH_TRY(graph__cuda_mxm_filter_open(&f, &is_open, request));
    request->C_is_unmasked = !is_open;
    if (!is_open)
        return make_whole(request);
    if (f.is_made)
        f.inner.C = f.C;
    else
        status = make_whole(&f.inner);
    f.C = (struct graph_csr_arrays){0};
    request->C = f.inner.C;
    request->products = f.inner.products;
    request->used = f.is_made ? "marks" : "filter";
    graph__cuda_mxm_filter_close(&f);
done:
    return status;
}

/* No entries: the complement of no mask admits nothing. */
static graph_status make_empty(struct graph_mxm_request *request)
{
    struct graph_csr_arrays *C = &request->C;
    const int64_t starts = request->A.rows + 1;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    *C = (struct graph_csr_arrays){0};
    GRAPH_TRY(CUDA_NEW(C->row_start, starts));
    GRAPH_TRY(graph__cuda_set_bytes(call, C->row_start, 0, (size_t)starts * sizeof *C->row_start));
    GRAPH_TRY(graph__cuda_mxm_new_entries(C, 0, request->semiring->value_bytes));
done:
    graph__cuda_end(call);
    if (status < 0)
        graph__cuda_csr_release(C);
    return status;
}

graph_status graph__cuda_mxm(struct graph_mxm_request *request)
{
    (void)graph__cuda_use_equivalent(&request->semiring);
    if (graph__cuda_mxm_has_dense_rows(request))
        return graph__cuda_mxm_dense_rows(request);
    return request->mask.is_given        ? make_masked(request)
           : request->mask.is_complement ? make_empty(request)
                                         : make_whole(request);
}
