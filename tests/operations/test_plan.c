/* Plans of products: what they give against graph_spgemm on the CPU, over every semiring, shape and kind of operand, with
 * new values, with patterns that have changed, and with allocations that fail. */
#include <pthread.h>

#include "base/memory.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

GRAPH_DEFINE_SEMIRING(larger_of_products, int32_t, INT32_MIN, 1, x > y ? x : y, x *y);

/* A matrix of the same pattern, in new arrays, and other values. */
static graph_matrix *doubled(const graph_matrix *A, graph_type type)
{
    graph_matrix *D = NULL;
    graph_index rows = 0, columns = 0;
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_OK(graph_matrix_columns(&columns, A));
    CHECK_OK(graph_matrix_create(&D, type, rows, columns));
    CHECK_OK(graph_ewise_mult(D, NULL, GRAPH_NO_OP, type == GRAPH_BOOL ? GRAPH_EQ : GRAPH_PLUS, A, A,
                              GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    return D;
}

/* The same entries, whatever the dimensions. */
static bool is_same(graph_matrix *A, graph_matrix *B)
{
    graph_index rows = 0, columns = 0, a = 0, b = 0, both = 0;
    graph_matrix *equal = NULL;
    graph_scalar all = graph_bool(false);
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_OK(graph_matrix_columns(&columns, A));
    if (rows <= 1 << 20)
        return is_same_matrix(A, B);
    CHECK_OK(graph_matrix_create(&equal, GRAPH_BOOL, rows, columns));
    CHECK_OK(graph_ewise_mult(equal, NULL, GRAPH_NO_OP, GRAPH_EQ, A, B, NULL));
    CHECK_OK(graph_reduce(&all, GRAPH_BOOL, GRAPH_LAND, equal, NULL));
    CHECK_OK(graph_matrix_entries(&a, A));
    CHECK_OK(graph_matrix_entries(&b, B));
    CHECK_OK(graph_matrix_entries(&both, equal));
    graph_matrix_release(&equal);
    return a == b && a == both && all.value.b;
}

/* A run of the plan against the product on the CPU. */
static void check_run(const graph_spgemm_plan *plan, const graph_semiring *semiring, const graph_matrix *A,
                      const graph_matrix *B, uint32_t flags, const char *name)
{
    graph_matrix *C = NULL, *expected = NULL;
    CHECK_OK(graph_spgemm(&expected, semiring, A, B,
                          GRAPH_DESCRIPTOR(.flags = flags, .backend = GRAPH_BACKEND_CPU)));
    CHECK_OK(graph_spgemm_plan_run(&C, plan, A, B));
    CHECK_OK(graph_matrix_check(C));
    CHECK_SAY(is_same(expected, C), "%s, %s, flags %u", graph_semiring_name(semiring), name, flags);
    graph_matrix_release(&C);
    graph_matrix_release(&expected);
}

/* A plan of A B, run with its operands, with others that share their positions, and with others that do not. */
static void check_plan(const graph_semiring *semiring, const graph_matrix *A, const graph_matrix *B,
                       uint32_t flags, int threads, const char *name)
{
    graph_spgemm_plan *plan = NULL;
    graph_matrix *A_too = NULL, *B_too = NULL;
    uint64_t bytes = 0;
    graph_type type = graph_semiring_type(semiring);
    REQUIRE_OK(
        graph_spgemm_plan_create(&plan, semiring, A, B, TEST_DESCRIPTOR(.flags = flags, .threads = threads)));
    CHECK_OK(graph_spgemm_plan_bytes(&bytes, plan));
    CHECK(bytes > 0);
    check_run(plan, semiring, A, B, flags, name);
    CHECK_OK(graph_matrix_dup(&A_too, A));
    check_run(plan, semiring, A_too, B, flags, name);
    graph_matrix_release(&A_too);
    A_too = doubled(A, type);
    B_too = doubled(B, type);
    check_run(plan, semiring, A_too, B, flags, name);
    check_run(plan, semiring, A_too, B_too, flags, name);
    graph_matrix_release(&A_too);
    graph_matrix_release(&B_too);
    graph_spgemm_plan_release(&plan);
    CHECK(plan == NULL);
}

TEST(every_semiring_on_every_shape)
{
    const graph_semiring *semiring;
    uint64_t seed = 51;
    for (size_t k = 0; (semiring = graph_semiring_at(k)) != NULL; k += (size_t)test_step(37))
        for (int s = 0; s < PRODUCT_SHAPES; s += test_step(3)) {
            const struct product_shape *shape = &product_shapes[s];
            graph_type type = graph_semiring_type(semiring);
            struct pair A =
                random_pair(&seed, shape->A, type, shape->m, shape->k, shape->A_edges, VALUES_SMALL);
            struct pair B =
                random_pair(&seed, shape->B, type, shape->k, shape->n, shape->B_edges, VALUES_SMALL);
            check_plan(semiring, A.sparse, B.sparse, 0, thread_counts[(size_t)s % 3], shape->name);
            pair_release(&A);
            pair_release(&B);
        }
}

/* Rows of C of every length: kernels differ by it. */
TEST(rows_of_every_length)
{
    static const struct {
        const char *name;
        enum graph_shape shape;
        int64_t vertices, edges;
    } rows[] = {{"power law", SHAPE_POWER_LAW, 3000, 20000},
                {"uniform", SHAPE_UNIFORM, 2000, 14000},
                {"full", SHAPE_FULL, 300, 0},
                {"band", SHAPE_BANDED, 2000, 30000},
                {"hub", SHAPE_HUB_COLUMN, 20000, 40000},
                {"dense row", SHAPE_DENSE_ROW, 20000, 40000},
                {"dense row, others longer", SHAPE_DENSE_ROW, 3000, 120000},
                {"uniform, wide", SHAPE_UNIFORM, 1500, 60000}};
    static const char *const names[] = {"plus_times_int64", "plus_times_fp32", "any_first_int64",
                                        "min_plus_int32",   "or_and_bool",     "any_second_fp64",
                                        "plus_pair_int64",  "max_min_int8"};
    uint64_t seed = 52;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (size_t s = k % 2; s < sizeof names / sizeof names[0]; s += 2 * (size_t)test_step(3)) {
            const graph_semiring *semiring = graph_semiring_by_name(names[s]);
            graph_matrix *A = NULL;
            REQUIRE_OK(random_matrix(&A, &seed, rows[k].shape, graph_semiring_type(semiring),
                                     rows[k].vertices, rows[k].vertices, rows[k].edges, VALUES_SMALL));
            check_plan(semiring, A, A, 0, 2, rows[k].name);
            graph_matrix_release(&A);
        }
}

/* So many rows with so small numbers of products that a GPU gives each to one lane; with columns far apart, and with five,
 * where products meet. */
TEST(light_rows)
{
    enum { ROWS = 60000 };
    static const char *const names[] = {"plus_times_fp64", "any_first_int64", "plus_pair_int64"};
    static const int64_t columns[] = {ROWS, 5};
    uint64_t seed = 61;
    for (int k = 0; k < 2; k++)
        for (size_t s = 0; s < 3; s++) {
            const graph_semiring *semiring = graph_semiring_by_name(names[s]);
            graph_type type = graph_semiring_type(semiring);
            graph_matrix *A = NULL, *B = NULL;
            REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, type, ROWS, ROWS, ROWS, VALUES_SMALL));
            REQUIRE_OK(random_matrix(&B, &seed, SHAPE_UNIFORM, type, ROWS, columns[k], ROWS, VALUES_SMALL));
            check_plan(semiring, A, B, 0, 2, "few products");
            graph_matrix_release(&A);
            graph_matrix_release(&B);
        }
}

/* Rows with so many products and entries that several warps of a GPU compute one; full rows of B, whose products follow
 * each other, and rows with gaps. */
TEST(rows_that_are_shared)
{
    static const char *const names[] = {"plus_times_fp64", "any_first_int64", "min_plus_int32"};
    static const enum graph_shape shapes[] = {SHAPE_FULL, SHAPE_UNIFORM};
    uint64_t seed = 60;
    for (int k = 0; k < 2; k++)
        for (size_t s = 0; s < 3; s++) {
            const graph_semiring *semiring = graph_semiring_by_name(names[s]);
            graph_type type = graph_semiring_type(semiring);
            graph_matrix *A = NULL, *B = NULL;
            REQUIRE_OK(random_matrix(&A, &seed, SHAPE_FULL, type, 3, 60, 1, VALUES_SMALL));
            REQUIRE_OK(random_matrix(&B, &seed, shapes[k], type, 60, 14000, 500000, VALUES_SMALL));
            check_plan(semiring, A, B, 0, 2, "shared rows");
            graph_matrix_release(&A);
            graph_matrix_release(&B);
        }
}

TEST(transposed_operands)
{
    static const char *const names[] = {"plus_times_fp64", "any_first_int64", "plus_second_int32"};
    uint64_t seed = 53;
    for (uint32_t t = 0; t < 12; t++) {
        const graph_semiring *semiring = graph_semiring_by_name(names[t / 4]);
        bool turns_A = t & 1, turns_B = t & 2;
        graph_type type = graph_semiring_type(semiring);
        struct pair A =
            random_pair(&seed, SHAPE_UNIFORM, type, turns_A ? 17 : 23, turns_A ? 23 : 17, 90, VALUES_SMALL);
        struct pair B =
            random_pair(&seed, SHAPE_UNIFORM, type, turns_B ? 29 : 17, turns_B ? 17 : 29, 90, VALUES_SMALL);
        check_plan(semiring, A.sparse, B.sparse,
                   (turns_A ? GRAPH_TRANSPOSE_A : 0) | (turns_B ? GRAPH_TRANSPOSE_B : 0), 1, "transposed");
        pair_release(&A);
        pair_release(&B);
    }
}

/* Values of other types than the semiring's, and none. */
TEST(types_convert)
{
    static const graph_type types[] = {GRAPH_INT32, GRAPH_BOOL, GRAPH_FP32, GRAPH_UINT64};
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    uint64_t seed = 54;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        struct pair A = random_pair(&seed, SHAPE_UNIFORM, types[t], 30, 30, 150, VALUES_SMALL);
        struct pair P = random_pair(&seed, SHAPE_UNIFORM, GRAPH_PATTERN, 30, 30, 150, VALUES_SMALL);
        graph_spgemm_plan *plan = NULL;
        REQUIRE_OK(graph_spgemm_plan_create(&plan, semiring, A.sparse, P.sparse, TEST_DESCRIPTOR()));
        check_run(plan, semiring, A.sparse, P.sparse, 0, "a pattern");
        graph_matrix *A_too = doubled(A.sparse, GRAPH_FP64);
        check_run(plan, semiring, A_too, P.sparse, 0, "other types than at first");
        graph_matrix_release(&A_too);
        graph_spgemm_plan_release(&plan);
        pair_release(&A);
        pair_release(&P);
    }
}

TEST(semirings_of_the_user)
{
    graph_semiring *user = NULL, *of_operators = NULL;
    uint64_t seed = 55;
    REQUIRE_OK(graph_semiring_create(&user, &larger_of_products));
    REQUIRE_OK(graph_semiring_of(&of_operators, "max_plus", GRAPH_INT64, GRAPH_MAX, GRAPH_PLUS));
    for (int s = 0; s < PRODUCT_SHAPES; s += test_step(3)) {
        const struct product_shape *shape = &product_shapes[s];
        const graph_semiring *semirings[] = {user, of_operators};
        for (int k = 0; k < 2; k++) {
            graph_type type = graph_semiring_type(semirings[k]);
            struct pair A =
                random_pair(&seed, shape->A, type, shape->m, shape->k, shape->A_edges, VALUES_SMALL);
            struct pair B =
                random_pair(&seed, shape->B, type, shape->k, shape->n, shape->B_edges, VALUES_SMALL);
            check_plan(semirings[k], A.sparse, B.sparse, 0, 2, shape->name);
            pair_release(&A);
            pair_release(&B);
        }
    }
    graph_semiring_release(&user);
    graph_semiring_release(&of_operators);
}

enum { FAR = 1000000000, ENTRIES = 2000 };

/* ENTRIES entries among FAR rows and columns. */
static graph_matrix *far_apart(uint64_t seed, bool has_more)
{
    static graph_index row[ENTRIES + 1], column[ENTRIES + 1];
    static double value[ENTRIES + 1];
    graph_matrix *A = NULL;
    for (int k = 0; k <= ENTRIES; k++) {
        row[k] = (graph_index)(1 + k / 4) * 1000003 % FAR;
        column[k] = (graph_index)(1 + (k * 7 + k % 3) % (ENTRIES / 4)) * 1000003 % FAR;
        value[k] = (double)(1 + (seed + (uint64_t)k) % 5);
    }
    CHECK_OK(graph_matrix_create(&A, GRAPH_FP64, FAR, FAR));
    CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_FP64, ENTRIES + has_more, GRAPH_PLUS));
    return A;
}

TEST(hypersparse_operands)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    graph_matrix *A = far_apart(1, false), *A_too = far_apart(2, false), *other = far_apart(1, true);
    graph_matrix *C = NULL, *shared = NULL;
    graph_spgemm_plan *plan = NULL;
    for (uint32_t flags = 0; flags <= (GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B); flags += GRAPH_TRANSPOSE_A) {
        REQUIRE_OK(graph_spgemm_plan_create(&plan, semiring, A, A, TEST_DESCRIPTOR(.flags = flags)));
        check_run(plan, semiring, A, A, flags, "far apart");
        check_run(plan, semiring, A_too, A, flags, "far apart, other values");
        CHECK_OK(graph_matrix_dup(&shared, A));
        check_run(plan, semiring, A, shared, flags, "far apart, shared");
        graph_matrix_release(&shared);
        CHECK_STATUS(graph_spgemm_plan_run(&C, plan, A, other), GRAPH_E_INVALID_VALUE,
                     "B has not the pattern");
        CHECK(C == NULL);
        graph_spgemm_plan_release(&plan);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&A_too);
    graph_matrix_release(&other);
}

/* A plan holds the pattern of hypersparse operands alone. */
TEST(values_go_with_their_matrix)
{
    graph_spgemm_plan *plan = NULL;
    graph__memory_watch(true);
    graph_matrix *A = far_apart(1, false);
    REQUIRE_OK(graph_spgemm_plan_create(&plan, graph_semiring_by_name("plus_times_fp64"), A, A,
                                        GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    const int64_t held = graph__memory_begin_peak();
    graph_matrix_release(&A);
    const int64_t freed = held - graph__memory_begin_peak();
    CHECK_SAY(freed >= (int64_t)(ENTRIES * sizeof(double)), "%lld bytes", (long long)freed);
    graph__memory_watch(false);
    graph_spgemm_plan_release(&plan);
}

TEST(patterns_that_change)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    uint64_t seed = 56;
    struct pair A = random_pair(&seed, SHAPE_BANDED, GRAPH_FP64, 40, 40, 150, VALUES_SMALL);
    graph_spgemm_plan *plan = NULL;
    graph_matrix *C = NULL, *wide = NULL;
    REQUIRE_OK(graph_spgemm_plan_create(&plan, semiring, A.sparse, A.sparse, TEST_DESCRIPTOR()));
    /* A new value at an old position changes no pattern. */
    graph_index i = 0;
    graph_scalar x = graph_fp64(0);
    while (graph_matrix_get(&x, A.sparse, i, i) == GRAPH_NO_VALUE)
        i++;
    CHECK_OK(graph_matrix_set(A.sparse, i, i, graph_fp64(7)));
    check_run(plan, semiring, A.sparse, A.sparse, 0, "one value set");
    CHECK_OK(graph_matrix_set(A.sparse, 0, 39, graph_fp64(3)));
    CHECK_STATUS(graph_spgemm_plan_run(&C, plan, A.sparse, A.sparse), GRAPH_E_INVALID_VALUE,
                 "A has not the pattern");
    CHECK(C == NULL);
    CHECK_OK(graph_matrix_remove(A.sparse, 0, 39));
    check_run(plan, semiring, A.sparse, A.sparse, 0, "as it was");
    /* As many entries, elsewhere. */
    CHECK_OK(graph_matrix_remove(A.sparse, i, i));
    CHECK_OK(graph_matrix_set(A.sparse, 0, 39, graph_fp64(3)));
    CHECK_STATUS(graph_spgemm_plan_run(&C, plan, A.sparse, A.sparse), GRAPH_E_INVALID_VALUE,
                 "A has not the pattern");
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_FP64, 40, 41));
    CHECK_STATUS(graph_spgemm_plan_run(&C, plan, A.sparse, wide), GRAPH_E_INVALID_VALUE, "A has not");
    CHECK_STATUS(graph_spgemm_plan_run(&C, plan, wide, A.sparse), GRAPH_E_DIMENSION,
                 "A is 40 x 41; the plan was made for 40 x 40");
    graph_matrix_release(&wide);
    graph_spgemm_plan_release(&plan);
    pair_release(&A);
}

/* Results share their positions, and a write to one changes no other. */
TEST(results_are_their_owners)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    uint64_t seed = 57;
    struct pair A = random_pair(&seed, SHAPE_UNIFORM, GRAPH_FP64, 30, 30, 120, VALUES_SMALL);
    graph_spgemm_plan *plan = NULL, *next = NULL;
    graph_matrix *first = NULL, *second = NULL, *third = NULL;
    REQUIRE_OK(graph_spgemm_plan_create(&plan, semiring, A.sparse, A.sparse, TEST_DESCRIPTOR()));
    REQUIRE_OK(graph_spgemm_plan_run(&first, plan, A.sparse, A.sparse));
    REQUIRE_OK(graph_spgemm_plan_run(&second, plan, A.sparse, A.sparse));
    CHECK_OK(graph_matrix_clear(first));
    CHECK_OK(graph_matrix_set(first, 3, 4, graph_fp64(5)));
    CHECK_OK(graph_matrix_check(first));
    check_run(plan, semiring, A.sparse, A.sparse, 0, "after a write to a result");
    /* A chain of plans: the result of one is an operand of the next. */
    REQUIRE_OK(graph_spgemm_plan_create(&next, semiring, second, A.sparse, TEST_DESCRIPTOR()));
    REQUIRE_OK(graph_spgemm_plan_run(&third, plan, A.sparse, A.sparse));
    check_run(next, semiring, third, A.sparse, 0, "a chain");
    graph_spgemm_plan_release(&plan);
    check_run(next, semiring, third, A.sparse, 0, "a chain whose first plan is gone");
    graph_spgemm_plan_release(&next);
    graph_matrix_release(&first);
    graph_matrix_release(&second);
    graph_matrix_release(&third);
    pair_release(&A);
}

struct runner {
    const graph_spgemm_plan *plan;
    const graph_matrix *A, *expected;
    bool is_right;
};

static void *run_often(void *context)
{
    struct runner *r = context;
    r->is_right = true;
    for (int k = 0; k < 20; k++) {
        graph_matrix *C = NULL;
        r->is_right = graph_spgemm_plan_run(&C, r->plan, r->A, r->A) == GRAPH_OK &&
                      is_same_matrix((graph_matrix *)r->expected, C) && r->is_right;
        graph_matrix_release(&C);
    }
    return NULL;
}

TEST(several_threads_run_one_plan)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_int64");
    uint64_t seed = 58;
    graph_matrix *A = NULL, *expected = NULL;
    graph_spgemm_plan *plan = NULL;
    struct runner runners[3];
    pthread_t threads[3];
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_INT64, 200, 200, 1500, VALUES_SMALL));
    REQUIRE_OK(graph_spgemm_plan_create(&plan, semiring, A, A, TEST_DESCRIPTOR(.threads = 2)));
    REQUIRE_OK(graph_spgemm(&expected, semiring, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    for (int t = 0; t < 3; t++) {
        runners[t] = (struct runner){plan, A, expected, false};
        CHECK(pthread_create(&threads[t], NULL, run_often, &runners[t]) == 0);
    }
    for (int t = 0; t < 3; t++) {
        CHECK(pthread_join(threads[t], NULL) == 0);
        CHECK(runners[t].is_right);
    }
    graph_spgemm_plan_release(&plan);
    graph_matrix_release(&A);
    graph_matrix_release(&expected);
}

TEST(errors)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp64");
    graph_matrix *A = NULL, *B = NULL, *C = NULL;
    graph_spgemm_plan *plan = NULL;
    uint64_t bytes = 1;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 4));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 4, 2));
    CHECK_STATUS(graph_spgemm_plan_create(NULL, s, A, B, NULL), GRAPH_E_NULL, "plan is NULL");
    CHECK_STATUS(graph_spgemm_plan_create(&plan, NULL, A, B, NULL), GRAPH_E_NULL, "semiring is NULL");
    CHECK_STATUS(graph_spgemm_plan_create(&plan, s, NULL, B, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_spgemm_plan_create(&plan, s, A, NULL, NULL), GRAPH_E_NULL, "B is NULL");
    CHECK_STATUS(graph_spgemm_plan_create(&plan, s, A, A, NULL), GRAPH_E_DIMENSION,
                 "4 columns against 3 rows");
    CHECK_STATUS(graph_spgemm_plan_create(&plan, s, A, B, TEST_DESCRIPTOR(.flags = GRAPH_MASK_COMPLEMENT)),
                 GRAPH_E_INVALID_VALUE, "flags");
    CHECK_STATUS(
        graph_spgemm_plan_create(&plan, s, A, B, TEST_DESCRIPTOR(.method = GRAPH_METHOD_ROW_ROW_HASH)),
        GRAPH_E_NOT_SUPPORTED, "method");
    CHECK(plan == NULL);
    REQUIRE_OK(graph_spgemm_plan_create(&plan, s, A, B, TEST_DESCRIPTOR()));
    CHECK_STATUS(graph_spgemm_plan_run(NULL, plan, A, B), GRAPH_E_NULL, "C is NULL");
    CHECK_STATUS(graph_spgemm_plan_run(&C, NULL, A, B), GRAPH_E_NULL, "plan is NULL");
    CHECK_STATUS(graph_spgemm_plan_run(&C, plan, NULL, B), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_spgemm_plan_run(&C, plan, A, NULL), GRAPH_E_NULL, "B is NULL");
    CHECK_STATUS(graph_spgemm_plan_bytes(NULL, plan), GRAPH_E_NULL, "bytes is NULL");
    CHECK_STATUS(graph_spgemm_plan_bytes(&bytes, NULL), GRAPH_E_NULL, "plan is NULL");
    CHECK(C == NULL && bytes == 1);
    graph_spgemm_plan_release(&plan);
    graph_spgemm_plan_release(&plan);
    graph_spgemm_plan_release(NULL);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

/* ---- Allocations that fail ---- */

static graph_status make_and_run(const graph_semiring *semiring, const graph_matrix *A,
                                 const graph_matrix *A_too)
{
    graph_spgemm_plan *plan = NULL;
    graph_matrix *C = NULL;
    graph_status status = graph_spgemm_plan_create(&plan, semiring, A, A, TEST_DESCRIPTOR(.threads = 2));
    CHECK((status == GRAPH_OK) == (plan != NULL));
    if (status == GRAPH_OK)
        status = graph_spgemm_plan_run(&C, plan, A, A_too);
    CHECK((status == GRAPH_OK) == (C != NULL));
    graph_matrix_release(&C);
    graph_spgemm_plan_release(&plan);
    return status;
}

static const graph_semiring *semiring_of_test;
static graph_matrix *operand, *operand_too;

static graph_status plan_of_operands(void) { return make_and_run(semiring_of_test, operand, operand_too); }

TEST(allocations_fail)
{
    graph_semiring *of_operators = NULL;
    uint64_t seed = 59;
    REQUIRE_OK(graph_semiring_of(&of_operators, "max_plus", GRAPH_FP64, GRAPH_MAX, GRAPH_PLUS));
    for (int k = 0; k < 3; k++) {
        if (k == 2)
            operand = far_apart(1, false);
        else
            REQUIRE_OK(
                random_matrix(&operand, &seed, SHAPE_POWER_LAW, GRAPH_FP64, 300, 300, 2500, VALUES_SMALL));
        operand_too = doubled(operand, GRAPH_FP64);
        semiring_of_test = k == 1 ? of_operators : graph_semiring_by_name("plus_times_fp64");
        test_every_allocation("a plan", plan_of_operands);
        graph_matrix_release(&operand);
        graph_matrix_release(&operand_too);
    }
    graph_semiring_release(&of_operators);
}

/* Rows of B that are a run of columns, but for one gap or none: a run is taken at once. */
TEST(rows_with_a_gap)
{
    enum { ROWS = 60, LENGTH = 24, SIZE = 100 };
    static const char *const names[] = {"plus_times_fp64", "any_first_int64", "min_plus_int32"};
    graph_index row[ROWS * LENGTH], column[ROWS * LENGTH], from[3 * ROWS], to[3 * ROWS];
    int32_t value[ROWS * LENGTH];
    uint64_t seed = 71;
    for (int i = 0; i < ROWS; i++) {
        const int first = (int)(test_random(&seed) % 60), gap = 1 + (int)(test_random(&seed) % (LENGTH - 1));
        const int wide = i % 4 == 0 ? 0 : i % 4 == 1 ? 3 : 1;
        for (int k = 0; k < LENGTH; k++) {
            row[i * LENGTH + k] = (graph_index)i;
            column[i * LENGTH + k] = (graph_index)(first + k + (k >= gap ? wide : 0));
            value[i * LENGTH + k] = 1 + (int32_t)(test_random(&seed) % 9);
        }
        for (int k = 0; k < 3; k++) {
            from[3 * i + k] = (graph_index)i;
            to[3 * i + k] = (graph_index)((i + 20 * k) % ROWS);
        }
    }
    for (size_t s = 0; s < sizeof names / sizeof names[0]; s++) {
        const graph_semiring *const semiring = graph_semiring_by_name(names[s]);
        const graph_type type = graph_semiring_type(semiring);
        graph_matrix *A = NULL, *B = NULL;
        REQUIRE_OK(graph_matrix_create(&A, type, ROWS, ROWS));
        REQUIRE_OK(graph_matrix_build(A, from, to, value, GRAPH_INT32, 3 * ROWS, GRAPH_NO_OP));
        REQUIRE_OK(graph_matrix_create(&B, type, ROWS, SIZE));
        REQUIRE_OK(graph_matrix_build(B, row, column, value, GRAPH_INT32, ROWS * LENGTH, GRAPH_NO_OP));
        check_plan(semiring, A, B, 0, 2, "rows with a gap");
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
}

/* Patterns of the same size, of which only the last columns of a row differ. */
TEST(a_pattern_whose_last_columns_differ)
{
    enum { LENGTH = 64, SIZE = 100 };
    graph_index row[LENGTH] = {0}, column[LENGTH], other[LENGTH];
    graph_matrix *A = NULL, *B = NULL, *C = NULL;
    graph_spgemm_plan *plan = NULL;
    for (graph_index k = 0; k < LENGTH; k++) {
        column[k] = k;
        other[k] = k < 40 ? k : k + 36;
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, SIZE, SIZE));
    REQUIRE_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, LENGTH, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_PATTERN, SIZE, SIZE));
    REQUIRE_OK(graph_matrix_build(B, row, other, NULL, GRAPH_PATTERN, LENGTH, GRAPH_NO_OP));
    REQUIRE_OK(
        graph_spgemm_plan_create(&plan, graph_semiring_by_name("plus_times_fp64"), A, A, TEST_DESCRIPTOR()));
    CHECK_STATUS(graph_spgemm_plan_run(&C, plan, B, A), GRAPH_E_INVALID_VALUE, "");
    CHECK_STATUS(graph_spgemm_plan_run(&C, plan, A, B), GRAPH_E_INVALID_VALUE, "");
    CHECK(C == NULL);
    graph_spgemm_plan_release(&plan);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

TEST_MAIN(TEST_ROW(rows_with_a_gap), TEST_ROW(a_pattern_whose_last_columns_differ),
          TEST_ROW(every_semiring_on_every_shape), TEST_ROW_LARGE(rows_of_every_length), TEST_ROW(light_rows),
          TEST_ROW_LARGE(rows_that_are_shared), TEST_ROW(transposed_operands), TEST_ROW(types_convert),
          TEST_ROW(semirings_of_the_user), TEST_ROW(hypersparse_operands),
          TEST_ROW(values_go_with_their_matrix), TEST_ROW(patterns_that_change),
          TEST_ROW(results_are_their_owners), TEST_ROW(several_threads_run_one_plan), TEST_ROW(errors),
          TEST_ROW_LARGE(allocations_fail))
