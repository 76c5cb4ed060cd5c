/* info: what a file holds. */
#include "commands.h"
#include "load.h"
#include "output.h"

graph_status command_info(const struct arguments *arguments)
{
    struct output output = {.json = arguments->json};
    graph_matrix *A = NULL;
    graph_read_report report = {.size = sizeof report};
    graph_properties properties = {.size = sizeof properties};
    graph_index rows = 0, columns = 0, entries = 0;
    double start = clock_seconds();

    graph_status status = load(&A, &report, NULL, arguments);
    if (status == GRAPH_OK)
        status = graph_matrix_properties(&properties, A);
    if (status == GRAPH_OK)
        status = graph_matrix_rows(&rows, A);
    if (status == GRAPH_OK)
        status = graph_matrix_columns(&columns, A);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, A);
    if (status == GRAPH_OK) {
        output_integer(&output, "rows", rows);
        output_integer(&output, "cols", columns);
        output_integer(&output, "entries", entries);
        output_integer(&output, "self_loops", properties.self_loops);
        output_integer(&output, "duplicates", report.duplicates);
        output_boolean(&output, "symmetric", properties.symmetric);
        output_integer(&output, "max_degree", properties.max_degree);
        output_end(&output, clock_seconds() - start);
    }
    graph_matrix_release(&A);
    return status;
}
