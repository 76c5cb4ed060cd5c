/* What the kernels take that merge rows of B, one lane for each row of C. */
#ifndef CUDA_MXM_WHOLE_MXM_ROW_MERGE_ARGUMENTS_H
#define CUDA_MXM_WHOLE_MXM_ROW_MERGE_ARGUMENTS_H

/* What is found on the way, zeros at first: products of all rows, entries of C, and whether a row of A has more than
 * MXM_MERGE_MOST entries, so that C cannot be made so. */
struct mxm_merge_state {
    unsigned long long products;
    int64_t entries;
    int32_t is_refused;
};

struct mxm_merge_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    int64_t rows;
    int32_t *count; /* entries of each row: what the first kernel finds */
    struct mxm_merge_state *state;
    const int64_t *C_row_start; /* what the second takes */
    int32_t *C_column;
    void *C_value;
};

/* Of a sample of the rows of C: how many, their products and entries, the most entries of a row of A, and how many rows
 * of A begin near the column in which the next row begins. */
struct mxm_merge_sample {
    int64_t rows, products, entries, near;
    int32_t longest;
};

/* Whether lanes of a warp read neighbouring rows of B, and meet in columns: otherwise sorting is faster. */
#define MXM_MERGE_PAYS(found)                                                                                \
    ((found).rows > 0 && (found).longest <= MXM_MERGE_MOST && 8 * (found).near >= 7 * (found).rows &&        \
     2 * (found).products >= 3 * (found).entries)

struct mxm_merge_sample_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    int64_t rows;
    struct mxm_merge_sample *found;
};

enum {
    MXM_MERGE_THREADS = 128,
    MXM_MERGE_MOST = 12, /* entries of a row of A */
    MXM_MERGE_SAMPLED_ROWS = 512,
    MXM_MERGE_SAMPLED_PRODUCTS = 256 /* of a row; of more all are taken for entries */
};

#endif
