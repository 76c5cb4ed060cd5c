"""The algorithms by their own calls against NetworkX, on small graphs of every kind.

Numbers that are unique are NetworkX's: integers exactly, PageRank, betweenness, HITS and Katz to 1e-10.  Where an answer
is one of several (forests, sets, colourings, matchings, communities) NetworkX's predicates hold for it.
"""

import random

import networkx as nx
import numpy as np
import pytest

import semigraph as sg


def random_graph(kind, n, m, seed, loops=False, floats=False):
    rng = random.Random(seed)
    G = kind()
    G.add_nodes_from(range(n))
    for _ in range(m):
        u, v = rng.randrange(n), rng.randrange(n)
        if u != v or loops:
            G.add_edge(u, v, weight=rng.random() + 0.1 if floats else rng.randint(1, 9))
    return G


GRAPHS = {
    "empty": nx.Graph,
    "empty, directed": nx.DiGraph,
    "one vertex": lambda: nx.empty_graph(1),
    "one vertex with a loop": lambda: nx.DiGraph([(0, 0)]),
    "no edges": lambda: nx.empty_graph(4),
    "path": lambda: nx.path_graph(9),
    "star": lambda: nx.star_graph(12),
    "complete": lambda: nx.complete_graph(6),
    "karate": nx.karate_club_graph,
    "undirected, connected": lambda: nx.compose(nx.path_graph(30), random_graph(nx.Graph, 30, 50, 1)),
    "undirected, disconnected": lambda: random_graph(nx.Graph, 40, 30, 2),
    "undirected, floats": lambda: random_graph(nx.Graph, 25, 60, 3, floats=True),
    "undirected, loops": lambda: random_graph(nx.Graph, 25, 60, 4, loops=True),
    "dense": lambda: random_graph(nx.Graph, 24, 200, 5),
    "directed": lambda: random_graph(nx.DiGraph, 30, 70, 6),
    "directed, strong": lambda: nx.compose(nx.cycle_graph(20, create_using=nx.DiGraph), random_graph(nx.DiGraph, 20, 40, 7)),
    "directed, loops": lambda: random_graph(nx.DiGraph, 25, 60, 8, loops=True),
    "acyclic": lambda: nx.DiGraph((min(e), max(e)) for e in random_graph(nx.DiGraph, 25, 60, 9).edges),
}


def matrix_of(G, weight=None):
    """A as the library takes it: both entries of an undirected edge."""
    n = len(G)
    if n == 0:
        return sg.Matrix(np.zeros((0, 0)))
    return sg.Matrix(nx.to_scipy_sparse_array(G, nodelist=range(n), weight=weight, dtype=float))


def simple(G):
    S = nx.Graph(G)
    S.remove_edges_from(list(nx.selfloop_edges(S)))
    return S


def edges_of(M):
    """{(row, column): value} of a matrix of the library."""
    S = M.to_scipy().tocoo()
    return {(int(u), int(v)): x for u, v, x in zip(S.row, S.col, S.data)}


@pytest.fixture(params=GRAPHS)
def G(request):
    H = GRAPHS[request.param]()
    return nx.convert_node_labels_to_integers(H, ordering="sorted")


def check(found, expected, n, bound=1e-10):
    assert len(found) == n
    for v in range(n):
        assert found[v] == pytest.approx(expected[v], rel=bound, abs=bound), v


@pytest.mark.parametrize("weight", [None, "weight"])
def test_pagerank(G, weight):
    if len(G) == 0:
        assert len(sg.pagerank(matrix_of(G))) == 0
        return
    expected = nx.pagerank(G, weight=weight, tol=1e-14, max_iter=5000)
    found = sg.pagerank(matrix_of(G, weight), weighted=weight is not None, tolerance=1e-13)
    check(found, expected, len(G))


def test_powers(G):
    if G.number_of_edges() == 0:
        return
    A = matrix_of(G)
    if not nx.is_directed_acyclic_graph(G) if G.is_directed() else True:
        values = np.abs(np.linalg.eigvals(nx.to_numpy_array(G, nodelist=range(len(G)), weight=None)))
        alpha = 0.5 / max(values)
    else:
        alpha = 0.1
    if len(G) == 1:
        return  # NetworkX's has an array without a dimension
    expected = nx.katz_centrality_numpy(G, alpha=alpha, normalized=False, weight=None)
    check(sg.katz(A, alpha=alpha, tolerance=1e-14), expected, len(G))
    left, values, right = np.linalg.svd(nx.to_numpy_array(G, nodelist=range(len(G)), weight=None))
    if values[0] - values[1] < 0.05 * values[0]:
        return  # more than one pair of vectors, or nearly
    hubs, authorities = sg.hits(A, tolerance=1e-14, most_rounds=100000)
    check(hubs, np.abs(left[:, 0]) / np.abs(left[:, 0]).sum(), len(G))
    check(authorities, np.abs(right[0]) / np.abs(right[0]).sum(), len(G))


def test_eigenvector(G):
    connected = len(G) > 2 and (nx.is_strongly_connected(G) if G.is_directed() else nx.is_connected(G))
    if connected:
        expected = nx.eigenvector_centrality_numpy(G)
        check(sg.eigenvector_centrality(matrix_of(G), tolerance=1e-14, most_rounds=100000), expected, len(G), 1e-8)


@pytest.mark.parametrize("weight", [None, "weight"])
def test_betweenness(G, weight):
    if weight is not None and any("weight" not in data for _, _, data in G.edges(data=True)):
        return
    if len(G) == 0:
        return
    undirected = not G.is_directed()
    found, edges = sg.betweenness(matrix_of(G, weight), weighted=weight is not None, undirected=undirected, edges=True)
    check(found, nx.betweenness_centrality(G, weight=weight, normalized=False), len(G))
    expected = nx.edge_betweenness_centrality(G, weight=weight, normalized=False)
    values = edges_of(edges)
    for (u, v), value in expected.items():
        assert values[u, v] == pytest.approx(value, rel=1e-10, abs=1e-10)
    some = list(range(0, len(G), 3))
    found = sg.betweenness(matrix_of(G, weight), some, weighted=weight is not None, undirected=undirected)
    check(found, nx.betweenness_centrality_subset(G, some, list(G), weight=weight), len(G))


def test_distances(G):
    if len(G) == 0:
        return
    A, n = matrix_of(G), len(G)
    lengths = dict(nx.all_pairs_shortest_path_length(G))
    harmonic = nx.harmonic_centrality(G.reverse() if G.is_directed() else G)
    check(sg.harmonic(A), harmonic, n)
    reached = {v: (len(lengths[v]) - 1) / sum(lengths[v].values()) if len(lengths[v]) > 1 else 0 for v in G}
    check(sg.closeness(A), reached, n)
    eccentricity = [max(lengths[v].values()) for v in range(n)]
    assert list(sg.eccentricity(A)) == eccentricity
    assert (sg.diameter(A), sg.radius(A)) == (max(eccentricity), min(eccentricity))


def test_cores_and_trusses(G):
    if len(G) == 0:
        assert len(sg.core_numbers(matrix_of(G))) == 0
        return
    S, A = simple(G), matrix_of(G)
    cores = nx.core_number(S)
    assert list(sg.core_numbers(A)) == [cores[v] for v in range(len(G))]
    trusses = {edge: int(k) for edge, k in edges_of(sg.truss_numbers(A)).items()}
    assert set(trusses) == {(u, v) for u, v in S.edges} | {(v, u) for u, v in S.edges}
    for k in range(2, max(trusses.values(), default=2) + 2):
        expected = {frozenset(edge) for edge in nx.k_truss(S, k).edges}
        assert {frozenset(edge) for edge, number in trusses.items() if number >= k} == expected, k
    k = max(cores.values()) // 2 + 1
    inside = {frozenset(edge) for edge in edges_of(sg.k_core(matrix_of(S), k))}
    assert inside == {frozenset(edge) for edge in nx.k_core(S, k).edges}


def test_communities(G):
    if G.number_of_edges() == 0:
        return
    S = simple(G) if not G.is_directed() else None
    A = matrix_of(S if S is not None else G)
    for method in (sg.louvain, sg.leiden):
        numbers, facts = method(A, report=True)
        parts = [set(np.flatnonzero(numbers == c).tolist()) for c in range(max(numbers) + 1)]
        assert all(nx.is_connected(nx.Graph(G).subgraph(part)) for part in parts)
        if S is None or S.number_of_edges() == 0:
            continue
        assert facts["modularity"] == pytest.approx(nx.community.modularity(S, parts, weight=None), abs=1e-12)


def test_communities_are_as_good():
    """On graphs of a size at which chance no longer decides."""
    for S in nx.karate_club_graph(), nx.les_miserables_graph(), nx.connected_caveman_graph(20, 8), \
            nx.powerlaw_cluster_graph(500, 3, 0.5, seed=1):
        S = nx.convert_node_labels_to_integers(S)
        best = max(nx.community.modularity(S, nx.community.louvain_communities(S, weight=None, seed=seed), weight=None)
                   for seed in range(3))
        for method in (sg.louvain, sg.leiden):
            assert method(matrix_of(S), report=True)[1]["modularity"] >= best * 0.98


def test_forest(G):
    if len(G) == 0 or any("weight" not in data for _, _, data in G.edges(data=True)):
        return
    S = nx.Graph()
    S.add_nodes_from(G)
    for u, v, w in G.edges(data="weight"):  # of two directions the lighter one counts
        if u != v and w < (S[u][v]["weight"] if S.has_edge(u, v) else np.inf):
            S.add_edge(u, v, weight=w)
    forest, facts = sg.spanning_forest(matrix_of(G, "weight"), report=True)
    F = nx.Graph(list(edges_of(forest)))
    assert F.number_of_edges() == 0 or nx.is_forest(F)
    weight = sum(w for _, _, w in nx.minimum_spanning_tree(S).edges(data="weight"))
    assert facts["weight"] == pytest.approx(weight, rel=1e-12)
    assert facts["trees"] == nx.number_connected_components(S) and all(S.has_edge(u, v) for u, v in F.edges)


def test_sets_colourings_matchings(G):
    if len(G) == 0:
        return
    S, A = simple(G), matrix_of(G)
    members = set(np.flatnonzero(sg.independent_set(A)).tolist())
    assert S.subgraph(members).number_of_edges() == 0 and nx.is_dominating_set(S, members)
    colours = sg.coloring(A)
    assert all(colours[u] != colours[v] for u, v in S.edges) and max(colours) <= max(dict(S.degree).values())
    mates = sg.matching(A)
    pairs = {(u, int(v)) for u, v in enumerate(mates) if u < v}
    assert nx.is_maximal_matching(S, pairs) and sum(v >= 0 for v in mates) == 2 * len(pairs)


def test_similarity(G):
    S = simple(G)
    if S.number_of_edges() == 0:
        return
    A, pairs = matrix_of(S), [(u, v) for u in S for v in S if u < v]
    for kind, function in ("jaccard", nx.jaccard_coefficient), ("adamic_adar", nx.adamic_adar_index):
        found = edges_of(sg.similarity(A, kind))
        for u, v, value in function(S, pairs):
            assert found.get((u, v), 0) == pytest.approx(value, rel=1e-12, abs=1e-12)


def test_walks(G):
    if len(G) == 0:
        return
    walks = sg.random_walks(matrix_of(G), 6, each=2, seed=3)
    for walk in walks.reshape(-1, 7).tolist():
        for u, v in zip(walk, walk[1:]):
            assert v == -1 and (u == -1 or not list(G[u])) or G.has_edge(u, v)


def test_orders_and_parts(G):
    if not G.is_directed() or len(G) == 0:
        return
    A = matrix_of(G)
    if nx.is_directed_acyclic_graph(G):
        order, levels = sg.topological_order(A, levels=True)
        place = {int(v): k for k, v in enumerate(order)}
        assert sorted(place) == sorted(G) and all(place[u] < place[v] for u, v in G.edges)
        for level, vertices in enumerate(nx.topological_generations(G)):
            assert all(levels[v] == level for v in vertices)
    else:
        with pytest.raises(Exception, match="cycle"):
            sg.topological_order(A)
    numbers = sg.strong_components_ordered(A)
    parts = {frozenset(np.flatnonzero(numbers == c).tolist()) for c in set(numbers.tolist())}
    assert parts == {frozenset(part) for part in nx.strongly_connected_components(G)}
    assert all(numbers[u] <= numbers[v] for u, v in G.edges)
    part, vertices = sg.largest_component(A)
    expected = max(nx.weakly_connected_components(G), key=lambda part: (len(part), -min(part)))
    assert set(vertices.tolist()) == expected
    assert {(vertices[u], vertices[v]) for u, v in edges_of(part)} == set(G.subgraph(expected).edges)
