/* The published methods of a product against the oracle and the library's own: shapes, masks, accumulators, long rows,
 * threads, allocations that fail, and the list of methods. */
#include <string.h>

#include "contract/kernels.h"
#include "tests/products.h"
#include "tests/test.h"

/* The methods that the back end of the tests has without conditions. */
static int list_methods(graph_method methods[GRAPH_METHODS])
{
    int count = 0;
    const graph_method_info *info;
    for (size_t k = 0; (info = graph_method_at(k)) != NULL; k++)
        if (info->method != GRAPH_METHOD_BITMAP)
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
GRAPH_DEFINE_SEMIRING(last_plus_one, int32_t, 77, 0, y, (int)((unsigned)x * 10u + (unsigned)y))
GRAPH_DEFINE_SEMIRING(widest, float, -INFINITY, INFINITY, x > y ? x : y, x < y ? x : y)

static const char *const names[] = {"plus_times_fp64", "plus_times_fp32", "min_plus_int32",  "or_and_bool",
                                    "any_first_int64", "any_pair_bool",   "plus_second_int8"};
enum { NAMES = sizeof names / sizeof names[0] };

/* has_a_fixed_order: add does not associate where there are NaN. */
static void check_every_shape(const graph_semiring *semiring, bool has_a_fixed_order, uint64_t *seed)
{
    graph_method methods[GRAPH_METHODS];
    int count = list_methods(methods);
    for (int s = 0; s < PRODUCT_SHAPES; s++)
        check_product(semiring, &product_shapes[s],
                      s % 2 == 0 || has_a_fixed_order ? VALUES_SMALL : VALUES_EXTREME, methods, count, seed);
    check_masks(semiring, graph_semiring_type(semiring), GRAPH_BOOL, methods, count, seed);
}

TEST(every_method_on_every_shape)
{
    uint64_t seed = 31;
    for (int n = 0; n < NAMES; n++)
        check_every_shape(graph_semiring_by_name(names[n]), false, &seed);
}

TEST(every_method_with_semirings_of_the_user)
{
    const graph_semiring_spec *specs[] = {&last_plus_one, &widest};
    uint64_t seed = 32;
    for (int k = 0; k < 2; k++) {
        graph_semiring *semiring = NULL;
        REQUIRE_OK(graph_semiring_create(&semiring, specs[k]));
        /* A device adds in an order of its own. */
        check_every_shape(semiring, k == 1 && test_backend() != GRAPH_BACKEND_CPU, &seed);
        graph_semiring_release(&semiring);
    }
}

/* Rows on both sides of every limit of a method: heaps, sorted and merged rows, several tiles of columns. */
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
    for (int n = 0; n < 4; n++)
        check_squares(graph_semiring_by_name(names[n]), SHAPE_POWER_LAW, 300, 6000, methods, 3, &seed);
}

/* A square band with the given diagonals, full but for one row if has_gap. */
static graph_matrix *band(graph_type type, int64_t n, int low, int high, int step, bool has_gap)
{
    struct dense_matrix D = dense_create(type, n, n);
    graph_matrix *A = NULL;
    uint64_t seed = 36;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + low; j <= i + high; j += step)
            if (j >= 0 && j < n && !(has_gap && i == n / 2))
                dense_set(&D, i, j, random_value(&seed, type, VALUES_REAL));
    CHECK_OK(dense_to_matrix(&A, &D));
    dense_release(&D);
    return A;
}

/* Bands with and without gaps, with diagonals apart from each other, and wider than the matrix. */
TEST(bands)
{
    static const struct {
        int64_t n;
        int low, high, step;
    } rows[] = {{700, -1, 1, 1},  {700, -3, 9, 1}, {530, -40, 60, 20},
                {40, -24, 24, 1}, {9, -8, 8, 2},   {300, 5, 8, 1}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int n = 0; n < 2 * NAMES; n++) {
            const graph_semiring *semiring = graph_semiring_by_name(names[n / 2]);
            graph_type type = graph_semiring_type(semiring);
            graph_matrix *A = band(type, rows[k].n, rows[k].low, rows[k].high, rows[k].step, n % 2),
                         *C = NULL, *D = NULL;
            CHECK_OK(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR()));
            CHECK_OK(
                graph_spgemm(&D, semiring, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA, .threads = 3)));
            CHECK_SAY(is_same_product(C, D), "row %zu, %s", k, names[n / 2]);
            graph_matrix_release(&A);
            graph_matrix_release(&C);
            graph_matrix_release(&D);
        }
}

TEST(a_matrix_that_is_no_band)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    uint64_t seed = 37;
    graph_matrix *A = NULL, *B = band(GRAPH_FP64, 200, -2, 2, 1, false), *C = NULL;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, 200, 200, 800, VALUES_SMALL));
    CHECK_STATUS(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA)),
                 GRAPH_E_NOT_SUPPORTED, "A is no band");
    CHECK_STATUS(graph_spgemm(&C, semiring, B, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA)),
                 GRAPH_E_NOT_SUPPORTED, "B is no band");
    CHECK(C == NULL);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
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
          TEST_ROW(every_method_with_semirings_of_the_user), TEST_ROW(long_rows),
          TEST_ROW(long_rows_of_small_matrices), TEST_ROW(bands), TEST_ROW(a_matrix_that_is_no_band),
          TEST_ROW(allocations_fail))
