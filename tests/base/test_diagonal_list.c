/* The number of elements of a band, from which a matrix is guessed to be one, against counting them. */
#include "base/diagonal_list.h"
#include "tests/support/test.h"

static int64_t counted(int64_t rows, int64_t columns, int64_t low, int64_t count)
{
    int64_t n = 0;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t offset = low; offset < low + count; offset++)
            n += i + offset >= 0 && i + offset < columns;
    return n;
}

TEST(elements_of_every_small_band)
{
    for (int64_t rows = 0; rows < 7; rows++)
        for (int64_t columns = 0; columns < 7; columns++)
            for (int64_t low = -8; low <= 8; low++)
                for (int64_t count = 0; count < 10; count++)
                    CHECK_SAY(graph__band_elements(rows, columns, low, count) ==
                                  counted(rows, columns, low, count),
                              "%lld x %lld, %lld diagonals from %lld", (long long)rows, (long long)columns,
                              (long long)count, (long long)low);
}

/* A band has at least 16 rows to a diagonal; one entry more is none. */
TEST(what_may_be_a_band)
{
    CHECK(graph__may_be_band(64, 64, 64));
    CHECK(graph__may_be_band(64, 64, 64 + 63 + 63));
    CHECK(graph__may_be_band(64, 80, 64 + 64 + 63));
    CHECK(graph__may_be_band(80, 64, 64 + 64 + 63));
    CHECK(!graph__may_be_band(64, 64, 64 + 63 + 63 + 1));
    CHECK(!graph__may_be_band(32, 32, 32 + 31 + 31));
    CHECK(!graph__may_be_band(64, 64, 0));
    CHECK(!graph__may_be_band(0, 64, 0));
}

TEST_MAIN(TEST_ROW(elements_of_every_small_band), TEST_ROW(what_may_be_a_band))
