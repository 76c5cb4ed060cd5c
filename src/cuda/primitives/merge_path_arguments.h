/* The rows of a matrix cut into tiles of equal work (merge_path.h), and the kernels of merge_path.cu. */
#ifndef CUDA_PRIMITIVES_MERGE_PATH_ARGUMENTS_H
#define CUDA_PRIMITIVES_MERGE_PATH_ARGUMENTS_H

/* Tile t holds the entries entry[t] .. entry[t + 1] - 1, which begin in row[t].  The rows row[t] .. row[t + 1] - 1 end
 * in it.  A tile that begins inside its first row has a number of its own below `cuts`, slot[t]; for the others it is
 * -1.  Of the tiles that begin inside the same row, which follow each other, the first is in `head` and their number in
 * `pieces`; each of them has both in first_piece and pieces_of_row too. */
struct merge_path {
    int64_t *entry;
    int32_t *row, *slot, *head, *pieces, *first_piece, *pieces_of_row;
    uint16_t
        *row_end; /* where each row ends, from the begin of the tile in which it does; NULL until asked for */
    int32_t *arrived; /* for a kernel to count pieces in, at the first of a row; 0 before and after it */
    int64_t tiles, cuts, heads;
    int64_t items;                /* rows and entries of a tile */
    int64_t filled_rows, longest; /* of the matrix: rows with an entry, and the most entries of one */
    const int32_t *column;        /* its columns: kernels that were launched later may read them at once */
};

struct merge_path_arguments {
    const int64_t *row_start;
    int64_t rows, uncut; /* rows of so many entries at most are not cut */
    struct merge_path cuts;
    int64_t *counts; /* tiles that begin inside a row, heads, rows with an entry, entries of the longest */
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_find_tiles;
extern const void *const graph__cuda_count_filled_rows;
extern const void *const graph__cuda_find_row_ends;

#ifdef __cplusplus
}
#endif

#endif
