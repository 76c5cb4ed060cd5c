/* Queues of vertices that kernels fill for their next round. */
#ifndef CUDA_PRIMITIVES_VERTEX_QUEUES_ARGUMENTS_H
#define CUDA_PRIMITIVES_VERTEX_QUEUES_ARGUMENTS_H

enum {
    QUEUE_LONG = 256, /* edges of a vertex that a block follows together, at least */
    QUEUE_COUNTERS = 4
};

/* Lengths of the two queues of a round; four sets take turns. */
struct queue_counters {
    unsigned vertices, long_vertices;
};

/* Zero before a phase. */
struct queue_control {
    unsigned long long arrivals;
    struct queue_counters counters[QUEUE_COUNTERS];
};

/* An item is a vertex; its highest bit is free for the user.  Vertices with many edges have queues of their own; in_start
 * NULL: only the edges out count. */
struct vertex_queues {
    const int64_t *out_start, *in_start;
    uint32_t *queue[2], *long_queue[2];
    struct queue_control *control;
};

#endif
