/* C<M> accum= A'. */
#include "base/status.h"
#include "operations/compact/compact.h"
#include "operations/write_back.h"

/* T = A', copied from A or its cached transpose where one of them is it. */
static graph_status make(struct graph_csr_arrays *T, const graph_matrix *A, const struct graph_place *place)
{
    struct graph_transpose_request request = {.threads = place->threads};
    struct graph_csr view;
    bool is_there = place->flags & GRAPH_TRANSPOSE_A;
    graph_status status;
    if (is_there)
        GRAPH_TRY(graph__matrix_view(&view, A, place->backend));
    else
        GRAPH_TRY(graph__matrix_view_cached_transpose(&view, &is_there, A, place->backend));
    if (is_there) {
        status = graph__copy_arrays(T, &view, place);
    } else {
        GRAPH_TRY(graph__matrix_view(&request.A, A, place->backend));
        GRAPH_TRY(place->backend->transpose(&request));
        *T = request.C;
    }
done:
    return status;
}

graph_status graph_transpose(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A,
                             const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_mask_operand mask = {0};
    struct graph_csr_arrays T = {0};
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(
        graph__place_choose(&place, "transpose", place.backend->transpose != NULL, GRAPH_LIGHT,
                            &(const struct graph_operands){.A = A, .type = C->type, .accum = (int)accum}));
    GRAPH_TRY(graph__check_shape(C, A, !(place.flags & GRAPH_TRANSPOSE_A)));
    GRAPH_TRY(graph__compact_elementwise(&small, C, M, A, !(place.flags & GRAPH_TRANSPOSE_A), NULL, false));
    if (small.is_needed) {
        GRAPH_TRY(graph_transpose(small.C, small.M, accum, small.A, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(make(&T, A, &place));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &T, A->type, false, &place));
done:
    graph__compact_close(&small);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status) ? graph_transpose(C, M, accum, A, &on_cpu)
                                                                    : status;
}
