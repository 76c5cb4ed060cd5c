/* What the kernels of products of a known pattern take: mxm_again.cu makes it once, mxm_again.cuh reads it each time. */
#ifndef CUDA_MXM_AGAIN_ARGUMENTS_H
#define CUDA_MXM_AGAIN_ARGUMENTS_H

/* Rows of C by the threads that compute one: 8, 16 or 32 of a warp, or a block in groups of 8 or of 32.  How many depends on
 * the lengths of the rows of B, and on the entries of the row: they have to find room in the slots. */
enum again_bin { AGAIN_8, AGAIN_16, AGAIN_SHORT, AGAIN_LONG, AGAIN_BLOCK_8, AGAIN_BLOCK_32, AGAIN_BINS };

/* Slots of one row. */
enum {
    AGAIN_THREADS = 256,
    AGAIN_SLOTS_8 = 64,
    AGAIN_SLOTS_16 = 128,
    AGAIN_SLOTS_SHORT = 256,
    AGAIN_SLOTS_LONG = 1024,
    AGAIN_SLOTS_BLOCK = 8192 /* a longer row is several tasks */
};

/* Ranks are places within a row of C; rows of so many entries have ranks of one byte, of two bytes, longer ones of four. */
enum { AGAIN_NARROW = 256, AGAIN_MEDIUM = 65536 };

/* An entry of A: its products are those with `length` entries of B from `start` on.  Their ranks begin `before` bytes behind
 * those of the row; where length is complemented they follow each other, and before is the first. */
struct again_entry {
    int64_t start;
    int32_t length;
    uint32_t before;
};

/* A row of C, or its entries from `first` on: entries `entry` .. entry + entries - 1 of A make the entries C .. C + n - 1 of
 * C, and their ranks begin at `rank`. */
struct again_task {
    int64_t entry, C, rank;
    int32_t entries, n, first;
};

struct mxm_again_arguments {
    const struct again_entry *entry;
    const uint8_t *rank;
    const struct again_task *task;
    int64_t tasks;
    const void *A_value, *B_value;
    void *C_value;
};

/* What is counted while it is made. */
struct again_counts {
    int64_t products, rank_bytes;
    int64_t tasks[AGAIN_BINS], placed[AGAIN_BINS];
    int64_t too_long; /* rows whose ranks have more bytes than `before` can count */
};

/* Making it. */
struct again_plan_arguments {
    int64_t rows;
    const int64_t *A_row_start, *B_row_start, *C_row_start;
    const int32_t *A_column, *B_column, *C_column;
    struct again_entry *entry;
    int64_t *bytes; /* of the ranks of each entry of A; then, summed, where they begin */
    uint8_t *rank;
    uint8_t *bin;            /* of each row; AGAIN_BINS: the row is empty */
    struct again_task *task; /* by bin */
    struct again_counts *counts;
};

#endif
