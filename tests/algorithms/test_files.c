/* Every algorithm on every graph of the dataset folders: what the back end of the tests answers is what the CPU answers on
 * one thread, in every bit, and holds by definition. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

enum { SOURCES = 3, MOST_PRODUCTS = 20000000 };

static bool same_vectors(const graph_vector *v, const graph_vector *w)
{
    graph_index n = 0, m = 0;
    graph_type type, other;
    if (!CHECK_OK(graph_vector_type(&type, v)) || !CHECK_OK(graph_vector_type(&other, w)) ||
        !CHECK_OK(graph_vector_entries(&n, v)) || !CHECK_OK(graph_vector_entries(&m, w)) || n != m ||
        type != other)
        return false;
    size_t bytes = graph_type_size(type);
    graph_index *i = calloc(n + 1, sizeof *i), *j = calloc(n + 1, sizeof *j);
    char *x = calloc(n + 1, bytes), *y = calloc(n + 1, bytes);
    bool is_same = CHECK_OK(graph_vector_extract_tuples(i, x, type, &n, v)) &&
                   CHECK_OK(graph_vector_extract_tuples(j, y, type, &m, w)) &&
                   memcmp(i, j, n * sizeof *i) == 0 && memcmp(x, y, n * bytes) == 0;
    free(i);
    free(j);
    free(x);
    free(y);
    return is_same;
}

/* Claims it and releases both. */
static void claim_same(const char *file, const char *what, graph_vector *pair[2])
{
    CHECK_SAY(same_vectors(pair[0], pair[1]), "%s: %s", file, what);
    graph_vector_release(&pair[0]);
    graph_vector_release(&pair[1]);
}

/* The two runs of each comparison. */
static graph_backend_kind backend_of(int run) { return run == 0 ? test_backend() : GRAPH_BACKEND_CPU; }
static int threads_of(int run) { return run == 0 ? 3 : 1; }

static void check_searches(const char *file, const graph_matrix *A, graph_index n)
{
    uint64_t seed = n;
    for (int k = 0; k < SOURCES; k++)
        for (int reverse = 0; reverse < 2; reverse++) {
            graph_index source = test_random(&seed) % n;
            graph_vector *level[2] = {NULL, NULL}, *parent[2] = {NULL, NULL}, *distance[2] = {NULL, NULL};
            for (int run = 0; run < 2; run++) {
                const graph_bfs_options o = {.size = sizeof o,
                                             .backend = backend_of(run),
                                             .threads = threads_of(run),
                                             .is_reversed = reverse};
                const graph_sssp_options p = {
                    .size = sizeof p, .backend = backend_of(run), .threads = threads_of(run)};
                REQUIRE_OK(graph_bfs(&level[run], &parent[run], A, source, &o));
                CHECK_OK(graph_bfs_verify(level[run], parent[run], A, source, &o));
                if (!reverse)
                    REQUIRE_OK(graph_sssp(&distance[run], NULL, A, source, &p));
            }
            claim_same(file, "levels", level);
            claim_same(file, "parents", parent);
            if (!reverse)
                claim_same(file, "distances", distance);
        }
}

static void check_components(const char *file, const graph_matrix *A)
{
    graph_vector *weak[2] = {NULL, NULL}, *strong[2] = {NULL, NULL};
    graph_index count[2][2];
    for (int run = 0; run < 2; run++) {
        const graph_components_options o = {
            .size = sizeof o, .backend = backend_of(run), .threads = threads_of(run)};
        REQUIRE_OK(graph_weak_components(&weak[run], &count[run][0], A, &o));
        REQUIRE_OK(graph_strong_components(&strong[run], &count[run][1], A, &o));
    }
    CHECK_SAY(count[0][0] == count[1][0] && count[0][1] == count[1][1], "%s: components", file);
    claim_same(file, "weak components", weak);
    claim_same(file, "strong components", strong);
}

static void check_triangles(const char *file, const graph_matrix *A)
{
    graph_vector *corners[2] = {NULL, NULL};
    uint64_t count[2];
    for (int run = 0; run < 2; run++) {
        const graph_triangles_options o = {.size = sizeof o,
                                           .backend = backend_of(run),
                                           .threads = threads_of(run),
                                           .per_vertex = &corners[run]};
        REQUIRE_OK(graph_triangles(&count[run], A, &o));
    }
    CHECK_SAY(count[0] == count[1], "%s: %llu triangles and %llu", file, (unsigned long long)count[0],
              (unsigned long long)count[1]);
    claim_same(file, "triangles at each vertex", corners);
}

static void check_closure(const char *file, const graph_matrix *A, graph_index n)
{
    graph_closure *closure[2] = {NULL, NULL};
    uint64_t pairs[2], seed = n;
    int64_t wrong = 0;
    for (int run = 0; run < 2; run++) {
        const graph_closure_options o = {
            .size = sizeof o, .backend = backend_of(run), .threads = threads_of(run)};
        REQUIRE_OK(graph_transitive_closure(&closure[run], A, &o));
        CHECK_OK(graph_closure_count(&pairs[run], closure[run]));
    }
    for (int k = 0; k < 2000; k++) {
        graph_index u = test_random(&seed) % n, v = test_random(&seed) % n;
        bool is_reached[2] = {false, true};
        for (int run = 0; run < 2; run++)
            CHECK_OK(graph_reachable(&is_reached[run], closure[run], u, v));
        wrong += is_reached[0] != is_reached[1];
    }
    CHECK_SAY(pairs[0] == pairs[1] && wrong == 0, "%s: %llu pairs and %llu, %lld answers differ", file,
              (unsigned long long)pairs[0], (unsigned long long)pairs[1], (long long)wrong);
    graph_closure_release(&closure[0]);
    graph_closure_release(&closure[1]);
}

/* Counts of paths of two edges. */
static void check_square(const char *file, const graph_matrix *A)
{
    graph_matrix *C[2] = {NULL, NULL}, *differences = NULL;
    graph_index entries[3], n;
    graph_scalar sum;
    uint64_t products;
    REQUIRE_OK(graph_spgemm_products(&products, A, A, NULL));
    if (products > MOST_PRODUCTS)
        return;
    for (int run = 0; run < 2; run++) {
        REQUIRE_OK(graph_spgemm(&C[run], graph_semiring_by_name("plus_pair_int64"), A, A,
                                GRAPH_DESCRIPTOR(.backend = backend_of(run), .threads = threads_of(run))));
        CHECK_OK(graph_matrix_entries(&entries[run], C[run]));
    }
    REQUIRE_OK(graph_matrix_rows(&n, A));
    REQUIRE_OK(graph_matrix_create(&differences, GRAPH_INT64, n, n));
    REQUIRE_OK(graph_ewise_mult(differences, NULL, GRAPH_NO_OP, GRAPH_NE, C[0], C[1],
                                GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    CHECK_OK(graph_matrix_entries(&entries[2], differences));
    REQUIRE_OK(graph_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, differences,
                            GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    CHECK_SAY(entries[0] == entries[1] && entries[0] == entries[2] && (entries[0] == 0 || sum.value.i == 0),
              "%s: squares differ", file);
    graph_matrix_release(&C[0]);
    graph_matrix_release(&C[1]);
    graph_matrix_release(&differences);
}

/* Weights may be anything: every edge costs 1. */
static void check_graph(const char *file, const graph_matrix *A, graph_index n)
{
    graph_matrix *pattern = NULL;
    REQUIRE_OK(graph_matrix_create(&pattern, GRAPH_PATTERN, n, n));
    REQUIRE_OK(graph_apply(pattern, NULL, GRAPH_NO_OP, GRAPH_ONE, A, NULL));
    check_searches(file, pattern, n);
    check_components(file, pattern);
    check_triangles(file, pattern);
    check_closure(file, pattern, n);
    check_square(file, pattern);
    graph_matrix_release(&pattern);
}

static int check_file(const char *path, const char *file)
{
    graph_matrix *A = NULL;
    graph_index n = 0, columns = 0;
    if (graph_read(&A, path, NULL) < 0)
        return 0; /* What loaders take and refuse is tested elsewhere. */
    CHECK_OK(graph_matrix_rows(&n, A));
    CHECK_OK(graph_matrix_columns(&columns, A));
    bool is_graph = n == columns && n > 0;
    if (is_graph)
        check_graph(file, A, n);
    graph_matrix_release(&A);
    return is_graph;
}

TEST(every_graph_that_is_shipped)
{
    int checked = test_each_file(test_shipped_folder(), check_file);
    CHECK_SAY(checked >= 12, "%d graphs are shipped", checked);
}

TEST(every_graph_of_the_folder)
{
    if (test_datasets() == NULL)
        SKIP("$SEMIGRAPH_DATASETS names no folder of larger graphs");
    int checked = test_each_file(test_datasets(), check_file);
    CHECK_SAY(checked >= 12, "%d graphs in %s", checked, test_datasets());
}

TEST_MAIN(TEST_ROW_LARGE(every_graph_that_is_shipped), TEST_ROW_LARGE(every_graph_of_the_folder))
