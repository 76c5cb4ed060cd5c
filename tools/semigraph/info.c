/* info: what a file holds. */
#include "commands.h"
#include "degrees.h"
#include "facts.h"
#include "load.h"
#include "output.h"
#include "progress.h"

/* Draws how many rows have how many entries. */
static graph_status draw_degrees(graph_matrix *A, const struct arguments *arguments)
{
    struct degrees degrees;
    struct degrees_plot picture = {0};
    graph_status status = degrees_count(&degrees, A);
    if (status == GRAPH_OK)
        status = degrees_plot(&picture, &degrees);
    if (status == GRAPH_OK) {
        plot_facts_of(&picture.plot, A, arguments);
        status = plot_write(&picture.plot, arguments);
    }
    degrees_plot_release(&picture);
    degrees_release(&degrees);
    return status;
}

graph_status command_info(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_matrix *A = NULL;
    graph_read_report report = {.size = sizeof report};
    graph_properties properties = {.size = sizeof properties};
    struct facts_undirected undirected = {0};
    graph_index rows = 0, columns = 0;
    graph_type type = GRAPH_PATTERN;
    double start = clock_seconds();

    graph_status status = load(&A, &report, NULL, NULL, arguments);
    progress_begin("examining the graph");
    if (status == GRAPH_OK)
        status = graph_matrix_properties(&properties, A);
    double seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = graph_matrix_type(&type, A);
    if (status == GRAPH_OK)
        status = graph_matrix_rows(&rows, A);
    if (status == GRAPH_OK)
        status = graph_matrix_columns(&columns, A);
    if (status == GRAPH_OK && rows == columns)
        status = facts_of_undirected(&undirected, A, &properties);
    status = progress_end(status);
    if (status == GRAPH_OK && arguments->plot != NULL)
        status = draw_degrees(A, arguments);
    if (status == GRAPH_OK)
        status = output_shape(&output, A);
    if (status == GRAPH_OK) {
        output_text(&output, "format", facts_format(report.format));
        output_text(&output, "type", graph_type_name(type));
        if (rows == columns) {
            output_integer(&output, "vertices_with_edges", undirected.vertices);
            output_integer(&output, "undirected_edges", undirected.edges);
            output_real(&output, "mean_degree", rows > 0 ? 2.0 * (double)undirected.edges / (double)rows : 0);
        }
        output_integer(&output, "self_loops", properties.self_loops);
        output_integer(&output, "duplicates", report.duplicates);
        output_boolean(&output, "symmetric", properties.is_symmetric);
        output_integer(&output, "max_degree", properties.max_degree);
        output_end(&output, seconds);
    }
    graph_matrix_release(&A);
    return status;
}
