/* See axis.h.  The ticks of a linear axis are 1, 2 or 5 times a power of ten apart; those of a logarithmic one are powers of
 * ten, and also 2 and 5 times these where the axis is short, or 2 to 9 times where it is shorter still. */
#include "axis.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "svg.h"

enum { TICKS = 6, LOG_SPAN = 100, ZERO_ROOM = 30, MOST_TICKS = 64 };
static const double every_digit = 0.8, short_decades = 1.6, minor_decades = 6.5, margin = 0.03;

/* A tick, and its label. */
struct tick {
    double value, at; /* at: where it lies */
    bool is_minor;    /* without a label */
};

struct axis axis_of(const double *const *value, const size_t *count, int arrays, struct axis_wish wish)
{
    double least = INFINITY, most = 0, smallest = INFINITY;
    bool has_zero = false;
    for (int a = 0; a < arrays; a++)
        for (size_t k = 0; k < count[a]; k++) {
            double x = value[a][k];
            least = x > 0 && x < least ? x : least;
            smallest = x < smallest ? x : smallest;
            most = x + wish.beyond > most ? x + wish.beyond : most;
            has_zero = has_zero || x == 0;
        }
    most = most > DBL_MAX ? DBL_MAX : most;
    if (wish.may_be_log && most > LOG_SPAN * least) {
        double low = log10(least), high = log10(most), span = high - low;
        low -= wish.has_bars ? log10(2) : margin * span;
        return (struct axis){low, high + margin * span, true, has_zero && !wish.has_bars, 0, 0};
    }
    least = wish.from_zero || smallest > most ? 0 : smallest;
    most = most > least ? most : least + 1;
    double room = wish.is_exact ? 0 : margin * (most - least);
    return (struct axis){wish.from_zero ? least : least - room, most + room, false, false, 0, 0};
}

/* Where the axis proper begins, behind the place of 0. */
static double start_of(const struct axis *axis)
{
    double room = axis->has_zero ? ZERO_ROOM : 0;
    return axis->start + (axis->end > axis->start ? room : -room);
}

double axis_place(const struct axis *axis, double value)
{
    const double start = start_of(axis);
    if (axis->is_log && value <= 0)
        return (axis->start + start) / 2 - (start - axis->start) / 6;
    const double at = axis->is_log ? log10(value) : value;
    return start + (axis->end - start) * (at - axis->least) / (axis->most - axis->least);
}

static double step_of(const struct axis *axis, double least)
{
    double raw = (axis->most - axis->least) / TICKS, unit = pow(10, floor(log10(raw))), share = raw / unit;
    double step = unit * (share > 5 ? 10 : share > 2 ? 5 : share > 1 ? 2 : 1);
    return step < least ? least : step;
}

/* A long axis has labels at every second, third ... power. */
static int powers_apart(const struct axis *axis) { return (int)ceil((axis->most - axis->least) / 10); }

static int ticks_of(struct tick ticks[MOST_TICKS], const struct axis *axis, double least_step)
{
    int count = 0, apart = powers_apart(axis);
    if (axis->is_log) {
        double decades = axis->most - axis->least;
        if (axis->has_zero)
            ticks[count++] = (struct tick){0, axis_place(axis, 0), false};
        for (double power = floor(axis->least); power <= axis->most; power++)
            for (int digit = 1; digit < 10 && count < MOST_TICKS; digit++) {
                double value = digit * pow(10, power), at = log10(value);
                bool has_label = digit == 1 ? fmod(power, apart) == 0
                                            : decades < every_digit ||
                                                  (decades < short_decades && (digit == 2 || digit == 5));
                if (at < axis->least - 1e-9 || at > axis->most + 1e-9 ||
                    (!has_label && (digit == 1 || decades > minor_decades)))
                    continue;
                ticks[count++] = (struct tick){value, axis_place(axis, value), !has_label};
            }
        return count;
    }
    double step = step_of(axis, least_step);
    for (double k = ceil(axis->least / step - 1e-9); count < MOST_TICKS; k++) {
        double value = k * step;
        if (value > axis->most + 1e-9 * step)
            break;
        ticks[count++] = (struct tick){k == 0 ? 0 : value, axis_place(axis, value), false};
    }
    return count;
}

int axis_letters(const struct axis *axis, double least_step)
{
    struct tick ticks[MOST_TICKS];
    char text[32];
    int count = ticks_of(ticks, axis, least_step), most = 1;
    for (int k = 0; k < count; k++) {
        int letters = ticks[k].is_minor ? 0 : (int)strlen(svg_number(text, ticks[k].value));
        most = letters > most ? letters : most;
    }
    return most;
}

void axis_draw_x(FILE *to, const struct axis *axis, double least_step, double y, double y_end)
{
    struct tick ticks[MOST_TICKS];
    char text[32];
    int count = ticks_of(ticks, axis, least_step);
    double free_from = -INFINITY; /* labels do not touch */
    for (int k = 0; k < count; k++) {
        double at = ticks[k].at;
        svg_line(to, at, y, at, y_end, ticks[k].is_minor ? "minor" : "grid");
        if (ticks[k].is_minor)
            continue;
        double half = SVG_LETTER * (double)strlen(svg_number(text, ticks[k].value)) / 2;
        if (at - half < free_from)
            continue;
        svg_text(to, at, y + 18, NULL, SVG_MIDDLE, "%s", text);
        free_from = at + half + SVG_LETTER;
    }
    svg_line(to, axis->start, y, axis->end, y, "axis");
}

void axis_draw_y(FILE *to, const struct axis *axis, double least_step, double x, double x_end)
{
    struct tick ticks[MOST_TICKS];
    char text[32];
    int count = ticks_of(ticks, axis, least_step);
    for (int k = 0; k < count; k++) {
        svg_line(to, x, ticks[k].at, x_end, ticks[k].at, ticks[k].is_minor ? "minor" : "grid");
        if (!ticks[k].is_minor)
            svg_text(to, x - 6, ticks[k].at + 4.5, NULL, SVG_END, "%s", svg_number(text, ticks[k].value));
    }
    svg_line(to, x, axis->start, x, axis->end, "axis");
}
