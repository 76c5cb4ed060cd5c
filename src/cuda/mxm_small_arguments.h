/* What the kernel of small products takes. */
#ifndef CUDA_MXM_SMALL_ARGUMENTS_H
#define CUDA_MXM_SMALL_ARGUMENTS_H

#include "cuda/mxm_arguments.h"

/* Begins as zeros. */
struct mxm_small_state {
    unsigned long long arrivals, room; /* room: what the rows so far need at most */
    unsigned long long products;       /* of mxm_small_dense; of mxm_small room is that */
    int32_t is_refused;                /* a row is too long, or scratch memory too small */
};

/* For the host.  Not is_made: there is no product.  Not is_placed: it waits in scratch memory to be moved. */
struct mxm_small_result {
    int64_t entries, products;
    int32_t is_made, is_placed;
};

struct mxm_small_arguments {
    struct mxm_row_arguments row; /* column and value: scratch memory; count: of each row */
    int64_t rows, columns;
    int64_t room, C_room; /* entries that scratch memory and C have room for */
    int64_t *C_row_start;
    int32_t *C_column;
    void *C_value;
    int64_t *offset;    /* of each row in scratch memory */
    int32_t *list;      /* becomes the list of all rows */
    int64_t *block_sum; /* entries of the rows of each block */
    struct mxm_small_state *state;
    struct mxm_small_result *result;
};

enum {
    MXM_SMALL_THREADS = 256,
    MXM_SMALL_ROWS = 512 /* of a block */,
    MXM_SMALL_MOST = 128, /* products of a row */
    /* Where a warp has a value for each column: columns; and of a row with more products than columns the products, and the
     * entries in A. */
    MXM_SMALL_MOST_COLUMNS = 1024,
    MXM_SMALL_MOST_OF_DENSE = 1 << 17,
    MXM_SMALL_MOST_ENTRIES = 1024
};

#endif
