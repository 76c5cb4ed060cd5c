/* Sections of the report: components and cores. */
#include "base/memory.h"
#include "page.h"
#include "progress.h"
#include "report.h"
#include "svg.h"

/* The sizes of components, and how many have each. */
struct component_sizes {
    graph_index count, largest;
    graph_index *size; /* descending */
    double *x, *y;     /* sizes that occur, and how many components have each */
    size_t points;
};

static void release_sizes(struct component_sizes *s)
{
    graph_free(s->size);
    graph_free(s->x);
    graph_free(s->y);
}

static graph_status find_sizes(struct component_sizes *s, const graph_vector *component, graph_index count,
                               graph_index vertices)
{
    int64_t *of = NULL;
    graph_index *with = NULL;
    *s = (struct component_sizes){.count = count};
    graph_status status = values_of(&of, component, vertices);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(s->size, count + 1);
    for (graph_index v = 0; status == GRAPH_OK && v < vertices; v++) {
        graph_index size = ++s->size[of[v]];
        s->largest = size > s->largest ? size : s->largest;
    }
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(with, s->largest + 1);
    for (graph_index c = 0; status == GRAPH_OK && c < count; c++)
        s->points += with[s->size[c]]++ == 0;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(s->x, s->points + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(s->y, s->points + 1);
    size_t point = 0;
    graph_index at = 0;
    for (graph_index size = s->largest; status == GRAPH_OK && size > 0; size--) {
        if (with[size] == 0)
            continue;
        s->x[point] = (double)size;
        s->y[point++] = (double)with[size];
        for (graph_index k = 0; k < with[size]; k++)
            s->size[at++] = size;
    }
    graph_free(of);
    graph_free(with);
    return status;
}

static void write_sizes(struct report *report, const char *name, const struct component_sizes *s)
{
    char text[160] = "", number[32];
    int used = 0;
    for (graph_index k = 1; k < s->count && k < 5; k++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s", k > 1 ? "; " : "",
                         svg_number(number, (double)s->size[k]));
    page_row_begin(report->body);
    page_cell(report->body, "%s", name);
    page_cell(report->body, "%s", svg_number(number, (double)s->count));
    page_cell(report->body, "%s (%.1f %%)", svg_number(number, (double)s->largest),
              report_percent(s->largest, report->rows));
    page_cell(report->body, "%s", text[0] != '\0' ? text : "none");
    page_cell(report->body, "%s",
              svg_number(number, s->points > 0 && s->x[s->points - 1] == 1 ? s->y[s->points - 1] : 0));
}

graph_status report_components(struct report *report)
{
    static const char *const heads[] = {"components", "number", "vertices of the largest", "of the next",
                                        "with one vertex"};
    graph_vector *weak = NULL, *strong = NULL;
    graph_index weak_count = 0, strong_count = 0;
    struct component_sizes of_weak = {0}, of_strong = {0};
    struct progress_part half = {.share = report->is_symmetric ? 1 : 0.5};
    const graph_components_options options = {
        .size = sizeof options, .progress = progress_report, .context = &half};
    graph_status status = graph_weak_components(&weak, &weak_count, report->graph.A, &options);
    half.before = 0.5;
    if (status == GRAPH_OK)
        status = find_sizes(&of_weak, weak, weak_count, report->rows);
    if (status == GRAPH_OK && !report->is_symmetric)
        status = graph_strong_components(&strong, &strong_count, report->graph.A, &options);
    if (status == GRAPH_OK && !report->is_symmetric)
        status = find_sizes(&of_strong, strong, strong_count, report->rows);
    if (status == GRAPH_OK) {
        page_table_begin(report->body, heads, 5);
        write_sizes(report, report->is_symmetric ? "connected" : "weak", &of_weak);
        if (!report->is_symmetric)
            write_sizes(report, "strong", &of_strong);
        page_table_end(report->body);
        if (!report->is_symmetric)
            page_paragraph(report->body,
                           "Weak components ignore the directions of edges; in a strong one every vertex "
                           "reaches every other.");
        if (weak_count > 1 || strong_count > 1) {
            struct plot plot = {.title = "Sizes of components",
                                .x_label = "vertices of a component",
                                .y_label = "components",
                                .series = report->is_symmetric ? 1 : 2,
                                .of = {{"weak", PLOT_POINTS, of_weak.points, of_weak.x, of_weak.y},
                                       {"strong", PLOT_POINTS, of_strong.points, of_strong.x, of_strong.y}}};
            page_figure_begin(report->body);
            plot_draw(report->body, &plot);
            page_figure_end(report->body);
        }
        page_fact_count(report->head, report->is_symmetric ? "components" : "weak components", weak_count);
    }
    release_sizes(&of_weak);
    release_sizes(&of_strong);
    graph_vector_release(&weak);
    graph_vector_release(&strong);
    return status;
}

/* How many vertices have each core number, and that or more. */
static graph_status draw_cores(struct report *report, const int64_t *core, graph_index most)
{
    double *x = NULL, *exact = NULL, *or_more = NULL;
    size_t count = 0;
    graph_status status = GRAPH_NEW(x, most + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(exact, most + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(or_more, most + 1);
    for (graph_index v = 0; status == GRAPH_OK && v < report->rows; v++)
        exact[core[v]]++;
    double sum = (double)report->rows;
    for (graph_index k = 0; status == GRAPH_OK && k <= most; k++) {
        const double vertices = exact[k];
        x[count] = (double)k;
        exact[count] = vertices;
        or_more[count] = sum;
        count += vertices > 0;
        sum -= vertices;
    }
    if (status == GRAPH_OK && count > 1) {
        struct plot plot = {.title = "Cores",
                            .x_label = "core number k",
                            .y_label = "vertices",
                            .series = 2,
                            .of = {{"of this core number", PLOT_POINTS, count, x, exact},
                                   {"in the k-core", PLOT_LINE, count, x, or_more}}};
        if (x[0] == 0) { /* on a logarithmic axis 0 has no place on a line */
            plot.of[1].count--;
            plot.of[1].x++;
            plot.of[1].y++;
        }
        page_figure_begin(report->body);
        plot_draw(report->body, &plot);
        page_figure_end(report->body);
    }
    graph_free(x);
    graph_free(exact);
    graph_free(or_more);
    return status;
}

graph_status report_cores(struct report *report)
{
    graph_cohesion_options options = {.size = sizeof options, .progress = progress_report};
    graph_vector *core = NULL;
    graph_index most = 0, in_most = 0;
    int64_t *number = NULL;
    char text[32];
    graph_status status = graph_core_numbers(&core, &most, report->graph.A, &options);
    if (status == GRAPH_OK)
        status = values_of(&number, core, report->rows);
    for (graph_index v = 0; status == GRAPH_OK && v < report->rows; v++)
        in_most += (graph_index)number[v] == most;
    if (status == GRAPH_OK) {
        page_facts_begin(report->body);
        page_fact_count(report->body, "largest core number", most);
        page_fact(report->body, "vertices of that core", "%s (%.1f %%)", svg_number(text, (double)in_most),
                  report_percent(in_most, report->rows));
        page_facts_end(report->body);
        page_paragraph(report->body,
                       "The k-core is the largest set of vertices that each have k neighbours in it, of the "
                       "undirected simple graph.");
        page_fact_count(report->head, "largest core number", most);
        status = draw_cores(report, number, most);
    }
    graph_free(number);
    graph_vector_release(&core);
    return status;
}
