/* Shapes and types that are wrong by one, and semirings over a pattern. */
#include "tests/support/test.h"

static const graph_semiring *min_times(void) { return graph_semiring_builtin(GRAPH_MIN_TIMES, GRAPH_FP64); }

TEST(an_output_that_is_too_wide)
{
    graph_matrix *A = NULL, *wide = NULL, *high = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 3));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_FP64, 3, 4));
    REQUIRE_OK(graph_matrix_create(&high, GRAPH_FP64, 4, 3));
    CHECK_STATUS(graph_mxm(wide, NULL, GRAPH_NO_OP, min_times(), A, A, TEST_DESCRIPTOR()), GRAPH_E_DIMENSION,
                 "C is 3 x 4, the product 3 x 3");
    CHECK_STATUS(graph_mxm(high, NULL, GRAPH_NO_OP, min_times(), A, A, TEST_DESCRIPTOR()), GRAPH_E_DIMENSION,
                 "C is 4 x 3, the product 3 x 3");
    graph_matrix_release(&high);
    graph_matrix_release(&wide);
    graph_matrix_release(&A);
}

TEST(a_mask_that_is_too_long)
{
    graph_vector *w = NULL, *mask = NULL;
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 3));
    for (graph_index length = 2; length <= 4; length += 2) {
        REQUIRE_OK(graph_vector_create(&mask, GRAPH_BOOL, length));
        CHECK_STATUS(graph_vector_apply(w, mask, GRAPH_NO_OP, GRAPH_AINV, w, TEST_DESCRIPTOR()),
                     GRAPH_E_DIMENSION, "the output 3");
        graph_vector_release(&mask);
    }
    graph_vector_release(&w);
}

TEST(a_sum_in_no_type)
{
    graph_vector *u = NULL;
    graph_scalar sum = graph_fp64(0);
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 3));
    CHECK_STATUS(graph_vector_reduce(&sum, (graph_type)999, GRAPH_PLUS, u, TEST_DESCRIPTOR()), GRAPH_E_DOMAIN,
                 "no type of values");
    CHECK_STATUS(graph_vector_reduce(&sum, (graph_type)-1, GRAPH_PLUS, u, TEST_DESCRIPTOR()), GRAPH_E_DOMAIN,
                 "no type of values");
    graph_vector_release(&u);
}

/* The values of a pattern read as 1: the product is the value of the other operand, whichever that is. */
TEST(min_times_with_a_pattern)
{
    graph_matrix *P = NULL, *B = NULL, *C = NULL;
    graph_scalar x = graph_fp64(0);
    REQUIRE_OK(graph_matrix_create(&P, GRAPH_PATTERN, 1, 1));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 1, 1));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 1, 1));
    CHECK_OK(graph_matrix_set(P, 0, 0, graph_bool(true)));
    CHECK_OK(graph_matrix_set(B, 0, 0, graph_fp64(7)));
    for (int is_swapped = 0; is_swapped < 2; is_swapped++) {
        CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, min_times(), is_swapped ? B : P, is_swapped ? P : B,
                           TEST_DESCRIPTOR()));
        CHECK_OK(graph_matrix_get(&x, C, 0, 0));
        CHECK_SAY(x.value.f == 7, "the product is %g", x.value.f);
    }
    graph_matrix_release(&C);
    graph_matrix_release(&B);
    graph_matrix_release(&P);
}

TEST_MAIN(TEST_ROW(an_output_that_is_too_wide), TEST_ROW(a_mask_that_is_too_long), TEST_ROW(a_sum_in_no_type),
          TEST_ROW(min_times_with_a_pattern))
