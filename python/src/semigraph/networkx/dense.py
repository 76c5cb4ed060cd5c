"""Floyd-Warshall: all distances at once.  The library may take another method; distances are the same.

A negative cycle, where NetworkX's tables hold no distances, makes NetworkX do the work itself.
"""

import networkx as nx
import numpy as np

from semigraph import NegativeCycleError

from . import library
from .registry import HEAVY, implements, is_converted


def all_distances(G, weight, predecessors=False):
    try:
        return library.apsp(G.weighted(weight), None, predecessors)
    except NegativeCycleError:
        raise NotImplementedError("a negative cycle") from None


def with_infinity(distance):
    """Rows as lists, infinity where there is no path."""
    if distance.dtype.kind == "f":
        return distance.tolist()
    none = np.iinfo(distance.dtype).max
    rows = distance.tolist()
    if not (distance == none).any():
        return rows
    infinity = float("inf")
    return [[infinity if x == none else x for x in row] for row in rows]


def table(G, distance):
    return {node: dict(zip(G.nodes_list, row)) for node, row in zip(G.nodes_list, with_infinity(distance))}


@implements(HEAVY)
def floyd_warshall(G, weight="weight"):
    return table(G, all_distances(G, weight)[0])


@implements(HEAVY)
def floyd_warshall_predecessor_and_distance(G, weight="weight"):
    distance, before = all_distances(G, weight, True)
    pred = {}
    for vertex, (node, row) in enumerate(zip(G.nodes_list, before)):
        row[vertex] = vertex if G.loop_at[vertex] else -1
        reached = np.flatnonzero(row >= 0)
        if len(reached):
            pred[node] = dict(zip(G.names(reached), G.names(row[reached])))
    return pred, table(G, distance)


def small(G, **_):
    """NetworkX's loop over matrices takes little then."""
    return "a small graph that has to be converted" if len(G) < 300 and not is_converted(G) else None


@implements(HEAVY, pays=small)
def floyd_warshall_numpy(G, nodelist=None, weight="weight"):
    if nodelist is not None and not len(nodelist) == G.n == len(set(nodelist)):
        raise nx.NetworkXError("nodelist must contain every node in G with no repeats."
                               "If you wanted a subgraph of G use G.subgraph(nodelist)")
    distance = all_distances(G, weight)[0]
    result = distance.astype(np.float64)
    if distance.dtype.kind == "i":
        result[distance == np.iinfo(distance.dtype).max] = np.inf
    if nodelist is None:
        return result
    vertices = np.fromiter(map(G.position.__getitem__, nodelist), np.int64, G.n)
    return result[np.ix_(vertices, vertices)]
