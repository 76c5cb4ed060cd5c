/* Spanning forests, independent sets, colourings and matchings.  The graph is the undirected simple graph of the square
 * matrix A: u and v are joined if A has an entry (u, v) or (v, u), u != v.  Each result is the only one that its
 * definition allows, whatever the form, the threads and the device.  Statuses and outputs are those of algorithms.h. */
#ifndef SEMIGRAPH_SETS_H
#define SEMIGRAPH_SETS_H

#include "semigraph/algorithms.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_forest_report {
    size_t size;        /* sizeof(graph_forest_report), set by the caller */
    graph_index edges;
    graph_index trees;  /* components of the graph */
    double weight;      /* the sum of the edges' weights */
} graph_forest_report;

typedef struct graph_forest_options {
    size_t size; /* sizeof(graph_forest_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;                       /* 0: as graph_set_threads says */
    bool is_unweighted;                /* all edges weigh 1, whatever their values */
    graph_forest_report *report;       /* filled in if not NULL */
    graph_progress_function *progress; /* GRAPH_E_CANCELLED if it returns other than 0 */
    void *context;                     /* for progress */
} graph_forest_options;

/* *forest = the spanning forest of least weight: a new matrix of the type of A with both entries of each of its edges.
 * An edge weighs the smaller of its entries (1 for a pattern); of equal weights the one with the smaller (min(u, v),
 * max(u, v)) is the lighter, so that there is one forest.
 * In the algebra, R the ranks of the edges in that order, at both entries: each row takes its least rank; S = the trees
 * that these make; R = S' min_second R min_first S without its diagonal; until R has no entry.
 * GRAPH_E_INVALID_VALUE: a weight is NaN.  GRAPH_E_DOMAIN: A has values of a type of the user's.
 * Sources: Kruskal, Proc. AMS 7(1), 1956; Boruvka, 1926, for the form in the algebra. */
GRAPH_API graph_status graph_spanning_forest(graph_matrix **forest, const graph_matrix *A,
                                             const graph_forest_options *options);

/* Checks a forest: its entries are symmetric, with the weights of edges of A; no cycle; its trees are the components of
 * A; and no edge of A is lighter than an edge on the path between its ends (the cycle property).  Costs m log n.
 * GRAPH_E_INVALID_OBJECT: the sentence has the rule that is broken, and where. */
GRAPH_API graph_status graph_check_forest(const graph_matrix *forest, const graph_matrix *A,
                                          const graph_forest_options *options);

typedef struct graph_set_options {
    size_t size; /* sizeof(graph_set_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;   /* 0: as graph_set_threads says */
    uint64_t seed; /* of the order among equals */
} graph_set_options;

/* *set = a maximal independent set: a new full vector GRAPH_BOOL, true for its members; *members is their number.  set or
 * members may be NULL.  It is the set that takes the vertices in the order of (neighbours, hash(seed, v), v), each that
 * no taken one is joined to.
 * In the algebra, p the places in that order, over the vertices that are undecided: set<p < S min_second p> = true; the
 * new members and their neighbours are decided; until all are.
 * Source: Luby, SIAM J. Computing 15(4), 1986; Blelloch, Fineman, Shun, SPAA 2012. */
GRAPH_API graph_status graph_independent_set(graph_vector **set, graph_index *members, const graph_matrix *A,
                                             const graph_set_options *options);

/* Checks that no two members are joined, and that every other vertex is joined to one.  GRAPH_E_INVALID_OBJECT. */
GRAPH_API graph_status graph_check_independent_set(const graph_vector *set, const graph_matrix *A);

/* *color = a colour for each vertex, 0 .. *colors - 1, so that joined vertices differ: a new full vector GRAPH_INT32.
 * color or colors may be NULL.  It is the greedy colouring in the order of (more neighbours first, hash(seed, v), v):
 * each takes the least colour that no earlier neighbour has.  *colors is at most the largest number of neighbours and 1.
 * In the algebra: the vertices of each round are those earlier than all their neighbours without a colour; each takes the
 * least colour missing in its row of S any_second C, C the matrix (v, color(v)).
 * Sources: Welsh, Powell, Computer Journal 10(1), 1967; Jones, Plassmann, SIAM J. Sci. Comput. 14(3), 1993. */
GRAPH_API graph_status graph_coloring(graph_vector **color, graph_index *colors, const graph_matrix *A,
                                      const graph_set_options *options);

/* Checks that joined vertices have different colours, none negative.  GRAPH_E_INVALID_OBJECT. */
GRAPH_API graph_status graph_check_coloring(const graph_vector *color, const graph_matrix *A);

typedef struct graph_matching_options {
    size_t size; /* sizeof(graph_matching_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;      /* 0: as graph_set_threads says */
    uint64_t seed;    /* of the order among edges of equal weight */
    bool is_weighted; /* heavier edges first; an edge weighs the larger of its entries */
} graph_matching_options;

/* *mate = a maximal matching: a new full vector GRAPH_INT64 with the vertex that each one is matched with, -1 for none;
 * *edges is their number.  mate or edges may be NULL.  It is the matching that takes the edges in the order of (heavier
 * first, hash(seed, min(u, v), max(u, v)), position), each with both ends free; with weights it has at least half the
 * largest possible weight.
 * In the algebra, R the places of the edges in that order: m = least of each row; edges that are least at both ends are
 * taken, and the rows and columns of their ends leave R; until R has no entry.
 * GRAPH_E_INVALID_VALUE: a weight is NaN.  GRAPH_E_DOMAIN: is_weighted with a type of the user's.
 * Sources: Preis, STACS 1999; Manne, Halappanavar, "New effective multithreaded matching algorithms", IPDPS 2014. */
GRAPH_API graph_status graph_matching(graph_vector **mate, graph_index *edges, const graph_matrix *A,
                                      const graph_matching_options *options);

/* Checks that mates are each other's and joined, and that no two free vertices are joined; with options.is_weighted
 * also that every edge has a neighbouring edge of the matching, or is one, that is not lighter.
 * GRAPH_E_INVALID_OBJECT. */
GRAPH_API graph_status graph_check_matching(const graph_vector *mate, const graph_matrix *A,
                                            const graph_matching_options *options);

#ifdef __cplusplus
}
#endif
#endif
