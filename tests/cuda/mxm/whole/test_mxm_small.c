/* Products that a GPU makes in one launch, tile by tile, against the CPU: of small matrices, and of those nearly all of
 * whose rows are empty. */
#include "tests/support/drawings.h"
#include "tests/support/test.h"

static const char *const names[] = {"plus_times_fp64", "any_first_int64", "any_pair_bool", "plus_pair_fp32"};
enum { NAMES = sizeof names / sizeof names[0] };

/* Squares of the same by A itself, and by B: what a GPU makes in one launch. */
static void check_both(graph_matrix *A, graph_matrix *B)
{
    for (int n = 0; n < NAMES; n += test_step(2)) {
        check_on_device(names[n], A, A);
        check_on_device(names[n], A, B);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

/* A small number of rows of up to 64 or up to 128 products, or with some more than that; hardly any of them meet,
 * or most do. */
TEST(small_even_rows)
{
    enum { ROWS = 20001, WIDTH = 12 };
    static const int64_t lengths[] = {6, 4, 6}, longer[] = {16, 8, 40};
    uint64_t seed = 36;
    for (int k = 0; k < 3; k++) {
        graph_matrix *A, *B;
        draw_even(&A, ROWS, ROWS, ROWS, lengths[k], longer[k], false, &seed);
        draw_even(&B, ROWS, ROWS, WIDTH, lengths[k], 0, false, &seed);
        check_both(A, B);
    }
}

/* About `entries` rows of 1 to 3 entries among many empty ones; every `step`-th meets `long_rows` rows alone (0: none do),
 * which have `length` entries below `most_column`.  Row `heavy` (negative: none) has more entries than a tile may have. */
static void draw_rare(graph_matrix **A, int64_t rows, int64_t entries, int64_t step, int64_t long_rows,
                      int64_t length, int64_t most_column, int64_t heavy, uint64_t *seed)
{
    enum { HEAVY = 5000, ROW_OF_LONG = 1000 };
    struct drawing d;
    open_drawing(&d, rows, rows, 7 * entries + rows / ROW_OF_LONG * length + HEAVY);
    for (int64_t i = 0; i < rows; i++) {
        const int64_t first = d.start[i], place = i / (rows / entries);
        const bool is_long = i % ROW_OF_LONG == 7 && i / ROW_OF_LONG < long_rows;
        const bool is_used = i % (rows / entries) == (int64_t)(test_random(seed) % 2),
                   is_joined = long_rows > 0 && place % step == 0;
        const int64_t some = is_used ? 1 + (int64_t)(test_random(seed) % 3) : 0, user = i == heavy ? HEAVY
                                                                                        : is_long  ? length
                                                                                                   : some;
        const int64_t below = is_long ? most_column : is_joined ? long_rows : rows;
        for (int64_t k = 0; k < user; k++) {
            const int64_t j = (int64_t)(test_random(seed) % (uint64_t)below);
            d.column[first + k] = (int32_t)(is_joined && !is_long ? j * ROW_OF_LONG + 7 : j);
        }
        end_row(&d, first, first + user, seed);
    }
    close_drawing(A, &d);
}

/* Nearly all rows are empty: products of one entry of A, or of some that meet; more than the mean tells, so that C has too
 * little room at first; and with tiles of too many products or entries. */
TEST(nearly_all_rows_are_empty)
{
    enum { ROWS = 1300004, KINDS = 5 };
    static const int64_t kinds[KINDS][6] = {{110000, 1, 0, 1, 1, -1},
                                            {60000, 6, 50, 4, ROWS / 5, -1},
                                            {60000, 12, 100, 9, 12, -1},
                                            {60000, 2, 5, 90, ROWS / 5, -1},
                                            {100000, 1, 0, 1, 1, ROWS / 5}};
    const int64_t rows = ROWS / test_step(4), part = test_step(4);
    uint64_t seed = 37;
    for (int k = 0; k < KINDS; k += test_step(2)) {
        graph_matrix *A = NULL, *B = NULL;
        const int64_t *of = kinds[k];
        draw_rare(&A, rows, of[0] / part, of[1], of[2], of[3], of[4], of[5], &seed);
        draw_rare(&B, rows, of[0] / part, 1, 0, 1, 1, -1, &seed);
        check_both(A, B);
    }
}

/* Short rows, and some of `length` entries, next to each other or not, that meet a full column or a long row of B. */
static void draw_skewed(graph_matrix **A, int64_t rows, int64_t hubs, int64_t apart, int64_t length,
                        uint64_t *seed)
{
    enum { SHORT = 3 };
    struct drawing d;
    open_drawing(&d, rows, rows, rows * (SHORT + 2) + hubs * length);
    for (int64_t i = 0; i < rows; i++) {
        const int64_t first = d.start[i], hub = i / apart;
        const bool is_hub = i % apart == 0 && hub < hubs;
        const int64_t some = is_hub ? length : (int64_t)(test_random(seed) % (SHORT + 1));
        int64_t end = first;
        for (int64_t k = 0; k < some; k++)
            d.column[end++] = (int32_t)(test_random(seed) % (uint64_t)rows);
        if (i % 3 != 1)
            d.column[end++] = (int32_t)(test_random(seed) % (uint64_t)hubs * (uint64_t)apart);
        end_row(&d, first, end, seed);
    }
    close_drawing(A, &d);
}

/* Small matrices some of whose rows have too many products for one warp, or more entries than the dense kernel takes. */
TEST(small_skewed_rows)
{
    static const int64_t kinds[][4] = {
        {370, 12, 1, 700}, {900, 60, 3, 40}, {1024, 9, 100, 6000}, {1650, 30, 40, 1200}, {1025, 5, 7, 900}};
    uint64_t seed = 38;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k += (size_t)test_step(2)) {
        graph_matrix *A = NULL, *B = NULL;
        draw_skewed(&A, kinds[k][0], kinds[k][1], kinds[k][2], kinds[k][3], &seed);
        draw_even(&B, kinds[k][0], kinds[k][0], kinds[k][0], 5, 60, false, &seed);
        check_both(A, B);
    }
}

TEST_MAIN(TEST_ROW_DEVICE(small_even_rows), TEST_ROW_DEVICE(nearly_all_rows_are_empty),
          TEST_ROW_DEVICE(small_skewed_rows))
