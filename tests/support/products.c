/* See products.h. */
#include "tests/support/products.h"

#include <string.h>

#include "tests/support/test.h"

const int thread_counts[3] = {1, 2, 5};

struct pair random_pair(uint64_t *seed, enum graph_shape shape, graph_type type, int64_t rows,
                        int64_t columns, int64_t edges, enum value_range range)
{
    struct pair p = {random_dense(seed, shape, type, rows, columns, edges, range), NULL};
    CHECK_OK(dense_to_matrix(&p.sparse, &p.dense));
    return p;
}

void pair_release(struct pair *p)
{
    dense_release(&p->dense);
    graph_matrix_release(&p->sparse);
}

const struct product_shape product_shapes[PRODUCT_SHAPES] = {
    {"nothing", 0, 0, 0, SHAPE_UNIFORM, SHAPE_UNIFORM, 0, 0},
    {"no rows", 0, 5, 7, SHAPE_UNIFORM, SHAPE_UNIFORM, 0, 9},
    {"no inner dimension", 5, 0, 7, SHAPE_UNIFORM, SHAPE_UNIFORM, 0, 0},
    {"no columns", 5, 7, 0, SHAPE_UNIFORM, SHAPE_UNIFORM, 9, 0},
    {"one element", 1, 1, 1, SHAPE_FULL, SHAPE_FULL, 1, 1},
    {"no entries in A", 6, 6, 6, SHAPE_UNIFORM, SHAPE_UNIFORM, 0, 12},
    {"no entries in B", 6, 6, 6, SHAPE_UNIFORM, SHAPE_UNIFORM, 12, 0},
    {"a row times a matrix", 1, 20, 130, SHAPE_FULL, SHAPE_UNIFORM, 0, 300},
    {"a matrix times a column", 30, 20, 1, SHAPE_UNIFORM, SHAPE_FULL, 90, 0},
    {"outer product", 12, 1, 70, SHAPE_FULL, SHAPE_FULL, 0, 0},
    {"inner product", 1, 200, 1, SHAPE_FULL, SHAPE_FULL, 0, 0},
    {"diagonal times dense row", 40, 40, 40, SHAPE_DIAGONAL, SHAPE_DENSE_ROW, 40, 80},
    {"full", 9, 11, 67, SHAPE_FULL, SHAPE_FULL, 0, 0},
    {"scattered", 40, 50, 300, SHAPE_UNIFORM, SHAPE_UNIFORM, 160, 500},
    {"power law", 60, 60, 60, SHAPE_POWER_LAW, SHAPE_POWER_LAW, 300, 300},
    {"band", 64, 64, 64, SHAPE_BANDED, SHAPE_BANDED, 250, 250},
    {"empty rows", 48, 48, 129, SHAPE_EMPTY_ROWS, SHAPE_EMPTY_ROWS, 150, 300},
    {"dense row and hub column", 50, 50, 128, SHAPE_DENSE_ROW, SHAPE_HUB_COLUMN, 150, 150},
    {"fewer entries than rows", 200, 150, 250, SHAPE_UNIFORM, SHAPE_UNIFORM, 90, 140},
    {"a fifth of all", 50, 60, 70, SHAPE_UNIFORM, SHAPE_UNIFORM, 600, 840},
    {"long rows of few columns", 200, 70, 97, SHAPE_POWER_LAW, SHAPE_EMPTY_ROWS, 3000, 1500},
    {"few long rows", 3, 100, 999, SHAPE_FULL, SHAPE_UNIFORM, 0, 9000},
    {"a dense row over few columns", 40, 700, 90, SHAPE_DENSE_ROW, SHAPE_UNIFORM, 3000, 4200},
};

void check_product(const graph_semiring *semiring, const struct product_shape *shape, enum value_range range,
                   const graph_method *methods, int count, uint64_t *seed)
{
    graph_type type = graph_semiring_type(semiring);
    struct pair A = random_pair(seed, shape->A, type, shape->m, shape->k, shape->A_edges, range);
    struct pair B = random_pair(seed, shape->B, type, shape->k, shape->n, shape->B_edges, range);
    struct dense_matrix expected = dense_product(semiring, &A.dense, &B.dense);
    for (int m = 0; m < count; m++) {
        graph_matrix *C = NULL;
        int threads = thread_counts[(m + shape->m) % 3];
        CHECK_OK(
            graph_spgemm(&C, semiring, A.sparse, B.sparse,
                         TEST_DESCRIPTOR(.flags = GRAPH_FORCE, .method = methods[m], .threads = threads)));
        CHECK_SAY(dense_equals_matrix(&expected, C, 0, stderr), "%s, %s, method %d, %d threads",
                  graph_semiring_name(semiring), shape->name, methods[m], threads);
        graph_matrix_release(&C);
    }
    dense_release(&expected);
    pair_release(&A);
    pair_release(&B);
}

void check_masks(const graph_semiring *semiring, graph_type C_type, graph_type M_type,
                 const graph_method *methods, int count, uint64_t *seed)
{
    static const graph_op accums[] = {GRAPH_NO_OP, GRAPH_PLUS, GRAPH_MIN, GRAPH_SECOND, GRAPH_MINUS};
    graph_type type = graph_semiring_type(semiring);
    struct pair A = random_pair(seed, SHAPE_POWER_LAW, type, 30, 25, 120, VALUES_SMALL);
    struct pair B = random_pair(seed, SHAPE_UNIFORM, type, 25, 40, 150, VALUES_SMALL);
    struct pair M = random_pair(seed, SHAPE_POWER_LAW, M_type, 30, 40, 300, VALUES_SMALL);
    struct pair C = random_pair(seed, SHAPE_UNIFORM, C_type, 30, 40, 200, VALUES_SMALL);
    struct dense_matrix T = dense_product(semiring, &A.dense, &B.dense);
    for (uint32_t flags = 0; flags < 8; flags += (uint32_t)test_step(3))
        for (int a = 0; a < 5; a += test_step(4))
            for (int m = 0; m < 2 * count; m++) {
                bool has_mask = m < count;
                graph_method method = methods[m % count];
                struct dense_matrix expected = dense_copy(&C.dense);
                graph_matrix *got = NULL;
                dense_write(&expected, has_mask ? &M.dense : NULL, flags, accums[a], &T);
                CHECK_OK(graph_matrix_dup(&got, C.sparse));
                CHECK_OK(graph_mxm(got, has_mask ? M.sparse : NULL, accums[a], semiring, A.sparse, B.sparse,
                                   TEST_DESCRIPTOR(.flags = flags | GRAPH_FORCE, .method = method,
                                                   .threads = thread_counts[(a + m) % 3])));
                CHECK_SAY(dense_equals_matrix(&expected, got, 0, stderr),
                          "%s, flags %u, accum %d, method %d, %s", graph_semiring_name(semiring), flags,
                          accums[a], method, has_mask ? "mask" : "no mask");
                graph_matrix_release(&got);
                dense_release(&expected);
            }
    dense_release(&T);
    pair_release(&A);
    pair_release(&B);
    pair_release(&C);
    pair_release(&M);
}

bool is_same_matrix(graph_matrix *A, graph_matrix *B)
{
    graph_arrays a = {.size = sizeof a}, b = {.size = sizeof b};
    if (graph_matrix_export(&a, A, GRAPH_CSR, GRAPH_BORROW) < 0 ||
        graph_matrix_export(&b, B, GRAPH_CSR, GRAPH_BORROW) < 0)
        return false;
    return a.rows == b.rows && a.entries == b.entries && a.type == b.type &&
           memcmp(a.row, b.row, (a.rows + 1) * sizeof(int64_t)) == 0 &&
           memcmp(a.column, b.column, a.entries * sizeof(int32_t)) == 0 &&
           memcmp(a.value, b.value, a.entries * graph_type_size(a.type)) == 0;
}

bool is_same_product(graph_matrix *first, graph_matrix *C)
{
    graph_type type = GRAPH_PATTERN;
    graph_matrix_type(&type, C);
    return test_backend() != GRAPH_BACKEND_CPU && type_is_float(type)
               ? same_matrix(first, C, type == GRAPH_FP64 ? 1e-12 : 1e-5, stderr)
               : is_same_matrix(first, C);
}

void check_methods(const graph_semiring *semiring, const graph_matrix *A, const graph_matrix *B,
                   const graph_method *methods, int count, const char *name)
{
    graph_matrix *first = NULL;
    CHECK_OK(
        graph_spgemm(&first, semiring, A, B, TEST_DESCRIPTOR(.threads = 1, .method = GRAPH_METHOD_ROW_ROW)));
    for (int m = 0; m < 3 * count; m++) {
        graph_matrix *C = NULL;
        CHECK_OK(graph_spgemm(&C, semiring, A, B,
                              TEST_DESCRIPTOR(.flags = GRAPH_FORCE, .threads = thread_counts[m % 3],
                                              .method = methods[m / 3])));
        CHECK_OK(graph_matrix_check(C));
        CHECK_SAY(is_same_product(first, C), "%s, %s, %d threads, method %d", graph_semiring_name(semiring),
                  name, thread_counts[m % 3], methods[m / 3]);
        graph_matrix_release(&C);
    }
    graph_matrix_release(&first);
}

void check_squares(const graph_semiring *semiring, enum graph_shape shape, int64_t vertices, int64_t edges,
                   const graph_method *methods, int count, uint64_t *seed)
{
    char name[32];
    graph_matrix *A = NULL;
    snprintf(name, sizeof name, "shape %d", shape);
    CHECK_OK(random_matrix(&A, seed, shape, graph_semiring_type(semiring), vertices, vertices, edges,
                           VALUES_REAL));
    check_methods(semiring, A, A, methods, count, name);
    graph_matrix_release(&A);
}

/* T = A B by each method as it is, and under a mask. */
static void check_product_of(const graph_semiring *semiring, const struct pair *A, const struct pair *B,
                             const struct pair *M, const struct dense_matrix *T, uint32_t flags,
                             const graph_method *methods, int count)
{
    graph_type type = graph_semiring_type(semiring);
    struct dense_matrix masked = dense_create(type, T->rows, T->columns);
    dense_write(&masked, &M->dense, 0, GRAPH_NO_OP, T);
    for (int m = 0; m < count; m++) {
        graph_matrix *C = NULL;
        CHECK_OK(graph_spgemm(&C, semiring, A->sparse, B->sparse,
                              TEST_DESCRIPTOR(.flags = flags | GRAPH_FORCE, .method = methods[m])));
        CHECK_SAY(dense_equals_matrix(T, C, 0, stderr), "%s, flags %u, method %d",
                  graph_semiring_name(semiring), flags, methods[m]);
        CHECK_OK(
            graph_mxm(C, M->sparse, GRAPH_NO_OP, semiring, A->sparse, B->sparse,
                      TEST_DESCRIPTOR(.flags = flags | GRAPH_REPLACE | GRAPH_FORCE, .method = methods[m])));
        CHECK_SAY(dense_equals_matrix(&masked, C, 0, stderr), "%s, flags %u, method %d, masked",
                  graph_semiring_name(semiring), flags, methods[m]);
        graph_matrix_release(&C);
    }
    dense_release(&masked);
}

void check_transposed(const graph_semiring *semiring, const graph_method *methods, int count, uint64_t *seed)
{
    graph_type type = graph_semiring_type(semiring);
    for (int turns = 0; turns < 4; turns++) {
        bool turns_A = turns & 1, turns_B = turns & 2;
        struct pair A =
            random_pair(seed, SHAPE_UNIFORM, type, turns_A ? 17 : 23, turns_A ? 23 : 17, 90, VALUES_SMALL);
        struct pair B =
            random_pair(seed, SHAPE_UNIFORM, type, turns_B ? 29 : 17, turns_B ? 17 : 29, 90, VALUES_SMALL);
        struct pair M = random_pair(seed, SHAPE_UNIFORM, GRAPH_PATTERN, 23, 29, 200, VALUES_SMALL);
        struct dense_matrix first = turns_A ? dense_transpose(&A.dense) : dense_copy(&A.dense);
        struct dense_matrix second = turns_B ? dense_transpose(&B.dense) : dense_copy(&B.dense);
        struct dense_matrix T = dense_product(semiring, &first, &second);
        uint32_t flags = (turns_A ? GRAPH_TRANSPOSE_A : 0) | (turns_B ? GRAPH_TRANSPOSE_B : 0);
        uint64_t products = 0, counted = 0;
        check_product_of(semiring, &A, &B, &M, &T, flags, methods, count);
        for (int64_t i = 0; i < first.rows; i++)
            for (int64_t k = 0; k < first.columns; k++)
                for (int64_t j = 0; j < second.columns; j++)
                    counted += first.present[i * first.columns + k] && second.present[k * second.columns + j];
        CHECK_OK(graph_spgemm_products(&products, A.sparse, B.sparse, TEST_DESCRIPTOR(.flags = flags)));
        CHECK(products == counted);
        dense_release(&first);
        dense_release(&second);
        dense_release(&T);
        pair_release(&A);
        pair_release(&B);
        pair_release(&M);
    }
}

void check_aliases(const graph_semiring *semiring, const graph_method *methods, int count, uint64_t *seed)
{
    graph_type type = graph_semiring_type(semiring);
    for (int which = 1; which < 8; which++)
        for (int m = 0; m < count; m++) {
            struct pair X = random_pair(seed, SHAPE_POWER_LAW, type, 30, 30, 150, VALUES_SMALL);
            struct pair Y = random_pair(seed, SHAPE_UNIFORM, type, 30, 30, 150, VALUES_SMALL);
            const struct pair *A = which & 1 ? &X : &Y, *B = which & 2 ? &X : &Y, *M = which & 4 ? &X : &Y;
            struct dense_matrix T = dense_product(semiring, &A->dense, &B->dense),
                                expected = dense_copy(&X.dense);
            dense_write(&expected, &M->dense, GRAPH_REPLACE, GRAPH_PLUS, &T);
            CHECK_OK(graph_mxm(X.sparse, M->sparse, GRAPH_PLUS, semiring, A->sparse, B->sparse,
                               TEST_DESCRIPTOR(.flags = GRAPH_REPLACE | GRAPH_FORCE, .method = methods[m])));
            CHECK_SAY(dense_equals_matrix(&expected, X.sparse, 0, stderr), "%s, aliases %d, method %d",
                      graph_semiring_name(semiring), which, methods[m]);
            dense_release(&T);
            dense_release(&expected);
            pair_release(&X);
            pair_release(&Y);
        }
}

void check_types(const graph_semiring *semiring, graph_type A_type, graph_type B_type, graph_type C_type,
                 const graph_method *methods, int count, uint64_t *seed)
{
    graph_type type = graph_semiring_type(semiring);
    struct pair A = random_pair(seed, SHAPE_UNIFORM, A_type, 20, 30, 90, VALUES_SMALL);
    struct pair B = random_pair(seed, SHAPE_UNIFORM, B_type, 30, 25, 90, VALUES_SMALL);
    struct dense_matrix first = dense_cast(&A.dense, type), second = dense_cast(&B.dense, type);
    struct dense_matrix T = dense_product(semiring, &first, &second), expected = dense_cast(&T, C_type);
    for (int m = 0; m < count; m++) {
        graph_matrix *C = NULL;
        CHECK_OK(graph_matrix_create(&C, C_type, 20, 25));
        CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, semiring, A.sparse, B.sparse,
                           TEST_DESCRIPTOR(.flags = GRAPH_FORCE, .method = methods[m])));
        CHECK_SAY(dense_equals_matrix(&expected, C, 0, stderr), "%s, types %d, %d and %d, method %d",
                  graph_semiring_name(semiring), A_type, B_type, C_type, methods[m]);
        graph_matrix_release(&C);
    }
    dense_release(&first);
    dense_release(&second);
    dense_release(&T);
    dense_release(&expected);
    pair_release(&A);
    pair_release(&B);
}

void check_first_products(const graph_method *methods, int count)
{
    static const struct {
        const char *semiring;
        double x, y, product;
    } rows[] = {
        {"plus_times_fp64", -0.0, 1, -0.0},          {"plus_times_fp32", -0.0, 1, -0.0},
        {"plus_first_fp64", -0.0, 1, -0.0},          {"plus_second_fp64", 1, -0.0, -0.0},
        {"min_plus_fp64", (double)NAN, 1, NAN},      {"max_plus_fp32", (double)NAN, 1, NAN},
        {"max_min_fp64", (double)NAN, NAN, NAN},     {"min_times_fp64", (double)NAN, 1, NAN},
        {"max_times_fp64", -1, INFINITY, -INFINITY},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const graph_semiring *semiring = graph_semiring_by_name(rows[k].semiring);
        graph_type type = graph_semiring_type(semiring);
        struct dense_matrix a = dense_create(type, 1, 2), b = dense_create(type, 2, 2);
        graph_matrix *A = NULL, *B = NULL;
        dense_set(&a, 0, 0, rows[k].x);
        dense_set(&a, 0, 1, rows[k].x);
        dense_set(&b, 0, 0, rows[k].y);
        dense_set(&b, 1, 0, rows[k].y);
        CHECK_OK(dense_to_matrix(&A, &a));
        CHECK_OK(dense_to_matrix(&B, &b));
        for (int m = 0; m < count; m++) {
            graph_matrix *C = NULL;
            graph_scalar got = graph_fp64(0);
            double want = rows[k].product;
            CHECK_OK(graph_spgemm(&C, semiring, A, B,
                                  TEST_DESCRIPTOR(.flags = GRAPH_FORCE, .method = methods[m])));
            CHECK_OK(graph_matrix_get(&got, C, 0, 0));
            CHECK_SAY(isnan(want) ? isnan(got.value.f)
                                  : got.value.f == want && !signbit(got.value.f) == !signbit(want),
                      "%s, method %d: %g instead of %g", rows[k].semiring, methods[m], got.value.f, want);
            graph_matrix_release(&C);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        dense_release(&a);
        dense_release(&b);
    }
}
