/* Betweenness of vertices and edges against its definition by pairs, on graphs of every shape; forms, threads, memory, huge
 * numbers of paths, the check. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...)                                                                                         \
    (&(const graph_betweenness_options){                                                                     \
        .size = sizeof(graph_betweenness_options), .backend = test_backend(), __VA_ARGS__})

/* A graph with what the definition says of it, in sums over ordered pairs. */
struct known {
    graph_index n, edges, *from, *to;
    double *weight, *vertex, *edge;
};

static void known_free(struct known *k)
{
    free(k->from);
    free(k->to);
    free(k->weight);
    free(k->vertex);
    free(k->edge);
}

/* Distances d and numbers of paths c between all pairs: edges are relaxed until nothing changes; then paths are counted
 * from near to far. */
static void all_pairs(const struct known *k, double *d, double *c)
{
    const graph_index n = k->n;
    for (graph_index s = 0; s < n; s++) {
        double *distance = d + s * n, *count = c + s * n;
        bool *is_done = calloc(n + 1, sizeof *is_done);
        bool moves = true;
        for (graph_index v = 0; v < n; v++) {
            distance[v] = v == s ? 0 : INFINITY;
            count[v] = v == s;
        }
        while (moves) {
            moves = false;
            for (graph_index e = 0; e < k->edges; e++)
                if (distance[k->from[e]] + k->weight[e] < distance[k->to[e]]) {
                    distance[k->to[e]] = distance[k->from[e]] + k->weight[e];
                    moves = true;
                }
        }
        for (graph_index turns = 0; turns < n; turns++) {
            graph_index u = n;
            for (graph_index v = 0; v < n; v++)
                if (!is_done[v] && isfinite(distance[v]) && (u == n || distance[v] < distance[u]))
                    u = v;
            if (u == n)
                break;
            is_done[u] = true;
            for (graph_index e = 0; e < k->edges; e++)
                if (k->from[e] == u && isfinite(k->weight[e]) &&
                    distance[u] + k->weight[e] == distance[k->to[e]])
                    count[k->to[e]] += count[u];
        }
        free(is_done);
    }
}

static struct known known_of(const graph_matrix *A, bool is_weighted, const graph_index *source,
                             graph_index sources)
{
    struct known k = {.n = 0};
    graph_matrix_rows(&k.n, A);
    graph_matrix_entries(&k.edges, A);
    const graph_index n = k.n;
    k.from = malloc((k.edges + 1) * sizeof *k.from);
    k.to = malloc((k.edges + 1) * sizeof *k.to);
    k.weight = malloc((k.edges + 1) * sizeof *k.weight);
    k.vertex = calloc(n + 1, sizeof *k.vertex);
    k.edge = calloc(k.edges + 1, sizeof *k.edge);
    double *d = malloc((n * n + 1) * sizeof *d), *c = malloc((n * n + 1) * sizeof *c);
    CHECK_OK(graph_matrix_extract_tuples(k.from, k.to, k.weight, GRAPH_FP64, &k.edges, A));
    for (graph_index e = 0; !is_weighted && e < k.edges; e++)
        k.weight[e] = 1;
    all_pairs(&k, d, c);
    for (graph_index i = 0; i < (source != NULL ? sources : n); i++) {
        const graph_index s = source != NULL ? source[i] : i;
        for (graph_index t = 0; t < n; t++) {
            if (t == s || isinf(d[s * n + t]))
                continue;
            for (graph_index v = 0; v < n; v++)
                if (v != s && v != t && d[s * n + v] + d[v * n + t] == d[s * n + t])
                    k.vertex[v] += c[s * n + v] * c[v * n + t] / c[s * n + t];
            for (graph_index e = 0; e < k.edges; e++)
                if (d[s * n + k.from[e]] + k.weight[e] + d[k.to[e] * n + t] == d[s * n + t])
                    k.edge[e] += c[s * n + k.from[e]] * c[k.to[e] * n + t] / c[s * n + t];
        }
    }
    free(d);
    free(c);
    return k;
}

static bool is_near(double x, double y) { return fabs(x - y) <= 1e-11 * fmax(1, fabs(y)); }

static graph_index entry_of(const struct known *k, graph_index u, graph_index v)
{
    graph_index e = 0;
    while (e < k->edges && (k->from[e] != u || k->to[e] != v))
        e++;
    return e;
}

static void compare_one(const char *what, const graph_matrix *A, const struct known *k,
                        const graph_index *source, graph_index sources, graph_betweenness_options o,
                        double *first)
{
    graph_vector *vertex = NULL;
    graph_matrix *edges = NULL;
    graph_index n = k->n, entries = k->edges;
    double *x = malloc((n + 1) * sizeof *x), *y = malloc((entries + 1) * sizeof *y);
    graph_index *from = malloc((entries + 1) * sizeof *from), *to = malloc((entries + 1) * sizeof *to);
    const double scale = o.is_undirected ? 0.5 : 1;
    bool agrees = true;
    o.edges = &edges;
    REQUIRE_OK(graph_betweenness(&vertex, A, source, sources, &o));
    CHECK_OK(graph_vector_check(vertex));
    CHECK_OK(graph_matrix_check(edges));
    CHECK_OK(graph_vector_extract_tuples(NULL, x, GRAPH_FP64, &n, vertex));
    CHECK_OK(graph_matrix_extract_tuples(from, to, y, GRAPH_FP64, &entries, edges));
    CHECK(n == k->n && entries == k->edges);
    for (graph_index v = 0; v < n; v++)
        agrees = agrees && is_near(x[v], scale * k->vertex[v]);
    for (graph_index e = 0; e < entries; e++) {
        const double there = o.is_undirected ? k->edge[entry_of(k, to[e], from[e])] : 0;
        agrees = agrees && from[e] == k->from[e] && to[e] == k->to[e] &&
                 is_near(y[e], o.is_undirected ? (k->edge[e] + there) / 2 : k->edge[e]);
    }
    CHECK_SAY(agrees, "%s, form %d, %d threads, %d sources, undirected %d", what, (int)o.form, o.threads,
              (int)sources, o.is_undirected);
    CHECK_OK(graph_check_betweenness(vertex, A, source, sources, &o));
    if (o.form == GRAPH_FORM_FUSED && first[0] >= 0)
        CHECK_SAY(n == 0 || memcmp(first, x, n * sizeof *x) == 0, "%s: %d threads differ", what, o.threads);
    if (o.form == GRAPH_FORM_FUSED)
        memcpy(first, x, n * sizeof *x);
    graph_vector_release(&vertex);
    graph_matrix_release(&edges);
    free(x);
    free(y);
    free(from);
    free(to);
}

static void compare(const char *what, const graph_matrix *A, bool is_weighted, bool is_undirected,
                    const graph_index *source, graph_index sources)
{
    struct known k = known_of(A, is_weighted, source, sources);
    double *first = malloc((k.n + 1) * sizeof *first);
    first[0] = -1;
    static int cases;
    const bool wants_algebra = cases++ % test_device_step(8) == 0;
    for (int form = wants_algebra ? GRAPH_FORM_ALGEBRA : GRAPH_FORM_FUSED; form <= GRAPH_FORM_FUSED; form++)
        for (int threads = 1; threads <= 7; threads += threads == 1 ? 1 : 5)
            if (form == GRAPH_FORM_FUSED || threads == 2)
                compare_one(what, A, &k, source, sources,
                            *OPTIONS(.form = (graph_form)form, .threads = threads, .is_weighted = is_weighted,
                                     .is_undirected = is_undirected),
                            first);
    free(first);
    known_free(&k);
}

/* Weights 1 .. 5. */
static void set_weights(graph_matrix **W, const graph_matrix *A, bool is_symmetric)
{
    graph_index n, edges;
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&edges, A);
    graph_index *from = malloc((edges + 1) * sizeof *from), *to = malloc((edges + 1) * sizeof *to);
    int32_t *weight = malloc((edges + 1) * sizeof *weight);
    CHECK_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &edges, A));
    for (graph_index e = 0; e < edges; e++)
        weight[e] = 1 + (int32_t)((is_symmetric ? from[e] + to[e] : 3 * from[e] + 7 * to[e]) % 5);
    CHECK_OK(graph_matrix_create(W, GRAPH_INT32, n, n));
    CHECK_OK(graph_matrix_build(*W, from, to, weight, GRAPH_INT32, edges, GRAPH_NO_OP));
    free(from);
    free(to);
    free(weight);
}

TEST(random_graphs)
{
    uint64_t seed = 21;
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(3))
        for (int64_t n = 0; n < 45; n += test_step(2) + n / 2) {
            graph_matrix *A = NULL, *W = NULL;
            graph_index list[11];
            REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape, n % 2 ? GRAPH_PATTERN : GRAPH_FP32,
                                     n, n, 3 * n, VALUES_SMALL));
            for (int k = 0; k < 11; k++)
                list[k] = n > 0 ? test_random(&seed) % (graph_index)n : 0;
            compare("directed", A, false, false, NULL, 0);
            compare("sources", A, false, false, list, n > 0 ? 11 : 0);
            set_weights(&W, A, false);
            compare("weighted", W, true, false, NULL, 0);
            compare("weighted sources", W, true, false, list, n > 0 ? 5 : 0);
            graph_matrix_release(&A);
            graph_matrix_release(&W);
            REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, 2 * n));
            compare("undirected", A, false, true, NULL, 0);
            set_weights(&W, A, true);
            compare("undirected weighted", W, true, true, list, n > 0 ? 1 : 0);
            graph_matrix_release(&A);
            graph_matrix_release(&W);
        }
}

/* Levels that all threads share, both directions of steps, batches that end in the middle. */
TEST(large_graphs)
{
    uint64_t seed = 4;
    const graph_index n = 30000;
    graph_index list[21];
    for (int k = 0; k < 21; k++)
        list[k] = test_random(&seed) % n;
    for (int kind = 0; kind < 3; kind++) {
        graph_matrix *A = NULL;
        double *first = NULL;
        graph_index count = kind == 1 ? 3 : 21;
        if (kind == 2)
            REQUIRE_OK(grid_graph(&A, 100, 300));
        else
            REQUIRE_OK(random_undirected(&A, &seed, SHAPE_POWER_LAW, (int64_t)n, 200000));
        for (int threads = 1; threads <= 7; threads += 2) {
            graph_vector *vertex = NULL;
            double *x = malloc(n * sizeof *x);
            graph_index room = n;
            const graph_betweenness_options *o = OPTIONS(.threads = threads);
            REQUIRE_OK(graph_betweenness(&vertex, A, list, count, o));
            if (threads == 1)
                CHECK_OK(graph_check_betweenness(vertex, A, list, count, o));
            CHECK_OK(graph_vector_extract_tuples(NULL, x, GRAPH_FP64, &room, vertex));
            CHECK_SAY(first == NULL || memcmp(first, x, n * sizeof *x) == 0, "kind %d: %d threads differ",
                      kind, threads);
            free(first);
            first = x;
            graph_vector_release(&vertex);
        }
        free(first);
        graph_matrix_release(&A);
    }
}

/* The back end of the test and the CPU. */
static void compare_with_cpu(const char *what, const graph_matrix *A, const graph_index *source,
                             graph_index sources, bool wants_edges)
{
    graph_index n, entries;
    double *x[2], *y[2];
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&entries, A);
    for (int k = 0; k < 2; k++) {
        graph_vector *vertex = NULL;
        graph_matrix *edges = NULL;
        graph_betweenness_options o = *OPTIONS(.edges = wants_edges ? &edges : NULL);
        o.backend = k == 0 ? GRAPH_BACKEND_CPU : test_backend();
        REQUIRE_OK(graph_betweenness(&vertex, A, source, sources, &o));
        x[k] = malloc((n + 1) * sizeof **x);
        y[k] = calloc(entries + 1, sizeof **y);
        CHECK_OK(graph_vector_extract_tuples(NULL, x[k], GRAPH_FP64, &n, vertex));
        if (wants_edges)
            CHECK_OK(graph_matrix_extract_tuples(NULL, NULL, y[k], GRAPH_FP64, &entries, edges));
        graph_vector_release(&vertex);
        graph_matrix_release(&edges);
    }
    bool agrees = true;
    for (graph_index v = 0; v < n; v++)
        agrees = agrees && is_near(x[1][v], x[0][v]);
    for (graph_index e = 0; e < entries; e++)
        agrees = agrees && is_near(y[1][e], y[0][e]);
    CHECK_SAY(agrees, "%s: the CPU differs", what);
    for (int k = 0; k < 2; k++) {
        free(x[k]);
        free(y[k]);
    }
}

/* Work space of 58 bytes a vertex: one source at a time, and on a device the method for deep graphs.  The bits stay. */
static void compare_bounds(const char *what, const graph_matrix *A, const graph_index *source,
                           graph_index sources)
{
    graph_index n;
    double *x[2];
    graph_matrix_rows(&n, A);
    for (int k = 0; k < 2; k++) {
        graph_vector *vertex = NULL;
        REQUIRE_OK(graph_betweenness(&vertex, A, source, sources,
                                     OPTIONS(.most_bytes = k == 0 ? 0 : 58 * (uint64_t)n + 1024)));
        x[k] = malloc((n + 1) * sizeof **x);
        CHECK_OK(graph_vector_extract_tuples(NULL, x[k], GRAPH_FP64, &n, vertex));
        graph_vector_release(&vertex);
    }
    CHECK_SAY(memcmp(x[0], x[1], n * sizeof **x) == 0, "%s: a bound of memory changes the result", what);
    free(x[0]);
    free(x[1]);
}

/* Rows of thousands of edges that are read in pieces; more than one batch of sources, some listed twice; shallow, deep, and
 * deep in one direction only. */
TEST(long_rows_and_batches)
{
    enum { N = 4000, SOURCES = 150 };
    graph_index source[SOURCES];
    for (graph_index k = 0; k < SOURCES; k++)
        source[k] = k % 10 == 0 ? 0 : 37 * k % N;
    for (int kind = 0; kind < 4; kind++) {
        graph_index *from = malloc(12 * N * sizeof *from), *to = malloc(12 * N * sizeof *to), edges = 0;
        graph_matrix *A = NULL;
        for (graph_index v = 1; v < N; v++) {
            const graph_index end[6] = {kind < 2 || v % 2 == 0 ? v % 3 : v - 1,
                                        v - 1,
                                        (v * v + 7) % N,
                                        (5 * v + 1) % N,
                                        v / 2,
                                        v / 3};
            for (int k = 0; k < (kind == 1 ? 2 : kind == 0 ? 6 : 1); k++) {
                from[edges] = v;
                to[edges++] = end[k];
                from[edges] = end[k];
                to[edges++] = kind == 3 && k == 0 ? (v + 1) % N : v;
            }
        }
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, N, N));
        REQUIRE_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, edges, GRAPH_ANY));
        compare_with_cpu("long rows", A, source, SOURCES, kind % 2 == 0);
        compare_with_cpu("long rows, some sources", A, source, 5, kind % 2 == 1);
        compare_bounds("long rows", A, source, 70);
        graph_matrix_release(&A);
        free(from);
        free(to);
    }
}

TEST(known_values)
{
    graph_matrix *A = NULL;
    graph_vector *vertex = NULL;
    graph_scalar x;
    REQUIRE_OK(star_graph(&A, 10));
    CHECK_OK(graph_betweenness(&vertex, A, NULL, 0, OPTIONS(.is_undirected = true)));
    CHECK_OK(graph_vector_get(&x, vertex, 0));
    CHECK(x.value.f == 36);
    graph_vector_release(&vertex);
    CHECK_OK(graph_betweenness(&vertex, A, NULL, 0, OPTIONS(.is_undirected = true, .is_normalized = true)));
    CHECK_OK(graph_vector_get(&x, vertex, 0));
    CHECK(is_near(x.value.f, 1));
    graph_vector_release(&vertex);
    graph_matrix_release(&A);
    REQUIRE_OK(karate_graph(&A));
    CHECK_OK(graph_betweenness(&vertex, A, NULL, 0, OPTIONS(.is_normalized = true)));
    CHECK_OK(graph_vector_get(&x, vertex, 0));
    CHECK(is_near(x.value.f, 0.43763528138528146));
    CHECK_OK(graph_vector_get(&x, vertex, 33));
    CHECK(is_near(x.value.f, 0.30407497594997596));
    graph_vector_release(&vertex);
    graph_matrix_release(&A);
}

/* Diamonds in a row: 2^k shortest paths to the end of the k-th, beyond the range of fp64. */
TEST(more_paths_than_fp64_counts)
{
    enum { DIAMONDS = 1500, N = 3 * DIAMONDS + 1 };
    static int edge[4 * DIAMONDS][2];
    graph_matrix *A = NULL, *edges = NULL, *W = NULL;
    const graph_index sources[] = {0, 1, 2};
    for (int k = 0; k < DIAMONDS; k++)
        for (int e = 0; e < 4; e++) {
            edge[4 * k + e][0] = 3 * k + (e < 2 ? 0 : e - 1);
            edge[4 * k + e][1] = 3 * k + (e < 2 ? e + 1 : 3);
        }
    REQUIRE_OK(graph_of_edges(&A, N, 4 * DIAMONDS, (const int(*)[2])edge));
    REQUIRE_OK(graph_matrix_create(&W, GRAPH_FP64, N, N));
    REQUIRE_OK(graph_apply(W, NULL, GRAPH_NO_OP, GRAPH_ONE, A, NULL));
    for (int is_weighted = 0; is_weighted < 2; is_weighted++)
        for (int count = 1; count <= 3; count += 2) {
            graph_betweenness_report report = {.size = sizeof report};
            graph_vector *vertex = NULL;
            graph_scalar x, y;
            const graph_betweenness_options *o =
                OPTIONS(.edges = &edges, .report = &report, .is_weighted = is_weighted);
            REQUIRE_OK(graph_betweenness(&vertex, is_weighted ? W : A, sources, (graph_index)count, o));
            CHECK(report.wide == (is_weighted ? 0 : (graph_index)count) && report.bytes > 0);
            /* From 0 all that lies behind a corner goes through it, and half of that through each of two vertices. */
            for (int k = 1; count == 1 && k < DIAMONDS; k += 97) {
                const double behind = N - 1 - 3 * k;
                CHECK_OK(graph_vector_get(&x, vertex, (graph_index)(3 * k)));
                CHECK_OK(graph_vector_get(&y, vertex, (graph_index)(3 * k + 1)));
                CHECK_SAY(is_near(x.value.f, behind) && is_near(y.value.f, (behind - 2) / 2), "%d: %g and %g",
                          k, x.value.f, y.value.f);
            }
            CHECK_OK(graph_check_betweenness(vertex, is_weighted ? W : A, sources, (graph_index)count, o));
            graph_vector_release(&vertex);
            graph_matrix_release(&edges);
        }
    graph_matrix_release(&A);
    graph_matrix_release(&W);
}

TEST(memory_bound)
{
    graph_matrix *A = NULL;
    graph_vector *vertex = NULL, *full = NULL;
    graph_betweenness_report report = {.size = sizeof report};
    double x[900], y[900];
    graph_index n = 900;
    REQUIRE_OK(grid_graph(&A, 30, 30));
    REQUIRE_OK(graph_betweenness(&full, A, NULL, 0, OPTIONS(.threads = 4, .report = &report)));
    CHECK(report.sources == 900 && report.wide == 0);
    CHECK_OK(graph_vector_extract_tuples(NULL, x, GRAPH_FP64, &n, full));
    for (uint64_t most = report.bytes; most > 30 * 900; most = most * 2 / 3) {
        report.bytes = 0;
        const graph_status status = graph_betweenness(
            &vertex, A, NULL, 0, OPTIONS(.threads = 4, .most_bytes = most, .report = &report));
        if (status == GRAPH_E_MEMORY) {
            CHECK_STATUS(status, GRAPH_E_MEMORY, "are allowed");
            CHECK(most < 50 * 900 + 1024);
            break;
        }
        REQUIRE_OK(status);
        CHECK(report.bytes <= most);
        CHECK_OK(graph_vector_extract_tuples(NULL, y, GRAPH_FP64, &n, vertex));
        CHECK(memcmp(x, y, sizeof x) == 0);
        graph_vector_release(&vertex);
    }
    CHECK_STATUS(graph_betweenness(&vertex, A, NULL, 0, OPTIONS(.most_bytes = 1000)), GRAPH_E_MEMORY,
                 "1000 are allowed");
    graph_vector_release(&full);
    graph_matrix_release(&A);
}

/* The check accepts nothing but the result. */
static int cancel_at_third(double done, void *context)
{
    (void)done;
    return ++*(int *)context >= 3;
}

TEST(check_refuses)
{
    graph_matrix *A = NULL, *edges = NULL;
    graph_vector *vertex = NULL, *other = NULL;
    graph_scalar x;
    REQUIRE_OK(karate_graph(&A));
    const graph_betweenness_options *o = OPTIONS(.edges = &edges);
    REQUIRE_OK(graph_betweenness(&vertex, A, NULL, 0, o));
    CHECK_OK(graph_check_betweenness(vertex, A, NULL, 0, o));
    CHECK_OK(graph_check_betweenness(NULL, A, NULL, 0, o));
    for (graph_index v = 0; v < 34; v++) {
        REQUIRE_OK(graph_vector_dup(&other, vertex));
        CHECK_OK(graph_vector_get(&x, other, v));
        CHECK_OK(graph_vector_set(other, v, graph_fp64(x.value.f + 1e-4)));
        CHECK_STATUS(graph_check_betweenness(other, A, NULL, 0, NULL), GRAPH_E_INVALID_OBJECT, "add up to");
        /* The sum stays. */
        CHECK_OK(graph_vector_get(&x, other, (v + 1) % 34));
        CHECK_OK(graph_vector_set(other, (v + 1) % 34, graph_fp64(fmax(x.value.f - 1e-4, 0))));
        CHECK(graph_check_betweenness(other, A, NULL, 0, o) == GRAPH_E_INVALID_OBJECT);
        graph_vector_release(&other);
    }
    REQUIRE_OK(graph_vector_dup(&other, vertex));
    CHECK_OK(graph_vector_get(&x, other, 0));
    CHECK_OK(graph_vector_set(other, 0, graph_fp64(x.value.f - 1)));
    CHECK_OK(graph_vector_set(other, 33, graph_fp64(321.1031746031746 + 1)));
    CHECK_STATUS(graph_check_betweenness(other, A, NULL, 0, NULL), GRAPH_E_INVALID_OBJECT, "vertex 0 is");
    CHECK_OK(graph_vector_set(other, 3, graph_fp64(-1)));
    CHECK_STATUS(graph_check_betweenness(other, A, NULL, 0, NULL), GRAPH_E_INVALID_OBJECT, "vertex 3 is -1");
    graph_vector_remove(other, 5);
    CHECK_STATUS(graph_check_betweenness(other, A, NULL, 0, NULL), GRAPH_E_INVALID_OBJECT, "33 of 34");
    CHECK_OK(graph_matrix_get(&x, edges, 0, 1));
    CHECK_OK(graph_matrix_set(edges, 0, 1, graph_fp64(x.value.f + 0.01)));
    CHECK_STATUS(graph_check_betweenness(vertex, A, NULL, 0, o), GRAPH_E_INVALID_OBJECT,
                 "goes into vertex 0");
    CHECK_OK(graph_matrix_set(edges, 0, 1, graph_fp64(NAN)));
    CHECK_STATUS(graph_check_betweenness(vertex, A, NULL, 0, o), GRAPH_E_INVALID_OBJECT, "edge (0, 1) is");
    CHECK_OK(graph_matrix_remove(edges, 0, 1));
    CHECK_STATUS(graph_check_betweenness(vertex, A, NULL, 0, o), GRAPH_E_INVALID_OBJECT,
                 "155 entries and A has 156");
    CHECK_STATUS(graph_check_betweenness(NULL, A, NULL, 0, NULL), GRAPH_E_NULL, "vertex and options.edges");
    CHECK_OK(graph_matrix_set(edges, 0, 9, graph_fp64(1))); /* 0 and 9 are not joined */
    CHECK_STATUS(graph_check_betweenness(vertex, A, NULL, 0, o), GRAPH_E_INVALID_OBJECT, "which A has not");
    graph_matrix_release(&edges);
    REQUIRE_OK(graph_matrix_create(&edges, GRAPH_FP64, 34, 33));
    CHECK_STATUS(graph_check_betweenness(vertex, A, NULL, 0, o), GRAPH_E_DIMENSION, "34 x 33");
    graph_matrix_release(&edges);
    REQUIRE_OK(graph_matrix_create(&edges, GRAPH_FP32, 34, 34));
    CHECK_STATUS(graph_check_betweenness(vertex, A, NULL, 0, o), GRAPH_E_DOMAIN, "options.edges is of fp32");
    graph_vector_release(&other);
    REQUIRE_OK(graph_vector_create(&other, GRAPH_FP32, 34));
    CHECK_STATUS(graph_check_betweenness(other, A, NULL, 0, NULL), GRAPH_E_DOMAIN, "vertex is of fp32");
    graph_vector_release(&other);
    REQUIRE_OK(graph_vector_create(&other, GRAPH_FP64, 33));
    CHECK_STATUS(graph_check_betweenness(other, A, NULL, 0, NULL), GRAPH_E_DIMENSION, "vertex has length 33");
    int calls = 0;
    CHECK_STATUS(
        graph_check_betweenness(vertex, A, NULL, 0, OPTIONS(.progress = cancel_at_third, .context = &calls)),
        GRAPH_E_CANCELLED, "cancelled");
    CHECK(calls == 3);
    graph_vector_release(&vertex);
    graph_vector_release(&other);
    graph_matrix_release(&edges);
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *zero = NULL, *lost = NULL;
    graph_vector *vertex = NULL;
    graph_betweenness_report report = {.size = 2};
    graph_betweenness_options wrong_size = {.size = 1};
    const graph_index outside[] = {3, 34};
    int calls;
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_matrix_create(&zero, GRAPH_FP64, 2, 2));
    REQUIRE_OK(graph_matrix_set(zero, 0, 1, graph_fp64(0)));
    REQUIRE_OK(graph_matrix_create(&lost, GRAPH_FP64, 3, 3));
    REQUIRE_OK(graph_matrix_set(lost, 0, 1, graph_fp64(1)));
    REQUIRE_OK(graph_matrix_set(lost, 1, 2, graph_fp64(1e-30)));
    CHECK_STATUS(graph_betweenness(&vertex, NULL, NULL, 0, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_betweenness(&vertex, wide, NULL, 0, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_betweenness(&vertex, A, NULL, 0, &wrong_size), GRAPH_E_INVALID_VALUE,
                 "options.size is 1");
    CHECK_STATUS(graph_betweenness(&vertex, A, NULL, 0, OPTIONS(.report = &report)), GRAPH_E_INVALID_VALUE,
                 "report.size is 2");
    CHECK_STATUS(graph_betweenness(&vertex, A, NULL, 0, OPTIONS(.form = 7)), GRAPH_E_INVALID_VALUE,
                 "form is 7");
    CHECK_STATUS(graph_betweenness(&vertex, A, NULL, 0, OPTIONS(.threads = -1)), GRAPH_E_INVALID_VALUE,
                 "threads");
    CHECK_STATUS(graph_betweenness(&vertex, A, outside, 2, NULL), GRAPH_E_INVALID_INDEX, "source[1] is 34");
    CHECK_STATUS(graph_betweenness(&vertex, A, NULL, 3, NULL), GRAPH_E_NULL, "source is NULL");
    CHECK_STATUS(graph_betweenness(&vertex, zero, NULL, 0, OPTIONS(.is_weighted = true)),
                 GRAPH_E_INVALID_VALUE, "a weight is 0");
    CHECK_STATUS(graph_betweenness(&vertex, zero, NULL, 0, OPTIONS(.is_undirected = true)),
                 GRAPH_E_INVALID_VALUE, "not symmetric");
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        CHECK_STATUS(
            graph_betweenness(&vertex, lost, NULL, 0, OPTIONS(.form = (graph_form)form, .is_weighted = true)),
            GRAPH_E_DOMAIN, "lost in the rounding");
        calls = form == GRAPH_FORM_ALGEBRA ? 2 : 0;
        CHECK_STATUS(graph_betweenness(
                         &vertex, A, NULL, 0,
                         OPTIONS(.form = (graph_form)form, .context = &calls, .progress = cancel_at_third)),
                     GRAPH_E_CANCELLED, "cancelled");
        CHECK(calls == 3);
    }
    CHECK(vertex == NULL);
    CHECK_OK(graph_betweenness(NULL, A, NULL, 0, NULL));
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
    graph_matrix_release(&zero);
    graph_matrix_release(&lost);
}

static graph_form tried_form;
static bool tried_weights;

static graph_status find_all(void)
{
    graph_matrix *A = NULL, *edges = NULL;
    graph_vector *vertex = NULL;
    const graph_index from[] = {0, 1, 1, 2, 2, 3}, to[] = {1, 0, 2, 1, 3, 2};
    const float value[] = {1, 1, 2, 2, 3, 3};
    graph_status status = graph_matrix_create(&A, GRAPH_FP32, 4, 4);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, from, to, value, GRAPH_FP32, 6, GRAPH_NO_OP);
    const graph_betweenness_options *o =
        OPTIONS(.form = tried_form, .threads = 1, .is_weighted = tried_weights, .is_undirected = true,
                .edges = &edges);
    if (status == GRAPH_OK)
        status = graph_betweenness(&vertex, A, NULL, 0, o);
    CHECK(status == GRAPH_OK || (vertex == NULL && edges == NULL));
    if (status == GRAPH_OK)
        status = graph_check_betweenness(vertex, A, NULL, 0, o);
    graph_vector_release(&vertex);
    graph_matrix_release(&edges);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation)
{
    for (int k = 0; k < 4; k++) {
        tried_form = k % 2 == 0 ? GRAPH_FORM_ALGEBRA : GRAPH_FORM_FUSED;
        tried_weights = k >= 2;
        test_sampled_allocations("graph_betweenness", find_all, k % 2 == 0 ? 31 : 1);
    }
}

TEST_MAIN(TEST_ROW(random_graphs), TEST_ROW(large_graphs), TEST_ROW(long_rows_and_batches),
          TEST_ROW(known_values), TEST_ROW(more_paths_than_fp64_counts), TEST_ROW(memory_bound),
          TEST_ROW(check_refuses), TEST_ROW(wrong_arguments), TEST_ROW(every_allocation))
