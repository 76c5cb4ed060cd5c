/* What is known of the values of a matrix: found by one pass over them, in which a product's host waits once, and kept with
 * their array until it is written (graph_csr's value_facts).  So a later product with the same matrix knows it at once.
 * Several threads may find and keep it at the same time: they find the same. */
#ifndef CUDA_SEMIRING_VALUE_FACTS_HOST_H
#define CUDA_SEMIRING_VALUE_FACTS_HOST_H

#include <stdbool.h>

#include "contract/kernels.h"
#include "cuda/semiring/value_facts_arguments.h"
#include "cuda/runtime/call.h"

/* The operands of a product: what their arrays keep, 0 where that is nothing. */
struct value_look {
    const struct graph_csr *operand[2];
    graph_type type;
    uint64_t word[2];
};

/* What holds for all values of both: claims, and numbers for kernels. */
struct values_known {
    uint32_t claims;
    struct value_facts numbers;
};

/* A and B have values of this type: bool, fp32 or fp64. */
struct value_look graph__cuda_values_open(const struct graph_csr *A, const struct graph_csr *B,
                                          graph_type type);

/* Whether nothing has to be found; and whether those of whom something has to be found have come before. */
bool graph__cuda_values_are_known(const struct value_look *look);
bool graph__cuda_values_are_repeated(const struct value_look *look);
/* These are not to come again. */
void graph__cuda_values_give_up(const struct value_look *look);
/* Whether both can keep what is found. */
bool graph__cuda_values_have_place(const struct value_look *look);

/* Enqueues the pass (counted by CUDA_PASSES_OVER_VALUES) over those of which nothing is known, to found[0] and found[1] in device memory, which are zero; and
 * takes what it found, which has come to the host. */
graph_status graph__cuda_values_find(struct cuda_call *call, const struct value_look *look,
                                     struct value_findings *found);
void graph__cuda_values_take(struct value_look *look, const struct value_findings *found);

/* All three, with a wait, inside of a call; nothing if all is known. */
graph_status graph__cuda_values_know(struct cuda_call *call, struct value_look *look);

/* What is known then. */
struct values_known graph__cuda_values_of(const struct value_look *look);

#endif
