/* graph_bfs against its definition, computed edge by edge, in both forms, for all options. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...)                                                                                         \
    (&(const graph_bfs_options){.size = sizeof(graph_bfs_options), .backend = test_backend(), __VA_ARGS__})

/* The edges of a graph, and the answer that its definition gives: -1 where unreached. */
struct expected {
    graph_index n, edges, *from, *to;
    int64_t *level, *parent;
};

static void expected_release(struct expected *e)
{
    free(e->from);
    free(e->to);
    free(e->level);
    free(e->parent);
}

static struct expected expected_of(const graph_matrix *A)
{
    struct expected e = {0};
    graph_matrix_rows(&e.n, A);
    graph_matrix_entries(&e.edges, A);
    e.from = malloc((e.edges + 1) * sizeof *e.from);
    e.to = malloc((e.edges + 1) * sizeof *e.to);
    e.level = malloc((e.n + 1) * sizeof *e.level);
    e.parent = malloc((e.n + 1) * sizeof *e.parent);
    CHECK_OK(graph_matrix_extract_tuples(e.from, e.to, NULL, GRAPH_PATTERN, &e.edges, A));
    return e;
}

/* Rounds over all edges until a round reaches nothing. */
static void expect_search(struct expected *e, graph_index source, bool is_reverse, int64_t limit)
{
    for (graph_index v = 0; v < e->n; v++)
        e->level[v] = e->parent[v] = -1;
    e->level[source] = 0;
    e->parent[source] = (int64_t)source;
    bool is_moving = true;
    for (int64_t depth = 0; is_moving && depth < limit; depth++) {
        is_moving = false;
        for (graph_index k = 0; k < e->edges; k++) {
            graph_index u = is_reverse ? e->to[k] : e->from[k], v = is_reverse ? e->from[k] : e->to[k];
            if (e->level[u] != depth || (e->level[v] >= 0 && e->level[v] != depth + 1))
                continue;
            if (e->level[v] < 0 || (int64_t)u < e->parent[v])
                e->parent[v] = (int64_t)u;
            e->level[v] = depth + 1;
            is_moving = true;
        }
    }
}

/* The first vertex where a vector is not what is expected, -1 if there is none. */
static int64_t first_difference(const graph_vector *got, const int64_t *expected, graph_index n)
{
    graph_index room = n, *index = malloc((n + 1) * sizeof *index);
    int64_t *value = malloc((n + 1) * sizeof *value), *all = malloc((n + 1) * sizeof *all), where = -1;
    for (graph_index v = 0; v < n; v++)
        all[v] = -1;
    CHECK_OK(graph_vector_check(got));
    CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_INT64, &room, got));
    for (graph_index k = 0; k < room; k++)
        all[index[k]] = value[k];
    for (graph_index v = n; v > 0; v--)
        if (all[v - 1] != expected[v - 1])
            where = (int64_t)v - 1;
    free(index);
    free(value);
    free(all);
    return where;
}

/* One search; `expected` has been computed for the same options. */
static void compare(const char *what, const graph_matrix *A, graph_index source,
                    const graph_bfs_options *options, const struct expected *expected)
{
    graph_vector *level = NULL, *parent = NULL;
    graph_type type;
    CHECK_OK(graph_bfs(&level, &parent, A, source, options));
    if (level != NULL && parent != NULL) {
        int64_t a = first_difference(level, expected->level, expected->n);
        int64_t b = first_difference(parent, expected->parent, expected->n);
        CHECK_SAY(a < 0 && b < 0,
                  "%s: source %llu, form %d, %d threads, reverse %d, depth %lld: level %lld, parent %lld",
                  what, (unsigned long long)source, (int)options->form, options->threads,
                  options->is_reversed, options->has_max_depth ? (long long)options->max_depth : -1,
                  (long long)a, (long long)b);
        CHECK(graph_vector_type(&type, level) == GRAPH_OK && type == GRAPH_INT32);
        CHECK(graph_vector_type(&type, parent) == GRAPH_OK && type == GRAPH_INT64);
    }
    graph_vector_release(&level);
    graph_vector_release(&parent);
}

/* The threads of what is not under test: on small graphs more cost time only. */
static void calm(void) { CHECK_OK(graph_set_threads(1)); }

/* All forms, directions, limits and numbers of threads from one source. */
static void compare_all(const char *what, const graph_matrix *A, graph_index source, bool with_algebra)
{
    static const int threads[] = {1, 2, 7};
    static const int64_t limits[] = {-1, 0, 1, 3};
    struct expected e = expected_of(A);
    for (int reverse = 0; reverse < 2; reverse += test_step(2))
        for (int l = 0; l < 4; l += test_step(4)) {
            expect_search(&e, source, reverse, limits[l] < 0 ? (int64_t)e.n : limits[l]);
            for (int form = GRAPH_FORM_AUTO + test_step(3) - 1; form <= GRAPH_FORM_FUSED; form++)
                for (int t = 0; t < 3 && (form != GRAPH_FORM_ALGEBRA || (with_algebra && t == 0));
                     t += test_step(3))
                    compare(what, A, source,
                            OPTIONS(.form = (graph_form)form, .threads = threads[t], .is_reversed = reverse,
                                    .has_max_depth = limits[l] >= 0,
                                    .max_depth = (graph_index)(limits[l] >= 0 ? limits[l] : 0)),
                            &e);
        }
    expected_release(&e);
}

TEST(small_graphs_with_names)
{
    graph_matrix *A = NULL;
    calm();
    REQUIRE_OK(complete_graph(&A, 65));
    compare_all("complete", A, 3, true);
    graph_matrix_release(&A);
    if (test_step(2) > 1)
        return; /* The others are sparse. */
    REQUIRE_OK(path_graph(&A, 9));
    compare_all("path", A, 0, true);
    compare_all("path", A, 4, true);
    graph_matrix_release(&A);
    REQUIRE_OK(star_graph(&A, 70));
    compare_all("star, centre", A, 0, true);
    compare_all("star, leaf", A, 69, true);
    graph_matrix_release(&A);
    REQUIRE_OK(grid_graph(&A, 7, 11));
    compare_all("grid", A, 38, true);
    graph_matrix_release(&A);
    REQUIRE_OK(karate_graph(&A));
    compare_all("karate", A, 33, true);
    graph_matrix_release(&A);
}

TEST(smallest_parent_wins)
{
    /* 0 -> 3, 2, 1;  1, 2, 3 -> 4;  the queue's order is not the order of numbers. */
    static const graph_index from[] = {0, 0, 0, 3, 2, 1, 4, 5, 2}, to[] = {3, 2, 1, 4, 4, 4, 5, 6, 6};
    graph_matrix *A = NULL;
    graph_vector *parent = NULL;
    graph_scalar x;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 7, 7));
    REQUIRE_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 9, GRAPH_NO_OP));
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        REQUIRE_OK(graph_bfs(NULL, &parent, A, 0, OPTIONS(.form = (graph_form)form)));
        static const int64_t expected[] = {0, 0, 0, 0, 1, 4, 2};
        for (graph_index v = 0; v < 7; v++)
            CHECK(graph_vector_get(&x, parent, v) == GRAPH_OK && x.value.i == expected[v]);
        graph_vector_release(&parent);
    }
    graph_matrix_release(&A);
}

TEST(one_vertex_with_and_without_a_loop)
{
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 1, 1));
    compare_all("one vertex", A, 0, true);
    REQUIRE_OK(graph_matrix_set(A, 0, 0, graph_fp64(0)));
    compare_all("one loop", A, 0, true);
    graph_matrix_release(&A);
}

TEST(entries_that_are_zero_are_edges)
{
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 3));
    REQUIRE_OK(graph_matrix_set(A, 0, 1, graph_fp64(0)));
    REQUIRE_OK(graph_matrix_set(A, 1, 2, graph_fp64(NAN)));
    compare_all("zero and NaN", A, 0, true);
    graph_matrix_release(&A);
}

TEST(random_graphs_of_every_shape)
{
    uint64_t seed = 11;
    calm();
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(SHAPE_DENSE_ROW))
        for (int round = test_step(2) - 1; round < 4; round += test_step(4)) {
            static const int64_t sizes[] = {2, 30, 64, 130};
            int64_t n = sizes[round], edges = test_step(4);
            graph_matrix *A = NULL;
            REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape,
                                     round % 2 ? GRAPH_PATTERN : GRAPH_FP32, n, n, 3 * edges * n,
                                     VALUES_SMALL));
            for (int s = 0; s < 3; s++)
                compare_all("random", A, test_random(&seed) % (uint64_t)n, true);
            graph_matrix_release(&A);
            REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, 2 * edges * n));
            compare_all("random, undirected", A, test_random(&seed) % (uint64_t)n, true);
            graph_matrix_release(&A);
        }
}

/* A path whose vertices 2 and 5 have leaves besides, so many that a device takes the first of these rows by a warp and the
 * second not as on roads. */
static graph_status two_stars(graph_matrix **A)
{
    enum { SMALL = 40, LARGE = 1100, PATH = 8, VERTICES = PATH + SMALL + LARGE };
    int edge[VERTICES][2];
    for (int v = 1; v < VERTICES; v++) {
        edge[v - 1][0] = v < PATH ? v - 1 : v < PATH + SMALL ? 2 : 5;
        edge[v - 1][1] = v;
    }
    return graph_of_edges(A, VERTICES, VERTICES - 1, edge);
}

/* A small number of edges a vertex, and vertices enough for a device to search as on roads. */
TEST(sparse_graphs)
{
    static const struct {
        graph_index source, max_depth;
    } cases[] = {{0, 100}, {7, 3}, {100, 400}};
    for (int k = 0; k < 3 - (test_step(2) - 1); k++) {
        const graph_index source = cases[k].source, max_depth = cases[k].max_depth;
        graph_matrix *A = NULL;
        uint64_t seed = 6;
        REQUIRE_OK(
            k == 0   ? two_stars(&A)
            : k == 1 ? random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, 2100, 2100, 8000, VALUES_SMALL)
                     : grid_graph(&A, 18, 19));
        struct expected e = expected_of(A);
        expect_search(&e, source, false, (int64_t)max_depth);
        compare("thin", A, source, OPTIONS(.threads = 1, .has_max_depth = k == 1, .max_depth = max_depth),
                &e);
        expected_release(&e);
        graph_matrix_release(&A);
    }
}

/* Two levels of a dense graph, against whose edges the third is found, and a path that begins there. */
TEST(dense_graph_with_a_tail)
{
    enum { DENSE = 4000, TAIL = 12, N = DENSE + TAIL, EDGES = 24 * DENSE };
    graph_index *row = malloc((EDGES + TAIL) * sizeof *row),
                *column = malloc((EDGES + TAIL) * sizeof *column);
    graph_matrix *A = NULL;
    uint64_t seed = 19;
    REQUIRE(row != NULL && column != NULL);
    calm();
    for (graph_index k = 0; k < EDGES + TAIL; k++) {
        row[k] = k < EDGES ? test_random(&seed) % DENSE : DENSE + k - EDGES;
        column[k] = k < EDGES ? test_random(&seed) % DENSE : row[k] - 1;
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, N, N));
    REQUIRE_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, EDGES + TAIL, GRAPH_FIRST));
    struct expected e = expected_of(A);
    expect_search(&e, 5, true, N);
    CHECK(e.level[N - 1] >= TAIL);
    compare("dense with a tail", A, 5, OPTIONS(.threads = 2, .is_reversed = true), &e);
    expected_release(&e);
    graph_matrix_release(&A);
    free(row);
    free(column);
}

/* About as many edges as vertices: some searches end at once, and some reach too much for sparse outputs. */
TEST(short_searches)
{
    static const int64_t sizes[] = {32, 47, 300, 1000, 4096, 4097};
    uint64_t seed = 77;
    int sparse = 0, others = 0;
    calm();
    for (int shape = 0; shape < SHAPE_COUNT; shape++)
        for (int round = 0; round < (shape == SHAPE_UNIFORM ? 6 : 3); round++) {
            graph_matrix *A = NULL;
            graph_vector *level = NULL;
            graph_vector_form form;
            graph_index n = (graph_index)sizes[round], reached;
            REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape, GRAPH_PATTERN, (int64_t)n,
                                     (int64_t)n, (int64_t)n + (int64_t)n / 4, VALUES_SMALL));
            for (int s = 0; s < 3; s++) {
                graph_index source = test_random(&seed) % n;
                compare_all("short", A, source, false);
                REQUIRE_OK(graph_bfs(&level, NULL, A, source, NULL));
                REQUIRE_OK(graph_vector_form_of(&form, level));
                REQUIRE_OK(graph_vector_entries(&reached, level));
                CHECK((form == GRAPH_SPARSE) == (reached < n / 16));
                sparse += form == GRAPH_SPARSE;
                others += form != GRAPH_SPARSE;
                graph_vector_release(&level);
            }
            graph_matrix_release(&A);
        }
    CHECK(sparse > 10 && others > 10);
}

/* Large enough for threads, for both directions, and for what is bought after some searches. */
TEST(large_graphs)
{
    uint64_t seed = 5;
    for (int undirected = 0; undirected < 2; undirected++) {
        const int64_t share = test_step(5), n = 20000 / share;
        graph_matrix *A = NULL;
        graph_index edges = 0;
        REQUIRE_OK(undirected ? random_undirected(&A, &seed, SHAPE_POWER_LAW, n, 500000 / share)
                              : random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, n, n, 400000 / share,
                                              VALUES_SMALL));
        REQUIRE_OK(graph_matrix_entries(&edges, A));
        REQUIRE(edges > (graph_index)((undirected ? 530000 : 300000) / share));
        struct expected e = expected_of(A);
        for (int s = 0; s < 10; s += test_step(10)) {
            graph_index source = test_random(&seed) % (uint64_t)n;
            expect_search(&e, source, false, n);
            for (int t = 1; t < 8; t += 3 * test_step(3))
                compare("large", A, source, OPTIONS(.threads = t), &e);
            expect_search(&e, source, false, 2);
            compare("large, two levels", A, source, OPTIONS(.has_max_depth = true, .max_depth = 2), &e);
        }
        expect_search(&e, 7, true, n);
        compare("large, reverse", A, 7, OPTIONS(.threads = 2, .is_reversed = true), &e);
        expected_release(&e);
        graph_matrix_release(&A);
    }
}

/* Rows of one length, which have a separate loop, then longer ones, and the same vertices in any order. */
TEST(even_rows)
{
    enum { WIDTH = 60, N = WIDTH * WIDTH, TAIL = 40 };
    uint64_t seed = 12;
    for (int shuffled = 0; shuffled < 2; shuffled++) {
        graph_index *number = random_permutation(&seed, N + TAIL), row[4 * N + 4 * TAIL],
                    column[4 * N + 4 * TAIL], count = 0;
        graph_matrix *A = NULL;
        for (graph_index v = 0; v < N; v++) {
            graph_index to[2] = {v / WIDTH * WIDTH + (v + 1) % WIDTH, (v + WIDTH) % N};
            for (int k = 0; k < 2; k++, count += 2) {
                row[count] = column[count + 1] = shuffled ? number[v] : v;
                column[count] = row[count + 1] = shuffled ? number[to[k]] : to[k];
            }
        }
        /* Every further vertex hangs on two of the torus. */
        for (graph_index v = N; v < N + TAIL; v++)
            for (graph_index k = 0; k < 2; k++, count += 2) {
                graph_index to = (v - N) * 7 + k * WIDTH * 3;
                row[count] = column[count + 1] = shuffled ? number[v] : v;
                column[count] = row[count + 1] = shuffled ? number[to] : to;
            }
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, N + TAIL, N + TAIL));
        REQUIRE_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, count, GRAPH_FIRST));
        for (graph_index source = 0; source < 3; source++)
            compare_all("torus", A, source * 1700, false);
        graph_matrix_release(&A);
        free(number);
    }
}

/* A level must not cost work for every vertex: this would take minutes. */
TEST(a_long_path_takes_steps_in_proportion)
{
    enum { N = 300000 };
    graph_matrix *A = NULL;
    graph_vector *level = NULL, *parent = NULL;
    graph_scalar x;
    REQUIRE_OK(path_graph(&A, N));
    for (int k = 0; k < 3; k++) {
        REQUIRE_OK(graph_bfs(&level, &parent, A, 0, OPTIONS(.threads = 2)));
        CHECK(graph_vector_get(&x, level, N - 1) == GRAPH_OK && x.value.i == N - 1);
        CHECK(graph_vector_get(&x, parent, N - 1) == GRAPH_OK && x.value.i == N - 2);
        graph_vector_release(&level);
        graph_vector_release(&parent);
    }
    graph_matrix_release(&A);
}

TEST(either_output_may_be_absent)
{
    graph_matrix *A = NULL;
    graph_vector *v = NULL;
    graph_scalar x;
    for (int dense = test_step(2) - 1; dense < 2; dense++) {
        REQUIRE_OK(dense ? complete_graph(&A, 12) : grid_graph(&A, 3, 3));
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
            CHECK_OK(graph_bfs(&v, NULL, A, 0, OPTIONS(.form = (graph_form)form)));
            CHECK(graph_vector_get(&x, v, 8) == GRAPH_OK && x.value.i == (dense ? 1 : 4));
            graph_vector_release(&v);
            CHECK_OK(graph_bfs(NULL, &v, A, 0, OPTIONS(.form = (graph_form)form)));
            CHECK(graph_vector_get(&x, v, 8) == GRAPH_OK && x.value.i == (dense ? 0 : 5));
            graph_vector_release(&v);
            CHECK_OK(graph_bfs(NULL, NULL, A, 0, OPTIONS(.form = (graph_form)form)));
        }
        CHECK_OK(graph_bfs(&v, NULL, A, 8, NULL));
        graph_vector_release(&v);
        graph_matrix_release(&A);
    }
}

TEST(a_search_after_a_write_sees_it)
{
    graph_matrix *A = NULL;
    uint64_t seed = 3;
    calm();
    REQUIRE_OK(random_undirected(&A, &seed, SHAPE_UNIFORM, 500, 4000));
    for (int k = 0; k < 12; k += test_step(5)) {
        compare_all("before", A, 1, false);
        REQUIRE_OK(graph_matrix_remove(A, 1, test_random(&seed) % 500));
        REQUIRE_OK(graph_matrix_set(A, test_random(&seed) % 500, 1, graph_bool(true)));
    }
    graph_matrix_release(&A);
}

TEST(errors)
{
    graph_matrix *A = NULL, *wide = NULL, *nothing = NULL;
    graph_vector *dummy = NULL, *level = NULL, *parent = NULL;
    REQUIRE_OK(path_graph(&A, 4));
    REQUIRE_OK(graph_vector_create(&dummy, GRAPH_INT8, 1));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_matrix_create(&nothing, GRAPH_PATTERN, 0, 0));
    const struct {
        const graph_matrix *A;
        graph_index source;
        const graph_bfs_options *options;
        graph_status status;
        const char *piece;
    } rows[] = {
        {NULL, 0, NULL, GRAPH_E_NULL, "A is NULL"},
        {wide, 0, NULL, GRAPH_E_DIMENSION, "2 x 3"},
        {A, 4, NULL, GRAPH_E_INVALID_INDEX, "source is 4; A has 4"},
        {A, UINT64_MAX, NULL, GRAPH_E_INVALID_INDEX, "source"},
        {nothing, 0, NULL, GRAPH_E_INVALID_INDEX, "A has 0 vertices"},
        {A, 0, &(const graph_bfs_options){.size = 3}, GRAPH_E_INVALID_VALUE, "options.size is 3"},
        {A, 0, OPTIONS(.form = (graph_form)9), GRAPH_E_INVALID_VALUE, "form is 9"},
        {A, 0, OPTIONS(.form = (graph_form)-1), GRAPH_E_INVALID_VALUE, "form is -1"},
        {A, 0, OPTIONS(.threads = -2), GRAPH_E_INVALID_VALUE, "threads is -2"},
        {A, 0,
         &(const graph_bfs_options){.size = sizeof(graph_bfs_options), .backend = (graph_backend_kind)77},
         GRAPH_E_INVALID_VALUE, "back end"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        level = parent = dummy;
        CHECK_STATUS(graph_bfs(&level, &parent, rows[k].A, rows[k].source, rows[k].options), rows[k].status,
                     rows[k].piece);
        CHECK(level == NULL && parent == NULL);
    }
    graph_vector_release(&dummy);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
    graph_matrix_release(&nothing);
}

static graph_status search_in(graph_form form, bool is_reverse, int64_t edges)
{
    graph_matrix *A = NULL;
    graph_vector *level = NULL, *parent = NULL;
    uint64_t seed = 2;
    graph_status status =
        random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, edges / 8, edges / 8, edges, VALUES_SMALL);
    for (int k = 0; k < 4 && status == GRAPH_OK; k++) {
        status =
            graph_bfs(&level, &parent, A, 0, OPTIONS(.form = form, .is_reversed = is_reverse, .threads = 2));
        CHECK(status == GRAPH_OK ? level != NULL && parent != NULL : level == NULL && parent == NULL);
        graph_vector_release(&level);
        graph_vector_release(&parent);
    }
    graph_matrix_release(&A);
    return status;
}

static graph_status search_fused(void) { return search_in(GRAPH_FORM_FUSED, false, 400); }
static graph_status search_backwards(void) { return search_in(GRAPH_FORM_FUSED, true, 400); }
static graph_status search_by_products(void) { return search_in(GRAPH_FORM_ALGEBRA, false, 80); }
static graph_status search_sparsely(void)
{
    graph_matrix *A = NULL;
    graph_vector *level = NULL, *parent = NULL;
    graph_status status = graph_matrix_create(&A, GRAPH_PATTERN, 1000, 1000);
    if (status == GRAPH_OK)
        status = graph_bfs(&level, &parent, A, 5, NULL);
    graph_vector_release(&level);
    graph_vector_release(&parent);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation_may_fail)
{
    calm();
    test_every_allocation("fused", search_fused);
    test_every_allocation("reverse", search_backwards);
    test_every_allocation("sparse outputs", search_sparsely);
    test_every_allocation("algebra", search_by_products);
}

TEST(options_that_are_absent_follow_edges_forwards)
{
    const int edge[2][2] = {{0, 1}, {1, 2}};
    graph_matrix *A = NULL;
    graph_vector *level = NULL;
    graph_index reached = 0;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 3, 3));
    for (int k = 0; k < 2; k++)
        CHECK_OK(graph_matrix_set(A, (graph_index)edge[k][0], (graph_index)edge[k][1], graph_bool(true)));
    CHECK_OK(graph_bfs(&level, NULL, A, 0, NULL));
    CHECK_OK(graph_vector_entries(&reached, level));
    CHECK(reached == 3);
    graph_vector_release(&level);
    graph_matrix_release(&A);
}

/* With $SEMIGRAPH_TEST_SMALL every kernel of a search is launched on a device: bfs_pack and bfs_cluster twice, once to the
 * end of the search and once until they hand it over (a race checker takes seconds for each cluster of blocks; the other
 * graphs have too many edges for one), bfs_levels, bfs_parents and bfs_compact, with all steps that a search has. */
TEST_MAIN(TEST_ROW(options_that_are_absent_follow_edges_forwards), TEST_ROW(small_graphs_with_names),
          TEST_ROW_LARGE(smallest_parent_wins), TEST_ROW(sparse_graphs), TEST_ROW(dense_graph_with_a_tail),
          TEST_ROW_LARGE(short_searches), TEST_ROW_LARGE(one_vertex_with_and_without_a_loop),
          TEST_ROW_LARGE(entries_that_are_zero_are_edges), TEST_ROW(random_graphs_of_every_shape),
          TEST_ROW(large_graphs), TEST_ROW_LARGE(even_rows),
          TEST_ROW_LARGE(a_long_path_takes_steps_in_proportion), TEST_ROW(either_output_may_be_absent),
          TEST_ROW(a_search_after_a_write_sees_it), TEST_ROW(errors),
          TEST_ROW_LARGE(every_allocation_may_fail))
