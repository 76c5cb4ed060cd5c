/* The commands that many ranks run together. */
#ifndef TOOLS_RANKS_COMMANDS_H
#define TOOLS_RANKS_COMMANDS_H

#include <semigraph.h>

#include "arguments.h"
#include "output.h"
#include "table.h"
#include "vertices.h"

/* A command under way.  All but the ids of the graph is the same on every rank. */
struct shared {
    graph_group *group;
    struct graph graph; /* of the first rank: ids; the matrix is in D */
    graph_dist *D;
    graph_index vertices, row;    /* row: of --source */
    graph_index *source, sources; /* of --sources; NULL: not given */
    const struct arguments *arguments;
    struct table table; /* of the first rank: the file of --per-vertex, if that is given */
    struct output output;
    double seconds;
};

/* Writes a line for each row that has an entry in the first of some vectors: its id, and what each of them has there. */
graph_status ranks_write(struct shared *s, graph_vector *const *column, int columns);

/* Each is collective, and prints its result but for the last two keys. */
graph_status ranks_bfs(struct shared *s);
graph_status ranks_sssp(struct shared *s);
graph_status ranks_apsp(struct shared *s);
graph_status ranks_triangles(struct shared *s);
graph_status ranks_clustering(struct shared *s);
graph_status ranks_components(struct shared *s);
graph_status ranks_closure(struct shared *s);
graph_status ranks_square(struct shared *s);
graph_status ranks_pagerank(struct shared *s);
graph_status ranks_betweenness(struct shared *s);

#endif
