/* Products whose rows have columns far apart that lie in clusters, those of webs and of meshes, against the CPU: what a GPU
 * keeps in hash tables of words, with some rows that no table holds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/drawings.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

enum { INNER = 900, COLUMNS = 300000, CLUSTERS = 16, LENGTH = 40, RAGGED_STEP = 37 };

/* Each row has two clusters: those of the first half among the first 6, so that sums of many rows stay short.  Every
 * RAGGED_STEP-th row is spread over all columns. */
static void draw_B(graph_matrix **B, uint64_t *seed)
{
    struct drawing d;
    open_drawing(&d, INNER, COLUMNS, (int64_t)INNER * LENGTH);
    for (int64_t i = 0; i < INNER; i++) {
        int64_t first = d.start[i];
        uint64_t clusters = i < INNER / 2 ? 6 : CLUSTERS, base[2];
        for (int c = 0; c < 2; c++)
            base[c] = test_random(seed) % clusters * (COLUMNS / CLUSTERS);
        for (int64_t k = 0; k < LENGTH; k++)
            d.column[first + k] =
                (int32_t)(i % RAGGED_STEP == 0 ? test_random(seed) % COLUMNS
                                               : base[k % 2] + test_random(seed) % 90 * (i % 2 + 1));
        end_row(&d, first, first + LENGTH, seed);
    }
    close_drawing(B, &d);
}

/* Rows of 10, 30, 75 and 150 entries, of one half of the columns, and some of all. */
static void draw_A(graph_matrix **A, int64_t rows, uint64_t *seed)
{
    static const int64_t lengths[] = {10, 30, 75, 150};
    struct drawing d;
    open_drawing(&d, rows, INNER, rows * 150);
    for (int64_t i = 0; i < rows; i++) {
        int64_t first = d.start[i], length = lengths[i % 4];
        bool is_ragged = i % 64 < 4;
        for (int64_t k = 0; k < length; k++) {
            int64_t j = (int64_t)(test_random(seed) % (INNER / 2)) + (i % 4 == 3 ? INNER / 2 : 0);
            if (!is_ragged && j % RAGGED_STEP == 0)
                j++;
            d.column[first + k] = (int32_t)(is_ragged ? j / RAGGED_STEP * RAGGED_STEP : j);
        }
        end_row(&d, first, first + length, seed);
    }
    close_drawing(A, &d);
}

/* Sites of 19 rows with a list of columns in common, of which each row lacks some and has some others.  Some sites
 * have lists of more columns than a block joins, some have columns that are spread so far that no table holds the products,
 * and in some the rows are not similar.  same_length: of all lists, and more rows are not similar; or 0. */
static void draw_sites(graph_matrix **A, int64_t rows, int64_t same_length, uint64_t *seed)
{
    enum { SITE = 19, MOST = 330 };
    const int64_t sites = same_length > 0 ? 4 : 13;
    static const int64_t lengths[] = {14, 40, 120, 30, MOST - 20, 75, 60};
    int32_t list[MOST];
    struct drawing d;
    open_drawing(&d, rows, INNER, rows * MOST);
    for (int64_t i = 0; i < rows; i++) {
        int64_t first = d.start[i], end = first, site = i / SITE;
        const int64_t length = same_length > 0 ? same_length : lengths[site % 7];
        const bool is_ragged = site % 31 == 5;
        for (int64_t k = 0; k < length && (i % SITE == 0 || site % sites == sites / 3); k++) {
            const int64_t j = (int64_t)(test_random(seed) % (uint64_t)(site % 3 == 0 ? INNER / 2 : INNER));
            list[k] = (int32_t)(is_ragged ? j / RAGGED_STEP * RAGGED_STEP : j % RAGGED_STEP == 0 ? j + 1 : j);
        }
        for (int64_t k = 0; k < length; k++)
            if (test_random(seed) % 16 != 0)
                d.column[end++] = list[k];
        for (uint64_t k = test_random(seed) % 3; k > 0; k--)
            d.column[end++] = (int32_t)(test_random(seed) % INNER);
        end_row(&d, first, end, seed);
    }
    close_drawing(A, &d);
}

/* A mesh whose vertices are joined with those at `count` distances.  The last rows have one entry, and with joins some
 * rows have 40 of them; some rows are empty without. */
static void draw_mesh(graph_matrix **A, int64_t rows, const int64_t *distance, int count, bool has_joins,
                      uint64_t *seed)
{
    enum { LAST = 100, JOINED = 40, JOINED_STEP = 2999 };
    struct drawing d;
    open_drawing(&d, rows, rows, rows * count + rows / JOINED_STEP * JOINED + JOINED);
    for (int64_t i = 0; i < rows; i++) {
        int64_t first = d.start[i], end = first;
        for (int k = 0; k < count && i < rows - LAST && i % JOINED_STEP != 7; k++)
            if (i + distance[k] >= 0 && i + distance[k] < rows)
                d.column[end++] = (int32_t)(i + distance[k]);
        for (int k = 0; k < JOINED && has_joins && i % JOINED_STEP == 7; k++)
            d.column[end++] = (int32_t)(rows - LAST + 2 * k);
        if (i >= rows - LAST)
            d.column[end++] = (int32_t)i;
        end_row(&d, first, end, seed);
    }
    close_drawing(A, &d);
}

static const char *const names[] = {"plus_times_fp64", "any_first_int64", "any_pair_bool", "plus_pair_fp32"};
enum { NAMES = sizeof names / sizeof names[0] };

TEST(clusters_of_columns)
{
    uint64_t seed = 31;
    graph_matrix *A = NULL, *B = NULL;
    draw_B(&B, &seed);
    draw_A(&A, 2400, &seed);
    for (int n = 0; n < NAMES; n += test_step(NAMES - 1))
        check_on_device(names[n], A, B);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

TEST(rows_that_are_similar)
{
    static const char *const more_names[] = {"plus_times_fp64",  "any_pair_bool", "min_plus_fp32",
                                             "plus_times_int64", "max_min_int8",  "any_first_int64"};
    uint64_t seed = 35;
    graph_matrix *A = NULL, *B = NULL;
    draw_B(&B, &seed);
    draw_sites(&A, 3000 / test_step(2), 0, &seed);
    for (int n = 0; n < 6; n += test_step(3))
        check_on_device(more_names[n], A, B);
    /* The same without room for rows before they have their place in C. */
    if (test_backend() == GRAPH_BACKEND_CUDA) {
        CHECK_OK(graph_set_device_memory((uint64_t)100 << 20));
        check_on_device(more_names[0], A, B);
        CHECK_OK(graph_set_device_memory(0));
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

/* Rows with so many products that each of those that are not similar has a block to itself. */
TEST(heavy_rows_that_are_similar)
{
    static const char *const more_names[] = {"plus_times_fp64", "any_pair_bool", "min_plus_fp32"};
    uint64_t seed = 36;
    graph_matrix *A = NULL, *B = NULL;
    draw_B(&B, &seed);
    draw_sites(&A, 1200 / test_step(2), 150, &seed);
    for (int n = 0; n < 3; n++)
        check_on_device(more_names[n], A, B);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

TEST(meshes)
{
    static const struct {
        int64_t rows;
        int count;
        int64_t distance[13];
    } shapes[] = {
        {95000, 7, {0, 1, -1, 50, -50, 2500, -2500}},
        {60000, 9, {0, 1, -1, 299, 300, 301, -299, -300, -301}},
        {28000, 13, {0, 1, -1, 2, -2, 149, 150, 151, -149, -150, -151, 300, -300}},
    };
    uint64_t seed = 32;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        graph_matrix *A = NULL, *B = NULL;
        draw_mesh(&A, shapes[k].rows, shapes[k].distance, shapes[k].count, true, &seed);
        draw_mesh(&B, shapes[k].rows, shapes[k].distance, shapes[k].count, false, &seed);
        for (int n = 0; n < NAMES; n += test_step(2)) {
            if (n < 2)
                check_on_device(names[n], A, A);
            check_on_device(names[n], B, B);
            check_on_device(names[n], B, A);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
}

/* A mesh in which a row of A has more entries than lanes merge; of two rows of some hundred one has entries anywhere, the
 * other many in a run, and two rows, the first of all among them, have a thousand.  Most rows have more than 256 products,
 * or fewer. */
static void draw_odd_mesh(graph_matrix **A, bool has_long_rows, uint64_t *seed)
{
    enum { ROWS = 26000, STEP = 331, SPREAD = 14, RUN = 70, LONGEST = 1000, LONG = 19, SHORT = 15 };
    static const int64_t distance[LONG] = {0,     1,    -1,    2,  -2,  60, 61, -60, -61, 1700,
                                           -1700, 1701, -1701, 35, -35, 3,  -3, 62,  -62};
    const int distances = has_long_rows ? LONG : SHORT;
    struct drawing d;
    open_drawing(&d, ROWS, ROWS,
                 (int64_t)ROWS * distances + (ROWS / STEP + 1) * (SPREAD + RUN) + 2 * LONGEST);
    for (int64_t i = 0; i < ROWS; i++) {
        int64_t first = d.start[i], end = first;
        for (int k = 0; k < SPREAD && i % STEP == 5; k++)
            d.column[end++] = (int32_t)(test_random(seed) % ROWS);
        for (int k = 0; k < RUN && i % STEP == 9; k++)
            d.column[end++] = (int32_t)((i + k) % ROWS);
        for (int k = 0; k < LONGEST && i % (ROWS / 2) == 0; k++)
            d.column[end++] = (int32_t)((i + 3 * k) % ROWS);
        const bool is_usual = end == first;
        for (int k = 0; k < (i % 3 > 0 ? distances : distances - 2) && is_usual; k++)
            if (i + distance[k] >= 0 && i + distance[k] < ROWS)
                d.column[end++] = (int32_t)(i + distance[k]);
        end_row(&d, first, end, seed);
    }
    close_drawing(A, &d);
}

TEST(meshes_with_odd_rows)
{
    uint64_t seed = 34;
    for (int has_long_rows = 0; has_long_rows < 2; has_long_rows++) {
        graph_matrix *A = NULL;
        draw_odd_mesh(&A, has_long_rows > 0, &seed);
        for (int n = 0; n < NAMES; n += test_step(2))
            check_on_device(names[n], A, A);
        graph_matrix_release(&A);
    }
}

/* Most rows are empty; some groups of neighbours have up to five entries each, and every thousandth row has many. */
TEST(mostly_empty_rows)
{
    enum { ROWS = 100000, LONG = 300, LONG_STEP = 1000, FULL_ROWS = 256, FULL_STEP = 7, FULL = 5 };
    uint64_t seed = 33;
    graph_matrix *A = NULL;
    struct drawing d;
    open_drawing(&d, ROWS, ROWS, (int64_t)2 * ROWS);
    for (int64_t i = 0; i < ROWS; i++) {
        const bool is_full = i / FULL_ROWS % FULL_STEP == 3;
        const int64_t first = d.start[i], length = i % LONG_STEP == 17 ? LONG
                                                   : is_full           ? FULL
                                                                       : test_random(&seed) % 8 == 0;
        for (int64_t k = 0; k < length; k++)
            d.column[first + k] = (int32_t)(test_random(&seed) % ROWS);
        end_row(&d, first, first + length, &seed);
    }
    close_drawing(&A, &d);
    for (int n = 0; n < 2; n += test_step(2))
        check_on_device(names[n], A, A);
    graph_matrix_release(&A);
}

/* Nearly all rows have as many products; hardly any of them meet, or most do. */
TEST(even_rows)
{
    enum { ROWS = 40000, WIDTH = 70 };
    static const int64_t lengths[] = {5, 8, 10};
    uint64_t seed = 34;
    for (int k = 0; k < 3; k++) {
        graph_matrix *A = NULL, *with_triples = NULL, *B = NULL;
        draw_even(&A, ROWS, ROWS, ROWS, lengths[k], 60, false, &seed);
        draw_even(&with_triples, ROWS, ROWS, ROWS, lengths[k], 80, true, &seed);
        draw_even(&B, ROWS, ROWS, WIDTH, lengths[k], 0, false, &seed);
        for (int n = 0; n < NAMES; n += test_step(2)) {
            check_on_device(names[n], A, A);
            check_on_device(names[n], with_triples, B);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&with_triples);
        graph_matrix_release(&B);
    }
}

/* `rows` rows of 1 to 14 entries in columns below `most_column`, of none in some, and of 70 and of hundreds in others. */
static void draw_any_length(graph_matrix **A, int64_t rows, int64_t most_column, uint64_t *seed)
{
    enum { MOST = 600 };
    struct drawing d;
    open_drawing(&d, rows, rows, 8 * rows + MOST * (rows / 128));
    for (int64_t i = 0; i < rows; i++) {
        const int64_t first = d.start[i], kind = (int64_t)(test_random(seed) % 1024);
        const int64_t length = kind == 0    ? MOST - i % 400
                               : kind < 5   ? 70
                               : kind < 20  ? 0
                               : kind < 480 ? 1
                               : kind < 800 ? 2 + i % 4
                                            : 6 + i % 9;
        for (int64_t k = 0; k < length; k++)
            d.column[first + k] = (int32_t)(test_random(seed) % (uint64_t)most_column);
        end_row(&d, first, first + length, seed);
    }
    close_drawing(A, &d);
}

/* Rows of any small number of products: hardly any of them meet, or most do; and rows of many short rows of B. */
TEST(rows_of_any_length)
{
    enum { ROWS = 100000, WIDTH = 90, SHORT = 3 };
    uint64_t seed = 36;
    graph_matrix *A = NULL, *narrow = NULL, *even = NULL;
    draw_any_length(&A, ROWS, ROWS, &seed);
    draw_any_length(&narrow, ROWS, WIDTH, &seed);
    draw_even(&even, ROWS, ROWS, ROWS, SHORT, 0, false, &seed);
    for (int n = 0; n < NAMES; n += test_step(2)) {
        check_on_device(names[n], A, A);
        check_on_device(names[n], A, narrow);
        check_on_device(names[n], A, even);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&narrow);
    graph_matrix_release(&even);
}

/* Where there is no room for all products, rows with a small number of them are made as others are. */
TEST(short_rows_in_little_memory)
{
    enum { ROWS = 60000, EACH = 5, LEAST = 16 << 20, MOST = 128 << 20 };
    uint64_t seed = 37;
    graph_matrix *drawn[2] = {NULL, NULL};
    draw_any_length(&drawn[0], 2 * ROWS, 2 * ROWS, &seed);
    draw_even(&drawn[1], ROWS, ROWS, ROWS, EACH, 60, false, &seed);
    for (int k = 0; k < 2; k++) {
        for (uint64_t bytes = LEAST; bytes <= MOST; bytes *= 2) {
            CHECK_OK(graph_set_device_memory(bytes));
            check_on_device(names[0], drawn[k], drawn[k]);
            CHECK_OK(graph_set_device_memory(0));
        }
        graph_matrix_release(&drawn[k]);
    }
}

/* Rows of a ring, of which some are joined with hubs: then one row of B has nearly all products. */
TEST(hubs)
{
    enum { ROWS = 9000, NEAR = 40, EACH = 5, HUBS = 14 };
    uint64_t seed = 35;
    graph_matrix *A = NULL;
    struct drawing d;
    open_drawing(&d, ROWS, ROWS, (int64_t)ROWS * (EACH + HUBS) + (int64_t)HUBS * ROWS);
    for (int64_t i = 0; i < ROWS; i++) {
        const int64_t first = d.start[i], hub = i % (ROWS / HUBS) == 100 ? i / (ROWS / HUBS) + 1 : 0;
        const int64_t length = hub > 0 ? hub * 150 : EACH;
        int64_t end = first;
        for (int64_t k = 0; k < length; k++)
            d.column[end++] =
                (int32_t)(hub > 0 ? test_random(&seed) % ROWS
                                  : (uint64_t)(i + (int64_t)(test_random(&seed) % NEAR)) % ROWS);
        if (i % 4 < 3)
            d.column[end++] = (int32_t)(test_random(&seed) % HUBS * (ROWS / HUBS) + 100);
        end_row(&d, first, end, &seed);
    }
    close_drawing(&A, &d);
    for (int n = 0; n < NAMES; n += test_step(NAMES - 1))
        check_on_device(names[n], A, A);
    graph_matrix_release(&A);
}

/* `rows` rows of A, of four alternating lengths, and rows of B in columns below `width`. */
static void draw_long_rows(graph_matrix **A, graph_matrix **B, int64_t rows, const int64_t lengths[4],
                           int64_t width, uint64_t *seed)
{
    enum { INNERS = 900 };
    struct drawing d;
    draw_even(B, INNERS, width, width, LENGTH, 700, false, seed);
    open_drawing(&d, rows, INNERS, rows * INNERS);
    for (int64_t i = 0; i < rows; i++) {
        const int64_t first = d.start[i], length = lengths[i % 4];
        for (int64_t k = 0; k < length; k++)
            d.column[first + k] = (int32_t)(length == INNERS ? (uint64_t)k : test_random(seed) % INNERS);
        end_row(&d, first, first + length, seed);
    }
    close_drawing(A, &d);
}

static void check_long_rows(int64_t rows, const int64_t lengths[4], int64_t width, uint64_t seed)
{
    graph_matrix *A = NULL, *B = NULL;
    draw_long_rows(&A, &B, rows, lengths, width, &seed);
    for (int n = 0; n < NAMES; n += test_step(NAMES - 1))
        check_on_device(names[n], A, B);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

/* Rows of some thousand products in columns near enough for a bitmap in shared memory. */
TEST(long_rows)
{
    static const int64_t lengths[] = {130, 300, 900, 200};
    check_long_rows(240, lengths, 60000, 36);
}

/* So many of each kind that they are counted first. */
TEST(many_long_rows)
{
    static const int64_t lengths[] = {45, 300, 45, 160};
    check_long_rows(600, lengths, 30000, 38);
}

/* What several products fold into one slot that they share, under sums that can be made in any order; every second one. */
static void check_any_order(const graph_matrix *A, const graph_matrix *B, size_t first)
{
    static const char *const some[] = {"min_plus_fp32",    "plus_times_int32", "max_plus_fp32",
                                       "plus_first_int16", "min_max_fp32",     "max_min_fp32",
                                       "max_times_fp32",   "xor_and_bool",     "min_plus_int8",
                                       "max_min_uint16",   "or_and_bool",      "plus_pair_fp32"};
    for (size_t n = first; n < sizeof some / sizeof some[0]; n += 2 * (size_t)test_step(3)) {
        const graph_semiring *semiring = graph_semiring_by_name(some[n]);
        graph_matrix *expected = NULL, *C = NULL;
        CHECK_OK(
            graph_spgemm(&expected, semiring, A, B,
                         GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_ROW_ROW)));
        CHECK_OK(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR()));
        CHECK_SAY(same_matrix(expected, C, 0, stderr), "%s", some[n]);
        graph_matrix_release(&expected);
        graph_matrix_release(&C);
    }
}

TEST(signs_where_products_meet)
{
    static const int64_t lengths[] = {45, 300, 900, 160};
    uint64_t seed = 39;
    graph_matrix *A = NULL, *B = NULL;
    drawings_have_signs = true;
    draw_B(&B, &seed);
    draw_A(&A, 800 / test_step(2), &seed);
    check_any_order(A, B, 0);
    graph_matrix_release(&A);
    draw_sites(&A, 800 / test_step(2), 0, &seed);
    check_any_order(A, B, 1);
    check_any_order(A, B, 0);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    draw_long_rows(&A, &B, 400, lengths, 30000, &seed);
    check_any_order(A, B, 0);
    check_any_order(A, B, 1);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    if (test_step(2) == 1) {
        draw_odd_mesh(&A, false, &seed);
        check_any_order(A, A, 0);
        graph_matrix_release(&A);
    }
    drawings_have_signs = false;
}

/* Blocks of 8 x 8, full ones among others, in short and in long block rows; with and without an infinite value. */
TEST(blocks)
{
    enum { ROWS = 1501, WIDTH = 1750, NEAR = 30, FULL_STEP = 300, FULL = 9 };
    static const char *const semirings[] = {"plus_times_fp32",  "min_plus_fp32",   "max_plus_fp64",
                                            "min_plus_int16",   "any_first_int64", "plus_pair_fp32",
                                            "plus_second_fp64", "xor_and_bool",    "plus_pair_int8"};
    enum { SEMIRINGS = sizeof semirings / sizeof semirings[0] };
    uint64_t seed = 37;
    for (int is_infinite = 0; is_infinite < 2; is_infinite++) {
        graph_matrix *A = NULL, *B = NULL;
        for (int operand = 0; operand < 2; operand++) {
            const int64_t rows = operand == 0 ? ROWS : WIDTH;
            struct drawing d;
            open_drawing(&d, rows, WIDTH, rows * WIDTH / 8);
            for (int64_t i = 0; i < rows; i++) {
                const int64_t first = d.start[i], length = i % FULL_STEP < FULL ? 450 : 20;
                int64_t end = first;
                for (int64_t k = 0; k < length && i % 11 != 5; k++)
                    d.column[end++] =
                        (int32_t)((i % FULL_STEP < FULL ? (int64_t)(test_random(&seed) % WIDTH)
                                                        : i + (int64_t)(test_random(&seed) % NEAR)) %
                                  WIDTH);
                end_row(&d, first, end, &seed);
            }
            if (is_infinite)
                d.value[d.start[700]] = (double)INFINITY;
            close_drawing(operand == 0 ? &A : &B, &d);
        }
        for (int n = 0; n < (is_infinite ? 2 : SEMIRINGS); n += test_step(3)) {
            const graph_semiring *semiring = graph_semiring_by_name(semirings[n]);
            graph_matrix *expected = NULL, *C = NULL;
            CHECK_OK(graph_spgemm(
                &expected, semiring, A, B,
                GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_ROW_ROW_DENSE)));
            CHECK_OK(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR(.method = GRAPH_METHOD_BITMAP)));
            CHECK_SAY(is_same_matrix(expected, C), "%s", semirings[n]);
            graph_matrix_release(&expected);
            graph_matrix_release(&C);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
}

/* Rows of B of 40 entries, after them six of 1, 2, 4, ... 32, and then empty ones; on columns that are spread evenly, that
 * are a small part of those, or of which half lie near each other. */
enum spread { EVEN, COARSE, SKEWED };
enum {
    SPREAD_ROWS = 640,
    SPREAD_LENGTH = 40,
    SPREAD_SHORT = 6,
    SPREAD_FULL = SPREAD_ROWS + SPREAD_SHORT,
    SPREAD_EMPTY = 2100,
    SPREAD_COLUMNS = 1100000
};

static void draw_spread(graph_matrix **B, enum spread spread, uint64_t *seed)
{
    enum { COARSE_STEP = 366, NEAR = 5 };
    struct drawing d;
    open_drawing(&d, SPREAD_FULL + SPREAD_EMPTY, SPREAD_COLUMNS, (SPREAD_ROWS + 2) * SPREAD_LENGTH);
    for (int64_t i = 0; i < SPREAD_FULL + SPREAD_EMPTY; i++) {
        const int64_t first = d.start[i], length = i < SPREAD_ROWS   ? SPREAD_LENGTH
                                                   : i < SPREAD_FULL ? (int64_t)1 << (i - SPREAD_ROWS)
                                                                     : 0;
        const int64_t near = spread == SKEWED ? length / 2 : 0, step = SPREAD_COLUMNS / (length + !length);
        for (int64_t k = 0; k < length; k++) {
            const int64_t width = k < near ? NEAR : step, at = (int64_t)(test_random(seed) % (uint64_t)width);
            const int64_t column = k * width + at;
            d.column[first + k] = (int32_t)(spread == COARSE ? column / COARSE_STEP * COARSE_STEP : column);
        }
        end_row(&d, first, first + length, seed);
    }
    close_drawing(B, &d);
}

/* Rows of A, of which each has exactly so many products and so many entries that have none. */
struct spread_row {
    int64_t products, empty;
};

static void draw_products(graph_matrix **A, int64_t rows, const struct spread_row *kind, int kinds,
                          uint64_t *seed)
{
    struct drawing d;
    open_drawing(&d, rows, SPREAD_FULL + SPREAD_EMPTY, rows * (SPREAD_FULL + SPREAD_EMPTY));
    for (int64_t i = 0; i < rows; i++) {
        const int64_t first = d.start[i], products = kind[i % kinds].products,
                      whole = products / SPREAD_LENGTH, skipped = SPREAD_ROWS - whole;
        int64_t end = first;
        for (int64_t k = 0; k < whole; k++)
            d.column[end++] = (int32_t)(skipped * (i % 2) + k);
        for (int64_t k = 0; k < SPREAD_SHORT; k++)
            if (products % SPREAD_LENGTH >> k & 1)
                d.column[end++] = (int32_t)(SPREAD_ROWS + k);
        for (int64_t k = 0; k < kind[i % kinds].empty; k++)
            d.column[end++] = (int32_t)(SPREAD_FULL + k);
        end_row(&d, first, end, seed);
    }
    close_drawing(A, &d);
}

GRAPH_DEFINE_SEMIRING(plus_minus, double, 0, 0, x + y, x - y);

/* Rows of hundreds and of thousands of products on columns that no bitmap in shared memory spans. */
TEST(rows_of_spread_columns)
{
    static const struct spread_row kinds[] = {
        {4097, 0},    {8192, 0},   {8193, 0},   {16384, 0},   {24576, 0},   {24577, 0},
        {5000, 1000}, {257, 0},    {1024, 200}, {1025, 0},    {2048, 300},  {2049, 0},
        {4096, 0},    {700, 1100}, {900, 400},  {1500, 1000}, {3000, 2100}, {9000, 2100}};
    static const char *const some[] = {"plus_times_fp64", "any_first_int64", "any_pair_bool",
                                       "plus_pair_fp32",  "min_plus_fp32",   "any_second_int16",
                                       "max_min_int8",    "plus_times_int32"};
    enum { KINDS = sizeof kinds / sizeof kinds[0], SOME = sizeof some / sizeof some[0] };
    const bool is_whole = test_step(2) == 1;
    uint64_t seed = 40;
    graph_matrix *A = NULL;
    graph_semiring *user = NULL;
    CHECK_OK(graph_semiring_create(&user, &plus_minus));
    draw_products(&A, is_whole ? 10 * KINDS : KINDS, kinds, KINDS, &seed);
    for (int spread = EVEN; spread <= SKEWED; spread++) {
        graph_matrix *B = NULL, *expected = NULL, *C = NULL;
        draw_spread(&B, (enum spread)spread, &seed);
        for (int n = 0; n < SOME; n += test_step(3))
            check_on_device(some[n], A, B);
        CHECK_OK(graph_spgemm(&expected, user, A, B, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
        CHECK_OK(graph_spgemm(&C, user, A, B, TEST_DESCRIPTOR()));
        CHECK(is_same_matrix(expected, C));
        /* Without room for rows before they have their place in C. */
        if (test_backend() == GRAPH_BACKEND_CUDA && is_whole) {
            CHECK_OK(graph_set_device_memory((uint64_t)24 << 20));
            check_on_device(some[spread], A, B);
            CHECK_OK(graph_set_device_memory(0));
        }
        graph_matrix_release(&expected);
        graph_matrix_release(&C);
        graph_matrix_release(&B);
    }
    graph_semiring_release(&user);
    graph_matrix_release(&A);
}

TEST_MAIN(TEST_ROW_DEVICE(clusters_of_columns), TEST_ROW_DEVICE(rows_that_are_similar),
          TEST_ROW_DEVICE(heavy_rows_that_are_similar), TEST_ROW_DEVICE(meshes),
          TEST_ROW_DEVICE(meshes_with_odd_rows), TEST_ROW_DEVICE(mostly_empty_rows),
          TEST_ROW_DEVICE(even_rows), TEST_ROW_DEVICE(rows_of_any_length),
          TEST_ROW_DEVICE(short_rows_in_little_memory), TEST_ROW_DEVICE(hubs), TEST_ROW_DEVICE(long_rows),
          TEST_ROW_DEVICE(many_long_rows), TEST_ROW_DEVICE(rows_of_spread_columns),
          TEST_ROW(signs_where_products_meet), TEST_ROW_DEVICE(blocks))
