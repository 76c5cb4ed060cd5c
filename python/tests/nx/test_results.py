"""Every function of the backend against NetworkX, on graphs of all kinds.

A case is a call; its result must be NetworkX's, errors included.  Floats agree to rounding.  Where NetworkX's answer is
one of several (shortest paths, the order of components) a check says what must hold instead.
"""

import collections
import math
import random

import networkx as nx
import numpy as np
import pytest

import semigraph as sg
from semigraph.networkx import registry

nx.config.warnings_to_ignore.add("cache")


def random_graph(kind, n, m, seed, names=None, loops=False, weights="integers"):
    rng = random.Random(seed)
    G = kind()
    nodes = [names(i) if names else i for i in range(n)]
    rng.shuffle(nodes)
    G.add_nodes_from(nodes)
    for _ in range(m):
        u, v = rng.choice(nodes), rng.choice(nodes)
        if u != v or loops:
            G.add_edge(u, v, weight=rng.randint(1, 9) if weights == "integers" else rng.random() + 0.1)
    for _, _, data in list(G.edges(data=True))[::7]:
        del data["weight"]
    return G


GRAPHS = {
    "empty": lambda: nx.Graph(),
    "empty directed": lambda: nx.DiGraph(),
    "one node": lambda: nx.empty_graph(1),
    "one directed node with a loop": lambda: nx.DiGraph([(0, 0)]),
    "two apart": lambda: nx.empty_graph(2),
    "path of strings": lambda: nx.path_graph(list("hgfedcba")),
    "cycle": lambda: nx.cycle_graph(7, create_using=nx.DiGraph),
    "complete": lambda: nx.complete_graph(6),
    "star": lambda: nx.star_graph(60),
    "karate": nx.karate_club_graph,
    "undirected": lambda: random_graph(nx.Graph, 60, 90, 1),
    "undirected, connected": lambda: nx.compose(nx.path_graph(50), random_graph(nx.Graph, 50, 90, 2)),
    "undirected, floats": lambda: random_graph(nx.Graph, 40, 100, 3, weights="floats"),
    "undirected, loops, tuples": lambda: random_graph(nx.Graph, 30, 60, 4, lambda i: (i, str(i)), loops=True),
    "dense": lambda: random_graph(nx.Graph, 40, 600, 5),
    "directed": lambda: random_graph(nx.DiGraph, 60, 120, 6),
    "directed, strong": lambda: nx.compose(nx.cycle_graph(40, create_using=nx.DiGraph),
                                           random_graph(nx.DiGraph, 40, 90, 7)),
    "directed, loops, sparse numbers": lambda: random_graph(nx.DiGraph, 50, 90, 8, lambda i: 10**12 + i * i, loops=True),
    "acyclic": lambda: nx.DiGraph((min(e), max(e)) for e in random_graph(nx.DiGraph, 40, 80, 9).edges),
    "multigraph": lambda: random_graph(nx.MultiGraph, 30, 80, 10, loops=True),
    "directed multigraph": lambda: random_graph(nx.MultiDiGraph, 30, 80, 11, loops=True),
    "view of a subgraph": lambda: random_graph(nx.Graph, 60, 120, 12).subgraph(range(5, 45)),
}


def first(G):
    return next(iter(G), None)


def last(G):
    return list(G)[-1] if len(G) else None


def pairs(G):
    nodes = list(G)
    return [(u, v) for u in nodes[:12] for v in nodes[-12:] if u != v]


# name: calls as functions of (f, G); the arguments depend on the graph
NONE = [lambda f, G: f(G)]
# NetworkX takes another way to the same vector, and its default stops where 1e-6 a node still moves.
TIGHT = [lambda f, G: f(G, tol=1e-13, max_iter=4000)]
NODE = [lambda f, G: f(G, first(G)), lambda f, G: f(G, last(G)), lambda f, G: f(G, "not there")]
TWO = [lambda f, G: f(G, first(G), last(G)), lambda f, G: f(G, first(G), first(G)),
       lambda f, G: f(G, first(G), "not there"), lambda f, G: f(G, "not there", first(G))]
CUT = [lambda f, G: f(G, first(G), cutoff=2), lambda f, G: f(G, first(G), cutoff=2.5)]
ALL_CUT = [*NONE, lambda f, G: f(G, cutoff=2)]
WEIGHT = [lambda f, G: f(G, weight="weight")]
NODES = [*NONE, lambda f, G: f(G, first(G)), lambda f, G: f(G, list(G)[::3])]
PAIRS = [*NONE, lambda f, G: f(G, pairs(G)), lambda f, G: f(G, [(first(G), "not there")])]
SOURCES = [lambda f, G: f(G, list(G)[::5]), lambda f, G: f(G, []), lambda f, G: f(G, ["not there"])]
DIJKSTRA = [*CUT, lambda f, G: f(G, first(G), weight=None), lambda f, G: f(G, first(G), weight="missing")]

CASES = {
    "bfs_edges": [*NODE, lambda f, G: f(G, first(G), depth_limit=2)],
    "bfs_tree": [*NODE, lambda f, G: f(G, first(G), depth_limit=2)],
    "bfs_predecessors": [*NODE, lambda f, G: f(G, first(G), depth_limit=0)],
    "bfs_successors": [*NODE, lambda f, G: f(G, first(G), depth_limit=2)],
    "bfs_layers": [*NODE[:2], *SOURCES],
    "descendants_at_distance": [lambda f, G, d=d: f(G, first(G), d) for d in (0, 1, 2, 30, -1)],
    "descendants": NODE, "ancestors": NODE, "node_connected_component": NODE[:2],
    "transitive_closure": [lambda f, G, r=r: f(G, reflexive=r) for r in (False, True, None)],
    "condensation": [*NONE, lambda f, G: f(G, scc=list(nx.strongly_connected_components(G)))],
    "single_source_shortest_path_length": [*NODE, *CUT], "single_target_shortest_path_length": [*NODE, *CUT],
    "single_source_shortest_path": [*NODE, *CUT], "single_target_shortest_path": [*NODE, *CUT],
    "all_pairs_shortest_path_length": ALL_CUT, "all_pairs_shortest_path": ALL_CUT,
    "bidirectional_shortest_path": TWO, "has_path": TWO,
    "predecessor": [*NODE, lambda f, G: f(G, first(G), target=last(G)), lambda f, G: f(G, first(G), cutoff=2),
                    lambda f, G: f(G, first(G), return_seen=True),
                    lambda f, G: f(G, first(G), last(G), return_seen=True)],
    "shortest_path": [*NONE, *NODE[:2], *TWO, lambda f, G: f(G, target=first(G)), *WEIGHT,
                      lambda f, G: f(G, target=first(G), weight="weight"), lambda f, G: f(G, method="no such"),
                      lambda f, G: f(G, first(G), weight="weight", method="bellman-ford")],
    "dijkstra_path": TWO, "dijkstra_path_length": TWO, "bidirectional_dijkstra": TWO,
    "bellman_ford_path": TWO, "bellman_ford_path_length": TWO,
    "single_source_dijkstra": [*NODE, *DIJKSTRA, *[lambda f, G, c=c: f(G, first(G), last(G), cutoff=c)
                                                   for c in (None, 3)]],
    "single_source_dijkstra_path": [*NODE, *DIJKSTRA], "single_source_dijkstra_path_length": [*NODE, *DIJKSTRA],
    "multi_source_dijkstra": [*SOURCES, lambda f, G: f(G, list(G)[::5], target=last(G))],
    "multi_source_dijkstra_path": SOURCES, "multi_source_dijkstra_path_length": SOURCES,
    "dijkstra_predecessor_and_distance": [*NODE, *CUT],
    "all_pairs_dijkstra": ALL_CUT, "all_pairs_dijkstra_path": ALL_CUT, "all_pairs_dijkstra_path_length": ALL_CUT,
    "single_source_bellman_ford": [*NODE, *TWO], "single_source_bellman_ford_path": NODE,
    "single_source_bellman_ford_path_length": NODE, "bellman_ford_predecessor_and_distance": NODE,
    "goldberg_radzik": NODE,
    "floyd_warshall_numpy": [*NONE, lambda f, G: f(G, nodelist=list(G)[::-1]), lambda f, G: f(G, nodelist=list(G)[1:])],
    "eccentricity": [*NODES, *WEIGHT],
    "closeness_centrality": [*NONE, lambda f, G: f(G, u=last(G)), lambda f, G: f(G, distance="weight"),
                             lambda f, G: f(G, wf_improved=False)],
    "harmonic_centrality": [*NONE, lambda f, G: f(G, distance="weight")],
    "triangles": NODES, "generalized_degree": NODES, "square_clustering": NODES,
    "clustering": [*NODES, *WEIGHT],
    "average_clustering": [*NONE, *WEIGHT, lambda f, G: f(G, count_zeros=False), lambda f, G: f(G, list(G)[::3])],
    "pagerank": [*TIGHT, lambda f, G: f(G, weight=None, alpha=0.5, tol=1e-13), lambda f, G: f(G, max_iter=2),
                 lambda f, G: f(G, personalization={first(G): 1, last(G): 2}, tol=1e-13, max_iter=1000),
                 lambda f, G: f(G, personalization={first(G): 0}), lambda f, G: f(G, max_iter=0)],
    "betweenness_centrality": [*NONE, *WEIGHT, lambda f, G: f(G, normalized=False),
                               lambda f, G: f(G, k=5, seed=1), lambda f, G: f(G, k=3, normalized=False, seed=2),
                               lambda f, G: f(G, k=1, seed=2)],
    "edge_betweenness_centrality": [*NONE, *WEIGHT, lambda f, G: f(G, normalized=False),
                                    lambda f, G: f(G, k=5, seed=1), lambda f, G: f(G, k=3, normalized=False, seed=2)],
    "hits": [*NONE, lambda f, G: f(G, normalized=False), lambda f, G: f(G, max_iter=0)],
    "eigenvector_centrality": [*TIGHT, lambda f, G: f(G, max_iter=2), lambda f, G: f(G, 4000, 1e-13, weight="weight")],
    "katz_centrality": [lambda f, G: f(G, 0.02), lambda f, G: f(G, 0.01, 2.5, weight="weight", normalized=False),
                        lambda f, G: f(G, 0.01, max_iter=1), *NONE],
    "minimum_spanning_edges": [*NONE, lambda f, G: f(G, data=False), lambda f, G: f(G, weight="missing"),
                               lambda f, G: f(G, algorithm="no such")],
    "minimum_spanning_tree": [*NONE, lambda f, G: f(G, weight=None)],
    "louvain_communities": [*NONE, lambda f, G: f(G, seed=5)],
    "maximal_independent_set": [*NONE, lambda f, G: f(G, [first(G)], 7), lambda f, G: f(G, ["not there"]),
                                lambda f, G: f(G, list(G))],
    "k_core": [*NONE, lambda f, G: f(G, 2), lambda f, G: f(G, 100)],
    "k_corona": [lambda f, G, k=k: f(G, k) for k in (1, 2, 3)],
    "k_truss": [lambda f, G, k=k: f(G, k) for k in (0, 2, 3, 4, 100)],
    "jaccard_coefficient": PAIRS, "adamic_adar_index": PAIRS, "resource_allocation_index": PAIRS,
    "preferential_attachment": PAIRS,
}
CASES["maximum_spanning_edges"] = CASES["minimum_spanning_edges"]
CASES["maximum_spanning_tree"] = CASES["minimum_spanning_tree"]
CASES["leiden_communities"] = CASES["louvain_communities"]
CASES["k_shell"] = CASES["k_crust"] = CASES["k_core"]
CASES["shortest_path_length"] = CASES["shortest_path"]
for name in ("diameter", "radius", "center", "periphery", "barycenter", "harmonic_diameter", "wiener_index",
             "schultz_index", "gutman_index", "hyper_wiener_index", "average_shortest_path_length"):
    CASES[name] = [*NONE, *WEIGHT]

PATHS = {"shortest_path", "bidirectional_shortest_path", "dijkstra_path", "bidirectional_dijkstra", "bellman_ford_path",
         "single_source_dijkstra", "single_source_dijkstra_path", "multi_source_dijkstra", "multi_source_dijkstra_path",
         "all_pairs_dijkstra", "all_pairs_dijkstra_path", "single_source_bellman_ford", "all_pairs_bellman_ford_path",
         "single_source_bellman_ford_path", "single_target_shortest_path", "johnson"}
AS_SETS = {"strongly_connected_components", "kosaraju_strongly_connected_components", "attracting_components",
           "center", "barycenter", "periphery"}
PARENTS = {"goldberg_radzik", "floyd_warshall_predecessor_and_distance"}
PREDECESSORS = {"predecessor", "dijkstra_predecessor_and_distance", "bellman_ford_predecessor_and_distance"}


def outcome(call, function, G, backend):
    """The result with generators read to the end, or the error."""
    try:
        result = call(lambda *args, **kwargs: function(*args, **kwargs, backend=backend), G)
        return list(result) if isinstance(result, collections.abc.Iterator) else result
    except NotImplementedError:
        raise
    except Exception as error:
        return error


def cost(G, path, weight):
    def least(u, v):
        data = G[u][v]
        return min(d.get(weight, 1) for d in data.values()) if G.is_multigraph() else data.get(weight, 1)
    return sum(least(u, v) for u, v in zip(path, path[1:]))


def is_path(G, value):
    return isinstance(value, list) and value and all(node in G for node in value) and \
        all(G.has_edge(u, v) for u, v in zip(value, value[1:]))


def same(name, G, ours, theirs):
    """Asserts that two results are equal up to rounding and what the backend may choose."""
    if isinstance(theirs, Exception):
        assert isinstance(ours, Exception) and issubclass(type(ours), type(theirs)), (ours, theirs)
    elif name in CHECKS:
        CHECKS[name](G, ours, theirs)
    elif isinstance(theirs, nx.Graph):
        same_graph(name, ours, theirs)
    elif isinstance(theirs, np.ndarray):
        np.testing.assert_allclose(ours, theirs)
    elif name in AS_SETS and isinstance(theirs, list) and all(isinstance(c, set) for c in theirs):
        assert sorted(map(sorted_names, ours)) == sorted(map(sorted_names, theirs))
    elif name in PATHS and is_path(G, theirs) and is_path(G, ours):
        same_path(name, G, ours, theirs)
    elif name in PARENTS and isinstance(theirs, tuple):
        same_parents(name, G, ours, theirs)
    elif isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for key, value in theirs.items():
            same(name, G, ours[key], value)
    elif name in PREDECESSORS | AS_SETS and isinstance(theirs, list):
        assert collections.Counter(ours) == collections.Counter(theirs)
    elif isinstance(theirs, (list, tuple)) and not (theirs and theirs in G):
        assert type(ours) is type(theirs) and len(ours) == len(theirs)
        for a, b in zip(ours, theirs):
            same(name, G, a, b)
    elif isinstance(theirs, float):
        accuracy = 1e-9 if name in {"pagerank", "eigenvector_centrality"} else 1e-12  # see TIGHT
        assert math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=accuracy) or ours == theirs or theirs != theirs != ours
    else:
        assert ours == theirs
        assert not isinstance(ours, np.generic)


def sorted_names(component):
    return sorted(map(repr, component))


def good_communities(G, ours, theirs):
    """A partition of nearly NetworkX's modularity, or more: each is one of many."""
    assert all(isinstance(c, set) for c in ours) and nx.community.is_partition(G, ours)
    assert nx.number_of_edges(G) == 0 or modularity(G, ours) > 0.97 * modularity(G, theirs) - 0.01


def modularity(G, communities):
    return nx.community.modularity(G, communities, backend="networkx")


def independent_and_maximal(G, ours, theirs):
    assert isinstance(ours, list) and len(set(ours)) == len(ours) and set(ours) <= set(G)
    near = {v for u in ours for v in G[u] if v != u}
    assert not near & set(ours) and near | set(ours) == set(G)


def singular_vectors(G, ours, theirs):
    """Equal where the largest singular value stands alone; else ours are a pair for that value."""
    if len(G) == 0:
        assert ours == theirs
        return
    A = nx.to_numpy_array(G)
    values = np.linalg.svd(A, compute_uv=False)
    h, a = (np.array([part[node] for node in G]) for part in ours)
    np.testing.assert_allclose(A.T @ (A @ a), values[0] ** 2 * a, atol=1e-6 * values[0] ** 2 * abs(a).max())
    np.testing.assert_allclose(A @ (A.T @ h), values[0] ** 2 * h, atol=1e-6 * values[0] ** 2 * abs(h).max())
    if values[0] > 1.001 * values[1]:
        for mine, other in zip(ours, theirs):
            sign = 1 if sum(other.values()) > 0 else -1  # ARPACK's vector may point either way
            assert all(math.isclose(mine[node], sign * other[node], abs_tol=1e-7) for node in G)


CHECKS = {"louvain_communities": good_communities, "maximal_independent_set": independent_and_maximal,
          "hits": singular_vectors}


def same_path(name, G, ours, theirs):
    assert ours[-1] == theirs[-1] and (ours[0] == theirs[0] or name.startswith("multi_source"))
    assert any(math.isclose(cost(G, ours, weight), cost(G, theirs, weight)) for weight in ("weight", None, "missing"))


def same_parents(name, G, ours, theirs):
    """Distances are equal and each parent is the last node before on a shortest path."""
    same("", G, ours[1], theirs[1])
    if name == "goldberg_radzik":
        ours, theirs = [({None: part[0]}, {None: part[1]}) for part in (ours, theirs)]
    assert ours[0].keys() == theirs[0].keys()
    for source, parents in ours[0].items():
        assert parents.keys() == theirs[0][source].keys()
        distance = ours[1][source]
        for node, parent in parents.items():
            assert parent is None or node == source or \
                math.isclose(distance[parent] + cost(G, [parent, node], "weight"), distance[node])


def same_graph(name, ours, theirs):
    if name == "condensation":
        relabelled = {frozenset(data["members"]): number for number, data in ours.nodes(data=True)}
        place = {number: relabelled[frozenset(data["members"])] for number, data in theirs.nodes(data=True)}
        assert {(place[u], place[v]) for u, v in theirs.edges} == set(ours.edges)
        assert all(place[number] == ours.graph["mapping"][node] for node, number in theirs.graph["mapping"].items())
        return
    assert type(ours) is type(theirs) and ours.graph == theirs.graph
    assert ours._node == theirs._node and ours._adj == theirs._adj
    if ours.is_directed():
        assert ours._pred == theirs._pred


def public(name):
    """The function that users call, with the decorators that NetworkX puts around it."""
    found = getattr(nx, name, None) or getattr(nx.community, name, None)
    return found or nx.utils.backends._registered_algorithms[name]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # functions that a later NetworkX will not have
@pytest.mark.parametrize("kind", GRAPHS)
@pytest.mark.parametrize("name", registry.functions)
def test_function(name, kind):
    G = GRAPHS[kind]()
    if name == "negative_edge_cycle":
        G = nx.Graph(G) if nx.is_frozen(G) else G  # NetworkX adds a node for a while
    ran = 0
    reference = "louvain_communities" if name == "leiden_communities" else name  # NetworkX has the name of Leiden alone
    for call in CASES.get(name, NONE):
        theirs = ours = None
        try:
            ours = outcome(call, public(name), G, "semigraph")
        except NotImplementedError:
            continue
        if reference != name and G.is_directed():
            assert isinstance(ours, nx.NetworkXNotImplemented)
            continue
        theirs = outcome(call, public(reference), G, "networkx")
        same(reference, G, ours, theirs)
        ran += 1
    if ran == 0:
        pytest.skip("refused")


@pytest.mark.parametrize("function", [nx.community.louvain_communities, nx.community.leiden_communities])
def test_communities_by_their_arguments(function):
    G = random_graph(nx.Graph, 200, 600, 3, loops=True)
    coarse, fine = (function(G, resolution=r, backend="semigraph") for r in (0.3, 4))
    assert len(coarse) < len(function(G, backend="semigraph")) < len(fine)
    G.add_weighted_edges_from((i, i, 1000 * i) for i in range(1, 9))  # so heavy that each stays alone
    alone = function(G, backend="semigraph")
    assert sum(len(c & set(range(1, 9))) for c in alone if len(c & set(range(1, 9))) == 1) == 8
    same_for_all = function(G, weight=None, backend="semigraph", seed=1)
    assert same_for_all == function(G, weight=None, backend="semigraph", seed=2) != alone


def test_loops_count_as_in_networkx():
    """The facts of the library are those of NetworkX's modularity."""
    from semigraph.networkx import library
    G = random_graph(nx.Graph, 30, 80, 5, loops=True)
    seen = []
    library_call = library.communities
    try:
        library.communities = lambda function, A, resolution: seen.append(A) or library_call(function, A, resolution)
        found = nx.community.louvain_communities(G, backend="semigraph")
    finally:
        library.communities = library_call
    number = {node: i for i, c in enumerate(found) for node in c}
    q = sg.modularity(seen[0], [number[node] for node in G])
    assert math.isclose(q, modularity(G, found), rel_tol=1e-12)


def test_given_nodes_are_in_the_independent_set():
    G = nx.karate_club_graph()
    for given in ([0], [9, 14, 15], [33]):
        found = nx.maximal_independent_set(G, given, seed=4, backend="semigraph")
        assert set(given) <= set(found)
    sets = {tuple(nx.maximal_independent_set(nx.cycle_graph(40), seed=s, backend="semigraph")) for s in range(8)}
    assert len(sets) > 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_every_function_ran_on_some_graph():
    """A function that refuses everything would pass above."""
    for name in registry.functions:
        for make in GRAPHS.values():
            G = make()
            try:
                outcome(CASES.get(name, NONE)[0], public(name), G, "semigraph")
                break
            except NotImplementedError:
                continue
        else:
            pytest.fail(f"{name} runs on no graph")
