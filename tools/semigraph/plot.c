/* See plot.h.  The picture has a frame of 640 x 360 units with room for labels around it. */
#include "plot.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "table.h"

enum { AXIS_X = 90, TOP = 70, WIDE = 640, HIGH = 360, LOG_SPAN = 100, TICKS = 6, MOST_LISTED = 40 };

struct axis {
    double least, most; /* of what is shown; of the logarithms if is_log */
    bool is_log;
};

/* Where a value lies on an axis, 0 .. 1. */
static double place(const struct axis *axis, double value)
{
    double at = axis->is_log ? log10(value) : value;
    return (at - axis->least) / (axis->most - axis->least);
}

static struct axis axis_of(const double *value, size_t count, double beyond, bool may_be_log, bool from_zero)
{
    double least = INFINITY, most = 0, smallest = INFINITY;
    for (size_t k = 0; k < count; k++) {
        least = value[k] > 0 && value[k] < least ? value[k] : least;
        smallest = value[k] < smallest ? value[k] : smallest;
        most = value[k] + beyond > most ? value[k] + beyond : most;
    }
    most = most > DBL_MAX ? DBL_MAX : most;
    if (may_be_log && most > LOG_SPAN * least)
        return (struct axis){floor(log10(least)), ceil(log10(most)), true};
    least = from_zero || count == 0 ? 0 : smallest;
    return (struct axis){least, most > least ? most : least + 1, false};
}

/* 1, 2 or 5 times a power of ten, for about TICKS of them; at least `least`. */
static double step_of(const struct axis *axis, double least)
{
    double raw = (axis->most - axis->least) / TICKS, unit = pow(10, floor(log10(raw))), share = raw / unit;
    double step = unit * (share > 5 ? 10 : share > 2 ? 5 : share > 1 ? 2 : 1);
    return step < least ? least : step;
}

static void draw_tick(FILE *file, bool is_x, double at, double value)
{
    double x = AXIS_X + (is_x ? at * WIDE : 0), y = TOP + HIGH - (is_x ? 0 : at * HIGH);
    fprintf(file, "<path d=\"M%.2f %.2f %s\" class=\"%s\"/>", x, y, is_x ? "v6" : "h-6", "axis");
    if (!is_x)
        fprintf(file, "<path d=\"M%.2f %.2f h%d\" class=\"grid\"/>", x, y, WIDE);
    fprintf(file, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\">%.6g</text>\n", is_x ? x : x - 10,
            is_x ? y + 20 : y + 4, is_x ? "middle" : "end", value);
}

static void draw_axis(FILE *file, const struct axis *axis, double least_step, bool is_x)
{
    if (axis->is_log) {
        for (double power = axis->least; power <= axis->most; power++)
            draw_tick(file, is_x, (power - axis->least) / (axis->most - axis->least), pow(10, power));
        return;
    }
    double step = step_of(axis, least_step);
    for (double value = ceil(axis->least / step) * step; value <= axis->most * (1 + 1e-12); value += step)
        draw_tick(file, is_x, place(axis, value), fabs(value) < step / 2 ? 0 : value);
}

static void draw_values(FILE *file, const struct plot *plot, const struct axis *x, const struct axis *y)
{
    for (size_t k = 0; k < plot->count; k++) {
        if ((x->is_log && plot->x[k] <= 0) || (plot->width > 0 || y->is_log ? plot->y[k] <= 0 : false))
            continue;
        double x_start = AXIS_X + WIDE * place(x, plot->x[k]), height = HIGH * place(y, plot->y[k]);
        if (plot->width == 0) {
            fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.5\"/>\n", x_start, TOP + HIGH - height);
            continue;
        }
        double wide = WIDE * (place(x, plot->x[k] + plot->width) - place(x, plot->x[k]));
        height = height < 1 ? 1 : height; /* 1 on a logarithmic axis that begins there. */
        fprintf(file, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>\n", x_start + 0.05 * wide,
                TOP + HIGH - height, 0.9 * wide, height);
    }
}

/* Names of files are bytes of any kind; XML takes UTF-8 without surrogates. */
static bool is_valid_utf8(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    while (*p != '\0') {
        int more = *p < 0x80                 ? 0
                   : *p >= 0xc2 && *p < 0xe0 ? 1
                   : *p >= 0xe0 && *p < 0xf0 ? 2
                   : *p >= 0xf0 && *p < 0xf5 ? 3
                                             : -1;
        unsigned lead = *p++;
        for (int k = 0; k < more; k++, p++) {
            unsigned least = k > 0 ? 0x80 : lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
            unsigned most = k > 0 ? 0xbf : lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
            if (*p < least || *p > most || (lead == 0xef && k == 1 && p[-1] == 0xbf && *p >= 0xbe))
                return false;
        }
        if (more < 0)
            return false;
    }
    return true;
}

/* Text with the characters that mean something in SVG replaced. */
static void draw_text(FILE *file, const char *text)
{
    const bool is_utf8 = is_valid_utf8(text);
    for (; *text != '\0'; text++) {
        const char *name = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (name != NULL)
            fputs(name, file);
        else
            fputc((unsigned char)*text < ' '               ? ' '
                  : (unsigned char)*text < 0x7f || is_utf8 ? *text
                                                           : '?',
                  file);
    }
}

static void draw_label(FILE *file, const char *text, bool is_log)
{
    draw_text(file, text);
    fputs(is_log ? " (log scale)</text>\n" : "</text>\n", file);
}

/* The line below the title: the size of the graph, the sources, and what the picture leaves out. */
static void draw_facts(FILE *file, const struct plot *plot, bool is_log, const struct arguments *arguments)
{
    graph_index rows = 0, columns = 0, entries = 0;
    double hidden = 0;
    for (size_t k = 0; is_log && k < plot->count; k++)
        hidden += plot->x[k] <= 0 ? plot->y[k] : 0;
    graph_matrix_rows(&rows, plot->A);
    graph_matrix_columns(&columns, plot->A);
    graph_matrix_entries(&entries, plot->A);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", AXIS_X + WIDE / 2, TOP - 18);
    if (rows == columns)
        fprintf(file, "n = %" PRIu64 " vertices", rows);
    else
        fprintf(file, "%" PRIu64 " x %" PRIu64, rows, columns);
    fprintf(file, ", m = %" PRIu64 " entries", entries);
    if (arguments->has_source)
        fprintf(file, ", source %" PRIu64, arguments->source);
    if (arguments->sources != NULL) {
        char list[64];
        snprintf(list, sizeof list, ", sources %.*s%s", MOST_LISTED, arguments->sources,
                 strlen(arguments->sources) > MOST_LISTED ? "..." : "");
        draw_text(file, list);
    }
    if (hidden > 0)
        fprintf(file, "; %.0f at 0 are not shown", hidden);
    fputs("</text>\n", file);
}

graph_status plot_write(const struct plot *plot, const struct arguments *arguments)
{
    bool is_points = plot->width == 0;
    struct axis x = axis_of(plot->x, plot->count, plot->width, is_points, false);
    struct axis y = axis_of(plot->y, plot->count, 0, true, true);
    const char *name =
        strrchr(arguments->file, '/') != NULL ? strrchr(arguments->file, '/') + 1 : arguments->file;
    struct table table;
    graph_status status = table_open(&table, arguments->plot, arguments);
    FILE *file = table.stream;
    if (status != GRAPH_OK || file == NULL)
        return status;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n"
            "<style>text{font:13px sans-serif;fill:#222}.title{font-size:16px}rect,circle{fill:#2b6cb0}"
            ".axis{stroke:#222;fill:none}.grid{stroke:#ddd;fill:none}.page{fill:#fff}</style>\n"
            "<rect class=\"page\" width=\"100%%\" height=\"100%%\"/>\n",
            AXIS_X + WIDE + 30, TOP + HIGH + 70, AXIS_X + WIDE + 30, TOP + HIGH + 70);
    fprintf(file, "<text class=\"title\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">", AXIS_X + WIDE / 2,
            TOP - 40);
    draw_text(file, plot->title);
    fputs(": ", file);
    draw_text(file, name);
    fputs("</text>\n", file);
    draw_facts(file, plot, x.is_log, arguments);
    draw_axis(file, &y, 1, false);
    draw_axis(file, &x, plot->has_fractions ? 0 : 1, true);
    draw_values(file, plot, &x, &y);
    fprintf(file, "<path d=\"M%d %d v%d h%d\" class=\"axis\"/>\n", AXIS_X, TOP, HIGH, WIDE);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", AXIS_X + WIDE / 2, TOP + HIGH + 50);
    draw_label(file, plot->x_label, x.is_log);
    fprintf(file, "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\">", TOP + HIGH / 2);
    draw_label(file, plot->y_label, y.is_log);
    fputs("</svg>\n", file);
    return table_end(&table, arguments, GRAPH_OK);
}
