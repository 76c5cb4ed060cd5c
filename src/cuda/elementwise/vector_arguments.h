/* What the kernels of vector.cuh and vector_moves.cu take, and the addresses of those of vector_moves.cu. */
#ifndef CUDA_ELEMENTWISE_VECTOR_ARGUMENTS_H
#define CUDA_ELEMENTWISE_VECTOR_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* A vector as an array by position; present NULL: an entry everywhere. */
struct dense_operand {
    const void *value;
    const uint8_t *present;
};

/* The merge of two such vectors, as merge_arguments describes it for matrices; *entries grows by those of the result.
 * present and entries NULL: the result is full. */
struct vector_merge_arguments {
    struct dense_operand old, update;
    const uint8_t *mask;
    int32_t is_given, is_complement, has_accum, keeps, is_intersection, op;
    int64_t n;
    uint8_t *present;
    void *value;
    uint64_t *entries;
};

/* Scatters the entries of a sparse vector to their positions: value, and 1 to present; under `truth`, 0 to present where the
 * value is 0. */
struct vector_scatter_arguments {
    const int32_t *index;
    const void *from;
    int64_t n;
    uint8_t *present;
    void *value;
    int32_t truth;
};

/* to[index[e]] = from[e], or to[e] = from[index[e]], for e < n. */
struct vector_move_arguments {
    const int32_t *index;
    const void *from;
    int64_t n;
    void *to;
};

/* present[i] = value[i] (NULL: 1) where the vector has an entry. */
struct vector_mask_arguments {
    const uint8_t *value, *from;
    uint8_t *present;
    int64_t n;
};

/* Selects those of n entries of a sparse vector that a dense one has too, or the bytes of `present` that are not 0. */
struct vector_probe_arguments {
    const int32_t *index; /* NULL: the entry's number */
    const uint8_t *present;
    int64_t n;
    uint32_t *bits;
};

/* present[i] = bit i. */
struct vector_unpack_arguments {
    const uint32_t *bits;
    uint8_t *present;
    int64_t n;
};

/* The selected ones of n entries of a sparse vector, compacted; op combines their values with those of a dense vector. */
struct vector_probed_arguments {
    const int32_t *index;
    const void *sparse, *dense;
    int64_t n;
    struct selection selection;
    int32_t op, is_dense_first;
    int32_t *to_index;
    void *to_value;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_vector_scatter[5]; /* by the size of the values, as the next two */
extern const void *const graph__cuda_vector_write[5];
extern const void *const graph__cuda_vector_read[5];
extern const void *const graph__cuda_vector_mask_kernel;
extern const void *const graph__cuda_vector_probe;
extern const void *const graph__cuda_vector_unpack;

#ifdef __cplusplus
}
#endif

#endif
