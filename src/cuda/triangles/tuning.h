/* When triangles are counted by which method, and how work is cut.  Every choice gives the same result. */
#ifndef CUDA_TRIANGLES_TUNING_H
#define CUDA_TRIANGLES_TUNING_H

enum {
    TRIANGLES_SHORT = 64,       /* numbers of a list that a warp counts; blocks count longer ones */
    TRIANGLES_LONG_ROW = 1024,  /* longer rows are divided by a whole block */
    TRIANGLES_WINDOW = 1 << 18, /* numbers that the bitmap of a block covers at a time, at most */

    /* Graphs with short rows keep their numbers (triangles_short_rows.cu). */
    TRIANGLES_CHUNK = 128,       /* entries of rows that a warp takes together; no row is longer */
    TRIANGLES_UNIFORM_RATIO = 4, /* no row is longer than 4 times (the mean length + 4) */
    /* Entries of a group of rows of mean length; the rest of a chunk is for longer rows. */
    TRIANGLES_CHUNK_WANTED = TRIANGLES_CHUNK * 5 / 6,

    /* The core of dense rows (triangles_core.cu): vertices that are joined with a probability of at least 1 / 125. */
    TRIANGLES_CORE_SPARSE = 125,
    TRIANGLES_CORE_COLUMNS = 1 << 14, /* at most */
    TRIANGLES_CORE_TALL = 8           /* rows for each column, at most */
};

#endif
