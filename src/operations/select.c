/* C<M> accum= the entries of A that pass a test. */
#include "base/status.h"
#include "operations/apply.h"
#include "operations/compact/compact.h"
#include "operations/compact/compact_positions.h"
#include "operations/entry_op.h"
#include "operations/write_back.h"

graph_status graph_select(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_select_op op,
                          const graph_matrix *A, graph_scalar y, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_mask_operand mask = {0};
    struct graph_select_request request = {0};
    struct graph_operand tested = {0};
    struct graph_entry_function f;
    void *passes = NULL;
    struct graph_compact small = {0};
    graph_matrix *passing = NULL;
    bool is_compact;
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(graph__entry_function(&f, (int)op, true, A->type, y));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, "select",
        place.backend->select != NULL && (f.is_native || f.is_user || place.backend->entry_values != NULL),
        GRAPH_LIGHT, &(const struct graph_operands){.A = A, .type = C->type, .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph__check_shape(C, A, is_transposed));
    /* A test of the user sees positions, and is made on the whole matrix; so is a function of positions as a test. */
    GRAPH_TRY(graph__compact_is_needed(&is_compact, C, A, NULL));
    if (is_compact && f.is_native && !f.tests_values) {
        GRAPH_TRY(graph__compact_select(&passing, A, is_transposed, (graph_select_op)f.op.op, y));
        GRAPH_TRY(graph__apply_identity(C, M, accum, passing, descriptor));
        goto done;
    }
    if (f.tests_values || f.is_native)
        GRAPH_TRY(graph__compact_elementwise(&small, C, M, A, is_transposed, NULL, false));
    if (small.is_needed) {
        GRAPH_TRY(graph_select(small.C, small.M, accum, op, small.A, y, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(is_transposed ? graph__matrix_view_transposed(&request.A, A, place.backend, place.threads)
                            : graph__matrix_view(&request.A, A, place.backend));
    graph__entry_fit(&f);
    if (f.is_user) {
        GRAPH_TRY(graph__entry_user_passes(&passes, &f, A, is_transposed, &place));
    } else if (!f.is_native) {
        GRAPH_TRY(graph__operand_open(&tested, A, is_transposed, f.types.x, true, &place));
        GRAPH_TRY(graph__entry_values(&passes, &f, &tested.view, &place));
        GRAPH_TRY(graph__entry_truth(&passes, &f, tested.view.entries, &place));
    }
    request.op = (graph_select_op)f.op.op;
    request.y = f.y;
    request.passes = passes;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->select(&request));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &request.C, A->type, false, &place));
done:
    place.backend->release(passes);
    graph__operand_close(&tested, &place);
    graph__compact_close(&small);
    graph_matrix_release(&passing);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_select(C, M, accum, op, A, y, &on_cpu)
               : status;
}

graph_status graph_vector_select(graph_vector *w, const graph_vector *m, graph_op accum, graph_select_op op,
                                 const graph_vector *u, graph_scalar y, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_mask_operand mask = {0};
    struct graph_vector_select_request request = {0};
    struct graph_vector_operand tested = {0};
    struct graph_entry_function f;
    void *passes = NULL;
    graph_vector *passing = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(graph__entry_function(&f, (int)op, true, u->type, y));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_select",
        place.backend->vector_select != NULL &&
            (f.is_native || f.is_user || place.backend->entry_values != NULL),
        GRAPH_LIGHT, &(const struct graph_operands){.u = u, .type = w->type, .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    /* Without the mask no array is as long as w. */
    if (m != NULL && !place.backend->shares_host_memory && graph__compact_is_long(w, m, u)) {
        graph_descriptor plain = graph__descriptor_with(descriptor, 0);
        GRAPH_TRY(graph_vector_create(&passing, u->type, (graph_index)w->length));
        GRAPH_TRY(graph_vector_select(passing, NULL, GRAPH_NO_OP, op, u, y, &plain));
        GRAPH_TRY(graph_vector_apply(w, m, accum, GRAPH_IDENTITY, passing, descriptor));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    GRAPH_TRY(graph__vector_view(&request.u, u, place.backend));
    graph__entry_fit(&f);
    if (f.is_user) {
        GRAPH_TRY(graph__entry_user_passes_vector(&passes, &f, u, &place));
    } else if (!f.is_native) {
        const int64_t n = request.u.form == GRAPH_SPARSE ? request.u.entries : request.u.length;
        GRAPH_TRY(graph__vector_operand_open(&tested, u, f.types.x, true, &place));
        GRAPH_TRY(graph__entry_values_vector(&passes, &f, &tested.view, &place));
        GRAPH_TRY(graph__entry_truth(&passes, &f, n, &place));
    }
    request.op = (graph_select_op)f.op.op;
    request.y = f.y;
    request.passes = passes;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->vector_select(&request));
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &request.w, u->type, false, &place));
done:
    place.backend->release(passes);
    graph__vector_operand_close(&tested, &place);
    graph_vector_release(&passing);
    graph__vector_mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_select(w, m, accum, op, u, y, &on_cpu)
               : status;
}
