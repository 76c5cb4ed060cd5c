/* Repeated products of one matrix: what the CUDA back end caches of its columns changes no answer.  What is
 * too small to be worth it otherwise is made to go that way. */
#include <stdlib.h>
#include <string.h>

#include "cuda/runtime/array_cache.h"
#include "cuda/runtime/call.h"
#include "semigraph.h"
#include "tests/support/test.h"

enum {
    ROWS = 6000,
    COLUMNS = 60001,
    LONG_ROW = 1700,
    UNCUT = 256,     /* entries of the longest row of an even matrix */
    LONGEST = 20000, /* of one with a hub: several tiles have it */
    MOST = ROWS * 8 + LONGEST
};

static const struct cuda_slices_limits always = {.least_entries = 1, .calls = 2};

/* Row i has i % 15 entries, one has many.  That of a hub has very many. */
static graph_status random_matrix(graph_matrix **A, graph_type type, bool has_hub, uint64_t *seed)
{
    graph_index *row = malloc(MOST * sizeof *row), *column = malloc(MOST * sizeof *column), n = 0;
    int32_t *value = malloc(MOST * sizeof *value);
    graph_status status = row && column && value ? GRAPH_OK : GRAPH_E_MEMORY;
    for (graph_index i = 0; i < ROWS && status == GRAPH_OK; i++)
        for (graph_index k = 0, length = i != LONG_ROW ? i % 15
                                         : has_hub     ? LONGEST
                                                       : UNCUT;
             k < length; k++, n++) {
            row[n] = i;
            column[n] = i == LONG_ROW ? k * 3 : (graph_index)(test_random(seed) % COLUMNS);
            value[n] = (int32_t)(test_random(seed) % 15) - 7;
        }
    if (status == GRAPH_OK)
        status = graph_matrix_create(A, type, ROWS, COLUMNS);
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, value, GRAPH_INT32, n, GRAPH_PLUS);
    free(row);
    free(column);
    free(value);
    return status;
}

static graph_status random_vector(graph_vector **u, graph_type type, uint64_t *seed)
{
    graph_index *at = malloc(COLUMNS * sizeof *at);
    int32_t *value = malloc(COLUMNS * sizeof *value);
    graph_status status = at && value ? GRAPH_OK : GRAPH_E_MEMORY;
    for (graph_index j = 0; j < COLUMNS && status == GRAPH_OK; j++) {
        at[j] = j;
        value[j] = (int32_t)(test_random(seed) % 15) - 7;
    }
    if (status == GRAPH_OK)
        status = graph_vector_create(u, type, COLUMNS);
    if (status == GRAPH_OK)
        status = graph_vector_build(*u, at, value, GRAPH_INT32, COLUMNS, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_vector_convert(*u, GRAPH_FULL);
    free(at);
    free(value);
    return status;
}

/* w of both back ends is the same, to the last bit: all sums of these numbers are exact. */
static void check_same(const graph_semiring *s, const graph_matrix *A, const graph_vector *u, bool is_vxm,
                       const char *what)
{
    graph_index *at[2] = {malloc(ROWS * sizeof *at[0]), malloc(ROWS * sizeof *at[0])},
                entries[2] = {ROWS, ROWS};
    double *value[2] = {malloc(ROWS * sizeof(double)), malloc(ROWS * sizeof(double))};
    static const graph_backend_kind backend[2] = {GRAPH_BACKEND_CPU, GRAPH_BACKEND_CUDA};
    for (int b = 0; b < 2 && CHECK(at[b] && value[b]); b++) {
        graph_vector *w = NULL;
        CHECK_OK(graph_vector_create(&w, graph_semiring_type(s), ROWS));
        if (is_vxm)
            CHECK_OK(graph_vxm(w, NULL, GRAPH_NO_OP, s, u, A,
                               GRAPH_DESCRIPTOR(.backend = backend[b], .flags = GRAPH_TRANSPOSE_B)));
        else
            CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, u, GRAPH_DESCRIPTOR(.backend = backend[b])));
        CHECK_OK(graph_vector_extract_tuples(at[b], value[b], GRAPH_FP64, &entries[b], w));
        graph_vector_release(&w);
    }
    CHECK_SAY(entries[0] == entries[1] && memcmp(at[0], at[1], (size_t)entries[0] * sizeof *at[0]) == 0 &&
                  memcmp(value[0], value[1], (size_t)entries[0] * sizeof(double)) == 0,
              "%s, %s: %lld and %lld entries", graph_semiring_name(s), what, (long long)entries[0],
              (long long)entries[1]);
    for (int b = 0; b < 2; b++) {
        free(at[b]);
        free(value[b]);
    }
}

static void check_semiring(const graph_semiring *s, bool has_hub, uint64_t seed)
{
    const graph_type type = graph_semiring_type(s);
    graph_matrix *A = NULL;
    graph_vector *u = NULL, *v = NULL;
    if (CHECK_OK(random_matrix(&A, type, has_hub, &seed)) && CHECK_OK(random_vector(&u, type, &seed)) &&
        CHECK_OK(random_vector(&v, type, &seed))) {
        const int64_t before = graph__cuda_counted(CUDA_PRODUCTS_BY_SLICES);
        for (int round = 0; round < 3; round++)
            check_same(s, A, u, false, "the same again");
        check_same(s, A, v, false, "another vector");
        check_same(s, A, v, true, "from the left");
        CHECK_OK(graph_matrix_set(A, LONG_ROW, 3, graph_int64(5)));
        check_same(s, A, v, false, "another value");
        CHECK_SAY(graph__cuda_counted(CUDA_PRODUCTS_BY_SLICES) - before >= 4, "%s: %lld products",
                  graph_semiring_name(s), (long long)(graph__cuda_counted(CUDA_PRODUCTS_BY_SLICES) - before));
        graph__cuda_cache_evict();
        check_same(s, A, u, false, "nothing kept");
        CHECK_OK(graph_matrix_set(A, 0, COLUMNS - 1, graph_int64(5)));
        for (int round = 0; round < 3; round++)
            check_same(s, A, u, false, "another pattern");
    }
    graph_matrix_release(&A);
    graph_vector_release(&u);
    graph_vector_release(&v);
}

GRAPH_DEFINE_SEMIRING(lopsided, int32_t, INT32_MIN, 1, x > y ? x : y, x * 3 + y);

/* Products that ask for a device which is not there are refused, and of those on the CPU nothing is cached. */
TEST(nothing_is_cached_without_a_device)
{
    static const graph_backend_kind backend[2] = {GRAPH_BACKEND_CPU, GRAPH_BACKEND_CUDA};
    const bool is_there = graph_backend_available(GRAPH_BACKEND_CUDA, NULL);
    graph_matrix *A = NULL;
    graph_vector *u = NULL, *w = NULL;
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp32");
    uint64_t seed = 4;
    if (CHECK_OK(random_matrix(&A, GRAPH_FP32, false, &seed)) &&
        CHECK_OK(random_vector(&u, GRAPH_FP32, &seed)) && CHECK_OK(graph_vector_create(&w, GRAPH_FP32, ROWS)))
        for (int b = 0; b < (is_there ? 1 : 2); b++)
            for (int round = 0; round < 3; round++)
                CHECK_STATUS(
                    graph_mxv(w, NULL, GRAPH_NO_OP, s, A, u, GRAPH_DESCRIPTOR(.backend = backend[b])),
                    b == 0 ? GRAPH_OK : GRAPH_E_DEVICE, "cuda");
    CHECK(graph__cuda_counted(CUDA_PRODUCTS_BY_SLICES) == 0);
    graph_matrix_release(&A);
    graph_vector_release(&u);
    graph_vector_release(&w);
}

TEST(answers_stay_the_same)
{
    static const char *const names[] = {"plus_times_fp32", "plus_times_fp64", "min_plus_fp32",
                                        "plus_second_int32", "min_max_int64"};
    const struct cuda_slices_limits before = graph__cuda_set_slices_limits(always);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k += (size_t)test_step(5))
        for (int has_hub = 0; has_hub < 2; has_hub++)
            check_semiring(graph_semiring_by_name(names[k]), has_hub, k);
    graph__cuda_set_slices_limits(before);
}

TEST(semirings_of_users)
{
    graph_semiring *s = NULL;
    const struct cuda_slices_limits before = graph__cuda_set_slices_limits(always);
    if (CHECK_OK(graph_semiring_create(&s, &lopsided)))
        check_semiring(s, true, 1);
    graph_semiring_release(&s);
    graph__cuda_set_slices_limits(before);
}

TEST(small_matrices_get_no_slices)
{
    const struct cuda_slices_limits limits = {.least_entries = 1, .least_sectors = 200, .calls = 1};
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp32");
    uint64_t seed = 3;
    const struct cuda_slices_limits before = graph__cuda_set_slices_limits(limits);
    const int64_t so_far = graph__cuda_counted(CUDA_PRODUCTS_BY_SLICES);
    graph_matrix *A = NULL;
    graph_vector *u = NULL;
    if (CHECK_OK(random_matrix(&A, GRAPH_FP32, false, &seed)) &&
        CHECK_OK(random_vector(&u, GRAPH_FP32, &seed))) {
        for (int round = 0; round < 3; round++)
            check_same(s, A, u, false, "few sectors");
        graph__cuda_set_slices_limits(before);
        check_same(s, A, u, false, "a small matrix");
    }
    CHECK(graph__cuda_counted(CUDA_PRODUCTS_BY_SLICES) == so_far);
    graph_matrix_release(&A);
    graph_vector_release(&u);
    graph__cuda_set_slices_limits(before);
}

TEST_MAIN(TEST_ROW(nothing_is_cached_without_a_device), TEST_ROW_DEVICE(answers_stay_the_same),
          TEST_ROW_DEVICE(semirings_of_users), TEST_ROW_DEVICE(small_matrices_get_no_slices))
