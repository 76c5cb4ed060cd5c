/* Programs of the run-time compiler, each for an instance (a semiring over a type, or a type alone), from their texts to
 * loaded code.  Each is compiled by a thread of its own, once in a process, and stays. */
#ifndef CUDA_RUNTIME_MODULES_H
#define CUDA_RUNTIME_MODULES_H

#include <stdbool.h>

#include "cuda/runtime/device.h"

enum { MODULE_INSTANCE_BYTES = 64 };

/* A program: what it is for, a name of what it holds, which stays, its text, and the architecture (90: sm_90). */
struct cuda_program {
    const char *instance, *content, *text;
    int architecture;
};

/* A kernel that has been asked for before, else NULL.  name: as content, a text that stays. */
cudaKernel_t graph__cuda_module_known(const char *instance, const char *content, const char *name);

/* Whether it need not be compiled: that has been done here, in vain perhaps, or it lies on disk. */
bool graph__cuda_module_is_there(const struct cuda_program *program);

/* Begins to compile it, if nobody has. */
graph_status graph__cuda_module_begin(const struct cuda_program *program);

/* A kernel of it, once it is compiled. */
graph_status graph__cuda_module_kernel(cudaKernel_t *kernel, const struct cuda_program *program,
                                       const char *name);

/* How many are being compiled. */
int graph__cuda_modules_compiling(void);

/* Waits until nothing is being compiled. */
void graph__cuda_modules_finish(void);

#endif
