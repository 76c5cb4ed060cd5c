/* The matrix object: life, lists of entries, single entries, dimensions; each against a plain model. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

enum { MODEL_SIZE = 24 };

/* What a matrix should hold. */
struct model {
    int rows, columns;
    bool present[MODEL_SIZE][MODEL_SIZE];
    double value[MODEL_SIZE][MODEL_SIZE];
};

static int count(const struct model *model)
{
    int n = 0;
    for (int i = 0; i < model->rows; i++)
        for (int j = 0; j < model->columns; j++)
            n += model->present[i][j];
    return n;
}

/* The matrix passes its check and holds exactly the model's entries; ones if it is a pattern. */
static void check_holds(const graph_matrix *A, const struct model *model, int line)
{
    static graph_index row[MODEL_SIZE * MODEL_SIZE], column[MODEL_SIZE * MODEL_SIZE];
    static double value[MODEL_SIZE * MODEL_SIZE];
    graph_index n = MODEL_SIZE * MODEL_SIZE, rows = 0, columns = 0;
    graph_type type;
    test_status(graph_matrix_check(A), GRAPH_OK, "", "check before reading", __FILE__, line);
    if (!test_status(graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &n, A), GRAPH_OK, "",
                     "extract", __FILE__, line))
        return;
    test_status(graph_matrix_check(A), GRAPH_OK, "", "check after reading", __FILE__, line);
    graph_matrix_rows(&rows, A);
    graph_matrix_columns(&columns, A);
    graph_matrix_type(&type, A);
    test_claim(rows == (graph_index)model->rows && columns == (graph_index)model->columns, __FILE__, line,
               "dimensions %d x %d", (int)rows, (int)columns);
    graph_index k = 0;
    bool same = n == (graph_index)count(model);
    for (int i = 0; i < model->rows && same; i++)
        for (int j = 0; j < model->columns && same; j++)
            if (model->present[i][j]) {
                double expected = type == GRAPH_PATTERN ? 1 : model->value[i][j];
                same = row[k] == (graph_index)i && column[k] == (graph_index)j && value[k] == expected;
                k++;
            }
    test_claim(same, __FILE__, line, "entry %d of %d differs", (int)k - 1, (int)n);
}

#define CHECK_HOLDS(A, model) check_holds((A), (model), __LINE__)

TEST(create_and_release)
{
    graph_matrix *A = (graph_matrix *)&A;
    graph_index n = 7;
    graph_type type;
    CHECK_STATUS(graph_matrix_create(NULL, GRAPH_FP64, 1, 1), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_matrix_create(&A, (graph_type)12, 1, 1), GRAPH_E_DOMAIN, "type is 12");
    CHECK(A == NULL);
    CHECK_STATUS(graph_matrix_create(&A, GRAPH_FP64, 2147483648u, 1), GRAPH_E_NOT_SUPPORTED,
                 "2147483648 rows");
    CHECK_STATUS(graph_matrix_create(&A, GRAPH_FP64, 1, UINT64_MAX), GRAPH_E_NOT_SUPPORTED, "columns");
    CHECK(A == NULL);
    for (int t = GRAPH_PATTERN; t <= GRAPH_FP64; t++) {
        REQUIRE_OK(graph_matrix_create(&A, (graph_type)t, 3, 5));
        CHECK_OK(graph_matrix_type(&type, A));
        CHECK((int)type == t);
        CHECK_OK(graph_matrix_rows(&n, A));
        CHECK(n == 3);
        CHECK_OK(graph_matrix_columns(&n, A));
        CHECK(n == 5);
        CHECK_OK(graph_matrix_entries(&n, A));
        CHECK(n == 0);
        CHECK_OK(graph_matrix_check(A));
        CHECK_STATUS(graph_matrix_rows(NULL, A), GRAPH_E_NULL, "rows");
        CHECK_STATUS(graph_matrix_columns(NULL, A), GRAPH_E_NULL, "columns");
        CHECK_STATUS(graph_matrix_entries(NULL, A), GRAPH_E_NULL, "entries");
        CHECK_STATUS(graph_matrix_type(NULL, A), GRAPH_E_NULL, "type");
        graph_matrix_release(&A);
        CHECK(A == NULL);
    }
    CHECK_STATUS(graph_matrix_rows(&n, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_columns(&n, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_entries(&n, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_type(&type, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_clear(NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_check(NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_dup(NULL, NULL), GRAPH_E_NULL, "C");
    A = (graph_matrix *)&A;
    CHECK_STATUS(graph_matrix_dup(&A, NULL), GRAPH_E_NULL, "A");
    CHECK(A == NULL);
    graph_matrix_release(&A);
    graph_matrix_release(NULL);
}

/* The largest dimensions cost nothing until somebody reads rows. */
TEST(largest_dimensions)
{
    const graph_index most = 2147483647;
    graph_matrix *A = NULL, *C = NULL;
    graph_properties properties = {.size = sizeof properties};
    graph_scalar x = graph_int64(-1);
    graph_index n;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT64, most, most));
    CHECK_OK(graph_matrix_entries(&n, A));
    CHECK(n == 0);
    CHECK(graph_matrix_get(&x, A, most - 1, most - 1) == GRAPH_NO_VALUE && x.value.i == -1);
    CHECK_OK(graph_matrix_properties(&properties, A));
    CHECK(properties.is_symmetric && properties.has_symmetric_pattern);
    CHECK_OK(graph_matrix_dup(&C, A));
    CHECK_OK(graph_matrix_check(C));
    CHECK_OK(graph_matrix_set(A, most - 1, most - 1, graph_int64(5)));
    CHECK_OK(graph_matrix_get(&x, A, most - 1, most - 1));
    CHECK(x.value.i == 5);
    CHECK_STATUS(graph_matrix_set(A, most, 0, x), GRAPH_E_INVALID_INDEX, "(2147483647, 0)");
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_clear(A));
    CHECK_OK(graph_matrix_resize(A, 2, most));
    CHECK_OK(graph_matrix_resize(A, 3, 4));
    CHECK_OK(graph_matrix_set(A, 2, 3, graph_int64(9)));
    CHECK_OK(graph_matrix_resize(A, 3, most));
    CHECK_OK(graph_matrix_set(A, 0, most - 1, graph_int64(8)));
    CHECK_OK(graph_matrix_entries(&n, A));
    CHECK(n == 2);
    CHECK_OK(graph_matrix_check(A));
    graph_matrix_release(&A);
    graph_matrix_release(&C);
}

TEST(no_rows_or_no_columns)
{
    static const graph_index shapes[][2] = {{0, 0}, {0, 5}, {5, 0}};
    graph_index n = 0, none[1];
    for (int k = 0; k < 3; k++) {
        graph_matrix *A = NULL;
        graph_properties properties = {.size = sizeof properties};
        graph_scalar x;
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP32, shapes[k][0], shapes[k][1]));
        CHECK_OK(graph_matrix_build(A, NULL, NULL, NULL, GRAPH_FP32, 0, GRAPH_NO_OP));
        CHECK_OK(graph_matrix_extract_tuples(none, none, none, GRAPH_FP32, &n, A));
        CHECK(n == 0);
        CHECK_OK(graph_matrix_check(A));
        CHECK_OK(graph_matrix_properties(&properties, A));
        CHECK(properties.is_symmetric == (shapes[k][0] == shapes[k][1]));
        CHECK_STATUS(graph_matrix_set(A, 0, 0, graph_fp64(1)), GRAPH_E_INVALID_INDEX, "outside");
        CHECK_STATUS(graph_matrix_get(&x, A, 0, 0), GRAPH_E_INVALID_INDEX, "outside");
        CHECK_STATUS(graph_matrix_remove(A, 0, 0), GRAPH_E_INVALID_INDEX, "outside");
        graph_index one = 0;
        CHECK_STATUS(graph_matrix_build(A, &one, &one, NULL, GRAPH_PATTERN, 1, GRAPH_NO_OP),
                     GRAPH_E_INDEX_BOUNDS, "[0] is 0");
        CHECK_OK(graph_matrix_resize(A, 2, 2));
        CHECK_OK(graph_matrix_set(A, 1, 1, graph_fp64(1)));
        CHECK_OK(graph_matrix_check(A));
        CHECK_OK(graph_matrix_resize(A, 0, 2));
        CHECK_OK(graph_matrix_check(A));
        graph_matrix_release(&A);
    }
}

TEST(build_checks_its_arguments)
{
    graph_index row[] = {0, 1, 0}, column[] = {1, 2, 1}, bad[] = {0, 3, 1};
    double value[] = {1, 2, 3};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 2, 3));
    CHECK_STATUS(graph_matrix_build(NULL, row, column, value, GRAPH_FP64, 3, GRAPH_PLUS), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_build(A, NULL, column, value, GRAPH_FP64, 3, GRAPH_PLUS), GRAPH_E_NULL, "row");
    CHECK_STATUS(graph_matrix_build(A, row, NULL, value, GRAPH_FP64, 3, GRAPH_PLUS), GRAPH_E_NULL, "column");
    CHECK_STATUS(graph_matrix_build(A, row, column, NULL, GRAPH_FP64, 3, GRAPH_PLUS), GRAPH_E_NULL, "value");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, (graph_type)77, 3, GRAPH_PLUS), GRAPH_E_DOMAIN,
                 "77");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, GRAPH_FP64, 3, GRAPH_OP_COUNT),
                 GRAPH_E_INVALID_VALUE, "operator 26");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, GRAPH_FP64, 3, (graph_op)-1),
                 GRAPH_E_INVALID_VALUE, "operator -1");
    CHECK_STATUS(graph_matrix_build(A, row, bad, value, GRAPH_FP64, 3, GRAPH_PLUS), GRAPH_E_INDEX_BOUNDS,
                 "column[1] is 3");
    bad[1] = (graph_index)1 << 32;
    CHECK_STATUS(graph_matrix_build(A, bad, column, value, GRAPH_FP64, 3, GRAPH_PLUS), GRAPH_E_INDEX_BOUNDS,
                 "row[1] is 4294967296");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, GRAPH_FP64, UINT64_MAX, GRAPH_PLUS),
                 GRAPH_E_MEMORY, "18446744073709551615");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, GRAPH_FP64, 3, GRAPH_NO_OP), GRAPH_E_INVALID_VALUE,
                 "entry 2 at (0, 1)");
    struct model expected = {.rows = 2, .columns = 3};
    CHECK_HOLDS(A, &expected);
    CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_FP64, 3, GRAPH_MINUS));
    expected.present[0][1] = expected.present[1][2] = true;
    expected.value[0][1] = -2;
    expected.value[1][2] = 2;
    CHECK_HOLDS(A, &expected);
    CHECK_STATUS(graph_matrix_build(A, row, column, value, GRAPH_FP64, 3, GRAPH_PLUS), GRAPH_E_NOT_EMPTY,
                 "2 entries");
    CHECK_OK(graph_matrix_clear(A));
    CHECK_OK(graph_matrix_set(A, 0, 0, graph_fp64(1)));
    CHECK_STATUS(graph_matrix_build(A, row, column, value, GRAPH_FP64, 3, GRAPH_PLUS), GRAPH_E_NOT_EMPTY,
                 "1 entries");
    CHECK_OK(graph_matrix_remove(A, 0, 0));
    CHECK_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, 2, GRAPH_NO_OP));
    expected.value[0][1] = expected.value[1][2] = 1;
    CHECK_HOLDS(A, &expected);
    graph_matrix_release(&A);
}

TEST(extract_tuples)
{
    graph_index row[3] = {9, 9, 9}, column[3], n = 1;
    int8_t value[3];
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 4, 4));
    CHECK_OK(graph_matrix_set(A, 3, 0, graph_fp64(1e9)));
    CHECK_OK(graph_matrix_set(A, 1, 2, graph_fp64(NAN)));
    CHECK_OK(graph_matrix_set(A, 1, 1, graph_fp64(-7.9)));
    CHECK_STATUS(graph_matrix_extract_tuples(row, column, value, GRAPH_INT8, &n, A), GRAPH_E_NO_SPACE,
                 "3 entries; the arrays have room for 1");
    CHECK(n == 3 && row[0] == 9);
    CHECK_STATUS(graph_matrix_extract_tuples(row, column, value, GRAPH_INT8, NULL, A), GRAPH_E_NULL,
                 "n is NULL");
    CHECK_STATUS(graph_matrix_extract_tuples(row, column, value, GRAPH_INT8, &n, NULL), GRAPH_E_NULL,
                 "A is NULL");
    CHECK_STATUS(graph_matrix_extract_tuples(row, column, value, GRAPH_PATTERN, &n, A), GRAPH_E_DOMAIN, "0");
    CHECK_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_INT8, &n, A));
    CHECK(row[0] == 1 && row[1] == 1 && row[2] == 3 && column[0] == 1 && column[1] == 2 && column[2] == 0);
    CHECK(value[0] == -7 && value[1] == 0 && value[2] == 127);
    memset(row, 0, sizeof row);
    CHECK_OK(graph_matrix_extract_tuples(row, NULL, NULL, GRAPH_PATTERN, &n, A));
    CHECK(row[2] == 3);
    memset(column, 7, sizeof column);
    CHECK_OK(graph_matrix_extract_tuples(NULL, column, NULL, GRAPH_PATTERN, &n, A));
    CHECK(column[0] == 1);
    graph_matrix_release(&A);
}

TEST(single_entries)
{
    graph_matrix *A = NULL;
    graph_scalar x = graph_fp64(3);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_UINT8, 3, 4));
    CHECK_STATUS(graph_matrix_set(NULL, 0, 0, x), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_get(&x, NULL, 0, 0), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_get(NULL, A, 0, 0), GRAPH_E_NULL, "x");
    CHECK_STATUS(graph_matrix_remove(NULL, 0, 0), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_set(A, 3, 0, x), GRAPH_E_INVALID_INDEX, "(3, 0) is outside A, which is 3 x 4");
    CHECK_STATUS(graph_matrix_set(A, 0, 4, x), GRAPH_E_INVALID_INDEX, "(0, 4)");
    CHECK_STATUS(graph_matrix_get(&x, A, 0, (graph_index)1 << 32), GRAPH_E_INVALID_INDEX, "4294967296");
    CHECK_STATUS(graph_matrix_remove(A, 3, 3), GRAPH_E_INVALID_INDEX, "(3, 3)");
    x.type = (graph_type)99;
    CHECK_STATUS(graph_matrix_set(A, 0, 0, x), GRAPH_E_DOMAIN, "x.type is 99");
    x = graph_fp64(3);
    CHECK(graph_matrix_get(&x, A, 0, 0) == GRAPH_NO_VALUE && x.value.f == 3);
    CHECK_OK(graph_matrix_remove(A, 0, 0));
    CHECK_STATUS(graph_matrix_set(A, 0, 0, graph_fp64(300)), GRAPH_E_INVALID_VALUE, "x is 300, which uint8");
    CHECK_STATUS(graph_matrix_set(A, 0, 0, graph_fp64(3.5)), GRAPH_E_INVALID_VALUE, "x is 3.5");
    CHECK_STATUS(graph_matrix_set(A, 0, 0, graph_int64(-1)), GRAPH_E_INVALID_VALUE, "x is -1");
    CHECK_STATUS(graph_matrix_set(A, 0, 0, graph_uint64(256 + 4)), GRAPH_E_INVALID_VALUE, "x is 260");
    CHECK(graph_matrix_get(&x, A, 0, 0) == GRAPH_NO_VALUE);
    CHECK_OK(graph_matrix_set(A, 0, 0, graph_fp64(255)));
    CHECK_OK(graph_matrix_get(&x, A, 0, 0));
    CHECK(x.type == GRAPH_UINT64 && x.value.u == 255);
    CHECK_OK(graph_matrix_set(A, 2, 3, graph_bool(true)));
    CHECK_OK(graph_matrix_remove(A, 2, 3));
    CHECK(graph_matrix_get(&x, A, 2, 3) == GRAPH_NO_VALUE);
    CHECK_OK(graph_matrix_set(A, 2, 3, graph_uint64(4)));
    struct model expected = {.rows = 3, .columns = 4};
    expected.present[0][0] = expected.present[2][3] = true;
    expected.value[0][0] = 255;
    expected.value[2][3] = 4;
    CHECK_HOLDS(A, &expected);
    graph_matrix_release(&A);
}

/* The widest type of each kind comes out of get. */
TEST(types_of_get)
{
    for (int t = GRAPH_PATTERN; t <= GRAPH_FP64; t++) {
        graph_matrix *A = NULL;
        graph_scalar x;
        REQUIRE_OK(graph_matrix_create(&A, (graph_type)t, 1, 2));
        CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(1)));
        for (int pass = 0; pass < 2; pass++) {
            CHECK_OK(graph_matrix_get(&x, A, 0, 1));
            if (t == GRAPH_PATTERN || t == GRAPH_BOOL)
                CHECK(x.type == GRAPH_BOOL && x.value.b);
            else if (t <= GRAPH_INT64)
                CHECK(x.type == GRAPH_INT64 && x.value.i == 1);
            else if (t <= GRAPH_UINT64)
                CHECK(x.type == GRAPH_UINT64 && x.value.u == 1);
            else
                CHECK(x.type == GRAPH_FP64 && x.value.f == 1);
            CHECK_OK(graph_matrix_check(A));
            graph_index n;
            CHECK_OK(graph_matrix_entries(&n, A)); /* merges */
        }
        graph_matrix_release(&A);
    }
}

static void model_resize(struct model *model, int rows, int columns)
{
    for (int i = 0; i < MODEL_SIZE; i++)
        for (int j = 0; j < MODEL_SIZE; j++)
            if (i >= rows || j >= columns)
                model->present[i][j] = false;
    model->rows = rows;
    model->columns = columns;
}

static void random_build(graph_matrix *A, struct model *model, uint64_t *seed)
{
    graph_index row[64], column[64], n = test_random(seed) % 64;
    int16_t value[64];
    if (model->rows == 0 || model->columns == 0)
        n = 0;
    for (graph_index k = 0; k < n; k++) {
        row[k] = test_random(seed) % (graph_index)model->rows;
        column[k] = test_random(seed) % (graph_index)model->columns;
        value[k] = (int16_t)(test_random(seed) % 100);
    }
    CHECK_OK(graph_matrix_clear(A));
    CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_INT16, n, GRAPH_SECOND));
    memset(model->present, 0, sizeof model->present);
    for (graph_index k = 0; k < n; k++) {
        model->present[row[k]][column[k]] = true;
        model->value[row[k]][column[k]] = value[k];
    }
}

/* One random step on a matrix and its model. */
static void random_step(graph_matrix **handle, struct model *model, uint64_t *seed)
{
    int i = model->rows > 0 ? (int)(test_random(seed) % (unsigned)model->rows) : -1;
    int j = model->columns > 0 ? (int)(test_random(seed) % (unsigned)model->columns) : -1;
    int step = (int)(test_random(seed) % 40), value = 1 + (int)(test_random(seed) % 99);
    graph_arrays arrays = {.size = sizeof arrays};
    graph_properties properties = {.size = sizeof properties};
    graph_matrix *A = *handle;
    graph_scalar x;
    if (i >= 0 && j >= 0 && step < 14) {
        CHECK_OK(graph_matrix_set(A, (graph_index)i, (graph_index)j, graph_int64(value)));
        model->present[i][j] = true;
        model->value[i][j] = value;
    } else if (i >= 0 && j >= 0 && step < 20) {
        CHECK_OK(graph_matrix_remove(A, (graph_index)i, (graph_index)j));
        model->present[i][j] = false;
    } else if (i >= 0 && j >= 0 && step < 30) {
        graph_status status = graph_matrix_get(&x, A, (graph_index)i, (graph_index)j);
        CHECK(status == (model->present[i][j] ? GRAPH_OK : GRAPH_NO_VALUE));
        if (status == GRAPH_OK && x.type == GRAPH_FP64)
            CHECK(x.value.f == model->value[i][j]);
    } else if (step == 30) {
        random_build(A, model, seed);
    } else if (step == 31) {
        int rows = (int)(test_random(seed) % MODEL_SIZE), columns = (int)(test_random(seed) % MODEL_SIZE);
        CHECK_OK(graph_matrix_resize(A, (graph_index)rows, (graph_index)columns));
        model_resize(model, rows, columns);
    } else if (step < 34) {
        CHECK_OK(graph_matrix_export(&arrays, A, GRAPH_CSC, GRAPH_BORROW));
    } else if (step < 36) {
        CHECK_OK(graph_matrix_properties(&properties, A));
    } else if (step == 36) {
        CHECK_OK(graph_matrix_export(&arrays, A, GRAPH_CSC, GRAPH_MOVE));
        CHECK_OK(graph_matrix_check(A));
        graph_matrix_release(handle);
        CHECK_OK(graph_matrix_import(handle, &arrays)); /* held by columns from now on */
        A = *handle;
    } else if (step < 39) {
        CHECK_HOLDS(A, model);
    }
    CHECK_OK(graph_matrix_check(A));
}

/* Many random steps on a matrix and a copy that shares its arrays; neither may see the other's writes. */
TEST(random_walks)
{
    for (uint64_t walk = 0; walk < 60; walk++) {
        static const graph_type types[] = {GRAPH_FP64, GRAPH_PATTERN, GRAPH_INT16};
        uint64_t seed = walk;
        struct model model[2] = {{.rows = 20, .columns = 17}};
        graph_matrix *A[2] = {NULL, NULL};
        REQUIRE_OK(graph_matrix_create(&A[0], types[walk % 3], 20, 17));
        model[1] = model[0];
        REQUIRE_OK(graph_matrix_dup(&A[1], A[0]));
        for (int step = 0; step < 300; step++) {
            int which = (int)(test_random(&seed) % 2);
            random_step(&A[which], &model[which], &seed);
            if (step % 37 == 0) {
                graph_matrix_release(&A[1 - which]);
                REQUIRE_OK(graph_matrix_dup(&A[1 - which], A[which]));
                model[1 - which] = model[which];
            }
        }
        for (int which = 0; which < 2; which++) {
            CHECK_HOLDS(A[which], &model[which]);
            graph_matrix_release(&A[which]);
        }
    }
}

TEST(resize)
{
    graph_matrix *A = NULL;
    graph_arrays before = {.size = sizeof before}, after = {.size = sizeof after};
    REQUIRE_OK(ladder_matrix(&A, 6));
    CHECK_STATUS(graph_matrix_resize(NULL, 1, 1), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_resize(A, 2147483648u, 1), GRAPH_E_NOT_SUPPORTED, "rows");
    CHECK_STATUS(graph_matrix_resize(A, 1, 2147483648u), GRAPH_E_NOT_SUPPORTED, "columns");
    CHECK_OK(graph_matrix_export(&before, A, GRAPH_CSR, GRAPH_BORROW));
    CHECK_OK(graph_matrix_resize(A, 9, 12));
    CHECK_OK(graph_matrix_export(&after, A, GRAPH_CSR, GRAPH_BORROW));
    CHECK(after.entries == 16 && after.rows == 9 && after.columns == 12 && after.value == before.value);
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_resize(A, 9, 12));
    CHECK_OK(graph_matrix_resize(A, 4, 2));
    CHECK_OK(graph_matrix_check(A));
    struct model expected = {.rows = 4, .columns = 2};
    expected.present[0][0] = expected.present[0][1] = expected.present[1][0] = expected.present[1][1] =
        expected.present[2][1] = true;
    expected.value[0][1] = 1;
    expected.value[1][0] = 10;
    expected.value[1][1] = 11;
    expected.value[2][1] = 21;
    CHECK_HOLDS(A, &expected);
    CHECK_OK(graph_matrix_resize(A, 0, 0));
    CHECK_OK(graph_matrix_check(A));
    graph_matrix_release(&A);
}

TEST(resize_beyond_what_a_column_holds)
{
    graph_matrix *A = NULL;
    graph_index rows = 0;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 2));
    CHECK_STATUS(graph_matrix_resize(A, (graph_index)1 << 40, 2), GRAPH_E_NOT_SUPPORTED, "");
    CHECK_STATUS(graph_matrix_resize(A, 2, (graph_index)1 << 40), GRAPH_E_NOT_SUPPORTED, "");
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK(rows == 2);
    graph_matrix_release(&A);
}

TEST_MAIN(TEST_ROW(resize_beyond_what_a_column_holds), TEST_ROW(create_and_release),
          TEST_ROW(largest_dimensions), TEST_ROW(no_rows_or_no_columns), TEST_ROW(build_checks_its_arguments),
          TEST_ROW(extract_tuples), TEST_ROW(single_entries), TEST_ROW(types_of_get), TEST_ROW(random_walks),
          TEST_ROW(resize))
