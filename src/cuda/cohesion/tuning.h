/* How long a launch works before the caller's progress function is asked, and from how many edges on rows are made anew. */
#ifndef CUDA_COHESION_TUNING_H
#define CUDA_COHESION_TUNING_H

enum {
    CORES_ROUNDS_OF_PROGRESS = 4096,   /* some 20 ms */
    TRUSSES_ROUNDS_OF_PROGRESS = 1024, /* some 20 ms */
    TRUSSES_LEAST_EDGES = 1 << 14
};

#endif
