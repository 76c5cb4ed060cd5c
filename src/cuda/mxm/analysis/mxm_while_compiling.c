/* The first products of a semiring that was not compiled with the library, while the kernels that suit its operands are
 * compiled: kernels of any_pair, which are there, make the pattern of C, and the numeric phase of a reuse plan makes its
 * values (mxm_reuse.cuh), whose kernels take a short time to compile. */
#include "cuda/mxm/analysis/mxm_semiring.h"

#include "base/log.h"
#include "cuda/mxm/analysis/tuning.h"
#include "cuda/runtime/modules.h"

static const enum graph_cuda_kernel numeric[] = {GRAPH_KERNEL_mxm_reuse_1, GRAPH_KERNEL_mxm_reuse_8,
                                                 GRAPH_KERNEL_mxm_reuse_16, GRAPH_KERNEL_mxm_reuse_window};
enum { NUMERIC = sizeof numeric / sizeof numeric[0] };

static const struct graph_semiring *pattern(void)
{
    return graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
}

bool graph__cuda_mxm_suits_while_compiling(void)
{
    return graph__cuda_is_prebuilt(pattern()) && graph__cuda_modules_compiling() <= MXM_MOST_COMPILING;
}

/* Compiles the kernels of the numeric phase, before those that take longer. */
static bool compile_numeric(const struct graph_semiring *s)
{
    graph__cuda_compile_ahead(numeric, NUMERIC, s);
    for (int k = 0; k < NUMERIC; k++) {
        const void *kernel;
        if (graph__cuda_semiring_kernel(&kernel, numeric[k], s) < 0)
            return false;
    }
    return true;
}

enum mxm_next graph__cuda_mxm_prepare(const struct graph_semiring *s, const enum graph_cuda_kernel *wanted,
                                      int count)
{
    if (graph__cuda_has_kernels(wanted, count, s))
        return MXM_LAUNCH;
    const bool takes_pattern = graph__cuda_mxm_suits_while_compiling() && compile_numeric(s);
    graph__cuda_compile_ahead(wanted, count, s);
    if (!takes_pattern || s == pattern())
        return MXM_LAUNCH;
    graph__log("cuda: %d kernels of '%.64s' are being compiled; this product is made by its pattern", count,
               s->name);
    return MXM_TAKE_PATTERN;
}

void graph__cuda_mxm_take_pattern(struct graph_mxm_request *r)
{
    r->semiring = pattern();
    r->A.value = r->B.value = NULL;
}
