/* The options of algorithms on ranks: each against one machine, in its result, its report and its status; and what all
 * ranks refuse in the same words, with outputs that are NULL then. */
#include "tests/support/graphs.h"
#include "tests/support/ranks.h"

#include "core/matrix/matrix.h"
#include "semigraph/centrality.h"

struct graph {
    const graph_matrix *A;
    bool is_symmetric;
    struct rank_claims claims;
};

#define HOLDS(condition) rank_claim(&x->claims, g, (condition), #condition, __LINE__, k)

static bool near(double a, double b) { return a == b || fabs(a - b) <= 1e-12 * (1 + fabs(a)); }

/* Equal, but for the order of sums. */
static bool near_vectors(const graph_vector *u, const graph_vector *v)
{
    graph_index n = 0, m = 0;
    if (u == NULL || v == NULL)
        return u == v;
    graph_vector_entries(&n, u);
    graph_vector_entries(&m, v);
    double *a = calloc(n + 1, sizeof *a), *b = calloc(m + 1, sizeof *b);
    bool holds = n == m && graph_vector_extract_tuples(NULL, a, GRAPH_FP64, &n, u) == GRAPH_OK &&
                 graph_vector_extract_tuples(NULL, b, GRAPH_FP64, &m, v) == GRAPH_OK;
    for (graph_index k = 0; holds && k < n; k++)
        holds = near(a[k], b[k]);
    free(a);
    free(b);
    return holds;
}

static bool same_vectors(const graph_vector *u, const graph_vector *v)
{
    return u == NULL || v == NULL ? u == v : equal_vectors(u, v);
}

/* This rank's rows of what one machine has, bit for bit or nearly. */
static bool has_rows(const graph_dense *all, const graph_dense *mine, graph_index first, bool is_near)
{
    const size_t bytes = graph_type_size(all->type);
    if (mine->type != all->type || mine->columns != all->columns || first + mine->rows > all->rows)
        return false;
    const char *const right = (const char *)all->value + (size_t)(first * all->columns) * bytes;
    if (is_near && (all->type == GRAPH_FP64 || all->type == GRAPH_FP32)) {
        for (graph_index k = 0; k < mine->rows * mine->columns; k++) {
            const double a = all->type == GRAPH_FP64 ? ((const double *)(const void *)right)[k]
                                                     : (double)((const float *)(const void *)right)[k],
                         b = all->type == GRAPH_FP64 ? ((const double *)mine->value)[k]
                                                     : (double)((const float *)mine->value)[k];
            if (!(a == b || fabs(a - b) <= (all->type == GRAPH_FP64 ? 1e-12 : 1e-5) * fabs(a)))
                return false;
        }
        return true;
    }
    return mine->rows == 0 || memcmp(right, mine->value, (size_t)(mine->rows * mine->columns) * bytes) == 0;
}

static void shortest_paths(struct graph *x, graph_group *g, const graph_dist *D, graph_index n)
{
    static const graph_type types[] = {GRAPH_PATTERN, GRAPH_INT32, GRAPH_INT64, GRAPH_FP32, GRAPH_FP64};
    for (int k = 0; k < 5; k++) {
        graph_vector *d[2] = {NULL, NULL}, *p[2] = {NULL, NULL};
        const graph_sssp_options o = {.size = sizeof o, .type = types[k], .threads = 1};
        const graph_status right = graph_sssp(&d[0], &p[0], x->A, (graph_index)k % n, &o);
        HOLDS(graph_dist_sssp(&d[1], k % 2 == 0 ? &p[1] : NULL, D, (graph_index)k % n, &o) == right);
        HOLDS(same_vectors(d[0], d[1]) && (k % 2 == 1 || same_vectors(p[0], p[1])));
        for (int m = 0; m < 2; m++) {
            graph_vector_release(&d[m]);
            graph_vector_release(&p[m]);
        }
    }
    const graph_index list[] = {n - 1, 0, n / 2, 0};
    for (int k = 0; k < 5 * 2 * 5; k++) { /* methods, with and without weights, types */
        const graph_apsp_method method = (graph_apsp_method)(k % 5);
        const bool has_list = k % 3 == 1 && method != GRAPH_APSP_FLOYD_WARSHALL;
        /* Which method is taken may depend on the number of ranks, and with it who of equals comes before a vertex. */
        const bool are_bits_equal = method != GRAPH_APSP_AUTO && method != GRAPH_APSP_FLOYD_WARSHALL;
        const bool has_p = k % 3 != 2 && method != GRAPH_APSP_FLOYD_WARSHALL;
        graph_dense d[2] = {{.size = sizeof d[0], .type = types[k / 10]},
                            {.size = sizeof d[0], .type = types[k / 10]}};
        graph_dense p[2] = {{.size = sizeof p[0]}, {.size = sizeof p[0]}};
        graph_index first = 0;
        const graph_apsp_options o = {.size = sizeof o,
                                      .method = method,
                                      .is_unweighted = k / 5 % 2 == 1,
                                      .source = has_list ? list : NULL,
                                      .sources = has_list ? 4 : 0,
                                      .threads = 1};
        const graph_status right = graph_apsp(&d[0], has_p ? &p[0] : NULL, x->A, &o);
        HOLDS(graph_dist_apsp(&d[1], has_p ? &p[1] : NULL, &first, D, &o) == right);
        HOLDS(right != GRAPH_OK || has_rows(&d[0], &d[1], first, !are_bits_equal));
        HOLDS(right != GRAPH_OK || !has_p || !are_bits_equal || has_rows(&p[0], &p[1], first, false));
        HOLDS(right == GRAPH_OK || (d[1].value == NULL && p[1].value == NULL));
        for (int m = 0; m < 2; m++) {
            graph_free(d[m].value);
            graph_free(p[m].value);
        }
    }
}

static void searches(struct graph *x, graph_group *g, const graph_dist *D, graph_index n)
{
    graph_index list[150];
    for (graph_index k = 0; k < 150; k++)
        list[k] = (7 * k + 3) % n;
    for (int k = 0; k < 12; k++) {
        static const graph_index counts[] = {1, 4, 150};
        static const graph_type types[] = {GRAPH_PATTERN, GRAPH_INT32, GRAPH_UINT8, GRAPH_UINT16};
        graph_vector *v[2][3] = {{NULL}};
        graph_dense level[2] = {{.size = sizeof level[0], .type = types[k % 4]},
                                {.size = sizeof level[0], .type = types[k % 4]}};
        graph_index first = 0;
        for (int m = 0; m < 2; m++) {
            const graph_bfs_multi_options o = {.size = sizeof o,
                                               .is_reversed = k % 2 == 1,
                                               .has_max_depth = k % 3 == 1,
                                               .max_depth = (graph_index)k % 5,
                                               .reached = &v[m][0],
                                               .eccentricity = k % 5 == 0 ? NULL : &v[m][1],
                                               .distance_sum = k % 5 == 1 ? NULL : &v[m][2],
                                               .threads = 1};
            const graph_index count = counts[k % 3];
            HOLDS((m == 0 ? graph_bfs_multi(&level[0], x->A, list, count, &o)
                          : graph_dist_bfs_multi(&level[1], &first, D, list, count, &o)) == GRAPH_OK);
        }
        HOLDS(has_rows(&level[0], &level[1], first, false));
        for (int j = 0; j < 3; j++) {
            HOLDS(same_vectors(v[0][j], v[1][j]));
            graph_vector_release(&v[0][j]);
            graph_vector_release(&v[1][j]);
        }
        graph_free(level[0].value);
        graph_free(level[1].value);
    }
    for (int k = 0; k < 8; k++) {
        graph_vector *v[4] = {NULL};
        const graph_bfs_options o = {.size = sizeof o,
                                     .is_reversed = k % 2 == 1,
                                     .has_max_depth = k >= 4,
                                     .max_depth = (graph_index)k - 4,
                                     .has_target = k % 4 >= 2,
                                     .target = (graph_index)(3 * k) % n,
                                     .threads = 1};
        HOLDS(graph_bfs(&v[0], &v[1], x->A, (graph_index)k % n, &o) == GRAPH_OK);
        HOLDS(graph_dist_bfs(&v[2], k % 3 == 0 ? NULL : &v[3], D, (graph_index)k % n, &o) == GRAPH_OK);
        HOLDS(same_vectors(v[0], v[2]) && (k % 3 == 0 || same_vectors(v[1], v[3])));
        for (int j = 0; j < 4; j++)
            graph_vector_release(&v[j]);
    }
}

static void ranks_of_pages(struct graph *x, graph_group *g, const graph_dist *D, const graph_vector *p)
{
    for (int k = 0; k < 8; k++) {
        graph_vector *v[2] = {NULL, NULL};
        graph_pagerank_report report[2] = {{.size = sizeof report[0]}, {.size = sizeof report[0]}};
        graph_status status[2];
        for (int m = 0; m < 2; m++) {
            const graph_pagerank_options o = {.size = sizeof o,
                                              .damping = k % 2 == 0 ? 0.3 : 0,
                                              .is_weighted = k % 4 >= 2,
                                              .type = k % 4 == 3 ? GRAPH_FP32 : GRAPH_FP64,
                                              .personalization = k < 4 ? p : NULL,
                                              .tolerance = -1,
                                              .most_rounds = 7,
                                              .report = &report[m],
                                              .threads = 1};
            status[m] = m == 0 ? graph_pagerank(&v[0], x->A, &o) : graph_dist_pagerank(&v[1], D, &o);
        }
        HOLDS(status[0] == status[1] && same_vectors(v[0], v[1]));
        HOLDS(status[0] != GRAPH_OK || (report[1].rounds == 7 && report[0].residual == report[1].residual &&
                                        report[0].error_bound == report[1].error_bound));
        graph_vector_release(&v[0]);
        graph_vector_release(&v[1]);
    }
}

static void centralities(struct graph *x, graph_group *g, const graph_dist *D, graph_index n)
{
    graph_index list[70];
    for (graph_index k = 0; k < 70; k++)
        list[k] = (5 * k + 1) % n;
    for (int k = 0; k < 12; k++) {
        graph_vector *v[2] = {NULL, NULL};
        graph_matrix *edges[2] = {NULL, NULL};
        graph_betweenness_report report[2] = {{.size = sizeof report[0]}, {.size = sizeof report[0]}};
        graph_status status[2];
        for (int m = 0; m < 2; m++) {
            const graph_betweenness_options o = {.size = sizeof o,
                                                 .is_weighted = k % 2 == 1,
                                                 .is_undirected = k % 3 == 1,
                                                 .is_normalized = k % 4 >= 2,
                                                 .edges = k >= 6 ? &edges[m] : NULL,
                                                 .report = &report[m],
                                                 .threads = 1};
            const graph_index *const from = k % 5 == 0 ? NULL : list;
            const graph_index count = k % 5 == 0 ? 0 : k % 5 == 1 ? 70 : (graph_index)k % 5 - 1;
            graph_vector **const to = k == 7 ? NULL : &v[m];
            status[m] = m == 0 ? graph_betweenness(to, x->A, from, count, &o)
                               : graph_dist_betweenness(to, D, from, count, &o);
        }
        HOLDS(status[0] == status[1] && near_vectors(v[0], v[1]));
        HOLDS((edges[0] == NULL) == (edges[1] == NULL));
        HOLDS(status[0] != GRAPH_OK ||
              (report[0].sources == report[1].sources && report[0].wide == report[1].wide));
        for (int m = 0; m < 2 && edges[0] != NULL && edges[1] != NULL; m++) {
            graph_vector_release(&v[m]); /* sums of rows, then of columns, of both */
            graph_vector *u = NULL;
            HOLDS(graph_vector_create(&v[m], GRAPH_FP64, n) == GRAPH_OK);
            HOLDS(graph_vector_create(&u, GRAPH_FP64, n) == GRAPH_OK);
            HOLDS(graph_reduce_rows(u, NULL, GRAPH_NO_OP, GRAPH_PLUS, edges[m], NULL) == GRAPH_OK);
            HOLDS(graph_vxm(v[m], NULL, GRAPH_NO_OP, graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64), u,
                            edges[m], NULL) == GRAPH_OK);
            graph_vector_release(&u);
        }
        HOLDS(near_vectors(v[0], v[1]));
        for (int m = 0; m < 2; m++) {
            graph_vector_release(&v[m]);
            graph_matrix_release(&edges[m]);
        }
    }
    graph_vector *p = NULL; /* above 0 everywhere, where walks end too */
    const int k = 0;
    HOLDS(graph_vector_create(&p, GRAPH_FP64, n) == GRAPH_OK);
    for (graph_index v = 0; v < n; v++)
        HOLDS(graph_vector_set(p, v, graph_fp64(1 + (double)(v % 7) / 3)) == GRAPH_OK);
    ranks_of_pages(x, g, D, p);
    graph_vector_release(&p);
}

static void others(struct graph *x, graph_group *g, const graph_dist *D)
{
    for (int k = 0; k < 4; k++) {
        graph_vector *v[6] = {NULL}, *each[2] = {NULL, NULL}, *degree[2] = {NULL, NULL};
        graph_index count[4] = {1, 2, 3, 4};
        uint64_t triangles[2] = {1, 2}, pairs[2] = {1, 2};
        graph_closure *closure = NULL;
        const graph_form form = k % 2 == 0 ? GRAPH_FORM_AUTO : GRAPH_FORM_ALGEBRA;
        const graph_components_options c = {.size = sizeof c, .form = form, .threads = 1};
        const graph_closure_options t = {.size = sizeof t, .is_reflexive = k >= 2, .threads = 1};
        HOLDS(graph_weak_components(&v[0], &count[0], x->A, &c) == GRAPH_OK);
        HOLDS(graph_dist_weak_components(k == 3 ? NULL : &v[1], &count[1], D, &c) == GRAPH_OK);
        HOLDS(graph_strong_components(&v[2], &count[2], x->A, &c) == GRAPH_OK);
        HOLDS(graph_dist_strong_components(&v[3], k == 1 ? NULL : &count[3], D, &c) == GRAPH_OK);
        HOLDS(count[0] == count[1] && (k == 1 || count[2] == count[3]) && same_vectors(v[2], v[3]));
        HOLDS(k == 3 || same_vectors(v[0], v[1]));
        for (int m = 0; m < 2; m++) {
            const graph_triangles_options o = {.size = sizeof o, .form = form, .threads = 1};
            const graph_clustering_options q = {.size = sizeof q,
                                                .form = form,
                                                .triangles = k == 2 ? NULL : &each[m],
                                                .degree = k == 1 ? NULL : &degree[m],
                                                .threads = 1};
            HOLDS((m == 0 ? graph_triangles(&triangles[0], x->A, &o)
                          : graph_dist_triangles(&triangles[1], D, &o)) == GRAPH_OK);
            HOLDS((m == 0 ? graph_clustering(&v[4], NULL, x->A, &q)
                          : graph_dist_clustering(&v[5], NULL, D, &q)) == GRAPH_OK);
        }
        HOLDS(triangles[0] == triangles[1] && same_vectors(v[4], v[5]) && same_vectors(each[0], each[1]) &&
              same_vectors(degree[0], degree[1]));
        HOLDS(graph_transitive_closure(&closure, x->A, &t) == GRAPH_OK &&
              graph_closure_count(&pairs[0], closure) == GRAPH_OK);
        HOLDS(graph_dist_closure_count(&pairs[1], D, &t) == GRAPH_OK && pairs[0] == pairs[1]);
        graph_closure_release(&closure);
        for (int j = 0; j < 6; j++)
            graph_vector_release(&v[j]);
        for (int m = 0; m < 2; m++) {
            graph_vector_release(&each[m]);
            graph_vector_release(&degree[m]);
        }
    }
}

static void compare(graph_group *g, void *context)
{
    struct graph *const x = context;
    graph_dist *D = NULL;
    graph_index n = 0;
    const int k = 0;
    HOLDS(graph_matrix_rows(&n, x->A) == GRAPH_OK);
    HOLDS(scatter_anyhow(&D, g, x->A, 5 + n) == GRAPH_OK);
    shortest_paths(x, g, D, n);
    searches(x, g, D, n);
    centralities(x, g, D, n);
    others(x, g, D);
    graph_dist_release(&D);
}

/* Weights of all kinds: 1 for each edge, positive, with 0, with infinity (or the largest integer), with some below 0. */
static graph_status make_graph(graph_matrix **A, int kind, graph_type type, int64_t n, uint64_t seed)
{
    graph_matrix *T = NULL;
    graph_index edges, row[600], column[600];
    double value[600];
    graph_status status = random_matrix(A, &seed, SHAPE_UNIFORM, type, n, n, 3 * n, VALUES_SMALL);
    TRY(status);
    if (kind == 0)
        return GRAPH_OK;
    edges = 600;
    TRY(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &edges, *A));
    for (graph_index k = 0; k < edges; k++) {
        value[k] = 1 + (double)(test_random(&seed) % 9);
        if (kind == 2 && k % 5 == 0)
            value[k] = 0;
        if (kind == 3 && k % 5 == 0)
            value[k] = INFINITY;
        if (kind == 4 && k % 25 == 0 && row[k] < column[k])
            value[k] = -1;
    }
    TRY(graph_matrix_clear(*A));
    TRY(graph_matrix_build(*A, row, column, value, GRAPH_FP64, edges, GRAPH_NO_OP));
    if (kind == 5) { /* the same weights both ways, and loops */
        TRY(graph_matrix_dup(&T, *A));
        TRY(graph_transpose(T, NULL, GRAPH_NO_OP, *A, NULL));
        TRY(graph_ewise_add(*A, NULL, GRAPH_NO_OP, GRAPH_MAX, *A, T, NULL));
    }
done:
    graph_matrix_release(&T);
    return status;
}

TEST(options)
{
    static const struct {
        const char *what;
        int kind;
        graph_type type;
        int64_t n;
    } rows[] = {{"a pattern", 0, GRAPH_PATTERN, 40},       {"integers", 1, GRAPH_INT32, 33},
                {"reals with 0", 2, GRAPH_FP64, 40},       {"reals with infinity", 3, GRAPH_FP64, 40},
                {"fp32 with infinity", 3, GRAPH_FP32, 25}, {"integers below 0", 4, GRAPH_INT64, 40},
                {"reals below 0", 4, GRAPH_FP64, 30},      {"symmetric reals", 5, GRAPH_FP64, 40},
                {"symmetric bytes", 5, GRAPH_UINT8, 30},   {"two vertices", 1, GRAPH_FP64, 2}};
    static const int ranks[] = {1, 2, 6};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k += (size_t)test_step(3)) {
        graph_matrix *A = NULL;
        REQUIRE_OK(make_graph(&A, rows[k].kind, rows[k].type, rows[k].n, 3 + k));
        for (int r = 0; r < 2; r += test_step(2)) { /* on three ranks, and on another number */
            struct graph x = {.A = A, .claims.what = rows[k].what};
            REQUIRE(run_ranks(r == 0 ? 3 : ranks[k % 3], NULL, compare, &x));
            CHECK(x.claims.wrong == 0);
        }
        graph_matrix_release(&A);
    }
}

/* ---- Positions: rows move by the first row of a rank ---- */

static graph_scalar threshold(graph_type type, int k)
{
    static const int64_t whole[] = {0, 3, -3, 11, 40, INT64_MAX, INT64_MIN, INT64_MAX - 5, INT64_MIN + 5};
    static const double real[] = {0, 3, -3, 2.5, -2.5, 1e30, -1e30, INFINITY, NAN};
    static const uint64_t natural[] = {0, 3, 11, 40, UINT64_MAX, INT64_MAX, (uint64_t)INT64_MAX + 1, 7, 1};
    if (type == GRAPH_FP64)
        return graph_fp64(real[k]);
    return type == GRAPH_INT64 ? graph_int64(whole[k]) : graph_uint64(natural[k]);
}

static void select_by_position(graph_group *g, void *context)
{
    static const graph_type types[] = {GRAPH_INT64, GRAPH_UINT64, GRAPH_FP64};
    struct graph *const x = context;
    graph_index rows, columns;
    graph_type type;
    graph_dist *D = NULL;
    const int k = 0;
    HOLDS(graph_matrix_rows(&rows, x->A) == GRAPH_OK && graph_matrix_columns(&columns, x->A) == GRAPH_OK);
    HOLDS(graph_matrix_type(&type, x->A) == GRAPH_OK);
    HOLDS(scatter_anyhow(&D, g, x->A, 11) == GRAPH_OK);
    for (int op = 1; op < GRAPH_SELECT_OP_COUNT; op++)
        for (int t = 0; t < 3; t++)
            for (int y = 0; y < 9; y++) {
                graph_matrix *C = NULL, *all = NULL;
                graph_dist *E = NULL;
                HOLDS(graph_matrix_create(&C, type, rows, columns) == GRAPH_OK);
                HOLDS(graph_dist_create(&E, g, type, rows, columns) == GRAPH_OK);
                const graph_status right = graph_select(C, NULL, GRAPH_NO_OP, (graph_select_op)op, x->A,
                                                        threshold(types[t], y), NULL);
                const graph_status got = graph_dist_select(E, NULL, GRAPH_NO_OP, (graph_select_op)op, D,
                                                           threshold(types[t], y), NULL);
                HOLDS(graph_dist_gather(&all, E, -1) == GRAPH_OK);
                rank_claim(&x->claims, g, got == right && equal_matrices(C, all), "select", __LINE__,
                           1000 * op + 10 * t + y);
                graph_matrix_release(&C);
                graph_matrix_release(&all);
                graph_dist_release(&E);
            }
    graph_dist_release(&D);
}

TEST(positions)
{
    graph_matrix *A = NULL;
    uint64_t seed = 6;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_INT32, 23, 17, 90, VALUES_SMALL));
    for (int ranks = 1; ranks <= 4; ranks += 3) {
        struct graph x = {.A = A, .claims.what = "positions"};
        REQUIRE(run_ranks(ranks, NULL, select_by_position, &x));
        CHECK(x.claims.wrong == 0);
    }
    graph_matrix_release(&A);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(options), TEST_ROW(positions)};
    graph_set_threads(1);
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
