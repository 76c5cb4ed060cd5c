/* Products with rows of A of tens of thousands of entries, which several blocks of a GPU share, and masked products with
 * rows that the warps of a block share, against the CPU. */
#include "tests/support/drawings.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

/* Sums by an atomic instruction or by exchanges, the first entry, counts, patterns; slots of 4 and of 8 bytes. */
static const char *const names[] = {"plus_times_fp64", "any_first_int64", "any_pair_bool", "plus_pair_fp32",
                                    "min_plus_fp32",   "plus_times_int8", "max_plus_fp64", "or_and_bool",
                                    "min_plus_int64",  "max_min_uint16"};
enum { NAMES = sizeof names / sizeof names[0] };

/* Some rows of A have tens of thousands of entries, between short ones; the rows of B meet in `width` columns, where a share
 * of them has an entry in column 0, and one is long. */
static void draw_huge_rows(graph_matrix **A, graph_matrix **B, int64_t width, uint64_t *seed)
{
    enum { ROWS = 60, INNERS = 70000, HUGE_STEP = 11, MOST = 60000, LONG = 900 };
    struct drawing d;
    open_drawing(&d, ROWS, INNERS, (int64_t)MOST * (ROWS / HUGE_STEP + 1) + 4 * ROWS);
    for (int64_t i = 0; i < ROWS; i++) {
        const int64_t first = d.start[i], length = i % HUGE_STEP == 5 ? MOST - i * 700 : i % 4;
        for (int64_t k = 0; k < length; k++)
            d.column[first + k] = (int32_t)(test_random(seed) % INNERS);
        end_row(&d, first, first + length, seed);
    }
    close_drawing(A, &d);
    open_drawing(&d, INNERS, width, 3 * (int64_t)INNERS + LONG);
    for (int64_t i = 0; i < INNERS; i++) {
        const int64_t first = d.start[i], length = i == 20 ? LONG : i % 3;
        for (int64_t k = 0; k < length; k++)
            d.column[first + k] = (int32_t)(i % 4 == 1 && k == 0 ? 0 : test_random(seed) % (uint64_t)width);
        end_row(&d, first, first + length, seed);
    }
    close_drawing(B, &d);
}

TEST(huge_rows)
{
    static const int64_t widths[] = {1500000, 5000, 40};
    uint64_t seed = 41;
    for (int k = 0; k < 3; k += test_step(2)) {
        graph_matrix *A = NULL, *B = NULL;
        draw_huge_rows(&A, &B, widths[k], &seed);
        for (int n = k % 2; n < NAMES; n += 2)
            check_on_device(names[n], A, B);
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
}

/* Rows of A of up to 900 entries, and of the mask of up to 1,200. */
TEST(masked_long_rows)
{
    enum { ROWS = 400, COLUMNS = 1500, STEP = 9 };
    uint64_t seed = 42;
    struct drawing d;
    graph_matrix *A = NULL, *B = NULL, *M = NULL;
    draw_even(&B, ROWS, COLUMNS, COLUMNS, 6, 300, false, &seed);
    for (int k = 0; k < 2; k++) {
        open_drawing(&d, ROWS, k == 0 ? ROWS : COLUMNS, ROWS * 1200);
        for (int64_t i = 0; i < ROWS; i++) {
            const int64_t first = d.start[i], length = i % STEP == 5 + k ? 900 + 300 * k : i % 7;
            for (int64_t e = 0; e < length; e++)
                d.column[first + e] = (int32_t)(test_random(&seed) % (k == 0 ? ROWS : COLUMNS));
            end_row(&d, first, first + length, &seed);
        }
        close_drawing(k == 0 ? &A : &M, &d);
    }
    for (int n = 0; n < NAMES; n += test_step(3)) {
        const graph_semiring *semiring = graph_semiring_by_name(names[n]);
        graph_matrix *C[2] = {NULL, NULL};
        for (int k = 0; k < 2; k++) {
            CHECK_OK(graph_matrix_create(&C[k], graph_semiring_type(semiring), ROWS, COLUMNS));
            CHECK_OK(graph_mxm(
                C[k], M, GRAPH_NO_OP, semiring, A, B,
                k == 0 ? GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .flags = GRAPH_MASK_STRUCTURE)
                       : TEST_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE)));
        }
        CHECK_SAY(is_same_matrix(C[0], C[1]), "%s", names[n]);
        graph_matrix_release(&C[0]);
        graph_matrix_release(&C[1]);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&M);
}

TEST_MAIN(TEST_ROW_DEVICE(huge_rows), TEST_ROW_DEVICE(masked_long_rows))
