/* Matrices that share arrays, caches and threads, and what a failed allocation leaves of them. */
#include <pthread.h>

#include "base/memory.h"
#include "tests/support/graphs.h"
#include "tests/support/test.h"

TEST(dup_shares_until_a_write)
{
    graph_matrix *A = NULL, *C = NULL;
    graph_scalar x;
    REQUIRE_OK(ladder_matrix(&A, 10));
    graph_arrays of_A = {.size = sizeof of_A}, of_C = {.size = sizeof of_C};
    CHECK_OK(graph_matrix_export(&of_A, A, GRAPH_CSR, GRAPH_BORROW));
    int64_t blocks = graph__memory_blocks();
    REQUIRE_OK(graph_matrix_dup(&C, A));
    CHECK(graph__memory_blocks() == blocks + 1); /* the handle alone */
    CHECK_OK(graph_matrix_export(&of_C, C, GRAPH_CSR, GRAPH_BORROW));
    CHECK(of_A.value == of_C.value && of_A.row == of_C.row && of_A.column == of_C.column);
    CHECK_OK(graph_matrix_set(C, 3, 3, graph_int64(-1)));
    CHECK_OK(graph_matrix_get(&x, A, 3, 3));
    CHECK(x.value.i == 33);
    CHECK_OK(graph_matrix_get(&x, C, 3, 3));
    CHECK(x.value.i == -1);
    CHECK_OK(graph_matrix_export(&of_C, C, GRAPH_CSR, GRAPH_BORROW));
    CHECK(of_A.value != of_C.value);
    CHECK_OK(graph_matrix_set(A, 3, 3, graph_int64(4))); /* no longer shared: in place */
    graph_arrays after_write = {.size = sizeof after_write};
    CHECK_OK(graph_matrix_export(&after_write, A, GRAPH_CSR, GRAPH_BORROW));
    CHECK(after_write.value == of_A.value);
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_check(C));
    graph_matrix_release(&A);
    CHECK_OK(graph_matrix_check(C));
    graph_matrix_release(&C);
}

/* A write drops the caches, and a later read finds the new content through them. */
TEST(writes_drop_caches)
{
    graph_matrix *A = NULL;
    graph_arrays arrays = {.size = sizeof arrays};
    graph_properties properties = {.size = sizeof properties};
    REQUIRE_OK(ladder_matrix(&A, 5));
    CHECK_OK(graph_matrix_export(&arrays, A, GRAPH_CSC, GRAPH_BORROW));
    CHECK(((const int32_t *)arrays.value)[1] == 10); /* (1, 0) */
    CHECK_OK(graph_matrix_properties(&properties, A));
    CHECK(properties.has_symmetric_pattern && !properties.is_symmetric && properties.self_loops == 5);
    CHECK_OK(graph_matrix_set(A, 1, 0, graph_int64(77)));
    CHECK_OK(graph_matrix_remove(A, 2, 2));
    CHECK_OK(graph_matrix_export(&arrays, A, GRAPH_CSC, GRAPH_BORROW));
    CHECK(((const int32_t *)arrays.value)[1] == 77);
    CHECK_OK(graph_matrix_properties(&properties, A));
    CHECK(properties.self_loops == 4);
    CHECK_OK(graph_matrix_check(A));
    graph_matrix_release(&A);
}

struct reader {
    pthread_t thread;
    const graph_matrix *A;
    int64_t sum;
    graph_status status;
};

static void *read_all(void *argument)
{
    struct reader *reader = argument;
    graph_index column[400], n = 400;
    int64_t value[400];
    graph_properties properties = {.size = sizeof properties};
    graph_scalar x = graph_int64(0);
    graph_matrix *copy = NULL;
    graph_status status = graph_matrix_get(&x, reader->A, 50, 50);
    reader->sum = x.value.i;
    if (status == GRAPH_OK)
        status = graph_matrix_dup(&copy, reader->A);
    if (status == GRAPH_OK)
        status = graph_matrix_extract_tuples(NULL, column, value, GRAPH_INT64, &n, reader->A);
    for (graph_index k = 0; k < n && status == GRAPH_OK; k++)
        reader->sum += value[k] * (int64_t)(column[k] + 1);
    if (status == GRAPH_OK)
        status = graph_matrix_properties(&properties, reader->A);
    if (status == GRAPH_OK)
        status = graph_matrix_check(reader->A);
    if (status == GRAPH_OK)
        status = graph_matrix_check(copy);
    graph_matrix_release(&copy);
    reader->sum += (int64_t)(properties.self_loops + properties.max_degree);
    reader->status = status;
    return NULL;
}

/* Threads start the lazy work of one matrix together: waiting updates, or an import by columns. */
TEST(threads_read_an_unfinished_matrix)
{
    for (int round = 0; round < 60; round++) {
        struct reader readers[4];
        graph_matrix *A = NULL;
        REQUIRE_OK(ladder_matrix(&A, 100));
        if (round % 2 == 1) {
            graph_arrays arrays = {.size = sizeof arrays};
            REQUIRE_OK(graph_matrix_export(&arrays, A, GRAPH_CSC, GRAPH_MOVE));
            graph_matrix_release(&A);
            REQUIRE_OK(graph_matrix_import(&A, &arrays));
        }
        int64_t expected = 50 * 11 + 100 + 3;
        for (int i = 0; i < 100; i++)
            for (int j = i > 0 ? i - 1 : 0; j < 100 && j <= i + 1; j++)
                expected += (10 * i + j) * (j + 1);
        for (int t = 0; t < 4; t++) {
            readers[t] = (struct reader){.A = A};
            REQUIRE(pthread_create(&readers[t].thread, NULL, read_all, &readers[t]) == 0);
        }
        for (int t = 0; t < 4; t++) {
            pthread_join(readers[t].thread, NULL);
            CHECK(readers[t].status == GRAPH_OK && readers[t].sum == expected);
        }
        graph_matrix_release(&A);
    }
}

/* Many updates with reads between them stay fast: each read of one entry finds a waiting update without a merge. */
TEST(alternating_set_and_get)
{
    const graph_index dimension = 100000;
    graph_matrix *A = NULL;
    graph_scalar x;
    uint64_t seed = 5;
    graph_index n, sets = 0;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT64, dimension, dimension));
    for (int64_t k = 0; k < 200000; k++) {
        graph_index i = test_random(&seed) % dimension, j = test_random(&seed) % dimension;
        sets += graph_matrix_get(&x, A, i, j) == GRAPH_NO_VALUE;
        if (graph_matrix_set(A, i, j, graph_int64(k)) != GRAPH_OK ||
            graph_matrix_get(&x, A, i, j) != GRAPH_OK || x.value.i != k) {
            CHECK_SAY(false, "entry %lld reads %lld", (long long)k, (long long)x.value.i);
            break;
        }
    }
    CHECK_OK(graph_matrix_entries(&n, A));
    CHECK(n == sets);
    CHECK_OK(graph_matrix_check(A));
    graph_matrix_release(&A);
}

/* ---- Each allocation fails once; whatever fails leaves the matrix as it was. ---- */

static void still_holds(const graph_matrix *A, graph_status status, graph_index entries)
{
    graph_index n = 0;
    if (status >= 0)
        return;
    graph__memory_pause(true);
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_entries(&n, A));
    CHECK_SAY(n == entries, "%d entries after a failure, %d before", (int)n, (int)entries);
    graph__memory_pause(false);
}

static graph_status failing_build(void)
{
    graph_index row[] = {4, 0, 2, 4}, column[] = {1, 1, 0, 1};
    int32_t value[] = {1, 2, 3, 4};
    graph_matrix *A = NULL;
    graph_status status = graph_matrix_create(&A, GRAPH_FP64, 5, 5);
    CHECK((A == NULL) == (status < 0));
    if (status == GRAPH_OK) {
        status = graph_matrix_build(A, row, column, value, GRAPH_INT32, 4, GRAPH_PLUS);
        still_holds(A, status, 0);
    }
    graph_matrix_release(&A);
    return status;
}

/* Runs `operation` on an 8 x 8 matrix with 22 entries, one of them waiting. */
static graph_status on_a_ladder(graph_status (*operation)(graph_matrix *A))
{
    graph_matrix *A = NULL;
    graph_index n;
    graph_status status = ladder_matrix(&A, 8);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&n, A);
    if (status == GRAPH_OK)
        status = graph_matrix_remove(A, 7, 7);
    if (status == GRAPH_OK) {
        status = operation(A);
        still_holds(A, status, 21);
    }
    graph_matrix_release(&A);
    return status;
}

static graph_status set_new(graph_matrix *A) { return graph_matrix_set(A, 0, 7, graph_int64(1)); }

static graph_status merge(graph_matrix *A)
{
    graph_index n = 77;
    graph_status status = graph_matrix_entries(&n, A);
    CHECK(status == GRAPH_OK || n == 77);
    return status;
}

static graph_status shrink(graph_matrix *A) { return graph_matrix_resize(A, 5, 3); }

static graph_status grow(graph_matrix *A) { return graph_matrix_resize(A, 50, 30); }

static graph_status copy_and_write(graph_matrix *A)
{
    graph_matrix *C = NULL;
    graph_status status = graph_matrix_dup(&C, A);
    CHECK((C == NULL) == (status < 0));
    if (status == GRAPH_OK)
        status = graph_matrix_set(C, 2, 2, graph_int64(5));
    if (status == GRAPH_OK)
        status = graph_matrix_check(C);
    graph_matrix_release(&C);
    return status;
}

static graph_status extract(graph_matrix *A)
{
    graph_index row[30], column[30], n = 30;
    double value[30];
    return graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &n, A);
}

static graph_status ask_properties(graph_matrix *A)
{
    graph_properties properties = {.size = sizeof properties};
    return graph_matrix_properties(&properties, A);
}

static graph_status failing_set(void) { return on_a_ladder(set_new); }
static graph_status failing_merge(void) { return on_a_ladder(merge); }
static graph_status failing_shrink(void) { return on_a_ladder(shrink); }
static graph_status failing_grow(void) { return on_a_ladder(grow); }
static graph_status failing_dup(void) { return on_a_ladder(copy_and_write); }
static graph_status failing_extract(void) { return on_a_ladder(extract); }
static graph_status failing_properties(void) { return on_a_ladder(ask_properties); }

TEST(every_allocation_fails_once)
{
    test_every_allocation("build", failing_build);
    test_every_allocation("set", failing_set);
    test_every_allocation("merge", failing_merge);
    test_every_allocation("shrink", failing_shrink);
    test_every_allocation("grow", failing_grow);
    test_every_allocation("dup", failing_dup);
    test_every_allocation("extract", failing_extract);
    test_every_allocation("properties", failing_properties);
}

TEST_MAIN(TEST_ROW(dup_shares_until_a_write), TEST_ROW(writes_drop_caches),
          TEST_ROW(threads_read_an_unfinished_matrix), TEST_ROW(alternating_set_and_get),
          TEST_ROW(every_allocation_fails_once))
