/* See gapbs.h.  The sources of gapbs are included as they are, in an unnamed namespace, since its programs define
 * functions of the same names. */
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <functional>
#include <getopt.h>
#include <iostream>
#include <limits>
#include <queue>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <omp.h>

#include "bench/gapbs/gapbs.h"

namespace
{
#define main gapbs_main
#if defined(GAPBS_BFS)
#include "bfs.cc"
#define NAME(x) gapbs_bfs_##x
typedef Graph TheGraph;
typedef NodeID Value;
#elif defined(GAPBS_PAGERANK)
#include "pr.cc"
#define NAME(x) gapbs_pagerank_##x
typedef Graph TheGraph;
typedef ScoreT Value;
#elif defined(GAPBS_BETWEENNESS)
#include "bc.cc"
#define NAME(x) gapbs_betweenness_##x
typedef Graph TheGraph;
typedef ScoreT Value;
#elif defined(GAPBS_COMPONENTS)
#include "cc.cc"
#define NAME(x) gapbs_components_##x
typedef Graph TheGraph;
typedef NodeID Value;
#elif defined(GAPBS_SSSP)
#include "sssp.cc"
#define NAME(x) gapbs_sssp_##x
typedef WGraph TheGraph;
typedef WeightT Value;
#endif
#undef main

/* What calls of the main functions, which nobody makes, would be. */
__attribute__((unused)) int (*const unused_main)(int, char **) = gapbs_main;

void fill(NodeID *to, int64_t k, const int32_t *column, const int32_t *) { to[k] = column[k]; }
__attribute__((unused)) void fill(WNode *to, int64_t k, const int32_t *column, const int32_t *weight)
{
    to[k] = WNode(column[k], weight != nullptr ? weight[k] : 1);
}

template <typename Node>
CSRGraph<NodeID, Node> make(int64_t n, const int64_t *row_start, const int32_t *column, const int32_t *weight)
{
    Node *neighbour = new Node[row_start[n]], **index = new Node *[n + 1];
#pragma omp parallel for
    for (int64_t v = 0; v <= n; v++) {
        index[v] = neighbour + row_start[v];
        for (int64_t k = row_start[v]; v < n && k < row_start[v + 1]; k++)
            fill(neighbour, k, column, weight);
    }
    return CSRGraph<NodeID, Node>(n, index, neighbour);
}

template <typename> struct NodeOf;
template <> struct NodeOf<Graph> {
    typedef NodeID type;
};
template <> struct NodeOf<WGraph> {
    typedef WNode type;
};
} // namespace

struct gapbs_graph {
    TheGraph g;
    pvector<Value> answer;
};

extern "C" gapbs_graph *NAME(open)(int64_t n, const int64_t *row_start, const int32_t *column,
                                   const int32_t *weight)
{
    gapbs_graph *opened = new gapbs_graph;
    opened->g = make<NodeOf<TheGraph>::type>(n, row_start, column, weight);
    return opened;
}

extern "C" void NAME(close)(gapbs_graph *opened) { delete opened; }

extern "C" void NAME(read)(Value *to, const gapbs_graph *opened)
{
    std::copy(opened->answer.begin(), opened->answer.end(), to);
}

extern "C" void NAME(drop)(gapbs_graph *opened) { opened->answer = pvector<Value>(); }

#if defined(GAPBS_BFS)
extern "C" void gapbs_bfs_run(gapbs_graph *opened, int32_t source)
{
    opened->answer = DOBFS(opened->g, source);
}
#elif defined(GAPBS_PAGERANK)
extern "C" void gapbs_pagerank_run(gapbs_graph *opened, int most_rounds, double tolerance)
{
    opened->answer = PageRankPullGS(opened->g, most_rounds, tolerance);
}
#elif defined(GAPBS_BETWEENNESS)
extern "C" void gapbs_betweenness_sources(int64_t *source, int count, const gapbs_graph *opened)
{
    SourcePicker<Graph> picker(opened->g);
    for (int k = 0; k < count; k++)
        source[k] = picker.PickNext();
}

extern "C" void gapbs_betweenness_run(gapbs_graph *opened, int sources)
{
    SourcePicker<Graph> picker(opened->g);
    opened->answer = Brandes(opened->g, picker, sources);
}
#elif defined(GAPBS_COMPONENTS)
extern "C" void gapbs_components_run(gapbs_graph *opened) { opened->answer = Afforest(opened->g); }
#elif defined(GAPBS_SSSP)
extern "C" void gapbs_sssp_run(gapbs_graph *opened, int32_t source, int32_t delta)
{
    opened->answer = DeltaStep(opened->g, source, delta);
}
#endif
