/* u A for a sparse u with small, medium and large numbers of products, which are sorted, marked or accumulated: against a
 * plain loop, under every kind of mask, in both orders of the operands of mul. */
#include <string.h>

#include "tests/support/test.h"

enum { LENGTH = 4000, DEGREE = 5, CALLS = 160 };

static uint64_t seed = 1;
static uint64_t below(uint64_t n) { return test_random(&seed) % n; }

/* A: DEGREE entries at most in each row; or these right of the diagonal, and their mirror images. */
static graph_index A_row[2 * LENGTH * DEGREE], A_column[2 * LENGTH * DEGREE];
static int64_t A_value[2 * LENGTH * DEGREE];
static graph_index A_entries;

static graph_matrix *draw_matrix(bool is_symmetric)
{
    graph_matrix *A = NULL;
    A_entries = 0;
    for (graph_index i = 0; i < LENGTH; i++) {
        graph_index j = below(LENGTH / DEGREE) + (is_symmetric ? i + 1 : 0);
        for (int k = 0; k < DEGREE && j < LENGTH; k++, j += 1 + below(LENGTH / DEGREE)) {
            A_row[A_entries] = i;
            A_column[A_entries] = j;
            A_value[A_entries++] = (int64_t)below(9) + 1;
            if (is_symmetric) {
                A_row[A_entries] = j;
                A_column[A_entries] = i;
                A_value[A_entries++] = (int64_t)below(9) + 1;
            }
        }
    }
    CHECK_OK(graph_matrix_create(&A, GRAPH_INT64, LENGTH, LENGTH));
    CHECK_OK(graph_matrix_build(A, A_row, A_column, A_value, GRAPH_INT64, A_entries, GRAPH_NO_OP));
    return A;
}

static graph_vector *draw_vector(bool has[LENGTH], int64_t x[LENGTH], uint64_t one_in)
{
    static graph_index index[LENGTH];
    static int64_t value[LENGTH];
    graph_vector *v = NULL;
    graph_index n = 0;
    for (int i = 0; i < LENGTH; i++) {
        has[i] = below(one_in) == 0;
        x[i] = (int64_t)below(9) + 1;
        if (has[i])
            index[n] = (graph_index)i, value[n++] = x[i];
    }
    CHECK_OK(graph_vector_create(&v, GRAPH_INT64, LENGTH));
    CHECK_OK(graph_vector_build(v, index, value, GRAPH_INT64, n, GRAPH_NO_OP));
    return v;
}

static int64_t multiply(graph_semiring_kind kind, int64_t u, int64_t a)
{
    return kind == GRAPH_MIN_PLUS ? u + a : kind == GRAPH_PLUS_TIMES ? u * a : kind == GRAPH_ANY_PAIR ? 1 : u;
}

static int64_t add(graph_semiring_kind kind, int64_t x, int64_t y)
{
    return kind == GRAPH_PLUS_TIMES ? x + y : kind == GRAPH_ANY_PAIR || x < y ? x : y;
}

static void check_call(const graph_matrix *A, int call)
{
    static const graph_semiring_kind kinds[] = {GRAPH_PLUS_TIMES, GRAPH_MIN_PLUS, GRAPH_MIN_FIRST,
                                                GRAPH_ANY_PAIR};
    static const uint64_t one_in[] = {3, 20, 60, 200, 1000, 3000};
    static bool has_u[LENGTH], has_m[LENGTH], has[LENGTH];
    static int64_t u_value[LENGTH], m_value[LENGTH], sum[LENGTH], value[LENGTH];
    static graph_index index[LENGTH];
    const graph_semiring_kind kind = kinds[call % 4];
    const int masks = (int)below(3); /* none, a mask, a complement */
    const bool is_turned = below(2); /* A' u instead of u A; the same sums but for MIN_FIRST */
    graph_vector *u = draw_vector(has_u, u_value, one_in[below(6)]), *w = NULL;
    graph_vector *m = draw_vector(has_m, m_value, one_in[below(3)]);
    graph_descriptor d = {.size = sizeof d, .threads = 1 + (int)below(3)};
    graph_index n = LENGTH, k = 0;
    const graph_semiring *semiring =
        graph_semiring_builtin(is_turned && kind == GRAPH_MIN_FIRST ? GRAPH_MIN_SECOND : kind, GRAPH_INT64);
    memset(has, 0, sizeof has);
    for (graph_index e = 0; e < A_entries; e++) {
        const graph_index i = A_row[e], j = A_column[e];
        if (!has_u[i] || (masks > 0 && has_m[j] == (masks == 2)))
            continue;
        const int64_t product = multiply(kind, u_value[i], A_value[e]);
        sum[j] = has[j] ? add(kind, sum[j], product) : product;
        has[j] = true;
    }
    d.flags =
        GRAPH_MASK_STRUCTURE | (masks == 2 ? GRAPH_MASK_COMPLEMENT : 0) | (is_turned ? GRAPH_TRANSPOSE_A : 0);
    CHECK_OK(graph_vector_create(&w, GRAPH_INT64, LENGTH));
    CHECK_OK(is_turned ? graph_mxv(w, masks ? m : NULL, GRAPH_NO_OP, semiring, A, u, &d)
                       : graph_vxm(w, masks ? m : NULL, GRAPH_NO_OP, semiring, u, A, &d));
    CHECK_OK(graph_vector_check(w));
    CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_INT64, &n, w));
    for (int j = 0; j < LENGTH; j++) {
        const bool is_there = k < n && index[k] == (graph_index)j;
        if (!CHECK_SAY(is_there == has[j] && (!is_there || value[k] == sum[j]),
                       "call %d, %s, mask %d: position %d has %lld, expected %lld", call,
                       graph_semiring_name(semiring), masks, j, is_there ? (long long)value[k] : -1,
                       has[j] ? (long long)sum[j] : -1))
            break;
        k += is_there;
    }
    graph_vector_release(&u);
    graph_vector_release(&m);
    graph_vector_release(&w);
}

/* After some calls the other direction has been paid for: a transpose, or A itself where it is symmetric. */
TEST(numbers_of_products)
{
    for (int is_symmetric = 0; is_symmetric < 2; is_symmetric++) {
        graph_matrix *A = draw_matrix(is_symmetric);
        for (int call = 0; call < CALLS; call++)
            check_call(A, call);
        graph_matrix_release(&A);
    }
}

/* Products that are marked: more than columns / 512, fewer than columns / 4. */
static graph_status a_product(void)
{
    enum { COLUMNS = 1 << 12, ENTRIES = 40 };
    graph_index row[ENTRIES], column[ENTRIES];
    int64_t value[ENTRIES];
    graph_matrix *A = NULL;
    graph_vector *u = NULL, *w = NULL;
    graph_status status;
    for (int k = 0; k < ENTRIES; k++)
        row[k] = (graph_index)k / 4, column[k] = (graph_index)k * 90, value[k] = k;
    if ((status = graph_matrix_create(&A, GRAPH_INT64, COLUMNS, COLUMNS)) == GRAPH_OK &&
        (status = graph_matrix_build(A, row, column, value, GRAPH_INT64, ENTRIES, GRAPH_NO_OP)) == GRAPH_OK &&
        (status = graph_vector_create(&u, GRAPH_INT64, COLUMNS)) == GRAPH_OK &&
        (status = graph_vector_build(u, row, value, GRAPH_INT64, ENTRIES, GRAPH_MAX)) == GRAPH_OK &&
        (status = graph_vector_create(&w, GRAPH_INT64, COLUMNS)) == GRAPH_OK)
        status = graph_vxm(w, NULL, GRAPH_NO_OP, graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_INT64), u, A,
                           NULL);
    graph_matrix_release(&A);
    graph_vector_release(&u);
    graph_vector_release(&w);
    return status;
}

TEST(every_allocation_fails) { test_every_allocation("vxm of some products", a_product); }

TEST_MAIN(TEST_ROW(numbers_of_products), TEST_ROW(every_allocation_fails))
