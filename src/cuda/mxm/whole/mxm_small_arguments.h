/* What the kernels of mxm_small.cuh and mxm_hypersparse.cuh take, which make a product in one launch with a look-back
 * scan. */
#ifndef CUDA_MXM_WHOLE_MXM_SMALL_ARGUMENTS_H
#define CUDA_MXM_WHOLE_MXM_SMALL_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/primitives/lookback_arguments.h"

struct mxm_small_arguments {
    struct mxm_row_arguments row; /* column and value: of C */
    int64_t rows, C_room;         /* entries that C has room for: no more are written */
    int64_t *C_row_start;
    struct lookback_words words;
};

/* Small matrices: a block has two rows for each warp. */
enum { MXM_SMALL_THREADS = 256, MXM_SMALL_ROWS = 16, MXM_SMALL_MOST = 128 /* products of a row */ };

/* Hypersparse matrices: limits of a tile of rows; live entries of A meet entries of B. */
enum {
    MXM_HYPERSPARSE_THREADS = 256,
    MXM_HYPERSPARSE_ROWS = 4096,
    MXM_HYPERSPARSE_ENTRIES = 4096,
    MXM_HYPERSPARSE_LIVE = 256,
    MXM_HYPERSPARSE_PRODUCTS = 512
};

#endif
