/* Running, judging and shrinking random calls; see random_call.h. */
#include <stdlib.h>

#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "contract/semiring.h"
#include "tests/support/user.h"
#include "tests/support/random_call.h"
#include "tests/support/test.h"

static const struct dense_matrix *operand(const struct call *call, int k)
{
    return call->is_used[k] ? &call->dense[call->object[k]] : NULL;
}

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
                         .value = calloc((size_t)(lines * (width + stride_more)) + 1, oracle_bytes(D->type))};
    for (int64_t i = 0; i < D->rows; i++)
        for (int64_t j = 0; j < D->columns; j++) {
            int64_t line = layout == GRAPH_ROW_MAJOR ? i : j, at = layout == GRAPH_ROW_MAJOR ? j : i;
            oracle_store(D->type, dense.value, line * (width + stride_more) + at,
                         D->value[i * D->columns + j]);
        }
    return dense;
}

/* What a call gave. */
struct result {
    struct dense_matrix C; /* empty where there is none */
    graph_scalar sum;
};

static bool csrmm_holds(const struct call *call, const struct made_object *made, struct result *result,
                        FILE *stream)
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
    result->C = got;
    return holds;
}

/* The number of GRAPH_ALL is not read. */
static graph_index count_of(const struct index_choice *list)
{
    return list->index != NULL ? (graph_index)list->count : 0;
}

static graph_status call_on_vectors(const struct call *call, graph_vector *const *vector, graph_scalar *sum)
{
    graph_vector *w = vector[0], *u = vector[1], *v = vector[2], *m = vector[3];
    const graph_descriptor *d = &call->descriptor;
    const graph_index *index = call->list[0].index;
    graph_index count = count_of(&call->list[0]);
    graph_op accum = call->accum, op = call->op;
    switch (call->kind) {
    case CALL_VECTOR_EWISE_ADD:
        return graph_vector_ewise_add(w, m, accum, op, u, v, d);
    case CALL_VECTOR_EWISE_MULT:
        return graph_vector_ewise_mult(w, m, accum, op, u, v, d);
    case CALL_VECTOR_EWISE_UNION:
        return graph_vector_ewise_union(w, m, accum, op, u, call->x, v, call->y, d);
    case CALL_VECTOR_APPLY:
        return graph_vector_apply(w, m, accum, call->unary, u, d);
    case CALL_VECTOR_APPLY_FIRST:
        return graph_vector_apply_first(w, m, accum, op, call->x, u, d);
    case CALL_VECTOR_APPLY_SECOND:
        return graph_vector_apply_second(w, m, accum, op, u, call->y, d);
    case CALL_VECTOR_APPLY_INDEX:
        return graph_vector_apply_index(w, m, accum, call->position, u, call->y, d);
    case CALL_VECTOR_SELECT:
        return graph_vector_select(w, m, accum, call->test, u, call->y, d);
    case CALL_VECTOR_REDUCE:
        return graph_vector_reduce(sum, call->sum_type, op, u, d);
    case CALL_VECTOR_EXTRACT:
        return graph_vector_extract(w, m, accum, u, index, count, d);
    case CALL_VECTOR_ASSIGN:
        return graph_vector_assign(w, m, accum, u, index, count, d);
    case CALL_VECTOR_ASSIGN_SCALAR:
        return graph_vector_assign_scalar(w, m, accum, call->x, index, count, d);
    default: /* CALL_VECTOR_GET */
        return graph_vector_get(sum, u, call->at[0]);
    }
}

/* Operations on parts of matrices. */
static graph_status call_on_parts(const struct call *call, graph_matrix *const *matrix,
                                  graph_vector *const *vector, graph_scalar *sum)
{
    graph_matrix *C = matrix[0], *A = matrix[1], *M = matrix[3];
    graph_vector *w = vector[0], *u = vector[1], *m = vector[3];
    const graph_descriptor *d = &call->descriptor;
    const graph_index *rows = call->list[0].index, *columns = call->list[1].index;
    graph_index row_count = count_of(&call->list[0]), column_count = count_of(&call->list[1]);
    graph_op accum = call->accum;
    switch (call->kind) {
    case CALL_EXTRACT:
        return graph_extract(C, M, accum, A, rows, row_count, columns, column_count, d);
    case CALL_EXTRACT_COLUMN:
        return graph_extract_column(w, m, accum, A, rows, row_count, call->at[1], d);
    case CALL_ASSIGN:
        return graph_assign(C, M, accum, A, rows, row_count, columns, column_count, d);
    case CALL_ASSIGN_SCALAR:
        return graph_assign_scalar(C, M, accum, call->x, rows, row_count, columns, column_count, d);
    case CALL_ASSIGN_ROW:
        return graph_assign_row(C, m, accum, u, call->at[0], rows, row_count, d);
    case CALL_ASSIGN_COLUMN:
        return graph_assign_column(C, m, accum, u, rows, row_count, call->at[1], d);
    default: /* CALL_MATRIX_GET */
        return graph_matrix_get(sum, A, call->at[0], call->at[1]);
    }
}

static graph_status call_with_arguments(const struct call *call, const struct made_object *made,
                                        graph_matrix **product, graph_scalar *sum)
{
    graph_matrix *matrix[OPERAND_COUNT];
    graph_vector *vector[OPERAND_COUNT];
    for (int k = 0; k < OPERAND_COUNT; k++) {
        matrix[k] = call->is_used[k] ? made[call->object[k]].matrix : NULL;
        vector[k] = call->is_used[k] ? made[call->object[k]].vector : NULL;
    }
    graph_matrix *C = matrix[0], *A = matrix[1], *B = matrix[2], *M = matrix[3];
    graph_vector *w = vector[0], *v = vector[2], *m = vector[3];
    const graph_descriptor *d = &call->descriptor;
    graph_op accum = call->accum, op = call->op;
    if (call->kind >= CALL_VECTOR_EWISE_ADD)
        return call_on_vectors(call, vector, sum);
    switch (call->kind) {
    case CALL_MXM:
        return graph_mxm(C, M, accum, call->semiring, A, B, d);
    case CALL_SPGEMM:
        return graph_spgemm(product, call->semiring, A, B, d);
    case CALL_MXV:
        return graph_mxv(w, m, accum, call->semiring, A, v, d);
    case CALL_VXM:
        return graph_vxm(w, m, accum, call->semiring, v, A, d);
    case CALL_TRANSPOSE:
        return graph_transpose(C, M, accum, A, d);
    case CALL_EWISE_ADD:
        return graph_ewise_add(C, M, accum, op, A, B, d);
    case CALL_EWISE_MULT:
        return graph_ewise_mult(C, M, accum, op, A, B, d);
    case CALL_EWISE_UNION:
        return graph_ewise_union(C, M, accum, op, A, call->x, B, call->y, d);
    case CALL_APPLY:
        return graph_apply(C, M, accum, call->unary, A, d);
    case CALL_APPLY_FIRST:
        return graph_apply_first(C, M, accum, op, call->x, A, d);
    case CALL_APPLY_SECOND:
        return graph_apply_second(C, M, accum, op, A, call->y, d);
    case CALL_APPLY_INDEX:
        return graph_apply_index(C, M, accum, call->position, A, call->y, d);
    case CALL_SELECT:
        return graph_select(C, M, accum, call->test, A, call->y, d);
    case CALL_REDUCE_ROWS:
        return graph_reduce_rows(w, m, accum, op, A, d);
    case CALL_REDUCE:
        return graph_reduce(sum, call->sum_type, op, A, d);
    case CALL_KRONECKER:
        return graph_kronecker(C, M, accum, op, A, B, d);
    default:
        return call_on_parts(call, matrix, vector, sum);
    }
}

static graph_status call_library(const struct call *call, const struct made_object *made,
                                 graph_matrix **product, graph_scalar *sum)
{
    struct call given = call_arguments(call);
    graph_status status = call_with_arguments(&given, made, product, sum);
    free(given.list[0].index);
    free(given.list[1].index);
    return status;
}

/* What the output must be afterwards, on its grid. */
static struct dense_matrix expected_output(const struct call *call, long double *sum)
{
    struct dense_matrix expected = call_expected(call, sum);
    if (call->kind == CALL_SPGEMM)
        expected.row_step = expected.column_step = call->stretch;
    else if (call->is_used[OPERAND_C]) {
        expected.row_step = operand(call, OPERAND_C)->row_step;
        expected.column_step = operand(call, OPERAND_C)->column_step;
    }
    return expected;
}

static bool sum_holds(const struct call *call, graph_scalar got, long double expected, FILE *stream)
{
    graph_type type = call->sum_type;
    graph_type widest = oracle_is_user(type)   ? type
                        : type == GRAPH_BOOL   ? GRAPH_BOOL
                        : type_is_float(type)  ? GRAPH_FP64
                        : type_is_signed(type) ? GRAPH_INT64
                                               : GRAPH_UINT64;
    bool holds = got.type == widest && oracle_same(expected, oracle_scalar(got), call->tolerance);
    if (!holds && stream != NULL)
        fprintf(stream, "expected %.21Lg (%s), found %.21Lg (%s)\n", expected, graph_type_name(widest),
                oracle_scalar(got), graph_type_name(got.type));
    return holds;
}

/* A scalar as a call takes it for its result: -77, or room for a value of a type of the user's. */
static graph_scalar blank_scalar(graph_type type, unsigned char *room)
{
    memset(room, 0, USER_VALUE_BYTES);
    return oracle_is_user(type) ? graph_own(type, room) : graph_int64(-77);
}

static bool is_blank(graph_scalar x)
{
    if (!oracle_is_user(x.type))
        return x.type == GRAPH_INT64 && x.value.i == -77;
    const unsigned char *byte = x.value.own;
    for (size_t k = 0; k < graph_type_size(x.type); k++)
        if (byte[k] != 0)
            return false;
    return true;
}

static bool object_equals(const struct dense_matrix *expected, const struct made_object *made,
                          double tolerance, FILE *stream)
{
    return made->vector != NULL ? dense_equals_vector(expected, made->vector, tolerance, stream)
                                : dense_equals_matrix(expected, made->matrix, tolerance, stream);
}

static struct dense_matrix dense_of_object(const struct made_object *made)
{
    return made->vector != NULL ? dense_of_vector(made->vector) : dense_of_matrix(made->matrix);
}

/* Reads some single positions. */
static bool positions_hold(const struct call *call, const struct dense_matrix *expected,
                           const struct made_object *made, FILE *stream)
{
    uint64_t seed = call->seed;
    for (int64_t k = 0, positions = expected->rows * expected->columns; k < 3 && positions > 0; k++) {
        int64_t at = (int64_t)(test_random(&seed) % (uint64_t)positions);
        graph_index i = (graph_index)(at / expected->columns) * dense_step(expected->row_step);
        graph_index j = (graph_index)(at % expected->columns) * dense_step(expected->column_step);
        unsigned char room[USER_VALUE_BYTES];
        graph_scalar x = blank_scalar(expected->type, room);
        graph_status status = made->vector != NULL ? graph_vector_get(&x, made->vector, i)
                                                   : graph_matrix_get(&x, made->matrix, i, j);
        if (expected->present[at]
                ? status == GRAPH_OK && oracle_same(expected->value[at], oracle_scalar(x), call->tolerance)
                : status == GRAPH_NO_VALUE)
            continue;
        if (stream != NULL)
            fprintf(stream, "(%llu, %llu) read alone: %s\n", (unsigned long long)i, (unsigned long long)j,
                    status == GRAPH_OK ? "another value" : graph_status_name(status));
        return false;
    }
    return true;
}

static int64_t calls_of_kind[CALL_KIND_COUNT], calls_there[CALL_KIND_COUNT];

void call_print_places(FILE *stream)
{
    fprintf(stream, "calls that ran on the back end %s:", graph_backend_name(test_backend()));
    for (int kind = 0; kind < CALL_KIND_COUNT; kind++)
        if (calls_of_kind[kind] > 0)
            fprintf(stream, "%s%s %lld/%lld", kind % 4 == 0 ? "\n    " : ", ", call_traits[kind].name,
                    (long long)calls_there[kind], (long long)calls_of_kind[kind]);
    fprintf(stream, "\n");
}

static bool outcome_holds(const struct call *call, const struct made_object *made, struct result *result,
                          FILE *stream)
{
    graph_matrix *product = NULL;
    static unsigned char room[USER_VALUE_BYTES]; /* what the result points to */
    graph_scalar got = blank_scalar(call->sum_type, room);
    long double sum;
    graph_status wanted = call_expected_status(call), status = call_library(call, made, &product, &got);
    if (call->descriptor.backend == test_backend()) {
        calls_of_kind[call->kind]++;
        calls_there[call->kind] += graph_backend_used() == test_backend();
    }
    if (status != wanted) {
        if (stream != NULL)
            fprintf(stream, "%s \"%s\", expected %s\n", graph_status_name(status), graph_last_error(),
                    graph_status_name(wanted));
        graph_matrix_release(&product);
        return false;
    }
    bool holds = true, writes = call->is_used[OPERAND_C] && status == GRAPH_OK;
    struct dense_matrix expected = {0};
    if (status >= 0)
        expected = expected_output(call, &sum);
    if (status < 0)
        holds = is_blank(got);
    else if (call->kind == CALL_SPGEMM)
        holds = dense_equals_matrix(&expected, product, call->tolerance, stream);
    else if (writes)
        holds = positions_hold(call, &expected, &made[call->object[OPERAND_C]], stream) &&
                object_equals(&expected, &made[call->object[OPERAND_C]], call->tolerance, stream);
    else if (status == GRAPH_OK)
        holds = sum_holds(call, got, sum, stream);
    else
        holds = is_blank(got);
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
    result->sum = got;
    /* Stretched objects have no dense form: each back end's was compared with the oracle. */
    bool is_compared = holds && status >= 0 && test_backend() != GRAPH_BACKEND_CPU && call->stretch == 0;
    if (is_compared && call->kind == CALL_SPGEMM)
        result->C = dense_of_matrix(product);
    else if (is_compared && writes)
        result->C = dense_of_object(&made[call->object[OPERAND_C]]);
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

/* Lets the library choose forms as the call wants it. */
static void choose_forms(const struct call *call)
{
    graph__hypersparse_least = call->share != 0 ? 0 : 1 << 16;
    graph__hypersparse_share = call->share != 0 ? call->share : 16;
}

/* One run against the oracle. */
static bool run_holds(const struct call *call, struct result *result, FILE *stream)
{
    struct made_object made[OPERAND_COUNT] = {{0}};
    *result = (struct result){.sum = graph_int64(0)};
    bool holds = make_objects(call, made, stream);
    if (holds)
        holds = call->kind == CALL_CSRMM ? csrmm_holds(call, made, result, stream)
                                         : outcome_holds(call, made, result, stream);
    for (int k = 0; k < OPERAND_COUNT; k++)
        release_object(&made[k]);
    return holds;
}

/* Two runs, each within the tolerance of the oracle. */
static bool same_result(const struct call *call, const struct result *x, const struct result *y, FILE *stream)
{
    if (oracle_is_user(x->sum.type))
        return true; /* each was compared with the oracle, exactly */
    bool is_same = x->C.present != NULL
                       ? dense_equals(&x->C, &y->C, 2 * call->tolerance, stream)
                       : oracle_same(oracle_scalar(x->sum), oracle_scalar(y->sum), 2 * call->tolerance);
    if (!is_same && stream != NULL)
        fprintf(stream, "and that is where the CPU and %s differ\n",
                graph_backend_name(call->descriptor.backend));
    return is_same;
}

static bool results_hold(const struct call *call, FILE *stream)
{
    struct result here, there;
    bool holds = run_holds(call, &there, stream);
    if (holds && call->descriptor.backend != GRAPH_BACKEND_CPU) {
        struct call on_cpu = *call;
        on_cpu.descriptor.backend = GRAPH_BACKEND_CPU;
        holds = run_holds(&on_cpu, &here, stream) && same_result(call, &here, &there, stream);
        dense_release(&here.C);
    }
    dense_release(&there.C);
    return holds;
}

/* What a first call stores for later ones may stay; a second one must leave nothing. */
bool call_holds(const struct call *call, FILE *stream)
{
    user_open();
    choose_forms(call);
    const int64_t blocks = graph__memory_blocks();
    bool holds = results_hold(call, stream);
    if (holds && graph__memory_blocks() != blocks && call->descriptor.backend == GRAPH_BACKEND_CPU) {
        const int64_t stored = graph__memory_blocks();
        holds = results_hold(call, stream) && graph__memory_blocks() == stored;
        if (!holds && stream != NULL)
            fprintf(stream, "%lld blocks are left\n", (long long)(graph__memory_blocks() - stored));
    }
    return holds;
}

/* One run with allocation k failing.  *status is what the call returned. */
static bool failure_holds(const struct call *call, const struct made_object *made, int64_t k,
                          graph_status *status, FILE *stream)
{
    graph_matrix *product = NULL;
    unsigned char room[USER_VALUE_BYTES];
    graph_scalar sum = blank_scalar(call->sum_type, room);
    /* Alone for odd seeds: nothing after it reports what it did not do. */
    if (call->seed % 2 != 0)
        graph__memory_fail_only(k);
    else
        graph__memory_fail_at(k);
    *status = call_library(call, made, &product, &sum);
    graph__memory_fail_at(0);
    if (!test_is_out_of_memory(*status)) {
        graph_matrix_release(&product);
        return *status == call_expected_status(call);
    }
    bool holds = product == NULL && is_blank(sum);
    for (int o = 0; o < OPERAND_COUNT && holds; o++)
        if (call->is_used[o] && call->object[o] == o)
            holds = object_equals(&call->dense[o], &made[o], 0, stream);
    return holds;
}

bool call_survives(const struct call *call, FILE *stream)
{
    struct made_object made[OPERAND_COUNT] = {{0}};
    user_open();
    int64_t blocks = graph__memory_blocks();
    graph_status status = GRAPH_E_MEMORY;
    choose_forms(call);
    bool holds = make_objects(call, made, stream);
    for (int64_t k = 1; holds && test_is_out_of_memory(status); k++) {
        holds = failure_holds(call, made, k, &status, stream);
        if (!holds && stream != NULL)
            fprintf(stream, "with allocation %lld failing: %s \"%s\"\n", (long long)k,
                    graph_status_name(status), graph_last_error());
    }
    if (holds && status == GRAPH_OK && call->is_used[OPERAND_C]) {
        long double sum;
        struct dense_matrix expected = expected_output(call, &sum);
        holds = object_equals(&expected, &made[call->object[OPERAND_C]], call->tolerance, stream);
        dense_release(&expected);
    }
    for (int k = 0; k < OPERAND_COUNT; k++)
        release_object(&made[k]);
    if (graph__memory_blocks() != blocks && stream != NULL)
        fprintf(stream, "%lld blocks are left\n", (long long)(graph__memory_blocks() - blocks));
    return holds && graph__memory_blocks() == blocks;
}
