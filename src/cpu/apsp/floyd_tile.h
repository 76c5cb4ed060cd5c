/* The register tile of the blocked Floyd-Warshall algorithm. */
#ifndef CPU_APSP_FLOYD_TILE_H
#define CPU_APSP_FLOYD_TILE_H

#include <stdint.h>

#include "cpu/common/isa.h"
#include "semigraph/types.h"

/* Rows and columns of a block, and the stride between its rows.  The stride is not a power of two: otherwise the elements
 * of a column would compete for a small number of cache sets. */
enum { GRAPH_FLOYD_BLOCK = 128, GRAPH_FLOYD_STRIDE = GRAPH_FLOYD_BLOCK + 16 };

/* c(i, j) = min(c(i, j), a(i, k) + b(k, j)) for `height` rows, `width` columns and the given number of pivots. */
struct graph_floyd_tile {
    graph_type type;
    enum graph_isa isa;
    int height, width;
    void (*run)(void *c, const void *a, const void *b, int64_t pivots);
};

/* The best tile for a type on this machine. */
const struct graph_floyd_tile *graph__floyd_tile(graph_type type);

#endif
