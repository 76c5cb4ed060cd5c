/* What the kernels of mxm_bmsparse.cuh and mxm_bmsparse_lists.cu take, and the addresses of the latter. */
#ifndef CUDA_PUBLISHED_MXM_BMSPARSE_ARGUMENTS_H
#define CUDA_PUBLISHED_MXM_BMSPARSE_ARGUMENTS_H

#include "cuda/mxm/blocks/mxm_blocks_arguments.h"

#define BMSPARSE_CELLS 64

/* A task multiplies block pair >> 32 of A by block (uint32_t)pair of B; its key is block row << column_bits | block
 * column of the block of C that it adds to.  Sorted by keys, the tasks of a block of C are neighbours in the order of
 * j. */
struct mxm_bmsparse_arguments {
    struct blocks_matrix A, B;
    int64_t A_blocks;
    int32_t column_bits;
    bool drops_zeros; /* sums that are the semiring's zero are no entries */
    int64_t tasks;
    int64_t *first_task; /* of each block of A, then their number */
    uint64_t *key, *pair;
    uint32_t *head; /* a bit for each task that is the first of a block of C */
    int64_t *rank;  /* of each word of these bits */
    /* C in blocks. */
    int64_t blocks;
    int64_t *block_task; /* the first task of each block */
    uint64_t *block_key, *mask;
    int32_t *count;       /* entries of each block */
    int64_t *first_value; /* where they begin */
    void *value;
    /* C in rows. */
    int64_t rows;
    int64_t *C_row_start;
    int32_t *C_column;
    void *C_value;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bmsparse_count;
extern const void *const graph__cuda_bmsparse_expand;
extern const void *const graph__cuda_bmsparse_heads;
extern const void *const graph__cuda_bmsparse_blocks;
extern const void *const graph__cuda_bmsparse_bits;
extern const void *const graph__cuda_bmsparse_row_counts;
extern const void *const graph__cuda_bmsparse_rows[]; /* by the size of the values */

#ifdef __cplusplus
}
#endif

#endif
