/* Every way to write an output: masks, complement, structure, replacement and accumulators, each against the oracle.
 *
 *     static graph_status add(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_descriptor *d,
 *                             const void *context) { ... graph_ewise_add(C, M, accum, ..., d); }
 *     struct output output = {.name = "ewise_add", .type = GRAPH_FP32, .T = &T, .flags = GRAPH_TRANSPOSE_A};
 *     check_matrix_outputs(&output, add, context, &seed);
 */
#ifndef TESTS_SUPPORT_OUTPUTS_H
#define TESTS_SUPPORT_OUTPUTS_H

#include "tests/support/graphs.h"

struct output {
    const char *name;             /* for messages */
    graph_type type;              /* of the output */
    const struct dense_matrix *T; /* the result of the operation itself; its shape is that of the output */
    uint32_t flags;               /* flags of every call, besides those of the mask */
    int threads;                  /* 0: the default */
    graph_method method;
    double tolerance;
    bool is_brief; /* some ways only */
};

typedef graph_status matrix_call(graph_matrix *C, const graph_matrix *M, graph_op accum,
                                 const graph_descriptor *descriptor, const void *context);
typedef graph_status vector_call(graph_vector *w, const graph_vector *m, graph_op accum,
                                 const graph_descriptor *descriptor, const void *context);

void check_matrix_outputs(const struct output *output, matrix_call *call, const void *context,
                          uint64_t *seed);
void check_vector_outputs(const struct output *output, vector_call *call, const void *context,
                          uint64_t *seed);

/* A vector in a form (GRAPH_FULL stands for a bitmap if an entry is missing) with the entries of `dense`. */
graph_status vector_in_form(graph_vector **v, const struct dense_matrix *dense, graph_vector_form form);

/* A random vector as the oracle holds it; share: entries in 256ths. */
struct dense_matrix random_dense_vector(uint64_t *seed, graph_type type, int64_t length, int share,
                                        enum value_range range);

#endif
