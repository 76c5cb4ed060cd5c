/* Scenarios of algorithms; see fault_scenarios.h.  Levels and distances alone: more than one parent may be right. */
#include "tests/support/faults/fault_scenarios.h"

#include <math.h>
#include <stdlib.h>

#define OPTIONS(type, ...)                                                                                   \
    (&(const type){.size = sizeof(type), .backend = s->backend, .form = GRAPH_FORM_FUSED, __VA_ARGS__})

static graph_status bfs(struct scene *s)
{
    return graph_bfs(&s->x, &s->w, s->A, 5, OPTIONS(graph_bfs_options, .threads = 1));
}

static graph_status bfs_in_algebra(struct scene *s)
{
    graph_bfs_options options = {.size = sizeof options, .backend = s->backend, .form = GRAPH_FORM_ALGEBRA};
    return graph_bfs(&s->x, NULL, s->A, 5, &options);
}

static const graph_index sources[] = {0, 7, 3, 99, 150};
enum { SOURCES = sizeof sources / sizeof sources[0] };

static graph_status bfs_multi(struct scene *s)
{
    return graph_bfs_multi(&s->dense, s->A, sources, SOURCES,
                           OPTIONS(graph_bfs_multi_options, .reached = &s->x));
}

static graph_status triangles(struct scene *s)
{
    uint64_t count = 0;
    const graph_status status =
        graph_triangles(&count, s->A, OPTIONS(graph_triangles_options, .per_vertex = &s->x));
    s->number = status < 0 ? 0 : count;
    return status;
}

static graph_status clustering(struct scene *s)
{
    return graph_clustering(&s->x, NULL, s->A, OPTIONS(graph_clustering_options, .threads = 1));
}

static graph_status weak_components(struct scene *s)
{
    return graph_weak_components(&s->x, NULL, s->A, OPTIONS(graph_components_options, .threads = 1));
}

static graph_status strong_components(struct scene *s)
{
    return graph_strong_components(&s->x, NULL, s->A, OPTIONS(graph_components_options, .threads = 1));
}

static graph_status reachability(struct scene *s, const graph_closure_options *options)
{
    graph_closure *closure = NULL;
    uint64_t pairs = 0;
    graph_status status;
    TRY(graph_transitive_closure(&closure, s->A, options));
    TRY(graph_closure_count(&pairs, closure));
    TRY(graph_closure_matrix(&s->C, closure, 0, 1));
    s->number = pairs;
done:
    graph_closure_release(&closure);
    return status;
}

static graph_status closure(struct scene *s)
{
    return reachability(s, OPTIONS(graph_closure_options, .method = GRAPH_CLOSURE_CONDENSATION));
}

static graph_status bit_closure(struct scene *s)
{
    return reachability(s, OPTIONS(graph_closure_options, .method = GRAPH_CLOSURE_WARSHALL));
}

static graph_status sssp(struct scene *s)
{
    return graph_sssp(&s->x, NULL, s->A, 5, OPTIONS(graph_sssp_options, .method = GRAPH_SSSP_STEPS));
}

static graph_status apsp(struct scene *s)
{
    s->dense.type = GRAPH_FP32;
    return graph_apsp(&s->dense, NULL, s->A,
                      OPTIONS(graph_apsp_options, .method = GRAPH_APSP_FLOYD_WARSHALL));
}

/* The distances, 21 MB, do not fit; a part of their rows does, and streams through the device.  Of the room 8 MB go to the
 * smallest block of scratch memory and to what is reserved for panels. */
static graph_status apsp_without_room(struct scene *s)
{
    enum { ROOM = 20 << 20 };
    const bool is_limited = s->backend == GRAPH_BACKEND_CUDA;
    s->dense.type = GRAPH_FP32;
    if (is_limited)
        graph_set_device_memory(ROOM);
    const graph_status status =
        graph_apsp(&s->dense, NULL, s->A, OPTIONS(graph_apsp_options, .method = GRAPH_APSP_FLOYD_WARSHALL));
    if (is_limited)
        graph_set_device_memory(0);
    return status;
}

static graph_status apsp_by_hops(struct scene *s)
{
    return graph_apsp(&s->dense, NULL, s->A,
                      OPTIONS(graph_apsp_options, .method = GRAPH_APSP_HOPS, .is_unweighted = true));
}

/* Floating results of the CPU and of a device differ in the last bits: a sum of rounded values stands for them. */
static uint64_t sum_of(const double *value, graph_index n)
{
    uint64_t sum = 0;
    for (graph_index k = 0; k < n; k++)
        sum += (k + 1) * (uint64_t)llround(1e6 * value[k]);
    return sum;
}

static graph_status add_vector(uint64_t *sum, const graph_vector *v, graph_index n)
{
    double *value = malloc(n * sizeof *value + 1);
    const graph_status status = graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &n, v);
    *sum += status < 0 ? 0 : sum_of(value, n);
    free(value);
    return status;
}

static graph_status pagerank(struct scene *s)
{
    graph_vector *rank = NULL;
    uint64_t sum = 0;
    graph_status status;
    TRY(graph_pagerank(&rank, s->A,
                       OPTIONS(graph_pagerank_options, .threads = 1, .most_rounds = 12, .tolerance = 1e-9)));
    TRY(add_vector(&sum, rank, s->size));
    s->number = sum;
done:
    graph_vector_release(&rank);
    return status;
}

static graph_status pagerank_with_weights(struct scene *s)
{
    graph_vector *rank = NULL, *p = NULL;
    uint64_t sum = 0;
    graph_status status;
    TRY(graph_vector_create(&p, GRAPH_FP64, s->size));
    TRY(graph_vector_set(p, 3, graph_fp64(2)));
    TRY(graph_pagerank(&rank, s->A,
                       OPTIONS(graph_pagerank_options, .threads = 1, .most_rounds = 3, .is_weighted = true,
                               .personalization = p)));
    TRY(add_vector(&sum, rank, s->size));
    s->number = sum;
done:
    graph_vector_release(&rank);
    graph_vector_release(&p);
    return status;
}

static graph_status pagerank_multi(struct scene *s)
{
    graph_dense rank = {.size = sizeof rank};
    const graph_status status = graph_pagerank_multi(
        &rank, s->A, sources, SOURCES, OPTIONS(graph_pagerank_options, .threads = 1, .most_rounds = 3));
    s->number = status < 0 ? 0 : sum_of(rank.value, rank.rows * rank.columns);
    graph_free(rank.value);
    return status;
}

static graph_status betweenness(struct scene *s)
{
    graph_vector *vertex = NULL;
    graph_matrix *edges = NULL;
    graph_scalar all = {.type = GRAPH_FP64};
    uint64_t sum = 0;
    graph_status status;
    TRY(graph_betweenness(&vertex, s->A, sources, SOURCES,
                          OPTIONS(graph_betweenness_options, .threads = 1, .edges = &edges)));
    TRY(add_vector(&sum, vertex, s->size));
    TRY(graph_reduce(&all, GRAPH_FP64, GRAPH_PLUS, edges, NULL));
    s->number = sum + (uint64_t)llround(1e6 * all.value.f);
done:
    graph_vector_release(&vertex);
    graph_matrix_release(&edges);
    return status;
}

static graph_status cores(struct scene *s)
{
    return graph_core_numbers(&s->x, NULL, s->A, OPTIONS(graph_cohesion_options, .threads = 1));
}

static graph_status trusses(struct scene *s)
{
    return graph_truss_numbers(&s->C, NULL, s->A, OPTIONS(graph_cohesion_options, .threads = 1));
}

static graph_status k_truss(struct scene *s)
{
    return graph_k_truss(&s->C, s->A, 3, OPTIONS(graph_cohesion_options, .threads = 1));
}

static graph_status forest(struct scene *s)
{
    return graph_spanning_forest(&s->C, s->A, OPTIONS(graph_forest_options, .threads = 1));
}

static graph_status independent_set(struct scene *s)
{
    return graph_independent_set(&s->x, NULL, s->A, OPTIONS(graph_set_options, .seed = 3));
}

static graph_status coloring(struct scene *s)
{
    return graph_coloring(&s->x, NULL, s->A, OPTIONS(graph_set_options, .seed = 3));
}

static graph_status labels(struct scene *s)
{
    return graph_label_propagation(&s->x, s->A, OPTIONS(graph_labels_options, .rounds = 3));
}

static graph_status communities(struct scene *s)
{
    return graph_leiden(&s->x, s->A, OPTIONS(graph_communities_options, .iterations = 1));
}

static graph_status walks(struct scene *s)
{
    return graph_random_walks(&s->dense, s->A, sources, SOURCES, 9,
                              OPTIONS(graph_walks_options, .seed = 3, .is_weighted = true));
}

/* clang-format off */
const struct scenario fault_algorithms[] = {
    NEW_OUTPUTS(bfs, GRAPH_OF_EDGES),
    NEW_OUTPUTS(bfs, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(bfs_in_algebra, GRAPH_OF_EDGES),
    NEW_OUTPUTS(bfs_multi, GRAPH_OF_EDGES),
    NEW_OUTPUTS(triangles, GRAPH_OF_EDGES),
    NEW_OUTPUTS(triangles, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(clustering, GRAPH_OF_EDGES),
    NEW_OUTPUTS(weak_components, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(strong_components, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(closure, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(bit_closure, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(sssp, GRAPH_OF_EDGES),
    NEW_OUTPUTS(pagerank, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(pagerank_with_weights, GRAPH_OF_EDGES),
    NEW_OUTPUTS(pagerank_multi, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(betweenness, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(betweenness, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(apsp, GRAPH_OF_EDGES),
    NEW_OUTPUTS(apsp_without_room, GRAPH_OF_MANY_EDGES),
    NEW_OUTPUTS(apsp_by_hops, GRAPH_OF_EDGES),
    NEW_OUTPUTS(cores, GRAPH_OF_EDGES),
    NEW_OUTPUTS(trusses, GRAPH_OF_EDGES),
    NEW_OUTPUTS(k_truss, GRAPH_OF_EDGES),
    NEW_OUTPUTS(forest, GRAPH_OF_EDGES),
    NEW_OUTPUTS(independent_set, GRAPH_OF_EDGES),
    NEW_OUTPUTS(coloring, GRAPH_OF_EDGES),
    NEW_OUTPUTS(labels, GRAPH_OF_EDGES),
    NEW_OUTPUTS(communities, GRAPH_OF_EDGES),
    NEW_OUTPUTS(walks, GRAPH_OF_EDGES),
};
/* clang-format on */
const size_t fault_algorithm_count = sizeof fault_algorithms / sizeof fault_algorithms[0];
