/* Products by the kernels that only some matrices lead to: the same, bit by bit, as by the others. */
#include "cpu/common/isa.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

static const graph_method row_methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_ROW,
                                           GRAPH_METHOD_ROW_ROW_DENSE, GRAPH_METHOD_ROW_ROW_HASH};

/* Rows whose products lie too far apart for an accumulator in cache. */
TEST(columns_far_apart)
{
    static const char *const names[] = {"plus_times_fp64", "min_plus_fp32", "any_first_int32",
                                        "any_pair_bool", "plus_times_int8"};
    uint64_t seed = 21;
    for (int k = 0; k < 5; k++)
        for (int each = 3; each <= 27; each += 8) {
            graph_matrix *A = NULL, *B = NULL;
            graph_type type = graph_semiring_type(graph_semiring_by_name(names[k]));
            CHECK_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, type, 400, 300, 400 * each, VALUES_REAL));
            CHECK_OK(random_matrix(&B, &seed, SHAPE_UNIFORM, type, 300, 2000000, 300 * each, VALUES_REAL));
            check_methods(graph_semiring_by_name(names[k]), A, B, row_methods, 4, "far columns");
            graph_matrix_release(&A);
            graph_matrix_release(&B);
        }
}

/* C<M> = A B' that counts, by dot products and by pushing, where rows are short, long, and both. */
TEST(counts_under_masks)
{
    static const enum graph_shape kinds[] = {SHAPE_UNIFORM, SHAPE_POWER_LAW, SHAPE_DENSE_ROW,
                                             SHAPE_HUB_COLUMN};
    static const graph_method methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_COLUMN};
    const graph_semiring *semiring = graph_semiring_by_name("plus_pair_int64");
    uint64_t seed = 22;
    for (int k = 0; k < 16; k++) {
        graph_matrix *A = NULL, *B = NULL, *M = NULL, *pushed = NULL;
        CHECK_OK(random_matrix(&A, &seed, kinds[k % 4], GRAPH_PATTERN, 900, 1200, 6000, VALUES_SMALL));
        CHECK_OK(random_matrix(&B, &seed, kinds[k / 4], GRAPH_PATTERN, 700, 1200, 9000, VALUES_SMALL));
        CHECK_OK(random_matrix(&M, &seed, SHAPE_POWER_LAW, GRAPH_PATTERN, 900, 700, 20000, VALUES_SMALL));
        CHECK_OK(graph_matrix_create(&pushed, GRAPH_INT64, 900, 700));
        CHECK_OK(graph_mxm(pushed, M, GRAPH_NO_OP, semiring, A, B,
                           TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B, .method = GRAPH_METHOD_ROW_ROW_HASH)));
        for (int m = 0; m < 6; m++) {
            graph_matrix *C = NULL;
            CHECK_OK(graph_matrix_create(&C, GRAPH_INT64, 900, 700));
            CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, semiring, A, B,
                               TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B, .method = methods[m % 2],
                                               .threads = thread_counts[m / 2])));
            CHECK_SAY(is_same_matrix(pushed, C), "shapes %d and %d, %d threads", kinds[k % 4], kinds[k / 4],
                      thread_counts[m / 2]);
            graph_matrix_release(&C);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_matrix_release(&M);
        graph_matrix_release(&pushed);
    }
}

/* Rows of B with consecutive columns, which are folded in vectors, among others. */
TEST(consecutive_columns)
{
    static const char *const names[] = {"plus_times_fp64", "min_plus_fp32",    "any_first_int32",
                                        "any_pair_bool",   "plus_times_uint8", "max_min_int64",
                                        "any_second_fp64", "xor_and_bool"};
    uint64_t seed = 23;
    for (int k = 0; k < 24; k++) {
        const graph_semiring *semiring = graph_semiring_by_name(names[k % 8]);
        graph_type type = graph_semiring_type(semiring);
        struct dense_matrix b = dense_create(type, 200, 500);
        graph_matrix *A = NULL, *B = NULL;
        for (int64_t i = 0; i < 200; i++) {
            int64_t first = (int64_t)(test_random(&seed) % 450), length = (int64_t)(test_random(&seed) % 50);
            for (int64_t j = first; j < first + length; j++)
                if (i % 3 > 0 || test_random(&seed) % 8 > 0)
                    dense_set(&b, i, j, random_value(&seed, type, VALUES_REAL));
        }
        CHECK_OK(random_matrix(&A, &seed, SHAPE_POWER_LAW, type, 300, 200, 3000, VALUES_REAL));
        CHECK_OK(dense_to_matrix(&B, &b));
        graph__cpu_isa_at_most((enum graph_isa)(k / 8));
        check_methods(semiring, A, B, row_methods, 4, "consecutive columns");
        graph__cpu_isa_at_most(GRAPH_ISA_AVX512);
        dense_release(&b);
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
}

/* Full matrices of sizes around those of tiles and panels, by each instruction set. */
TEST(full_matrices)
{
    static const char *const names[] = {"plus_times_fp64",  "plus_times_fp32", "min_plus_fp32",
                                        "any_first_int32",  "or_and_bool",     "plus_times_int8",
                                        "plus_second_int16"};
    static const int64_t sizes[][3] = {{1, 1, 1},   {3, 1, 70},  {5, 9, 31},    {66, 40, 64},
                                       {70, 7, 97}, {64, 33, 1}, {130, 20, 261}};
    uint64_t seed = 24;
    for (int k = 0; k < 7; k++)
        for (int s = 0; s < 7; s++)
            for (int isa = GRAPH_ISA_PLAIN; isa <= GRAPH_ISA_AVX512; isa++) {
                const graph_semiring *semiring = graph_semiring_by_name(names[k]);
                graph_type type = graph_semiring_type(semiring);
                graph_matrix *A = NULL, *B = NULL;
                CHECK_OK(
                    random_matrix(&A, &seed, SHAPE_FULL, type, sizes[s][0], sizes[s][1], 0, VALUES_REAL));
                CHECK_OK(
                    random_matrix(&B, &seed, SHAPE_FULL, type, sizes[s][1], sizes[s][2], 0, VALUES_REAL));
                graph__cpu_isa_at_most((enum graph_isa)isa);
                check_methods(semiring, A, B, row_methods, 4, "full");
                graph__cpu_isa_at_most(GRAPH_ISA_AVX512);
                graph_matrix_release(&A);
                graph_matrix_release(&B);
            }
}

/* The product of full patterns is full of ones and shares its positions with an operand, which later writes leave alone. */
TEST(full_patterns)
{
    static const int64_t sizes[][3] = {{6, 6, 6}, {6, 6, 9}, {4, 7, 7}, {5, 8, 3}};
    uint64_t seed = 25;
    for (int s = 0; s < 4; s++)
        for (int out = 0; out < 3; out++) {
            const graph_type types[] = {GRAPH_BOOL, GRAPH_PATTERN, GRAPH_FP64};
            int64_t rows = sizes[s][0], columns = sizes[s][2];
            graph_matrix *A = NULL, *B = NULL, *C = NULL;
            graph_index n = 0, A_entries = 0;
            graph_scalar x;
            CHECK_OK(random_matrix(&A, &seed, SHAPE_FULL, GRAPH_PATTERN, rows, sizes[s][1], 0, VALUES_SMALL));
            CHECK_OK(
                random_matrix(&B, &seed, SHAPE_FULL, GRAPH_PATTERN, sizes[s][1], columns, 0, VALUES_SMALL));
            CHECK_OK(graph_matrix_create(&C, types[out], (graph_index)rows, (graph_index)columns));
            CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, graph_semiring_by_name("or_and_bool"), A, B,
                               TEST_DESCRIPTOR()));
            CHECK_OK(graph_matrix_check(C));
            CHECK_OK(graph_matrix_entries(&n, C));
            CHECK(n == (graph_index)(rows * columns));
            for (graph_index i = 0; i < (graph_index)rows; i++)
                for (graph_index j = 0; j < (graph_index)columns; j++) {
                    CHECK_OK(graph_matrix_get(&x, C, i, j));
                    CHECK(x.type == GRAPH_FP64 ? x.value.f == 1 : x.value.b);
                }
            CHECK_OK(graph_matrix_remove(C, 0, 0));
            CHECK_OK(graph_matrix_entries(&n, C));
            CHECK_OK(graph_matrix_entries(&A_entries, A));
            CHECK(n == (graph_index)(rows * columns) - 1 && A_entries == (graph_index)(rows * sizes[s][1]));
            graph_matrix_release(&A);
            graph_matrix_release(&B);
            graph_matrix_release(&C);
        }
}

/* C = C C, and values that are written before anybody has read them. */
TEST(full_patterns_in_place)
{
    uint64_t seed = 26;
    const graph_semiring *semiring = graph_semiring_by_name("any_pair_int16");
    graph_matrix *A = NULL, *C = NULL;
    graph_scalar x = graph_fp64(0);
    CHECK_OK(random_matrix(&A, &seed, SHAPE_FULL, GRAPH_INT16, 7, 7, 0, VALUES_SMALL));
    CHECK_OK(graph_mxm(A, NULL, GRAPH_NO_OP, semiring, A, A, TEST_DESCRIPTOR()));
    CHECK_OK(graph_matrix_dup(&C, A));
    CHECK_OK(graph_matrix_set(A, 3, 3, graph_int64(5)));
    CHECK_OK(graph_matrix_get(&x, A, 3, 3));
    CHECK(x.type == GRAPH_INT64 && x.value.i == 5);
    CHECK_OK(graph_matrix_get(&x, A, 3, 4));
    CHECK(x.value.i == 1);
    CHECK_OK(graph_matrix_get(&x, C, 3, 3));
    CHECK(x.value.i == 1);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
}

TEST_MAIN(TEST_ROW(columns_far_apart), TEST_ROW(counts_under_masks), TEST_ROW(consecutive_columns),
          TEST_ROW(full_matrices), TEST_ROW(full_patterns), TEST_ROW(full_patterns_in_place))
