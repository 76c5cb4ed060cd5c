/* Parts of dense matrices, and operations with bound operands and positions; see oracle.h. */
#include <stdlib.h>

#include "tests/support/oracle.h"

static int64_t listed(const graph_index *list, int64_t k) { return list != NULL ? (int64_t)list[k] : k; }

struct dense_matrix dense_extract(const struct dense_matrix *A, const graph_index *rows, int64_t row_count,
                                  const graph_index *columns, int64_t column_count)
{
    struct dense_matrix T = dense_create(A->type, row_count, column_count);
    for (int64_t i = 0; i < row_count; i++)
        for (int64_t j = 0; j < column_count; j++) {
            int64_t from = listed(rows, i) * A->columns + listed(columns, j);
            if (A->present[from])
                dense_set(&T, i, j, A->value[from]);
        }
    return T;
}

/* source[i] = the last place of i in the list, or -1. */
static int64_t *last_places(const graph_index *list, int64_t count, int64_t dimension)
{
    int64_t *source = malloc(((size_t)dimension + 1) * sizeof *source);
    if (source == NULL)
        abort();
    for (int64_t i = 0; i < dimension; i++)
        source[i] = -1;
    for (int64_t k = 0; k < count; k++)
        source[listed(list, k)] = k;
    return source;
}

static long double scalar_in(graph_type type, graph_scalar x)
{
    return oracle_cast(oracle_scalar(x), x.type, type);
}

/* accum(x, y) for x of the type C and y of the type T, as a value of C. */
static long double accumulated(graph_op accum, graph_type C, graph_type T, long double x, long double y)
{
    const graph_type type = oracle_working_type(accum, C, C, T);
    const struct oracle_types user = oracle_types((int)accum, type);
    return oracle_cast(oracle_binary(accum, type, oracle_cast(x, C, user.x), oracle_cast(y, T, user.y)),
                       user.z, C);
}

/* The type that a scalar is assigned in: C's if it is a value of that, unless the accumulator has types of its choice. */
static graph_type type_of_assigned(graph_op accum, graph_type C, graph_scalar x)
{
    long double given = oracle_scalar(x);
    if (C != GRAPH_PATTERN && !oracle_is_user(C) && (int)accum >= GRAPH_OWN_OPS)
        return x.type;
    return C == GRAPH_PATTERN || oracle_is_user(C) || oracle_same(given, oracle_cast(given, x.type, C), 0)
               ? C
               : x.type;
}

struct dense_matrix dense_assign(const struct dense_matrix *C, graph_op accum, const struct dense_matrix *A,
                                 graph_scalar x, const graph_index *rows, int64_t row_count,
                                 const graph_index *columns, int64_t column_count)
{
    struct dense_matrix Z = dense_copy(C);
    int64_t *row = last_places(rows, row_count, C->rows),
            *column = last_places(columns, column_count, C->columns);
    for (int64_t i = 0; i < C->rows; i++)
        for (int64_t j = 0; j < C->columns; j++) {
            int64_t at = i * C->columns + j, from = A != NULL ? row[i] * A->columns + column[j] : 0;
            if (row[i] < 0 || column[j] < 0)
                continue;
            if (A != NULL && !A->present[from]) {
                Z.present[at] = Z.present[at] && accum != GRAPH_NO_OP;
                continue;
            }
            const graph_type T = A != NULL ? A->type : type_of_assigned(accum, C->type, x);
            long double value = A != NULL ? A->value[from] : scalar_in(T, x);
            if (Z.present[at] && accum != GRAPH_NO_OP)
                value = C->type == GRAPH_PATTERN ? 1 : accumulated(accum, C->type, T, Z.value[at], value);
            else
                value = oracle_cast(value, T, C->type);
            dense_set(&Z, i, j, value);
        }
    free(row);
    free(column);
    return Z;
}

/* op(x, y) at every entry of A, which is the operand that the scalar is not. */
static struct dense_matrix with_bound(graph_op op, graph_type type, const struct dense_matrix *A,
                                      graph_scalar scalar, bool is_first)
{
    type = oracle_working_type_with(op, oracle_working_type(op, type, A->type, A->type), scalar);
    const struct oracle_types types = oracle_types((int)op, type);
    long double bound = scalar_in(is_first ? types.x : types.y, scalar);
    struct dense_matrix T = dense_cast(A, is_first ? types.y : types.x);
    T.type = types.z;
    for (int64_t p = 0; p < T.rows * T.columns; p++)
        if (T.present[p] && types.z != GRAPH_PATTERN)
            T.value[p] = is_first ? oracle_binary(op, type, bound, T.value[p])
                                  : oracle_binary(op, type, T.value[p], bound);
    return T;
}

struct dense_matrix dense_apply_first(graph_op op, graph_type type, graph_scalar x,
                                      const struct dense_matrix *A)
{
    return with_bound(op, type, A, x, true);
}

struct dense_matrix dense_apply_second(graph_op op, graph_type type, const struct dense_matrix *A,
                                       graph_scalar y)
{
    return with_bound(op, type, A, y, false);
}

struct dense_matrix dense_ewise_union(graph_op op, graph_type type, const struct dense_matrix *A,
                                      graph_scalar alpha, const struct dense_matrix *B, graph_scalar beta)
{
    type = oracle_working_type(op, type, A->type, B->type);
    type = oracle_working_type_with(op, oracle_working_type_with(op, type, alpha), beta);
    const struct oracle_types types = oracle_types((int)op, type);
    struct dense_matrix T = dense_create(types.z, A->rows, A->columns);
    for (int64_t p = 0; p < A->rows * A->columns; p++) {
        long double x =
            A->present[p] ? oracle_cast(A->value[p], A->type, types.x) : scalar_in(types.x, alpha);
        long double y = B->present[p] ? oracle_cast(B->value[p], B->type, types.y) : scalar_in(types.y, beta);
        T.present[p] = A->present[p] || B->present[p];
        if (T.present[p])
            T.value[p] = types.z == GRAPH_PATTERN ? 1 : oracle_binary(op, type, x, y);
    }
    return T;
}

struct dense_matrix dense_apply_index(graph_index_op op, const struct dense_matrix *A, graph_scalar y)
{
    const bool is_test = oracle_is_of_other_kind((int)op);
    const int code = is_test ? (int)GRAPH_TEST_OF_INDEX_OP(op) : (int)op;
    const struct oracle_types types = oracle_types(code, GRAPH_INT64);
    const graph_type z = is_test ? GRAPH_BOOL : types.z;
    struct dense_matrix T = dense_create(z, A->rows, A->columns);
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t j = 0; j < A->columns; j++) {
            const long double x = A->value[i * A->columns + j];
            if (!A->present[i * A->columns + j])
                continue;
            dense_set(&T, i, j,
                      is_test ? oracle_passes((graph_select_op)code, A->type, i, j, x, y)
                              : oracle_position(op, A->type, i, j, x, y));
        }
    return T;
}

struct dense_matrix dense_kronecker(graph_op op, graph_type type, const struct dense_matrix *A,
                                    const struct dense_matrix *B)
{
    type = oracle_working_type(op, type, A->type, B->type);
    const struct oracle_types types = oracle_types((int)op, type);
    struct dense_matrix x = dense_cast(A, types.x), y = dense_cast(B, types.y);
    struct dense_matrix T = dense_create(types.z, A->rows * B->rows, A->columns * B->columns);
    for (int64_t i = 0; i < T.rows; i++)
        for (int64_t j = 0; j < T.columns; j++) {
            int64_t a = i / y.rows * x.columns + j / y.columns, b = i % y.rows * y.columns + j % y.columns;
            if (x.present[a] && y.present[b])
                dense_set(&T, i, j,
                          types.z == GRAPH_PATTERN ? 1 : oracle_binary(op, type, x.value[a], y.value[b]));
        }
    dense_release(&x);
    dense_release(&y);
    return T;
}
