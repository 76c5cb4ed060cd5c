/* What the kernels of closure.cu and closure_edges.cu take, and their addresses. */
#ifndef CUDA_CLOSURE_CLOSURE_ARGUMENTS_H
#define CUDA_CLOSURE_CLOSURE_ARGUMENTS_H

#include "cuda/closure/tuning.h"
#include "cuda/primitives/entry_tiles_arguments.h"
#include "cuda/primitives/vertex_queues_arguments.h"

enum {
    CLOSURE_THREADS = 512,
    CLOSURE_WORDS = 32, /* of 64 bits in a block */
    CLOSURE_BITS = 64 * CLOSURE_WORDS
};

/* Zero before the first kernel. */
struct closure_facts {
    unsigned long long edges; /* between components */
    unsigned long long
        pairs; /* of components without successors, less the vertices that do not reach themselves */
    unsigned largest;
};

/* Zero before rows are made. */
struct closure_result {
    unsigned long long blocks, listed; /* most that rows can make and list; see closure_open */
    unsigned long long contents;       /* made so far, or wanted */
    unsigned long long pairs;          /* of components with successors */
};

/* From a graph and its components to the edges between them. */
struct closure_edges_arguments {
    struct tiles tiles; /* of the graph's entries */
    const int32_t *column;
    const int32_t *component;
    int64_t vertices, components;
    unsigned *weight;   /* vertices of each component; zero at first */
    uint32_t *has_loop; /* bitmaps of components, zero at first */
    uint32_t *is_inner; /* an edge leads out */
    const int64_t *inner_rank;
    int64_t inner;      /* components with edges out; they get the smallest numbers */
    int32_t *from, *to; /* edges between components, in any order */
    int32_t *new_component, *new_weight;
    uint8_t *is_cyclic;
    bool is_reflexive;
    struct closure_facts *facts;
};

/* The rows.  The inner successors of a row, which are below `inner`, come first. */
struct closure_rows_arguments {
    const int64_t *start, *reverse_start; /* of the acyclic graph and its transpose */
    const int32_t *successor, *predecessor;
    int64_t inner, components;
    int32_t table_columns; /* blocks of a row, rounded up to a multiple of 32 */
    const int32_t *weight;
    uint32_t *is_heavy; /* bitmap: components of more than one vertex */
    int64_t *inner_end; /* of the inner successors of each inner row */
    int32_t *remaining; /* inner successors whose rows are not made yet */
    uint32_t *queue[2], *long_queue[2];
    struct queue_control *control;
    uint32_t *table; /* of each inner row and block: its content, or ABSENT (closure.cu) */
    unsigned long long *bits;
    uint32_t *content_weight;
    unsigned long long capacity; /* for contents */
    int64_t *list_start;
    int32_t *number;
    uint32_t *content;
    struct closure_result *result;
};

#ifdef __cplusplus
extern "C" {
#endif

/* closure_edges.cu: over vertices; over tiles of entries; over crossing edges; over components; over vertices. */
extern const void *const graph__cuda_closure_weigh;
extern const void *const graph__cuda_closure_cross;
extern const void *const graph__cuda_closure_rename;
extern const void *const graph__cuda_closure_summarize;
extern const void *const graph__cuda_closure_number;
/* closure.cu: a warp for each inner row; closure_rows is a cooperative launch that makes all of them. */
extern const void *const graph__cuda_closure_open;
extern const void *const graph__cuda_closure_rows;
extern const void *const graph__cuda_closure_count;
extern const void *const graph__cuda_closure_list;

#ifdef __cplusplus
}
#endif

#endif
