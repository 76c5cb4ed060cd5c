/* Union, intersection, transpose and the write-back rule, against the oracle. */
#include "tests/support/outputs.h"
#include "tests/support/test.h"

struct two {
    const graph_matrix *A, *B;
    const graph_vector *u, *v;
    graph_op op;
};

static graph_status add(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_descriptor *d,
                        const void *context)
{
    const struct two *two = context;
    return graph_ewise_add(C, M, accum, two->op, two->A, two->B, d);
}

static graph_status multiply(graph_matrix *C, const graph_matrix *M, graph_op accum,
                             const graph_descriptor *d, const void *context)
{
    const struct two *two = context;
    return graph_ewise_mult(C, M, accum, two->op, two->A, two->B, d);
}

static graph_status transpose(graph_matrix *C, const graph_matrix *M, graph_op accum,
                              const graph_descriptor *d, const void *context)
{
    const struct two *two = context;
    return graph_transpose(C, M, accum, two->A, d);
}

static graph_status vector_add(graph_vector *w, const graph_vector *m, graph_op accum,
                               const graph_descriptor *d, const void *context)
{
    const struct two *two = context;
    return graph_vector_ewise_add(w, m, accum, two->op, two->u, two->v, d);
}

static graph_status vector_multiply(graph_vector *w, const graph_vector *m, graph_op accum,
                                    const graph_descriptor *d, const void *context)
{
    const struct two *two = context;
    return graph_vector_ewise_mult(w, m, accum, two->op, two->u, two->v, d);
}

/* All types as output, one operator after the other, inputs of other types, extremes included. */
static void check_matrices(graph_type C_type, graph_type A_type, graph_type B_type, graph_op op,
                           uint32_t flags, int64_t rows, int64_t columns, enum value_range range,
                           uint64_t *seed)
{
    bool is_A_turned = flags & GRAPH_TRANSPOSE_A, is_B_turned = flags & GRAPH_TRANSPOSE_B;
    int64_t a = is_A_turned ? columns : rows, b = is_B_turned ? columns : rows, edges = rows * columns / 2;
    struct dense_matrix A = random_dense(seed, SHAPE_UNIFORM, A_type, a, rows + columns - a, edges, range);
    struct dense_matrix B = random_dense(seed, SHAPE_POWER_LAW, B_type, b, rows + columns - b, edges, range);
    struct dense_matrix x = is_A_turned ? dense_transpose(&A) : dense_copy(&A);
    struct dense_matrix y = is_B_turned ? dense_transpose(&B) : dense_copy(&B);
    struct dense_matrix sum = dense_ewise_add(op, C_type, &x, &y),
                        product = dense_ewise_mult(op, C_type, &x, &y);
    graph_matrix *first = NULL, *second = NULL;
    struct output output = {
        .type = C_type, .flags = flags, .is_brief = range != VALUES_SMALL || A_type != C_type};
    if (CHECK_OK(dense_to_matrix(&first, &A)) && CHECK_OK(dense_to_matrix(&second, &B))) {
        struct two two = {.A = first, .B = second, .op = op};
        output.name = "ewise_add";
        output.T = &sum;
        check_matrix_outputs(&output, add, &two, seed);
        output.name = "ewise_mult";
        output.T = &product;
        check_matrix_outputs(&output, multiply, &two, seed);
    }
    graph_matrix_release(&first);
    graph_matrix_release(&second);
    dense_release(&A);
    dense_release(&B);
    dense_release(&x);
    dense_release(&y);
    dense_release(&sum);
    dense_release(&product);
}

TEST(matrices_of_all_types)
{
    uint64_t seed = 1;
    for (int type = GRAPH_PATTERN; type <= GRAPH_FP64; type += test_step(5)) {
        check_matrices(type, type, type, GRAPH_PLUS, 0, 7, 9, VALUES_SMALL, &seed);
        check_matrices(type, (type + 5) % 12, (type + 7) % 12, GRAPH_MIN, GRAPH_TRANSPOSE_A, 6, 5,
                       VALUES_SMALL, &seed);
        check_matrices(type, (type + 3) % 12, type, GRAPH_MINUS, GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B, 5, 8,
                       VALUES_SMALL, &seed);
    }
}

TEST(every_operator_on_every_type)
{
    uint64_t seed = 2;
    for (int type = GRAPH_BOOL; type <= GRAPH_FP64; type++)
        for (int op = GRAPH_PLUS + type % test_step(7); op < GRAPH_OP_COUNT; op += test_step(7))
            if (oracle_has_op(op, type))
                check_matrices(type, type, type, op, 0, 12, 11, VALUES_EXTREME, &seed);
}

TEST(empty_shapes)
{
    uint64_t seed = 3;
    static const int64_t shapes[][2] = {{0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, 40}, {40, 1}};
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        check_matrices(GRAPH_INT32, GRAPH_INT32, GRAPH_INT32, GRAPH_PLUS, 0, shapes[k][0], shapes[k][1],
                       VALUES_SMALL, &seed);
}

TEST(many_rows_and_threads)
{
    uint64_t seed = 4;
    struct dense_matrix A = random_dense(&seed, SHAPE_POWER_LAW, GRAPH_INT64, 700, 40, 9000, VALUES_SMALL);
    struct dense_matrix B = random_dense(&seed, SHAPE_DENSE_ROW, GRAPH_INT64, 700, 40, 7000, VALUES_SMALL);
    struct dense_matrix sum = dense_ewise_add(GRAPH_PLUS, GRAPH_INT64, &A, &B);
    struct dense_matrix product = dense_ewise_mult(GRAPH_TIMES, GRAPH_INT64, &A, &B);
    graph_matrix *first = NULL, *second = NULL;
    if (CHECK_OK(dense_to_matrix(&first, &A)) && CHECK_OK(dense_to_matrix(&second, &B)))
        for (int threads = 1; threads <= 5; threads += 2) {
            struct two two = {.A = first, .B = second, .op = GRAPH_PLUS};
            struct output output = {.name = "ewise_add", .type = GRAPH_INT64, .T = &sum, .is_brief = true};
            output.threads = threads;
            check_matrix_outputs(&output, add, &two, &seed);
            two.op = GRAPH_TIMES;
            output.T = &product;
            output.name = "ewise_mult";
            check_matrix_outputs(&output, multiply, &two, &seed);
        }
    graph_matrix_release(&first);
    graph_matrix_release(&second);
    dense_release(&A);
    dense_release(&B);
    dense_release(&sum);
    dense_release(&product);
}

TEST(transposes)
{
    uint64_t seed = 5;
    for (int type = GRAPH_PATTERN; type <= GRAPH_FP64; type += test_step(7))
        for (int round = 0; round < 3; round++) {
            graph_type C_type = round == 0 ? type : (type + 4 * round) % 12;
            struct dense_matrix A = random_dense(&seed, SHAPE_UNIFORM, type, 7, 5, 20, VALUES_SMALL);
            struct dense_matrix turned = dense_transpose(&A);
            graph_matrix *given = NULL;
            if (CHECK_OK(dense_to_matrix(&given, &A))) {
                struct two two = {.A = given};
                struct output output = {.name = "transpose", .type = C_type, .T = &turned};
                output.is_brief = round > 0;
                check_matrix_outputs(&output, transpose, &two, &seed);
                graph_arrays arrays = {.size = sizeof arrays};
                if (round == 1) /* caches the transpose */
                    CHECK_OK(graph_matrix_export(&arrays, given, GRAPH_CSC, GRAPH_BORROW));
                check_matrix_outputs(&output, transpose, &two, &seed);
                output.T = &A;
                output.flags = GRAPH_TRANSPOSE_A;
                check_matrix_outputs(&output, transpose, &two, &seed);
            }
            graph_matrix_release(&given);
            dense_release(&A);
            dense_release(&turned);
        }
}

static void check_vectors(graph_type w_type, graph_type u_type, graph_type v_type, graph_op op,
                          int64_t length, graph_vector_form u_form, graph_vector_form v_form,
                          enum value_range range, uint64_t *seed)
{
    struct dense_matrix u =
        random_dense_vector(seed, u_type, length, u_form == GRAPH_FULL ? 256 : 120, range);
    struct dense_matrix v =
        random_dense_vector(seed, v_type, length, v_form == GRAPH_FULL ? 256 : 120, range);
    struct dense_matrix sum = dense_ewise_add(op, w_type, &u, &v),
                        product = dense_ewise_mult(op, w_type, &u, &v);
    graph_vector *first = NULL, *second = NULL;
    if (CHECK_OK(vector_in_form(&first, &u, u_form)) && CHECK_OK(vector_in_form(&second, &v, v_form))) {
        struct two two = {.u = first, .v = second, .op = op};
        struct output output = {.name = "vector_ewise_add", .type = w_type, .T = &sum};
        output.is_brief =
            range != VALUES_SMALL || length > 100 || (w_type != GRAPH_PATTERN && w_type % 4 != 0);
        check_vector_outputs(&output, vector_add, &two, seed);
        output.name = "vector_ewise_mult";
        output.T = &product;
        check_vector_outputs(&output, vector_multiply, &two, seed);
    }
    graph_vector_release(&first);
    graph_vector_release(&second);
    dense_release(&u);
    dense_release(&v);
    dense_release(&sum);
    dense_release(&product);
}

TEST(vectors_of_all_types_and_forms)
{
    uint64_t seed = 6;
    for (int type = GRAPH_PATTERN; type <= GRAPH_FP64; type += test_step(11))
        for (int u_form = GRAPH_SPARSE; u_form <= GRAPH_FULL; u_form++)
            for (int v_form = GRAPH_SPARSE; v_form <= GRAPH_FULL; v_form++) {
                check_vectors(type, type, type, GRAPH_MINUS, 30, u_form, v_form, VALUES_SMALL, &seed);
                check_vectors(type, (type + 5) % 12, (type + 8) % 12, GRAPH_FIRST, 13, u_form, v_form,
                              VALUES_EXTREME, &seed);
            }
}

TEST(long_and_empty_vectors)
{
    uint64_t seed = 7;
    for (int u_form = GRAPH_SPARSE; u_form <= GRAPH_FULL; u_form++)
        for (int v_form = GRAPH_SPARSE; v_form <= GRAPH_FULL; v_form++) {
            check_vectors(GRAPH_INT16, GRAPH_INT16, GRAPH_INT16, GRAPH_MINUS, 0, u_form, v_form, VALUES_SMALL,
                          &seed);
            check_vectors(GRAPH_FP32, GRAPH_FP32, GRAPH_FP32, GRAPH_PLUS, 1, u_form, v_form, VALUES_SMALL,
                          &seed);
        }
    check_vectors(GRAPH_INT32, GRAPH_INT32, GRAPH_INT32, GRAPH_MINUS, 21000, GRAPH_BITMAP, GRAPH_FULL,
                  VALUES_SMALL, &seed);
    check_vectors(GRAPH_INT32, GRAPH_INT32, GRAPH_INT32, GRAPH_MINUS, 21000, GRAPH_FULL, GRAPH_FULL,
                  VALUES_SMALL, &seed);
}

/* The output is an input and the mask too. */
TEST(outputs_may_be_inputs)
{
    uint64_t seed = 8;
    for (uint32_t flags = 0; flags < 8; flags++)
        for (int op = 0; op < 4; op++) {
            struct dense_matrix expected =
                random_dense(&seed, SHAPE_UNIFORM, GRAPH_FP64, 8, 8, 30, VALUES_SMALL);
            struct dense_matrix A = dense_copy(&expected), turned = dense_transpose(&A);
            struct dense_matrix T = op == 0   ? dense_ewise_add(GRAPH_PLUS, GRAPH_FP64, &A, &A)
                                    : op == 1 ? dense_ewise_mult(GRAPH_MINUS, GRAPH_FP64, &A, &turned)
                                    : op == 2 ? dense_copy(&turned)
                                              : dense_ewise_add(GRAPH_DIV, GRAPH_FP64, &turned, &A);
            graph_matrix *C = NULL;
            const uint32_t mask_flags = flags;
            REQUIRE_OK(dense_to_matrix(&C, &expected));
            const graph_descriptor d = {.size = sizeof d, .backend = test_backend(), .flags = mask_flags};
            const graph_descriptor d_a = {
                .size = sizeof d, .backend = test_backend(), .flags = mask_flags | GRAPH_TRANSPOSE_A};
            const graph_descriptor d_b = {
                .size = sizeof d, .backend = test_backend(), .flags = mask_flags | GRAPH_TRANSPOSE_B};
            CHECK_OK(op == 0   ? graph_ewise_add(C, C, GRAPH_PLUS, GRAPH_PLUS, C, C, &d)
                     : op == 1 ? graph_ewise_mult(C, C, GRAPH_PLUS, GRAPH_MINUS, C, C, &d_b)
                     : op == 2 ? graph_transpose(C, C, GRAPH_PLUS, C, &d)
                               : graph_ewise_add(C, C, GRAPH_PLUS, GRAPH_DIV, C, C, &d_a));
            dense_write(&expected, &A, flags, GRAPH_PLUS, &T);
            CHECK_SAY(dense_equals_matrix(&expected, C, 0, stderr), "operation %d with flags 0x%x on itself",
                      op, flags);
            graph_matrix_release(&C);
            dense_release(&expected);
            dense_release(&A);
            dense_release(&turned);
            dense_release(&T);
        }
}

TEST(vector_outputs_may_be_inputs)
{
    uint64_t seed = 9;
    for (uint32_t flags = 0; flags < 8; flags++)
        for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++) {
            struct dense_matrix expected =
                random_dense_vector(&seed, GRAPH_INT32, 50, form == GRAPH_FULL ? 256 : 130, VALUES_SMALL);
            struct dense_matrix u = dense_copy(&expected),
                                T = dense_ewise_add(GRAPH_PLUS, GRAPH_INT32, &u, &u);
            graph_vector *w = NULL;
            const graph_descriptor d = {.size = sizeof d, .backend = test_backend(), .flags = flags};
            REQUIRE_OK(vector_in_form(&w, &expected, form));
            CHECK_OK(graph_vector_ewise_add(w, w, GRAPH_TIMES, GRAPH_PLUS, w, w, &d));
            dense_write(&expected, &u, flags, GRAPH_TIMES, &T);
            CHECK_SAY(dense_equals_vector(&expected, w, 0, stderr), "form %d with flags 0x%x on itself", form,
                      flags);
            graph_vector_release(&w);
            dense_release(&expected);
            dense_release(&u);
            dense_release(&T);
        }
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *B = NULL;
    graph_vector *u = NULL, *v = NULL;
    const graph_descriptor wrong_size = {.size = 3},
                           wrong_flag = {.size = sizeof wrong_flag, .flags = 1u << 20};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 4));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 4, 3));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 3));
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP64, 4));
    CHECK_STATUS(graph_ewise_add(NULL, NULL, 0, GRAPH_PLUS, A, A, NULL), GRAPH_E_NULL, "C");
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, GRAPH_PLUS, NULL, A, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_ewise_mult(A, NULL, 0, GRAPH_PLUS, A, NULL, NULL), GRAPH_E_NULL, "B");
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, GRAPH_PLUS, A, B, NULL), GRAPH_E_DIMENSION, "3 x 4");
    CHECK_STATUS(graph_ewise_mult(A, NULL, 0, GRAPH_PLUS, B, A, NULL), GRAPH_E_DIMENSION, "4 x 3");
    CHECK_STATUS(graph_ewise_add(A, B, 0, GRAPH_PLUS, A, A, NULL), GRAPH_E_DIMENSION, "mask");
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, GRAPH_NO_OP, A, A, NULL), GRAPH_E_INVALID_VALUE, "operator");
    CHECK_STATUS(graph_ewise_add(A, NULL, 77, GRAPH_PLUS, A, A, NULL), GRAPH_E_INVALID_VALUE, "77");
    CHECK_STATUS(graph_ewise_mult(A, NULL, 0, GRAPH_OP_COUNT, A, A, NULL), GRAPH_E_INVALID_VALUE, "operator");
    CHECK_STATUS(graph_ewise_mult(A, NULL, 0, GRAPH_BXOR, A, A, NULL), GRAPH_E_DOMAIN,
                 "GRAPH_BXOR works on bits");
    CHECK_STATUS(graph_ewise_add(A, NULL, GRAPH_BAND, GRAPH_PLUS, A, A, NULL), GRAPH_E_DOMAIN, "fp64");
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, GRAPH_PLUS, A, A, &wrong_size), GRAPH_E_INVALID_VALUE, "size");
    CHECK_STATUS(graph_ewise_add(A, NULL, 0, GRAPH_PLUS, A, A, &wrong_flag), GRAPH_E_INVALID_VALUE, "flags");
    CHECK_STATUS(graph_transpose(NULL, NULL, 0, A, NULL), GRAPH_E_NULL, "C");
    CHECK_STATUS(graph_transpose(A, NULL, 0, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_transpose(A, NULL, 0, A, NULL), GRAPH_E_DIMENSION, "3 x 4");
    CHECK_STATUS(graph_transpose(B, B, 99, A, NULL), GRAPH_E_INVALID_VALUE, "99");
    CHECK_STATUS(graph_transpose(B, A, 0, A, NULL), GRAPH_E_DIMENSION, "mask");
    CHECK_STATUS(graph_transpose(B, NULL, 0, A, &wrong_flag), GRAPH_E_INVALID_VALUE, "flags");
    CHECK_STATUS(graph_vector_ewise_add(NULL, NULL, 0, GRAPH_PLUS, u, u, NULL), GRAPH_E_NULL, "w");
    CHECK_STATUS(graph_vector_ewise_add(u, NULL, 0, GRAPH_PLUS, NULL, u, NULL), GRAPH_E_NULL, "u");
    CHECK_STATUS(graph_vector_ewise_mult(u, NULL, 0, GRAPH_PLUS, u, NULL, NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_ewise_mult(u, NULL, 0, GRAPH_PLUS, u, v, NULL), GRAPH_E_DIMENSION, "4");
    CHECK_STATUS(graph_vector_ewise_add(u, v, 0, GRAPH_PLUS, u, u, NULL), GRAPH_E_DIMENSION, "mask");
    CHECK_STATUS(graph_vector_ewise_add(u, NULL, 0, GRAPH_NO_OP, u, u, NULL), GRAPH_E_INVALID_VALUE,
                 "operator");
    CHECK_STATUS(graph_vector_ewise_add(u, NULL, -1, GRAPH_PLUS, u, u, NULL), GRAPH_E_INVALID_VALUE, "-1");
    CHECK_STATUS(graph_vector_ewise_add(u, NULL, 0, GRAPH_PLUS, u, u, &wrong_flag), GRAPH_E_INVALID_VALUE,
                 "flags");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_vector_release(&u);
    graph_vector_release(&v);
}

/* Merges with a mask and an accumulator, of other types than the output's. */
static graph_status all_of_it(void)
{
    graph_matrix *A = NULL, *C = NULL;
    graph_vector *u = NULL, *w = NULL;
    const graph_descriptor turned = {
        .size = sizeof turned, .backend = test_backend(), .flags = GRAPH_TRANSPOSE_A, .threads = 1};
    graph_status status;
    TRY(objects_of_two_types(&A, &C, &u, &w));
    TRY(graph_ewise_add(C, A, GRAPH_PLUS, GRAPH_PLUS, A, A, &turned));
    TRY(graph_ewise_mult(C, A, GRAPH_NO_OP, GRAPH_TIMES, A, C, TEST_DESCRIPTOR()));
    TRY(graph_transpose(C, A, GRAPH_PLUS, A, TEST_DESCRIPTOR()));
    TRY(graph_vector_ewise_add(w, u, GRAPH_PLUS, GRAPH_PLUS, u, u, TEST_DESCRIPTOR()));
    TRY(graph_vector_fill(w, graph_int64(1)));
    TRY(graph_vector_ewise_add(w, u, GRAPH_PLUS, GRAPH_PLUS, u, w, TEST_DESCRIPTOR()));
    TRY(graph_vector_ewise_mult(w, u, GRAPH_PLUS, GRAPH_PLUS, w, u, TEST_DESCRIPTOR()));
done:
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_vector_release(&u);
    graph_vector_release(&w);
    return status;
}

TEST(every_allocation_fails) { test_every_allocation("ewise", all_of_it); }

TEST_MAIN(TEST_ROW(matrices_of_all_types), TEST_ROW(every_operator_on_every_type), TEST_ROW(empty_shapes),
          TEST_ROW(many_rows_and_threads), TEST_ROW(transposes), TEST_ROW(vectors_of_all_types_and_forms),
          TEST_ROW(long_and_empty_vectors), TEST_ROW(outputs_may_be_inputs),
          TEST_ROW(vector_outputs_may_be_inputs), TEST_ROW(wrong_arguments),
          TEST_ROW_LARGE(every_allocation_fails))
