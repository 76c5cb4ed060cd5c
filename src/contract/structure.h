/* Requests of the fused algorithms on cores, trusses, communities, forests, sets, similarity and walks; the rules are
 * those of kernels.h.  Arrays of results are the caller's, in host memory, with one element per vertex unless said
 * otherwise. */
#ifndef CONTRACT_STRUCTURE_H
#define CONTRACT_STRUCTURE_H

#include "contract/csr.h"

/* Core numbers of a symmetric pattern; entries (v, v) are ignored.  See graph_core_numbers. */
struct graph_cores_request {
    struct graph_csr A;
    int threads;
    int32_t *core;
    int64_t degeneracy; /* out */
    graph_progress_function *progress;
    void *context;
};

/* Truss numbers of a symmetric pattern without entries (v, v): one for each entry, in the order of the entries.  See
 * graph_truss_numbers. */
struct graph_trusses_request {
    struct graph_csr A;
    int threads;
    uint64_t
        most_triangles; /* listed in memory at a time; of more, those of an edge are found at its removal.  0: chosen */
    int32_t *truss;
    int64_t largest; /* out */
    graph_progress_function *progress;
    void *context;
};

#endif
