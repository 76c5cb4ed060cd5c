/* Masked products on a GPU with rows of all lengths, against the CPU: rows that a lane, a warp or blocks count; bits of all
 * columns, in three windows, or hash tables instead; rows of the mask that are looked up in rows of B; lists that a whole
 * block walks, and rows of A that it divides. */
#include "tests/support/drawings.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

/* Counts of types with and without wrapping, patterns, and sums, which other kernels make. */
static const char *const names[] = {"plus_pair_int64", "any_pair_bool",  "plus_pair_uint8",
                                    "plus_pair_fp32",  "min_plus_int32", "plus_times_fp64"};
enum { NAMES = sizeof names / sizeof names[0] };

static void check_masked(const char *name, const graph_matrix *M, const graph_matrix *A,
                         const graph_matrix *B)
{
    const graph_semiring *semiring = graph_semiring_by_name(name);
    graph_matrix *C[2] = {NULL, NULL};
    graph_index rows, columns;
    CHECK_OK(graph_matrix_rows(&rows, M));
    CHECK_OK(graph_matrix_columns(&columns, M));
    for (int k = 0; k < 2; k++) {
        const graph_descriptor how = {.size = sizeof how,
                                      .backend = k == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                      .flags = GRAPH_MASK_STRUCTURE};
        CHECK_OK(graph_matrix_create(&C[k], graph_semiring_type(semiring), rows, columns));
        CHECK_OK(graph_mxm(C[k], M, GRAPH_NO_OP, semiring, A, B, &how));
        CHECK_SAY(graph_backend_used() == how.backend, "%s", name);
    }
    CHECK_SAY(is_same_matrix(C[0], C[1]), "%s", name);
    graph_matrix_release(&C[0]);
    graph_matrix_release(&C[1]);
}

TEST(rows_of_all_lengths)
{
    /* Entries of rows: usual and many, of A, B and the mask. */
    static const struct {
        int64_t rows, inners, columns, usual[3], many[3];
    } rows[] = {{3000, 5000, 40000, {3, 3, 3}, {90, 40, 60}},
                {400, 3000, 40000, {20, 8, 200}, {1500, 5000, 12000}},
                {60, 2000, 1000000, {600, 30, 2100}, {1900, 9000, 20000}},
                {60, 3000, 4000, {300, 200, 8}, {2500, 3900, 300}},
                {80, 2000, 3000000, {300, 20, 300}, {1900, 20000, 9000}}};
    uint64_t seed = 43;
    for (int k = 0; k < 5; k += test_step(2)) {
        graph_matrix *A, *B, *M;
        draw_uneven(&A, rows[k].rows, rows[k].inners, rows[k].usual[0], 13, rows[k].many[0], &seed);
        draw_uneven(&B, rows[k].inners, rows[k].columns, rows[k].usual[1], 101, rows[k].many[1], &seed);
        draw_uneven(&M, rows[k].rows, rows[k].columns, rows[k].usual[2], 7, rows[k].many[2], &seed);
        for (int n = 0; n < NAMES; n++)
            check_masked(names[n], M, A, B);
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_matrix_release(&M);
    }
}

TEST_MAIN(TEST_ROW_DEVICE(rows_of_all_lengths))
