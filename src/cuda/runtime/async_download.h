/* Copies to the host beside the library's stream; see contract/backend.h. */
#ifndef CUDA_RUNTIME_ASYNC_DOWNLOAD_H
#define CUDA_RUNTIME_ASYNC_DOWNLOAD_H

#include "contract/backend.h"

graph_status graph__cuda_copier_open(struct graph_copier **copier, int threads);
graph_status graph__cuda_copier_start(struct graph_copier *copier, void *here, void *there, size_t skipped,
                                      size_t bytes);
graph_status graph__cuda_copier_wait(struct graph_copier *copier, int left);
void graph__cuda_copier_close(struct graph_copier *copier);

#endif
