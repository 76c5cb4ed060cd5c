/* Levels from many sources against one search at a time, for all widths, instruction sets, types and layouts. */
#include "cpu/common/isa.h"
#include "tests/support/walks.h"

/* level[k * n + v] by a plain queue; INT32_MAX: unreached. */
static int32_t *expected_levels(const struct edge_list *list, const graph_index *source, graph_index sources,
                                bool reverse, int32_t most)
{
    graph_index n = list->vertices;
    int32_t *level = malloc((sources * n + 1) * sizeof *level);
    for (graph_index k = 0; k < sources; k++) {
        int32_t *row = level + k * n;
        for (graph_index v = 0; v < n; v++)
            row[v] = v == source[k] ? 0 : INT32_MAX;
        bool grows = true;
        for (int32_t d = 0; grows && d < most; d++) {
            grows = false;
            for (graph_index e = 0; e < list->edges; e++) {
                graph_index u = reverse ? list->to[e] : list->from[e],
                            v = reverse ? list->from[e] : list->to[e];
                if (row[u] == d && row[v] == INT32_MAX) {
                    row[v] = d + 1;
                    grows = true;
                }
            }
        }
    }
    return level;
}

static int32_t level_of(const graph_dense *level, graph_index k, graph_index v)
{
    graph_index at = level->layout == GRAPH_ROW_MAJOR ? k * level->stride + v : v * level->stride + k;
    if (level->type == GRAPH_UINT8)
        return ((uint8_t *)level->value)[at] == UINT8_MAX ? INT32_MAX : ((uint8_t *)level->value)[at];
    if (level->type == GRAPH_UINT16)
        return ((uint16_t *)level->value)[at] == UINT16_MAX ? INT32_MAX : ((uint16_t *)level->value)[at];
    return ((int32_t *)level->value)[at];
}

static void check_run(const graph_matrix *A, const int32_t *expected, const graph_index *source,
                      graph_index sources, graph_type type, graph_layout layout, graph_bfs_multi_options o)
{
    graph_dense level = {.size = sizeof level, .type = type, .layout = layout};
    graph_vector *reached = NULL, *eccentricity = NULL, *sum = NULL;
    graph_index n, wrong = 0;
    CHECK_OK(graph_matrix_rows(&n, A));
    o.reached = &reached;
    o.eccentricity = &eccentricity;
    o.distance_sum = &sum;
    REQUIRE_OK(graph_bfs_multi(&level, A, source, sources, &o));
    CHECK(level.rows == sources && level.columns == n);
    int64_t *r = values_of(reached, sources), *e = values_of(eccentricity, sources),
            *s = values_of(sum, sources);
    for (graph_index k = 0; k < sources; k++) {
        int64_t count = 0, largest = 0, total = 0;
        for (graph_index v = 0; v < n; v++) {
            int32_t d = expected[k * n + v];
            wrong += level_of(&level, k, v) != d;
            if (d == INT32_MAX)
                continue;
            count++;
            total += d;
            largest = d > largest ? d : largest;
        }
        wrong += r[k] != count || e[k] != largest || s[k] != total;
    }
    CHECK_SAY(wrong == 0, "%llu differ: type %s layout %d form %d group %d threads %d",
              (unsigned long long)wrong, graph_type_name(level.type), layout, o.form, o.group, o.threads);
    free(r);
    free(e);
    free(s);
    graph_free(level.value);
    graph_vector_release(&reached);
    graph_vector_release(&eccentricity);
    graph_vector_release(&sum);
}

TEST(random_graphs)
{
    static const graph_type types[] = {GRAPH_PATTERN, GRAPH_UINT8, GRAPH_UINT16, GRAPH_INT32};
    static const int groups[] = {0, 64, 256, 512};
    uint64_t seed = 77;
    for (int round = 0; round < 96; round += test_step(7)) {
        int64_t n = 1 + (int64_t)(test_random(&seed) % 100),
                edges = (int64_t)(test_random(&seed) % (uint64_t)(4 * n));
        graph_index sources = test_random(&seed) % 560 + 1, *source = malloc(sources * sizeof *source);
        graph_matrix *A = NULL;
        graph_bfs_multi_options o = {.size = sizeof o,
                                     .backend = test_backend(),
                                     .form = round % 8 == 7 ? GRAPH_FORM_ALGEBRA : GRAPH_FORM_FUSED,
                                     .threads = 1 + round % 2,
                                     .group = groups[round % 4],
                                     .is_reversed = round % 3 == 0,
                                     .has_max_depth = round % 5 == 0,
                                     .max_depth = 2};
        for (graph_index k = 0; k < sources; k++)
            source[k] = test_random(&seed) % (uint64_t)n;
        graph__cpu_isa_at_most((enum graph_isa)(round / 4 % 3));
        REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)(round % SHAPE_COUNT), GRAPH_INT8, n, n, edges,
                                 VALUES_SMALL));
        struct edge_list list = edges_of(A);
        int32_t *expected =
            expected_levels(&list, source, sources, o.is_reversed, o.has_max_depth ? 2 : INT32_MAX);
        check_run(A, expected, source, sources, types[(round / 2) % 4],
                  round % 7 < 3 ? GRAPH_COLUMN_MAJOR : 1, o);
        free(expected);
        free(source);
        edges_release(&list);
        graph_matrix_release(&A);
    }
    graph__cpu_isa_at_most(GRAPH_ISA_AVX512);
}

/* A small number of edges a vertex: a device searches from each source by itself. */
TEST(sparse_graphs)
{
    const graph_index source[] = {0, 100, 341};
    graph_matrix *A = NULL;
    REQUIRE_OK(grid_graph(&A, 18, 19));
    struct edge_list list = edges_of(A);
    int32_t *expected = expected_levels(&list, source, 3, false, INT32_MAX);
    check_run(A, expected, source, 3, GRAPH_UINT8, GRAPH_ROW_MAJOR,
              (graph_bfs_multi_options){.size = sizeof(graph_bfs_multi_options), .backend = test_backend()});
    free(expected);
    edges_release(&list);
    graph_matrix_release(&A);
}

TEST(long_paths_need_wide_types)
{
    graph_matrix *A = NULL;
    graph_index n = 70000, source = 0, depth = 254;
    graph_dense level = {.size = sizeof level, .type = GRAPH_UINT8};
    graph_bfs_multi_options o = {.size = sizeof o, .backend = test_backend()};
    REQUIRE_OK(path_graph(&A, (int64_t)n));
    CHECK_STATUS(graph_bfs_multi(&level, A, &source, 1, NULL), GRAPH_E_DOMAIN, "uint8");
    CHECK(level.value == NULL);
    o.has_max_depth = true;
    o.max_depth = depth;
    REQUIRE_OK(graph_bfs_multi(&level, A, &source, 1, &o));
    CHECK(level_of(&level, 0, 254) == 254 && level_of(&level, 0, 255) == INT32_MAX);
    graph_free(level.value);
    level = (graph_dense){.size = sizeof level, .type = GRAPH_UINT16};
    CHECK_STATUS(graph_bfs_multi(&level, A, &source, 1, NULL), GRAPH_E_DOMAIN, "uint16");
    level.type = GRAPH_INT32;
    REQUIRE_OK(graph_bfs_multi(&level, A, &source, 1, NULL));
    for (graph_index v = 0; v < n; v += 777)
        CHECK(level_of(&level, 0, v) == (int32_t)v);
    graph_free(level.value);
    graph_matrix_release(&A);
    REQUIRE_OK(path_graph(&A, 255)); /* The last level is the largest of uint8. */
    level = (graph_dense){.size = sizeof level, .type = GRAPH_UINT8};
    REQUIRE_OK(graph_bfs_multi(&level, A, NULL, 0, NULL));
    CHECK(level.rows == 255 && level_of(&level, 0, 254) == 254 && level_of(&level, 254, 0) == 254);
    graph_free(level.value);
    graph_matrix_release(&A);
}

TEST(an_array_of_the_callers_with_a_stride)
{
    graph_matrix *A = NULL;
    uint8_t array[4 * 10];
    graph_dense level = {
        .size = sizeof level, .type = GRAPH_UINT8, .rows = 4, .columns = 4, .stride = 10, .value = array};
    memset(array, 99, sizeof array);
    REQUIRE_OK(path_graph(&A, 4));
    REQUIRE_OK(graph_bfs_multi(&level, A, NULL, 4, NULL));
    for (int k = 0; k < 4; k++)
        for (int v = 0; v < 10; v++)
            CHECK(array[10 * k + v] == (v < 4 ? abs(k - v) : 99));
    graph_matrix_release(&A);
}

static int stop(double done, void *context)
{
    CHECK(done <= 1);
    return ++*(int *)context >= 2;
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL;
    graph_index source[2] = {0, 9};
    uint8_t array[16];
    int calls = 0;
    graph_dense level = {.size = sizeof level, .type = GRAPH_FP32};
    graph_bfs_multi_options o = {.size = sizeof o, .backend = test_backend(), .group = 7};
    REQUIRE_OK(path_graph(&A, 5));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 4, 5));
    CHECK_STATUS(graph_bfs_multi(&level, NULL, source, 1, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_bfs_multi(&level, wide, source, 1, NULL), GRAPH_E_DIMENSION, "4 x 5");
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 1, NULL), GRAPH_E_DOMAIN, "fp32");
    level.type = GRAPH_UINT8;
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 2, NULL), GRAPH_E_INVALID_INDEX, "source[1] is 9");
    CHECK_STATUS(graph_bfs_multi(&level, A, NULL, 2, NULL), GRAPH_E_NULL, "source is NULL");
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 1, &o), GRAPH_E_INVALID_VALUE, "group is 7");
    o = (graph_bfs_multi_options){.size = 1};
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 1, &o), GRAPH_E_INVALID_VALUE, "size is 1");
    level.size = 5;
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 1, NULL), GRAPH_E_INVALID_VALUE, "level.size is 5");
    level = (graph_dense){.size = sizeof level, .layout = (graph_layout)3};
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 1, NULL), GRAPH_E_INVALID_VALUE, "layout is 3");
    level = (graph_dense){.size = sizeof level, .type = GRAPH_UINT8, .rows = 1, .columns = 4, .value = array};
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 1, NULL), GRAPH_E_DIMENSION, "1 x 4");
    level.columns = 5;
    level.stride = 3;
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 1, NULL), GRAPH_E_INVALID_VALUE, "stride is 3");
    o = (graph_bfs_multi_options){.size = sizeof o,
                                  .backend = test_backend(),
                                  .group = 64,
                                  .progress = stop,
                                  .context = &calls,
                                  .threads = 1};
    graph_matrix_release(&A);
    REQUIRE_OK(path_graph(&A, 200));
    for (graph_form form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        o.form = form;
        calls = 0;
        CHECK_STATUS(graph_bfs_multi(NULL, A, NULL, 0, &o), GRAPH_E_CANCELLED, "");
        CHECK(calls == 2);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

TEST(graphs_without_vertices_or_sources)
{
    graph_matrix *A = NULL;
    graph_index none = 0;
    for (graph_index n = 0; n < 2; n++)
        for (graph_form form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
            graph_dense level = {.size = sizeof level};
            graph_bfs_multi_options o = {.size = sizeof o, .backend = test_backend(), .form = form};
            REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, n, n));
            CHECK_OK(graph_bfs_multi(&level, A, &none, 0, &o));
            CHECK(level.rows == 0 && level.columns == n);
            graph_free(level.value);
            graph_matrix_release(&A);
        }
}

static graph_matrix *fixed;

static graph_status scenario(void)
{
    graph_vector *reached = NULL, *sum = NULL;
    graph_dense level = {.size = sizeof level};
    graph_bfs_multi_options o = {
        .size = sizeof o, .backend = test_backend(), .reached = &reached, .distance_sum = &sum, .threads = 2};
    graph_status status = graph_bfs_multi(&level, fixed, NULL, 0, &o);
    graph_free(level.value);
    graph_vector_release(&reached);
    graph_vector_release(&sum);
    return status;
}

TEST(every_allocation_may_fail)
{
    REQUIRE_OK(cycle_graph(&fixed, 90));
    CHECK_OK(scenario()); /* The transpose is cached now. */
    test_every_allocation("bfs_multi", scenario);
    graph_matrix_release(&fixed);
}

/* Every vertex is a source, results are too large for the caches, rows begin anywhere in a line, the walk
 * renumbers the vertices, and a ring with chords has more levels than fronts are stored. */
TEST(all_vertices_of_larger_graphs)
{
    uint64_t seed = 4;
    for (int round = 0; round < 6; round++) {
        graph_index n = 3011, room = 3011, wrong = 0, edges = round % 2 ? 3100 : 12000;
        graph_index *from = malloc(edges * sizeof *from), *to = malloc(edges * sizeof *to);
        graph_matrix *A = NULL;
        graph_bfs_multi_options o = {.size = sizeof o, .threads = 1 + round % 2, .is_reversed = round == 3};
        graph_dense level = {.size = sizeof level, .type = GRAPH_UINT8, .layout = GRAPH_COLUMN_MAJOR};
        int32_t *row = malloc(n * sizeof *row);
        graph_index *index = malloc(n * sizeof *index);
        for (graph_index k = 0; k < edges; k++) {
            from[k] = k < n && round != 4 ? k : test_random(&seed) % n;
            to[k] = k < n && round != 4 ? (k + 1) % n : test_random(&seed) % n;
            if (round % 2 && k < n)
                to[k] = (k + 1 + test_random(&seed) % 40) % n;
        }
        graph__cpu_isa_at_most(round < 5 ? GRAPH_ISA_AVX512 : GRAPH_ISA_AVX2);
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, n, n));
        REQUIRE_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, edges, GRAPH_FIRST));
        REQUIRE_OK(graph_bfs_multi(&level, A, NULL, 0, &o));
        for (graph_index k = 0; k < n; k += 37) {
            graph_vector *one = NULL;
            room = n;
            REQUIRE_OK(graph_bfs(
                &one, NULL, A, k,
                &(graph_bfs_options){.size = sizeof(graph_bfs_options), .is_reversed = o.is_reversed}));
            REQUIRE_OK(graph_vector_extract_tuples(index, row, GRAPH_INT32, &room, one));
            for (graph_index v = 0, found = 0; v < n; v++) {
                bool is_reached = found < room && index[found] == v;
                wrong += level_of(&level, k, v) != (is_reached ? row[found] : INT32_MAX);
                found += is_reached;
            }
            graph_vector_release(&one);
        }
        CHECK_SAY(wrong == 0, "round %d: %llu differ", round, (unsigned long long)wrong);
        graph_free(level.value);
        graph_matrix_release(&A);
        free(from);
        free(to);
        free(row);
        free(index);
    }
    graph__cpu_isa_at_most(GRAPH_ISA_AVX512);
}

/* Paths whose last level is the largest of uint8 and the one below it, which marks nothing else. */
TEST(the_last_level_that_a_type_holds)
{
    for (int vertices = 255; vertices <= 256; vertices++)
        for (int group = 0; group < 2; group++) {
            graph_matrix *A = NULL;
            graph_dense level = {.size = sizeof level, .type = GRAPH_UINT8};
            graph_index all[300];
            const graph_bfs_multi_options o = {.size = sizeof o, .backend = test_backend()};
            for (graph_index k = 0; k < 300; k++)
                all[k] = k % 2; /* more sources than one word has bits */
            REQUIRE_OK(path_graph(&A, vertices));
            graph_status status = graph_bfs_multi(&level, A, all, group ? 300 : 1, &o);
            CHECK(status == (vertices == 255 ? GRAPH_OK : GRAPH_E_DOMAIN));
            if (status == GRAPH_OK)
                for (int v = 0; v < vertices; v++)
                    CHECK(((uint8_t *)level.value)[v] == v);
            graph_free(level.value);
            graph_matrix_release(&A);
        }
}

TEST(arguments_one_beyond_what_is_allowed)
{
    int32_t room[4];
    const graph_index source[] = {2};
    graph_matrix *A = NULL;
    graph_dense level = {.size = sizeof level,
                         .type = GRAPH_INT32,
                         .layout = GRAPH_ROW_MAJOR,
                         .rows = 2,
                         .columns = 2,
                         .stride = 1,
                         .value = room};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 2));
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_bool(true)));
    CHECK_STATUS(graph_bfs_multi(&level, A, NULL, 0, NULL), GRAPH_E_INVALID_VALUE, "stride is 1");
    level = (graph_dense){.size = sizeof level};
    CHECK_STATUS(graph_bfs_multi(&level, A, source, 1, NULL), GRAPH_E_INVALID_INDEX, "source[0] is 2");
    CHECK(level.value == NULL);
    graph_matrix_release(&A);
}

TEST_MAIN(TEST_ROW(the_last_level_that_a_type_holds), TEST_ROW(arguments_one_beyond_what_is_allowed),
          TEST_ROW(random_graphs), TEST_ROW(sparse_graphs), TEST_ROW_LARGE(all_vertices_of_larger_graphs),
          TEST_ROW_LARGE(long_paths_need_wide_types), TEST_ROW(an_array_of_the_callers_with_a_stride),
          TEST_ROW(wrong_arguments), TEST_ROW(graphs_without_vertices_or_sources),
          TEST_ROW_LARGE(every_allocation_may_fail))
