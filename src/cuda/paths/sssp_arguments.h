/* What the kernels of sssp.cu take, and their addresses. */
#ifndef CUDA_PATHS_SSSP_ARGUMENTS_H
#define CUDA_PATHS_SSSP_ARGUMENTS_H

#include "cuda/primitives/vertex_queues_arguments.h"

enum {
    SSSP_THREADS = 512,
    SSSP_PIECE = 2048 /* edges of a long vertex that a block relaxes */
};

/* Where a search is: what all its blocks know. */
struct sssp_state {
    struct queue_counters now;
    double threshold;
    unsigned round;
    int slot, is_after_scan, has_ended;
};

/* All bits set before the launch. */
struct sssp_result {
    unsigned rounds, has_given_up; /* more rounds than allowed */
    unsigned long long least[3];   /* distances of far vertices, as bits; three slots in rotation */
    struct sssp_state state;       /* after rounds of some blocks alone */
};

/* distance: as unsigned bits, which have the order of the numbers; infinite at first, 0 at the source. */
struct sssp_arguments {
    struct vertex_queues queues;
    const int32_t *column;
    const void *weight; /* NULL: 1 */
    int64_t n, source;
    double delta;
    unsigned most_rounds;
    /* This number of blocks makes the rounds of at most some_vertices; 0: all blocks do. */
    unsigned some_blocks, some_vertices;
    unsigned long long *some_arrivals;
    int32_t *piece[2]; /* of the vertices in the queues of long ones */
    void *distance;
    int32_t *stamp; /* the round in which a vertex was last queued; 0 at first */
    uint32_t *far;  /* bitmap of far vertices; 0 at first */
    struct sssp_result *result;
};

/* present[v]: whether distance[v] is finite; *reached: how many are, 0 before. */
struct sssp_found_arguments {
    const void *distance;
    uint8_t *present;
    uint64_t *reached;
    int64_t n;
};

#ifdef __cplusplus
extern "C" {
#endif

/* int32, int64, fp32, fp64. */
extern const void *const graph__cuda_sssp_open[4];
extern const void *const graph__cuda_sssp_search[4];
extern const void *const graph__cuda_sssp_reached[4];

#ifdef __cplusplus
}
#endif

#endif
