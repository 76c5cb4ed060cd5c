/* What calls on ranks refuse: every rank returns the same status with one sentence, and outputs are NULL. */
#include "tests/support/graphs.h"
#include "tests/support/ranks.h"

#include "semigraph/centrality.h"

struct graph {
    const graph_matrix *A;
    struct rank_claims claims;
};

#define HOLDS(condition) rank_claim(&x->claims, g, (condition), #condition, __LINE__, k)

static void refused(struct graph *x, graph_group *g, graph_status got, graph_status expected,
                    const char *piece, int line)
{
    const bool holds = got == expected && strstr(graph_last_error(), piece) != NULL;
    rank_claim(&x->claims, g, holds, piece, line, got);
}
#define REFUSED(call, status, piece) refused(x, g, call, status, piece, __LINE__)

/* What is wrong: the size of the options, the form, or the graph, which is not square. */
static void refuse_algorithms(struct graph *x, graph_group *g, const graph_dist *A, int wrong)
{
    static char something[64];
    const size_t more = wrong == 0 ? 8 : 0;
    const graph_form form = wrong == 1 ? (graph_form)9 : GRAPH_FORM_AUTO;
    const graph_status expected = wrong < 2 ? GRAPH_E_INVALID_VALUE : GRAPH_E_DIMENSION;
    const char *const piece = wrong == 0 ? "options.size is" : wrong == 1 ? "form is 9" : "A is 3 x 5";
#define WRONG(type, ...) (&(const type){.size = sizeof(type) + more, .form = form, __VA_ARGS__})
    graph_vector *v[2] = {(void *)something, (void *)something};
    graph_dense d[2] = {{.size = sizeof d[0]}, {.size = sizeof d[0]}};
    graph_index count = 0;
    uint64_t number = 0;
    const int k = wrong;
    REFUSED(graph_dist_bfs(&v[0], &v[1], A, 0, WRONG(graph_bfs_options)), expected, piece);
    HOLDS(v[0] == NULL && v[1] == NULL);
    v[0] = v[1] = (void *)something;
    REFUSED(graph_dist_sssp(&v[0], &v[1], A, 0, WRONG(graph_sssp_options)), expected, piece);
    HOLDS(v[0] == NULL && v[1] == NULL);
    /* Outputs that options name are NULL too, but of options of another size, of which nothing is known. */
    graph_vector *named[6] = {(void *)something, (void *)something, (void *)something,
                              (void *)something, (void *)something, (void *)something};
    graph_matrix *edges = (void *)something;
    REFUSED(graph_dist_bfs_multi(&d[0], &count, A, NULL, 0,
                                 WRONG(graph_bfs_multi_options, .reached = &named[0],
                                       .eccentricity = &named[1], .distance_sum = &named[2])),
            expected, piece);
    REFUSED(graph_dist_triangles(&number, A, WRONG(graph_triangles_options, .per_vertex = &named[3])),
            expected, piece);
    REFUSED(graph_dist_clustering(
                &v[0], NULL, A, WRONG(graph_clustering_options, .triangles = &named[4], .degree = &named[5])),
            expected, piece);
    REFUSED(graph_dist_betweenness(&v[0], A, NULL, 0, WRONG(graph_betweenness_options, .edges = &edges)),
            expected, piece);
    for (int m = 0; m < 6; m++)
        rank_claim(&x->claims, g, named[m] == (wrong == 0 ? (void *)something : NULL), "named", __LINE__,
                   10 * wrong + m);
    HOLDS((void *)edges == (wrong == 0 ? (void *)something : NULL));
    REFUSED(graph_dist_apsp(&d[0], &d[1], &count, A, WRONG(graph_apsp_options)), expected, piece);
    REFUSED(graph_dist_triangles(&number, A, WRONG(graph_triangles_options)), expected, piece);
    v[0] = v[1] = (void *)something;
    REFUSED(graph_dist_clustering(&v[0], NULL, A, WRONG(graph_clustering_options)), expected, piece);
    REFUSED(graph_dist_weak_components(&v[1], &count, A, WRONG(graph_components_options)), expected, piece);
    HOLDS(v[0] == NULL && v[1] == NULL);
    v[0] = v[1] = (void *)something;
    REFUSED(graph_dist_strong_components(&v[0], &count, A, WRONG(graph_components_options)), expected, piece);
    REFUSED(graph_dist_pagerank(&v[1], A, WRONG(graph_pagerank_options)), expected, piece);
    HOLDS(v[0] == NULL && v[1] == NULL);
    v[0] = (void *)something;
    REFUSED(graph_dist_betweenness(&v[0], A, NULL, 0, WRONG(graph_betweenness_options)), expected, piece);
    REFUSED(graph_dist_closure_count(&number, A, WRONG(graph_closure_options)), expected, piece);
    HOLDS(v[0] == NULL && d[0].value == NULL && d[1].value == NULL);
}

static void refuse_arguments(struct graph *x, graph_group *g, const graph_dist *D, const graph_dist *W)
{
    graph_vector *v = NULL, *u = NULL;
    graph_dist *C = NULL;
    graph_dense d = {.size = sizeof d}, given = {.size = sizeof given, .value = &d};
    float room[400] = {0};
    uint64_t number = 0;
    const graph_index outside = 40;
    const graph_semiring *const plus_times = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP32);
    const int k = 0;
    const graph_apsp_options floyd = {.size = sizeof floyd, .method = GRAPH_APSP_FLOYD_WARSHALL},
                             npy = {.size = sizeof npy, .npy = "/tmp/none.npy"};
    const graph_sssp_options method = {.size = sizeof method, .method = (graph_sssp_method)8},
                             delta = {.size = sizeof delta, .delta = INFINITY};
    const graph_triangles_report small = {.size = 1};
    const graph_triangles_options report = {.size = sizeof report, .report = (void *)(uintptr_t)&small};
    graph_clustering_facts facts = {.size = 1};
    const graph_betweenness_report small_report = {.size = 1};
    const graph_betweenness_options between = {.size = sizeof between,
                                               .report = (void *)(uintptr_t)&small_report};
    const graph_pagerank_report short_report = {.size = 1};
    const graph_pagerank_options pages = {.size = sizeof pages, .report = (void *)(uintptr_t)&short_report};
    REFUSED(graph_dist_bfs(&v, NULL, D, outside, NULL), GRAPH_E_INVALID_INDEX, "40");
    REFUSED(graph_dist_sssp(&v, NULL, D, outside, NULL), GRAPH_E_INVALID_INDEX, "source is 40");
    REFUSED(graph_dist_sssp(&v, NULL, D, 0, &method), GRAPH_E_INVALID_VALUE, "method is 8");
    REFUSED(graph_dist_sssp(&v, NULL, D, 0, &delta), GRAPH_E_INVALID_VALUE, "delta is inf");
    REFUSED(graph_dist_bfs_multi(&d, NULL, D, &outside, 1, NULL), GRAPH_E_INVALID_INDEX, "a source is 40");
    REFUSED(graph_dist_bfs_multi(&d, NULL, D, NULL, 3, NULL), GRAPH_E_INVALID_VALUE, "sources is 3");
    REFUSED(graph_dist_bfs_multi(&given, NULL, D, NULL, 0, NULL), GRAPH_E_NOT_SUPPORTED, "value is not NULL");
    REFUSED(graph_dist_apsp(NULL, NULL, NULL, D, NULL), GRAPH_E_NULL, "distance is NULL");
    REFUSED(graph_dist_apsp(&given, NULL, NULL, D, NULL), GRAPH_E_NOT_SUPPORTED, "value is not NULL");
    REFUSED(graph_dist_apsp(&d, &given, NULL, D, &floyd), GRAPH_E_NOT_SUPPORTED, "");
    REFUSED(graph_dist_apsp(&d, NULL, NULL, D, &npy), GRAPH_E_NOT_SUPPORTED, "options.npy");
    REFUSED(graph_dist_triangles(NULL, D, NULL), GRAPH_E_NULL, "count is NULL");
    REFUSED(graph_dist_triangles(&number, D, &report), GRAPH_E_INVALID_VALUE, "report.size is 1");
    REFUSED(graph_dist_clustering(&v, &facts, D, NULL), GRAPH_E_INVALID_VALUE, "facts.size is 1");
    REFUSED(graph_dist_betweenness(&v, D, NULL, 0, &between), GRAPH_E_INVALID_VALUE, "report.size is 1");
    REFUSED(graph_dist_pagerank(&v, D, &pages), GRAPH_E_INVALID_VALUE, "report.size is 1");
    REFUSED(graph_dist_closure_count(NULL, D, NULL), GRAPH_E_NULL, "pairs is NULL");
    REFUSED(graph_dist_pagerank(NULL, D, NULL), GRAPH_E_NULL, "rank is NULL");
    REFUSED(graph_dist_betweenness(NULL, D, NULL, 0, NULL), GRAPH_E_NULL, "vertex is NULL");
    REFUSED(graph_dist_betweenness(&v, D, NULL, 7, NULL), GRAPH_E_INVALID_VALUE, "sources is 7");
    REFUSED(graph_dist_betweenness(&v, D, &outside, 1, NULL), GRAPH_E_INVALID_INDEX, "40");
    HOLDS(v == NULL && d.value == NULL);
    HOLDS(graph_dist_create(&C, g, GRAPH_FP32, 30, 30) == GRAPH_OK &&
          graph_vector_create(&u, GRAPH_FP32, 30) == GRAPH_OK);
    HOLDS(graph_vector_create(&v, GRAPH_FP32, 5) == GRAPH_OK);
    REFUSED(graph_dist_mxm(C, NULL, GRAPH_NO_OP, NULL, D, D, NULL), GRAPH_E_NULL, "semiring is NULL");
    REFUSED(graph_dist_mxm(C, NULL, GRAPH_NO_OP, plus_times, D, W, NULL), GRAPH_E_DIMENSION, "B has 3 rows");
    REFUSED(graph_dist_mxm(C, W, GRAPH_NO_OP, plus_times, D, D, NULL), GRAPH_E_DIMENSION, "M is 3 x 5");
    REFUSED(graph_dist_mxm((graph_dist *)(uintptr_t)W, NULL, GRAPH_NO_OP, plus_times, D, D, NULL),
            GRAPH_E_DIMENSION, "C is 3 x 5");
    REFUSED(graph_dist_mxv(u, NULL, GRAPH_NO_OP, NULL, D, u, NULL), GRAPH_E_NULL, "semiring is NULL");
    REFUSED(graph_dist_mxv(u, NULL, GRAPH_NO_OP, plus_times, D, v, NULL), GRAPH_E_DIMENSION,
            "u has length 5");
    REFUSED(graph_dist_mxv(v, NULL, GRAPH_NO_OP, plus_times, D, u, NULL), GRAPH_E_DIMENSION,
            "w has length 5");
    REFUSED(graph_dist_mxv(u, v, GRAPH_NO_OP, plus_times, D, u, NULL), GRAPH_E_DIMENSION,
            "the mask has length 5");
    REFUSED(graph_dist_ewise_add(C, NULL, GRAPH_NO_OP, GRAPH_PLUS, D, W, NULL), GRAPH_E_DIMENSION, "3 x 5");
    REFUSED(graph_dist_ewise_add(NULL, NULL, GRAPH_NO_OP, GRAPH_PLUS, D, D, NULL), GRAPH_E_NULL, "C is NULL");
    /* Dense operands, each with one thing wrong. */
    const graph_dense right = {.size = sizeof right,
                               .type = GRAPH_FP32,
                               .layout = GRAPH_ROW_MAJOR,
                               .rows = 30,
                               .columns = 4,
                               .value = room};
    for (int m = 0; m < 8; m++) {
        static const char *const pieces[] = {
            "the size field of C",  "the size field of B",  "C is 29 x 4",       "C is 30 x 3",
            "the layout of C is 9", "the stride of C is 3", "stride of C is 29", ""};
        graph_dense c = right, b = right;
        b.value = room + 200;
        c.size += (size_t)(m == 0);
        b.size += (size_t)(m == 1);
        c.rows -= m == 2;
        c.columns -= m == 3;
        c.layout = m == 4 ? (graph_layout)9 : m == 6 ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR;
        c.stride = m == 5 ? 3 : m == 6 ? 29 : 0;
        const graph_status got = graph_dist_csrmm(&c, plus_times, D, &b, NULL);
        refused(x, g, got,
                m == 2 || m == 3 ? GRAPH_E_DIMENSION
                : m < 7          ? GRAPH_E_INVALID_VALUE
                                 : GRAPH_OK,
                pieces[m], 1000 + m);
    }
    REFUSED(graph_dist_csrmm(NULL, plus_times, D, &right, NULL), GRAPH_E_NULL, "C is NULL");
    REFUSED(graph_dist_csrmm(&right, plus_times, D, NULL, NULL), GRAPH_E_NULL, "B is NULL");
    graph_dist_release(&C);
    graph_vector_release(&u);
    graph_vector_release(&v);
}

static void refuse(graph_group *g, void *context)
{
    struct graph *const x = context;
    graph_dist *D = NULL, *W = NULL;
    const int k = 0;
    HOLDS(scatter_anyhow(&D, g, x->A, 3) == GRAPH_OK);
    HOLDS(graph_dist_create(&W, g, GRAPH_FP32, 3, 5) == GRAPH_OK);
    for (int wrong = 0; wrong < 3; wrong++)
        refuse_algorithms(x, g, wrong < 2 ? D : W, wrong);
    refuse_arguments(x, g, D, W);
    graph_dist_release(&D);
    graph_dist_release(&W);
}

TEST(refusals)
{
    graph_matrix *A = NULL;
    uint64_t seed = 8;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP32, 30, 30, 90, VALUES_SMALL));
    REQUIRE_OK(graph_apply(A, NULL, GRAPH_NO_OP, GRAPH_ABS, A, NULL)); /* else one machine makes the search */
    for (int ranks = 1; ranks <= 3; ranks++) {
        struct graph x = {.A = A, .claims.what = "refusals"};
        REQUIRE(run_ranks(ranks, NULL, refuse, &x));
        CHECK(x.claims.wrong == 0);
    }
    graph_matrix_release(&A);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(refusals)};
    graph_set_threads(1);
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
