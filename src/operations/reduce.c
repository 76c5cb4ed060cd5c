/* Sums of rows, and of all entries, by a monoid. */
#include <string.h>

#include "base/registry.h"
#include "base/status.h"
#include "core/types/scalar.h"
#include "operations/compact/compact.h"
#include "operations/write_back.h"
#include "core/types/working_type.h"

/* Only the CPU folds by operators without an identity. */
static bool can_fold(const struct graph_place *place, bool has_identity)
{
    return has_identity || place->backend->shares_host_memory;
}

graph_status graph_reduce_rows(graph_vector *w, const graph_vector *m, graph_op accum, graph_op monoid,
                               const graph_matrix *A, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_operand a = {0};
    struct graph_vector_mask_operand mask = {0};
    struct graph_reduce_rows_request request = {.monoid = (graph_op)graph__untyped((int)monoid)};
    graph_type type;
    bool has_identity;
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_vector(w, "w"));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_accum(accum, w->type));
    GRAPH_TRY(graph__fold_type(&type, &has_identity, monoid,
                               graph__working_type(monoid, w->type, A->type, A->type)));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, "reduce_rows", place.backend->reduce_rows != NULL && can_fold(&place, has_identity),
        GRAPH_LIGHT,
        &(const struct graph_operands){
            .A = A, .type = w->type, .op = graph__untyped((int)monoid), .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    int64_t rows = is_transposed ? A->columns : A->rows;
    if (w->length != rows)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "w has length %lld, the matrix %lld rows", (long long)w->length,
                   (long long)rows);
    GRAPH_TRY(graph__compact_mxv(&small, w, m, A, is_transposed, NULL));
    if (small.is_needed) {
        GRAPH_TRY(graph_reduce_rows(small.w, small.m, accum, monoid, small.A, descriptor));
        GRAPH_TRY(graph__compact_return_vector(&small, w));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_transposed, type, true, &place));
    request.A = a.view;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->reduce_rows(&request));
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &request.w, type, false, &place));
done:
    graph__compact_close(&small);
    graph__operand_close(&a, &place);
    graph__vector_mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_reduce_rows(w, m, accum, monoid, A, &on_cpu)
               : status;
}

/* *works_in = the type that values of type `from` are summed in. */
static graph_status check_reduction(graph_type *works_in, bool *has_identity, const graph_scalar *x,
                                    graph_type type, graph_op monoid, graph_type from)
{
    graph_status status;
    if (x == NULL)
        return graph__fail(GRAPH_E_NULL, "x is NULL");
    if (!graph__is_type(type))
        return graph__fail(GRAPH_E_DOMAIN, "type is %d, which is no type of values", (int)type);
    GRAPH_TRY(graph__fold_type(works_in, has_identity, monoid, type));
    if (*works_in != type && graph__is_user_op((int)monoid))
        GRAPH_FAIL(GRAPH_E_DOMAIN, "the operator works on %s, the sum is asked for in %s",
                   graph_type_name(*works_in), graph_type_name(type));
    GRAPH_TRY(graph__check_room(x, type));
    if (!graph__is_user_op((int)monoid) && !graph__is_typed((int)monoid))
        *works_in = graph__working_type(monoid, type, from, from);
done:
    return status;
}

/* *x = the fold of n values at the place, in `type`; of no values its identity there. */
static graph_status reduce(graph_scalar *x, const void *value, graph_op monoid, graph_type works_in,
                           graph_type type, int64_t n, const struct graph_place *place)
{
    void *sum = NULL;
    uint64_t host = 0;
    graph_status status;
    bool is_user = graph__is_user_type(type);
    if (n == 0 && !graph__is_typed((int)monoid))
        works_in = type;
    GRAPH_TRY(place->backend->allocate(&sum, 1, is_user ? graph_type_size(type) : sizeof host));
    GRAPH_TRY(place->backend->reduce(sum, value, (graph_op)graph__untyped((int)monoid), works_in, n,
                                     place->threads));
    GRAPH_TRY(place->backend->download(is_user ? x->value.own : &host, sum, graph_type_size(works_in)));
    if (!is_user) {
        graph__scalar_store(&host, type, graph__scalar_load(&host, works_in));
        *x = graph__scalar_load(&host, type);
    }
done:
    place->backend->release(sum);
    return status;
}

graph_status graph_reduce(graph_scalar *x, graph_type type, graph_op monoid, const graph_matrix *A,
                          const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_compact_view compact;
    struct graph_operand a = {0};
    graph_type works_in;
    bool has_identity;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(check_reduction(&works_in, &has_identity, x, type, monoid, A->type));
    GRAPH_TRY(graph__place(&place, descriptor, 0));
    GRAPH_TRY(graph__place_choose(
        &place, "reduce", place.backend->reduce != NULL && can_fold(&place, has_identity), GRAPH_LIGHT,
        &(const struct graph_operands){.A = A, .type = type, .op = graph__untyped((int)monoid)}));
    GRAPH_TRY(graph__compact_view(&compact, A));
    GRAPH_TRY(graph__operand_open(&a, compact.core, false, works_in, true, &place));
    if (a.view.entries == 0 && !has_identity)
        status = GRAPH_NO_VALUE;
    else
        GRAPH_TRY(reduce(x, a.view.value, monoid, works_in, type, a.view.entries, &place));
done:
    graph__operand_close(&a, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_reduce(x, type, monoid, A, &on_cpu)
               : status;
}

graph_status graph_vector_reduce(graph_scalar *x, graph_type type, graph_op monoid, const graph_vector *v,
                                 const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_operand a = {0};
    graph_type works_in;
    bool has_identity;
    void *packed = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_vector(v, "v"));
    GRAPH_TRY(check_reduction(&works_in, &has_identity, x, type, monoid, v->type));
    GRAPH_TRY(graph__place(&place, descriptor, 0));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_reduce",
        place.backend->reduce != NULL && place.backend->vector_pack != NULL && can_fold(&place, has_identity),
        GRAPH_LIGHT,
        &(const struct graph_operands){.u = v, .type = type, .op = graph__untyped((int)monoid)}));
    GRAPH_TRY(graph__vector_operand_open(&a, v, works_in, true, &place));
    const void *value = a.view.value;
    if (a.view.form == GRAPH_BITMAP) {
        GRAPH_TRY(place.backend->vector_pack(&packed, &a.view));
        value = packed;
    }
    if (a.view.entries == 0 && !has_identity)
        status = GRAPH_NO_VALUE;
    else
        GRAPH_TRY(reduce(x, value, monoid, works_in, type, a.view.entries, &place));
done:
    place.backend->release(packed);
    graph__vector_operand_close(&a, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_reduce(x, type, monoid, v, &on_cpu)
               : status;
}
