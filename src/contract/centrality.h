/* Requests of the fused centralities; the rules are those of kernels.h. */
#ifndef CONTRACT_CENTRALITY_H
#define CONTRACT_CENTRALITY_H

#include "contract/csr.h"
#include "semigraph/centrality.h"

/* PageRank: see graph_pagerank.  `in` has the edges by their ends, `out` by their starts; their values, of `type`, are not
 * negative and finite (NULL: all are 1).  With seeds there is a column for each, and the personalization is 1 at the
 * seed.  rank, personalization (of sum 1; NULL: uniform) and seed lie in host memory everywhere.  rank has `type`; the
 * value of vertex v in column k is its element v * vertex_stride + k * column_stride; without seeds it is a plain array.
 * Where may_stay, the back end may leave the one column where its arrays lie, at *stays, which the caller releases. */
struct graph_pagerank_request {
    struct graph_csr out, in;
    graph_type type;
    double damping, tolerance;
    int64_t most_rounds;
    const double *personalization;
    const int64_t *seed; /* NULL: one column, by personalization */
    int64_t seeds;
    int threads;
    void *rank;
    int64_t vertex_stride, column_stride;
    bool may_stay;
    int64_t rounds, dangling;          /* out */
    double residual;                   /* out */
    void *stays;                       /* out; NULL: `rank` has the result */
    graph_progress_function *progress; /* called by one thread at a time */
    void *context;
};

/* Betweenness: see graph_betweenness, without scaling.  Source k is source[k], or k where source is NULL.  Weights are
 * fp64 and positive (NULL: each edge costs 1).  vertex and edge, in host memory, have an element for each vertex and each
 * entry of `out` and are added to; NULL: not wanted. */
struct graph_betweenness_request {
    struct graph_csr out, in;
    const int64_t *source;
    int64_t sources;
    int threads;
    uint64_t most_bytes;
    double *vertex, *edge;
    uint64_t bytes;                    /* out */
    int64_t wide;                      /* out */
    graph_progress_function *progress; /* called by one thread at a time */
    void *context;
};

#endif
