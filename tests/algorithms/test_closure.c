/* The transitive closure by all methods against reachability, its queries, limits and failures. */
#include "tests/support/walks.h"

static const graph_closure_method methods[] = {GRAPH_CLOSURE_AUTO, GRAPH_CLOSURE_CONDENSATION,
                                               GRAPH_CLOSURE_SQUARING, GRAPH_CLOSURE_WARSHALL};

static void check_successors(const graph_closure *closure, const uint8_t *row, graph_index n, graph_index u)
{
    graph_index room = n, counted = 0, *vertex = malloc((n + 1) * sizeof *vertex);
    graph_vector *found = NULL;
    graph_index entries;
    CHECK_OK(graph_closure_successors(NULL, &counted, closure, u));
    CHECK_OK(graph_closure_successors(vertex, &room, closure, u));
    CHECK(counted == room);
    graph_index k = 0;
    for (graph_index v = 0; v < n; v++)
        k += row[v] && k < room && vertex[k] == v;
    CHECK(k == room);
    CHECK_OK(graph_closure_row(&found, closure, u));
    CHECK_OK(graph_vector_check(found));
    CHECK_OK(graph_vector_entries(&entries, found));
    CHECK(entries == room);
    graph_vector_release(&found);
    if (room > 0) {
        graph_index little = room - 1;
        CHECK_STATUS(graph_closure_successors(vertex, &little, closure, u), GRAPH_E_NO_SPACE,
                     "vertices can be");
        CHECK(little == room);
    }
    free(vertex);
}

static void check_closure(const graph_matrix *A, const uint8_t *reach, graph_index n,
                          const graph_closure_options *options)
{
    graph_closure *closure = NULL;
    graph_matrix *C = NULL;
    uint8_t *expected = malloc(n * n + 1), *got = calloc(n * n + 1, 1);
    uint64_t pairs = 0, counted = 0;
    graph_closure_facts facts = {.size = sizeof facts};
    memcpy(expected, reach, n * n);
    for (graph_index v = 0; v < n && options->is_reflexive; v++)
        expected[v * n + v] = 1;
    REQUIRE_OK(graph_transitive_closure(&closure, A, options));
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = 0; v < n; v++) {
            bool reachable = !expected[u * n + v];
            pairs += expected[u * n + v];
            CHECK_OK(graph_reachable(&reachable, closure, u, v));
            CHECK_SAY(reachable == expected[u * n + v], "method %d: (%llu, %llu) is %d", options->method,
                      (unsigned long long)u, (unsigned long long)v, reachable);
        }
    CHECK_OK(graph_closure_count(&counted, closure));
    CHECK_SAY(counted == pairs, "method %d: %llu pairs, expected %llu", options->method,
              (unsigned long long)counted, (unsigned long long)pairs);
    CHECK_OK(graph_closure_get_facts(&facts, closure));
    CHECK(facts.pairs == pairs && facts.vertices == n && facts.largest_component <= n && facts.bytes > 0);
    graph_index components;
    CHECK_OK(graph_strong_components(NULL, &components, A, NULL));
    CHECK(facts.components == components);
    for (graph_index u = 0; u < n; u += 1 + n / 5)
        check_successors(closure, expected + u * n, n, u);
    REQUIRE_OK(graph_closure_matrix(&C, closure, 0, options->threads));
    CHECK_OK(graph_matrix_check(C));
    struct edge_list list = edges_of(C);
    for (graph_index k = 0; k < list.edges; k++)
        got[list.from[k] * n + list.to[k]] = 1;
    CHECK(memcmp(expected, got, n * n) == 0);
    edges_release(&list);
    graph_matrix_release(&C);
    graph_closure_release(&closure);
    free(expected);
    free(got);
}

static void check_graph(const graph_matrix *A)
{
    struct edge_list list = edges_of(A);
    uint8_t *reach = reach_of(&list);
    /* Warshall's square of pivots takes a checker seconds, however small their number of vertices. */
    for (size_t m = 0; m < sizeof methods / sizeof methods[0];
         m += (size_t)test_step(list.vertices == 2 ? 3 : 4))
        for (int run = 0; run < 2; run += test_step(2))
            check_closure(A, reach, list.vertices,
                          &(graph_closure_options){.size = sizeof(graph_closure_options),
                                                   .backend = test_backend(),
                                                   .method = methods[m],
                                                   .threads = 1 + (int)(m + (size_t)run) % 2,
                                                   .is_reflexive = run});
    if (test_step(2) == 1)
        check_closure(A, reach, list.vertices,
                      &(graph_closure_options){.size = sizeof(graph_closure_options),
                                               .backend = test_backend(),
                                               .form = GRAPH_FORM_ALGEBRA});
    free(reach);
    edges_release(&list);
}

TEST(random_graphs_agree_with_reachability)
{
    uint64_t seed = 5;
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(3))
        for (int64_t n = 1; n <= 80; n = 4 * n + 4)
            for (int64_t edges = n / 2; edges <= 2 * n; edges += n + 1) {
                graph_matrix *A = NULL;
                REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape, GRAPH_INT32, n, n, edges,
                                         VALUES_SMALL));
                check_graph(A);
                graph_matrix_release(&A);
            }
}

TEST(graphs_without_edges)
{
    for (graph_index n = 0; n < 3; n++) {
        graph_matrix *A = NULL;
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, n, n));
        check_graph(A);
        graph_matrix_release(&A);
    }
}

/* An acyclic graph on several slabs of blocks, whose edges lead to larger numbers. */
static graph_status acyclic(graph_matrix **A, graph_index n, graph_index degree, graph_index span)
{
    graph_index *row = malloc(n * degree * sizeof *row), *column = malloc(n * degree * sizeof *column),
                edges = 0;
    uint64_t seed = 7;
    for (graph_index v = 0; v + 1 < n; v++)
        for (graph_index k = 0; k < degree; k++) {
            graph_index far = n - 1 - v < span ? n - 1 - v : span;
            row[edges] = v;
            column[edges++] = v + 1 + test_random(&seed) % far;
        }
    graph_status status = graph_matrix_create(A, GRAPH_PATTERN, n, n);
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, NULL, GRAPH_PATTERN, edges, GRAPH_FIRST);
    free(row);
    free(column);
    return status;
}

TEST(large_acyclic_graphs_by_two_methods)
{
    static const struct {
        graph_index n, degree, span;
    } rows[] = {{9000, 2, 9000}, {9000, 1, 40}, {9000, 3, 30}, {6000, 1, 1}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_matrix *A = NULL;
        uint64_t pairs[3];
        REQUIRE_OK(acyclic(&A, rows[k].n, rows[k].degree, rows[k].span));
        for (int run = 0; run < 3; run++) {
            graph_closure_options o = {.size = sizeof o,
                                       .backend = test_backend(),
                                       .method =
                                           run == 2 ? GRAPH_CLOSURE_WARSHALL : GRAPH_CLOSURE_CONDENSATION,
                                       .threads = run == 1 ? 2 : 1};
            graph_closure *closure = NULL;
            REQUIRE_OK(graph_transitive_closure(&closure, A, &o));
            CHECK_OK(graph_closure_count(&pairs[run], closure));
            graph_closure_release(&closure);
        }
        CHECK(pairs[0] == pairs[1] && pairs[0] == pairs[2]);
        if (rows[k].span == 1)
            CHECK(pairs[0] == rows[k].n * (rows[k].n - 1) / 2);
        graph_matrix_release(&A);
    }
}

/* Vertex 0 leads to 700 vertices that lead on and to 800 that do not, and 200 vertices, some with loops, lead to it. */
TEST(rows_with_many_successors_and_predecessors)
{
    enum { N = 9000, INNER = 700, SINKS = 800, ABOVE = 200, MOST = 2 * INNER + SINKS + 2 * ABOVE };
    graph_index row[MOST], column[MOST], edges = 0, count[2], *vertex[2];
    graph_closure *closure[2] = {NULL};
    graph_matrix *A = NULL;
    for (graph_index k = 1; k <= INNER; k++) {
        row[edges] = 0;
        column[edges++] = k;
        row[edges] = k;
        column[edges++] = 1000 + 7 * k;
    }
    for (graph_index k = 0; k < SINKS; k++) {
        row[edges] = 0;
        column[edges++] = 6500 + 3 * k;
    }
    for (graph_index k = 0; k < ABOVE; k++) {
        row[edges] = N - 1 - k;
        column[edges++] = 0;
        row[edges] = N - 1 - k;
        column[edges++] = k % 2 == 0 ? N - 1 - k : 5 * k + 1;
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, N, N));
    REQUIRE_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, edges, GRAPH_FIRST));
    for (int run = 0; run < 2; run++) {
        graph_closure_options o = {.size = sizeof o,
                                   .backend = run == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                   .method = run == 0 ? GRAPH_CLOSURE_WARSHALL : GRAPH_CLOSURE_CONDENSATION,
                                   .threads = 3};
        REQUIRE_OK(graph_transitive_closure(&closure[run], A, &o));
        vertex[run] = malloc(N * sizeof *vertex[run]);
    }
    for (graph_index u = 0; u < N; u += u < 300 ? 1 : u > N - 300 ? 7 : 111) {
        for (int run = 0; run < 2; run++) {
            count[run] = N;
            CHECK_OK(graph_closure_successors(vertex[run], &count[run], closure[run], u));
        }
        CHECK_SAY(count[0] == count[1] && memcmp(vertex[0], vertex[1], count[0] * sizeof *vertex[0]) == 0,
                  "from %llu: %llu and %llu vertices", (unsigned long long)u, (unsigned long long)count[0],
                  (unsigned long long)count[1]);
    }
    for (int run = 0; run < 2; run++) {
        CHECK_OK(graph_closure_count(&count[run], closure[run]));
        graph_closure_release(&closure[run]);
        free(vertex[run]);
    }
    CHECK(count[0] == count[1]);
    graph_matrix_release(&A);
}

/* Components of 1 to 5 vertices, each with an edge to the next one and some with one further on, in so many that
 * their numbers fill more than one block of bits, with weights in every place of it. */
TEST(components_of_many_blocks)
{
    enum { COMPONENTS = 4500, MOST = 5 };
    uint64_t seed = 9, expected = 0;
    graph_index *start = malloc((COMPONENTS + 1) * sizeof *start), edges = 0, n, *name, *from, *to;
    graph_matrix *A = NULL;
    start[0] = 0;
    for (int c = 0; c < COMPONENTS; c++)
        start[c + 1] = start[c] + 1 + test_random(&seed) % MOST;
    n = start[COMPONENTS];
    name = malloc(n * sizeof *name);
    from = malloc(3 * n * sizeof *from);
    to = malloc(3 * n * sizeof *to);
    for (graph_index v = 0; v < n; v++) { /* numbers in no order */
        const graph_index other = test_random(&seed) % (v + 1);
        name[v] = name[other];
        name[other] = v;
    }
    for (int c = 0; c < COMPONENTS; c++) {
        const graph_index size = start[c + 1] - start[c];
        for (graph_index v = start[c]; v < start[c + 1] && size > 1; v++) {
            from[edges] = name[v];
            to[edges++] = name[v + 1 < start[c + 1] ? v + 1 : start[c]];
        }
        if (c + 1 < COMPONENTS) {
            from[edges] = name[start[c + 1] - 1];
            to[edges++] = name[start[c + 1]];
        }
        if (c + 40 < COMPONENTS && c % 7 == 0) {
            from[edges] = name[start[c]];
            to[edges++] = name[start[c + 40]];
        }
        expected += size * (n - start[c + 1] + (size > 1 ? size : 0));
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, n, n));
    REQUIRE_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, edges, GRAPH_FIRST));
    for (int threads = 1; threads <= 2; threads++) {
        graph_closure *closure = NULL;
        uint64_t pairs = 0;
        REQUIRE_OK(graph_transitive_closure(
            &closure, A,
            &(const graph_closure_options){
                .size = sizeof(graph_closure_options), .backend = test_backend(), .threads = threads}));
        CHECK_OK(graph_closure_count(&pairs, closure));
        CHECK_SAY(pairs == expected, "%llu pairs, not %llu", (unsigned long long)pairs,
                  (unsigned long long)expected);
        for (int c = 0; c < COMPONENTS; c += 97) {
            graph_index count = 0;
            CHECK_OK(graph_closure_successors(NULL, &count, closure, name[start[c]]));
            CHECK(count == n - (start[c + 1] - start[c] > 1 ? start[c] : start[c + 1]));
        }
        graph_closure_release(&closure);
    }
    graph_matrix_release(&A);
    free(start);
    free(name);
    free(from);
    free(to);
}

TEST(a_limit_of_memory_is_an_error_that_says_how_much)
{
    graph_matrix *A = NULL, *C = NULL;
    graph_closure *closure = NULL;
    graph_closure_options o = {.size = sizeof o, .backend = test_backend(), .most_bytes = 1000};
    REQUIRE_OK(acyclic(&A, 5000, 3, 5000));
    for (graph_closure_method m = GRAPH_CLOSURE_CONDENSATION; m <= GRAPH_CLOSURE_WARSHALL; m++) {
        o.method = m;
        CHECK_STATUS(graph_transitive_closure(&closure, A, &o), GRAPH_E_MEMORY,
                     "bytes; `most_bytes` (--most-memory) is 1000");
        CHECK(closure == NULL);
    }
    REQUIRE_OK(graph_transitive_closure(&closure, A, NULL));
    CHECK_STATUS(graph_closure_matrix(&C, closure, 1000, 0), GRAPH_E_MEMORY, "bytes; most_bytes is 1000");
    CHECK(C == NULL);
    graph_closure_release(&closure);
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *C = NULL;
    graph_closure *closure = NULL, *none = NULL;
    graph_vector *row = NULL;
    graph_closure_options o = {.size = sizeof o, .backend = test_backend()};
    graph_closure_facts facts = {.size = 1};
    graph_index n = 4, vertex[4];
    uint64_t pairs;
    bool reachable;
    REQUIRE_OK(path_graph(&A, 4));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 4, 5));
    CHECK_STATUS(graph_transitive_closure(NULL, A, NULL), GRAPH_E_NULL, "closure");
    CHECK_STATUS(graph_transitive_closure(&none, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_transitive_closure(&none, wide, NULL), GRAPH_E_DIMENSION, "4 x 5");
    o.method = (graph_closure_method)9;
    CHECK_STATUS(graph_transitive_closure(&none, A, &o), GRAPH_E_INVALID_VALUE, "method is 9");
    o = (graph_closure_options){.size = 2};
    CHECK_STATUS(graph_transitive_closure(&none, A, &o), GRAPH_E_INVALID_VALUE, "size is 2");
    o = (graph_closure_options){.size = sizeof o, .backend = test_backend(), .form = (graph_form)-1};
    CHECK_STATUS(graph_transitive_closure(&none, A, &o), GRAPH_E_INVALID_VALUE, "form is -1");
    REQUIRE_OK(graph_transitive_closure(&closure, A, NULL));
    CHECK_STATUS(graph_reachable(&reachable, closure, 4, 0), GRAPH_E_INVALID_INDEX, "u is 4");
    CHECK_STATUS(graph_reachable(&reachable, closure, 0, 4), GRAPH_E_INVALID_INDEX, "v is 4");
    CHECK_STATUS(graph_reachable(NULL, closure, 0, 0), GRAPH_E_NULL, "reachable");
    CHECK_STATUS(graph_reachable(&reachable, NULL, 0, 0), GRAPH_E_NULL, "closure");
    CHECK_STATUS(graph_closure_count(NULL, closure), GRAPH_E_NULL, "pairs");
    CHECK_STATUS(graph_closure_count(&pairs, NULL), GRAPH_E_NULL, "closure");
    CHECK_STATUS(graph_closure_get_facts(NULL, closure), GRAPH_E_NULL, "facts");
    CHECK_STATUS(graph_closure_get_facts(&facts, closure), GRAPH_E_INVALID_VALUE, "facts.size is 1");
    CHECK_STATUS(graph_closure_successors(vertex, NULL, closure, 0), GRAPH_E_NULL, "n is");
    CHECK_STATUS(graph_closure_successors(vertex, &n, NULL, 0), GRAPH_E_NULL, "closure");
    CHECK_STATUS(graph_closure_successors(vertex, &n, closure, 5), GRAPH_E_INVALID_INDEX, "u is 5");
    CHECK_STATUS(graph_closure_row(NULL, closure, 0), GRAPH_E_NULL, "row");
    CHECK_STATUS(graph_closure_row(&row, NULL, 0), GRAPH_E_NULL, "closure");
    CHECK_STATUS(graph_closure_row(&row, closure, 5), GRAPH_E_INVALID_INDEX, "u is 5");
    CHECK_STATUS(graph_closure_matrix(NULL, closure, 0, 0), GRAPH_E_NULL, "C is");
    CHECK_STATUS(graph_closure_matrix(&C, NULL, 0, 0), GRAPH_E_NULL, "closure");
    CHECK_STATUS(graph_closure_matrix(&C, closure, 0, -2), GRAPH_E_INVALID_VALUE, "threads is -2");
    /* Whatever an output was before, it is NULL after a failure. */
    C = (graph_matrix *)(void *)vertex;
    row = (graph_vector *)(void *)vertex;
    CHECK(graph_closure_matrix(&C, NULL, 0, 0) == GRAPH_E_NULL && C == NULL);
    CHECK(graph_closure_row(&row, closure, 5) == GRAPH_E_INVALID_INDEX && row == NULL);
    graph_closure_release(&closure);
    graph_closure_release(&closure);
    graph_closure_release(NULL);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static graph_matrix *fixed;
static graph_closure_method fixed_method;

static graph_status scenario(void)
{
    graph_closure_options o = {
        .size = sizeof o, .backend = test_backend(), .method = fixed_method, .threads = 2};
    graph_closure *closure = NULL;
    graph_matrix *C = NULL;
    graph_vector *row = NULL;
    graph_index vertex[300], n = 300;
    graph_status status = graph_transitive_closure(&closure, fixed, &o);
    if (status == GRAPH_OK)
        status = graph_closure_matrix(&C, closure, 0, 2);
    if (status == GRAPH_OK)
        status = graph_closure_row(&row, closure, 0);
    if (status == GRAPH_OK)
        status = graph_closure_successors(vertex, &n, closure, 0);
    graph_vector_release(&row);
    graph_matrix_release(&C);
    graph_closure_release(&closure);
    return status;
}

TEST(every_allocation_may_fail)
{
    REQUIRE_OK(acyclic(&fixed, 200, 2, 200));
    for (size_t m = 1; m < sizeof methods / sizeof methods[0]; m++) {
        fixed_method = methods[m];
        test_every_allocation("closure", scenario);
    }
    graph_matrix_release(&fixed);
}

TEST_MAIN(TEST_ROW(random_graphs_agree_with_reachability), TEST_ROW(graphs_without_edges),
          TEST_ROW_LARGE(large_acyclic_graphs_by_two_methods),
          TEST_ROW(rows_with_many_successors_and_predecessors), TEST_ROW_LARGE(components_of_many_blocks),
          TEST_ROW_LARGE(a_limit_of_memory_is_an_error_that_says_how_much), TEST_ROW(wrong_arguments),
          TEST_ROW_LARGE(every_allocation_may_fail))
