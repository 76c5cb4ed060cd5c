/* The run-time compiler: from a program text to loaded kernels. */
#ifndef CUDA_RUNTIME_COMPILE_H
#define CUDA_RUNTIME_COMPILE_H

#include "cuda/device.h"

/* A text of the library that programs include by name; made by cmake/embed.cmake. */
struct graph_cuda_text {
    const char *name, *text;
};
extern const struct graph_cuda_text graph__cuda_texts[];
extern const int graph__cuda_text_count;

/* *image = the machine code of `text`, a new array of *bytes bytes for graph__free, for an architecture (90: sm_90).
 * From the cache on disk if it is there (*was_cached).  GRAPH_E_NOT_SUPPORTED: no compiler library can be loaded, or
 * the text does not compile. */
graph_status graph__cuda_compile(char **image, size_t *bytes, bool *was_cached, const char *text,
                                int architecture);

#endif
