/* When components and shortest paths give up, and the caller then takes the CPU; when some blocks make a round alone. */
#ifndef CUDA_PATHS_TUNING_H
#define CUDA_PATHS_TUNING_H

enum {
    COMPONENTS_MOST_ROUNDS = 20000, /* some 60 ms; the CPU is faster on such a graph */
    COMPONENTS_MOST_COLORINGS = 64,
    SSSP_MOST_ROUNDS = 20000, /* some 80 ms; the CPU is faster on such a graph */
    SSSP_SOME_DEGREE = 8,     /* in graphs with so many entries a row at most */
    SSSP_SOME_BLOCKS = 32,
    SSSP_SOME_VERTICES = 4096
};

#endif
