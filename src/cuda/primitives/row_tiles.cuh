/* A merge-path tile (merge_path.h) as the block sees it that takes it: its rows and the ends of their entries. */
#ifndef CUDA_PRIMITIVES_ROW_TILES_CUH
#define CUDA_PRIMITIVES_ROW_TILES_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/primitives/merge_path_arguments.h"

/* The index of element k with a gap after every 32, so that rows whose lengths are powers of two begin in different
 * banks. */
DEVICE int in_bank(int k) { return k + (k >> 5); }

/* A tile.  Its rows, first_row + s for s < rows, include one that continues in the next tile. */
struct tile {
    int64_t first, first_row;
    int entries, ending, rows, slot; /* rows that end in it, rows of which it has entries */
    bool is_cut;                     /* it begins inside a row or ends inside one */
};

DEVICE struct tile tile_at(const struct merge_path &cuts, int64_t b)
{
    const bool goes_on = cuts.slot[b + 1] >= 0;
    struct tile t;
    t.first = cuts.entry[b];
    t.entries = (int)(cuts.entry[b + 1] - t.first);
    t.first_row = cuts.row[b];
    t.ending = (int)(cuts.row[b + 1] - t.first_row);
    t.rows = t.ending + goes_on;
    t.slot = cuts.slot[b];
    t.is_cut = goes_on || t.slot >= 0;
    return t;
}

/* Loads the ends of rows: row s of a tile has the products ends[s] .. ends[s + 1] - 1.  For a whole block; t.entries may
 * be 0. */
template <int THREADS>
DEVICE void load_row_ends(uint16_t *ends, const struct merge_path &cuts, const struct tile &t)
{
    if (threadIdx.x == 0)
        ends[0] = 0;
    for (int s = (int)threadIdx.x; s < t.rows; s += THREADS) {
        const int end = s < t.ending ? cuts.row_end[t.first_row + s] : t.entries;
        ends[s + 1] = (uint16_t)(end < t.entries ? end : t.entries);
    }
}

#endif
