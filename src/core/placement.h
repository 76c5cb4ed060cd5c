/* Where an operation runs, and with how many threads: the caller's choice first, then what is there, then cost.
 *
 * An operation first reads its descriptor (graph__place), then says what it needs and reads (graph__place_choose), and
 * ends with graph__place_resume, which tells whether the device could not do it and the CPU has to. */
#ifndef CORE_PLACEMENT_H
#define CORE_PLACEMENT_H

#include "core/matrix/matrix.h"
#include "core/vector/vector.h"
#include "semigraph/operations.h"

struct graph_place {
    const struct graph_backend *backend;
    int threads;
    uint32_t flags;
    graph_method method;
    graph_split split; /* of a product on the CPU and a device together, and the CPU's share in percent */
    double cpu_share;
    bool is_auto;                    /* the back end is the library's choice */
    const char *operation;           /* set by graph__place_choose */
    double start;                    /* seconds, for the statistics */
    int depth;                       /* how many operations this one is part of, when statistics are taken */
    struct graph_progress *progress; /* of algorithms and products, which set it; NULL: nobody asks */
};

/* How much work an operation does for each entry that it reads: what moves the operands to a device or not. */
enum graph_weight {
    GRAPH_LIGHT, /* a pass over the entries: not worth a copy, so it runs where the operands are */
    GRAPH_HEAVY  /* products and algorithms: worth one from some size on */
};

/* Reads a descriptor (NULL: defaults) whose flags may be among `allowed`.  GRAPH_E_INVALID_VALUE: wrong size field,
 * unknown flag, method or thread count.  GRAPH_E_DEVICE: the back end asked for is not there. */
graph_status graph__place(struct graph_place *place, const graph_descriptor *descriptor, uint32_t allowed);

/* The same for the two fields that options of algorithms have. */
graph_status graph__place_algorithm(struct graph_place *place, graph_backend_kind backend, int threads);

/* What an operation reads; NULL where it has fewer operands.  User types and operators leave the work to the CPU. */
struct graph_operands {
    const graph_matrix *A, *B;
    const graph_vector *u, *v;
    graph_type type; /* of the output */
    int op, accum;   /* of any kind */
};

/* A semiring of two operators has one kernel, the library's, whatever method is named. */
void graph__place_semiring(struct graph_place *place, const graph_semiring *semiring, bool is_published);

/* Settles the back end.  is_present: the one that `place` has so far offers the operation.  When it does not the CPU
 * takes over, or in strict mode the call fails with GRAPH_E_NOT_SUPPORTED. */
graph_status graph__place_choose(struct graph_place *place, const char *operation, bool is_present,
                                 enum graph_weight weight, const struct graph_operands *operands);

/* The end of an operation that returned `status`: true if the device lacked memory or a kernel and the call is to be made
 * with *on_cpu as its descriptor.  Ends the operation for the statistics and the log. */
bool graph__place_resume(graph_descriptor *on_cpu, const graph_descriptor *descriptor,
                         const struct graph_place *place, graph_status status);

/* The two halves of that for algorithms, which repeat the call with other options. */
void graph__place_end(const struct graph_place *place, graph_status status);
bool graph__place_failed(const struct graph_place *place, graph_status status);

/* Remembers for graph_backend_used, on the calling thread. */
void graph__place_used(graph_backend_kind kind);

#endif
