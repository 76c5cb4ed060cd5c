"""Spanning trees of least and largest weight, those that NetworkX's Kruskal finds.

NetworkX sorts the edges by weight, and equal ones stay in the order of G.edges.  The places in that order are the
weights that the library gets: they differ, so there is one forest of least weight, which is NetworkX's.
"""

import networkx as nx
import numpy as np

from . import library
from .registry import HEAVY, implements


def refuses(G, algorithm, **_):
    if G.is_directed():
        return "only for undirected graphs"
    return None if algorithm == "kruskal" else "other algorithms take other trees of the same weight"


def tree_entries(G, weight, largest):
    """The entries of the tree's edges, in the order in which Kruskal takes them."""
    entries = np.flatnonzero(G.neighbours > G.rows)
    values = G.values(weight)[entries]
    if largest:  # stable, too
        order = len(values) - 1 - np.argsort(values[::-1], kind="stable")[::-1]
    else:
        order = np.argsort(values, kind="stable")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    starts = np.zeros(G.n + 1, np.int64)
    np.cumsum(np.bincount(G.rows[entries], minlength=G.n), out=starts[1:])
    A = library.matrix(starts, G.neighbours[entries], place, sort=True)
    return entries[order[np.sort(library.spanning_forest(A))]]


def edges(G, weight, data, largest):
    found = tree_entries(G, weight, largest)
    ends = G.names(G.rows[found]), G.names(G.neighbours[found])
    return zip(*ends, map(G.edge_data.__getitem__, found.tolist())) if data else zip(*ends)


def tree(G, weight, largest):
    T = nx.Graph()
    T.graph.update(G.graph)
    T.add_nodes_from(zip(G.nodes_list, G.node_data))
    T.add_edges_from(edges(G, weight, True, largest))
    return T


@implements(HEAVY, multigraph=False, refuses=refuses)
def minimum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    return edges(G, weight, data, False)


@implements(HEAVY, multigraph=False, refuses=refuses)
def maximum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    return edges(G, weight, data, True)


@implements(HEAVY, multigraph=False, refuses=refuses)
def minimum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    return tree(G, weight, False)


@implements(HEAVY, multigraph=False, refuses=refuses)
def maximum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    return tree(G, weight, True)
