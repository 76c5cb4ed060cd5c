/* What the kernels of mxm_full.cuh take. */
#ifndef CUDA_MXM_WHOLE_MXM_FULL_ARGUMENTS_H
#define CUDA_MXM_WHOLE_MXM_FULL_ARGUMENTS_H

#include "cuda/semiring/value_facts_arguments.h"

#define MXM_FULL_THREADS 256
/* A block of threads owns TILE x TILE elements of C, and reads DEEP columns of A and rows of B at a time. */
#define MXM_FULL_TILE 64
#define MXM_FULL_DEEP 16

/* Values row after row; C = A B has rows x columns of them. */
struct mxm_full_arguments {
    int64_t rows, inner, columns;
    const void *A_value, *B_value;
    int64_t *C_start;
    int32_t *C_column;
    void *C_value;
    int32_t has_facts;               /* about A and B: */
    const struct value_facts *facts; /* these, or if that is NULL, */
    struct value_facts known;
};

struct mxm_full_facts_arguments {
    const void *value;
    int64_t count;
    struct value_facts *facts;
};

#endif
