/* Tiles of entries and selections of entries, as kernels take them (entry_tiles.cuh, entries.h). */
#ifndef CUDA_PRIMITIVES_ENTRY_TILES_ARGUMENTS_H
#define CUDA_PRIMITIVES_ENTRY_TILES_ARGUMENTS_H

enum { TILE_THREADS = 256, TILE = 2048, TILE_ITEMS = TILE / TILE_THREADS };

/* The entries of a matrix in tiles: tile t begins in row first_row[t], and first_row of the number of tiles is the last
 * entry's row.  Without row_start all entries are in one row. */
struct tiles {
    const int64_t *row_start;
    const int32_t *first_row;
    int64_t rows, entries;
};

/* Which entries stay: a bit for each, and for each word of 32 the number of bits set before it. */
struct selection {
    uint32_t *bits;
    int64_t *rank;
};

#endif
