/* Algorithms on 1, 2, 3, 4, 6 and 9 ranks give what one machine gives.
 *
 *     test_dist_algorithms [many GRAPHS [SEED]] */
#include "tests/support/graphs.h"
#include "tests/support/ranks.h"

#include <math.h>
#include <string.h>

#include "core/matrix/matrix.h"
#include "semigraph/centrality.h"
#include "semigraph/generators.h"

struct algorithm {
    const graph_matrix *A;
    uint64_t seed;
    bool is_wrong;
};

static void claim(struct algorithm *a, bool holds, const char *what, const graph_group *g)
{
    if (holds)
        return;
    fprintf(stderr, "seed %llu: %s on rank %d of %d: %s\n", (unsigned long long)a->seed, what,
            graph_group_rank(g), graph_group_ranks(g), graph_last_error());
    __atomic_store_n(&a->is_wrong, true, __ATOMIC_RELAXED);
}
#define HOLDS(condition) claim(a, (condition), #condition, g)

static void searches(struct algorithm *a, graph_group *g, const graph_dist *D, graph_index n)
{
    for (int k = 0; k < 4; k++) {
        graph_vector *level[2] = {NULL, NULL}, *parent[2] = {NULL, NULL};
        const graph_bfs_options o = {.size = sizeof o,
                                     .is_reversed = k % 2,
                                     .has_max_depth = k == 2,
                                     .max_depth = 2,
                                     .has_target = k == 3,
                                     .target = a->seed / 7 % n};
        const graph_index source = (a->seed + (uint64_t)k) % n;
        HOLDS(graph_bfs(&level[0], &parent[0], a->A, source, &o) == GRAPH_OK);
        HOLDS(graph_dist_bfs(&level[1], &parent[1], D, source, &o) == GRAPH_OK);
        HOLDS(equal_vectors(level[0], level[1]));
        HOLDS(equal_vectors(parent[0], parent[1]));
        for (int i = 0; i < 2; i++) {
            graph_vector_release(&level[i]);
            graph_vector_release(&parent[i]);
        }
    }
}

static void components(struct algorithm *a, graph_group *g, const graph_dist *D)
{
    graph_vector *v[4] = {NULL};
    graph_index count[4] = {0};
    HOLDS(graph_weak_components(&v[0], &count[0], a->A, NULL) == GRAPH_OK);
    HOLDS(graph_dist_weak_components(&v[1], &count[1], D, NULL) == GRAPH_OK);
    HOLDS(graph_strong_components(&v[2], &count[2], a->A, NULL) == GRAPH_OK);
    HOLDS(graph_dist_strong_components(&v[3], &count[3], D, NULL) == GRAPH_OK);
    HOLDS(equal_vectors(v[0], v[1]) && count[0] == count[1]);
    HOLDS(equal_vectors(v[2], v[3]) && count[2] == count[3]);
    for (int k = 0; k < 4; k++)
        graph_vector_release(&v[k]);
}

static void triangles(struct algorithm *a, graph_group *g, const graph_dist *D)
{
    uint64_t count[3] = {0};
    graph_vector *each[2] = {NULL, NULL}, *local[2] = {NULL, NULL}, *degree[2] = {NULL, NULL};
    graph_triangles_report report[2] = {{.size = sizeof report[0]}, {.size = sizeof report[0]}};
    graph_clustering_facts facts[2] = {{.size = sizeof facts[0]}, {.size = sizeof facts[0]}};
    for (int k = 0; k < 2; k++) {
        const graph_triangles_options o = {.size = sizeof o, .per_vertex = &each[k], .report = &report[k]};
        const graph_clustering_options c = {.size = sizeof c, .degree = &degree[k]};
        HOLDS((k == 0 ? graph_triangles(&count[0], a->A, &o) : graph_dist_triangles(&count[1], D, &o)) ==
              GRAPH_OK);
        HOLDS((k == 0 ? graph_clustering(&local[0], &facts[0], a->A, &c)
                      : graph_dist_clustering(&local[1], &facts[1], D, &c)) == GRAPH_OK);
    }
    HOLDS(graph_dist_triangles(&count[2], D, NULL) == GRAPH_OK);
    HOLDS(count[0] == count[1] && count[0] == count[2]);
    HOLDS(memcmp(&report[0], &report[1], sizeof report[0]) == 0);
    HOLDS(equal_vectors(each[0], each[1]) && equal_vectors(local[0], local[1]) &&
          equal_vectors(degree[0], degree[1]));
    HOLDS(facts[0].triangles == facts[1].triangles && facts[0].triples == facts[1].triples);
    HOLDS(facts[0].transitivity == facts[1].transitivity && fabs(facts[0].mean - facts[1].mean) <= 1e-12);
    for (int k = 0; k < 2; k++) {
        graph_vector_release(&each[k]);
        graph_vector_release(&local[k]);
        graph_vector_release(&degree[k]);
    }
}

/* The rows of this rank among those of one machine. */
static bool holds_rows(const graph_dense *all, const graph_dense *mine, graph_index first)
{
    const size_t bytes = graph_type_size(all->type) * (size_t)all->columns;
    if (mine->type != all->type || mine->columns != all->columns || first + mine->rows > all->rows)
        return false;
    return mine->rows == 0 ||
           memcmp((char *)all->value + (size_t)first * bytes, mine->value, (size_t)mine->rows * bytes) == 0;
}

/* The same for distances of fp64 that are summed in another order. */
static bool are_near_rows(const graph_dense *all, const graph_dense *mine, graph_index first)
{
    const double *x = (const double *)all->value + first * all->columns, *y = mine->value;
    bool holds = all->type == GRAPH_FP64 && mine->type == GRAPH_FP64 && first + mine->rows <= all->rows;
    for (graph_index k = 0; holds && k < mine->rows * mine->columns; k++)
        holds = x[k] == y[k] || fabs(x[k] - y[k]) <= 1e-13 * fabs(x[k]);
    return holds;
}

static void many_sources(struct algorithm *a, graph_group *g, const graph_dist *D)
{
    graph_vector *v[6] = {NULL};
    graph_dense level[2] = {{.size = sizeof level[0]}, {.size = sizeof level[0]}};
    graph_index first = 0;
    for (int k = 0; k < 2; k++) {
        const graph_bfs_multi_options o = {.size = sizeof o,
                                           .reached = &v[k],
                                           .eccentricity = &v[2 + k],
                                           .distance_sum = &v[4 + k],
                                           .is_reversed = a->seed % 2};
        HOLDS((k == 0 ? graph_bfs_multi(&level[0], a->A, NULL, 0, &o)
                      : graph_dist_bfs_multi(&level[1], &first, D, NULL, 0, &o)) == GRAPH_OK);
    }
    HOLDS(holds_rows(&level[0], &level[1], first));
    for (int k = 0; k < 3; k++)
        HOLDS(equal_vectors(v[2 * k], v[2 * k + 1]));
    for (int k = 0; k < 6; k++)
        graph_vector_release(&v[k]);
    graph_free(level[0].value);
    graph_free(level[1].value);
}

static void closures(struct algorithm *a, graph_group *g, const graph_dist *D)
{
    const graph_closure_options o = {.size = sizeof o, .is_reflexive = a->seed % 2};
    graph_closure *closure = NULL;
    uint64_t pairs[2] = {0, 1};
    HOLDS(graph_transitive_closure(&closure, a->A, &o) == GRAPH_OK &&
          graph_closure_count(&pairs[0], closure) == GRAPH_OK);
    HOLDS(graph_dist_closure_count(&pairs[1], D, &o) == GRAPH_OK);
    HOLDS(pairs[0] == pairs[1]);
    graph_closure_release(&closure);
}

static void paths(struct algorithm *a, graph_group *g, const graph_dist *D, graph_index n)
{
    graph_vector *distance[2] = {NULL, NULL}, *parent[2] = {NULL, NULL};
    const graph_status expected = graph_sssp(&distance[0], &parent[0], a->A, a->seed % n, NULL);
    HOLDS(graph_dist_sssp(&distance[1], &parent[1], D, a->seed % n, NULL) == expected);
    HOLDS(equal_vectors(distance[0], distance[1]) && equal_vectors(parent[0], parent[1]));
    for (int method = GRAPH_APSP_HOPS; method <= GRAPH_APSP_FLOYD_WARSHALL; method++) {
        graph_dense d[2] = {{.size = sizeof d[0]}, {.size = sizeof d[0]}};
        graph_dense p[2] = {{.size = sizeof p[0]}, {.size = sizeof p[0]}};
        graph_index first = 0;
        const bool has_p = method != GRAPH_APSP_FLOYD_WARSHALL;
        const graph_apsp_options o = {.size = sizeof o, .method = (graph_apsp_method)method};
        const graph_status right = graph_apsp(&d[0], has_p ? &p[0] : NULL, a->A, &o);
        HOLDS(graph_dist_apsp(&d[1], has_p ? &p[1] : NULL, &first, D, &o) == right);
        if (right == GRAPH_OK) {
            HOLDS(holds_rows(&d[0], &d[1], first) || (!has_p && are_near_rows(&d[0], &d[1], first)));
            HOLDS(!has_p || holds_rows(&p[0], &p[1], first));
        }
        for (int k = 0; k < 2; k++) {
            graph_free(d[k].value);
            graph_free(p[k].value);
        }
    }
    for (int k = 0; k < 2; k++) {
        graph_vector_release(&distance[k]);
        graph_vector_release(&parent[k]);
    }
}

/* Whether two full vectors of fp64 are equal but for rounding. */
static bool are_near(const graph_vector *u, const graph_vector *v, double most)
{
    graph_scalar x, y;
    graph_index n = 0;
    if (u == NULL || v == NULL)
        return u == v;
    graph_vector_length(&n, u);
    for (graph_index i = 0; i < n; i++)
        if (graph_vector_get(&x, u, i) != GRAPH_OK || graph_vector_get(&y, v, i) != GRAPH_OK ||
            !(fabs(x.value.f - y.value.f) <= most * (1 + fabs(x.value.f))))
            return false;
    return true;
}

/* Rounds of PageRank are those of one machine bit for bit, with and without weights and personalization; one machine may
 * begin with something else if not all rounds are asked for. */
static void ranks_of_pages(struct algorithm *a, graph_group *g, const graph_dist *D, graph_index n, int step)
{
    graph_vector *p = NULL;
    HOLDS(graph_vector_create(&p, GRAPH_FP64, n) == GRAPH_OK);
    HOLDS(graph_vector_set(p, a->seed % n, graph_fp64(2)) == GRAPH_OK);
    HOLDS(graph_vector_set(p, a->seed / 3 % n, graph_fp64(1)) == GRAPH_OK);
    for (int k = 0; k < 5; k += step) {
        graph_vector *rank[2] = {NULL, NULL};
        graph_pagerank_report report[2] = {{.size = sizeof report[0]}, {.size = sizeof report[0]}};
        const bool has_rounds = k < 4;
        graph_pagerank_options o = {.size = sizeof o,
                                    .type = k == 3 ? GRAPH_FP32 : GRAPH_PATTERN,
                                    .backend = GRAPH_BACKEND_CPU, /* a GPU sums in another order */
                                    .is_weighted = k % 2,
                                    .tolerance = has_rounds ? -1 : 0,
                                    .most_rounds = has_rounds ? 10 : 0,
                                    .personalization = k >= 2 ? p : NULL};
        o.report = &report[0];
        const graph_status right = graph_pagerank(&rank[0], a->A, &o);
        o.report = &report[1];
        HOLDS(graph_dist_pagerank(&rank[1], D, &o) == right);
        if (has_rounds) {
            HOLDS(equal_vectors(rank[0], rank[1]));
            HOLDS(right != GRAPH_OK ||
                  (report[0].rounds == report[1].rounds && report[0].residual == report[1].residual &&
                   report[0].dangling == report[1].dangling));
        } else {
            HOLDS(right != GRAPH_OK || graph_check_pagerank(rank[1], a->A, &o) == GRAPH_OK);
        }
        graph_vector_release(&rank[0]);
        graph_vector_release(&rank[1]);
    }
    graph_vector_release(&p);
}

/* Whether two matrices have entries in the same places, of nearly the same values. */
static bool near_matrices(const graph_matrix *A, const graph_matrix *B, double most)
{
    graph_index count[2] = {0, 0};
    bool holds = A != NULL && B != NULL && graph_matrix_entries(&count[0], A) == GRAPH_OK &&
                 graph_matrix_entries(&count[1], B) == GRAPH_OK && count[0] == count[1];
    graph_index *at = calloc(4 * (count[0] + 1), sizeof *at);
    double *value = calloc(2 * (count[0] + 1), sizeof *value);
    holds = holds && at != NULL && value != NULL;
    for (int k = 0; k < 2 && holds; k++)
        holds = graph_matrix_extract_tuples(at + (graph_index)(2 * k) * (count[0] + 1),
                                            at + (graph_index)(2 * k + 1) * (count[0] + 1),
                                            value + (graph_index)k * (count[0] + 1), GRAPH_FP64, &count[k],
                                            k == 0 ? A : B) == GRAPH_OK;
    for (graph_index e = 0; e < count[0] && holds; e++) {
        const double x = value[e], y = value[count[0] + 1 + e];
        holds = at[e] == at[2 * (count[0] + 1) + e] && at[count[0] + 1 + e] == at[3 * (count[0] + 1) + e] &&
                fabs(x - y) <= most * (1 + fabs(x));
    }
    free(at);
    free(value);
    return holds;
}

static void centrality(struct algorithm *a, graph_group *g, const graph_dist *D)
{
    graph_vector *between[2] = {NULL, NULL};
    const graph_betweenness_options b = {.size = sizeof b, .is_normalized = a->seed % 2};
    HOLDS(graph_betweenness(&between[0], a->A, NULL, 0, &b) == GRAPH_OK);
    HOLDS(graph_dist_betweenness(&between[1], D, NULL, 0, &b) == GRAPH_OK);
    HOLDS(are_near(between[0], between[1], 1e-12));
    graph_matrix *edges[2] = {NULL, NULL};
    graph_betweenness_report report[2] = {{.size = sizeof report[0]}, {.size = sizeof report[0]}};
    for (int k = 0; k < 2; k++) {
        const graph_betweenness_options e = {
            .size = sizeof e, .edges = &edges[k], .is_normalized = a->seed / 2 % 2, .report = &report[k]};
        HOLDS((k == 0 ? graph_betweenness(NULL, a->A, NULL, 0, &e)
                      : graph_dist_betweenness(NULL, D, NULL, 0, &e)) == GRAPH_OK);
    }
    HOLDS(report[0].sources == report[1].sources && report[0].wide == report[1].wide);
    HOLDS(near_matrices(edges[0], edges[1], 1e-12));
    graph_matrix_release(&edges[0]);
    graph_matrix_release(&edges[1]);
    for (int k = 0; k < 2; k++)
        graph_vector_release(&between[k]);
}

/* Products once algorithms have all of the matrix on every rank, and when it is another one since. */
static void products(struct algorithm *a, graph_group *g, graph_dist *D, graph_index n)
{
    const graph_semiring *const plus_times = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_INT64);
    for (int k = 0; k < 2; k++) {
        graph_matrix *right = NULL, *got = NULL;
        graph_dist *C = NULL;
        const graph_descriptor d = {.size = sizeof d,
                                    .flags = k == 1 ? GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B : 0};
        HOLDS(graph_matrix_create(&right, GRAPH_INT64, n, n) == GRAPH_OK);
        HOLDS(graph_mxm(right, NULL, GRAPH_NO_OP, plus_times, a->A, a->A, &d) == GRAPH_OK);
        HOLDS(k == 0 || graph_dist_transpose(D, NULL, GRAPH_NO_OP, D, NULL) == GRAPH_OK);
        HOLDS(graph_dist_create(&C, g, GRAPH_INT64, n, n) == GRAPH_OK);
        HOLDS(graph_dist_mxm(C, NULL, GRAPH_NO_OP, plus_times, D, D, NULL) == GRAPH_OK);
        HOLDS(graph_dist_gather(&got, C, -1) == GRAPH_OK && equal_matrices(right, got));
        graph_matrix_release(&right);
        graph_matrix_release(&got);
        graph_dist_release(&C);
    }
}

static void run_all(graph_group *g, void *context)
{
    struct algorithm *const a = context;
    graph_dist *D = NULL;
    graph_index n = 0;
    graph_matrix_rows(&n, a->A);
    HOLDS(scatter_anyhow(&D, g, a->A, a->seed) == GRAPH_OK);
    searches(a, g, D, n);
    components(a, g, D);
    triangles(a, g, D);
    many_sources(a, g, D);
    closures(a, g, D);
    paths(a, g, D, n);
    ranks_of_pages(a, g, D, n, 1);
    centrality(a, g, D);
    products(a, g, D, n);
    graph_dist_release(&D);
}

#ifndef TEST_DIST_OVER_MPI /* tests/dist/mpi/mpi_algorithms.c has a main function for itself */
/* Weights below 0: w(u, v) + p(u) - p(v), which no cycle notices, or the same less 3, which most graphs' cycles do. */
static void negative_paths(graph_group *g, void *context)
{
    struct algorithm *const a = context;
    graph_dist *D = NULL;
    HOLDS(scatter_anyhow(&D, g, a->A, a->seed) == GRAPH_OK);
    for (int k = 0; k < 3; k++) {
        static const graph_type types[] = {GRAPH_PATTERN, GRAPH_FP32, GRAPH_INT32};
        graph_dense d[2] = {{.size = sizeof d[0], .type = types[k]}, {.size = sizeof d[0], .type = types[k]}};
        graph_index first = 0;
        const graph_apsp_options o = {.size = sizeof o, .method = GRAPH_APSP_FLOYD_WARSHALL};
        const graph_status right = graph_apsp(&d[0], NULL, a->A, &o);
        HOLDS(graph_dist_apsp(&d[1], NULL, &first, D, &o) == right);
        if (right == GRAPH_OK)
            HOLDS(holds_rows(&d[0], &d[1], first) || are_near_rows(&d[0], &d[1], first));
        if (right == GRAPH_E_NEGATIVE_CYCLE)
            HOLDS(strstr(graph_last_error(), "a cycle of negative weight goes through vertex ") != NULL);
        graph_free(d[0].value);
        graph_free(d[1].value);
    }
    graph_dist_release(&D);
}

static graph_status shift_weights(graph_matrix **W, const graph_matrix *A, uint64_t seed, double less)
{
    double *value;
    graph_index *row, *column, entries, n;
    double p[64];
    graph_status status = GRAPH_OK;
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&entries, A);
    row = malloc((entries + 1) * sizeof *row);
    column = malloc((entries + 1) * sizeof *column);
    value = malloc((entries + 1) * sizeof *value);
    for (graph_index v = 0; v < n; v++)
        p[v] = (double)(test_random(&seed) % 9);
    status = graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &entries, A);
    for (graph_index k = 0; k < entries; k++)
        value[k] = fabs(value[k]) + p[row[k]] - p[column[k]] - less;
    graph_type type;
    graph_matrix_type(&type, A);
    if (status == GRAPH_OK)
        status = graph_matrix_create(W, type, n, n);
    if (status == GRAPH_OK)
        status = graph_matrix_build(*W, row, column, value, GRAPH_FP64, entries, GRAPH_NO_OP);
    free(row);
    free(column);
    free(value);
    return status;
}

/* Every shape with every number of ranks; among them some graphs with more vertices than a group of 64. */
static bool compare_graph(int k, uint64_t *seed)
{
    static const graph_type types[] = {GRAPH_PATTERN, GRAPH_INT32, GRAPH_FP64, GRAPH_UINT8};
    struct algorithm a = {.seed = test_random(seed)};
    graph_matrix *A = NULL;
    const int64_t n = 1 + (int64_t)(k % 7 == 3 ? 70 + test_random(seed) % 80 : test_random(seed) % 40);
    if (!CHECK_OK(random_matrix(&A, seed, (enum graph_shape)(k % SHAPE_COUNT), types[k / 8 % 4], n, n,
                                (int64_t)(test_random(seed) % (uint64_t)(4 * n)), VALUES_REAL)))
        return false;
    a.A = A;
    const bool has_run = run_ranks(rank_numbers[(k + k / 24) % RANK_NUMBERS], NULL, run_all, &a);
    graph_matrix_release(&A);
    return has_run && CHECK_SAY(!a.is_wrong, "graph %d", k);
}

TEST(equal_to_one_machine)
{
    uint64_t seed = 5;
    for (int k = 0; k < SHAPE_COUNT * RANK_NUMBERS; k += test_step(7))
        compare_graph(k, &seed);
}

/* What is known of a matrix goes with it, and is forgotten when it is written. */
static void carry_symmetry(graph_group *g, void *context)
{
    struct algorithm *const a = context;
    graph_dist *D = NULL, *E = NULL;
    graph_matrix *all = NULL;
    HOLDS(graph_dist_scatter(&D, g, a->A, 0, GRAPH_CUT_WORK) == GRAPH_OK);
    HOLDS(graph_dist_recut(D, GRAPH_CUT_ROWS) == GRAPH_OK && graph_dist_dup(&E, D) == GRAPH_OK);
    HOLDS(graph_dist_gather(&all, E, -1) == GRAPH_OK && graph_matrix_check(all) == GRAPH_OK);
    HOLDS(all->symmetry == GRAPH_SYMMETRIC);
    graph_matrix_release(&all);
    HOLDS(graph_dist_select(E, NULL, GRAPH_NO_OP, GRAPH_TRIL, D, graph_int64(0), NULL) == GRAPH_OK);
    HOLDS(graph_dist_gather(&all, E, -1) == GRAPH_OK && graph_matrix_check(all) == GRAPH_OK);
    HOLDS(all->symmetry == GRAPH_SYMMETRY_UNKNOWN);
    graph_matrix_release(&all);
    graph_dist_release(&D);
    graph_dist_release(&E);
}

TEST(symmetry_is_carried)
{
    struct algorithm a = {.seed = 41};
    graph_matrix *A = NULL;
    bool is_symmetric = false;
    REQUIRE_OK(graph_generate_rmat(
        &A, 5, 100,
        &(graph_generator_options){.size = sizeof(graph_generator_options), .is_undirected = true}));
    REQUIRE_OK(graph__matrix_symmetry(&is_symmetric, A));
    REQUIRE(is_symmetric);
    a.A = A;
    REQUIRE(run_ranks(3, NULL, carry_symmetry, &a));
    CHECK(!a.is_wrong);
    graph_matrix_release(&A);
}

TEST(negative_weights)
{
    static const graph_type types[] = {GRAPH_INT32, GRAPH_FP64, GRAPH_FP32, GRAPH_INT64};
    uint64_t seed = 11;
    int right = 0, cycles = 0;
    for (int k = 0; k < 24; k++) {
        struct algorithm a = {.seed = test_random(&seed)};
        graph_matrix *A = NULL, *W = NULL;
        const int64_t n = 2 + (int64_t)(test_random(&seed) % 38);
        REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)(k % SHAPE_COUNT), types[k % 4], n, n,
                                 (int64_t)(test_random(&seed) % (uint64_t)(4 * n)), VALUES_SMALL));
        REQUIRE_OK(shift_weights(&W, A, a.seed, k % 3 == 2 ? 3 : 0));
        graph_dense d = {.size = sizeof d};
        const graph_status status = graph_apsp(&d, NULL, W, NULL);
        graph_free(d.value);
        right += status == GRAPH_OK;
        cycles += status == GRAPH_E_NEGATIVE_CYCLE;
        a.A = W;
        REQUIRE(run_ranks(rank_numbers[k % RANK_NUMBERS], NULL, negative_paths, &a));
        CHECK_SAY(!a.is_wrong, "graph %d", k);
        graph_matrix_release(&A);
        graph_matrix_release(&W);
    }
    CHECK_SAY(right >= 8 && cycles >= 2, "%d graphs without and %d with negative cycles", right, cycles);
}

/* Graphs of many blocks of rows, one of which is longer than a block. */
static void many_blocks(graph_group *g, void *context)
{
    struct algorithm *const a = context;
    graph_dist *D = NULL;
    graph_index n = 0;
    graph_matrix_rows(&n, a->A);
    HOLDS(scatter_anyhow(&D, g, a->A, a->seed) == GRAPH_OK);
    ranks_of_pages(a, g, D, n, 3); /* without anything, and with all */
    graph_dist_release(&D);
}

TEST(pagerank_of_many_blocks)
{
    uint64_t seed = 3;
    enum { N = 20000, EDGES = 30000 };
    for (int k = 1; k < RANK_NUMBERS; k += 3) { /* 2 ranks, 6 ranks */
        struct algorithm a = {.seed = test_random(&seed)};
        graph_matrix *A = NULL;
        graph_index *row = malloc((EDGES + N) * sizeof *row), *column = malloc((EDGES + N) * sizeof *column);
        double *weight = malloc((EDGES + N) * sizeof *weight);
        REQUIRE(row != NULL && column != NULL && weight != NULL);
        for (graph_index e = 0; e < EDGES + N; e++) {
            row[e] = e < EDGES ? test_random(&seed) % N : e - EDGES;
            column[e] =
                e < EDGES ? test_random(&seed) % N : 11111; /* all but some dangling ones name this page */
            weight[e] = (double)(1 + test_random(&seed) % 1000) / 1000;
            if (row[e] % 10 == 3)
                row[e]++;
        }
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, N, N));
        REQUIRE_OK(graph_matrix_build(A, row, column, weight, GRAPH_FP64, EDGES + N, GRAPH_MAX));
        a.A = A;
        REQUIRE(run_ranks(rank_numbers[k], NULL, many_blocks, &a));
        CHECK_SAY(!a.is_wrong, "graph %d", k);
        graph_matrix_release(&A);
        free(row);
        free(column);
        free(weight);
    }
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(equal_to_one_machine), TEST_ROW(pagerank_of_many_blocks),
                                        TEST_ROW(negative_weights), TEST_ROW(symmetry_is_carried)};
    graph_set_threads(1);
    if (argc > 2 && strcmp(argv[1], "many") == 0) {
        uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1000000;
        int wrong = 0;
        for (int k = 0; k < atoi(argv[2]) && wrong < 5; k++)
            wrong += !compare_graph(k, &seed);
        printf("%s graphs, %d wrong\n", argv[2], wrong);
        return wrong > 0;
    }
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
#endif
