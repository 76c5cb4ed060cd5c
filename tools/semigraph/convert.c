/* convert: reads a graph in one format and writes it in another. */
#include <string.h>

#include "commands.h"
#include "load.h"
#include "output.h"
#include "progress.h"

graph_status command_convert(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_matrix *A = NULL;
    bool is_standard = strcmp(arguments->target, "-") == 0;
    double start = clock_seconds();

    graph_status status = load(&A, NULL, NULL, NULL, arguments);
    if (status == GRAPH_OK) {
        if (!is_standard) /* the line would run into the graph */
            progress_begin("writing the graph");
        status = progress_end(graph_write(A, arguments->target, &arguments->write));
    }
    double seconds = clock_seconds() - start;
    if (status == GRAPH_OK && !is_standard) {
        status = output_shape(&output, A);
        output_end(&output, seconds);
    }
    graph_matrix_release(&A);
    return status;
}
