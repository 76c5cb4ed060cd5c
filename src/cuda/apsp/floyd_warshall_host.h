/* Floyd-Warshall on the device; see contract/paths.h. */
#ifndef CUDA_APSP_FLOYD_WARSHALL_HOST_H
#define CUDA_APSP_FLOYD_WARSHALL_HOST_H

#include <stddef.h>

#include "contract/paths.h"
#include "cuda/runtime/call.h"

struct floyd_kernels;
struct floyd_round_arguments;

graph_status graph__cuda_floyd_warshall(struct graph_floyd_warshall_request *r);

/* What its two forms share: the kernels for a type, the bits of a distance that is far, memory for what a round keeps of
 * its pivots, and a round, to be enqueued; and whether a diagonal element of the rows is below 0, in the end. */
const struct floyd_kernels *graph__cuda_floyd_kernels_of(graph_type type);
uint64_t graph__cuda_floyd_far_bits(graph_type type);
graph_status graph__cuda_floyd_open_round(struct cuda_call *call, struct floyd_round_arguments *a,
                                          const struct floyd_kernels *k, int64_t most_rows);
graph_status graph__cuda_floyd_round(struct cuda_call *call, const struct floyd_round_arguments *a,
                                     const struct floyd_kernels *k);
graph_status graph__cuda_floyd_check(struct cuda_call *call, const struct floyd_round_arguments *a,
                                     const struct floyd_kernels *k);

#endif
