/* convert: reads a graph in one format and writes it in another. */
#include <string.h>

#include "commands.h"
#include "load.h"
#include "output.h"

graph_status command_convert(const struct arguments *arguments)
{
    struct output output = {.json = arguments->json};
    graph_matrix *A = NULL;
    graph_index rows = 0, columns = 0, entries = 0;
    double start = clock_seconds();

    graph_status status = load(&A, NULL, NULL, arguments);
    if (status == GRAPH_OK)
        status = graph_matrix_rows(&rows, A);
    if (status == GRAPH_OK)
        status = graph_matrix_columns(&columns, A);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, A);
    if (status == GRAPH_OK)
        status = graph_write(A, arguments->target, &arguments->write);
    if (status == GRAPH_OK && strcmp(arguments->target, "-") != 0) {
        output_integer(&output, "rows", rows);
        output_integer(&output, "cols", columns);
        output_integer(&output, "entries", entries);
        output_end(&output, clock_seconds() - start);
    }
    graph_matrix_release(&A);
    return status;
}
