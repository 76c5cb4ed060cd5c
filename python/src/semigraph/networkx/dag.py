"""Reachability: cycles, transitive closure and reduction."""

import networkx as nx
import numpy as np

from . import _library as library
from .components import number_of_strong
from .convert import convert_to_nx
from .registry import HEAVY, LINEAR, implements


def is_acyclic(G):
    return G.loops == 0 and number_of_strong(G) == G.n


@implements(LINEAR)
def is_directed_acyclic_graph(G):
    return G.directed and is_acyclic(G)


def is_undirected(G, **_):
    return None if G.is_directed() else "only for directed graphs"


@implements(HEAVY, refuses=is_undirected)
def transitive_closure(G, reflexive=False):
    if reflexive not in {None, True, False}:
        raise nx.NetworkXError("Incorrect value for the parameter `reflexive`")
    return closed(G, reflexive)


def has_order(G, topo_order=None):
    return None if topo_order is None else "the order is given"


@implements(HEAVY, refuses=has_order)
def transitive_closure_dag(G, topo_order=None):
    if not is_acyclic(G):
        raise nx.NetworkXUnfeasible("Graph contains a cycle or graph changed during iteration")
    return closed(G, False)


def closed(G, reflexive):
    """A copy of the graph with an edge for every path.  `reflexive`: False, a path has an edge; True, or none; None, no
    loops are added."""
    TC = convert_to_nx(G)
    starts, columns, _ = library.closure(G.pattern, reflexive is True).csr()
    if reflexive is None:
        rows = np.repeat(np.arange(G.n, dtype=np.int32), np.diff(starts))
        columns = np.where(columns == rows, -1, columns)
    for vertex, (node, successors) in enumerate(TC._adj.items()):
        row = columns[starts[vertex]:starts[vertex + 1]]
        for other in G.names(row[row >= 0]):
            if other not in successors:
                TC._pred[other][node] = successors[other] = {0: {}} if G.multigraph else {}
    return TC


@implements(HEAVY)
def transitive_reduction(G):
    if not is_acyclic(G):
        raise nx.NetworkXError("Directed Acyclic Graph required for transitive_reduction")
    TR = nx.DiGraph()
    TR.add_nodes_from(G.nodes_list)
    detours = library.product("any_pair_bool", library.closure(G.pattern), G.pattern, G.pattern)
    starts, columns, _ = detours.csr()
    rows = np.repeat(np.arange(G.n, dtype=np.int64), np.diff(starts))
    longer = np.isin(G.rows.astype(np.int64) * G.n + G.columns, rows * G.n + columns, assume_unique=True)
    TR.add_edges_from(zip(G.names(G.rows[~longer]), G.names(G.columns[~longer])))
    return TR
