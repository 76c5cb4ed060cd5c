/* Merge-path tiles as kernels take them (merge_path.h), and the addresses of the kernels of merge_path.cu. */
#ifndef CUDA_PRIMITIVES_MERGE_PATH_ARGUMENTS_H
#define CUDA_PRIMITIVES_MERGE_PATH_ARGUMENTS_H

/* Tile t holds the entries entry[t] .. entry[t + 1] - 1, which begin in row[t].  The rows row[t] .. row[t + 1] - 1 end
 * in it. slot[t] numbers the tiles that begin inside a row: below `cuts`, and -1 for the other tiles.  The tiles that
 * begin inside the same row follow each other; `head` has the first of them and `pieces` their number, and each of them
 * has the same two numbers in first_piece and pieces_of_row. */
struct merge_path {
    int64_t *entry;
    int32_t *row, *slot, *head, *pieces, *first_piece, *pieces_of_row;
    uint16_t *row_end; /* the end of each row, counted from the begin of its tile; NULL until requested */
    int32_t *
        arrived; /* a kernel's counters of finished pieces, at the first piece of a row; 0 before and after it */
    int64_t tiles, cuts, heads;
    int64_t items;                /* rows and entries of a tile */
    int64_t filled_rows, longest; /* of the matrix: rows with an entry, and the most entries of one */
    const int32_t *column;        /* its columns, if dependent launches may read them at once; else NULL */
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
