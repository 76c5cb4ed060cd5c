/* Blocks of device memory that were given back wait for an allocation of just as many bytes.  No GPU is needed: here a
 * block is the address of an element. */
#include "cuda/spare.h"
#include "tests/test.h"

static char element[64];

static void drop_all(void)
{
    while (graph__cuda_drop_spare() != NULL)
        ;
}

TEST(a_block_comes_back_for_its_size_alone)
{
    drop_all();
    graph__cuda_remember_block(&element[0], 100);
    CHECK(graph__cuda_take_spare(100) == NULL); /* it is in use */
    CHECK(graph__cuda_keep_spare(&element[0], true));
    CHECK(graph__cuda_spare_bytes() == 100);
    CHECK(graph__cuda_take_spare(99) == NULL);
    CHECK(graph__cuda_take_spare(100) == &element[0]);
    CHECK(graph__cuda_take_spare(100) == NULL);
    CHECK(graph__cuda_spare_bytes() == 0);
    CHECK(graph__cuda_keep_spare(&element[0], true));
    CHECK(graph__cuda_drop_spare() == &element[0]);
    CHECK(graph__cuda_spare_bytes() == 0);
    CHECK(!graph__cuda_keep_spare(&element[0], true));
}

TEST(an_address_has_its_last_size)
{
    drop_all();
    graph__cuda_remember_block(&element[1], 100);
    graph__cuda_remember_block(&element[1], 50);
    CHECK(graph__cuda_keep_spare(&element[1], true));
    CHECK(graph__cuda_take_spare(100) == NULL);
    CHECK(graph__cuda_take_spare(50) == &element[1]);
    CHECK(!graph__cuda_keep_spare(&element[1], false));
    CHECK(!graph__cuda_keep_spare(&element[1], true));
}

TEST(only_so_much_is_kept)
{
    size_t big = (size_t)100 << 20;
    drop_all();
    graph__cuda_remember_block(&element[2], big);
    graph__cuda_remember_block(&element[3], big);
    graph__cuda_remember_block(&element[4], 2 * big);
    CHECK(graph__cuda_keep_spare(&element[2], true));
    CHECK(!graph__cuda_keep_spare(&element[3], true));
    CHECK(!graph__cuda_keep_spare(&element[4], true));
    for (int k = 5; k < 64; k++)
        graph__cuda_remember_block(&element[k], (size_t)k);
    CHECK(graph__cuda_take_spare(big) == &element[2]); /* a spare block is not forgotten for later ones */
    CHECK(graph__cuda_keep_spare(&element[63], true));
    CHECK(!graph__cuda_keep_spare(&element[5], true));
    drop_all();
    CHECK(graph__cuda_spare_bytes() == 0);
}

TEST_MAIN(TEST_ROW(a_block_comes_back_for_its_size_alone), TEST_ROW(an_address_has_its_last_size),
          TEST_ROW(only_so_much_is_kept))
