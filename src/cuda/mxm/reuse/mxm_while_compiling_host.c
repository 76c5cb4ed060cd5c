/* See mxm_while_compiling_host.h.  The values follow a plan, as those of a product that is repeated do (mxm_reuse_host.h). */
#include "cuda/mxm/reuse/mxm_while_compiling_host.h"

#include "base/log.h"
#include "cuda/runtime/modules.h"
#include "cuda/mxm/reuse/mxm_reuse_host.h"
#include "cuda/runtime/memory.h"

static const enum graph_cuda_kernel reuse[] = {GRAPH_KERNEL_mxm_reuse_1, GRAPH_KERNEL_mxm_reuse_8,
                                               GRAPH_KERNEL_mxm_reuse_16, GRAPH_KERNEL_mxm_reuse_window};
enum { REUSE = sizeof reuse / sizeof reuse[0] };

/* Programs that are compiled beside products; where there are more, a product waits for its own. */
enum { MOST_BESIDE = 16 };

static const struct graph_semiring *pattern(void)
{
    return graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
}

bool graph__cuda_mxm_suits_while_compiling(void)
{
    return graph__cuda_is_prebuilt(pattern()) && graph__cuda_modules_compiling() <= MOST_BESIDE;
}

/* Compiles them, before those that take longer. */
static bool get_reuse(const struct graph_semiring *s)
{
    graph__cuda_compile_ahead(reuse, REUSE, s);
    for (int k = 0; k < REUSE; k++) {
        const void *kernel;
        if (graph__cuda_semiring_kernel(&kernel, reuse[k], s) < 0)
            return false;
    }
    return true;
}

void graph__cuda_mxm_prepare(struct graph_mxm_request *r, const enum graph_cuda_kernel *wanted, int count)
{
    const struct graph_semiring *s = r->semiring;
    if (graph__cuda_has_kernels(wanted, count, s))
        return;
    const bool is_early = graph__cuda_mxm_suits_while_compiling() && get_reuse(s);
    graph__cuda_compile_ahead(wanted, count, s);
    if (!is_early)
        return;
    graph__log("cuda: %d kernels of '%.64s' are being compiled; this product is made by its pattern", count,
               s->name);
    r->semiring = pattern();
    r->A.value = r->B.value = NULL;
}

graph_status graph__cuda_mxm_complete(struct graph_mxm_request *made, const struct graph_mxm_request *wanted,
                                      bool *is_made)
{
    struct graph_plan_request plan = {.semiring = wanted->semiring, .A = made->A, .B = made->B};
    struct graph_mxm_numeric_request values = {.semiring = wanted->semiring, .A = wanted->A, .B = wanted->B};
    graph_status status = GRAPH_OK;
    *is_made = true;
    if (made->semiring == wanted->semiring)
        return GRAPH_OK;
    plan.C = values.C = (struct graph_csr){.rows = made->A.rows,
                                           .columns = made->B.columns,
                                           .entries = made->C.entries,
                                           .row_start = made->C.row_start,
                                           .column = made->C.column};
    status = graph__cuda_plan(&plan);
    values.plan = plan.plan;
    if (status == GRAPH_OK && plan.plan != NULL)
        status = graph__cuda_mxm_numeric(&values);
    *is_made = status == GRAPH_OK && plan.plan != NULL;
    graph__cuda_plan_release(plan.plan);
    graph__cuda_release(made->C.value);
    made->C.value = values.value;
    made->semiring = wanted->semiring;
    if (!*is_made) {
        graph__cuda_release(made->C.row_start);
        graph__cuda_release(made->C.column);
        made->C = (struct graph_csr_arrays){0};
        graph__log("cuda: the values do not follow the pattern, and wait for their kernels");
        graph__cuda_modules_finish();
        if (status == GRAPH_E_MEMORY || status == GRAPH_E_DEVICE_MEMORY || status == GRAPH_E_NOT_SUPPORTED)
            status = GRAPH_OK;
    }
    return status;
}
