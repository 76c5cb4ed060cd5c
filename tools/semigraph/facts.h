/* Facts about a graph that more than one command tells. */
#ifndef TOOLS_FACTS_H
#define TOOLS_FACTS_H

#include <semigraph.h>

/* What an undirected reading of a square matrix gives. */
struct facts_undirected {
    graph_index edges;    /* pairs u != v that are joined, in either direction */
    graph_index vertices; /* with an edge, self-loops included */
};

graph_status facts_of_undirected(struct facts_undirected *u, const graph_matrix *A,
                                 const graph_properties *properties);

/* What a format of files is called. */
const char *facts_format(graph_file_format format);

#endif
