/* Vertices with names: the texts of an edge list are numbered as they come, and at the end in ascending order. */
#ifndef IO_LABELS_H
#define IO_LABELS_H

#include "io/reading.h"

struct graph_label_table;

/* Makes an empty table, whose memory is taken from the budget; *table is NULL after a failure. */
graph_status graph__labels_create(struct graph_label_table **table, const struct graph_reading *r);
void graph__labels_free(struct graph_label_table *table);

/* *number = the number of a text, a new one if it was not seen before. */
graph_status graph__labels_number(uint64_t *number, struct graph_label_table *table,
                                  const struct graph_reading *r, const char *text, size_t bytes);

/* Numbers the labels 0, 1, ... in ascending order of their bytes: the numbers in edges->wide become narrow ids.
 * *labels: the text of each; one block of memory.  *vertices: how many there are. */
graph_status graph__labels_finish(char ***labels, int64_t *vertices, const struct graph_reading *r,
                                  const struct graph_label_table *table, struct graph_edges *edges);

/* Parses the lines of an edge list whose ids are texts. */
graph_status graph__parse_label_lines(const struct graph_reading *r, struct graph_parser *parser);

#endif
