/* Which semiring makes a product, and whether its kernels are compiled. */
#ifndef CUDA_MXM_ANALYSIS_MXM_SEMIRING_H
#define CUDA_MXM_ANALYSIS_MXM_SEMIRING_H

#include "contract/kernels.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/runtime/call.h"

/* r->semiring becomes one that makes the same product faster, where the values of A and B allow it: a user's semiring
 * becomes its built-in equivalent; or_and over values that are all true becomes any_pair, which reads none.  Values are
 * inspected where that pays; *found also gets the samples of 8 x 8 blocks, if samples_blocks.  kernel: what may make the
 * product, if it is small. */
graph_status graph__cuda_mxm_choose_semiring(struct cuda_call *call, struct mxm_sample *found,
                                             struct graph_mxm_request *r, bool samples_blocks,
                                             enum graph_cuda_kernel kernel);

/* ---- While kernels are being compiled (mxm_while_compiling.c) ---- */

/* The next step of a product: to launch its kernels, which waits for the compiler if need be; or to make its pattern
 * alone, while the kernels are compiled in the background. */
enum mxm_next { MXM_LAUNCH, MXM_TAKE_PATTERN };

/* Compiles what is missing of these kernels, all at once.  MXM_TAKE_PATTERN: the caller calls
 * graph__cuda_mxm_take_pattern before it continues or restarts; graph__cuda_mxm adds the values
 * (graph__cuda_mxm_values_of_pattern). */
enum mxm_next graph__cuda_mxm_prepare(const struct graph_semiring *semiring,
                                      const enum graph_cuda_kernel *wanted, int count);

/* The request becomes that of the pattern of its product: over any_pair, without values. */
void graph__cuda_mxm_take_pattern(struct graph_mxm_request *r);

/* Whether a product can be made so, now. */
bool graph__cuda_mxm_suits_while_compiling(void);

#endif
