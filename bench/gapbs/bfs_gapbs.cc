/* See bfs_gapbs.h.  The suite's program becomes a part of this one: its main function gets another name. */
#define main gapbs_main
#include "bfs.cc"
#undef main

#include <omp.h>

#include "bench/gapbs/bfs_gapbs.h"

struct gapbs_graph {
    Graph graph;
};

struct gapbs_result {
    pvector<NodeID> parents;
};

struct gapbs_graph *gapbs_open(int64_t rows, const int64_t *row_start, const int32_t *column)
{
    NodeID **index = new NodeID *[rows + 1];
    NodeID *neighbours = new NodeID[row_start[rows] + 1];
#pragma omp parallel for
    for (int64_t i = 0; i <= rows; i++)
        index[i] = neighbours + row_start[i];
#pragma omp parallel for
    for (int64_t k = 0; k < row_start[rows]; k++)
        neighbours[k] = column[k];
    return new gapbs_graph{Graph(rows, index, neighbours)};
}

void gapbs_close(struct gapbs_graph *graph) { delete graph; }
void gapbs_threads(int threads) { omp_set_num_threads(threads); }

struct gapbs_result *gapbs_bfs(const struct gapbs_graph *graph, int32_t source)
{
    return new gapbs_result{DOBFS(graph->graph, source)};
}

const int32_t *gapbs_parents(const struct gapbs_result *result) { return result->parents.data(); }
void gapbs_drop(struct gapbs_result *result) { delete result; }
