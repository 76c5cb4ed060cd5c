/* The plot of a table: for each row, every column of times divided by the reference column, on a logarithmic axis. */
#include <math.h>
#include <string.h>

#include "bench/published/published.h"

enum { LEFT = 64, TOP = 84, HEIGHT = 300, BELOW = 110, EACH = 46, RIGHT = 24, LEGEND_EACH = 150 };

/* Colours that differ for eyes of every kind (Okabe, Ito 2008). */
static const char *const colours[] = {"#000000", "#e69f00", "#56b4e9", "#009e73", "#d55e00",
                                      "#0072b2", "#cc79a7", "#8a7a00", "#777777"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

static void draw_mark(FILE *svg, int series, double x, double y)
{
    const char *colour = colours[series % COLOURS];
    switch (series % 4) {
    case 0:
        fprintf(svg, "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>\n", x, y, colour);
        break;
    case 1:
        fprintf(svg, "<rect x='%.1f' y='%.1f' width='7' height='7' fill='%s'/>\n", x - 3.5, y - 3.5, colour);
        break;
    case 2:
        fprintf(svg, "<path d='M%.1f %.1fl4.5 8h-9z' fill='%s'/>\n", x, y - 5, colour);
        break;
    default:
        fprintf(svg, "<path d='M%.1f %.1fl5 5l-5 5l-5-5z' fill='%s'/>\n", x, y - 5, colour);
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

void table_draw(const struct table *t, FILE *svg)
{
    double low = 0, high = 0, ratio;
    int series = 0, legend_rows, per_row;
    for (int r = 0; r < t->rows; r++)
        for (int c = 0; c < t->columns; c++)
            if (table_ratio(&ratio, t, r, c)) {
                low = fmin(low, floor(log10(ratio)));
                high = fmax(high, ceil(log10(ratio)));
            }
    high = high > low ? high : low + 1;
    for (int c = 0; c < t->columns; c++)
        series += table_is_drawn(t, c);
    double width = LEFT + EACH * t->rows + RIGHT;
    width = width < 640 ? 640 : width;
    double each = (width - LEFT - RIGHT) / t->rows;
    per_row = (int)((width - LEFT - RIGHT) / LEGEND_EACH);
    legend_rows = (series + per_row - 1) / per_row;
    double top = TOP - 40 + 20 * legend_rows, full = top + HEIGHT + BELOW;
    fprintf(svg,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' viewBox='0 0 %.0f %.0f' "
            "font-family='sans-serif' font-size='12'>\n<rect width='100%%' height='100%%' fill='white'/>\n"
            "<text x='%d' y='22' font-size='15'>%s</text>\n",
            width, full, width, full, LEFT, t->title);
    fprintf(
        svg,
        "<text transform='translate(16 %.1f) rotate(-90)' text-anchor='middle'>time / time of %s</text>\n",
        top + HEIGHT / 2.0, reference_of(t));
    for (double power = low; power <= high; power++)
        for (int step = 1; step < (power < high ? 10 : 2); step++) {
            double y = top + HEIGHT * (high - power - log10(step)) / (high - low);
            fprintf(svg, "<path d='M%d %.1fH%.1f' stroke='%s' stroke-width='%s'/>\n", LEFT, y, width - RIGHT,
                    step == 1 ? power == 0 ? "#000" : "#aaa" : "#eee", power == 0 && step == 1 ? "1.5" : "1");
            if (step == 1)
                fprintf(svg, "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n", LEFT - 6, y + 4,
                        pow(10, power));
        }
    for (int r = 0; r < t->rows; r++)
        fprintf(svg, "<text transform='translate(%.1f %.1f) rotate(-45)' text-anchor='end'>%s</text>\n",
                LEFT + each * (r + 0.5) + 4, top + HEIGHT + 16, t->cell[r][0].text);
    for (int c = 0, s = 0; c < t->columns; c++) {
        if (!table_is_drawn(t, c))
            continue;
        double x = LEFT + s % per_row * LEGEND_EACH, y = 42 + 20 * (s / per_row);
        draw_mark(svg, s, x + 6, y);
        fprintf(svg, "<text x='%.1f' y='%.1f'>%s</text>\n", x + 16, y + 4, t->column[c]);
        for (int r = 0; r < t->rows; r++)
            if (table_ratio(&ratio, t, r, c))
                draw_mark(svg, s, LEFT + each * (r + 0.5) + (s - (series - 1) / 2.0) * 3,
                          top + HEIGHT * (high - log10(ratio)) / (high - low));
        s++;
    }
    fprintf(svg, "</svg>\n");
}
