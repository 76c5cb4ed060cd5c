/* Links between the devices of several processes, over NCCL; see contract/link.h. */
#ifndef CUDA_RUNTIME_LINK_H
#define CUDA_RUNTIME_LINK_H

#include "contract/backend.h"

bool graph__cuda_link_find(struct graph_link_device *device, const char **why);
graph_status graph__cuda_link_name(struct graph_link_id *id);
graph_status graph__cuda_link_open(struct graph_link **link, const struct graph_link_id *id, int rank, int ranks,
                                   double deadline_seconds);
graph_status graph__cuda_link_exchange(struct graph_link *link, void *to, const size_t *to_start,
                                       const size_t *to_bytes, const void *from, const size_t *from_start,
                                       const size_t *from_bytes);
void graph__cuda_link_close(struct graph_link **link, bool is_broken);

#endif
