/* See mxm_semiring.h.  A claim is a fact about all values of A and B (semiring/value_facts_host.h). */
#include "cuda/mxm/analysis/mxm_semiring.h"

#include "cuda/mxm/analysis/tuning.h"
#include "cuda/semiring/semiring_host.h"

/* Whether to inspect the values: a user's semiring then needs no compiler, if they are plain.  With hubs even a product
 * of small mean can have many products. */
static bool suits_inspection(const struct graph_csr *A, const struct graph_csr *B)
{
    return graph__cuda_mxm_is_large(A, B) ||
           (A->entries >= MXM_INSPECTED_ENTRIES && B->entries >= MXM_INSPECTED_ENTRIES);
}

/* The claims under which another semiring, which is faster, makes the same product; 0: there is none.  or_and over true
 * is any_pair. */
static unsigned claims_for(const struct graph_semiring *s, enum equivalence equivalence)
{
    if (s->kind == GRAPH_OR_AND && s->type == GRAPH_BOOL)
        return VALUES_TRUE;
    return equivalence == EQUIVALENT_FOR_PLAIN_NUMBERS ? VALUES_FINITE | VALUES_NO_MINUS_ZERO
           : equivalence == EQUIVALENT_FOR_NONNEGATIVE ? VALUES_FINITE | VALUES_UNSIGNED
                                                       : 0;
}

/* The semiring that makes the product where the claims hold. */
static const struct graph_semiring *semiring_of(const struct graph_semiring *s, unsigned claims)
{
    return graph_semiring_builtin(claims == VALUES_TRUE ? GRAPH_ANY_PAIR : graph__cuda_builtin_equivalent(s),
                                  s->type);
}

/* Whether the kernel of the other semiring is compiled, or that of its semiring is not, so that a small product prefers
 * the other one. */
static bool prefers_other(const struct graph_semiring *s, unsigned claims, enum graph_cuda_kernel kernel)
{
    return graph__cuda_has_kernels(&kernel, 1, semiring_of(s, claims)) ||
           !graph__cuda_has_kernels(&kernel, 1, s);
}

/* Whether the claims are known to hold or not, or are worth finding out: for large products, and for small ones with
 * operands that are multiplied repeatedly or without a compiled kernel. */
static bool needs_values(struct operand_values *values, const struct graph_mxm_request *r, unsigned claims,
                         enum graph_cuda_kernel kernel)
{
    const struct graph_csr *A = &r->A, *B = &r->B;
    if (claims == 0 || A->value == NULL || B->value == NULL || A->entries == 0 || B->entries == 0)
        return false;
    *values = graph__cuda_values_open(A, B, r->semiring->type);
    if (graph__cuda_values_are_known(values))
        return true;
    const bool has_place = graph__cuda_values_have_place(values),
               is_large = claims == VALUES_TRUE ? graph__cuda_mxm_is_large(A, B) : suits_inspection(A, B);
    /* The product of bands takes no longer than the inspection. */
    if (!has_place || is_large)
        return is_large && (has_place || kernel != GRAPH_KERNEL_mxm_dia_band);
    const bool is_user_loaded = graph__cuda_is_loaded(kernel, r->semiring);
    if (is_user_loaded && !graph__cuda_values_are_repeated(values))
        return false;
    const bool is_wanted = prefers_other(r->semiring, claims, kernel);
    if (is_user_loaded && !is_wanted)
        graph__cuda_values_give_up(values);
    return is_wanted;
}

/* At most one wait: samples of blocks and of values are read together. */
graph_status graph__cuda_mxm_choose_semiring(struct cuda_call *call, struct mxm_sample *found,
                                             struct graph_mxm_request *r, bool samples_blocks,
                                             enum graph_cuda_kernel kernel)
{
    const enum equivalence equivalence = graph__cuda_use_equivalent(&r->semiring);
    const unsigned claims = claims_for(r->semiring, equivalence);
    struct operand_values values;
    const bool samples_values = needs_values(&values, r, claims, kernel);
    graph_status status = GRAPH_OK;
    if (!samples_blocks && !samples_values)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_mxm_sample_operands(call, found, samples_values ? &values : NULL, &r->A, &r->B,
                                              samples_blocks));
    if (!samples_values || (graph__cuda_values_of(&values).claims & claims) != claims)
        return GRAPH_OK;
    r->semiring = semiring_of(r->semiring, claims);
    if (claims == VALUES_TRUE)
        r->A.value = r->B.value = NULL;
done:
    return status;
}
