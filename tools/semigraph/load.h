/* Loading a graph with a progress bar and a way out. */
#ifndef TOOLS_LOAD_H
#define TOOLS_LOAD_H

#include "arguments.h"

/* *A = the graph of arguments->file; *report, if not NULL, is what the loader saw; *ids, if not NULL, gets the id of
 * each row under --compact.  A bar shows on the error stream if that is a terminal and the load takes a while.
 * GRAPH_E_CANCELLED: an interrupt (Ctrl-C) came while loading. */
graph_status load(graph_matrix **A, graph_read_report *report, uint64_t **ids,
                  const struct arguments *arguments);

/* Seconds on a clock that only goes forward. */
double clock_seconds(void);

#endif
