/* See kinds.h. */
#include "tests/support/kinds.h"

const int tried_threads[3] = {1, 2, 7};

static void named(int64_t most, void (*visit)(const char *what, const graph_matrix *A))
{
    static const int two_triangles[][2] = {{0, 1}, {1, 2}, {0, 2}, {4, 5}, {5, 6}, {4, 6}};
    graph_matrix *A = NULL;
    const graph_index from[] = {0, 0, 1, 2, 2, 3, 3}, to[] = {0, 1, 2, 0, 2, 3, 0};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 0, 0));
    visit("no vertices", A);
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 1, 1));
    visit("one vertex", A);
    REQUIRE_OK(graph_matrix_set(A, 0, 0, graph_fp64(2)));
    visit("one vertex with a loop", A);
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, 5, 5));
    visit("no edges", A);
    REQUIRE_OK(graph_matrix_build(A, from, to, from, GRAPH_UINT64, 7, GRAPH_NO_OP));
    visit("directed with loops", A);
    graph_matrix_release(&A);
    REQUIRE_OK(graph_of_edges(&A, 8, 6, two_triangles));
    visit("two triangles", A);
    graph_matrix_release(&A);
    REQUIRE_OK(complete_graph(&A, most < 9 ? most : 9));
    visit("complete", A);
    graph_matrix_release(&A);
    REQUIRE_OK(star_graph(&A, most < 20 ? most : 20));
    visit("star", A);
    graph_matrix_release(&A);
    REQUIRE_OK(path_graph(&A, most < 15 ? most : 15));
    visit("path", A);
    graph_matrix_release(&A);
    REQUIRE_OK(grid_graph(&A, 4, most / 4));
    visit("grid", A);
    graph_matrix_release(&A);
    if (most >= 34) {
        REQUIRE_OK(karate_graph(&A));
        visit("karate", A);
        graph_matrix_release(&A);
    }
}

/* *A = max(A, A') with loops at every second vertex: symmetric in its values, too. */
static graph_status symmetric_with_loops(graph_matrix *A, int64_t n)
{
    graph_matrix *B = NULL;
    graph_type type;
    graph_status status = graph_matrix_dup(&B, A);
    TRY(status);
    TRY(graph_matrix_type(&type, A));
    TRY(graph_transpose(B, NULL, GRAPH_NO_OP, A, NULL));
    TRY(graph_ewise_add(A, NULL, GRAPH_NO_OP, type == GRAPH_PATTERN ? GRAPH_PAIR : GRAPH_MAX, A, B, NULL));
    for (int64_t v = 1; v < n; v += 2)
        TRY(graph_matrix_set(A, (graph_index)v, (graph_index)v, graph_int64(3)));
done:
    graph_matrix_release(&B);
    return status;
}

void each_kind(int64_t most, void (*visit)(const char *what, const graph_matrix *A))
{
    static const graph_type types[] = {GRAPH_PATTERN, GRAPH_FP32, GRAPH_INT64, GRAPH_UINT8};
    uint64_t seed = 11;
    named(most, visit);
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(3))
        for (int64_t n = 2; n <= most; n += 1 + n) {
            for (int degree = 1; degree <= 6; degree += 5) {
                graph_matrix *A = NULL;
                REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape, types[(n + degree + shape) % 4],
                                         n, n, degree * n, VALUES_REAL));
                visit("directed", A);
                if (degree > 1) {
                    REQUIRE_OK(symmetric_with_loops(A, n));
                    visit("undirected with loops", A);
                }
                graph_matrix_release(&A);
                REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, degree * n / 2));
                visit("undirected", A);
                graph_matrix_release(&A);
            }
        }
}

void each_with_long_rows(void (*visit)(const char *what, const graph_matrix *A))
{
    static const struct {
        const char *name;
        enum graph_shape shape;
        bool is_directed;
        int64_t n, edges;
    } graphs[] = {{"uniform", SHAPE_UNIFORM, false, 3000, 60000},
                  {"power law", SHAPE_POWER_LAW, false, 6000, 60000},
                  {"a vertex joined to all", SHAPE_DENSE_ROW, false, 9000, 12000},
                  {"power law, directed", SHAPE_POWER_LAW, true, 6000, 90000},
                  {"a row with every column", SHAPE_DENSE_ROW, true, 9000, 20000},
                  {"a column with every row", SHAPE_HUB_COLUMN, true, 5000, 20000}};
    uint64_t seed = 77;
    for (size_t k = 0; k < sizeof graphs / sizeof graphs[0]; k++) {
        graph_matrix *A = NULL;
        if (graphs[k].is_directed)
            REQUIRE_OK(random_matrix(&A, &seed, graphs[k].shape, GRAPH_PATTERN, graphs[k].n, graphs[k].n,
                                     graphs[k].edges, VALUES_SMALL));
        else
            REQUIRE_OK(random_undirected(&A, &seed, graphs[k].shape, graphs[k].n, graphs[k].edges));
        visit(graphs[k].name, A);
        graph_matrix_release(&A);
    }
}

double *dense_values(const graph_matrix *A, graph_index n, bool **has)
{
    graph_index edges, *from, *to;
    graph_type type;
    graph_matrix_entries(&edges, A);
    graph_matrix_type(&type, A);
    double *sum = calloc(n * n + 1, sizeof *sum), *value = malloc((edges + 1) * sizeof *value);
    bool *present = calloc(n * n + 1, sizeof *present);
    from = malloc((edges + 1) * sizeof *from);
    to = malloc((edges + 1) * sizeof *to);
    CHECK_OK(graph_matrix_extract_tuples(from, to, type == GRAPH_PATTERN ? NULL : value,
                                         type == GRAPH_PATTERN ? GRAPH_PATTERN : GRAPH_FP64, &edges, A));
    for (graph_index k = 0; k < edges; k++) {
        sum[from[k] * n + to[k]] += type == GRAPH_PATTERN ? 1 : value[k];
        present[from[k] * n + to[k]] = true;
    }
    free(from);
    free(to);
    free(value);
    if (has != NULL)
        *has = present;
    else
        free(present);
    return sum;
}

graph_index path_in_forest(graph_index *way, const bool *taken, graph_index n, graph_index u, graph_index v)
{
    graph_index *before = malloc((n + 1) * sizeof *before), *queue = malloc((n + 1) * sizeof *queue);
    graph_index end = 0, length = 0;
    for (graph_index x = 0; x < n; x++)
        before[x] = n;
    before[u] = u;
    queue[end++] = u;
    for (graph_index at = 0; at < end; at++)
        for (graph_index x = 0; x < n; x++)
            if (taken[queue[at] * n + x] && before[x] == n) {
                before[x] = queue[at];
                queue[end++] = x;
            }
    for (graph_index x = v; before[v] != n && x != u; x = before[x])
        way[length++] = x * n + before[x];
    free(before);
    free(queue);
    return length;
}

bool *joined_of(const graph_matrix *A, graph_index n)
{
    bool *has;
    double *value = dense_values(A, n, &has);
    for (graph_index u = 0; u < n; u++) {
        has[u * n + u] = false;
        for (graph_index v = 0; v < u; v++)
            has[u * n + v] = has[v * n + u] = has[u * n + v] || has[v * n + u];
    }
    free(value);
    return has;
}

void *values_of_full(const graph_vector *v, graph_type type, graph_index n)
{
    void *value = calloc(n + 1, 8);
    graph_index room = n;
    CHECK_OK(graph_vector_check(v));
    CHECK_OK(graph_vector_extract_tuples(NULL, value, type, &room, v));
    CHECK(room == n);
    return value;
}
