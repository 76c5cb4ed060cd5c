"""Scores of pairs of nodes by their common neighbours.

For given pairs the product S D S' is computed where pairs are alone; for all pairs without an edge it is computed by
blocks of rows.  D holds the weight of a common neighbour: 1, 1 / log(degree) or 1 / degree.
"""

from itertools import chain, repeat

import networkx as nx
import numpy as np

from . import library
from .registry import HEAVY, LOCAL, implements, is_converted

FEW = 2000  # given pairs up to which NetworkX's sets are faster
BLOCK = 256  # rows


def few_pairs(G, ebunch=None):
    if ebunch is None:
        return None
    try:
        count = len(ebunch)
    except TypeError:  # an iterator
        return None
    if count < FEW:
        return "a few pairs only"
    return "few pairs for a graph that has to be converted" if count < len(G) and not is_converted(G) else None


def scores(G, ebunch, weight_of, finish):
    """Triples (u, v, score).  finish(sums, u, v) makes scores of the sums of weights of common neighbours."""
    if ebunch is None:
        return scores_of_non_edges(G, factors(G, weight_of), finish)
    pairs = list(ebunch)
    tails, heads = numbers(G, pairs)
    if (tails == heads).any():
        raise NotImplementedError("a pair of a node and itself")
    keys, where = np.unique(tails * G.n + heads, return_inverse=True)
    starts = np.zeros(G.n + 1, np.int64)
    np.cumsum(np.bincount(keys // G.n, minlength=G.n), out=starts[1:])
    mask = library.matrix(starts, (keys % G.n).astype(np.int32))
    sums = np.zeros(len(keys))
    C_starts, C_columns, C_values = library.csr(library.product(library.PLUS_TIMES, *factors(G, weight_of), mask))
    found = np.repeat(np.arange(G.n, dtype=np.int64), np.diff(C_starts)) * G.n + C_columns
    sums[np.searchsorted(keys, found)] = C_values
    return triples(pairs, finish(sums[where], tails, heads))


def triples(pairs, values):
    yield from ((u, v, score) for (u, v), score in zip(pairs, values))


def numbers(G, pairs):
    """The numbers of the first and of the second nodes."""
    try:
        both = np.fromiter(map(G.position.__getitem__, chain.from_iterable(pairs)), np.int64, 2 * len(pairs))
    except KeyError as error:
        raise nx.NodeNotFound(f"Node {error.args[0]} not in G.") from None
    return both[::2], both[1::2]


def factors(G, weight_of):
    """S and D S; a loop counts twice in a degree and makes no common neighbour."""
    starts, columns, _ = library.csr(G.simple)
    weights = np.repeat(weight_of(G.degree + G.loop_at), np.diff(starts))
    return (library.matrix(starts, columns, np.ones(len(columns))),
            library.matrix(starts, columns, np.ascontiguousarray(weights)))


def scores_of_non_edges(G, matrices, finish):
    """In NetworkX's order, which is that of sets; without matrices the scores need no sums."""
    left = set(G.nodes_list)
    position = G.position
    starts = library.csr(G.simple)[0]
    block, rows = range(0), None
    while left:
        u = left.pop()
        vertex = position[u]
        others = list(left - set(G.names(G.neighbours[G.starts[vertex]:G.starts[vertex + 1]])))
        heads = np.fromiter(map(position.__getitem__, others), np.int64, len(others))
        sums = np.zeros(G.n)
        if matrices:
            if vertex not in block:
                block = range(vertex // BLOCK * BLOCK, min(vertex // BLOCK * BLOCK + BLOCK, G.n))
                rows = product_of_rows(G, starts, block, matrices[1])
            row_starts, columns, values = rows
            part = slice(row_starts[vertex - block.start], row_starts[vertex - block.start + 1])
            sums[columns[part]] = values[part]
        yield from zip(repeat(u), others, finish(sums[heads], vertex, heads))


def product_of_rows(G, starts, block, DS):
    """A block of rows of S D S."""
    bounds = starts[block.start:block.stop + 1]
    columns = library.csr(G.simple)[1][bounds[0]:bounds[-1]]
    rows = library.matrix(bounds - bounds[0], columns, np.ones(len(columns)), width=G.n)
    return library.csr(library.product(library.PLUS_TIMES, rows, DS))


def ones(degree):
    return np.ones(len(degree))


def integer_or(values):
    """0 as the integer that NetworkX's sums are without a summand."""
    return [value or 0 for value in values.tolist()]


def has_edges(G, u, v):
    """Which of the pairs are edges; u may be a single vertex."""
    keys = G.rows.astype(np.int64) * G.n + G.columns
    return np.isin(u * G.n + v, keys)


@implements(HEAVY, multigraph=False, pays=few_pairs)
def jaccard_coefficient(G, ebunch=None):
    degree, loop = G.degree, G.loop_at

    def finish(common, u, v):
        union = degree[u] + degree[v] - common
        if G.loops and ebunch is not None:
            union -= has_edges(G, u, v) * (loop[u] + loop[v])  # the ends of an edge with a loop are in both sets
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


@implements(LOCAL, multigraph=False, pays=few_pairs)
def preferential_attachment(G, ebunch=None):
    degree = G.degree + G.loop_at
    if ebunch is None:
        return scores_of_non_edges(G, None, lambda _, u, v: (degree[u] * degree[v]).tolist())
    pairs = list(ebunch)
    tails, heads = numbers(G, pairs)
    return triples(pairs, (degree[tails] * degree[heads]).tolist())
