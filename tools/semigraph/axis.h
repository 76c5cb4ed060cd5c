/* Axes of pictures: where values lie, ticks, grids. */
#ifndef TOOLS_AXIS_H
#define TOOLS_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct axis {
    double least, most; /* of what is shown; of the decimal logarithms if is_log */
    bool is_log;
    bool has_zero;     /* is_log: values of 0 have a separate place before the axis */
    double start, end; /* where the axis lies in the picture */
};

/* What values want of an axis. */
struct axis_wish {
    bool may_be_log; /* logarithmic if the positive values span more than a factor of 100 */
    bool from_zero;  /* otherwise it begins at 0 */
    bool has_bars;   /* a bar of the least value is still seen on a logarithmic axis */
    bool is_exact;   /* a linear axis has no room beyond the values */
    double beyond;   /* bars end so far behind their values */
};

/* The axis of some arrays of values; start and end are still to be set. */
struct axis axis_of(const double *const *value, const size_t *count, int arrays, struct axis_wish wish);

/* Where a value lies in the picture. */
double axis_place(const struct axis *axis, double value);

/* The letters of the longest label. */
int axis_letters(const struct axis *axis, double least_step);

/* Ticks, labels and grid of an axis along x, whose grid goes up from y to y_end, or along y, whose grid goes right from x
 * to x_end.  least_step: 1 for whole numbers. */
void axis_draw_x(FILE *to, const struct axis *axis, double least_step, double y, double y_end);
void axis_draw_y(FILE *to, const struct axis *axis, double least_step, double x, double x_end);

#endif
