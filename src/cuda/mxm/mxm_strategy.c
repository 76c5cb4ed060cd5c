/* See mxm_strategy.h. */
#include "cuda/mxm/mxm_strategy.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/semiring/builtin_equivalent.h"
#include "cuda/runtime/call.h"

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
static bool equivalent_is_worth_a_look(const struct graph_csr *A, const struct graph_csr *B)
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
    struct cuda_call *call = graph__cuda_begin();
    status = graph__cuda_mxm_look(call, &found, NULL, A, B, true);
    graph__cuda_end(call);
    *has = status == GRAPH_OK && products_of_pair(&found) >= LEAST_OF_FULL_PAIR;
    return status;
}

/* What must hold for all values, so that another semiring, which is faster, makes the same product; 0: there is none.
 * or_and of what is true is any_pair. */
static unsigned claims_for(const struct graph_semiring *s, enum equivalence likeness)
{
    if (s->kind == GRAPH_OR_AND && s->type == GRAPH_BOOL)
        return VALUES_TRUE;
    return likeness == EQUIVALENT_FOR_PLAIN_NUMBERS ? VALUES_FINITE | VALUES_NO_MINUS_ZERO
           : likeness == EQUIVALENT_FOR_NONNEGATIVE ? VALUES_FINITE | VALUES_UNSIGNED
                                                    : 0;
}

/* The one that does, where they hold. */
static const struct graph_semiring *semiring_of(const struct graph_semiring *s, unsigned claims)
{
    return graph_semiring_builtin(claims == VALUES_TRUE ? GRAPH_ANY_PAIR : graph__cuda_builtin_equivalent(s),
                                  s->type);
}

/* Whether a small product had better not take its own kernel: it is not worth waiting for another one. */
static bool prefers_other(const struct graph_semiring *s, unsigned claims, enum graph_cuda_kernel kernel)
{
    return graph__cuda_has_kernels(&kernel, 1, semiring_of(s, claims)) ||
           !graph__cuda_has_kernels(&kernel, 1, s);
}

/* Whether it is known if they hold, or to be found out: of large products, and of small ones when their operands come
 * again, or nothing else is at hand. */
static bool asks_values(struct value_look *look, const struct graph_mxm_request *r, unsigned claims,
                        enum graph_cuda_kernel kernel)
{
    const struct graph_csr *A = &r->A, *B = &r->B;
    if (claims == 0 || A->value == NULL || B->value == NULL || A->entries == 0 || B->entries == 0)
        return false;
    *look = graph__cuda_values_open(A, B, r->semiring->type);
    if (graph__cuda_values_are_known(look))
        return true;
    const bool has_place = graph__cuda_values_have_place(look),
               is_large =
                   claims == VALUES_TRUE ? graph__cuda_mxm_is_large(A, B) : equivalent_is_worth_a_look(A, B);
    /* The product of bands takes no longer than a look. */
    if (!has_place || is_large)
        return is_large && (has_place || kernel != GRAPH_KERNEL_mxm_dia_band);
    const bool has_user = graph__cuda_is_loaded(kernel, r->semiring);
    if (has_user && !graph__cuda_values_are_repeated(look))
        return false;
    const bool is_asked = prefers_other(r->semiring, claims, kernel);
    if (has_user && !is_asked)
        graph__cuda_values_give_up(look);
    return is_asked;
}

/* Takes the semiring that these values allow; looks at them, and at blocks, if need be.  kernel: what may make the product,
 * if it is small. */
static graph_status choose_semiring(struct cuda_call *call, struct mxm_sample *found,
                                    struct graph_mxm_request *r, bool at_blocks,
                                    enum graph_cuda_kernel kernel)
{
    const enum equivalence likeness = graph__cuda_use_equivalent(&r->semiring);
    const unsigned claims = claims_for(r->semiring, likeness);
    struct value_look values;
    const bool at_values = asks_values(&values, r, claims, kernel);
    graph_status status = GRAPH_OK;
    if (!at_blocks && !at_values)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_mxm_look(call, found, at_values ? &values : NULL, &r->A, &r->B, at_blocks));
    if (!at_values || (graph__cuda_values_of(&values).claims & claims) != claims)
        return GRAPH_OK;
    r->semiring = semiring_of(r->semiring, claims);
    if (claims == VALUES_TRUE)
        r->A.value = r->B.value = NULL;
done:
    return status;
}

graph_status graph__cuda_mxm_strategy_of_band(struct cuda_call *call, struct graph_mxm_request *r)
{
    struct mxm_sample none;
    return choose_semiring(call, &none, r, false, GRAPH_KERNEL_mxm_dia_band);
}

graph_status graph__cuda_mxm_strategy(struct cuda_call *call, struct graph_mxm_request *r, bool is_full)
{
    const bool at_blocks = r->method == GRAPH_METHOD_AUTO && !is_full && may_have_blocks(&r->A, &r->B);
    struct mxm_sample found;
    graph_status status;
    GRAPH_TRY(choose_semiring(call, &found, r, at_blocks, GRAPH_KERNEL_mxm_small));
    if (at_blocks && blocks_are_faster(&found, r))
        r->method = GRAPH_METHOD_BITMAP;
done:
    return status;
}
