"""Algorithms against SciPy's, and against their definitions."""

import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.csgraph as csgraph

import semigraph as sg

from test_arrays import random_sparse


@pytest.fixture(scope="module")
def graph():
    return random_sparse(80, 80, density=0.04, seed=11)


def test_bfs(graph):
    levels, parents = sg.bfs(graph, 3, parents=True)
    expected = csgraph.shortest_path(graph, unweighted=True, indices=3)
    assert (np.where(levels < 0, np.inf, levels) == expected).all()
    assert levels.dtype == np.int32 and parents[3] == 3
    sg.bfs_verify(graph, 3, levels, parents)
    parents[np.flatnonzero(levels == 2)[0]] = 3
    with pytest.raises(sg.InvalidObjectError):
        sg.bfs_verify(graph, 3, levels, parents)
    assert sg.bfs(graph, 3, max_depth=1).max() == 1
    assert (sg.bfs(graph, 3, reverse=True) == sg.bfs(graph.T.tocsr(), 3)).all()
    assert (sg.bfs(graph, 3, form="algebra") == levels).all()
    far = int(levels.argmax())
    assert sg.bfs(graph, 3, target=far)[far] == levels[far]


def test_bfs_multi(graph):
    expected = csgraph.shortest_path(graph, unweighted=True, indices=[5, 0, 5])
    levels = sg.bfs_multi(graph, [5, 0, 5])
    assert (np.where(levels == 2**31 - 1, np.inf, levels) == expected).all()
    facts = sg.bfs_multi(graph, [5, 0], dtype="uint8", levels=False, reached=True, eccentricity=True, distance_sum=True)
    reach = np.isfinite(expected[:2])
    assert (facts["reached"] == reach.sum(1)).all() and "level" not in facts
    assert (facts["distance_sum"] == np.where(reach, expected[:2], 0).sum(1)).all()
    assert (facts["eccentricity"] == np.where(reach, expected[:2], 0).max(1)).all()
    assert sg.bfs_multi(graph).shape == (80, 80)


def test_components(graph):
    for ours, connection in ((sg.weak_components, "weak"), (sg.strong_components, "strong")):
        numbers, count = ours(graph, count=True)
        n, labels = csgraph.connected_components(graph, connection=connection)
        assert count == n and len(set(zip(numbers, labels))) == n
        assert not numbers.flags.writeable  # a view of the library's array


def test_closure(graph):
    closure = sg.closure(graph, reflexive=True)
    reach = np.isfinite(csgraph.shortest_path(graph, unweighted=True))
    assert closure.count() == reach.sum() == closure.facts()["pairs"]
    assert (closure.successors(7) == np.flatnonzero(reach[7])).all()
    assert ((0, 9) in closure) == reach[0, 9]
    assert (closure.matrix().to_dense() == reach).all()
    with pytest.raises(sg.InvalidIndexError):
        (0, 80) in closure
    assert repr(closure).startswith("Closure of 80 vertices")


def test_shortest_paths(graph):
    expected = csgraph.shortest_path(graph)
    distances, parents = sg.sssp(graph, 4, parents=True)
    np.testing.assert_allclose(distances, expected[4])
    for v in np.flatnonzero(np.isfinite(distances)):
        if v != 4:
            assert distances[parents[v]] + graph[parents[v], v] == pytest.approx(distances[v])
    np.testing.assert_allclose(sg.apsp(graph), expected)
    some, before = sg.apsp(graph, [4, 2], predecessors=True)
    np.testing.assert_allclose(some, expected[[4, 2]])
    v = int(np.flatnonzero(np.isfinite(some[0]))[-1])
    path = sg.path(before, 0, v)
    assert path[0] == 4 and path[-1] == v
    assert sum(graph[a, b] for a, b in zip(path, path[1:])) == pytest.approx(some[0, v])
    hops = sg.apsp(graph, unweighted=True, method="hops", dtype="int32")
    assert hops.dtype == np.int32
    assert sg.sssp(sg.Matrix([[0, 3], [0, 0]]), 0).tolist() == [0, 3]
    with pytest.raises(sg.NegativeCycleError, match="cycle"):
        sg.sssp(sg.Matrix([[0, 1.0], [-2.0, 0]]), 0)


def test_triangles(graph):
    simple = ((graph + graph.T) != 0).astype(int).tolil()
    simple.setdiag(0)
    simple = simple.tocsr()
    cubes = (simple @ simple @ simple).diagonal()
    assert sg.triangles(graph) == cubes.sum() // 6
    assert (sg.triangles(graph, per_vertex=True) == cubes // 2).all()
    count, report = sg.triangles(graph, report=True)
    assert report["edges"] == simple.nnz // 2
    local, facts = sg.clustering(graph, facts=True)
    degree = simple.sum(1)
    pairs = degree * (degree - 1)
    np.testing.assert_allclose(local, np.divide(cubes, pairs, where=pairs > 0, out=np.zeros(80)))
    assert facts["transitivity"] == pytest.approx(cubes.sum() / pairs.sum()) and facts["triangles"] == count


def test_pagerank(graph):
    A = sp.csr_array(graph != 0).astype(float)
    out = A.sum(1)
    rank = np.full(80, 1 / 80)
    for _ in range(200):
        share = np.divide(rank, out, where=out > 0, out=np.zeros(80))
        rank = 0.85 * (share @ A) + (1 - 0.85 + 0.85 * rank[out == 0].sum()) / 80
    ours, facts = sg.pagerank(graph, report=True)
    np.testing.assert_allclose(ours, rank, rtol=1e-8)
    assert facts["has_converged"] and ours.sum() == pytest.approx(1)
    seeds = sg.pagerank_multi(graph, [3, 5])
    begin = np.zeros(80)
    begin[5] = 2.0
    np.testing.assert_allclose(seeds[:, 1], sg.pagerank(graph, personalization=begin), rtol=1e-6, atol=1e-12)


def test_betweenness(graph):
    n = 80
    levels = csgraph.shortest_path(graph, unweighted=True)
    counts = np.zeros((n, n))
    pattern = (graph.toarray() != 0).astype(float)
    for s in range(n):
        counts[s, s] = 1
        for depth in range(1, int(levels[s][np.isfinite(levels[s])].max()) + 1):
            at = levels[s] == depth
            counts[s, at] = ((counts[s] * (levels[s] == depth - 1)) @ pattern)[at]
    expected = np.zeros(n)
    for v in range(n):
        through = levels[:, v][:, None] + levels[v][None, :] == levels
        share = np.divide(counts[:, v][:, None] * counts[v][None, :], counts, where=counts > 0, out=np.zeros((n, n)))
        share *= through & np.isfinite(levels)
        share[v, :] = share[:, v] = 0
        np.fill_diagonal(share, 0)
        expected[v] = share.sum()
    ours, edges = sg.betweenness(graph, edges=True)
    np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-9)
    assert edges.shape == (n, n) and edges.nvals == graph.nnz


def test_closeness_and_eccentricity(graph):
    distances = csgraph.shortest_path(graph, unweighted=True)
    np.fill_diagonal(distances, np.inf)
    reached = np.isfinite(distances)
    sums, counts = np.where(reached, distances, 0).sum(1), reached.sum(1)
    expected = np.divide(counts, sums, where=sums > 0, out=np.zeros(80))
    np.testing.assert_allclose(sg.closeness(graph), expected)
    np.testing.assert_allclose(sg.closeness(graph, [4, 9], normalized=True), (expected * counts / 79)[[4, 9]])
    np.testing.assert_allclose(sg.harmonic(graph), (1 / distances).sum(1))
    np.testing.assert_allclose(sg.harmonic(graph, reverse=True), (1 / distances).sum(0))
    far = np.where(reached, distances, 0).max(1)
    assert (sg.eccentricity(graph) == far).all()
    largest, vertex = sg.diameter(graph, vertex=True)
    assert largest == far.max() == far[vertex] and sg.radius(graph) == far.min()


def test_cores(graph):
    simple = ((graph + graph.T) != 0).toarray()
    np.fill_diagonal(simple, False)
    alive, core, k = np.ones(80, bool), np.zeros(80, int), 0
    while alive.any():
        degree = np.where(alive, (simple & alive).sum(1), 99)
        k = max(k, degree.min())
        core[alive & (degree <= k)] = k
        alive &= degree > k
    numbers, largest = sg.core_numbers(graph, degeneracy=True)
    assert (numbers == core).all() and largest == core.max()
    inside = core >= 3
    assert sg.k_core(graph, 3).nvals == graph.toarray()[np.ix_(inside, inside)].astype(bool).sum()


def simple_of(graph):
    simple = ((graph + graph.T) != 0).toarray()
    np.fill_diagonal(simple, False)
    return simple


def test_trusses(graph):
    simple = simple_of(graph)
    truss, most = sg.truss_numbers(graph, largest=True)
    assert truss.nvals == simple.sum() and most == truss.reduce("max")
    assert sg.k_truss(graph, most + 1).nvals == 0


def test_powers(graph):
    A = (graph.toarray() != 0).astype(float)
    hubs, authorities = sg.hits(graph)
    np.testing.assert_allclose(A.T @ hubs / (A.T @ hubs).sum(), authorities, atol=1e-7)
    central = sg.eigenvector_centrality(graph)
    value = np.linalg.norm(A.T @ central)
    np.testing.assert_allclose(A.T @ central, value * central, atol=1e-6)
    np.testing.assert_allclose(sg.katz(graph, alpha=0.05), np.linalg.solve(np.eye(80) - 0.05 * A.T, np.ones(80)),
                               rtol=1e-6)


def test_communities(graph):
    simple = simple_of(graph)
    for method in (sg.louvain, sg.leiden):
        numbers, facts = method(graph, report=True)
        assert facts["communities"] == numbers.max() + 1
        assert facts["modularity"] == pytest.approx(sg.modularity(graph, numbers))
        assert (method(graph, threads=1) == numbers).all()
        weights = graph.toarray() + graph.toarray().T
        total, same = weights.sum(), numbers[:, None] == numbers[None, :]
        sums = np.bincount(numbers, weights.sum(1))
        assert facts["modularity"] == pytest.approx((weights * same).sum() / total - (sums**2).sum() / total**2)
    labels, made = sg.label_propagation(graph, rounds=1, made=True)
    assert made == 1 and labels.shape == (80,) and simple.shape == (80, 80)


def test_sets(graph):
    simple = simple_of(graph)
    chosen, count = sg.independent_set(graph, count=True)
    assert chosen.sum() == count
    assert not simple[np.ix_(chosen, chosen)].any() and simple[~chosen][:, chosen].any(1).all()
    colors, count = sg.coloring(graph, count=True)
    u, v = np.nonzero(simple)
    assert (colors[u] != colors[v]).all() and colors.max() + 1 == count
    mates, count = sg.matching(graph, count=True)
    matched = np.flatnonzero(mates >= 0)
    assert matched.size == 2 * count
    assert (mates[mates[matched]] == matched).all() and simple[matched, mates[matched]].all()
    free = mates < 0
    assert not simple[np.ix_(free, free)].any()
    forest, facts = sg.spanning_forest(graph, report=True)
    weights = graph.toarray()
    least = np.minimum(np.where(weights > 0, weights, np.inf), np.where(weights > 0, weights, np.inf).T)
    np.fill_diagonal(least, np.inf)
    tree = csgraph.minimum_spanning_tree(np.where(np.isfinite(least), least, 0))
    assert facts["weight"] == pytest.approx(tree.sum()) and facts["edges"] == tree.nnz and forest.nvals == 2 * tree.nnz


def test_similarity_and_walks(graph):
    A = graph.toarray() != 0
    common, degree = A.astype(int) @ A.T, A.sum(1)
    together = degree[:, None] + degree[None, :] - common
    jaccard = np.divide(common, together, where=together > 0, out=np.zeros((80, 80)))
    ours = sg.similarity(graph).to_dense()
    np.fill_diagonal(jaccard, 0)
    np.testing.assert_allclose(ours, jaccard)
    np.testing.assert_allclose(sg.similarity(graph, pairs=([1, 2], [5, 6])), jaccard[[1, 2], [5, 6]])
    walks = sg.random_walks(graph, 6, [3, 9], each=4, seed=2)
    assert walks.shape == (8, 7) and (walks[:4, 0] == 3).all() and (walks[4:, 0] == 9).all()
    for walk in walks:
        steps = walk[walk >= 0]
        assert A[steps[:-1], steps[1:]].all() and (steps.size == 7 or not A[steps[-1]].any())
    assert (walks == sg.random_walks(graph, 6, [3, 9], each=4, seed=2, threads=1)).all()


def test_order_and_parts(graph):
    dag = sp.csr_array(sp.triu(graph, 1))
    order, levels = sg.topological_order(dag, levels=True)
    place = np.argsort(order)
    rows, columns = dag.nonzero()
    assert (place[rows] < place[columns]).all() and (levels[rows] < levels[columns]).all()
    with pytest.raises(sg.DomainError):
        sg.topological_order(sg.Matrix([[0, 1], [1, 0]]))
    numbers, count = sg.strong_components_ordered(graph, count=True)
    rows, columns = graph.nonzero()
    assert (numbers[rows] <= numbers[columns]).all() and count == numbers.max() + 1
    vertices = [5, 3, 60]
    assert (sg.induced_subgraph(graph, vertices).to_dense() == graph.toarray()[np.ix_(vertices, vertices)]).all()
    part, inside = sg.largest_component(graph, strong=True)
    _, labels = csgraph.connected_components(graph, connection="strong")
    assert inside.size == np.bincount(labels).max() and part.shape == (inside.size, inside.size)


def test_generators():
    A = sg.generate_rmat(7, 1000, seed=3, undirected=True)
    assert A.isequal(sg.generate_rmat(7, 1000, seed=3, undirected=True, threads=1)) and A.isequal(A.T)
    assert not A.isequal(sg.generate_rmat(7, 1000, seed=4, undirected=True))
    assert sg.generate_uniform(100, 300, seed=1).shape == (100, 100)
    assert sg.generate_small_world(20, 2, 0.0).nvals == 80 and sg.generate_preferential(50, 2, seed=1).shape == (50, 50)
    assert sg.generate_grid(3, 3, periodic=True).nvals == 36 and sg.generate_complete(5).nvals == 20
    assert [f(6).nvals for f in (sg.generate_path, sg.generate_star)] == [10, 10] and sg.generate_tree(7, 2).nvals == 12
    with pytest.raises(sg.InvalidValueError):
        sg.generate_rmat(99, 1)


def test_every_choice_is_checked(graph):
    for call in (lambda: sg.bfs(graph, 0, form="no"), lambda: sg.sssp(graph, 0, method="no"),
                 lambda: sg.apsp(graph, method="no"), lambda: sg.closure(graph, method="no"),
                 lambda: sg.bfs(graph, 0, backend="tpu")):
        with pytest.raises(sg.InvalidValueError, match="expected"):
            call()
