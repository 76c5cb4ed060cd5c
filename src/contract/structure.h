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

/* Truss numbers of a symmetric pattern without entries (v, v): one for each entry, in the order of the entries.  most > 0:
 * instead of a number above it there may be another one above it.  A device that finds entries (v, v) says so and computes
 * nothing.  With selects, which is for devices and for A with entries, it makes a matrix of the entries of A with numbers
 * above `most`, and no numbers, not even the largest.  See graph_truss_numbers. */
struct graph_trusses_request {
    struct graph_csr A;
    int threads;
    int32_t most;
    uint64_t
        most_triangles; /* listed in memory at a time; of more, those of an edge are found at its removal.  0: chosen */
    int32_t *truss;
    int64_t largest;                  /* out */
    bool selects, has_loops;          /* the second: out */
    struct graph_csr_arrays selected; /* out: new arrays of the device, values as those of A */
    graph_progress_function *progress;
    void *context;
};

/* The spanning forest of least weight of a symmetric pattern; entries (v, v) are ignored.  An edge weighs the smaller key of
 * its two entries.  The CPU lists the edges; others, which order the values themselves, make the matrix where A has
 * entries.  See graph_spanning_forest. */
struct graph_forest_request {
    struct graph_csr A;
    const uint64_t *key; /* of each entry; NULL: all are equal; only for the CPU */
    bool is_weighted;    /* for others; false: all are equal */
    int threads;
    /* Only for the CPU, n elements: an entry of each edge, of its two the one with the smaller key. */
    int64_t *edge;
    int64_t edges; /* out */
    /* Out, of others: the sum of the edges' weights by position; new arrays, both entries of each edge with its value, as in
     * A. */
    double weight;
    struct graph_csr_arrays forest;
    graph_progress_function *progress;
    void *context;
};

/* The independent set that takes vertices by ascending rank, of a symmetric pattern; entries (v, v) are ignored.  Ranks
 * are by the number of neighbours, then by the upper half of graph__hash_of(seed, v), then by v.  See
 * graph_independent_set. */
struct graph_independent_set_request {
    struct graph_csr A;
    const int32_t *order; /* the vertices by rank; only for the CPU */
    uint64_t seed;        /* for others */
    int threads;
    bool *is_member;
    int64_t members; /* out */
};

/* The greedy colouring by ascending rank of a symmetric pattern; entries (v, v) are ignored.  The same ranks, except that
 * more neighbours come first.  See graph_coloring. */
struct graph_coloring_request {
    struct graph_csr A;
    const int32_t *order; /* only for the CPU */
    uint64_t seed;
    int threads;
    int32_t *color;
    int64_t colors; /* out */
};

/* The greedy matching of a symmetric pattern; entries (v, v) are ignored.  An edge weighs the larger key of its two entries;
 * of equal weights the one with the smaller (graph__hash_of_edge, smaller end, larger end) comes first.  See
 * graph_matching. */
struct graph_matching_request {
    struct graph_csr A;
    const uint64_t *key; /* of each entry, equal at both entries of an edge; NULL: all are equal */
    uint64_t seed;
    int threads;
    int32_t *mate; /* -1: none */
    int64_t edges; /* out */
};

/* Rounds of label propagation.  See graph_label_propagation. */
struct graph_labels_request {
    struct graph_csr A;
    struct graph_csr A_transposed; /* row_start NULL where the pattern of A is symmetric */
    int64_t rounds;
    int threads;
    int32_t *label;
    int64_t made; /* out: rounds until nothing changed, or `rounds` */
    graph_progress_function *progress;
    void *context;
};

/* Communities of a symmetric matrix of weights GRAPH_INT64 (value NULL: all are 1), none negative, with a sum below 2^53; an
 * entry (v, v) is a weight of v with itself.  See graph_louvain and graph_leiden. */
enum {
    GRAPH_MOVE_STEP_BITS = 4, /* a round has 16 steps: of the vertices with the same graph__group_of */
    GRAPH_MOVE_STEPS = 1 << GRAPH_MOVE_STEP_BITS,
    GRAPH_MOVE_ROUNDS = 32, /* at most, at a level */
    /* Rounds of even number move to communities of smaller numbers, the others to larger ones, so that two vertices of a
     * step do not change places for ever; but for some rounds that move anywhere, which finds better communities. */
    GRAPH_MOVE_FREE_BEGIN = 2,
    GRAPH_MOVE_FREE_END = 4,
    /* A level with so many vertices that have neighbours has at most this number of rounds, and a round with fewer moves
     * than one in 2^bits of those vertices is its last one: the levels that follow do what remains. */
    GRAPH_MOVE_LARGE = 1 << 16,
    GRAPH_MOVE_LARGE_ROUNDS = 16,
    GRAPH_MOVE_LEAST_BITS = 10
};

/* How long a level moves vertices, `listed` of which have neighbours. */
struct graph_move_limits {
    int rounds;
    int64_t least; /* fewer moves in a round: it is the last one */
};
static inline struct graph_move_limits graph__move_limits(int64_t listed)
{
    return listed < GRAPH_MOVE_LARGE
               ? (struct graph_move_limits){GRAPH_MOVE_ROUNDS, 0}
               : (struct graph_move_limits){GRAPH_MOVE_LARGE_ROUNDS, listed >> GRAPH_MOVE_LEAST_BITS};
}

/* Whether a round moves vertices from one community to another. */
static inline bool graph__may_move(int round, int64_t from, int64_t to)
{
    return (to < from) == (round % 2 == 0) || (round >= GRAPH_MOVE_FREE_BEGIN && round < GRAPH_MOVE_FREE_END);
}

struct graph_communities_request {
    struct graph_csr A;
    bool is_leiden;
    int64_t resolution; /* in 1 / 65,536 */
    int iterations;
    int threads;
    int32_t *community;    /* numbered by smallest vertices */
    int64_t count, levels; /* out */
    /* Out, where a device has them: the weight within communities, that of all edges, and the squares of the sums of
     * communities, in digits of 32 bits that are not carried. */
    bool has_sums;
    int64_t inside, total;
    uint64_t squares[4];
    graph_progress_function *progress;
    void *context;
};

/* How vertices are compared: see graph_similarity. */
enum graph_likeness { GRAPH_LIKE_JACCARD, GRAPH_LIKE_OVERLAP, GRAPH_LIKE_COSINE, GRAPH_LIKE_ADAMIC_ADAR };

/* Similarity of rows of A: of pairs, or of each row with those that share a column with it. */
struct graph_similarity_request {
    struct graph_csr A, A_transposed; /* the second for rows; A where it is symmetric */
    enum graph_likeness kind;
    const double *share; /* of each column in GRAPH_LIKE_ADAMIC_ADAR, else NULL */
    int threads;
    /* Pairs: value[k] of the rows first[k] and second[k], k < pairs. */
    int64_t pairs;
    const int32_t *first, *second;
    double *value;
    /* Rows, where first is NULL: the `best` largest others of each row, all if best is 0. */
    int64_t best;
    struct graph_csr_arrays rows; /* out: new arrays of the CPU, values GRAPH_FP64 */
    graph_progress_function *progress;
    void *context;
};

/* Random walks along the entries of A.  See graph_random_walks. */
struct graph_walks_request {
    struct graph_csr A;
    const double *sum; /* of the weights of a row up to each entry; NULL: all entries are equally likely */
    const int64_t *source;
    int64_t sources, each, length; /* walks from each source, steps of each walk */
    uint64_t seed;
    double back, out; /* of node2vec, p and q; both 1: a step does not depend on the one before */
    int threads;
    int32_t *vertex; /* a row of length + 1 vertices for each walk, -1 after its end */
    int64_t stride;  /* elements from one of these rows to the next; 0: length + 1 */
    bool is_there;   /* vertex lies at the place of a device */
    graph_progress_function *progress;
    void *context;
};

#endif
