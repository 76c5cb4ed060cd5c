/* Triangles of symmetric rows that are all short, as in road networks and grids: counted on the rows as they lie. */
#ifndef CPU_TRIANGLES_TRIANGLE_ROWS_H
#define CPU_TRIANGLES_TRIANGLE_ROWS_H

#include <stdbool.h>

#include "contract/kernels.h"

/* Answers the request if r->A is symmetric and its rows are short; *r is unchanged otherwise. */
bool graph__triangles_by_rows(struct graph_triangles_request *r);

#endif
