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
graph_status command_convert(const struct arguments *arguments);
graph_status command_semirings(const struct arguments *arguments);
graph_status command_methods(const struct arguments *arguments);

#endif
