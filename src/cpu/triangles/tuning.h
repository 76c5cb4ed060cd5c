/* The thresholds of the triangle count.  Where a measurement led to a number, its comment has it; two cores with AVX-512.
 * The others were chosen without a recorded measurement. */
#ifndef CPU_TRIANGLES_TUNING_H
#define CPU_TRIANGLES_TUNING_H

enum {
    /* Entries: with fewer, no threads are woken.  On a loaded machine of two cores work of 50 microseconds took up to 13 ms
     * to meet at its barrier. */
    PARALLEL_ENTRIES = 1 << 17,

    /* New numbers by degree (triangle_lists.c). */
    RENUMBER_VERTICES = 1 << 15, /* the marks of so many vertices stay in the first-level cache anyway */
    RENUMBER_DEGREE = 16,
    COUNTERS_PER_ENTRY = 4, /* of all threads, for the counting sort */

    /* Counts on rows as they lie (triangle_rows.c): USA-road-d.NY 2.8 to 0.94 ms, a 1,000 x 1,000 grid 9.5 to 3.2 ms. */
    LONGEST_ROW = 16, /* one vector; a row longer than this has a hundred pairs */
    MEAN_ROW = 5,     /* entries: above it lists are as fast */

    COMPARE_MOST = 8 /* up to this many comparisons cost less than reading marks (triangle_steps.c) */
};

#endif
