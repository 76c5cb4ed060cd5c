/* What the kernels of trusses.cu take, and their addresses. */
#ifndef CUDA_COHESION_TRUSSES_ARGUMENTS_H
#define CUDA_COHESION_TRUSSES_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"
#include "cuda/primitives/vertex_queues_arguments.h"

enum {
    TRUSSES_THREADS = 512,
    TRUSSES_SCANS = 4,
    TRUSSES_WARP_MOST = 64,    /* edges that lead from a vertex whose triangles a warp finds */
    TRUSSES_TABLE_MOST = 2048, /* a block has a table of the ends of no more */
    TRUSSES_LONG = 512         /* blocks remove an edge if both of its ends have more edges, warps others */
};

/* The list of the edges that remain before scan s is in set s % TRUSSES_SCANS. */
struct trusses_scan {
    unsigned edges;
    int least; /* their least support above the level of the scan before */
};

/* Where a launch ends and the next one goes on. */
struct trusses_state {
    struct trusses_scan scans[TRUSSES_SCANS];
    unsigned remaining; /* in list[which] */
    int which, level, largest, round;
    unsigned most_out, long_vertices; /* of the edges that lead from a vertex; vertices for blocks */
    unsigned long long taken;         /* of these vertices */
    unsigned loops;                   /* words of entries with some (v, v) */
};

struct trusses_arguments {
    /* The whole graph: an edge is the entry that leads from its end of smaller (degree, number). */
    struct tiles tiles;
    const int32_t *column;
    int64_t n, entries;
    struct selection leading;
    const int32_t *row;
    int64_t *out_start;
    int32_t *edge_u, *edge_v, *edge_of; /* the ends of edges, the edges of entries */
    int32_t edges;
    int32_t *support; /* triangles of each edge that remain; in the end the truss number less 2 */
    int32_t *stage;   /* the round in which an edge goes; 0: it remains */
    int32_t *long_vertex;
    int table_slots;
    /* What remains of the graph, both entries of an edge. */
    const int64_t *start;
    const int32_t *end, *edge;
    int64_t entries_remaining;
    struct selection remaining;
    /* Short edges fill a queue from its beginning, long ones from its end. */
    struct queue_control *control;
    int32_t *list[2], *queue[2];
    struct trusses_state *state;
    int last_level;
    unsigned most_rounds, least_remaining; /* a launch ends then, with a level */
    int32_t *truss;
    struct selection selected;
    int most; /* entries with larger numbers are selected */
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_trusses_lead, *const graph__cuda_trusses_number;
extern const void *const graph__cuda_trusses_open, *const graph__cuda_trusses_warps;
extern const void *const graph__cuda_trusses_blocks, *const graph__cuda_trusses_peel;
extern const void *const graph__cuda_trusses_remain, *const graph__cuda_trusses_finish;
extern const void *const graph__cuda_trusses_select, *const graph__cuda_trusses_support;

#ifdef __cplusplus
}
#endif

#endif
