/* When 8 x 8 blocks make a product, from a sample of how full they are. */
#include "cuda/mxm/blocks/mxm_blocks_host.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/blocks/tuning.h"
#include "cuda/runtime/call.h"

/* The products of a pair of blocks, in the mean of the samples: blocks with a and b entries of 64 have a b / 8.  What a
 * pair costs hardly depends on it. */
static double products_of_pair(const struct mxm_sample *found)
{
    const int other = found->blocks[1] > 0;
    if (found->blocks[0] == 0)
        return 0;
    return (double)found->entries[0] / (double)found->blocks[0] * (double)found->entries[other] /
           (double)found->blocks[other] / 8;
}

static bool has_tensor_cores(const struct graph_semiring *s)
{
    return graph__cuda_is_plus_times(s) && s->type == GRAPH_FP64;
}

/* Whether blocks with bitmaps are faster than rows. */
bool graph__cuda_mxm_blocks_are_faster(const struct mxm_sample *found, const struct graph_mxm_request *r)
{
    const double products = (double)r->A.entries * (double)r->B.entries / (double)r->B.rows;
    int least = has_tensor_cores(r->semiring)
                    ? products >= BLOCKS_LARGE_PRODUCTS ? BLOCKS_LARGE_TENSOR_PAIR : BLOCKS_TENSOR_PAIR
                : r->semiring->kind == GRAPH_ANY_PAIR ? BLOCKS_PATTERN_PAIR
                                                      : BLOCKS_PAIR;
    return products_of_pair(found) >= least;
}

/* Only long rows of large matrices can have full blocks; others are not sampled. */
bool graph__cuda_mxm_may_have_blocks(const struct graph_csr *A, const struct graph_csr *B)
{
    return graph__mxm_has_family(MXM_FAMILY_BLOCKS) && graph__cuda_mxm_is_large(A, B) && A->rows >= 8 &&
           B->rows >= 8 && A->entries >= BLOCKS_LEAST_ROW * A->rows &&
           B->entries >= BLOCKS_LEAST_ROW * B->rows;
}

graph_status graph__cuda_mxm_has_full_blocks(bool *has, const struct graph_semiring *s,
                                             const struct graph_csr *A, const struct graph_csr *B)
{
    struct mxm_sample found;
    graph_status status = GRAPH_OK;
    *has = false;
    if (!has_tensor_cores(s) || !graph__cuda_mxm_may_have_blocks(A, B))
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    status = graph__cuda_mxm_sample_operands(call, &found, NULL, A, B, true);
    graph__cuda_end(call);
    *has = status == GRAPH_OK && products_of_pair(&found) >= BLOCKS_FULL_PAIR;
    return status;
}
