/* What the kernels of truss_hubs.cu take, and their addresses. */
#ifndef CUDA_COHESION_TRUSS_HUBS_ARGUMENTS_H
#define CUDA_COHESION_TRUSS_HUBS_ARGUMENTS_H

#include <stdint.h>

#include "cuda/primitives/entry_tiles_arguments.h"

enum {
    TRUSS_HUBS_THREADS = 256,
    TRUSS_HUBS = 256,
    TRUSS_HUBS_WORDS = TRUSS_HUBS / 32, /* of a set of hubs */
    TRUSS_HUBS_GROUP = 8,               /* lanes that look for the triangles of an edge */
    TRUSS_HUBS_MERGED = 8, /* rows are merged if one is at most so many times as long as the other */
    TRUSS_HUBS_SLICES = 8  /* blocks for the row of a hub */
};

/* An edge that is in doubt, and its two entries. */
struct truss_hubs_edge {
    int32_t u, v, entry, other;
};

struct hub_set {
    uint32_t word[TRUSS_HUBS_WORDS];
} __attribute__((aligned(16))); /* for loads of 16 bytes */

/* Zero at first. */
struct truss_hubs_result {
    unsigned long long covered; /* entries of the rows of hubs */
    unsigned listed, gone;      /* edges in the next list, and removed in this round */
    unsigned has_loops, most_neighbors;
};

struct truss_hubs_arguments {
    struct tiles tiles;
    const int64_t *row_start;
    const int32_t *column;
    int64_t n, entries;
    int least;               /* triangles that each edge of the truss is in */
    uint32_t *key;           /* of vertices, the larger the fewer neighbours they have */
    uint32_t *vertex;        /* by key: hubs first */
    struct hub_set *hubs_of; /* of each vertex, those of its neighbours that are hubs and stay */
    uint32_t *bits;          /* entries that stay */
    int32_t *changed;        /* the last round in which an edge of a vertex was removed */
    struct truss_hubs_edge *list, *next;
    int64_t listed, room; /* of the list; of both */
    int round;            /* from 1 on */
    struct truss_hubs_result *result;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_truss_hubs_open, *const graph__cuda_truss_hubs_cover;
extern const void *const graph__cuda_truss_hubs_gather, *const graph__cuda_truss_hubs_settle;
extern const void *const graph__cuda_truss_hubs_prune, *const graph__cuda_truss_hubs_list;
extern const void *const graph__cuda_truss_hubs_check;

#ifdef __cplusplus
}
#endif

#endif
