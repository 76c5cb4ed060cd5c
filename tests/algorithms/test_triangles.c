/* graph_triangles against three nested loops, in both forms, and against published counts of real graphs. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...)                                                                                         \
    (&(const graph_triangles_options){                                                                       \
        .size = sizeof(graph_triangles_options), .backend = test_backend(), __VA_ARGS__})

/* What the definition gives for a dense graph. */
struct expected {
    uint64_t triangles, edges, self_loops, one_way;
    int64_t *at;
};

static bool is_edge(const struct dense_matrix *A, int64_t u, int64_t v)
{
    return A->present[u * A->columns + v] || A->present[v * A->columns + u];
}

static struct expected expected_of(const struct dense_matrix *A)
{
    struct expected e = {.at = calloc((size_t)A->rows + 1, sizeof *e.at)};
    for (int64_t u = 0; u < A->rows; u++) {
        e.self_loops += A->present[u * A->columns + u];
        for (int64_t v = 0; v < u; v++) {
            if (!is_edge(A, u, v))
                continue;
            e.edges++;
            e.one_way += A->present[u * A->columns + v] != A->present[v * A->columns + u];
            for (int64_t w = 0; w < v; w++)
                if (is_edge(A, u, w) && is_edge(A, v, w)) {
                    e.triangles++;
                    e.at[u]++;
                    e.at[v]++;
                    e.at[w]++;
                }
        }
    }
    return e;
}

/* One count, with everything that it reports. */
static void compare(const char *what, const graph_matrix *A, const struct expected *e, graph_form form,
                    int threads)
{
    graph_triangles_report report = {.size = sizeof report};
    graph_vector *at = NULL;
    uint64_t count = 77, alone = 78;
    graph_index n;
    graph_vector_form kind;
    graph_matrix_rows(&n, A);
    CHECK_OK(graph_triangles(&alone, A, OPTIONS(.form = form, .threads = threads)));
    CHECK_OK(graph_triangles(
        &count, A, OPTIONS(.form = form, .threads = threads, .per_vertex = &at, .report = &report)));
    CHECK_SAY(count == e->triangles && alone == e->triangles,
              "%s: form %d, %d threads: %llu and %llu, not %llu", what, (int)form, threads,
              (unsigned long long)count, (unsigned long long)alone, (unsigned long long)e->triangles);
    CHECK_SAY(report.edges == e->edges && report.self_loops == e->self_loops && report.one_way == e->one_way,
              "%s: form %d: %llu edges, %llu loops, %llu one way", what, (int)form,
              (unsigned long long)report.edges, (unsigned long long)report.self_loops,
              (unsigned long long)report.one_way);
    if (at == NULL)
        return;
    CHECK_OK(graph_vector_check(at));
    CHECK(graph_vector_form_of(&kind, at) == GRAPH_OK && kind == GRAPH_FULL);
    for (graph_index v = 0; v < n; v++) {
        graph_scalar x;
        CHECK_OK(graph_vector_get(&x, at, v));
        CHECK_SAY(x.value.i == e->at[v], "%s: form %d, %d threads: %lld at vertex %llu, not %lld", what,
                  (int)form, threads, (long long)x.value.i, (unsigned long long)v, (long long)e->at[v]);
    }
    graph_vector_release(&at);
}

static void compare_all(const char *what, const graph_matrix *A)
{
    static const int threads[] = {1, 2, 7};
    struct dense_matrix dense = dense_of_matrix(A);
    struct expected e = expected_of(&dense);
    for (int t = 0; t < 3; t += test_step(3))
        for (int form = GRAPH_FORM_AUTO + test_step(3) - 1; form <= GRAPH_FORM_FUSED; form++)
            if (form != GRAPH_FORM_ALGEBRA || t == 0)
                compare(what, A, &e, (graph_form)form, threads[t]);
    free(e.at);
    dense_release(&dense);
}

/* The threads of what is not under test: on small graphs more cost time only. */
static void calm(void) { CHECK_OK(graph_set_threads(1)); }

TEST(small_graphs_with_names)
{
    graph_matrix *A = NULL;
    uint64_t count;
    calm();
    REQUIRE_OK(karate_graph(&A));
    CHECK(graph_triangles(&count, A, NULL) == GRAPH_OK && count == 45);
    compare_all("karate", A);
    graph_matrix_release(&A);
    REQUIRE_OK(complete_graph(&A, 40));
    CHECK(graph_triangles(&count, A, NULL) == GRAPH_OK && count == 40 * 39 * 38 / 6);
    compare_all("complete", A);
    graph_matrix_release(&A);
    REQUIRE_OK(cycle_graph(&A, 3));
    compare_all("triangle", A);
    graph_matrix_release(&A);
    REQUIRE_OK(cycle_graph(&A, 4));
    compare_all("square", A);
    graph_matrix_release(&A);
    REQUIRE_OK(star_graph(&A, 100));
    compare_all("star", A);
    graph_matrix_release(&A);
    REQUIRE_OK(grid_graph(&A, 6, 6));
    compare_all("grid", A);
    graph_matrix_release(&A);
}

TEST(no_vertices_and_no_edges)
{
    graph_matrix *A = NULL;
    calm();
    for (graph_index n = 0; n < 4; n++) {
        REQUIRE_OK(graph_matrix_create(&A, n % 2 ? GRAPH_PATTERN : GRAPH_INT8, n, n));
        compare_all("empty", A);
        graph_matrix_release(&A);
    }
}

/* A cycle of directed edges with a loop, one edge in both directions, and entries that are zero. */
TEST(dirty_triangle)
{
    static const graph_index from[] = {0, 1, 2, 1, 2, 0}, to[] = {1, 2, 0, 0, 2, 3};
    static const double value[] = {1, 0, NAN, -1, 5, 0};
    graph_triangles_report report = {.size = sizeof report};
    graph_matrix *A = NULL;
    uint64_t count;
    calm();
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 4, 4));
    REQUIRE_OK(graph_matrix_build(A, from, to, value, GRAPH_FP64, 6, GRAPH_NO_OP));
    CHECK_OK(graph_triangles(&count, A, OPTIONS(.report = &report)));
    CHECK(count == 1 && report.edges == 4 && report.self_loops == 1 && report.one_way == 3);
    CHECK_OK(graph_triangles(&count, A, OPTIONS(.form = GRAPH_FORM_ALGEBRA)));
    CHECK(count == 1);
    compare_all("dirty triangle", A);
    graph_matrix_release(&A);
}

TEST(random_graphs_of_every_shape)
{
    uint64_t seed = 21;
    calm();
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(4))
        for (int round = test_step(4) - 1; round < 6; round += test_step(6)) {
            static const int64_t sizes[] = {2, 5, 17, 40, 64, 120};
            int64_t n = sizes[round];
            graph_matrix *A = NULL;
            graph_vector *ones = NULL;
            REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape,
                                     round % 2 ? GRAPH_PATTERN : GRAPH_FP32, n, n, 6 * test_step(2) * n,
                                     VALUES_SMALL));
            compare_all("directed", A);
            /* A search backwards leaves the transpose at hand. */
            if (shape % test_step(SHAPE_COUNT) == 0) {
                REQUIRE_OK(graph_bfs(&ones, NULL, A, 0,
                                     &(const graph_bfs_options){.size = sizeof(graph_bfs_options),
                                                                .backend = test_backend(),
                                                                .is_reversed = true}));
                compare_all("directed, transpose at hand", A);
                graph_vector_release(&ones);
            }
            graph_matrix_release(&A);
            REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, 5 * n));
            compare_all("undirected", A);
            if (n > 2) {
                REQUIRE_OK(graph_matrix_remove(A, 0, 1));
                REQUIRE_OK(graph_matrix_set(A, 1, 0, graph_bool(true)));
                compare_all("nearly undirected", A);
            }
            graph_matrix_release(&A);
        }
}

/* Large enough for threads and for renumbering; the two forms judge each other. */
TEST(large_graphs)
{
    static const struct {
        int64_t n, entries;
        enum graph_shape shape;
        bool is_undirected;
    } cases[] = {{40000, 500000, SHAPE_POWER_LAW, false},
                 {40000, 1000000, SHAPE_BANDED, true},
                 {1500, 300000, SHAPE_UNIFORM, true}};
    uint64_t seed = 8;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const int64_t n = cases[c].n;
        graph_matrix *A = NULL;
        graph_vector *at[2] = {NULL, NULL};
        uint64_t by_products = 0, fused = 0;
        REQUIRE_OK(cases[c].is_undirected ? random_undirected(&A, &seed, cases[c].shape, n, cases[c].entries)
                                          : random_matrix(&A, &seed, cases[c].shape, GRAPH_PATTERN, n, n,
                                                          cases[c].entries, VALUES_SMALL));
        REQUIRE_OK(
            graph_triangles(&by_products, A, OPTIONS(.form = GRAPH_FORM_ALGEBRA, .per_vertex = &at[0])));
        CHECK(by_products > 1000);
        for (int threads = 1; threads < 8; threads += 3) {
            REQUIRE_OK(graph_triangles(&fused, A, OPTIONS(.threads = threads)));
            CHECK(fused == by_products);
            REQUIRE_OK(graph_triangles(&fused, A, OPTIONS(.threads = threads, .per_vertex = &at[1])));
            CHECK(fused == by_products);
            int64_t differences = 0;
            for (graph_index v = 0; v < (graph_index)n; v++) {
                graph_scalar x = graph_int64(-1), y = graph_int64(-2);
                graph_vector_get(&x, at[0], v);
                graph_vector_get(&y, at[1], v);
                differences += x.value.i != y.value.i;
            }
            CHECK(differences == 0);
            graph_vector_release(&at[1]);
        }
        graph_vector_release(&at[0]);
        graph_matrix_release(&A);
    }
}

/* Cliques of so many vertices, each with a loop, far apart in the numbering, among vertices without edges. */
static graph_status cliques(graph_matrix **A, graph_index size)
{
    enum { CLIQUES = 4, VERTICES = 400, MOST = CLIQUES * 20 * 20 };
    graph_index row[MOST], column[MOST], count = 0;
    for (graph_index c = 0; c < CLIQUES; c++)
        for (graph_index i = 0; i < size; i++)
            for (graph_index j = 0; j < size; j++)
                if (i != j || i == c % size) {
                    row[count] = c + CLIQUES * i;
                    column[count++] = c + CLIQUES * j;
                }
    graph_status status = graph_matrix_create(A, GRAPH_PATTERN, VERTICES, VERTICES);
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, NULL, GRAPH_PATTERN, count, GRAPH_FIRST);
    return status;
}

/* Short rows are counted as they lie: about the longest row for which that holds, and with rows of every length below. */
TEST(rows_up_to_the_longest_short_one)
{
    graph_matrix *A = NULL;
    calm();
    for (graph_index size = 1; size <= 20; size += (graph_index)test_step(6)) {
        REQUIRE_OK(cliques(&A, size));
        compare_all("cliques", A);
        graph_matrix_release(&A);
    }
}

/* A ring of n vertices, each joined with the `reach` next ones in both directions; vertex i of the ring has number
 * i * stride mod n. */
static graph_status ring(graph_matrix **A, graph_index n, graph_index reach, graph_index stride)
{
    graph_index *row = malloc(2 * n * reach * sizeof *row), *column = malloc(2 * n * reach * sizeof *column);
    graph_index count = 0;
    graph_status status = row != NULL && column != NULL ? GRAPH_OK : GRAPH_E_MEMORY;
    for (graph_index i = 0; i < n && status == GRAPH_OK; i++)
        for (graph_index k = 1; k <= reach; k++) {
            row[count] = column[count + 1] = i * stride % n;
            column[count] = row[count + 1] = (i + k) * stride % n;
            count += 2;
        }
    if (status == GRAPH_OK)
        status = graph_matrix_create(A, GRAPH_PATTERN, n, n);
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, NULL, GRAPH_PATTERN, count, GRAPH_FIRST);
    free(row);
    free(column);
    return status;
}

/* All rows are equally long, and most pairs of neighbours are neighbours: by lists of any length. */
TEST(rings)
{
    static const graph_index reach[] = {1, 2, 8, 9, 16, 17, 31, 63, 64, 65};
    enum { VERTICES = 211 };
    calm();
    for (size_t k = 0; k < sizeof reach / sizeof reach[0]; k += (size_t)test_step(3))
        for (graph_index stride = 1; stride < VERTICES; stride += 100 * (graph_index)test_step(2)) {
            graph_matrix *A = NULL;
            uint64_t count;
            REQUIRE_OK(ring(&A, VERTICES, reach[k], stride));
            CHECK_OK(graph_triangles(&count, A, OPTIONS(.threads = 1)));
            CHECK(count == VERTICES * (reach[k] * (reach[k] - 1) / 2));
            compare_all("ring", A);
            graph_matrix_release(&A);
        }
}

/* Long rows, short rows, dense ones: a clique in a random graph, all of which has one neighbour more. */
TEST(rows_of_all_lengths)
{
    enum { VERTICES = 1200, CLIQUE = 80, MIDDLE = 700, EDGES = 14 * MIDDLE, HUB = VERTICES - 1 };
    graph_index *row = malloc(2 * (CLIQUE * CLIQUE + EDGES + VERTICES) * sizeof *row), count = 0;
    graph_index *column = malloc(2 * (CLIQUE * CLIQUE + EDGES + VERTICES) * sizeof *column);
    graph_matrix *A = NULL;
    uint64_t seed = 61;
    REQUIRE(row != NULL && column != NULL);
    calm();
    for (graph_index k = 0; k < CLIQUE * CLIQUE + EDGES + HUB; k++) {
        graph_index u = k / CLIQUE, v = k % CLIQUE;
        if (k >= CLIQUE * CLIQUE + EDGES)
            u = HUB, v = k - CLIQUE * CLIQUE - EDGES;
        else if (k >= CLIQUE * CLIQUE)
            u = test_random(&seed) % MIDDLE, v = test_random(&seed) % MIDDLE;
        if (u == v)
            continue;
        row[count] = column[count + 1] = u;
        column[count] = row[count + 1] = v;
        count += 2;
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, VERTICES, VERTICES));
    REQUIRE_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, count, GRAPH_FIRST));
    compare_all("clique and hub", A);
    graph_matrix_release(&A);
    free(row);
    free(column);
}

/* A grid whose cells have a diagonal: two triangles in a cell. */
TEST(large_mesh_of_short_rows)
{
    enum { WIDTH = 300 };
    const graph_index n = WIDTH * WIDTH;
    graph_index *row = malloc(6 * n * sizeof *row), *column = malloc(6 * n * sizeof *column), count = 0;
    graph_matrix *A = NULL;
    REQUIRE(row != NULL && column != NULL);
    calm();
    for (graph_index i = 0; i < WIDTH; i++)
        for (graph_index j = 0; j < WIDTH; j++)
            for (int k = 1; k < 4; k++) {
                graph_index to_i = i + (graph_index)(k & 1), to_j = j + (graph_index)(k >> 1);
                if (to_i == WIDTH || to_j == WIDTH)
                    continue;
                row[count] = column[count + 1] = i * WIDTH + j;
                column[count] = row[count + 1] = to_i * WIDTH + to_j;
                count += 2;
            }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, n, n));
    REQUIRE_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, count, GRAPH_FIRST));
    for (int threads = 1; threads <= 3; threads++) {
        graph_triangles_report report = {.size = sizeof report};
        graph_vector *at = NULL;
        uint64_t triangles = 0;
        CHECK_OK(graph_triangles(&triangles, A, OPTIONS(.threads = threads)));
        CHECK(triangles == 2 * (WIDTH - 1) * (WIDTH - 1));
        CHECK_OK(graph_triangles(&triangles, A,
                                 OPTIONS(.threads = threads, .per_vertex = &at, .report = &report)));
        CHECK(triangles == 2 * (WIDTH - 1) * (WIDTH - 1));
        CHECK(report.edges == count / 2 && report.self_loops == 0 && report.one_way == 0);
        int64_t differences = 0;
        for (graph_index v = 0; v < n; v++) {
            graph_scalar x = graph_int64(-1);
            graph_vector_get(&x, at, v);
            int next_i = (v / WIDTH > 0) + 2 * (v / WIDTH < WIDTH - 1);
            int next_j = (v % WIDTH > 0) + 2 * (v % WIDTH < WIDTH - 1);
            /* A cell gives two triangles to the ends of its diagonal, which ascends, and one to the others. */
            int expected = 2 * ((next_i & next_j & 1) + (next_i & next_j & 2) / 2) +
                           ((next_i & 1) && (next_j & 2)) + ((next_i & 2) && (next_j & 1));
            differences += x.value.i != expected;
        }
        CHECK(differences == 0);
        graph_vector_release(&at);
    }
    graph_matrix_release(&A);
    free(row);
    free(column);
}

TEST(published_counts)
{
    static const struct {
        const char *file;
        uint64_t triangles, edges, self_loops;
    } rows[] = {
        {"wiki-Vote.txt.gz", 608389, 100762, 0},
        {"ca-CondMat.txt.gz", 173361, 93439, 58},
        {"email-Enron.txt.gz", 727044, 183831, 0},
        {"as20graph.txt.gz", 6584, 12572, 1323},
        {"karate.mtx.gz", 45, 78, 0},
        {"ca-GrQc.txt.gz", 48260, 14484, 12},
        {"ca-HepTh.txt.gz", 28339, 25973, 25},
        {"ca-HepPh.txt.gz", 3358499, 118489, 32},
        {"email-Eu-core.txt.gz", 105461, 16064, 642},
        {"facebook_combined.txt.gz", 1612010, 88234, 0},
        {"soc-Epinions1.txt.gz", 1624481, 405740, 0},
        {"p2p-Gnutella04.txt.gz", 934, 39994, 0},
        {"p2p-Gnutella05.txt.gz", 1112, 31839, 0},
        {"p2p-Gnutella06.txt.gz", 1142, 31525, 0},
        {"p2p-Gnutella08.txt.gz", 2383, 20777, 0},
        {"p2p-Gnutella24.txt.gz", 986, 65369, 0},
        {"p2p-Gnutella31.txt.gz", 2024, 147892, 0},
        {"web-NotreDame.txt.gz", 8910005, 1090108, 27455},
    };
    int seen = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const char *path = test_find_dataset(rows[k].file);
        if (path == NULL)
            continue;
        seen++;
        for (int undirected = 0; undirected < 2; undirected++) {
            graph_triangles_report report = {.size = sizeof report};
            graph_matrix *A = NULL;
            uint64_t count = 0;
            REQUIRE_OK(graph_read(
                &A, path,
                &(const graph_read_options){.size = sizeof(graph_read_options),
                                            .direction = undirected ? GRAPH_UNDIRECTED : GRAPH_AS_STORED}));
            CHECK_OK(graph_triangles(&count, A, OPTIONS(.report = &report)));
            CHECK_SAY(count == rows[k].triangles && report.edges == rows[k].edges &&
                          report.self_loops == rows[k].self_loops,
                      "%s: %llu triangles, %llu edges, %llu loops", rows[k].file, (unsigned long long)count,
                      (unsigned long long)report.edges, (unsigned long long)report.self_loops);
            CHECK(!undirected || report.one_way == 0);
            if (rows[k].edges < 100000) {
                CHECK_OK(graph_triangles(&count, A, OPTIONS(.form = GRAPH_FORM_ALGEBRA)));
                CHECK(count == rows[k].triangles);
            }
            graph_matrix_release(&A);
        }
    }
    CHECK(seen >= 4);
}

TEST(errors)
{
    graph_matrix *A = NULL, *tall = NULL;
    graph_vector *at = NULL, *dummy = NULL;
    graph_triangles_report wrong = {.size = 1};
    uint64_t count = 5;
    REQUIRE_OK(complete_graph(&A, 4));
    REQUIRE_OK(graph_matrix_create(&tall, GRAPH_PATTERN, 4, 3));
    REQUIRE_OK(graph_vector_create(&dummy, GRAPH_INT8, 1));
    const struct {
        const graph_matrix *A;
        const graph_triangles_options *options;
        graph_status status;
        const char *piece;
    } rows[] = {
        {NULL, NULL, GRAPH_E_NULL, "A is NULL"},
        {tall, NULL, GRAPH_E_DIMENSION, "4 x 3"},
        {A, &(const graph_triangles_options){.size = 2}, GRAPH_E_INVALID_VALUE, "options.size is 2"},
        {A, OPTIONS(.form = (graph_form)3), GRAPH_E_INVALID_VALUE, "form is 3"},
        {A, OPTIONS(.form = (graph_form)-1), GRAPH_E_INVALID_VALUE, "form is -1"},
        {A, OPTIONS(.threads = 5000), GRAPH_E_INVALID_VALUE, "threads is 5000"},
        {A,
         &(const graph_triangles_options){.size = sizeof(graph_triangles_options),
                                          .backend = (graph_backend_kind)77},
         GRAPH_E_INVALID_VALUE, "back end"},
        {A, OPTIONS(.report = &wrong), GRAPH_E_INVALID_VALUE, "report.size is 1"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        CHECK_STATUS(graph_triangles(&count, rows[k].A, rows[k].options), rows[k].status, rows[k].piece);
    CHECK(count == 5);
    CHECK_STATUS(graph_triangles(NULL, A, NULL), GRAPH_E_NULL, "count is NULL");
    at = dummy;
    CHECK_STATUS(graph_triangles(&count, tall, OPTIONS(.per_vertex = &at)), GRAPH_E_DIMENSION, "4 x 3");
    CHECK(at == NULL);
    graph_vector_release(&dummy);
    graph_matrix_release(&A);
    graph_matrix_release(&tall);
}

static graph_status count_in(graph_form form, bool is_directed, bool is_at_vertices)
{
    graph_matrix *A = NULL;
    graph_vector *at = NULL;
    uint64_t seed = 4, count;
    graph_status status =
        is_directed ? random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, 30, 30, 200, VALUES_SMALL)
                    : random_undirected(&A, &seed, SHAPE_UNIFORM, 30, 100);
    if (status == GRAPH_OK)
        status = graph_triangles(
            &count, A, OPTIONS(.form = form, .threads = 2, .per_vertex = is_at_vertices ? &at : NULL));
    CHECK((at != NULL) == (status == GRAPH_OK && is_at_vertices));
    graph_vector_release(&at);
    graph_matrix_release(&A);
    return status;
}

static graph_status count_fused(void) { return count_in(GRAPH_FORM_FUSED, false, false); }
static graph_status count_fused_directed(void) { return count_in(GRAPH_FORM_FUSED, true, true); }
static graph_status count_by_products(void) { return count_in(GRAPH_FORM_ALGEBRA, true, true); }

/* The graph is large enough for renumbering. */
static graph_status count_renumbered(void)
{
    static graph_index *row, *column;
    static graph_index n;
    graph_matrix *A = NULL;
    uint64_t seed = 6, count;
    if (row == NULL)
        random_positions(&seed, SHAPE_UNIFORM, 33000, 33000, 300000, &n, &row, &column);
    graph_status status = graph_matrix_create(&A, GRAPH_PATTERN, 33000, 33000);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, n, GRAPH_FIRST);
    if (status == GRAPH_OK)
        status = graph_triangles(&count, A, OPTIONS(.threads = 2));
    graph_matrix_release(&A);
    if (status == GRAPH_OK) {
        free(row);
        free(column);
        row = column = NULL;
    }
    return status;
}

TEST(every_allocation_may_fail)
{
    calm();
    test_every_allocation("fused", count_fused);
    test_every_allocation("fused, directed, at vertices", count_fused_directed);
    test_every_allocation("renumbered", count_renumbered);
    test_every_allocation("algebra", count_by_products);
}

/* Every column has as many entries as the row of its number, but 0 -> 1 lacks its reverse. */
TEST(one_way_edges_between_rows_of_the_right_lengths)
{
    const graph_index from[] = {0, 0, 2}, to[] = {1, 2, 0};
    graph_triangles_report report = {.size = sizeof report};
    graph_matrix *A = NULL;
    uint64_t count;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 3, 3));
    REQUIRE_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 3, GRAPH_NO_OP));
    CHECK_OK(graph_triangles(&count, A, OPTIONS(.report = &report)));
    CHECK(count == 0 && report.edges == 2 && report.one_way == 1);
    graph_matrix_release(&A);
}

/* With $SEMIGRAPH_TEST_SMALL, on a device: triangles_union_* for directed graphs; short_rows_* for those without long
 * rows; for the others triangles_divide_*, core_* and triangles_{count,corners}_{short,narrow}.
 * triangles_{count,corners}_long, the same as narrow with numbers of 32 bits, need 65,536 vertices with more than 64
 * edges. */
TEST_MAIN(TEST_ROW(one_way_edges_between_rows_of_the_right_lengths), TEST_ROW(small_graphs_with_names),
          TEST_ROW(no_vertices_and_no_edges), TEST_ROW(dirty_triangle),
          TEST_ROW(random_graphs_of_every_shape), TEST_ROW_LARGE(large_graphs),
          TEST_ROW(rows_up_to_the_longest_short_one), TEST_ROW(rings), TEST_ROW(rows_of_all_lengths),
          TEST_ROW_LARGE(large_mesh_of_short_rows), TEST_ROW_LARGE(published_counts), TEST_ROW(errors),
          TEST_ROW_LARGE(every_allocation_may_fail))
