/* graph_clustering against its definition, computed pair by pair, and known values. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...)                                                                                         \
    (&(const graph_clustering_options){                                                                      \
        .size = sizeof(graph_clustering_options), .backend = test_backend(), __VA_ARGS__})

static bool *joined_of(const graph_matrix *A, graph_index n)
{
    graph_index edges, *from, *to;
    bool *joined = calloc(n * n + 1, sizeof *joined);
    graph_matrix_entries(&edges, A);
    from = malloc((edges + 1) * sizeof *from);
    to = malloc((edges + 1) * sizeof *to);
    CHECK_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &edges, A));
    for (graph_index k = 0; k < edges; k++)
        if (from[k] != to[k])
            joined[from[k] * n + to[k]] = joined[to[k] * n + from[k]] = true;
    free(from);
    free(to);
    return joined;
}

static void *full_of(const graph_vector *v, graph_type type, graph_index n)
{
    void *value = calloc(n + 1, 8);
    graph_index room = n;
    CHECK_OK(graph_vector_check(v));
    CHECK_OK(graph_vector_extract_tuples(NULL, value, type, &room, v));
    CHECK(room == n);
    return value;
}

static void compare(const char *what, const graph_matrix *A)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    bool *joined = joined_of(A, n);
    for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_FUSED; form++)
        for (int threads = 1; threads <= 3; threads += 2) {
            graph_clustering_facts facts = {.size = sizeof facts};
            graph_vector *local = NULL, *triangles = NULL, *degree = NULL;
            uint64_t pairs = 0, closed = 0;
            double sum = 0;
            bool agrees = true;
            REQUIRE_OK(graph_clustering(&local, &facts, A,
                                        OPTIONS(.form = (graph_form)form, .threads = threads,
                                                .triangles = &triangles, .degree = &degree)));
            double *coefficient = full_of(local, GRAPH_FP64, n);
            int64_t *t = full_of(triangles, GRAPH_INT64, n), *d = full_of(degree, GRAPH_INT64, n);
            for (graph_index v = 0; v < n; v++) {
                int64_t neighbours = 0, at = 0;
                for (graph_index a = 0; a < n; a++) {
                    neighbours += joined[v * n + a];
                    for (graph_index b = a + 1; joined[v * n + a] && b < n; b++)
                        at += joined[v * n + b] && joined[a * n + b];
                }
                int64_t of = neighbours * (neighbours - 1) / 2;
                double expected = of == 0 ? 0 : (double)at / (double)of;
                agrees = agrees && d[v] == neighbours && t[v] == at && coefficient[v] == expected;
                pairs += (uint64_t)of;
                closed += (uint64_t)at;
                sum += expected;
            }
            CHECK_SAY(agrees && facts.triples == pairs && 3 * facts.triangles == closed &&
                          facts.transitivity == (pairs == 0 ? 0 : (double)closed / (double)pairs) &&
                          facts.mean == (n == 0 ? 0 : sum / (double)n),
                      "%s, form %d, %d threads", what, form, threads);
            free(coefficient);
            free(t);
            free(d);
            graph_vector_release(&local);
            graph_vector_release(&triangles);
            graph_vector_release(&degree);
        }
    free(joined);
}

TEST(named_graphs)
{
    graph_matrix *A = NULL;
    graph_clustering_facts facts = {.size = sizeof facts};
    REQUIRE_OK(complete_graph(&A, 7));
    compare("complete", A);
    CHECK_OK(graph_clustering(NULL, &facts, A, NULL));
    CHECK(facts.transitivity == 1 && facts.mean == 1 && facts.triangles == 35 && facts.triples == 105);
    graph_matrix_release(&A);
    REQUIRE_OK(star_graph(&A, 20));
    compare("star", A);
    CHECK_OK(graph_clustering(NULL, &facts, A, NULL));
    CHECK(facts.transitivity == 0 && facts.mean == 0 && facts.triples == 171);
    graph_matrix_release(&A);
    REQUIRE_OK(karate_graph(&A));
    compare("karate", A);
    CHECK_OK(graph_clustering(NULL, &facts, A, NULL));
    CHECK(fabs(facts.transitivity - 0.2556818181818182) < 1e-15 &&
          fabs(facts.mean - 0.5706384782076823) < 1e-15);
    graph_matrix_release(&A);
}

TEST(random_graphs)
{
    uint64_t seed = 3;
    for (int shape = 0; shape < SHAPE_COUNT; shape++)
        for (int64_t n = 0; n < 60; n += 1 + n / 2) {
            graph_matrix *A = NULL;
            REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape, n % 2 ? GRAPH_PATTERN : GRAPH_FP32,
                                     n, n, 5 * n, VALUES_SMALL));
            compare("directed", A);
            graph_matrix_release(&A);
            REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, 3 * n));
            compare("undirected", A);
            graph_matrix_release(&A);
        }
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL;
    graph_vector *local = NULL;
    graph_clustering_facts facts = {.size = 3};
    graph_clustering_options wrong_size = {.size = 1};
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    CHECK_STATUS(graph_clustering(&local, NULL, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_clustering(&local, NULL, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_clustering(&local, &facts, A, NULL), GRAPH_E_INVALID_VALUE, "facts.size is 3");
    CHECK_STATUS(graph_clustering(&local, NULL, A, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_clustering(&local, NULL, A, OPTIONS(.form = 9)), GRAPH_E_INVALID_VALUE,
                 "options.form is 9");
    CHECK_STATUS(graph_clustering(&local, NULL, A, OPTIONS(.threads = -1)), GRAPH_E_INVALID_VALUE, "threads");
    CHECK(local == NULL && facts.size == 3);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static graph_form tried_form;

static graph_status cluster(void)
{
    graph_matrix *A = NULL;
    graph_vector *local = NULL, *triangles = NULL, *degree = NULL;
    const graph_index from[] = {0, 1, 2, 2, 3}, to[] = {1, 2, 0, 3, 3};
    graph_status status = graph_matrix_create(&A, GRAPH_PATTERN, 4, 4);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 5, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_clustering(
            &local, NULL, A,
            OPTIONS(.form = tried_form, .triangles = &triangles, .degree = &degree, .threads = 1));
    CHECK(status == GRAPH_OK || (local == NULL && triangles == NULL && degree == NULL));
    graph_vector_release(&local);
    graph_vector_release(&triangles);
    graph_vector_release(&degree);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation)
{
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        tried_form = (graph_form)form;
        test_every_allocation("graph_clustering", cluster);
    }
}

TEST_MAIN(TEST_ROW(named_graphs), TEST_ROW(random_graphs), TEST_ROW(wrong_arguments),
          TEST_ROW(every_allocation))
