/* Laws between operations, on random graphs of every shape: no oracle, only the library against itself. */
#include <stdlib.h>

#include "contract/semiring.h"
#include "tests/support/graphs.h"
#include "tests/support/test.h"

static graph_matrix *random_of(uint64_t *seed, enum graph_shape shape, graph_type type, int64_t rows,
                               int64_t columns, int64_t edges, enum value_range range)
{
    graph_matrix *A = NULL;
    CHECK_OK(random_matrix(&A, seed, shape, type, rows, columns, edges, range));
    return A;
}

static graph_matrix *product(const graph_semiring *semiring, const graph_matrix *A, const graph_matrix *B,
                             const graph_descriptor *descriptor)
{
    graph_matrix *C = NULL;
    CHECK_OK(graph_spgemm(&C, semiring, A, B, descriptor));
    return C;
}

static graph_matrix *transposed(const graph_matrix *A)
{
    graph_index rows, columns;
    graph_type type;
    graph_matrix *C = NULL;
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_OK(graph_matrix_columns(&columns, A));
    CHECK_OK(graph_matrix_type(&type, A));
    CHECK_OK(graph_matrix_create(&C, type, columns, rows));
    CHECK_OK(graph_transpose(C, NULL, GRAPH_NO_OP, A, TEST_DESCRIPTOR()));
    return C;
}

/* Compares and releases `got`; the sentence says what was compared. */
static void check_same(const graph_matrix *expected, graph_matrix *got, double tolerance, const char *law,
                       const char *semiring, int shape)
{
    CHECK_SAY(same_matrix(expected, got, tolerance, stderr), "%s over %s, shape %d", law, semiring, shape);
    graph_matrix_release(&got);
}

/* Semirings over which products associate exactly. */
static const char *const exact_semirings[] = {
    "plus_times_int64", "plus_times_uint8", "plus_times_fp64", "min_plus_int32", "min_plus_fp32",
    "max_plus_int64",   "max_min_fp32",     "min_max_uint16",  "or_and_bool",    "xor_and_bool",
    "any_pair_bool",    "min_first_int32",  "min_second_fp64",
};
enum { EXACT_COUNT = sizeof exact_semirings / sizeof exact_semirings[0] };

TEST(products_associate)
{
    uint64_t seed = 1;
    for (int s = 0; s < EXACT_COUNT; s++)
        for (int shape = 0; shape < SHAPE_COUNT; shape++) {
            const graph_semiring *semiring = graph_semiring_by_name(exact_semirings[s]);
            graph_type type = graph_semiring_type(semiring);
            graph_matrix *A = random_of(&seed, shape, type, 30, 40, 120, VALUES_SMALL);
            graph_matrix *B = random_of(&seed, SHAPE_UNIFORM, type, 40, 25, 120, VALUES_SMALL);
            graph_matrix *C = random_of(&seed, shape, type, 25, 35, 120, VALUES_SMALL);
            graph_matrix *AB = product(semiring, A, B, TEST_DESCRIPTOR()),
                         *BC = product(semiring, B, C, TEST_DESCRIPTOR());
            graph_matrix *AB_C = product(semiring, AB, C, TEST_DESCRIPTOR());
            check_same(AB_C, product(semiring, A, BC, TEST_DESCRIPTOR()), 0, "A(BC) = (AB)C",
                       exact_semirings[s], shape);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
            graph_matrix_release(&C);
            graph_matrix_release(&AB);
            graph_matrix_release(&BC);
            graph_matrix_release(&AB_C);
        }
}

/* The diagonal matrix of a value. */
static graph_matrix *diagonal(graph_type type, int64_t n, long double x)
{
    struct dense_matrix dense = dense_create(type, n, n);
    graph_matrix *D = NULL;
    for (int64_t i = 0; i < n; i++)
        dense_set(&dense, i, i, x);
    CHECK_OK(dense_to_matrix(&D, &dense));
    dense_release(&dense);
    return D;
}

TEST(the_identity_changes_nothing)
{
    uint64_t seed = 2;
    const graph_semiring *semiring;
    for (size_t s = 0; (semiring = graph_semiring_at(s)) != NULL; s++) {
        graph_type type = graph_semiring_type(semiring);
        int shape = (int)(s % SHAPE_COUNT);
        /* min(NaN, infinity) is infinity: the law holds apart from NaN. */
        enum value_range range = type_is_float(type) ? VALUES_SMALL : VALUES_EXTREME;
        graph_matrix *A = random_of(&seed, shape, type, 30, 20, 90, range);
        graph_matrix *first = diagonal(type, 30, semiring_one(semiring));
        graph_matrix *second = diagonal(type, 20, semiring_one(semiring));
        if (semiring->laws & GRAPH_LAW_RIGHT_ONE)
            check_same(A, product(semiring, A, second, TEST_DESCRIPTOR()), 0, "A I = A", semiring->name,
                       shape);
        if (semiring->laws & GRAPH_LAW_LEFT_ONE)
            check_same(A, product(semiring, first, A, TEST_DESCRIPTOR()), 0, "I A = A", semiring->name,
                       shape);
        graph_matrix_release(&A);
        graph_matrix_release(&first);
        graph_matrix_release(&second);
    }
}

/* C<M> = P as a copy under a mask. */
static graph_matrix *masked_copy(const graph_matrix *P, const graph_matrix *M, uint32_t flags)
{
    graph_index rows, columns;
    graph_type type;
    graph_matrix *C = NULL;
    CHECK_OK(graph_matrix_rows(&rows, P));
    CHECK_OK(graph_matrix_columns(&columns, P));
    CHECK_OK(graph_matrix_type(&type, P));
    CHECK_OK(graph_matrix_create(&C, type, rows, columns));
    CHECK_OK(graph_apply(C, M, GRAPH_NO_OP, GRAPH_IDENTITY, P, TEST_DESCRIPTOR(.flags = flags)));
    return C;
}

TEST(a_masked_product_is_the_product_under_the_mask)
{
    uint64_t seed = 3;
    for (int s = 0; s < EXACT_COUNT; s++)
        for (int k = 0; k < 4 * SHAPE_COUNT; k++) {
            const graph_semiring *semiring = graph_semiring_by_name(exact_semirings[s]);
            graph_type type = graph_semiring_type(semiring);
            int shape = k % SHAPE_COUNT;
            uint32_t flags = (k & 8 ? GRAPH_MASK_STRUCTURE : 0) | (k & 16 ? GRAPH_MASK_COMPLEMENT : 0);
            graph_matrix *A = random_of(&seed, shape, type, 50, 60, 200, VALUES_SMALL);
            graph_matrix *B = random_of(&seed, SHAPE_POWER_LAW, type, 60, 70, 200, VALUES_SMALL);
            graph_matrix *M =
                random_of(&seed, (shape + 3) % SHAPE_COUNT, GRAPH_INT8, 50, 70, 300, VALUES_SMALL);
            graph_matrix *P = product(semiring, A, B, TEST_DESCRIPTOR()),
                         *expected = masked_copy(P, M, flags);
            for (int method = 0; method <= GRAPH_METHOD_ROW_COLUMN; method++) {
                graph_matrix *C = NULL;
                if (method == GRAPH_METHOD_ROW_COLUMN && (flags & GRAPH_MASK_COMPLEMENT))
                    continue;
                CHECK_OK(graph_matrix_create(&C, type, 50, 70));
                CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, semiring, A, B,
                                   TEST_DESCRIPTOR(.flags = flags, .method = (graph_method)method)));
                check_same(expected, C, 0, "masked product", exact_semirings[s], shape);
            }
            graph_matrix_release(&A);
            graph_matrix_release(&B);
            graph_matrix_release(&M);
            graph_matrix_release(&P);
            graph_matrix_release(&expected);
        }
}

TEST(a_transposed_product_is_the_product_of_transposes)
{
    static const char *const pairs[][2] = {
        {"plus_times_int32", "plus_times_int32"},
        {"min_plus_fp64", "min_plus_fp64"},
        {"or_and_bool", "or_and_bool"},
        {"plus_first_int64", "plus_second_int64"},
        {"min_second_uint32", "min_first_uint32"},
        {"any_first_int64", "any_second_int64"},
        {"plus_pair_uint16", "plus_pair_uint16"},
        {"max_times_fp32", "max_times_fp32"},
    };
    uint64_t seed = 4;
    for (size_t s = 0; s < sizeof pairs / sizeof pairs[0]; s++)
        for (int shape = 0; shape < SHAPE_COUNT; shape++) {
            const graph_semiring *semiring = graph_semiring_by_name(pairs[s][0]);
            const graph_semiring *mirrored = graph_semiring_by_name(pairs[s][1]);
            graph_type type = graph_semiring_type(semiring);
            graph_matrix *A = random_of(&seed, shape, type, 40, 30, 150, VALUES_SMALL);
            graph_matrix *B = random_of(&seed, SHAPE_UNIFORM, type, 30, 50, 150, VALUES_SMALL);
            graph_matrix *AB = product(semiring, A, B, TEST_DESCRIPTOR()), *expected = transposed(AB);
            graph_matrix *At = transposed(A), *Bt = transposed(B);
            check_same(expected, product(mirrored, Bt, At, TEST_DESCRIPTOR()), 0, "(AB)' = B'A'", pairs[s][0],
                       shape);
            check_same(
                expected,
                product(mirrored, B, A, TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B)), 0,
                "(AB)' = B'A' by flags", pairs[s][0], shape);
            check_same(A, transposed(At), 0, "A'' = A", pairs[s][0], shape);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
            graph_matrix_release(&AB);
            graph_matrix_release(&expected);
            graph_matrix_release(&At);
            graph_matrix_release(&Bt);
        }
}

/* A with vertex v renamed to name[v]. */
static graph_matrix *renumbered(const graph_matrix *A, const graph_index *name)
{
    struct dense_matrix dense = dense_of_matrix(A),
                        turned = dense_create(dense.type, dense.rows, dense.columns);
    graph_matrix *C = NULL;
    for (int64_t i = 0; i < dense.rows; i++)
        for (int64_t j = 0; j < dense.columns; j++)
            if (dense.present[i * dense.columns + j])
                dense_set(&turned, (int64_t)name[i], (int64_t)name[j], dense.value[i * dense.columns + j]);
    CHECK_OK(dense_to_matrix(&C, &turned));
    dense_release(&dense);
    dense_release(&turned);
    return C;
}

TEST(names_of_vertices_do_not_matter)
{
    uint64_t seed = 5;
    for (int s = 0; s < EXACT_COUNT; s++)
        for (int shape = 0; shape < SHAPE_COUNT; shape++) {
            const graph_semiring *semiring = graph_semiring_by_name(exact_semirings[s]);
            graph_matrix *A = random_of(&seed, shape, semiring->type, 40, 40, 160, VALUES_SMALL);
            graph_index *name = random_permutation(&seed, 40);
            graph_matrix *PA = renumbered(A, name), *AA = product(semiring, A, A, TEST_DESCRIPTOR());
            graph_matrix *expected = renumbered(AA, name);
            check_same(expected, product(semiring, PA, PA, TEST_DESCRIPTOR()), 0, "renumbering",
                       exact_semirings[s], shape);
            graph_matrix_release(&A);
            graph_matrix_release(&PA);
            graph_matrix_release(&AA);
            graph_matrix_release(&expected);
            free(name);
        }
}

/* Graphs large enough that every thread gets rows, and that rows differ in what accumulator suits them. */
TEST(threads_and_methods_do_not_matter)
{
    static const int threads[] = {1, 2, 3, 8};
    static const struct {
        const char *semiring;
        enum value_range range;
        double tolerance;
    } rows[] = {
        {"plus_times_int32", VALUES_EXTREME, 0}, {"plus_pair_int64", VALUES_SMALL, 0},
        {"min_plus_fp32", VALUES_EXTREME, 0},    {"any_first_int64", VALUES_EXTREME, 0},
        {"xor_and_bool", VALUES_SMALL, 0},       {"plus_times_fp64", VALUES_SMALL, 0},
        {"plus_times_fp64", VALUES_REAL, 1e-12}, {"plus_times_fp32", VALUES_REAL, 1e-5},
    };
    uint64_t seed = 6;
    for (size_t s = 0; s < sizeof rows / sizeof rows[0]; s++)
        for (int shape = SHAPE_UNIFORM; shape <= SHAPE_HUB_COLUMN; shape += test_step(2)) {
            const graph_semiring *semiring = graph_semiring_by_name(rows[s].semiring);
            graph_matrix *A = random_of(&seed, shape, semiring->type, 700, 700, 3000, rows[s].range);
            graph_matrix *one = product(semiring, A, A, TEST_DESCRIPTOR(.threads = 1));
            for (int t = 0; t < 4; t++)
                for (int method = GRAPH_METHOD_AUTO; method <= GRAPH_METHOD_ROW_ROW_HASH; method++) {
                    graph_descriptor descriptor = {.size = sizeof descriptor,
                                                   .backend = test_backend(),
                                                   .threads = threads[t],
                                                   .method = (graph_method)method};
                    graph_matrix *C = product(semiring, A, A, &descriptor);
                    check_same(C, product(semiring, A, A, &descriptor), 0, "once more", rows[s].semiring,
                               shape);
                    check_same(one, C, rows[s].tolerance, "threads and methods", rows[s].semiring, shape);
                }
            graph_matrix_release(&A);
            graph_matrix_release(&one);
        }
}

TEST(a_pattern_reads_as_ones)
{
    uint64_t seed = 7;
    const graph_semiring *semiring;
    for (size_t s = 0; (semiring = graph_semiring_at(s)) != NULL; s++) {
        int shape = (int)(s % SHAPE_COUNT);
        graph_matrix *A = random_of(&seed, shape, GRAPH_PATTERN, 40, 30, 150, VALUES_SMALL);
        graph_matrix *B = random_of(&seed, SHAPE_UNIFORM, GRAPH_PATTERN, 30, 35, 150, VALUES_SMALL);
        graph_matrix *ones_A = NULL, *ones_B = NULL;
        CHECK_OK(graph_matrix_create(&ones_A, semiring->type, 40, 30));
        CHECK_OK(graph_matrix_create(&ones_B, GRAPH_INT8, 30, 35));
        CHECK_OK(graph_apply(ones_A, NULL, GRAPH_NO_OP, GRAPH_ONE, A, TEST_DESCRIPTOR()));
        CHECK_OK(graph_apply(ones_B, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, B, TEST_DESCRIPTOR()));
        graph_matrix *expected = product(semiring, ones_A, ones_B, TEST_DESCRIPTOR());
        check_same(expected, product(semiring, A, B, TEST_DESCRIPTOR()), 0, "pattern and ones",
                   semiring->name, shape);
        check_same(expected, product(semiring, ones_A, B, TEST_DESCRIPTOR()), 0, "ones and pattern",
                   semiring->name, shape);
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_matrix_release(&ones_A);
        graph_matrix_release(&ones_B);
        graph_matrix_release(&expected);
    }
}

/* Column j of A B is A times column j of B. */
TEST(a_product_is_made_of_its_columns)
{
    uint64_t seed = 8;
    for (int s = 0; s < EXACT_COUNT; s++)
        for (int shape = 0; shape < SHAPE_COUNT; shape++) {
            const graph_semiring *semiring = graph_semiring_by_name(exact_semirings[s]);
            graph_matrix *A = random_of(&seed, shape, semiring->type, 20, 30, 90, VALUES_SMALL);
            graph_matrix *B = random_of(&seed, shape, semiring->type, 30, 10, 60, VALUES_SMALL);
            graph_matrix *AB = product(semiring, A, B, TEST_DESCRIPTOR());
            struct dense_matrix b = dense_of_matrix(B), ab = dense_of_matrix(AB);
            for (int64_t j = 0; j < b.columns; j++) {
                struct dense_matrix column = dense_create(b.type, b.rows, 1),
                                    expected = dense_create(ab.type, ab.rows, 1);
                for (int64_t i = 0; i < b.rows; i++)
                    if (b.present[i * b.columns + j])
                        dense_set(&column, i, 0, b.value[i * b.columns + j]);
                for (int64_t i = 0; i < ab.rows; i++)
                    if (ab.present[i * ab.columns + j])
                        dense_set(&expected, i, 0, ab.value[i * ab.columns + j]);
                graph_vector *u = NULL, *w = NULL;
                CHECK_OK(dense_to_vector(&u, &column));
                CHECK_OK(graph_vector_create(&w, semiring->type, 20));
                CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, semiring, A, u, TEST_DESCRIPTOR()));
                CHECK_SAY(dense_equals_vector(&expected, w, 0, stderr), "column %lld over %s, shape %d",
                          (long long)j, exact_semirings[s], shape);
                graph_vector_release(&u);
                graph_vector_release(&w);
                dense_release(&column);
                dense_release(&expected);
            }
            dense_release(&b);
            dense_release(&ab);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
            graph_matrix_release(&AB);
        }
}

TEST_MAIN(TEST_ROW(products_associate), TEST_ROW(the_identity_changes_nothing),
          TEST_ROW(a_masked_product_is_the_product_under_the_mask),
          TEST_ROW(a_transposed_product_is_the_product_of_transposes),
          TEST_ROW(names_of_vertices_do_not_matter), TEST_ROW(threads_and_methods_do_not_matter),
          TEST_ROW(a_pattern_reads_as_ones), TEST_ROW(a_product_is_made_of_its_columns))
