/* See plot.h. */
#include "plot.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "axis.h"
#include "svg.h"
#include "table.h"

enum {
    HIGH = 300, /* of the frame */
    RIGHT = SVG_WIDTH - 24,
    LINE = 19, /* between lines of text */
    MOST_LISTED = 40,
    MOST_LETTERS = (SVG_WIDTH - 2 * SVG_MARGIN) / SVG_LETTER,
    MOST_TITLE = (SVG_WIDTH - 2 * SVG_MARGIN) / SVG_TITLE_LETTER
};

const char *plot_name_of_file(const struct arguments *arguments)
{
    const char *slash = strrchr(arguments->file, '/');
    return strcmp(arguments->file, "-") == 0 ? "standard input" : slash != NULL ? slash + 1 : arguments->file;
}

static void draw_bars(FILE *to, const struct plot *plot, const struct plot_series *s, int number,
                      const struct axis *x, const struct axis *y)
{
    fprintf(to, "<g class=\"bar s%d\">\n", number);
    for (size_t k = 0; k < s->count; k++) {
        if (s->y[k] <= 0)
            continue;
        double start = axis_place(x, s->x[k]), wide = axis_place(x, s->x[k] + plot->width) - start;
        double top = fmin(axis_place(y, s->y[k]), y->start - 1); /* a bar of 1 is seen next to one of 10^9 */
        fprintf(to, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>\n", start + 0.05 * wide,
                top, 0.9 * wide, y->start - top);
    }
    fputs("</g>\n", to);
}

/* Points are dots of one path; those that would cover the one before are omitted. */
static void draw_points(FILE *to, const struct plot_series *s, int number, const struct axis *x,
                        const struct axis *y)
{
    double last_x = -1, last_y = -1;
    fprintf(to, "<path class=\"%s s%d\" d=\"", s->form == PLOT_LINE ? "line" : "points", number);
    for (size_t k = 0; k < s->count; k++) {
        if (y->is_log && s->y[k] <= 0)
            continue;
        double at_x = axis_place(x, s->x[k]), at_y = axis_place(y, s->y[k]);
        if (fabs(at_x - last_x) < 0.25 && fabs(at_y - last_y) < 0.25)
            continue;
        if (s->form == PLOT_POINTS)
            fprintf(to, "M%.1f %.1fh0", at_x, at_y);
        else
            fprintf(to, "%c%.1f %.1f", last_x < 0 ? 'M' : 'L', at_x, at_y);
        last_x = at_x;
        last_y = at_y;
    }
    fputs("\"/>\n", to);
}

/* The names of the series in one line, each behind what it looks like. */
static void draw_legend(FILE *to, const struct plot *plot, double y)
{
    double x = SVG_MARGIN;
    for (int k = 0; k < plot->series; k++) {
        const struct plot_series *s = &plot->of[k];
        if (s->form == PLOT_BARS)
            fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"18\" height=\"10\" class=\"bar s%d\"/>\n", x,
                    y - 9, k);
        else
            fprintf(to, "<path d=\"M%.1f %.1fh%d\" class=\"%s s%d\"/>\n", x + (s->form == PLOT_LINE ? 0 : 9),
                    y - 4.5, s->form == PLOT_LINE ? 18 : 0, s->form == PLOT_LINE ? "line" : "points", k);
        svg_text(to, x + 24, y, NULL, SVG_START, "%s", s->name);
        x += 24 + SVG_LETTER * (double)strlen(s->name) + 20;
    }
}

/* The facts below the title, in as many lines as they take, which is the result; NULL as stream only counts them. */
static int draw_facts(FILE *to, const char *facts, double y)
{
    int lines = 0;
    while (*facts != '\0') {
        int length = (int)strlen(facts), cut = length;
        if (length > MOST_LETTERS)
            for (cut = MOST_LETTERS; cut > 0 && facts[cut] != ' '; cut--)
                continue;
        cut = cut > 0 ? cut : length;
        lines++;
        if (to != NULL)
            svg_text(to, SVG_MARGIN, y + LINE * lines, "faint", SVG_START, "%.*s", cut, facts);
        facts += cut + (facts[cut] == ' ');
    }
    return lines;
}

void plot_draw(FILE *to, const struct plot *plot)
{
    const double *xs[PLOT_SERIES], *ys[PLOT_SERIES];
    size_t counts[PLOT_SERIES];
    bool has_bars = false;
    for (int k = 0; k < plot->series; k++) {
        xs[k] = plot->of[k].x;
        ys[k] = plot->of[k].y;
        counts[k] = plot->of[k].count;
        has_bars = has_bars || plot->of[k].form == PLOT_BARS;
    }
    struct axis x =
        axis_of(xs, counts, plot->series,
                (struct axis_wish){
                    .may_be_log = !has_bars, .is_exact = has_bars, .beyond = has_bars ? plot->width : 0});
    struct axis y =
        axis_of(ys, counts, plot->series,
                (struct axis_wish){.may_be_log = !plot->is_share, .from_zero = true, .has_bars = has_bars});
    if (plot->is_share)
        y.most = 1.03;
    const double x_step = plot->has_fractions ? 0 : 1;
    char title[256];
    double top = 28;
    svg_shorten(title, sizeof title, plot->title, MOST_TITLE);

    const double head = LINE * draw_facts(NULL, plot->facts, 0) + (plot->series > 1 ? LINE + 3 : 0);
    const double height = top + head + 18 + HIGH + 56;
    svg_begin(to, height, plot->title);
    svg_text(to, SVG_MARGIN, top, "title", SVG_START, "%s", title);
    draw_facts(to, plot->facts, top);
    if (plot->series > 1)
        draw_legend(to, plot, top + head);
    top += head + 18;
    x.start = SVG_MARGIN + 26 + SVG_LETTER * axis_letters(&y, plot->is_share ? 0 : 1);
    x.end = RIGHT;
    y.start = top + HIGH;
    y.end = top;
    axis_draw_y(to, &y, plot->is_share ? 0 : 1, x.start, x.end);
    axis_draw_x(to, &x, x_step, y.start, y.end);
    for (int k = 0; k < plot->series; k++) {
        if (plot->of[k].form == PLOT_BARS)
            draw_bars(to, plot, &plot->of[k], k, &x, &y);
        else
            draw_points(to, &plot->of[k], k, &x, &y);
    }
    svg_text(to, (x.start + x.end) / 2, y.start + 42, NULL, SVG_MIDDLE, "%s%s", plot->x_label,
             x.is_log ? ", log scale" : "");
    svg_text_upward(to, SVG_MARGIN + 8, top + HIGH / 2.0, "%s%s", plot->y_label,
                    y.is_log ? ", log scale" : "");
    svg_end(to);
}

void plot_facts_of(struct plot *plot, const graph_matrix *A, const struct arguments *arguments)
{
    graph_index rows = 0, columns = 0, entries = 0;
    char n[32], more[32], m[32], shown[128], sources[160] = "";
    graph_matrix_rows(&rows, A);
    graph_matrix_columns(&columns, A);
    graph_matrix_entries(&entries, A);
    const char *list = arguments->has_source ? arguments->source_name : arguments->sources;
    if (list != NULL) {
        svg_shorten(shown, sizeof shown, list, MOST_LISTED);
        snprintf(sources, sizeof sources, ", source%s %s", arguments->has_source ? "" : "s", shown);
    }
    if (rows == columns)
        snprintf(plot->facts, sizeof plot->facts, "n = %s vertices, m = %s entries%s",
                 svg_number(n, (double)rows), svg_number(m, (double)entries), sources);
    else
        snprintf(plot->facts, sizeof plot->facts, "%s rows, %s columns, m = %s entries%s",
                 svg_number(n, (double)rows), svg_number(more, (double)columns),
                 svg_number(m, (double)entries), sources);
}

graph_status plot_write(const struct plot *plot, const struct arguments *arguments)
{
    struct plot named = *plot;
    struct table table;
    char title[512], name[256];
    graph_status status = table_open(&table, arguments->plot, arguments);
    if (status != GRAPH_OK || table.stream == NULL)
        return status;
    svg_shorten(name, sizeof name, plot_name_of_file(arguments), MOST_TITLE - strlen(plot->title) - 2);
    snprintf(title, sizeof title, "%s: %s", plot->title, name);
    named.title = title;
    plot_draw(table.stream, &named);
    return table_end(&table, arguments, GRAPH_OK);
}
