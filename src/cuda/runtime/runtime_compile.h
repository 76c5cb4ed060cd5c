/* The run-time compiler: from a program text to loaded kernels. */
#ifndef CUDA_RUNTIME_RUNTIME_COMPILE_H
#define CUDA_RUNTIME_RUNTIME_COMPILE_H

#include "cuda/runtime/device.h"

/* The texts of the library that programs include, and their names; made by cmake/embed.cmake. */
extern const char *const graph__cuda_texts[], *const graph__cuda_text_names[];
extern const int graph__cuda_text_count;

/* Whether the compiler's library can be loaded. */
bool graph__cuda_has_compiler(void);

/* *image = the machine code of `text`, a new array of *bytes bytes for graph__free, for an architecture (90: sm_90).
 * From the cache on disk if it is there (*was_cached).  GRAPH_E_NOT_SUPPORTED: no compiler library can be loaded, or
 * the text does not compile. */
graph_status graph__cuda_compile(char **image, size_t *bytes, bool *was_cached, const char *text,
                                 int architecture);

/* *ptx = its instructions before they are those of a machine, a string for graph__free; else as above. */
graph_status graph__cuda_compile_ptx(char **ptx, const char *text, int architecture);

/* Whether the machine code lies in the cache on disk; then *image and *bytes are as above. */
bool graph__cuda_compiled_before(char **image, size_t *bytes, const char *text, int architecture);

#endif
