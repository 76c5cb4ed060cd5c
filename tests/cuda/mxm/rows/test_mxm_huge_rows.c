/* Products with rows of A of tens of thousands of entries, or of most of the products, which several blocks of a GPU share,
 * against the CPU. */
#include "tests/support/drawings.h"
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

/* `hub` rows of A have some thousand entries, and so most of the products, which meet in `width` columns. */
static void draw_hub_rows(graph_matrix **A, graph_matrix **B, int64_t width, int64_t hub, uint64_t *seed)
{
    enum { ROWS = 300, INNERS = 16000, ENTRIES = 6000, EACH = 24 };
    struct drawing d;
    open_drawing(&d, ROWS, INNERS, (int64_t)ENTRIES * hub + 4 * ROWS);
    for (int64_t i = 0; i < ROWS; i++) {
        const int64_t first = d.start[i], length = i % 3 == 1 && i / 3 < hub ? ENTRIES - i / 3 * 31 : i % 4;
        for (int64_t k = 0; k < length; k++)
            d.column[first + k] = (int32_t)(test_random(seed) % INNERS);
        end_row(&d, first, first + length, seed);
    }
    close_drawing(A, &d);
    open_drawing(&d, INNERS, width, (int64_t)EACH * INNERS);
    for (int64_t i = 0; i < INNERS; i++) {
        const int64_t first = d.start[i];
        for (int64_t k = 0; k < EACH; k++)
            d.column[first + k] = (int32_t)(test_random(seed) % (uint64_t)width);
        end_row(&d, first, first + EACH, seed);
    }
    close_drawing(B, &d);
}

/* Up to a number of them go to teams, more do not. */
TEST(hub_rows)
{
    static const int64_t cases[][2] = {{700000, 3}, {100000, 20}, {100000, 70}};
    uint64_t seed = 43;
    for (int k = 0; k < 3; k++) {
        graph_matrix *A = NULL, *B = NULL;
        draw_hub_rows(&A, &B, cases[k][0], cases[k][1], &seed);
        for (int n = k % 2; n < NAMES; n += k == 0 ? 1 : 3)
            check_on_device(names[n], A, B);
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
}

TEST_MAIN(TEST_ROW_DEVICE(huge_rows), TEST_ROW_DEVICE(hub_rows))
