/* Counting what rows have in common, and sorting keys: in plain C and in the form of this machine. */
#include "cpu/common/isa.h"
#include "cpu/mxm/mxm_count.h"
#include "cpu/common/sort_keys.h"
#include "tests/support/test.h"

enum { COLUMNS = 4000, ROWS = 40 };

/* Each column with this chance out of 1000. */
static int64_t draw_row(int32_t *column, uint64_t *seed, unsigned chance)
{
    int64_t n = 0;
    for (int32_t j = 0; j < COLUMNS; j++)
        if (test_random(seed) % 1000 < chance)
            column[n++] = j;
    return n;
}

static int32_t in_common(const int32_t *a, int64_t a_count, const int32_t *b, int64_t b_count)
{
    int32_t found = 0;
    for (int64_t i = 0; i < a_count; i++)
        for (int64_t k = 0; k < b_count; k++)
            found += a[i] == b[k];
    return found;
}

TEST(rows_of_every_length)
{
    static const unsigned chances[] = {0, 1, 2, 3, 4, 9, 60, 400, 1000};
    enum { CHANCES = sizeof chances / sizeof chances[0] };
    uint64_t seed = 5;
    int64_t start[ROWS + 1] = {0};
    int32_t *column = malloc(ROWS * COLUMNS * sizeof *column), *a = malloc(COLUMNS * sizeof *a), j[ROWS];
    uint32_t *bits = calloc(COLUMNS / 32 + 1, sizeof *bits);
    for (int i = 0; i < ROWS; i++) {
        start[i + 1] = start[i] + draw_row(column + start[i], &seed, chances[i % CHANCES]);
        j[i] = ROWS - 1 - i;
    }
    const struct graph_csr B = {
        .rows = ROWS, .columns = COLUMNS, .entries = start[ROWS], .row_start = start, .column = column};
    for (int k = 0; k < 4 * CHANCES; k++) {
        const struct graph_count_row row = {
            .a = a, .length = draw_row(a, &seed, chances[k % CHANCES]), .bits = bits};
        int32_t count[2][ROWS];
        int64_t n = k < CHANCES ? ROWS : ROWS / 3;
        graph__count_row_plain(count[0], &row, j, n, k % 2 ? n : ROWS, &B);
        graph__count_row(count[1], &row, j, n, k % 2 ? n : ROWS, &B);
        for (int64_t m = 0; m < n; m++) {
            int32_t want = in_common(a, row.length, column + start[j[m]], start[j[m] + 1] - start[j[m]]);
            CHECK_SAY(count[0][m] == want && count[1][m] == want,
                      "%d and %d columns in common, not %d, of %lld and %lld", count[0][m], count[1][m], want,
                      (long long)row.length, (long long)(start[j[m] + 1] - start[j[m]]));
        }
        for (int word = 0; word <= COLUMNS / 32; word++)
            CHECK(bits[word] == 0);
    }
    free(column);
    free(a);
    free(bits);
}

/* Short rows against the rows of B that a mask names, several rows a call, with each instruction set. */
static void check_short_rows(uint64_t *seed)
{
    enum { SHORT = 20, ROOM = 64 };
    int64_t A_start[ROWS + 1] = {0}, B_start[ROWS + 1] = {0}, M_start[ROWS + 1] = {0};
    static int32_t A_column[ROWS * SHORT], B_column[ROWS * 4 * COLUMNS / 100], M_column[ROWS * ROWS];
    int32_t count[ROOM];
    for (int i = 0; i < ROWS; i++) {
        const int64_t most = (int64_t)(test_random(seed) % SHORT);
        const int32_t step = 1 + (int32_t)(test_random(seed) % 3);
        A_start[i + 1] = A_start[i];
        for (int32_t k = 0; k < most; k++)
            A_column[A_start[i + 1]++] = k * step;
        B_start[i + 1] = B_start[i];
        for (int32_t j = 0, last = i % 7 == 0 ? 60 : (int32_t)(test_random(seed) % 40); j < last; j++)
            if (i % 7 == 0 || test_random(seed) % 2)
                B_column[B_start[i + 1]++] = j;
        M_start[i + 1] = M_start[i];
        for (int32_t j = 0; j < ROWS; j++)
            if (test_random(seed) % 8 == 0)
                M_column[M_start[i + 1]++] = j;
    }
    const struct graph_csr
        A = {.rows = ROWS, .entries = A_start[ROWS], .row_start = A_start, .column = A_column},
        B = {.rows = ROWS, .entries = B_start[ROWS], .row_start = B_start, .column = B_column},
        M = {.rows = ROWS, .entries = M_start[ROWS], .row_start = M_start, .column = M_column};
    for (int64_t first = 0, last; first<ROWS; first = last> first ? last : first + 1) {
        last = graph__count_rows(count, ROOM, &A, &M, &B, first, ROWS);
        CHECK(last >= first && last <= ROWS && (last == first || M_start[last] - M_start[first] <= ROOM));
        for (int64_t i = first; i < last; i++)
            for (int64_t m = M_start[i]; A_start[i] < A_start[i + 1] && m < M_start[i + 1]; m++) {
                const int32_t *b = B_column + B_start[M_column[m]];
                int32_t want = in_common(A_column + A_start[i], A_start[i + 1] - A_start[i], b,
                                         B_start[M_column[m] + 1] - B_start[M_column[m]]);
                CHECK_SAY(count[m - M_start[first]] == want, "row %lld: %d columns in common, not %d",
                          (long long)i, count[m - M_start[first]], want);
            }
    }
}

TEST(short_rows_of_a_mask)
{
    uint64_t seed = 8;
    for (int isa = GRAPH_ISA_PLAIN; isa <= GRAPH_ISA_AVX512; isa++) {
        graph__cpu_isa_at_most((enum graph_isa)isa);
        for (int k = 0; k < 40; k++)
            check_short_rows(&seed);
    }
    graph__cpu_isa_at_most(GRAPH_ISA_AVX512);
}

TEST(galloping_finds_the_first_not_below)
{
    int32_t list[70];
    for (int n = 0; n <= 70; n++) {
        for (int k = 0; k < n; k++)
            list[k] = 3 * k;
        for (int from = 0; from <= n; from++)
            for (int32_t wanted = -1; wanted < 3 * n + 2; wanted++) {
                int64_t want = from;
                while (want < n && list[want] < wanted)
                    want++;
                CHECK(graph__gallop(list, from, n, wanted) == want);
            }
    }
}

/* Keys with equal upper halves, as products of one column have. */
TEST(keys_of_every_number)
{
    uint64_t seed = 6, key[2][600], spare[600];
    for (int n = 0; n <= 600; n += n < 140 ? 1 : 23)
        for (int range = 0; range < 4; range++) {
            static const uint64_t upper[] = {1, 7, 300, 0x7fffffff};
            for (int k = 0; k < n; k++)
                key[0][k] = key[1][k] = (test_random(&seed) % upper[range]) << 32 | (uint64_t)k;
            graph__sort_keys_plain(key[0], spare, n);
            graph__sort_keys(key[1], spare, n);
            for (int k = 1; k < n; k++)
                CHECK(key[0][k - 1] < key[0][k]);
            CHECK_SAY(memcmp(key[0], key[1], (size_t)n * sizeof **key) == 0, "%d keys, range %d", n, range);
        }
}

TEST_MAIN(TEST_ROW(rows_of_every_length), TEST_ROW(short_rows_of_a_mask),
          TEST_ROW(galloping_finds_the_first_not_below), TEST_ROW(keys_of_every_number))
