/* Matrices of 2 * 10^9 rows and columns, and vectors of that length, in little memory: random calls stretched to such
 * dimensions against the oracle, every allocation failing, and what such calls do not reach. */
#include <sys/resource.h>
#include <unistd.h>

#include "core/matrix/hypersparse.h"
#include "tests/support/random_call.h"
#include "tests/support/test.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_LIMIT 0 /* their shadow memory is larger than any limit */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_LIMIT 0
#endif
#endif
#ifndef HAS_LIMIT
#define HAS_LIMIT 1
#endif

enum { DIMENSION = 2000000000 };

/* A byte for each of the largest dimension's indices does not fit.  A device's driver wants more addresses than that. */
static void limit_memory(void)
{
    struct rlimit limit = {.rlim_cur = 1u << 30, .rlim_max = RLIM_INFINITY};
    if (HAS_LIMIT && test_backend() == GRAPH_BACKEND_CPU)
        CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
}

static struct call stretched_call(uint64_t *seed)
{
    for (;;) {
        struct call call = call_of_seed((*seed)++, CALL_KIND_COUNT);
        call.share = 0;
        if (call.descriptor.threads > 3)
            call.descriptor.threads = 3;
        if (call_stretch(&call, DIMENSION))
            return call;
        call_release(&call);
    }
}

TEST(random_calls_on_huge_dimensions)
{
    uint64_t seed = 1;
    int failed = 0;
    for (int k = 0; k < 3000 / test_step(4) && failed < 3; k++) {
        struct call call = stretched_call(&seed);
        if (!CHECK_SAY(call_holds(&call, NULL), "seed %llu", (unsigned long long)(seed - 1))) {
            failed++;
            call = call_shrink(call);
            call_print(&call, stderr);
            call_holds(&call, stderr);
        }
        call_release(&call);
    }
}

/* What the search for a smaller failing call tries is refused where the oracle has no answer to it. */
TEST(a_call_that_shrinks_stays_one_with_an_answer)
{
    uint64_t seed = 1;
    int filled = 0;
    for (int k = 0; k < 3000; k++) {
        struct call call = stretched_call(&seed);
        bool fills = (call.kind == CALL_ASSIGN_SCALAR || call.kind == CALL_VECTOR_ASSIGN_SCALAR) &&
                     call.is_used[OPERAND_M] && call.list[0].index == NULL;
        if (fills) {
            filled++;
            CHECK(call_can_be_stretched(&call));
            call.is_used[OPERAND_M] = false;
            CHECK(!call_can_be_stretched(&call));
            call.is_used[OPERAND_M] = true;
        }
        call_release(&call);
    }
    CHECK(filled > 0);
}

TEST(failing_allocations)
{
    uint64_t seed = 1000000;
    for (int k = 0; k < 150; k++) {
        struct call call = stretched_call(&seed);
        if (!CHECK_SAY(call_survives(&call, NULL), "seed %llu", (unsigned long long)(seed - 1))) {
            call_print(&call, stderr);
            call_survives(&call, stderr);
        }
        call_release(&call);
    }
}

/* A million entries with the values 1, 2, ..., 8, at most `rows` different rows and columns. */
static graph_matrix *million(uint64_t seed, graph_index rows)
{
    enum { ENTRIES = 1000000 };
    graph_index *row = malloc(ENTRIES * sizeof *row), *column = malloc(ENTRIES * sizeof *column);
    double *value = malloc(ENTRIES * sizeof *value);
    graph_matrix *A = NULL;
    for (int k = 0; k < ENTRIES; k++) {
        row[k] = test_random(&seed) % rows * (DIMENSION / rows);
        column[k] = test_random(&seed) % rows * (DIMENSION / rows);
        value[k] = 1 + k % 8;
    }
    CHECK_OK(graph_matrix_create(&A, GRAPH_FP64, DIMENSION, DIMENSION));
    CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_FP64, ENTRIES, GRAPH_PLUS));
    free(row);
    free(column);
    free(value);
    return A;
}

static double sum_of(const graph_matrix *A)
{
    graph_scalar sum = graph_fp64(0);
    CHECK_OK(graph_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, A, NULL));
    return sum.value.f;
}

static graph_index entries_of(const graph_matrix *A)
{
    graph_index entries = 0;
    CHECK_OK(graph_matrix_entries(&entries, A));
    return entries;
}

static graph_matrix *matrix(graph_type type)
{
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_create(&A, type, DIMENSION, DIMENSION));
    return A;
}

/* (1' A)(A 1) = 1' A A 1, exactly: the values are small integers. */
TEST(a_million_entries)
{
    const graph_semiring *s = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    graph_matrix *A = million(7, 300000), *AA = NULL, *T = matrix(GRAPH_FP64), *D = matrix(GRAPH_FP64);
    graph_vector *column_sums = NULL, *row_sums = NULL, *both = NULL;
    graph_scalar sum = graph_fp64(0);
    uint64_t products = 0;
    REQUIRE_OK(graph_spgemm(&AA, s, A, A, TEST_DESCRIPTOR()));
    CHECK_OK(graph_matrix_check(AA));
    CHECK_OK(graph_vector_create(&column_sums, GRAPH_FP64, DIMENSION));
    CHECK_OK(graph_vector_create(&row_sums, GRAPH_FP64, DIMENSION));
    CHECK_OK(graph_vector_create(&both, GRAPH_FP64, DIMENSION));
    CHECK_OK(graph_reduce_rows(row_sums, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, TEST_DESCRIPTOR()));
    CHECK_OK(graph_reduce_rows(column_sums, NULL, GRAPH_NO_OP, GRAPH_PLUS, A,
                               TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
    CHECK_OK(graph_vector_ewise_mult(both, NULL, GRAPH_NO_OP, GRAPH_TIMES, column_sums, row_sums,
                                     TEST_DESCRIPTOR()));
    CHECK_OK(graph_vector_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, both, TEST_DESCRIPTOR()));
    CHECK(sum_of(AA) == sum.value.f && sum.value.f > 1e6);
    CHECK_OK(graph_mxv(both, column_sums, GRAPH_NO_OP, s, AA, row_sums,
                       TEST_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE)));
    CHECK_OK(graph_spgemm_products(&products, A, A, NULL));
    CHECK(products >= entries_of(AA));
    CHECK_OK(graph_transpose(T, NULL, GRAPH_NO_OP, A, TEST_DESCRIPTOR()));
    CHECK_OK(graph_matrix_check(T));
    CHECK_OK(graph_ewise_add(D, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, T, TEST_DESCRIPTOR()));
    CHECK(sum_of(D) == 2 * sum_of(A));
    graph_properties properties = {.size = sizeof properties};
    CHECK_OK(graph_matrix_properties(&properties, D));
    CHECK(properties.is_symmetric);
    CHECK_OK(graph_mxm(D, A, GRAPH_NO_OP, s, A, T, TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)));
    CHECK_OK(graph_matrix_check(D));
    graph_matrix_release(&A);
    graph_matrix_release(&AA);
    graph_matrix_release(&T);
    graph_matrix_release(&D);
    graph_vector_release(&column_sums);
    graph_vector_release(&row_sums);
    graph_vector_release(&both);
}

/* Positions are the true ones, also of a transposed matrix and of what a mask leaves. */
TEST(positions)
{
    static const graph_index row[] = {0, 3, 1000000007, 1999999999}, column[] = {1999999999, 3, 5, 0};
    graph_matrix *A = matrix(GRAPH_INT32), *P = matrix(GRAPH_INT64), *S = matrix(GRAPH_INT32);
    graph_vector *u = NULL, *p = NULL;
    graph_scalar x;
    CHECK_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, 4, GRAPH_NO_OP));
    CHECK_OK(
        graph_apply_index(P, NULL, GRAPH_NO_OP, GRAPH_DIAGONAL_INDEX, A, graph_int64(1), TEST_DESCRIPTOR()));
    CHECK(graph_matrix_get(&x, P, 0, 1999999999) == GRAPH_OK && x.value.i == 2000000000);
    CHECK(graph_matrix_get(&x, P, 1999999999, 0) == GRAPH_OK && x.value.i == -1999999998);
    CHECK_OK(graph_apply_index(P, NULL, GRAPH_PLUS, GRAPH_ROW_INDEX, A, graph_int64(0),
                               TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
    CHECK(graph_matrix_get(&x, P, 5, 1000000007) == GRAPH_OK && x.value.i == 5 && entries_of(P) == 5);
    CHECK_OK(graph_select(S, NULL, GRAPH_NO_OP, GRAPH_TRIU, A, graph_int64(1), TEST_DESCRIPTOR()));
    CHECK(entries_of(S) == 1 && graph_matrix_get(&x, S, 0, 1999999999) == GRAPH_OK);
    CHECK_OK(graph_select(S, NULL, GRAPH_NO_OP, GRAPH_ROW_GT, A, graph_int64(3), TEST_DESCRIPTOR()));
    CHECK(entries_of(S) == 2);
    CHECK_OK(graph_select(S, A, GRAPH_NO_OP, GRAPH_DIAGONAL, A, graph_int64(0),
                          TEST_DESCRIPTOR(.flags = GRAPH_REPLACE | GRAPH_TRANSPOSE_A)));
    CHECK(entries_of(S) == 1 && graph_matrix_get(&x, S, 3, 3) == GRAPH_OK);
    CHECK_OK(graph_vector_create(&u, GRAPH_INT32, DIMENSION));
    CHECK_OK(graph_vector_create(&p, GRAPH_INT64, DIMENSION));
    CHECK_OK(graph_vector_build(u, row, NULL, GRAPH_PATTERN, 4, GRAPH_NO_OP));
    CHECK_OK(
        graph_vector_apply_index(p, u, GRAPH_NO_OP, GRAPH_ROW_INDEX, u, graph_int64(7), TEST_DESCRIPTOR()));
    CHECK(graph_vector_get(&x, p, 1000000007) == GRAPH_OK && x.value.i == 1000000014);
    CHECK_OK(graph_vector_select(p, u, GRAPH_NO_OP, GRAPH_ROW_LE, p, graph_int64(3),
                                 TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)));
    CHECK(graph_vector_get(&x, p, 3) == GRAPH_OK && graph_vector_get(&x, p, 1999999999) == GRAPH_NO_VALUE);
    graph_matrix_release(&A);
    graph_matrix_release(&P);
    graph_matrix_release(&S);
    graph_vector_release(&u);
    graph_vector_release(&p);
}

/* Entries come and go, dimensions change, copies part: the matrix stays small, and becomes an ordinary one when it is
 * cut down to its entries. */
TEST(a_life)
{
    graph_matrix *A = matrix(GRAPH_INT64), *copy = NULL;
    graph_arrays arrays = {.size = sizeof arrays};
    graph_properties properties = {.size = sizeof properties};
    graph_scalar x;
    uint64_t seed = 5;
    for (graph_index k = 0; k < 1000; k++)
        CHECK_OK(graph_matrix_set(A, k * 1999999, test_random(&seed) % DIMENSION, graph_int64((int64_t)k)));
    CHECK(entries_of(A) == 1000);
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_dup(&copy, A));
    CHECK_OK(graph_matrix_set(A, 77, 77, graph_int64(77)));
    CHECK(graph_matrix_get(&x, A, 77, 77) == GRAPH_OK &&
          graph_matrix_get(&x, copy, 77, 77) == GRAPH_NO_VALUE);
    CHECK_OK(graph_matrix_set(A, 77, 77, graph_int64(78)));
    CHECK(entries_of(A) == 1001 && entries_of(copy) == 1000);
    CHECK_OK(graph_matrix_set(A, 77, 77, graph_int64(79)));
    CHECK(graph_matrix_get(&x, A, 77, 77) == GRAPH_OK && x.value.i == 79);
    CHECK_OK(graph_matrix_properties(&properties, A));
    CHECK(properties.self_loops == 1 && properties.max_degree == 1 && !properties.has_symmetric_pattern);
    CHECK_OK(graph_matrix_remove(A, 77, 77));
    CHECK_OK(graph_matrix_remove(A, 78, 77));
    CHECK(same_matrix(copy, A, 0, stderr));
    CHECK_OK(graph_matrix_export(&arrays, copy, GRAPH_COO, GRAPH_COPY));
    CHECK(arrays.entries == 1000 && ((int32_t *)arrays.row)[999] == 999 * 1999999);
    graph_free(arrays.row);
    graph_free(arrays.column);
    graph_free(arrays.value);
    CHECK_OK(graph_matrix_export(&arrays, copy, GRAPH_COO, GRAPH_MOVE));
    CHECK(arrays.entries == 1000 && entries_of(copy) == 0);
    arrays.release(arrays.row, arrays.context);
    arrays.release(arrays.column, arrays.context);
    arrays.release(arrays.value, arrays.context);
    CHECK_OK(graph_matrix_resize(A, 1000000, 2100000000));
    CHECK(entries_of(A) == 1 && graph_matrix_check(A) == GRAPH_OK);
    CHECK_OK(graph_matrix_resize(A, 10, 2100000000));
    CHECK(entries_of(A) == 1 && graph_matrix_check(A) == GRAPH_OK);
    CHECK_OK(graph_matrix_resize(A, 10, 10));
    CHECK(entries_of(A) == 0 && A->core == NULL);
    CHECK_OK(graph_matrix_set(A, 9, 9, graph_int64(1)));
    CHECK_OK(graph_matrix_resize(A, DIMENSION, DIMENSION));
    CHECK_OK(graph_matrix_set(A, 999, 9, graph_int64(1)));
    FILE *printed = tmpfile();
    char line[80] = "";
    CHECK_OK(graph_matrix_print(A, printed, 9));
    rewind(printed);
    CHECK(fgets(line, sizeof line, printed) != NULL && fgets(line, sizeof line, printed) != NULL);
    CHECK(strcmp(line, "(9, 9) 1\n") == 0);
    fclose(printed);
    CHECK(entries_of(A) == 2 && A->core != NULL && A->row_start == NULL);
    graph_matrix_release(&A);
    graph_matrix_release(&copy);
}

/* Text formats that list entries hold huge dimensions; the reader takes them when it is told to. */
TEST(files)
{
    static const char *const names[] = {"huge.mtx", "huge.txt", "huge.gr"};
    const graph_read_options options = {.size = sizeof options, .rows = DIMENSION, .columns = DIMENSION};
    graph_matrix *A = matrix(GRAPH_PATTERN), *read = NULL;
    CHECK_OK(graph_matrix_set(A, 0, 1999999999, graph_bool(true)));
    CHECK_OK(graph_matrix_set(A, 1999999999, 7, graph_bool(true)));
    for (int k = 0; k < 3; k++) {
        graph_read_report report = {.size = sizeof report};
        graph_read_options o = options;
        char path[64];
        snprintf(path, sizeof path, "/tmp/semigraph-%d-%s", (int)getpid(), names[k]);
        o.report = &report;
        o.weights = GRAPH_WEIGHTS_DROP;
        CHECK_OK(graph_write(A, path, NULL));
        CHECK_OK(graph_read(&read, path, &o));
        CHECK(read != NULL && same_matrix(A, read, 0, stderr) && report.entries == 2);
        graph_matrix_release(&read);
        remove(path);
    }
    graph_matrix_release(&A);
}

/* Small factors, a huge product. */
TEST(a_huge_kronecker_product)
{
    graph_matrix *A = NULL, *B = NULL, *C = NULL;
    graph_scalar x;
    CHECK_OK(graph_matrix_create(&A, GRAPH_FP64, 40000, 30000));
    CHECK_OK(graph_matrix_create(&B, GRAPH_FP64, 50000, 60000));
    CHECK_OK(graph_matrix_create(&C, GRAPH_FP64, DIMENSION, 1800000000));
    CHECK_OK(graph_matrix_set(A, 39999, 29999, graph_fp64(3)));
    CHECK_OK(graph_matrix_set(A, 7, 8, graph_fp64(2)));
    CHECK_OK(graph_matrix_set(B, 49999, 59999, graph_fp64(5)));
    CHECK_OK(graph_kronecker(C, NULL, GRAPH_NO_OP, GRAPH_TIMES, A, B, TEST_DESCRIPTOR()));
    CHECK(entries_of(C) == 2 && graph_matrix_check(C) == GRAPH_OK);
    CHECK(graph_matrix_get(&x, C, 1999999999, 1799999999) == GRAPH_OK && x.value.f == 15);
    CHECK(graph_matrix_get(&x, C, 7 * 50000 + 49999, 8 * 60000 + 59999) == GRAPH_OK && x.value.f == 10);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
}

/* A result with three rows and very many columns has a transpose in proportion to its entries. */
TEST(three_rows_and_very_many_columns)
{
    const graph_index row[] = {0, 1, 2}, column[] = {0, DIMENSION / 2, DIMENSION - 1};
    const double value[] = {1, 2, 3};
    graph_matrix *A = NULL, *B = NULL, *C = NULL;
    graph_scalar x;
    limit_memory();
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, DIMENSION));
    REQUIRE_OK(graph_matrix_build(A, row, column, value, GRAPH_FP64, 3, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 3, DIMENSION));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, DIMENSION, 3));
    for (int round = 0; round < 2; round++) {
        CHECK_OK(graph_apply(B, NULL, GRAPH_NO_OP, GRAPH_AINV, round == 0 ? A : B, TEST_DESCRIPTOR()));
        CHECK_OK(graph_transpose(C, NULL, GRAPH_NO_OP, B, TEST_DESCRIPTOR()));
        CHECK(sum_of(C) == (round == 0 ? -6 : 6));
        CHECK_OK(graph_matrix_get(&x, C, DIMENSION / 2, 1));
        CHECK(x.value.f == (round == 0 ? -2 : 2));
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
}

/* A transpose is cached when the matrix is written in place: what is asked next sees the new value. */
TEST(a_write_in_place_drops_a_cached_transpose)
{
    enum { N = 100000, ENTRIES = 50 };
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp64");
    graph_index row[ENTRIES], column[ENTRIES];
    double value[ENTRIES], product[2];
    graph_scalar x;
    graph_matrix *A = NULL, *C = NULL;
    graph_vector *u = NULL, *w = NULL;
    for (graph_index k = 0; k < ENTRIES; k++) {
        row[k] = k * 1900;
        column[k] = k * 37 % ENTRIES * 1900;
        value[k] = 1;
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, N, N));
    REQUIRE_OK(graph_matrix_build(A, row, column, value, GRAPH_FP64, ENTRIES, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, N, N));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, N));
    REQUIRE_OK(graph_vector_fill(u, graph_fp64(1)));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, N));
    for (int round = 0; round < 2; round++) {
        CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, u, TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
        CHECK_OK(graph_vector_reduce(&x, GRAPH_FP64, GRAPH_PLUS, w, NULL));
        CHECK(x.value.f == (round == 0 ? ENTRIES : ENTRIES + 999));
        CHECK_OK(graph_transpose(C, NULL, GRAPH_NO_OP, A, NULL));
        CHECK(sum_of(C) == (round == 0 ? ENTRIES : ENTRIES + 999));
        CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, A, TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
        product[round] = sum_of(C);
        if (round == 0)
            CHECK_OK(graph_matrix_set(A, row[3], column[3], graph_fp64(1000)));
    }
    CHECK(product[0] != product[1]);
    graph_vector_release(&u);
    graph_vector_release(&w);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {
        TEST_ROW(random_calls_on_huge_dimensions),
        TEST_ROW(a_call_that_shrinks_stays_one_with_an_answer),
        TEST_ROW(failing_allocations),
        TEST_ROW(a_million_entries),
        TEST_ROW(positions),
        TEST_ROW(a_life),
        TEST_ROW(three_rows_and_very_many_columns),
        TEST_ROW(a_write_in_place_drops_a_cached_transpose),
        TEST_ROW(files),
        TEST_ROW(a_huge_kronecker_product),
    };
    limit_memory();
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
