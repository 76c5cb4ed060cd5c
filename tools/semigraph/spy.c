/* spy: where the entries of a matrix are.  The cells of one class of density are runs of one path, so that a picture of
 * 14,400 cells stays below 100 KB. */
#include "spy.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "axis.h"
#include "base/memory.h"
#include "commands.h"
#include "load.h"
#include "output.h"
#include "plot.h"
#include "progress.h"
#include "svg.h"
#include "table.h"

enum {
    LENGTH = 420, /* of the frame: the longer edge */
    LEAST_LENGTH = 60,
    TOP = 66
};

static graph_index step_of(graph_index length)
{
    graph_index step = (length + SPY_CELLS - 1) / SPY_CELLS;
    return step > 0 ? step : 1;
}

graph_status spy_count(struct spy *spy, graph_matrix *A)
{
    graph_arrays arrays = {.size = sizeof arrays};
    *spy = (struct spy){0};
    graph_status status = graph_matrix_export(&arrays, A, GRAPH_CSR, GRAPH_BORROW);
    if (status != GRAPH_OK)
        return status;
    spy->rows = arrays.rows;
    spy->columns = arrays.columns;
    spy->entries = arrays.entries;
    spy->row_step = step_of(arrays.rows);
    spy->column_step = step_of(arrays.columns);
    spy->down = (int)((arrays.rows + spy->row_step - 1) / spy->row_step);
    spy->across = (int)((arrays.columns + spy->column_step - 1) / spy->column_step);
    status = GRAPH_NEW_ZEROED(spy->count, (size_t)spy->down * (size_t)spy->across + 1);
    const int64_t *start = arrays.row;
    const int32_t *column = arrays.column;
    for (graph_index row = 0; status == GRAPH_OK && row < arrays.rows; row++) {
        uint64_t *cells = spy->count + row / spy->row_step * (size_t)spy->across;
        for (int64_t k = start[row]; k < start[row + 1]; k++) {
            uint64_t count = ++cells[(graph_index)column[k] / spy->column_step];
            spy->most = count > spy->most ? count : spy->most;
        }
    }
    return status;
}

/* The class d0 .. d6 of a count: steps of equal factors from 1 to the largest. */
static int class_of(uint64_t count, uint64_t most)
{
    if (most <= SVG_DENSITIES)
        return (int)((count - 1) * SVG_DENSITIES / most);
    int class = (int)(SVG_DENSITIES * log((double)count) / log((double)most + 1));
    return class < SVG_DENSITIES ? class : SVG_DENSITIES - 1;
}

static void draw_class(FILE *to, const struct spy *spy, int class)
{
    bool is_begun = false;
    for (int i = 0; i < spy->down; i++)
        for (int j = 0, end; j < spy->across; j = end) {
            const uint64_t *cells = spy->count + (size_t)i * (size_t)spy->across;
            bool is_in = cells[j] > 0 && class_of(cells[j], spy->most) == class;
            for (end = j + 1;
                 is_in && end < spy->across && cells[end] > 0 && class_of(cells[end], spy->most) == class;)
                end++;
            if (!is_in)
                continue;
            if (!is_begun)
                fprintf(to, "<path class=\"d%d\" d=\"", class);
            is_begun = true;
            fprintf(to, "M%d %d.5h%d", j, i, end - j);
        }
    if (is_begun)
        fputs("\"/>\n", to);
}

/* The counts of each class that has any, from its least to its largest. */
struct legend {
    char label[SVG_DENSITIES][80];
    size_t letters; /* of the longest label */
};

static struct legend legend_of(const struct spy *spy)
{
    struct legend legend = {.letters = strlen("entries of a cell") - 3};
    uint64_t least[SVG_DENSITIES], most[SVG_DENSITIES] = {0};
    char low[32], high[32];
    for (size_t k = 0; k < (size_t)spy->down * (size_t)spy->across; k++) {
        if (spy->count[k] == 0)
            continue;
        int class = class_of(spy->count[k], spy->most);
        least[class] = most[class] == 0 || spy->count[k] < least[class] ? spy->count[k] : least[class];
        most[class] = spy->count[k] > most[class] ? spy->count[k] : most[class];
    }
    for (int class = 0; class < SVG_DENSITIES; class ++) {
        if (most[class] == 0)
            continue;
        svg_number(low, (double)least[class]);
        svg_number(high, (double)most[class]);
        snprintf(legend.label[class], sizeof legend.label[class], "%s%s%s", low,
                 least[class] < most[class] ? " to " : "", least[class] < most[class] ? high : "");
        size_t letters = strlen(legend.label[class]);
        legend.letters = letters > legend.letters ? letters : legend.letters;
    }
    return legend;
}

static void draw_legend(FILE *to, const struct legend *legend, double x, double y)
{
    svg_text(to, x, y - 8, NULL, SVG_START, "entries of a cell");
    for (int class = 0; class < SVG_DENSITIES; class ++) {
        if (legend->label[class][0] == '\0')
            continue;
        fprintf(to, "<path class=\"cells d%d\" style=\"stroke-width:12\" d=\"M%.1f %.1fh14\"/>\n", class, x,
                y + 8);
        svg_text(to, x + 22, y + 13, NULL, SVG_START, "%s", legend->label[class]);
        y += 19;
    }
}

/* The ends of an axis that counts rows or columns: whole cells. */
static struct axis axis_over(int cells, graph_index step, double start, double span)
{
    double most = cells > 0 ? (double)cells * (double)step : 1;
    return (struct axis){.most = most, .start = start, .end = start + span};
}

/* The length of the frame along an axis: as the matrix, but at least LEAST_LENGTH. */
static double length_of(graph_index length, graph_index other)
{
    double share = length < other ? (double)length / (double)other : 1;
    return fmax(LENGTH * share, LEAST_LENGTH);
}

void spy_draw(FILE *to, const struct spy *spy, const char *title)
{
    char m[32], r[32], c[32], row_step[32], column_step[32], shown[256];
    struct axis y = axis_over(spy->down, spy->row_step, TOP + 30, length_of(spy->rows, spy->columns));
    const double first_x = SVG_MARGIN + 26 + SVG_LETTER * axis_letters(&y, 1);
    const struct legend legend = legend_of(spy);
    const double right =
        SVG_WIDTH - 24 - SVG_LETTER * (double)legend.letters - 22 - 18; /* the legend stands there */
    struct axis x = axis_over(spy->across, spy->column_step, first_x,
                              fmin(length_of(spy->columns, spy->rows), right - first_x));
    svg_shorten(shown, sizeof shown, title, (SVG_WIDTH - 2 * SVG_MARGIN) / SVG_TITLE_LETTER);
    svg_begin(to, fmax(y.end, TOP + 200) + 58, title);
    svg_text(to, SVG_MARGIN, 28, "title", SVG_START, "%s", shown);
    svg_text(to, SVG_MARGIN, 47, "faint", SVG_START, "%s rows, %s columns, m = %s entries",
             svg_number(r, (double)spy->rows), svg_number(c, (double)spy->columns),
             svg_number(m, (double)spy->entries));
    svg_text(to, SVG_MARGIN, 66, "faint", SVG_START, "a cell has %s x %s positions; without colour: no entry",
             svg_number(row_step, (double)spy->row_step), svg_number(column_step, (double)spy->column_step));
    axis_draw_x(to, &x, 1, y.end, y.start);
    axis_draw_y(to, &y, 1, x.start, x.end);
    fprintf(to, "<path class=\"axis\" d=\"M%.1f %.1fH%.1fV%.1f\"/>\n", x.start, y.start, x.end, y.end);
    if (spy->down > 0 && spy->across > 0)
        fprintf(to, "<g class=\"cells\" transform=\"translate(%.2f %.2f) scale(%.4f %.4f)\">\n", x.start,
                y.start, (x.end - x.start) / spy->across, (y.end - y.start) / spy->down);
    for (int class = 0; class < SVG_DENSITIES && spy->entries > 0; class ++)
        draw_class(to, spy, class);
    if (spy->down > 0 && spy->across > 0)
        fputs("</g>\n", to);
    if (spy->entries > 0)
        draw_legend(to, &legend, x.end + 18, y.start + 8);
    svg_text(to, (x.start + x.end) / 2, y.end + 40, NULL, SVG_MIDDLE, "column");
    svg_text_upward(to, SVG_MARGIN + 8, (y.start + y.end) / 2, "row");
    svg_end(to);
}

graph_status command_spy(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_matrix *A = NULL;
    struct spy spy = {0};
    struct table table = {0};
    char title[256], name[200];
    double seconds = 0;

    graph_status status = load(&A, NULL, NULL, NULL, arguments);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        progress_begin("drawing the matrix");
        status = progress_end(spy_count(&spy, A));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = table_open(&table, arguments->plot, arguments);
    if (status == GRAPH_OK) {
        svg_shorten(name, sizeof name, plot_name_of_file(arguments), 50);
        snprintf(title, sizeof title, "Entries: %s", name);
        spy_draw(table.stream, &spy, title);
    }
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK)
        status = output_shape(&output, A);
    if (status == GRAPH_OK) {
        output_integer(&output, "cells_down", (uint64_t)spy.down);
        output_integer(&output, "cells_across", (uint64_t)spy.across);
        output_integer(&output, "most_in_cell", spy.most);
        output_end(&output, seconds);
    }
    graph_free(spy.count);
    graph_matrix_release(&A);
    return status;
}
