"""Connected, weakly and strongly connected components, the condensation, attracting components.

Weak components come in NetworkX's order, that of their first nodes.  Strong ones come in a reverse topological order
of the condensation, as from NetworkX, but those that no path orders may stand elsewhere than in NetworkX's list.
"""

from itertools import islice

import networkx as nx
import numpy as np

from . import library
from .registry import LINEAR, LOCAL, implements


def weak(G):
    if "weak" not in G.results:
        G.results["weak"] = library.weak_components(G.pattern)
    return G.results["weak"]


def strong(G):
    """The component of each vertex, numbered as they come, and their number."""
    if "strong" not in G.results:
        label, count = library.strong_components_ordered(G.pattern)
        G.results["strong"] = count - 1 - label, count
    return G.results["strong"]


def edges_between(G, label):
    """The edges u -> v of the graph between components, each pair once, as arrays."""
    tail, head = label[G.rows].astype(np.int64), label[G.neighbours]
    outside = tail != head
    pairs = np.unique(tail[outside] << 32 | head[outside])
    return pairs >> 32, pairs & 0xffffffff


def members(G, label, count):
    """The nodes of each component, as sets, in the order of the numbers."""
    nodes = iter(G.names(np.argsort(label, kind="stable")))
    for size in np.bincount(label, minlength=count).tolist():
        yield set(islice(nodes, size))


def demand_nodes(G):
    if G.n == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")


@implements(LINEAR)
def connected_components(G):
    yield from members(G, *weak(G))


@implements(LINEAR)
def number_connected_components(G):
    return weak(G)[1]


@implements(LINEAR)
def is_connected(G):
    demand_nodes(G)
    return weak(G)[1] == 1


@implements(LOCAL)
def node_connected_component(G, n):
    return set(G.names(np.flatnonzero(library.bfs(G.pattern, G.position[n]) >= 0)))


@implements(LINEAR)
def weakly_connected_components(G):
    yield from members(G, *weak(G))


@implements(LINEAR)
def number_weakly_connected_components(G):
    return weak(G)[1]


@implements(LINEAR)
def is_weakly_connected(G):
    demand_nodes(G)
    return weak(G)[1] == 1


@implements(LINEAR)
def strongly_connected_components(G):
    yield from members(G, *strong(G))


def has_source(G, source):
    return None if source is None else "components are not looked for from a source"


@implements(LINEAR, refuses=has_source)
def kosaraju_strongly_connected_components(G, source=None):
    yield from reversed(list(members(G, *strong(G))))


def number_of_strong(G):
    """Their number alone needs no order."""
    return strong(G)[1] if "strong" in G.results else library.strong_components(G.pattern)[1]


@implements(LINEAR)
def number_strongly_connected_components(G):
    return number_of_strong(G)


@implements(LINEAR)
def is_strongly_connected(G):
    demand_nodes(G)
    return number_of_strong(G) == 1


@implements(LINEAR)
def condensation(G, scc=None):
    C = nx.DiGraph()
    C.graph["mapping"] = mapping = {}
    if G.n == 0:
        return C
    if scc is None:
        label, count = strong(G)
        sets = list(members(G, label, count))
        mapping.update(G.by_node(label))
    else:
        sets = list(scc)
        for number, component in enumerate(sets):
            mapping.update(dict.fromkeys(component, number))
        label, count = np.fromiter(map(mapping.__getitem__, G.nodes_list), np.int64, G.n), len(sets)
    C.add_nodes_from((number, {"members": component}) for number, component in enumerate(sets))
    tail, head = edges_between(G, label)
    C.add_edges_from(zip(tail.tolist(), head.tolist()))
    return C


def attracting(G):
    """The numbers of components that no edge leaves, ascending."""
    label, count = strong(G)
    leaves = np.zeros(count, bool)
    leaves[edges_between(G, label)[0]] = True
    return np.flatnonzero(~leaves)


@implements(LINEAR)
def attracting_components(G):
    chosen = set(attracting(G).tolist())
    yield from (component for number, component in enumerate(members(G, *strong(G))) if number in chosen)


@implements(LINEAR)
def number_attracting_components(G):
    return len(attracting(G))


@implements(LINEAR)
def is_attracting_component(G):
    found = attracting(G)
    return len(found) == 1 and strong(G)[1] == 1


