/* Where a curve is lowest that falls, then rises, and was measured at some points. */
#ifndef BASE_LOWEST_H
#define BASE_LOWEST_H

/* The middle of where the curve is less than a twenty-fifth higher than its lowest point y[k], with straight lines between
 * the points; x ascends.  Where two straight lines meet, one much steeper than the other, that is near the place; a parabola
 * through the points has its minimum up to three quarters of the way to the next point of the flatter line.  Gives k. */
static inline int graph__lowest(double *middle, const double *x, const double *y, int count)
{
    int lowest = 0, low, high;
    for (int k = 1; k < count; k++)
        lowest = y[k] < y[lowest] ? k : lowest;
    double level = 1.04 * y[lowest], from, to;
    for (low = lowest; low > 0 && y[low - 1] <= level;)
        low--;
    for (high = lowest; high < count - 1 && y[high + 1] <= level;)
        high++;
    from = low == 0 ? x[0] : x[low] - (level - y[low]) / (y[low - 1] - y[low]) * (x[low] - x[low - 1]);
    to = high == count - 1 ? x[high]
                           : x[high] + (level - y[high]) / (y[high + 1] - y[high]) * (x[high + 1] - x[high]);
    *middle = (from + to) / 2;
    return lowest;
}

#endif
