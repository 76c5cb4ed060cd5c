"""Levels and distances from many sources, a block of rows at a time, so that no call needs n x n numbers at once."""

import numpy as np

from . import _library as library

BLOCK_BYTES = 1 << 25


def level_blocks(G, sources=None, reverse=False):
    """Pairs of sources (numbers) and their levels, a row each, in the smallest type that holds them; the type's
    largest value where there is no path."""
    sources = np.arange(G.n, dtype=np.uint64) if sources is None else np.asarray(sources, np.uint64)
    dtype = np.dtype(np.uint8)
    step = max(1, min(512, BLOCK_BYTES // max(1, G.n)))
    begin = 0
    while begin < len(sources):
        part = np.ascontiguousarray(sources[begin:begin + step])
        try:
            level = library.bfs_levels(G.pattern, part, G.n, dtype, reverse and G.directed)
        except library.OutOfRange:
            if dtype.itemsize == 4:
                raise
            dtype = np.dtype(np.uint16 if dtype.itemsize == 1 else np.int32)
            continue
        yield part, level
        begin += len(part)


def missing(dtype):
    """What stands for no path."""
    return np.inf if dtype.kind == "f" else np.iinfo(dtype).max


def distance_blocks(G, attribute, sources=None, predecessors=False):
    """Sources, distances and (if wanted) the vertices before; weights are the values of an edge attribute."""
    A, dtype = G.weighted(attribute), G.values(attribute).dtype
    sources = np.arange(G.n, dtype=np.uint64) if sources is None else np.asarray(sources, np.uint64)
    step = max(1, BLOCK_BYTES // (8 * max(1, G.n)))
    for begin in range(0, len(sources), step):
        part = np.ascontiguousarray(sources[begin:begin + step])
        yield (part, *library.apsp(A, G.n, dtype, part, predecessors))


def by_level(row):
    """The vertices that a row of levels reaches, nearest first, those of a level in the order of the graph."""
    order = np.argsort(row, kind="stable")
    return order[:np.count_nonzero(row != missing(row.dtype))]
