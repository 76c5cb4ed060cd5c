/* The register tile of the blocked Floyd-Warshall algorithm. */
#ifndef CPU_APSP_FLOYD_TILE_H
#define CPU_APSP_FLOYD_TILE_H

#include <stdint.h>

#include "cpu/common/isa.h"
#include "semigraph/types.h"

/* The side of a block, and elements from one of its rows to the next: not a power of two, or a column of the block would
 * share a few sets of the cache. */
enum { GRAPH_FLOYD_SIDE = 128, GRAPH_FLOYD_STRIDE = GRAPH_FLOYD_SIDE + 16 };

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
