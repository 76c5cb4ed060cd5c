/* The register tile of the blocked Floyd-Warshall algorithm. */
#ifndef CPU_FLOYD_TILE_H
#define CPU_FLOYD_TILE_H

#include <stdint.h>

#include "cpu/isa.h"
#include "semigraph/types.h"

/* Elements from one row of a block to the next, for all operands. */
enum { GRAPH_FLOYD_STRIDE = 128 };

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
