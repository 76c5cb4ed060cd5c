/* Arrays in and out of a matrix: every format, ownership and width, and every way to be wrong. */
#include "base/memory.h"
#include "tests/support/test.h"

/* The matrix of these tests:   1 . 2 .
 *                              . . . .
 *                              3 4 . 5    in all its forms. */
static const int64_t row_start[] = {0, 2, 2, 5};
static const int32_t csr_column[] = {0, 2, 0, 1, 3};
static const double csr_value[] = {1, 2, 3, 4, 5};
static const int64_t column_start[] = {0, 2, 3, 4, 5};
static const int32_t csc_row[] = {0, 2, 2, 0, 2};
static const double csc_value[] = {1, 3, 4, 2, 5};
static const int32_t coo_row[] = {2, 0, 2, 0, 2};
static const int32_t coo_column[] = {3, 0, 1, 2, 0};
static const double coo_value[] = {5, 1, 4, 2, 3};

static int freed;

static void count_and_free(void *array, void *context)
{
    freed += *(int *)context;
    free(array);
}

/* A copy from malloc, widened to 64 or narrowed to 32 bits. */
static void *given(const void *array, size_t n, int from_bits, int to_bits)
{
    void *copy = malloc(n * (size_t)to_bits / 8 + 1);
    for (size_t k = 0; k < n && copy != NULL; k++) {
        int64_t x = from_bits == 32 ? ((const int32_t *)array)[k] : ((const int64_t *)array)[k];
        if (to_bits == 32)
            ((int32_t *)copy)[k] = (int32_t)x;
        else
            ((int64_t *)copy)[k] = x;
    }
    return copy;
}

static double *given_values(const double *value)
{
    double *copy = malloc(5 * sizeof *copy);
    for (int k = 0; k < 5 && copy != NULL; k++)
        copy[k] = value[k];
    return copy;
}

/* The arrays of one format, in memory of malloc. */
static graph_arrays describe(graph_format format, int start_bits, int index_bits)
{
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = format,
                           .type = GRAPH_FP64,
                           .rows = 3,
                           .columns = 4,
                           .entries = 5,
                           .start_bits = start_bits,
                           .index_bits = index_bits};
    if (format == GRAPH_CSR) {
        arrays.row = given(row_start, 4, 64, start_bits);
        arrays.column = given(csr_column, 5, 32, index_bits);
        arrays.value = given_values(csr_value);
    } else if (format == GRAPH_CSC) {
        arrays.row = given(csc_row, 5, 32, index_bits);
        arrays.column = given(column_start, 5, 64, start_bits);
        arrays.value = given_values(csc_value);
    } else {
        arrays.row = given(coo_row, 5, 32, index_bits);
        arrays.column = given(coo_column, 5, 32, index_bits);
        arrays.value = given_values(coo_value);
    }
    return arrays;
}

static void free_given(const graph_arrays *arrays)
{
    free(arrays->row);
    free(arrays->column);
    free(arrays->value);
}

static bool holds_it(const graph_matrix *A)
{
    graph_index row[5], column[5], n = 5;
    double value[5];
    if (!CHECK_OK(graph_matrix_check(A)) ||
        !CHECK_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &n, A)) || n != 5)
        return false;
    for (int k = 0; k < 5; k++)
        if (row[k] != (k < 2 ? 0u : 2u) || column[k] != (graph_index)csr_column[k] ||
            value[k] != csr_value[k])
            return false;
    return CHECK_OK(graph_matrix_check(A));
}

/* Every format, width and ownership gives the same matrix, and each array is freed once by the one who owns it, or given
 * back once. */
TEST(import_in_every_form)
{
    for (int format = GRAPH_CSR; format <= GRAPH_COO; format++)
        for (int widths = 0; widths < 4; widths++)
            for (int ownership = GRAPH_COPY; ownership <= GRAPH_BORROW; ownership++)
                for (int trusted = 0; trusted < 2; trusted++) {
                    graph_arrays arrays =
                        describe((graph_format)format, widths & 1 ? 64 : 32, widths & 2 ? 64 : 32);
                    graph_arrays original = arrays;
                    graph_matrix *A = NULL, *C = NULL;
                    int one = 1;
                    freed = 0;
                    arrays.ownership = (graph_ownership)ownership;
                    arrays.is_trusted = trusted;
                    arrays.release = count_and_free;
                    arrays.context = &one;
                    REQUIRE_OK(graph_matrix_import(&A, &arrays));
                    bool is_taken = arrays.row == NULL && arrays.column == NULL && arrays.value == NULL;
                    CHECK(is_taken == (ownership == GRAPH_MOVE));
                    CHECK_OK(graph_matrix_dup(&C, A));
                    CHECK(holds_it(C));
                    CHECK(holds_it(A));
                    CHECK_OK(graph_matrix_set(A, 2, 1, graph_int64(-4)));
                    CHECK_OK(graph_matrix_set(A, 1, 1, graph_int64(9)));
                    CHECK_OK(graph_matrix_remove(A, 0, 0));
                    CHECK_OK(graph_matrix_check(A));
                    CHECK(holds_it(C));
                    graph_matrix_release(&A);
                    CHECK(holds_it(C));
                    graph_matrix_release(&C);
                    CHECK_SAY(freed == (ownership == GRAPH_COPY ? 0 : 3),
                              "format %d widths %d: %d arrays freed or given back", format, widths, freed);
                    if (ownership == GRAPH_COPY) {
                        CHECK(((double *)original.value)[1] == (format == GRAPH_CSR   ? 2
                                                                : format == GRAPH_CSC ? 3
                                                                                      : 1));
                        free_given(&original);
                    }
                }
}

/* Moved and lent arrays of the library's widths are used where they are. */
TEST(nothing_is_copied)
{
    for (int ownership = GRAPH_MOVE; ownership <= GRAPH_BORROW; ownership++)
        for (int format = GRAPH_CSR; format <= GRAPH_CSC; format++) {
            graph_arrays arrays = describe((graph_format)format, 64, 32), original = arrays;
            graph_arrays view = {.size = sizeof view}, out = {.size = sizeof out};
            graph_matrix *A = NULL;
            int one = 1;
            freed = 0;
            arrays.ownership = (graph_ownership)ownership;
            arrays.is_trusted = true;
            arrays.release = count_and_free;
            arrays.context = &one;
            REQUIRE_OK(graph_matrix_import(&A, &arrays));
            CHECK_OK(graph_matrix_export(&view, A, (graph_format)format, GRAPH_BORROW));
            CHECK(view.row == original.row && view.column == original.column && view.value == original.value);
            CHECK(view.start_bits == 64 && view.index_bits == 32 && view.ownership == GRAPH_BORROW);
            CHECK(holds_it(A));
            CHECK_OK(graph_matrix_export(&out, A, (graph_format)format, GRAPH_MOVE));
            CHECK_OK(graph_matrix_check(A));
            graph_index n = 7;
            CHECK_OK(graph_matrix_entries(&n, A));
            CHECK(n == 0);
            CHECK((out.value == original.value) == (ownership == GRAPH_MOVE));
            CHECK(freed == (ownership == GRAPH_MOVE ? 0 : 3)); /* what nobody reads any more is given back */
            out.release(out.row, out.context);
            out.release(out.column, out.context);
            out.release(out.value, out.context);
            CHECK(freed == 3);
            graph_matrix_release(&A);
            CHECK(freed == 3);
        }
}

/* An in-place write never reaches lent arrays. */
TEST(lent_arrays_are_not_written)
{
    graph_arrays arrays = describe(GRAPH_CSR, 64, 32);
    graph_matrix *A = NULL;
    arrays.ownership = GRAPH_BORROW;
    REQUIRE_OK(graph_matrix_import(&A, &arrays));
    for (int k = 0; k < 5; k++)
        CHECK_OK(graph_matrix_set(A, k < 2 ? 0 : 2, (graph_index)csr_column[k], graph_fp64(100)));
    CHECK_OK(graph_matrix_resize(A, 2, 2));
    CHECK_OK(graph_matrix_check(A));
    CHECK(memcmp(arrays.value, csr_value, sizeof csr_value) == 0);
    CHECK(memcmp(arrays.row, row_start, sizeof row_start) == 0);
    CHECK(memcmp(arrays.column, csr_column, sizeof csr_column) == 0);
    graph_matrix_release(&A);
    free_given(&arrays);
}

/* Each row spoils one thing of good arrays. */
TEST(import_is_checked)
{
    enum field {
        SIZE,
        FORMAT,
        TYPE,
        ROWS,
        COLUMNS,
        ENTRIES,
        ROW,
        COLUMN,
        VALUE,
        START_BITS,
        INDEX_BITS,
        OWNERSHIP
    };
    static const struct {
        graph_format format;
        enum field field;
        int64_t number;
        graph_status status;
        const char *piece;
    } table[] = {
        {GRAPH_CSR, SIZE, 8, GRAPH_E_INVALID_VALUE, "arrays.size is 8"},
        {GRAPH_CSR, FORMAT, 0, GRAPH_E_INVALID_VALUE, "arrays.format is 0"},
        {GRAPH_CSR, FORMAT, 4, GRAPH_E_INVALID_VALUE, "arrays.format is 4"},
        {GRAPH_CSR, TYPE, 12, GRAPH_E_DOMAIN, "type is 12"},
        {GRAPH_CSR, TYPE, GRAPH_PATTERN, GRAPH_E_INVALID_VALUE, "pattern"},
        {GRAPH_CSR, ROWS, 2147483648, GRAPH_E_NOT_SUPPORTED, "2147483648 rows"},
        {GRAPH_COO, COLUMNS, 2147483648, GRAPH_E_NOT_SUPPORTED, "2147483648 columns"},
        {GRAPH_CSR, ENTRIES, 13, GRAPH_E_INVALID_VALUE, "13 entries; a 3 x 4 matrix"},
        {GRAPH_CSR, ENTRIES, 4, GRAPH_E_INVALID_VALUE, "row[3] is 5"},
        {GRAPH_CSR, ENTRIES, 6, GRAPH_E_INVALID_VALUE, "row[3] is 5"},
        {GRAPH_CSC, ENTRIES, 4, GRAPH_E_INVALID_VALUE, "column[4] is 5"},
        {GRAPH_CSR, ROW, 0, GRAPH_E_NULL, "arrays.row"},
        {GRAPH_CSR, COLUMN, 0, GRAPH_E_NULL, "arrays.column"},
        {GRAPH_CSC, COLUMN, 0, GRAPH_E_NULL, "arrays.column"},
        {GRAPH_COO, ROW, 0, GRAPH_E_NULL, "arrays.row"},
        {GRAPH_CSR, VALUE, 0, GRAPH_E_NULL, "arrays.value"},
        {GRAPH_CSR, ROW, 1, GRAPH_E_INVALID_VALUE, "arrays.row is not aligned"},
        {GRAPH_CSR, VALUE, 4, GRAPH_E_INVALID_VALUE, "arrays.value is not aligned to its elements of 8"},
        {GRAPH_CSR, START_BITS, 16, GRAPH_E_INVALID_VALUE, "start_bits is 16"},
        {GRAPH_CSC, INDEX_BITS, 0, GRAPH_E_INVALID_VALUE, "index_bits is 0"},
        {GRAPH_COO, INDEX_BITS, 33, GRAPH_E_INVALID_VALUE, "index_bits is 33"},
        {GRAPH_CSR, OWNERSHIP, 3, GRAPH_E_INVALID_VALUE, "ownership is 3"},
        {GRAPH_CSR, OWNERSHIP, -1, GRAPH_E_INVALID_VALUE, "ownership is -1"},
        {GRAPH_CSR, COLUMNS, 3, GRAPH_E_INDEX_BOUNDS, "column[4] is 3; expected 0 .. 2"},
        {GRAPH_CSC, ROWS, 2, GRAPH_E_INDEX_BOUNDS, "row[1] is 2; expected 0 .. 1"},
        {GRAPH_COO, ROWS, 2, GRAPH_E_INDEX_BOUNDS, "row[0] is 2"},
    };
    graph_arrays good = describe(GRAPH_CSR, 64, 32);
    graph_matrix *A = (graph_matrix *)&A;
    CHECK_STATUS(graph_matrix_import(NULL, &good), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_matrix_import(&A, NULL), GRAPH_E_NULL, "arrays is NULL");
    CHECK(A == NULL);
    free_given(&good);
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        graph_arrays arrays = describe(table[k].format, 64, 32), original = arrays;
        int64_t number = table[k].number;
        switch (table[k].field) {
        case SIZE:
            arrays.size = (size_t)number;
            break;
        case FORMAT:
            arrays.format = (graph_format)number;
            break;
        case TYPE:
            arrays.type = (graph_type)number;
            break;
        case ROWS:
            arrays.rows = (graph_index)number;
            break;
        case COLUMNS:
            arrays.columns = (graph_index)number;
            break;
        case ENTRIES:
            arrays.entries = (graph_index)number;
            break;
        case ROW:
            arrays.row = number == 0 ? NULL : (char *)arrays.row + number;
            break;
        case COLUMN:
            arrays.column = number == 0 ? NULL : (char *)arrays.column + number;
            break;
        case VALUE:
            arrays.value = number == 0 ? NULL : (char *)arrays.value + number;
            break;
        case START_BITS:
            arrays.start_bits = (int)number;
            break;
        case INDEX_BITS:
            arrays.index_bits = (int)number;
            break;
        case OWNERSHIP:
            arrays.ownership = (graph_ownership)number;
            break;
        }
        A = (graph_matrix *)&A;
        if (!CHECK_STATUS(graph_matrix_import(&A, &arrays), table[k].status, table[k].piece))
            fprintf(stderr, "    in row %d\n", (int)k);
        CHECK(A == NULL);
        free_given(&original);
    }
}

static graph_matrix *imported(graph_format format)
{
    graph_arrays arrays = describe(format, 32, 32), original = arrays;
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_import(&A, &arrays));
    free_given(&original);
    return A;
}

/* Whether exported arrays are those of the matrix above. */
static bool is_it(const graph_arrays *arrays)
{
    static const int32_t rows_in_order[] = {0, 0, 2, 2, 2};
    bool by_columns = arrays->format == GRAPH_CSC;
    const void *row = arrays->format == GRAPH_CSR ? (const void *)row_start
                      : by_columns                ? csc_row
                                                  : rows_in_order;
    const void *column = by_columns ? (const void *)column_start : csr_column;
    size_t row_bytes = arrays->format == GRAPH_CSR ? sizeof row_start : 5 * sizeof(int32_t);
    size_t column_bytes = by_columns ? sizeof column_start : 5 * sizeof(int32_t);
    return arrays->size == sizeof *arrays && arrays->type == GRAPH_FP64 && arrays->rows == 3 &&
           arrays->columns == 4 && arrays->entries == 5 && arrays->start_bits == 64 &&
           arrays->index_bits == 32 && memcmp(arrays->row, row, row_bytes) == 0 &&
           memcmp(arrays->column, column, column_bytes) == 0 &&
           memcmp(arrays->value, by_columns ? csc_value : csr_value, sizeof csr_value) == 0;
}

/* From matrices held by rows, held by columns, shared, lent and with a cached transpose, to every form. */
TEST(export_in_every_form)
{
    for (int held = 0; held < 5; held++)
        for (int format = GRAPH_CSR; format <= GRAPH_COO; format++)
            for (int ownership = GRAPH_COPY; ownership <= GRAPH_BORROW; ownership++) {
                graph_arrays out = {.size = sizeof out}, lent = describe(GRAPH_CSR, 64, 32);
                graph_matrix *A = NULL, *C = NULL;
                graph_index n;
                if (held == 3) {
                    lent.ownership = GRAPH_BORROW;
                    REQUIRE_OK(graph_matrix_import(&A, &lent));
                } else
                    A = imported(held == 1 ? GRAPH_CSC : GRAPH_CSR);
                if (held == 2)
                    CHECK_OK(graph_matrix_dup(&C, A));
                if (held == 4)
                    CHECK_OK(graph_matrix_export(&out, A, GRAPH_CSC, GRAPH_BORROW));
                if (format == GRAPH_COO && ownership == GRAPH_BORROW) {
                    CHECK_STATUS(graph_matrix_export(&out, A, GRAPH_COO, GRAPH_BORROW), GRAPH_E_NOT_SUPPORTED,
                                 "GRAPH_COO");
                } else {
                    REQUIRE_OK(
                        graph_matrix_export(&out, A, (graph_format)format, (graph_ownership)ownership));
                    CHECK_SAY(is_it(&out) && (int)out.format == format && (int)out.ownership == ownership,
                              "held %d, format %d, ownership %d", held, format, ownership);
                }
                CHECK_OK(graph_matrix_check(A));
                CHECK_OK(graph_matrix_entries(&n, A));
                CHECK(n == (ownership == GRAPH_MOVE ? 0u : 5u));
                if (C != NULL)
                    CHECK(holds_it(C));
                graph_matrix_release(&C);
                graph_matrix_release(&A);
                if (ownership == GRAPH_MOVE)
                    CHECK(is_it(&out)); /* they outlive the matrix */
                if (ownership == GRAPH_COPY) {
                    graph_free(out.row);
                    graph_free(out.column);
                    graph_free(out.value);
                } else if (ownership == GRAPH_MOVE) {
                    out.release(out.row, out.context);
                    out.release(out.column, out.context);
                    out.release(out.value, out.context);
                }
                free_given(&lent);
            }
}

TEST(export_is_checked)
{
    graph_arrays out = {.size = sizeof out};
    graph_matrix *A = imported(GRAPH_CSR);
    CHECK_STATUS(graph_matrix_export(NULL, A, GRAPH_CSR, GRAPH_COPY), GRAPH_E_NULL, "arrays");
    CHECK_STATUS(graph_matrix_export(&out, NULL, GRAPH_CSR, GRAPH_COPY), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_export(&out, A, (graph_format)0, GRAPH_COPY), GRAPH_E_INVALID_VALUE,
                 "format is 0");
    CHECK_STATUS(graph_matrix_export(&out, A, (graph_format)4, GRAPH_COPY), GRAPH_E_INVALID_VALUE,
                 "format is 4");
    CHECK_STATUS(graph_matrix_export(&out, A, GRAPH_CSR, (graph_ownership)3), GRAPH_E_INVALID_VALUE,
                 "ownership is 3");
    out.size = 1;
    CHECK_STATUS(graph_matrix_export(&out, A, GRAPH_CSR, GRAPH_COPY), GRAPH_E_INVALID_VALUE,
                 "arrays.size is 1");
    CHECK(holds_it(A));
    graph_matrix_release(&A);
}

/* Export and import, pattern and all types. */
TEST(round_trips)
{
    for (int type = GRAPH_PATTERN; type <= GRAPH_FP64; type++)
        for (int format = GRAPH_CSR; format <= GRAPH_COO; format++) {
            graph_matrix *A = NULL;
            graph_arrays out = {.size = sizeof out};
            graph_index n = 4, row[4], column[4];
            double value[4];
            REQUIRE_OK(graph_matrix_create(&A, (graph_type)type, 7, 5));
            for (graph_index k = 0; k < 4; k++)
                CHECK_OK(graph_matrix_set(A, (5 * k) % 7, (3 * k) % 5,
                                          graph_bool(type == GRAPH_PATTERN || k != 2)));
            for (int trip = 0; trip < 3; trip++) {
                REQUIRE_OK(graph_matrix_export(&out, A, (graph_format)format, GRAPH_MOVE));
                CHECK((out.value == NULL) == (type == GRAPH_PATTERN));
                graph_matrix_release(&A);
                REQUIRE_OK(graph_matrix_import(&A, &out));
                CHECK_OK(graph_matrix_check(A));
            }
            CHECK_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &n, A));
            CHECK(n == 4 && row[0] == 0 && row[1] == 1 && row[2] == 3 && row[3] == 5);
            CHECK(column[0] == 0 && column[1] == 4 && column[2] == 1 && column[3] == 3);
            CHECK(value[0] == 1 && value[1] == 1 && value[3] == 1 &&
                  value[2] == (type == GRAPH_PATTERN ? 1 : 0));
            graph_matrix_release(&A);
        }
}

/* ---- Each allocation fails once. ---- */

static graph_status fail_import(graph_format format, graph_ownership ownership, int bits)
{
    graph_arrays arrays = describe(format, bits, bits == 64 ? 32 : 64), original = arrays;
    graph_matrix *A = NULL;
    int one = 1;
    freed = 0;
    arrays.ownership = ownership;
    arrays.release = count_and_free;
    arrays.context = &one;
    graph_status status = graph_matrix_import(&A, &arrays);
    CHECK((A == NULL) == (status < 0));
    bool is_callers = status < 0 || ownership == GRAPH_COPY;
    if (is_callers)
        CHECK(arrays.row == original.row && arrays.column == original.column &&
              arrays.value == original.value && freed == 0);
    graph_index n = 5;
    if (status == GRAPH_OK)
        status = graph_matrix_extract_tuples(NULL, NULL, NULL, GRAPH_PATTERN, &n, A);
    graph_matrix_release(&A);
    CHECK(freed == (is_callers ? 0 : 3));
    if (is_callers)
        free_given(&original);
    return status;
}

static graph_status failing_import(void)
{
    graph_status status = GRAPH_OK;
    for (int format = GRAPH_CSR; format <= GRAPH_COO && status == GRAPH_OK; format++)
        for (int ownership = GRAPH_COPY; ownership <= GRAPH_BORROW && status == GRAPH_OK; ownership++)
            for (int bits = 32; bits <= 64 && status == GRAPH_OK; bits += 32)
                status = fail_import((graph_format)format, (graph_ownership)ownership, bits);
    return status;
}

static graph_status fail_export(graph_type type, graph_format format, graph_ownership ownership,
                                bool is_shared)
{
    static const graph_index rows[] = {0, 2}, columns[] = {2, 0};
    graph_matrix *A = NULL, *C = NULL;
    graph_arrays out = {.size = sizeof out};
    graph_index n = 0;
    graph_status status = graph_matrix_create(&A, type, 3, 4);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, rows, columns, NULL, GRAPH_PATTERN, 2, GRAPH_NO_OP);
    if (status == GRAPH_OK && is_shared)
        status = graph_matrix_dup(&C, A);
    if (status == GRAPH_OK) {
        status = graph_matrix_export(&out, A, format, ownership);
        CHECK_OK(graph_matrix_entries(&n, A));
        CHECK(n == (status == GRAPH_OK && ownership == GRAPH_MOVE ? 0u : 2u));
        CHECK(status == GRAPH_OK || out.row == NULL);
        CHECK((out.value != NULL) == (status == GRAPH_OK && type != GRAPH_PATTERN));
    }
    if (status == GRAPH_OK && ownership != GRAPH_BORROW) {
        graph_free(out.row);
        graph_free(out.column);
        graph_free(out.value);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    return status;
}

static graph_status failing_export(void)
{
    graph_status status = GRAPH_OK;
    for (int format = GRAPH_CSR; format <= GRAPH_COO && status == GRAPH_OK; format++)
        for (int ownership = GRAPH_COPY; ownership <= GRAPH_BORROW && status == GRAPH_OK; ownership++)
            for (int k = 0; k < 4 && status == GRAPH_OK; k++)
                if (format != GRAPH_COO || ownership != GRAPH_BORROW)
                    status = fail_export(k < 2 ? GRAPH_FP64 : GRAPH_PATTERN, (graph_format)format,
                                         (graph_ownership)ownership, k % 2 == 1);
    return status;
}

TEST(every_allocation_fails_once)
{
    test_every_allocation("import", failing_import);
    test_every_allocation("export", failing_export);
}

/* Arrays of the caller's end with their last entry: with AddressSanitizer a read beyond it shows. */
TEST(symmetry_ends_with_the_entries)
{
    int64_t starts[] = {0, 1, 1};
    int32_t *index = malloc(sizeof *index);
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = GRAPH_PATTERN,
                           .rows = 2,
                           .columns = 2,
                           .entries = 1,
                           .row = starts,
                           .column = index,
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_BORROW};
    graph_clustering_facts facts = {.size = sizeof facts};
    graph_properties properties = {.size = sizeof properties};
    graph_matrix *A = NULL;
    *index = 1;
    REQUIRE_OK(graph_matrix_import(&A, &arrays));
    CHECK_OK(
        graph_clustering(NULL, &facts, A, NULL)); /* asks whether A is symmetric, and nothing else of it */
    CHECK_OK(graph_matrix_properties(&properties, A));
    CHECK(!properties.has_symmetric_pattern && !properties.is_symmetric && facts.triangles == 0);
    graph_matrix_release(&A);
    free(index);
}

TEST_MAIN(TEST_ROW(symmetry_ends_with_the_entries), TEST_ROW(import_in_every_form),
          TEST_ROW(nothing_is_copied), TEST_ROW(lent_arrays_are_not_written), TEST_ROW(import_is_checked),
          TEST_ROW(export_in_every_form), TEST_ROW(export_is_checked), TEST_ROW(round_trips),
          TEST_ROW(every_allocation_fails_once))
