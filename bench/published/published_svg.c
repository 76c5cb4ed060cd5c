/* The plot of a table: for each row, every column of times divided by the reference column, on a logarithmic axis, in the
 * style of the program's pictures.  Rows go down the page, so that a table of any length is readable at 600 pixels.
 * Columns without any time are omitted; a single missing time is a hollow mark behind the axis. */
#include <math.h>
#include <string.h>

#include "bench/published/published.h"
#include "tools/semigraph/axis.h"
#include "tools/semigraph/svg.h"

enum {
    LINE = 19,       /* between lines of text */
    FIRST_LINE = 28, /* of the title */
    STRIP = 64,      /* where marks without a result stand */
    BELOW = 58,      /* the axis and its name */
    ROW = 24,        /* the least height of a row */
    SPACE = 14,      /* between the marks of two rows */
    MOST_TITLE = (SVG_WIDTH - 2 * SVG_MARGIN) / SVG_TITLE_LETTER
};
static const double most_apart = 4.5, least_apart = 2.6; /* marks of one row */

/* Where things are in the picture, and which columns are drawn. */
struct plot {
    const struct table *table;
    FILE *svg;
    int column[TABLE_COLUMNS],
        series[TABLE_COLUMNS]; /* series: chooses colour and shape, the same on every back end */
    int columns, per_line, title_lines, title_cut;
    struct axis axis;
    double top, apart, row, strip;
};

/* What times are relative to; several references differ in what stands before the last word. */
static const char *reference_of(const struct table *t)
{
    const char *name = NULL;
    for (int c = 0; c < t->columns; c++)
        if (table_is_drawn(t, c)) {
            const char *other = t->column[t->reference[c]], *last = strrchr(other, ' ');
            if (name != NULL && strcmp(name, other) != 0)
                return last != NULL ? last + 1 : other;
            name = other;
        }
    return name;
}

/* The title without the unit of the table: the plot has ratios. */
static int title_length(const char *title)
{
    static const char *const units[] = {", in milliseconds", " in milliseconds", ", ms and percent"};
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        const char *unit = strstr(title, units[k]);
        if (unit != NULL)
            return (int)(unit - title);
    }
    return (int)strlen(title);
}

/* The columns with at least one ratio, and the exponents of 10 at the ends of the ratios. */
static bool find_columns(struct plot *p)
{
    const struct table *t = p->table;
    bool has_gap = false;
    for (int c = 0, series = 0; c < t->columns; c++) {
        int ratios = 0;
        double ratio;
        for (int r = 0; r < t->rows; r++)
            if (table_ratio(&ratio, t, r, c)) {
                p->axis.least = fmin(p->axis.least, log10(ratio));
                p->axis.most = fmax(p->axis.most, log10(ratio));
                ratios++;
            }
        if (ratios > 0) {
            p->column[p->columns] = c;
            p->series[p->columns++] = series;
            has_gap = has_gap || ratios < t->rows;
        }
        series += table_is_drawn(t, c);
    }
    return has_gap;
}

static void lay_out(struct plot *p)
{
    const struct table *t = p->table;
    const bool has_gap = find_columns(p);
    size_t longest = 0, longest_row = strlen(t->column[0]);
    for (int k = 0; k < p->columns; k++)
        longest = fmax((double)longest, (double)strlen(t->column[p->column[k]]));
    for (int r = 0; r < t->rows; r++)
        longest_row = fmax((double)longest_row, (double)strlen(t->cell[r][0].text));
    p->axis.is_log = true;
    const double span = fmax(p->axis.most - p->axis.least, 0.3);
    p->axis.least -= 0.05 * span;
    p->axis.most += 0.05 * span;
    p->strip = has_gap ? STRIP : 0;
    p->axis.start = SVG_MARGIN + SVG_LETTER * (double)longest_row + 12;
    p->axis.end = SVG_WIDTH - 24 - p->strip;
    p->per_line = (int)((SVG_WIDTH - 2 * SVG_MARGIN) / (36 + (SVG_LETTER + 1) * (double)longest));
    p->per_line = p->per_line < 1 ? 1 : p->per_line;
    p->title_cut = title_length(t->title);
    p->title_lines = 1;
    if (p->title_cut > MOST_TITLE) {
        p->title_lines = 2;
        for (p->title_cut = MOST_TITLE; p->title_cut > 1 && t->title[p->title_cut] != ' ';)
            p->title_cut--;
    }
    const int legend_lines = (p->columns + p->per_line - 1) / p->per_line;
    p->top = FIRST_LINE + LINE * (p->title_lines + legend_lines) + 30;
    p->apart = fmax(least_apart, fmin(most_apart, 24.0 / p->columns));
    p->row = fmax(ROW, p->apart * (p->columns - 1) + SPACE);
}

static void draw_head(const struct plot *p)
{
    const struct table *t = p->table;
    double y = FIRST_LINE;
    svg_text(p->svg, SVG_MARGIN, y, "title", SVG_START, "%.*s", p->title_cut, t->title);
    if (p->title_lines > 1)
        svg_text(p->svg, SVG_MARGIN, y += LINE, "title", SVG_START, "%.*s",
                 title_length(t->title) - p->title_cut - 1, t->title + p->title_cut + 1);
    char threads[32] = "";
    if (t->options->backend == GRAPH_BACKEND_CPU)
        snprintf(threads, sizeof threads, ", %d threads", t->options->threads);
    svg_text(p->svg, SVG_MARGIN, y += LINE, "faint", SVG_START,
             "time relative to %s, lower is better; back end %s%s", reference_of(t),
             graph_backend_name(t->options->backend), threads);
    const double apart = (SVG_WIDTH - 2.0 * SVG_MARGIN) / p->per_line;
    for (int k = 0; k < p->columns; k++) {
        const double x = SVG_MARGIN + k % p->per_line * apart;
        const double line = y + LINE * (k / p->per_line + 1) + 3;
        svg_mark(p->svg, p->series[k], false, x + 6, line - 4.5);
        svg_text(p->svg, x + 17, line, NULL, SVG_START, "%s", t->column[p->column[k]]);
    }
}

static void draw_grid(const struct plot *p)
{
    const struct table *t = p->table;
    const double bottom = p->top + p->row * t->rows, one = axis_place(&p->axis, 1);
    axis_draw_x(p->svg, &p->axis, 0, bottom, p->top);
    for (int r = 0; r < t->rows; r++) {
        svg_line(p->svg, p->axis.start, p->top + p->row * r, SVG_WIDTH - 24, p->top + p->row * r, "minor");
        svg_text(p->svg, p->axis.start - 8, p->top + p->row * (r + 0.5) + 4.5, NULL, SVG_END, "%s",
                 t->cell[r][0].text);
    }
    svg_line(p->svg, p->axis.start, bottom, p->axis.start, p->top, "axis");
    svg_line(p->svg, one, bottom, one, p->top, "one");
    if (p->strip > 0)
        svg_text(p->svg, SVG_WIDTH - 24 - p->strip / 2, p->top - 8, "faint", SVG_MIDDLE, "no result");
    svg_text(p->svg, p->axis.start - 8, p->top - 8, "faint", SVG_END, "%s", t->column[0]);
    svg_text(p->svg, (p->axis.start + p->axis.end) / 2, bottom + 42, NULL, SVG_MIDDLE,
             "time / time of %s, log scale; left of 1: faster than %s", reference_of(t), reference_of(t));
}

void table_draw(const struct table *t, FILE *svg)
{
    struct plot p = {.table = t, .svg = svg};
    char label[256];
    lay_out(&p);
    snprintf(label, sizeof label, "%.*s, relative to %s", title_length(t->title), t->title, reference_of(t));
    svg_begin(svg, p.top + p.row * t->rows + BELOW, label);
    draw_head(&p);
    draw_grid(&p);
    for (int r = 0; r < t->rows; r++)
        for (int k = 0; k < p.columns; k++) {
            const double y = p.top + p.row * (r + 0.5) + (k - (p.columns - 1) / 2.0) * p.apart;
            const double gap = p.strip * (k + 0.5) / p.columns;
            double ratio;
            if (table_ratio(&ratio, t, r, p.column[k]))
                svg_mark(svg, p.series[k], false, axis_place(&p.axis, ratio), y);
            else
                svg_mark(svg, p.series[k], true, p.axis.end + gap, y);
        }
    svg_end(svg);
}
