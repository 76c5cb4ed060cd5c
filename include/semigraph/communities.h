/* Communities: label propagation, Louvain's and Leiden's methods, modularity.  Statuses and outputs are those of
 * algorithms.h.  Every function gives the same communities in every run, form, number of threads and device. */
#ifndef SEMIGRAPH_COMMUNITIES_H
#define SEMIGRAPH_COMMUNITIES_H

#include "semigraph/algorithms.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_labels_options {
    size_t size; /* sizeof(graph_labels_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;                       /* 0: as graph_set_threads says */
    graph_index rounds;                /* at most; 0: ten */
    graph_index *made;                 /* gets the number of rounds until nothing changed, or `rounds`.  May be NULL */
    graph_progress_function *progress; /* GRAPH_E_CANCELLED if it returns other than 0 */
    void *context;                     /* for progress */
} graph_labels_options;

/* Label propagation by the rule of LDBC Graphalytics (CDLP): at first label(v) = v; in each round all vertices at once
 * take the label that most of their neighbours have, the smallest of those that as many have.  A neighbour with edges
 * both ways counts twice, unless the pattern of A is symmetric; a vertex without neighbours keeps its label.  *label is
 * a new full vector GRAPH_INT64 of length rows(A).
 * In the algebra, L the matrix (v, label(v)), B = A + A' of ones: label(v) = the smallest column with the largest value
 * in row v of B plus_first L.
 * Sources: Raghavan, Albert, Kumara, Phys. Rev. E 76, 2007; Iosup et al., "The LDBC Graphalytics benchmark", 2.3.4. */
GRAPH_API graph_status graph_label_propagation(graph_vector **label, const graph_matrix *A,
                                               const graph_labels_options *options);

/* Checks labels against the rule: `made` rounds of it, computed by sorting the labels around each vertex.
 * GRAPH_E_INVALID_OBJECT: the sentence has the vertex. */
GRAPH_API graph_status graph_check_label_propagation(const graph_vector *label, const graph_matrix *A,
                                                     graph_index made);

/* The weight of u and v is A(u, v) + A(v, u), entries of a pattern being 1; k(v) = the sum over all u, W = the sum of all
 * k, K(c) = the sum of k over the community c.  The modularity is
 *   Q = (sum over u, v of one community of weight(u, v)) / W - resolution (sum over c of K(c)^2) / W^2,
 * 0 where W = 0.  Weights are not negative.  All arithmetic is of integers: weights that are not are first rounded to
 * multiples of a power of two of about W / 2^52.  The resolution is rounded to a multiple of 1 / 65,536. */
typedef struct graph_communities_report {
    size_t size;            /* sizeof(graph_communities_report), set by the caller */
    graph_index communities;
    double modularity;
    graph_index levels;     /* graphs of communities that were made, the first one included */
} graph_communities_report;

typedef struct graph_communities_options {
    size_t size; /* sizeof(graph_communities_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;                       /* 0: as graph_set_threads says */
    double resolution;                 /* 0: 1; at most 16 */
    int iterations;                    /* of all levels, each from the communities before, at most; 0: 2 */
    bool is_unweighted;                /* every entry counts 1, whatever its value */
    graph_communities_report *report;  /* filled in if not NULL */
    graph_progress_function *progress; /* GRAPH_E_CANCELLED if it returns other than 0 */
    void *context;                     /* for progress */
} graph_communities_options;

/* Communities of high modularity by Louvain's method: vertices move to the neighbouring community that raises the
 * modularity most, the communities become the vertices of a smaller graph, and so on.  *community is a new full vector
 * GRAPH_INT32: the number of each vertex's community, 0 .. communities - 1 in the order of their smallest vertices.
 * Every community is connected: the parts of one that is not become communities.
 * Vertices move in rounds.  A round has sixteen steps, each with the vertices of one value of a hash of their numbers:
 * all that have a neighbour which moved since their last step choose by the state before the step, then all move.  Rounds
 * 0, 4, 6, 8 and so on move to communities of smaller numbers alone, rounds 1, 5, 7, 9 and so on to larger ones; who wants
 * the other waits.  Of equal gains the present community is taken, else the one of the smallest number.  Rounds of a level
 * end when none moves, after 32 at most; where 65,536 vertices or more have neighbours, after a round in which less than
 * one in 1,024 of them moved, after 16 at most.
 * In the algebra, C the matrix (v, community(v)): the rows of B C have the weights towards communities, C' B C is the
 * next graph.
 * GRAPH_E_INVALID_VALUE: a weight is negative, NaN or infinite; the resolution is not in 0 .. 16.  GRAPH_E_DOMAIN:
 * integer weights sum to 2^53 or more; values of a type of the user's.
 * Sources: Blondel et al., J. Stat. Mech. P10008, 2008; Gottesbueren, Hamann, "Deterministic parallel hypergraph
 * partitioning", Euro-Par 2022, for the steps. */
GRAPH_API graph_status graph_louvain(graph_vector **community, const graph_matrix *A,
                                     const graph_communities_options *options);

/* The same by Leiden's method: before the next graph is made, each community is made anew within itself, by vertices
 * that are still alone and well connected joining what they are joined to and gains most; these parts become the
 * vertices of the next graph, in the communities found before.
 * Source: Traag, Waltman, van Eck, "From Louvain to Leiden", Scientific Reports 9, 2019. */
GRAPH_API graph_status graph_leiden(graph_vector **community, const graph_matrix *A,
                                    const graph_communities_options *options);

/* *modularity of any numbering of communities, 0 .. rows(A) - 1: a full vector GRAPH_INT32 or GRAPH_INT64.  Of the
 * options it takes the threads, the resolution and is_unweighted. */
GRAPH_API graph_status graph_modularity(double *modularity, const graph_vector *community, const graph_matrix *A,
                                        const graph_communities_options *options);

/* Checks that every community is connected, that numbers go by smallest vertices, and that the modularity is this one
 * up to 1e-9, summed anew from the weights as they are.  GRAPH_E_INVALID_OBJECT. */
GRAPH_API graph_status graph_check_communities(const graph_vector *community, double modularity,
                                               const graph_matrix *A, const graph_communities_options *options);

#ifdef __cplusplus
}
#endif
#endif
