/* What the kernels of reuse plans take: mxm_reuse.cu makes a plan once, mxm_reuse.cuh reads it in each numeric phase. */
#ifndef CUDA_MXM_REUSE_MXM_REUSE_ARGUMENTS_H
#define CUDA_MXM_REUSE_MXM_REUSE_ARGUMENTS_H

/* Bins of rows of C by what computes one: a lane, 8 or 16 lanes of a warp, or a warp for each window of so many entries.
 * That depends on the lengths of the rows of B, and on the entries of the row, which have to fit in the slots. */
enum reuse_bin {
    REUSE_1,
    REUSE_8,
    REUSE_16,
    REUSE_WINDOWS_1024,
    REUSE_WINDOWS_2048,
    REUSE_WINDOWS_4096,
    REUSE_BINS
};

/* Threads of a block of rows; slots of one row; and the products of an entry of A that a window should have on average:
 * otherwise windows are wider. */
enum {
    REUSE_THREADS = 256,
    REUSE_SLOTS_1 = 4,
    REUSE_SLOTS_8 = 64,
    REUSE_SLOTS_16 = 128,
    REUSE_SLOTS_WINDOW = 1024, /* the narrowest */
    REUSE_ENOUGH = 24,
    REUSE_SHORT = 8 /* products, and entries of A, of a row for one lane */
};

/* An entry of A in a row without windows: its products are those with `length` entries of B from `start` on.  Their ranks,
 * which are their places in the row of C, have a byte each and begin `before` bytes behind those of the row; where length is
 * complemented they follow each other, and before is the first. */
struct reuse_entry {
    int64_t start;
    int32_t length;
    uint32_t before;
};

/* What a warp adds at a time in a window: at most 32 products, of entry `entry` of the row of A and of entries of B from
 * `first` on.  Their ranks in the window begin `before` after those of the window; or they follow each other, and before
 * is the first. */
struct reuse_step {
    uint64_t products; /* first << 8 | (whether ranks follow each other) << 7 | how many */
    uint32_t entry, before;
};
enum { REUSE_IS_RUN = 1 << 7, REUSE_COUNT = REUSE_IS_RUN - 1, REUSE_FIRST = 8 };

/* A row of C, or a window of it: entries C .. C + n - 1 of C.  They come from the entries of A from `entry` on, `parts` of
 * them; those of a window from the steps from `step` on, `parts` of them.  Ranks begin at `rank`. */
struct reuse_task {
    int64_t entry, C, rank, step;
    int32_t parts, n;
};

struct mxm_reuse_arguments {
    const struct reuse_entry *entry;
    const uint8_t *rank;
    const struct reuse_step *step;
    const uint16_t *window_rank;
    const struct reuse_task *task;
    int64_t tasks;
    const void *A_value, *B_value;
    void *C_value;
};

/* What is counted while a plan is made. */
struct reuse_counts {
    int64_t products;
    int64_t tasks[REUSE_BINS], placed[REUSE_BINS];
    int64_t too_long; /* windows with more ranks than `before` can count, rows with more bytes of them */
};

/* To make a plan. */
struct reuse_plan_arguments {
    int64_t rows;
    const int64_t *A_row_start, *B_row_start, *C_row_start;
    const int32_t *A_column, *B_column, *C_column;
    struct reuse_entry *entry;
    int64_t *bytes; /* of the ranks of each entry of A; then, summed, where they begin */
    uint8_t *rank;
    uint8_t *bin;            /* of each row; REUSE_BINS: the row is empty */
    struct reuse_task *task; /* by bin */
    int64_t windows;         /* the last of the tasks */
    struct reuse_task *window;
    int64_t *steps, *ranks; /* of each window; then, summed, where they begin */
    struct reuse_step *step;
    uint16_t *window_rank;
    struct reuse_counts *counts;
};

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__cuda_reuse_measure;
extern const void *const graph__cuda_reuse_place;
extern const void *const graph__cuda_reuse_tasks;
extern const void *const graph__cuda_reuse_ranks;
extern const void *const graph__cuda_reuse_measure_windows;
extern const void *const graph__cuda_reuse_write_windows;
#ifdef __cplusplus
}
#endif

#endif
