/* Centralities on the device (contract/centrality.h), and the steps of PageRank that other loops over rounds share. */
#ifndef CUDA_CENTRALITY_CENTRALITY_HOST_H
#define CUDA_CENTRALITY_CENTRALITY_HOST_H

#include "contract/centrality.h"
#include "cuda/runtime/call.h"

#include "cuda/centrality/pagerank_arguments.h"

graph_status graph__cuda_pagerank(struct graph_pagerank_request *r);
graph_status graph__cuda_pagerank_slab(struct graph_pagerank_slab_request *r);
graph_status graph__cuda_betweenness(struct graph_betweenness_request *r);

/* Rounds of one column over `in`, a matrix or rows of one, on the device, with values of the type or none: sets what the
 * rounds need of the arguments, with the control, all 0.  The caller sets the rest; pagerank_arguments.h says what is
 * indexed by rows and what by columns.  Between graph__cuda_begin and graph__cuda_end. */
graph_status graph__cuda_pagerank_open(struct cuda_call *call, struct pagerank_arguments *a,
                                       const struct graph_csr *in);

/* Enqueues a round: x becomes x', next becomes x' times inverse.  It reads control->sums[0].dangling, which is then of the
 * round, as is `moved`.  The arrays that do not change were complete before the kernel ahead was launched. */
graph_status graph__cuda_pagerank_round(struct cuda_call *call, const struct pagerank_arguments *a,
                                        graph_type type);

/* inverse[v] = 1 / (sum of row v of `out`), 0 if that is 0; adds to *dangling how many are. */
graph_status graph__cuda_pagerank_inverses(struct cuda_call *call, double *inverse,
                                           unsigned long long *dangling, const struct graph_csr *out,
                                           graph_type type);

#endif
