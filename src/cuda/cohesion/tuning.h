/* How long a launch works before the caller's progress function is asked. */
#ifndef CUDA_COHESION_TUNING_H
#define CUDA_COHESION_TUNING_H

enum { CORES_ROUNDS_OF_PROGRESS = 4096 /* some 20 ms */ };

#endif
