/* graph_bfs_verify: accepts every search, finds every kind of damage; searches that stop at a target. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...)                                                                                         \
    (&(const graph_bfs_options){.size = sizeof(graph_bfs_options), .backend = test_backend(), __VA_ARGS__})

enum { N = 8 };

/* 0 -> 1 -> 3 -> 4, 0 -> 2 -> 3, 4 -> 0, 5 -> 6, 6 -> 1, and 7 alone with a loop. */
static const graph_index from[] = {0, 0, 1, 2, 3, 4, 5, 6, 7}, to[] = {1, 2, 3, 3, 4, 0, 6, 1, 7};
static const int64_t right_level[N] = {0, 1, 1, 2, 3, -1, -1, -1};
static const int64_t right_parent[N] = {0, 0, 0, 1, 3, -1, -1, -1};

static graph_matrix *graph(void)
{
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_create(&A, GRAPH_PATTERN, N, N));
    CHECK_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, sizeof from / sizeof from[0], GRAPH_NO_OP));
    return A;
}

/* The values that are not -1. */
static graph_vector *vector_of(graph_type type, const int64_t *value)
{
    graph_vector *v = NULL;
    CHECK_OK(graph_vector_create(&v, type, N));
    for (graph_index k = 0; k < N; k++)
        if (value[k] != -1)
            CHECK_OK(graph_vector_set(v, k, graph_int64(value[k])));
    return v;
}

static const struct damage {
    graph_index vertex;
    int64_t level, parent;
    const char *piece, *without_parents, *without_levels; /* NULL: right without them */
} damages[] = {
    {0, 1, 0, "level(0) is 1", "level(0) is 1", NULL},
    {0, -1, -1, "level(0) is -1", "level(0) is -1", "parent(0) is -1"},
    {0, 0, 1, "parent(0) is 1", NULL, "parent(0) is 1"},
    {3, 2, 2, NULL, NULL, NULL},
    {3, 2, 0, "parent(3) is 0", NULL, "parent(3) is 0; there is no such edge"},
    {3, 3, 1, "parent(3) is 1", "the edge from 1", NULL},
    {3, 1, 0, "parent(4) is 3, on level 1", "the edge from 3", "parent(3) is 0; there is no such edge"},
    {3, 2, -1, "vertex 3 has a level and no parent", NULL, "which is not the source and has no parent"},
    {3, -1, 1, "vertex 3 has a parent and no level", "the edge from 1", NULL},
    {4, -1, -1, "the edge from 3, on level 2, leads to 4, not reached", "the edge from 3", "the edge from 3"},
    {4, 3, 4, "parent(4) is 4", NULL, "lead round a cycle through 4"},
    {4, 3, 2, "parent(4) is 2", NULL, "parent(4) is 2; there is no such edge"},
    {5, 0, 0, "level(5) is 0; expected 0 at the source 0 only", "level(5) is 0", "the edge from 5"},
    {5, 4, 4, "the edge from 5, on level 4, leads to 6, not reached", "the edge from 5", "the edge from 5"},
    {5, 9, 4, "level(5) is 9; expected 0 .. 7", "level(5) is 9", "the edge from 5"},
    {5, 4, 9, "parent(5) is 9; expected 0 .. 7", "the edge from 5", "parent(5) is 9"},
    {7, 1, 7, "parent(7) is 7", "level(7) is 1; no edge", "lead round a cycle through 7"},
    {7, 1, 0, "parent(7) is 0; there is no such edge", "level(7) is 1; no edge",
     "parent(7) is 0; there is no"},
};

TEST(every_rule)
{
    graph_matrix *A = graph();
    for (size_t k = 0; k < sizeof damages / sizeof damages[0]; k++) {
        const struct damage *d = &damages[k];
        int64_t level[N], parent[N];
        memcpy(level, right_level, sizeof level);
        memcpy(parent, right_parent, sizeof parent);
        level[d->vertex] = d->level;
        parent[d->vertex] = d->parent;
        graph_vector *levels = vector_of(k % 2 ? GRAPH_INT64 : GRAPH_INT32, level);
        graph_vector *parents = vector_of(k % 3 ? GRAPH_INT64 : GRAPH_INT32, parent);
        const char *pieces[] = {d->piece, d->without_parents, d->without_levels};
        for (int p = 0; p < 3; p++)
            CHECK_SAY(
                test_status(graph_bfs_verify(p == 2 ? NULL : levels, p == 1 ? NULL : parents, A, 0, NULL),
                            pieces[p] != NULL ? GRAPH_E_INVALID_OBJECT : GRAPH_OK,
                            pieces[p] != NULL ? pieces[p] : "", "graph_bfs_verify", __FILE__, __LINE__),
                "row %zu, outputs %d", k, p);
        graph_vector_release(&levels);
        graph_vector_release(&parents);
    }
    graph_matrix_release(&A);
}

TEST(limits)
{
    graph_matrix *A = graph();
    graph_vector *level = NULL, *parent = NULL, *short_level = NULL, *short_parent = NULL;
    REQUIRE_OK(graph_bfs(&level, &parent, A, 0, NULL));
    REQUIRE_OK(graph_bfs(&short_level, &short_parent, A, 0, OPTIONS(.has_max_depth = true, .max_depth = 1)));
    CHECK_OK(graph_bfs_verify(level, parent, A, 0, OPTIONS(.has_max_depth = true, .max_depth = 3)));
    CHECK_OK(graph_bfs_verify(level, parent, A, 0, OPTIONS(.has_max_depth = true, .max_depth = UINT64_MAX)));
    CHECK_OK(
        graph_bfs_verify(short_level, short_parent, A, 0, OPTIONS(.has_max_depth = true, .max_depth = 1)));
    CHECK_OK(graph_bfs_verify(short_level, short_parent, A, 0, OPTIONS(.has_target = true, .target = 2)));
    CHECK_STATUS(graph_bfs_verify(level, parent, A, 0, OPTIONS(.has_max_depth = true, .max_depth = 2)),
                 GRAPH_E_INVALID_OBJECT, "level(4) is 3; the search ends at 2");
    CHECK_STATUS(graph_bfs_verify(level, NULL, A, 0, OPTIONS(.has_target = true, .target = 3)),
                 GRAPH_E_INVALID_OBJECT, "level(4) is 3; the search ends at 2");
    CHECK_STATUS(graph_bfs_verify(short_level, NULL, A, 0, OPTIONS(.has_target = true, .target = 4)),
                 GRAPH_E_INVALID_OBJECT, "leads to 3, not reached");
    CHECK_STATUS(graph_bfs_verify(short_level, NULL, A, 0, OPTIONS(.has_target = true, .target = 7)),
                 GRAPH_E_INVALID_OBJECT, "not reached");
    CHECK_STATUS(graph_bfs_verify(level, parent, A, 0, OPTIONS(.is_reversed = true)), GRAPH_E_INVALID_OBJECT,
                 "the edge");
    graph_vector_release(&level);
    graph_vector_release(&parent);
    graph_vector_release(&short_level);
    graph_vector_release(&short_parent);
    graph_matrix_release(&A);
}

/* Searches of every form and option, each verified, and a target is a depth limit. */
TEST(searches)
{
    uint64_t seed = 5;
    for (int shape = 0; shape < SHAPE_COUNT; shape++)
        for (int round = 0; round < 6; round++) {
            graph_matrix *A = NULL;
            graph_index n = 1 + test_random(&seed) % 150;
            REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape, GRAPH_PATTERN, (int64_t)n,
                                     (int64_t)n, (int64_t)(3 * n), VALUES_SMALL));
            for (int pass = 0; pass < 12; pass++) {
                graph_bfs_options o = {.size = sizeof o,
                                       .backend = test_backend(),
                                       .form = pass % 3 ? GRAPH_FORM_FUSED : GRAPH_FORM_ALGEBRA,
                                       .threads = 1 + pass % 2,
                                       .is_reversed = pass % 4 == 1,
                                       .has_max_depth = pass % 4 == 2,
                                       .max_depth = 2,
                                       .has_target = pass % 4 == 3,
                                       .target = test_random(&seed) % n};
                graph_index source = test_random(&seed) % n, entries, limited;
                graph_vector *level = NULL, *parent = NULL, *same = NULL;
                graph_scalar at = {0};
                REQUIRE_OK(graph_bfs(&level, &parent, A, source, &o));
                CHECK_OK(graph_bfs_verify(level, parent, A, source, &o));
                CHECK_OK(graph_bfs_verify(level, NULL, A, source, &o));
                CHECK_OK(graph_bfs_verify(NULL, parent, A, source, &o));
                if (o.has_target && graph_vector_get(&at, level, o.target) == GRAPH_OK) {
                    REQUIRE_OK(
                        graph_bfs(&same, NULL, A, source,
                                  OPTIONS(.has_max_depth = true, .max_depth = (graph_index)at.value.i)));
                    graph_vector_entries(&entries, level);
                    graph_vector_entries(&limited, same);
                    CHECK(entries == limited);
                }
                graph_vector_release(&level);
                graph_vector_release(&parent);
                graph_vector_release(&same);
            }
            graph_matrix_release(&A);
        }
}

/* A target in the middle of a bottom-up stretch: everybody knows somebody who knows everybody. */
TEST(target_in_a_dense_graph)
{
    graph_matrix *A = NULL;
    uint64_t seed = 9;
    REQUIRE_OK(random_undirected(&A, &seed, SHAPE_UNIFORM, 3000, 60000));
    for (int warm = 0; warm < 4; warm++)
        for (graph_index target = 0; target < 40; target++) {
            graph_bfs_options o = {
                .size = sizeof o, .backend = test_backend(), .has_target = true, .target = target * 70};
            graph_vector *level = NULL, *parent = NULL;
            REQUIRE_OK(graph_bfs(&level, &parent, A, 7, &o));
            CHECK_OK(graph_bfs_verify(level, parent, A, 7, &o));
            graph_vector_release(&level);
            graph_vector_release(&parent);
        }
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    graph_matrix *A = graph(), *wide = NULL;
    graph_vector *level = vector_of(GRAPH_INT32, right_level), *other = NULL, *real = NULL, *unset = NULL;
    graph_bfs_options wrong_size = {.size = 1}, wrong_form = {.size = sizeof wrong_form, .form = 7};
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, N, N + 1));
    REQUIRE_OK(graph_vector_create(&other, GRAPH_INT32, N + 1));
    REQUIRE_OK(graph_vector_create(&real, GRAPH_FP64, N));
    CHECK_STATUS(graph_bfs_verify(NULL, NULL, A, 0, NULL), GRAPH_E_NULL, "level and parent are NULL");
    CHECK_STATUS(graph_bfs_verify(level, NULL, NULL, 0, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_bfs_verify(level, NULL, wide, 0, NULL), GRAPH_E_DIMENSION, "A is 8 x 9");
    CHECK_STATUS(graph_bfs_verify(other, NULL, A, 0, NULL), GRAPH_E_DIMENSION, "level has length 9");
    CHECK_STATUS(graph_bfs_verify(NULL, other, A, 0, NULL), GRAPH_E_DIMENSION, "parent has length 9");
    CHECK_STATUS(graph_bfs_verify(real, NULL, A, 0, NULL), GRAPH_E_DOMAIN, "the type of level is fp64");
    CHECK_STATUS(graph_bfs_verify(level, real, A, 0, NULL), GRAPH_E_DOMAIN, "the type of parent is fp64");
    CHECK_STATUS(graph_bfs_verify(level, NULL, A, N, NULL), GRAPH_E_INVALID_INDEX, "source is 8");
    CHECK_STATUS(graph_bfs_verify(level, NULL, A, 0, OPTIONS(.has_target = true, .target = N)),
                 GRAPH_E_INVALID_INDEX, "options.target is 8");
    CHECK_STATUS(graph_bfs(&unset, NULL, A, 0, OPTIONS(.has_target = true, .target = N)),
                 GRAPH_E_INVALID_INDEX, "options.target is 8");
    CHECK_STATUS(graph_bfs_verify(level, NULL, A, 0, &wrong_size), GRAPH_E_INVALID_VALUE,
                 "options.size is 1");
    CHECK_STATUS(graph_bfs_verify(level, NULL, A, 0, &wrong_form), GRAPH_E_INVALID_VALUE,
                 "options.form is 7");
    graph_vector_release(&level);
    graph_vector_release(&other);
    graph_vector_release(&real);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static graph_status verify_all(void)
{
    graph_matrix *A = NULL;
    graph_vector *level = NULL, *parent = NULL;
    graph_status status = graph_matrix_create(&A, GRAPH_PATTERN, N, N);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 9, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_bfs(&level, &parent, A, 0, NULL);
    if (status == GRAPH_OK)
        status = graph_bfs_verify(level, parent, A, 0, NULL);
    if (status == GRAPH_OK)
        status = graph_bfs_verify(NULL, parent, A, 0, NULL);
    graph_vector_release(&level);
    graph_vector_release(&parent);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation) { test_every_allocation("graph_bfs_verify", verify_all); }

TEST_MAIN(TEST_ROW(every_rule), TEST_ROW(limits), TEST_ROW(searches), TEST_ROW(target_in_a_dense_graph),
          TEST_ROW(wrong_arguments), TEST_ROW(every_allocation))
