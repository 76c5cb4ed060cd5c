"""The breadth-first family, in NetworkX's order.

Against the edges of a directed graph the predecessors of a node come in the order of the graph's nodes.
"""

from itertools import groupby
from operator import itemgetter

import networkx as nx
import numpy as np

from . import _library as library
from .registry import LINEAR, LOCAL, implements
from .search import adjacency, search, search_all


def sorts_neighbours(G, sort_neighbors, **_):
    return None if sort_neighbors is None else "neighbours that a function sorts are not supported"


def stops_early(G, depth_limit=None, **_):
    return None if depth_limit is None or depth_limit > 3 else "a search of so few levels is short"


def tree_edges(G, source, reverse, depth_limit):
    """Parents and children as lists of nodes."""
    starts, neighbours = adjacency(G, reverse)
    vertices, parents, _ = search_all(starts, neighbours, [number(G, source)], depth_limit)
    return G.names(parents[1:]), G.names(vertices[1:])


def number(G, node):
    """What a search from a node that is not there raises in NetworkX."""
    if node not in G:
        raise nx.NetworkXError(f"The node {node} is not in the graph.")
    return G.position[node]


@implements(LINEAR, refuses=sorts_neighbours, pays=stops_early)
def bfs_edges(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    yield from zip(*tree_edges(G, source, reverse, depth_limit))


@implements(LINEAR, refuses=sorts_neighbours, pays=stops_early)
def bfs_tree(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    T = nx.DiGraph()
    T.add_node(source)
    parents, children = tree_edges(G, source, reverse, depth_limit)
    T.add_edges_from(zip(parents, children))
    return T


@implements(LINEAR, refuses=sorts_neighbours, pays=stops_early)
def bfs_predecessors(G, source, depth_limit=None, sort_neighbors=None):
    parents, children = tree_edges(G, source, False, depth_limit)
    yield from zip(children, parents)


@implements(LINEAR, refuses=sorts_neighbours, pays=stops_early)
def bfs_successors(G, source, depth_limit=None, sort_neighbors=None):
    parents, children = tree_edges(G, source, False, depth_limit)
    if not parents:
        yield source, []
    for parent, pairs in groupby(zip(parents, children), itemgetter(0)):
        yield parent, [child for _, child in pairs]


@implements(LINEAR)
def bfs_layers(G, sources):
    if sources in G:
        sources = [sources]
    layer = list(set(sources))
    for source in layer:
        number(G, source)
    if layer:
        for vertices, _ in search(G.starts, G.neighbours, [G.position[source] for source in layer]):
            yield G.names(vertices)


@implements(LOCAL)
def descendants_at_distance(G, source, distance):
    level = library.bfs(G.pattern, number(G, source), limit=distance if distance >= 0 else 0)
    return set(G.names(np.flatnonzero(level == distance))) if distance >= 0 else set()


@implements(LOCAL)
def descendants(G, source):
    return reached(G, source, False)


@implements(LOCAL)
def ancestors(G, source):
    return reached(G, source, True)


def reached(G, source, reverse):
    s = number(G, source)
    level = library.bfs(G.pattern, s, reverse=reverse and G.directed)
    level[s] = -1
    return set(G.names(np.flatnonzero(level > 0)))
