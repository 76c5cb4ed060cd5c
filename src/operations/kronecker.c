/* C<M> accum= the Kronecker product of A and B. */
#include "base/status.h"
#include "operations/apply.h"
#include "operations/compact/compact_positions.h"
#include "operations/write_back.h"

graph_status graph_kronecker(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                             const graph_matrix *A, const graph_matrix *B, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_operand a = {0}, b = {0};
    struct graph_mask_operand mask = {0};
    struct graph_kronecker_request request = {0};
    struct graph_op_types types;
    graph_matrix *product = NULL;
    bool is_compact;
    graph_status status;
    GRAPH_TRY(graph__check_two(&types, op, C, accum, A, B));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B));
    GRAPH_TRY(graph__place_choose(
        &place, "kronecker", place.backend->kronecker != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){
            .A = A, .B = B, .type = C->type, .op = graph__untyped((int)op), .accum = (int)accum}));
    bool is_A_transposed = place.flags & GRAPH_TRANSPOSE_A, is_B_transposed = place.flags & GRAPH_TRANSPOSE_B;
    /* Dimensions are below 2^31, so that the products fit. */
    int64_t rows = is_A_transposed ? A->columns : A->rows, columns = is_A_transposed ? A->rows : A->columns;
    rows *= is_B_transposed ? B->columns : B->rows;
    columns *= is_B_transposed ? B->rows : B->columns;
    if (C->rows != rows || C->columns != columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "C is %lld x %lld, the product %lld x %lld", (long long)C->rows,
                   (long long)C->columns, (long long)rows, (long long)columns);
    GRAPH_TRY(graph__compact_is_needed(&is_compact, C, A, B));
    if (is_compact) {
        GRAPH_TRY(graph__compact_kronecker(&product, types.z, op, A, is_A_transposed, B, is_B_transposed,
                                           descriptor, graph_kronecker));
        GRAPH_TRY(graph__apply_identity(C, M, accum, product, descriptor));
        goto done;
    }
    GRAPH_TRY(graph__operand_open(&a, A, is_A_transposed, types.x, true, &place));
    GRAPH_TRY(graph__operand_open(&b, B, is_B_transposed, types.y, true, &place));
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    request.A = a.view;
    request.B = b.view;
    struct graph_kernel_op kernel = graph__kernel_op_at(op, types, C->type, &place);
    request.op = kernel.op;
    request.type = kernel.result;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->kronecker(&request));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &request.C, kernel.result, false, &place));
done:
    graph_matrix_release(&product);
    graph__operand_close(&a, &place);
    graph__operand_close(&b, &place);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_kronecker(C, M, accum, op, A, B, &on_cpu)
               : status;
}
