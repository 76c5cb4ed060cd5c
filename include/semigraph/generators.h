/* Graphs to try things on.  Each function makes *A, a new square matrix GRAPH_PATTERN, NULL after a failure.
 *
 * Random graphs depend on the arguments alone: every random number is a function of the seed and of its place (edge and
 * step), Philox 4x32-10 of Salmon et al., SC 2011, so that threads and machines make no difference.  Edges are drawn with
 * repetitions, which are then one entry; `edges` is the number drawn.
 *
 * GRAPH_E_NULL: A is NULL.  GRAPH_E_INVALID_VALUE: an argument outside the range that is said, or options with a wrong size.
 * GRAPH_E_NOT_SUPPORTED: more than 2^31 - 1 vertices.  GRAPH_E_MEMORY: also, more edges than memory. */
#ifndef SEMIGRAPH_GENERATORS_H
#define SEMIGRAPH_GENERATORS_H

#include "semigraph/matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_generator_options {
    size_t size; /* sizeof(graph_generator_options) */
    int threads; /* 0: as graph_set_threads says */
    uint64_t seed;
    bool is_undirected; /* each edge in both directions; of the random graphs, the others say what they are */
    bool has_loops;     /* random graphs: edges from a vertex to itself stay */
    bool is_shuffled;   /* graph_generate_rmat: vertices are renumbered at random */
    double a, b, c;     /* graph_generate_rmat: see there; all 0: 0.57, 0.19, 0.19 */
} graph_generator_options;

/* 2^scale vertices, and edges that pick a quarter of the matrix with probability a, b, c and 1 - a - b - c, then a quarter
 * of that, and so on: the Kronecker graphs of Graph500, where edges is 16 times the vertices.  scale is at most 30; a, b and
 * c are 0 or more with a sum of at most 1.
 * Source: Chakrabarti, Zhan, Faloutsos, "R-MAT: a recursive model for graph mining", SDM 2004. */
GRAPH_API graph_status graph_generate_rmat(graph_matrix **A, int scale, graph_index edges,
                                           const graph_generator_options *options);

/* Edges with both ends drawn uniformly; no edges if there are no vertices.
 * Source: Erdos, Renyi, Publ. Math. Debrecen 6, 1959, with repetitions. */
GRAPH_API graph_status graph_generate_uniform(graph_matrix **A, graph_index vertices, graph_index edges,
                                              const graph_generator_options *options);

/* A ring in which every vertex is joined to the `neighbours` next ones on either hand; the far end of each edge moves with
 * probability `rewired` to a vertex drawn uniformly.  Undirected.  2 neighbours < vertices (or both 0); rewired 0 .. 1.
 * Source: Watts, Strogatz, "Collective dynamics of small-world networks", Nature 393, 1998. */
GRAPH_API graph_status graph_generate_small_world(graph_matrix **A, graph_index vertices, graph_index neighbours,
                                                  double rewired, const graph_generator_options *options);

/* Each vertex v joins itself to `attached` earlier ones (fewer where the same one is drawn twice), each drawn as an end of
 * an edge of the earlier vertices: in proportion to their degrees.  Undirected.  attached is at least 1.
 * Edge e = v attached + i has the ends v and x(e), where x(e) is the content of one of the places 0 .. 2 v attached - 1 of
 * the list of all ends, drawn uniformly; for the first vertex it is the vertex itself.
 * Sources: Barabasi, Albert, Science 286, 1999; Sanders, Schulz, "Scalable generation of scale-free graphs",
 * IPL 116(7), 2016. */
GRAPH_API graph_status graph_generate_preferential(graph_matrix **A, graph_index vertices, graph_index attached,
                                                   const graph_generator_options *options);

/* height x width vertices, (y, x) with the number y width + x, joined to their neighbours up, down, left and right; with
 * is_periodic across the borders too.  Undirected. */
GRAPH_API graph_status graph_generate_grid(graph_matrix **A, graph_index height, graph_index width, bool is_periodic,
                                           const graph_generator_options *options);

/* Undirected: all pairs of distinct vertices; vertex v with v + 1; vertex 0 with all others; v > 0 with (v - 1) / arity,
 * a balanced tree, where arity is at least 1. */
GRAPH_API graph_status graph_generate_complete(graph_matrix **A, graph_index vertices,
                                               const graph_generator_options *options);
GRAPH_API graph_status graph_generate_path(graph_matrix **A, graph_index vertices,
                                           const graph_generator_options *options);
GRAPH_API graph_status graph_generate_star(graph_matrix **A, graph_index vertices,
                                           const graph_generator_options *options);
GRAPH_API graph_status graph_generate_tree(graph_matrix **A, graph_index vertices, graph_index arity,
                                           const graph_generator_options *options);

#ifdef __cplusplus
}
#endif
#endif
