/* info: what a file holds. */
#include "base/memory.h"
#include "commands.h"
#include "load.h"
#include "output.h"
#include "progress.h"
#include "plot.h"

/* degree[v] = the entries of row v; freed with graph_free. */
static graph_status count_degrees(graph_index **degree, const graph_matrix *A, graph_index rows)
{
    graph_index entries = 0, *row = NULL;
    graph_status status = graph_matrix_entries(&entries, A);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(*degree, rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(row, entries);
    if (status == GRAPH_OK)
        status = graph_matrix_extract_tuples(row, NULL, NULL, GRAPH_PATTERN, &entries, A);
    for (graph_index k = 0; status == GRAPH_OK && k < entries; k++)
        (*degree)[row[k]]++;
    graph_free(row);
    return status;
}

/* Draws how many rows have how many entries. */
static graph_status draw_degrees(const graph_matrix *A, const struct arguments *arguments)
{
    graph_index rows = 0, most = 0, *degree = NULL;
    double *x = NULL, *y = NULL;
    struct plot plot = {
        .title = "Degrees", .x_label = "degree (entries of a row)", .y_label = "vertices", .A = A};
    graph_status status = graph_matrix_rows(&rows, A);
    if (status == GRAPH_OK)
        status = count_degrees(&degree, A, rows);
    for (graph_index v = 0; status == GRAPH_OK && v < rows; v++)
        most = degree[v] > most ? degree[v] : most;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(x, most + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(y, most + 1);
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
    graph_free(degree);
    graph_free(x);
    graph_free(y);
    return status;
}

/* What an undirected reading of a square matrix gives. */
struct undirected {
    graph_index edges;    /* pairs u != v that are joined, in either direction */
    graph_index vertices; /* with an edge, self-loops included */
};

static graph_status read_undirected(struct undirected *u, const graph_matrix *A,
                                    const graph_properties *properties)
{
    const graph_descriptor both = {.size = sizeof both, .flags = GRAPH_TRANSPOSE_B};
    graph_matrix *joined = NULL;
    graph_vector *with_edge = NULL;
    graph_index n = 0, entries = 0;
    graph_status status = graph_matrix_rows(&n, A);
    if (status == GRAPH_OK)
        status = graph_matrix_create(&joined, GRAPH_PATTERN, n, n);
    if (status == GRAPH_OK)
        status = graph_ewise_add(joined, NULL, GRAPH_NO_OP, GRAPH_PAIR, A, A, &both);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, joined);
    if (status == GRAPH_OK)
        status = graph_vector_create(&with_edge, GRAPH_PATTERN, n);
    if (status == GRAPH_OK)
        status = graph_reduce_rows(with_edge, NULL, GRAPH_NO_OP, GRAPH_ANY, joined, NULL);
    if (status == GRAPH_OK)
        status = graph_vector_entries(&u->vertices, with_edge);
    u->edges = (entries - properties->self_loops) / 2;
    graph_matrix_release(&joined);
    graph_vector_release(&with_edge);
    return status;
}

static const char *name_of_format(graph_file_format format)
{
    static const char *const names[] = {"unknown", "edge-list", "matrix-market", "dimacs", "metis", "binary"};
    return format >= GRAPH_FILE_EDGE_LIST && format <= GRAPH_FILE_BINARY ? names[format] : names[0];
}

graph_status command_info(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_matrix *A = NULL;
    graph_read_report report = {.size = sizeof report};
    graph_properties properties = {.size = sizeof properties};
    struct undirected undirected = {0};
    graph_index rows = 0, columns = 0;
    graph_type type = GRAPH_PATTERN;
    double start = clock_seconds();

    graph_status status = load(&A, &report, NULL, arguments);
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
        status = read_undirected(&undirected, A, &properties);
    status = progress_end(status);
    if (status == GRAPH_OK && arguments->plot != NULL)
        status = draw_degrees(A, arguments);
    if (status == GRAPH_OK)
        status = output_shape(&output, A);
    if (status == GRAPH_OK) {
        output_text(&output, "format", name_of_format(report.format));
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
