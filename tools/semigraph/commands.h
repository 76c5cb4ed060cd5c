/* The commands of the program, one file each. */
#ifndef TOOLS_COMMANDS_H
#define TOOLS_COMMANDS_H

#include "arguments.h"

graph_status command_info(const struct arguments *arguments);
graph_status command_bfs(const struct arguments *arguments);
graph_status command_triangles(const struct arguments *arguments);
graph_status command_clustering(const struct arguments *arguments);
graph_status command_components(const struct arguments *arguments);
graph_status command_closure(const struct arguments *arguments);
graph_status command_sssp(const struct arguments *arguments);
graph_status command_apsp(const struct arguments *arguments);
graph_status command_path(const struct arguments *arguments);
graph_status command_square(const struct arguments *arguments);
graph_status command_degrees(const struct arguments *arguments);
graph_status command_spy(const struct arguments *arguments);
graph_status command_report(const struct arguments *arguments);
graph_status command_cores(const struct arguments *arguments);
graph_status command_trusses(const struct arguments *arguments);
graph_status command_louvain(const struct arguments *arguments);
graph_status command_leiden(const struct arguments *arguments);
graph_status command_labels(const struct arguments *arguments);
graph_status command_forest(const struct arguments *arguments);
graph_status command_independent_set(const struct arguments *arguments);
graph_status command_coloring(const struct arguments *arguments);
graph_status command_matching(const struct arguments *arguments);
graph_status command_pagerank(const struct arguments *arguments);
graph_status command_betweenness(const struct arguments *arguments);
graph_status command_closeness(const struct arguments *arguments);
graph_status command_hits(const struct arguments *arguments);
graph_status command_eigenvector(const struct arguments *arguments);
graph_status command_katz(const struct arguments *arguments);
graph_status command_similarity(const struct arguments *arguments);
graph_status command_walks(const struct arguments *arguments);
graph_status command_order(const struct arguments *arguments);
graph_status command_generate(const struct arguments *arguments);
graph_status command_convert(const struct arguments *arguments);
graph_status command_semirings(const struct arguments *arguments);
graph_status command_methods(const struct arguments *arguments);

/* The k-th command, k = 0, 1, ...; NULL behind the last. */
const struct command *command_at(int k);

/* `semigraph completion SHELL`: prints the script of that shell.  Gives the exit status. */
int print_completion(const char *shell);

#endif
