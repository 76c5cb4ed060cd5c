/* Matrices of a handful of long rows, as algorithms from several sources have them: products by dot products, intersections
 * and updates where one matrix has far fewer entries than the others, on a device against the CPU; and what shares arrays:
 * assignments of everything, full vectors from lists. */
#include "tests/support/drawings.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

/* Sums that depend on no order, and one whose products a struct of the semiring's type holds. */
static const char *const names[] = {"plus_first_fp64", "plus_times_int64", "min_plus_int32",
                                    "or_and_bool",     "max_times_uint8",  "min_second_int64"};
enum { NAMES = sizeof names / sizeof names[0] };

/* Row i has `length` entries at most, one row `many`; a row without entries among them. */
static void draw(graph_matrix **A, int64_t rows, int64_t columns, int64_t length, int64_t many,
                 uint64_t *seed)
{
    struct drawing d;
    open_drawing(&d, rows, columns, rows * length + many);
    for (int64_t i = 0; i < rows; i++) {
        const int64_t first = d.start[i], n = i == rows / 3 ? 0 : i == rows / 2 ? many : length;
        for (int64_t k = 0; k < n; k++)
            d.column[first + k] = (int32_t)(test_random(seed) % (uint64_t)columns);
        end_row(&d, first, first + n, seed);
    }
    close_drawing(A, &d);
}

/* 1 everywhere. */
static void draw_full(graph_matrix **A, graph_type type, int64_t rows, int64_t columns)
{
    CHECK_OK(graph_matrix_create(A, type, (graph_index)rows, (graph_index)columns));
    CHECK_OK(graph_assign_scalar(*A, NULL, GRAPH_NO_OP, graph_int64(3), GRAPH_ALL, 0, GRAPH_ALL, 0, NULL));
}

static graph_descriptor how(int k, unsigned flags)
{
    return (graph_descriptor){.size = sizeof(graph_descriptor),
                              .backend = k == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                              .flags = flags};
}

enum operation { PRODUCT, PRODUCT_TRANSPOSED, MULTIPLY, ADD, ASSIGN, ASSIGN_SCALAR };

/* The same call at both places, with the same output before. */
static void check(enum operation operation, const char *name, graph_type type, const graph_matrix *old,
                  const graph_matrix *M, unsigned flags, graph_op accum, const graph_matrix *A,
                  const graph_matrix *B)
{
    const graph_semiring *semiring = graph_semiring_by_name(name);
    graph_matrix *C[2] = {NULL, NULL};
    graph_index rows, columns;
    CHECK_OK(graph_matrix_rows(&rows, old));
    CHECK_OK(graph_matrix_columns(&columns, old));
    for (int k = 0; k < 2; k++) {
        const graph_descriptor d = how(k, flags | (operation == PRODUCT_TRANSPOSED ? GRAPH_TRANSPOSE_B : 0));
        CHECK_OK(graph_matrix_create(&C[k], type, rows, columns));
        CHECK_OK(graph_apply(C[k], NULL, GRAPH_NO_OP, GRAPH_IDENTITY, old, NULL));
        if (operation == PRODUCT || operation == PRODUCT_TRANSPOSED)
            CHECK_OK(graph_mxm(C[k], M, accum, semiring, A, B, &d));
        else if (operation == MULTIPLY)
            CHECK_OK(graph_ewise_mult(C[k], M, accum, GRAPH_MINUS, A, B, &d));
        else if (operation == ADD)
            CHECK_OK(graph_ewise_add(C[k], M, accum, GRAPH_MINUS, A, B, &d));
        else if (operation == ASSIGN)
            CHECK_OK(graph_assign(C[k], M, accum, A, GRAPH_ALL, 0, GRAPH_ALL, 0, &d));
        else
            CHECK_OK(graph_assign_scalar(C[k], M, accum, graph_int64(5), GRAPH_ALL, 0, GRAPH_ALL, 0, &d));
        CHECK_SAY(graph_backend_used() == d.backend, "operation %d, %s", operation, name);
    }
    CHECK_SAY(is_same_matrix(C[0], C[1]), "operation %d, %s, flags %u, accum %d", operation, name, flags,
              (int)accum);
    graph_matrix_release(&C[0]);
    graph_matrix_release(&C[1]);
}

TEST(products)
{
    /* Rows and columns of A, columns of B; entries of a row of A, of B, and of the mask; and of one row of B. */
    static const struct {
        int64_t rows, inner, columns, of_A, of_B, of_mask, many;
    } cases[] = {{4, 6000, 6000, 3000, 9, 4000, 5000},
                 {1, 3000, 70, 2000, 3, 40, 60},
                 {16, 1000, 5003, 200, 20, 900, 4000},
                 {3, 40000, 40000, 300, 5, 30000, 3000}};
    uint64_t seed = 7;
    for (int k = 0; k < 4; k++) {
        graph_matrix *A, *B, *T, *M, *none;
        draw(&A, cases[k].rows, cases[k].inner, cases[k].of_A, cases[k].of_A / 2, &seed);
        draw(&B, cases[k].inner, cases[k].columns, cases[k].of_B, cases[k].many, &seed);
        draw(&T, cases[k].columns, cases[k].inner, cases[k].of_B, cases[k].inner / 2, &seed);
        draw(&M, cases[k].rows, cases[k].columns, cases[k].of_mask, 3, &seed);
        CHECK_OK(graph_matrix_create(&none, GRAPH_BOOL, (graph_index)cases[k].rows,
                                     (graph_index)cases[k].columns));
        for (int n = 0; n < NAMES; n += test_step(2)) {
            const graph_type type = graph_semiring_type(graph_semiring_by_name(names[n]));
            for (int form = 0; form < 2; form++) {
                const enum operation o = form == 0 ? PRODUCT : PRODUCT_TRANSPOSED;
                const graph_matrix *second = form == 0 ? B : T;
                check(o, names[n], type, none, NULL, 0, GRAPH_NO_OP, A, second);
                check(o, names[n], type, none, M, GRAPH_MASK_STRUCTURE, GRAPH_NO_OP, A, second);
                check(o, names[n], type, M, M, GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE,
                      GRAPH_NO_OP, A, second);
                check(o, names[n], type, M, M, GRAPH_MASK_STRUCTURE, GRAPH_MAX, A, second);
            }
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_matrix_release(&T);
        graph_matrix_release(&M);
        graph_matrix_release(&none);
    }
}

TEST(entry_by_entry)
{
    enum { ROWS = 4, COLUMNS = 5000 };
    static const graph_type types[] = {GRAPH_FP64, GRAPH_INT64, GRAPH_UINT8, GRAPH_BOOL};
    uint64_t seed = 11;
    graph_matrix *sparse, *dense, *full, *none;
    draw(&sparse, ROWS, COLUMNS, 300, 7, &seed);
    draw(&dense, ROWS, COLUMNS, 4000, 4500, &seed);
    for (int t = 0; t < 4; t++) {
        draw_full(&full, types[t], ROWS, COLUMNS);
        CHECK_OK(graph_matrix_create(&none, types[t], ROWS, COLUMNS));
        const graph_matrix *operand[] = {sparse, dense, full, none};
        for (int pair = 0; pair < 16; pair++) {
            const graph_matrix *A = operand[pair / 4], *B = operand[pair % 4];
            check(MULTIPLY, "", types[t], none, NULL, 0, GRAPH_NO_OP, A, B);
            check(MULTIPLY, "", types[t], none, sparse, GRAPH_MASK_STRUCTURE | GRAPH_REPLACE, GRAPH_NO_OP, A,
                  B);
            check(MULTIPLY, "", types[t], full, sparse, GRAPH_MASK_STRUCTURE, GRAPH_PLUS, A, B);
            check(MULTIPLY, "", types[t], full, NULL, 0, GRAPH_PLUS, A, B);
            check(ADD, "", types[t], full, NULL, 0, GRAPH_MAX, A, B);
            check(ASSIGN, "", types[t], B, NULL, 0, GRAPH_PLUS, A, NULL);
            check(ASSIGN, "", types[t], B, sparse, GRAPH_MASK_STRUCTURE, GRAPH_NO_OP, A, NULL);
            check(ASSIGN, "", types[t], B, sparse, GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE, GRAPH_NO_OP, A,
                  NULL);
            check(ASSIGN_SCALAR, "", types[t], B, A, GRAPH_MASK_STRUCTURE, GRAPH_NO_OP, NULL, NULL);
            check(ASSIGN_SCALAR, "", types[t], B, A, GRAPH_MASK_STRUCTURE | GRAPH_REPLACE, GRAPH_NO_OP, NULL,
                  NULL);
            check(ASSIGN_SCALAR, "", types[t], B, A, GRAPH_MASK_COMPLEMENT, GRAPH_PLUS, NULL, NULL);
        }
        graph_matrix_release(&full);
        graph_matrix_release(&none);
    }
    graph_matrix_release(&sparse);
    graph_matrix_release(&dense);
}

/* Intersections of equal patterns, and of patterns that differ in one entry or in one row start. */
TEST(patterns_of_equal_size)
{
    enum { ROWS = 700, COLUMNS = 900 };
    uint64_t seed = 13;
    for (int kind = 0; kind < 4; kind++) {
        graph_matrix *A = NULL, *B = NULL, *none = NULL;
        graph_index n = 0;
        draw(&A, ROWS, COLUMNS, 40, 600, &seed);
        CHECK_OK(graph_matrix_dup(&B, A));
        CHECK_OK(graph_matrix_entries(&n, A));
        CHECK_OK(graph_apply(B, NULL, GRAPH_NO_OP, GRAPH_AINV, A, NULL));
        /* The first or the last row has one entry less, and another or the same one more. */
        graph_index row = kind == 1 ? 0 : ROWS - 1, column = 0, other = kind == 3 ? ROWS / 3 : row;
        graph_scalar x;
        while (kind > 0 && graph_matrix_get(&x, A, row, column) != GRAPH_OK)
            column++;
        if (kind > 0)
            CHECK_OK(graph_matrix_remove(B, row, column));
        for (column = 0; kind > 0 && graph_matrix_get(&x, A, other, column) == GRAPH_OK;)
            column++;
        if (kind > 0)
            CHECK_OK(graph_matrix_set(B, other, column, graph_fp64(2)));
        graph_index of_B;
        CHECK_OK(graph_matrix_entries(&of_B, B));
        CHECK(n == of_B);
        CHECK_OK(graph_matrix_create(&none, GRAPH_FP64, ROWS, COLUMNS));
        check(MULTIPLY, "", GRAPH_FP64, none, NULL, 0, GRAPH_NO_OP, A, B);
        check(MULTIPLY, "", GRAPH_INT8, none, NULL, 0, GRAPH_NO_OP, A, B);
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_matrix_release(&none);
    }
}

/* An update in place is of the one matrix: a copy keeps what it had. */
TEST(copies_of_full_matrices)
{
    graph_matrix *C = NULL, *copy = NULL, *one = NULL;
    int64_t value;
    draw_full(&C, GRAPH_INT64, 2, 3);
    CHECK_OK(graph_matrix_dup(&copy, C));
    CHECK_OK(graph_matrix_create(&one, GRAPH_INT64, 2, 3));
    CHECK_OK(graph_matrix_set(one, 1, 2, graph_int64(4)));
    for (int k = 0; k < 2; k++)
        CHECK_OK(graph_assign(C, NULL, GRAPH_PLUS, one, GRAPH_ALL, 0, GRAPH_ALL, 0, TEST_DESCRIPTOR()));
    graph_scalar x;
    CHECK_OK(graph_matrix_get(&x, C, 1, 2));
    value = x.value.i;
    CHECK(value == 11);
    CHECK_OK(graph_matrix_get(&x, C, 0, 2));
    CHECK(x.value.i == 3);
    CHECK_OK(graph_matrix_get(&x, copy, 1, 2));
    CHECK(x.value.i == 3);
    graph_matrix_release(&C);
    graph_matrix_release(&copy);
    graph_matrix_release(&one);
}

/* C<M> = x has the pattern of M, and neither sees what is written to the other later. */
TEST(patterns_that_are_shared)
{
    graph_matrix *M = NULL, *C = NULL;
    graph_index entries;
    graph_scalar x;
    const graph_descriptor structure = *TEST_DESCRIPTOR();
    graph_descriptor d = structure;
    d.flags |= GRAPH_MASK_STRUCTURE;
    CHECK_OK(graph_matrix_create(&M, GRAPH_FP64, 3, 4));
    CHECK_OK(graph_matrix_create(&C, GRAPH_INT16, 3, 4));
    CHECK_OK(graph_matrix_set(M, 0, 1, graph_fp64(0)));
    CHECK_OK(graph_matrix_set(M, 2, 3, graph_fp64(2)));
    CHECK_OK(graph_assign_scalar(C, M, GRAPH_NO_OP, graph_int64(-7), GRAPH_ALL, 0, GRAPH_ALL, 0, &d));
    CHECK_OK(graph_matrix_set(M, 1, 1, graph_fp64(5)));
    CHECK_OK(graph_matrix_entries(&entries, C));
    CHECK(entries == 2);
    CHECK_OK(graph_matrix_get(&x, C, 0, 1));
    CHECK(x.value.i == -7);
    CHECK_OK(graph_matrix_set(C, 0, 1, graph_int64(9)));
    CHECK_OK(graph_matrix_get(&x, M, 0, 1));
    CHECK(x.value.f == 0);
    /* Without the flag the values of the mask count. */
    CHECK_OK(graph_matrix_clear(C));
    CHECK_OK(graph_assign_scalar(C, M, GRAPH_NO_OP, graph_int64(-7), GRAPH_ALL, 0, GRAPH_ALL, 0, &structure));
    CHECK_OK(graph_matrix_entries(&entries, C));
    CHECK(entries == 2);
    CHECK_STATUS(graph_matrix_get(&x, C, 0, 1), GRAPH_NO_VALUE, "");
    graph_matrix_release(&M);
    graph_matrix_release(&C);
}

/* w(k) = u(list[k]) for a full u, with repetitions, in many types; and the full vector of a list of all positions. */
TEST(picks_from_full_vectors)
{
    enum { LENGTH = 70001, PICKS = 90001 };
    static const graph_type types[] = {GRAPH_BOOL, GRAPH_INT16, GRAPH_UINT32, GRAPH_FP64};
    graph_index *index = malloc(PICKS * sizeof *index), *back = malloc(PICKS * sizeof *back);
    int64_t *value = malloc(PICKS * sizeof *value), *got = malloc(PICKS * sizeof *got);
    for (int t = 0; t < 4; t++) {
        graph_vector *u = NULL, *w = NULL;
        graph_index n = PICKS, entries;
        uint64_t seed = 5;
        int64_t wrong = 0;
        for (graph_index k = 0; k < LENGTH; k++) {
            index[k] = k;
            value[k] = (int64_t)(test_random(&seed) % 2 + (t > 0) * k % 30000);
        }
        CHECK_OK(graph_vector_create(&u, types[t], LENGTH));
        CHECK_OK(graph_vector_create(&w, types[t], PICKS));
        CHECK_OK(graph_vector_build(u, index, value, GRAPH_INT64, LENGTH, GRAPH_NO_OP));
        CHECK_OK(graph_vector_check(u));
        CHECK_OK(graph_vector_entries(&entries, u));
        CHECK(entries == LENGTH);
        for (graph_index k = 0; k < PICKS; k++)
            index[k] = test_random(&seed) % LENGTH;
        CHECK_OK(graph_vector_extract(w, NULL, GRAPH_NO_OP, u, index, PICKS, TEST_DESCRIPTOR()));
        CHECK_OK(graph_vector_check(w));
        CHECK_OK(graph_vector_extract_tuples(back, got, GRAPH_INT64, &n, w));
        CHECK(n == PICKS);
        for (graph_index k = 0; k < PICKS; k++)
            wrong += back[k] != k || got[k] != value[index[k]];
        CHECK_SAY(wrong == 0, "type %d: %lld values differ", (int)types[t], (long long)wrong);
        index[PICKS - 1] = index[17] = LENGTH;
        CHECK_STATUS(graph_vector_extract(w, NULL, GRAPH_NO_OP, u, index, PICKS, TEST_DESCRIPTOR()),
                     GRAPH_E_INDEX_BOUNDS, "indices[17] is 70001; expected less than 70001");
        graph_vector_release(&u);
        graph_vector_release(&w);
    }
    free(index);
    free(back);
    free(value);
    free(got);
}

TEST_MAIN(TEST_ROW_DEVICE(products), TEST_ROW_DEVICE(entry_by_entry), TEST_ROW_DEVICE(patterns_of_equal_size),
          TEST_ROW(copies_of_full_matrices), TEST_ROW(patterns_that_are_shared),
          TEST_ROW(picks_from_full_vectors))
