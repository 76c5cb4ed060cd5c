/* Thresholds of products with vectors.  Measurements: docs/gpu-runs/spmm.md, "Vectors" and "What was tried". */
#ifndef CUDA_MXV_TUNING_H
#define CUDA_MXV_TUNING_H

enum {
    /* Folds that can stop before the end of a row, and push.  Longer rows go to kernels of whole blocks; at most so many
     * blocks. */
    MXV_LONG_ROW = 4096,
    MXV_LONG_BLOCKS = 1024,
    /* Entries that a listed result has room for, besides twice the mean number of products. */
    MXV_LIST_ROOM = 4096,
    /* From so many entries a row on, a warp folds a row, not four lanes. */
    MXV_WIDE_AVERAGE = 16,

    /* Matrices with fewer entries a row take small tiles: W1 0.0298 to 0.0281 ms, W4 0.0990 to 0.0976. */
    MXV_SMALL_TILE_AVERAGE = 4,
    /* Of a multiprocessor's memory, 64 KB of an H200's, as shared memory.  Six blocks run at once instead of
     * MXV_FULL_BLOCKS, and the rest is cache for u: R20 0.260 to 0.222 ms. */
    MXV_SHARED_PERCENT = 28,
    MXV_FULL_BLOCKS = 8,

    /* Tiles join cut rows themselves if there are at most so many, or if fewer than one in MXV_CUT_SHARE is cut: R16
     * 0.0122 to 0.0105 ms; with many cut tiles it is slower (R20 0.207 to 0.248). */
    MXV_JOIN_TILES = 4096,
    MXV_CUT_SHARE = 8,

    /* Slices: the least entries a row, and the most rows of a tile.  The limits that tests change are in runtime/call.c. */
    MXV_SLICES_AVERAGE = 6,
    MXV_SLICES_ROWS = 2048
};

#endif
