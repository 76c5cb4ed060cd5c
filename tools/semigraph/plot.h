/* Histograms and distributions as SVG. */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "arguments.h"

enum plot_form { PLOT_BARS, PLOT_POINTS, PLOT_LINE };
enum { PLOT_SERIES = 4 };

struct plot {
    const char *title, *x_label, *y_label; /* with units */
    char facts[256];                       /* the line below the title; "" for none */
    double width;                          /* of a bar, which starts at its x */
    bool has_fractions;                    /* x is not whole numbers */
    bool is_share;                         /* y is from 0 to 1, on a linear axis */
    int series;                            /* with more than one there is a legend */
    struct plot_series {
        const char *name;
        enum plot_form form;
        size_t count;
        const double *x, *y; /* y is 0 or larger */
    } of[PLOT_SERIES];
};

/* Draws the plot.  An axis is logarithmic where its positive values span more than a factor of 100 (for x only where there
 * are no bars).  0 has a separate place before a logarithmic axis of x; on one of y it is not shown. */
void plot_draw(FILE *to, const struct plot *plot);

/* facts = the size of the graph, and the sources of the command line. */
void plot_facts_of(struct plot *plot, const graph_matrix *A, const struct arguments *arguments);

/* Writes the plot to the file that --plot names, if it does, with the name of the graph's file behind the title. */
graph_status plot_write(const struct plot *plot, const struct arguments *arguments);

/* The name of the graph's file, without folders; of the standard input "standard input". */
const char *plot_name_of_file(const struct arguments *arguments);

#endif
