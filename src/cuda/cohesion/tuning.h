/* How long a launch works before the caller's progress function is asked; from how many edges on rows are made anew; and
 * where hubs tell a k-truss: up to which `most`, if their rows have one in so many entries, and one edge in so many entries
 * is in doubt at most. */
#ifndef CUDA_COHESION_TUNING_H
#define CUDA_COHESION_TUNING_H

enum {
    CORES_ROUNDS_OF_PROGRESS = 4096,   /* some 20 ms */
    TRUSSES_ROUNDS_OF_PROGRESS = 1024, /* some 20 ms */
    TRUSSES_LEAST_EDGES = 1 << 14,
    TRUSS_HUBS_MOST = 8,
    TRUSS_HUBS_LEAST_COVERED = 32,
    TRUSS_HUBS_LEAST_SETTLED = 5
};

#endif
