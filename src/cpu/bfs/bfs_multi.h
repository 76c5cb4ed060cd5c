/* A group of sources that walk together, as the files of bfs_multi share it. */
#ifndef CPU_BFS_BFS_MULTI_H
#define CPU_BFS_BFS_MULTI_H

#include "cpu/common/isa.h"
#include "cpu/common/paths.h"

enum { MOST_WORDS = 8, MOST_PLANES = 31, MOST_KEPT = 6 };

/* Vertices have numbers of the walk's own, so that rows of one length lie together. */
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
    uint64_t *seen, *front, *next, *spare[MOST_KEPT + 2];
    uint64_t *kept[MOST_KEPT]; /* fronts that nobody overwrites: their levels need no plane */
    int64_t kept_depth[MOST_KEPT];
    int spares, kept_count, kept_room;
    bool is_next_clean, is_front_kept;
    uint64_t *plane[MOST_PLANES + 1]; /* digits of levels; all zero but where touched */
    uint64_t *plane_memory[MOST_PLANES + 1];
    uint8_t *touched;      /* the planes have something in this row */
    int32_t *list, *found; /* numbers of vertices with a lane in front, and room for the next ones */
    uint64_t all[MOST_WORDS];
    uint64_t counter[MOST_PLANES * MOST_WORDS + MOST_WORDS];
};

/* Writes the levels of a group that has walked to its end, and clears its planes; digits: binary ones of a level. */
void graph__bfs_write_levels(struct graph_bfs_group *g, int digits);

#endif
