/* A large array that grows beyond its block moves, and its old block goes back. */
#include "base/big_blocks.h"
#include "base/memory.h"
#include "tests/support/test.h"

TEST(the_old_block_goes_back)
{
    const size_t small = 2 * (size_t)BIG_BLOCK_BYTES, large = 16 * (size_t)BIG_BLOCK_BYTES;
    void *memory = NULL;
    REQUIRE_OK(graph__allocate_array(&memory, small, 1));
    void *before = memory;
    if (graph__big_bytes(before) == 0) {
        graph__free(memory);
        SKIP("there are no large blocks here");
    }
    memset(memory, 7, small);
    CHECK_OK(graph__reallocate_array(&memory, large, 1));
    CHECK(memory != before && graph__big_bytes(memory) == large);
    CHECK_SAY(graph__big_bytes(before) == 0, "the old block is still in use");
    CHECK(((char *)memory)[0] == 7 && ((char *)memory)[small - 1] == 7);
    graph__free(memory);
}

TEST_MAIN(TEST_ROW(the_old_block_goes_back))
