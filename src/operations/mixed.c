/* See mixed.h.  Kernels combine values of one type.  Where an operator takes several, the entries that both operands have
 * are cut out of each, so that their values match one to one, and the operator runs over the two arrays. */
#include "operations/mixed.h"

#include <string.h>

#include "base/registry.h"
#include "base/status.h"
#include "core/types/working_type.h"

/* *common = the entries of A where B has one too. */
static graph_status select_common(struct graph_csr_arrays *common, const struct graph_csr *A,
                                  const struct graph_csr *B, const struct graph_place *place)
{
    struct graph_merge_request request = {.C_old = *A,
                                          .update = *A,
                                          .mask = {.is_given = true, .pattern = *B},
                                          .is_replacing = true,
                                          .threads = place->threads};
    graph_status status = place->backend->merge(&request);
    *common = request.C;
    return status;
}

graph_status graph__mixed_intersect(struct graph_csr_arrays *T, graph_op op, struct graph_op_types types,
                                    const struct graph_csr *A, const struct graph_csr *B,
                                    const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    struct graph_csr_arrays x = {0}, y = {0};
    void *value = NULL;
    graph_status status;
    GRAPH_TRY(select_common(&x, A, B, place));
    GRAPH_TRY(select_common(&y, B, A, place));
    GRAPH_TRY(backend->allocate(&value, (size_t)x.entries, graph_type_size(types.z)));
    GRAPH_TRY(backend->binary(value, x.value, y.value, graph__kernel_op(op, types), types.z, x.entries,
                              place->threads));
    backend->release(x.value);
    *T = x;
    T->value = value;
    memset(&x, 0, sizeof x);
    value = NULL;
done:
    graph__csr_arrays_release(&x, backend);
    graph__csr_arrays_release(&y, backend);
    backend->release(value);
    return status;
}

graph_status graph__mixed_complete(struct graph_csr_arrays *T, const struct graph_csr *A,
                                   const struct graph_csr *B, const struct graph_place *place)
{
    struct graph_ewise_request either = {
        .A = *A, .B = *B, .op = GRAPH_FIRST, .is_union = true, .threads = place->threads};
    struct graph_merge_request request = {.accum = GRAPH_SECOND, .threads = place->threads};
    graph_status status;
    GRAPH_TRY(place->backend->ewise(&either));
    request.C_old = graph__view_of(&either.C, A);
    request.update = graph__view_of(T, A);
    GRAPH_TRY(place->backend->merge(&request));
    graph__csr_arrays_release(T, place->backend);
    *T = request.C;
done:
    graph__csr_arrays_release(&either.C, place->backend);
    return status;
}

bool graph__accum_is_native(graph_op accum, graph_type C, graph_type T)
{
    struct graph_op_types types;
    if (C == GRAPH_PATTERN)
        return true;
    if (graph__op_types(&types, accum, graph__working_type(accum, C, C, T)) < 0)
        return false;
    /* A typed comparison: truth values become what the kernels compute in that type. */
    return (graph__is_uniform(types) || graph__is_typed((int)accum)) && types.x == C;
}

graph_status graph__accumulate(struct graph_csr_arrays *Z, const struct graph_csr *C, graph_op accum,
                               const struct graph_csr *T, const struct graph_place *place)
{
    struct graph_operand x = {0}, y = {0}, lone = {0}, both_in_C = {0};
    struct graph_csr_arrays both = {0};
    struct graph_op_types types;
    graph_status status;
    GRAPH_TRY(graph__op_types(&types, accum, graph__working_type(accum, C->type, C->type, T->type)));
    GRAPH_TRY(graph__view_convert(&x, C, types.x, place));
    GRAPH_TRY(graph__view_convert(&y, T, types.y, place));
    GRAPH_TRY(graph__view_convert(&lone, T, C->type, place));
    GRAPH_TRY(graph__mixed_intersect(&both, accum, types, &x.view, &y.view, place));
    struct graph_csr computed = graph__view_of(&both, C);
    computed.type = types.z;
    GRAPH_TRY(graph__view_convert(&both_in_C, &computed, C->type, place));
    if (both_in_C.converted != NULL) {
        place->backend->release(both.value);
        both.value = both_in_C.converted;
        both_in_C.converted = NULL;
    }
    GRAPH_TRY(graph__mixed_complete(&both, C, &lone.view, place));
    *Z = both;
    memset(&both, 0, sizeof both);
done:
    graph__csr_arrays_release(&both, place->backend);
    graph__operand_close(&x, place);
    graph__operand_close(&y, place);
    graph__operand_close(&lone, place);
    graph__operand_close(&both_in_C, place);
    return status;
}
