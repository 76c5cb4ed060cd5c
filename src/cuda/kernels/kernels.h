/* From a kernel's number and a semiring or type to a handle that graph__cuda_launch takes.  Callers cannot tell whether
 * nvcc compiled it with the library or the run-time compiler did just now. */
#ifndef CUDA_KERNELS_KERNELS_H
#define CUDA_KERNELS_KERNELS_H

#include "contract/semiring.h"
#include "cuda/runtime/call.h"
#include "cuda/kernels/kernel_table.h"
#include "cuda/semiring/type_macro.h"

/* A kernel of scope SEMIRING.  GRAPH_E_NOT_SUPPORTED: it is not pre-built, and there is no run-time compiler here, or
 * the user's semiring has no text, or its text does not compile (the sentence holds the compiler's first complaint). */
graph_status graph__cuda_semiring_kernel(const void **kernel, enum graph_cuda_kernel number,
                                         const struct graph_semiring *semiring);

/* The two launches of device.h for a kernel of scope SEMIRING.  For 0 blocks it need not be there. */
graph_status graph__cuda_launch_over(struct cuda_call *call, const struct graph_semiring *semiring,
                                     enum graph_cuda_kernel number, int64_t blocks, int threads,
                                     size_t shared_bytes, const void *arguments);
graph_status graph__cuda_launch_over_dependent(struct cuda_call *call, const struct graph_semiring *semiring,
                                               enum graph_cuda_kernel number, int64_t blocks, int threads,
                                               size_t shared_bytes, int shared_percent,
                                               const void *arguments);

/* A kernel of scope TYPE. */
graph_status graph__cuda_type_kernel(const void **kernel, enum graph_cuda_kernel number, graph_type type);

/* Whether a built-in one was compiled with the library, for this GPU. */
bool graph__cuda_is_prebuilt(const struct graph_semiring *semiring);

/* Whether one of scope SEMIRING or ALONE is in memory. */
bool graph__cuda_is_loaded(enum graph_cuda_kernel number, const struct graph_semiring *semiring);

/* Whether kernels of scopes SEMIRING and ALONE are there, so that a call will not have to wait for the compiler. */
bool graph__cuda_has_kernels(const enum graph_cuda_kernel *numbers, int count,
                             const struct graph_semiring *semiring);

/* Begins to compile those that are not, side by side: what a call will ask for one by one.  Nothing is promised; what does
 * not compile here fails there. */
void graph__cuda_compile_ahead(const enum graph_cuda_kernel *numbers, int count,
                               const struct graph_semiring *semiring);

/* Whether kernels of a semiring can be had at all: it is built in, or has text and the laws that they
 * need (semiring_laws.h). */
bool graph__cuda_has_semiring(const struct graph_semiring *semiring);

/* Whether its addition keeps its first operand. */
bool graph__cuda_is_any(const struct graph_semiring *semiring);

/* Whether it adds and multiplies as numbers do, built in or by its texts: tensor cores know that. */
bool graph__cuda_is_plus_times(const struct graph_semiring *semiring);

/* *text = the program that holds a kernel, for a semiring, or for a type alone where semiring is NULL: a new string for
 * graph__free that the run-time compiler takes. */
graph_status graph__cuda_program(char **text, enum graph_cuda_kernel number,
                                 const struct graph_semiring *semiring, graph_type type);

/* A name for what that program holds, kernels in one program having the same; and whether it needs a semiring. */
const char *graph__cuda_kernel_content(bool *needs_semiring, enum graph_cuda_kernel number);

#endif
