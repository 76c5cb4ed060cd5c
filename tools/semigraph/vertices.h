/* Vertices by the ids of a file. */
#ifndef TOOLS_VERTICES_H
#define TOOLS_VERTICES_H

#include "arguments.h"
#include "output.h"
#include "table.h"

/* A graph as loaded. */
struct graph {
    graph_matrix *A;
    graph_index vertices; /* rows */
    uint64_t *ids;        /* of the rows, ascending; NULL: row i is vertex i */
    char **labels;        /* of the rows, ascending; NULL: vertices are numbers */
};

/* Loads the graph of the command line.  Released with graph_close, also after a failure. */
graph_status graph_open(struct graph *graph, const struct arguments *arguments);
void graph_close(struct graph *graph);

/* *row = the row of the first vertex of the command line, or of the second; complains if there is none. */
graph_status graph_source(graph_index *row, const struct graph *graph, const struct arguments *arguments);
graph_status graph_end(graph_index *row, const struct graph *graph, const struct arguments *arguments);

/* Says which vertex a negative cycle goes through, if that is the status: the library knows the row. */
void graph_explain_cycle(const struct graph *graph, graph_status status, const struct arguments *arguments);

/* Writes what the file calls the vertex of a row: to a table, where a label with a separator or a quote gets quotes; to a
 * page, where what means something in HTML is replaced; as a result. */
void graph_write_id(const struct table *table, const struct graph *graph, graph_index row);
void graph_escape_id(FILE *to, const struct graph *graph, graph_index row);
void graph_output_id(struct output *output, const char *key, const struct graph *graph, graph_index row);
graph_status graph_output_ids(struct output *output, const char *key, const struct graph *graph,
                              const graph_index *rows, size_t count);

/* The rows of a list of vertices: a file of ids, one a line, or ids with commas between.  The caller frees *rows. */
graph_status graph_rows(graph_index **rows, graph_index *count, const struct graph *graph, const char *list,
                        const struct arguments *arguments);

/* The graph, and the file of --per-vertex, which table_end ends. */
graph_status graph_open_table(struct graph *graph, struct table *table, const struct arguments *arguments);

/* *v = a vector of `vertices` elements with 1 at each of some rows. */
graph_status graph_ones_at(graph_vector **v, graph_index vertices, const graph_index *row, graph_index rows);

/* value[v] = the entry of a vector at v, -1 where there is none; freed with graph_free. */
graph_status values_of(int64_t **value, const graph_vector *v, graph_index length);

#endif
