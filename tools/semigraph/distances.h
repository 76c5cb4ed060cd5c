/* What distances sum up to, and their histogram. */
#ifndef TOOLS_DISTANCES_H
#define TOOLS_DISTANCES_H

#include "arguments.h"
#include "plot.h"
#include "table.h"
#include "vertices.h"

enum { BINS = 128 };

/* Distances from sources to other vertices; those of a source to itself do not count. */
struct distances {
    graph_type type; /* GRAPH_INT32 for numbers of edges, else GRAPH_INT64 or GRAPH_FP64 */
    graph_index vertices;
    const graph_index *source; /* NULL: every vertex */
    uint64_t pairs;
    int64_t most;               /* integers */
    __extension__ __int128 sum; /* of 2^62 pairs at most, and of distances below 2^61: cannot overflow */
    double real_most, real_sum; /* GRAPH_FP64 */
    double width;               /* of a bin; doubled when a distance does not fit; 0: nothing counted yet */
    double bin[BINS];           /* bin k counts distances of width k .. width (k + 1) */
};

/* The type in which to ask for the distances in A. */
graph_status distances_type(graph_type *type, const graph_matrix *A, bool is_weighted);

/* Adds `count` rows, the first that of source number `first`: a graph_rows_function with struct distances as context. */
int distances_add(graph_index first, graph_index count, const void *distance, const int32_t *predecessor,
                  void *context);

/* Adds the distances from the row `source`, and writes a line for each vertex reached if the table is open. */
graph_status distances_add_vector(struct distances *d, const struct table *table, const struct graph *graph,
                                  graph_index source, const graph_vector *distance);

/* Sets the sums from those of searches from `sources` vertices, each of which reaches itself. */
graph_status distances_count(struct distances *d, graph_index sources, const graph_vector *reached,
                             const graph_vector *eccentricity, const graph_vector *distance_sum);

/* Adds the sums of other sources; the bins are not joined. */
void distances_join(struct distances *d, const struct distances *other);

/* Whether distances between all vertices had better come in one array: where there are many edges, and the array is not
 * large. */
bool distances_are_dense(graph_index vertices, graph_index entries);

/* Adds one distance of a pair, as graph_int64 or graph_fp64. */
void distances_add_one(struct distances *d, graph_scalar distance);

/* The largest distance and the sum of distances, 0 if there are none.  An integer sum beyond 64 bits is rounded to fp64. */
graph_scalar distances_most(const struct distances *d);
graph_scalar distances_sum(const struct distances *d);

/* Sets the series of a plot to the histogram; start becomes its x. */
void distances_draw(struct plot *plot, double start[BINS], const struct distances *d);

/* Draws the histogram of distances in A if --plot was given. */
graph_status distances_plot(const struct distances *d, const graph_matrix *A,
                            const struct arguments *arguments);

#endif
