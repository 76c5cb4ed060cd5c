/* The GAP Benchmark Suite's breadth-first search, compiled from its source (SEMIGRAPH_GAPBS names the folder), in this
 * process and on the same arrays.
 * Source: Beamer, Asanovic, Patterson, "The GAP Benchmark Suite", 2015. */
#ifndef BENCH_GAPBS_BFS_GAPBS_H
#define BENCH_GAPBS_BFS_GAPBS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gapbs_graph;  /* an undirected graph: its CSRGraph */
struct gapbs_result; /* an array of parents: its pvector */

/* Copies a symmetric matrix by rows. */
struct gapbs_graph *gapbs_open(int64_t rows, const int64_t *row_start, const int32_t *column);
void gapbs_close(struct gapbs_graph *graph);

/* The threads of all later calls, of everything in this process that uses OpenMP. */
void gapbs_threads(int threads);

struct gapbs_result *gapbs_bfs(const struct gapbs_graph *graph, int32_t source);
const int32_t *gapbs_parents(const struct gapbs_result *result);
void gapbs_drop(struct gapbs_result *result);

#ifdef __cplusplus
}
#endif

#endif
