"""Shortest paths with weights: Dijkstra's and Bellman and Ford's functions, Johnson, Goldberg and Radzik.

Distances are NetworkX's: sums along a path from its source.  Of several shortest paths another may be chosen.
Negative weights make the Dijkstra functions raise NotImplementedError, so that NetworkX decides what it does then.
"""

import networkx as nx
import numpy as np

from semigraph import NegativeCycleError

from . import library
from .blocks import distance_blocks, missing
from .registry import HEAVY, LINEAR, LOCAL, implements
from .unweighted import demand

NEGATIVE_CYCLE = "Negative cycle detected."


def demand_no_negative(G, weight):
    key = ("negative", weight)
    if key not in G.results:
        G.results[key] = bool((G.values(weight) < 0).any())
    if G.results[key]:
        raise NotImplementedError("Dijkstra's method with negative weights")


def sssp(G, vertex, weight):
    """Distances and parents from a vertex; Bellman and Ford's error for a negative cycle."""
    try:
        return library.sssp(G.weighted(weight), vertex)
    except NegativeCycleError:
        raise nx.NetworkXUnbounded(NEGATIVE_CYCLE) from None


def sssp_from(G, vertices, weight):
    """The same from several vertices: from one more, with edges of no weight to them."""
    if len(vertices) == 1:
        return sssp(G, vertices[0], weight)
    values = G.values(weight)
    ends = np.unique(np.array(vertices, np.int32))
    A = library.matrix(np.append(G.starts, G.starts[-1] + len(ends)), np.concatenate((G.neighbours, ends)),
                       np.concatenate((values, np.zeros(len(ends), values.dtype))), sort=True)
    distance, parent = library.sssp(A, G.n)
    parent = parent[:G.n]
    return distance[:G.n], np.where(parent == G.n, np.arange(G.n), parent)


def nearest_first(distance, cutoff=None):
    """The vertices that are reached, nearest first."""
    reached = np.flatnonzero(distance != missing(distance.dtype))
    if cutoff is not None:
        reached = reached[distance[reached] <= cutoff]
    return reached[np.argsort(distance[reached], kind="stable")]


def lengths(G, distance, cutoff=None):
    order = nearest_first(distance, cutoff)
    return dict(zip(G.names(order), distance[order].tolist()))


def paths(G, distance, parent, cutoff=None):
    """The path to each vertex.  A parent may come after its child where edges have a weight of 0 or less."""
    order = nearest_first(distance, cutoff).tolist()
    nodes, parent = G.nodes_list, parent.tolist()
    found = {}
    for v in order:
        if v in found:
            continue
        before = parent[v]
        if before in found:
            found[v] = [*found[before], nodes[v]]
        else:
            found_from_root(found, parent, nodes, v)
    return {nodes[v]: found[v] for v in order}


def found_from_root(found, parent, nodes, v):
    pending = [v]
    while parent[v] != v and parent[v] not in found:
        v = parent[v]
        pending.append(v)
    path = [] if parent[v] == v else found[parent[v]]
    for v in reversed(pending):
        path = found[v] = [*path, nodes[v]]


def path_to(G, parent, vertex):
    path = [vertex]
    while parent[path[-1]] != path[-1]:
        path.append(int(parent[path[-1]]))
    return G.names(np.array(path[::-1]))


def is_reached(distance, vertex):
    return distance[vertex] != missing(distance.dtype)


# Dijkstra


def dijkstra(G, sources, weight):
    if not sources:
        raise ValueError("sources must not be empty")
    vertices = [demand(G, source, f"Node {source} not found in graph") for source in sources]
    demand_no_negative(G, weight)
    return sssp_from(G, vertices, weight)


def both(G, sources, target, cutoff, weight):
    if target is not None and target in sources:
        dijkstra_checks(G, sources)
        return 0, [target]
    distance, parent = dijkstra(G, sources, weight)
    if target is None:
        return lengths(G, distance, cutoff), paths(G, distance, parent, cutoff)
    t = G.position.get(target)
    if t is None or not is_reached(distance, t) or (cutoff is not None and distance[t] > cutoff):
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return distance[t].item(), path_to(G, parent, t)


def dijkstra_checks(G, sources):
    for source in sources:
        demand(G, source, f"Node {source} not found in graph")




@implements(LOCAL)
def dijkstra_path(G, source, target, weight="weight"):
    return both(G, [source], target, None, weight)[1]


@implements(LOCAL)
def dijkstra_path_length(G, source, target, weight="weight"):
    s = demand(G, source, f"Node {source} not found in graph")
    if source == target:
        return 0
    demand_no_negative(G, weight)
    distance, _ = sssp(G, s, weight)
    t = G.position.get(target)
    if t is None or not is_reached(distance, t):
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return distance[t].item()


@implements(LOCAL)
def bidirectional_dijkstra(G, source, target, weight="weight"):
    s = demand(G, source, f"Source {source} is not in G")
    t = demand(G, target, f"Target {target} is not in G")
    if source == target:
        return 0, [source]
    demand_no_negative(G, weight)
    distance, parent = sssp(G, s, weight)
    if not is_reached(distance, t):
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return distance[t].item(), path_to(G, parent, t)


@implements(LINEAR)
def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    return both(G, [source], target, cutoff, weight)


@implements(LINEAR)
def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra_path(G, [source], cutoff, weight)


@implements(LINEAR)
def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra_path_length(G, [source], cutoff, weight)


@implements(LINEAR)
def multi_source_dijkstra(G, sources, target=None, cutoff=None, weight="weight"):
    return both(G, sources, target, cutoff, weight)


@implements(LINEAR)
def multi_source_dijkstra_path(G, sources, cutoff=None, weight="weight"):
    return paths(G, *dijkstra(G, sources, weight), cutoff)


@implements(LINEAR)
def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    return lengths(G, dijkstra(G, sources, weight)[0], cutoff)


@implements(LINEAR)
def dijkstra_predecessor_and_distance(G, source, cutoff=None, weight="weight"):
    s = demand(G, source, f"Node {source} is not found in the graph")
    demand_no_negative(G, weight)
    distance, _ = sssp(G, s, weight)
    return predecessors(G, distance, s, weight, cutoff), lengths(G, distance, cutoff)


def predecessors(G, distance, source, weight, cutoff=None):
    """{node: nodes before it on a shortest path}, nearest first, for the nodes that are reached."""
    order = nearest_first(distance, cutoff)
    place = np.full(G.n, -1)
    place[order] = np.arange(len(order))
    tails = np.flatnonzero(place[G.rows] >= 0)
    heads = G.neighbours[tails]
    tight = (place[heads] >= 0) & (distance[G.rows[tails]] + G.values(weight)[tails] == distance[heads])
    tails, heads = G.rows[tails[tight]], heads[tight]
    by_head = np.lexsort((place[tails], place[heads]))
    before = iter(G.names(tails[by_head]))
    counts = np.bincount(heads, minlength=G.n)[order].tolist()
    return {node: [next(before) for _ in range(count)] for node, count in zip(G.names(order), counts)}


def dijkstra_blocks(G, weight, predecessors):
    demand_no_negative(G, weight)
    for sources, distance, before in distance_blocks(G, weight, predecessors=predecessors):
        for k, source in enumerate(sources.tolist()):
            yield source, distance[k], before[k] if predecessors else None


@implements(HEAVY)
def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    for source, distance, before in dijkstra_blocks(G, weight, True):
        yield G.nodes_list[source], (lengths(G, distance, cutoff), paths(G, distance, before, cutoff))


@implements(HEAVY)
def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    for source, distance, before in dijkstra_blocks(G, weight, True):
        yield G.nodes_list[source], paths(G, distance, before, cutoff)


@implements(HEAVY)
def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    for source, distance, _ in dijkstra_blocks(G, weight, False):
        yield G.nodes_list[source], lengths(G, distance, cutoff)


# Bellman and Ford


@implements(LINEAR)
def single_source_bellman_ford(G, source, target=None, weight="weight"):
    if target is not None and source == target:
        demand(G, source, f"Node {source} is not found in the graph")
        return 0, [source]
    distance, parent = sssp(G, demand(G, source, f"Source {source} not in G"), weight)
    if target is None:
        return lengths(G, distance), paths(G, distance, parent)
    t = G.position.get(target)
    if t is None or not is_reached(distance, t):
        raise nx.NetworkXNoPath(f"Target {target} cannot be reached from given sources")
    return distance[t].item(), path_to(G, parent, t)


@implements(LINEAR)
def single_source_bellman_ford_path(G, source, weight="weight"):
    return single_source_bellman_ford(G, source, weight=weight)[1]


@implements(LINEAR)
def single_source_bellman_ford_path_length(G, source, weight="weight"):
    return lengths(G, sssp(G, demand(G, source, f"Source {source} not in G"), weight)[0])


@implements(LINEAR)
def bellman_ford_path(G, source, target, weight="weight"):
    return single_source_bellman_ford(G, source, target, weight)[1]


@implements(LINEAR)
def bellman_ford_path_length(G, source, target, weight="weight"):
    if source == target:
        demand(G, source, f"Node {source} not found in graph")
        return 0
    distance, _ = sssp(G, demand(G, source, f"Source {source} not in G"), weight)
    t = G.position.get(target)
    if t is None or not is_reached(distance, t):
        raise nx.NetworkXNoPath(f"node {target} not reachable from {source}")
    return distance[t].item()


def demand_no_negative_loop(G, weight):
    if (G.values(weight)[G.rows == G.neighbours] < 0).any():
        raise nx.NetworkXUnbounded(NEGATIVE_CYCLE)


@implements(LINEAR)
def bellman_ford_predecessor_and_distance(G, source, target=None, weight="weight", heuristic=False):
    s = demand(G, source, f"Node {source} is not found in the graph")
    demand_no_negative_loop(G, weight)
    distance, _ = sssp(G, s, weight)
    return predecessors(G, distance, s, weight), lengths(G, distance)


@implements(LINEAR)
def goldberg_radzik(G, source, weight="weight"):
    s = demand(G, source, f"Node {source} is not found in the graph")
    demand_no_negative_loop(G, weight)
    distance, parent = sssp(G, s, weight)
    order = nearest_first(distance)
    pred = dict(zip(G.names(order), G.names(parent[order])))
    pred[source] = None
    return pred, lengths(G, distance)


@implements(HEAVY)
def all_pairs_bellman_ford_path(G, weight="weight"):
    for node in G.nodes_list:
        yield node, single_source_bellman_ford_path(G, node, weight)


@implements(HEAVY)
def all_pairs_bellman_ford_path_length(G, weight="weight"):
    for node in G.nodes_list:
        yield node, single_source_bellman_ford_path_length(G, node, weight)


@implements(LINEAR)
def negative_edge_cycle(G, weight="weight", heuristic=True):
    values = G.values(weight)
    if not (values < 0).any():
        return False
    try:
        sssp_from_all(G, weight)
    except NegativeCycleError:
        return True
    return False


def sssp_from_all(G, weight):
    """Searches from one more vertex with edges of no weight to all."""
    values = G.values(weight)
    A = library.matrix(np.append(G.starts, G.starts[-1] + G.n),
                       np.concatenate((G.neighbours, np.arange(G.n, dtype=np.int32))),
                       np.concatenate((values, np.zeros(G.n, values.dtype))), sort=True)
    return library.sssp(A, G.n)


@implements(HEAVY)
def johnson(G, weight="weight"):
    try:
        return {G.nodes_list[source]: paths(G, row, row_before)
                for sources, distance, before in distance_blocks(G, weight, predecessors=True)
                for source, row, row_before in zip(sources.tolist(), distance, before)}
    except NegativeCycleError:
        raise nx.NetworkXUnbounded(NEGATIVE_CYCLE) from None
