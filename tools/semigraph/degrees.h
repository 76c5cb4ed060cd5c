/* The degrees of a graph, how many vertices have which, and their picture. */
#ifndef TOOLS_DEGREES_H
#define TOOLS_DEGREES_H

#include <stdio.h>

#include "arguments.h"
#include "plot.h"

/* Of the rows of a matrix, or of its columns. */
struct degree_counts {
    graph_index count;     /* of rows or columns */
    graph_index *degree;   /* entries of each */
    graph_index most;      /* the largest degree */
    graph_index *vertices; /* vertices[d]: how many have degree d, 0 .. most */
};

struct degrees {
    struct degree_counts out, in; /* of the rows; of the columns */
    bool is_same;                 /* the pattern is symmetric: out and in agree everywhere */
};

/* Counts entries; degrees_release also after a failure. */
graph_status degrees_count(struct degrees *degrees, graph_matrix *A);
void degrees_release(struct degrees *degrees);

/* The degree that a share of the vertices, 0 .. 1, does not exceed. */
graph_index degrees_quantile(const struct degree_counts *counts, double share);

/* The series of a picture, in arrays that degrees_plot_release frees: vertices of each degree, and of each degree or
 * more; of rows and columns if they differ. */
struct degrees_plot {
    struct plot plot;
    double *values;
};
graph_status degrees_plot(struct degrees_plot *p, const struct degrees *degrees);
void degrees_plot_release(struct degrees_plot *p);

#endif
