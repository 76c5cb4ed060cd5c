/* Loading a graph. */
#ifndef TOOLS_LOAD_H
#define TOOLS_LOAD_H

#include "arguments.h"

/* *A = the graph of arguments->file; *report, if not NULL, is what the loader saw; *ids, if not NULL, gets the id of
 * each row under --compact, and *labels the text of each under --labels.  Shows progress.  GRAPH_E_CANCELLED: a signal came
 * while loading. */
graph_status load(graph_matrix **A, graph_read_report *report, uint64_t **ids, char ***labels,
                  const struct arguments *arguments);

#endif
