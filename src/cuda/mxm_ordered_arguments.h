/* What the kernels of mxm_ordered.cuh and mxm_few_words.cuh take. */
#ifndef CUDA_MXM_ORDERED_ARGUMENTS_H
#define CUDA_MXM_ORDERED_ARGUMENTS_H

#include "cuda/mxm_arguments.h"

/* What mxm_few_words says: how many rows it has left, and the entries of C. */
struct mxm_ordered_found {
    int64_t deferred, entries;
};

struct mxm_ordered_arguments {
    struct mxm_row_arguments row; /* column, value: of C; count: of rows of other bins */
    const uint8_t *bin;
    int64_t rows, *C_row_start;
    unsigned long long *ticket, *state; /* zeros; of state a word for each block */
    int last_bin;                       /* of the rows that are made here, the first being MXM_SORT_8 */
    /* mxm_few_words: the entries for which C has room, beyond which nothing is written; row.deferred has the numbers of
     * rows, not places. */
    int64_t room;
    struct mxm_ordered_found *found;
};

#endif
