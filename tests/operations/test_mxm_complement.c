/* Products under a complemented mask that keeps many of them out: against the dense oracle, with accumulators and replace;
 * and larger ones against the CPU, of which a device makes the products outside the mask alone.  There the mask is looked up
 * in bits of all positions or searched, rows of B have all lengths, and a mask with a small number of entries is obeyed when
 * C is written. */
#include <string.h>

#include "tests/support/drawings.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

static const char *const names[] = {"plus_times_fp64",  "any_pair_bool", "any_first_int64",
                                    "any_second_int32", "min_plus_fp32", "plus_pair_int8",
                                    "or_and_bool",      "max_min_uint16"};
enum { NAMES = sizeof names / sizeof names[0] };

/* The entries of M that `percent` of all positions are, and a row without any. */
static struct pair dense_mask(uint64_t *seed, int64_t rows, int64_t columns, int percent)
{
    struct pair M = {.dense = dense_create(GRAPH_BOOL, rows, columns)};
    CHECK_OK(graph_matrix_create(&M.sparse, GRAPH_BOOL, (graph_index)rows, (graph_index)columns));
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            if (i != rows / 2 && (int)(test_random(seed) % 100) < percent) {
                const bool value = test_random(seed) % 8 != 0;
                dense_set(&M.dense, i, j, value);
                CHECK_OK(graph_matrix_set(M.sparse, (graph_index)i, (graph_index)j, graph_bool(value)));
            }
    return M;
}

TEST(against_the_oracle)
{
    static const uint32_t flags[] = {GRAPH_MASK_COMPLEMENT | GRAPH_MASK_STRUCTURE,
                                     GRAPH_MASK_COMPLEMENT | GRAPH_MASK_STRUCTURE | GRAPH_REPLACE,
                                     GRAPH_MASK_COMPLEMENT};
    static const int percents[] = {0, 60, 97, 100};
    enum { ROWS = 12, INNERS = 50, COLUMNS = 70 };
    uint64_t seed = 71;
    for (int n = 0; n < NAMES; n++)
        for (int p = 0; p < 4; p += test_step(2)) {
            const graph_semiring *semiring = graph_semiring_by_name(names[n]);
            const graph_type type = graph_semiring_type(semiring);
            struct pair A = random_pair(&seed, SHAPE_UNIFORM, type, ROWS, INNERS, 90, VALUES_SMALL),
                        B = random_pair(&seed, SHAPE_POWER_LAW, type, INNERS, COLUMNS, 400, VALUES_SMALL),
                        M = dense_mask(&seed, ROWS, COLUMNS, percents[p]),
                        old = random_pair(&seed, SHAPE_UNIFORM, type, ROWS, COLUMNS, 200, VALUES_SMALL);
            struct dense_matrix T = dense_product(semiring, &A.dense, &B.dense);
            for (int f = 0; f < 3; f++) {
                const graph_op accum = (n + p + f) % 2 == 0 ? GRAPH_NO_OP : GRAPH_SECOND;
                const bool has_old = f > 0;
                struct dense_matrix expected =
                    has_old ? dense_copy(&old.dense) : dense_create(type, ROWS, COLUMNS);
                graph_matrix *C = NULL;
                if (has_old)
                    CHECK_OK(graph_matrix_dup(&C, old.sparse));
                else
                    CHECK_OK(graph_matrix_create(&C, type, ROWS, COLUMNS));
                dense_write(&expected, &M.dense, flags[f], accum, &T);
                CHECK_OK(graph_mxm(C, M.sparse, accum, semiring, A.sparse, B.sparse,
                                   TEST_DESCRIPTOR(.flags = flags[f])));
                CHECK_SAY(dense_equals_matrix(&expected, C, 0, stderr), "%s, %d percent, flags %u", names[n],
                          percents[p], flags[f]);
                graph_matrix_release(&C);
                dense_release(&expected);
            }
            dense_release(&T);
            pair_release(&A);
            pair_release(&B);
            pair_release(&M);
            pair_release(&old);
        }
}

/* The complement of no mask admits nothing: T is empty, and what C has stays unless it is replaced. */
TEST(no_mask)
{
    uint64_t seed = 72;
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_int64");
    struct pair A = random_pair(&seed, SHAPE_UNIFORM, GRAPH_INT64, 30, 30, 200, VALUES_SMALL);
    struct dense_matrix T = dense_product(semiring, &A.dense, &A.dense);
    for (int f = 0; f < 2; f++) {
        const uint32_t flags = GRAPH_MASK_COMPLEMENT | (f == 0 ? 0u : (uint32_t)GRAPH_REPLACE);
        struct dense_matrix expected = dense_copy(&A.dense);
        graph_matrix *C = NULL;
        CHECK_OK(graph_matrix_dup(&C, A.sparse));
        dense_write(&expected, NULL, flags, GRAPH_NO_OP, &T);
        CHECK_OK(
            graph_mxm(C, NULL, GRAPH_NO_OP, semiring, A.sparse, A.sparse, TEST_DESCRIPTOR(.flags = flags)));
        CHECK_SAY(dense_equals_matrix(&expected, C, 0, stderr), "flags %u", flags);
        graph_matrix_release(&C);
        dense_release(&expected);
    }
    dense_release(&T);
    pair_release(&A);
}

static graph_matrix *product(const char *name, const graph_matrix *M, const graph_matrix *A,
                             const graph_matrix *B, graph_backend_kind backend)
{
    const graph_semiring *semiring = graph_semiring_by_name(name);
    graph_matrix *C = NULL;
    graph_index rows, columns;
    CHECK_OK(graph_matrix_rows(&rows, M));
    CHECK_OK(graph_matrix_columns(&columns, M));
    CHECK_OK(graph_matrix_create(&C, graph_semiring_type(semiring), rows, columns));
    CHECK_OK(graph_mxm(
        C, M, GRAPH_NO_OP, semiring, A, B,
        GRAPH_DESCRIPTOR(.backend = backend, .flags = GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT)));
    CHECK(graph_backend_used() == backend);
    return C;
}

/* The products outside the mask: the sum of their numbers. */
static int64_t products_outside(const graph_matrix *M, const graph_matrix *A, const graph_matrix *B)
{
    graph_matrix *C = product("plus_pair_int64", M, A, B, GRAPH_BACKEND_CPU);
    graph_scalar sum = {.type = GRAPH_INT64};
    CHECK_OK(graph_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, C, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    graph_matrix_release(&C);
    return sum.value.i;
}

TEST(products_outside_alone)
{
    /* Entries of rows: usual and many, of A, B and the mask; how the product is made, and over any_pair.  Bits; searches; a
     * mask of most positions; one with a small number of entries, which is obeyed when C is written. */
    static const struct {
        int64_t rows, inners, columns, usual[3], many[3];
        const char *used, *used_for_pairs;
    } rows[] = {{16, 20000, 20000, {400, 8, 100000}, {3000, 5000, 90}, "filter", "marks"},
                {16, 3000, 60000, {12, 3, 200000}, {9, 900, 90000}, "filter", "filter"},
                {300, 3000, 300, {8, 8, 900}, {0, 90, 3000}, "filter", "filter"},
                {400, 4000, 9000, {60, 20, 40}, {900, 3000, 0}, "", "marks"}};
    uint64_t seed = 73;
    graph_set_stats(true);
    for (int k = 0; k < 4; k++) {
        graph_matrix *A, *B, *M;
        draw_uneven(&A, rows[k].rows, rows[k].inners, rows[k].usual[0], 13, rows[k].many[0], &seed);
        draw_uneven(&B, rows[k].inners, rows[k].columns, rows[k].usual[1], 101, rows[k].many[1], &seed);
        draw_uneven(&M, rows[k].rows, rows[k].columns, rows[k].usual[2], 7, rows[k].many[2], &seed);
        const int64_t outside = products_outside(M, A, B);
        for (int n = 0; n < NAMES; n += test_step(3)) {
            graph_operation_stats stats = {.size = sizeof stats};
            graph_matrix *expected = product(names[n], M, A, B, GRAPH_BACKEND_CPU),
                         *C = product(names[n], M, A, B, test_backend());
            CHECK_OK(graph_stats(&stats));
            const char *used = strcmp(names[n], "any_pair_bool") == 0 ? rows[k].used_for_pairs : rows[k].used;
            const bool is_filtered = strcmp(stats.method, "filter") == 0,
                       is_marked = strcmp(stats.method, "marks") == 0;
            CHECK_SAY(is_filtered == (strcmp(used, "filter") == 0) &&
                          is_marked == (strcmp(used, "marks") == 0),
                      "case %d, %s: '%s'", k, names[n], stats.method);
            if (is_filtered)
                CHECK_SAY((int64_t)stats.products == outside, "case %d, %s: %lld products, %lld outside", k,
                          names[n], (long long)stats.products, (long long)outside);
            CHECK_SAY(same_matrix(expected, C, 1e-12, stderr), "case %d, %s", k, names[n]);
            graph_matrix_release(&expected);
            graph_matrix_release(&C);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_matrix_release(&M);
    }
    graph_set_stats(false);
}

/* Operands are made before allocations fail.  A has so many rows that no transpose of B is made and cached. */
static struct {
    graph_matrix *A, *B, *M;
} operands;

static graph_status scenario(void)
{
    graph_matrix *C = NULL;
    graph_status status = graph_matrix_create(&C, GRAPH_FP64, 100, 2000);
    if (status == GRAPH_OK)
        status = graph_mxm(
            C, operands.M, GRAPH_NO_OP, graph_semiring_by_name("plus_times_fp64"), operands.A, operands.B,
            TEST_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT, .threads = 2));
    if (status == GRAPH_OK)
        status = graph_matrix_check(C);
    graph_matrix_release(&C);
    return status;
}

TEST(allocations_fail)
{
    uint64_t seed = 74;
    draw_uneven(&operands.A, 100, 500, 40, 5, 90, &seed);
    draw_uneven(&operands.B, 500, 2000, 8, 50, 300, &seed);
    draw_uneven(&operands.M, 100, 2000, 3000, 7, 4000, &seed);
    test_every_allocation("a product outside a mask", scenario);
    graph_matrix_release(&operands.A);
    graph_matrix_release(&operands.B);
    graph_matrix_release(&operands.M);
}

TEST_MAIN(TEST_ROW(against_the_oracle), TEST_ROW(no_mask), TEST_ROW_DEVICE(products_outside_alone),
          TEST_ROW(allocations_fail))
