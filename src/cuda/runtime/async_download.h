/* Asynchronous copies to the host, concurrent with the main stream; entries of the table in contract/backend.h. */
#ifndef CUDA_RUNTIME_ASYNC_DOWNLOAD_H
#define CUDA_RUNTIME_ASYNC_DOWNLOAD_H

#include "contract/backend.h"

graph_status graph__cuda_download_open(struct graph_async_download **download, int threads);
graph_status graph__cuda_download_start(struct graph_async_download *download, void *here, void *there,
                                        size_t skipped, size_t bytes);
graph_status graph__cuda_download_wait(struct graph_async_download *download, int remaining);
void graph__cuda_download_close(struct graph_async_download *download);

#endif
