/* The thresholds of products with vectors.  With them none of 210 cases of bench_mxv was slower than SuiteSparse:GraphBLAS
 * (best of three runs); single numbers have no recorded measurement. */
#ifndef CPU_MXV_TUNING_H
#define CPU_MXV_TUNING_H

enum {
    /* Matrices with every entry (mxv_full.inc). */
    FULL_LEAST = 16, /* shorter rows are not worth the full form */
    PARALLEL_PRODUCTS =
        1 << 12, /* fewer products are made by one thread; each may read a cache line from memory */

    /* Pull. */
    LEAST_IN_LANES = 2, /* entries of a row: rows that are shorter in the mean are not folded in lanes */
    LONG_ROW = 64,      /* with more entries to come, it is worth testing whether the fold may stop */
    BLIND_SHARE = 8,    /* a bitmap with more than 1 / BLIND_SHARE of its entries is read without tests */
    /* Rows of up to so many entries are added to an old value without tests whether the fold may stop: minima of rows of 4
     * took 3.1 ns a row instead of 4.4, of 16 and 32 in the mean 16 and 24 instead of 20 and 30. */
    FOLD_ONTO_MOST = 64,
    PROBES_FOR_THREADS = 4096, /* a product that needs fewer tests of u is made by one thread */

    /* Push.  Up to columns / SORT_SHARE products are sorted; up to columns / MARK_SHARE are marked in an array of all
     * columns; more give a bitmap.  In an array of at most MARK_NEAR_BYTES marking is faster from columns /
     * SORT_SHARE_NEAR products on.  BFS and shortest paths of the 300 grid took 7.0 and 48 ms, now 6.0 and 15. */
    SORT_SHARE = 32,
    SORT_SHARE_NEAR = 512,
    MARK_SHARE = 4,
    MARK_NEAR_BYTES = 1 << 22,
    MOST_RANGES = 64,       /* dense accumulators */
    BLIND_OPEN_SHARE = 4,   /* with fewer than 1 / BLIND_OPEN_SHARE of the columns open, each is tested */
    PUSH_PARALLEL = 1 << 14 /* fewer products are made by one thread */
};

#endif
