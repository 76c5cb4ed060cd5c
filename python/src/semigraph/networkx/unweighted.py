"""Shortest paths without weights.

Paths are NetworkX's own, since searches take neighbours in its order.  Lengths come nearest first; nodes at the same
distance come in the order of the graph.
"""

from itertools import islice

import networkx as nx
import numpy as np

from . import library
from .blocks import by_level, level_blocks
from .registry import HEAVY, LINEAR, LOCAL, implements
from .search import adjacency, search_all


def demand(G, node, text):
    if node not in G:
        raise nx.NodeNotFound(text)
    return G.position[node]


def whole(cutoff):
    """A cutoff as a number of levels; NetworkX goes on while cutoff > level."""
    return None if cutoff is None or cutoff == float("inf") else max(0, int(np.ceil(cutoff)))


def short_cutoff(G, cutoff=None, **_):
    return None if cutoff is None or cutoff > 3 else "a search of so few levels is short"


def lengths(G, vertex, cutoff, reverse=False):
    level = library.bfs(G.pattern, vertex, reverse=reverse and G.directed, limit=whole(cutoff))
    row = level.astype(np.uint16) if level.max() < 65535 else level.astype(np.uint32)  # -1: the largest value
    order = np.argsort(row, kind="stable")[:np.count_nonzero(level >= 0)]
    return dict(zip(G.names(order), level[order].tolist()))


@implements(LINEAR, pays=short_cutoff)
def single_source_shortest_path_length(G, source, cutoff=None):
    return lengths(G, demand(G, source, f"Source {source} is not in G"), cutoff)


@implements(LINEAR, pays=short_cutoff)
def single_target_shortest_path_length(G, target, cutoff=None):
    return lengths(G, demand(G, target, f"Target {target} is not in G"), cutoff, reverse=True)


@implements(HEAVY, pays=short_cutoff)
def all_pairs_shortest_path_length(G, cutoff=None):
    limit = whole(cutoff)
    for sources, levels in level_blocks(G):
        for source, row in zip(G.names(sources), levels):
            order = by_level(row)
            if limit is not None:
                order = order[:np.searchsorted(row[order], limit, side="right")]
            yield source, dict(zip(G.names(order), row[order].tolist()))


def paths(G, vertex, cutoff, reverse=False):
    starts, neighbours = adjacency(G, reverse)
    vertices, parents, _ = search_all(starts, neighbours, [vertex], whole(cutoff))
    names = G.names(vertices)
    found = {names[0]: names[:1]}
    for node, parent in zip(names[1:], G.names(parents[1:])):
        found[node] = [node, *found[parent]] if reverse else [*found[parent], node]
    return found


@implements(LOCAL, pays=short_cutoff)  # making the paths costs as much as NetworkX's search
def single_source_shortest_path(G, source, cutoff=None):
    return paths(G, demand(G, source, f"Source {source} not in G"), cutoff)


@implements(LOCAL, pays=short_cutoff)
def single_target_shortest_path(G, target, cutoff=None):
    return paths(G, demand(G, target, f"Target {target} not in G"), cutoff, reverse=True)


def paths_by_loop(rows, source, limit):
    """The same for small graphs, of which NumPy's calls for each level would take most of the time."""
    found, level, n = {source: [source]}, [source], len(rows)
    while level and limit != 0:
        behind = []
        for node in level:
            path = found[node]
            for other in rows[node]:
                if other not in found:
                    found[other] = [*path, other]
                    behind.append(other)
            if len(found) == n:
                return found
        level = behind
        limit = None if limit is None else limit - 1
    return found


@implements(LOCAL, pays=short_cutoff)
def all_pairs_shortest_path(G, cutoff=None):
    limit = whole(cutoff)
    ends = iter(G.names(G.neighbours))
    rows = {node: list(islice(ends, degree)) for node, degree in zip(G.nodes_list, G.degree.tolist())}
    for node in rows:
        yield node, paths_by_loop(rows, node, limit)


def path_between(G, source, target):
    """A shortest path, or NetworkXNoPath."""
    s = demand(G, source, f"Source {source} is not in G")
    t = demand(G, target, f"Target {target} is not in G")
    level, parent = library.bfs(G.pattern, s, target=t, parents=True)
    if level[t] < 0:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    path = [t]
    while path[-1] != s:
        path.append(int(parent[path[-1]]))
    return G.names(np.array(path[::-1]))


def always_short(G, **_):
    """A search from both ends sees little of a graph, and NetworkX's sees it in its order."""
    return None if getattr(G, "__networkx_backend__", "") == "semigraph" else "a search between two nodes is short"


@implements(LOCAL, pays=always_short)
def bidirectional_shortest_path(G, source, target):
    return path_between(G, source, target)


@implements(LINEAR)
def predecessor(G, source, target=None, cutoff=None, return_seen=None):
    s = demand(G, source, f"Source {source} not in G")
    vertices, _, level = search_all(G.starts, G.neighbours, [s], whole(cutoff) or None)
    levels = np.full(G.n, -2)
    levels[vertices] = level
    place = np.empty(G.n, np.int64)
    place[vertices] = np.arange(len(vertices))
    tight = levels[G.neighbours] == levels[G.rows] + 1
    tails, heads = G.rows[tight], G.neighbours[tight]
    order = np.lexsort((place[tails], place[heads]))
    before = iter(G.names(tails[order]))
    counts = np.bincount(heads, minlength=G.n)[vertices].tolist()
    names = G.names(vertices)
    pred = {node: [next(before) for _ in range(count)] for node, count in zip(names, counts)}
    seen = dict(zip(names, level.tolist()))
    if target is None:
        return (pred, seen) if return_seen else pred
    found = pred.get(target, [])
    return (found, seen.get(target, -1)) if return_seen else found
