/* Options and edges of all generators, and the graphs that nothing random is in. */
#include "algorithms/generators/generators.h"

#include "base/checked.h"

enum { LARGEST = 0x7fffffff };

static graph_status resolve_threads(graph_generator_options *o)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_status status = graph__place_algorithm(&place, GRAPH_BACKEND_CPU, o->threads);
    o->threads = place.threads;
    return status;
}

graph_status graph__generator_options(graph_generator_options *o, graph_matrix **A,
                                      const graph_generator_options *options)
{
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    *A = NULL;
    *o = (graph_generator_options){.size = sizeof *o};
    if (options == NULL)
        return resolve_threads(o);
    if (options->size != sizeof *o)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.size is %zu; expected %zu", options->size,
                           sizeof *o);
    *o = *options;
    return resolve_threads(o);
}

graph_status graph__ends_open(struct graph_ends *e, graph_index edges)
{
    graph_status status = GRAPH_OK;
    size_t elements;
    *e = (struct graph_ends){.count = edges};
    if (!graph__multiply(&elements, (size_t)edges, 4))
        GRAPH_FAIL(GRAPH_E_MEMORY, "%llu edges do not fit into memory", (unsigned long long)edges);
    GRAPH_TRY(GRAPH_NEW(e->from, 2 * edges)); /* room for both directions */
    GRAPH_TRY(GRAPH_NEW(e->to, 2 * edges));
done:
    if (status < 0) {
        graph__free(e->from);
        e->from = NULL;
    }
    return status;
}

/* Each loop becomes a copy of the edge before it that is none, since repetitions are one entry.  *e has no edges if all are
 * loops. */
static void replace_loops(struct graph_ends *e, int threads)
{
    const graph_index count = e->count;
    graph_index some = 0;
    while (some < count && e->from[some] == e->to[some])
        some++;
    if (some == count) {
        e->count = 0;
        return;
    }
    const int32_t from = e->from[some], to = e->to[some];
#pragma omp parallel num_threads(threads)
    {
        int32_t last_from = from, last_to = to;
#pragma omp for schedule(static)
        for (graph_index k = 0; k < count; k++) {
            if (e->from[k] == e->to[k]) {
                e->from[k] = last_from;
                e->to[k] = last_to;
            }
            last_from = e->from[k];
            last_to = e->to[k];
        }
    }
}

graph_status graph__ends_build(graph_matrix **A, graph_index vertices, struct graph_ends *e, bool is_both,
                               bool has_loops, int threads)
{
    graph_status status;
    if (!has_loops)
        replace_loops(e, threads);
    const graph_index directed = e->count;
    if (is_both) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (graph_index k = 0; k < directed; k++) {
            e->from[directed + k] = e->to[k];
            e->to[directed + k] = e->from[k];
        }
        e->count = 2 * directed;
    }
    struct graph_build_request request = {.n = (int64_t)e->count,
                                          .row = e->from,
                                          .column = e->to,
                                          .type = GRAPH_PATTERN,
                                          .duplicate = GRAPH_LOR,
                                          .threads = threads};
    GRAPH_TRY(graph_matrix_create(A, GRAPH_PATTERN, vertices, vertices));
    GRAPH_TRY(graph__matrix_build(*A, &request));
done:
    graph__free(e->from);
    graph__free(e->to);
    *e = (struct graph_ends){.count = 0};
    if (status < 0)
        graph_matrix_release(A);
    return status;
}

static graph_status check_vertices(graph_index vertices)
{
    return vertices <= LARGEST ? GRAPH_OK
                               : graph__fail(GRAPH_E_NOT_SUPPORTED, "%llu vertices; the most are %d",
                                             (unsigned long long)vertices, LARGEST);
}

graph_status graph_generate_grid(graph_matrix **A, graph_index height, graph_index width, bool is_periodic,
                                 const graph_generator_options *options)
{
    graph_generator_options o;
    struct graph_ends e = {.count = 0};
    size_t vertices;
    graph_index count = 0;
    graph_status status;
    GRAPH_TRY(graph__generator_options(&o, A, options));
    if (!graph__multiply(&vertices, (size_t)height, (size_t)width))
        vertices = SIZE_MAX;
    GRAPH_TRY(check_vertices(vertices));
    GRAPH_TRY(graph__ends_open(&e, 2 * (graph_index)vertices));
    for (graph_index y = 0; y < height && width > 0; y++)
        for (graph_index x = 0; x < width; x++) {
            if (x + 1 < width || is_periodic) {
                e.from[count] = (int32_t)(y * width + x);
                e.to[count++] = (int32_t)(y * width + (x + 1) % width);
            }
            if (y + 1 < height || is_periodic) {
                e.from[count] = (int32_t)(y * width + x);
                e.to[count++] = (int32_t)((y + 1) % height * width + x);
            }
        }
    e.count = count;
    GRAPH_TRY(graph__ends_build(A, vertices, &e, true, false, o.threads));
done:
    return status;
}

graph_status graph_generate_complete(graph_matrix **A, graph_index vertices,
                                     const graph_generator_options *options)
{
    graph_generator_options o;
    struct graph_ends e = {.count = 0};
    graph_index count = 0;
    graph_status status;
    GRAPH_TRY(graph__generator_options(&o, A, options));
    GRAPH_TRY(check_vertices(vertices));
    GRAPH_TRY(graph__ends_open(&e, vertices * (vertices - (vertices > 0)) / 2));
    for (graph_index u = 0; u < vertices; u++)
        for (graph_index v = u + 1; v < vertices; v++) {
            e.from[count] = (int32_t)u;
            e.to[count++] = (int32_t)v;
        }
    GRAPH_TRY(graph__ends_build(A, vertices, &e, true, false, o.threads));
done:
    return status;
}

/* Vertex v > 0 with (v - 1) / arity; arity 0: with vertex 0. */
static graph_status tree(graph_matrix **A, graph_index vertices, graph_index arity,
                         const graph_generator_options *options)
{
    graph_generator_options o;
    struct graph_ends e = {.count = 0};
    graph_status status;
    GRAPH_TRY(graph__generator_options(&o, A, options));
    GRAPH_TRY(check_vertices(vertices));
    GRAPH_TRY(graph__ends_open(&e, vertices > 0 ? vertices - 1 : 0));
    for (graph_index v = 1; v < vertices; v++) {
        e.from[v - 1] = arity > 0 ? (int32_t)((v - 1) / arity) : 0;
        e.to[v - 1] = (int32_t)v;
    }
    GRAPH_TRY(graph__ends_build(A, vertices, &e, true, false, o.threads));
done:
    return status;
}

graph_status graph_generate_path(graph_matrix **A, graph_index vertices,
                                 const graph_generator_options *options)
{
    return tree(A, vertices, 1, options);
}

graph_status graph_generate_star(graph_matrix **A, graph_index vertices,
                                 const graph_generator_options *options)
{
    return tree(A, vertices, 0, options);
}

graph_status graph_generate_tree(graph_matrix **A, graph_index vertices, graph_index arity,
                                 const graph_generator_options *options)
{
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    *A = NULL;
    if (arity == 0)
        return graph__fail(GRAPH_E_INVALID_VALUE, "arity is 0; expected 1 or more");
    return tree(A, vertices, arity, options);
}
