/* semigraph/igraph.h: graphs and vectors of igraph secondst matrices made of the same edges, and back. */
#include <igraph.h>
#include <string.h>

#include "semigraph/igraph.h"
#include "tests/support/test.h"

enum { MOST_EDGES = 400, MOST_VERTICES = 40 };

/* A multigraph with self-loops, as arrays. */
struct edges {
    int vertices, count;
    int from[MOST_EDGES], to[MOST_EDGES];
    double weight[MOST_EDGES];
};

static struct edges random_edges(uint64_t *seed, int vertices, int count)
{
    struct edges e = {.vertices = vertices, .count = count};
    for (int k = 0; k < count; k++) {
        e.from[k] = (int)(test_random(seed) % (uint64_t)vertices);
        e.to[k] = (int)(test_random(seed) % (uint64_t)vertices);
        e.weight[k] = (double)(1 + test_random(seed) % 100) / 4;
    }
    return e;
}

static void make_igraph(igraph_t *graph, const struct edges *e, bool is_directed, bool is_weighted)
{
    igraph_vector_int_t ends;
    igraph_vector_t weight;
    REQUIRE(igraph_vector_int_init(&ends, 2 * e->count) == IGRAPH_SUCCESS);
    for (int k = 0; k < e->count; k++) {
        VECTOR(ends)[2 * k] = e->from[k];
        VECTOR(ends)[2 * k + 1] = e->to[k];
    }
    REQUIRE(igraph_create(graph, &ends, e->vertices, is_directed) == IGRAPH_SUCCESS);
    igraph_vector_int_destroy(&ends);
    if (!is_weighted)
        return;
    REQUIRE(igraph_vector_init(&weight, e->count) == IGRAPH_SUCCESS);
    for (int k = 0; k < e->count; k++)
        VECTOR(weight)[k] = e->weight[k];
    REQUIRE(igraph_cattribute_EAN_setv(graph, "weight", &weight) == IGRAPH_SUCCESS);
    igraph_vector_destroy(&weight);
}

/* The dense sum of the weights at each position, and how many edges there are. */
struct dense {
    double sum[MOST_VERTICES][MOST_VERTICES];
    int edges[MOST_VERTICES][MOST_VERTICES];
};

static struct dense dense_of(const struct edges *e, bool is_directed)
{
    struct dense d = {0};
    for (int k = 0; k < e->count; k++) {
        d.sum[e->from[k]][e->to[k]] += e->weight[k];
        d.edges[e->from[k]][e->to[k]]++;
        if (!is_directed && e->from[k] != e->to[k]) {
            d.sum[e->to[k]][e->from[k]] += e->weight[k];
            d.edges[e->to[k]][e->from[k]]++;
        }
    }
    return d;
}

static void check_matrix(const graph_matrix *A, const struct dense *d, int vertices, bool is_weighted)
{
    graph_index rows, columns, entries, expected = 0;
    graph_type type;
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_OK(graph_matrix_columns(&columns, A));
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK_OK(graph_matrix_type(&type, A));
    CHECK_OK(graph_matrix_check(A));
    CHECK(rows == (graph_index)vertices && columns == rows);
    CHECK(type == (is_weighted ? GRAPH_FP64 : GRAPH_PATTERN));
    for (int u = 0; u < vertices; u++)
        for (int v = 0; v < vertices; v++) {
            graph_scalar x = {0};
            graph_status status = graph_matrix_get(&x, A, (graph_index)u, (graph_index)v);
            expected += d->edges[u][v] > 0;
            CHECK_SAY((status == GRAPH_OK) == (d->edges[u][v] > 0), "entry (%d, %d)", u, v);
            if (status == GRAPH_OK && is_weighted)
                CHECK_SAY(x.value.f == d->sum[u][v], "value (%d, %d)", u, v);
        }
    CHECK(entries == expected);
}

TEST(graphs_become_matrices)
{
    uint64_t seed = 11;
    for (int round = 0; round < 40; round++) {
        const struct edges e = random_edges(&seed, 1 + (int)(test_random(&seed) % MOST_VERTICES),
                                            (int)(test_random(&seed) % MOST_EDGES));
        for (int way = 0; way < 4; way++) {
            const bool is_directed = way & 1, is_weighted = way & 2;
            const struct dense d = dense_of(&e, is_directed);
            graph_matrix *A = NULL;
            igraph_t graph;
            make_igraph(&graph, &e, is_directed, is_weighted);
            if (CHECK_OK(graph_matrix_from_igraph(&A, &graph, is_weighted ? "weight" : NULL, GRAPH_PLUS)))
                check_matrix(A, &d, e.vertices, is_weighted);
            graph_matrix_release(&A);
            igraph_destroy(&graph);
        }
    }
}

/* The matrix of a graph that has been a matrix is that matrix. */
TEST(matrices_become_graphs_and_come_back)
{
    uint64_t seed = 12;
    for (int round = 0; round < 40; round++) {
        const struct edges e = random_edges(&seed, 1 + (int)(test_random(&seed) % MOST_VERTICES),
                                            (int)(test_random(&seed) % MOST_EDGES));
        for (int way = 0; way < 4; way++) {
            const bool is_directed = way & 1, is_weighted = way & 2;
            const char *weight = is_weighted ? "weight" : NULL;
            const struct dense d = dense_of(&e, is_directed);
            graph_matrix *A = NULL, *B = NULL;
            graph_index entries = 0, loops = 0;
            igraph_t graph, second;
            make_igraph(&graph, &e, is_directed, is_weighted);
            REQUIRE_OK(graph_matrix_from_igraph(&A, &graph, weight, GRAPH_PLUS));
            REQUIRE_OK(graph_matrix_to_igraph(&second, A, is_directed, weight));
            CHECK_OK(graph_matrix_entries(&entries, A));
            for (int v = 0; v < e.vertices; v++)
                loops += d.edges[v][v] > 0;
            CHECK(igraph_vcount(&second) == e.vertices);
            CHECK((igraph_is_directed(&second) != 0) == is_directed);
            CHECK((graph_index)igraph_ecount(&second) == (is_directed ? entries : (entries + loops) / 2));
            CHECK_OK(graph_matrix_from_igraph(&B, &second, weight, GRAPH_NO_OP));
            check_matrix(B, &d, e.vertices, is_weighted);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
            igraph_destroy(&graph);
            igraph_destroy(&second);
        }
    }
}

TEST(parallel_edges_are_combined_or_refused)
{
    const struct edges e = {
        .vertices = 3, .count = 3, .from = {0, 1, 0}, .to = {1, 2, 1}, .weight = {5, 1, 2}};
    graph_matrix *A = NULL;
    graph_scalar x = {0};
    igraph_t graph;
    make_igraph(&graph, &e, true, true);
    CHECK_OK(graph_matrix_from_igraph(&A, &graph, "weight", GRAPH_MIN));
    CHECK_OK(graph_matrix_get(&x, A, 0, 1));
    CHECK(x.value.f == 2);
    graph_matrix_release(&A);
    CHECK_STATUS(graph_matrix_from_igraph(&A, &graph, "weight", GRAPH_NO_OP), GRAPH_E_INVALID_VALUE, "");
    CHECK(A == NULL);
    CHECK_STATUS(graph_matrix_from_igraph(&A, &graph, NULL, GRAPH_NO_OP), GRAPH_E_INVALID_VALUE, "");
    CHECK(A == NULL);
    igraph_destroy(&graph);
}

TEST(mistakes_have_a_status)
{
    const struct edges e = {.vertices = 2, .count = 1, .from = {0}, .to = {1}, .weight = {1}};
    graph_matrix *A = NULL, *rectangle = NULL, *one_way = NULL;
    igraph_t graph, none;
    make_igraph(&graph, &e, true, true);
    CHECK(graph_matrix_from_igraph(NULL, &graph, NULL, GRAPH_PLUS) == GRAPH_E_NULL);
    CHECK(graph_matrix_from_igraph(&A, NULL, NULL, GRAPH_PLUS) == GRAPH_E_NULL);
    CHECK(graph_matrix_from_igraph(&A, &graph, "length", GRAPH_PLUS) == GRAPH_E_INVALID_VALUE);
    CHECK(A == NULL);
    CHECK(igraph_cattribute_EAS_set(&graph, "name", 0, "text") == IGRAPH_SUCCESS);
    CHECK(graph_matrix_from_igraph(&A, &graph, "name", GRAPH_PLUS) == GRAPH_E_INVALID_VALUE);
    CHECK(A == NULL);
    REQUIRE_OK(graph_matrix_create(&rectangle, GRAPH_PATTERN, 2, 3));
    CHECK(graph_matrix_to_igraph(&none, rectangle, true, NULL) == GRAPH_E_DIMENSION);
    CHECK(graph_matrix_to_igraph(NULL, rectangle, true, NULL) == GRAPH_E_NULL);
    CHECK(graph_matrix_to_igraph(&none, NULL, true, NULL) == GRAPH_E_NULL);
    REQUIRE_OK(graph_matrix_from_igraph(&one_way, &graph, NULL, GRAPH_PLUS));
    CHECK(graph_matrix_to_igraph(&none, one_way, false, NULL) == GRAPH_E_INVALID_VALUE);
    /* Both entries are there, but not with one weight. */
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 2, 2));
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(1)));
    CHECK_OK(graph_matrix_set(A, 1, 0, graph_fp64(2)));
    CHECK(graph_matrix_to_igraph(&none, A, false, "weight") == GRAPH_E_INVALID_VALUE);
    if (CHECK_OK(graph_matrix_to_igraph(&none, A, false, NULL))) {
        CHECK(igraph_ecount(&none) == 1);
        igraph_destroy(&none);
    }
    igraph_attribute_table_t *table = igraph_set_attribute_table(NULL);
    CHECK(graph_matrix_to_igraph(&none, A, true, "weight") == GRAPH_E_INVALID_VALUE);
    igraph_set_attribute_table(table);
    graph_matrix_release(&A);
    graph_matrix_release(&one_way);
    graph_matrix_release(&rectangle);
    igraph_destroy(&graph);
}

TEST(vectors_go_both_ways)
{
    graph_vector *v = NULL;
    igraph_vector_t real;
    igraph_vector_int_t whole;
    graph_scalar x = {0};
    graph_index length = 0;
    REQUIRE(igraph_vector_init(&real, 0) == IGRAPH_SUCCESS &&
            igraph_vector_int_init(&whole, 7) == IGRAPH_SUCCESS);
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP64, 4));
    CHECK_OK(graph_vector_set(v, 1, graph_fp64(2.5)));
    CHECK_OK(graph_vector_set(v, 3, graph_fp64(-7.75)));
    CHECK_OK(graph_vector_to_igraph(&real, v, 9));
    CHECK(igraph_vector_size(&real) == 4 && VECTOR(real)[0] == 9 && VECTOR(real)[1] == 2.5 &&
          VECTOR(real)[2] == 9 && VECTOR(real)[3] == -7.75);
    CHECK_OK(graph_vector_to_igraph_int(&whole, v, -1));
    CHECK(igraph_vector_int_size(&whole) == 4 && VECTOR(whole)[0] == -1 && VECTOR(whole)[1] == 2 &&
          VECTOR(whole)[3] == -7);
    graph_vector_release(&v);
    CHECK_OK(graph_vector_from_igraph(&v, &real));
    CHECK_OK(graph_vector_length(&length, v));
    CHECK_OK(graph_vector_get(&x, v, 3));
    CHECK(length == 4 && x.value.f == -7.75);
    graph_vector_release(&v);
    CHECK_OK(graph_vector_from_igraph_int(&v, &whole));
    CHECK_OK(graph_vector_get(&x, v, 3));
    CHECK(x.value.i == -7);
    CHECK(graph_vector_from_igraph(NULL, &real) == GRAPH_E_NULL &&
          graph_vector_from_igraph(&v, NULL) == GRAPH_E_NULL);
    CHECK(graph_vector_from_igraph_int(NULL, &whole) == GRAPH_E_NULL);
    CHECK(graph_vector_to_igraph(NULL, v, 0) == GRAPH_E_NULL &&
          graph_vector_to_igraph(&real, NULL, 0) == GRAPH_E_NULL);
    CHECK(graph_vector_to_igraph_int(NULL, v, 0) == GRAPH_E_NULL);
    CHECK(graph_vector_to_igraph_int(&whole, NULL, 0) == GRAPH_E_NULL);
    graph_vector_release(&v);
    REQUIRE_OK(graph_vector_create(&v, GRAPH_INT32, 0));
    CHECK_OK(graph_vector_to_igraph(&real, v, 0));
    CHECK(igraph_vector_size(&real) == 0);
    graph_vector_release(&v);
    CHECK_OK(graph_vector_from_igraph(&v, &real));
    graph_vector_release(&v);
    igraph_vector_destroy(&real);
    igraph_vector_int_destroy(&whole);
}

TEST(a_graph_without_anything)
{
    graph_matrix *A = NULL;
    graph_index rows = 7;
    igraph_t graph, second;
    REQUIRE(igraph_empty(&graph, 0, IGRAPH_DIRECTED) == IGRAPH_SUCCESS);
    CHECK_OK(graph_matrix_from_igraph(&A, &graph, NULL, GRAPH_PLUS));
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK(rows == 0);
    if (CHECK_OK(graph_matrix_to_igraph(&second, A, false, NULL))) {
        CHECK(igraph_vcount(&second) == 0 && igraph_ecount(&second) == 0);
        igraph_destroy(&second);
    }
    graph_matrix_release(&A);
    igraph_destroy(&graph);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(graphs_become_matrices),
                                        TEST_ROW(matrices_become_graphs_and_come_back),
                                        TEST_ROW(parallel_edges_are_combined_or_refused),
                                        TEST_ROW(mistakes_have_a_status),
                                        TEST_ROW(vectors_go_both_ways),
                                        TEST_ROW(a_graph_without_anything)};
    igraph_set_attribute_table(&igraph_cattribute_table);
    igraph_set_error_handler(igraph_error_handler_ignore);
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
