/* What the kernels of bitmap_blocks.cuh and mxm_blocks.cuh take. */
#ifndef CUDA_MXM_BLOCKS_MXM_BLOCKS_ARGUMENTS_H
#define CUDA_MXM_BLOCKS_MXM_BLOCKS_ARGUMENTS_H

#include "cuda/semiring/value_facts_arguments.h"

/* A matrix in blocks of 8 x 8.  Block row I holds the blocks block_start[I] .. block_start[I + 1] - 1 in the order of their
 * block columns; bit 8 r + c of a mask is the entry (r, c) of the block.  The values of a block lie together, in the
 * order of the bits, from first_value on; those of a block row fill the places that its eight rows have by rows. */
struct blocks_matrix {
    int64_t rows, columns;
    int64_t block_rows;
    int64_t *block_start;
    int32_t *block_column;
    uint64_t *mask;
    int64_t *first_value;
    void *value;
};

struct bitmap_blocks_arguments {
    const int64_t *row_start;
    const int32_t *column;
    const void *value; /* NULL: none are wanted */
    struct blocks_matrix X;
    struct value_facts *facts;
};

/* 0, the largest or the smallest value of the type. */
#define BLOCKS_ABSENT_ZERO  0
#define BLOCKS_ABSENT_MOST  1
#define BLOCKS_ABSENT_LEAST 2

struct blocks_spread_arguments {
    int64_t blocks;
    const uint64_t *mask;
    const int64_t *first_value;
    const void *value;
    void *spread;
    int32_t absent; /* what absent entries become */
    /* Where these allow it values become integers of 16 or 32 bits; NULL: they do not. */
    const struct value_facts *facts;
};

#define MXM_BLOCKS_THREADS 256
/* Blocks of a block row of C in one pass of the count, and block columns of a window. */
#define MXM_BLOCKS_COUNT_SLOTS 2048
#define MXM_BLOCKS_WINDOW      32768
/* A block row of C is split into so many parts, of so many slots at least, where there are less block rows than the GPU
 * needs. */
#define MXM_BLOCKS_PARTS      8
#define MXM_BLOCKS_PART_SLOTS 32
/* Blocks of A whose pairs are listed at a time. */
#define MXM_BLOCKS_LISTED 32
/* Of mxm_blocks_columns, for each slot: its list, and eight places. */
#define MXM_BLOCKS_SLOT_BYTES (4 * (1 + MXM_BLOCKS_LISTED + 8))

/* What the host reads before the values are made. */
struct mxm_blocks_found {
    int64_t entries; /* of C */
    int32_t slots;   /* the most blocks that a block row of C has in a window */
    struct value_facts facts;
};

struct mxm_blocks_arguments {
    struct blocks_matrix A, B;
    int64_t rows;     /* of C */
    int64_t *C_start; /* row counts, then row starts */
    int32_t *C_column;
    void *C_value;
    unsigned long long *ticket; /* the next block row to take */
    int32_t *most_slots;        /* mxm_blocks_count: of struct mxm_blocks_found */
    int32_t are_ordinary;       /* struct value_facts */
    int32_t unit;               /* mxm_blocks_packed, _integers: values are integers times 2^unit */
    int32_t parts;    /* a block row of C is the work of so many thread blocks: 1 or MXM_BLOCKS_PARTS */
    int32_t *of_part; /* parts > 1: entries of each row of C in each part */
    int32_t slots;    /* blocks whose values fit in shared memory */
    const void *A_spread, *B_spread; /* mxm_blocks_columns: the blocks with all their places */
};

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__mxm_blocks_count;
#ifdef __cplusplus
}
#endif

#endif
