/* Fused algorithms on the fake device of the tests: results, fallbacks, failing allocations. */
#define _DEFAULT_SOURCE /* for fake_device.h */
#include "tests/support/device/fake_device.h"
#include "tests/support/random_call.h"

/* Searches and distances by one kernel for the whole loop, there and on the CPU, with every allocation failing too. */
TEST(whole_algorithms_on_the_device)
{
    uint64_t seed = 8;
    for (int round = 0; round < 6; round++) {
        graph_bfs_options there = {
            .size = sizeof there, .backend = test_backend(), .is_reversed = round % 2 != 0};
        graph_bfs_options here = there;
        graph_apsp_options far = {
            .size = sizeof far, .backend = test_backend(), .method = GRAPH_APSP_FLOYD_WARSHALL};
        graph_apsp_options near = far;
        enum { N = 40, WIDE = 48 };
        double distance[2][N * WIDE];
        int32_t predecessor[2][N * WIDE];
        graph_matrix *A = NULL;
        bool is_done = false;
        here.backend = near.backend = GRAPH_BACKEND_CPU;
        REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, N, N, 100, VALUES_REAL));
        for (int64_t k = 0; !is_done; k++) { /* k = 0: none fails */
            graph_vector *level[2] = {NULL}, *parent[2] = {NULL};
            graph_dense d[2], p[2];
            for (int run = 0; run < 2; run++) {
                graph_index stride = round % 3 == 0 ? 0 : WIDE;
                d[run] =
                    (graph_dense){sizeof d[run], GRAPH_FP64, GRAPH_ROW_MAJOR, N, N, stride, distance[run]};
                p[run] = (graph_dense){sizeof p[run], GRAPH_INT32,     GRAPH_ROW_MAJOR, N, N,
                                       stride,        predecessor[run]};
            }
            memset(distance, 0, sizeof distance);
            memset(predecessor, 0, sizeof predecessor);
            CHECK_OK(graph_bfs(&level[0], &parent[0], A, 0, &here));
            CHECK_OK(graph_apsp(&d[0], round < 3 ? &p[0] : NULL, A, &near));
            allocations = 0;
            failing = k;
            CHECK_OK(graph_bfs(&level[1], &parent[1], A, 0, &there));
            CHECK(k > 0 || graph_backend_used() == GRAPH_BACKEND_CUDA);
            CHECK_OK(graph_apsp(&d[1], round < 3 ? &p[1] : NULL, A, &far));
            is_done = k > 0 && allocations < k;
            failing = 0;
            for (int output = 0; output < 2; output++) {
                struct dense_matrix expected = dense_of_vector(output == 0 ? level[0] : parent[0]);
                CHECK(dense_equals_vector(&expected, output == 0 ? level[1] : parent[1], 0, stderr));
                dense_release(&expected);
            }
            CHECK(memcmp(distance[0], distance[1], sizeof distance[0]) == 0);
            CHECK(memcmp(predecessor[0], predecessor[1], sizeof predecessor[0]) == 0);
            for (int run = 0; run < 2; run++) {
                graph_vector_release(&level[run]);
                graph_vector_release(&parent[run]);
            }
        }
        graph_matrix_release(&A);
        CHECK(block_count == 0);
    }
}

/* What it was told last, and how often it was called after it had asked to stop. */
struct half_way {
    double done;
    int calls_after;
};

static int stop_at_half(double done, void *context)
{
    struct half_way *half = context;
    half->calls_after += half->done >= 0.5;
    half->done = done;
    return done >= 0.5;
}

/* Levels from many sources, in both layouts, with rows apart, with progress, and with every allocation failing too. */
TEST(levels_from_many_sources_on_the_device)
{
    enum { N = 300, SOURCES = 80, WIDE = 310 };
    static uint16_t level[2][N * WIDE];
    uint64_t seed = 9;
    for (int round = 0; round < 8; round++) {
        graph_matrix *A = NULL;
        graph_index source[SOURCES];
        const bool is_by_vertex = round % 2 != 0;
        bool is_done = false;
        REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, N, N, 900, VALUES_SMALL));
        for (int k = 0; k < SOURCES; k++)
            source[k] = test_random(&seed) % N;
        for (int64_t k = 0; !is_done; k++) { /* k = 0: none fails */
            for (int run = 0; run < 2; run++) {
                graph_vector *reached = NULL;
                const graph_index rows = round < 6 ? SOURCES : N;
                graph_dense d = {sizeof d,
                                 GRAPH_UINT16,
                                 is_by_vertex ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                                 rows,
                                 N,
                                 round % 4 < 2 ? WIDE : 0,
                                 level[run]};
                graph_bfs_multi_options o = {.size = sizeof o,
                                             .backend = run == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                             .is_reversed = round % 3 == 0,
                                             .reached = &reached};
                memset(level[run], 0, sizeof level[run]);
                allocations = 0;
                failing = run == 0 ? 0 : k;
                CHECK_OK(graph_bfs_multi(&d, A, round < 6 ? source : NULL, rows, &o));
                CHECK(run == 0 || k > 0 || graph_backend_used() == GRAPH_BACKEND_CUDA);
                failing = 0;
                graph_vector_release(&reached);
            }
            is_done = k > 0 && allocations < k;
            CHECK(memcmp(level[0], level[1], sizeof level[0]) == 0);
        }
        graph_dense hops[2] = {{.size = sizeof hops[0]}, {.size = sizeof hops[0]}};
        for (int run = 0; run < 2; run++) {
            graph_apsp_options o = {.size = sizeof o,
                                    .backend = run == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                    .method = GRAPH_APSP_HOPS};
            CHECK_OK(graph_apsp(&hops[run], NULL, A, &o));
        }
        CHECK(memcmp(hops[0].value, hops[1].value, N * N * sizeof(int32_t)) == 0);
        graph_free(hops[0].value);
        graph_free(hops[1].value);
        for (int threads = 1; threads <= 16; threads *= 4) {
            struct half_way half = {0};
            graph_bfs_multi_options o = {.size = sizeof o,
                                         .backend = test_backend(),
                                         .threads = threads,
                                         .group = 64,
                                         .progress = stop_at_half,
                                         .context = &half};
            CHECK_STATUS(graph_bfs_multi(NULL, A, NULL, 0, &o), GRAPH_E_CANCELLED, "");
            CHECK(half.done >= 0.5 && half.done < 1);
            CHECK(half.calls_after == 0);
        }
        graph_matrix_release(&A);
        CHECK(block_count == 0);
    }
}

/* A closure that a device has made comes to the host with the first question, or that fails and may be repeated. */
static void bring_with_failures(const graph_closure *closure)
{
    bool is_reached;
    graph_status status = GRAPH_E_MEMORY;
    int64_t k = 0;
    while (status == GRAPH_E_MEMORY && k < 100) {
        graph__memory_fail_only(++k);
        status = graph_reachable(&is_reached, closure, 0, 1);
        graph__memory_fail_at(0);
    }
    CHECK(status == GRAPH_OK);
    CHECK_SAY(k > 5, "the first question allocated %lld times", (long long)(k - 1));
}

static void closures_agree(graph_closure_method method)
{
    enum { N = 70 };
    uint64_t seed = 10, pairs[2];
    graph_matrix *A = NULL;
    bool is_done = false;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, N, N, 90, VALUES_SMALL));
    for (int64_t k = 0; !is_done; k++) { /* k = 0: none fails */
        graph_closure *closure[2] = {NULL};
        for (int run = 0; run < 2; run++) {
            graph_closure_options o = {
                .size = sizeof o, .backend = run == 0 ? GRAPH_BACKEND_CPU : test_backend(), .method = method};
            allocations = 0;
            failing = run == 0 ? 0 : k;
            CHECK_OK(graph_transitive_closure(&closure[run], A, &o));
            CHECK(run == 0 || k > 0 || graph_backend_used() == GRAPH_BACKEND_CUDA);
            failing = 0;
            CHECK_OK(graph_closure_count(&pairs[run], closure[run]));
        }
        is_done = k > 0 && allocations < k;
        CHECK(pairs[0] == pairs[1]);
        if (k == 0 && method == GRAPH_CLOSURE_CONDENSATION)
            bring_with_failures(closure[1]);
        for (graph_index u = 0; u < N; u++) {
            graph_index vertex[2][N], count[2] = {N, N};
            for (int run = 0; run < 2; run++)
                CHECK_OK(graph_closure_successors(vertex[run], &count[run], closure[run], u));
            CHECK(count[0] == count[1] && memcmp(vertex[0], vertex[1], count[0] * sizeof vertex[0][0]) == 0);
        }
        graph_closure_release(&closure[0]);
        graph_closure_release(&closure[1]);
    }
    graph_matrix_release(&A);
    CHECK(block_count == 0);
}

TEST(closures_on_the_device)
{
    closures_agree(GRAPH_CLOSURE_WARSHALL);
    closures_agree(GRAPH_CLOSURE_CONDENSATION);
}

TEST(components_on_the_device)
{
    enum { N = 80 };
    uint64_t seed = 11;
    for (int is_strong = 0; is_strong < 2; is_strong++) {
        graph_matrix *A = NULL;
        bool is_done = false;
        REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, N, N, 110, VALUES_SMALL));
        for (int64_t k = 0; !is_done; k++) { /* k = 0: none fails */
            graph_vector *component[2] = {NULL};
            graph_index count[2];
            for (int run = 0; run < 2; run++) {
                graph_components_options o = {.size = sizeof o,
                                              .backend = run == 0 ? GRAPH_BACKEND_CPU : test_backend()};
                allocations = 0;
                failing = run == 0 ? 0 : k;
                CHECK_OK(is_strong ? graph_strong_components(&component[run], &count[run], A, &o)
                                   : graph_weak_components(&component[run], &count[run], A, &o));
                CHECK(run == 0 || k > 0 || graph_backend_used() == GRAPH_BACKEND_CUDA);
                failing = 0;
            }
            is_done = k > 0 && allocations < k;
            struct dense_matrix expected = dense_of_vector(component[0]);
            CHECK(count[0] == count[1] && dense_equals_vector(&expected, component[1], 0, stderr));
            dense_release(&expected);
            graph_vector_release(&component[0]);
            graph_vector_release(&component[1]);
        }
        graph_matrix_release(&A);
        CHECK(block_count == 0);
    }
}

TEST(distances_from_one_source_on_the_device)
{
    enum { N = 60 };
    static const graph_type types[] = {GRAPH_INT16, GRAPH_INT64, GRAPH_FP32, GRAPH_FP64, GRAPH_PATTERN};
    uint64_t seed = 12;
    for (int round = 0; round < 10; round++) {
        graph_matrix *A = NULL;
        bool is_done = false;
        REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, types[round % 5], N, N, 150, VALUES_SMALL));
        for (int64_t k = 0; !is_done; k++) { /* k = 0: none fails */
            graph_vector *distance[2] = {NULL}, *parent[2] = {NULL};
            graph_status status[2];
            for (int run = 0; run < 2; run++) {
                graph_sssp_options o = {.size = sizeof o,
                                        .backend = run == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                        .method = round < 5 ? GRAPH_SSSP_AUTO : GRAPH_SSSP_STEPS};
                allocations = 0;
                failing = run == 0 ? 0 : k;
                status[run] = graph_sssp(&distance[run], &parent[run], A, 0, &o);
                failing = 0;
            }
            is_done = k > 0 && allocations < k;
            CHECK(status[0] == status[1]); /* Small values may be negative. */
            for (int output = 0; output < 2 && status[0] == GRAPH_OK; output++) {
                struct dense_matrix expected = dense_of_vector(output == 0 ? distance[0] : parent[0]);
                CHECK(dense_equals_vector(&expected, output == 0 ? distance[1] : parent[1], 0, stderr));
                dense_release(&expected);
            }
            for (int run = 0; run < 2; run++) {
                graph_vector_release(&distance[run]);
                graph_vector_release(&parent[run]);
            }
        }
        graph_matrix_release(&A);
        CHECK(block_count == 0);
    }
}

/* Where the library chooses, large graphs go to the device and small ones do not. */
TEST(large_graphs_go_to_the_device)
{
    uint64_t seed = 13;
    for (int is_large = 0; is_large < 2; is_large++) {
        const graph_backend_kind expected = is_large ? GRAPH_BACKEND_CUDA : GRAPH_BACKEND_CPU;
        const int64_t n = is_large ? 2000 : 20;
        graph_matrix *A = NULL;
        graph_vector *distance = NULL;
        graph_index count;
        REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, n, n, 40 * n, VALUES_SMALL));
        CHECK_OK(graph_weak_components(NULL, &count, A, NULL));
        CHECK(graph_backend_used() == expected);
        CHECK_OK(graph_strong_components(NULL, &count, A, NULL));
        CHECK(graph_backend_used() == expected);
        CHECK_OK(graph_sssp(&distance, NULL, A, 0, NULL));
        CHECK(graph_backend_used() == expected);
        graph_vector_release(&distance);
        graph_matrix_release(&A);
        CHECK(block_count == 0);
    }
}

/* The vertex that the sentence names is on the cycle, also where the device found it. */
TEST(a_negative_cycle_on_the_device)
{
    const graph_index from[] = {0, 4, 5, 6}, to[] = {4, 5, 6, 4};
    const double weight[] = {1, 2, -4, 1};
    graph_matrix *A = NULL;
    graph_vector *distance = NULL;
    long long vertex = -1;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 8, 8));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, 4, GRAPH_NO_OP));
    graph_sssp_options o = {.size = sizeof o, .backend = test_backend(), .form = GRAPH_FORM_FUSED};
    CHECK_STATUS(graph_sssp(&distance, NULL, A, 0, &o), GRAPH_E_NEGATIVE_CYCLE, "goes through vertex");
    CHECK(distance == NULL);
    const char *word = strstr(graph_last_error(), "vertex ");
    CHECK_SAY(word != NULL && sscanf(word, "vertex %lld", &vertex) == 1 && vertex >= 4 && vertex <= 6, "%s",
              graph_last_error());
    graph_matrix_release(&A);
    CHECK(block_count == 0);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(whole_algorithms_on_the_device),
                                        TEST_ROW(levels_from_many_sources_on_the_device),
                                        TEST_ROW(closures_on_the_device),
                                        TEST_ROW(components_on_the_device),
                                        TEST_ROW(distances_from_one_source_on_the_device),
                                        TEST_ROW(a_negative_cycle_on_the_device),
                                        TEST_ROW(large_graphs_go_to_the_device)};
    return device_test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
