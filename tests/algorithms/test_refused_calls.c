/* Every algorithm, called wrongly: each option that all have, the graph, a progress function that cancels.
 * The status is the one that the headers name, with its sentence; outputs that held anything before are NULL; no
 * block is held. */
#include "base/memory.h"
#include "tests/support/graphs.h"
#include "tests/support/test.h"

/* What a call is made with, and what it gives. */
struct call {
    const graph_matrix *A;
    graph_form form;
    graph_backend_kind backend;
    int threads;
    size_t more; /* than the size of the options */
    graph_progress_function *progress;
    graph_vector *vector[4];
    graph_matrix *matrix[2];
    graph_dense dense[2];
    graph_closure *closure;
};

static struct call right_call(const graph_matrix *A, int threads)
{
    return (struct call){.A = A,
                         .backend = test_backend(),
                         .threads = threads,
                         .dense = {{.size = sizeof(graph_dense)}, {.size = sizeof(graph_dense)}}};
}

static int cancels(double done, void *context)
{
    (void)done;
    ++*(int *)context;
    return 1;
}

static int calls;

#define OPTIONS(type, ...)                                                                                   \
    (&(const type){.size = sizeof(type) + c->more,                                                           \
                   .form = c->form,                                                                          \
                   .backend = c->backend,                                                                    \
                   .threads = c->threads,                                                                    \
                   __VA_ARGS__})
#define TOLD(type, ...) OPTIONS(type, .progress = c->progress, .context = &calls, __VA_ARGS__)

static const graph_index some[] = {0, 1};
#define V(k) &c->vector[k]

#define CALL(name, made)                                                                                     \
    static graph_status name(struct call *c) { return made; }

CALL(bfs, graph_bfs(V(0), V(1), c->A, 0, TOLD(graph_bfs_options)))
CALL(clustering,
     graph_clustering(V(0), NULL, c->A, TOLD(graph_clustering_options, .triangles = V(1), .degree = V(2))))
CALL(strong, graph_strong_components(V(0), NULL, c->A, TOLD(graph_components_options)))
CALL(weak, graph_weak_components(V(0), NULL, c->A, TOLD(graph_components_options)))
CALL(closure, graph_transitive_closure(&c->closure, c->A, TOLD(graph_closure_options)))
CALL(bfs_multi, graph_bfs_multi(&c->dense[0], c->A, some, 2,
                                TOLD(graph_bfs_multi_options, .reached = V(0), .eccentricity = V(1),
                                     .distance_sum = V(2))))
CALL(sssp, graph_sssp(V(0), V(1), c->A, 0, TOLD(graph_sssp_options)))
CALL(apsp, graph_apsp(&c->dense[0], &c->dense[1], c->A, TOLD(graph_apsp_options)))
CALL(pagerank, graph_pagerank(V(0), c->A, TOLD(graph_pagerank_options)))
CALL(pagerank_multi, graph_pagerank_multi(&c->dense[0], c->A, some, 2, TOLD(graph_pagerank_options)))
CALL(hits, graph_hits(V(0), V(1), c->A, TOLD(graph_power_options)))
CALL(eigenvector, graph_eigenvector_centrality(V(0), c->A, TOLD(graph_power_options)))
CALL(katz, graph_katz(V(0), c->A, TOLD(graph_power_options)))
CALL(betweenness,
     graph_betweenness(V(0), c->A, some, 2, TOLD(graph_betweenness_options, .edges = &c->matrix[0])))
CALL(closeness, graph_closeness(V(0), c->A, some, 2, TOLD(graph_closeness_options)))
CALL(harmonic, graph_harmonic(V(0), c->A, some, 2, TOLD(graph_closeness_options)))
CALL(eccentricity, graph_eccentricity(V(0), c->A, some, 2, TOLD(graph_closeness_options)))
CALL(cores, graph_core_numbers(V(0), NULL, c->A, TOLD(graph_cohesion_options)))
CALL(k_core, graph_k_core(&c->matrix[0], c->A, 2, TOLD(graph_cohesion_options)))
CALL(trusses, graph_truss_numbers(&c->matrix[0], NULL, c->A, TOLD(graph_cohesion_options)))
CALL(k_truss, graph_k_truss(&c->matrix[0], c->A, 4, TOLD(graph_cohesion_options)))
CALL(labels, graph_label_propagation(V(0), c->A, TOLD(graph_labels_options)))
CALL(louvain, graph_louvain(V(0), c->A, TOLD(graph_communities_options)))
CALL(leiden, graph_leiden(V(0), c->A, TOLD(graph_communities_options)))
CALL(forest, graph_spanning_forest(&c->matrix[0], c->A, TOLD(graph_forest_options)))
CALL(independent_set, graph_independent_set(V(0), NULL, c->A, OPTIONS(graph_set_options)))
CALL(coloring, graph_coloring(V(0), NULL, c->A, OPTIONS(graph_set_options)))
CALL(matching, graph_matching(V(0), NULL, c->A, OPTIONS(graph_matching_options)))
CALL(similarity, graph_similarity(&c->matrix[0], c->A, TOLD(graph_similarity_options)))
CALL(similarity_of_pairs,
     graph_similarity_of_pairs(V(0), c->A, some, some, 2, OPTIONS(graph_similarity_options)))
CALL(walks, graph_random_walks(&c->dense[0], c->A, some, 2, 3, TOLD(graph_walks_options)))
CALL(topological, graph_topological_order(V(0), c->A, OPTIONS(graph_order_options, .level = V(1))))
CALL(ordered, graph_strong_components_ordered(V(0), NULL, c->A, OPTIONS(graph_order_options)))
CALL(induced, graph_induced_subgraph(&c->matrix[0], c->A, some, 2, OPTIONS(graph_order_options)))
CALL(largest_weak, graph_largest_component(&c->matrix[0], V(0), c->A, false, OPTIONS(graph_order_options)))
CALL(largest_strong, graph_largest_component(&c->matrix[0], V(0), c->A, true, OPTIONS(graph_order_options)))

static graph_status triangles(struct call *c)
{
    uint64_t count = 12345;
    const graph_status status =
        graph_triangles(&count, c->A, TOLD(graph_triangles_options, .per_vertex = V(0)));
    CHECK(status == GRAPH_OK || count == 12345);
    return status;
}

static graph_status farthest(struct call *c, bool is_least)
{
    graph_index length = 12345;
    const graph_status status =
        (is_least ? graph_radius : graph_diameter)(&length, c->A, TOLD(graph_diameter_options));
    CHECK(status == GRAPH_OK || length == 12345);
    return status;
}
CALL(diameter, farthest(c, false))
CALL(radius, farthest(c, true))

static graph_status modularity(struct call *c)
{
    graph_vector *community = NULL;
    double Q = 77;
    graph_status status = graph_vector_create(&community, GRAPH_INT64, 6);
    if (status == GRAPH_OK)
        status = graph_vector_fill(community, graph_int64(2));
    if (status == GRAPH_OK)
        status = graph_modularity(&Q, community, c->A, OPTIONS(graph_communities_options));
    CHECK(status == GRAPH_OK || Q == 77);
    graph_vector_release(&community);
    return status;
}

/* How many vectors, matrices and dense objects it gives; is_told: it calls a progress function for so small a graph;
 * in_options: the last outputs, that options of the right size name. */
static const struct row {
    const char *name;
    graph_status (*run)(struct call *c);
    int vectors, matrices, dense;
    bool is_told, is_acyclic;
    int in_options;
} rows[] = {
    {"bfs", bfs, 2, 0, 0, true, false, 0},
    {"triangles", triangles, 1, 0, 0, true, false, 1},
    {"clustering", clustering, 3, 0, 0, true, false, 2},
    {"strong components", strong, 1, 0, 0, true, false, 0},
    {"weak components", weak, 1, 0, 0, true, false, 0},
    {"closure", closure, 0, 0, 0, true, false, 0},
    {"bfs_multi", bfs_multi, 3, 0, 1, true, false, 3},
    {"sssp", sssp, 2, 0, 0, true, false, 0},
    {"apsp", apsp, 0, 0, 2, true, false, 0},
    {"pagerank", pagerank, 1, 0, 0, true, false, 0},
    {"pagerank_multi", pagerank_multi, 0, 0, 1, true, false, 0},
    {"hits", hits, 2, 0, 0, true, false, 0},
    {"eigenvector", eigenvector, 1, 0, 0, true, false, 0},
    {"katz", katz, 1, 0, 0, true, false, 0},
    {"betweenness", betweenness, 1, 1, 0, true, false, 1},
    {"closeness", closeness, 1, 0, 0, true, false, 0},
    {"harmonic", harmonic, 1, 0, 0, true, false, 0},
    {"eccentricity", eccentricity, 1, 0, 0, true, false, 0},
    {"diameter", diameter, 0, 0, 0, true, false, 0},
    {"radius", radius, 0, 0, 0, false, false, 0},
    {"core numbers", cores, 1, 0, 0, true, false, 0},
    {"k-core", k_core, 0, 1, 0, true, false, 0},
    {"truss numbers", trusses, 0, 1, 0, true, false, 0},
    {"k-truss", k_truss, 0, 1, 0, true, false, 0},
    {"label propagation", labels, 1, 0, 0, true, false, 0},
    {"louvain", louvain, 1, 0, 0, true, false, 0},
    {"leiden", leiden, 1, 0, 0, true, false, 0},
    {"modularity", modularity, 0, 0, 0, false, false, 0},
    {"forest", forest, 0, 1, 0, true, false, 0},
    {"independent set", independent_set, 1, 0, 0, false, false, 0},
    {"coloring", coloring, 1, 0, 0, false, false, 0},
    {"matching", matching, 1, 0, 0, false, false, 0},
    {"similarity", similarity, 0, 1, 0, true, false, 0},
    {"similarity of pairs", similarity_of_pairs, 1, 0, 0, false, false, 0},
    {"random walks", walks, 0, 0, 1, true, false, 0},
    {"topological order", topological, 2, 0, 0, false, true, 1},
    {"ordered strong components", ordered, 1, 0, 0, false, false, 0},
    {"induced subgraph", induced, 0, 1, 0, false, false, 0},
    {"largest weak component", largest_weak, 1, 1, 0, false, false, 0},
    {"largest strong component", largest_strong, 1, 1, 0, false, false, 0},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void release(struct call *c)
{
    for (int k = 0; k < 4; k++)
        graph_vector_release(&c->vector[k]);
    for (int k = 0; k < 2; k++) {
        graph_matrix_release(&c->matrix[k]);
        graph_free(c->dense[k].value);
    }
    graph_closure_release(&c->closure);
}

/* The call that c describes, with outputs that held something; `what` is what is wrong with it. */
static void refuse(const struct row *row, struct call c, graph_status expected, const char *piece,
                   const char *what)
{
    static char something[256];
    const long long blocks = graph__memory_blocks();
    bool holds = true;
    /* Of options of another size nothing is known: what they seem to name is not touched. */
    const int given = row->vectors + row->matrices - (c.more > 0 ? row->in_options : 0);
    for (int k = 0; k < row->vectors; k++)
        c.vector[k] = (graph_vector *)(void *)something;
    for (int k = 0; k < row->matrices; k++)
        c.matrix[k] = (graph_matrix *)(void *)something;
    if (row->run == closure)
        c.closure = (graph_closure *)(void *)something;
    const graph_status status = row->run(&c);
    for (int k = 0; k < 4; k++)
        holds = holds && (void *)c.vector[k] == (k >= given && k < row->vectors ? something : NULL);
    for (int k = 0; k < 2; k++)
        holds = holds && c.dense[k].value == NULL &&
                (void *)c.matrix[k] == (row->vectors + k >= given && k < row->matrices ? something : NULL);
    CHECK_SAY(status == expected && strstr(graph_last_error(), piece) != NULL, "%s, %s: %s \"%s\"", row->name,
              what, graph_status_name(status), graph_last_error());
    CHECK_SAY(holds && c.closure == NULL, "%s, %s: an output is not NULL", row->name, what);
    CHECK_SAY(graph__memory_blocks() == blocks, "%s, %s: %lld blocks are held", row->name, what,
              graph__memory_blocks() - blocks);
}

/* Two triangles that share a vertex, and a vertex with a loop; or a path. */
static graph_status make_graph(graph_matrix **A, bool is_acyclic)
{
    static const graph_index from[] = {0, 1, 2, 2, 3, 4, 5}, to[] = {1, 2, 0, 3, 4, 2, 5};
    const int32_t weight[] = {1, 2, 3, 1, 1, 5, 2};
    graph_matrix *T = NULL;
    graph_status status = graph_matrix_create(A, GRAPH_INT32, 6, 6);
    TRY(status);
    TRY(graph_matrix_build(*A, from, to, weight, GRAPH_INT32, is_acyclic ? 2 : 7, GRAPH_NO_OP));
    if (!is_acyclic) {
        TRY(graph_matrix_create(&T, GRAPH_INT32, 6, 6));
        TRY(graph_transpose(T, NULL, GRAPH_NO_OP, *A, NULL));
        TRY(graph_ewise_add(*A, NULL, GRAPH_NO_OP, GRAPH_MAX, *A, T, NULL));
    }
done:
    graph_matrix_release(&T);
    return status;
}

TEST(wrong_calls)
{
    graph_matrix *graphs[2] = {NULL, NULL}, *wide = NULL;
    REQUIRE_OK(make_graph(&graphs[0], false));
    REQUIRE_OK(make_graph(&graphs[1], true));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_INT32, 2, 3));
    for (int k = 0; k < ROWS; k++) {
        const struct row *const row = &rows[k];
        const struct call right = right_call(graphs[row->is_acyclic], 2);
        struct call c = right;
        c.more = 8;
        refuse(row, c, GRAPH_E_INVALID_VALUE, "options.size is", "size");
        c = right;
        c.form = (graph_form)9;
        refuse(row, c, GRAPH_E_INVALID_VALUE, "form is 9", "form");
        c = right;
        c.threads = -3;
        refuse(row, c, GRAPH_E_INVALID_VALUE, "threads", "threads");
        c = right;
        c.backend = (graph_backend_kind)77;
        if (row->run != modularity) /* which has one place */
            refuse(row, c, GRAPH_E_INVALID_VALUE, "backend", "back end");
        c = right;
        c.A = NULL;
        refuse(row, c, GRAPH_E_NULL, "A is NULL", "no graph");
        c = right;
        c.A = wide;
        refuse(row, c, GRAPH_E_DIMENSION, "A is 2 x 3", "a wide graph");
    }
    graph_matrix_release(&graphs[0]);
    graph_matrix_release(&graphs[1]);
    graph_matrix_release(&wide);
}

TEST(calls_that_cannot_end)
{
    graph_matrix *graphs[2] = {NULL, NULL};
    REQUIRE_OK(make_graph(&graphs[0], false));
    REQUIRE_OK(make_graph(&graphs[1], true));
    for (int k = 0; k < ROWS; k++) {
        const struct row *const row = &rows[k];
        const struct call right = right_call(graphs[row->is_acyclic], 1);
        struct call c = right;
        CHECK_OK(row->run(&c)); /* and what it caches */
        release(&c);
        if (!row->is_told ||
            test_backend() != GRAPH_BACKEND_CPU) /* a device takes so small a graph at once */
            continue;
        calls = 0;
        c = right;
        c.progress = cancels;
        refuse(row, c, GRAPH_E_CANCELLED, "cancelled", "cancelled");
        CHECK_SAY(calls == 1, "%s: called %d times after it cancelled", row->name, calls - 1);
    }
    graph_matrix_release(&graphs[0]);
    graph_matrix_release(&graphs[1]);
}

TEST_MAIN(TEST_ROW(wrong_calls), TEST_ROW(calls_that_cannot_end))
