/* Every algorithm on paths, components and triangles against igraph, on every file of the dataset folders that is a graph
 * of moderate size: levels, components, triangles and clustering at each vertex, reachability, distances of every method
 * with weights made from the ends of an edge, some of them negative, and the paths that belong to them. */
#include <igraph/igraph.h>

#include "tests/support/walks.h"

enum { SOURCES = 6, MOST_EDGES = 700000, MOST_SLOW_EDGES = 40000, MOST_DENSE = 400 };

static igraph_t igraph_of(const struct edge_list *list)
{
    igraph_vector_int_t ends;
    igraph_t graph;
    igraph_vector_int_init(&ends, (igraph_integer_t)(2 * list->edges));
    for (graph_index k = 0; k < list->edges; k++) {
        VECTOR(ends)[2 * k] = (igraph_integer_t)list->from[k];
        VECTOR(ends)[2 * k + 1] = (igraph_integer_t)list->to[k];
    }
    CHECK(igraph_create(&graph, &ends, (igraph_integer_t)list->vertices, IGRAPH_DIRECTED) == IGRAPH_SUCCESS);
    igraph_vector_int_destroy(&ends);
    return graph;
}

static void check_components(const char *name, const graph_matrix *A, const igraph_t *graph, graph_index n,
                             bool is_strong)
{
    igraph_vector_int_t membership;
    igraph_integer_t count;
    graph_vector *component = NULL;
    const graph_components_options o = {.size = sizeof o, .backend = test_backend()};
    graph_index found = 0, wrong = 0;
    igraph_vector_int_init(&membership, 0);
    igraph_connected_components(graph, &membership, NULL, &count, is_strong ? IGRAPH_STRONG : IGRAPH_WEAK);
    REQUIRE_OK(is_strong ? graph_strong_components(&component, &found, A, &o)
                         : graph_weak_components(&component, &found, A, &o));
    int64_t *label = values_of(component, n), *theirs = malloc((n + 1) * sizeof *theirs);
    memset(theirs, 0xff, (n + 1) * sizeof *theirs);
    for (graph_index v = 0; v < n; v++) {
        if (theirs[label[v]] < 0)
            theirs[label[v]] = VECTOR(membership)[v];
        wrong += theirs[label[v]] != VECTOR(membership)[v];
    }
    CHECK_SAY(found == (graph_index)count && wrong == 0, "%s: components, strong %d: %llu differ", name,
              is_strong, (unsigned long long)wrong);
    free(label);
    free(theirs);
    graph_vector_release(&component);
    igraph_vector_int_destroy(&membership);
}

static void check_triangles(const char *name, const graph_matrix *A, igraph_t *graph, graph_index n)
{
    graph_clustering_facts facts = {.size = sizeof facts};
    graph_vector *local = NULL, *at = NULL;
    igraph_vector_t triangles, coefficients;
    igraph_real_t transitivity;
    graph_index wrong = 0, room = n;
    double *ours = malloc((n + 1) * sizeof *ours);
    igraph_vector_init(&triangles, 0);
    igraph_vector_init(&coefficients, 0);
    igraph_to_undirected(graph, IGRAPH_TO_UNDIRECTED_COLLAPSE, NULL);
    igraph_simplify(graph, true, true, NULL);
    igraph_adjacent_triangles(graph, &triangles, igraph_vss_all());
    igraph_transitivity_local_undirected(graph, &coefficients, igraph_vss_all(), IGRAPH_TRANSITIVITY_ZERO);
    igraph_transitivity_undirected(graph, &transitivity, IGRAPH_TRANSITIVITY_ZERO);
    REQUIRE_OK(graph_clustering(&local, &facts, A,
                                &(graph_clustering_options){.size = sizeof(graph_clustering_options),
                                                            .backend = test_backend(),
                                                            .triangles = &at}));
    int64_t *counted = values_of(at, n);
    CHECK_OK(graph_vector_extract_tuples(NULL, ours, GRAPH_FP64, &room, local));
    for (graph_index v = 0; v < n; v++)
        wrong +=
            (double)counted[v] != VECTOR(triangles)[v] || !(fabs(ours[v] - VECTOR(coefficients)[v]) <= 1e-14);
    CHECK_SAY(wrong == 0 && fabs(facts.transitivity - transitivity) <= 1e-14,
              "%s: triangles of %llu vertices differ; transitivity %.17g and %.17g", name,
              (unsigned long long)wrong, facts.transitivity, transitivity);
    free(counted);
    free(ours);
    graph_vector_release(&local);
    graph_vector_release(&at);
    igraph_vector_destroy(&triangles);
    igraph_vector_destroy(&coefficients);
}

/* Searches, verified, and reachability against the hop counts of igraph. */
static void check_searches(const char *name, const graph_matrix *A, const graph_index *source,
                           const igraph_matrix_t *hops, graph_index n)
{
    const graph_bfs_options search = {.size = sizeof search, .backend = test_backend()};
    graph_closure *closure = NULL;
    graph_index *reached = malloc((n + 1) * sizeof *reached), wrong = 0;
    REQUIRE_OK(graph_transitive_closure(&closure, A,
                                        &(graph_closure_options){.size = sizeof(graph_closure_options),
                                                                 .backend = test_backend(),
                                                                 .is_reflexive = true}));
    for (graph_index k = 0; k < SOURCES; k++) {
        graph_vector *level = NULL, *parent = NULL;
        graph_index room = n, entries = 0, finite = 0;
        REQUIRE_OK(graph_bfs(&level, &parent, A, source[k], &search));
        CHECK_OK(graph_bfs_verify(level, parent, A, source[k], NULL));
        CHECK_OK(graph_vector_entries(&entries, level));
        CHECK_OK(graph_closure_successors(reached, &room, closure, source[k]));
        for (graph_index v = 0, next = 0; v < n; v++) {
            bool is_finite = isfinite(MATRIX(*hops, k, v)), is_listed = next < room && reached[next] == v;
            next += is_listed;
            finite += is_finite;
            wrong += is_finite != is_listed;
        }
        wrong += finite != entries;
        graph_vector_release(&level);
        graph_vector_release(&parent);
    }
    CHECK_SAY(wrong == 0, "%s: reachability differs %llu times", name, (unsigned long long)wrong);
    free(reached);
    graph_closure_release(&closure);
}

/* Whether a path from row k of `predecessor` to v has edges of W that add up to its distance. */
static bool is_right_path(const graph_matrix *W, const graph_dense *predecessor, graph_index k, graph_index v,
                          double distance)
{
    graph_index *path = NULL, length = 0;
    double cost = 0;
    if (!CHECK_OK(graph_path(&path, &length, predecessor, k, v)))
        return false;
    bool is_right = isfinite(distance) == (length > 0);
    for (graph_index p = 0; is_right && p + 1 < length; p++) {
        graph_scalar weight;
        is_right = graph_matrix_get(&weight, W, path[p], path[p + 1]) == GRAPH_OK;
        cost += is_right ? weight.value.f : 0;
    }
    graph_free(path);
    return is_right && (length == 0 || cost == distance);
}

/* Distances of one method from `rows` sources (all vertices if source is NULL), and paths to some vertices. */
static void check_distances(const char *name, const char *what, const graph_matrix *W,
                            const graph_index *source, graph_index rows, const igraph_matrix_t *theirs,
                            graph_apsp_options o)
{
    graph_dense d = {.size = sizeof d, .type = o.is_unweighted ? GRAPH_INT32 : GRAPH_FP64},
                p = {.size = sizeof p};
    graph_index wrong = 0, bad_paths = 0;
    o.size = sizeof o;
    o.backend = test_backend();
    o.source = source;
    o.sources = source != NULL ? rows : 0;
    REQUIRE_OK(graph_apsp(&d, o.is_unweighted ? NULL : &p, W, &o));
    for (graph_index k = 0; k < rows; k++)
        for (graph_index v = 0; v < d.columns; v++) {
            double expected = MATRIX(*theirs, k, v);
            int32_t hops = o.is_unweighted ? ((int32_t *)d.value)[k * d.stride + v] : 0;
            double ours = !o.is_unweighted                ? ((double *)d.value)[k * d.stride + v]
                          : hops == GRAPH_UNREACHED_INT32 ? INFINITY
                                                          : hops;
            wrong += ours != expected; /* Weights are whole, so sums are exact. */
            if (!o.is_unweighted && v % (1 + d.columns / 8) == 0)
                bad_paths += !is_right_path(W, &p, k, v, ours);
        }
    CHECK_SAY(wrong == 0 && bad_paths == 0, "%s, %s: %llu distances differ, %llu paths are wrong", name, what,
              (unsigned long long)wrong, (unsigned long long)bad_paths);
    graph_free(d.value);
    graph_free(p.value);
}

/* A with weights 1 .. 16 from the ends of an edge; with is_negative also the difference of their heights. */
static graph_matrix *weigh(struct edge_list *list, bool is_negative, igraph_vector_t *weights)
{
    graph_matrix *W = NULL;
    igraph_vector_resize(weights, (igraph_integer_t)list->edges);
    for (graph_index k = 0; k < list->edges; k++) {
        uint64_t from = list->from[k], to = list->to[k], seed = from * 1000003 + to;
        double height = (double)(from * 2654435761u % 64) - (double)(to * 2654435761u % 64);
        list->weight[k] = (double)(1 + test_random(&seed) % 16) + (is_negative ? height : 0);
        VECTOR(*weights)[k] = list->weight[k];
    }
    CHECK_OK(graph_matrix_create(&W, GRAPH_FP64, list->vertices, list->vertices));
    CHECK_OK(graph_matrix_build(W, list->from, list->to, list->weight, GRAPH_FP64, list->edges, GRAPH_MIN));
    return W;
}

static void check_paths(const char *name, const graph_matrix *A, const igraph_t *graph,
                        struct edge_list *list)
{
    graph_index n = list->vertices, source[SOURCES];
    igraph_vector_int_t from;
    igraph_vector_t weights;
    igraph_matrix_t theirs;
    graph_matrix *W = NULL;
    igraph_vector_int_init(&from, SOURCES);
    igraph_vector_init(&weights, 0);
    igraph_matrix_init(&theirs, 0, 0);
    for (graph_index k = 0; k < SOURCES; k++) /* where edges are, or anywhere if there are none */
        VECTOR(from)
    [k] = (igraph_integer_t)(source[k] = list->edges > 0 ? list->from[k * list->edges / SOURCES] : k % n);
    const igraph_vs_t some = igraph_vss_vector(&from);
    igraph_distances(graph, &theirs, some, igraph_vss_all(), IGRAPH_OUT);
    check_distances(name, "hops", A, source, SOURCES, &theirs, (graph_apsp_options){.is_unweighted = true});
    check_searches(name, A, source, &theirs, n);
    W = weigh(list, false, &weights);
    igraph_distances_dijkstra(graph, &theirs, some, igraph_vss_all(), &weights, IGRAPH_OUT);
    check_distances(name, "dijkstra", W, source, SOURCES, &theirs,
                    (graph_apsp_options){.method = GRAPH_APSP_DIJKSTRA});
    for (int k = 0; k < 2; k++) {
        graph_vector *distance = NULL;
        graph_index room = n, *index = malloc((n + 1) * sizeof *index), wrong = 0;
        double *value = malloc((n + 1) * sizeof *value);
        REQUIRE_OK(graph_sssp(&distance, NULL, W, source[k],
                              &(graph_sssp_options){.size = sizeof(graph_sssp_options),
                                                    .backend = test_backend(),
                                                    .method = GRAPH_SSSP_STEPS}));
        CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_FP64, &room, distance));
        for (graph_index v = 0, next = 0; v < n; v++) {
            bool is_there = next < room && index[next] == v;
            wrong += MATRIX(theirs, k, v) != (is_there ? value[next] : INFINITY);
            next += is_there;
        }
        CHECK_SAY(wrong == 0, "%s: delta-stepping differs %llu times", name, (unsigned long long)wrong);
        free(index);
        free(value);
        graph_vector_release(&distance);
    }
    graph_matrix_release(&W);
    if (list->edges <= MOST_SLOW_EDGES) {
        W = weigh(list, true, &weights);
        igraph_distances_bellman_ford(graph, &theirs, some, igraph_vss_all(), &weights, IGRAPH_OUT);
        check_distances(name, "johnson beside bellman_ford", W, source, SOURCES, &theirs,
                        (graph_apsp_options){.method = GRAPH_APSP_JOHNSON});
        if (n <= MOST_DENSE) {
            igraph_distances_floyd_warshall(graph, &theirs, &weights, IGRAPH_OUT);
            check_distances(name, "floyd_warshall", W, NULL, n, &theirs,
                            (graph_apsp_options){.method = GRAPH_APSP_FLOYD_WARSHALL});
            check_distances(name, "algebra", W, NULL, n, &theirs,
                            (graph_apsp_options){.form = GRAPH_FORM_ALGEBRA});
            igraph_distances_johnson(graph, &theirs, igraph_vss_all(), igraph_vss_all(), &weights);
            check_distances(name, "johnson", W, NULL, n, &theirs,
                            (graph_apsp_options){.method = GRAPH_APSP_JOHNSON});
        }
        graph_matrix_release(&W);
    }
    igraph_vector_int_destroy(&from);
    igraph_vector_destroy(&weights);
    igraph_matrix_destroy(&theirs);
}

/* True if the file is a graph of moderate size, which was compared. */
static int compare(const char *path, const char *name)
{
    graph_matrix *A = NULL;
    graph_index n = 0, columns = 0, edges = 0;
    graph_read_options options = {.size = sizeof options, .is_compact = true};
    if (graph_read(&A, path, &options) != GRAPH_OK)
        return false; /* What loaders take and refuse is tested elsewhere. */
    graph_matrix_rows(&n, A);
    graph_matrix_columns(&columns, A);
    graph_matrix_entries(&edges, A);
    bool is_fit = n == columns && n > 0 && edges <= MOST_EDGES;
    if (is_fit) {
        struct edge_list list = edges_of(A);
        igraph_t graph = igraph_of(&list);
        check_components(name, A, &graph, n, true);
        check_components(name, A, &graph, n, false);
        check_paths(name, A, &graph, &list);
        check_triangles(name, A, &graph, n);
        igraph_destroy(&graph);
        edges_release(&list);
    }
    graph_matrix_release(&A);
    return is_fit;
}

TEST(every_graph_that_is_shipped)
{
    igraph_set_error_handler(igraph_error_handler_printignore);
    int compared = test_each_file(test_shipped_folder(), compare);
    CHECK_SAY(compared >= 12, "%d graphs are shipped", compared);
}

TEST(every_graph_of_the_folder)
{
    char inner[4096];
    if (test_datasets() == NULL)
        SKIP("$SEMIGRAPH_DATASETS names no folder of larger graphs");
    igraph_set_error_handler(igraph_error_handler_printignore);
    snprintf(inner, sizeof inner, "%s/awkward", test_datasets());
    int compared = test_each_file(test_datasets(), compare) + test_each_file(inner, compare);
    CHECK_SAY(compared >= 20, "%d graphs in %s", compared, test_datasets());
}

TEST_MAIN(TEST_ROW(every_graph_that_is_shipped), TEST_ROW(every_graph_of_the_folder))
