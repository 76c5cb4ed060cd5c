/* Algorithms on graphs from which they use threads (2^17 entries and more), with one thread and with several, in a number of
 * steps that a thread sanitizer can follow. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

enum { VERTICES = 20000, EDGES = 1 << 18, SOURCES = 20 };

/* Directed, with weights from 0 on. */
static graph_matrix *large_graph(void)
{
    uint64_t seed = 12;
    graph_index *row = malloc(EDGES * sizeof *row), *column = malloc(EDGES * sizeof *column);
    double *weight = malloc(EDGES * sizeof *weight);
    graph_matrix *A = NULL;
    for (int k = 0; k < EDGES; k++) {
        row[k] = test_random(&seed) % VERTICES;
        column[k] = test_random(&seed) % (k % 3 == 0 ? 500 : VERTICES);
        weight[k] = (double)(test_random(&seed) % 16);
    }
    CHECK_OK(graph_matrix_create(&A, GRAPH_INT32, VERTICES, VERTICES));
    CHECK_OK(graph_matrix_build(A, row, column, weight, GRAPH_FP64, EDGES, GRAPH_MIN));
    free(row);
    free(column);
    free(weight);
    return A;
}

static int64_t *elements(graph_vector **v)
{
    graph_index n = 0, found;
    CHECK_OK(graph_vector_length(&n, *v));
    graph_index *index = malloc((n + 1) * sizeof *index);
    int64_t *value = calloc(n + 1, sizeof *value), *all = calloc(n + 1, sizeof *all);
    found = n;
    CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_INT64, &found, *v));
    for (graph_index k = 0; k < found; k++)
        all[index[k]] = value[k] + 1;
    free(index);
    free(value);
    graph_vector_release(v);
    return all;
}

/* The first call's answer stays in *expected; later ones must be equal. */
static void compare(int64_t **expected, graph_vector **v, const char *what, int threads)
{
    int64_t *got = elements(v);
    if (*expected == NULL) {
        *expected = got;
        return;
    }
    CHECK_SAY(memcmp(*expected, got, VERTICES * sizeof *got) == 0, "%s on %d threads", what, threads);
    free(got);
}

TEST(searches_and_distances)
{
    graph_matrix *A = large_graph();
    int64_t *level = NULL, *parent = NULL, *distance = NULL;
    for (int threads = 1; threads <= 4; threads += 3) {
        graph_vector *l = NULL, *p = NULL, *d = NULL;
        graph_bfs_options bfs = {.size = sizeof bfs, .backend = test_backend(), .threads = threads};
        graph_sssp_options sssp = {
            .size = sizeof sssp, .backend = test_backend(), .threads = threads, .method = GRAPH_SSSP_STEPS};
        CHECK_OK(graph_bfs(&l, &p, A, 3, &bfs));
        compare(&level, &l, "levels", threads);
        compare(&parent, &p, "parents", threads);
        CHECK_OK(graph_sssp(&d, NULL, A, 3, &sssp));
        compare(&distance, &d, "distances", threads);
    }
    free(level);
    free(parent);
    free(distance);
    graph_matrix_release(&A);
}

TEST(components_and_closure)
{
    graph_matrix *A = large_graph();
    int64_t *strong = NULL, *weak = NULL;
    uint64_t pairs[2] = {0};
    for (int k = 0; k < 2; k++) {
        int threads = 1 + 3 * k;
        graph_components_options o = {.size = sizeof o, .backend = test_backend(), .threads = threads};
        graph_closure_options c = {.size = sizeof c, .backend = test_backend(), .threads = threads};
        graph_vector *component = NULL;
        graph_closure *closure = NULL;
        graph_index count;
        CHECK_OK(graph_strong_components(&component, &count, A, &o));
        compare(&strong, &component, "strong components", threads);
        CHECK_OK(graph_weak_components(&component, &count, A, &o));
        compare(&weak, &component, "weak components", threads);
        CHECK_OK(graph_transitive_closure(&closure, A, &c));
        CHECK_OK(graph_closure_count(&pairs[k], closure));
        graph_closure_release(&closure);
    }
    CHECK(pairs[0] == pairs[1]);
    free(strong);
    free(weak);
    graph_matrix_release(&A);
}

TEST(triangles_and_clustering)
{
    graph_matrix *A = large_graph();
    uint64_t triangles[2] = {0}, clustered[2] = {0};
    for (int k = 0; k < 2; k++) {
        graph_triangles_options o = {.size = sizeof o, .backend = test_backend(), .threads = 1 + 3 * k};
        graph_clustering_options c = {.size = sizeof c, .backend = test_backend(), .threads = 1 + 3 * k};
        graph_clustering_facts facts = {.size = sizeof facts};
        CHECK_OK(graph_triangles(&triangles[k], A, &o));
        CHECK_OK(graph_clustering(NULL, &facts, A, &c));
        clustered[k] = facts.triangles;
    }
    CHECK(triangles[0] == triangles[1] && clustered[0] == triangles[0] && clustered[1] == triangles[0]);
    graph_matrix_release(&A);
}

/* All edges lead to smaller numbers, or all to larger ones: then one of both parts of the lists gets every entry. */
TEST(lists_of_acyclic_graphs)
{
    enum { N = 520, ALL = N * (N - 1) / 2 };
    graph_index *high = malloc(ALL * sizeof *high), *low = malloc(ALL * sizeof *low), entries = 0;
    for (graph_index u = 0; u < N; u++)
        for (graph_index v = u + 1; v < N; v++) {
            high[entries] = v;
            low[entries++] = u;
        }
    for (int k = 0; k < 8; k++) {
        graph_triangles_options o = {.size = sizeof o, .backend = test_backend(), .threads = k % 2 ? 4 : 1};
        graph_arrays arrays = {.size = sizeof arrays};
        graph_matrix *A = NULL;
        uint64_t count = 0;
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, N, N));
        REQUIRE_OK(graph_matrix_build(A, k & 2 ? high : low, k & 2 ? low : high, NULL, GRAPH_PATTERN, ALL,
                                      GRAPH_NO_OP));
        if (k & 4) /* The transpose is cached. */
            REQUIRE_OK(graph_matrix_export(&arrays, A, GRAPH_CSC, GRAPH_BORROW));
        CHECK_OK(graph_triangles(&count, A, &o));
        CHECK_SAY(count == (uint64_t)N * (N - 1) * (N - 2) / 6, "case %d: %llu triangles", k,
                  (unsigned long long)count);
        graph_matrix_release(&A);
    }
    free(high);
    free(low);
}

TEST(many_sources)
{
    graph_matrix *A = large_graph();
    graph_index source[SOURCES];
    graph_dense d[2] = {{.size = sizeof(graph_dense)}, {.size = sizeof(graph_dense)}},
                l[2] = {{.size = sizeof(graph_dense)}, {.size = sizeof(graph_dense)}};
    for (graph_index k = 0; k < SOURCES; k++)
        source[k] = k * 977 % VERTICES;
    for (int k = 0; k < 2; k++) {
        graph_apsp_options o = {.size = sizeof o,
                                .backend = test_backend(),
                                .threads = 1 + 3 * k,
                                .method = GRAPH_APSP_DIJKSTRA,
                                .source = source,
                                .sources = SOURCES};
        graph_bfs_multi_options m = {.size = sizeof m, .backend = test_backend(), .threads = 1 + 3 * k};
        CHECK_OK(graph_apsp(&d[k], NULL, A, &o));
        CHECK_OK(graph_bfs_multi(&l[k], A, source, SOURCES, &m));
    }
    CHECK(memcmp(d[0].value, d[1].value, (size_t)SOURCES * VERTICES * graph_type_size(d[0].type)) == 0);
    CHECK(memcmp(l[0].value, l[1].value, (size_t)SOURCES * VERTICES * graph_type_size(l[0].type)) == 0);
    for (int k = 0; k < 2; k++) {
        graph_free(d[k].value);
        graph_free(l[k].value);
    }
    graph_matrix_release(&A);
}

TEST_MAIN(TEST_ROW(searches_and_distances), TEST_ROW(components_and_closure),
          TEST_ROW(triangles_and_clustering), TEST_ROW(lists_of_acyclic_graphs), TEST_ROW(many_sources))
