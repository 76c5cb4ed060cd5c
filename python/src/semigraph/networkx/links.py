"""Scores of pairs of nodes by their common neighbours.

For given pairs the product S D S' is computed where pairs are alone; for all pairs without an edge it is computed by
blocks of rows.  D holds the weight of a common neighbour: 1, 1 / log(degree) or 1 / degree.
"""

from itertools import repeat

import networkx as nx
import numpy as np

from . import _library as library
from .registry import HEAVY, implements

FEW = 2000  # given pairs up to which NetworkX's sets are faster
BLOCK = 256  # rows


def few_pairs(G, ebunch=None):
    try:
        return "a few pairs only" if ebunch is not None and len(ebunch) < FEW else None
    except TypeError:
        return None  # an iterator


def scores(G, ebunch, weight_of, finish, whole=False):
    """Triples (u, v, score).  finish(sums, u, v) makes scores of the sums of weights of common neighbours."""
    if ebunch is None:
        demand_no_loops(G)
        return scores_of_non_edges(G, weight_of, finish, whole)
    pairs = list(ebunch)
    for u, v in pairs:
        for node in (u, v):
            if node not in G:
                raise nx.NodeNotFound(f"Node {node} not in G.")
    demand_no_loops(G)
    tails = np.fromiter((G.position[u] for u, _ in pairs), np.int64, len(pairs))
    heads = np.fromiter((G.position[v] for _, v in pairs), np.int64, len(pairs))
    if (tails == heads).any():
        raise NotImplementedError("a pair of a node and itself")
    keys, where = np.unique(tails * G.n + heads, return_inverse=True)
    starts = np.zeros(G.n + 1, np.int64)
    np.cumsum(np.bincount(keys // G.n, minlength=G.n), out=starts[1:])
    mask = library.matrix(starts, (keys % G.n).astype(np.int32))
    sums = np.zeros(len(keys))
    C_starts, C_columns, C_values = library.product("plus_times_fp64", *factors(G, weight_of), mask).csr()
    found = np.repeat(np.arange(G.n, dtype=np.int64), np.diff(C_starts)) * G.n + C_columns
    sums[np.searchsorted(keys, found)] = C_values
    return ((u, v, score) for (u, v), score in zip(pairs, finish(sums[where], tails, heads)))


def demand_no_loops(G):
    if G.loops:
        raise NotImplementedError("loops")


def factors(G, weight_of):
    """S and D S."""
    weights = weight_of(G.degree)
    ones = np.ones(len(G.columns))
    return (library.matrix(G.starts, G.columns, ones),
            library.matrix(G.starts, G.columns, np.ascontiguousarray(np.repeat(weights, G.degree))))


def scores_of_non_edges(G, weight_of, finish, whole):
    """In NetworkX's order, which is that of sets."""
    S, DS = (None, None) if whole else factors(G, weight_of)
    left = set(G.nodes_list)
    block, row = range(0), None
    position = G.position
    while left:
        u = left.pop()
        vertex = position[u]
        others = list(left - set(G.names(G.neighbours[G.starts[vertex]:G.starts[vertex + 1]])))
        heads = np.fromiter(map(position.__getitem__, others), np.int64, len(others))
        sums = np.zeros(G.n)
        if not whole:
            if vertex not in block:
                first = vertex // BLOCK * BLOCK
                block = range(first, min(first + BLOCK, G.n))
                starts = G.starts[first:block.stop + 1]
                part = slice(starts[0], starts[-1])
                rows = library.matrix(starts - starts[0], G.columns[part], np.ones(part.stop - part.start), width=G.n)
                row = library.product("plus_times_fp64", rows, DS)
            starts, columns, values = row.csr()
            part = slice(starts[vertex - block.start], starts[vertex - block.start + 1])
            sums[columns[part]] = values[part]
        yield from zip(repeat(u), others, finish(sums[heads], vertex, heads))


def ones(degree):
    return np.ones(len(degree))


def integer_or(values):
    """0 as the integer that NetworkX's sums are without a summand."""
    return [value or 0 for value in values.tolist()]


@implements(HEAVY, multigraph=False, pays=few_pairs)
def jaccard_coefficient(G, ebunch=None):
    degree = G.degree

    def finish(common, u, v):
        union = degree[u] + degree[v] - common
        return integer_or(np.divide(common, union, where=union > 0, out=np.zeros(len(common))))
    return scores(G, ebunch, ones, finish)


@implements(HEAVY, multigraph=False, pays=few_pairs)
def adamic_adar_index(G, ebunch=None):
    def inverse_log(degree):
        return 1 / np.log(np.maximum(degree, 2))  # a common neighbour has two neighbours
    return scores(G, ebunch, inverse_log, lambda sums, u, v: integer_or(sums))


@implements(HEAVY, multigraph=False, pays=few_pairs)
def resource_allocation_index(G, ebunch=None):
    def inverse(degree):
        return 1 / np.maximum(degree, 1)
    return scores(G, ebunch, inverse, lambda sums, u, v: integer_or(sums))


@implements(HEAVY, multigraph=False, pays=few_pairs)
def preferential_attachment(G, ebunch=None):
    degree = G.degree
    if ebunch is None:
        demand_no_loops(G)
        return scores_of_non_edges(G, None, lambda sums, u, v: (degree[u] * degree[v]).tolist(), True)
    pairs = list(ebunch)
    for pair in pairs:
        for node in pair:
            if node not in G:
                raise nx.NodeNotFound(f"Node {node} not in G.")
    numbers = dict(zip(G.nodes_list, (degree + G.loop_at).tolist()))
    return ((u, v, numbers[u] * numbers[v]) for u, v in pairs)
