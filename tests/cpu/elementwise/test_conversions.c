/* Arrays of values that do not fit the other type: integers end at their ends, NaN becomes 0, and rounding happens once. */
#include "tests/support/test.h"

TEST(reals_beyond_the_integers)
{
    enum { N = 40 }; /* several vectors of a kernel, and a rest */
    static const double real[] = {0x1p63,   -0x1p63,   0x1p64, -0x1p64, 0x1p63 - 1024, -0x1p63 + 1024,
                                  INFINITY, -INFINITY, NAN,    -1,      0x1p64 - 2048, 0.75};
    static const int64_t whole[] = {INT64_MAX,        INT64_MIN, INT64_MAX, INT64_MIN, INT64_MAX - 1023,
                                    INT64_MIN + 1024, INT64_MAX, INT64_MIN, 0,         -1,
                                    INT64_MAX,        0};
    static const uint64_t natural[] = {(uint64_t)1 << 63, 0, UINT64_MAX, 0, ((uint64_t)1 << 63) - 1024, 0,
                                       UINT64_MAX,        0, 0,          0, UINT64_MAX - 2047,          0};
    enum { CASES = sizeof real / sizeof real[0] };
    graph_matrix *A = NULL, *C = NULL, *D = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 1, N));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_INT64, 1, N));
    REQUIRE_OK(graph_matrix_create(&D, GRAPH_UINT64, 1, N));
    for (graph_index k = 0; k < N; k++)
        CHECK_OK(graph_matrix_set(A, 0, k, graph_fp64(real[k % CASES])));
    CHECK_OK(graph_apply(C, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, A, TEST_DESCRIPTOR()));
    CHECK_OK(graph_apply(D, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, A, TEST_DESCRIPTOR()));
    for (graph_index k = 0; k < N; k++) {
        graph_scalar x = graph_int64(-7), y = graph_uint64(7);
        CHECK_OK(graph_matrix_get(&x, C, 0, k));
        CHECK_OK(graph_matrix_get(&y, D, 0, k));
        CHECK_SAY(x.value.i == whole[k % CASES] && y.value.u == natural[k % CASES],
                  "%g becomes %lld and %llu", real[k % CASES], (long long)x.value.i,
                  (unsigned long long)y.value.u);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_matrix_release(&D);
}

TEST_MAIN(TEST_ROW(reals_beyond_the_integers))
