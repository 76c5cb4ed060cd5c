/* What the kernels of mxv.cuh and mxv_push.cuh take. */
#ifndef CUDA_MXV_MXV_ARGUMENTS_H
#define CUDA_MXV_MXV_ARGUMENTS_H

/* A block of so many threads takes a tile of at most so many entries; rows of MXV_UNCUT entries or less are not cut.  A thin
 * tile has no more rows than threads, where a row has about three entries. */
enum { MXV_THREADS = 256, MXV_TILE = 1536, MXV_THIN_TILE = 1024, MXV_UNCUT = 256 };

/* Of mxv_even: threads of a block, and the most entries that a warp reads at once, the up to three before its first row
 * included. */
enum { MXV_EVEN_THREADS = 128, MXV_EVEN_ENTRIES = 384 };

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
    struct row_cuts cuts;
    void *w;
    uint8_t *w_present; /* NULL: every row is known to get an entry */
    uint64_t *entries;  /* of w, counted; NULL: known */
    void *carry;        /* what a tile that begins inside a row has of it, by the tile's slot */
    uint8_t *carry_present;
    int32_t *arrived; /* tiles that have finished a piece of a cut row, at its first; NULL: mxv_join follows */
    int32_t rows_of_warp, lane_bits; /* of mxv_even: 1 << lane_bits lanes fold a row */
    int32_t is_settled; /* the pattern of A was there before the kernel ahead was launched */
    int64_t longest;                 /* longer rows are left to mxv_long_rows */
    int32_t *long_row;               /* their list */
    uint64_t *long_rows;             /* its length */
};

/* Entries (index, value) of a sparse u spread to where they belong. */
struct mxv_spread_arguments {
    const int32_t *index;
    const void *value; /* NULL: not wanted */
    int64_t n;
    uint8_t *present;
    void *spread;
};

/* w = u A: rows of A scattered. */
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
};

#endif
