/* What the kernels of vector.cuh and vector_moves.cu take. */
#ifndef CUDA_ELEMENTWISE_VECTOR_ARGUMENTS_H
#define CUDA_ELEMENTWISE_VECTOR_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* A vector with random access; present NULL: everywhere. */
struct dense_operand {
    const void *value;
    const uint8_t *present;
};

/* The merge of two such vectors, as merge_arguments describes it for matrices; counts[0] grows by its entries. */
struct vector_merge_arguments {
    struct dense_operand old, update;
    const uint8_t *mask;
    int32_t is_given, is_complement, has_accum, keeps, is_intersection, op;
    int64_t n;
    uint8_t *present;
    void *value;
    uint64_t *entries;
};

/* Entries of a sparse vector written to their positions: value, and 1 to present (0 where the value is and `truth` says
 * to look at it). */
struct vector_scatter_arguments {
    const int32_t *index;
    const void *from;
    int64_t n;
    uint8_t *present;
    void *value;
    int32_t truth;
};

/* present[i] = value[i] (NULL: 1) where the vector has an entry. */
struct vector_mask_arguments {
    const uint8_t *value, *from;
    uint8_t *present;
    int64_t n;
};

/* Marks as bits: which of n entries of a sparse vector a dense one has too; which bytes are not 0. */
struct vector_probe_arguments {
    const int32_t *index; /* NULL: the entry's number */
    const uint8_t *present;
    int64_t n;
    uint32_t *bits;
};

/* present[i] = bit i of the marks. */
struct vector_unpack_arguments {
    const uint32_t *bits;
    uint8_t *present;
    int64_t n;
};

/* The selection of n entries of a sparse vector, with op between their values and those of a dense one there. */
struct vector_probed_arguments {
    const int32_t *index;
    const void *sparse, *dense;
    int64_t n;
    struct selection selection;
    int32_t op, is_dense_first;
    int32_t *to_index;
    void *to_value;
};

#endif
