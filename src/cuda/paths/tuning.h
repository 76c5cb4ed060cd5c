/* When components and shortest paths give up: the caller then takes the CPU. */
#ifndef CUDA_PATHS_TUNING_H
#define CUDA_PATHS_TUNING_H

enum {
    COMPONENTS_MOST_ROUNDS = 20000, /* some 60 ms; the CPU is faster on such a graph */
    COMPONENTS_MOST_COLORINGS = 64,
    SSSP_MOST_ROUNDS = 20000 /* some 80 ms; the CPU is faster on such a graph */
};

#endif
