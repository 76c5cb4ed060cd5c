/* What the centralities share. */
#ifndef ALGORITHMS_CENTRALITY_CENTRALITY_H
#define ALGORITHMS_CENTRALITY_CENTRALITY_H

#include "algorithms/paths.h"
#include "semigraph/centrality.h"

/* The values of A are weights: not of a user's type, finite unless may_be_infinite, and 0 or more, or if is_positive above
 * 0. */
graph_status graph__check_weights(const graph_matrix *A, bool is_positive, bool may_be_infinite, int threads);

/* PageRank's options with their defaults put in, and their checks. */
struct graph_pagerank_settings {
    double damping, tolerance;
    int64_t most_rounds;
    graph_type type;
};
graph_status graph__pagerank_settings(struct graph_pagerank_settings *s, const graph_pagerank_options *o);

/* Fills in the report, if there is one. */
void graph__pagerank_report(graph_pagerank_report *report, const struct graph_pagerank_settings *s,
                            int64_t rounds, int64_t dangling, double residual);

/* PageRank: the weights out of each row of A have a sum whose inverse the type holds; *p = the personalization by position,
 * of sum 1, NULL if there is none, to be freed. */
graph_status graph__check_weight_sums(const graph_matrix *A, graph_type type, const graph_descriptor *d);
graph_status graph__read_personalization(double **p, const graph_vector *personalization, int64_t n);

/* A report has its size, or is NULL. */
#define GRAPH_CHECK_REPORT(report)                                                                           \
    do {                                                                                                     \
        if ((report) != NULL && (report)->size != sizeof *(report))                                          \
            GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.report.size is %zu; expected %zu", (report)->size,    \
                       sizeof *(report));                                                                    \
    } while (0)

/* The entries of A as arrays, for checks: weight is NULL unless wanted.  The caller frees them, also after a failure. */
struct graph_edge_arrays {
    graph_index n, edges, *from, *to;
    double *weight;
};
graph_status graph__edge_arrays(struct graph_edge_arrays *e, const graph_matrix *A, bool is_weighted);
void graph__edge_arrays_free(struct graph_edge_arrays *e);

#endif
