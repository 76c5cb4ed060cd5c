"""NetworkX's general functions of shortest paths, which choose among the others by their arguments."""

import networkx as nx

from . import unweighted, weighted
from .components import number_of_strong, weak
from .distance import distance_sums
from .registry import HEAVY, LINEAR, LOCAL, implements

METHODS = ("dijkstra", "bellman-ford")


def demand_method(method, methods=METHODS):
    if method not in methods:
        raise ValueError(f"method not supported: {method}")


def between_two(G, source, target, **_):
    return unweighted.always_short(G) if source is not None and target is not None else None


def towards_target_with_weights(G, source, target, weight, **_):
    backwards = source is None and target is not None and weight is not None and G.is_directed()
    return "searches with weights against the edges are not supported" if backwards else None


def lacks_nodes(G, source, target):
    return "a node is None" if source is None or target is None else None


@implements(LOCAL, refuses=lacks_nodes, pays=between_two)
def has_path(G, source, target):
    try:
        unweighted.path_between(G, source, target)
    except nx.NetworkXNoPath:
        return False
    return True


@implements(LINEAR, refuses=towards_target_with_weights, pays=between_two)
def shortest_path(G, source=None, target=None, weight=None, method="dijkstra"):
    demand_method(method)
    if source is None and target is None:
        if weight is None:
            return unweighted.all_pairs_shortest_path(G)
        if method == "dijkstra":
            return weighted.all_pairs_dijkstra_path(G, weight=weight)
        return weighted.all_pairs_bellman_ford_path(G, weight=weight)
    if source is None:
        if weight is None:
            return unweighted.single_target_shortest_path(G, target)
        found = shortest_path(G, target, None, weight, method)
        return {node: path[::-1] for node, path in found.items()}
    if target is None:
        if weight is None:
            return unweighted.single_source_shortest_path(G, source)
        if method == "dijkstra":
            return weighted.single_source_dijkstra_path(G, source, weight=weight)
        return weighted.single_source_bellman_ford_path(G, source, weight=weight)
    if weight is None:
        return unweighted.path_between(G, source, target)
    if method == "dijkstra":
        return weighted.bidirectional_dijkstra(G, source, target, weight)[1]
    return weighted.bellman_ford_path(G, source, target, weight)


@implements(LINEAR, refuses=towards_target_with_weights, pays=between_two)
def shortest_path_length(G, source=None, target=None, weight=None, method="dijkstra"):
    demand_method(method)
    if source is None and target is None:
        if weight is None:
            return unweighted.all_pairs_shortest_path_length(G)
        if method == "dijkstra":
            return weighted.all_pairs_dijkstra_path_length(G, weight=weight)
        return weighted.all_pairs_bellman_ford_path_length(G, weight=weight)
    if source is None:
        if weight is None:
            return unweighted.single_target_shortest_path_length(G, target)
        return shortest_path_length(G, target, None, weight, method)
    if target is None:
        if weight is None:
            return unweighted.single_source_shortest_path_length(G, source)
        if method == "dijkstra":
            return weighted.single_source_dijkstra_path_length(G, source, weight=weight)
        return weighted.single_source_bellman_ford_path_length(G, source, weight=weight)
    if weight is None:
        return len(unweighted.path_between(G, source, target)) - 1
    if method == "dijkstra":
        return weighted.dijkstra_path_length(G, source, target, weight)
    return weighted.bellman_ford_path_length(G, source, target, weight)


@implements(HEAVY)
def average_shortest_path_length(G, weight=None, method=None):
    if method is None:
        method = "unweighted" if weight is None else "dijkstra"
    demand_method(method, ("unweighted", *METHODS, "floyd-warshall", "floyd-warshall-numpy"))
    if G.n == 0:
        raise nx.NetworkXPointlessConcept(
            "the null graph has no paths, thus there is no average shortest path length")
    if G.n == 1:
        return 0
    if G.directed and number_of_strong(G) > 1:
        raise nx.NetworkXError("Graph is not strongly connected.")
    if not G.directed and weak(G)[1] > 1:
        raise nx.NetworkXError("Graph is not connected.")
    attribute = None if method == "unweighted" else weight
    if method == "dijkstra":
        weighted.demand_no_negative(G, attribute)
    _, sums, _ = distance_sums(G, attribute)
    return sums.sum().item() / (G.n * (G.n - 1))
