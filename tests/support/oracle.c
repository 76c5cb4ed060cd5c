/* Operations on dense matrices; see oracle.h. */
#include "tests/support/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "contract/semiring.h"

struct dense_matrix dense_create(graph_type type, int64_t rows, int64_t columns)
{
    struct dense_matrix A = {.type = type, .rows = rows, .columns = columns};
    size_t room = (size_t)(rows * columns) + 1;
    A.present = calloc(room, 1);
    A.value = calloc(room, sizeof *A.value);
    if (A.present == NULL || A.value == NULL) {
        fprintf(stderr, "the oracle has no memory for %lld x %lld\n", (long long)rows, (long long)columns);
        abort();
    }
    return A;
}

void dense_release(struct dense_matrix *A)
{
    free(A->present);
    free(A->value);
    memset(A, 0, sizeof *A);
}

struct dense_matrix dense_copy(const struct dense_matrix *A)
{
    struct dense_matrix C = dense_create(A->type, A->rows, A->columns);
    memcpy(C.present, A->present, (size_t)(A->rows * A->columns));
    memcpy(C.value, A->value, (size_t)(A->rows * A->columns) * sizeof *A->value);
    return C;
}

struct dense_matrix dense_from_text(graph_type type, int64_t rows, int64_t columns, const char *text)
{
    struct dense_matrix A = dense_create(type, rows, columns);
    for (int64_t p = 0; p < rows * columns; p++) {
        text += strspn(text, " ");
        size_t length = strcspn(text, " ");
        if (length != 1 || *text != '.') {
            A.present[p] = 1;
            A.value[p] = type == GRAPH_PATTERN ? 1 : strtold(text, NULL);
        }
        text += length;
    }
    return A;
}

void dense_set(struct dense_matrix *A, int64_t i, int64_t j, long double x)
{
    A->present[i * A->columns + j] = 1;
    A->value[i * A->columns + j] = A->type == GRAPH_PATTERN ? 1 : x;
}

int64_t dense_entries(const struct dense_matrix *A)
{
    int64_t entries = 0;
    for (int64_t p = 0; p < A->rows * A->columns; p++)
        entries += A->present[p];
    return entries;
}

static void print_element(FILE *stream, const struct dense_matrix *A, int64_t p)
{
    if (A->present[p])
        fprintf(stream, "%.21Lg", A->value[p]);
    else
        fprintf(stream, "no entry");
}

bool dense_equals(const struct dense_matrix *expected, const struct dense_matrix *got, double tolerance,
                  FILE *stream)
{
    if (expected->type != got->type || expected->rows != got->rows || expected->columns != got->columns) {
        if (stream != NULL)
            fprintf(stream, "expected %lld x %lld %s, found %lld x %lld %s\n", (long long)expected->rows,
                    (long long)expected->columns, graph_type_name(expected->type), (long long)got->rows,
                    (long long)got->columns, graph_type_name(got->type));
        return false;
    }
    for (int64_t p = 0; p < expected->rows * expected->columns; p++) {
        if (!expected->present[p] && !got->present[p])
            continue;
        if (expected->present[p] && got->present[p] &&
            oracle_same(expected->value[p], got->value[p], tolerance))
            continue;
        if (stream != NULL) {
            fprintf(stream, "(%lld, %lld): expected ", (long long)(p / expected->columns),
                    (long long)(p % expected->columns));
            print_element(stream, expected, p);
            fprintf(stream, ", found ");
            print_element(stream, got, p);
            fprintf(stream, "\n");
        }
        return false;
    }
    return true;
}

struct dense_matrix dense_cast(const struct dense_matrix *A, graph_type type)
{
    struct dense_matrix C = dense_create(type, A->rows, A->columns);
    for (int64_t p = 0; p < A->rows * A->columns; p++)
        if (A->present[p]) {
            C.present[p] = 1;
            C.value[p] = oracle_cast(A->value[p], A->type, type);
        }
    return C;
}

struct dense_matrix dense_transpose(const struct dense_matrix *A)
{
    struct dense_matrix C = dense_create(A->type, A->columns, A->rows);
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t j = 0; j < A->columns; j++)
            if (A->present[i * A->columns + j])
                dense_set(&C, j, i, A->value[i * A->columns + j]);
    return C;
}

struct dense_matrix dense_product(const graph_semiring *semiring, const struct dense_matrix *A,
                                  const struct dense_matrix *B)
{
    struct dense_matrix x = dense_cast(A, semiring->x_type), y = dense_cast(B, semiring->y_type);
    struct dense_matrix C = dense_create(semiring->type, A->rows, B->columns);
    for (int64_t i = 0; i < x.rows; i++)
        for (int64_t j = 0; j < y.columns; j++)
            for (int64_t k = 0; k < x.columns; k++) {
                int64_t p = i * C.columns + j, a = i * x.columns + k, b = k * y.columns + j;
                if (!x.present[a] || !y.present[b])
                    continue;
                long double product = semiring_mul(semiring, x.value[a], y.value[b]);
                C.value[p] = C.present[p] ? semiring_add(semiring, C.value[p], product) : product;
                C.present[p] = 1;
            }
    dense_release(&x);
    dense_release(&y);
    return C;
}

/* The union with values of `type`, where the operator works in `works_in`. */
static struct dense_matrix either(graph_op op, graph_type works_in, graph_type type,
                                  const struct dense_matrix *A, const struct dense_matrix *B)
{
    const struct oracle_types types = oracle_types((int)op, works_in);
    struct dense_matrix C = dense_create(type, A->rows, A->columns);
    for (int64_t p = 0; p < A->rows * A->columns; p++) {
        C.present[p] = A->present[p] || B->present[p];
        if (A->present[p] && B->present[p]) {
            long double x = oracle_cast(A->value[p], A->type, types.x);
            long double y = oracle_cast(B->value[p], B->type, types.y);
            C.value[p] =
                types.z == GRAPH_PATTERN ? 1 : oracle_cast(oracle_binary(op, works_in, x, y), types.z, type);
        } else if (C.present[p])
            C.value[p] = A->present[p] ? oracle_cast(A->value[p], A->type, type)
                                       : oracle_cast(B->value[p], B->type, type);
    }
    return C;
}

struct dense_matrix dense_ewise_add(graph_op op, graph_type type, const struct dense_matrix *A,
                                    const struct dense_matrix *B)
{
    graph_type works_in = oracle_working_type(op, type, A->type, B->type);
    return either(op, works_in, oracle_types((int)op, works_in).z, A, B);
}

struct dense_matrix dense_ewise_mult(graph_op op, graph_type type, const struct dense_matrix *A,
                                     const struct dense_matrix *B)
{
    struct dense_matrix C = dense_ewise_add(op, type, A, B);
    for (int64_t p = 0; p < A->rows * A->columns; p++)
        C.present[p] = A->present[p] && B->present[p];
    return C;
}

struct dense_matrix dense_apply(graph_unary_op op, const struct dense_matrix *A)
{
    const struct oracle_types types = oracle_types((int)op, A->type == GRAPH_PATTERN ? GRAPH_BOOL : A->type);
    struct dense_matrix C = dense_cast(A, types.x);
    C.type = types.z;
    for (int64_t p = 0; p < A->rows * A->columns; p++)
        if (C.present[p])
            C.value[p] = oracle_unary(op, C.type, C.value[p]);
    return C;
}

struct dense_matrix dense_select(graph_select_op op, const struct dense_matrix *A, graph_scalar y)
{
    struct dense_matrix C = dense_copy(A);
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t j = 0; j < A->columns; j++) {
            int64_t p = i * A->columns + j;
            C.present[p] = A->present[p] && oracle_passes(op, A->type, i, j, A->value[p], y);
        }
    return C;
}

/* sum and one more entry x; the logical monoids give a truth value even of a lone entry. */
static long double fold(graph_op monoid, graph_type type, bool is_first, long double sum, long double x)
{
    const int plain = oracle_plain((int)monoid);
    bool is_logical =
        plain == GRAPH_LOR || plain == GRAPH_LAND || plain == GRAPH_LXOR || plain == GRAPH_LXNOR;
    if (is_first)
        return is_logical ? x != 0 : x;
    return oracle_binary(monoid, type, sum, x);
}

struct dense_matrix dense_reduce_rows(graph_op monoid, graph_type type, const struct dense_matrix *A)
{
    type = oracle_types((int)monoid, oracle_working_type(monoid, type, A->type, A->type)).z;
    struct dense_matrix w = dense_create(type, A->rows, 1);
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t j = 0; j < A->columns; j++) {
            if (!A->present[i * A->columns + j])
                continue;
            long double x = oracle_cast(A->value[i * A->columns + j], A->type, type);
            w.value[i] = fold(monoid, type, !w.present[i], w.value[i], x);
            w.present[i] = 1;
        }
    return w;
}

long double dense_reduce(graph_op monoid, graph_type type, const struct dense_matrix *A)
{
    const graph_type typed = oracle_type_of((int)monoid);
    const graph_type works_in =
        typed != GRAPH_PATTERN ? typed : oracle_working_type(monoid, type, A->type, A->type);
    bool is_first = true;
    long double sum =
        typed != GRAPH_PATTERN
            ? oracle_cast(oracle_identity((graph_op)oracle_plain((int)monoid), typed), typed, type)
            : oracle_identity(monoid, type);
    for (int64_t p = 0; p < A->rows * A->columns; p++) {
        if (!A->present[p])
            continue;
        long double x = oracle_cast(A->value[p], A->type, works_in);
        sum = fold(monoid, works_in, is_first, sum, x);
        is_first = false;
    }
    return is_first ? sum : oracle_cast(sum, works_in, type);
}

struct dense_matrix dense_csrmm(const graph_semiring *semiring, const struct dense_matrix *A,
                                const struct dense_matrix *B, const struct dense_matrix *C)
{
    struct dense_matrix x = dense_cast(A, semiring->x_type);
    struct dense_matrix sum = C != NULL ? dense_copy(C) : dense_create(semiring->type, A->rows, B->columns);
    for (int64_t i = 0; i < sum.rows; i++)
        for (int64_t j = 0; j < sum.columns; j++) {
            int64_t p = i * sum.columns + j;
            for (int64_t k = 0; k < x.columns; k++) {
                if (!x.present[i * x.columns + k])
                    continue;
                long double product =
                    semiring_mul(semiring, x.value[i * x.columns + k], B->value[k * B->columns + j]);
                sum.value[p] = sum.present[p] ? semiring_add(semiring, sum.value[p], product) : product;
                sum.present[p] = 1;
            }
            if (!sum.present[p])
                sum.value[p] = semiring_zero(semiring);
            sum.present[p] = 1;
        }
    dense_release(&x);
    return sum;
}

bool dense_admits(const struct dense_matrix *M, uint32_t flags, int64_t i, int64_t j)
{
    bool is_complement = (flags & GRAPH_MASK_COMPLEMENT) != 0;
    if (M == NULL)
        return !is_complement;
    int64_t p = i * M->columns + j;
    bool is_true = M->present[p] && ((flags & GRAPH_MASK_STRUCTURE) != 0 || M->value[p] != 0);
    return is_true != is_complement;
}

void dense_write(struct dense_matrix *C, const struct dense_matrix *M, uint32_t flags, graph_op accum,
                 const struct dense_matrix *T)
{
    struct dense_matrix Z = dense_cast(T, C->type);
    if (accum != GRAPH_NO_OP) {
        graph_type works_in = oracle_working_type(accum, C->type, C->type, T->type);
        struct dense_matrix both = either(accum, works_in, C->type, C, T);
        dense_release(&Z);
        Z = both;
    }
    for (int64_t i = 0; i < C->rows; i++)
        for (int64_t j = 0; j < C->columns; j++) {
            int64_t p = i * C->columns + j;
            if (dense_admits(M, flags, i, j)) {
                C->present[p] = Z.present[p];
                C->value[p] = Z.value[p];
            } else if (flags & GRAPH_REPLACE)
                C->present[p] = 0;
        }
    dense_release(&Z);
}
