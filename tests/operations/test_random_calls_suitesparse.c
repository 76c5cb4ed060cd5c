/* Random calls against SuiteSparse:GraphBLAS, which judges the library and the oracle at once: every operation that is
 * there too, with masks, accumulators and all flags, over four types and 15 semirings of each, and over bool.
 *
 *     test_random_calls_suitesparse [calls [seed]]
 *
 * All operands of a call have one type, since the conversions of the two libraries differ where C leaves them open.
 * The diagonal index j - i + k of the standard is j - (i + k) there: k turns its sign.
 * There is no -0: as an entry of a mask it is false here, as C converts it, and true in SuiteSparse 7.4. */
#include <GraphBLAS.h>

#include "contract/semiring.h"
#include "tests/support/random_call.h"
#include "tests/support/test.h"

/* What the operators of one type are called there; NULL where there is none. */
struct reference_type {
    graph_type type;
    GrB_Type *reference;
    GrB_BinaryOp *op[GRAPH_OP_COUNT];
    GrB_Monoid *monoid[GRAPH_OP_COUNT];
    GrB_UnaryOp *unary[GRAPH_UNARY_OP_COUNT];
    GrB_IndexUnaryOp *test[GRAPH_SELECT_OP_COUNT];
};

#define POSITION_TESTS                                                                                       \
    [GRAPH_TRIL] = &GrB_TRIL, [GRAPH_TRIU] = &GrB_TRIU, [GRAPH_DIAGONAL] = &GrB_DIAG,                        \
    [GRAPH_OFFDIAGONAL] = &GrB_OFFDIAG, [GRAPH_ROW_LE] = &GrB_ROWLE, [GRAPH_ROW_GT] = &GrB_ROWGT,            \
    [GRAPH_COLUMN_LE] = &GrB_COLLE, [GRAPH_COLUMN_GT] = &GrB_COLGT

#define REFERENCE_TYPE(T, root, bits, bit_not)                                                               \
    {                                                                                                        \
        .type = GRAPH_##T, .reference = &GrB_##T,                                                            \
        .op = {[GRAPH_PLUS] = &GrB_PLUS_##T,                                                                 \
               [GRAPH_MINUS] = &GrB_MINUS_##T,                                                               \
               [GRAPH_TIMES] = &GrB_TIMES_##T,                                                               \
               [GRAPH_DIV] = &GrB_DIV_##T,                                                                   \
               [GRAPH_MIN] = &GrB_MIN_##T,                                                                   \
               [GRAPH_MAX] = &GrB_MAX_##T,                                                                   \
               [GRAPH_FIRST] = &GrB_FIRST_##T,                                                               \
               [GRAPH_SECOND] = &GrB_SECOND_##T,                                                             \
               [GRAPH_PAIR] = &GrB_ONEB_##T,                                                                 \
               [GRAPH_LOR] = &GxB_LOR_##T,                                                                   \
               [GRAPH_LAND] = &GxB_LAND_##T,                                                                 \
               [GRAPH_LXOR] = &GxB_LXOR_##T,                                                                 \
               [GRAPH_EQ] = &GxB_ISEQ_##T,                                                                   \
               [GRAPH_NE] = &GxB_ISNE_##T,                                                                   \
               [GRAPH_LT] = &GxB_ISLT_##T,                                                                   \
               [GRAPH_LE] = &GxB_ISLE_##T,                                                                   \
               [GRAPH_GT] = &GxB_ISGT_##T,                                                                   \
               [GRAPH_GE] = &GxB_ISGE_##T,                                                                   \
               bits(T)},                                                                                     \
        .monoid = {[GRAPH_PLUS] = &GrB_PLUS_MONOID_##T,                                                      \
                   [GRAPH_TIMES] = &GrB_TIMES_MONOID_##T,                                                    \
                   [GRAPH_MIN] = &GrB_MIN_MONOID_##T,                                                        \
                   [GRAPH_MAX] = &GrB_MAX_MONOID_##T},                                                       \
        .unary = {[GRAPH_IDENTITY] = &GrB_IDENTITY_##T,                                                      \
                  [GRAPH_AINV] = &GrB_AINV_##T,                                                              \
                  [GRAPH_MINV] = &GrB_MINV_##T,                                                              \
                  [GRAPH_ABS] = &GrB_ABS_##T,                                                                \
                  [GRAPH_LNOT] = &GxB_LNOT_##T,                                                              \
                  [GRAPH_ONE] = &GxB_ONE_##T,                                                                \
                  [GRAPH_SQRT] = (root),                                                                     \
                  [GRAPH_BNOT] = (bit_not)},                                                                 \
        .test = {[GRAPH_VALUE_EQ] = &GrB_VALUEEQ_##T,                                                        \
                 [GRAPH_VALUE_NE] = &GrB_VALUENE_##T,                                                        \
                 [GRAPH_VALUE_LT] = &GrB_VALUELT_##T,                                                        \
                 [GRAPH_VALUE_LE] = &GrB_VALUELE_##T,                                                        \
                 [GRAPH_VALUE_GT] = &GrB_VALUEGT_##T,                                                        \
                 [GRAPH_VALUE_GE] = &GrB_VALUEGE_##T,                                                        \
                 POSITION_TESTS},                                                                            \
    }

#define BITS(T)                                                                                              \
    [GRAPH_BOR] = &GrB_BOR_##T, [GRAPH_BAND] = &GrB_BAND_##T, [GRAPH_BXOR] = &GrB_BXOR_##T,                  \
    [GRAPH_BXNOR] = &GrB_BXNOR_##T
#define NO_BITS(T)

static const struct reference_type types[] = {
    REFERENCE_TYPE(INT32, NULL, BITS, &GrB_BNOT_INT32),
    REFERENCE_TYPE(UINT8, NULL, BITS, &GrB_BNOT_UINT8),
    REFERENCE_TYPE(FP32, &GxB_SQRT_FP32, NO_BITS, NULL),
    REFERENCE_TYPE(FP64, &GxB_SQRT_FP64, NO_BITS, NULL),
    {.type = GRAPH_BOOL,
     .reference = &GrB_BOOL,
     .op = {[GRAPH_PLUS] = &GrB_LOR,
            [GRAPH_FIRST] = &GrB_FIRST_BOOL,
            [GRAPH_LXOR] = &GrB_LXOR,
            [GRAPH_LXNOR] = &GrB_LXNOR},
     .monoid = {[GRAPH_PLUS] = &GrB_LOR_MONOID_BOOL,
                [GRAPH_MIN] = &GrB_LAND_MONOID_BOOL,
                [GRAPH_LXOR] = &GrB_LXOR_MONOID_BOOL,
                [GRAPH_LXNOR] = &GrB_LXNOR_MONOID_BOOL},
     .unary = {[GRAPH_IDENTITY] = &GrB_IDENTITY_BOOL, [GRAPH_LNOT] = &GrB_LNOT},
     .test = {[GRAPH_VALUE_EQ] = &GrB_VALUEEQ_BOOL, [GRAPH_VALUE_NE] = &GrB_VALUENE_BOOL, POSITION_TESTS}},
};
enum { TYPE_COUNT = sizeof types / sizeof types[0] };

static const struct reference_semiring {
    graph_semiring_kind kind;
    graph_type type;
    GrB_Semiring *reference;
} semirings[] = {
#define REFERENCE_SEMIRINGS(T)                                                                               \
    {GRAPH_PLUS_TIMES, GRAPH_##T, &GrB_PLUS_TIMES_SEMIRING_##T},                                             \
        {GRAPH_MAX_MIN, GRAPH_##T, &GrB_MAX_MIN_SEMIRING_##T},                                               \
        {GRAPH_MIN_MAX, GRAPH_##T, &GrB_MIN_MAX_SEMIRING_##T},                                               \
        {GRAPH_MAX_TIMES, GRAPH_##T, &GrB_MAX_TIMES_SEMIRING_##T},                                           \
        {GRAPH_MIN_TIMES, GRAPH_##T, &GrB_MIN_TIMES_SEMIRING_##T},                                           \
        {GRAPH_ANY_PAIR, GRAPH_##T, &GxB_ANY_PAIR_##T}, {GRAPH_PLUS_PAIR, GRAPH_##T, &GxB_PLUS_PAIR_##T},    \
        {GRAPH_PLUS_FIRST, GRAPH_##T, &GxB_PLUS_FIRST_##T},                                                  \
        {GRAPH_PLUS_SECOND, GRAPH_##T, &GxB_PLUS_SECOND_##T},                                                \
        {GRAPH_MIN_FIRST, GRAPH_##T, &GrB_MIN_FIRST_SEMIRING_##T},                                           \
    {                                                                                                        \
        GRAPH_MIN_SECOND, GRAPH_##T, &GrB_MIN_SECOND_SEMIRING_##T                                            \
    }
    REFERENCE_SEMIRINGS(INT32),
    REFERENCE_SEMIRINGS(UINT8),
    REFERENCE_SEMIRINGS(FP32),
    REFERENCE_SEMIRINGS(FP64),
    /* Integer sums stop at the ends here and wrap there: floating types only. */
    {GRAPH_MIN_PLUS, GRAPH_FP32, &GrB_MIN_PLUS_SEMIRING_FP32},
    {GRAPH_MIN_PLUS, GRAPH_FP64, &GrB_MIN_PLUS_SEMIRING_FP64},
    {GRAPH_MAX_PLUS, GRAPH_FP32, &GrB_MAX_PLUS_SEMIRING_FP32},
    {GRAPH_MAX_PLUS, GRAPH_FP64, &GrB_MAX_PLUS_SEMIRING_FP64},
    {GRAPH_OR_AND, GRAPH_BOOL, &GrB_LOR_LAND_SEMIRING_BOOL},
    {GRAPH_XOR_AND, GRAPH_BOOL, &GrB_LXOR_LAND_SEMIRING_BOOL},
    {GRAPH_ANY_PAIR, GRAPH_BOOL, &GxB_ANY_PAIR_BOOL},
};
enum { SEMIRING_COUNT = sizeof semirings / sizeof semirings[0] };

static void theirs(GrB_Info info, const char *call)
{
    if (info != GrB_SUCCESS) {
        fprintf(stderr, "%s gave %d\n", call, info);
        exit(1);
    }
}
#define THEIRS(call) theirs((call), #call)

/* Vectors of these calls are matrices of one column there. */
static bool is_column_there(enum call_kind kind)
{
    return kind >= CALL_VECTOR_EWISE_ADD && kind <= CALL_VECTOR_REDUCE;
}

static bool has_repetitions(const struct index_choice *list)
{
    for (int64_t k = 1; list->index != NULL && k < list->count; k++)
        for (int64_t j = 0; j < k; j++)
            if (list->index[j] == list->index[k])
                return true;
    return false;
}

/* GrB_vxm of SuiteSparse 7.4 refuses an empty vector times a transposed matrix; empty shapes are for the oracle alone.  What
 * an assignment to an index that is listed twice does is open there. */
static bool is_shared(const struct call *call)
{
    enum call_kind kind = call->kind;
    bool is_there = kind != CALL_CSRMM && kind != CALL_MATRIX_GET && kind != CALL_VECTOR_GET;
    if ((kind >= CALL_ASSIGN && kind <= CALL_ASSIGN_COLUMN) || kind == CALL_VECTOR_ASSIGN ||
        kind == CALL_VECTOR_ASSIGN_SCALAR)
        is_there &= !has_repetitions(&call->list[0]) && !has_repetitions(&call->list[1]);
    if (kind == CALL_VECTOR_APPLY_INDEX || kind == CALL_APPLY_INDEX)
        is_there &= call->y.value.i > -1000 && call->y.value.i < 1000;
    /* User types and operators are not there. */
    is_there &= (int)call->op < (int)GRAPH_OWN_OPS && (int)call->accum < (int)GRAPH_OWN_OPS &&
                (int)call->unary < (int)GRAPH_OWN_OPS && (int)call->test < (int)GRAPH_OWN_OPS &&
                (int)call->position < (int)GRAPH_OWN_OPS;
    is_there &= (int)call->x.type < (int)GRAPH_OWN_TYPES && (int)call->y.type < (int)GRAPH_OWN_TYPES;
    for (int k = 0; k < OPERAND_COUNT; k++)
        if (call->is_used[k] && call->object[k] == k)
            is_there &= call->dense[k].rows > 0 && call->dense[k].columns > 0 &&
                        (int)call->dense[k].type < (int)GRAPH_OWN_TYPES;
    return is_there;
}

/* The call of a seed with every operand of one type, and with operators that are there too. */
static struct call shared_call(uint64_t seed, const struct reference_type **type, GrB_Semiring *semiring)
{
    struct call call = call_of_seed(seed, CALL_KIND_COUNT);
    while (!is_shared(&call)) {
        call_release(&call);
        seed += 1u << 20;
        call = call_of_seed(seed, CALL_KIND_COUNT);
    }
    uint64_t random = seed ^ 0x5eed;
    *type = &types[test_random(&random) % TYPE_COUNT];
    const struct reference_semiring *chosen;
    do
        chosen = &semirings[test_random(&random) % SEMIRING_COUNT];
    while (chosen->type != (*type)->type);
    graph_semiring_release(&call.user_semiring);
    call.semiring = graph_semiring_builtin(chosen->kind, chosen->type);
    *semiring = *chosen->reference;
    bool is_reduction =
        call.kind == CALL_REDUCE || call.kind == CALL_REDUCE_ROWS || call.kind == CALL_VECTOR_REDUCE;
    if (is_reduction ? (*type)->monoid[call.op] == NULL : (*type)->op[call.op] == NULL)
        call.op = GRAPH_PLUS;
    if (call.accum != GRAPH_NO_OP && ((*type)->op[call.accum] == NULL || call.accum == GRAPH_DIV))
        call.accum = GRAPH_PLUS;
    /* Positions are int64 here, and an accumulator works in the common type. */
    if (call.kind == CALL_APPLY_INDEX || call.kind == CALL_VECTOR_APPLY_INDEX)
        call.accum = GRAPH_NO_OP;
    if ((*type)->unary[call.unary] == NULL)
        call.unary = GRAPH_IDENTITY;
    if ((*type)->test[call.test] == NULL)
        call.test = GRAPH_VALUE_NE;
    if (call.descriptor.method == GRAPH_METHOD_ROW_COLUMN)
        call.descriptor.method = GRAPH_METHOD_AUTO;
    /* There a scalar becomes a value of the operator's type first: here it is one. */
    const int64_t least = (*type)->type == GRAPH_INT32 || type_is_float((*type)->type) ? -4 : 0;
    const unsigned values = (*type)->type == GRAPH_BOOL ? 2 : 9;
    call.x = graph_int64((int64_t)(test_random(&random) % values) + least);
    call.y = graph_int64((int64_t)(test_random(&random) % values) + least);
    call.sum_type = (*type)->type;
    call.tolerance = 0;
    bool is_long_product = call.op == GRAPH_TIMES && is_reduction;
    /* A sum begins with its first product here and with the identity there: the minimum of NaN alone differs. */
    bool is_finite = type_is_float((*type)->type) && (is_reduction || call.kind <= CALL_VXM);
    for (int k = 0; k < OPERAND_COUNT; k++)
        if (call.is_used[k] && call.object[k] == k) {
            struct dense_matrix *D = &call.dense[k];
            enum value_range range = is_long_product                               ? VALUES_POWERS
                                     : test_random(&random) % 3 == 0 && !is_finite ? VALUES_EXTREME
                                                                                   : VALUES_SMALL;
            D->type = (*type)->type;
            for (int64_t p = 0; p < D->rows * D->columns; p++)
                if (D->present[p])
                    D->value[p] = random_value(&random, D->type, range) + 0.0L; /* -0 + 0 is 0 */
        }
    return call;
}

/* Values of all shared types fit a double. */
static GrB_Matrix their_matrix(const struct dense_matrix *D, GrB_Type type)
{
    GrB_Matrix A = NULL;
    THEIRS(GrB_Matrix_new(&A, type, (GrB_Index)D->rows, (GrB_Index)D->columns));
    for (int64_t p = 0; p < D->rows * D->columns; p++)
        if (D->present[p])
            THEIRS(GrB_Matrix_setElement_FP64(A, (double)D->value[p], (GrB_Index)(p / D->columns),
                                              (GrB_Index)(p % D->columns)));
    return A;
}

static GrB_Vector their_vector(const struct dense_matrix *D, GrB_Type type)
{
    GrB_Vector v = NULL;
    THEIRS(GrB_Vector_new(&v, type, (GrB_Index)D->rows));
    for (int64_t p = 0; p < D->rows; p++)
        if (D->present[p])
            THEIRS(GrB_Vector_setElement_FP64(v, (double)D->value[p], (GrB_Index)p));
    return v;
}

static struct dense_matrix dense_of_theirs(GrB_Matrix A, GrB_Vector v, graph_type type, int64_t rows,
                                           int64_t columns)
{
    struct dense_matrix D = dense_create(type, rows, columns);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            double x;
            GrB_Info info = A != NULL ? GrB_Matrix_extractElement_FP64(&x, A, (GrB_Index)i, (GrB_Index)j)
                                      : GrB_Vector_extractElement_FP64(&x, v, (GrB_Index)i);
            if (info == GrB_SUCCESS)
                dense_set(&D, i, j, x);
        }
    return D;
}

static GrB_Descriptor their_descriptor(enum call_kind kind, uint32_t flags)
{
    GrB_Descriptor d = NULL;
    THEIRS(GrB_Descriptor_new(&d));
    if (flags & GRAPH_REPLACE)
        THEIRS(GrB_Descriptor_set(d, GrB_OUTP, GrB_REPLACE));
    if (flags & GRAPH_MASK_STRUCTURE)
        THEIRS(GrB_Descriptor_set(d, GrB_MASK, GrB_STRUCTURE));
    if (flags & GRAPH_MASK_COMPLEMENT)
        THEIRS(GrB_Descriptor_set(d, GrB_MASK, GrB_COMP));
    if (flags & GRAPH_TRANSPOSE_A)
        THEIRS(GrB_Descriptor_set(d, kind == CALL_APPLY_FIRST ? GrB_INP1 : GrB_INP0, GrB_TRAN));
    if (flags & GRAPH_TRANSPOSE_B)
        THEIRS(GrB_Descriptor_set(d, GrB_INP1, GrB_TRAN));
    return d;
}

/* The operands over there, each a separate object. */
struct their_operands {
    GrB_Matrix matrix[OPERAND_COUNT];
    GrB_Vector vector[OPERAND_COUNT];
};

static GrB_Index count_there(const struct index_choice *list) { return (GrB_Index)list->count; }
static const GrB_Index *list_there(const struct index_choice *list)
{
    return list->index != NULL ? list->index : GrB_ALL;
}

static void their_call_on_parts(const struct call *call, struct their_operands *o, GrB_BinaryOp accum,
                                GrB_Descriptor d)
{
    GrB_Matrix C = o->matrix[0], A = o->matrix[1], M = o->matrix[3];
    GrB_Vector w = o->vector[0], u = o->vector[1], m = o->vector[3];
    const GrB_Index *I = list_there(&call->list[0]), *J = list_there(&call->list[1]);
    GrB_Index ni = count_there(&call->list[0]), nj = count_there(&call->list[1]);
    int64_t x = call->x.value.i;
    switch (call->kind) {
    case CALL_EXTRACT:
        THEIRS(GrB_Matrix_extract(C, M, accum, A, I, ni, J, nj, d));
        break;
    case CALL_EXTRACT_COLUMN:
        THEIRS(GrB_Col_extract(w, m, accum, A, I, ni, call->at[1], d));
        break;
    case CALL_VECTOR_EXTRACT:
        THEIRS(GrB_Vector_extract(w, m, accum, u, I, ni, d));
        break;
    case CALL_ASSIGN:
        THEIRS(GrB_Matrix_assign(C, M, accum, A, I, ni, J, nj, d));
        break;
    case CALL_ASSIGN_SCALAR:
        THEIRS(GrB_Matrix_assign_INT64(C, M, accum, x, I, ni, J, nj, d));
        break;
    case CALL_ASSIGN_ROW:
        THEIRS(GrB_Row_assign(C, m, accum, u, call->at[0], I, ni, d));
        break;
    case CALL_ASSIGN_COLUMN:
        THEIRS(GrB_Col_assign(C, m, accum, u, I, ni, call->at[1], d));
        break;
    case CALL_VECTOR_ASSIGN:
        THEIRS(GrB_Vector_assign(w, m, accum, u, I, ni, d));
        break;
    default: /* CALL_VECTOR_ASSIGN_SCALAR */
        THEIRS(GrB_Vector_assign_INT64(w, m, accum, x, I, ni, d));
    }
}

static void their_union(const struct call *call, struct their_operands *o, GrB_BinaryOp accum,
                        GrB_BinaryOp op, GrB_Descriptor d)
{
    GrB_Scalar alpha = NULL, beta = NULL;
    THEIRS(GrB_Scalar_new(&alpha, GrB_INT64));
    THEIRS(GrB_Scalar_new(&beta, GrB_INT64));
    THEIRS(GrB_Scalar_setElement_INT64(alpha, call->x.value.i));
    THEIRS(GrB_Scalar_setElement_INT64(beta, call->y.value.i));
    THEIRS(GxB_Matrix_eWiseUnion(o->matrix[0], o->matrix[3], accum, op, o->matrix[1], alpha, o->matrix[2],
                                 beta, d));
    GrB_Scalar_free(&alpha);
    GrB_Scalar_free(&beta);
}

static void their_call(const struct call *call, struct their_operands *o, const struct reference_type *type,
                       GrB_Semiring semiring, GrB_Descriptor d, double *sum)
{
    GrB_Matrix C = o->matrix[0], A = o->matrix[1], B = o->matrix[2], M = o->matrix[3];
    GrB_Vector w = o->vector[0], v = o->vector[2], m = o->vector[3];
    GrB_BinaryOp accum = call->accum == GRAPH_NO_OP ? NULL : *type->op[call->accum];
    GrB_BinaryOp op = type->op[call->op] != NULL ? *type->op[call->op] : NULL;
    GrB_IndexUnaryOp test = *type->test[call->test];
    static GrB_IndexUnaryOp *const position[] = {NULL, &GrB_ROWINDEX_INT64, &GrB_COLINDEX_INT64,
                                                 &GrB_DIAGINDEX_INT64};
    switch (call->kind) {
    case CALL_MXM:
    case CALL_SPGEMM:
        THEIRS(GrB_mxm(C, M, call->kind == CALL_MXM ? accum : NULL, semiring, A, B, d));
        break;
    case CALL_MXV:
        THEIRS(GrB_mxv(w, m, accum, semiring, A, v, d));
        break;
    case CALL_VXM:
        THEIRS(GrB_vxm(w, m, accum, semiring, v, A, d));
        break;
    case CALL_TRANSPOSE:
        THEIRS(GrB_transpose(C, M, accum, A, d));
        break;
    case CALL_EWISE_ADD:
    case CALL_VECTOR_EWISE_ADD:
        THEIRS(GrB_Matrix_eWiseAdd_BinaryOp(C, M, accum, op, A, B, d));
        break;
    case CALL_EWISE_MULT:
    case CALL_VECTOR_EWISE_MULT:
        THEIRS(GrB_Matrix_eWiseMult_BinaryOp(C, M, accum, op, A, B, d));
        break;
    case CALL_APPLY:
    case CALL_VECTOR_APPLY:
        THEIRS(GrB_Matrix_apply(C, M, accum, *type->unary[call->unary], A, d));
        break;
    case CALL_APPLY_FIRST:
    case CALL_VECTOR_APPLY_FIRST:
        THEIRS(GrB_Matrix_apply_BinaryOp1st_INT64(C, M, accum, op, call->x.value.i, A, d));
        break;
    case CALL_APPLY_SECOND:
    case CALL_VECTOR_APPLY_SECOND:
        THEIRS(GrB_Matrix_apply_BinaryOp2nd_INT64(C, M, accum, op, A, call->y.value.i, d));
        break;
    case CALL_APPLY_INDEX:
    case CALL_VECTOR_APPLY_INDEX:
        THEIRS(GrB_Matrix_apply_IndexOp_INT64(
            C, M, accum, *position[call->position], A,
            call->position == GRAPH_DIAGONAL_INDEX ? -call->y.value.i : call->y.value.i, d));
        break;
    case CALL_EWISE_UNION:
    case CALL_VECTOR_EWISE_UNION:
        their_union(call, o, accum, op, d);
        break;
    case CALL_KRONECKER:
        THEIRS(GrB_Matrix_kronecker_BinaryOp(C, M, accum, op, A, B, d));
        break;
    case CALL_SELECT:
    case CALL_VECTOR_SELECT:
        THEIRS(GrB_Matrix_select_INT64(C, M, accum, test, A, call->y.value.i, d));
        break;
    case CALL_REDUCE_ROWS:
        THEIRS(GrB_Matrix_reduce_Monoid(w, m, accum, *type->monoid[call->op], A, d));
        break;
    case CALL_REDUCE:
    case CALL_VECTOR_REDUCE:
        THEIRS(GrB_Matrix_reduce_FP64(sum, NULL, *type->monoid[call->op], A, NULL));
        break;
    default:
        their_call_on_parts(call, o, accum, d);
    }
}

/* Whether SuiteSparse agrees with the oracle, which call_holds compares the library with. */
static bool they_agree(const struct call *call, const struct reference_type *type, GrB_Semiring semiring,
                       FILE *stream)
{
    struct their_operands o = {{NULL}, {NULL}};
    long double sum;
    double their_sum = 0;
    struct dense_matrix expected = call_expected(call, &sum);
    for (int k = 0; k < OPERAND_COUNT; k++) {
        const struct dense_matrix *D = &call->dense[call->object[k]];
        if (!call->is_used[k])
            continue;
        if (call->is_vector[k] && !is_column_there(call->kind))
            o.vector[k] = their_vector(D, *type->reference);
        else
            o.matrix[k] = their_matrix(D, *type->reference);
    }
    if (call->kind == CALL_SPGEMM)
        THEIRS(GrB_Matrix_new(&o.matrix[0], *type->reference, (GrB_Index)expected.rows,
                              (GrB_Index)expected.columns));
    GrB_Descriptor d = their_descriptor(call->kind, call->descriptor.flags);
    their_call(call, &o, type, semiring, d, &their_sum);
    bool agrees;
    if (expected.present == NULL) {
        agrees = oracle_same(sum, their_sum, 0);
        if (!agrees && stream != NULL)
            fprintf(stream, "expected %Lg, SuiteSparse has %g\n", sum, their_sum);
    } else {
        struct dense_matrix got =
            dense_of_theirs(o.matrix[0], o.vector[0], type->type, expected.rows, expected.columns);
        agrees = dense_equals(&expected, &got, 0, stream);
        dense_release(&got);
    }
    THEIRS(GrB_Descriptor_free(&d));
    for (int k = 0; k < OPERAND_COUNT; k++) {
        GrB_Matrix_free(&o.matrix[k]);
        GrB_Vector_free(&o.vector[k]);
    }
    dense_release(&expected);
    return agrees;
}

static uint64_t calls = 1200, first_seed = 1;

TEST(calls_agree)
{
    int failed = 0;
    for (uint64_t seed = first_seed; seed < first_seed + calls && failed < 5; seed++) {
        const struct reference_type *type;
        GrB_Semiring semiring;
        struct call call = shared_call(seed, &type, &semiring);
        bool we = call_holds(&call, NULL), they = they_agree(&call, type, semiring, NULL);
        if (!CHECK_SAY(we && they, "seed %llu: the oracle agrees with the library: %d, with SuiteSparse: %d",
                       (unsigned long long)seed, we, they)) {
            failed++;
            call_holds(&call, stderr);
            they_agree(&call, type, semiring, stderr);
            call_print(&call, stderr);
        }
        call_release(&call);
    }
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(calls_agree)};
    if (argc > 1)
        calls = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoull(argv[2], NULL, 10);
    THEIRS(GrB_init(GrB_BLOCKING));
    int result = test_main(1, argv, tests, 1);
    GrB_finalize();
    return result;
}
