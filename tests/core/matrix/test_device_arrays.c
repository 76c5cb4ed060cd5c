/* Arrays of the caller's on a device, as matrices and vectors and back, on the fake device: nothing is copied, nothing of
 * the caller's is written, and each array comes back once. */
#define _DEFAULT_SOURCE /* for fake_device.h */
#include "tests/support/device/fake_device.h"

/* The matrix of these tests:   1 . 2 .
 *                              . . . .
 *                              3 4 . 5 */
enum { ROWS = 3, COLUMNS = 4, ENTRIES = 5 };
static const int64_t row_start[] = {0, 2, 2, 5}, column_start[] = {0, 2, 3, 4, 5};
static const int64_t csr_column[] = {0, 2, 0, 1, 3}, csc_row[] = {0, 2, 2, 0, 2}, coo_row[] = {0, 0, 2, 2, 2};
static const double csr_value[] = {1, 2, 3, 4, 5}, csc_value[] = {1, 3, 4, 2, 5};

static int returned;

static void count_and_release(void *array, void *context)
{
    returned += *(int *)context;
    device_release(array);
}

/* Memory of the caller's there, which no limit of the library's concerns. */
static void *allocate_there(size_t bytes)
{
    const size_t most = most_bytes;
    void *there = NULL;
    most_bytes = 0;
    if (device_allocate(&there, bytes, 1) < 0)
        abort();
    most_bytes = most;
    return there;
}

/* An array of the caller's on the device, in 32 or 64 bits. */
static void *integers_there(const int64_t *array, size_t n, int bits)
{
    void *there = allocate_there(n * (size_t)bits / 8);
    enter();
    for (size_t k = 0; k < n; k++)
        if (bits == 32)
            ((int32_t *)there)[k] = (int32_t)array[k];
        else
            ((int64_t *)there)[k] = array[k];
    leave();
    return there;
}

static void *values_there(const double *value, size_t n)
{
    void *there = allocate_there(n * sizeof *value);
    device_copy(there, value, n * sizeof *value);
    return there;
}

static int one = 1;

static graph_arrays arrays_there(graph_format format, int start_bits, int index_bits,
                                 graph_ownership ownership)
{
    graph_arrays a = {.size = sizeof a,
                      .format = format,
                      .type = GRAPH_FP64,
                      .rows = ROWS,
                      .columns = COLUMNS,
                      .entries = ENTRIES,
                      .start_bits = start_bits,
                      .index_bits = index_bits,
                      .ownership = ownership,
                      .release = count_and_release,
                      .context = &one,
                      .place = GRAPH_BACKEND_CUDA};
    a.row = format == GRAPH_CSR   ? integers_there(row_start, ROWS + 1, start_bits)
            : format == GRAPH_CSC ? integers_there(csc_row, ENTRIES, index_bits)
                                  : integers_there(coo_row, ENTRIES, index_bits);
    a.column = format == GRAPH_CSC ? integers_there(column_start, COLUMNS + 1, start_bits)
                                   : integers_there(csr_column, ENTRIES, index_bits);
    a.value = values_there(format == GRAPH_CSC ? csc_value : csr_value, ENTRIES);
    return a;
}

static void release_there(const graph_arrays *a)
{
    device_release(a->row);
    device_release(a->column);
    device_release(a->value);
}

static bool holds_it(const graph_matrix *A)
{
    graph_index row[ENTRIES], column[ENTRIES], n = ENTRIES;
    double value[ENTRIES];
    if (!CHECK_OK(graph_matrix_check(A)) ||
        !CHECK_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &n, A)) || n != ENTRIES)
        return false;
    for (int k = 0; k < ENTRIES; k++)
        if (row[k] != (graph_index)coo_row[k] || column[k] != (graph_index)csr_column[k] ||
            value[k] != csr_value[k])
            return false;
    return true;
}

/* Whether the caller's values are what they were. */
static bool is_unwritten(const graph_arrays *a)
{
    double value[ENTRIES];
    device_copy(value, a->value, sizeof value);
    return memcmp(value, a->format == GRAPH_CSC ? csc_value : csr_value, sizeof value) == 0;
}

TEST(import_in_every_form)
{
    for (int format = GRAPH_CSR; format <= GRAPH_COO; format++)
        for (int widths = 0; widths < 4; widths++)
            for (int ownership = GRAPH_COPY; ownership <= GRAPH_BORROW; ownership++)
                for (int trusted = 0; trusted < 2; trusted++) {
                    graph_arrays arrays = arrays_there((graph_format)format, widths & 1 ? 64 : 32,
                                                       widths & 2 ? 64 : 32, (graph_ownership)ownership),
                                 original = arrays;
                    graph_matrix *A = NULL, *C = NULL;
                    arrays.is_trusted = trusted;
                    returned = 0;
                    REQUIRE_OK(graph_matrix_import(&A, &arrays));
                    CHECK((arrays.row == NULL && arrays.column == NULL && arrays.value == NULL) ==
                          (ownership == GRAPH_MOVE));
                    CHECK_OK(graph_matrix_dup(&C, A));
                    CHECK_OK(graph_matrix_set(A, 2, 1, graph_int64(-4)));
                    CHECK_OK(graph_matrix_set(A, 1, 1, graph_int64(9)));
                    CHECK_OK(graph_matrix_check(A));
                    CHECK(holds_it(C));
                    graph_matrix_release(&A);
                    graph_matrix_release(&C);
                    CHECK_SAY(returned == (ownership == GRAPH_COPY ? 0 : 3),
                              "format %d, widths %d, ownership %d: %d arrays came back", format, widths,
                              ownership, returned);
                    if (ownership == GRAPH_COPY) {
                        CHECK(is_unwritten(&original));
                        release_there(&original);
                    }
                    CHECK(block_count == 0);
                }
}

/* Lent arrays of the library's widths are the ones that an export gives, and an operation there reads them. */
TEST(nothing_is_copied)
{
    for (int format = GRAPH_CSR; format <= GRAPH_CSC; format++)
        for (int trusted = 0; trusted < 2; trusted++) {
            graph_arrays arrays = arrays_there((graph_format)format, 64, 32, GRAPH_BORROW);
            graph_arrays view = {.size = sizeof view};
            graph_matrix *A = NULL;
            graph_backend_kind place = GRAPH_BACKEND_CPU;
            returned = 0;
            arrays.is_trusted = trusted;
            REQUIRE_OK(graph_matrix_import(&A, &arrays));
            CHECK_OK(graph_matrix_place(&place, A));
            CHECK(place == GRAPH_BACKEND_CUDA);
            CHECK_OK(
                graph_matrix_export_at(&view, A, (graph_format)format, GRAPH_BORROW, GRAPH_BACKEND_CUDA));
            CHECK(view.row == arrays.row && view.column == arrays.column && view.value == arrays.value);
            CHECK(view.place == GRAPH_BACKEND_CUDA && view.start_bits == 64 && view.index_bits == 32);
            CHECK_OK(graph_matrix_place(&place, A));
            CHECK(place == GRAPH_BACKEND_CUDA);
            CHECK(returned == 0);
            graph_matrix_release(&A);
            CHECK(returned == 3 && block_count == 0);
        }
}

/* Of narrow starts and wide indices only these are converted, there. */
TEST(other_widths_are_converted_there)
{
    graph_arrays arrays = arrays_there(GRAPH_CSR, 32, 64, GRAPH_BORROW), view = {.size = sizeof view};
    graph_matrix *A = NULL;
    void *const row = arrays.row, *const column = arrays.column;
    returned = 0;
    arrays.is_trusted = true;
    REQUIRE_OK(graph_matrix_import(&A, &arrays));
    CHECK(returned == 2);
    CHECK_OK(graph_matrix_export_at(&view, A, GRAPH_CSR, GRAPH_BORROW, GRAPH_BACKEND_CUDA));
    CHECK(view.value == arrays.value && view.row != row && view.column != column);
    CHECK(holds_it(A));
    graph_matrix_release(&A);
    CHECK(returned == 3 && block_count == 0);
}

TEST(products_run_where_the_arrays_are)
{
    graph_arrays arrays = arrays_there(GRAPH_CSR, 64, 32, GRAPH_BORROW), view = {.size = sizeof view};
    graph_matrix *A = NULL, *C = NULL;
    graph_scalar sum;
    returned = 0;
    REQUIRE_OK(graph_matrix_import(&A, &arrays));
    REQUIRE_OK(graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), A, A,
                            GRAPH_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B)));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    CHECK_OK(graph_matrix_export_at(&view, C, GRAPH_CSR, GRAPH_BORROW, GRAPH_BACKEND_CUDA));
    CHECK(device_holds(view.value) && device_holds(view.row));
    CHECK_OK(graph_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, C, NULL)); /* 5 3 / 3 50 */
    CHECK(sum.value.f == 61);
    CHECK(is_unwritten(&arrays));
    graph_matrix_release(&C);
    graph_matrix_release(&A);
    CHECK(returned == 3 && block_count == 0);
}

TEST(what_is_wrong)
{
    graph_matrix *A = NULL;
    graph_arrays arrays = arrays_there(GRAPH_CSR, 64, 32, GRAPH_BORROW), view = {.size = sizeof view};
    graph_arrays bad = arrays;
    int32_t host[ENTRIES] = {0};
    graph_backend_kind place;
    returned = 0;
    bad.column = host;
    CHECK_STATUS(graph_matrix_import(&A, &bad), GRAPH_E_INVALID_VALUE,
                 "arrays.column is not memory of the device");
    bad = arrays;
    bad.place = (graph_backend_kind)3;
    CHECK_STATUS(graph_matrix_import(&A, &bad), GRAPH_E_INVALID_VALUE, "arrays.place is 3");
    bad = arrays;
    bad.ownership = GRAPH_MOVE;
    bad.release = NULL;
    CHECK_STATUS(graph_matrix_import(&A, &bad), GRAPH_E_INVALID_VALUE, "arrays.release is NULL");
    bad = arrays;
    bad.columns = 3;
    CHECK_STATUS(graph_matrix_import(&A, &bad), GRAPH_E_INDEX_BOUNDS, "column[4] is 3");
    bad = arrays;
    bad.rows = 2;
    CHECK_STATUS(graph_matrix_import(&A, &bad), GRAPH_E_INVALID_VALUE, "row[2] is 2");
    static const int64_t disorder[] = {2, 0, 0, 1, 3};
    bad = arrays;
    bad.column = integers_there(disorder, ENTRIES, 32);
    CHECK_STATUS(graph_matrix_import(&A, &bad), GRAPH_E_INVALID_VALUE, "column[1]");
    device_release(bad.column);
    static const double half[] = {1, 0, 0, 0, 0};
    bad = arrays;
    bad.type = GRAPH_BOOL;
    bad.value = values_there(half, ENTRIES); /* the byte 0x3f is none of the two */
    bad.value = (char *)bad.value + 3;
    CHECK_STATUS(graph_matrix_import(&A, &bad), GRAPH_E_INVALID_VALUE, "bool");
    device_release((char *)bad.value - 3);
    CHECK(A == NULL && returned == 0);

    REQUIRE_OK(graph_matrix_import(&A, &arrays));
    CHECK_STATUS(graph_matrix_export_at(&view, A, GRAPH_CSR, GRAPH_COPY, GRAPH_BACKEND_CUDA),
                 GRAPH_E_NOT_SUPPORTED, "GRAPH_BORROW");
    CHECK_STATUS(graph_matrix_export_at(&view, A, GRAPH_COO, GRAPH_BORROW, GRAPH_BACKEND_CUDA),
                 GRAPH_E_NOT_SUPPORTED, "GRAPH_COO");
    CHECK_STATUS(graph_matrix_export_at(&view, A, GRAPH_CSR, GRAPH_BORROW, (graph_backend_kind)-1),
                 GRAPH_E_INVALID_VALUE, "place is -1");
    CHECK_STATUS(graph_matrix_place(NULL, A), GRAPH_E_NULL, "place");
    CHECK_STATUS(graph_matrix_place(&place, NULL), GRAPH_E_NULL, "A");
    graph_matrix_release(&A);
    CHECK(returned == 3 && block_count == 0);
}

TEST(empty_arrays)
{
    static const int64_t zeros[ROWS + 1] = {0};
    graph_arrays arrays = arrays_there(GRAPH_CSR, 64, 32, GRAPH_BORROW);
    graph_matrix *A = NULL;
    graph_index n = 1;
    release_there(&arrays);
    arrays.row = integers_there(zeros, ROWS + 1, 64);
    arrays.column = arrays.value = NULL;
    arrays.entries = 0;
    returned = 0;
    REQUIRE_OK(graph_matrix_import(&A, &arrays));
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_entries(&n, A));
    CHECK(n == 0);
    graph_matrix_release(&A);
    CHECK(returned == 1 && block_count == 0);
}

TEST(vectors)
{
    for (int ownership = GRAPH_COPY; ownership <= GRAPH_BORROW; ownership++) {
        void *there = values_there(csr_value, ENTRIES);
        const void *view = NULL;
        graph_vector *v = NULL, *w = NULL;
        graph_scalar x;
        returned = 0;
        REQUIRE_OK(graph_vector_import_full_at(&v, GRAPH_FP64, ENTRIES, there, (graph_ownership)ownership,
                                               count_and_release, &one, GRAPH_BACKEND_CUDA));
        CHECK_OK(graph_vector_export_full(&view, v, GRAPH_BACKEND_CUDA));
        CHECK((view == there) == (ownership != GRAPH_COPY) && device_holds(view));
        CHECK_OK(graph_vector_dup(&w, v));
        CHECK_OK(graph_vector_set(v, 2, graph_int64(9)));
        CHECK_OK(graph_vector_get(&x, w, 2));
        CHECK(x.value.f == 3);
        CHECK_OK(graph_vector_export_full(&view, v, GRAPH_BACKEND_CPU));
        CHECK(((const double *)view)[2] == 9);
        CHECK_OK(graph_vector_export_full(&view, v, GRAPH_BACKEND_CUDA)); /* not over the caller's array */
        CHECK(view != there);
        CHECK_OK(graph_vector_export_full(&view, w, GRAPH_BACKEND_CPU));
        CHECK(memcmp(view, csr_value, sizeof csr_value) == 0);
        graph_vector_release(&w);
        graph_vector_release(&v);
        CHECK(returned == (ownership == GRAPH_COPY ? 0 : 1));
        if (ownership == GRAPH_COPY)
            device_release(there);
        CHECK(block_count == 0);
    }
    double here[ENTRIES] = {0};
    const void *view = here;
    graph_vector *v = NULL;
    CHECK_STATUS(graph_vector_import_full_at(&v, GRAPH_FP64, ENTRIES, here, GRAPH_BORROW, NULL, NULL,
                                             GRAPH_BACKEND_CUDA),
                 GRAPH_E_INVALID_VALUE, "value is not memory of the device");
    CHECK_STATUS(graph_vector_import_full_at(&v, GRAPH_FP64, ENTRIES, here, GRAPH_MOVE, NULL, NULL,
                                             GRAPH_BACKEND_CUDA),
                 GRAPH_E_INVALID_VALUE, "release is NULL");
    CHECK_STATUS(graph_vector_import_full_at(&v, GRAPH_FP64, ENTRIES, here, GRAPH_BORROW, NULL, NULL,
                                             (graph_backend_kind)7),
                 GRAPH_E_INVALID_VALUE, "place is 7");
    CHECK(v == NULL);
    CHECK_STATUS(graph_vector_export_full(NULL, v, GRAPH_BACKEND_CPU), GRAPH_E_NULL, "value");
    CHECK_STATUS(graph_vector_export_full(&view, v, GRAPH_BACKEND_CPU), GRAPH_E_NULL, "v");
    CHECK(view == NULL);
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP64, 3));
    CHECK_STATUS(graph_vector_export_full(&view, v, GRAPH_BACKEND_CPU), GRAPH_E_INVALID_VALUE,
                 "0 entries of 3");
    graph_vector_release(&v);
}

/* Walks in an array of the caller's, whose rows have a gap: made there, and by the form in the algebra brought there. */
TEST(walks_are_made_in_the_array)
{
    enum { LENGTH = 5, STRIDE = LENGTH + 3 };
    const int64_t untouched[ROWS * STRIDE] = {0};
    const graph_index from[] = {0, 1, 2, 0}, to[] = {1, 2, 0, 2};
    graph_matrix *A = NULL;
    graph_dense expected = {.size = sizeof expected};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, ROWS, ROWS));
    REQUIRE_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 4, GRAPH_NO_OP));
    REQUIRE_OK(graph_random_walks(&expected, A, NULL, 0, LENGTH, NULL));
    for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_FUSED; form++)
        for (int stride = LENGTH + 1; stride <= STRIDE; stride += 2) {
            int32_t here[ROWS * STRIDE];
            graph_dense there = {.size = sizeof there,
                                 .type = GRAPH_INT32,
                                 .layout = GRAPH_ROW_MAJOR,
                                 .rows = ROWS,
                                 .columns = LENGTH + 1,
                                 .stride = (graph_index)stride,
                                 .value = integers_there(untouched, ROWS * STRIDE, 32)};
            REQUIRE_OK(graph_random_walks(
                &there, A, NULL, 0, LENGTH,
                &(const graph_walks_options){.size = sizeof(graph_walks_options), .form = (graph_form)form}));
            CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA || form == GRAPH_FORM_ALGEBRA);
            device_copy(here, there.value, sizeof here);
            for (int k = 0; k < ROWS * stride; k++)
                CHECK(here[k] ==
                      (k % stride > LENGTH
                           ? 0
                           : ((const int32_t *)expected.value)[k / stride * (LENGTH + 1) + k % stride]));
            device_release(there.value);
        }
    graph_free(expected.value);
    graph_matrix_release(&A);
    CHECK(block_count == 0);
}

/* The k-th allocation on host or device fails: then nothing stays behind, and the arrays are still the caller's. */
static graph_status failing_import(void)
{
    graph_status status = GRAPH_OK;
    for (int k = 0; k < 12 && status >= 0; k++) {
        graph_arrays arrays = arrays_there((graph_format)(GRAPH_CSR + k % 3), k & 1 ? 64 : 32,
                                           k & 2 ? 64 : 32, k < 6 ? GRAPH_BORROW : GRAPH_MOVE),
                     original = arrays, view = {.size = sizeof view};
        graph_matrix *A = NULL;
        returned = 0;
        status = graph_matrix_import(&A, &arrays);
        CHECK((A == NULL) == (status < 0));
        if (status < 0) {
            CHECK(returned == 0 && arrays.row == original.row && arrays.column == original.column);
            release_there(&original);
        } else
            status = graph_matrix_export_at(&view, A, GRAPH_CSR, GRAPH_BORROW, GRAPH_BACKEND_CUDA);
        graph_matrix_release(&A);
        CHECK(returned == 0 || returned == 3);
    }
    CHECK(block_count == 0);
    return status;
}

TEST(every_allocation_fails_once)
{
    test_every_allocation("import from a device", failing_import);
    for (int64_t k = 1, is_done = 0; !is_done; k++) {
        graph_arrays arrays = arrays_there(GRAPH_CSR, 32, 64, GRAPH_BORROW);
        graph_matrix *A = NULL;
        allocations = 0;
        failing = k;
        graph_status status = graph_matrix_import(&A, &arrays);
        is_done = allocations < k;
        failing = 0;
        CHECK_SAY(status == GRAPH_OK || (!is_done && status == GRAPH_E_DEVICE_MEMORY), "allocation %lld: %s",
                  (long long)k, graph_last_error());
        if (status < 0)
            release_there(&arrays);
        graph_matrix_release(&A);
        CHECK(block_count == 0);
    }
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(import_in_every_form),
                                        TEST_ROW(nothing_is_copied),
                                        TEST_ROW(other_widths_are_converted_there),
                                        TEST_ROW(products_run_where_the_arrays_are),
                                        TEST_ROW(what_is_wrong),
                                        TEST_ROW(empty_arrays),
                                        TEST_ROW(vectors),
                                        TEST_ROW(walks_are_made_in_the_array),
                                        TEST_ROW(every_allocation_fails_once)};
    return device_test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
