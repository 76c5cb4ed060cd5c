/* A group of sources that are searched at once; the files of bfs_multi share it. */
#ifndef CPU_BFS_BFS_MULTI_H
#define CPU_BFS_BFS_MULTI_H

#include "contract/paths.h"
#include "cpu/common/isa.h"

enum { MOST_WORDS = 8, MOST_PLANES = 31, MOST_RETAINED = 6 };

/* The search renumbers the vertices, so that rows of one length are neighbours. */
struct graph_bfs_order {
    struct graph_csr out, in;       /* with these numbers */
    const int32_t *number, *vertex; /* the number of a vertex, the vertex of a number; NULL: the same */
};

struct graph_bfs_group {
    const struct graph_bfs_multi_request *r;
    const struct graph_bfs_order *order;
    int words;            /* of a row: one for each 64 sources */
    int64_t first, count; /* sources of the group */
    int64_t depth, active, active_edges;
    int64_t plane_depth; /* depth if levels go into planes, else 0 */
    bool has_levels, is_counting;
    uint64_t *arena; /* the arrays of rows, each on a border of cache lines; the next ones are in it */
    uint64_t *seen, *front, *next, *spare[MOST_RETAINED + 2];
    uint64_t *retained[MOST_RETAINED]; /* fronts that are not overwritten: their levels need no plane */
    int64_t retained_depth[MOST_RETAINED];
    int spares, retained_count, retained_room;
    bool is_next_clean, is_front_retained;
    uint64_t *plane[MOST_PLANES + 1]; /* digits of levels; all zero but where touched */
    uint64_t *plane_memory[MOST_PLANES + 1];
    uint8_t *touched;      /* the planes have something in this row */
    int32_t *list, *found; /* numbers of vertices with a lane in front, and room for the next ones */
    uint64_t all[MOST_WORDS];
    uint64_t counter[MOST_PLANES * MOST_WORDS + MOST_WORDS];
    uint64_t transposed[MOST_WORDS][MOST_PLANES + 2][64]; /* 64 rows, while levels are written by source */
};

/* Writes the levels of a group whose search has ended, and clears its planes; digits: the binary digits of a level. */
void graph__bfs_write_levels(struct graph_bfs_group *g, int digits);

#endif
