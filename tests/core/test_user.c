/* User types and operators: what they can do beyond the random calls, and every way to be wrong. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/support/oracle.h"
#include "tests/support/user.h"
#include "tests/support/test.h"

GRAPH_DEFINE_TYPE(complex_number, { double re, im; });
GRAPH_DEFINE_MONOID(complex_plus, complex_number, (0, 0), (complex_number){x.re + y.re, x.im + y.im});
GRAPH_DEFINE_OP(complex_times, complex_number, complex_number, complex_number,
                (complex_number){x.re * y.re - x.im * y.im, x.re *y.im + x.im *y.re});
GRAPH_DEFINE_OP(hypotenuse, double, double, double, sqrt(x *x + y * y));
GRAPH_DEFINE_OP(twice_less, double, int32_t, double, 2.0 * x - y);
GRAPH_DEFINE_UNARY_OP(half, double, int32_t, x / 2.0);
GRAPH_DEFINE_INDEX_OP(row_and_more, int64_t, bool, int64_t, (int64_t)i + y);

static graph_type complex_type(void)
{
    static graph_type type = GRAPH_PATTERN;
    if (type == GRAPH_PATTERN)
        CHECK_OK(graph_type_create(&type, &complex_number_spec));
    return type;
}

TEST(types_have_a_name_a_size_and_a_text)
{
    graph_type type = GRAPH_PATTERN, other = GRAPH_PATTERN;
    int64_t blocks = graph__memory_blocks();
    REQUIRE_OK(graph_type_create(&type, &complex_number_spec));
    REQUIRE_OK(graph_type_create(
        &other, &(graph_type_spec){.size = sizeof(graph_type_spec), .name = "blob", .value_bytes = 32768}));
    CHECK((int)type >= GRAPH_OWN_TYPES && (int)other > (int)type);
    CHECK(graph_type_size(type) == 16 && graph_type_size(other) == 32768);
    CHECK(strcmp(graph_type_name(type), "complex_number") == 0);
    CHECK(strcmp(graph_type_text(type), "typedef struct complex_number { double re, im; } complex_number;") ==
          0);
    CHECK(graph_type_text(other) == NULL && graph_type_text(GRAPH_FP64) == NULL);
    CHECK(strcmp(graph_type_name((graph_type)4000), "unknown type") == 0);
    graph_type released = type;
    graph_type_release(&type);
    graph_type_release(&type);
    graph_type_release(NULL);
    graph_type_release(&other);
    CHECK(type == GRAPH_PATTERN && graph_type_text(released) == NULL && graph_type_size(released) == 16);
    REQUIRE_OK(graph_type_create(&type, &complex_number_spec));
    CHECK(type != released);
    graph_type_release(&type);
    CHECK(graph__memory_blocks() == blocks);
}

TEST(operators_have_texts_and_codes_of_their_kind)
{
    graph_op op = GRAPH_NO_OP;
    graph_unary_op unary = (graph_unary_op)0;
    graph_index_op index = (graph_index_op)0;
    graph_select_op test = (graph_select_op)0;
    int64_t blocks = graph__memory_blocks();
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 2, 2));
    REQUIRE_OK(graph_op_create(&op, &hypotenuse, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64));
    REQUIRE_OK(graph_unary_op_create(&unary, &half, GRAPH_FP64, GRAPH_INT32));
    REQUIRE_OK(graph_index_op_create(&index, &row_and_more, GRAPH_INT64, GRAPH_PATTERN, GRAPH_INT64));
    CHECK(strcmp(graph_op_text(op), "sqrt(x *x + y * y)") == 0);
    CHECK(strcmp(graph_unary_op_text(unary), "x / 2.0") == 0);
    CHECK(strcmp(graph_index_op_text(index), "(int64_t)i + y") == 0);
    CHECK(graph_select_op_text(GRAPH_TRIL) == NULL && graph_op_text(GRAPH_PLUS) == NULL);
    CHECK_STATUS(graph_apply(A, NULL, 0, (graph_unary_op)op, A, NULL), GRAPH_E_INVALID_VALUE, "unary");
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, (graph_op)unary, A, A, NULL), GRAPH_E_INVALID_VALUE, "binary");
    CHECK_STATUS(graph_apply_index(A, NULL, 0, (graph_index_op)op, A, graph_int64(0), NULL),
                 GRAPH_E_INVALID_VALUE, "position");
    CHECK_STATUS(graph_select(A, NULL, 0, (graph_select_op)index, A, graph_int64(0), NULL),
                 GRAPH_E_INVALID_VALUE, "test");
    graph_unary_op of_another_kind = (graph_unary_op)op;
    graph_unary_op_release(&of_another_kind);
    CHECK(graph_op_text(op) != NULL);
    graph_op released = op;
    graph_op_release(&op);
    graph_op_release(&op);
    graph_op_release(NULL);
    graph_unary_op_release(&unary);
    graph_index_op_release(&index);
    graph_select_op_release(&test);
    CHECK(op == GRAPH_NO_OP && graph_op_text(released) == NULL);
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, released, A, A, NULL), GRAPH_E_INVALID_VALUE, "binary");
    CHECK_STATUS(graph_ewise_add(A, NULL, released, GRAPH_PLUS, A, A, NULL), GRAPH_E_INVALID_VALUE, "binary");
    CHECK_STATUS(graph_ewise_add(A, NULL, (graph_op)16000, GRAPH_PLUS, A, A, NULL), GRAPH_E_INVALID_VALUE,
                 "16000");
    graph_matrix_release(&A);
    CHECK(graph__memory_blocks() == blocks);
}

TEST(creation_checks_its_arguments)
{
    graph_type type = GRAPH_INT8;
    graph_op op = GRAPH_PLUS;
    graph_unary_op unary;
    graph_index_op index;
    graph_select_op test;
    graph_type_spec t = complex_number_spec;
    graph_op_spec b = hypotenuse;
    graph_unary_op_spec u = half;
    graph_index_op_spec i = row_and_more;
    CHECK_STATUS(graph_type_create(NULL, &t), GRAPH_E_NULL, "type");
    CHECK_STATUS(graph_type_create(&type, NULL), GRAPH_E_NULL, "spec");
    t.size = 1;
    CHECK_STATUS(graph_type_create(&type, &t), GRAPH_E_INVALID_VALUE, "size");
    CHECK(type == GRAPH_PATTERN);
    t = complex_number_spec;
    t.name = NULL;
    CHECK_STATUS(graph_type_create(&type, &t), GRAPH_E_INVALID_VALUE, "name");
    t.name = "two words";
    CHECK_STATUS(graph_type_create(&type, &t), GRAPH_E_INVALID_VALUE, "identifier");
    t.name = "a234567890123456789012345678901234567890123456789012345678901234";
    CHECK_STATUS(graph_type_create(&type, &t), GRAPH_E_INVALID_VALUE, "63");
    t.name = "fine";
    t.value_bytes = 0;
    CHECK_STATUS(graph_type_create(&type, &t), GRAPH_E_INVALID_VALUE, "value_bytes");
    t.value_bytes = 32769;
    CHECK_STATUS(graph_type_create(&type, &t), GRAPH_E_NOT_SUPPORTED, "32769");

    CHECK_STATUS(graph_op_create(NULL, &b, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64), GRAPH_E_NULL, "op");
    CHECK_STATUS(graph_op_create(&op, NULL, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64), GRAPH_E_NULL, "spec");
    CHECK_STATUS(graph_op_create(&op, &b, GRAPH_FP64, GRAPH_FP64, (graph_type)50), GRAPH_E_DOMAIN, "y is 50");
    CHECK(op == GRAPH_NO_OP);
    CHECK_STATUS(graph_op_create(&op, &b, GRAPH_PATTERN, GRAPH_FP64, GRAPH_FP64), GRAPH_E_INVALID_VALUE, "z");
    CHECK_STATUS(graph_op_create(&op, &b, GRAPH_FP64, GRAPH_FP32, GRAPH_FP64), GRAPH_E_INVALID_VALUE,
                 "fp32 4");
    b.function = NULL;
    CHECK_STATUS(graph_op_create(&op, &b, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64), GRAPH_E_NULL, "function");
    b = hypotenuse;
    b.terminal = &b;
    CHECK_STATUS(graph_op_create(&op, &b, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64), GRAPH_E_NULL, "identity");
    b = complex_plus;
    b.z_bytes = b.x_bytes = b.y_bytes = 0;
    CHECK_STATUS(graph_op_create(&op, &b, GRAPH_FP64, GRAPH_FP64, GRAPH_INT8), GRAPH_E_DOMAIN, "monoid");
    b.identity = NULL;
    CHECK_STATUS(graph_op_create(&op, &b, GRAPH_FP64, GRAPH_PATTERN, GRAPH_INT8), GRAPH_E_DOMAIN, "x");

    CHECK_STATUS(graph_unary_op_create(&unary, &u, GRAPH_FP64, GRAPH_INT64), GRAPH_E_INVALID_VALUE, "int64");
    CHECK_STATUS(graph_unary_op_create(NULL, &u, GRAPH_FP64, GRAPH_INT32), GRAPH_E_NULL, "op");
    u.function = NULL;
    CHECK_STATUS(graph_unary_op_create(&unary, &u, GRAPH_FP64, GRAPH_INT32), GRAPH_E_NULL, "function");
    CHECK_STATUS(graph_index_op_create(&index, &i, GRAPH_INT8, GRAPH_PATTERN, GRAPH_INT64),
                 GRAPH_E_INVALID_VALUE, "int8");
    i.x_bytes = 8;
    CHECK_STATUS(graph_index_op_create(&index, &i, GRAPH_INT64, GRAPH_PATTERN, GRAPH_INT64),
                 GRAPH_E_INVALID_VALUE, "bool");
    i.z_bytes = 1;
    CHECK_STATUS(graph_select_op_create(&test, &i, GRAPH_FP64, GRAPH_PATTERN), GRAPH_E_INVALID_VALUE, "y");
    CHECK_STATUS(graph_select_op_create(&test, NULL, GRAPH_FP64, GRAPH_INT8), GRAPH_E_NULL, "spec");
}

TEST(a_released_type_is_refused_and_its_values_stay)
{
    graph_type type = GRAPH_PATTERN;
    graph_matrix *A = NULL, *B = NULL;
    graph_index entries = 0;
    complex_number x = {1, 2}, y = {0, 0};
    REQUIRE_OK(graph_type_create(&type, &complex_number_spec));
    const graph_type code = type;
    REQUIRE_OK(graph_matrix_create(&A, type, 3, 3));
    CHECK_OK(graph_matrix_set(A, 1, 2, graph_own(type, &x)));
    graph_type_release(&type);
    CHECK_STATUS(graph_matrix_create(&B, code, 3, 3), GRAPH_E_DOMAIN, "no type");
    CHECK_STATUS(graph_matrix_set(A, 1, 1, graph_own(code, &x)), GRAPH_E_DOMAIN, "no type");
    CHECK_OK(graph_matrix_entries(&entries, A));
    graph_scalar got = graph_own(code, &y);
    CHECK_OK(graph_matrix_get(&got, A, 1, 2));
    CHECK(entries == 1 && y.re == 1 && y.im == 2);
    CHECK_OK(graph_matrix_check(A));
    CHECK_STATUS(graph_matrix_dup(&B, A), GRAPH_E_DOMAIN, "no type");
    CHECK_OK(graph_matrix_remove(A, 1, 2));
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

TEST(user_types_do_not_convert)
{
    const graph_type type = complex_type();
    graph_matrix *A = NULL, *B = NULL, *P = NULL;
    graph_vector *u = NULL, *v = NULL;
    complex_number x = {1, 2};
    graph_scalar user = graph_own(type, &x), one = graph_fp64(1), sum = one;
    const graph_index i = 0;
    REQUIRE_OK(graph_matrix_create(&A, type, 2, 2));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 2, 2));
    REQUIRE_OK(graph_matrix_create(&P, GRAPH_PATTERN, 2, 2));
    REQUIRE_OK(graph_vector_create(&u, type, 2));
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP64, 2));
    CHECK_STATUS(graph_matrix_set(B, 0, 0, user), GRAPH_E_DOMAIN, "complex_number");
    CHECK_STATUS(graph_matrix_set(A, 0, 0, one), GRAPH_E_DOMAIN, "fp64");
    CHECK_STATUS(graph_matrix_set(A, 0, 0, graph_own(type, NULL)), GRAPH_E_NULL, "own");
    CHECK_OK(graph_matrix_set(A, 0, 0, user));
    CHECK_OK(graph_matrix_set(P, 0, 0, user));
    CHECK_OK(graph_vector_set(u, 0, user));
    CHECK_STATUS(graph_matrix_get(&sum, A, 0, 0), GRAPH_E_DOMAIN, "graph_own");
    CHECK_STATUS(graph_vector_get(&sum, u, 0), GRAPH_E_DOMAIN, "graph_own");
    CHECK(sum.type == GRAPH_FP64 && sum.value.f == 1);
    CHECK_STATUS(graph_vector_fill(u, one), GRAPH_E_DOMAIN, "fp64");
    CHECK_STATUS(graph_matrix_build(B, &i, &i, &x, type, 1, GRAPH_NO_OP), GRAPH_E_DOMAIN, "complex_number");
    graph_index n = 1;
    CHECK_STATUS(graph_matrix_extract_tuples(NULL, NULL, &x, GRAPH_FP64, &n, A), GRAPH_E_DOMAIN, "fp64");
    CHECK_STATUS(graph_transpose(A, NULL, 0, B, NULL), GRAPH_E_DOMAIN, "complex_number");
    CHECK_STATUS(graph_transpose(B, NULL, 0, A, NULL), GRAPH_E_DOMAIN, "complex_number");
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, GRAPH_PLUS, A, A, NULL), GRAPH_E_DOMAIN, "GRAPH_PLUS is not");
    CHECK_STATUS(graph_ewise_add(B, NULL, 0, GRAPH_PLUS, A, B, NULL), GRAPH_E_DOMAIN, "complex_number");
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, GRAPH_FIRST, A, P, NULL), GRAPH_E_DOMAIN, "pattern");
    CHECK_STATUS(graph_ewise_add(A, NULL, GRAPH_MAX, GRAPH_FIRST, A, A, NULL), GRAPH_E_DOMAIN,
                 "GRAPH_MAX is not");
    CHECK_STATUS(graph_apply(A, NULL, 0, GRAPH_ABS, A, NULL), GRAPH_E_DOMAIN, "GRAPH_ABS is not");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_VALUE_EQ, A, user, NULL), GRAPH_E_DOMAIN,
                 "GRAPH_VALUE_EQ is not");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_TRIL, A, user, NULL), GRAPH_E_DOMAIN, "complex_number");
    CHECK_STATUS(graph_transpose(B, A, 0, B, NULL), GRAPH_E_DOMAIN, "bool");
    CHECK_STATUS(graph_vector_apply(v, u, 0, GRAPH_ABS, v, NULL), GRAPH_E_DOMAIN, "bool");
    CHECK_OK(graph_transpose(B, A, 0, B, GRAPH_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE)));
    CHECK_OK(graph_transpose(P, NULL, 0, A, NULL));
    CHECK_STATUS(graph_reduce(&sum, type, GRAPH_PLUS, A, NULL), GRAPH_E_DOMAIN, "GRAPH_PLUS is not");
    CHECK_STATUS(graph_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, A, NULL), GRAPH_E_DOMAIN, "complex_number");
    CHECK_STATUS(graph_reduce_rows(u, NULL, 0, GRAPH_ANY, A, NULL), GRAPH_E_DOMAIN, "GRAPH_ANY is not");
    CHECK_STATUS(graph_reduce_rows(u, NULL, 0, GRAPH_FIRST, A, NULL), GRAPH_E_DOMAIN, "GRAPH_FIRST is not");
    CHECK_STATUS(graph_assign_scalar(A, NULL, 0, one, GRAPH_ALL, 0, GRAPH_ALL, 0, NULL), GRAPH_E_DOMAIN,
                 "fp64");
    CHECK_STATUS(graph_mxm(B, NULL, 0, graph_semiring_by_name("plus_times_fp64"), A, B, NULL), GRAPH_E_DOMAIN,
                 "complex_number");
    graph_vector *distance = NULL;
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, NULL), GRAPH_E_DOMAIN, "complex_number");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&P);
    graph_vector_release(&u);
    graph_vector_release(&v);
}

/* Common entries go through the operator, whose operands have two types; lone ones convert. */
TEST(vectors_without_entries_have_no_arrays)
{
    const graph_type type = complex_type();
    graph_vector *u = NULL, *w = NULL;
    complex_number x = {1, 2};
    graph_index entries = 1;
    REQUIRE_OK(graph_vector_create(&u, type, 2));
    REQUIRE_OK(graph_vector_create(&w, type, 2));
    CHECK_OK(graph_vector_apply_first(w, NULL, 0, GRAPH_SECOND, graph_own(type, &x), u, NULL));
    CHECK_OK(graph_vector_apply(w, NULL, 0, GRAPH_IDENTITY, u, NULL));
    CHECK_OK(graph_vector_entries(&entries, w));
    CHECK(entries == 0);
    graph_vector_release(&u);
    graph_vector_release(&w);
}

TEST(unions_by_an_operator_of_two_types)
{
    static const graph_index A_at[2][3] = {{0, 0, 1}, {0, 1, 1}}, B_at[2][3] = {{0, 1, 2}, {1, 0, 2}};
    const int32_t A_value[] = {5, 7, 9};
    const double B_value[] = {2.5, 0.25, -1}, expected[] = {5, 11.5, 0.25, 9, -1};
    graph_op op = GRAPH_NO_OP;
    graph_matrix *A = NULL, *B = NULL, *C = NULL;
    graph_index row[6], column[6], n = 6;
    double value[6];
    REQUIRE_OK(graph_op_create(&op, &twice_less, GRAPH_FP64, GRAPH_INT32, GRAPH_FP64));
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, 3, 3));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 3, 3));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 3, 3));
    REQUIRE_OK(graph_matrix_build(A, A_at[0], A_at[1], A_value, GRAPH_INT32, 3, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_build(B, B_at[0], B_at[1], B_value, GRAPH_FP64, 3, GRAPH_NO_OP));
    CHECK_OK(graph_ewise_add(C, NULL, GRAPH_NO_OP, op, A, B, GRAPH_DESCRIPTOR(.backend = test_backend())));
    CHECK_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &n, C));
    CHECK(n == 5);
    for (graph_index k = 0; k < n; k++)
        CHECK(value[k] == expected[k]);
    static const graph_index u_at[] = {0, 1, 3}, v_at[] = {1, 2, 4};
    graph_vector *u = NULL, *v = NULL, *w = NULL;
    n = 6;
    REQUIRE_OK(graph_vector_create(&u, GRAPH_INT32, 7));
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP64, 7));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 7));
    REQUIRE_OK(graph_vector_build(u, u_at, A_value, GRAPH_INT32, 3, GRAPH_NO_OP));
    REQUIRE_OK(graph_vector_build(v, v_at, B_value, GRAPH_FP64, 3, GRAPH_NO_OP));
    CHECK_OK(graph_vector_ewise_add(w, NULL, GRAPH_NO_OP, op, u, v, TEST_DESCRIPTOR()));
    CHECK_OK(graph_vector_extract_tuples(row, value, GRAPH_FP64, &n, w));
    CHECK(n == 5);
    for (graph_index k = 0; k < n; k++)
        CHECK(row[k] == k && value[k] == (k < 3 ? expected[k] : k == 3 ? 9 : -1));
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
    graph_vector_release(&u);
    graph_vector_release(&v);
    graph_vector_release(&w);
    graph_op_release(&op);
}

TEST(semirings_of_operators)
{
    const graph_type type = complex_type();
    graph_op plus = GRAPH_NO_OP, times = GRAPH_NO_OP;
    graph_semiring *s = NULL, *bad = NULL;
    REQUIRE_OK(graph_op_create(&plus, &complex_plus, type, type, type));
    REQUIRE_OK(graph_op_create(&times, &complex_times, type, type, type));
    CHECK_STATUS(graph_semiring_of(NULL, "s", type, plus, times), GRAPH_E_NULL, "semiring");
    CHECK_STATUS(graph_semiring_of(&bad, NULL, type, plus, times), GRAPH_E_INVALID_VALUE, "name");
    CHECK_STATUS(graph_semiring_of(&bad, "s t", type, plus, times), GRAPH_E_INVALID_VALUE, "identifier");
    CHECK_STATUS(graph_semiring_of(&bad, "s", (graph_type)30, plus, times), GRAPH_E_DOMAIN, "30");
    CHECK_STATUS(graph_semiring_of(&bad, "s", type, times, times), GRAPH_E_INVALID_VALUE,
                 "complex_times is not a monoid");
    CHECK_STATUS(graph_semiring_of(&bad, "s", type, GRAPH_PLUS, times), GRAPH_E_DOMAIN,
                 "GRAPH_PLUS is not defined on type complex_number");
    CHECK_STATUS(graph_semiring_of(&bad, "s", GRAPH_FP64, plus, times), GRAPH_E_DOMAIN, "complex_number");
    CHECK_STATUS(graph_semiring_of(&bad, "s", GRAPH_FP64, GRAPH_PLUS, GRAPH_BOR), GRAPH_E_DOMAIN, "bits");
    CHECK_STATUS(graph_semiring_of(&bad, "s", GRAPH_INT8, GRAPH_MINUS, GRAPH_PLUS), GRAPH_E_INVALID_VALUE,
                 "monoid");
    CHECK(bad == NULL);
    REQUIRE_OK(graph_semiring_of(&s, "complex_plus_times", type, plus, times));
    graph_op_release(&plus);
    graph_op_release(&times);
    CHECK(graph_semiring_type(s) == type && strcmp(graph_semiring_name(s), "complex_plus_times") == 0);
    /* (1 + i) (2 - i) + i i = 2 + i */
    const graph_index row[] = {0, 0}, column[] = {0, 1}, down[] = {0, 1}, zeros[] = {0, 0};
    const complex_number a[] = {{1, 1}, {0, 1}}, b[] = {{2, -1}, {0, 1}};
    graph_matrix *A = NULL, *B = NULL, *C = NULL;
    REQUIRE_OK(graph_matrix_create(&A, type, 1, 2));
    REQUIRE_OK(graph_matrix_create(&B, type, 2, 1));
    CHECK_OK(graph_matrix_build(A, row, column, a, type, 2, GRAPH_NO_OP));
    CHECK_OK(graph_matrix_build(B, down, zeros, b, type, 2, GRAPH_NO_OP));
    CHECK_OK(graph_spgemm(&C, s, A, B, NULL));
    complex_number z = {0, 0};
    graph_scalar x = graph_own(type, &z);
    CHECK_OK(graph_matrix_get(&x, C, 0, 0));
    CHECK(z.re == 2 && z.im == 1);
    complex_number dense_B[] = {{2, -1}, {0, 1}}, dense_C[] = {{0, 0}};
    graph_dense dense = {.size = sizeof dense,
                         .type = type,
                         .layout = GRAPH_ROW_MAJOR,
                         .rows = 2,
                         .columns = 1,
                         .value = dense_B};
    graph_dense result = {.size = sizeof result,
                          .type = type,
                          .layout = GRAPH_ROW_MAJOR,
                          .rows = 1,
                          .columns = 1,
                          .value = dense_C};
    CHECK_OK(graph_csrmm(&result, s, A, &dense, NULL));
    CHECK(dense_C[0].re == 2 && dense_C[0].im == 1);
    dense.type = GRAPH_FP64;
    CHECK_STATUS(graph_csrmm(&result, s, A, &dense, NULL), GRAPH_E_DOMAIN, "complex_number");
    CHECK_STATUS(graph_mxm(C, NULL, 0, graph_semiring_by_name("plus_times_fp64"), A, B, NULL), GRAPH_E_DOMAIN,
                 "complex_number");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
    graph_semiring_release(&s);
}

static int64_t calls;
static void count_and_or(void *z, const void *x, const void *y)
{
    const bool either = *(const bool *)x || *(const bool *)y;
    calls++;
    memcpy(z, &either, 1);
}

TEST(a_sum_stops_at_the_terminal_value)
{
    static const bool no = false, yes = true;
    const graph_op_spec spec = {.size = sizeof spec,
                                .name = "or_until_true",
                                .function = count_and_or,
                                .identity = &no,
                                .terminal = &yes};
    graph_op op = GRAPH_NO_OP;
    graph_vector *v = NULL;
    graph_scalar x = graph_bool(false);
    int64_t blocks = graph__memory_blocks();
    REQUIRE_OK(graph_op_create(&op, &spec, GRAPH_BOOL, GRAPH_BOOL, GRAPH_BOOL));
    REQUIRE_OK(graph_vector_create(&v, GRAPH_BOOL, 1000));
    CHECK_OK(graph_vector_reduce(&x, GRAPH_BOOL, op, v, NULL));
    CHECK(x.type == GRAPH_BOOL && !x.value.b && calls == 0);
    CHECK_OK(graph_vector_fill(v, graph_bool(false)));
    CHECK_OK(graph_vector_set(v, 10, graph_bool(true)));
    CHECK_OK(graph_vector_reduce(&x, GRAPH_BOOL, op, v, NULL));
    CHECK(x.value.b && calls == 10);
    CHECK_STATUS(graph_vector_reduce(&x, GRAPH_INT8, op, v, NULL), GRAPH_E_DOMAIN, "int8");
    graph_vector_release(&v);
    graph_op_release(&op);
    CHECK(graph__memory_blocks() == blocks);
}

TEST(repeated_entries_combine_by_an_operator_of_their_type)
{
    const graph_type type = user_type(USER_COLOUR);
    const graph_index row[] = {1, 0, 1, 1}, column[] = {2, 0, 2, 2};
    unsigned char value[4 * 3] = {1, 2, 3, 9, 9, 9, 7, 0, 1, 2, 8, 2};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, type, 2, 3));
    CHECK_STATUS(graph_matrix_build(A, row, column, value, type, 4, user_op(9)), GRAPH_E_DOMAIN, "colour");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, type, 4, user_plus(USER_PAIR)), GRAPH_E_DOMAIN,
                 "colour");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, type, 4, GRAPH_PLUS), GRAPH_E_DOMAIN,
                 "GRAPH_PLUS is not");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, type, 4, GRAPH_NO_OP), GRAPH_E_INVALID_VALUE,
                 "(1, 2)");
    CHECK_OK(graph_matrix_build(A, row, column, value, type, 4, user_plus(USER_COLOUR)));
    unsigned char got[3] = {0};
    graph_scalar x = graph_own(type, got);
    CHECK_OK(graph_matrix_get(&x, A, 1, 2));
    CHECK(got[0] == 7 && got[1] == 8 && got[2] == 3);
    FILE *stream = tmpfile();
    char line[200] = "";
    if (CHECK(stream != NULL)) {
        CHECK_OK(graph_matrix_print(A, stream, 9));
        rewind(stream);
        size_t n = fread(line, 1, sizeof line - 1, stream);
        line[n] = '\0';
        CHECK_SAY(strstr(line, "colour, 2 entries\n(0, 0) 0x090909\n(1, 2) 0x070803\n") != NULL, "%s", line);
        fclose(stream);
    }
    CHECK_STATUS(graph_write(A, "unwritten.sg", NULL), GRAPH_E_NOT_SUPPORTED, "colour");
    CHECK(access("unwritten.sg", F_OK) != 0);
    graph_properties properties = {.size = sizeof properties};
    CHECK_OK(graph_matrix_properties(&properties, A));
    graph_matrix_release(&A);
}

/* Arrays in and out, with values of 3 bytes. */
TEST(arrays_of_user_types)
{
    const graph_type type = user_type(USER_COLOUR);
    int64_t start[] = {0, 2, 3};
    int32_t index[] = {0, 2, 1};
    unsigned char value[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    graph_arrays in = {.size = sizeof in,
                       .format = GRAPH_CSR,
                       .type = type,
                       .rows = 2,
                       .columns = 3,
                       .entries = 3,
                       .row = start,
                       .column = index,
                       .value = value,
                       .start_bits = 64,
                       .index_bits = 32,
                       .ownership = GRAPH_BORROW};
    graph_arrays out = {.size = sizeof out};
    graph_matrix *A = NULL;
    graph_vector *v = NULL;
    REQUIRE_OK(graph_matrix_import(&A, &in));
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_export(&out, A, GRAPH_CSC, GRAPH_COPY));
    CHECK(out.type == type && memcmp(out.value, "\1\2\3\7\10\11\4\5\6", 9) == 0);
    graph_free(out.row);
    graph_free(out.column);
    graph_free(out.value);
    CHECK_OK(graph_matrix_resize(A, 2, 2));
    graph_index n = 9;
    unsigned char got[9];
    CHECK_OK(graph_matrix_extract_tuples(NULL, NULL, got, type, &n, A));
    CHECK(n == 2 && memcmp(got, "\1\2\3\7\10\11", 6) == 0);
    REQUIRE_OK(graph_vector_import_full(&v, type, 3, value, GRAPH_BORROW, NULL, NULL));
    graph_scalar x = graph_own(type, got);
    CHECK_OK(graph_vector_get(&x, v, 2));
    CHECK(memcmp(got, "\7\10\11", 3) == 0);
    graph_vector_release(&v);
    graph_matrix_release(&A);
}

/* Algorithms that look at edges alone do not mind the type of the values. */
TEST(algorithms_see_the_edges)
{
    const graph_type type = user_type(USER_COLOUR);
    const graph_index row[] = {0, 1, 2, 1, 2, 0, 3}, column[] = {1, 2, 0, 0, 1, 2, 2};
    const unsigned char value[7 * 3] = {1, 2, 3};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, type, 4, 4));
    CHECK_OK(graph_matrix_build(A, row, column, value, type, 7, GRAPH_NO_OP));
    for (int form = 0; form <= 2; form++) {
        graph_vector *level = NULL, *component = NULL, *local = NULL;
        graph_index components = 0, entries = 0;
        uint64_t triangles = 0, pairs = 0;
        graph_closure *closure = NULL;
        graph_bfs_options search = {.size = sizeof search, .form = (graph_form)form};
        graph_triangles_options counting = {.size = sizeof counting, .form = (graph_form)form};
        graph_components_options weak = {.size = sizeof weak, .form = (graph_form)form};
        CHECK_OK(graph_bfs(&level, NULL, A, 3, &search));
        CHECK(graph_vector_entries(&entries, level) == GRAPH_OK && entries == 4);
        CHECK_OK(graph_triangles(&triangles, A, &counting));
        CHECK(triangles == 1);
        CHECK_OK(graph_weak_components(&component, &components, A, &weak));
        CHECK(components == 1);
        graph_vector_release(&component);
        CHECK_OK(graph_strong_components(&component, &components, A, &weak));
        CHECK(components == 2);
        CHECK_OK(graph_clustering(&local, NULL, A, NULL));
        CHECK_OK(graph_transitive_closure(&closure, A, NULL));
        CHECK(graph_closure_count(&pairs, closure) == GRAPH_OK && pairs == 12);
        graph_closure_release(&closure);
        graph_vector_release(&level);
        graph_vector_release(&component);
        graph_vector_release(&local);
    }
    graph_matrix_release(&A);
}

/* A strict caller of another back end gets the status, any other one the CPU. */
TEST(a_fallback_to_the_cpu)
{
    const graph_type type = complex_type();
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, type, 2, 2));
    CHECK_OK(graph_transpose(A, NULL, 0, A, TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU);
    if (test_backend() != GRAPH_BACKEND_CPU) {
        graph_set_strict(true);
        CHECK_STATUS(graph_transpose(A, NULL, 0, A, TEST_DESCRIPTOR()), GRAPH_E_NOT_SUPPORTED, "transpose");
        graph_set_strict(false);
    }
    graph_matrix_release(&A);
}

enum { CREATED = 50 };

static void *create_many(void *memory)
{
    graph_type *type = memory;
    for (int k = 0; k < CREATED; k++) {
        graph_op op = GRAPH_NO_OP;
        if (graph_type_create(&type[k], &complex_number_spec) < 0 ||
            graph_op_create(&op, &complex_times, type[k], type[k], type[k]) < 0)
            return NULL;
        graph_op_release(&op);
    }
    return memory;
}

TEST(each_thread_gets_its_codes)
{
    enum { THREADS = 4 };
    static graph_type type[THREADS * CREATED];
    pthread_t thread[THREADS];
    int64_t blocks = graph__memory_blocks();
    for (int t = 0; t < THREADS; t++)
        CHECK(pthread_create(&thread[t], NULL, create_many, &type[t * CREATED]) == 0);
    for (int t = 0; t < THREADS; t++) {
        void *done = NULL;
        CHECK(pthread_join(thread[t], &done) == 0 && done != NULL);
    }
    for (int k = 0; k < THREADS * CREATED; k++)
        for (int m = 0; m < k; m++)
            CHECK(type[k] != type[m]);
    for (int k = 0; k < THREADS * CREATED; k++)
        graph_type_release(&type[k]);
    CHECK(graph__memory_blocks() == blocks);
}

/* Operators of each kind, with all that is copied for them: texts, identity, terminal value. */
static graph_status failing_creation(void)
{
    static const double none = 0, most = 9;
    graph_type type = GRAPH_PATTERN;
    graph_op op = GRAPH_NO_OP, plus = GRAPH_NO_OP;
    graph_unary_op unary = 0;
    graph_index_op index = 0;
    graph_op_spec b = hypotenuse;
    b.identity = &none, b.terminal = &most;
    graph_status status = graph_type_create(&type, &complex_number_spec);
    if (status == GRAPH_OK)
        status = graph_op_create(&op, &b, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64);
    if (status == GRAPH_OK)
        status = graph_op_create(&plus, &complex_plus, type, type, type);
    if (status == GRAPH_OK)
        status = graph_unary_op_create(&unary, &half, GRAPH_FP64, GRAPH_INT32);
    if (status == GRAPH_OK)
        status = graph_index_op_create(&index, &row_and_more, GRAPH_INT64, GRAPH_PATTERN, GRAPH_INT64);
    CHECK((status == GRAPH_OK) == (index != 0));
    graph_op_release(&op);
    graph_op_release(&plus);
    graph_unary_op_release(&unary);
    graph_index_op_release(&index);
    graph_type_release(&type);
    return status;
}

TEST(every_allocation_fails_once) { test_every_allocation("user operators", failing_creation); }

TEST_MAIN(TEST_ROW(types_have_a_name_a_size_and_a_text),
          TEST_ROW(operators_have_texts_and_codes_of_their_kind), TEST_ROW(creation_checks_its_arguments),
          TEST_ROW(a_released_type_is_refused_and_its_values_stay), TEST_ROW(user_types_do_not_convert),
          TEST_ROW(vectors_without_entries_have_no_arrays), TEST_ROW(unions_by_an_operator_of_two_types),
          TEST_ROW(semirings_of_operators), TEST_ROW(a_sum_stops_at_the_terminal_value),
          TEST_ROW(repeated_entries_combine_by_an_operator_of_their_type), TEST_ROW(arrays_of_user_types),
          TEST_ROW(algorithms_see_the_edges), TEST_ROW(a_fallback_to_the_cpu),
          TEST_ROW(each_thread_gets_its_codes), TEST_ROW(every_allocation_fails_once))
