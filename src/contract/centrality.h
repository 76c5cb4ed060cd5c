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

/* HITS or eigenvector centrality: see graph_hits.  The edges are those of PageRank, values fp64 (NULL: all are 1).  x, and
 * for HITS authority, have an element for each vertex, in host memory.  A negative tolerance takes all rounds. */
struct graph_eigenvector_request {
    struct graph_csr out, in;
    bool is_hits;
    double tolerance;
    int64_t most_rounds;
    int threads;
    double *x, *authority;
    int64_t rounds;                    /* out: of one product, of HITS two */
    double residual, value;            /* out; value: the norm before the division by it */
    graph_progress_function *progress; /* called by one thread at a time */
    void *context;
};

/* Betweenness: see graph_betweenness, without scaling.  Source k is source[k], or k where source is NULL.  Weights are
 * fp64 and positive (NULL: each edge costs 1).  vertex and edge, in host memory, have an element for each vertex and each
 * entry of `out`, 0 before; NULL: not wanted.
 * vertex_there, edge_there, instead and for a device alone: *vertex_there and *edge_there become new arrays at its
 * place, for the caller. */
struct graph_betweenness_request {
    struct graph_csr out, in;
    const int64_t *source;
    int64_t sources;
    int threads;
    uint64_t most_bytes;
    double *vertex, *edge, **vertex_there, **edge_there;
    uint64_t bytes;                    /* out */
    int64_t wide;                      /* out */
    graph_progress_function *progress; /* called by one thread at a time */
    void *context;
};

/* PageRank on many ranks, of which rank r has the rows start[r] .. start[r + 1] - 1 of A and of A' (out and in), at the
 * back end's place, with values of `type` or none.  The rows begin at entry in_before of A' and are whole blocks: block b
 * begins at the first row with b * GRAPH_ROW_BLOCK_WORK or more entries and rows before it, and rank r has the blocks
 * block[r] .. block[r + 1] - 1; a device takes any rows (block NULL).  personalization has an element for each vertex of all
 * ranks (NULL: uniform).  x, at the back end's place, too: those of this rank's rows are set.
 *
 * agree: the worst status of all ranks.  gather: parts of an array, cut by cuts[0 .. ranks] into elements of so many bytes,
 * from all ranks to all; this rank's part is right before.  The array is at the back end's place if is_there, else on the
 * host.  GRAPH_E_RANK of either ends the call, and all ranks return the same status. */
enum { GRAPH_ROW_BLOCK_WORK = 16384 };
struct graph_pagerank_slab_request {
    struct graph_csr out, in;
    graph_type type;
    int64_t n, in_before;
    const int64_t *start, *block;
    int rank, ranks, threads;
    double damping, tolerance;
    int64_t most_rounds;
    const double *personalization;
    void *x;
    graph_status (*agree)(void *group, graph_status status);
    graph_status (*gather)(void *group, void *array, const int64_t *cuts, size_t element_bytes,
                           bool is_there);
    void *group;
    int64_t rounds, dangling; /* out; dangling: of this rank's rows */
    double residual;          /* out */
    graph_progress_function *progress;
    void *context;
};

#endif
