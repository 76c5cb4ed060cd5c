/* PageRank and betweenness against igraph's, on real graphs as directed and as undirected, and on random ones with weights,
 * loops and parts without edges. */
#include <igraph.h>

#include "tests/support/graphs.h"
#include "tests/support/test.h"

/* A graph of both libraries. */
struct both {
    const char *name;
    const graph_matrix *A;
    igraph_t theirs;
    igraph_vector_t weights;
    graph_index n, edges;
    bool is_undirected;
};

/* The entries of A as directed edges, or if is_undirected those of its upper triangle as undirected ones. */
static void open_both(struct both *b, const char *name, const graph_matrix *A, bool is_undirected)
{
    igraph_vector_int_t ends;
    *b = (struct both){.name = name, .A = A, .is_undirected = is_undirected};
    graph_matrix_rows(&b->n, A);
    graph_matrix_entries(&b->edges, A);
    graph_index *from = malloc((b->edges + 1) * sizeof *from), *to = malloc((b->edges + 1) * sizeof *to);
    double *weight = malloc((b->edges + 1) * sizeof *weight);
    CHECK_OK(graph_matrix_extract_tuples(from, to, weight, GRAPH_FP64, &b->edges, A));
    igraph_vector_int_init(&ends, 0);
    igraph_vector_init(&b->weights, 0);
    for (graph_index k = 0; k < b->edges; k++) {
        if (is_undirected && from[k] > to[k])
            continue;
        igraph_vector_int_push_back(&ends, (igraph_integer_t)from[k]);
        igraph_vector_int_push_back(&ends, (igraph_integer_t)to[k]);
        igraph_vector_push_back(&b->weights, weight[k]);
    }
    CHECK(igraph_create(&b->theirs, &ends, (igraph_integer_t)b->n, !is_undirected) == IGRAPH_SUCCESS);
    igraph_vector_int_destroy(&ends);
    free(from);
    free(to);
    free(weight);
}

static void close_both(struct both *b)
{
    igraph_destroy(&b->theirs);
    igraph_vector_destroy(&b->weights);
}

static void compare_vectors(const struct both *b, const char *what, const graph_vector *ours,
                            const igraph_vector_t *theirs)
{
    graph_index room = b->n, different = 0;
    double *value = malloc((b->n + 1) * sizeof *value), scale = 0, worst = 0;
    CHECK_OK(graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &room, ours));
    for (graph_index v = 0; v < b->n; v++)
        scale = fmax(scale, fabs(VECTOR(*theirs)[v]));
    for (graph_index v = 0; v < b->n; v++) {
        const double off = fabs(value[v] - VECTOR(*theirs)[v]);
        different += !(off <= 1e-10 * scale);
        worst = fmax(worst, off);
    }
    CHECK_SAY(room == b->n && different == 0, "%s, %s: %llu of %llu values differ, by up to %g of %g",
              b->name, what, (unsigned long long)different, (unsigned long long)b->n, worst, scale);
    free(value);
}

/* igraph doubles undirected loops; graphs with loops are compared as directed. */
static void compare_pagerank(const struct both *b, bool is_weighted)
{
    igraph_vector_t theirs;
    graph_vector *rank = NULL;
    const graph_pagerank_options o = {
        .size = sizeof o, .tolerance = 1e-14, .is_weighted = is_weighted, .backend = test_backend()};
    igraph_vector_init(&theirs, 0);
    CHECK(igraph_pagerank(&b->theirs, IGRAPH_PAGERANK_ALGO_PRPACK, &theirs, NULL, igraph_vss_all(), true,
                          0.85, is_weighted ? &b->weights : NULL, NULL) == IGRAPH_SUCCESS);
    REQUIRE_OK(graph_pagerank(&rank, b->A, &o));
    compare_vectors(b, is_weighted ? "weighted PageRank" : "PageRank", rank, &theirs);
    graph_vector_release(&rank);
    igraph_vector_destroy(&theirs);
}

static void compare_betweenness(const struct both *b, bool is_weighted, const graph_index *source,
                                graph_index sources)
{
    igraph_vector_t theirs, their_edges;
    igraph_vector_int_t list;
    igraph_vs_t from;
    graph_vector *vertex = NULL;
    graph_matrix *edges = NULL;
    const graph_betweenness_options o = {.size = sizeof o,
                                         .is_weighted = is_weighted,
                                         .is_undirected = b->is_undirected,
                                         .edges = &edges,
                                         .backend = test_backend()};
    igraph_vector_init(&theirs, 0);
    igraph_vector_init(&their_edges, 0);
    igraph_vector_int_init(&list, 0);
    for (graph_index k = 0; k < sources; k++)
        igraph_vector_int_push_back(&list, (igraph_integer_t)source[k]);
    igraph_vs_vector(&from, &list);
    if (sources > 0)
        CHECK(igraph_betweenness_subset(&b->theirs, &theirs, igraph_vss_all(), true, from, igraph_vss_all(),
                                        is_weighted ? &b->weights : NULL) == IGRAPH_SUCCESS);
    else
        CHECK(igraph_betweenness(&b->theirs, &theirs, igraph_vss_all(), true,
                                 is_weighted ? &b->weights : NULL) == IGRAPH_SUCCESS);
    REQUIRE_OK(graph_betweenness(&vertex, b->A, sources > 0 ? source : NULL, sources, &o));
    compare_vectors(b, is_weighted ? "weighted betweenness" : "betweenness", vertex, &theirs);
    if (sources == 0) {
        CHECK(igraph_edge_betweenness(&b->theirs, &their_edges, true, is_weighted ? &b->weights : NULL) ==
              IGRAPH_SUCCESS);
        double scale = igraph_vector_size(&their_edges) > 0 ? igraph_vector_max(&their_edges) : 0;
        int different = 0;
        for (igraph_integer_t e = 0; e < igraph_ecount(&b->theirs); e++) {
            graph_scalar x = graph_fp64(-1);
            graph_matrix_get(&x, edges, (graph_index)IGRAPH_FROM(&b->theirs, e),
                             (graph_index)IGRAPH_TO(&b->theirs, e));
            different += !(fabs(x.value.f - VECTOR(their_edges)[e]) <= 1e-10 * scale);
        }
        CHECK_SAY(different == 0, "%s: %d edges differ", b->name, different);
    }
    graph_vector_release(&vertex);
    graph_matrix_release(&edges);
    igraph_vector_destroy(&theirs);
    igraph_vector_destroy(&their_edges);
    igraph_vector_int_destroy(&list);
    igraph_vs_destroy(&from);
}

/* igraph scales by the largest value. */
static void compare_powers(const struct both *b)
{
    igraph_vector_t hub, authority, eigen, close;
    graph_vector *ours[2] = {NULL, NULL}, *x = NULL;
    graph_power_report report = {.size = sizeof report};
    const graph_power_options o = {.size = sizeof o,
                                   .tolerance = 1e-13,
                                   .most_rounds = 20000,
                                   .report = &report,
                                   .backend = test_backend()};
    graph_scalar most;
    igraph_vector_init(&hub, 0);
    igraph_vector_init(&authority, 0);
    igraph_vector_init(&eigen, 0);
    igraph_vector_init(&close, 0);
    CHECK(igraph_hub_and_authority_scores(&b->theirs, &hub, &authority, NULL, true, NULL, NULL) ==
          IGRAPH_SUCCESS);
    CHECK(igraph_eigenvector_centrality(&b->theirs, &eigen, NULL, true, true, NULL, NULL) == IGRAPH_SUCCESS);
    REQUIRE_OK(graph_hits(&ours[0], &ours[1], b->A, &o));
    for (int k = 0; k < 2; k++) {
        CHECK_OK(graph_vector_reduce(&most, GRAPH_FP64, GRAPH_MAX, ours[k], NULL));
        CHECK_OK(graph_vector_apply_second(ours[k], NULL, GRAPH_NO_OP, GRAPH_DIV, ours[k], most, NULL));
        if (report.has_converged)
            compare_vectors(b, k == 0 ? "hubs" : "authorities", ours[k], k == 0 ? &hub : &authority);
    }
    REQUIRE_OK(graph_eigenvector_centrality(&x, b->A, &o));
    CHECK_OK(graph_vector_reduce(&most, GRAPH_FP64, GRAPH_MAX, x, NULL));
    CHECK_OK(graph_vector_apply_second(x, NULL, GRAPH_NO_OP, GRAPH_DIV, x, most, NULL));
    CHECK_SAY(report.has_converged, "%s: no eigenvector after %d rounds", b->name, (int)report.rounds);
    compare_vectors(b, "eigenvector centrality", x, &eigen);
    graph_vector_release(&x);
    const graph_closeness_options c = {.size = sizeof c, .backend = test_backend()};
    CHECK(igraph_closeness(&b->theirs, &close, NULL, NULL, igraph_vss_all(), IGRAPH_OUT, NULL, true) ==
          IGRAPH_SUCCESS);
    for (graph_index v = 0; v < b->n; v++) /* where nothing is reached */
        VECTOR(close)[v] = isnan(VECTOR(close)[v]) ? 0 : VECTOR(close)[v];
    REQUIRE_OK(graph_closeness(&x, b->A, NULL, 0, &c));
    compare_vectors(b, "closeness", x, &close);
    graph_vector_release(&x);
    CHECK(igraph_harmonic_centrality(&b->theirs, &close, igraph_vss_all(), IGRAPH_OUT, NULL, false) ==
          IGRAPH_SUCCESS);
    REQUIRE_OK(graph_harmonic(&x, b->A, NULL, 0, &c));
    compare_vectors(b, "harmonic centrality", x, &close);
    graph_vector_release(&x);
    CHECK(igraph_eccentricity(&b->theirs, &close, igraph_vss_all(), IGRAPH_OUT) == IGRAPH_SUCCESS);
    REQUIRE_OK(graph_eccentricity(&x, b->A, NULL, 0, &c));
    compare_vectors(b, "eccentricity", x, &close);
    graph_vector_release(&x);
    igraph_real_t diameter, radius;
    graph_index d, r;
    CHECK(igraph_diameter(&b->theirs, &diameter, NULL, NULL, NULL, NULL, !b->is_undirected, true) ==
          IGRAPH_SUCCESS);
    CHECK(igraph_radius(&b->theirs, &radius, IGRAPH_OUT) == IGRAPH_SUCCESS);
    CHECK_OK(graph_diameter(&d, b->A, NULL));
    CHECK_OK(graph_radius(&r, b->A, NULL));
    CHECK_SAY((double)d == diameter && (double)r == radius, "%s: diameter %d and %g, radius %d and %g",
              b->name, (int)d, diameter, (int)r, radius);
    graph_vector_release(&ours[0]);
    graph_vector_release(&ours[1]);
    igraph_vector_destroy(&hub);
    igraph_vector_destroy(&authority);
    igraph_vector_destroy(&eigen);
    igraph_vector_destroy(&close);
}

enum { EXACT_VERTICES = 1100, SOURCES = 2 };

static void compare_real(const char *file, graph_direction direction)
{
    graph_matrix *A = NULL;
    struct both b;
    uint64_t seed = 77;
    graph_index list[SOURCES];
    REQUIRE_OK(graph_read(&A, test_find_dataset(file),
                          &(const graph_read_options){.size = sizeof(graph_read_options),
                                                      .direction = direction,
                                                      .loops = GRAPH_LOOPS_DROP}));
    open_both(&b, file, A, direction == GRAPH_UNDIRECTED);
    for (int k = 0; k < SOURCES; k++)
        list[k] = test_random(&seed) % b.n;
    compare_pagerank(&b, false);
    compare_betweenness(&b, false, b.n > EXACT_VERTICES ? list : NULL, b.n > EXACT_VERTICES ? SOURCES : 0);
    close_both(&b);
    graph_matrix_release(&A);
}

TEST(real_graphs)
{
    igraph_set_error_handler(igraph_error_handler_printignore);
    CHECK(test_real_graphs(compare_real) >= 6);
}

TEST(random_graphs)
{
    uint64_t seed = 12;
    igraph_set_error_handler(igraph_error_handler_printignore);
    for (int shape = 0; shape < SHAPE_COUNT; shape++)
        for (int64_t n = 1; n < 120; n += 1 + n) {
            graph_matrix *A = NULL, *W = NULL;
            struct both b;
            /* Weights 1 .. 8: sums are exact, and so is igraph's test whether paths are as long as each other. */
            REQUIRE_OK(
                random_matrix(&A, &seed, (enum graph_shape)shape, GRAPH_INT8, n, n, 3 * n, VALUES_SMALL));
            CHECK_OK(graph_apply(A, NULL, GRAPH_NO_OP, GRAPH_ABS, A, NULL));
            CHECK_OK(graph_apply_second(A, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, graph_int64(1), NULL));
            open_both(&b, "random, directed", A, false);
            compare_pagerank(&b, false);
            compare_pagerank(&b, true);
            compare_betweenness(&b, false, NULL, 0);
            compare_betweenness(&b, true, NULL, 0);
            close_both(&b);
            graph_matrix_release(&A);
            REQUIRE_OK(random_undirected(&A, &seed, (enum graph_shape)shape, n, 2 * n));
            REQUIRE_OK(graph_matrix_create(&W, GRAPH_INT64, (graph_index)n, (graph_index)n));
            CHECK_OK(graph_apply_index(W, NULL, GRAPH_NO_OP, GRAPH_DIAGONAL_INDEX, A, graph_int64(0), NULL));
            CHECK_OK(graph_apply(W, NULL, GRAPH_NO_OP, GRAPH_ABS, W, NULL));
            open_both(&b, "random, undirected", W, true);
            compare_pagerank(&b, false);
            compare_pagerank(&b, true);
            compare_betweenness(&b, false, NULL, 0);
            compare_betweenness(&b, true, NULL, 0);
            close_both(&b);
            graph_matrix_release(&A);
            graph_matrix_release(&W);
        }
}

TEST(powers_and_distances)
{
    uint64_t seed = 91;
    igraph_set_error_handler(igraph_error_handler_printignore);
    for (int64_t n = 20; n < 600; n *= 2)
        for (int is_undirected = 0; is_undirected < 2; is_undirected++) {
            graph_matrix *A = NULL;
            struct both b;
            if (is_undirected) /* dense enough to have one largest eigenvalue */
                REQUIRE_OK(random_undirected(&A, &seed, SHAPE_UNIFORM, n, 5 * n));
            else
                REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_PATTERN, n, n, 8 * n, VALUES_SMALL));
            open_both(&b, is_undirected ? "random, undirected" : "random, directed", A, is_undirected);
            compare_powers(&b);
            close_both(&b);
            graph_matrix_release(&A);
        }
}

TEST_MAIN(TEST_ROW(powers_and_distances), TEST_ROW(real_graphs), TEST_ROW(random_graphs))
