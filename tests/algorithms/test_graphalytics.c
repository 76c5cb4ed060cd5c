/* BFS, PageRank, weak components, local clustering and shortest paths of LDBC Graphalytics on the two example graphs of its
 * specification (vertices from 0 here), with its parameters: two rounds of PageRank, searches from vertices 1 and 2.
 * Results follow from the definitions of the specification by arithmetic in fractions.  Label propagation, the sixth of its
 * algorithms, is in test_communities.c. */
#include <math.h>
#include <string.h>

#include "tests/support/kinds.h"

enum { MOST_VERTICES = 10, MOST_EDGES = 17, NONE = -1 };

static const struct example {
    const char *name;
    bool is_undirected;
    graph_index vertices, edges, source;
    graph_index from[MOST_EDGES], to[MOST_EDGES];
    double weight[MOST_EDGES];
    int64_t level[MOST_VERTICES];     /* NONE: not reached */
    double distance[MOST_VERTICES];   /* the same */
    double rank[MOST_VERTICES];       /* after two rounds */
    double clustering[MOST_VERTICES]; /* edges between neighbours, in their directions, over pairs of them */
} examples[] = {
    {.name = "directed",
     .vertices = 10,
     .edges = 17,
     .source = 0,
     .from = {0, 0, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 5, 5, 6, 7, 8},
     .to = {2, 4, 3, 4, 9, 0, 4, 7, 9, 2, 3, 7, 2, 3, 3, 0, 3},
     .weight = {0.5, 0.3, 0.1, 0.3, 0.12, 0.53, 0.62, 0.21, 0.52, 0.69, 0.53, 0.1, 0.23, 0.39, 0.83, 0.39,
                0.69},
     .level = {0, NONE, 1, 2, 1, NONE, NONE, 2, NONE, 2},
     .distance = {0, NONE, 0.5, 0.83, 0.3, NONE, NONE, 0.4, NONE, 1.02},
     .rank = {0.14776291666666666, 0.04753375, 0.15504694444444445, 0.1597573611111111, 0.14624, 0.04753375,
              0.04753375, 0.11357402777777778, 0.04753375, 0.08748375},
     .clustering = {2.0 / 3, 1.0 / 6, 3.0 / 20, 1.0 / 20, 1.0 / 4, 0, 0, 5.0 / 6, 0, 0}},
    {.name = "undirected",
     .is_undirected = true,
     .vertices = 9,
     .edges = 12,
     .source = 1,
     .from = {0, 0, 1, 1, 1, 3, 3, 4, 4, 4, 4, 5},
     .to = {1, 2, 2, 3, 6, 4, 6, 5, 6, 7, 8, 7},
     .weight = {0.9, 0.69, 0.13, 0.5, 0.32, 0.63, 0.12, 0.53, 0.64, 0.23, 0.63, 0.36},
     .level = {1, 0, 1, 1, 2, 3, 1, 3, 3},
     .distance = {0.82, 0, 0.13, 0.44, 0.96, 1.49, 0.32, 1.19, 1.59},
     .rank = {0.0908449074074074, 0.14240895061728395, 0.0908449074074074, 0.1249891975308642,
              0.16861728395061729, 0.09749537037037037, 0.1249891975308642, 0.09749537037037037,
              0.062314814814814816},
     .clustering = {1, 1.0 / 3, 1, 2.0 / 3, 1.0 / 5, 1, 2.0 / 3, 1, 0}},
};
enum { EXAMPLES = sizeof examples / sizeof examples[0] };

static void make(graph_matrix **A, const struct example *x)
{
    REQUIRE_OK(graph_matrix_create(A, GRAPH_FP64, x->vertices, x->vertices));
    for (graph_index k = 0; k < x->edges; k++) {
        REQUIRE_OK(graph_matrix_set(*A, x->from[k], x->to[k], graph_fp64(x->weight[k])));
        if (x->is_undirected)
            REQUIRE_OK(graph_matrix_set(*A, x->to[k], x->from[k], graph_fp64(x->weight[k])));
    }
}

/* Compares and releases a vector, whose missing entries are NONE. */
static void compare(const char *what, const struct example *x, int form, graph_vector **found,
                    const double *expected, double allowed)
{
    graph_index index[MOST_VERTICES], entries = x->vertices;
    double value[MOST_VERTICES], all[MOST_VERTICES];
    REQUIRE_OK(graph_vector_extract_tuples(index, value, GRAPH_FP64, &entries, *found));
    for (graph_index v = 0; v < x->vertices; v++)
        all[v] = NONE;
    for (graph_index k = 0; k < entries; k++)
        all[index[k]] = value[k];
    for (graph_index v = 0; v < x->vertices; v++)
        CHECK_SAY(fabs(all[v] - expected[v]) <= allowed, "%s, %s, form %d: %.17g at %llu, expected %.17g",
                  x->name, what, form, all[v], (unsigned long long)v, expected[v]);
    graph_vector_release(found);
}

/* The rule for directed graphs in the algebra: N = A or A' without loops, d its row sums; the coefficients are the row sums
 * of the entries of N plus_pair A in N, over d (d - 1). */
static void find_clustering(graph_vector **c, const graph_matrix *A, graph_index n)
{
    const graph_semiring *plus_pair = graph_semiring_builtin(GRAPH_PLUS_PAIR, GRAPH_INT64);
    const graph_descriptor reversed = {.size = sizeof reversed, .flags = GRAPH_TRANSPOSE_B},
                           inside = {.size = sizeof inside, .flags = GRAPH_MASK_STRUCTURE};
    graph_matrix *N = NULL, *T = NULL;
    graph_vector *sums = NULL, *degrees = NULL;
    double sum[MOST_VERTICES], degree[MOST_VERTICES];
    graph_index room = n;
    REQUIRE_OK(graph_matrix_create(&N, GRAPH_INT64, n, n));
    REQUIRE_OK(graph_matrix_create(&T, GRAPH_INT64, n, n));
    REQUIRE_OK(graph_vector_create(&sums, GRAPH_INT64, n));
    REQUIRE_OK(graph_vector_create(&degrees, GRAPH_INT64, n));
    REQUIRE_OK(graph_vector_fill(sums, graph_int64(0)));
    REQUIRE_OK(graph_vector_fill(degrees, graph_int64(0)));
    REQUIRE_OK(graph_ewise_add(N, NULL, GRAPH_NO_OP, GRAPH_PAIR, A, A, &reversed));
    REQUIRE_OK(graph_apply_second(N, NULL, GRAPH_NO_OP, GRAPH_PAIR, N, graph_int64(1), NULL));
    REQUIRE_OK(graph_mxm(T, N, GRAPH_NO_OP, plus_pair, N, A, &inside));
    REQUIRE_OK(graph_reduce_rows(sums, NULL, GRAPH_PLUS, GRAPH_PLUS, T, NULL));
    REQUIRE_OK(graph_reduce_rows(degrees, NULL, GRAPH_PLUS, GRAPH_PLUS, N, NULL));
    REQUIRE_OK(graph_vector_extract_tuples(NULL, sum, GRAPH_FP64, &room, sums));
    REQUIRE_OK(graph_vector_extract_tuples(NULL, degree, GRAPH_FP64, &room, degrees));
    REQUIRE_OK(graph_vector_create(c, GRAPH_FP64, n));
    for (graph_index v = 0; v < n; v++)
        REQUIRE_OK(
            graph_vector_set(*c, v, graph_fp64(degree[v] > 1 ? sum[v] / (degree[v] * (degree[v] - 1)) : 0)));
    graph_matrix_release(&N);
    graph_matrix_release(&T);
    graph_vector_release(&sums);
    graph_vector_release(&degrees);
}

TEST(answers)
{
    for (int k = 0; k < EXAMPLES; k++)
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
            const struct example *x = &examples[k];
            const graph_form f = (graph_form)form;
            double level[MOST_VERTICES], zero[MOST_VERTICES] = {0};
            graph_matrix *A = NULL;
            graph_vector *v = NULL;
            graph_index count;
            make(&A, x);
            for (graph_index u = 0; u < x->vertices; u++)
                level[u] = (double)x->level[u];
            REQUIRE_OK(graph_bfs(&v, NULL, A, x->source,
                                 &(const graph_bfs_options){.size = sizeof(graph_bfs_options),
                                                            .form = f,
                                                            .backend = test_backend()}));
            compare("levels", x, form, &v, level, 0);
            REQUIRE_OK(graph_sssp(&v, NULL, A, x->source,
                                  &(const graph_sssp_options){.size = sizeof(graph_sssp_options),
                                                              .form = f,
                                                              .backend = test_backend()}));
            compare("distances", x, form, &v, x->distance, 1e-15);
            REQUIRE_OK(graph_pagerank(&v, A,
                                      &(const graph_pagerank_options){.size = sizeof(graph_pagerank_options),
                                                                      .form = f,
                                                                      .backend = test_backend(),
                                                                      .tolerance = -1,
                                                                      .most_rounds = 2}));
            compare("ranks", x, form, &v, x->rank, 1e-15);
            REQUIRE_OK(graph_weak_components(
                &v, &count, A,
                &(const graph_components_options){
                    .size = sizeof(graph_components_options), .form = f, .backend = test_backend()}));
            CHECK(count == 1);
            compare("components", x, form, &v, zero, 0);
            find_clustering(&v, A, x->vertices);
            compare("clustering by products", x, form, &v, x->clustering, 1e-15);
            if (x->is_undirected) {
                REQUIRE_OK(graph_clustering(&v, NULL, A, NULL));
                compare("clustering", x, form, &v, x->clustering, 1e-15);
            }
            graph_matrix_release(&A);
        }
}

TEST_MAIN(TEST_ROW(answers))
