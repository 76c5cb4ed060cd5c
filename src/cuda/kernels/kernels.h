/* From the number of a kernel and a semiring or type to a handle for graph__cuda_launch.  It is the same for callers
 * whether nvcc compiled the kernel with the library or NVRTC compiles it now. */
#ifndef CUDA_KERNELS_KERNELS_H
#define CUDA_KERNELS_KERNELS_H

#include "contract/semiring.h"
#include "cuda/runtime/call.h"
#include "cuda/kernels/kernel_table.h"
#include "cuda/semiring/semiring_host.h"

/* A kernel of scope SEMIRING or ALONE.  GRAPH_E_NOT_SUPPORTED: it is not pre-built, and there is no run-time compiler,
 * or the user's semiring has no texts, or they do not compile (the sentence has the compiler's first error). */
graph_status graph__cuda_semiring_kernel(const void **kernel, enum graph_cuda_kernel number,
                                         const struct graph_semiring *semiring);

/* graph__cuda_launch and graph__cuda_launch_dependent for a kernel of scope SEMIRING or ALONE.  Nothing is looked up or
 * enqueued for 0 blocks. */
graph_status graph__cuda_launch_over(struct cuda_call *call, const struct graph_semiring *semiring,
                                     enum graph_cuda_kernel number, int64_t blocks, int threads,
                                     size_t shared_bytes, const void *arguments);
graph_status graph__cuda_launch_over_dependent(struct cuda_call *call, const struct graph_semiring *semiring,
                                               enum graph_cuda_kernel number, int64_t blocks, int threads,
                                               size_t shared_bytes, int shared_percent,
                                               const void *arguments);

/* A kernel of scope TYPE. */
graph_status graph__cuda_type_kernel(const void **kernel, enum graph_cuda_kernel number, graph_type type);

/* Whether the kernels of a built-in semiring are pre-built for this GPU. */
bool graph__cuda_is_prebuilt(const struct graph_semiring *semiring);

/* Whether a kernel of scope SEMIRING or ALONE is loaded. */
bool graph__cuda_is_loaded(enum graph_cuda_kernel number, const struct graph_semiring *semiring);

/* Whether a call of these kernels, of scopes SEMIRING and ALONE, will not wait for the compiler. */
bool graph__cuda_has_kernels(const enum graph_cuda_kernel *numbers, int count,
                             const struct graph_semiring *semiring);

/* Begins to compile those that are not loaded, all concurrently, for a call that will need them.  Errors show in that
 * call. */
void graph__cuda_compile_ahead(const enum graph_cuda_kernel *numbers, int count,
                               const struct graph_semiring *semiring);

/* Whether kernels of a semiring exist or can be compiled: it is built in, or has texts and obeys the laws that kernels need
 * (graph__cuda_may_reorder). */
bool graph__cuda_has_semiring(const struct graph_semiring *semiring);

/* Whether it is plus_times, built in or by its texts: then tensor cores can compute it. */
bool graph__cuda_is_plus_times(const struct graph_semiring *semiring);

/* *text = the program with a kernel, for a semiring, or for a type where semiring is NULL: a new string for graph__free,
 * to be compiled by NVRTC. */
graph_status graph__cuda_program(char **text, enum graph_cuda_kernel number,
                                 const struct graph_semiring *semiring, graph_type type);

/* A name for the content of that program, the same for all its kernels; and whether the kernel needs a semiring. */
const char *graph__cuda_kernel_content(bool *needs_semiring, enum graph_cuda_kernel number);

#endif
