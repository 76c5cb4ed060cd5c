/* The search of the checks: plain, on one thread, with nothing of the algorithms. */
#ifndef ALGORITHMS_CENTRALITY_CHECK_SEARCH_H
#define ALGORITHMS_CENTRALITY_CHECK_SEARCH_H

#include "algorithms/centrality/centrality.h"

struct graph_check_search {
    graph_index n;
    int64_t *start; /* of the edges out of each vertex */
    graph_index *to;
    double *weight;     /* NULL: each edge costs 1 */
    double *distance;   /* infinity: not reached */
    long double *paths; /* numbers of shortest paths */
    double *edges;      /* the mean number of edges on one */
    graph_index *order; /* the vertices reached, by distance */
    graph_index count;
    bool *is_waiting;
    bool is_exact; /* all costs are integers of fp32's range: distances do not round */
};

/* The edges of A, or with is_reversed those against them. */
graph_status graph__check_search_open(struct graph_check_search *s, const graph_matrix *A, bool is_weighted,
                                      bool is_reversed);
void graph__check_search_close(struct graph_check_search *s);

/* Searches from a vertex. */
void graph__check_search_run(struct graph_check_search *s, graph_index source);

#endif
