/* The codes of user types and operators: as many as are created, reused, and refused when they are stale. */
#include <math.h>
#include <stdlib.h>

#include "tests/support/test.h"

GRAPH_DEFINE_OP(hypotenuse, double, double, double, sqrt(x *x + y * y));

/* More operators and types one after the other than there is room for at once. */
TEST(codes_are_reused_and_stale_ones_are_refused)
{
    enum { OPS = 40000, TYPES = 9000 };
    const graph_index at = 0;
    const double value[] = {3};
    graph_matrix *A = NULL, *B = NULL;
    graph_op first = GRAPH_NO_OP;
    graph_type first_type = GRAPH_PATTERN;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 1, 1));
    REQUIRE_OK(graph_matrix_build(A, &at, &at, value, GRAPH_FP64, 1, GRAPH_NO_OP));
    for (int k = 0; k < OPS; k++) {
        graph_op op = GRAPH_NO_OP;
        REQUIRE_OK(graph_op_create(&op, &hypotenuse, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64));
        const graph_op code = op;
        first = k == 0 ? op : first;
        CHECK(k == 0 || op != first);
        if (k % 1000 == 0)
            CHECK_OK(graph_ewise_mult(A, NULL, GRAPH_NO_OP, op, A, A, NULL));
        graph_op_release(&op);
        if (k % 1000 == 0)
            CHECK_STATUS(graph_ewise_mult(A, NULL, 0, code, A, A, NULL), GRAPH_E_INVALID_VALUE, "binary");
    }
    CHECK_STATUS(graph_ewise_mult(A, NULL, 0, first, A, A, NULL), GRAPH_E_INVALID_VALUE, "binary");
    graph_op_release(&first); /* of nothing */
    for (int k = 0; k < TYPES; k++) {
        graph_type type = GRAPH_PATTERN;
        const graph_type_spec spec = {
            .size = sizeof spec, .name = "bytes", .value_bytes = k == 0 ? 77 : 1 + (size_t)k % 3};
        REQUIRE_OK(graph_type_create(&type, &spec));
        first_type = k == 0 ? type : first_type;
        CHECK(k == 0 || type != first_type);
        CHECK(graph_type_size(type) == spec.value_bytes);
        graph_type_release(&type);
    }
    CHECK(graph_type_size(first_type) == 77 && strcmp(graph_type_name(first_type), "released type") == 0);
    CHECK_STATUS(graph_matrix_create(&B, first_type, 1, 1), GRAPH_E_DOMAIN, "no type");
    graph_matrix_release(&A);
}

TEST(as_many_operators_at_once_as_there_is_room_for)
{
    enum { MOST = 16384 };
    graph_op *op = calloc(MOST + 1, sizeof *op);
    graph_status status = GRAPH_OK;
    int made = 0;
    REQUIRE(op != NULL);
    while (status == GRAPH_OK && made <= MOST) {
        status = graph_op_create(&op[made], &hypotenuse, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64);
        made += status == GRAPH_OK;
    }
    CHECK(made > MOST - 1000 && made <= MOST); /* other tests hold some */
    CHECK(status == GRAPH_E_NOT_SUPPORTED && op[made] == GRAPH_NO_OP);
    graph_op_release(&op[7]);
    CHECK_OK(graph_op_create(&op[7], &hypotenuse, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64));
    for (int k = 0; k < made; k++)
        graph_op_release(&op[k]);
    free(op);
}

TEST_MAIN(TEST_ROW(codes_are_reused_and_stale_ones_are_refused),
          TEST_ROW(as_many_operators_at_once_as_there_is_room_for))
