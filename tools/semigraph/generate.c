/* generate: makes a graph of a class and writes it. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "output.h"
#include "progress.h"

static const char *const classes[] = {"rmat",     "uniform", "small-world", "preferential", "grid",
                                      "complete", "path",    "star",        "tree"};
enum { CLASSES = sizeof classes / sizeof classes[0] };

static int log2_of(uint64_t n)
{
    int scale = 0;
    while (scale < 63 && (UINT64_C(1) << scale) < n)
        scale++;
    return (UINT64_C(1) << scale) == n ? scale : -1;
}

static graph_status make(graph_matrix **A, int class, const struct arguments *arguments)
{
    const graph_generator_options options = {.size = sizeof options,
                                             .seed = arguments->seed,
                                             .is_undirected = arguments->read.direction == GRAPH_UNDIRECTED};
    const graph_index n = arguments->vertices != 0 ? arguments->vertices
                          : class == 0             ? 1024
                                                   : 1000,
                      each = arguments->each != 0 ? arguments->each : 2,
                      edges = arguments->edges != 0 ? arguments->edges
                              : n <= UINT64_MAX / 8 ? 8 * n
                                                    : UINT64_MAX;
    graph_index width = arguments->width;
    switch (class) {
    case 0:
        if (log2_of(n) < 0) {
            complain(arguments->command, "--vertices is %llu; rmat wants a power of 2",
                     (unsigned long long)n);
            return GRAPH_E_INVALID_VALUE;
        }
        return graph_generate_rmat(A, log2_of(n), edges, &options);
    case 1:
        return graph_generate_uniform(A, n, edges, &options);
    case 2:
        return graph_generate_small_world(A, n, each, arguments->rewired >= 0 ? arguments->rewired : 0.1,
                                          &options);
    case 3:
        return graph_generate_preferential(A, n, each, &options);
    case 4:
        for (; width == 0 || (arguments->width == 0 && width * width < n && width < UINT32_MAX);)
            width++;
        return graph_generate_grid(A, n / width + (n % width != 0), width, false, &options);
    case 5:
        return graph_generate_complete(A, n, &options);
    case 6:
        return graph_generate_path(A, n, &options);
    case 7:
        return graph_generate_star(A, n, &options);
    default:
        return graph_generate_tree(A, n, each, &options);
    }
}

graph_status command_generate(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_matrix *A = NULL;
    const bool is_standard = strcmp(arguments->target, "-") == 0;
    int class = 0;
    while (class < CLASSES && strcmp(classes[class], arguments->file) != 0)
        class ++;
    if (class == CLASSES) {
        complain(arguments->command,
                 "no class \"%s\"; expected rmat, uniform, small-world, preferential, grid, complete, path, "
                 "star or "
                 "tree",
                 arguments->file);
        return GRAPH_E_INVALID_VALUE;
    }
    const double start = clock_seconds();
    graph_status status = make(&A, class, arguments);
    if (status == GRAPH_OK) {
        if (!is_standard) /* the line would run into the graph */
            progress_begin("writing the graph");
        status = progress_end(graph_write(A, arguments->target, &arguments->write));
    }
    const double seconds = clock_seconds() - start;
    if (status == GRAPH_OK && !is_standard) {
        status = output_shape(&output, A);
        output_end(&output, seconds);
    }
    graph_matrix_release(&A);
    return status;
}
