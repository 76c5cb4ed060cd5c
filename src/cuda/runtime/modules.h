/* Programs for the run-time compiler, each for an instance (a semiring over a type, or a type), from text to loaded
 * code.  Each is compiled once in a process, by a background thread, and stays loaded. */
#ifndef CUDA_RUNTIME_MODULES_H
#define CUDA_RUNTIME_MODULES_H

#include <stdbool.h>

#include "cuda/runtime/device.h"

enum { MODULE_INSTANCE_BYTES = 64 };

/* A program: its instance, a static name for the kernels that it holds, its text, and the architecture (90: sm_90). */
struct cuda_program {
    const char *instance, *content, *text;
    int architecture;
};

/* A kernel that was found before, else NULL.  name: a static string. */
cudaKernel_t graph__cuda_module_known(const char *instance, const char *content, const char *name);

/* Whether it need not be compiled: it was, successfully or not, or its code is in the cache on disk. */
bool graph__cuda_module_is_there(const struct cuda_program *program);

/* Begins to compile it, unless that has begun. */
graph_status graph__cuda_module_begin(const struct cuda_program *program);

/* A kernel of it; waits until it is compiled. */
graph_status graph__cuda_module_kernel(cudaKernel_t *kernel, const struct cuda_program *program,
                                       const char *name);

/* How many are being compiled. */
int graph__cuda_modules_compiling(void);

/* Waits until nothing is being compiled. */
void graph__cuda_modules_finish(void);

#endif
