/* Running, judging and shrinking random calls; see random_call.h. */
#include <stdlib.h>

#include "base/memory.h"
#include "contract/semiring.h"
#include "tests/random_call.h"
#include "tests/test.h"

static const struct dense_matrix *operand(const struct call *call, int k)
{
    return call->is_used[k] ? &call->dense[call->object[k]] : NULL;
}

static bool has_flag(const struct call *call, uint32_t flag) { return (call->descriptor.flags & flag) != 0; }

static struct dense_matrix turned(const struct dense_matrix *A, bool is_transposed)
{
    return is_transposed ? dense_transpose(A) : dense_copy(A);
}

static struct dense_matrix expected_vxm(const struct call *call, const struct dense_matrix *A)
{
    struct dense_matrix u = dense_transpose(operand(call, OPERAND_B));
    struct dense_matrix row = dense_product(call->semiring, &u, A), t = dense_transpose(&row);
    dense_release(&u);
    dense_release(&row);
    return t;
}

/* T, for operations that have a C. */
static struct dense_matrix expected_result(const struct call *call, const struct dense_matrix *A,
                                           const struct dense_matrix *B)
{
    const struct dense_matrix *C = operand(call, OPERAND_C);
    graph_type type = C != NULL ? C->type : GRAPH_PATTERN;
    switch (call->kind) {
    case CALL_MXM:
    case CALL_SPGEMM:
    case CALL_MXV:
        return dense_product(call->semiring, A, B);
    case CALL_VXM:
        return expected_vxm(call, A);
    case CALL_CSRMM:
        return dense_csrmm(call->semiring, A, B, has_flag(call, GRAPH_ACCUMULATE) ? C : NULL);
    case CALL_TRANSPOSE:
        return dense_transpose(A);
    case CALL_EWISE_ADD:
    case CALL_VECTOR_EWISE_ADD:
        return dense_ewise_add(call->op, type, A, B);
    case CALL_EWISE_MULT:
    case CALL_VECTOR_EWISE_MULT:
        return dense_ewise_mult(call->op, type, A, B);
    case CALL_APPLY:
    case CALL_VECTOR_APPLY:
        return dense_apply(call->unary, A);
    case CALL_SELECT:
    case CALL_VECTOR_SELECT:
        return dense_select(call->test, A, call->y);
    default: /* CALL_REDUCE_ROWS */
        return dense_reduce_rows(call->op, type, A);
    }
}

struct dense_matrix call_expected(const struct call *call, long double *sum)
{
    bool turns_A = has_flag(call, call->kind == CALL_VXM ? GRAPH_TRANSPOSE_B : GRAPH_TRANSPOSE_A);
    struct dense_matrix A = turned(operand(call, OPERAND_A), turns_A), B = {0}, C = {0}, T = {0};
    if (call->is_used[OPERAND_B])
        B = turned(operand(call, OPERAND_B), call->kind != CALL_VXM && has_flag(call, GRAPH_TRANSPOSE_B));
    *sum = 0;
    if (call->kind == CALL_REDUCE || call->kind == CALL_VECTOR_REDUCE) {
        *sum = dense_reduce(call->op, call->sum_type, &A);
    } else if (call->kind == CALL_SPGEMM || call->kind == CALL_CSRMM) {
        C = expected_result(call, &A, &B);
    } else {
        T = expected_result(call, &A, &B);
        C = dense_copy(operand(call, OPERAND_C));
        dense_write(&C, operand(call, OPERAND_M), call->descriptor.flags, call->accum, &T);
    }
    dense_release(&A);
    dense_release(&B);
    dense_release(&T);
    return C;
}

/* ---- The library's side ---- */

/* The full matrix D in an array of the caller's, with a layout and a wide stride.  Free with free(dense.value). */
static graph_dense dense_argument(const struct dense_matrix *D, graph_layout layout, int stride_more)
{
    int64_t lines = layout == GRAPH_ROW_MAJOR ? D->rows : D->columns;
    int64_t width = layout == GRAPH_ROW_MAJOR ? D->columns : D->rows;
    graph_dense dense = {.size = sizeof dense,
                         .type = D->type,
                         .layout = layout,
                         .rows = (graph_index)D->rows,
                         .columns = (graph_index)D->columns,
                         .stride = stride_more == 0 ? 0 : (graph_index)(width + stride_more),
                         .value = calloc((size_t)(lines * (width + stride_more)) + 1, 8)};
    for (int64_t i = 0; i < D->rows; i++)
        for (int64_t j = 0; j < D->columns; j++) {
            int64_t line = layout == GRAPH_ROW_MAJOR ? i : j, at = layout == GRAPH_ROW_MAJOR ? j : i;
            oracle_store(D->type, dense.value, line * (width + stride_more) + at,
                         D->value[i * D->columns + j]);
        }
    return dense;
}

static bool csrmm_holds(const struct call *call, const struct made_object *made, FILE *stream)
{
    long double unused;
    graph_dense B = dense_argument(operand(call, OPERAND_B), call->B_layout, call->stride_more);
    graph_dense C = dense_argument(operand(call, OPERAND_C), call->C_layout, call->stride_more);
    struct dense_matrix expected = call_expected(call, &unused),
                        got = dense_create(C.type, (int64_t)C.rows, (int64_t)C.columns);
    graph_status status =
        graph_csrmm(&C, call->semiring, made[call->object[OPERAND_A]].matrix, &B, &call->descriptor);
    int64_t stride = (int64_t)(C.layout == GRAPH_ROW_MAJOR ? C.columns : C.rows) + call->stride_more;
    for (int64_t i = 0; i < got.rows; i++)
        for (int64_t j = 0; j < got.columns; j++)
            dense_set(
                &got, i, j,
                oracle_load(C.type, C.value, C.layout == GRAPH_ROW_MAJOR ? i * stride + j : j * stride + i));
    bool holds = status == GRAPH_OK && dense_equals(&expected, &got, call->tolerance, stream);
    if (status != GRAPH_OK && stream != NULL)
        fprintf(stream, "%s \"%s\"\n", graph_status_name(status), graph_last_error());
    free(B.value);
    free(C.value);
    dense_release(&expected);
    dense_release(&got);
    return holds;
}

static graph_status call_library(const struct call *call, const struct made_object *made,
                                 graph_matrix **product, graph_scalar *sum)
{
    graph_matrix *matrix[OPERAND_COUNT];
    graph_vector *vector[OPERAND_COUNT];
    for (int k = 0; k < OPERAND_COUNT; k++) {
        matrix[k] = call->is_used[k] ? made[call->object[k]].matrix : NULL;
        vector[k] = call->is_used[k] ? made[call->object[k]].vector : NULL;
    }
    graph_matrix *C = matrix[0], *A = matrix[1], *B = matrix[2], *M = matrix[3];
    graph_vector *w = vector[0], *u = vector[1], *v = vector[2], *m = vector[3];
    const graph_descriptor *d = &call->descriptor;
    switch (call->kind) {
    case CALL_MXM:
        return graph_mxm(C, M, call->accum, call->semiring, A, B, d);
    case CALL_SPGEMM:
        return graph_spgemm(product, call->semiring, A, B, d);
    case CALL_MXV:
        return graph_mxv(w, m, call->accum, call->semiring, A, v, d);
    case CALL_VXM:
        return graph_vxm(w, m, call->accum, call->semiring, v, A, d);
    case CALL_TRANSPOSE:
        return graph_transpose(C, M, call->accum, A, d);
    case CALL_EWISE_ADD:
        return graph_ewise_add(C, M, call->accum, call->op, A, B, d);
    case CALL_EWISE_MULT:
        return graph_ewise_mult(C, M, call->accum, call->op, A, B, d);
    case CALL_APPLY:
        return graph_apply(C, M, call->accum, call->unary, A, d);
    case CALL_SELECT:
        return graph_select(C, M, call->accum, call->test, A, call->y, d);
    case CALL_REDUCE_ROWS:
        return graph_reduce_rows(w, m, call->accum, call->op, A, d);
    case CALL_REDUCE:
        return graph_reduce(sum, call->sum_type, call->op, A, d);
    case CALL_VECTOR_EWISE_ADD:
        return graph_vector_ewise_add(w, m, call->accum, call->op, u, v, d);
    case CALL_VECTOR_EWISE_MULT:
        return graph_vector_ewise_mult(w, m, call->accum, call->op, u, v, d);
    case CALL_VECTOR_APPLY:
        return graph_vector_apply(w, m, call->accum, call->unary, u, d);
    case CALL_VECTOR_SELECT:
        return graph_vector_select(w, m, call->accum, call->test, u, call->y, d);
    default: /* CALL_VECTOR_REDUCE */
        return graph_vector_reduce(sum, call->sum_type, call->op, u, d);
    }
}

/* A dot product needs a mask that is not complemented. */
static graph_status expected_status(const struct call *call)
{
    bool is_dot = call->descriptor.method == GRAPH_METHOD_ROW_COLUMN;
    return is_dot && (!call->is_used[OPERAND_M] || has_flag(call, GRAPH_MASK_COMPLEMENT))
               ? GRAPH_E_NOT_SUPPORTED
               : GRAPH_OK;
}

static bool sum_holds(const struct call *call, graph_scalar got, long double expected, FILE *stream)
{
    graph_type type = call->sum_type;
    graph_type widest = type == GRAPH_BOOL     ? GRAPH_BOOL
                        : type_is_float(type)  ? GRAPH_FP64
                        : type_is_signed(type) ? GRAPH_INT64
                                               : GRAPH_UINT64;
    bool holds = got.type == widest && oracle_same(expected, oracle_scalar(got), call->tolerance);
    if (!holds && stream != NULL)
        fprintf(stream, "expected %.21Lg (%s), found %.21Lg (%s)\n", expected, graph_type_name(widest),
                oracle_scalar(got), graph_type_name(got.type));
    return holds;
}

static bool object_equals(const struct dense_matrix *expected, const struct made_object *made,
                          double tolerance, FILE *stream)
{
    return made->vector != NULL ? dense_equals_vector(expected, made->vector, tolerance, stream)
                                : dense_equals_matrix(expected, made->matrix, tolerance, stream);
}

static bool outcome_holds(const struct call *call, const struct made_object *made, FILE *stream)
{
    graph_matrix *product = NULL;
    graph_scalar got = graph_int64(0);
    long double sum;
    graph_status wanted = expected_status(call), status = call_library(call, made, &product, &got);
    if (status != wanted) {
        if (stream != NULL)
            fprintf(stream, "%s \"%s\", expected %s\n", graph_status_name(status), graph_last_error(),
                    graph_status_name(wanted));
        graph_matrix_release(&product);
        return false;
    }
    bool holds = true, writes = call->is_used[OPERAND_C] && status == GRAPH_OK;
    struct dense_matrix expected = call_expected(call, &sum);
    if (call->kind == CALL_SPGEMM)
        holds = dense_equals_matrix(&expected, product, call->tolerance, stream);
    else if (writes)
        holds = object_equals(&expected, &made[call->object[OPERAND_C]], call->tolerance, stream);
    else if (status == GRAPH_OK)
        holds = sum_holds(call, got, sum, stream);
    for (int k = 0; k < OPERAND_COUNT && holds; k++) {
        if (!call->is_used[k] || call->object[k] != k || (writes && k == call->object[OPERAND_C]))
            continue;
        holds = object_equals(&call->dense[k], &made[k], 0, stream);
        if (!holds && stream != NULL)
            fprintf(stream, "and that is operand %c, which is not an output\n", "CABM"[k]);
    }
    for (int k = 0; k < OPERAND_COUNT && holds; k++) {
        if (made[k].sharer == NULL)
            continue;
        holds = dense_equals_matrix(&call->dense[k], made[k].sharer, 0, stream);
        if (!holds && stream != NULL)
            fprintf(stream, "and that is the matrix of which operand %c is a copy\n", "CABM"[k]);
    }
    graph_matrix_release(&product);
    dense_release(&expected);
    return holds;
}

/* Makes the objects of a call, but for the dense operands of graph_csrmm. */
static bool make_objects(const struct call *call, struct made_object *made, FILE *stream)
{
    graph_status status = GRAPH_OK;
    for (int k = 0; k < OPERAND_COUNT && status >= 0; k++) {
        bool is_dense = call->kind == CALL_CSRMM && k != OPERAND_A;
        if (!call->is_used[k] || call->object[k] != k || is_dense)
            continue;
        status = make_object(&made[k], &call->dense[k], call->is_vector[k], call->preparation[k], call->seed);
        if (status < 0 && stream != NULL)
            fprintf(stream, "operand %c cannot be made: %s \"%s\"\n", "CABM"[k], graph_status_name(status),
                    graph_last_error());
    }
    return status >= 0;
}

bool call_holds(const struct call *call, FILE *stream)
{
    struct made_object made[OPERAND_COUNT] = {{0}};
    bool holds = make_objects(call, made, stream);
    if (holds)
        holds =
            call->kind == CALL_CSRMM ? csrmm_holds(call, made, stream) : outcome_holds(call, made, stream);
    for (int k = 0; k < OPERAND_COUNT; k++)
        release_object(&made[k]);
    return holds;
}

/* One run with allocation k failing.  *status is what the call returned. */
static bool failure_holds(const struct call *call, const struct made_object *made, int64_t k,
                          graph_status *status, FILE *stream)
{
    graph_matrix *product = NULL;
    graph_scalar sum = graph_int64(-77);
    /* Alone for odd seeds: nothing after it reports what it left undone. */
    if (call->seed % 2 != 0)
        graph__memory_fail_only(k);
    else
        graph__memory_fail_at(k);
    *status = call_library(call, made, &product, &sum);
    graph__memory_fail_at(0);
    if (*status != GRAPH_E_MEMORY) {
        graph_matrix_release(&product);
        return *status == expected_status(call);
    }
    bool holds = product == NULL && sum.type == GRAPH_INT64 && sum.value.i == -77;
    for (int o = 0; o < OPERAND_COUNT && holds; o++)
        if (call->is_used[o] && call->object[o] == o)
            holds = object_equals(&call->dense[o], &made[o], 0, stream);
    return holds;
}

bool call_survives(const struct call *call, FILE *stream)
{
    struct made_object made[OPERAND_COUNT] = {{0}};
    int64_t blocks = graph__memory_blocks();
    graph_status status = GRAPH_E_MEMORY;
    bool holds = make_objects(call, made, stream);
    for (int64_t k = 1; holds && status == GRAPH_E_MEMORY; k++) {
        holds = failure_holds(call, made, k, &status, stream);
        if (!holds && stream != NULL)
            fprintf(stream, "with allocation %lld failing: %s \"%s\"\n", (long long)k,
                    graph_status_name(status), graph_last_error());
    }
    long double sum;
    struct dense_matrix expected = call_expected(call, &sum);
    if (holds && status == GRAPH_OK && call->is_used[OPERAND_C])
        holds = object_equals(&expected, &made[call->object[OPERAND_C]], call->tolerance, stream);
    dense_release(&expected);
    for (int k = 0; k < OPERAND_COUNT; k++)
        release_object(&made[k]);
    if (graph__memory_blocks() != blocks && stream != NULL)
        fprintf(stream, "%lld blocks are left\n", (long long)(graph__memory_blocks() - blocks));
    return holds && graph__memory_blocks() == blocks;
}
