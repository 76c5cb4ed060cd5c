/* The thresholds of breadth-first searches.  Where a measurement led to a number, its comment has it; two cores with
 * AVX-512.  The others were chosen without a recorded measurement. */
#ifndef CPU_BFS_TUNING_H
#define CPU_BFS_TUNING_H

/* Direction (bfs_levels.c; Beamer, Asanovic, Patterson, SC 2012, take 14 and 24). */
enum {
    /* Bottom-up once the frontier has 1 / ALPHA of the edges out of unreached vertices: uniform graph of 2^18 vertices of
     * degree 32: 9.8 to 1.8 ms; slowest source of a Kronecker graph of that size: 5.6 to 1.3. */
    ALPHA = 15,
    BETA = 18 /* and back to top-down below 1 / BETA of the vertices */
};

/* Threads (bfs_levels.c): a level with fewer edges, or four times that bottom-up, does not wake threads.  On a loaded
 * machine of two cores a level of 50 microseconds took up to 13 ms to meet at its barrier. */
enum { PARALLEL_EDGES = 1 << 17 };

/* With many threads, as far as there are processors, a level is shared from far fewer edges on, divided by the threads: one
 * barrier ends it, and between two such levels nobody sleeps.  The roads of New York on 4, 8 and 16 cores, ms, from 4,096
 * edges on 9.0, 9.2, 9.5; from 2,048 5.1, 5.8, 5.9; from 768 6.6, 5.3, 4.7; from 256 7.1, 5.7, 5.0.  A grid of 1,400 x
 * 1,400: 68, 57, 46; 64, 46, 33; 63, 46, 30; 65, 45, 29. */
enum { MANY_THREADS = 4, MANY_THREADS_EDGES = 1 << 13 };

/* A shared level with at least 1 / MANY_EDGES_PART as many edges as there are vertices makes its bitmaps of the parents:
 * uniform 20 on two threads of a busy machine 58 to 38 ms. */
enum { MANY_EDGES_PART = 4 };

/* What a thread takes at a time: edges out of the frontier; words of a bitmap, so that each has SHARES of them, unless they
 * have less than a line of the cache.  Vertices from which on outputs are written by threads. */
enum { SHARE_EDGES = 512, SHARES = 16, LEAST_WORDS = 16, PARALLEL_VERTICES = 1 << 18 };

/* Steps (bfs_levels.c, bfs_steps.c). */
enum {
    UNIFORM = 8, /* rows are uniform if fewer than one in UNIFORM differs in length from the one before */
    LARGE_BITMAP = 1 << 18 /* bytes: bitmaps from this size on are not in a near cache */
};

/* Short searches (bfs_short.c): facebook_combined as stored, which reaches 63 vertices, takes 0.6 microseconds, with memory
 * for all vertices 2.0. */
enum { SHORT_VERTICES = 1 << 12, SHORT_REACHED = 256 };

/* Many sources (bfs_multi.c, bfs_multi_levels.c). */
enum {
    RETAINED_BYTES = 1 << 22, /* fronts of at most this many bytes are retained */
    LEAST_TO_ORDER = 4,       /* groups that are worth new numbers for the vertices */
    STREAM_BYTES = 1 << 23    /* larger results go past the caches */
};

#endif
