/* base/memory.h: sizes that do not fit, allocations that fail on demand, and big blocks that are cached and reused. */
#include <pthread.h>

#include "base/big_blocks.h"
#include "base/memory.h"
#include "tests/support/test.h"

enum { MEGABYTE = 1 << 20 };

/* Fills n bytes with a pattern that starts at `first`, and checks that it is there. */
static void fill(uint8_t *memory, size_t n, unsigned first)
{
    for (size_t k = 0; k < n; k++)
        memory[k] = (uint8_t)(first + k * 7 + (k >> 12));
}

static bool is_filled(const uint8_t *memory, size_t n, unsigned first)
{
    for (size_t k = 0; k < n; k++)
        if (memory[k] != (uint8_t)(first + k * 7 + (k >> 12)))
            return false;
    return true;
}

TEST(sizes_that_do_not_fit)
{
    void *memory = &memory;
    CHECK_STATUS(graph__allocate_array(&memory, SIZE_MAX / 2, 3), GRAPH_E_MEMORY, "out of memory");
    CHECK(memory == NULL);
    CHECK_STATUS(graph__allocate_array(&memory, SIZE_MAX, 1), GRAPH_E_MEMORY, "out of memory");
    CHECK_STATUS(graph__allocate_zeroed(&memory, SIZE_MAX / 4, 8), GRAPH_E_MEMORY, "out of memory");
    REQUIRE_OK(graph__allocate_array(&memory, 10, 10));
    void *before = memory;
    CHECK_STATUS(graph__reallocate_array(&memory, SIZE_MAX / 2, 3), GRAPH_E_MEMORY, "out of memory");
    CHECK(memory == before);
    graph__free(memory);
}

TEST(a_bound_refuses_what_goes_beyond_it)
{
    void *first = NULL, *second = NULL;
    graph_set_memory(3 * (uint64_t)MEGABYTE);
    REQUIRE_OK(graph__allocate_array(&first, 2, MEGABYTE));
    CHECK_STATUS(graph__allocate_array(&second, 2, MEGABYTE), GRAPH_E_MEMORY,
                 "(--most-memory) allows 3145728");
    CHECK(second == NULL);
    void *before = first;
    CHECK_STATUS(graph__reallocate_array(&first, 8, MEGABYTE), GRAPH_E_MEMORY, "allows 3145728");
    CHECK(first == before);
    REQUIRE_OK(graph__reallocate_array(&first, 1, MEGABYTE));
    CHECK_OK(graph__allocate_zeroed(&second, 3, MEGABYTE / 2));
    graph__free(second);
    for (int k = 0; k < 10; k++) { /* what is freed can be had once more */
        REQUIRE_OK(graph__allocate_array(&second, 3, MEGABYTE / 2));
        graph__free(second);
    }
    graph_set_memory(1);
    CHECK_STATUS(graph__allocate_array(&second, 2, 1), GRAPH_E_MEMORY, "allows 1");
    graph_set_memory(UINT64_MAX);
    CHECK_OK(graph__allocate_array(&second, 2, 1));
    graph__free(second);
    graph_set_memory(0);
    CHECK_OK(graph__reallocate_array(&first, 16, MEGABYTE));
    graph__free(first);
}

TEST(empty_arrays_have_an_address)
{
    void *memory = NULL;
    CHECK_OK(graph__allocate_array(&memory, 0, 8));
    CHECK(memory != NULL);
    CHECK_OK(graph__reallocate_array(&memory, 0, 8));
    CHECK(memory != NULL);
    graph__free(memory);
    graph__free(NULL);
    graph_free(NULL);
}

/* From each size to each other one, across the border of big blocks: what fits of the content stays. */
TEST(content_survives_every_change_of_size)
{
    static const size_t sizes[] = {1,
                                   100000,
                                   MEGABYTE / 2,
                                   BIG_BLOCK_BYTES - 1,
                                   BIG_BLOCK_BYTES,
                                   BIG_BLOCK_BYTES + 1,
                                   9 * MEGABYTE + 17,
                                   33 * MEGABYTE};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    int64_t blocks = graph__memory_blocks();
    for (int from = 0; from < SIZES; from++)
        for (int to = 0; to < SIZES; to++) {
            uint8_t *memory = NULL;
            size_t common = sizes[from] < sizes[to] ? sizes[from] : sizes[to];
            REQUIRE_OK(GRAPH_NEW(memory, sizes[from]));
            fill(memory, sizes[from], 3);
            REQUIRE_OK(GRAPH_RESIZE(memory, sizes[to]));
            CHECK_SAY(is_filled(memory, common, 3), "from %zu to %zu bytes", sizes[from], sizes[to]);
            fill(memory, sizes[to], 5);
            CHECK(is_filled(memory, sizes[to], 5));
            graph_free(memory);
        }
    CHECK(graph__memory_blocks() == blocks);
    graph__big_trim();
}

TEST(cached_blocks_are_not_shared)
{
    uint8_t *array[200] = {NULL};
    for (int round = 0; round < 3; round++) {
        for (int k = 0; k < 200; k++) { /* more than the table of big blocks has rows */
            REQUIRE_OK(GRAPH_NEW(array[k], BIG_BLOCK_BYTES + k));
            array[k][0] = (uint8_t)k;
            array[k][BIG_BLOCK_BYTES + k - 1] = (uint8_t)(k + 1);
        }
        for (int k = 0; k < 200; k++)
            CHECK(array[k][0] == (uint8_t)k && array[k][BIG_BLOCK_BYTES + k - 1] == (uint8_t)(k + 1));
        for (int k = round; k < 200 + round; k++)
            graph__free(array[k % 200]);
    }
    graph__big_trim();
}

/* What a device would have locked. */
static struct {
    char *start;
    size_t bytes;
    int locks, unlocks;
    bool is_refused;
} locked;

static bool lock_pages(void *start, size_t bytes)
{
    if (locked.is_refused)
        return false;
    CHECK(locked.locks++ == locked.unlocks);
    locked.start = start;
    locked.bytes = bytes;
    return true;
}

static void unlock_pages(void *start)
{
    locked.unlocks++;
    CHECK(start == locked.start && locked.locks == locked.unlocks);
}

static bool is_lockable(uint8_t *memory, size_t bytes)
{
    return graph__big_lock(memory, bytes, lock_pages, unlock_pages);
}

TEST(locked_blocks_keep_their_pages)
{
    const size_t bytes = 20 * MEGABYTE + 5;
    uint8_t *memory = NULL, *second = NULL;
    graph__big_trim();
    REQUIRE_OK(graph__allocate_for_copies((void **)&memory, bytes, 1));
    bool has_blocks = graph__big_bytes(memory) > 0; /* the address sanitizer has none */
    CHECK(!is_lockable(memory, bytes));
    fill(memory, bytes, 7);
    graph__free(memory);
    if (!has_blocks)
        return;
    /* Used a second time, it is locked once, as far as it was used. */
    REQUIRE_OK(graph__allocate_for_copies((void **)&second, bytes, 1));
    CHECK(second == memory && is_lockable(second + 5, MEGABYTE) && is_lockable(second, bytes));
    CHECK(locked.locks == 1 && locked.start == (char *)second && locked.bytes >= bytes);
    CHECK(!is_lockable(second, bytes + 4 * MEGABYTE));
    /* Locked pages are neither cut off nor offered to the system. */
    fill(second, bytes, 7);
    REQUIRE_OK(GRAPH_RESIZE(second, bytes / 2));
    REQUIRE_OK(GRAPH_RESIZE(second, bytes));
    CHECK(is_filled(second, bytes, 7) && second == memory);
    graph__free(second);
    REQUIRE_OK(GRAPH_NEW(second, bytes));
    CHECK(second == memory && is_filled(second, bytes, 7) && locked.unlocks == 0);
    graph__free(second);
    graph__big_trim();
    CHECK(locked.unlocks == 1);
}

TEST(no_array_is_locked_in_part)
{
    const size_t bytes = 16 * MEGABYTE, more = 20 * MEGABYTE;
    uint8_t *memory = NULL;
    locked.locks = locked.unlocks = 0;
    REQUIRE_OK(graph__allocate_for_copies((void **)&memory, more, 1));
    bool has_blocks = graph__big_bytes(memory) > 0;
    REQUIRE_OK(GRAPH_RESIZE(memory, bytes));
    graph__free(memory);
    for (int round = 0; round < 3 && has_blocks; round++) {
        REQUIRE_OK(graph__allocate_for_copies((void **)&memory, more - MEGABYTE, 1));
        CHECK(is_lockable(memory, bytes) && !is_lockable(memory, more - MEGABYTE));
        CHECK(locked.locks == round + 1 && locked.unlocks == round);
        if (round == 2) /* its size is as it was, but more than what is locked */
            REQUIRE_OK(GRAPH_RESIZE(memory, more - MEGABYTE));
        else {
            REQUIRE_OK(GRAPH_RESIZE(memory, bytes));
            graph__free(memory);
            REQUIRE_OK(GRAPH_NEW(memory, more - MEGABYTE)); /* not for copies */
            CHECK(!is_lockable(memory, bytes) && locked.locks == round + 1);
        }
        CHECK(locked.unlocks == round + 1);
        if (round < 2)
            REQUIRE_OK(GRAPH_RESIZE(memory, bytes));
        graph__free(memory);
    }
    graph__big_trim();
    CHECK(locked.unlocks == locked.locks);
}

TEST(what_cannot_be_locked_is_as_it_was)
{
    uint8_t *memory = NULL;
    locked.locks = locked.unlocks = 0;
    for (int round = 0; round < 4; round++) {
        REQUIRE_OK(graph__allocate_for_copies((void **)&memory, MEGABYTE, 1));
        bool has_blocks = graph__big_bytes(memory) > 0;
        locked.is_refused = round < 3;
        CHECK(is_lockable(memory, MEGABYTE) == (has_blocks && round == 3));
        fill(memory, MEGABYTE, 3);
        CHECK(is_filled(memory, MEGABYTE, 3));
        graph__free(memory);
    }
    REQUIRE_OK(GRAPH_NEW(memory, MEGABYTE));
    CHECK(graph__big_bytes(memory) == 0 && !is_lockable(memory, MEGABYTE));
    graph__free(memory);
    graph__big_trim();
    CHECK(locked.unlocks == locked.locks);
}

TEST(zeroed_means_zero)
{
    uint8_t *memory = NULL;
    REQUIRE_OK(GRAPH_NEW(memory, 8 * MEGABYTE));
    fill(memory, 8 * MEGABYTE, 1);
    graph__free(memory);
    REQUIRE_OK(GRAPH_NEW_ZEROED(memory, 8 * MEGABYTE));
    bool is_zero = true;
    for (size_t k = 0; k < 8 * MEGABYTE; k++)
        is_zero = is_zero && memory[k] == 0;
    CHECK(is_zero);
    graph__free(memory);
}

TEST(failures_on_demand)
{
    void *memory = NULL;
    graph__memory_fail_at(2);
    CHECK_OK(graph__allocate_array(&memory, 1, 1));
    graph__free(memory);
    CHECK_STATUS(graph__allocate_array(&memory, 1, 1), GRAPH_E_MEMORY, "1 elements of 1 bytes");
    CHECK_STATUS(graph__allocate_array(&memory, 1, 1), GRAPH_E_MEMORY, "");
    CHECK(graph__memory_allocations() == 3);
    graph__memory_fail_only(1);
    CHECK_STATUS(graph__allocate_array(&memory, 1, 1), GRAPH_E_MEMORY, "");
    CHECK_OK(graph__allocate_array(&memory, 1, 1));
    graph__memory_fail_at(0);
    graph__free(memory);
}

static void *allocate_apart(void *memory)
{
    graph__memory_stand_apart();
    return graph__allocate_array(memory, 1, 1) == GRAPH_OK ? memory : NULL;
}

/* What a thread makes for later calls is none of theirs. */
TEST(a_thread_that_stands_apart_is_not_counted)
{
    const int64_t blocks = graph__memory_blocks();
    pthread_t thread;
    void *memory = NULL, *answer = NULL;
    graph__memory_fail_at(1);
    REQUIRE(pthread_create(&thread, NULL, allocate_apart, &memory) == 0);
    pthread_join(thread, &answer);
    CHECK(answer == &memory);
    CHECK(graph__memory_allocations() == 0);
    CHECK(graph__memory_blocks() == blocks);
    CHECK_STATUS(graph__allocate_array(&answer, 1, 1), GRAPH_E_MEMORY, "");
    graph__memory_fail_at(0);
    graph__memory_count_blocks(1);
    graph__free(memory);
}

TEST_MAIN(TEST_ROW(sizes_that_do_not_fit), TEST_ROW(a_bound_refuses_what_goes_beyond_it),
          TEST_ROW(empty_arrays_have_an_address), TEST_ROW(content_survives_every_change_of_size),
          TEST_ROW(cached_blocks_are_not_shared), TEST_ROW(locked_blocks_keep_their_pages),
          TEST_ROW(no_array_is_locked_in_part), TEST_ROW(what_cannot_be_locked_is_as_it_was),
          TEST_ROW(zeroed_means_zero), TEST_ROW(failures_on_demand),
          TEST_ROW(a_thread_that_stands_apart_is_not_counted))
