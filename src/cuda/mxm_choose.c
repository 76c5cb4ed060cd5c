/* See mxm_choose.h. */
#include "cuda/mxm_choose.h"

#include "cuda/kernels.h"
#include "cuda/mxm_plan.h"
#include "cuda/semiring_twin.h"

/* The products of a pair of blocks, in the mean of those that were looked at: blocks with a and b entries of 64 have
 * a b / 8.  What a pair costs hardly depends on it. */
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

/* Whether blocks with bitmaps are faster than rows.  From how many products of a pair on it pays is measured: on tensor
 * cores, where products of some size have work for every multiprocessor, for patterns and for the others
 * (docs/performance.md). */
static bool blocks_are_faster(const struct mxm_sample *found, const struct graph_mxm_request *r)
{
    enum {
        LEAST_OF_LARGE_TENSOR_PAIR = 42,
        LEAST_OF_TENSOR_PAIR = 64,
        LEAST_OF_PATTERN_PAIR = 48,
        LEAST_OF_PAIR = 56,
        LARGE_PRODUCTS = 1 << 25
    };
    const double products = (double)r->A.entries * (double)r->B.entries / (double)r->B.rows;
    int least = has_tensor_cores(r->semiring)
                    ? products >= LARGE_PRODUCTS ? LEAST_OF_LARGE_TENSOR_PAIR : LEAST_OF_TENSOR_PAIR
                : r->semiring->kind == GRAPH_ANY_PAIR ? LEAST_OF_PATTERN_PAIR
                                                      : LEAST_OF_PAIR;
    return products_of_pair(found) >= least;
}

/* Only long rows of large matrices can have full blocks; others are not looked at. */
static bool may_have_blocks(const struct graph_csr *A, const struct graph_csr *B)
{
    enum { LEAST_ENTRIES_OF_ROW = 16 };
    return graph__cuda_mxm_is_large(A, B) && A->rows >= 8 && B->rows >= 8 &&
           A->entries >= LEAST_ENTRIES_OF_ROW * A->rows && B->entries >= LEAST_ENTRIES_OF_ROW * B->rows;
}

/* A user's semiring is compiled unless its values are plain.  Few products in the mean may be many where hubs meet. */
static bool twin_is_worth_a_look(const struct graph_csr *A, const struct graph_csr *B)
{
    enum { LEAST_ENTRIES = 1 << 18 };
    return graph__cuda_mxm_is_large(A, B) || (A->entries >= LEAST_ENTRIES && B->entries >= LEAST_ENTRIES);
}

graph_status graph__cuda_mxm_has_full_blocks(bool *has, const struct graph_semiring *s,
                                             const struct graph_csr *A, const struct graph_csr *B)
{
    enum { LEAST_OF_FULL_PAIR = 320 };
    struct mxm_sample found;
    graph_status status = GRAPH_OK;
    *has = false;
    if (!has_tensor_cores(s) || !may_have_blocks(A, B))
        return GRAPH_OK;
    graph__cuda_begin();
    status = graph__cuda_mxm_look(&found, A, B, true, 0);
    graph__cuda_end();
    *has = status == GRAPH_OK && products_of_pair(&found) >= LEAST_OF_FULL_PAIR;
    return status;
}

graph_status graph__cuda_mxm_choose(struct graph_mxm_request *r, bool is_full)
{
    struct mxm_sample found;
    bool at_blocks = r->method == GRAPH_METHOD_AUTO && !is_full && may_have_blocks(&r->A, &r->B);
    const enum twin_likeness likeness = graph__cuda_take_twin(&r->semiring);
    const struct graph_semiring *s = r->semiring;
    const bool is_bool = s->kind == GRAPH_OR_AND && s->type == GRAPH_BOOL;
    const bool at_values = is_bool                              ? graph__cuda_mxm_is_large(&r->A, &r->B)
                           : likeness == TWIN_FOR_PLAIN_NUMBERS ? twin_is_worth_a_look(&r->A, &r->B)
                                                                : false;
    graph_status status = GRAPH_OK;
    if (!at_blocks && !at_values)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_mxm_look(&found, &r->A, &r->B, at_blocks, at_values ? s->value_bytes : 0));
    if (at_values && !found.has_odd) {
        r->semiring = graph_semiring_builtin(is_bool ? GRAPH_ANY_PAIR : graph__cuda_twin(s), s->type);
        if (is_bool)
            r->A.value = r->B.value = NULL;
    }
    if (at_blocks && blocks_are_faster(&found, r))
        r->method = GRAPH_METHOD_BITMAP;
done:
    return status;
}
