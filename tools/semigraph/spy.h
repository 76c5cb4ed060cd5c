/* The density of a matrix as a picture. */
#ifndef TOOLS_SPY_H
#define TOOLS_SPY_H

#include <stdio.h>

#include "arguments.h"

enum { SPY_CELLS = 120 }; /* at most, along each edge */

/* Entries counted in cells, each a block of the matrix. */
struct spy {
    graph_index rows, columns, entries;
    int down, across;                  /* cells */
    uint64_t *count;                   /* down x across */
    uint64_t most;                     /* the largest count */
    graph_index row_step, column_step; /* rows and columns of a cell, the last ones may have fewer */
};

/* Counts; the caller frees count with graph_free, also after a failure. */
graph_status spy_count(struct spy *spy, graph_matrix *A);

/* Draws the cells that have entries, darker the more they have, in steps of equal factors. */
void spy_draw(FILE *to, const struct spy *spy, const char *title);

#endif
