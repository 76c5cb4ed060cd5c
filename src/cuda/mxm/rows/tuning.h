/* The thresholds of methods by rows that the host applies.  The figures are those of docs/gpu-runs/spgemm.md (one H200);
 * where none is given, none is recorded.  Limits that kernels share are in mxm_arguments.h. */
#ifndef CUDA_MXM_ROWS_TUNING_H
#define CUDA_MXM_ROWS_TUNING_H

enum {
    /* MXM_BLOCK_SMALL with fewer rows than this starts on another stream than the larger blocks. */
    MXM_SMALL_BIN_ROWS = 100,

    /* Blocks on a multiprocessor that write rows with inserted products. */
    MXM_INSERT_BLOCKS = 4,

    /* Up to so many rows for teams have so many teams at most: such rows differ in length, and a team with all of the blocks
     * would wait for itself more than it computes. */
    MXM_UNEVEN_ROWS = 64,
    MXM_MOST_TEAMS = 8,

    /* Memory of all teams: bitmaps and slots of a row each. */
    MXM_TEAM_BYTES = 1 << 30,

    /* The grid of the remaining single rows of clustered bins, of unknown number: eight blocks for each of the 132
     * multiprocessors of an H200. */
    MXM_SINGLES_BLOCKS = 8 * 132,

    /* Bytes of the pool for the pattern of a group of eight rows, by bin.  The mean was 5 KB on web crawls; most groups
     * need less than their bin's figure.  One that finds the pool full becomes smaller groups or single rows. */
    MXM_PATTERN_BYTES = 8 << 10,
    MXM_PATTERN_BYTES_OF_LONG = 16 << 10,
    MXM_PATTERN_BYTES_OF_WIDE = 32 << 10
};

#endif
