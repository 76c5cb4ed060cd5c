/* What the kernels of select.cuh and select.cu take, and the addresses of those of select.cu. */
#ifndef CUDA_ELEMENTWISE_SELECT_ARGUMENTS_H
#define CUDA_ELEMENTWISE_SELECT_ARGUMENTS_H

#include "cuda/primitives/compaction_arguments.h"

/* Selects the values of n that pass a test against the scalar of y_bits and y_type.  value NULL: ones.  present, if not
 * NULL: only where it is not 0. */
struct select_test_arguments {
    const void *value;
    const uint8_t *present;
    uint32_t *bits;
    uint64_t y_bits;
    int32_t y_type, op;
    int64_t n;
};

/* Moves the n entries that pass a test: of their values against the scalar of y_bits and y_type, or (select_positions) of
 * their positions against k, or those where `passes`, if not NULL, is not 0.  value NULL: of a pattern, whose values are
 * ones. */
struct select_arguments {
    struct compaction compaction;
    struct tiles tiles; /* of select_positions */
    const int32_t *column;
    const void *value;
    const uint8_t *passes;
    int64_t n, k;
    uint64_t y_bits;
    int32_t y_type, op;
};

#ifdef __cplusplus
extern "C" {
#endif

/* By the size of the values. */
extern const void *const graph__cuda_select_positions[];

#ifdef __cplusplus
}
#endif

#endif
