/* Tables of predefined objects, and calls of the form for a type. */
#include "tests/graphblas/reference_calls.h"

#include <string.h>

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* ---- Operators of the user ---- */

static GrB_BinaryOp user_binary;
static GrB_UnaryOp user_unary;
static GrB_IndexUnaryOp user_index;

static void binary_function(void *z, const void *x, const void *y)
{
    *(double *)z = 2 * (double)*(const int16_t *)x - (double)*(const float *)y;
}

static void unary_function(void *z, const void *x) { *(uint8_t *)z = *(const double *)x < 0 ? 7 : 11; }

static void index_function(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    *(int32_t *)z = (i + j) % 2 == 0 ? (int32_t)(int64_t)(*(const double *)x * *(const double *)y) : 0;
}

GrB_Info new_user_operators(void)
{
    GrB_Info info = GrB_BinaryOp_new(&user_binary, binary_function, GrB_FP64, GrB_INT16, GrB_FP32);
    if (info == GrB_SUCCESS)
        info = GrB_UnaryOp_new(&user_unary, unary_function, GrB_UINT8, GrB_FP64);
    if (info == GrB_SUCCESS)
        info = GrB_IndexUnaryOp_new(&user_index, index_function, GrB_INT32, GrB_FP64, GrB_FP64);
    return info;
}

void free_user_operators(void)
{
    GrB_BinaryOp_free(&user_binary);
    GrB_UnaryOp_free(&user_unary);
    GrB_IndexUnaryOp_free(&user_index);
}

/* ---- Tables ---- */

#define T(type)                           GrB_##type##_CODE
#define UNARY_ROW(prefix, name, type, op) {&prefix##_##name##_##type, {REF_##name, T(type), T(type), 0}},
const struct unary_row unary_rows[] = {
    GRB_UNARY_OPS(UNARY_ROW){&GrB_LNOT, {REF_LNOT, T(BOOL), T(BOOL), 0}},
    {(const GrB_UnaryOp *)&user_unary, {REF_USER_UNARY, T(UINT8), T(FP64), 0}}};
#define BINARY_ROW(prefix, name, type, op)                                                                   \
    {&prefix##_##name##_##type, {REF_##name, T(type), T(type), T(type)}},
#define COMPARISON_ROW(prefix, name, type, op)                                                               \
    {&prefix##_##name##_##type, {REF_##name, T(BOOL), T(type), T(type)}},
#define LOGICAL_ROW(prefix, name, type, op) {&prefix##_##name, {REF_##name, T(BOOL), T(BOOL), T(BOOL)}},
const struct binary_row binary_rows[] = {
    GRB_BINARY_OPS(BINARY_ROW) GRB_COMPARISONS(COMPARISON_ROW) GRB_LOGICAL_OPS(LOGICAL_ROW){
        (const GrB_BinaryOp *)&user_binary, {REF_USER, T(FP64), T(INT16), T(FP32)}}};
#define FUNCTION_ROW(prefix, name, type, op) {&prefix##_##name##_##type, {REF_##name, T(type), 0, T(type)}},
#define POSITION_ROW(prefix, name, type, op) {&prefix##_##name, {REF_##name, T(BOOL), 0, T(type)}},
#define VALUE_ROW(prefix, name, type, op)                                                                    \
    {&prefix##_##name##_##type, {REF_##name, T(BOOL), T(type), T(type)}},
const struct index_row index_rows[] = {
    GRB_POSITION_FUNCTIONS(FUNCTION_ROW) GRB_POSITION_TESTS(POSITION_ROW) GRB_VALUE_TESTS(VALUE_ROW){
        (const GrB_IndexUnaryOp *)&user_index, {REF_USER_INDEX, T(INT32), T(FP64), T(FP64)}}};
#define MONOID_ROW(prefix, name, type, op)                                                                   \
    {&prefix##_##name##_MONOID_##type, {REF_##name, T(type), T(type), T(type)}},
const struct monoid_row monoid_rows[] = {GRB_NUMERIC_MONOIDS(MONOID_ROW) GRB_LOGICAL_OPS(MONOID_ROW)
                                             GRB_ANY_MONOIDS(MONOID_ROW)};
#define SEMIRING_ROW(add, mul, type)                                                                         \
    {&GrB_##add##_##mul##_SEMIRING_##type,                                                                   \
     {REF_##add, T(type), T(type), T(type)},                                                                 \
     {REF_##mul, T(type), T(type), T(type)}},
#define EXTRA_ROW(add, mul, type)                                                                            \
    {&GxB_##add##_##mul##_##type,                                                                            \
     {REF_##add, T(type), T(type), T(type)},                                                                 \
     {REF_##mul, T(type), T(type), T(type)}},
const struct semiring_row semiring_rows[] = {
    GRB_NUMERIC_SEMIRINGS(SEMIRING_ROW) GRB_LOGICAL_SEMIRINGS(SEMIRING_ROW) GRB_EXTRA_SEMIRINGS(EXTRA_ROW)};
static const GrB_Descriptor no_descriptor = NULL;
#define DESCRIPTOR_ROW(name, output, mask, first, second)                                                    \
    {&GrB_DESC_##name, (output) != 0, ((mask)&2) != 0, ((mask)&4) != 0, (first) != 0, (second) != 0},
const struct descriptor_row descriptor_rows[] = {
    GRB_DESCRIPTORS(DESCRIPTOR_ROW){&no_descriptor, false, false, false, false, false}};
const size_t unary_count = COUNT(unary_rows), binary_count = COUNT(binary_rows),
             index_count = COUNT(index_rows), monoid_count = COUNT(monoid_rows),
             semiring_count = COUNT(semiring_rows), descriptor_count = COUNT(descriptor_rows);

GrB_Type type_object(int type)
{
    switch (type) {
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_##suffix;
        GRB_TYPES(CASE)
#undef CASE
    default:
        return NULL;
    }
}

/* ---- Values ---- */

#define FIELD_BOOL                 b
#define FIELD_INT8                 i
#define FIELD_INT16                i
#define FIELD_INT32                i
#define FIELD_INT64                i
#define FIELD_UINT8                u
#define FIELD_UINT16               u
#define FIELD_UINT32               u
#define FIELD_UINT64               u
#define FIELD_FP32                 f
#define FIELD_FP64                 f
#define C_VALUE(suffix, c_type, x) ((c_type)(x).as.FIELD_##suffix)

void encode(void *to, struct value x)
{
    switch (x.type) {
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        *(c_type *)to = C_VALUE(suffix, c_type, x);                                                          \
        break;
        GRB_TYPES(CASE)
#undef CASE
    default:
        break;
    }
}

struct value decode(const void *from, int type)
{
    struct value x = {.type = type};
    switch (type) {
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        x.as.FIELD_##suffix = *(const c_type *)from;                                                         \
        break;
        GRB_TYPES(CASE)
#undef CASE
    default:
        break;
    }
    return x;
}

static size_t size_of(int type)
{
    size_t size = 0;
    GrB_Type_get_SIZE(type_object(type), &size, GrB_SIZE);
    return size;
}

/* ---- Objects ---- */

/* The cells that are there, as tuples. */
static GrB_Index tuples_of(GrB_Index *I, GrB_Index *J, char *X, const struct dense *from)
{
    const size_t size = size_of(from->type);
    GrB_Index n = 0;
    for (int k = 0; k < from->rows * from->columns; k++) {
        if (!from->has[k])
            continue;
        I[n] = (GrB_Index)(k / from->columns), J[n] = (GrB_Index)(k % from->columns);
        encode(X + n * size, from->x[k]);
        n++;
    }
    return n;
}

#define BY_TYPE(type, CASE)                                                                                  \
    switch (type) {                                                                                          \
        GRB_TYPES(CASE)                                                                                      \
    default:                                                                                                 \
        return GrB_PANIC;                                                                                    \
    }

GrB_Info call_matrix_build(GrB_Matrix A, const GrB_Index *I, const GrB_Index *J, const void *X, int type,
                           GrB_Index n, GrB_BinaryOp dup)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Matrix_build_##suffix(A, I, J, X, n, dup);
    BY_TYPE(type, CASE)
#undef CASE
}

static GrB_Info vector_build(GrB_Vector v, const GrB_Index *I, const void *X, int type, GrB_Index n)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Vector_build_##suffix(v, I, X, n, NULL);
    BY_TYPE(type, CASE)
#undef CASE
}

static GrB_Info matrix_set(GrB_Matrix A, struct value x, GrB_Index i, GrB_Index j)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Matrix_setElement_##suffix(A, C_VALUE(suffix, c_type, x), i, j);
    BY_TYPE(x.type, CASE)
#undef CASE
}

static GrB_Info vector_set(GrB_Vector v, struct value x, GrB_Index i)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Vector_setElement_##suffix(v, C_VALUE(suffix, c_type, x), i);
    BY_TYPE(x.type, CASE)
#undef CASE
}

GrB_Info scalar_of(GrB_Scalar *s, struct value x)
{
    GrB_Info info = GrB_Scalar_new(s, type_object(x.type));
    if (info != GrB_SUCCESS)
        return info;
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Scalar_setElement_##suffix(*s, C_VALUE(suffix, c_type, x));
    BY_TYPE(x.type, CASE)
#undef CASE
}

GrB_Info matrix_of(GrB_Matrix *A, const struct dense *from, bool is_built)
{
    GrB_Index I[MOST_CELLS], J[MOST_CELLS];
    char X[MOST_CELLS * 8];
    const size_t size = size_of(from->type);
    const GrB_Index n = tuples_of(I, J, X, from);
    GrB_Info info =
        GrB_Matrix_new(A, type_object(from->type), (GrB_Index)from->rows, (GrB_Index)from->columns);
    if (is_built && info == GrB_SUCCESS)
        return call_matrix_build(*A, I, J, X, from->type, n, NULL);
    for (GrB_Index k = 0; k < n && info == GrB_SUCCESS; k++)
        info = matrix_set(*A, decode(X + k * size, from->type), I[k], J[k]);
    return info;
}

GrB_Info vector_of(GrB_Vector *v, const struct dense *from, bool is_built)
{
    GrB_Index I[MOST_CELLS], J[MOST_CELLS];
    char X[MOST_CELLS * 8];
    const size_t size = size_of(from->type);
    const GrB_Index n = tuples_of(I, J, X, from);
    GrB_Info info = GrB_Vector_new(v, type_object(from->type), (GrB_Index)from->rows);
    if (is_built && info == GrB_SUCCESS)
        return vector_build(*v, I, X, from->type, n);
    for (GrB_Index k = 0; k < n && info == GrB_SUCCESS; k++)
        info = vector_set(*v, decode(X + k * size, from->type), I[k]);
    return info;
}

static bool is_content(const GrB_Index *I, const GrB_Index *J, const char *X, GrB_Index n,
                       const struct dense *expected, int *where)
{
    const size_t size = size_of(expected->type);
    struct dense got = new_dense(expected->type, expected->rows, expected->columns);
    for (GrB_Index e = 0; e < n; e++) {
        const int k = (int)(I[e] * (GrB_Index)expected->columns + (J ? J[e] : 0));
        got.has[k] = true;
        got.x[k] = decode(X + e * size, expected->type);
    }
    for (*where = 0; *where < expected->rows * expected->columns; ++*where) {
        if (got.has[*where] != expected->has[*where])
            return false;
        if (got.has[*where] && !same_value(got.x[*where], expected->x[*where]))
            return false;
    }
    return true;
}

static GrB_Info matrix_tuples(GrB_Index *I, GrB_Index *J, void *X, int type, GrB_Index *n, GrB_Matrix A)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Matrix_extractTuples_##suffix(I, J, X, n, A);
    BY_TYPE(type, CASE)
#undef CASE
}

static GrB_Info vector_tuples(GrB_Index *I, void *X, int type, GrB_Index *n, GrB_Vector v)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Vector_extractTuples_##suffix(I, X, n, v);
    BY_TYPE(type, CASE)
#undef CASE
}

bool matrix_is(GrB_Matrix A, const struct dense *expected, int *where)
{
    GrB_Index I[MOST_CELLS], J[MOST_CELLS], n = MOST_CELLS;
    char X[MOST_CELLS * 8];
    *where = -1;
    return matrix_tuples(I, J, X, expected->type, &n, A) == GrB_SUCCESS &&
           is_content(I, J, X, n, expected, where);
}

bool vector_is(GrB_Vector v, const struct dense *expected, int *where)
{
    GrB_Index I[MOST_CELLS], n = MOST_CELLS;
    char X[MOST_CELLS * 8];
    *where = -1;
    return vector_tuples(I, X, expected->type, &n, v) == GrB_SUCCESS &&
           is_content(I, NULL, X, n, expected, where);
}

/* ---- Calls with a value ---- */

GrB_Info call_matrix_assign(GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, struct value x,
                            const GrB_Index *I, GrB_Index ni, const GrB_Index *J, GrB_Index nj,
                            GrB_Descriptor desc)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Matrix_assign_##suffix(C, M, accum, C_VALUE(suffix, c_type, x), I, ni, J, nj, desc);
    BY_TYPE(x.type, CASE)
#undef CASE
}

GrB_Info call_vector_assign(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, struct value x,
                            const GrB_Index *I, GrB_Index ni, GrB_Descriptor desc)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Vector_assign_##suffix(w, m, accum, C_VALUE(suffix, c_type, x), I, ni, desc);
    BY_TYPE(x.type, CASE)
#undef CASE
}

GrB_Info call_matrix_first(GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, GrB_BinaryOp op, struct value x,
                           GrB_Matrix A, GrB_Descriptor desc)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Matrix_apply_BinaryOp1st_##suffix(C, M, accum, op, C_VALUE(suffix, c_type, x), A, desc);
    BY_TYPE(x.type, CASE)
#undef CASE
}

GrB_Info call_matrix_second(GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, GrB_BinaryOp op, GrB_Matrix A,
                            struct value y, GrB_Descriptor desc)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Matrix_apply_BinaryOp2nd_##suffix(C, M, accum, op, A, C_VALUE(suffix, c_type, y), desc);
    BY_TYPE(y.type, CASE)
#undef CASE
}

GrB_Info call_vector_first(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, GrB_BinaryOp op, struct value x,
                           GrB_Vector u, GrB_Descriptor desc)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Vector_apply_BinaryOp1st_##suffix(w, m, accum, op, C_VALUE(suffix, c_type, x), u, desc);
    BY_TYPE(x.type, CASE)
#undef CASE
}

GrB_Info call_vector_second(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, GrB_BinaryOp op, GrB_Vector u,
                            struct value y, GrB_Descriptor desc)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Vector_apply_BinaryOp2nd_##suffix(w, m, accum, op, u, C_VALUE(suffix, c_type, y), desc);
    BY_TYPE(y.type, CASE)
#undef CASE
}

GrB_Info call_matrix_index(GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, GrB_IndexUnaryOp op, GrB_Matrix A,
                           struct value y, bool selects, GrB_Descriptor desc)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return selects ? GrB_Matrix_select_##suffix(C, M, accum, op, A, C_VALUE(suffix, c_type, y), desc)    \
                       : GrB_Matrix_apply_IndexOp_##suffix(C, M, accum, op, A, C_VALUE(suffix, c_type, y),   \
                                                           desc);
    BY_TYPE(y.type, CASE)
#undef CASE
}

GrB_Info call_vector_index(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, GrB_IndexUnaryOp op, GrB_Vector u,
                           struct value y, bool selects, GrB_Descriptor desc)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return selects ? GrB_Vector_select_##suffix(w, m, accum, op, u, C_VALUE(suffix, c_type, y), desc)    \
                       : GrB_Vector_apply_IndexOp_##suffix(w, m, accum, op, u, C_VALUE(suffix, c_type, y),   \
                                                           desc);
    BY_TYPE(y.type, CASE)
#undef CASE
}

GrB_Info call_matrix_reduce(struct value *x, GrB_BinaryOp accum, GrB_Monoid monoid, GrB_Matrix A)
{
    GrB_Info info;
    switch (x->type) {
#define CASE(suffix, c_type, code)                                                                           \
    case code: {                                                                                             \
        c_type y = C_VALUE(suffix, c_type, *x);                                                              \
        info = GrB_Matrix_reduce_##suffix(&y, accum, monoid, A, NULL);                                       \
        *x = decode(&y, code);                                                                               \
        return info;                                                                                         \
    }
        GRB_TYPES(CASE)
#undef CASE
    default:
        return GrB_PANIC;
    }
}

GrB_Info call_vector_reduce(struct value *x, GrB_BinaryOp accum, GrB_Monoid monoid, GrB_Vector u)
{
    GrB_Info info;
    switch (x->type) {
#define CASE(suffix, c_type, code)                                                                           \
    case code: {                                                                                             \
        c_type y = C_VALUE(suffix, c_type, *x);                                                              \
        info = GrB_Vector_reduce_##suffix(&y, accum, monoid, u, NULL);                                       \
        *x = decode(&y, code);                                                                               \
        return info;                                                                                         \
    }
        GRB_TYPES(CASE)
#undef CASE
    default:
        return GrB_PANIC;
    }
}

GrB_Info call_matrix_export(GrB_Index *Ap, GrB_Index *Ai, void *X, GrB_Index *n, GrB_Format format,
                            GrB_Matrix A, int type)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Matrix_export_##suffix(Ap, Ai, X, &n[0], &n[1], &n[2], format, A);
    BY_TYPE(type, CASE)
#undef CASE
}

GrB_Info call_matrix_import(GrB_Matrix *A, int rows, int columns, const GrB_Index *Ap, const GrB_Index *Ai,
                            const void *X, const GrB_Index *n, GrB_Format format, int type)
{
#define CASE(suffix, c_type, code)                                                                           \
    case code:                                                                                               \
        return GrB_Matrix_import_##suffix(A, type_object(type), (GrB_Index)rows, (GrB_Index)columns, Ap, Ai, \
                                          X, n[0], n[1], n[2], format);
    BY_TYPE(type, CASE)
#undef CASE
}
