/* What the last operation did: how, how much, how long, and with how much memory. */
#ifndef SEMIGRAPH_STATS_H
#define SEMIGRAPH_STATS_H

#include "semigraph/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The statistics of one operation. */
typedef struct graph_operation_stats {
    size_t size;                /* sizeof(graph_operation_stats), set by the caller */
    const char *operation;      /* "mxm", "bfs", ...; "" before the first one.  Static, as the method is */
    const char *method;         /* the kernel of most rows ("hash", "push", ...); "" if there is only one */
    graph_backend_kind backend; /* where it ran */
    graph_status status;        /* what it returned */
    int threads;                /* how many it could use */
    uint64_t products;          /* multiplications of a product; 0 where they are not counted */
    double cpu_share;           /* percent of them that the CPU did next to a GPU: GRAPH_METHOD_HYBRID */
    uint64_t input_bytes;       /* arrays of the matrices and vectors that it read, each once */
    uint64_t output_bytes;      /* arrays of the one that it wrote */
    uint64_t peak_bytes;        /* the inputs, and the most that the library took besides at any moment */
    uint64_t copied_bytes;      /* to and from a device */
    uint64_t block_bytes;       /* GRAPH_METHOD_BMSPARSE: A, B and C in blocks (key, bitmap and values); else 0 */
    uint64_t task_bytes;        /* the same: its list of block products */
    double prepare_ms;          /* views, conversions and masks */
    double compute_ms;          /* the kernel */
    double write_ms;            /* accumulator, mask, and the hand-over to the output */
    double total_ms;            /* all, checks included */
} graph_operation_stats;

/* Begins or ends the taking of statistics, for all threads, and tells whether they are taken; at first none are.  They
 * cost two readings of the clock for each phase and two additions for each allocation. */
GRAPH_API void graph_set_stats(bool is_on);
GRAPH_API bool graph_get_stats(void);

/* *stats = what the last operation or algorithm of the calling thread did since graph_set_stats(true).  An operation
 * that others make inside theirs counts as theirs; the phases are then those of the last one inside.  Memory counts
 * allocations of the whole library on the host: while other threads run operations, theirs are in the peak.  Room that
 * a kernel takes without touching it, and pages that the library keeps for later, do not count.
 * GRAPH_E_NULL: stats is NULL.  GRAPH_E_INVALID_VALUE: a wrong size field. */
GRAPH_API graph_status graph_stats(graph_operation_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
