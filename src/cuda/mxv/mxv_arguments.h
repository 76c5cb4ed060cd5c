/* What the kernels of mxv.cuh, mxv_uniform_rows.cuh and mxv_push.cuh take. */
#ifndef CUDA_MXV_MXV_ARGUMENTS_H
#define CUDA_MXV_MXV_ARGUMENTS_H

/* A block of MXV_THREADS threads takes a tile of at most MXV_TILE entries.  Rows of at most MXV_UNCUT entries are not
 * cut.  A small tile suits rows of about three entries: it has no more rows than threads. */
enum { MXV_THREADS = 256, MXV_TILE = 1536, MXV_SMALL_TILE = 1024, MXV_UNCUT = 256 };

/* Of mxv_uniform: threads of a block, and the most entries that a warp reads at once, with the up to three in front of
 * its first row. */
enum { MXV_UNIFORM_THREADS = 128, MXV_UNIFORM_ENTRIES = 384 };

/* The operands: w = A u, rows of A folded against u. */
struct mxv_operands {
    int64_t rows, columns, entries;
    const int64_t *row_start;
    const int32_t *column;
    const void *value, *u;
    const uint8_t *u_present; /* NULL: u is full */
    const uint8_t *mask;      /* NULL: everything is admitted */
    int32_t mask_is_complement, is_flipped;
};

struct mxv_pull_arguments {
    struct mxv_operands o;
    struct merge_path cuts;
    void *w;
    uint8_t *w_present; /* NULL: every row is known to get an entry */
    uint64_t *entries;  /* of w, counted; NULL: known */
    void *carry;        /* partial sums of the rows in which tiles begin, by the slots of the tiles */
    uint8_t *carry_present;
    /* Counts the tiles that have finished a piece of a cut row, at its first piece; NULL: mxv_join follows. */
    int32_t *arrived;
    int32_t rows_of_warp, lane_bits; /* of mxv_uniform: 1 << lane_bits lanes fold a row */
    int32_t is_settled;              /* the pattern of A was complete before the kernel ahead was launched */
    int64_t longest;                 /* longer rows go to mxv_long_rows */
    int32_t *long_row;               /* their list */
    uint64_t *long_rows;             /* its length */
};

/* Scatters the entries (index, value) of a sparse u to their positions. */
struct mxv_spread_arguments {
    const int32_t *index;
    const void *value; /* NULL: not wanted */
    int64_t n;
    uint8_t *present;
    void *spread;
};

/* w = u A by push: rows of A scattered into w. */
struct mxv_push_arguments {
    struct mxv_operands o; /* u by elements: positions if index is NULL, else entries of a sparse u */
    const int32_t *index;
    int64_t elements, elements_per_warp;
    uint64_t *state; /* of each column: see mxv_push.cuh */
    uint8_t *filled;
    void *w;
    uint8_t *w_present;
    uint64_t *entries;
    int64_t longest;
    int32_t *long_element;
    uint64_t *long_elements;
    /* Of mxv_push_list, whose result is a list: bits of the columns with products, a word for each block, a word for its
     * barrier; the list, its room, and where the host reads its length. */
    uint32_t *bits;
    int64_t *block_sum;
    unsigned long long *arrivals;
    int32_t *list;
    void *listed;
    int64_t room, *length;
};

#endif
