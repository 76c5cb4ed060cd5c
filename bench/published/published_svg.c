/* The plot of a table: for each row, every column of times divided by the reference column, on a logarithmic axis.
 * Columns without any time are omitted; a single missing time is a hollow mark above the plot. */
#include <math.h>
#include <string.h>

#include "bench/published/published.h"

enum {
    AXIS_X = 72,
    RIGHT = 24,
    HEIGHT = 300,
    STRIP = 32, /* above the plot: where marks without a result stand */
    HEAD = 52,  /* title and what is drawn, above the legend */
    EACH = 46,  /* the width of a row of the table */
    LEGEND_LINE = 20,
    LETTER = 7 /* the width of a letter, about */
};

/* Colours that differ for eyes of every kind (Okabe, Ito 2008). */
static const char *const colours[] = {"#000000", "#e69f00", "#56b4e9", "#009e73", "#d55e00",
                                      "#0072b2", "#cc79a7", "#8a7a00", "#777777"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

/* Where things are in the picture, and which columns are drawn. */
struct plot {
    const struct table *table;
    FILE *svg;
    int column[TABLE_COLUMNS],
        series[TABLE_COLUMNS]; /* series: chooses colour and shape, the same on every back end */
    int columns, per_line;
    double low, high; /* exponents of 10 at the ends of the axis */
    double width, top, each, below;
};

static void draw_mark(FILE *svg, int series, bool is_hollow, double x, double y)
{
    const char *colour = colours[series % COLOURS];
    char paint[64];
    snprintf(paint, sizeof paint, "fill='%s' stroke='%s'", is_hollow ? "none" : colour, colour);
    switch (series % 4) {
    case 0:
        fprintf(svg, "<circle cx='%.1f' cy='%.1f' r='4' %s/>\n", x, y, paint);
        break;
    case 1:
        fprintf(svg, "<rect x='%.1f' y='%.1f' width='7' height='7' %s/>\n", x - 3.5, y - 3.5, paint);
        break;
    case 2:
        fprintf(svg, "<path d='M%.1f %.1fl4.5 8h-9z' %s/>\n", x, y - 5, paint);
        break;
    default:
        fprintf(svg, "<path d='M%.1f %.1fl5 5l-5 5l-5-5z' %s/>\n", x, y - 5, paint);
    }
}

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

/* The columns with at least one ratio, the ends of the axis, and the size of the picture. */
static void lay_out(struct plot *p)
{
    const struct table *t = p->table;
    size_t longest = 0, longest_row = 0;
    for (int c = 0, series = 0; c < t->columns; c++) {
        bool has_ratio = false;
        double ratio;
        for (int r = 0; r < t->rows; r++)
            if (table_ratio(&ratio, t, r, c)) {
                p->low = fmin(p->low, floor(log10(ratio)));
                p->high = fmax(p->high, ceil(log10(ratio)));
                has_ratio = true;
            }
        if (has_ratio) {
            p->column[p->columns] = c;
            p->series[p->columns++] = series;
            longest = strlen(t->column[c]) > longest ? strlen(t->column[c]) : longest;
        }
        series += table_is_drawn(t, c);
    }
    for (int r = 0; r < t->rows; r++)
        longest_row = strlen(t->cell[r][0].text) > longest_row ? strlen(t->cell[r][0].text) : longest_row;
    p->below = 48 + 0.7 * LETTER * (double)longest_row; /* at 45 degrees, and the name of the axis */
    p->high = p->high > p->low ? p->high : p->low + 1;
    p->width = fmax(fmax(640, AXIS_X + EACH * t->rows + RIGHT), AXIS_X + 8 * title_length(t->title) + RIGHT);
    p->each = (p->width - AXIS_X - RIGHT) / t->rows;
    p->per_line = (int)((p->width - AXIS_X - RIGHT) / (double)(30 + LETTER * longest));
    p->per_line = p->per_line < 1 ? 1 : p->per_line;
    p->top = HEAD + LEGEND_LINE * ((p->columns + p->per_line - 1) / p->per_line) + STRIP;
}

static void draw_head(const struct plot *p)
{
    const struct table *t = p->table;
    const double full = p->top + HEIGHT + p->below;
    const char *reference = reference_of(t);
    fprintf(p->svg,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' viewBox='0 0 %.0f %.0f' "
            "font-family='sans-serif' font-size='12'>\n<rect width='100%%' height='100%%' fill='white'/>\n"
            "<text x='%d' y='20' font-size='15'>%.*s</text>\n",
            p->width, full, p->width, full, AXIS_X, title_length(t->title), t->title);
    fprintf(p->svg, "<text x='%d' y='38' fill='#555'>time relative to %s, lower is better; back end %s",
            AXIS_X, reference, graph_backend_name(t->options->backend));
    if (t->options->backend == GRAPH_BACKEND_CPU)
        fprintf(p->svg, ", %d threads", t->options->threads);
    fprintf(p->svg,
            "</text>\n<text transform='translate(16 %.1f) rotate(-90)' text-anchor='middle'>time / time of "
            "%s (log scale)</text>\n",
            p->top + HEIGHT / 2.0, reference);
    const double line = (p->width - AXIS_X - RIGHT) / p->per_line;
    for (int k = 0; k < p->columns; k++) {
        const double x = AXIS_X + k % p->per_line * line, y = HEAD + LEGEND_LINE * (k / p->per_line);
        draw_mark(p->svg, p->series[k], false, x + 6, y);
        fprintf(p->svg, "<text x='%.1f' y='%.1f'>%s</text>\n", x + 16, y + 4, t->column[p->column[k]]);
    }
}

static void draw_grid(const struct plot *p)
{
    const struct table *t = p->table;
    for (double power = p->low; power <= p->high; power++)
        for (int step = 1; step < (power < p->high ? 10 : 2); step++) {
            const double y = p->top + HEIGHT * (p->high - power - log10(step)) / (p->high - p->low);
            fprintf(p->svg, "<path d='M%d %.1fH%.1f' stroke='%s' stroke-width='%s'/>\n", AXIS_X, y,
                    p->width - RIGHT, step == 1 ? power == 0 ? "#000" : "#aaa" : "#eee",
                    power == 0 && step == 1 ? "1.5" : "1");
            if (step == 1)
                fprintf(p->svg, "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n", AXIS_X - 6, y + 4,
                        pow(10, power));
        }
    for (int r = 0; r < t->rows; r++) {
        const double x = AXIS_X + p->each * (r + 0.5);
        fprintf(p->svg, "<path d='M%.1f %.1fv%d' stroke='#eee'/>\n", x, p->top - STRIP + 6,
                HEIGHT + STRIP - 6);
        fprintf(p->svg, "<text transform='translate(%.1f %.1f) rotate(-45)' text-anchor='end'>%s</text>\n",
                x + 4, p->top + HEIGHT + 16, t->cell[r][0].text);
    }
    fprintf(p->svg, "<text x='%.1f' y='%.1f' text-anchor='middle'>%s</text>\n",
            (AXIS_X + p->width - RIGHT) / 2, p->top + HEIGHT + p->below - 10, t->column[0]);
}

void table_draw(const struct table *t, FILE *svg)
{
    struct plot p = {.table = t, .svg = svg};
    bool has_gap = false;
    lay_out(&p);
    const double apart = fmin(8, (p.each - 10) / p.columns);
    draw_head(&p);
    draw_grid(&p);
    for (int k = 0; k < p.columns; k++)
        for (int r = 0; r < t->rows; r++) {
            const double x = AXIS_X + p.each * (r + 0.5) + (k - (p.columns - 1) / 2.0) * apart;
            double ratio;
            if (table_ratio(&ratio, t, r, p.column[k])) {
                draw_mark(svg, p.series[k], false, x,
                          p.top + HEIGHT * (p.high - log10(ratio)) / (p.high - p.low));
                continue;
            }
            draw_mark(svg, p.series[k], true, x, p.top - STRIP / 2.0);
            has_gap = true;
        }
    if (has_gap)
        fprintf(svg, "<text x='%d' y='%.1f' text-anchor='end'>no result</text>\n", AXIS_X - 6,
                p.top - STRIP / 2.0 + 4);
    fprintf(svg, "</svg>\n");
}
