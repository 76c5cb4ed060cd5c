/* What the CUDA back end keeps of the values of matrices (value_facts_host.h) goes when they change: products are right
 * before and after, and values are looked at once. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/matrix/matrix.h"
#include "cuda/backend_cuda.h"
#include "cuda/mxm/mxm_host.h"
#include "cuda/semiring/value_facts_host.h"
#include "semigraph.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

GRAPH_DEFINE_SEMIRING(user_min_plus, float, INFINITY, 0, x < y ? x : y, x + y);

/* Rows of a matrix that is inspected at its second use, and of one that is inspected at the first. */
enum { SMALL = 300, LARGE = 70000, EACH = 8 };

static const struct drawn {
    bool is_user; /* user_min_plus, not or_and */
    int64_t rows;
    bool is_band;
} cases[] = {{false, SMALL, false}, {false, LARGE, false}, {false, SMALL, true},
             {true, SMALL, false},  {true, LARGE, false},  {true, LARGE, true}};
enum { CASES = sizeof cases / sizeof cases[0] };

static graph_index column_of(const struct drawn *d, int64_t i, int64_t t)
{
    return (graph_index)(d->is_band ? i + t - EACH / 2 : (i * 3 + t * 7) % d->rows);
}

/* All true, or small integers.  Some elements of the square have one product: those of the first entries of the rows of a
 * ring, and of the last ones of a band's. */
static graph_matrix *draw(const struct drawn *d)
{
    const size_t most = (size_t)d->rows * EACH;
    graph_index *row = malloc(most * sizeof *row), *column = malloc(most * sizeof *column), n = 0;
    float *value = malloc(most * sizeof *value);
    graph_matrix *A = NULL;
    CHECK(row && column && value);
    for (int64_t i = 0; i < d->rows; i++)
        for (int64_t t = 0; t < EACH; t++) {
            row[n] = (graph_index)i;
            column[n] = column_of(d, i, t);
            value[n] = (float)(1 + (i + 3 * t) % 5);
            n += column[n] < (graph_index)d->rows;
        }
    CHECK_OK(graph_matrix_create(&A, d->is_user ? GRAPH_FP32 : GRAPH_BOOL, (graph_index)d->rows,
                                 (graph_index)d->rows));
    CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_FP32, n, GRAPH_MAX));
    free(row);
    free(column);
    free(value);
    return A;
}

/* An entry becomes false, or infinite. */
static void set(graph_matrix *A, const struct drawn *d, int64_t i)
{
    CHECK_OK(graph_matrix_set(A, (graph_index)i, column_of(d, i, d->is_band ? EACH - 1 : 0),
                              d->is_user ? graph_fp64(INFINITY) : graph_bool(false)));
}

/* The product is that of the CPU, several times; whether that takes a look at values. */
static void check(const graph_semiring *s, const graph_matrix *A, const graph_matrix *B, bool is_looked_at,
                  const char *when)
{
    graph_matrix *expected = NULL, *C = NULL;
    int64_t looks[5];
    CHECK_OK(graph_spgemm(&expected, s, A, B, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    for (int round = 0; round < 4; round++) {
        looks[round] = graph__cuda_counted(CUDA_PASSES_OVER_VALUES);
        CHECK_OK(graph_spgemm(&C, s, A, B, TEST_DESCRIPTOR()));
        CHECK_SAY(is_same_matrix(expected, C), "%s, %s, turn %d", graph_semiring_name(s), when, round);
        graph_matrix_release(&C);
    }
    looks[4] = graph__cuda_counted(CUDA_PASSES_OVER_VALUES);
    CHECK_SAY((looks[2] > looks[0]) == is_looked_at && looks[4] == looks[2], "%s, %s: %d and %d looks",
              graph_semiring_name(s), when, (int)(looks[2] - looks[0]), (int)(looks[4] - looks[2]));
    graph_matrix_release(&expected);
}

/* Values in place, a copy that shares them until it is written, entries that come and go. */
static void change_values(const graph_semiring *s, const struct drawn *d)
{
    graph_matrix *A = draw(d), *copy = NULL;
    check(s, A, A, true, "as drawn");
    CHECK_OK(graph_matrix_dup(&copy, A));
    check(s, copy, A, false, "a copy");
    set(copy, d, 20);
    check(s, copy, copy, true, "a copy that was written");
    check(s, A, copy, false, "beside it");
    graph_matrix_release(&copy);
    for (int64_t round = 0; round < 2; round++) {
        set(A, d, 30 + round);
        check(s, A, A, true, "a value set");
    }
    CHECK_OK(graph_matrix_remove(A, 30, column_of(d, 30, EACH - 2)));
    check(s, A, A, true, "an entry removed");
    CHECK_OK(graph_matrix_clear(A));
    check(s, A, A, false, "cleared");
    graph_matrix_release(&A);
}

/* Results of operations of the device in the place of what was there. */
static void compute_values(const graph_semiring *s, const struct drawn *d)
{
    const graph_unary_op other = d->is_user ? GRAPH_AINV : GRAPH_LNOT;
    graph_matrix *A = draw(d), *B = draw(d), *C = draw(d);
    set(C, d, 20);
    check(s, A, B, true, "two matrices");
    CHECK_OK(graph_apply(B, NULL, GRAPH_NO_OP, other, A, TEST_DESCRIPTOR()));
    check(s, A, B, true, "other values");
    check(s, B, B, false, "by themselves");
    CHECK_OK(graph_apply(A, NULL, GRAPH_NO_OP, other, A, TEST_DESCRIPTOR()));
    check(s, A, A, true, "in their own place");
    CHECK_OK(graph_apply(A, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, C, TEST_DESCRIPTOR()));
    check(s, A, C, true, "copied");
    CHECK_OK(
        graph_ewise_add(A, NULL, GRAPH_NO_OP, d->is_user ? GRAPH_MIN : GRAPH_LOR, B, C, TEST_DESCRIPTOR()));
    check(s, A, A, true, "joined");
    CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, s, C, A, TEST_DESCRIPTOR()));
    check(s, C, B, true, "a product in the place of its operand");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
}

/* Arrays that leave and come back with other values, and such as belong to the caller. */
static void move_values(const graph_semiring *s, const struct drawn *d)
{
    graph_matrix *A = draw(d), *B = NULL, *shown = NULL;
    graph_arrays moved = {.size = sizeof moved}, lent = {.size = sizeof lent}, seen = {.size = sizeof seen};
    const size_t bytes = d->is_user ? sizeof(float) : 1;
    set(A, d, 20);
    CHECK_OK(graph_matrix_export(&lent, A, GRAPH_CSR, GRAPH_COPY));
    graph_matrix_release(&A);
    A = draw(d);
    check(s, A, A, true, "as drawn");
    CHECK_OK(graph_matrix_export(&seen, A, GRAPH_CSR, GRAPH_BORROW));
    check(s, A, A, false, "shown");
    CHECK_OK(graph_matrix_export(&moved, A, GRAPH_CSR, GRAPH_MOVE));
    check(s, A, A, false, "empty");
    graph_matrix_release(&A);
    memcpy(moved.value, lent.value, lent.entries * bytes);
    CHECK_OK(graph_matrix_import(&A, &moved));
    check(s, A, A, true, "moved out, changed, and moved in");
    lent.ownership = GRAPH_BORROW;
    lent.release = NULL; /* they stay ours */
    CHECK_OK(graph_matrix_import(&B, &lent));
    check(s, B, A, true, "lent");
    set(B, d, 40);
    check(s, B, B, true, "lent and written");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&shown);
    graph_free(lent.row);
    graph_free(lent.column);
    graph_free(lent.value);
}

/* A product of the semiring that stands for it, whose kernel is there from then on: small products do not wait for it. */
static void make_ready(const struct drawn *d)
{
    graph_matrix *A = draw(d), *C = NULL;
    CHECK_OK(graph_spgemm(&C, graph_semiring_by_name(d->is_user ? "min_plus_fp32" : "any_pair_bool"), A, A,
                          TEST_DESCRIPTOR()));
    graph_matrix_release(&A);
    graph_matrix_release(&C);
}

static void run_all(void (*run)(const graph_semiring *, const struct drawn *))
{
    for (int k = 0; k < CASES; k += test_step(3)) {
        graph_semiring *user = NULL;
        if (cases[k].is_user)
            REQUIRE_OK(graph_semiring_create(&user, &user_min_plus));
        make_ready(&cases[k]);
        run(user != NULL ? user : graph_semiring_by_name("or_and_bool"), &cases[k]);
        graph_semiring_release(&user);
    }
}

TEST(values_that_are_set) { run_all(change_values); }
TEST(values_that_are_computed) { run_all(compute_values); }
TEST(values_that_move) { run_all(move_values); }

/* The first rows of a matrix begin where it does: what holds for them does not hold for all. */
TEST(parts_of_an_array)
{
    enum { HALF = LARGE / 2, ROW = 2 * EACH };
    const struct graph_backend *device = &graph__cuda_backend;
    graph_index *row = malloc(LARGE * ROW * sizeof *row), *column = malloc(LARGE * ROW * sizeof *column);
    bool *value = malloc(LARGE * ROW), *made = NULL;
    graph_matrix *A = NULL;
    struct graph_csr here, there;
    CHECK(row && column && value);
    /* The upper half is true, and leads to the lower one, which is false. */
    for (int64_t i = 0; i < LARGE; i++)
        for (int64_t t = 0; t < ROW; t++) {
            row[i * ROW + t] = (graph_index)i;
            column[i * ROW + t] = (graph_index)(HALF + (i + 5 * t) % HALF);
            value[i * ROW + t] = i < HALF;
        }
    CHECK_OK(graph_matrix_create(&A, GRAPH_BOOL, LARGE, LARGE));
    CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_BOOL, LARGE * ROW, GRAPH_NO_OP));
    CHECK_OK(graph__matrix_view(&here, A, graph__cpu()));
    CHECK_OK(graph__matrix_view(&there, A, device));
    struct graph_mxm_request r = {.semiring = graph_semiring_by_name("or_and_bool"), .A = there, .B = there};
    r.A.rows = HALF;
    r.A.entries = here.row_start[HALF];
    r.A.value_facts = NULL;
    r.A.block_fill = NULL;
    r.A.diagonals = NULL;
    for (int round = 0; round < 2; round++) {
        struct graph_mxm_request request = r;
        bool is_false = true;
        CHECK_OK(graph__cuda_mxm(&request));
        made = malloc((size_t)request.C.entries + 1);
        CHECK_OK(device->download(made, request.C.value, (size_t)request.C.entries));
        for (int64_t k = 0; k < request.C.entries; k++)
            is_false = is_false && !made[k];
        CHECK(request.C.entries > 0 && is_false);
        free(made);
        device->release(request.C.row_start);
        device->release(request.C.column);
        device->release(request.C.value);
    }
    graph_matrix_release(&A);
    free(row);
    free(column);
    free(value);
}

/* Full operands, whose sums are made in pairs where values are small integers; of which the first product tells nobody. */
TEST(full_operands)
{
    enum { DIMENSION = 257 };
    static const double values[] = {3, 0.1, -1, INFINITY, 4095, 4097};
    const graph_semiring *s = graph_semiring_by_name("min_plus_fp32");
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_create(&A, GRAPH_FP32, DIMENSION, DIMENSION));
    for (graph_index i = 0; i < DIMENSION; i++)
        for (graph_index j = 0; j < DIMENSION; j++)
            CHECK_OK(graph_matrix_set(A, i, j, graph_fp64((double)((i * 7 + j * 5) % 61 + 1))));
    for (int k = 0; k < 6; k++) {
        for (graph_index j = 0; j < DIMENSION; j++)
            CHECK_OK(graph_matrix_set(A, 11, j, graph_fp64(values[k])));
        check(s, A, A, true, "a row of others");
    }
    graph_matrix_release(&A);
}

struct caller {
    const graph_semiring *semiring;
    const graph_matrix *A;
    graph_matrix *C;
    graph_status status;
};

static void *call(void *context)
{
    struct caller *c = context;
    for (int round = 0; round < 4 && c->status == GRAPH_OK; round++) {
        graph_matrix_release(&c->C);
        c->status = graph_spgemm(&c->C, c->semiring, c->A, c->A, TEST_DESCRIPTOR());
    }
    return NULL;
}

/* Several threads find the same, and keep it. */
TEST(threads_with_one_matrix)
{
    enum { THREADS = 4 };
    const graph_semiring *s = graph_semiring_by_name("or_and_bool");
    for (int k = 0; k < 2; k++) {
        graph_matrix *A = draw(&cases[k]), *expected = NULL;
        struct caller callers[THREADS];
        pthread_t thread[THREADS];
        set(A, &cases[k], 20);
        CHECK_OK(graph_spgemm(&expected, s, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
        for (int t = 0; t < THREADS; t++) {
            callers[t] = (struct caller){.semiring = s, .A = A};
            CHECK(pthread_create(&thread[t], NULL, call, &callers[t]) == 0);
        }
        for (int t = 0; t < THREADS; t++) {
            pthread_join(thread[t], NULL);
            CHECK(callers[t].status == GRAPH_OK && is_same_matrix(expected, callers[t].C));
            graph_matrix_release(&callers[t].C);
        }
        graph_matrix_release(&expected);
        graph_matrix_release(&A);
    }
}

TEST_MAIN(TEST_ROW_DEVICE(values_that_are_set), TEST_ROW_DEVICE(values_that_are_computed),
          TEST_ROW_DEVICE(values_that_move), TEST_ROW_DEVICE(parts_of_an_array),
          TEST_ROW_DEVICE(full_operands), TEST_ROW_DEVICE(threads_with_one_matrix))
