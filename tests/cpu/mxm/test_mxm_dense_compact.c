/* The sweep of a dense accumulator, in plain C and in the form of this machine, against a loop over all positions. */
#include "cpu/mxm/mxm_dense_compact.h"
#include "tests/support/test.h"

enum { BLOCKS = 300, POSITIONS = BLOCKS * DENSE_COMPACT_BLOCK };

static struct dense_accumulator make(size_t value_bytes, bool has_start)
{
    struct dense_accumulator dense = {.value_bytes = value_bytes, .has_start = has_start};
    dense.start = 0x8182838485868788u;
    dense.mark = calloc(POSITIONS, 1);
    dense.coarse = calloc(BLOCKS + DENSE_COMPACT_BLOCK, 1);
    dense.sum = malloc(POSITIONS * 8);
    return dense;
}

/* Marks positions of the blocks first .. last - 1 with this chance out of 1000, and gives each a sum. */
static void mark(struct dense_accumulator *dense, uint64_t *seed, int64_t first, int64_t last,
                 unsigned chance)
{
    for (int64_t j = 0; j < POSITIONS && dense->value_bytes > 0; j++)
        memcpy((char *)dense->sum + (size_t)j * dense->value_bytes, &dense->start, dense->value_bytes);
    for (int64_t j = first * DENSE_COMPACT_BLOCK; j < last * DENSE_COMPACT_BLOCK; j++)
        if (test_random(seed) % 1000 < chance) {
            uint64_t sum = test_random(seed);
            dense->mark[j] = 1;
            dense->coarse[j / DENSE_COMPACT_BLOCK] = 1;
            if (dense->value_bytes > 0)
                memcpy((char *)dense->sum + (size_t)j * dense->value_bytes, &sum, dense->value_bytes);
        }
}

static bool is_clear(const struct dense_accumulator *dense, bool is_coarse)
{
    for (int64_t j = 0; j < POSITIONS; j++)
        if (dense->mark[j] != 0 || (dense->has_start && dense->value_bytes > 0 &&
                                    memcmp((char *)dense->sum + (size_t)j * dense->value_bytes, &dense->start,
                                           dense->value_bytes) != 0))
            return false;
    for (int64_t b = 0; is_coarse && b < BLOCKS; b++)
        if (dense->coarse[b] != 0)
            return false;
    return true;
}

static void check_compact(size_t width, bool has_start, bool is_coarse, bool is_plain, int64_t first,
                          int64_t last, unsigned chance)
{
    uint64_t seed = 41 + chance;
    struct dense_accumulator dense = make(width, has_start);
    int32_t *want = malloc(POSITIONS * sizeof *want),
            *position = malloc((POSITIONS + DENSE_COMPACT_OVERRUN) * sizeof *want);
    char *want_value = malloc(POSITIONS * 8), *value = malloc((POSITIONS + DENSE_COMPACT_OVERRUN) * 8);
    int64_t wanted = 0;
    mark(&dense, &seed, first, last, chance);
    for (int64_t j = 0; j < POSITIONS; j++)
        if (dense.mark[j]) {
            memcpy(want_value + (size_t)wanted * width, (char *)dense.sum + (size_t)j * width, width);
            want[wanted++] = (int32_t)j;
        }
    int64_t found = is_plain ? graph__dense_compact_plain(&dense, first, last, is_coarse, position, value)
                             : graph__dense_compact(&dense, first, last, is_coarse, position, value);
    CHECK_SAY(found == wanted && memcmp(position, want, (size_t)wanted * sizeof *want) == 0 &&
                  memcmp(value, want_value, (size_t)wanted * width) == 0 && is_clear(&dense, is_coarse),
              "width %zu, %s start, %s, %s, blocks %lld to %lld, chance %u", width,
              has_start ? "with" : "without", is_coarse ? "coarse" : "all blocks",
              is_plain ? "plain" : "this machine", (long long)first, (long long)last, chance);
    free(dense.mark);
    free(dense.coarse);
    free(dense.sum);
    free(want);
    free(want_value);
    free(position);
    free(value);
}

TEST(every_form_width_and_density)
{
    static const size_t widths[] = {0, 1, 2, 4, 8};
    static const int64_t ranges[][2] = {{0, 0},  {0, 1},    {7, 8},      {3, 77},
                                        {8, 72}, {63, 129}, {1, BLOCKS}, {0, BLOCKS}};
    static const unsigned chances[] = {0, 3, 80, 500, 1000};
    for (int w = 0; w < 5; w++)
        for (int way = 0; way < 8; way++)
            for (int k = 0; k < 8; k++)
                for (int c = 0; c < 5; c++)
                    check_compact(widths[w], way & 1, way & 2, way & 4, ranges[k][0], ranges[k][1],
                                  chances[c]);
}

/* Whatever lies behind the last block, of which there may be no memory, is neither read nor cleared. */
TEST(blocks_behind_the_last)
{
    struct dense_accumulator dense = make(8, false);
    int32_t *position = malloc((POSITIONS + DENSE_COMPACT_OVERRUN) * sizeof *position);
    double *value = malloc((POSITIONS + DENSE_COMPACT_OVERRUN) * sizeof *value);
    for (int64_t last = 1; last < 2 * DENSE_COMPACT_BLOCK + 8; last++)
        for (int is_plain = 0; is_plain < 2; is_plain++) {
            const int64_t behind = last * DENSE_COMPACT_BLOCK;
            memset(dense.mark, 0, POSITIONS);
            memset(dense.mark + behind, 1, DENSE_COMPACT_BLOCK);
            dense.mark[behind - 1] = 1;
            const int64_t found = is_plain
                                      ? graph__dense_compact_plain(&dense, 0, last, false, position, value)
                                      : graph__dense_compact(&dense, 0, last, false, position, value);
            CHECK_SAY(found == 1 && position[0] == behind - 1 && dense.mark[behind - 1] == 0 &&
                          dense.mark[behind] == 1 && dense.mark[behind + DENSE_COMPACT_BLOCK - 1] == 1,
                      "%s, %lld blocks: %lld found", is_plain ? "plain" : "this machine", (long long)last,
                      (long long)found);
        }
    free(dense.mark);
    free(dense.coarse);
    free(dense.sum);
    free(position);
    free(value);
}

TEST_MAIN(TEST_ROW(every_form_width_and_density), TEST_ROW(blocks_behind_the_last))
