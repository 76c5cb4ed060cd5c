/* The first products of semirings that were not compiled with the library: whether their kernels are there, are being
 * compiled, or only those of the pattern are, the product is the same. */
#include <math.h>
#include <stdint.h>

#include "cuda/runtime/modules.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

/* Each is new to the library: most do the same in other words. */
GRAPH_DEFINE_SEMIRING(of_uniform, int32_t, INT32_MIN, 0, x > y ? x : y, x + y - 0);
GRAPH_DEFINE_SEMIRING(of_power_law, int32_t, INT32_MIN, 0, x > y ? x : y, x + y - 1 + 1);
GRAPH_DEFINE_SEMIRING(of_hubs, int64_t, INT64_MIN, 0, x > y ? x : y, x + y - 2 + 2);
GRAPH_DEFINE_SEMIRING(of_blocks, int32_t, INT32_MIN, 0, x > y ? x : y, x + y - 3 + 3);
GRAPH_DEFINE_SEMIRING(of_diagonals, int16_t, INT16_MIN, 0, x > y ? x : y, x + y - 4 + 4);
GRAPH_DEFINE_SEMIRING(of_reals, float, 0, 0, x + y, x *y * 1);
GRAPH_DEFINE_SEMIRING(of_bounded_reals, float, INFINITY, 0, x < y ? x : y, x + y < 100 ? x + y : 100);
GRAPH_DEFINE_SEMIRING(of_known_blocks, float, INFINITY, 0, !(x < y) ? y : x, x - -y);
GRAPH_DEFINE_SEMIRING(on_the_cpu, int32_t, INT32_MIN, 0, x > y ? x : y, x + y - 6 + 6);
GRAPH_DEFINE_SEMIRING(of_short_memory, int32_t, INT32_MIN, 0, x > y ? x : y, x + y - 5 + 5);

static graph_status multiply(graph_matrix **C, const graph_semiring *semiring, const graph_matrix *A,
                             graph_method method)
{
    return graph_spgemm(C, semiring, A, A, TEST_DESCRIPTOR(.method = method));
}

static void check(const graph_semiring_spec *spec, enum graph_shape shape, int64_t n, int64_t edges,
                  graph_method method)
{
    enum { TIMES = 4 };
    graph_semiring *semiring = NULL;
    graph_matrix *A = NULL, *expected = NULL;
    uint64_t seed = 91;
    REQUIRE_OK(graph_semiring_create(&semiring, spec));
    REQUIRE_OK(random_matrix(&A, &seed, shape, spec->type, n, n, edges, VALUES_POWERS));
    CHECK_OK(graph_spgemm(&expected, semiring, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    for (int k = 0; k < TIMES; k++) {
        graph_matrix *C = NULL;
        CHECK_OK(multiply(&C, semiring, A, method));
        CHECK(graph_backend_used() == test_backend());
        CHECK_SAY(is_same_matrix(expected, C), "%s, product %d", spec->name, k);
        graph_matrix_release(&C);
        if (k == 1)
            graph__cuda_modules_finish();
    }
    graph_matrix_release(&A);
    graph_matrix_release(&expected);
    graph_semiring_release(&semiring);
}

TEST(rows_of_every_bin)
{
    check(&of_uniform, SHAPE_UNIFORM, 40000, 240000, GRAPH_METHOD_AUTO);
    check(&of_power_law, SHAPE_POWER_LAW, 20000, 150000, GRAPH_METHOD_AUTO);
    check(&of_hubs, SHAPE_HUB_COLUMN, 3000, 60000, GRAPH_METHOD_AUTO);
    check(&of_diagonals, SHAPE_BANDED, 70000, 280000, GRAPH_METHOD_AUTO);
    check(&of_reals, SHAPE_UNIFORM, 20000, 200000, GRAPH_METHOD_AUTO);
    check(&of_bounded_reals, SHAPE_UNIFORM, 20000, 200000, GRAPH_METHOD_AUTO);
}

TEST(blocks_with_bitmaps)
{
    check(&of_blocks, SHAPE_BANDED, 4000, 120000, GRAPH_METHOD_BITMAP);
    check(&of_known_blocks, SHAPE_BANDED, 4000, 120000, GRAPH_METHOD_BITMAP);
}

/* Where there is no room to make values from the pattern, the product waits for its kernels. */
TEST(memory_is_short)
{
    enum { N = 4000, EDGES = 80000, BYTES = 12 << 20 };
    CHECK_OK(graph_set_device_memory(BYTES));
    check(&of_short_memory, SHAPE_UNIFORM, N, EDGES, GRAPH_METHOD_AUTO);
    CHECK_OK(graph_set_device_memory(0));
}

/* On the CPU nobody waits for a compiler, and none is begun. */
TEST(the_cpu_compiles_nothing)
{
    graph__cuda_modules_finish();
    graph_semiring *semiring = NULL;
    graph_matrix *A = NULL, *C = NULL, *square = NULL;
    uint64_t seed = 92;
    REQUIRE_OK(graph_semiring_create(&semiring, &on_the_cpu));
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_INT32, 2000, 2000, 20000, VALUES_POWERS));
    CHECK_OK(graph_spgemm(&C, semiring, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    CHECK_OK(graph_spgemm(&square, graph_semiring_by_name("max_plus_int32"), A, A,
                          GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    CHECK(is_same_matrix(square, C));
    CHECK(graph__cuda_modules_compiling() == 0);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_matrix_release(&square);
    graph_semiring_release(&semiring);
}

TEST_MAIN(TEST_ROW(the_cpu_compiles_nothing), TEST_ROW_LARGE_DEVICE(rows_of_every_bin),
          TEST_ROW_DEVICE(blocks_with_bitmaps), TEST_ROW_DEVICE(memory_is_short))
