/* What the kernel of mxm_small_dense.cuh takes. */
#ifndef CUDA_MXM_WHOLE_MXM_SMALL_DENSE_ARGUMENTS_H
#define CUDA_MXM_WHOLE_MXM_SMALL_DENSE_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

/* Begins as zeros. */
struct mxm_dense_state {
    unsigned long long arrivals, products, room; /* room: what the rows so far need at most */
    int32_t is_refused;                          /* a row is too long, or scratch memory too small */
};

/* For the host.  Not is_made: there is no product.  Not is_placed: it is in scratch memory and C has too little room. */
struct mxm_dense_result {
    int64_t entries, products;
    int32_t is_made, is_placed;
};

struct mxm_small_dense_arguments {
    struct mxm_row_arguments row; /* column and value: scratch memory; count: of each row */
    int64_t rows, columns;
    int64_t room, C_room; /* entries that scratch memory and C have room for */
    int64_t *C_row_start;
    int32_t *C_column;
    void *C_value;
    int64_t *offset;    /* of each row in scratch memory */
    int32_t *list;      /* becomes the list of all rows */
    int64_t *block_sum; /* entries of the rows of each block */
    struct mxm_dense_state *state;
    struct mxm_dense_result *result;
};

enum {
    MXM_DENSE_THREADS = 256,
    MXM_DENSE_ROWS = 512,  /* of a block */
    MXM_DENSE_LONG = 1024, /* products of a row that all warps of a block share, if it has more */
    /* Columns (with up to 3,072, power laws of 2,600 rows were slower: 0.385 to 0.438 ms); and of a row with more products
     * than columns the products, and the entries in A. */
    MXM_DENSE_MOST_COLUMNS = 1024,
    MXM_DENSE_MOST = 1 << 17,
    MXM_DENSE_MOST_ENTRIES = 4096
};

#endif
