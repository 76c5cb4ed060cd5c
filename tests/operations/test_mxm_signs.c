/* Products whose kernels look at the signs of their values, and at infinities and NaN, before they choose how to add: full
 * matrices, and blocks with nearly all their entries.  Semirings of the user's whose texts are known take the same ways. */
#include <math.h>
#include <string.h>

#include "tests/support/oracle.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

enum sign {
    POSITIVE,
    LATE_NEGATIVE,
    NEGATIVE,
    LATE_INFINITE,
    LATE_NAN,
    FINE,
    FINE_NEGATIVE,
    WHOLE,
    WHOLE_NEGATIVE,
    SIGNS,
    ZEROS /* of either sign */
};

/* What the value of row i and column k is to begin with, and from column `late` on. */
static long double value_of(enum sign sign, graph_type type, int64_t i, int64_t k, int64_t late,
                            uint64_t *seed)
{
    const long double x = (long double)(test_random(seed) % 31) / 4;
    const bool is_odd = k >= late && test_random(seed) % 5 == 0;
    if (type == GRAPH_BOOL)
        return sign == NEGATIVE || test_random(seed) % (i % 3 == 0 ? 2 : 40) == 0;
    if (type != GRAPH_FP32 && type != GRAPH_FP64)
        return (int64_t)x + 1;
    switch (sign) {
    case LATE_NEGATIVE:
        return is_odd ? -x : x;
    case NEGATIVE:
        return -x;
    case LATE_INFINITE:
        return is_odd ? (long double)INFINITY : x;
    case LATE_NAN:
        return is_odd || i == 7 ? (long double)NAN : x;
    case FINE: /* no small multiples of a power of two */
        return oracle_cast(x + (long double)(test_random(seed) % 1000003) / 1000003, GRAPH_FP64, type);
    case FINE_NEGATIVE:
        return oracle_cast((long double)(test_random(seed) % 1000003) / 1000003 - (is_odd ? 1 : 0),
                           GRAPH_FP64, type);
    case ZEROS:
        return test_random(seed) % 2 == 0 ? -0.0L : 0.0L;
    case WHOLE: /* multiples of a power of two, not small */
        return (long double)(test_random(seed) % 1000003) / 64;
    case WHOLE_NEGATIVE:
        return ((long double)(test_random(seed) % 1000003) - 600000) / 1024;
    default:
        return x;
    }
}

/* Whether sums under the semiring may cancel, so that results are compared with a larger tolerance. */
static bool may_cancel(const graph_semiring *semiring, enum sign sign)
{
    const char *name = graph_semiring_name(semiring);
    return sign >= FINE && (strncmp(name, "plus_", 5) == 0 || strncmp(name, "user_plus", 8) == 0);
}

static void compare(const graph_semiring *semiring, graph_matrix *A, graph_matrix *B, graph_method method,
                    enum sign sign)
{
    graph_matrix *expected = NULL, *C = NULL;
    CHECK_OK(
        graph_spgemm(&expected, semiring, A, B,
                     GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_ROW_ROW_DENSE)));
    CHECK_OK(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR(.method = method)));
    CHECK_SAY(graph_backend_used() == test_backend(), "%s", graph_semiring_name(semiring));
    CHECK_SAY(is_same_product(expected, C), "%s, signs %d", graph_semiring_name(semiring), (int)sign);
    graph_matrix_release(&expected);
    graph_matrix_release(&C);
}

static graph_matrix *draw(graph_type type, int64_t rows, int64_t columns, int64_t half_width, enum sign sign,
                          uint64_t *seed)
{
    struct dense_matrix a = dense_create(type, rows, columns);
    graph_matrix *A = NULL;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = 0; k < columns; k++)
            if (half_width == 0 ||
                (k >= i - half_width && k <= i + half_width && test_random(seed) % 20 != 0))
                dense_set(&a, i, k, value_of(sign, type, i, k, columns / 2, seed));
    CHECK_OK(dense_to_matrix(&A, &a));
    dense_release(&a);
    return A;
}

/* Sizes that are no multiples of tiles or words, of 4 M products and more. */
TEST(full_operands)
{
    static const int64_t sizes[][3] = {{131, 337, 97}, {70, 1061, 65}, {257, 65, 255}};
    static const char *const names[] = {"plus_times_fp64", "plus_times_fp32", "min_plus_fp32",
                                        "max_plus_fp32",   "max_min_fp32",    "min_max_fp32",
                                        "min_times_fp32",  "or_and_bool",     "xor_and_bool",
                                        "plus_pair_int8",  "any_second_fp32", "min_plus_int32"};
    uint64_t seed = 51;
    for (int n = 0; n < 12; n++)
        for (int sign = 0; sign < SIGNS; sign += test_step(3)) {
            const graph_semiring *semiring = graph_semiring_by_name(names[n]);
            const graph_type type = graph_semiring_type(semiring);
            const bool has_signs = type == GRAPH_FP32 || type == GRAPH_FP64;
            const int64_t *size = sizes[(n + sign) % 3];
            if ((!has_signs && sign >= 3) || may_cancel(semiring, (enum sign)sign))
                continue;
            graph_matrix *A = draw(type, size[0], size[1], 0, (enum sign)sign, &seed),
                         *B = draw(type, size[1], size[2], 0,
                                   has_signs && sign == NEGATIVE ? POSITIVE : (enum sign)sign, &seed);
            compare(semiring, A, B, GRAPH_METHOD_AUTO, (enum sign)sign);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
        }
}

enum { BAND = 611, HALF_WIDTH = 13, LARGE_HALF_WIDTH = 150 };

/* A band, whose blocks on the diagonal are nearly full, by blocks where there are any. */
static void check_band(const graph_semiring *semiring, int64_t half_width, enum sign sign, uint64_t *seed)
{
    const graph_type type = graph_semiring_type(semiring);
    if (may_cancel(semiring, sign))
        return;
    graph_matrix *A = draw(type, BAND, BAND, half_width, sign, seed),
                 *B = draw(type, BAND, BAND, half_width, sign, seed);
    compare(semiring, A, B, test_backend() == GRAPH_BACKEND_CPU ? GRAPH_METHOD_AUTO : GRAPH_METHOD_BITMAP,
            sign);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

TEST(full_blocks)
{
    static const char *const names[] = {"plus_times_fp32", "min_plus_fp32",  "max_plus_fp32", "max_min_fp32",
                                        "min_max_fp32",    "max_times_fp32", "plus_pair_int8"};
    uint64_t seed = 52;
    for (int n = 0; n < 7; n++)
        for (int sign = 0; sign < SIGNS; sign += test_step(3))
            check_band(graph_semiring_by_name(names[n]), HALF_WIDTH, (enum sign)sign, &seed);
}

/* Block rows of more blocks than are taken at a time, whose sums so far are stored. */
TEST(long_block_rows)
{
    static const char *const names[] = {"min_plus_fp32", "max_plus_fp32", "max_min_fp32"};
    static const enum sign signs[] = {POSITIVE,      LATE_NEGATIVE, NEGATIVE,
                                      FINE_NEGATIVE, WHOLE,         WHOLE_NEGATIVE};
    uint64_t seed = 54;
    for (int n = 0; n < 3; n++)
        for (int s = 0; s < 6; s += test_step(3))
            check_band(graph_semiring_by_name(names[n]), LARGE_HALF_WIDTH, signs[s], &seed);
}

GRAPH_DEFINE_SEMIRING(user_plus_times, float, 0, 1, x + y, x *y);
GRAPH_DEFINE_SEMIRING(user_min_plus, float, INFINITY, 0, x < y ? x : y, x + y);
GRAPH_DEFINE_SEMIRING(user_max_plus, float, -1e30f, 0, ((x) >= (y) ? (x) : (y)), (y) + (x));
GRAPH_DEFINE_SEMIRING(user_max_min, float, 0, 1e9f, fmaxf(x, y), fminf(x, y));
GRAPH_DEFINE_SEMIRING(user_min_max, int32_t, INT32_MAX, INT32_MIN, y < x ? y : x, (x > y) ? x : y);
GRAPH_DEFINE_SEMIRING(user_wrapping, int32_t, INT32_MAX, 0, x < y ? x : y,
                      (int32_t)((uint32_t)x + (uint32_t)y));
GRAPH_DEFINE_SEMIRING(user_min_twice, double, INFINITY, 0, x < y ? x : y, x + y + y);

/* Without NaN: of a comparison it depends on the order which of two operands stays. */
TEST(blocks_of_the_user)
{
    static const graph_semiring_spec *const specs[] = {&user_plus_times, &user_min_plus, &user_max_plus,
                                                       &user_max_min,    &user_min_max,  &user_wrapping,
                                                       &user_min_twice};
    uint64_t seed = 53;
    for (int n = 0; n < 7; n++) {
        graph_semiring *semiring = NULL;
        REQUIRE_OK(graph_semiring_create(&semiring, specs[n]));
        for (int sign = 0; sign < SIGNS; sign += test_step(3))
            if (sign != LATE_NAN)
                check_band(semiring, HALF_WIDTH, (enum sign)sign, &seed);
        graph_semiring_release(&semiring);
    }
}

GRAPH_DEFINE_SEMIRING(user_min_plus_in_other_words, float, INFINITY, 0, !(x < y) ? y : x, x - -y);
GRAPH_DEFINE_SEMIRING(user_max_times, float, 0, 1, x > y ? x : y, x *y);
GRAPH_DEFINE_SEMIRING(user_min_times, float, INFINITY, 1, y <= x ? y : x, y *x);
GRAPH_DEFINE_SEMIRING(user_bottleneck, float, -INFINITY, INFINITY, x > y ? x : y, x < y ? x : y);

static bool has_same_bits(graph_matrix *x, graph_matrix *y)
{
    graph_arrays a = {.size = sizeof a}, b = {.size = sizeof b};
    CHECK_OK(graph_matrix_export(&a, x, GRAPH_CSR, GRAPH_BORROW));
    CHECK_OK(graph_matrix_export(&b, y, GRAPH_CSR, GRAPH_BORROW));
    return a.entries == b.entries && memcmp(a.value, b.value, a.entries * graph_type_size(a.type)) == 0;
}

/* The built-in semiring does it where it gives the same bits: not for NaN and zeros with a sign, of which a comparison keeps
 * the later one, and not for products that may be such.  Full operands are added in the order of k. */
TEST(full_operands_of_the_user)
{
    static const graph_semiring_spec *const specs[] = {&user_min_plus,   &user_max_plus,
                                                       &user_bottleneck, &user_min_plus_in_other_words,
                                                       &user_max_times,  &user_min_times};
    static const enum sign signs[] = {ZEROS, LATE_NAN, LATE_INFINITE, FINE_NEGATIVE, FINE};
    enum { ROWS = 161, INNER = 337, COLUMNS = 97 };
    uint64_t seed = 55;
    for (int n = 0; n < 6; n++)
        for (int s = 0; s < 5; s += test_step(3)) {
            const bool may_be_nan = signs[s] == LATE_NAN || (signs[s] == LATE_INFINITE && n >= 4);
            graph_semiring *semiring = NULL;
            graph_matrix *expected = NULL, *C = NULL;
            REQUIRE_OK(graph_semiring_create(&semiring, specs[n]));
            graph_matrix *A = draw(GRAPH_FP32, ROWS, INNER, 0, signs[s], &seed),
                         *B = draw(GRAPH_FP32, INNER, COLUMNS, 0, signs[s], &seed);
            CHECK_OK(graph_spgemm(
                &expected, semiring, A, B,
                GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_ROW_ROW_DENSE)));
            CHECK_OK(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR()));
            CHECK_SAY(is_same_product(expected, C) && (may_be_nan || has_same_bits(expected, C)),
                      "%s, signs %d", graph_semiring_name(semiring), (int)signs[s]);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
            graph_matrix_release(&C);
            graph_matrix_release(&expected);
            graph_semiring_release(&semiring);
        }
}

TEST_MAIN(TEST_ROW(full_operands), TEST_ROW(full_blocks), TEST_ROW(long_block_rows),
          TEST_ROW(blocks_of_the_user), TEST_ROW(full_operands_of_the_user))
