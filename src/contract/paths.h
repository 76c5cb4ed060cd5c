/* Requests of the fused algorithms on components, reachability and paths; the rules are those of kernels.h. */
#ifndef CONTRACT_PATHS_H
#define CONTRACT_PATHS_H

#include "contract/csr.h"
#include "semigraph/paths.h"

struct graph_progress; /* base/progress.h, which a compiler for the GPU does not read */

/* Components of the vertices of A, numbered from 0; with is_ordered strong ones so that an edge between two components
 * leads to the smaller number, which only the CPU offers. */
struct graph_components_request {
    struct graph_csr A, A_transposed; /* the second for strong components; NULL arrays on the CPU */
    bool is_strong, is_ordered;
    bool is_symmetric; /* the pattern is known to be */
    bool is_numbered;  /* out: numbers go by smallest vertices already */
    bool
        stays_there; /* the component of each vertex goes to a new array at the back end's place, numbered: `there` */
    int threads;
    int32_t *component; /* one element per vertex, in host memory; NULL if stays_there */
    void *there;        /* out: for the back end's release */
    int64_t count;      /* out */
    struct graph_progress *progress;
};

/* Bits of one block of columns. */
enum { GRAPH_BLOCK_WORDS = 32, GRAPH_BLOCK_BITS = 64 * GRAPH_BLOCK_WORDS };

/* The part of some rows in a range of columns: row[i] (i where `row` is NULL), i < rows, ascending, has the blocks
 * number[k], start[i] <= k < start[i + 1], in ascending order; block number[k] of the row has the words
 * bits[content[k] * GRAPH_BLOCK_WORDS ...].  Blocks are shared; a row without blocks here may be missing. */
struct graph_closure_slab {
    int64_t rows;
    int32_t *row;
    int64_t *start;
    int32_t *number;
    uint32_t *content;
    uint64_t *bits;
    int64_t listed, contents; /* elements of number and content; blocks of bits */
};

/* What can be reached from where.  Component x reaches itself if is_cyclic[x]; of the others it reaches those in its row,
 * which always contains x.  A component that reaches no other has no blocks: its row is x alone. */
struct graph_reachability {
    int64_t components, largest; /* number of components; vertices of the largest one */
    uint64_t pairs;
    int32_t *component; /* of each vertex */
    uint8_t *is_cyclic;
    int64_t slab_count, slab_blocks; /* block b is in slab b / slab_blocks */
    struct graph_closure_slab *slab; /* in host memory; what it points to is not */
};

/* The reachability of a graph, whose arrays lie at the back end's place and are the caller's.  GRAPH_E_MEMORY: it might
 * take more than most_bytes bytes. */
struct graph_closure_request {
    struct graph_csr A, A_transposed; /* the second has NULL arrays on the CPU */
    bool is_reflexive;                /* for the pairs: each vertex reaches itself */
    uint64_t most_bytes;
    int threads;
    struct graph_reachability reach; /* out */
    struct graph_progress *progress;
};

/* Warshall's closure in place: bit j of row i of an n x n bit matrix; rows have `words` words. */
struct graph_bit_closure_request {
    uint64_t *bits;
    int64_t n, words;
    int threads;
    struct graph_progress *progress;
};

/* Levels from many sources at once; see graph_bfs_multi.  Source k is source[k], or first_source + k where source is
 * NULL.  The level of vertex v from source k is element k * stride + v of `level`, or v * stride + k if is_by_vertex;
 * unreached: the largest value of the type.  Arrays that are NULL are not wanted.  Levels are at the back end's place;
 * sources and sums are in host memory everywhere. */
struct graph_bfs_multi_request {
    struct graph_csr out; /* edges in the direction of the search */
    struct graph_csr in;  /* the reverse */
    const int64_t *source;
    int64_t first_source, sources, max_depth;
    int group; /* sources that walk together: 64, 256 or 512; 0: chosen */
    int threads;
    void *level;
    graph_type level_type; /* GRAPH_UINT8, UINT16 or INT32; a level that does not fit is GRAPH_E_DOMAIN */
    int64_t stride;
    bool is_by_vertex;
    int64_t *reached, *distance_sum; /* of each source */
    int32_t *eccentricity;
    double *inverse_sum; /* the CPU's alone: the sum of 1 / level, from near to far */
    struct graph_progress *progress;
};

/* Shortest distances.  A has values of `type` (GRAPH_INT32, INT64, FP32 or FP64; NULL: every weight is 1), no NaN, and
 * sums of weights along a path without cycles fit the type.  Row k of `distance`, in host memory, belongs to source[k], or
 * to first_source + k where source is NULL. */
enum graph_sssp_kind {
    GRAPH_SSSP_DIJKSTRA,    /* many sources, each by one thread; no negative weights */
    GRAPH_SSSP_DELTA,       /* one source, all threads; no negative weights */
    GRAPH_SSSP_BELLMAN_FORD /* one source; or, with is_potential, from a new vertex with edges of 0 to all */
};

struct graph_sssp_request {
    struct graph_csr A;
    enum graph_sssp_kind kind;
    graph_type type;
    const int64_t *source;
    int64_t first_source, sources;
    bool is_potential;
    bool stays_there; /* the distances stay at the place of the back end, in `there`; distance is NULL */
    double delta;     /* width of a bucket */
    int threads;
    void *distance;
    struct graph_vector_arrays there; /* out: a bitmap of who is reached */
    int64_t stride;
    int64_t cycle_vertex; /* out: a vertex on a negative cycle, or -1 */
    struct graph_progress *progress;
};

/* The vertex before v on a shortest path, for rows of distances of any of the types above, GRAPH_UINT8 or GRAPH_UINT16:
 * source[k] for source[k] itself, -1 for unreached vertices. */
struct graph_predecessors_request {
    struct graph_csr A;
    graph_type type;
    const int64_t *source;
    int64_t first_source, sources;
    int threads;
    const void *distance;
    int64_t stride;
    int32_t *predecessor;
    int64_t predecessor_stride;
};

/* Floyd-Warshall in place on n rows of n distances of one of the four types; far distances are +infinity or half the
 * largest integer, so that two can be added without overflow.  is_negative tells that a diagonal element fell below 0. */
struct graph_floyd_warshall_request {
    graph_type type;
    int64_t n, stride;
    void *distance;
    int32_t *predecessor; /* the vertex before j on the path so far, or NULL */
    int64_t predecessor_stride;
    int threads;
    bool is_negative; /* out */
    struct graph_progress *progress;
};

/* The same on slabs: rank r of a group has rows start[r] .. start[r + 1] - 1 of n, in host memory; all starts but the last
 * are multiples of GRAPH_FLOYD_UNIT.  A has the weights of these rows, in host memory and of `type` (NULL: all are 1); the
 * distances are only written.  No cycle is negative.  agree: the worst status of all ranks, before rows travel over the
 * link.  GRAPH_E_RANK: the link is broken; all ranks return other
 * statuses together. */
enum { GRAPH_FLOYD_UNIT = 256 };
struct graph_link;
struct graph_floyd_slab_request {
    graph_type type;
    int64_t n, stride;
    struct graph_csr A;
    void *distance; /* of this rank's rows */
    const int64_t *start;
    int rank, ranks, threads;
    graph_status (*agree)(void *group, graph_status status);
    void *group;
    struct graph_link *link;
    bool is_negative; /* out, of this rank's rows */
};

#endif
