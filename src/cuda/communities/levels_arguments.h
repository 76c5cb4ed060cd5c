/* What the kernels of moves.cu, refine.cu and levels.cu take, and their addresses. */
#ifndef CUDA_COMMUNITIES_LEVELS_ARGUMENTS_H
#define CUDA_COMMUNITIES_LEVELS_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

/* Classes of rows by their length: what adds up the weights of one. */
enum { LEVEL_GROUP, LEVEL_WARP, LEVEL_QUARTER, LEVEL_BLOCK, LEVEL_LONG, LEVEL_CLASSES };
enum {
    LEVEL_THREADS = 512,
    LEVEL_QUARTER_THREADS = LEVEL_THREADS / 4,
    LEVEL_WARPS = LEVEL_THREADS / 32,
    LEVEL_GROUP_MOST = 8,
    LEVEL_WARP_MOST = 256,
    LEVEL_QUARTER_MOST = 1024,
    LEVEL_BLOCK_MOST = 4096,
    LEVEL_CHUNK = LEVEL_BLOCK_MOST, /* entries of a long row that a block adds up */
    LEVEL_STEPS = 16,               /* of a round; GRAPH_MOVE_STEPS */
    LEVEL_STEP_BITS = 4,
    LEVEL_BINS = LEVEL_STEPS * LEVEL_CLASSES, /* bin = step x classes + class */
    LEVEL_NO_BIN = 255
};

/* Zero at first, but for begin. */
struct level_control {
    unsigned long long arrivals;           /* of the grid barrier */
    unsigned long long moved, waiting;     /* in all rounds so far */
    unsigned long long slots[LEVEL_STEPS]; /* of the tables of the long rows of a step */
    unsigned members[LEVEL_BINS];
    unsigned listed[LEVEL_BINS]; /* so far */
    unsigned begin[LEVEL_BINS + 1];
    unsigned count[2][LEVEL_BINS]; /* of the queues */
    unsigned taken[2];             /* rows of a step, by blocks and by quarters of blocks */
    int rounds;
};

/* A long row of a step: slots of its table that are used, chunks of those that have ended. */
struct level_table {
    unsigned used, done;
};

/* A level and its communities.  Weights, and sums of them, are int32_t in narrow kernels and int64_t in wide ones. */
struct level_arguments {
    int64_t n;
    const int64_t *row_start;
    const int32_t *column;
    const void *weight; /* NULL: all are 1 */
    void *degree;
    int32_t *community;
    void *sum; /* of the degrees of a community */
    int64_t total, resolution;
    /* The limits of a level with `large` listed vertices or more; see contract/structure.h. */
    int most_rounds, large_rounds, large, least_bits;
    int free_begin, free_end; /* of rounds that move to all communities */
    struct level_control *control;
    uint8_t *bin;         /* of each vertex */
    int32_t *list;        /* vertices with neighbours, by bins */
    int32_t *queue[2];    /* active vertices by bins, of even and of odd rounds */
    int32_t *target;      /* of queued vertices */
    uint32_t *is_active;  /* a bit for each vertex */
    int32_t *table_label; /* tables of long rows: -1 and 0 between uses */
    void *table_weight;
    unsigned *table_used;       /* slots of the tables that are used */
    struct level_table *tables; /* of a step, zero between uses */
    void *table_best;           /* of chunks of used slots */
    /* Refinement: parts, their degrees, vertices and weights to the rest of their communities; the weight of a vertex
     * to the rest of its community; the step in which it has joined a part, plus one. */
    int32_t *part;
    void *part_sum;
    int32_t *size;
    void *outer, *within;
    uint8_t *joined;
};

/* Numbers of groups by first vertices, the graph of groups, parts of communities, modularity. */
struct groups_arguments {
    int64_t n, entries, count; /* vertices and entries of the level; groups */
    const int64_t *row_start;
    const int32_t *column;
    const void *weight; /* NULL: all are 1 */
    const void *degree;
    int32_t *of;     /* group of each vertex */
    uint32_t *first; /* of a group: its smallest vertex; all bits set at first */
    uint32_t *
        bits; /* of vertices that are the first of their group, or of keys that are the first of their kind */
    int64_t *rank; /* bits before each word */
    int32_t *community;
    uint32_t *smallest; /* of a community: its smallest group; all bits set at first */
    int32_t *next_community;
    int32_t *at; /* of each vertex of the graph: its vertex of the level */
    int64_t at_count;
    int key_bits;
    int64_t keys, next_entries;
    uint64_t *key;    /* group << key_bits | group, of entries between groups */
    void *key_weight; /* uint32_t or uint64_t, as sorts take them */
    int64_t *key_sum; /* their sums, exclusive; NULL: all are 1 */
    int64_t *place;   /* of the first key of each kind */
    int64_t *next_start;
    int32_t *next_column;
    void *next_weight, *next_degree;
    void *sum; /* of the degrees of a community; 0 at first */
    struct groups_result *result;
};

/* Zero at first. */
struct groups_result {
    unsigned long long total;      /* of the degrees */
    unsigned long long keys;       /* entries between groups */
    unsigned long long inside;     /* weight within communities */
    unsigned long long squares[4]; /* of sums of communities, in digits of 32 bits that are not carried */
};

#ifdef __cplusplus
extern "C" {
#endif

/* [0] narrow, [1] wide */
extern const void *const graph__cuda_level_move[2], *const graph__cuda_level_refine[2];
extern const void *const graph__cuda_level_parts[2], *const graph__cuda_level_weigh[2];
extern const void *const graph__cuda_level_degrees[2], *const graph__cuda_level_sums[2];
extern const void *const graph__cuda_level_narrow, *const graph__cuda_level_bins,
                                                       *const graph__cuda_level_list;
extern const void *const graph__cuda_groups_identity, *const graph__cuda_groups_first,
                                                          *const graph__cuda_groups_mark;
extern const void *const graph__cuda_groups_number, *const graph__cuda_groups_carry,
                                                        *const graph__cuda_groups_follow;
extern const void *const graph__cuda_groups_keys[2], *const graph__cuda_groups_heads,
                                                         *const graph__cuda_groups_widen[2];
extern const void *const graph__cuda_groups_places, *const graph__cuda_groups_rows[2];
extern const void *const graph__cuda_groups_degrees[2];
extern const void *const graph__cuda_groups_join, *const graph__cuda_groups_root;
extern const void *const graph__cuda_groups_inside[2], *const graph__cuda_groups_squares[2];

size_t graph__cuda_level_shared_bytes(int is_wide);
size_t graph__cuda_level_gain_bytes(int is_wide);

#ifdef __cplusplus
}
#endif

#endif
