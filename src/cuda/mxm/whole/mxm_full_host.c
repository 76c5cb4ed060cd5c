/* Full matrices, see mxm_whole.h.  Nothing is counted, so the host does not wait. */
#include "cuda/mxm/whole/mxm_whole.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/whole/mxm_full_arguments.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/semiring/semiring_host.h"
#include "cuda/semiring/value_facts_host.h"
#include "cuda/runtime/call.h"

static bool is_full(const struct graph_csr *A)
{
    return A->rows > 0 && A->entries % A->rows == 0 && A->entries / A->rows == A->columns;
}

bool graph__cuda_mxm_is_full(const struct graph_mxm_request *r)
{
    return graph__mxm_has_family(MXM_FAMILY_FULL) && is_full(&r->A) && is_full(&r->B) &&
           graph__cuda_mxm_is_large(&r->A, &r->B);
}

static int64_t tiles_of(int64_t n) { return (n + MXM_FULL_TILE - 1) / MXM_FULL_TILE; }

static graph_status launch_facts(struct cuda_call *call, const struct graph_csr *A,
                                 const struct graph_semiring *s, struct value_facts *facts)
{
    enum { THREADS = 256 };
    const struct mxm_full_facts_arguments a = {A->value, A->entries, facts};
    graph_status status;
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_full_facts,
                                      graph__cuda_blocks(A->entries, THREADS), THREADS, 0, &a));
done:
    return status;
}

/* Facts about the values: the cached ones; of operands that are new a kernel finds them, and the next kernel reads them
 * on the device, so that the host does not wait. */
static graph_status find_facts(struct cuda_call *call, struct mxm_full_arguments *a,
                               const struct graph_mxm_request *r)
{
    struct operand_values values = graph__cuda_values_open(&r->A, &r->B, r->semiring->type);
    struct value_facts *facts;
    graph_status status;
    a->has_facts = true;
    if (graph__cuda_values_are_known(&values) || graph__cuda_values_are_repeated(&values)) {
        GRAPH_TRY(graph__cuda_values_know(call, &values));
        a->known = graph__cuda_values_of(&values).numbers;
        return GRAPH_OK;
    }
    GRAPH_TRY(CUDA_SCRATCH(call, facts, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, facts, 1, sizeof *facts));
    GRAPH_TRY(launch_facts(call, &r->A, r->semiring, facts));
    if (r->B.value != r->A.value || r->B.entries != r->A.entries)
        GRAPH_TRY(launch_facts(call, &r->B, r->semiring, facts));
    a->facts = facts;
done:
    return status;
}

graph_status graph__cuda_mxm_full(struct cuda_call *call, struct graph_csr_arrays *C,
                                  struct graph_mxm_request *r)
{
    struct mxm_full_arguments a = {.rows = r->A.rows,
                                   .inner = r->A.columns,
                                   .columns = r->B.columns,
                                   .A_value = r->A.value,
                                   .B_value = r->B.value};
    graph_status status;
    C->entries = a.rows * a.columns;
    GRAPH_TRY(CUDA_NEW(C->row_start, a.rows + 1));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, r->semiring->value_bytes));
    a.C_start = C->row_start;
    a.C_column = C->column;
    a.C_value = C->value;
    if (graph__cuda_has_packed(r->semiring))
        GRAPH_TRY(find_facts(call, &a, r));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_full,
                                      tiles_of(a.rows) * tiles_of(a.columns), MXM_FULL_THREADS, 0, &a));
    r->used = "full";
    r->products = (uint64_t)a.rows * (uint64_t)a.inner * (uint64_t)a.columns;
done:
    return status;
}
