/* The thresholds of products of matrices.  Where a measurement led to a number, its comment has it; plus_times fp64 on two
 * cores unless it says otherwise.  The others were chosen without a recorded measurement. */
#ifndef CPU_MXM_TUNING_H
#define CPU_MXM_TUNING_H

#include "cpu/common/sort_keys.h"

/* Row chunks (mxm_row_chunks.c): what a row and an entry of A cost in units of products, and the size of a chunk in these
 * units.  A chunk's share of C should stay in the second-level cache until it is written to its place. */
enum {
    ROW_COST = 8,
    ENTRY_COST = 2,
    LEAST_CHUNK = 2048,
    LARGEST_CHUNK = 32768,
    LEAST_FOR_THREADS = 16384, /* less work is done by one thread */
    BLOCK_ROWS = 1024,         /* rows whose work is summed up by one thread */
    STREAM_LEAST = 1024        /* bytes: fewer are copied through the caches */
};

/* Chunks that wait for their place in C (mxm_chunks.inc): a thread stops to take chunks when its waiting entries are more
 * than 1 / STAGE_SHARE of the operands and the known part of C, shared among the threads.  With a twelfth the peak of memory
 * over inputs and output is at most 1.18 on 13 graphs, at the same speed (delaunay_n16: 1.08, before 1.31). */
enum { STAGE_SHARE = 12, STAGE_LEAST = 1 << 15 };

/* The accumulator of a row (mxm_rows.inc). */
enum {
    MOST_TO_SORT = GRAPH_SORT_NETWORK, /* products: the longest list that the network sorts */
    /* Columns.  At most MOST_TO_SORT products that span so many columns are sorted, since each would touch a different cache
     * line of the accumulator: the square of a uniform matrix of 500,000 rows took 190 ms instead of 510, under any_pair 130
     * instead of 410. */
    FAR_APART = 1 << 17,
    NEAR_BYTES = 1 << 20,  /* operands up to this size are in cache: their rows are not prefetched */
    DENSE_BYTES = 1 << 23, /* a dense accumulator up to this size is preferred to a hash accumulator */
    DENSE_SHARE = 8, /* with more than columns / DENSE_SHARE products, all blocks of a row are compacted */
    /* Columns.  Runs of at least so many consecutive ones are folded in vectors: the square of a band of 33 diagonals took
     * 36 ms instead of 66. */
    LEAST_RUN = 8,
    MARKS_TO_PACK =
        6 /* with so many marks in a block of 64, whole vectors are packed (mxm_dense_compact.c) */
};

/* Counts of masked products (mxm_count.c).  Comparing rows of up to SHORT_MOST columns in registers, a chunk at a time, took
 * L .* (L L') of the 9-point stencil from 12.9 to 7.8 ms. */
enum {
    SHORT_MOST = 12,
    SEARCH_RATIO = 16, /* rows of B that are longer than this many times the row of A are searched */
    COUNT_AHEAD =
        6 /* the columns of rows of B are prefetched this many rows ahead, their places twice as many */
};

/* Products of full matrices (mxm_full.inc): fewer multiplications are done by one thread. */
enum { FULL_FOR_THREADS = 1 << 15 };

/* Bands (mxm_band.inc). */
enum {
    DIA_BLOCK = 256, /* rows that are computed at a time, so that their diagonals stay in cache */
    BAND_STRIP = 32, /* rows that are summed in registers */
    BAND_TOGETHER =
        4, /* diagonals of C that are summed at once: an element of A is read once for four products */
    BAND_SPAN = 512,               /* diagonals lie within this distance */
    BAND_NEAR_BYTES = 1 << 22,     /* of C: more than this does not stay in cache */
    BAND_UNIT_BYTES = 24 << 10,    /* of C's rows that wait to be written */
    BAND_CORNERS_FOR_THREADS = 32, /* fewer rows in the corners are computed by one thread */
    /* A thread takes the remaining rows / (BAND_PARTS x threads) where C stays in cache.  Blocks of two fixed sizes made a
     * step in the times of products of about 51,200 rows. */
    BAND_PARTS = 2
};

#endif
