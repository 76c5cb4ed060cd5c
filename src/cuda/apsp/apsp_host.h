/* Shortest paths between all pairs on the device, by Floyd-Warshall; see contract/paths.h. */
#ifndef CUDA_APSP_APSP_HOST_H
#define CUDA_APSP_APSP_HOST_H

#include <stddef.h>

#include "contract/paths.h"
#include "cuda/runtime/call.h"

struct floyd_kernels;
struct floyd_round_arguments;

graph_status graph__cuda_floyd_warshall(struct graph_floyd_warshall_request *r);
/* The same on rows in the host's memory, of which the device has room for a part. */
graph_status graph__cuda_floyd_out_of_core(struct graph_floyd_warshall_request *r);
/* The same on the rows of one rank of a group. */
graph_status graph__cuda_floyd_slab(struct graph_floyd_slab_request *r);

/* ---- What the two share ---- */

/* The kernels for a type, and the bits of its infinite distance. */
const struct floyd_kernels *graph__cuda_floyd_kernels_of(graph_type type);
uint64_t graph__cuda_floyd_infinite_bits(graph_type type);

/* Scratch memory for the panels of a round, of at most most_rows rows. */
graph_status graph__cuda_floyd_open_round(struct cuda_call *call, struct floyd_round_arguments *a,
                                          const struct floyd_kernels *k, int64_t most_rows);
/* Enqueues a round. */
graph_status graph__cuda_floyd_round(struct cuda_call *call, const struct floyd_round_arguments *a,
                                     const struct floyd_kernels *k);
/* Enqueues the check after the last round: is a diagonal element of the rows negative? */
graph_status graph__cuda_floyd_check(struct cuda_call *call, const struct floyd_round_arguments *a,
                                     const struct floyd_kernels *k);

#endif
