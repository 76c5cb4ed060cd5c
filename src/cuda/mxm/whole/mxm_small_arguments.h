/* What the kernels take that make a product in one launch, tile by tile. */
#ifndef CUDA_MXM_WHOLE_MXM_SMALL_ARGUMENTS_H
#define CUDA_MXM_WHOLE_MXM_SMALL_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/primitives/lookback_arguments.h"

struct mxm_small_arguments {
    struct mxm_row_arguments row; /* column and value: of C */
    int64_t rows, C_room;         /* entries that C has room for: no more are written */
    int64_t *C_row_start;
    struct tile_words words;
};

/* Of small matrices: a tile has two rows for each warp. */
enum { MXM_SMALL_THREADS = 256, MXM_SMALL_ROWS = 16, MXM_SMALL_MOST = 128 /* products of a row */ };

/* Of hypersparse ones: what a tile has at most, entries of A that meet entries of B being live. */
enum {
    MXM_HYPER_THREADS = 256,
    MXM_HYPER_ROWS = 4096,
    MXM_HYPER_ENTRIES = 4096,
    MXM_HYPER_LIVE = 256,
    MXM_HYPER_PRODUCTS = 512
};

#endif
