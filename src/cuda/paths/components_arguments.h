/* What the kernels of components.cu take, and their addresses. */
#ifndef CUDA_PATHS_COMPONENTS_ARGUMENTS_H
#define CUDA_PATHS_COMPONENTS_ARGUMENTS_H

#include "cuda/primitives/vertex_queues_arguments.h"

enum { COMPONENTS_THREADS = 512 };

/* Zero before a call. */
struct components_result {
    unsigned long long pivot; /* largest product of degrees (weak: degree), and its vertex in the low half */
    unsigned rounds;          /* of all phases */
    unsigned has_given_up;    /* more rounds than allowed */
};

/* The highest bit of an item: edges of the vertex are followed backwards. */
struct components_arguments {
    struct vertex_queues queues;
    const int32_t *out_column, *in_column;
    int64_t n;
    unsigned most_rounds;
    int32_t *component; /* -1: unassigned; else a vertex of the component */
    int32_t *color; /* the largest vertex that reaches this one; of weak components the parent; -1: done */
    int32_t *mark;  /* reached from the pivot: 1; reaches it: 2 */
    int32_t *stamp; /* the round in which a vertex was last queued */
    int32_t *out_degree, *in_degree; /* to and from unassigned vertices */
    struct components_result *result;
    int32_t *least;     /* least[c]: the smallest vertex of component c */
    uint32_t *is_least; /* bitmap of these vertices */
    uint32_t *giant;    /* weak: bitmap of the vertices in the tree of the pivot after the samples */
    int64_t *rank;
};

/* Phases, each a cooperative launch of rounds until the queue is empty ... */
enum { PHASE_TRIM, PHASE_REACH, PHASE_COLOR, PHASE_GATHER, PHASE_JOIN, PHASES };
/* ... and steps over all vertices between them. */
enum {
    STEP_OPEN_STRONG,
    STEP_PIVOT,
    STEP_SEED_PIVOT,
    STEP_TAKE_PIVOT,
    STEP_SEED_COLORS,
    STEP_SEED_ROOTS,
    STEP_REMOVE,
    STEP_OPEN_WEAK,
    STEP_SAMPLE_WEAK,
    STEP_FLATTEN_WEAK,
    STEP_CLOSE_WEAK,
    STEP_LEAST,
    STEP_MARK_LEAST,
    STEP_NUMBER,
    STEPS
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_components_phase[PHASES];
extern const void *const graph__cuda_components_step[STEPS];

#ifdef __cplusplus
}
#endif

#endif
