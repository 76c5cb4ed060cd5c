/* Generated graphs: the same for any number of threads, of the shape and the probabilities that are said, and Philox against
 * its published vectors. */
#include "algorithms/generators/philox.h"
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...) (&(const graph_generator_options){.size = sizeof(graph_generator_options), __VA_ARGS__})

TEST(philox_vectors)
{
    uint32_t w[4];
    philox(w, 0, 0, 0);
    CHECK(w[0] == 0x6627e8d5 && w[1] == 0xe169c58d && w[2] == 0xbc57ac4c && w[3] == 0x9b00dbd8);
    philox(w, UINT64_MAX, UINT64_MAX, UINT64_MAX);
    CHECK(w[0] == 0x408f276d && w[1] == 0x41c83b0e && w[2] == 0xa20bc7c6 && w[3] == 0x6d5451fd);
    philox(w, 0x299f31d0a4093822u, 0x85a308d3243f6a88u, 0x0370734413198a2eu);
    CHECK(w[0] == 0xd16cfe09 && w[1] == 0x94fdcceb && w[2] == 0x5001e420 && w[3] == 0x24126ea1);
    CHECK(philox_below(0, 10) == 0 && philox_below(UINT64_MAX, 10) == 9 &&
          philox_below(UINT64_MAX / 2, 10) == 4);
}

static bool are_equal(const graph_matrix *A, const graph_matrix *B)
{
    graph_index n, m, a, b;
    graph_matrix_rows(&n, A);
    graph_matrix_rows(&m, B);
    graph_matrix_entries(&a, A);
    graph_matrix_entries(&b, B);
    if (n != m || a != b)
        return false;
    graph_index *at = malloc((4 * a + 1) * sizeof *at);
    graph_matrix_extract_tuples(at, at + a, NULL, GRAPH_PATTERN, &a, A);
    graph_matrix_extract_tuples(at + 2 * a, at + 3 * a, NULL, GRAPH_PATTERN, &a, B);
    const bool are = a == 0 || memcmp(at, at + 2 * a, 2 * a * sizeof *at) == 0;
    free(at);
    return are;
}

enum { RMAT, UNIFORM, SMALL_WORLD, PREFERENTIAL, GRID, TORUS, COMPLETE, PATH, STAR, TREE, KINDS };

static graph_status generate(graph_matrix **A, int kind, graph_index n, const graph_generator_options *o)
{
    int scale = 0;
    while (((graph_index)1 << scale) < n)
        scale++;
    switch (kind) {
    case RMAT:
        return graph_generate_rmat(A, scale, 8 * n, o);
    case UNIFORM:
        return graph_generate_uniform(A, n, 8 * n, o);
    case SMALL_WORLD:
        return graph_generate_small_world(A, n, n > 8 ? 4 : 0, 0.1, o);
    case PREFERENTIAL:
        return graph_generate_preferential(A, n, 3, o);
    case GRID:
    case TORUS:
        return graph_generate_grid(A, n / 3, 3, kind == TORUS, o);
    case COMPLETE:
        return graph_generate_complete(A, n < 200 ? n : 200, o);
    case PATH:
        return graph_generate_path(A, n, o);
    case STAR:
        return graph_generate_star(A, n, o);
    default:
        return graph_generate_tree(A, n, 3, o);
    }
}

TEST(threads_and_seeds)
{
    const graph_index sizes[] = {0, 1, 2, 3, 16, 1000};
    for (int kind = 0; kind < KINDS; kind++)
        for (int s = 0; s < 6; s++)
            for (int variant = 0; variant < 8; variant++) {
                graph_matrix *first = NULL, *other = NULL;
                const graph_index n = sizes[s];
                graph_properties p = {.size = sizeof p};
                graph_generator_options o = *OPTIONS(.threads = 1, .seed = 7, .is_undirected = variant & 1,
                                                     .has_loops = variant & 2, .is_shuffled = variant & 4);
                REQUIRE_OK(generate(&first, kind, n, &o));
                CHECK_OK(graph_matrix_check(first));
                CHECK_OK(graph_matrix_properties(&p, first));
                CHECK(p.has_symmetric_pattern || (kind <= UNIFORM && !o.is_undirected));
                CHECK(o.has_loops || p.self_loops == 0);
                for (o.threads = 2; o.threads <= 7; o.threads += 5) {
                    REQUIRE_OK(generate(&other, kind, n, &o));
                    CHECK_SAY(are_equal(first, other), "kind %d, %d vertices, %d threads", kind, (int)n,
                              o.threads);
                    graph_matrix_release(&other);
                }
                o.seed = 8;
                REQUIRE_OK(generate(&other, kind, n, &o));
                if (n == 1000)
                    CHECK(are_equal(first, other) == (kind >= GRID));
                graph_matrix_release(&first);
                graph_matrix_release(&other);
            }
}

TEST(plain_shapes)
{
    graph_matrix *A = NULL, *B = NULL;
    for (int n = 1; n < 9; n++) {
        REQUIRE_OK(graph_generate_complete(&A, (graph_index)n, NULL));
        REQUIRE_OK(complete_graph(&B, n));
        CHECK(are_equal(A, B));
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        REQUIRE_OK(graph_generate_path(&A, (graph_index)n, NULL));
        REQUIRE_OK(path_graph(&B, n));
        CHECK(are_equal(A, B));
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        REQUIRE_OK(graph_generate_star(&A, (graph_index)n, NULL));
        REQUIRE_OK(star_graph(&B, n));
        CHECK(are_equal(A, B));
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        REQUIRE_OK(graph_generate_grid(&A, (graph_index)n, 4, false, NULL));
        REQUIRE_OK(grid_graph(&B, n, 4));
        CHECK(are_equal(A, B));
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
    const int tree[][2] = {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}, {2, 6}, {3, 7}};
    REQUIRE_OK(graph_generate_tree(&A, 8, 2, NULL));
    REQUIRE_OK(graph_of_edges(&B, 8, 7, tree));
    CHECK(are_equal(A, B));
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_index entries;
    REQUIRE_OK(graph_generate_grid(&A, 5, 6, true, NULL));
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK(entries == 4 * 30);
    graph_matrix_release(&A);
}

/* Counts of many draws lie within six standard deviations of their means. */
static bool is_likely(double count, double draws, double p)
{
    return fabs(count - draws * p) <= 6 * sqrt(draws * p * (1 - p)) + 1;
}

TEST(probabilities)
{
    graph_matrix *A = NULL;
    graph_index entries, n = 1 << 14, edges = 20000;
    /* With so large a matrix repetitions are rare, but in the corner of an R-MAT graph; its quarters are counted at scale 1,
     * one edge a graph. */
    double quarter[4] = {0, 0, 0, 0};
    for (uint64_t seed = 0; seed < 4000; seed++) {
        graph_scalar x;
        REQUIRE_OK(graph_generate_rmat(
            &A, 1, 1, OPTIONS(.seed = seed, .has_loops = true, .a = 0.5, .b = 0.3, .c = 0.15)));
        for (graph_index k = 0; k < 4; k++)
            quarter[k] += graph_matrix_get(&x, A, k / 2, k % 2) == GRAPH_OK;
        graph_matrix_release(&A);
    }
    CHECK(quarter[0] + quarter[1] + quarter[2] + quarter[3] == 4000);
    CHECK(is_likely(quarter[0], 4000, 0.5) && is_likely(quarter[1], 4000, 0.3) &&
          is_likely(quarter[2], 4000, 0.15) && is_likely(quarter[3], 4000, 0.05));
    REQUIRE_OK(graph_generate_uniform(&A, n, edges, OPTIONS(.has_loops = true)));
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK(entries <= edges && entries >= edges - 20);
    graph_index *from = malloc(entries * sizeof *from), *to = malloc(entries * sizeof *to);
    CHECK_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &entries, A));
    double low_rows = 0, low_columns = 0, both = 0;
    for (graph_index k = 0; k < entries; k++) {
        low_rows += from[k] < n / 4;
        low_columns += to[k] < n / 4;
        both += from[k] < n / 4 && to[k] < n / 4;
    }
    CHECK(is_likely(low_rows, (double)entries, 0.25) && is_likely(low_columns, (double)entries, 0.25) &&
          is_likely(both, (double)entries, 0.0625));
    free(from);
    free(to);
    graph_matrix_release(&A);
    /* A ring: nothing moves at 0, all at 1, about a tenth at 0.1. */
    for (int tenths = 0; tenths <= 10; tenths++) {
        REQUIRE_OK(graph_generate_small_world(&A, 10000, 2, tenths / 10.0, NULL));
        graph_index room, stays = 0;
        CHECK_OK(graph_matrix_entries(&room, A));
        from = malloc(room * sizeof *from);
        to = malloc(room * sizeof *to);
        CHECK_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &room, A));
        for (graph_index k = 0; k < room; k++)
            stays += (to[k] + 10000 - from[k]) % 10000 == 1 || (to[k] + 10000 - from[k]) % 10000 == 2;
        /* Some that move stay by chance. */
        CHECK_SAY(fabs((double)stays - 2000.0 * (10 - tenths)) <= 450, "%d tenths: %d edges stay", tenths,
                  (int)stays);
        free(from);
        free(to);
        graph_matrix_release(&A);
    }
    /* Degrees in proportion to age: the mean of the first hundred is far above the mean of all. */
    REQUIRE_OK(graph_generate_preferential(&A, 20000, 4, NULL));
    graph_properties p = {.size = sizeof p};
    CHECK_OK(graph_matrix_properties(&p, A));
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK(p.max_degree > 200 && entries > 7 * 20000 && entries < 8 * 20000);
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL;
    graph_generator_options wrong_size = {.size = 1};
    for (int kind = 0; kind < KINDS; kind++) {
        CHECK_STATUS(generate(NULL, kind, 10, NULL), GRAPH_E_NULL, "A is NULL");
        CHECK_STATUS(generate(&A, kind, 10, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
        CHECK_STATUS(generate(&A, kind, 10, OPTIONS(.threads = -1)), GRAPH_E_INVALID_VALUE, "threads");
    }
    CHECK_STATUS(graph_generate_rmat(&A, 31, 1, NULL), GRAPH_E_INVALID_VALUE, "scale is 31");
    CHECK_STATUS(graph_generate_rmat(&A, -1, 1, NULL), GRAPH_E_INVALID_VALUE, "scale is -1");
    CHECK_STATUS(graph_generate_rmat(&A, 3, 1, OPTIONS(.a = 0.9, .b = 0.2)), GRAPH_E_INVALID_VALUE,
                 "probabilities");
    CHECK_STATUS(graph_generate_rmat(&A, 3, 1, OPTIONS(.a = NAN)), GRAPH_E_INVALID_VALUE, "probabilities");
    CHECK_STATUS(graph_generate_rmat(&A, 3, UINT64_MAX / 2, NULL), GRAPH_E_MEMORY, "do not fit");
    CHECK_STATUS(graph_generate_uniform(&A, (graph_index)1 << 31, 1, NULL), GRAPH_E_NOT_SUPPORTED,
                 "the most are");
    CHECK_STATUS(graph_generate_grid(&A, (graph_index)1 << 40, (graph_index)1 << 40, false, NULL),
                 GRAPH_E_NOT_SUPPORTED, "the most are");
    CHECK_STATUS(graph_generate_small_world(&A, 8, 4, 0, NULL), GRAPH_E_INVALID_VALUE, "neighbours is 4");
    CHECK_STATUS(graph_generate_small_world(&A, 9, 2, 1.5, NULL), GRAPH_E_INVALID_VALUE, "rewired is 1.5");
    CHECK_STATUS(graph_generate_preferential(&A, 9, 0, NULL), GRAPH_E_INVALID_VALUE, "attached is 0");
    CHECK_STATUS(graph_generate_tree(&A, 9, 0, NULL), GRAPH_E_INVALID_VALUE, "arity is 0");
    CHECK(A == NULL);
}

static int tried_kind;

static graph_status generate_one(void)
{
    graph_matrix *A = NULL;
    const graph_status status = generate(&A, tried_kind, 12, OPTIONS(.threads = 1, .is_shuffled = true));
    CHECK(status == GRAPH_OK || A == NULL);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation)
{
    for (tried_kind = 0; tried_kind < KINDS; tried_kind++)
        test_every_allocation("generators", generate_one);
}

TEST_MAIN(TEST_ROW(philox_vectors), TEST_ROW(threads_and_seeds), TEST_ROW(plain_shapes),
          TEST_ROW(probabilities), TEST_ROW(wrong_arguments), TEST_ROW(every_allocation))
