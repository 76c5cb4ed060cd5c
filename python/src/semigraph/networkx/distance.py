"""Eccentricity and what follows from it, sums of distances, closeness, harmonic centrality, efficiency, Wiener's index.

Without weights everything comes from breadth-first searches from many nodes at once, which count levels by bits.
"""

import math

import networkx as nx
import numpy as np

from . import library
from .blocks import distance_blocks, level_blocks, missing
from .components import number_of_strong, weak
from .registry import HEAVY, LOCAL, implements
from .weighted import demand_no_negative


def is_whole(G):
    """Every node reaches every other one."""
    return (number_of_strong(G) if G.directed else weak(G)[1]) <= 1


def distance_sums(G, attribute, sources=None, reverse=False):
    """For each source: the nodes it reaches (itself too), the sum of the distances, the largest one."""
    if attribute is None:
        reached, eccentricity, sums = library.bfs_facts(G.pattern, sources, reverse and G.directed)
        return reached, sums, eccentricity
    parts = []
    for _, distance, _ in distance_blocks(G, attribute, sources):
        found = distance != missing(distance.dtype)
        known = np.where(found, distance, 0)
        parts.append((found.sum(axis=1), known.sum(axis=1), np.where(found, distance, distance.min()).max(axis=1)))
    return tuple(np.concatenate(part) for part in zip(*parts)) if parts else (np.empty(0, np.int64),) * 3


def demand_whole(G):
    if not is_whole(G):
        raise nx.NetworkXError("Found infinite path length because the digraph is not strongly connected" if G.directed
                               else "Found infinite path length because the graph is not connected")


def eccentricities(G, weight):
    if G.n:
        demand_whole(G)
    if weight is not None:
        demand_no_negative(G, weight)
    key = ("eccentricity", weight)
    if key not in G.results:
        G.results[key] = distance_sums(G, weight)[2]
    return G.results[key]


def is_given(G, e=None, sp=None, **_):
    if len(G) == 0:
        return "a graph without nodes"
    return "the distances are given" if e is not None or sp is not None else None


def is_given_or_tree(G, e=None, sp=None, weight=None, attr=None, **_):
    if attr is not None:
        return "it writes into the graph"
    if weight is None and not G.is_directed() and G.number_of_edges() == max(0, G.number_of_nodes() - 1):
        return "NetworkX has a linear method for trees"
    return is_given(G, e, sp)


@implements(HEAVY, refuses=is_given)
def eccentricity(G, v=None, sp=None, weight=None):
    if v is None:
        return G.by_node(eccentricities(G, weight))
    nodes = list(G.nbunch_iter(v))
    if weight is not None:
        demand_no_negative(G, weight)
    if nodes:
        demand_whole(G)
    vertices = np.fromiter(map(G.position.__getitem__, nodes), np.uint64, len(nodes))
    found = dict(zip(nodes, distance_sums(G, weight, vertices)[2].tolist()))
    return found[v] if v in G else found


@implements(HEAVY, refuses=is_given)
def diameter(G, e=None, usebounds=False, weight=None):
    return max(eccentricities(G, weight).tolist())


@implements(HEAVY, refuses=is_given)
def radius(G, e=None, usebounds=False, weight=None):
    return min(eccentricities(G, weight).tolist())


@implements(HEAVY, refuses=is_given)
def periphery(G, e=None, usebounds=False, weight=None):
    found = eccentricities(G, weight)
    return G.names(np.flatnonzero(found == max(found.tolist())))


@implements(HEAVY, refuses=is_given_or_tree)
def center(G, e=None, usebounds=False, weight=None):
    found = eccentricities(G, weight)
    return G.names(np.flatnonzero(found == min(found.tolist())))


@implements(HEAVY, refuses=is_given_or_tree)
def barycenter(G, weight=None, attr=None, sp=None):
    if G.n and not is_whole(G):
        raise nx.NetworkXNoPath(f"Input graph {G} is disconnected, so every induced subgraph has infinite "
                                "barycentricity.")
    if weight is not None:
        demand_no_negative(G, weight)
    sums = distance_sums(G, weight)[1]
    return G.names(np.flatnonzero(sums == sums.min())) if G.n else []


@implements(HEAVY, refuses=is_given)
def closeness_centrality(G, u=None, distance=None, wf_improved=True, *, sp=None):
    if distance is not None:
        demand_no_negative(G, distance)
        if G.directed:
            raise NotImplementedError("distances against weighted edges")
    vertices = None if u is None else np.array([node_number(G, u)], np.uint64)
    reached, sums, _ = distance_sums(G, distance, vertices, reverse=True)
    others = reached - 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        result = others / sums
        if wf_improved:
            result *= others / (G.n - 1)
    result[sums <= 0] = 0.0
    return G.by_node(result) if u is None else float(result[0])


def node_number(G, node):
    if node not in G:
        raise nx.NodeNotFound(f"Source {node} is not in G")
    return G.position[node]


def inverse_sums(G, attribute, sources=None, reverse=False):
    """For each source the sum of 1 / distance over the nodes at another distance than 0."""
    parts = []
    if attribute is None:
        for _, level in level_blocks(G, sources, reverse):
            none = missing(level.dtype)
            largest = int(level[level != none].max(initial=0))
            inverse = np.zeros(none + 1 if level.dtype.itemsize < 4 else largest + 1)
            inverse[1:largest + 1] = 1 / np.arange(1, largest + 1)
            if level.dtype.itemsize == 4:
                level = np.where(level == none, 0, level)
            parts.append(inverse[level].sum(axis=1))
    else:
        for _, distance, _ in distance_blocks(G, attribute, sources):
            found = (distance != missing(distance.dtype)) & (distance != 0)
            parts.append(np.divide(1.0, distance, where=found, out=np.zeros(distance.shape)).sum(axis=1))
    return np.concatenate(parts) if parts else np.empty(0)


def chooses_nodes(G, nbunch=None, sources=None, distance=None, **_):
    if nbunch is not None or sources is not None:
        return "some of the nodes only"
    return "distances against weighted edges" if distance is not None and G.is_directed() else None


@implements(HEAVY, refuses=chooses_nodes)
def harmonic_centrality(G, nbunch=None, distance=None, sources=None):
    if distance is not None:
        demand_no_negative(G, distance)
    return G.by_node(inverse_sums(G, distance, reverse=True))


@implements(HEAVY)
def global_efficiency(G):
    pairs = G.n * (G.n - 1)
    return inverse_sums(G, None).sum().item() / pairs if pairs else 0


@implements(HEAVY, refuses=is_given)
def harmonic_diameter(G, sp=None, *, weight=None):
    if weight is not None:
        demand_no_negative(G, weight)
    total = inverse_sums(G, weight).sum().item()
    if total != 0:
        return G.n * (G.n - 1) / total
    return math.inf if G.n > 1 else math.nan


def is_disconnected(G):
    if G.n == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return not is_whole(G)


@implements(HEAVY)
def wiener_index(G, weight=None):
    if is_disconnected(G):
        return math.inf
    if weight is not None:
        demand_no_negative(G, weight)
    total = distance_sums(G, weight)[1].sum().item()
    return total if G.directed else total / 2


@implements(HEAVY, multigraph=False)
def schultz_index(G, weight=None):
    if is_disconnected(G):
        return math.inf
    if weight is not None:
        demand_no_negative(G, weight)
    return (distance_sums(G, weight)[1] * (G.degree + G.loop_at)).sum().item()


def rows_of_distances(G, weight):
    if weight is None:
        yield from ((sources, level.astype(np.int64)) for sources, level in level_blocks(G))
    else:
        demand_no_negative(G, weight)
        yield from ((sources, distance) for sources, distance, _ in distance_blocks(G, weight))


@implements(HEAVY, multigraph=False)
def gutman_index(G, weight=None):
    if is_disconnected(G):
        return math.inf
    degree = G.degree + G.loop_at
    return sum(((distance @ degree) * degree[sources]).sum().item()
               for sources, distance in rows_of_distances(G, weight)) / 2


@implements(HEAVY, multigraph=False)
def hyper_wiener_index(G, weight=None):
    if is_disconnected(G):
        return math.inf
    return sum((distance + distance * distance).sum().item() for _, distance in rows_of_distances(G, weight)) / 2


def degrees_times(G, degree):
    if G.n <= 1:
        return dict.fromkeys(G.nodes_list, 1)
    return G.by_node(degree * (1.0 / (G.n - 1.0)))


@implements(LOCAL, multigraph=False)
def degree_centrality(G):
    if G.directed:
        return degrees_times(G, G.degree + np.bincount(G.neighbours, minlength=G.n))
    return degrees_times(G, G.degree + G.loop_at)


@implements(LOCAL, multigraph=False)
def in_degree_centrality(G):
    return degrees_times(G, np.bincount(G.neighbours, minlength=G.n))


@implements(LOCAL, multigraph=False)
def out_degree_centrality(G):
    return degrees_times(G, G.degree)
