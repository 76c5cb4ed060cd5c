"""Triangles, squares and clustering coefficients, by products of the adjacency matrix with itself.

With S the pattern without loops, (S plus_pair S)(u, v) counts the common neighbours of u and v; where (u, v) is an
edge these are the triangles of the edge.  Fagiolo's coefficients of directed graphs count B^3 for B = A + A'.
Sources: Fagiolo, Physical Review E 76, 2007; Onnela et al., Physical Review E 71, 2005.
"""

from collections import Counter

import numpy as np

from . import library
from .registry import HEAVY, implements

MOST_PRODUCTS = 1 << 24  # of a block of rows whose squares are counted at once


def is_single(G, nodes=None, **_):
    try:
        few = nodes is not None and (nodes in G or len(nodes) < 20)
    except TypeError:
        few = False
    return "a few nodes only" if few else None


def is_directed(G, **_):
    return "only for undirected graphs" if G.is_directed() else None


def is_multigraph_part(G, nodes=None):
    return "not for multigraphs" if nodes is not None and G.is_multigraph() else None


def triangles_of(G):
    if "triangles" not in G.results:
        G.results["triangles"] = library.triangles(G.pattern)
    return G.results["triangles"]


def chosen(G, values, nodes):
    """{node: value} for the nodes, or the value of a single node."""
    if nodes is None:
        return dict(zip(G.nodes_list, values))
    if nodes in G:
        return values[G.position[nodes]]
    return {node: values[G.position[node]] for node in G.nbunch_iter(nodes)}


@implements(HEAVY, refuses=is_multigraph_part, pays=is_single)
def triangles(G, nodes=None):
    return chosen(G, triangles_of(G).tolist(), nodes)


@implements(HEAVY, multigraph=False, refuses=is_directed)
def transitivity(G):
    count, degree = int(triangles_of(G).sum()), G.simple_degree
    return 0 if count == 0 else 2 * count / int((degree * (degree - 1)).sum())


def by_pairs(count, pairs):
    """count / pairs, and the integer 0 where the count is."""
    return [0 if c == 0 else c / p for c, p in zip(count.tolist(), pairs.tolist())]


def coefficients(G, weight):
    if weight is None and not G.directed:
        degree = G.simple_degree
        return by_pairs(2 * triangles_of(G), degree * (degree - 1))
    rows, columns = G.rows, G.columns
    off = rows != columns
    if weight is None:
        rows, columns, values = rows[off], columns[off], np.ones(int(off.sum()), np.int64)
    else:
        values = library.csr(G.weighted(weight))[2]
        largest = values.max() if len(values) else 1
        rows, columns, values = rows[off], columns[off], np.cbrt(values[off] / largest)
    if G.directed:
        keys = np.concatenate((rows.astype(np.int64) * G.n + columns, columns.astype(np.int64) * G.n + rows))
        keys, where = np.unique(keys, return_inverse=True)
        values = np.bincount(where, np.concatenate((values, values)), len(keys))
        rows, columns = keys // G.n, (keys % G.n).astype(np.int32)
    values = np.ascontiguousarray(values, np.float64)
    starts = np.zeros(G.n + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=G.n), out=starts[1:])
    B = library.matrix(starts, np.ascontiguousarray(columns), values)
    C = library.product(library.PLUS_TIMES, B, B, B)
    C_starts, C_columns, C_values = library.csr(C)
    closed = np.zeros(len(values))
    C_rows = np.repeat(np.arange(G.n, dtype=np.int64), np.diff(C_starts))
    keys = rows.astype(np.int64) * G.n + columns
    closed[np.searchsorted(keys, C_rows * G.n + C_columns)] = C_values
    count = np.bincount(rows, closed * values, G.n)
    if not G.directed:
        degree = G.simple_degree
        return by_pairs(count, degree * (degree - 1))
    total = np.bincount(rows, minlength=G.n)  # neighbours in either direction
    degree = np.bincount(G.rows[off], minlength=G.n) + np.bincount(G.columns[off], minlength=G.n)
    return by_pairs(count, (degree * (degree - 1) - 2 * (degree - total)) * 2)


@implements(HEAVY, multigraph=False, pays=is_single)
def clustering(G, nodes=None, weight=None):
    return chosen(G, coefficients(G, weight), nodes)


@implements(HEAVY, multigraph=False, pays=is_single)
def average_clustering(G, nodes=None, weight=None, count_zeros=True):
    found = coefficients(G, weight)
    if nodes is not None:
        found = list(chosen(G, found, nodes).values())
    if not count_zeros:
        found = [value for value in found if abs(value) > 0]
    return sum(found) / len(found)


@implements(HEAVY, multigraph=False, pays=is_single)
def generalized_degree(G, nodes=None):
    S = G.simple
    starts, columns, _ = library.csr(S)
    C_starts, C_columns, C_values = library.csr(library.product(library.PLUS_PAIR, S, S, S))
    rows = np.repeat(np.arange(G.n, dtype=np.int64), np.diff(C_starts))
    pairs, counts = np.unique(rows << 32 | C_values, return_counts=True)
    found = [Counter() for _ in range(G.n)]
    none = np.diff(starts) - np.diff(C_starts)  # edges without a triangle
    for vertex, count in zip(np.flatnonzero(none).tolist(), none[none > 0].tolist()):
        found[vertex][0] = count
    for vertex, triangle, count in zip((pairs >> 32).tolist(), (pairs & 0xffffffff).tolist(), counts.tolist()):
        found[vertex][triangle] = found[vertex].get(triangle, 0) + count
    return chosen(G, found, nodes)


@implements(HEAVY, refuses=is_directed, pays=is_single)
def square_clustering(G, nodes=None):
    S = G.simple
    starts, columns, _ = library.csr(S)
    degree = np.diff(starts)
    wanted = np.arange(G.n) if nodes is None else np.fromiter(
        map(G.position.__getitem__, [nodes] if nodes in G else list(G.nbunch_iter(nodes))), np.int64)
    rows = np.repeat(np.arange(G.n, dtype=np.int64), degree)
    neighbour_degrees = np.bincount(rows, degree[columns], G.n).astype(np.int64)
    squares = squares_of(S, starts, columns, neighbour_degrees, wanted)
    at_edges = 2 * triangles_of(G)
    potential = neighbour_degrees * (degree - 1) - degree * (degree - 1) - at_edges - squares
    values = [s / p if p > 0 else 0 for s, p in zip(squares.tolist(), potential.tolist())]
    if nodes is None:
        return dict(zip(G.nodes_list, values))
    return values[wanted[0]] if nodes in G else dict(zip(G.names(wanted), map(values.__getitem__, wanted.tolist())))


def squares_of(S, starts, columns, work, wanted):
    """For each wanted vertex v: the sum over x != v of c (c - 1) / 2, c the common neighbours of v and x."""
    n = len(starts) - 1
    squares = np.zeros(n, np.int64)
    bounds = np.searchsorted(np.cumsum(work[wanted]), np.arange(0, int(work[wanted].sum()) + 1, MOST_PRODUCTS))
    for begin, end in zip(bounds, [*bounds[1:], len(wanted)]):
        part = wanted[begin:end]
        if not len(part):
            continue
        part_starts = np.concatenate(([0], np.cumsum(starts[part + 1] - starts[part])))
        places = np.repeat(starts[part] - part_starts[:-1], np.diff(part_starts)) + np.arange(part_starts[-1])
        block = library.matrix(part_starts, columns[places], width=n)
        C_starts, C_columns, C_values = library.csr(library.product(library.PLUS_PAIR, block, S))
        rows = np.repeat(np.arange(len(part)), np.diff(C_starts))
        pairs = np.where(C_columns == part[rows], 0, C_values * (C_values - 1) // 2)
        squares[part] = np.bincount(rows, pairs, len(part)).astype(np.int64)
    return squares
