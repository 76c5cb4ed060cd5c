"""Conversion and dispatch: what is converted, what is kept, what is refused and why."""

import gc
import logging
import weakref

import networkx as nx
import numpy as np
import pytest
from _semigraph_networkx import FUNCTIONS, get_info

from semigraph.networkx import Graph, backend, registry
from semigraph.networkx.convert import convert_from_nx, convert_to_nx

nx.config.warnings_to_ignore.add("cache")


def with_everything(kind):
    G = kind(name="a graph")
    G.add_node("alone", color="red")
    G.add_edge("x", "y", weight=2, label="first")
    G.add_edge("y", ("z", 1), weight=0.5)
    G.add_edge("x", "x")
    if G.is_multigraph():
        G.add_edge("x", "y", key="named", weight=7)
    return G


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_round_trip_keeps_everything(kind):
    G = with_everything(kind)
    H = convert_to_nx(convert_from_nx(G, preserve_edge_attrs=True, preserve_node_attrs=True, preserve_graph_attrs=True))
    assert type(H) is kind and H.graph == G.graph
    assert H._node == G._node and H._adj == G._adj and list(H) == list(G)
    assert all(list(H._adj[u]) == list(G._adj[u]) for u in G)
    H.nodes["alone"]["color"] = "blue"
    H.add_edge("x", "y", label="changed")
    assert G == G and G.nodes["alone"]["color"] == "red"


def test_copies_share_no_dicts_of_edges():
    G = with_everything(nx.Graph)
    H = convert_to_nx(convert_from_nx(G, preserve_edge_attrs=True))
    H["x"]["y"]["label"] = "changed"
    assert G["x"]["y"]["label"] == "first" and H["y"]["x"]["label"] == "changed"


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_views_are_what_they_show(kind):
    """Of a multigraph without some edges a row has fewer neighbours than its len."""
    G = kind([(0, 1), (0, 2), (1, 2), (2, 3), (3, 3)])
    for view in (G.edge_subgraph(list(G.edges)[1:3]), G.subgraph([0, 2, 3]), nx.restricted_view(G, [1], []),
                 G.to_undirected(as_view=True), G.reverse(copy=False) if G.is_directed() else G):
        H = convert_from_nx(view)
        rows = np.split(H.neighbours, H.starts[1:-1])
        assert list(H) == list(view) and [H.names(row) for row in rows] == [list(view.adj[node]) for node in view]


def test_subclasses_that_show_other_neighbours_are_left_to_networkx():
    class Complement(nx.Graph):
        def __getitem__(self, node):
            return {other: {} for other in set(self._adj) - set(self._adj[node]) - {node}}

    class Named(nx.Graph):
        edge_attr_dict_factory = dict

    G = Complement([(0, 1), (1, 2)])
    with pytest.raises(NotImplementedError, match="Complement has other neighbours"):
        convert_from_nx(G)
    assert convert_from_nx(Named([(0, 1)])).n == 2


NAMES = {"0..n-1": lambda i: i, "gaps": lambda i: 3 * i + 2, "negative": lambda i: i - 4, "large": lambda i: 10**15 + i,
         "strings": str, "tuples": lambda i: (i, i), "floats": float, "mixed": lambda i: i if i % 2 else str(i),
         "booleans": lambda i: (False, True, 2, 3, 4, 5, 6, 7)[i]}


@pytest.mark.parametrize("names", NAMES)
def test_nodes_of_any_kind(names):
    G = nx.relabel_nodes(nx.cubical_graph(), {i: NAMES[names](i) for i in range(8)})
    H = convert_from_nx(G)
    rows = np.split(H.neighbours, H.starts[1:-1])
    assert [H.names(row) for row in rows] == [list(G[node]) for node in G]
    assert [list(map(type, H.names(row))) for row in rows] == [list(map(type, G[node])) for node in G]


def test_weights_are_read_by_attribute_and_default():
    G = nx.Graph([(0, 1, {"a": 2, "b": 0.5}), (1, 2, {"a": 3})])
    H = convert_from_nx(G, edge_attrs={"a": 1, "b": 9})
    assert H.values("a").tolist() == [2, 2, 3, 3] and H.values("a").dtype == np.int64
    assert H.values("b", 9).tolist() == [0.5, 0.5, 9, 9]
    with pytest.raises(NotImplementedError, match="without the edge attribute 'c'"):
        H.values("c")


@pytest.mark.parametrize("weight", ["text", 2**80, 1j, float("nan"), float("inf"), None, np.float32(1)])
def test_weights_that_are_no_numbers_are_left_to_networkx(weight):
    G = nx.Graph([(0, 1, {"weight": weight}), (1, 2)])
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra_path_length(G, 0, backend="semigraph")
    nx.single_source_shortest_path_length(G, 0, backend="semigraph")


def test_types_of_distances_are_those_of_weights():
    G = nx.Graph([(0, 1, {"i": 2, "f": 2.0})])
    for attribute, kind in (("i", int), ("f", float), ("missing", int)):
        assert type(nx.dijkstra_path_length(G, 0, 1, weight=attribute, backend="semigraph")) is kind


def kept(G):
    return G.__networkx_cache__.get("backends", {}).get("semigraph", {})


def test_converted_graphs_are_kept_by_attribute_and_share_structure():
    G = nx.karate_club_graph()
    nx.triangles(G, backend="semigraph")
    plain, = kept(G).values()
    nx.single_source_dijkstra_path_length(G, 0, backend="semigraph")
    weighted, = kept(G).values()
    assert weighted is not plain and weighted.neighbours is plain.neighbours
    assert weighted.pattern is plain.pattern
    nx.triangles(G, backend="semigraph")
    assert list(kept(G).values()) == [weighted]
    nx.single_source_dijkstra_path_length(G, 0, weight="other", backend="semigraph")
    assert len(kept(G)) == 2


def test_changes_of_a_graph_are_seen():
    G = nx.path_graph(5)
    assert nx.diameter(G, backend="semigraph") == 4
    G.add_edge(0, 4)
    assert nx.diameter(G, backend="semigraph") == 2
    G.add_edge(0, 1, weight=10)
    assert nx.dijkstra_path_length(G, 0, 1, backend="semigraph") == 4
    G.remove_node(2)
    with pytest.raises(nx.NetworkXNoPath):
        nx.dijkstra_path_length(nx.Graph([(0, 1), (2, 3)]), 0, 3, backend="semigraph")


def test_no_cache_where_networkx_keeps_none():
    G = nx.karate_club_graph()
    with nx.config(cache_converted_graphs=False):
        nx.triangles(G, backend="semigraph")
        assert not kept(G)


def test_graphs_are_freed_with_their_networkx_graph():
    G = nx.karate_club_graph()
    nx.triangles(G, backend="semigraph")
    H = weakref.ref(next(iter(kept(G).values())))
    del G
    gc.collect()
    assert H() is None


def test_functions_take_graphs_of_the_backend():
    H = convert_from_nx(nx.karate_club_graph(), edge_attrs={"weight": 1})
    assert isinstance(H, Graph)
    assert nx.number_connected_components(H) == 1
    assert nx.shortest_path(H, 0, 33)[-1] == 33
    assert nx.dijkstra_path_length(H, 0, 33) == nx.dijkstra_path_length(nx.karate_club_graph(), 0, 33)
    assert H.number_of_nodes() == 34 and H.number_of_edges() == 78 and 5 in H and [5] not in H


def test_the_list_in_the_entry_point_is_complete():
    known = nx.utils.backends._registered_algorithms
    assert set(registry.functions) == {name for name in FUNCTIONS if name in known}
    assert set(get_info()["functions"]) == set(FUNCTIONS)
    assert len(registry.functions) >= 100


def test_signatures_are_those_of_networkx():
    import inspect
    known = nx.utils.backends._registered_algorithms
    for name, entry in registry.functions.items():
        theirs = [(p.name, p.default) for p in inspect.signature(known[name].orig_func).parameters.values()]
        ours = [(p.name, p.default) for p in entry.signature.parameters.values()]
        assert ours[:len(theirs)] == theirs, name
        assert all(entry.signature.parameters[extra].kind is inspect.Parameter.KEYWORD_ONLY
                   for extra, _ in ours[len(theirs):]), name


def reason(function, name, *args, **kwargs):
    answer = function(name, args, kwargs)
    return "" if answer is True else answer


def test_reasons_are_sentences():
    small, large = nx.path_graph(10), nx.path_graph(3000)
    assert "few levels" in reason(backend.should_run, "bfs_edges", large, 0, depth_limit=1)
    assert "too small" in reason(backend.should_run, "connected_components", small)
    assert "converting" in reason(backend.should_run, "descendants", large, 0)
    assert "between two nodes" in reason(backend.should_run, "shortest_path", large, 0, 9)
    assert reason(backend.should_run, "connected_components", large) == ""
    pairs = [(u, u + 1) for u in range(2500)]
    assert "a few pairs" in reason(backend.should_run, "jaccard_coefficient", large, pairs[:9])
    assert "few pairs" in reason(backend.should_run, "jaccard_coefficient", large, pairs)
    assert reason(backend.should_run, "jaccard_coefficient", large) == ""
    assert "small" in reason(backend.should_run, "floyd_warshall_numpy", nx.path_graph(200))
    assert "function" in reason(backend.can_run, "dijkstra_path", large, 0, 9, weight=lambda u, v, d: 1)
    assert "multigraphs" in reason(backend.can_run, "clustering", nx.MultiGraph())
    assert "directed" in reason(backend.can_run, "transitive_closure", nx.Graph())
    assert "neighbours" in reason(backend.can_run, "bfs_edges", large, 0, sort_neighbors=sorted)
    assert "unexpected" in reason(backend.can_run, "triangles", large, no_such_argument=1)


def test_a_converted_graph_is_worth_more_calls():
    G = nx.path_graph(3000)
    assert reason(backend.should_run, "descendants", G, 0)
    nx.connected_components(G, backend="semigraph")
    assert reason(backend.should_run, "descendants", G, 0) == ""


def test_priority_without_the_keyword(caplog):
    G = nx.barabasi_albert_graph(2000, 3, seed=1)
    with nx.config.backend_priority(algos=["semigraph"]), caplog.at_level(logging.DEBUG, "networkx"):
        assert nx.transitivity(G) == nx.transitivity(G, backend="networkx")
        assert nx.has_path(G, 0, 5)
    assert "Using backend 'semigraph' for call to 'transitivity'" in caplog.text
    assert "shouldn't run `has_path`" in caplog.text


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_negative_weights(kind):
    G = kind([(0, 1, {"weight": 2}), (1, 2, {"weight": -1}), (0, 2, {"weight": 5})])
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra(G, 0, backend="semigraph")
    assert nx.negative_edge_cycle(G, backend="semigraph") == (not G.is_directed())
    if G.is_directed():
        assert nx.single_source_bellman_ford_path_length(G, 0, backend="semigraph") == {0: 0, 2: 1, 1: 2}
        G.add_edge(2, 3, weight=-9)
        expected = {0: [0], 1: [0, 1], 2: [0, 1, 2], 3: [0, 1, 2, 3]}
        assert nx.single_source_bellman_ford_path(G, 0, backend="semigraph") == expected
        assert nx.johnson(G, backend="semigraph")[0] == expected
    else:
        with pytest.raises(nx.NetworkXUnbounded, match="Negative cycle detected."):
            nx.single_source_bellman_ford_path_length(G, 0, backend="semigraph")
        with pytest.raises(nx.NetworkXUnbounded):
            nx.johnson(G, backend="semigraph")
        with pytest.raises(NotImplementedError):
            nx.floyd_warshall(G, backend="semigraph")


def test_zero_weights_do_not_break_paths():
    G = nx.DiGraph()
    nx.add_path(G, [5, 4, 3, 2, 1, 0], weight=0)
    assert nx.single_source_dijkstra_path(G, 5, backend="semigraph")[0] == [5, 4, 3, 2, 1, 0]
    pred, distance = nx.dijkstra_predecessor_and_distance(G, 5, backend="semigraph")
    assert pred == {5: [], 4: [5], 3: [4], 2: [3], 1: [2], 0: [1]} and set(distance.values()) == {0}
