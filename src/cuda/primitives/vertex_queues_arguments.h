/* What kernels with queues of vertices take (vertex_queues.cuh). */
#ifndef CUDA_PRIMITIVES_VERTEX_QUEUES_ARGUMENTS_H
#define CUDA_PRIMITIVES_VERTEX_QUEUES_ARGUMENTS_H

enum {
    QUEUE_LONG = 256, /* a vertex with more edges goes to the queue that whole blocks process */
    QUEUE_COUNTERS = 4
};

/* Lengths of the two queues of a round.  Round r uses set r % QUEUE_COUNTERS. */
struct queue_counters {
    unsigned vertices, long_vertices;
};

/* Zero before a phase. */
struct queue_control {
    unsigned long long arrivals;
    struct queue_counters counters[QUEUE_COUNTERS];
};

/* An item is a vertex; its highest bit is free for the kernel.  in_start NULL: only outgoing edges make a vertex long. */
struct vertex_queues {
    const int64_t *out_start, *in_start;
    uint32_t *queue[2], *long_queue[2];
    struct queue_control *control;
};

#endif
