/* Blocks of device memory that were given back wait for an allocation of just as many bytes.  Most tests need no GPU: in
 * them a block is the address of an element. */
#include "cuda/runtime/call.h"
#include "cuda/runtime/block_cache.h"
#include "tests/support/test.h"

static char element[64];

static void drop_all(void)
{
    while (graph__cuda_block_cache_evict() != NULL)
        ;
}

TEST(a_block_comes_back_for_its_size_alone)
{
    drop_all();
    graph__cuda_block_cache_note(&element[0], 100);
    CHECK(graph__cuda_block_cache_take(100) == NULL); /* it is in use */
    CHECK(graph__cuda_block_cache_put(&element[0], true));
    CHECK(graph__cuda_block_cache_bytes() == 100);
    CHECK(graph__cuda_block_cache_take(99) == NULL);
    CHECK(graph__cuda_block_cache_take(100) == &element[0]);
    CHECK(graph__cuda_block_cache_take(100) == NULL);
    CHECK(graph__cuda_block_cache_bytes() == 0);
    CHECK(graph__cuda_block_cache_put(&element[0], true));
    CHECK(graph__cuda_block_cache_evict() == &element[0]);
    CHECK(graph__cuda_block_cache_bytes() == 0);
    CHECK(!graph__cuda_block_cache_put(&element[0], true));
}

TEST(an_address_has_its_last_size)
{
    drop_all();
    graph__cuda_block_cache_note(&element[1], 100);
    graph__cuda_block_cache_note(&element[1], 50);
    CHECK(graph__cuda_block_cache_put(&element[1], true));
    CHECK(graph__cuda_block_cache_take(100) == NULL);
    CHECK(graph__cuda_block_cache_take(50) == &element[1]);
    CHECK(!graph__cuda_block_cache_put(&element[1], false));
    CHECK(!graph__cuda_block_cache_put(&element[1], true));
}

TEST(only_so_much_is_cached)
{
    const size_t big = (size_t)16 << 20;
    drop_all();
    graph__cuda_block_cache_note(&element[2], big);
    graph__cuda_block_cache_note(&element[3], big);
    graph__cuda_block_cache_note(&element[4], 1);
    graph__cuda_block_cache_note(&element[5], big + 1);
    CHECK(graph__cuda_block_cache_put(&element[2], true));
    CHECK(graph__cuda_block_cache_put(&element[3], true));
    CHECK(!graph__cuda_block_cache_put(&element[4], true));
    CHECK(!graph__cuda_block_cache_put(&element[5], true));
    for (int k = 6; k < 64; k++)
        graph__cuda_block_cache_note(&element[k], (size_t)k);
    CHECK(graph__cuda_block_cache_take(big) != NULL); /* a spare block is not forgotten for later ones */
    CHECK(graph__cuda_block_cache_put(&element[63], true));
    CHECK(!graph__cuda_block_cache_put(&element[6], true));
    drop_all();
    CHECK(graph__cuda_block_cache_bytes() == 0);
}

/* Spare blocks are not held, and there are none where memory is limited. */
TEST(bytes_of_the_device)
{
    const size_t bytes = (size_t)3 << 20;
    void *memory = NULL, *second = NULL;
    REQUIRE(graph__cuda_device(NULL) != NULL);
    graph__cuda_limit_bytes((size_t)1 << 40);
    graph__cuda_limit_bytes(0); /* what was cached is gone */
    REQUIRE_OK(graph__cuda_wait());
    const size_t before = graph__cuda_bytes_held();
    REQUIRE_OK(graph__cuda_allocate(&memory, bytes, 1));
    CHECK(graph__cuda_bytes_held() == before + bytes);
    graph__cuda_release(memory);
    CHECK(graph__cuda_bytes_held() == before && graph__cuda_block_cache_bytes() == bytes);
    REQUIRE_OK(graph__cuda_allocate(&second, bytes, 1));
    CHECK(second == memory && graph__cuda_bytes_held() == before + bytes);
    graph__cuda_release(second);
    graph__cuda_bytes_peak(true);
    REQUIRE_OK(graph__cuda_wait());
    graph__cuda_bytes_peak(true);
    CHECK(graph__cuda_block_cache_bytes() == 0 && graph__cuda_bytes_peak(false) == before);
    REQUIRE_OK(graph__cuda_allocate(&second, bytes, 1));
    REQUIRE_OK(graph__cuda_allocate(&memory, 2 * bytes, 1));
    graph__cuda_release(second);
    graph__cuda_release(memory);
    CHECK(graph__cuda_bytes_held() == before && graph__cuda_bytes_peak(false) == before + 3 * bytes);
    CHECK(graph__cuda_block_cache_bytes() == 3 * bytes);

    graph__cuda_limit_bytes(before + 2 * bytes);
    CHECK(graph__cuda_block_cache_bytes() == 0);
    REQUIRE_OK(graph__cuda_allocate(&memory, bytes, 1));
    REQUIRE_OK(graph__cuda_allocate(&second, bytes, 1));
    graph__cuda_release(second);
    CHECK(graph__cuda_block_cache_bytes() == 0);
    CHECK_STATUS(graph__cuda_allocate(&second, 2 * bytes, 1), GRAPH_E_DEVICE_MEMORY, "out of device memory");
    graph__cuda_release(memory);
    graph__cuda_limit_bytes(0);
}

/* More is requested than there is apart from spare blocks: they are given back to the pool. */
TEST(spare_blocks_go_where_memory_is_short)
{
    void *memory = NULL, *rest = NULL;
    REQUIRE(graph__cuda_device(NULL) != NULL);
    drop_all();
    REQUIRE_OK(graph__cuda_allocate(&memory, (size_t)1 << 20, 1));
    graph__cuda_release(memory);
    CHECK(graph__cuda_block_cache_bytes() == (size_t)1 << 20);
    CHECK_STATUS(graph__cuda_allocate(&rest, (size_t)1 << 45, 1), GRAPH_E_DEVICE_MEMORY,
                 "out of device memory");
    CHECK(rest == NULL && graph__cuda_block_cache_bytes() == 0);
}

TEST_MAIN(TEST_ROW(a_block_comes_back_for_its_size_alone), TEST_ROW(an_address_has_its_last_size),
          TEST_ROW(only_so_much_is_cached), TEST_ROW_DEVICE(bytes_of_the_device),
          TEST_ROW_DEVICE(spare_blocks_go_where_memory_is_short))
