/* The kernels of components.cu for its host code. */
#ifndef CUDA_PATHS_COMPONENTS_KERNELS_H
#define CUDA_PATHS_COMPONENTS_KERNELS_H

#include "cuda/runtime/call.h"

/* Phases, each a cooperative launch that goes on until its queue is empty ... */
enum { PHASE_TRIM, PHASE_REACH, PHASE_COLOR, PHASE_GATHER, PHASE_JOIN, PHASES };
/* ... and what is done to every vertex between them. */
enum {
    STEP_OPEN_STRONG,
    STEP_PIVOT,
    STEP_SEED_PIVOT,
    STEP_TAKE_PIVOT,
    STEP_SEED_COLORS,
    STEP_SEED_ROOTS,
    STEP_REMOVE,
    STEP_OPEN_WEAK,
    STEP_CLOSE_WEAK,
    STEP_LEAST,
    STEP_MARK_LEAST,
    STEP_NUMBER,
    STEPS
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_components_phase[PHASES], *const graph__cuda_components_step[STEPS];

#ifdef __cplusplus
}
#endif

#endif
