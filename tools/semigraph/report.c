/* report: one page about a graph.  The sections are made one after another, each timed, in memory; the page is written at
 * the end, so that its head has what they found. */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "commands.h"
#include "load.h"
#include "output.h"
#include "page.h"
#include "plot.h"
#include "progress.h"
#include "svg.h"

static const struct report_section sections[] = {
    {"sizes", "Sizes", "examining the graph", false, false, report_sizes},
    {"degrees", "Degrees", "counting degrees", false, false, report_degrees},
    {"components", "Components", "finding components", true, true, report_components},
    {"cores", "Cores", "finding cores", true, true, report_cores},
    {"triangles", "Triangles and clustering", "counting triangles", true, true, report_triangles},
    {"distances", "Distances", "finding distances", true, true, report_distances},
    {"central", "Central vertices", "ranking vertices", true, true, report_central},
    {"matrix", "The matrix", "drawing the matrix", false, false, report_spy},
};
enum { SECTION_COUNT = sizeof sections / sizeof sections[0] };

double report_percent(graph_index part, graph_index whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

graph_status report_values(double **value, const graph_vector *v, graph_index length)
{
    graph_status status = GRAPH_NEW(*value, length);
    return status == GRAPH_OK ? graph_vector_extract_tuples(NULL, *value, GRAPH_FP64, &length, v) : status;
}

void report_rank(struct report *report, const char *measure, const double *score, bool is_whole)
{
    struct ranking *r = &report->ranking[report->rankings++];
    *r = (struct ranking){.measure = measure, .is_whole = is_whole};
    for (graph_index v = 0; v < report->graph.vertices; v++) {
        int at = r->count;
        if (at == REPORT_RANKED && score[v] <= r->score[at - 1])
            continue;
        at = at == REPORT_RANKED ? at - 1 : r->count++;
        for (; at > 0 && score[v] > r->score[at - 1]; at--) {
            r->score[at] = r->score[at - 1];
            r->vertex[at] = r->vertex[at - 1];
        }
        r->score[at] = score[v];
        r->vertex[at] = v;
    }
}

/* Makes the sections that this matrix has. */
static graph_status make_sections(struct report *report)
{
    graph_status status = GRAPH_OK;
    for (int k = 0; k < SECTION_COUNT && status == GRAPH_OK; k++) {
        const struct report_section *s = &sections[k];
        if (s->needs_square && !report->is_square)
            continue;
        const double start = clock_seconds();
        if (s->is_reporting)
            progress_begin_reporting(s->work);
        else
            progress_begin(s->work);
        page_section(report->body, s->id, s->title);
        status = progress_end(s->write(report));
        page_section_end(report->body);
        report->section[report->sections] = s->title;
        report->id[report->sections] = s->id;
        report->seconds[report->sections++] = clock_seconds() - start;
    }
    return status;
}

static void write_costs(FILE *to, const struct report *report)
{
    static const char *const heads[] = {"part", "seconds", "share"};
    double all = report->seconds_load;
    for (int k = 0; k < report->sections; k++)
        all += report->seconds[k];
    page_section(to, "cost", "Cost");
    page_paragraph(to, "Wall time of each part, drawing included; on %d thread%s.", graph_get_threads(),
                   graph_get_threads() == 1 ? "" : "s");
    page_table_begin(to, heads, 3);
    for (int k = -1; k < report->sections; k++) {
        const double seconds = k < 0 ? report->seconds_load : report->seconds[k];
        page_row_begin(to);
        page_cell(to, "%s", k < 0 ? "Reading the file" : report->section[k]);
        page_cell(to, "%.3f", seconds);
        fprintf(to, "<td><meter min=\"0\" max=\"1\" value=\"%.4f\"></meter> %.1f %%</td>", seconds / all,
                100 * seconds / all);
    }
    page_row_begin(to);
    page_cell(to, "All");
    page_cell(to, "%.3f", all);
    page_cell(to, "%s", "");
    page_table_end(to);
    page_section_end(to);
}

static void write_page(FILE *to, const struct report *report, const char *head, const char *body)
{
    char title[400], subtitle[200];
    snprintf(title, sizeof title, "Report: %s", plot_name_of_file(report->arguments));
    snprintf(subtitle, sizeof subtitle,
             "semigraph %s, back end %s, %d thread%s.  Vertices have the ids of the file.", graph_version(),
             graph_backend_name(graph_backend_used()), graph_get_threads(),
             graph_get_threads() == 1 ? "" : "s");
    page_begin(to, title, subtitle);
    fputs("<nav>", to);
    for (int k = 0; k < report->sections; k++)
        fprintf(to, "<a href=\"#%s\">%s</a> ", report->id[k], report->section[k]);
    fputs("<a href=\"#cost\">Cost</a></nav>\n<section>\n<h2>At a glance</h2>\n", to);
    page_facts_begin(to);
    fputs(head, to);
    page_facts_end(to);
    fputs("</section>\n", to);
    fputs(body, to);
    write_costs(to, report);
    page_end(to);
}

static graph_status open_report(struct report *report, const struct arguments *arguments)
{
    const double start = clock_seconds();
    *report = (struct report){.arguments = arguments};
    report->read.size = sizeof report->read;
    graph_status status =
        load(&report->graph.A, &report->read, &report->graph.ids, &report->graph.labels, arguments);
    if (status == GRAPH_OK)
        status = graph_matrix_rows(&report->rows, report->graph.A);
    if (status == GRAPH_OK)
        status = graph_matrix_columns(&report->columns, report->graph.A);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&report->entries, report->graph.A);
    report->graph.vertices = report->rows;
    report->is_square = report->rows == report->columns;
    report->seconds_load = clock_seconds() - start;
    return status;
}

/* Ends a stream in memory; GRAPH_E_MEMORY if there was not enough. */
static graph_status end_stream(FILE *stream, graph_status status)
{
    if (stream == NULL)
        return status;
    bool is_bad = ferror(stream) != 0;
    is_bad = fclose(stream) != 0 || is_bad;
    return is_bad && status == GRAPH_OK ? GRAPH_E_MEMORY : status;
}

graph_status command_report(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct report report;
    struct table table = {0};
    char *head = NULL, *body = NULL;
    size_t head_bytes = 0, body_bytes = 0;
    const double start = clock_seconds();

    graph_status status = open_report(&report, arguments);
    if (status == GRAPH_OK)
        status = table_open(&table, arguments->html, arguments);
    if (status == GRAPH_OK) {
        report.head = open_memstream(&head, &head_bytes);
        report.body = open_memstream(&body, &body_bytes);
        status = report.head == NULL || report.body == NULL ? GRAPH_E_MEMORY : make_sections(&report);
    }
    status = end_stream(report.head, status);
    status = end_stream(report.body, status);
    if (status == GRAPH_OK)
        write_page(table.stream, &report, head, body);
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK) {
        output_integer(&output, "rows", report.rows);
        output_integer(&output, "cols", report.columns);
        output_integer(&output, "entries", report.entries);
        output_integer(&output, "sections", (uint64_t)report.sections + 2); /* with the first and the last */
        output_end(&output, clock_seconds() - start);
    }
    free(head);
    free(body);
    degrees_release(&report.degrees);
    graph_free(report.source);
    graph_close(&report.graph);
    return status;
}
