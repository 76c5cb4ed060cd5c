/* See hybrids.h. */
#include "tests/support/hybrids.h"

#include "tests/support/products.h"
#include "tests/support/test.h"

static const struct {
    graph_split split;
    double share;
} ways[] = {{GRAPH_SPLIT_DYNAMIC, 0}, {GRAPH_SPLIT_FIXED, 0},   {GRAPH_SPLIT_HEURISTIC, 0},
            {GRAPH_SPLIT_SHARE, 0},   {GRAPH_SPLIT_SHARE, 0.1}, {GRAPH_SPLIT_SHARE, 37},
            {GRAPH_SPLIT_SHARE, 50},  {GRAPH_SPLIT_SHARE, 99},  {GRAPH_SPLIT_SHARE, 100},
            {GRAPH_SPLIT_BANDS, 0}};
enum { WAYS = sizeof ways / sizeof ways[0] };

/* Integers exactly; a device adds floating-point numbers in another order. */
static bool is_same(graph_matrix *expected, graph_matrix *C)
{
    graph_type type = GRAPH_PATTERN;
    graph_matrix_type(&type, C);
    return same_matrix(expected, C, type == GRAPH_FP64 ? 1e-12 : type == GRAPH_FP32 ? 1e-5 : 0, stderr);
}

static void check_ways(const graph_semiring *semiring, graph_matrix *A, graph_matrix *B, bool is_band,
                       const char *name)
{
    graph_matrix *expected = NULL;
    static int products;
    const int step = test_step(4), first = products++ % step; /* all ways, over several products */
    REQUIRE_OK(graph_spgemm(&expected, semiring, A, B, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    for (int w = first; w < WAYS; w += step)
        for (int dia = 0; dia <= (int)is_band; dia++) {
            graph_matrix *C = NULL;
            /* What a semiring's shares of bands are is timed once: under a checker for one of them. */
            if (ways[w].split == GRAPH_SPLIT_BANDS &&
                (!dia || (test_step(2) > 1 && graph_semiring_type(semiring) != GRAPH_FP64)))
                continue;
            CHECK_OK(graph_spgemm(
                &C, semiring, A, B,
                TEST_DESCRIPTOR(.method = dia ? GRAPH_METHOD_HYBRID_DIA : GRAPH_METHOD_HYBRID,
                                .split = ways[w].split, .cpu_share = ways[w].share, .threads = 1 + w % 3)));
            CHECK_OK(graph_matrix_check(C));
            CHECK_SAY(is_same(expected, C), "%s, %s, split %d, share %g%s", graph_semiring_name(semiring),
                      name, (int)ways[w].split, ways[w].share, dia ? ", by diagonals" : "");
            graph_matrix_release(&C);
        }
    graph_matrix_release(&expected);
}

static graph_matrix *full_band(graph_type type, int64_t n, int64_t low, int64_t high, uint64_t *seed)
{
    struct dense_matrix D = dense_create(type, n, n);
    graph_matrix *A = NULL;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + low; j <= i + high; j++)
            if (j >= 0 && j < n)
                dense_set(&D, i, j, random_value(seed, type, VALUES_SMALL));
    CHECK_OK(dense_to_matrix(&A, &D));
    dense_release(&D);
    return A;
}

void check_splits(const graph_semiring *semiring, uint64_t *seed)
{
    static const struct {
        const char *name;
        enum graph_shape shape;
        int64_t rows, inner, columns, entries;
    } cases[] = {{"uniform", SHAPE_UNIFORM, 700, 700, 700, 9000},
                 {"power law", SHAPE_POWER_LAW, 600, 600, 600, 9000},
                 {"empty rows", SHAPE_EMPTY_ROWS, 500, 500, 500, 3000},
                 {"few rows", SHAPE_UNIFORM, 3, 200, 900, 300},
                 {"one row", SHAPE_FULL, 1, 50, 40, 0},
                 {"no entries", SHAPE_UNIFORM, 40, 30, 20, 0},
                 {"no rows", SHAPE_UNIFORM, 0, 5, 7, 0}};
    graph_type type = graph_semiring_type(semiring);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        graph_matrix *A = NULL, *B = NULL;
        REQUIRE_OK(random_matrix(&A, seed, cases[k].shape, type, cases[k].rows, cases[k].inner,
                                 cases[k].entries, VALUES_SMALL));
        REQUIRE_OK(random_matrix(&B, seed, cases[k].shape, type, cases[k].inner, cases[k].columns,
                                 cases[k].entries, VALUES_SMALL));
        check_ways(semiring, A, B, false, cases[k].name);
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
    /* Of the others, some rows of the product lack a diagonal near a corner, or some diagonals have no element. */
    const int64_t n = 900 / test_step(3),
                  bands[][2] = {{-3, 3}, {1, 3}, {-5, -2}, {0, 0}, {100 - n, 110 - n}};
    graph_matrix *band[5];
    for (int k = 0; k < 5; k++)
        band[k] = full_band(type, n, bands[k][0], bands[k][1], seed);
    for (int k = 0; k < 5; k += test_step(5)) {
        check_ways(semiring, band[0], band[k], true, "band and band");
        check_ways(semiring, band[k], band[k], true, "square of a band");
    }
    check_ways(semiring, band[1], band[2], true, "bands on either side");
    check_ways(semiring, band[2], band[1], true, "bands on either side");
    for (int k = 0; k < 5; k++)
        graph_matrix_release(&band[k]);
}

void check_splits_in_little_memory(const graph_semiring *semiring, uint64_t least_bytes, uint64_t *seed)
{
    graph_matrix *A = NULL;
    REQUIRE_OK(random_matrix(&A, seed, SHAPE_POWER_LAW, graph_semiring_type(semiring), 600, 600, 9000,
                             VALUES_SMALL));
    for (uint64_t bytes = 64 * least_bytes; bytes >= least_bytes; bytes /= 4) {
        CHECK_OK(graph_set_device_memory(bytes));
        check_ways(semiring, A, A, false, "little memory");
    }
    CHECK_OK(graph_set_device_memory(0));
    graph_matrix_release(&A);
}

struct hybrid_operand hybrid_operand;

graph_status hybrid_square(void)
{
    graph_matrix *C = NULL;
    graph_status status =
        graph_spgemm(&C, hybrid_operand.semiring, hybrid_operand.A, hybrid_operand.A,
                     TEST_DESCRIPTOR(.method = GRAPH_METHOD_HYBRID, .threads = 2, .split = GRAPH_SPLIT_SHARE,
                                     .cpu_share = hybrid_operand.share));
    if (status == GRAPH_OK)
        status = graph_matrix_check(C);
    graph_matrix_release(&C);
    return status;
}
