/* info: what a file holds. */
#include <stdlib.h>

#include "commands.h"
#include "load.h"
#include "output.h"
#include "plot.h"

/* degree[v] = the entries of row v; the caller frees. */
static graph_status count_degrees(graph_index **degree, const graph_matrix *A, graph_index rows)
{
    graph_index entries = 0, *row = NULL;
    graph_status status = graph_matrix_entries(&entries, A);
    *degree = calloc(rows + 1, sizeof **degree);
    row = malloc((entries + 1) * sizeof *row);
    if (*degree == NULL || row == NULL)
        status = GRAPH_E_MEMORY;
    if (status == GRAPH_OK)
        status = graph_matrix_extract_tuples(row, NULL, NULL, GRAPH_PATTERN, &entries, A);
    for (graph_index k = 0; status == GRAPH_OK && k < entries; k++)
        (*degree)[row[k]]++;
    free(row);
    return status;
}

/* Draws how many rows have how many entries. */
static graph_status draw_degrees(const graph_matrix *A, const struct arguments *arguments)
{
    graph_index rows = 0, most = 0, *degree = NULL;
    double *x = NULL, *y = NULL;
    struct plot plot = {.title = "Degrees", .x_label = "degree (entries of a row)", .y_label = "vertices"};
    graph_status status = graph_matrix_rows(&rows, A);
    if (status == GRAPH_OK)
        status = count_degrees(&degree, A, rows);
    for (graph_index v = 0; status == GRAPH_OK && v < rows; v++)
        most = degree[v] > most ? degree[v] : most;
    x = calloc(most + 1, sizeof *x);
    y = calloc(most + 1, sizeof *y);
    if (x == NULL || y == NULL)
        status = GRAPH_E_MEMORY;
    for (graph_index v = 0; status == GRAPH_OK && v < rows; v++)
        y[degree[v]]++;
    for (graph_index d = 0; status == GRAPH_OK && d <= most; d++) {
        if (y[d] == 0)
            continue;
        x[plot.count] = (double)d;
        y[plot.count++] = y[d];
    }
    plot.x = x;
    plot.y = y;
    if (status == GRAPH_OK)
        status = plot_write(&plot, arguments);
    free(degree);
    free(x);
    free(y);
    return status;
}

graph_status command_info(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_matrix *A = NULL;
    graph_read_report report = {.size = sizeof report};
    graph_properties properties = {.size = sizeof properties};
    double start = clock_seconds();

    graph_status status = load(&A, &report, NULL, arguments);
    if (status == GRAPH_OK)
        status = graph_matrix_properties(&properties, A);
    double seconds = clock_seconds() - start;
    if (status == GRAPH_OK && arguments->plot != NULL)
        status = draw_degrees(A, arguments);
    if (status == GRAPH_OK)
        status = output_shape(&output, A);
    if (status == GRAPH_OK) {
        output_integer(&output, "self_loops", properties.self_loops);
        output_integer(&output, "duplicates", report.duplicates);
        output_boolean(&output, "symmetric", properties.is_symmetric);
        output_integer(&output, "max_degree", properties.max_degree);
        output_end(&output, seconds);
    }
    graph_matrix_release(&A);
    return status;
}
