/* The oracle: every operation of the library once more, as plainly as it can be written.
 *
 * A dense_matrix has a presence byte and a value for each position.  Values of all eleven types are held in long
 * double, which has room for each of them exactly, and those of a user's types as numbers (user.h); the type says what the
 * operators do.  A vector is a matrix of one
 * column.  The operators and conversions here share nothing with the library, so that a wrong one is caught; only
 * the functions of a semiring are those of the library, and tests/semiring/test_semirings.c judges those.
 *
 *     struct dense_matrix T = dense_product(semiring, &A, &B);
 *     dense_write(&C, &M, flags, GRAPH_PLUS, &T);         C<M> += A B
 *     CHECK(dense_equals_matrix(&C, C_of_the_library, 0, stderr));
 */
#ifndef TESTS_SUPPORT_ORACLE_H
#define TESTS_SUPPORT_ORACLE_H

#include <float.h>
#include <stdio.h>

#include "semigraph.h"

_Static_assert(LDBL_MANT_DIG >= 64, "the oracle needs a long double that holds 64-bit integers");

struct dense_matrix {
    graph_type type;
    int64_t rows, columns;
    uint8_t *present;              /* 0 or 1; position (i, j) is element i * columns + j */
    long double *value;            /* of present positions; 1 in a pattern */
    int64_t row_step, column_step; /* of objects: (i, j) stands at (i * row_step, j * column_step); 0: 1 */
};

/* ---- Values (oracle_values.c) ---- */

bool type_is_float(graph_type type);
bool type_is_signed(graph_type type);       /* an integer type below zero too */
long double type_smallest(graph_type type); /* -infinity for a floating type */
long double type_largest(graph_type type);

/* x, a value of type `from`, as a value of type `to`; 1 if one of them is GRAPH_PATTERN. */
long double oracle_cast(long double x, graph_type from, graph_type to);

long double oracle_binary(graph_op op, graph_type type, long double x, long double y);
long double oracle_unary(graph_unary_op op, graph_type type, long double x);
bool oracle_has_op(graph_op op, graph_type type); /* bits are only in integers and Booleans */
bool oracle_has_unary(graph_unary_op op, graph_type type);
long double oracle_identity(graph_op monoid, graph_type type);

/* Whether the entry (i, j, x) of a matrix of this type passes the test against y. */
bool oracle_passes(graph_select_op op, graph_type type, int64_t i, int64_t j, long double x, graph_scalar y);

/* The value of a scalar, and of element k of an array of the library's. */
long double oracle_scalar(graph_scalar x);
long double oracle_load(graph_type type, const void *array, int64_t k);
size_t oracle_bytes(graph_type type);          /* of an element of such arrays; 8 at least */
void *oracle_room(int64_t n, graph_type type); /* for n of them, never NULL; graph_index fits GRAPH_INT64 */
void oracle_store(graph_type type, void *array, int64_t k, long double x);

/* The type in which values of types x and y are combined into one of type z: the smallest that holds all their values
 * (fp64 where none does), with those of z too if the operator is arithmetic; z for other operators but truth values. */
/* The type of a typed operator, else GRAPH_PATTERN; the operator without it. */
graph_type oracle_type_of(int op);
int oracle_plain(int op);

/* Whether a test is used as an operator of graph_apply_index, or such an operator as a test. */
bool oracle_is_of_other_kind(int op);

/* An operator of graph_apply_index, which is no test, for an entry x of type A at (i, j). */
long double oracle_position(graph_index_op op, graph_type A, int64_t i, int64_t j, long double x,
                            graph_scalar y);

graph_type oracle_working_type(graph_op op, graph_type z, graph_type x, graph_type y);
graph_type oracle_working_type_with(graph_op op, graph_type type, graph_scalar x);

/* Operators of the user's (oracle_user.c), any kind of whose codes oracle_types takes: what an operator takes and gives in
 * an operation that works in `type`. */
struct oracle_types {
    graph_type z, x, y;
};
struct oracle_types oracle_types(int op, graph_type type);
bool oracle_is_user(graph_type type);
bool oracle_converts(graph_type from, graph_type to);
bool oracle_is_monoid_on(graph_op op, graph_type type);
long double oracle_user_binary(graph_op op, long double x, long double y);
long double oracle_user_unary(graph_unary_op op, long double x);
long double oracle_user_identity(graph_op monoid);
long double oracle_user_index(int op, bool is_select, int64_t i, int64_t j, long double x, long double y);

/* The functions of the semiring. */
long double semiring_zero(const graph_semiring *semiring);
long double semiring_one(const graph_semiring *semiring);
long double semiring_add(const graph_semiring *semiring, long double x, long double y);
long double semiring_mul(const graph_semiring *semiring, long double x, long double y);
bool semiring_absorbs(const graph_semiring *semiring, long double x);

/* Equal values: -0 is 0, NaN is NaN; with a tolerance, |expected - got| <= tolerance |expected| will do. */
bool oracle_same(long double expected, long double got, double tolerance);

/* ---- Dense matrices (oracle.c) ---- */

/* An empty matrix.  Every struct dense_matrix that a function returns is released by the caller. */
struct dense_matrix dense_create(graph_type type, int64_t rows, int64_t columns);
void dense_release(struct dense_matrix *A);
struct dense_matrix dense_copy(const struct dense_matrix *A);

/* A matrix from a text such as "1 . 3  . inf nan": its elements row by row, a dot for no entry. */
struct dense_matrix dense_from_text(graph_type type, int64_t rows, int64_t columns, const char *text);

/* A(i, j) = x, which must be a value of the type of A. */
void dense_set(struct dense_matrix *A, int64_t i, int64_t j, long double x);
int64_t dense_entries(const struct dense_matrix *A);

/* Whether type, shape, entries and values agree.  If not, and stream is not NULL, prints the first position (in
 * row-major order) where they do not. */
bool dense_equals(const struct dense_matrix *expected, const struct dense_matrix *got, double tolerance,
                  FILE *stream);

/* Results of operations: T of the head of semigraph/operations.h, in the type that the operation works in. */
struct dense_matrix dense_cast(const struct dense_matrix *A, graph_type type);
struct dense_matrix dense_transpose(const struct dense_matrix *A);
struct dense_matrix dense_product(const graph_semiring *semiring, const struct dense_matrix *A,
                                  const struct dense_matrix *B);
struct dense_matrix dense_ewise_add(graph_op op, graph_type type, const struct dense_matrix *A,
                                    const struct dense_matrix *B);
struct dense_matrix dense_ewise_mult(graph_op op, graph_type type, const struct dense_matrix *A,
                                     const struct dense_matrix *B);
struct dense_matrix dense_ewise_union(graph_op op, graph_type type, const struct dense_matrix *A,
                                      graph_scalar alpha, const struct dense_matrix *B, graph_scalar beta);
struct dense_matrix dense_apply(graph_unary_op op, const struct dense_matrix *A);
struct dense_matrix dense_apply_first(graph_op op, graph_type type, graph_scalar x,
                                      const struct dense_matrix *A);
struct dense_matrix dense_apply_second(graph_op op, graph_type type, const struct dense_matrix *A,
                                       graph_scalar y);
struct dense_matrix dense_apply_index(graph_index_op op, const struct dense_matrix *A, graph_scalar y);
struct dense_matrix dense_kronecker(graph_op op, graph_type type, const struct dense_matrix *A,
                                    const struct dense_matrix *B);
struct dense_matrix dense_select(graph_select_op op, const struct dense_matrix *A, graph_scalar y);
struct dense_matrix dense_reduce_rows(graph_op monoid, graph_type type, const struct dense_matrix *A);
long double dense_reduce(graph_op monoid, graph_type type, const struct dense_matrix *A);

/* Parts (oracle_regions.c).  rows and columns are lists of as many indices, or NULL for 0, 1, 2, ...
 * dense_assign gives Z: C with A (NULL: x everywhere) laid over the region; the last occurrence of an index counts. */
struct dense_matrix dense_extract(const struct dense_matrix *A, const graph_index *rows, int64_t row_count,
                                  const graph_index *columns, int64_t column_count);
struct dense_matrix dense_assign(const struct dense_matrix *C, graph_op accum, const struct dense_matrix *A,
                                 graph_scalar x, const graph_index *rows, int64_t row_count,
                                 const graph_index *columns, int64_t column_count);

/* A times a full B: zero where row i of A is empty; the sum starts with C(i, j) if C is not NULL. */
struct dense_matrix dense_csrmm(const graph_semiring *semiring, const struct dense_matrix *A,
                                const struct dense_matrix *B, const struct dense_matrix *C);

/* Whether a mask (NULL: none) admits (i, j) under GRAPH_MASK_STRUCTURE and GRAPH_MASK_COMPLEMENT. */
bool dense_admits(const struct dense_matrix *M, uint32_t flags, int64_t i, int64_t j);

/* C<M, replace> accum= T. */
void dense_write(struct dense_matrix *C, const struct dense_matrix *M, uint32_t flags, graph_op accum,
                 const struct dense_matrix *T);

/* ---- To and from the library's objects (oracle_objects.c), through build and extract_tuples ---- */

struct dense_matrix dense_of_matrix(const graph_matrix *A);
graph_index dense_step(int64_t step);                       /* 1 for 0 */
struct dense_matrix dense_of_vector(const graph_vector *v); /* one column */
graph_status dense_to_matrix(graph_matrix **A, const struct dense_matrix *dense);
graph_status dense_to_vector(graph_vector **v, const struct dense_matrix *dense);

/* dense_equals, and graph_matrix_check (graph_vector_check) finds nothing wrong. */
bool dense_equals_matrix(const struct dense_matrix *expected, const graph_matrix *got, double tolerance,
                         FILE *stream);
bool dense_equals_vector(const struct dense_matrix *expected, const graph_vector *got, double tolerance,
                         FILE *stream);

/* Whether two matrices agree in type, shape, entries and values, without going through dense matrices. */
bool same_matrix(const graph_matrix *expected, const graph_matrix *got, double tolerance, FILE *stream);

#endif
