/* Copies past the caches, in pieces that begin and end anywhere, against plain loops. */
#include "base/stream.h"

#include "tests/support/test.h"

enum { MOST = 400, BORDER = 80 };

/* The places at which a copy of n elements is cut: n is the last of them. */
static int64_t next_cut(uint64_t *seed, int64_t from, int64_t n)
{
    int64_t piece = 1 + (int64_t)(test_random(seed) % (test_random(seed) % 2 == 0 ? 20 : 200));
    return from + piece < n ? from + piece : n;
}

TEST(bytes)
{
    static unsigned char from[MOST + BORDER], to[MOST + 2 * BORDER];
    uint64_t seed = 1;
    for (size_t k = 0; k < sizeof from; k++)
        from[k] = (unsigned char)(1 + test_random(&seed) % 250);
    for (int row = 0; row < 2000; row++) {
        const size_t n = test_random(&seed) % MOST, begin = test_random(&seed) % 70,
                     shift = test_random(&seed) % 70;
        memset(to, 0, sizeof to);
        size_t done = 0;
        for (int64_t cut = next_cut(&seed, 0, (int64_t)n);; cut = next_cut(&seed, cut, (int64_t)n)) {
            size_t stopped = graph__stream_bytes(to + begin, from + shift, done, (size_t)cut, n);
            CHECK(stopped <= (size_t)cut && stopped >= done && (size_t)cut - stopped < 64);
            done = stopped;
            if ((size_t)cut == n)
                break;
        }
        graph__stream_end();
        bool is_clean = to[begin + n] == 0 && (begin == 0 || to[begin - 1] == 0);
        CHECK_SAY(done == n && is_clean && memcmp(to + begin, from + shift, n) == 0, "row %d: %zu bytes", row,
                  n);
    }
}

TEST(columns)
{
    static int32_t from[MOST + BORDER], to[MOST + 2 * BORDER];
    uint64_t seed = 2;
    for (int k = 0; k < MOST + BORDER; k++)
        from[k] = (int32_t)(test_random(&seed) % 1000);
    for (int row = 0; row < 2000; row++) {
        const int64_t n = (int64_t)(test_random(&seed) % MOST);
        const size_t begin = test_random(&seed) % 20, shift = test_random(&seed) % 20;
        const int32_t more = (int32_t)(test_random(&seed) % 9);
        int64_t done = 0;
        memset(to, 0xff, sizeof to);
        for (int64_t cut = next_cut(&seed, 0, n);; cut = next_cut(&seed, cut, n)) {
            done = graph__stream_columns(to + begin, from + shift, more, done, cut, n);
            if (cut == n)
                break;
        }
        graph__stream_end();
        bool is_same = done == n && to[(int64_t)begin + n] == -1 && (begin == 0 || to[begin - 1] == -1);
        for (int64_t k = 0; k < n; k++)
            is_same = is_same && to[(int64_t)begin + k] == from[(int64_t)shift + k] + more;
        CHECK_SAY(is_same, "row %d: %lld columns", row, (long long)n);
    }
}

TEST_MAIN(TEST_ROW(bytes), TEST_ROW(columns))
