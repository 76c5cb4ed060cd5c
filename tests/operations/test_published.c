/* The published methods of a product against the oracle and the methods of the library: shapes, masks, accumulators, long
 * rows, threads, allocations that fail, and the list of methods. */
#include <string.h>

#include "contract/kernels.h"
#include "core/matrix/hypersparse.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

/* The methods of products of matrices that the back end of the tests has without conditions. */
static int list_methods(graph_method methods[GRAPH_METHODS])
{
    int count = 0;
    const graph_method_info *info;
    for (size_t k = 0; (info = graph_method_at(k)) != NULL; k++)
        if (info->method != GRAPH_METHOD_BITMAP && strcmp(info->operations, "mxm") == 0)
            methods[count++] = info->method;
    return count;
}

TEST(the_list_of_methods)
{
    const graph_method_info *info;
    for (size_t k = 0; (info = graph_method_at(k)) != NULL; k++) {
        CHECK_SAY(info->method == (graph_method)k && info == graph_method_by_name(info->name), "row %zu", k);
        CHECK(info->what[0] != '\0' && info->where[0] != '\0' && info->when[0] != '\0');
    }
    CHECK(graph_method_at(GRAPH_METHODS) == NULL && graph_method_at(GRAPH_METHODS - 1) != NULL);
    CHECK(graph_method_by_name("bitmap")->method == GRAPH_METHOD_BITMAP);
    CHECK(graph_method_by_name("nothing") == NULL && graph_method_by_name(NULL) == NULL);
}

/* Wrong if a sum begins with its zero, or if products are added in another order than that of k. */
GRAPH_DEFINE_SEMIRING(last_plus_one, int32_t, 77, 0, y, (int)((unsigned)x * 10u + (unsigned)y));
GRAPH_DEFINE_SEMIRING(widest, float, -INFINITY, INFINITY, x > y ? x : y, x < y ? x : y);

static const char *const names[] = {"plus_times_fp64", "plus_times_fp32", "min_plus_int32",  "or_and_bool",
                                    "any_first_int64", "any_pair_bool",   "plus_second_int8"};
enum { NAMES = sizeof names / sizeof names[0] };

/* has_a_fixed_order: add does not associate where there are NaN. */
static void check_every_shape(const graph_semiring *semiring, bool has_a_fixed_order, uint64_t *seed)
{
    graph_method methods[GRAPH_METHODS];
    int count = list_methods(methods);
    for (int s = 0; s < PRODUCT_SHAPES; s += test_step(4))
        check_product(semiring, &product_shapes[s],
                      s % 2 == 0 || has_a_fixed_order ? VALUES_SMALL : VALUES_EXTREME, methods, count, seed);
    check_masks(semiring, graph_semiring_type(semiring), GRAPH_BOOL, methods, count, seed);
}

TEST(every_method_on_every_shape)
{
    uint64_t seed = 31;
    for (int n = 0; n < NAMES; n += test_step(3))
        check_every_shape(graph_semiring_by_name(names[n]), false, &seed);
}

TEST(every_method_with_semirings_of_the_user)
{
    const graph_semiring_spec *specs[] = {&last_plus_one, &widest};
    uint64_t seed = 32;
    for (int k = 0; k < 2; k++) {
        graph_semiring *semiring = NULL;
        REQUIRE_OK(graph_semiring_create(&semiring, specs[k]));
        /* A device adds in another order. */
        check_every_shape(semiring, k == 1 && test_backend() != GRAPH_BACKEND_CPU, &seed);
        graph_semiring_release(&semiring);
    }
}

/* One of each kind that every method has to know; the last one is the user's, and the caller's to release. */
enum { FOUR = 4 };
static graph_semiring *four_semirings(const graph_semiring *semirings[FOUR])
{
    graph_semiring *user = NULL;
    CHECK_OK(graph_semiring_create(&user, &widest));
    semirings[0] = graph_semiring_by_name("plus_times_fp64");
    semirings[1] = graph_semiring_by_name("min_plus_int32");
    semirings[2] = graph_semiring_by_name("or_and_bool");
    semirings[3] = user;
    return user;
}

/* What test_mxm requires of the methods of the library. */
TEST(every_method_on_the_table_of_products)
{
    static const graph_type types[][3] = {{GRAPH_INT32, GRAPH_FP32, GRAPH_INT16},
                                          {GRAPH_PATTERN, GRAPH_BOOL, GRAPH_INT64},
                                          {GRAPH_PATTERN, GRAPH_PATTERN, GRAPH_FP64},
                                          {GRAPH_FP64, GRAPH_UINT8, GRAPH_PATTERN}};
    const graph_semiring *semirings[FOUR];
    graph_method methods[GRAPH_METHODS];
    int count = list_methods(methods);
    uint64_t seed = 43;
    graph_semiring *user = four_semirings(semirings);
    for (int s = 0; s < FOUR; s++) {
        check_masks(semirings[s], types[s][2], types[s][1], methods, count, &seed);
        check_transposed(semirings[s], methods, count, &seed);
        check_aliases(semirings[s], methods, count, &seed);
        for (size_t k = 0; k < sizeof types / sizeof types[0]; k += (size_t)test_step(3))
            check_types(semirings[s], types[k][0], types[k][1], types[k][2], methods, count, &seed);
    }
    graph_semiring_release(&user);
}

/* Operands that list the rows and columns with entries, wherever those are fewer than all. */
TEST(every_method_on_hypersparse_operands)
{
    const graph_semiring *semirings[FOUR];
    graph_method methods[GRAPH_METHODS];
    const int count = list_methods(methods);
    const int64_t least = graph__hypersparse_least, share = graph__hypersparse_share;
    uint64_t seed = 44;
    graph_semiring *user = four_semirings(semirings);
    graph__hypersparse_least = 0;
    graph__hypersparse_share = 1;
    for (int s = 0; s < FOUR; s++)
        for (int k = PRODUCT_SHAPES - 1 - s; k >= 0; k -= test_step(FOUR))
            check_product(semirings[s], &product_shapes[k], VALUES_SMALL, methods, count, &seed);
    graph__hypersparse_least = least;
    graph__hypersparse_share = share;
    graph_semiring_release(&user);
}

TEST(sums_start_with_a_product)
{
    graph_method methods[GRAPH_METHODS];
    check_first_products(methods, list_methods(methods));
}

/* Rows below and above every limit of a method: heaps, sorted and merged rows, several tiles of columns. */
TEST(long_rows)
{
    static const struct {
        enum graph_shape shape;
        int64_t vertices, edges;
    } rows[] = {{SHAPE_UNIFORM, 1500, 9000},    {SHAPE_UNIFORM, 1500, 30000},
                {SHAPE_POWER_LAW, 1500, 15000}, {SHAPE_DENSE_ROW, 1500, 15000},
                {SHAPE_HUB_COLUMN, 1500, 8000}, {SHAPE_UNIFORM, 9500, 20000}};
    static const graph_method methods[] = {GRAPH_METHOD_COLUMN_ROW, GRAPH_METHOD_BHSPARSE,
                                           GRAPH_METHOD_BMSPARSE};
    uint64_t seed = 33;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int n = 0; n < 4; n++)
            check_squares(graph_semiring_by_name(names[n]), rows[k].shape, rows[k].vertices, rows[k].edges,
                          methods, sizeof methods / sizeof methods[0], &seed);
}

TEST(long_rows_of_small_matrices)
{
    static const graph_method methods[] = {GRAPH_METHOD_ROW_COLUMN, GRAPH_METHOD_ROW_COLUMN_BY_ROWS,
                                           GRAPH_METHOD_DIA};
    uint64_t seed = 34;
    for (int n = 0; n < 4; n += test_step(2))
        check_squares(graph_semiring_by_name(names[n]), SHAPE_POWER_LAW, 300, 6000, methods, 3, &seed);
}

/* Rows of C that are merged in shared memory many times over, and beyond what it holds. */
TEST(longest_rows)
{
    static const graph_method methods[] = {GRAPH_METHOD_COLUMN_ROW, GRAPH_METHOD_BHSPARSE,
                                           GRAPH_METHOD_BMSPARSE};
    uint64_t seed = 38;
    for (int n = 0; n < NAMES; n += 2) {
        const graph_semiring *semiring = graph_semiring_by_name(names[n]);
        graph_type type = graph_semiring_type(semiring);
        graph_matrix *A = NULL, *B = NULL;
        REQUIRE_OK(random_matrix(&A, &seed, SHAPE_FULL, type, 3, 200, 0, VALUES_REAL));
        REQUIRE_OK(random_matrix(&B, &seed, SHAPE_UNIFORM, type, 200, 60000, 150000, VALUES_REAL));
        check_methods(semiring, A, B, methods, sizeof methods / sizeof methods[0], "longest rows");
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
}

/* Neither another method nor another back end runs in place of the one that was named. */
static void check_who_did_it(const graph_semiring *semiring, uint64_t *seed)
{
    static const graph_method methods[] = {GRAPH_METHOD_ROW_COLUMN, GRAPH_METHOD_ROW_COLUMN_BY_ROWS,
                                           GRAPH_METHOD_COLUMN_ROW, GRAPH_METHOD_BHSPARSE,
                                           GRAPH_METHOD_BMSPARSE};
    graph_operation_stats stats = {.size = sizeof stats};
    graph_matrix *A = NULL, *C = NULL;
    REQUIRE_OK(
        random_matrix(&A, seed, SHAPE_POWER_LAW, graph_semiring_type(semiring), 60, 60, 400, VALUES_SMALL));
    for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++) {
        const char *name = graph_method_at((size_t)methods[m])->name;
        graph_set_stats(true);
        CHECK_OK(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR(.method = methods[m])));
        CHECK_OK(graph_stats(&stats));
        graph_set_stats(false);
        CHECK_SAY(graph_backend_used() == test_backend() && strcmp(stats.method, name) == 0,
                  "%s, %s: %s by %s", graph_semiring_name(semiring), name,
                  graph_backend_name(graph_backend_used()), stats.method);
        graph_matrix_release(&C);
    }
    graph_matrix_release(&A);
}

TEST(the_back_end_that_was_named_does_it)
{
    graph_semiring *user = NULL;
    uint64_t seed = 39;
    for (int n = 0; n < NAMES; n++)
        check_who_did_it(graph_semiring_by_name(names[n]), &seed);
    REQUIRE_OK(graph_semiring_create(&user, &widest));
    check_who_did_it(user, &seed);
    graph_semiring_release(&user);
}

/* Sums that cancel, and those of a semiring whose zero is not 0. */
TEST(zeros_go_when_that_is_wanted)
{
    static const char *const wanted[] = {"plus_times_fp64", "plus_times_int8", "or_and_bool",
                                         "min_plus_int32"};
    uint64_t seed = 40;
    for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
        for (int s = 0; s < PRODUCT_SHAPES; s++) {
            const graph_semiring *semiring = graph_semiring_by_name(wanted[k]);
            const struct product_shape *shape = &product_shapes[s];
            graph_type type = graph_semiring_type(semiring);
            struct pair A =
                random_pair(&seed, shape->A, type, shape->m, shape->k, shape->A_edges, VALUES_SMALL);
            struct pair B =
                random_pair(&seed, shape->B, type, shape->k, shape->n, shape->B_edges, VALUES_SMALL);
            struct dense_matrix expected = dense_product(semiring, &A.dense, &B.dense);
            graph_matrix *C = NULL;
            for (int64_t e = 0; e < expected.rows * expected.columns; e++)
                if (expected.value[e] == semiring_zero(semiring))
                    expected.present[e] = 0;
            CHECK_OK(graph_spgemm(
                &C, semiring, A.sparse, B.sparse,
                TEST_DESCRIPTOR(.flags = GRAPH_DROP_ZEROS, .method = GRAPH_METHOD_BMSPARSE, .threads = 2)));
            CHECK(graph_backend_used() == test_backend());
            CHECK_SAY(dense_equals_matrix(&expected, C, 0, stderr), "%s, %s", wanted[k], shape->name);
            graph_matrix_release(&C);
            dense_release(&expected);
            pair_release(&A);
            pair_release(&B);
        }
}

TEST(zeros_stay_with_other_methods)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    uint64_t seed = 41;
    struct pair A = random_pair(&seed, SHAPE_UNIFORM, GRAPH_FP64, 9, 9, 20, VALUES_SMALL);
    graph_matrix *C = NULL;
    for (size_t k = 0; k < GRAPH_METHODS; k++)
        if (k != GRAPH_METHOD_BMSPARSE)
            CHECK_STATUS(graph_spgemm(&C, semiring, A.sparse, A.sparse,
                                      TEST_DESCRIPTOR(.flags = GRAPH_DROP_ZEROS, .method = (graph_method)k)),
                         GRAPH_E_NOT_SUPPORTED, "GRAPH_DROP_ZEROS");
    CHECK(C == NULL);
    pair_release(&A);
}

/* A full 16 x 16 matrix has four blocks, and its square eight products of blocks. */
TEST(memory_of_blocks)
{
    graph_operation_stats stats = {.size = sizeof stats};
    uint64_t seed = 42;
    struct pair A = random_pair(&seed, SHAPE_FULL, GRAPH_FP64, 16, 16, 0, VALUES_SMALL);
    graph_matrix *C = NULL;
    graph_set_stats(true);
    CHECK_OK(graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), A.sparse, A.sparse,
                          TEST_DESCRIPTOR(.method = GRAPH_METHOD_BMSPARSE)));
    CHECK_OK(graph_stats(&stats));
    CHECK(stats.task_bytes == 8 * 16 && stats.block_bytes == 12 * 16 + 3 * 256 * sizeof(double));
    graph_matrix_release(&C);
    CHECK_OK(graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), A.sparse, A.sparse,
                          TEST_DESCRIPTOR(.threads = 1)));
    CHECK_OK(graph_stats(&stats));
    CHECK(stats.task_bytes == 0 && stats.block_bytes == 0);
    graph_set_stats(false);
    graph_matrix_release(&C);
    pair_release(&A);
}

/* A device takes blocks with bitmaps where they are full, and rows where they are not; what it has seen of a matrix is
 * forgotten when that gets other entries. */
TEST(blocks_where_they_are_full)
{
    enum { BLOCKS = 512, WIDTH = 5, N = 8 * BLOCKS, EACH = 8 * WIDTH };
    static graph_index row[N * EACH], column[N * EACH];
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    graph_matrix *A = NULL;
    for (int kind = 0; kind < 2; kind++) {
        graph_operation_stats stats = {.size = sizeof stats};
        graph_matrix *C = NULL, *D = NULL;
        for (graph_index i = 0; i < N; i++)
            for (graph_index k = 0; k < EACH; k++) {
                row[i * EACH + k] = i;
                column[i * EACH + k] =
                    kind == 0 ? (8 * (i / 8 + 101 * (k / 8)) + k % 8) % N : (i + 97 * k) % N;
            }
        CHECK_OK(kind == 0 ? graph_matrix_create(&A, GRAPH_FP64, N, N) : graph_matrix_clear(A));
        CHECK_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, N * EACH, GRAPH_NO_OP));
        for (int repeat = 0; repeat < 2; repeat++) {
            graph_matrix_release(&C);
            graph_set_stats(true);
            CHECK_OK(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR()));
            CHECK_OK(graph_stats(&stats));
            graph_set_stats(false);
            CHECK_SAY((strcmp(stats.method, "blocks") == 0) == (kind == 0), "%d: %s", kind, stats.method);
        }
        CHECK_OK(graph_spgemm(&D, semiring, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_ROW_ROW)));
        CHECK(same_matrix(C, D, 1e-12, stderr));
        graph_matrix_release(&C);
        graph_matrix_release(&D);
    }
    graph_matrix_release(&A);
}

/* On a device: block rows of C that several thread blocks share, take several turns for, or look at in several windows; and
 * operands with an entry at every position, whose sizes are no multiples of a tile's. */
TEST(blocks_and_full_matrices)
{
    static const struct {
        int64_t m, k, n;
        enum graph_shape A, B;
        int64_t A_edges, B_edges;
        graph_method method;
        const char *used;
    } rows[] = {{20, 600, 330, SHAPE_FULL, SHAPE_FULL, 0, 0, GRAPH_METHOD_BITMAP, "blocks"},
                {6400, 24, 1500, SHAPE_UNIFORM, SHAPE_FULL, 12000, 0, GRAPH_METHOD_BITMAP, "blocks"},
                {17, 520, 300, SHAPE_UNIFORM, SHAPE_UNIFORM, 5000, 90000, GRAPH_METHOD_BITMAP, "blocks"},
                {24, 90, 2100, SHAPE_FULL, SHAPE_UNIFORM, 0, 60000, GRAPH_METHOD_BITMAP, "blocks"},
                {170, 170, 170, SHAPE_FULL, SHAPE_FULL, 0, 0, GRAPH_METHOD_AUTO, "full"},
                {129, 333, 128, SHAPE_FULL, SHAPE_FULL, 0, 0, GRAPH_METHOD_AUTO, "full"},
                {40, 100, 300000, SHAPE_UNIFORM, SHAPE_UNIFORM, 400, 30000, GRAPH_METHOD_BITMAP, "blocks"},
                {200, 161, 257, SHAPE_FULL, SHAPE_FULL, 0, 0, GRAPH_METHOD_AUTO, "full"}};
    graph_operation_stats stats = {.size = sizeof stats};
    uint64_t seed = 45;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k += (size_t)test_step(2))
        for (int n = 0; n < NAMES; n += test_step(3)) {
            const graph_semiring *semiring = graph_semiring_by_name(names[n]);
            const graph_type type = graph_semiring_type(semiring);
            graph_matrix *A = NULL, *B = NULL, *C = NULL;
            REQUIRE_OK(random_matrix(&A, &seed, rows[k].A, type, rows[k].m, rows[k].k, rows[k].A_edges,
                                     VALUES_REAL));
            REQUIRE_OK(random_matrix(&B, &seed, rows[k].B, type, rows[k].k, rows[k].n, rows[k].B_edges,
                                     VALUES_REAL));
            check_methods(semiring, A, B, &rows[k].method, 1, "blocks and full matrices");
            graph_set_stats(true);
            CHECK_OK(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR(.method = rows[k].method)));
            CHECK_OK(graph_stats(&stats));
            graph_set_stats(false);
            CHECK_SAY(strcmp(stats.method, rows[k].used) == 0, "row %zu, %s: %s", k, names[n], stats.method);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
            graph_matrix_release(&C);
        }
}

TEST(methods_of_other_operations)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    uint64_t seed = 43;
    graph_matrix *A = NULL, *C = NULL;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, 20, 20, 80, VALUES_SMALL));
    CHECK_STATUS(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_BLSI)),
                 GRAPH_E_NOT_SUPPORTED, "'blsi' is not one of products of sparse matrices, but of mxv");
    CHECK_STATUS(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_HALF_WARP)),
                 GRAPH_E_NOT_SUPPORTED, "'half_warp' is not one of products");
    CHECK(C == NULL);
    graph_matrix_release(&A);
}

/* For the allocation tests: operands are made before allocations fail. */
static graph_matrix *operand;
static graph_method method;

static graph_status product_of_operand(void)
{
    graph_matrix *C = NULL;
    graph_status status = graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), operand, operand,
                                       TEST_DESCRIPTOR(.flags = GRAPH_FORCE, .method = method, .threads = 2));
    if (status == GRAPH_OK)
        status = graph_matrix_check(C);
    graph_matrix_release(&C);
    return status;
}

TEST(allocations_fail)
{
    graph_method methods[GRAPH_METHODS];
    int count = list_methods(methods);
    uint64_t seed = 35;
    REQUIRE_OK(random_matrix(&operand, &seed, SHAPE_POWER_LAW, GRAPH_FP64, 300, 300, 4000, VALUES_SMALL));
    for (int k = 0; k < count; k++) {
        method = methods[k];
        CHECK_OK(product_of_operand()); /* the operand keeps its transpose from now on */
        test_every_allocation(graph_method_at((size_t)method)->name, product_of_operand);
    }
    graph_matrix_release(&operand);
}

TEST_MAIN(TEST_ROW(the_list_of_methods), TEST_ROW(every_method_on_every_shape),
          TEST_ROW(every_method_with_semirings_of_the_user), TEST_ROW(every_method_on_the_table_of_products),
          TEST_ROW(every_method_on_hypersparse_operands), TEST_ROW(sums_start_with_a_product),
          TEST_ROW_LARGE(long_rows), TEST_ROW(long_rows_of_small_matrices), TEST_ROW_LARGE(longest_rows),
          TEST_ROW(the_back_end_that_was_named_does_it), TEST_ROW(zeros_go_when_that_is_wanted),
          TEST_ROW(zeros_stay_with_other_methods), TEST_ROW(memory_of_blocks),
          TEST_ROW_LARGE_DEVICE(blocks_where_they_are_full), TEST_ROW_DEVICE(blocks_and_full_matrices),
          TEST_ROW(methods_of_other_operations), TEST_ROW_LARGE(allocations_fail))
