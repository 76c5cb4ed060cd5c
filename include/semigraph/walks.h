/* Random walks.  Statuses and outputs are those of algorithms.h. */
#ifndef SEMIGRAPH_WALKS_H
#define SEMIGRAPH_WALKS_H

#include "semigraph/algorithms.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_walks_options {
    size_t size; /* sizeof(graph_walks_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;      /* 0: as graph_set_threads says */
    uint64_t seed;
    graph_index each; /* walks from each source; 0: 1 */
    bool is_weighted; /* an edge is taken with a probability in proportion to its value, which is not negative */
    /* The return parameter p and the in-out parameter q of node2vec: an edge from v to x is taken with 1/p of the
     * probability if x is where the walk came from, 1/q if there is no edge from there to x.  0: 1. */
    double p, q;
    graph_progress_function *progress; /* GRAPH_E_CANCELLED if it returns other than 0 */
    void *context;                     /* for progress */
} graph_walks_options;

/* Walks of `length` steps from source[0 .. sources - 1] along the edges of A; source NULL: from every vertex (sources
 * is then 0 or rows(A)).  *vertex = a dense row-major matrix GRAPH_INT32, sources * each x (length + 1), as in
 * graph_bfs_multi: row k * each + r is walk r of source k, its vertices, the source first; -1 after a vertex from which
 * no edge leads.  An array of the caller's may be device memory, as in graph_csrmm: then the GPU makes the walks there,
 * and after a failure it may have a part of them.  Walk r of a source depends on the seed, the source, r and the graph
 * alone.  Its step i draws from a hash of these and i: the edge with the largest number up to which the entries, or the
 * sums of their weights, of the row reach the draw; with p or q other than 1 draws are repeated until one is accepted
 * (rejection sampling).
 * In the algebra: R = A(last vertices, all), one row for each walk; each takes an entry of its row.
 * GRAPH_E_INVALID_VALUE: a weight is negative, NaN or infinite; p or q is negative or not finite.
 * GRAPH_E_INVALID_INDEX: a source is not a vertex.  GRAPH_E_DOMAIN: is_weighted with a type of the user's.
 * Sources: Grover, Leskovec, "node2vec", KDD 2016; Yang et al., "KnightKing", SOSP 2019 (rejection). */
GRAPH_API graph_status graph_random_walks(graph_dense *vertex, const graph_matrix *A, const graph_index *source,
                                          graph_index sources, graph_index length, const graph_walks_options *options);

/* Checks that every step is along an edge (with is_weighted of a weight above 0), that walks end only where no edge
 * leads on, and that they begin at the sources.  GRAPH_E_INVALID_OBJECT. */
GRAPH_API graph_status graph_check_walks(const graph_dense *vertex, const graph_matrix *A, const graph_index *source,
                                         graph_index sources, graph_index length, const graph_walks_options *options);

#ifdef __cplusplus
}
#endif
#endif
