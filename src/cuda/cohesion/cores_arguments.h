/* What the kernels of cores.cu take, and their addresses. */
#ifndef CUDA_COHESION_CORES_ARGUMENTS_H
#define CUDA_COHESION_CORES_ARGUMENTS_H

#include "cuda/primitives/vertex_queues_arguments.h"

enum { CORES_THREADS = 512, CORES_SCANS = 4 };

/* The list of the vertices that remain before scan s is in set s % CORES_SCANS. */
struct cores_scan {
    unsigned vertices;
    int least; /* their least degree above the level of the scan before */
};

/* Where a launch ends and the next one goes on. */
struct cores_state {
    struct cores_scan scans[CORES_SCANS];
    unsigned remaining; /* in list[which] */
    int which, level, degeneracy;
};

struct cores_arguments {
    struct vertex_queues queues;
    const int32_t *column;
    int64_t n;
    int32_t *degree; /* in the end the core numbers */
    int32_t *list[2];
    struct cores_state *state;
    unsigned most_rounds; /* of a launch, which ends with a level */
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_cores_open, *const graph__cuda_cores_peel;

#ifdef __cplusplus
}
#endif

#endif
