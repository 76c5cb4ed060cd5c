/* Semigraph: sparse matrix products over any semiring, and graph algorithms on them.
 *
 * Load a graph, count its triangles, walk it:
 *
 *     graph_matrix *A = NULL;
 *     graph_vector *level = NULL;
 *     uint64_t triangles;
 *     if (graph_read(&A, "ca-GrQc.txt.gz", NULL) || graph_triangles(&triangles, A, NULL) ||
 *         graph_bfs(&level, NULL, A, 0, NULL))
 *         fprintf(stderr, "%s\n", graph_last_error());
 *     graph_vector_release(&level);
 *     graph_matrix_release(&A);
 *
 * Conventions: outputs come first; functions return a graph_status, and graph_last_error() has the sentence; handles
 * are released through their address; NULL options are the defaults; nothing needs to be initialised. */
#ifndef SEMIGRAPH_H
#define SEMIGRAPH_H

#include "semigraph/status.h"
#include "semigraph/types.h"
#include "semigraph/backend.h"
#include "semigraph/stats.h"
#include "semigraph/matrix.h"
#include "semigraph/vector.h"
#include "semigraph/user.h"
#include "semigraph/semiring.h"
#include "semigraph/operations.h"
#include "semigraph/io.h"
#include "semigraph/algorithms.h"
#include "semigraph/paths.h"
#include "semigraph/group.h"
#include "semigraph/dist.h"
#include "semigraph/cohesion.h"
#include "semigraph/communities.h"
#include "semigraph/sets.h"
#include "semigraph/similarity.h"
#include "semigraph/walks.h"
#include "semigraph/centrality.h"
#include "semigraph/subgraphs.h"
#include "semigraph/generators.h"

#endif
