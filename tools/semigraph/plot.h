/* Histograms as SVG. */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "arguments.h"

struct plot {
    const char *title, *x_label, *y_label; /* with units */
    double width;                          /* of a bar, which starts at its x; 0: the values are points */
    bool has_fractions;                    /* x is not whole numbers */
    size_t count;
    const double *x, *y;   /* y is 0 or larger */
    const graph_matrix *A; /* whose size stands below the title, with the sources */
};

/* Writes the plot to the file --plot names, if it does.  An axis is logarithmic where its positive values span more
 * than a factor of 100 (for x also only where values are points); what it cannot show, 0, is omitted then,
 * which the line below the title says. */
graph_status plot_write(const struct plot *plot, const struct arguments *arguments);

#endif
