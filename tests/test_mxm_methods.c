/* Products by the kernels that only some matrices lead to: the same, bit by bit, as by the others. */
#include "tests/products.h"
#include "tests/test.h"

static const graph_method row_methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_ROW,
                                           GRAPH_METHOD_ROW_ROW_DENSE, GRAPH_METHOD_ROW_ROW_HASH};

/* Rows whose products lie too far apart for an accumulator in cache. */
TEST(columns_far_apart)
{
    static const char *const names[] = {"plus_times_fp64", "min_plus_fp32", "any_first_int32",
                                        "any_pair_bool", "plus_times_int8"};
    uint64_t seed = 21;
    for (int k = 0; k < 5; k++)
        for (int each = 3; each <= 27; each += 8) {
            graph_matrix *A = NULL, *B = NULL;
            graph_type type = graph_semiring_type(graph_semiring_by_name(names[k]));
            CHECK_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, type, 400, 300, 400 * each, VALUES_REAL));
            CHECK_OK(random_matrix(&B, &seed, SHAPE_UNIFORM, type, 300, 2000000, 300 * each, VALUES_REAL));
            check_methods(graph_semiring_by_name(names[k]), A, B, row_methods, 4, "far columns");
            graph_matrix_release(&A);
            graph_matrix_release(&B);
        }
}

/* C<M> = A B' that counts, by dot products and by pushing, where rows are short, long, and both. */
TEST(counts_under_masks)
{
    static const enum graph_shape kinds[] = {SHAPE_UNIFORM, SHAPE_POWER_LAW, SHAPE_DENSE_ROW,
                                             SHAPE_HUB_COLUMN};
    static const graph_method methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_COLUMN};
    const graph_semiring *semiring = graph_semiring_by_name("plus_pair_int64");
    uint64_t seed = 22;
    for (int k = 0; k < 16; k++) {
        graph_matrix *A = NULL, *B = NULL, *M = NULL, *pushed = NULL;
        CHECK_OK(random_matrix(&A, &seed, kinds[k % 4], GRAPH_PATTERN, 900, 1200, 6000, VALUES_SMALL));
        CHECK_OK(random_matrix(&B, &seed, kinds[k / 4], GRAPH_PATTERN, 700, 1200, 9000, VALUES_SMALL));
        CHECK_OK(random_matrix(&M, &seed, SHAPE_POWER_LAW, GRAPH_PATTERN, 900, 700, 20000, VALUES_SMALL));
        CHECK_OK(graph_matrix_create(&pushed, GRAPH_INT64, 900, 700));
        CHECK_OK(graph_mxm(pushed, M, GRAPH_NO_OP, semiring, A, B,
                           TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B, .method = GRAPH_METHOD_ROW_ROW_HASH)));
        for (int m = 0; m < 6; m++) {
            graph_matrix *C = NULL;
            CHECK_OK(graph_matrix_create(&C, GRAPH_INT64, 900, 700));
            CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, semiring, A, B,
                               TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B, .method = methods[m % 2],
                                               .threads = thread_counts[m / 2])));
            CHECK_SAY(is_same_matrix(pushed, C), "shapes %d and %d, %d threads", kinds[k % 4], kinds[k / 4],
                      thread_counts[m / 2]);
            graph_matrix_release(&C);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_matrix_release(&M);
        graph_matrix_release(&pushed);
    }
}

TEST_MAIN(TEST_ROW(columns_far_apart), TEST_ROW(counts_under_masks))
