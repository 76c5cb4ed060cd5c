/* The kernels of the GAP benchmark suite, compiled from its sources (SEMIGRAPH_GAPBS names the folder), which are no part of
 * this project.  One compilation of gapbs.cc for each kernel.
 * Source: Beamer, Asanovic, Patterson, "The GAP Benchmark Suite", 2015. */
#ifndef BENCH_GAPBS_GAPBS_H
#define BENCH_GAPBS_GAPBS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A graph with both directions of each edge in the arrays of gapbs, which has to be released; weight may be NULL. */
typedef struct gapbs_graph gapbs_graph;
#define GAPBS_KERNEL(name)                                                                                   \
    gapbs_graph *gapbs_##name##_open(int64_t n, const int64_t *row_start, const int32_t *column,             \
                                     const int32_t *weight);                                                 \
    void gapbs_##name##_drop(gapbs_graph *g);                                                                \
    void gapbs_##name##_close(gapbs_graph *g)

/* run leaves the answer with the graph, where no other is; read copies it to an array with one element for each vertex, and
 * drop releases it. */
GAPBS_KERNEL(bfs);
void gapbs_bfs_run(gapbs_graph *g, int32_t source);
void gapbs_bfs_read(int32_t *parent, const gapbs_graph *g); /* below 0: not reached */

GAPBS_KERNEL(pagerank);
void gapbs_pagerank_run(gapbs_graph *g, int most_rounds, double tolerance);
void gapbs_pagerank_read(float *rank, const gapbs_graph *g);

GAPBS_KERNEL(betweenness); /* divided by the largest value */
void gapbs_betweenness_sources(int64_t *source, int count, const gapbs_graph *g); /* what run takes */
void gapbs_betweenness_run(gapbs_graph *g, int sources);
void gapbs_betweenness_read(float *score, const gapbs_graph *g);

GAPBS_KERNEL(components);
void gapbs_components_run(gapbs_graph *g);
void gapbs_components_read(int32_t *component, const gapbs_graph *g);

GAPBS_KERNEL(sssp);
void gapbs_sssp_run(gapbs_graph *g, int32_t source, int32_t delta);
void gapbs_sssp_read(int32_t *distance, const gapbs_graph *g); /* INT32_MAX / 2: not reached */

#ifdef __cplusplus
}
#endif
#endif
