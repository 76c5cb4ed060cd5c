/* Tiles of entries and marks on entries, as kernels take them; see entry_tiles.cuh and entries.h. */
#ifndef CUDA_PRIMITIVES_ENTRY_TILES_ARGUMENTS_H
#define CUDA_PRIMITIVES_ENTRY_TILES_ARGUMENTS_H

enum { TILE_THREADS = 256, TILE = 2048, TILE_ITEMS = TILE / TILE_THREADS };

/* The entries of a matrix; tile t begins in row first_row[t], and the last one ends in the last element's row.  Without
 * row_start they are one row. */
struct tiles {
    const int64_t *row_start;
    const int32_t *first_row;
    int64_t rows, entries;
};

/* A bit for each entry, and the bits set before each word of 32. */
struct kept_entries {
    uint32_t *bits;
    int64_t *rank;
};

#endif
