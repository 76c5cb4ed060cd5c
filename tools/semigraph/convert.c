/* convert: reads a graph in one format and writes it in another. */
#include <string.h>

#include "commands.h"
#include "load.h"
#include "output.h"

graph_status command_convert(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_matrix *A = NULL;
    double start = clock_seconds();

    graph_status status = load(&A, NULL, NULL, arguments);
    if (status == GRAPH_OK)
        status = graph_write(A, arguments->target, &arguments->write);
    double seconds = clock_seconds() - start;
    if (status == GRAPH_OK && strcmp(arguments->target, "-") != 0) {
        status = output_shape(&output, A);
        output_end(&output, seconds);
    }
    graph_matrix_release(&A);
    return status;
}
