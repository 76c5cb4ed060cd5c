/* What the definition says of a random call; see random_call.h. */
#include "contract/semiring.h"
#include "tests/support/random_call.h"

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
    const struct index_choice *list = call->list;
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
    case CALL_EWISE_UNION:
    case CALL_VECTOR_EWISE_UNION:
        return dense_ewise_union(call->op, type, A, call->x, B, call->y);
    case CALL_APPLY:
    case CALL_VECTOR_APPLY:
        return dense_apply(call->unary, A);
    case CALL_APPLY_FIRST:
    case CALL_VECTOR_APPLY_FIRST:
        return dense_apply_first(call->op, type, call->x, A);
    case CALL_APPLY_SECOND:
    case CALL_VECTOR_APPLY_SECOND:
        return dense_apply_second(call->op, type, A, call->y);
    case CALL_APPLY_INDEX:
    case CALL_VECTOR_APPLY_INDEX:
        return dense_apply_index(call->position, A, call->y);
    case CALL_SELECT:
    case CALL_VECTOR_SELECT:
        return dense_select(call->test, A, call->y);
    case CALL_KRONECKER:
        return dense_kronecker(call->op, type, A, B);
    case CALL_EXTRACT:
    case CALL_VECTOR_EXTRACT:
        return dense_extract(A, list[0].index, list[0].count, list[1].index, list[1].count);
    case CALL_EXTRACT_COLUMN:
        return dense_extract(A, list[0].index, list[0].count, &call->at[1], 1);
    default: /* CALL_REDUCE_ROWS */
        return dense_reduce_rows(call->op, type, A);
    }
}

/* An assignment makes Z itself of C. */
static bool is_assignment(enum call_kind kind)
{
    return (kind >= CALL_ASSIGN && kind <= CALL_ASSIGN_COLUMN) || kind == CALL_VECTOR_ASSIGN ||
           kind == CALL_VECTOR_ASSIGN_SCALAR;
}

static struct dense_matrix expected_assignment(const struct call *call, const struct dense_matrix *A)
{
    const struct dense_matrix *M = operand(call, OPERAND_M);
    const struct index_choice *list = call->list;
    bool is_row = call->kind == CALL_ASSIGN_ROW, is_line = is_row || call->kind == CALL_ASSIGN_COLUMN;
    struct dense_matrix C = dense_copy(operand(call, OPERAND_C));
    struct dense_matrix part = is_row    ? dense_extract(&C, &call->at[0], 1, NULL, C.columns)
                               : is_line ? dense_extract(&C, NULL, C.rows, &call->at[1], 1)
                                         : dense_copy(&C);
    struct dense_matrix line = is_row ? dense_transpose(&part) : dense_copy(&part);
    struct dense_matrix Z = dense_assign(&line, call->accum, A, call->x, list[0].index, list[0].count,
                                         list[1].index, list[1].count);
    dense_write(&line, M, call->descriptor.flags, GRAPH_NO_OP, &Z);
    for (int64_t i = 0; i < line.rows; i++)
        for (int64_t j = 0; j < line.columns; j++) {
            int64_t to = is_row    ? (int64_t)call->at[0] * C.columns + i
                         : is_line ? i * C.columns + (int64_t)call->at[1]
                                   : i * C.columns + j;
            C.present[to] = line.present[i * line.columns + j];
            C.value[to] = line.value[i * line.columns + j];
        }
    dense_release(&part);
    dense_release(&line);
    dense_release(&Z);
    return C;
}

static bool is_get(enum call_kind kind) { return kind == CALL_MATRIX_GET || kind == CALL_VECTOR_GET; }

static int64_t position(const struct call *call)
{
    const struct dense_matrix *A = operand(call, OPERAND_A);
    return (int64_t)call->at[0] * A->columns + (int64_t)call->at[1];
}

/* The code of the operator of the call, of any kind; 0 if it has none. */
static int operator_of(const struct call *call)
{
    switch (call_traits[call->kind].with) {
    case 'o':
    case 'm':
        return (int)call->op;
    case 'u':
        return (int)call->unary;
    case 't':
        return (int)call->test;
    case 'i':
        return (int)call->position;
    default:
        return 0;
    }
}

/* Whether all operators of the call are defined on the types that they get. */
static bool has_operators(const struct call *call)
{
    const struct dense_matrix *A = operand(call, OPERAND_A), *C = operand(call, OPERAND_C);
    char with = call_traits[call->kind].with;
    bool is_user_test = (int)call->test >= GRAPH_OWN_OPS;
    if (call_has_write_rule(call) && call->accum != GRAPH_NO_OP && !oracle_has_op(call->accum, C->type))
        return false;
    if (with == 'm' && !oracle_is_monoid_on(call->op, C != NULL ? C->type : call->sum_type))
        return false;
    if (with == 't' && !is_user_test && call->test >= GRAPH_VALUE_EQ && call->test <= GRAPH_VALUE_GE)
        return !oracle_is_user(A->type);
    return with == 'o' ? oracle_has_op(call->op, C->type)
                       : with != 'u' || oracle_has_unary(call->unary, A->type);
}

/* Whether values of type T go into C through mask and accumulator. */
static bool can_write(const struct call *call, graph_type T, graph_type C)
{
    const struct dense_matrix *M = operand(call, OPERAND_M);
    const struct oracle_types user = oracle_types((int)call->accum, C);
    if (M != NULL && !has_flag(call, GRAPH_MASK_STRUCTURE) && oracle_is_user(M->type))
        return false;
    if (!oracle_converts(T, C))
        return false;
    return (int)call->accum < GRAPH_OWN_OPS || C == GRAPH_PATTERN ||
           (oracle_converts(C, user.x) && oracle_converts(T, user.y) && oracle_converts(user.z, C));
}

/* Whether a function of entries takes values of type A, and y; *z = the type of what it gives. */
static bool can_call_entry_function(graph_type *z, int code, bool is_test, graph_type A, graph_type y)
{
    const bool is_other = oracle_is_of_other_kind(code);
    const int op = is_other ? (int)GRAPH_INDEX_OP_OF_TEST(code) : code;
    const struct oracle_types types = oracle_types(op, GRAPH_INT64);
    const bool is_user = op >= (int)GRAPH_OWN_OPS && op < (int)GRAPH_OWN_OPS_END, tests = is_test != is_other;
    const bool tests_values = tests && !is_user && oracle_plain(op) >= (int)GRAPH_VALUE_EQ &&
                              oracle_plain(op) <= (int)GRAPH_VALUE_GE;
    *z = tests ? GRAPH_BOOL : types.z;
    return oracle_converts(y, is_user ? types.y : GRAPH_INT64) && (!is_user || oracle_converts(A, types.x)) &&
           (!tests_values || !oracle_is_user(A)) && (!is_test || oracle_converts(*z, GRAPH_BOOL));
}

/* Whether the operands of the call convert to what its operator or semiring takes; *T = the type of the result. */
static bool can_compute(const struct call *call, graph_type A, graph_type B, graph_type C, graph_type *T)
{
    const struct oracle_types types = oracle_types(operator_of(call), C);
    const graph_semiring *s = call->semiring;
    bool is_first = call->kind == CALL_APPLY_FIRST || call->kind == CALL_VECTOR_APPLY_FIRST;
    bool is_second = call->kind == CALL_APPLY_SECOND || call->kind == CALL_VECTOR_APPLY_SECOND;
    bool is_user = operator_of(call) >= GRAPH_OWN_OPS;
    *T = types.z;
    switch (call_traits[call->kind].with) {
    case 's':
        *T = s->type;
        if (call->kind == CALL_VXM)
            return oracle_converts(B, s->x_type) && oracle_converts(A, s->y_type);
        return oracle_converts(A, s->x_type) && oracle_converts(B, s->y_type);
    case 'o':
        if (is_first)
            return oracle_converts(call->x.type, types.x) && oracle_converts(A, types.y);
        if (is_second)
            return oracle_converts(call->y.type, types.y) && oracle_converts(A, types.x);
        if ((call->kind == CALL_EWISE_ADD || call->kind == CALL_VECTOR_EWISE_ADD) &&
            !(oracle_converts(A, types.z) && oracle_converts(B, types.z)))
            return false;
        if ((call->kind == CALL_EWISE_UNION || call->kind == CALL_VECTOR_EWISE_UNION) &&
            !(oracle_converts(call->x.type, types.x) && oracle_converts(call->y.type, types.y)))
            return false;
        return oracle_converts(A, types.x) && oracle_converts(B, types.y);
    case 'u':
        *T = oracle_types((int)call->unary, A == GRAPH_PATTERN ? GRAPH_BOOL : A).z;
        return !is_user || oracle_converts(A, types.x);
    case 'i':
        return can_call_entry_function(T, operator_of(call), false, A, call->y.type);
    case 't':
        if (!can_call_entry_function(T, operator_of(call), true, A, call->y.type))
            return false;
        *T = A;
        return true;
    case 'm':
        *T = call->kind == CALL_REDUCE_ROWS ? types.z : call->sum_type;
        if (is_user && oracle_type_of(operator_of(call)) != GRAPH_PATTERN) /* the sum converts */
            return oracle_converts(A, types.z) && (oracle_converts(types.z, *T));
        return oracle_converts(A, *T) && (call->kind == CALL_REDUCE_ROWS || !is_user || types.z == *T);
    default: /* parts */
        *T = A;
        if (call->kind == CALL_ASSIGN_SCALAR || call->kind == CALL_VECTOR_ASSIGN_SCALAR) {
            *T = call->x.type;
            return oracle_converts(call->x.type, C);
        }
        if (is_assignment(call->kind))
            return oracle_converts(A, C);
        return oracle_converts(A, *T);
    }
}

static bool has_types(const struct call *call)
{
    const struct dense_matrix *A = operand(call, OPERAND_A), *B = operand(call, OPERAND_B),
                              *C = operand(call, OPERAND_C);
    graph_type none = GRAPH_INT8, T;
    if (is_get(call->kind))
        return true;
    if (!can_compute(call, A != NULL ? A->type : none, B != NULL ? B->type : none,
                     C != NULL ? C->type : call->sum_type, &T))
        return false;
    return !call_has_write_rule(call) || can_write(call, T, C->type);
}

graph_status call_expected_status(const struct call *call)
{
    if (!has_operators(call))
        return GRAPH_E_DOMAIN;
    if (!has_types(call))
        return GRAPH_E_DOMAIN;
    return is_get(call->kind) && !operand(call, OPERAND_A)->present[position(call)] ? GRAPH_NO_VALUE
                                                                                    : GRAPH_OK;
}

struct dense_matrix call_expected(const struct call *call, long double *sum)
{
    bool turns_A = has_flag(call, call->kind == CALL_VXM ? GRAPH_TRANSPOSE_B : GRAPH_TRANSPOSE_A);
    struct dense_matrix A = {0}, B = {0}, C = {0}, T = {0};
    if (call->is_used[OPERAND_A])
        A = turned(operand(call, OPERAND_A), turns_A);
    if (call->is_used[OPERAND_B])
        B = turned(operand(call, OPERAND_B), call->kind != CALL_VXM && has_flag(call, GRAPH_TRANSPOSE_B));
    *sum = 0;
    if (call->kind == CALL_REDUCE || call->kind == CALL_VECTOR_REDUCE) {
        *sum = dense_reduce(call->op, call->sum_type, &A);
    } else if (is_get(call->kind)) {
        *sum = A.value[position(call)];
    } else if (call->kind == CALL_SPGEMM || call->kind == CALL_CSRMM) {
        C = expected_result(call, &A, &B);
    } else if (is_assignment(call->kind)) {
        C = expected_assignment(call, call->is_used[OPERAND_A] ? &A : NULL);
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

static void fit(graph_scalar *x, graph_type type)
{
    if (type == GRAPH_PATTERN || type == GRAPH_BOOL || type_is_float(type) || oracle_is_user(type) ||
        oracle_is_user(x->type))
        return;
    long double value = oracle_scalar(*x), held = oracle_cast(value, x->type, type);
    if (!oracle_same(value, held, 0))
        *x = type_is_signed(type) ? graph_int64((int64_t)held) : graph_uint64((uint64_t)held);
}

void call_fit_scalars(struct call *call)
{
    const struct dense_matrix *A = operand(call, OPERAND_A), *B = operand(call, OPERAND_B),
                              *C = operand(call, OPERAND_C);
    const graph_type a = A != NULL ? A->type : GRAPH_PATTERN, c = C != NULL ? C->type : GRAPH_PATTERN;
    graph_type type;
    bool is_test = call->kind == CALL_SELECT || call->kind == CALL_VECTOR_SELECT, is_value_test;
    int op;
    switch (call->kind) {
    case CALL_ASSIGN_SCALAR:
    case CALL_VECTOR_ASSIGN_SCALAR:
        if (c == GRAPH_PATTERN && !oracle_is_user(call->x.type))
            call->x = graph_bool(true);
        if (call->accum == GRAPH_NO_OP) /* else it takes part as it is */
            fit(&call->x, c);
        break;
    case CALL_APPLY_FIRST:
    case CALL_VECTOR_APPLY_FIRST:
        type = oracle_working_type_with(call->op, oracle_working_type(call->op, c, a, a), call->x);
        fit(&call->x, oracle_types((int)call->op, type).x);
        break;
    case CALL_APPLY_SECOND:
    case CALL_VECTOR_APPLY_SECOND:
        type = oracle_working_type_with(call->op, oracle_working_type(call->op, c, a, a), call->y);
        fit(&call->y, oracle_types((int)call->op, type).y);
        break;
    case CALL_EWISE_UNION:
    case CALL_VECTOR_EWISE_UNION:
        type = oracle_working_type(call->op, c, a, B != NULL ? B->type : a);
        type = oracle_working_type_with(call->op, oracle_working_type_with(call->op, type, call->x), call->y);
        fit(&call->x, oracle_types((int)call->op, type).x);
        fit(&call->y, oracle_types((int)call->op, type).y);
        break;
    case CALL_SELECT:
    case CALL_VECTOR_SELECT:
    case CALL_APPLY_INDEX:
    case CALL_VECTOR_APPLY_INDEX:
        op = operator_of(call);
        if (oracle_is_of_other_kind(op)) {
            op = (int)GRAPH_INDEX_OP_OF_TEST(op);
            is_test = !is_test;
        }
        is_value_test =
            is_test && oracle_plain(op) >= (int)GRAPH_VALUE_EQ && oracle_plain(op) <= (int)GRAPH_VALUE_GE;
        if (op >= (int)GRAPH_OWN_OPS && op < (int)GRAPH_OWN_OPS_END)
            fit(&call->y, oracle_types(op, a).y);
        else if (!is_value_test)
            fit(&call->y, GRAPH_INT64);
        break;
    default:
        break;
    }
}
