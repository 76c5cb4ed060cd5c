"""Communities by the methods of Louvain and Leiden, and maximal independent sets.

What NetworkX draws at random has one result here: communities are the same for every seed, a set depends on it alone.
"""

import networkx as nx
import numpy as np

from . import library
from .components import members
from .registry import HEAVY, LINEAR, implements


def refuses(G, resolution, max_level, threshold=1e-7, **_):
    if G.is_directed():
        return "only for undirected graphs"
    if max_level is not None or threshold != 1e-7:
        return "the number of levels is not the caller's"
    return None if 0 < resolution <= 16 else "a resolution outside (0, 16]"


def communities(G, function, weight, resolution):
    A = G.pattern if weight is None else G.weighted(weight)
    if G.loops:  # the library counts an edge at both of its entries, a loop at its only one
        values = np.where(G.rows == G.neighbours, 2, 1) * (1 if weight is None else G.values(weight))
        A = library.matrix(G.starts, G.neighbours, values, sort=True)
    label = library.communities(function, A, resolution)
    return list(members(G, label, int(label.max()) + 1 if G.n else 0))


@implements(HEAVY, multigraph=False, refuses=refuses)
def louvain_communities(G, weight="weight", resolution=1, threshold=1e-07, max_level=None, seed=None):
    return communities(G, "louvain", weight, resolution)


@implements(HEAVY, multigraph=False, refuses=refuses)
def leiden_communities(G, weight="weight", resolution=1, max_level=None, seed=None):
    return communities(G, "leiden", weight, resolution)


def lacks_nodes(G, **_):
    if G.is_directed():
        return "only for undirected graphs"
    return "a graph without nodes" if len(G) == 0 else None


@implements(LINEAR, refuses=lacks_nodes)
def maximal_independent_set(G, nodes=None, seed=None):
    if G.loops:
        raise NotImplementedError("what NetworkX says of a loop depends on where it begins")
    given = set(nodes) if nodes else set()
    if not given.issubset(G.position):
        raise nx.NetworkXUnfeasible(f"{given} is not a subset of the nodes of G")
    vertices = None
    if given:
        chosen = np.zeros(G.n, bool)
        chosen[[G.position[node] for node in given]] = True
        joined = np.zeros(G.n, bool)
        joined[G.neighbours[chosen[G.rows]]] = True
        if (chosen & joined).any():
            raise nx.NetworkXUnfeasible(f"{given} is not an independent set of G")
        vertices = np.flatnonzero(~(chosen | joined))
    return [*given, *G.names(library.independent_set(G.pattern, vertices, seed.getrandbits(64)))]
