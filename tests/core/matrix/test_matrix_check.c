/* Properties, printing, and the deep check, which must see damage. */
#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/matrix.h"
#include "core/matrix/updates.h"
#include "tests/support/test.h"

static graph_matrix *made(graph_type type, graph_index dimension, const int (*entries)[3], int n)
{
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_create(&A, type, dimension, dimension));
    for (int k = 0; k < n; k++)
        CHECK_OK(graph_matrix_set(A, (graph_index)entries[k][0], (graph_index)entries[k][1],
                                  graph_int64(entries[k][2])));
    return A;
}

TEST(properties_of_small_matrices)
{
    static const struct {
        const char *name;
        int n;
        int entries[6][3];
        graph_index self_loops, max_degree;
        bool has_symmetric_pattern, is_symmetric;
    } table[] = {
        {"empty", 0, {{0}}, 0, 0, true, true},
        {"a loop", 1, {{2, 2, 5}}, 1, 1, true, true},
        {"one way", 1, {{0, 2, 5}}, 0, 1, false, false},
        {"the other way", 1, {{2, 0, 5}}, 0, 1, false, false},
        {"both ways", 2, {{0, 2, 5}, {2, 0, 5}}, 0, 1, true, true},
        {"values differ", 2, {{0, 2, 5}, {2, 0, 6}}, 0, 1, true, false},
        {"a cycle", 3, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}}, 0, 1, false, false},
        {"a path and loops",
         6,
         {{0, 0, 1}, {0, 1, 2}, {1, 0, 2}, {1, 2, 3}, {2, 1, 3}, {3, 3, 9}},
         2,
         2,
         true,
         true},
        {"lower entry alone", 3, {{0, 1, 2}, {1, 0, 2}, {3, 1, 3}}, 0, 1, false, false},
        {"upper entry alone", 3, {{0, 1, 2}, {1, 0, 2}, {1, 3, 3}}, 0, 2, false, false},
        {"late value", 4, {{0, 1, 2}, {1, 0, 2}, {2, 3, 3}, {3, 2, 4}}, 0, 1, true, false},
        {"star", 6, {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {1, 0, 1}, {2, 0, 1}, {3, 0, 1}}, 0, 3, true, true},
    };
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
        for (int pass = 0; pass < 3; pass++) {
            static const graph_type types[] = {GRAPH_FP32, GRAPH_INT16, GRAPH_PATTERN};
            graph_matrix *A = made(types[pass], 4, table[k].entries, table[k].n);
            graph_properties p = {.size = sizeof p};
            CHECK_OK(graph_matrix_properties(&p, A));
            CHECK_SAY(p.self_loops == table[k].self_loops && p.max_degree == table[k].max_degree &&
                          p.has_symmetric_pattern == table[k].has_symmetric_pattern &&
                          p.is_symmetric ==
                              (pass == 2 ? table[k].has_symmetric_pattern : table[k].is_symmetric),
                      "%s: loops %d, degree %d, pattern %d, values %d", table[k].name, (int)p.self_loops,
                      (int)p.max_degree, p.has_symmetric_pattern, p.is_symmetric);
            CHECK_OK(graph_matrix_check(A));
            graph_matrix_release(&A);
        }
}

TEST(properties_of_odd_values)
{
    static const int both[][3] = {{0, 1, 1}, {1, 0, 1}};
    graph_properties p = {.size = sizeof p};
    graph_matrix *A = made(GRAPH_FP64, 2, both, 2), *B = NULL;
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(NAN)));
    CHECK_OK(graph_matrix_properties(&p, A));
    CHECK(p.has_symmetric_pattern && !p.is_symmetric);
    CHECK_OK(graph_matrix_set(A, 1, 0, graph_fp64(-NAN)));
    CHECK_OK(graph_matrix_properties(&p, A));
    CHECK(p.is_symmetric);
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(0.0)));
    CHECK_OK(graph_matrix_set(A, 1, 0, graph_fp64(-0.0)));
    CHECK_OK(graph_matrix_properties(&p, A));
    CHECK(p.is_symmetric);
    CHECK_STATUS(graph_matrix_properties(NULL, A), GRAPH_E_NULL, "properties");
    CHECK_STATUS(graph_matrix_properties(&p, NULL), GRAPH_E_NULL, "A");
    p.size = 3;
    CHECK_STATUS(graph_matrix_properties(&p, A), GRAPH_E_INVALID_VALUE, "properties.size is 3");
    graph_matrix_release(&A);
    p.size = sizeof p;
    CHECK_OK(graph_matrix_create(&B, GRAPH_FP64, 3, 2));
    CHECK_OK(graph_matrix_set(B, 0, 0, graph_fp64(1)));
    CHECK_OK(graph_matrix_set(B, 2, 1, graph_fp64(1)));
    CHECK_OK(graph_matrix_properties(&p, B));
    CHECK(!p.is_symmetric && !p.has_symmetric_pattern && p.self_loops == 1 && p.max_degree == 1);
    graph_matrix_release(&B);
}

/* Random symmetric matrices, whole and with one entry taken out or changed. */
TEST(symmetry_of_random_matrices)
{
    for (uint64_t round = 0; round < 200; round++) {
        uint64_t seed = round;
        graph_index dimension = 2 + test_random(&seed) % 30, spoiled_i = 0, spoiled_j = 0;
        graph_properties p = {.size = sizeof p};
        graph_matrix *A = NULL;
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, dimension, dimension));
        for (int k = 0; k < 60; k++) {
            graph_index i = test_random(&seed) % dimension, j = test_random(&seed) % dimension;
            CHECK_OK(graph_matrix_set(A, i, j, graph_int64(k)));
            CHECK_OK(graph_matrix_set(A, j, i, graph_int64(k)));
            if (i != j) {
                spoiled_i = i;
                spoiled_j = j;
            }
        }
        CHECK_OK(graph_matrix_properties(&p, A));
        CHECK(p.is_symmetric && p.has_symmetric_pattern);
        if (spoiled_i != spoiled_j) {
            CHECK_OK(graph_matrix_set(A, spoiled_i, spoiled_j, graph_int64(-1)));
            CHECK_OK(graph_matrix_properties(&p, A));
            CHECK(!p.is_symmetric && p.has_symmetric_pattern);
            CHECK_OK(graph_matrix_remove(A, spoiled_i, spoiled_j));
            CHECK_OK(graph_matrix_properties(&p, A));
            CHECK(!p.is_symmetric && !p.has_symmetric_pattern);
        }
        CHECK_OK(graph_matrix_check(A));
        graph_matrix_release(&A);
    }
}

static void check_printed(const graph_matrix *A, graph_index most, const char *expected, int line)
{
    char text[512] = "";
    FILE *stream = tmpfile();
    if (!test_claim(stream != NULL, __FILE__, line, "no temporary file"))
        return;
    test_status(graph_matrix_print(A, stream, most), GRAPH_OK, "", "print", __FILE__, line);
    rewind(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    test_claim(strcmp(text, expected) == 0, __FILE__, line, "printed\n%sexpected\n%s", text, expected);
}

TEST(print)
{
    static const int entries[][3] = {{0, 2, 5}, {1, 0, -7}, {2, 2, 0}};
    graph_matrix *A = made(GRAPH_INT8, 3, entries, 3), *P = made(GRAPH_PATTERN, 3, entries, 1);
    graph_matrix *B = made(GRAPH_BOOL, 3, entries, 3), *F = made(GRAPH_FP64, 3, entries, 1);
    CHECK_STATUS(graph_matrix_print(NULL, stderr, 1), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_matrix_print(A, NULL, 1), GRAPH_E_NULL, "stream");
    check_printed(A, 10, "matrix 3 x 3, int8, 3 entries\n(0, 2) 5\n(1, 0) -7\n(2, 2) 0\n", __LINE__);
    check_printed(A, 1, "matrix 3 x 3, int8, 3 entries\n(0, 2) 5\n", __LINE__);
    check_printed(A, 0, "matrix 3 x 3, int8, 3 entries\n", __LINE__);
    check_printed(P, 10, "matrix 3 x 3, pattern, 1 entries\n(0, 2)\n", __LINE__);
    check_printed(B, UINT64_MAX, "matrix 3 x 3, bool, 3 entries\n(0, 2) true\n(1, 0) true\n(2, 2) false\n",
                  __LINE__);
    CHECK_OK(graph_matrix_set(F, 0, 2, graph_fp64(0.1)));
    check_printed(F, 10, "matrix 3 x 3, fp64, 1 entries\n(0, 2) 0.10000000000000001\n", __LINE__);
    graph_matrix *U = made(GRAPH_UINT64, 3, entries, 1);
    CHECK_OK(graph_matrix_set(U, 0, 2, graph_uint64(UINT64_MAX)));
    check_printed(U, 10, "matrix 3 x 3, uint64, 1 entries\n(0, 2) 18446744073709551615\n", __LINE__);
    graph_matrix_release(&U);
    FILE *full = fopen("/dev/full", "w");
    if (full != NULL) {
        setvbuf(full, NULL, _IONBF, 0);
        CHECK_STATUS(graph_matrix_print(A, full, 3), GRAPH_E_IO, "writing");
        fclose(full);
    }
    FILE *closed = fopen("/dev/null", "r");
    if (closed != NULL) {
        CHECK_STATUS(graph_matrix_print(A, closed, 1), GRAPH_E_IO, "writing");
        fclose(closed);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&P);
    graph_matrix_release(&F);
}

/* Damaged arrays come in through an import that trusts them; both as rows and as the transpose that is waiting. */
TEST(check_sees_damaged_arrays)
{
    static const struct {
        int array, place, number;
        const char *piece;
    } table[] = {
        {0, 0, 1, "row_start[0] is 1"},
        {0, 1, -1, "row_start[1] is -1"},
        {0, 2, 1, "row_start[2] is 1, below"},
        {0, 1, 9, "row_start[2] is 2, below"},
        {0, 3, 4, "row_start ends at 4, but there are 5 entries"},
        {0, 3, 6, "row_start ends at 6, but there are 5 entries"},
        {1, 0, -1, "column[0] is -1; expected 0 .. 2"},
        {1, 4, 3, "column[4] is 3; expected 0 .. 2"},
        {1, 1, 0, "column[1] is 0, not above the one before it in row 0"},
        {1, 3, 0, "column[3] is 0, not above the one before it in row 2"},
        {2, 3, 7, "value[3] is a bool of 7"},
    };
    for (int format = GRAPH_CSR; format <= GRAPH_CSC; format++)
        for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
            int64_t starts[] = {0, 2, 2, 5};
            int32_t indices[] = {0, 2, 0, 1, 2};
            uint8_t value[] = {1, 0, 1, 1, 0};
            graph_matrix *A = NULL, *C = NULL;
            graph_arrays arrays = {.size = sizeof arrays,
                                   .format = (graph_format)format,
                                   .type = GRAPH_BOOL,
                                   .rows = 3,
                                   .columns = 3,
                                   .entries = 5,
                                   .row = format == GRAPH_CSR ? (void *)starts : indices,
                                   .column = format == GRAPH_CSR ? (void *)indices : starts,
                                   .value = value,
                                   .start_bits = 64,
                                   .index_bits = 32,
                                   .ownership = GRAPH_BORROW,
                                   .is_trusted = true};
            REQUIRE_OK(graph_matrix_import(&A, &arrays));
            CHECK_OK(graph_matrix_check(A));
            CHECK_OK(graph_matrix_dup(&C, A));
            if (table[k].array == 0)
                starts[table[k].place] = table[k].number;
            else if (table[k].array == 1)
                indices[table[k].place] = table[k].number;
            else
                value[table[k].place] = (uint8_t)table[k].number;
            CHECK_STATUS(graph_matrix_check(A), GRAPH_E_INVALID_OBJECT, table[k].piece);
            CHECK_STATUS(graph_matrix_check(C), GRAPH_E_INVALID_OBJECT, table[k].piece);
            graph_matrix_release(&A);
            graph_matrix_release(&C);
        }
}

/* The symmetric path 0 - 1 - 2 with every cache filled. */
static graph_matrix *cached(void)
{
    static const int path[][3] = {{0, 1, 4}, {1, 0, 4}, {1, 2, 6}, {2, 1, 6}};
    graph_matrix *A = made(GRAPH_INT64, 3, path, 4);
    graph_arrays view = {.size = sizeof view};
    graph_properties p = {.size = sizeof p};
    CHECK_OK(graph_matrix_export(&view, A, GRAPH_CSC, GRAPH_BORROW));
    CHECK_OK(graph_matrix_properties(&p, A));
    CHECK_OK(graph_matrix_check(A));
    return A;
}

static void cached_loops(graph_matrix *A) { A->properties.self_loops++; }
static void cached_degree(graph_matrix *A) { A->properties.max_degree = 1; }
static void cached_pattern(graph_matrix *A) { A->properties.has_symmetric_pattern = false; }
static void cached_symmetry(graph_matrix *A) { A->properties.is_symmetric = false; }
static void transposed_columns(graph_matrix *A) { A->transpose->columns = 4; }
static void transposed_entries(graph_matrix *A) { A->transpose->entries = 3; }
static void transposed_type(graph_matrix *A) { A->transpose->type = GRAPH_FP64; }
static void rows_below_zero(graph_matrix *A) { A->rows = -1; }
static void no_type(graph_matrix *A) { A->type = (graph_type)42; }
static void larger_type(graph_matrix *A) { graph_matrix_release(&A->transpose), A->entries = 5; }
static void finished_without_arrays(graph_matrix *A)
{
    graph_matrix_clear(A);
    atomic_store(&A->is_finished, true);
}
static void entries_without_arrays(graph_matrix *A)
{
    graph_matrix_clear(A);
    A->entries = 2;
}
static void transposed_value(graph_matrix *A)
{
    void *value;
    CHECK_OK(graph__buffer_write(&value, A->transpose->value));
    ((int64_t *)value)[2] = 5;
}
static void transposed_column(graph_matrix *A)
{
    void *column;
    CHECK_OK(graph__buffer_write(&column, A->transpose->column));
    ((int32_t *)column)[0] = 2;
}
static void update_outside(graph_matrix *A)
{
    CHECK_OK(graph_matrix_set(A, 0, 0, graph_int64(1)));
    for (int64_t k = 0; k < A->update_room; k++)
        A->updates[k].row += A->updates[k].is_used ? 3 : 0;
}
static void update_uncounted(graph_matrix *A)
{
    CHECK_OK(graph_matrix_set(A, 0, 0, graph_int64(1)));
    A->update_count++;
}
static void update_finished(graph_matrix *A)
{
    CHECK_OK(graph_matrix_set(A, 0, 0, graph_int64(1)));
    A->has_properties = true;
}

TEST(check_sees_damaged_handles)
{
    static const struct {
        void (*damage)(graph_matrix *A);
        const char *piece;
    } table[] = {
        {cached_loops, "cached properties"},
        {cached_degree, "cached properties"},
        {cached_pattern, "cached properties"},
        {cached_symmetry, "cached properties"},
        {transposed_columns, "of another matrix"},
        {transposed_entries, "of another matrix"},
        {transposed_type, "of another matrix"},
        {transposed_value, "the cached transpose differs at (2, 1)"},
        {transposed_column, "the cached transpose differs at (1, 0)"},
        {rows_below_zero, "-1 x 3"},
        {no_type, "type is 42"},
        {larger_type, "smaller than its 5 elements"},
        {finished_without_arrays, "finished, but has no arrays"},
        {entries_without_arrays, "2 entries, but no arrays"},
        {update_outside, "a waiting update is at (3, 0)"},
        {update_uncounted, "1 updates wait; 2 were counted"},
        {update_finished, "caches are still there"},
    };
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        graph_matrix *A = cached();
        table[k].damage(A);
        if (!CHECK_STATUS(graph_matrix_check(A), GRAPH_E_INVALID_OBJECT, table[k].piece))
            fprintf(stderr, "    in row %d\n", (int)k);
        graph_matrix_release(&A);
    }
}

/* Entries (5, 7), (900000, 3) and (900000, 7) of a million rows: the lists are 5, 900000 and 3, 7. */
static graph_matrix *hypersparse(void)
{
    static const int entries[][3] = {{5, 7, 1}, {900000, 3, 2}, {900000, 7, 3}};
    graph_matrix *A = made(GRAPH_INT64, 1000000, entries, 3);
    CHECK_OK(graph__matrix_compact(A));
    CHECK(A->core != NULL);
    CHECK_OK(graph_matrix_check(A));
    return A;
}

static int32_t *list_of(graph_buffer *buffer)
{
    void *list = NULL;
    CHECK_OK(graph__buffer_write(&list, buffer));
    return list;
}

static void no_lists(graph_matrix *A)
{
    graph__buffer_release(&A->row_list), graph__buffer_release(&A->column_list);
}
static void one_list(graph_matrix *A) { graph__buffer_release(&A->column_list); }
static void core_type(graph_matrix *A) { A->core->type = GRAPH_FP64; }
static void core_entries(graph_matrix *A) { A->entries = 2; }
static void list_turned(graph_matrix *A) { list_of(A->row_list)[0] = 900001; }
static void list_outside(graph_matrix *A) { list_of(A->column_list)[1] = 1000000; }
static void list_below_zero(graph_matrix *A) { list_of(A->row_list)[0] = -1; }
static void row_unused(graph_matrix *A)
{
    void *row_start;
    CHECK_OK(graph__buffer_write(&row_start, A->core->row_start));
    ((int64_t *)row_start)[1] = 0;
    ((int32_t *)list_of(A->core->column))[0] = 0;
    ((int32_t *)list_of(A->core->column))[1] = 1;
    ((int64_t *)row_start)[2] = A->core->entries = A->entries = 2;
}

TEST(check_sees_damaged_lists)
{
    static const struct {
        void (*damage)(graph_matrix *A);
        const char *piece;
    } table[] = {
        {no_lists, "the core is of another matrix"},     {one_list, "and no list"},
        {core_type, "the core is of another matrix"},    {core_entries, "the core is of another matrix"},
        {list_turned, "number 1 of the list is 900000"}, {list_outside, "number 1 of the list is 1000000"},
        {list_below_zero, "number 0 of the list is -1"}, {row_unused, "5 is in the list, but has no entry"},
    };
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        graph_matrix *A = hypersparse();
        table[k].damage(A);
        if (!CHECK_STATUS(graph_matrix_check(A), GRAPH_E_INVALID_OBJECT, table[k].piece))
            fprintf(stderr, "    in row %d\n", (int)k);
        graph_matrix_release(&A);
    }
}

static graph_status failing_check(void)
{
    static const graph_index row[] = {0, 1, 2}, column[] = {1, 0, 2};
    graph_matrix *A = NULL;
    graph_arrays view = {.size = sizeof view};
    graph_properties p = {.size = sizeof p};
    graph_status status = graph_matrix_create(&A, GRAPH_FP32, 3, 3);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, 3, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_matrix_export(&view, A, GRAPH_CSC, GRAPH_BORROW);
    if (status == GRAPH_OK)
        status = graph_matrix_properties(&p, A);
    if (status == GRAPH_OK)
        status = graph_matrix_check(A);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation_fails_once) { test_every_allocation("check", failing_check); }

TEST_MAIN(TEST_ROW(properties_of_small_matrices), TEST_ROW(properties_of_odd_values),
          TEST_ROW(symmetry_of_random_matrices), TEST_ROW(print), TEST_ROW(check_sees_damaged_arrays),
          TEST_ROW(check_sees_damaged_handles), TEST_ROW(check_sees_damaged_lists),
          TEST_ROW(every_allocation_fails_once))
