/* What the kernels of mxm_masked_pair.cu and mxm_masked_values.cuh take. */
#ifndef CUDA_MXM_MASKED_MXM_MASKED_PAIR_ARGUMENTS_H
#define CUDA_MXM_MASKED_MXM_MASKED_PAIR_ARGUMENTS_H

enum {
    MXM_PAIR_THREADS = 256,
    MXM_PAIR_LEAST_PART = 32, /* entries of a row of A in a part but its last, at least and at most */
    MXM_PAIR_MOST_PART = 512
};

/* Consecutive entries of a row of A. */
struct mxm_pair_part {
    int64_t begin;
    int32_t row, length;
};

struct mxm_pair_lists {
    unsigned long long rows, rows_taken;   /* of warps */
    unsigned long long parts, parts_taken; /* of blocks */
};

struct mxm_masked_pair_arguments {
    int64_t rows;
    const int64_t *A_start, *B_start, *mask_start;
    const int32_t *A_column, *B_column, *mask_column;
    uint32_t *count;              /* of the products at each entry of the mask; zeros before */
    struct mxm_pair_lists *lists; /* zeros before */
    int32_t *row;                 /* of warps, at most one for each row */
    struct mxm_pair_part *part;   /* of blocks, at most rows + entries of A / MXM_PAIR_LEAST_PART */
};

/* The values of the semiring's type and the bits of the entries that exist. */
struct mxm_masked_values_arguments {
    const uint32_t *count;
    int64_t entries;
    void *value;
    uint32_t *bits;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__mxm_masked_pair_divide;
extern const void *const graph__mxm_masked_pair_count;

#ifdef __cplusplus
}
#endif

#endif
