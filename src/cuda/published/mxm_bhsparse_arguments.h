/* What the kernels of mxm_bhsparse.cuh and mxm_bhsparse_bins.cu take, and the addresses of the latter. */
#ifndef CUDA_PUBLISHED_MXM_BHSPARSE_ARGUMENTS_H
#define CUDA_PUBLISHED_MXM_BHSPARSE_ARGUMENTS_H

/* Bin b holds the rows of b products for b = 0 .. 32; the next bins hold those of up to 64, 128, 256 and 512; the last
 * bin all longer rows. */
#define BHSPARSE_BINS          38
#define BHSPARSE_HEAP_MOST     32
#define BHSPARSE_LAST          (BHSPARSE_BINS - 1)
#define BHSPARSE_FIRST_ROOM    256
#define BHSPARSE_HEAP_THREADS  64
#define BHSPARSE_MERGE_THREADS 256

struct mxm_bhsparse_totals {
    int64_t bin_start[BHSPARSE_BINS + 1];
    int64_t products, room;
};

struct mxm_bhsparse_bins_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column;
    int64_t rows;
    uint32_t *bin, *list; /* of each row, and the row itself; then sorted by bins */
    int64_t *offset;      /* room that each row has in the temporary matrix; then where it begins */
    struct mxm_bhsparse_totals *totals;
};

struct mxm_bhsparse_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    const uint32_t *list; /* the rows of a bin, `rows` of them */
    int64_t rows;
    int32_t most;          /* products that a row of this bin has at most */
    const int64_t *offset; /* of each row in the temporary matrix */
    int32_t *column;
    void *value;
    int32_t *count; /* entries of each row of C */
};

/* The progress of a row of the last bin: the next entry of A, how many entries of its row of B are merged, and the
 * sequence. */
struct mxm_bhsparse_progress {
    int64_t a, b;
    int32_t *column;
    void *value;
    int64_t n;
};

struct mxm_bhsparse_merge_arguments {
    struct mxm_bhsparse_arguments of; /* list: the last bin */
    struct mxm_bhsparse_progress *progress;
    const uint32_t
        *active;    /* numbers of the rows to continue, one for each block; NULL: all, from the start */
    uint32_t *next; /* those that need more room, *next_count of them */
    unsigned long long *next_count;
    int64_t room; /* room of each row in this launch, in entries; here: */
    int32_t *column;
    void *value;
    int32_t level; /* entries of a sequence in shared memory */
};

/* Compacts rows into C, with `lanes` threads for each. */
struct mxm_bhsparse_compact_arguments {
    const int64_t *C_row_start, *offset;
    const uint32_t *list;
    int64_t rows;
    int32_t lanes;
    const int32_t *column;
    const void *value;
    const struct mxm_bhsparse_progress *progress; /* of the last bin; NULL: rows of the temporary matrix */
    int32_t *C_column;
    void *C_value;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bhsparse_bound;
extern const void *const graph__cuda_bhsparse_bins;
extern const void *const graph__cuda_bhsparse_compact[]; /* by the size of the values */

#ifdef __cplusplus
}
#endif

#endif
