/* Value facts of the operands of a product: found by one pass over the values, for which the host waits once, and stored
 * with the array until it is written (graph_csr's value_facts), so that later products know them at once.  Several
 * threads may find and store them at the same time: they find the same. */
#ifndef CUDA_SEMIRING_VALUE_FACTS_HOST_H
#define CUDA_SEMIRING_VALUE_FACTS_HOST_H

#include <stdbool.h>

#include "contract/kernels.h"
#include "cuda/semiring/value_facts_arguments.h"
#include "cuda/runtime/call.h"

/* The operands of a product and their stored facts, 0 where there are none. */
struct operand_values {
    const struct graph_csr *operand[2];
    graph_type type;
    uint64_t word[2];
};

/* What holds for all values of both operands: claims, and the facts that kernels take. */
struct values_known {
    uint32_t claims;
    struct value_facts numbers;
};

/* A and B have values of this type: bool, fp32 or fp64. */
struct operand_values graph__cuda_values_open(const struct graph_csr *A, const struct graph_csr *B,
                                              graph_type type);

/* Whether the facts of both operands are known; and whether all operands with unknown facts were in a product before. */
bool graph__cuda_values_are_known(const struct operand_values *values);
bool graph__cuda_values_are_repeated(const struct operand_values *values);
/* Marks operands with unknown facts as not worth a pass: graph__cuda_values_are_repeated is false from now on. */
void graph__cuda_values_give_up(const struct operand_values *values);
/* Whether facts can be stored with both arrays. */
bool graph__cuda_values_have_place(const struct operand_values *values);

/* Enqueues the pass over the operands with unknown facts, to found[0] and found[1] in device memory, which are zero
 * (CUDA_PASSES_OVER_VALUES counts it); and takes the result, once it is on the host. */
graph_status graph__cuda_values_find(struct cuda_call *call, const struct operand_values *values,
                                     struct value_findings *found);
void graph__cuda_values_take(struct operand_values *values, const struct value_findings *found);

/* Both steps with a wait, inside a call; nothing if all facts are known. */
graph_status graph__cuda_values_know(struct cuda_call *call, struct operand_values *values);

/* The facts, once they are known. */
struct values_known graph__cuda_values_of(const struct operand_values *values);

#endif
