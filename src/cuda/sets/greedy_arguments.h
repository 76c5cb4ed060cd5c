/* What the kernels of greedy.cu take, and their addresses. */
#ifndef CUDA_SETS_GREEDY_ARGUMENTS_H
#define CUDA_SETS_GREEDY_ARGUMENTS_H

#include <stdint.h>

enum { GREEDY_SET, GREEDY_COLORS, GREEDY_KINDS };

enum {
    GREEDY_THREADS = 512,
    GREEDY_GROUP = 8,         /* lanes for a tiny vertex, which has fewer neighbours */
    GREEDY_LONG = 512,        /* a block decides about a vertex with more neighbours, a warp about others */
    GREEDY_WINDOW_WORDS = 64, /* colours that a block looks at in one pass, 32 to a word */
    GREEDY_WAITING = 256      /* neighbours that a block notes to wait for */
};

/* Zero before the first kernel. */
struct greedy_result {
    uint64_t long_vertices, tiny_vertices;
    uint64_t members; /* of the set */
    int32_t largest;  /* colour */
};

struct greedy_arguments {
    const int64_t *row_start;
    const int32_t *column;
    int64_t n;
    uint64_t seed;
    int is_descending; /* by the number of neighbours */
    uint64_t *key;     /* of each vertex; equal keys are by vertex */
    uint32_t *order;
    int32_t *
        word; /* -1 - rank of a vertex that is undecided; then 1 for a member and 0 for others, or the colour */
    uint8_t *is_member;
    struct greedy_result *result;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_greedy_keys, *const graph__cuda_greedy_ranks;
extern const void *const graph__cuda_greedy_decide[GREEDY_KINDS];

#ifdef __cplusplus
}
#endif

#endif
