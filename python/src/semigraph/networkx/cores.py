"""Cores and trusses: the subgraphs that remain when nodes of low degree, or edges in few triangles, are removed."""

from itertools import compress

import networkx as nx
import numpy as np

from . import library
from .convert import convert_to_nx
from .graph import Graph
from .registry import HEAVY, LINEAR, implements


def is_directed(G, **_):
    return "only for undirected graphs" if G.is_directed() else None


def is_given(G, core_number=None, **_):
    return "the core numbers are given" if core_number is not None else is_directed(G)


def demand_no_loops(G):
    if G.loops:
        raise nx.NetworkXNotImplemented("Input graph has self loops which is not permitted; "
                                        "Consider using G.remove_edges_from(nx.selfloop_edges(G)).")


def core_numbers(G):
    demand_no_loops(G)
    if "cores" not in G.results:
        G.results["cores"] = library.core_numbers(G.pattern)
    return G.results["cores"]


def part(G, nodes, entries=None):
    """The NetworkX graph of the chosen nodes and, of the entries between them, the chosen ones, with all attributes."""
    entries = nodes[G.rows] & nodes[G.neighbours] & (True if entries is None else entries)
    number = np.cumsum(nodes, dtype=np.int32) - 1
    starts = np.zeros(int(nodes.sum()) + 1, np.int64)
    np.cumsum(np.bincount(G.rows[entries], minlength=G.n)[nodes], out=starts[1:])
    P = Graph(G.names(np.flatnonzero(nodes)), starts, number[G.neighbours[entries]], G.directed, G.multigraph)
    P.graph = G.graph
    P.node_data = None if G.node_data is None else list(compress(G.node_data, nodes.tolist()))
    P.edge_data = None if G.edge_data is None else list(compress(G.edge_data, entries.tolist()))
    return convert_to_nx(P)


@implements(LINEAR, multigraph=False, refuses=is_directed)
def core_number(G):
    return G.by_node(core_numbers(G))


@implements(LINEAR, multigraph=False, refuses=is_given)
def k_core(G, k=None, core_number=None):
    core = core_numbers(G)
    return part(G, core >= (max(core.tolist()) if k is None else k))


@implements(LINEAR, multigraph=False, refuses=is_given)
def k_shell(G, k=None, core_number=None):
    core = core_numbers(G)
    return part(G, core == (max(core.tolist()) if k is None else k))


@implements(LINEAR, multigraph=False, refuses=is_given)
def k_crust(G, k=None, core_number=None):
    core = core_numbers(G)
    return part(G, core <= (max(core.tolist()) - 1 if k is None else k))


@implements(LINEAR, multigraph=False, refuses=is_given)
def k_corona(G, k, core_number=None):
    core = core_numbers(G)
    inside = np.bincount(G.rows[core[G.neighbours] >= k], minlength=G.n)
    return part(G, (core == k) & (inside == k))


@implements(HEAVY, multigraph=False, refuses=is_directed)
def k_truss(G, k):
    demand_no_loops(G)
    starts, columns = truss(G, k)
    rows = np.repeat(np.arange(G.n, dtype=np.int64), np.diff(starts))
    kept = np.isin(G.rows.astype(np.int64) * G.n + G.neighbours, rows * G.n + columns, assume_unique=True)
    return part(G, np.diff(starts) > 0, kept)


def truss(G, k):
    """The entries of the k-truss: edges in fewer than k - 2 triangles are removed until none is left."""
    S = G.pattern
    while True:
        starts, columns, _ = library.csr(S)
        if k <= 2:
            return starts, columns
        C_starts, C_columns, count = library.csr(library.product(library.PLUS_PAIR, S, S, S))
        kept = count >= k - 2  # an edge in no triangle has no entry
        rows = np.repeat(np.arange(G.n), np.diff(C_starts))[kept]
        if len(rows) == len(columns):
            return starts, columns
        starts = np.zeros(G.n + 1, np.int64)
        np.cumsum(np.bincount(rows, minlength=G.n), out=starts[1:])
        S = library.matrix(starts, C_columns[kept])
