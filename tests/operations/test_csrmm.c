/* graph_csrmm against the oracle: semirings, layouts, strides, accumulation, threads. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

struct setting {
    const graph_semiring *semiring;
    graph_type A_type;
    int64_t rows, columns, width, edges;
    enum graph_shape shape;
    graph_layout B_layout, C_layout;
    int64_t B_slack, C_slack; /* elements between two lines */
    uint32_t flags;
    graph_method method;
    int threads;
    enum value_range range;
};

/* An array for a dense matrix in a layout; elements that belong to no position are 1. */
static graph_dense to_array(const struct dense_matrix *X, graph_layout layout, int64_t slack)
{
    int64_t lines = layout == GRAPH_ROW_MAJOR ? X->rows : X->columns;
    int64_t stride = (layout == GRAPH_ROW_MAJOR ? X->columns : X->rows) + slack;
    graph_dense array = {.size = sizeof array,
                         .type = X->type,
                         .layout = layout,
                         .rows = (graph_index)X->rows,
                         .columns = (graph_index)X->columns,
                         .stride = slack == 0 ? 0 : (graph_index)stride,
                         .value = calloc((size_t)(lines * stride) + 1, 8)};
    for (int64_t k = 0; k < lines * stride; k++)
        oracle_store(X->type, array.value, k, 1);
    for (int64_t i = 0; i < X->rows; i++)
        for (int64_t j = 0; j < X->columns; j++)
            oracle_store(X->type, array.value, layout == GRAPH_ROW_MAJOR ? i * stride + j : j * stride + i,
                         X->value[i * X->columns + j]);
    return array;
}

/* Whether the array holds X and ones between its lines. */
static bool holds(const graph_dense *array, const struct dense_matrix *X, int64_t slack, double tolerance)
{
    bool is_row_major = array->layout == GRAPH_ROW_MAJOR;
    int64_t lines = is_row_major ? X->rows : X->columns, length = is_row_major ? X->columns : X->rows;
    for (int64_t line = 0; line < lines; line++)
        for (int64_t k = 0; k < length + slack; k++) {
            int64_t i = is_row_major ? line : k, j = is_row_major ? k : line;
            long double expected = k < length ? X->value[i * X->columns + j] : 1;
            long double got = oracle_load(X->type, array->value, line * (length + slack) + k);
            if (!oracle_same(expected, got, k < length ? tolerance : 0)) {
                fprintf(stderr, "(%lld, %lld): expected %Lg, found %Lg\n", (long long)i, (long long)j,
                        expected, got);
                return false;
            }
        }
    return true;
}

static void check_method(const struct setting *s, uint64_t *seed)
{
    graph_type type = graph_semiring_type(s->semiring);
    bool is_turned = s->flags & GRAPH_TRANSPOSE_A;
    struct dense_matrix A = random_dense(seed, s->shape, s->A_type, is_turned ? s->columns : s->rows,
                                         is_turned ? s->rows : s->columns, s->edges, s->range);
    struct dense_matrix x = is_turned ? dense_transpose(&A) : dense_copy(&A);
    struct dense_matrix B = random_dense(seed, SHAPE_FULL, type, s->columns, s->width, 1, s->range);
    struct dense_matrix C = random_dense(seed, SHAPE_FULL, type, s->rows, s->width, 1, s->range);
    struct dense_matrix expected = dense_csrmm(s->semiring, &x, &B, s->flags & GRAPH_ACCUMULATE ? &C : NULL);
    graph_dense B_array = to_array(&B, s->B_layout, s->B_slack),
                C_array = to_array(&C, s->C_layout, s->C_slack);
    graph_matrix *given = NULL;
    if (CHECK_OK(dense_to_matrix(&given, &A))) {
        CHECK_OK(graph_csrmm(&C_array, s->semiring, given, &B_array,
                             TEST_DESCRIPTOR(.flags = s->flags, .method = s->method, .threads = s->threads)));
        CHECK_SAY(holds(&C_array, &expected, s->C_slack, s->range == VALUES_REAL ? 1e-5 : 0),
                  "%s, A %s %lld x %lld, width %lld, layouts %d %d, strides +%lld +%lld, flags 0x%x, %d "
                  "threads, method %d",
                  graph_semiring_name(s->semiring), graph_type_name(s->A_type), (long long)s->rows,
                  (long long)s->columns, (long long)s->width, (int)s->B_layout, (int)s->C_layout,
                  (long long)s->B_slack, (long long)s->C_slack, s->flags, s->threads, (int)s->method);
    }
    graph_matrix_release(&given);
    free(B_array.value);
    free(C_array.value);
    dense_release(&A);
    dense_release(&x);
    dense_release(&B);
    dense_release(&C);
    dense_release(&expected);
}

/* By the method of the library and by half-warps. */
static void check(const struct setting *s, uint64_t *seed)
{
    struct setting by_half_warps = *s;
    by_half_warps.method = GRAPH_METHOD_HALF_WARP;
    check_method(s, seed);
    check_method(&by_half_warps, seed);
}

/* All four pairs of layouts, with and without slack, accumulation and transposition. */
static void check_all_ways(struct setting s, uint64_t *seed)
{
    for (int k = 0; k < 64; k += test_step(13)) {
        s.B_layout = k & 1 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR;
        s.C_layout = k & 2 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR;
        s.flags = (k & 4 ? GRAPH_ACCUMULATE : 0) | (k & 8 ? GRAPH_TRANSPOSE_A : 0);
        s.B_slack = k & 16 ? 3 : 0;
        s.C_slack = k & 32 ? 2 : 0;
        check(&s, seed);
    }
}

TEST(layouts_strides_and_widths)
{
    static const int64_t widths[] = {0, 1, 2, 3, 5, 8, 16, 17, 33, 64, 131};
    static const char *const names[] = {"plus_times_fp64", "min_plus_fp32", "plus_times_int8",
                                        "any_second_int32"};
    uint64_t seed = 1;
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w += (size_t)test_step(3))
        for (int k = 0; k < 4; k++) {
            const graph_semiring *semiring = graph_semiring_by_name(names[k]);
            struct setting s = {.semiring = semiring,
                                .A_type = graph_semiring_type(semiring),
                                .rows = 7,
                                .columns = 9,
                                .width = widths[w],
                                .edges = 25};
            check_all_ways(s, &seed);
        }
}

TEST(every_semiring)
{
    uint64_t seed = 2;
    const graph_semiring *semiring;
    for (size_t k = 0; (semiring = graph_semiring_at(k)) != NULL; k += (size_t)test_step(29))
        for (int range = VALUES_SMALL; range <= VALUES_EXTREME; range++)
            for (int flags = 0; flags < 2; flags++) {
                bool is_sum = strncmp(graph_semiring_name(semiring), "plus", 4) == 0;
                struct setting s = {.semiring = semiring,
                                    .A_type = graph_semiring_type(semiring),
                                    .rows = 6,
                                    .columns = 8,
                                    .width = 5,
                                    .edges = 20,
                                    .B_layout = k % 2 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                                    .C_layout = k % 3 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                                    .flags = flags ? GRAPH_ACCUMULATE : 0,
                                    .range = is_sum ? VALUES_SMALL : (enum value_range)range};
                check(&s, &seed);
            }
}

TEST(types_of_A_convert)
{
    uint64_t seed = 3;
    for (int type = GRAPH_PATTERN; type <= GRAPH_FP64; type++) {
        struct setting s = {.semiring = graph_semiring_by_name("plus_times_fp32"),
                            .A_type = (graph_type)type,
                            .rows = 5,
                            .columns = 6,
                            .width = 4,
                            .edges = 12};
        check_all_ways(s, &seed);
    }
}

TEST(shapes)
{
    static const int64_t shapes[][3] = {{0, 0, 0},  {0, 5, 3},  {5, 0, 3}, {1, 1, 1},
                                        {1, 30, 2}, {30, 1, 2}, {4, 4, 0}};
    uint64_t seed = 4;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        struct setting s = {.semiring = graph_semiring_by_name("min_plus_int32"),
                            .A_type = GRAPH_INT32,
                            .rows = shapes[k][0],
                            .columns = shapes[k][1],
                            .width = shapes[k][2],
                            .edges = 9};
        check_all_ways(s, &seed);
    }
}

/* An A with every entry, and enough columns for tiles; shapes at and next to the sizes of tiles. */
TEST(full_operands)
{
    static const char *const names[] = {"plus_times_fp32", "min_plus_int32", "any_first_int64",
                                        "or_and_bool"};
    static const int64_t shapes[][3] = {{200, 37, 700}, {1, 5, 4300}, {193, 1, 800}, {96, 32, 1408}};
    uint64_t seed = 7;
    for (int k = 0; k < 4; k++)
        for (int way = 0; way < 4; way++) {
            const graph_semiring *semiring = graph_semiring_by_name(names[(k + way) % 4]);
            const struct setting s = {.semiring = semiring,
                                      .A_type = graph_semiring_type(semiring),
                                      .rows = shapes[k][0],
                                      .columns = shapes[k][1],
                                      .width = shapes[k][2],
                                      .shape = SHAPE_FULL,
                                      .B_layout = way == 1 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                                      .C_layout = way == 2 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                                      .B_slack = way == 3 ? 3 : 0,
                                      .C_slack = way == 3 ? 2 : 0,
                                      .flags = way > 1 ? GRAPH_ACCUMULATE : 0,
                                      .threads = 2};
            check(&s, &seed);
        }
}

TEST(threads_change_nothing)
{
    static const enum graph_shape forms[] = {SHAPE_POWER_LAW, SHAPE_EMPTY_ROWS, SHAPE_DENSE_ROW};
    uint64_t seed = 5;
    for (int k = 0; k < 3; k++)
        for (int threads = 1; threads <= 3; threads += test_step(3))
            for (int layouts = 0; layouts < 4; layouts++) {
                struct setting s = {.semiring = graph_semiring_by_name("plus_times_fp64"),
                                    .A_type = GRAPH_FP64,
                                    .rows = 300,
                                    .columns = 200,
                                    .width = 21,
                                    .edges = 9000,
                                    .shape = forms[k],
                                    .B_layout = layouts & 1 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                                    .C_layout = layouts & 2 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                                    .threads = threads,
                                    .range = VALUES_REAL};
                check(&s, &seed);
            }
}

/* Empty, short and long rows next to each other, in small and large numbers, and as many columns as the packs of 16
 * bytes want. */
TEST(rows_of_all_lengths)
{
    static const char *const names[] = {"plus_times_fp32", "min_plus_fp32",   "any_second_int32",
                                        "or_and_bool",     "plus_times_int8", "max_min_fp64",
                                        "min_first_fp32",  "plus_pair_fp64",  "min_times_fp32"};
    static const enum graph_shape forms[] = {SHAPE_POWER_LAW, SHAPE_EMPTY_ROWS, SHAPE_DENSE_ROW};
    static const int64_t widths[] = {32, 16, 20, 64, 128, 8, 4}, edges[] = {800, 4000, 12000};
    enum { NAMES = sizeof names / sizeof names[0], WIDTHS = sizeof widths / sizeof widths[0] };
    uint64_t seed = 8;
    for (int k = 0; k < 9 * WIDTHS * 2; k += test_step(7)) {
        const graph_semiring *semiring = graph_semiring_by_name(names[k % NAMES]);
        bool is_sum = strncmp(names[k % NAMES], "plus", 4) == 0;
        const struct setting s = {.semiring = semiring,
                                  .A_type = graph_semiring_type(semiring),
                                  .rows = 160,
                                  .columns = 400,
                                  .width = widths[k % WIDTHS],
                                  .edges = edges[k / 3 % 3],
                                  .shape = forms[k / 9 % 3],
                                  .B_layout = GRAPH_ROW_MAJOR,
                                  .C_layout = GRAPH_ROW_MAJOR,
                                  .flags = k / 5 % 2 ? GRAPH_ACCUMULATE : 0,
                                  .threads = 2,
                                  .range = is_sum ? VALUES_SMALL : VALUES_EXTREME};
        check_method(&s, &seed);
    }
}

/* So many rows of about the same length that each fills some lanes of a GPU. */
TEST(even_rows)
{
    static const char *const names[] = {"plus_times_fp32", "max_min_fp64", "any_second_int32"};
    static const int64_t widths[] = {20, 16, 40};
    uint64_t seed = 9;
    for (int k = 0; k < 3; k++) {
        const graph_semiring *semiring = graph_semiring_by_name(names[k]);
        const struct setting s = {.semiring = semiring,
                                  .A_type = graph_semiring_type(semiring),
                                  .rows = 34001,
                                  .columns = 17,
                                  .width = widths[k],
                                  .edges = 34001 * 17 * 3,
                                  .B_layout = GRAPH_ROW_MAJOR,
                                  .C_layout = GRAPH_ROW_MAJOR,
                                  .flags = k > 1 ? GRAPH_ACCUMULATE : 0,
                                  .threads = 2,
                                  .range = k == 0 ? VALUES_SMALL : VALUES_EXTREME};
        check_method(&s, &seed);
    }
}

/* mul tells its operands apart. */
GRAPH_DEFINE_SEMIRING(lopsided, int32_t, INT32_MIN, 1, x > y ? x : y, x * 3 + y);

TEST(semirings_of_users)
{
    uint64_t seed = 6;
    graph_semiring *semiring = NULL;
    REQUIRE_OK(graph_semiring_create(&semiring, &lopsided));
    struct setting s = {
        .semiring = semiring, .A_type = GRAPH_INT32, .rows = 9, .columns = 7, .width = 37, .edges = 25};
    check_all_ways(s, &seed);
    graph_semiring_release(&semiring);
}

TEST(wrong_arguments)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    double b[12] = {0}, c[12] = {0};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 4));
    const graph_dense B = {sizeof B, GRAPH_FP64, GRAPH_ROW_MAJOR, 4, 3, 0, b};
    const graph_dense C = {sizeof C, GRAPH_FP64, GRAPH_ROW_MAJOR, 3, 3, 0, c};
    graph_dense wrong = C;
    CHECK_STATUS(graph_csrmm(NULL, semiring, A, &B, NULL), GRAPH_E_NULL, "C is NULL");
    CHECK_STATUS(graph_csrmm(&C, NULL, A, &B, NULL), GRAPH_E_NULL, "semiring");
    CHECK_STATUS(graph_csrmm(&C, semiring, NULL, &B, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_csrmm(&C, semiring, A, NULL, NULL), GRAPH_E_NULL, "B is NULL");
    wrong.size = 1;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_INVALID_VALUE, "C.size");
    wrong = C;
    wrong.layout = (graph_layout)7;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_INVALID_VALUE, "C.layout");
    wrong = C;
    wrong.stride = 2;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_INVALID_VALUE, "C.stride");
    wrong.stride = UINT64_MAX / 2;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_INVALID_VALUE, "more than memory");
    wrong = C;
    wrong.value = NULL;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_NULL, "C.value");
    wrong = C;
    wrong.value = b + 3;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_INVALID_VALUE, "overlap");
    wrong = C;
    wrong.type = GRAPH_FP32;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_DOMAIN, "fp32");
    wrong.type = (graph_type)40;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_DOMAIN, "unknown type");
    wrong = C;
    wrong.rows = 2;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_DIMENSION, "C is 2 x 3");
    wrong = C;
    wrong.columns = 2;
    CHECK_STATUS(graph_csrmm(&wrong, semiring, A, &B, NULL), GRAPH_E_DIMENSION, "C is 3 x 2");
    CHECK_STATUS(graph_csrmm(&C, semiring, A, &B, TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)),
                 GRAPH_E_DIMENSION, "A 4 x 3");
    CHECK_STATUS(graph_csrmm(&C, semiring, A, &B, TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)),
                 GRAPH_E_INVALID_VALUE, "flags");
    CHECK_STATUS(graph_csrmm(&C, semiring, A, &B, TEST_DESCRIPTOR(.threads = -1)), GRAPH_E_INVALID_VALUE,
                 "threads");
    graph_matrix_release(&A);
}

/* A converts, is transposed, and B is held by columns. */
static graph_status all_of_it(void)
{
    static const graph_index row[] = {0, 1, 2, 2}, column[] = {1, 1, 0, 2};
    static const int32_t value[] = {1, 2, 3, 4};
    double b[6] = {1, 2, 3, 4, 5, 6}, c[6];
    const graph_dense B = {sizeof B, GRAPH_FP64, GRAPH_COLUMN_MAJOR, 3, 2, 0, b};
    const graph_dense C = {sizeof C, GRAPH_FP64, GRAPH_ROW_MAJOR, 3, 2, 0, c};
    graph_matrix *A = NULL;
    graph_status status;
    TRY(graph_matrix_create(&A, GRAPH_INT32, 3, 3));
    TRY(graph_matrix_build(A, row, column, value, GRAPH_INT32, 4, GRAPH_NO_OP));
    TRY(graph_csrmm(&C, graph_semiring_by_name("plus_times_fp64"), A, &B,
                    TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A, .threads = 1)));
    TRY(graph_csrmm(&C, graph_semiring_by_name("plus_times_fp64"), A, &B,
                    TEST_DESCRIPTOR(.method = GRAPH_METHOD_HALF_WARP, .threads = 1)));
done:
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation_fails) { test_every_allocation("csrmm", all_of_it); }

TEST_MAIN(TEST_ROW(layouts_strides_and_widths), TEST_ROW(every_semiring), TEST_ROW(types_of_A_convert),
          TEST_ROW(shapes), TEST_ROW_LARGE(full_operands), TEST_ROW(rows_of_all_lengths),
          TEST_ROW_LARGE(even_rows), TEST_ROW(threads_change_nothing), TEST_ROW(semirings_of_users),
          TEST_ROW(wrong_arguments), TEST_ROW_LARGE(every_allocation_fails))
