/* Sections of the report: sizes, degrees, triangles, the matrix. */
#include <inttypes.h>
#include <math.h>

#include "base/memory.h"
#include "facts.h"
#include "page.h"
#include "progress.h"
#include "report.h"
#include "spy.h"
#include "svg.h"

graph_status report_sizes(struct report *report)
{
    graph_matrix *A = report->graph.A;
    graph_properties properties = {.size = sizeof properties};
    struct facts_undirected undirected = {0};
    graph_type type = GRAPH_PATTERN;
    FILE *to = report->body, *head = report->head;
    char number[32];
    const graph_read_report *read = &report->read;

    graph_status status = graph_matrix_properties(&properties, A);
    if (status == GRAPH_OK)
        status = graph_matrix_type(&type, A);
    if (status == GRAPH_OK && report->is_square)
        status = facts_of_undirected(&undirected, A, &properties);
    if (status != GRAPH_OK)
        return status;
    report->is_symmetric = properties.has_symmetric_pattern;
    page_fact_count(head, report->is_square ? "vertices" : "rows", report->rows);
    if (!report->is_square)
        page_fact_count(head, "columns", report->columns);
    page_fact_count(head, "entries", report->entries);
    if (report->is_square)
        page_fact_count(head, "undirected edges", undirected.edges);

    page_facts_begin(to);
    page_fact(to, "format", "%s%s", facts_format(read->format), read->is_compressed ? ", gzip" : "");
    page_fact_count(to, "bytes of text", read->bytes);
    page_fact_count(to, "edges as listed", read->edges);
    page_fact(to, "values", "%s", graph_type_name(type));
    page_fact_count(to, "rows", report->rows);
    page_fact_count(to, "columns", report->columns);
    page_fact_count(to, "entries", report->entries);
    page_fact(to, "density", "%.3g",
              (double)report->entries / fmax(1, (double)report->rows * (double)report->columns));
    page_fact_count(to, "self-loops", properties.self_loops);
    page_fact_count(to, "duplicates in the file", read->duplicates);
    if (report->is_square) {
        page_fact(to, "symmetric pattern", "%s", properties.has_symmetric_pattern ? "yes" : "no");
        page_fact(to, "symmetric values", "%s", properties.is_symmetric ? "yes" : "no");
        page_fact_count(to, "undirected edges", undirected.edges);
        page_fact(to, "vertices with edges", "%s (%.1f %%)", svg_number(number, (double)undirected.vertices),
                  report_percent(undirected.vertices, report->rows));
        page_fact(to, "mean degree, undirected", "%.3f",
                  report->rows > 0 ? 2.0 * (double)undirected.edges / (double)report->rows : 0);
    }
    page_facts_end(to);
    page_paragraph(
        to, "An entry (u, v) is the edge from u to v.  Undirected edges are pairs u, v with u different "
            "from v and an entry in either direction.");
    return GRAPH_OK;
}

static void write_quantiles(FILE *to, const char *name, const struct degree_counts *counts)
{
    static const double shares[] = {0, 0.5, 0.9, 0.99};
    double entries = 0;
    for (graph_index d = 0; d <= counts->most; d++)
        entries += (double)d * (double)counts->vertices[d];
    page_row_begin(to);
    page_cell(to, "%s", name);
    for (size_t k = 0; k < sizeof shares / sizeof shares[0]; k++)
        page_cell(to, "%" PRIu64, counts->count > 0 ? degrees_quantile(counts, shares[k]) : 0);
    page_cell(to, "%" PRIu64, counts->most);
    page_cell(to, "%.3f", counts->count > 0 ? entries / (double)counts->count : 0);
    page_cell(to, "%" PRIu64, counts->vertices[0]);
}

graph_status report_degrees(struct report *report)
{
    static const char *const heads[] = {"degree", "least",   "median", "90 %",
                                        "99 %",   "largest", "mean",   "vertices of degree 0"};
    struct degrees_plot picture = {0};
    graph_status status = degrees_count(&report->degrees, report->graph.A);
    if (status == GRAPH_OK)
        status = degrees_plot(&picture, &report->degrees);
    if (status == GRAPH_OK) {
        const bool is_same = report->degrees.is_same;
        page_table_begin(report->body, heads, 8);
        write_quantiles(report->body, is_same ? "in and out" : "out (rows)", &report->degrees.out);
        if (!is_same)
            write_quantiles(report->body, "in (columns)", &report->degrees.in);
        page_table_end(report->body);
        page_paragraph(report->body, "90 %% of the vertices have at most the degree in that column.");
        page_figure_begin(report->body);
        plot_facts_of(&picture.plot, report->graph.A, report->arguments);
        plot_draw(report->body, &picture.plot);
        page_figure_end(report->body);
        page_fact_count(report->head, is_same ? "largest degree" : "largest out-degree",
                        report->degrees.out.most);
    }
    degrees_plot_release(&picture);
    return status;
}

/* The mean coefficient of the vertices of each degree that occurs, from 2 on. */
static graph_status draw_clustering(struct report *report, const double *local, const int64_t *degree)
{
    double *x = NULL, *y = NULL, *vertices = NULL;
    int64_t most = 0;
    for (graph_index v = 0; v < report->rows; v++)
        most = degree[v] > most ? degree[v] : most;
    graph_status status = GRAPH_NEW_ZEROED(y, (size_t)most + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(vertices, (size_t)most + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(x, (size_t)most + 1);
    struct plot plot = {.title = "Clustering by degree",
                        .x_label = "neighbours of a vertex",
                        .y_label = "mean local coefficient",
                        .is_share = true,
                        .series = 1,
                        .of[0] = {.form = PLOT_POINTS, .x = x, .y = y}};
    for (graph_index v = 0; status == GRAPH_OK && v < report->rows; v++) {
        vertices[degree[v]]++;
        y[degree[v]] += local[v];
    }
    for (int64_t d = 2; status == GRAPH_OK && d <= most; d++) {
        if (vertices[d] == 0)
            continue;
        x[plot.of[0].count] = (double)d;
        y[plot.of[0].count++] = y[d] / vertices[d];
    }
    if (status == GRAPH_OK && plot.of[0].count > 1) {
        page_figure_begin(report->body);
        plot_draw(report->body, &plot);
        page_figure_end(report->body);
    }
    graph_free(x);
    graph_free(y);
    graph_free(vertices);
    return status;
}

graph_status report_triangles(struct report *report)
{
    graph_clustering_facts facts = {.size = sizeof facts};
    graph_vector *local = NULL, *degree = NULL;
    graph_clustering_options options = {
        .size = sizeof options, .degree = &degree, .progress = progress_report};
    double *coefficient = NULL;
    int64_t *neighbours = NULL;
    graph_index with_pair = 0;
    graph_status status = graph_clustering(&local, &facts, report->graph.A, &options);
    if (status == GRAPH_OK)
        status = report_values(&coefficient, local, report->rows);
    if (status == GRAPH_OK)
        status = values_of(&neighbours, degree, report->rows);
    for (graph_index v = 0; status == GRAPH_OK && v < report->rows; v++)
        with_pair += neighbours[v] >= 2;
    if (status == GRAPH_OK) {
        page_facts_begin(report->body);
        page_fact_count(report->body, "triangles", facts.triangles);
        page_fact_count(report->body, "pairs of neighbours", facts.triples);
        page_fact(report->body, "transitivity", "%.4f", facts.transitivity);
        page_fact(report->body, "average clustering", "%.4f", facts.mean);
        page_fact(report->body, "of vertices with two neighbours", "%.4f",
                  with_pair > 0 ? facts.mean * (double)report->rows / (double)with_pair : 0);
        page_facts_end(report->body);
        page_paragraph(
            report->body,
            "The graph is taken as undirected and simple.  Transitivity is the share of all pairs of "
            "neighbours that are joined; the average is that of the vertices' own shares, where a "
            "vertex with fewer than two neighbours counts as 0.");
        page_fact_count(report->head, "triangles", facts.triangles);
        page_fact(report->head, "transitivity", "%.4f", facts.transitivity);
        status = draw_clustering(report, coefficient, neighbours);
    }
    graph_free(coefficient);
    graph_free(neighbours);
    graph_vector_release(&local);
    graph_vector_release(&degree);
    return status;
}

graph_status report_spy(struct report *report)
{
    struct spy spy;
    graph_status status = spy_count(&spy, report->graph.A);
    if (status == GRAPH_OK) {
        page_paragraph(report->body, "Rows and columns are in the order of the vertices' ids.");
        page_figure_begin(report->body);
        spy_draw(report->body, &spy, "Entries");
        page_figure_end(report->body);
    }
    graph_free(spy.count);
    return status;
}
