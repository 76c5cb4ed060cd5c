"""Breadth-first search in NetworkX's order.

NetworkX keeps a queue and takes neighbours as they were added, so the parent of a vertex is the first vertex of the
queue that sees it.  A level is expanded as a whole with NumPy: the neighbours of the frontier one after the other, of
which the first occurrence of each new vertex counts.  A narrow frontier is expanded by a Python loop, which is
cheaper than a dozen calls of NumPy.
"""

import numpy as np

NARROW = 24  # vertices of a frontier up to which the loop is faster


def search(starts, neighbours, sources, limit=None):
    """The levels of a search: (vertices, their parents) as arrays, in the order of discovery; first the sources, which
    have the parent -1."""
    n = len(starts) - 1
    seen = bytearray(n)
    seen_array = np.frombuffer(seen, np.uint8)
    first = None
    frontier = np.asarray(sources, np.int64)
    seen_array[frontier] = 1
    yield frontier, np.full(len(frontier), -1)
    depth = 0
    while len(frontier) and (limit is None or depth < limit):
        if len(frontier) <= NARROW:
            found, parents = [], []
            for u in frontier.tolist():
                for v in neighbours[starts[u]:starts[u + 1]].tolist():
                    if not seen[v]:
                        seen[v] = 1
                        found.append(v)
                        parents.append(u)
            frontier, parents = np.array(found, np.int64), np.array(parents, np.int64)
        else:
            ends, owners = expand(starts, neighbours, frontier)
            new = seen_array[ends] == 0
            ends, owners = ends[new], owners[new]
            if first is None:
                first = np.empty(n, np.int64)
            places = np.arange(len(ends))
            first[ends[::-1]] = places[::-1]
            keep = first[ends] == places
            frontier, parents = ends[keep].astype(np.int64), owners[keep]
            seen_array[frontier] = 1
        if len(frontier):
            yield frontier, parents
        depth += 1


def expand(starts, neighbours, frontier):
    """The neighbours of all vertices of the frontier, one after the other, and whose neighbour each one is."""
    begins = starts[frontier]
    counts = starts[frontier + 1] - begins
    total = int(counts.sum())
    places = np.arange(total) + np.repeat(begins - (np.cumsum(counts) - counts), counts)
    return neighbours[places], np.repeat(frontier, counts)


def search_all(starts, neighbours, sources, limit=None):
    """All levels at once: vertices, parents and levels in the order of discovery."""
    vertices, parents = zip(*search(starts, neighbours, sources, limit))
    level = np.repeat(np.arange(len(vertices)), [len(part) for part in vertices])
    return np.concatenate(vertices), np.concatenate(parents), level


def adjacency(G, reverse=False):
    """The arrays to search along edges, or against them."""
    return G.backward if reverse and G.directed else (G.starts, G.neighbours)
