/* graph_mxm, graph_spgemm and graph_spgemm_products against the dense oracle: every semiring and type, masks,
 * accumulators, transposes, aliasing, methods, threads, errors and allocations that fail. */
#include "base/memory.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

static const graph_method row_methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_ROW,
                                           GRAPH_METHOD_ROW_ROW_DENSE, GRAPH_METHOD_ROW_ROW_HASH};
static const graph_method mask_methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_ROW_DENSE,
                                            GRAPH_METHOD_ROW_ROW_HASH, GRAPH_METHOD_ROW_COLUMN};

TEST(every_semiring_on_every_shape)
{
    const graph_semiring *semiring;
    uint64_t seed = 11;
    for (size_t k = 0; (semiring = graph_semiring_at(k)) != NULL; k += (size_t)test_step(37))
        for (int s = 0; s < PRODUCT_SHAPES; s += test_step(3))
            check_product(semiring, &product_shapes[s], k % 2 == 0 ? VALUES_SMALL : VALUES_EXTREME,
                          row_methods, 4, &seed);
}

TEST(extreme_values)
{
    const graph_semiring *semiring;
    uint64_t seed = 12;
    for (size_t k = 0; (semiring = graph_semiring_at(k)) != NULL; k += (size_t)test_step(41))
        check_product(semiring, &product_shapes[13 + k % 5], VALUES_EXTREME, row_methods, 4, &seed);
}

TEST(masks_and_accumulators)
{
    static const struct {
        const char *semiring;
        graph_type C, M;
    } rows[] = {
        {"plus_times_fp64", GRAPH_FP64, GRAPH_BOOL},  {"plus_times_int8", GRAPH_INT8, GRAPH_PATTERN},
        {"min_plus_int32", GRAPH_INT64, GRAPH_FP64},  {"max_min_fp32", GRAPH_FP32, GRAPH_INT32},
        {"or_and_bool", GRAPH_BOOL, GRAPH_BOOL},      {"any_pair_bool", GRAPH_PATTERN, GRAPH_PATTERN},
        {"plus_pair_int64", GRAPH_FP64, GRAPH_UINT8}, {"plus_first_uint16", GRAPH_UINT16, GRAPH_BOOL},
        {"any_first_int64", GRAPH_INT64, GRAPH_BOOL}, {"any_second_fp64", GRAPH_FP64, GRAPH_PATTERN},
        {"xor_and_bool", GRAPH_INT32, GRAPH_BOOL},    {"min_second_uint64", GRAPH_UINT64, GRAPH_FP32},
    };
    uint64_t seed = 13;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k += (size_t)test_step(5))
        check_masks(graph_semiring_by_name(rows[k].semiring), rows[k].C, rows[k].M, mask_methods, 4, &seed);
}

/* The mask alone decides where T may have entries, for every built-in semiring and method. */
TEST(masked_products_of_every_semiring)
{
    const graph_semiring *semiring;
    uint64_t seed = 14;
    for (size_t k = 0; (semiring = graph_semiring_at(k)) != NULL; k++) {
        graph_type type = graph_semiring_type(semiring);
        struct pair A = random_pair(&seed, SHAPE_POWER_LAW, type, 40, 40, 260, VALUES_EXTREME);
        struct pair B = random_pair(&seed, SHAPE_POWER_LAW, type, 40, 40, 260, VALUES_EXTREME);
        struct pair M = random_pair(&seed, SHAPE_UNIFORM, GRAPH_PATTERN, 40, 40, 300, VALUES_SMALL);
        struct dense_matrix T = dense_product(semiring, &A.dense, &B.dense);
        for (int m = 0; m < 9; m++) {
            static const graph_method methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_ROW_DENSE,
                                                   GRAPH_METHOD_ROW_ROW_HASH, GRAPH_METHOD_ROW_ROW,
                                                   GRAPH_METHOD_ROW_COLUMN};
            uint32_t flags = m >= 5 ? GRAPH_MASK_COMPLEMENT : 0;
            struct dense_matrix expected = dense_create(type, 40, 40);
            graph_matrix *C = NULL;
            dense_write(&expected, &M.dense, flags, GRAPH_NO_OP, &T);
            CHECK_OK(graph_matrix_create(&C, type, 40, 40));
            CHECK_OK(graph_mxm(C, M.sparse, GRAPH_NO_OP, semiring, A.sparse, B.sparse,
                               TEST_DESCRIPTOR(.flags = flags, .method = methods[m % 5])));
            CHECK_SAY(dense_equals_matrix(&expected, C, 0, stderr), "%s, row %d",
                      graph_semiring_name(semiring), m);
            graph_matrix_release(&C);
            dense_release(&expected);
        }
        dense_release(&T);
        pair_release(&A);
        pair_release(&B);
        pair_release(&M);
    }
}

TEST(transposed_inputs)
{
    static const char *const names[] = {"plus_times_int64", "plus_second_fp64", "any_first_int32",
                                        "min_plus_fp32"};
    static const graph_method methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_COLUMN};
    uint64_t seed = 15;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        check_transposed(graph_semiring_by_name(names[k]), methods, 2, &seed);
}

TEST(aliases)
{
    uint64_t seed = 16;
    check_aliases(graph_semiring_by_name("plus_times_int32"), row_methods, 1, &seed);
}

TEST(types_convert)
{
    static const struct {
        const char *semiring;
        graph_type A, B, C;
    } rows[] = {
        {"plus_times_fp64", GRAPH_INT32, GRAPH_FP32, GRAPH_INT16},
        {"plus_times_int8", GRAPH_PATTERN, GRAPH_BOOL, GRAPH_INT64},
        {"plus_times_int64", GRAPH_PATTERN, GRAPH_PATTERN, GRAPH_INT64},
        {"or_and_bool", GRAPH_PATTERN, GRAPH_PATTERN, GRAPH_BOOL},
        {"or_and_bool", GRAPH_FP64, GRAPH_UINT8, GRAPH_PATTERN},
        {"min_plus_fp32", GRAPH_PATTERN, GRAPH_UINT64, GRAPH_FP64},
        {"max_min_int32", GRAPH_PATTERN, GRAPH_PATTERN, GRAPH_UINT8},
        {"min_times_fp64", GRAPH_PATTERN, GRAPH_PATTERN, GRAPH_FP64},
        {"plus_first_fp64", GRAPH_PATTERN, GRAPH_INT8, GRAPH_FP64},
        {"any_second_int32", GRAPH_FP64, GRAPH_PATTERN, GRAPH_INT32},
        {"xor_and_bool", GRAPH_PATTERN, GRAPH_PATTERN, GRAPH_BOOL},
    };
    uint64_t seed = 17;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        check_types(graph_semiring_by_name(rows[k].semiring), rows[k].A, rows[k].B, rows[k].C, row_methods, 1,
                    &seed);
}

GRAPH_DEFINE_SEMIRING(my_plus_times, double, 0, 1, x + y, x *y);
GRAPH_DEFINE_SEMIRING(my_min_plus, int32_t, INT32_MAX, 0, x < y ? x : y, x + y);
GRAPH_DEFINE_SEMIRING(my_or_and, bool, false, true, x || y, x &&y);
GRAPH_DEFINE_SEMIRING(my_gcd_like, uint8_t, 0, 1, x | y, x &y);

TEST(semirings_of_the_user)
{
    const graph_semiring_spec *specs[] = {&my_plus_times, &my_min_plus, &my_or_and, &my_gcd_like};
    uint64_t seed = 18;
    for (int k = 0; k < 4; k++) {
        graph_semiring *semiring = NULL;
        CHECK_OK(graph_semiring_create(&semiring, specs[k]));
        for (int s = 0; s < PRODUCT_SHAPES; s++)
            check_product(semiring, &product_shapes[s], VALUES_SMALL, row_methods, 4, &seed);
        check_masks(semiring, specs[k]->type, GRAPH_BOOL, mask_methods, 4, &seed);
        graph_semiring_release(&semiring);
    }
}

TEST(sums_start_with_a_product) { check_first_products(row_methods, 4); }

/* Floating sums too are the same bit by bit. */
TEST(threads_and_methods_change_nothing)
{
    static const char *const names[] = {"plus_times_fp64", "plus_times_fp32", "plus_times_uint8",
                                        "min_plus_int16",  "any_first_int32", "or_and_bool"};
    static const enum graph_shape kinds[] = {SHAPE_UNIFORM, SHAPE_POWER_LAW, SHAPE_DENSE_ROW,
                                             SHAPE_HUB_COLUMN};
    uint64_t seed = 19;
    for (int k = 0; k < 24; k += test_step(5))
        check_squares(graph_semiring_by_name(names[k % 6]), kinds[k / 6], 1500, 15000, row_methods, 4, &seed);
}

/* A square of more entries than the device may hold: made in chunks of rows, and the same. */
TEST(products_larger_than_the_memory)
{
    enum { N = 4000, EDGES = 80000, LEAST_BYTES = 12 << 20, MOST_BYTES = 48 << 20 };
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_int64");
    uint64_t seed = 23;
    graph_matrix *A = NULL, *expected = NULL;
    graph_index entries = 0;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_INT64, N, N, EDGES, VALUES_SMALL));
    CHECK_OK(graph_spgemm(&expected, semiring, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    CHECK_OK(graph_matrix_entries(&entries, expected));
    CHECK(entries * 12 > LEAST_BYTES + LEAST_BYTES / 4);
    for (uint64_t bytes = LEAST_BYTES; bytes <= MOST_BYTES; bytes *= 2) {
        graph_matrix *C = NULL;
        CHECK_OK(graph_set_device_memory(bytes));
        CHECK_OK(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR()));
        CHECK(graph_backend_used() == test_backend());
        CHECK_OK(graph_set_device_memory(0));
        CHECK_SAY(same_matrix(expected, C, 0, stderr), "%llu bytes", (unsigned long long)bytes);
        graph_matrix_release(&C);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&expected);
}

/* The method of blocks with bitmaps: the same products on a device, and a clear refusal on the CPU. */
TEST(blocks_with_bitmaps)
{
    static const char *const names[] = {"plus_times_fp64", "plus_times_int32", "min_plus_fp32",
                                        "or_and_bool",     "any_pair_bool",    "any_first_int64",
                                        "any_second_int8"};
    uint64_t seed = 77;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
        for (int k = 0; k < PRODUCT_SHAPES; k += test_step(4)) {
            const graph_semiring *semiring = graph_semiring_by_name(names[n]);
            graph_type type = graph_semiring_type(semiring);
            const struct product_shape *s = &product_shapes[k];
            struct pair A = random_pair(&seed, s->A, type, s->m, s->k, s->A_edges, VALUES_SMALL);
            struct pair B = random_pair(&seed, s->B, type, s->k, s->n, s->B_edges, VALUES_SMALL);
            graph_matrix *C = NULL;
            graph_status status = graph_spgemm(&C, semiring, A.sparse, B.sparse,
                                               TEST_DESCRIPTOR(.method = GRAPH_METHOD_BITMAP));
            if (test_backend() == GRAPH_BACKEND_CPU)
                CHECK(status == GRAPH_E_NOT_SUPPORTED && C == NULL);
            else {
                struct dense_matrix T = dense_product(semiring, &A.dense, &B.dense);
                CHECK_SAY(status == GRAPH_OK && graph_backend_used() == test_backend(), "%s, %s: %s",
                          names[n], s->name, graph_last_error());
                CHECK_SAY(status == GRAPH_OK && dense_equals_matrix(&T, C, 0, stderr), "%s, %s", names[n],
                          s->name);
                dense_release(&T);
            }
            graph_matrix_release(&C);
            pair_release(&A);
            pair_release(&B);
        }
}

TEST(errors)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp64");
    graph_matrix *A = NULL, *B = NULL, *C = NULL, *M = NULL, *none = NULL;
    uint64_t products;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 4));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 4, 5));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 3, 5));
    REQUIRE_OK(graph_matrix_create(&M, GRAPH_BOOL, 5, 3));
    CHECK_STATUS(graph_mxm(NULL, NULL, GRAPH_NO_OP, s, A, B, NULL), GRAPH_E_NULL, "C is NULL");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, NULL, B, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, NULL, NULL), GRAPH_E_NULL, "B is NULL");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, NULL, A, B, NULL), GRAPH_E_NULL, "semiring is NULL");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, B, A, NULL), GRAPH_E_DIMENSION,
                 "5 columns against 3 rows");
    CHECK_STATUS(graph_mxm(A, NULL, GRAPH_NO_OP, s, A, B, NULL), GRAPH_E_DIMENSION,
                 "C is 3 x 4, the product 3 x 5");
    CHECK_STATUS(graph_mxm(C, M, GRAPH_NO_OP, s, A, B, NULL), GRAPH_E_DIMENSION, "the mask is 5 x 3");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, B, TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)),
                 GRAPH_E_DIMENSION, "A is 4 x 3");
    CHECK_STATUS(graph_mxm(C, NULL, (graph_op)99, s, A, B, NULL), GRAPH_E_INVALID_VALUE,
                 "operator 99 is not a binary operator");
    CHECK_STATUS(graph_mxm(C, NULL, (graph_op)GRAPH_PLUS_TIMES, s, A, B, NULL), GRAPH_E_INVALID_VALUE,
                 "operator 201 is not a binary operator");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, B, TEST_DESCRIPTOR(.flags = GRAPH_ACCUMULATE)),
                 GRAPH_E_INVALID_VALUE, "GRAPH_ACCUMULATE, which this operation does not take");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, B, TEST_DESCRIPTOR(.flags = 1u << 12)),
                 GRAPH_E_INVALID_VALUE, "0x1000, which is no flag");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, B, TEST_DESCRIPTOR(.method = (graph_method)77)),
                 GRAPH_E_INVALID_VALUE, "descriptor.method is 77");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, B, TEST_DESCRIPTOR(.threads = -1)),
                 GRAPH_E_INVALID_VALUE, "threads is -1");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, B, &(graph_descriptor){.size = 3}),
                 GRAPH_E_INVALID_VALUE, "descriptor.size is 3");
    CHECK_STATUS(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, B,
                           GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_BITMAP)),
                 GRAPH_E_NOT_SUPPORTED, "the method 'bitmap'");
    CHECK_STATUS(graph_spgemm(NULL, s, A, B, NULL), GRAPH_E_NULL, "C is NULL");
    CHECK_STATUS(graph_spgemm(&none, s, NULL, B, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_spgemm(&none, s, A, NULL, NULL), GRAPH_E_NULL, "B is NULL");
    CHECK_STATUS(graph_spgemm(&none, NULL, A, B, NULL), GRAPH_E_NULL, "semiring is NULL");
    CHECK(strchr(graph_last_error(), ':') == NULL);
    CHECK_STATUS(graph_spgemm(&none, graph_semiring_by_name("plus_times"), A, B, NULL), GRAPH_E_NULL,
                 "semiring is NULL: no built-in semiring is called 'plus_times'");
    none = C;
    CHECK_STATUS(graph_spgemm(&none, s, A, A, NULL), GRAPH_E_DIMENSION, "4 columns against 3 rows");
    CHECK(none == NULL);
    CHECK_STATUS(graph_spgemm(&none, s, A, B, TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)), GRAPH_E_INVALID_VALUE,
                 "GRAPH_REPLACE");
    CHECK_STATUS(graph_spgemm_products(NULL, A, B, NULL), GRAPH_E_NULL, "products is NULL");
    CHECK_STATUS(graph_spgemm_products(&products, NULL, B, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_spgemm_products(&products, A, NULL, NULL), GRAPH_E_NULL, "B is NULL");
    CHECK_STATUS(graph_spgemm_products(&products, A, A, NULL), GRAPH_E_DIMENSION, "4 columns against 3 rows");
    CHECK_STATUS(graph_spgemm_products(&products, A, B, TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)),
                 GRAPH_E_INVALID_VALUE, "");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
    graph_matrix_release(&M);
}

/* For the allocation tests: operands are made before allocations fail. */
static graph_matrix *operand;
static const graph_descriptor *how;
static bool is_masked;

static graph_status product_of_operand(void)
{
    graph_matrix *C = NULL;
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    graph_status status = graph_matrix_create(&C, GRAPH_FP64, 300, 300);
    if (status == GRAPH_OK)
        status = graph_mxm(C, is_masked ? operand : NULL, GRAPH_NO_OP, semiring, operand, operand, how);
    if (status == GRAPH_OK)
        status = graph_matrix_check(C);
    graph_matrix_release(&C);
    return status;
}

TEST(allocations_fail)
{
    const graph_descriptor ways[] = {
        *TEST_DESCRIPTOR(.method = GRAPH_METHOD_ROW_ROW_DENSE, .threads = 2),
        *TEST_DESCRIPTOR(.method = GRAPH_METHOD_ROW_ROW_HASH, .threads = 2),
        *TEST_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE, .threads = 2),
        *TEST_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE, .method = GRAPH_METHOD_ROW_ROW_HASH, .threads = 1),
        *TEST_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT, .threads = 2),
    };
    uint64_t seed = 20;
    REQUIRE_OK(random_matrix(&operand, &seed, SHAPE_UNIFORM, GRAPH_FP64, 300, 300, 3000, VALUES_SMALL));
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        how = &ways[k];
        is_masked = (ways[k].flags & GRAPH_MASK_STRUCTURE) != 0;
        test_every_allocation("a product", product_of_operand);
    }
    graph_matrix_release(&operand);
}

/* Only one allocation fails: room for the largest possible result is such a one, and the product does without. */
TEST(one_allocation_fails)
{
    uint64_t seed = 21;
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    struct pair A = random_pair(&seed, SHAPE_UNIFORM, GRAPH_FP64, 300, 300, 3000, VALUES_SMALL);
    struct dense_matrix T = dense_product(semiring, &A.dense, &A.dense);
    graph_matrix *first = NULL;
    int recovered = 0;
    /* On a device A gets a copy there, which stays with it. */
    CHECK_OK(graph_spgemm(&first, semiring, A.sparse, A.sparse, TEST_DESCRIPTOR(.threads = 2)));
    graph_matrix_release(&first);
    for (int64_t k = 1; k < 60; k++) {
        graph_matrix *C = NULL;
        int64_t blocks = graph__memory_blocks();
        graph__memory_fail_only(k);
        graph_status status = graph_spgemm(&C, semiring, A.sparse, A.sparse, TEST_DESCRIPTOR(.threads = 2));
        bool has_failed = graph__memory_allocations() >= k;
        graph__memory_fail_at(0);
        CHECK(status == GRAPH_OK || test_is_out_of_memory(status));
        CHECK(status == GRAPH_OK || C == NULL);
        recovered += status == GRAPH_OK && has_failed;
        if (status == GRAPH_OK)
            CHECK(dense_equals_matrix(&T, C, 0, stderr));
        graph_matrix_release(&C);
        CHECK(graph__memory_blocks() == blocks);
    }
    CHECK(recovered >= 2);
    dense_release(&T);
    pair_release(&A);
}

/* Of two full patterns any_pair is known without a product, but not where a mask admits one element. */
TEST(a_masked_product_of_full_patterns)
{
    const graph_index row[] = {0, 0, 1, 1}, column[] = {0, 1, 0, 1};
    graph_matrix *full = NULL, *mask = NULL, *C = NULL;
    graph_index entries = 0;
    REQUIRE_OK(graph_matrix_create(&full, GRAPH_PATTERN, 2, 2));
    REQUIRE_OK(graph_matrix_build(full, row, column, NULL, GRAPH_PATTERN, 4, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_create(&mask, GRAPH_PATTERN, 2, 2));
    REQUIRE_OK(graph_matrix_build(mask, row, column, NULL, GRAPH_PATTERN, 1, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_BOOL, 2, 2));
    CHECK_OK(graph_mxm(C, mask, GRAPH_NO_OP, graph_semiring_by_name("any_pair_bool"), full, full,
                       TEST_DESCRIPTOR()));
    CHECK_OK(graph_matrix_entries(&entries, C));
    CHECK(entries == 1);
    graph_matrix_release(&full);
    graph_matrix_release(&mask);
    graph_matrix_release(&C);
}

TEST_MAIN(TEST_ROW(a_masked_product_of_full_patterns), TEST_ROW(every_semiring_on_every_shape),
          TEST_ROW(extreme_values), TEST_ROW(masks_and_accumulators),
          TEST_ROW_LARGE(masked_products_of_every_semiring), TEST_ROW(transposed_inputs), TEST_ROW(aliases),
          TEST_ROW(types_convert), TEST_ROW(semirings_of_the_user), TEST_ROW(sums_start_with_a_product),
          TEST_ROW(threads_and_methods_change_nothing),
          TEST_ROW_LARGE_DEVICE(products_larger_than_the_memory), TEST_ROW(blocks_with_bitmaps),
          TEST_ROW(errors), TEST_ROW_LARGE(allocations_fail), TEST_ROW_LARGE(one_allocation_fails))
