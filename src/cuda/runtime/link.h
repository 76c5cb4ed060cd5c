/* Links between the devices of several processes, over NCCL; see contract/link.h. */
#ifndef CUDA_RUNTIME_LINK_H
#define CUDA_RUNTIME_LINK_H

#include <cuda_runtime_api.h>

#include "contract/backend.h"

bool graph__cuda_link_find(struct graph_link_device *device, const char **why);
graph_status graph__cuda_link_name(struct graph_link_id *id);
graph_status graph__cuda_link_open(struct graph_link **link, const struct graph_link_id *id, int rank,
                                   int ranks, double deadline_seconds);
graph_status graph__cuda_link_exchange(struct graph_link *link, void *to, const size_t *to_start,
                                       const size_t *to_bytes, const void *from, const size_t *from_start,
                                       const size_t *from_bytes);
/* For code that overlaps transfers with kernels: enqueues a broadcast on a stream; waits for an event that may depend
 * on other ranks, and fails with GRAPH_E_RANK if one of them is gone or late; ends the link, and with it kernels that wait
 * for other ranks.  All ranks enqueue the same broadcasts in the same order. */
graph_status graph__cuda_link_broadcast(struct graph_link *link, void *bytes, size_t n, int root,
                                        cudaStream_t stream);
graph_status graph__cuda_link_wait(struct graph_link *link, cudaEvent_t event);
void graph__cuda_link_break(struct graph_link *link);

void graph__cuda_link_close(struct graph_link **link, bool is_broken);

#endif
