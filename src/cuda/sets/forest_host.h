/* Steps of graph__cuda_forest (forest_rows.c). */
#ifndef CUDA_SETS_FOREST_HOST_H
#define CUDA_SETS_FOREST_HOST_H

#include "contract/structure.h"
#include "cuda/runtime/call.h"
#include "cuda/sets/forest_arguments.h"

/* The edges of A by position, with their ends and upper entries, and their numbers by rank, which are wide words.  Keys
 * differ in the lowest `bits` bits. */
graph_status graph__cuda_forest_ranks(struct cuda_call *call, struct forest_arguments *a,
                                      const struct graph_csr *A, int bits);

/* The rows of the forest, whose bits are selected, and its weight, for the request. */
graph_status graph__cuda_forest_rows(struct cuda_call *call, struct forest_arguments *a,
                                     const struct selection *selection, struct graph_forest_request *r);

#endif
