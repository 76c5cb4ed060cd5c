/* Cycles of weight 0, exact and by rounding: they are not negative, distances end, and predecessors never go round. */
#include "tests/support/walks.h"

enum { MOST = 6 };
/* Exact sums: every weight here is a whole number of 2^-64 and below 2^10. */
__extension__ typedef __int128 exact;
#define FAR ((exact)1 << 120)

/* A graph of at most MOST vertices, and its exact distances. */
struct small {
    graph_index n, edges;
    graph_index from[MOST * MOST], to[MOST * MOST];
    double weight[MOST * MOST];
    exact distance[MOST][MOST]; /* over simple paths; FAR: there is none */
    bool is_negative[MOST];     /* the vertex reaches a negative cycle */
    bool is_clear;              /* no cycle is negative by so little that roundings of distances hide it */
};

static double as_real(exact x) { return ldexp((double)x, -64); }

/* Goes on from a path first .. u over `visited` vertices that cost `sum`: every simple path and every simple cycle. */
static void walk(struct small *g, graph_index first, graph_index u, unsigned visited, exact sum,
                 bool *is_on_cycle)
{
    g->distance[first][u] = sum < g->distance[first][u] ? sum : g->distance[first][u];
    for (graph_index e = 0; e < g->edges; e++) {
        if (g->from[e] != u)
            continue;
        exact next = sum + (exact)ldexp(g->weight[e], 64);
        if (g->to[e] == first && next < 0) {
            is_on_cycle[first] = true;
            g->is_clear = g->is_clear && as_real(next) < -1e-4;
        }
        if ((visited >> g->to[e] & 1) == 0)
            walk(g, first, g->to[e], visited | 1u << g->to[e], next, is_on_cycle);
    }
}

static void solve(struct small *g)
{
    bool is_on_cycle[MOST] = {false};
    g->is_clear = true;
    for (graph_index u = 0; u < g->n; u++) {
        for (graph_index v = 0; v < g->n; v++)
            g->distance[u][v] = FAR;
        walk(g, u, u, 1u << u, 0, is_on_cycle);
    }
    for (graph_index u = 0; u < g->n; u++) {
        g->is_negative[u] = false;
        for (graph_index v = 0; v < g->n; v++)
            g->is_negative[u] = g->is_negative[u] || (is_on_cycle[v] && g->distance[u][v] < FAR);
    }
}

/* Whether the row is exact up to rounding and its predecessors are a path of edges to every vertex that has a distance. */
static bool row_is_right(const struct small *g, graph_index source, const double *distance,
                         const int64_t *before)
{
    for (graph_index v = 0; v < g->n; v++) {
        bool is_reached = g->distance[source][v] < FAR;
        graph_index u = v, steps = 0;
        if (is_reached != isfinite(distance[v]) || is_reached != (before[v] >= 0))
            return false;
        if (!is_reached)
            continue;
        if (g->is_clear && fabs(distance[v] - as_real(g->distance[source][v])) > 1e-5)
            return false;
        for (; u != source && steps <= g->n; steps++) {
            graph_index e = 0, p = (graph_index)before[u];
            while (e < g->edges && (g->from[e] != p || g->to[e] != u))
                e++;
            if (e == g->edges)
                return false;
            u = p;
        }
        if (steps > g->n)
            return false;
    }
    return before[source] == (int64_t)source && distance[source] == 0;
}

static void print(const struct small *g)
{
    for (graph_index e = 0; e < g->edges; e++)
        printf("  %llu -> %llu %.17g\n", (unsigned long long)g->from[e], (unsigned long long)g->to[e],
               g->weight[e]);
}

static bool status_is_right(const struct small *g, bool is_negative, graph_status status)
{
    return status == (is_negative ? GRAPH_E_NEGATIVE_CYCLE : GRAPH_OK) ||
           (!g->is_clear && is_negative && status == GRAPH_OK);
}

static bool check_sssp(const struct small *g, const graph_matrix *A, graph_index source, graph_form form)
{
    graph_sssp_options o = {.size = sizeof o, .backend = test_backend(), .form = form, .threads = 1};
    graph_vector *d = NULL, *p = NULL;
    double distance[MOST];
    int64_t before[MOST];
    bool is_negative = g->is_negative[source];
    /* The definition looks for the cycle in the whole graph once it goes on for too long. */
    graph_status status = graph_sssp(&d, &p, A, source, &o);
    bool is_right = status_is_right(g, is_negative, status);
    for (graph_index v = 0; status == GRAPH_OK && v < g->n; v++) {
        graph_scalar x;
        distance[v] = graph_vector_get(&x, d, v) == GRAPH_OK
                          ? x.type == GRAPH_INT64 ? (double)x.value.i : x.value.f
                          : INFINITY;
        before[v] = graph_vector_get(&x, p, v) == GRAPH_OK ? x.value.i : -1;
    }
    if (status == GRAPH_OK)
        is_right = is_right && row_is_right(g, source, distance, before);
    graph_vector_release(&d);
    graph_vector_release(&p);
    if (!CHECK_SAY(is_right, "sssp from %llu, form %d: status %d", (unsigned long long)source, form, status))
        print(g);
    return is_right;
}

static bool check_apsp(const struct small *g, const graph_matrix *A, graph_apsp_method method,
                       graph_form form)
{
    graph_apsp_options o = {
        .size = sizeof o, .backend = test_backend(), .form = form, .method = method, .threads = 1};
    graph_dense d = {.size = sizeof d}, p = {.size = sizeof p};
    graph_type type;
    bool is_negative = false;
    for (graph_index v = 0; v < g->n; v++)
        is_negative = is_negative || g->is_negative[v];
    graph_status status = graph_apsp(&d, &p, A, &o);
    bool is_right = graph_matrix_type(&type, A) == GRAPH_OK && status_is_right(g, is_negative, status);
    for (graph_index u = 0; is_right && status == GRAPH_OK && u < g->n; u++) {
        double distance[MOST];
        int64_t before[MOST];
        for (graph_index v = 0; v < g->n; v++) {
            graph_index at = u * g->n + v;
            int64_t whole = type == GRAPH_INT64 ? ((int64_t *)d.value)[at] : 0;
            distance[v] = type == GRAPH_INT64  ? whole == GRAPH_UNREACHED_INT64 ? INFINITY : (double)whole
                          : type == GRAPH_FP32 ? (double)((float *)d.value)[at]
                                               : ((double *)d.value)[at];
            before[v] = ((int32_t *)p.value)[at];
        }
        is_right = row_is_right(g, u, distance, before);
    }
    graph_free(d.value);
    graph_free(p.value);
    if (!CHECK_SAY(is_right, "apsp, method %d, form %d: status %d", method, form, status))
        print(g);
    return is_right;
}

/* Every method and form on the graph; the definition by operations only now and then. */
static bool check_all(struct small *g, graph_type type, bool with_definition)
{
    graph_matrix *A = NULL;
    bool is_right =
        CHECK_OK(graph_matrix_create(&A, type, g->n, g->n)) &&
        CHECK_OK(graph_matrix_build(A, g->from, g->to, g->weight, GRAPH_FP64, g->edges, GRAPH_NO_OP));
    solve(g);
    for (graph_index s = 0; is_right && s < g->n; s++)
        is_right = check_sssp(g, A, s, GRAPH_FORM_AUTO) &&
                   (!with_definition || check_sssp(g, A, s, GRAPH_FORM_ALGEBRA));
    is_right = is_right && check_apsp(g, A, GRAPH_APSP_JOHNSON, GRAPH_FORM_AUTO) &&
               check_apsp(g, A, GRAPH_APSP_FLOYD_WARSHALL, GRAPH_FORM_AUTO) &&
               (!with_definition || check_apsp(g, A, GRAPH_APSP_AUTO, GRAPH_FORM_ALGEBRA));
    graph_matrix_release(&A);
    return is_right;
}

/* Each of the n (n - 1) edges is absent or has weight -1, 0 or 1. */
static struct small from_code(graph_index n, uint64_t code)
{
    struct small g = {.n = n};
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = 0; v < n; v++) {
            if (u == v)
                continue;
            if (code % 4 != 3) {
                g.from[g.edges] = u;
                g.to[g.edges] = v;
                g.weight[g.edges++] = (double)(code % 4) - 1;
            }
            code /= 4;
        }
    return g;
}

TEST(all_graphs_of_three_vertices_with_weights_from_minus_one_to_one)
{
    for (uint64_t code = 0; code < 1u << 12; code += (uint64_t)test_step(29)) {
        struct small g = from_code(3, code);
        if (!check_all(&g, code % 2 ? GRAPH_INT64 : GRAPH_FP64, code % 16 < 2))
            return;
    }
}

TEST(graphs_of_four_vertices_with_weights_from_minus_one_to_one)
{
    uint64_t seed = 5;
    for (int round = 0; round < 6000; round += test_step(199)) {
        struct small g =
            from_code(4, test_random(&seed) & test_random(&seed)); /* more of -1 and 0 than of 1 */
        if (!check_all(&g, round % 2 ? GRAPH_INT64 : GRAPH_FP64, round % 16 < 2))
            return;
    }
}

/* Differences of potentials in tenths, rounded: cycles of 0 and of some units in the last place. */
TEST(cycles_that_are_zero_but_for_rounding)
{
    uint64_t seed = 77;
    int exact_zeros = 0;
    for (int round = 0; round < 20000; round += test_step(499)) {
        struct small g = {.n = 3 + test_random(&seed) % 4};
        bool is_single = round % 3 == 0;
        double height[MOST], step = round % 2 ? 0.1 : 0.3;
        for (graph_index v = 0; v < g.n; v++)
            height[v] = (double)(test_random(&seed) % 30) * step;
        for (graph_index u = 0; u < g.n; u++)
            for (graph_index v = 0; v < g.n; v++) {
                double w = height[v] - height[u];
                if (u == v || test_random(&seed) % 3 == 0)
                    continue;
                g.from[g.edges] = u;
                g.to[g.edges] = v;
                g.weight[g.edges++] = is_single ? (double)(float)w : w;
            }
        if (!check_all(&g, is_single ? GRAPH_FP32 : GRAPH_FP64, round % 16 < 2))
            return;
        for (graph_index v = 0; v < g.n; v++)
            exact_zeros += !g.is_negative[v];
    }
    CHECK(exact_zeros > 0);
}

TEST(a_cycle_of_zero_that_falls_by_one_rounding)
{
    struct small g = {.n = 3, .edges = 3, .from = {0, 1, 2}, .to = {2, 0, 0}, .weight = {-0.1, -0.3, 0.1}};
    graph_matrix *A = NULL;
    graph_vector *d = NULL;
    graph_scalar x;
    CHECK(check_all(&g, GRAPH_FP64, true));
    /* A cycle that is negative by the last bit of its largest weight is one. */
    g.weight[2] = nextafter(0.1, 0);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 3));
    REQUIRE_OK(graph_matrix_build(A, g.from, g.to, g.weight, GRAPH_FP64, 3, GRAPH_NO_OP));
    CHECK_STATUS(graph_sssp(&d, NULL, A, 0, NULL), GRAPH_E_NEGATIVE_CYCLE, "goes through vertex");
    graph_matrix_release(&A);
    /* Weights whose sum needs all bits between 2^900 and 2^-1074; it is 0, then the least number below it. */
    const graph_index from[] = {0, 1, 2, 3, 4, 5}, to[] = {1, 2, 3, 4, 5, 0};
    double weight[] = {0x1p900, -0x1p-1074, 0.1, -0x1p900, 0x1p-1074, -0.1};
    for (int is_negative = 0; is_negative < 2; is_negative++) {
        weight[4] = is_negative ? 0 : 0x1p-1074;
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 6, 6));
        REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, 6, GRAPH_NO_OP));
        graph_status status = graph_sssp(&d, NULL, A, 0, NULL);
        CHECK(status == (is_negative ? GRAPH_E_NEGATIVE_CYCLE : GRAPH_OK));
        CHECK(is_negative || (graph_vector_get(&x, d, 0) == GRAPH_OK && x.value.f == 0));
        graph_vector_release(&d);
        graph_matrix_release(&A);
    }
}

/* Many vertices: several blocks of pivots, zero weights everywhere, and sums whose last bits depend on their order. */
TEST(predecessors_of_floyd_warshall_never_go_round)
{
    enum { N = 150 };
    const double weights[] = {0, 0, 0.1, 1e-17, 1e16, 0.3};
    uint64_t seed = 3;
    for (int round = 0; round < 6; round += test_step(3)) {
        graph_index *row = malloc(N * 20 * sizeof *row), *column = malloc(N * 20 * sizeof *column), loops = 0;
        double *weight = malloc(N * 20 * sizeof *weight), height[N];
        graph_dense d = {.size = sizeof d}, p = {.size = sizeof p};
        graph_apsp_options o = {
            .size = sizeof o, .backend = test_backend(), .method = GRAPH_APSP_FLOYD_WARSHALL, .threads = 2};
        graph_matrix *A = NULL;
        for (int v = 0; v < N; v++)
            height[v] = round < 3 ? 0 : (double)(test_random(&seed) % 40) * 0.1;
        for (int k = 0; k < N * 20; k++) {
            row[k] = test_random(&seed) % N;
            column[k] = test_random(&seed) % N;
            weight[k] =
                weights[test_random(&seed) % (round % 3 ? 6 : 3)] + height[column[k]] - height[row[k]];
        }
        REQUIRE_OK(graph_matrix_create(&A, round % 3 == 1 ? GRAPH_FP32 : GRAPH_FP64, N, N));
        REQUIRE_OK(graph_matrix_build(A, row, column, weight, GRAPH_FP64, N * 20, GRAPH_MIN));
        graph_status status = graph_apsp(&d, &p, A, &o);
        CHECK_SAY(status == GRAPH_OK || (round >= 3 && status == GRAPH_E_NEGATIVE_CYCLE), "status %d",
                  status);
        for (graph_index u = 0; status == GRAPH_OK && u < N; u++)
            for (graph_index v = 0; v < N; v++) {
                graph_index *path = NULL, count;
                loops += graph_path(&path, &count, &p, u, v) != GRAPH_OK || (count > 0 && path[0] != u);
                graph_free(path);
            }
        CHECK(loops == 0);
        graph_free(d.value);
        graph_free(p.value);
        graph_matrix_release(&A);
        free(row);
        free(column);
        free(weight);
    }
}

static graph_matrix *fixed;
static graph_index fixed_source;

static graph_status scenario(void)
{
    graph_sssp_options o = {.size = sizeof o, .backend = test_backend()};
    graph_apsp_options dense = {
        .size = sizeof dense, .backend = test_backend(), .method = GRAPH_APSP_FLOYD_WARSHALL, .threads = 1};
    graph_vector *distance = NULL;
    graph_dense d = {.size = sizeof d}, p = {.size = sizeof p};
    graph_status status = graph_sssp(&distance, NULL, fixed, fixed_source, &o);
    graph_vector_release(&distance);
    if (status == GRAPH_OK)
        status = graph_apsp(&d, &p, fixed, &dense);
    graph_free(d.value);
    graph_free(p.value);
    return status;
}

TEST(every_allocation_of_exact_sums_may_fail)
{
    const graph_index from[] = {0, 1, 2}, to[] = {2, 0, 0};
    const double weight[] = {-0.1, -0.3, 0.1};
    REQUIRE_OK(graph_matrix_create(&fixed, GRAPH_FP64, 3, 3));
    REQUIRE_OK(graph_matrix_build(fixed, from, to, weight, GRAPH_FP64, 3, GRAPH_NO_OP));
    fixed_source = 1;
    CHECK_OK(scenario());
    test_every_allocation("exact sums", scenario);
    graph_matrix_release(&fixed);
}

/* Of algorithms/paths.h, whose struct graph_weights has the name of a public enum. */
bool graph__row_holds(const void *distance, graph_type type, const int32_t *predecessor, int64_t n,
                      int64_t source, int32_t *visitor);

/* Rows of three vertices: the predecessors of the finite ones are a tree from the source, or the row does not hold. */
TEST(rows_whose_predecessors_are_no_tree)
{
    static const struct {
        double distance[3];
        int32_t predecessor[3];
        bool holds;
    } rows[] = {
        {{0, 1, 2}, {0, 0, 1}, true},          {{0, 1, INFINITY}, {0, 0, -1}, true},
        {{0, 1, INFINITY}, {0, 2, -1}, false}, /* by way of a vertex that is not reached */
        {{0, 1, 2}, {0, 2, 1}, false},         /* round a cycle */
        {{0, 1, 2}, {0, 0, -1}, false},        {{0, 1, INFINITY}, {0, 0, 1}, false},
        {{1, 1, 2}, {0, 0, 1}, false}, /* the source has a distance */
        {{0, 1, 2}, {1, 0, 1}, false}, /* the source has a predecessor */
    };
    int32_t visitor[3];
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        CHECK_SAY(graph__row_holds(rows[k].distance, GRAPH_FP64, rows[k].predecessor, 3, 0, visitor) ==
                      rows[k].holds,
                  "row %zu", k);
}

TEST_MAIN(TEST_ROW(all_graphs_of_three_vertices_with_weights_from_minus_one_to_one),
          TEST_ROW(graphs_of_four_vertices_with_weights_from_minus_one_to_one),
          TEST_ROW(cycles_that_are_zero_but_for_rounding),
          TEST_ROW(a_cycle_of_zero_that_falls_by_one_rounding),
          TEST_ROW(predecessors_of_floyd_warshall_never_go_round),
          TEST_ROW(every_allocation_of_exact_sums_may_fail), TEST_ROW(rows_whose_predecessors_are_no_tree))
