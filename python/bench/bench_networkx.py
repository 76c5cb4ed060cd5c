"""Times of the NetworkX backend beside NetworkX itself, as a Markdown table for each graph.

    python python/bench/bench_networkx.py [--only NAME;...] [--trials N] [--jobs N] FILE[:directed] ...

FILE is an edge list in SNAP's form, .gz or not.  For each function: NetworkX's own time; the first call, which converts
the graph; and a call on the converted graph, without what the backend remembers of results (components, triangles, ...):
the best of the trials each, by turns.  Results are compared before anything is printed; the last line names what is
slower than NetworkX when cached.  Functions of all pairs run on a part
of the graph: the first nodes of a breadth-first search from the node of the largest degree.  With --jobs each function
is measured by a process of its own, so many at a time; give each its processors by OMP_NUM_THREADS.
"""

import argparse
import collections
import concurrent.futures
import gc
import gzip
import math
import multiprocessing
import os
import platform
import random
import sys
import time

import networkx as nx

import semigraph as sg

PART = 500
ENOUGH = 1.0  # seconds after which a call is not repeated


class Graphs:
    """The forms of one data set that the functions get."""

    def __init__(self, path, directed):
        opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
        with opened as file:
            edges = [tuple(map(int, line.split()[:2])) for line in file if line[0] not in "#%"]
        rng = random.Random(1)
        self.G = nx.DiGraph(edges) if directed else nx.Graph(edges)
        for _, _, data in self.G.edges(data=True):
            data["weight"] = rng.randint(1, 100)
        self.U = nx.Graph(self.G)
        self.U.remove_edges_from(list(nx.selfloop_edges(self.U)))
        self.s = max(self.U, key=self.U.degree)
        reached = list(nx.bfs_tree(self.G, self.s))
        self.t = reached[-1]
        self.P = self.U.subgraph(reached[:PART])
        self.P = nx.Graph(self.P.subgraph(max(nx.connected_components(self.P), key=len)))
        self.R = self.G.subgraph(self.P).copy()
        self.Q = nx.Graph(self.P.subgraph(reached[:PART // 5]))
        self.D = nx.DiGraph((u, v) for u, v in self.G.edges if u < v and u in self.P and v in self.P)
        nodes = list(self.U)
        self.pairs = [tuple(rng.sample(nodes, 2)) for _ in range(20000)]


def on(form, *arguments, **options):
    """A call: the form of the graph, and arguments that may be names of what Graphs has."""
    return form, arguments, options


CASES = {
    "connected_components": on("U"), "number_connected_components": on("U"), "is_connected": on("U"),
    "node_connected_component": on("U", "s"),
    "weakly_connected_components": on("G"), "strongly_connected_components": on("G"),
    "number_strongly_connected_components": on("G"), "condensation": on("G"), "attracting_components": on("G"),
    "is_directed_acyclic_graph": on("D"), "descendants": on("G", "s"), "ancestors": on("G", "s"),
    "transitive_closure": on("D"), "transitive_reduction": on("D"),
    "bfs_edges": on("G", "s"), "bfs_tree": on("G", "s"), "bfs_predecessors": on("G", "s"),
    "bfs_successors": on("G", "s"), "bfs_layers": on("G", "s"), "descendants_at_distance": on("G", "s", 3),
    "single_source_shortest_path_length": on("G", "s"), "single_source_shortest_path": on("G", "s"),
    "single_target_shortest_path_length": on("G", "s"), "predecessor": on("G", "s"),
    "all_pairs_shortest_path_length": on("P"), "all_pairs_shortest_path": on("P"),
    "dijkstra_path_length": on("G", "s", "t"), "single_source_dijkstra": on("G", "s"),
    "single_source_dijkstra_path_length": on("G", "s"), "dijkstra_predecessor_and_distance": on("G", "s"),
    "multi_source_dijkstra_path_length": on("G", ("s", "t")),
    "all_pairs_dijkstra_path_length": on("P"), "all_pairs_dijkstra_path": on("Q"),
    "single_source_bellman_ford_path_length": on("G", "s"), "single_source_bellman_ford": on("G", "s"),
    "goldberg_radzik": on("G", "s"), "negative_edge_cycle": on("G"), "johnson": on("Q"),
    "floyd_warshall": on("Q"), "floyd_warshall_numpy": on("Q"),
    "eccentricity": on("P"), "diameter": on("P"), "center": on("P"), "barycenter": on("P"),
    "average_shortest_path_length": on("P"), "wiener_index": on("P"), "harmonic_diameter": on("Q"),
    "global_efficiency": on("P"), "closeness_centrality": on("P"), "harmonic_centrality": on("P"),
    "degree_centrality": on("U"),
    "betweenness_centrality": on("P"), "edge_betweenness_centrality": on("P"),
    "betweenness_centrality, weights": on("Q", weight="weight"), "pagerank": on("G"),
    "hits": on("G"), "eigenvector_centrality": on("G"), "katz_centrality": on("G", alpha=0.001),
    "minimum_spanning_tree": on("U"), "maximum_spanning_edges": on("U"),
    "louvain_communities": on("U"), "maximal_independent_set": on("U"),
    "core_number": on("U"), "k_core": on("U"), "k_truss": on("P", 4),
    "triangles": on("U"), "transitivity": on("U"), "clustering": on("U"), "average_clustering": on("U"),
    "clustering, directed": on("R"), "clustering, weights": on("U", weight="weight"),
    "generalized_degree": on("U"), "square_clustering": on("P"),
    "jaccard_coefficient": on("U", "pairs"), "adamic_adar_index": on("U", "pairs"),
    "resource_allocation_index": on("U", "pairs"), "preferential_attachment": on("U", "pairs"),
    "jaccard_coefficient, all pairs": on("Q"),
}


# Results of which there are several right ones, which python/tests/nx compares by their definition.
SEVERAL = {"louvain_communities", "maximal_independent_set"}
# NetworkX takes minutes for these: they begin first.
LONG = ("transitivity", "clustering", "average_clustering", "clustering, weights", "generalized_degree",
        "louvain_communities", "edge_betweenness_centrality", "transitive_closure", "all_pairs_dijkstra_path_length",
        "triangles", "core_number", "k_core", "betweenness_centrality", "hits", "pagerank")


def finished(result):
    return list(result) if isinstance(result, collections.abc.Iterator) else result


def timed(function, *args, **kwargs):
    gc.collect()
    gc.freeze()  # the collector does not look at the results of the calls before
    begin = time.perf_counter()
    result = finished(function(*args, **kwargs))
    seconds = time.perf_counter() - begin
    gc.unfreeze()
    return seconds, result


def close(a, b):
    """Equal up to rounding; components as sets of sets, lists of nodes by their ends (paths) or as sets (predecessors)."""
    if isinstance(a, nx.Graph):
        return a.number_of_nodes() == b.number_of_nodes() and a.number_of_edges() == b.number_of_edges()
    if isinstance(a, float):
        return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(close(value, b[key]) for key, value in a.items())
    if isinstance(a, (list, tuple)):
        if a and isinstance(a[0], set):
            return set(map(frozenset, a)) == set(map(frozenset, b))
        if a and isinstance(a[0], int) and isinstance(a[-1], int):
            return (a[0], a[-1]) == (b[0], b[-1]) or sorted(a) == sorted(b)
        return len(a) == len(b) and all(map(close, a, b))
    return (abs(a - b) < 1e-9).all() if hasattr(a, "shape") else a == b


def measure(graphs, name, trials):
    form, arguments, options = CASES[name]
    function = name.partition(",")[0]
    function = getattr(nx, function, None) or getattr(nx.community, function)
    graph = getattr(graphs, form)

    def value(argument):
        if isinstance(argument, tuple):
            return list(map(value, argument))
        return getattr(graphs, argument) if isinstance(argument, str) else argument
    arguments = list(map(value, arguments))
    best = {"networkx": math.inf, "first": math.inf, "cached": math.inf}
    for _ in range(trials):
        graph.__networkx_cache__.clear()
        for what, backend in (("networkx", "networkx"), ("first", "semigraph"), ("cached", "semigraph")):
            if what == "networkx" and ENOUGH < best[what] < math.inf:
                continue
            if what == "cached":
                for converted in graph.__networkx_cache__["backends"]["semigraph"].values():
                    converted.results.clear()
            seconds, result = timed(function, graph, *arguments, backend=backend, **options)
            if name == "goldberg_radzik":
                result = result[1]  # of several parents that are right each has its own
            best[what] = min(best[what], seconds)
            if what == "networkx":
                expected = result
            elif name not in SEVERAL and not close(expected, result):
                raise AssertionError(f"{name}: the results differ")
    return len(graph), best


def describe(seconds):
    return f"{1000 * seconds:,.2f}" if seconds < 0.01 else f"{1000 * seconds:,.1f}" if seconds < 0.1 else \
        f"{1000 * seconds:,.0f}"


def measure_all(graphs, names, options):
    """name -> (nodes, best), as they come."""
    if options.jobs == 1:
        yield from ((name, measure(graphs, name, options.trials)) for name in names)
        return
    order = sorted(names, key=lambda name: LONG.index(name) if name in LONG else len(LONG))
    with concurrent.futures.ProcessPoolExecutor(options.jobs, multiprocessing.get_context("fork")) as pool:
        global shared
        shared = graphs
        waiting = {pool.submit(measure_shared, name, options.trials): name for name in order}
        for done in concurrent.futures.as_completed(waiting):
            yield waiting[done], done.result()


def measure_shared(name, trials):
    return measure(shared, name, trials)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE[:directed]")
    parser.add_argument("--only", default="", help="names of functions, with semicolons between")
    parser.add_argument("--trials", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="functions measured at the same time")
    options = parser.parse_args()
    nx.config.warnings_to_ignore.add("cache")
    wanted = options.only.split(";") if options.only else list(CASES)
    print(f"NetworkX {nx.__version__}, Semigraph {sg.__version__}, Python {platform.python_version()}, "
          f"{os.cpu_count()} processors, {options.jobs} functions at a time, best of {options.trials} in milliseconds.")
    slower = []
    for file in options.files:
        path, _, directed = file.partition(":")
        graphs = Graphs(path, bool(directed))
        names = [name for name in wanted if directed or not (CASES[name][0] == "R" or name in NEEDS_DIRECTED)]
        found = dict(measure_all(graphs, names, options))
        print(f"\n### {os.path.basename(path)}: {len(graphs.G):,} nodes, {graphs.G.number_of_edges():,} edges"
              f"{', directed' if directed else ''}\n")
        print("| function | nodes | NetworkX | first call | cached | first | cached |\n"
              "|---|---:|---:|---:|---:|---:|---:|")
        for name in names:
            nodes, best = found[name]
            ratio = best["networkx"] / best["cached"]
            if ratio < 1:
                slower.append(f"{name} on {os.path.basename(path)}")
            print(f"| {name} | {nodes:,} | {describe(best['networkx'])} | {describe(best['first'])} | "
                  f"{describe(best['cached'])} | {best['networkx'] / best['first']:,.1f} x | {ratio:,.1f} x |",
                  flush=True)
    print(f"\nSlower than NetworkX when cached: {', '.join(slower) or 'none'}.")
    return len(slower)


NEEDS_DIRECTED = {name for name in CASES if any(word in name for word in ("strong", "weakly", "condensation",
                                                                           "attracting"))}

if __name__ == "__main__":
    sys.exit(min(1, main()))
