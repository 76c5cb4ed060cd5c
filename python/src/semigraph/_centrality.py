"""PageRank, HITS, betweenness, closeness, eccentricity, with NumPy arrays as results; options as in _algorithms."""

import numpy as np

from ._algorithms import _graph, _new_dense, array_of, call, facts_of, vector_box
from ._library import ffi, lib, sized
from ._matrix import Matrix
from ._types import code_of
from ._vector import Vector, _indices

NULL = ffi.NULL


def _rank_call(what, damping, tolerance, most_rounds, weighted, dtype, personalization, progress, options):
    facts = sized("graph_pagerank_report")
    run = call("graph_pagerank_options", what=what, progress=progress, damping=damping,
               tolerance=0.0 if tolerance is None else tolerance, most_rounds=most_rounds, is_weighted=bool(weighted),
               type=code_of(dtype), report=facts,
               **({} if personalization is None else {"personalization": personalization._handle}), **options)
    return run, facts


def pagerank(A, *, damping=0.85, tolerance=None, most_rounds=0, weighted=False, personalization=None,
             dtype="float64", report=False, progress=None, **options):
    """The PageRank of each vertex; the sum is 1.  personalization: values for each vertex where the walk begins anew.

    report=True: (ranks, facts) with rounds, residual, a bound of the error and whether it has converged.

    >>> import semigraph as sg
    >>> A = sg.Matrix.from_entries([0, 1, 2], [1, 2, 0], shape=(3, 3))
    >>> sg.pagerank(A)
    array([0.33333333, 0.33333333, 0.33333333])
    """
    A = _graph(A)
    if personalization is not None and not isinstance(personalization, Vector):
        personalization = Vector(np.asarray(personalization, np.float64))
    run, facts = _rank_call("pagerank", damping, tolerance, most_rounds, weighted, dtype, personalization, progress,
                            options)
    box = vector_box()
    run(lib.graph_pagerank, box, A._handle)
    ranks = array_of(box)
    return (ranks, facts_of(facts)) if report else ranks


def pagerank_multi(A, seeds, *, damping=0.85, tolerance=None, most_rounds=0, weighted=False, dtype="float64",
                   report=False, progress=None, **options):
    """Personalized PageRank from each of many seeds: a column for each."""
    A = _graph(A)
    seed = _indices(seeds)
    run, facts = _rank_call("pagerank_multi", damping, tolerance, most_rounds, weighted, dtype, None, progress, options)
    array, dense = _new_dense(A.shape[0], seed.size, code_of(dtype))
    run(lib.graph_pagerank_multi, dense, A._handle, ffi.from_buffer("graph_index[]", seed), seed.size)
    return (array, facts_of(facts)) if report else array


def betweenness(A, sources=None, *, weighted=False, undirected=False, normalized=False, edges=False, most_bytes=0,
                report=False, progress=None, **options):
    """How many shortest paths lead through each vertex; sources: where they begin (None: everywhere, which is exact).

    edges=True: (of vertices, of edges as a Matrix with the pattern of A).  report=True adds facts.

    >>> import semigraph as sg
    >>> path = sg.read(b"0 1\\n1 2\\n", undirected=True)
    >>> sg.betweenness(path, undirected=True)
    array([0., 1., 0.])
    """
    A = _graph(A)
    source = None if sources is None else _indices(sources)
    box, facts = vector_box(), sized("graph_betweenness_report")
    edge_box = ffi.new("graph_matrix **") if edges else NULL
    run = call("graph_betweenness_options", progress=progress, is_weighted=bool(weighted),
               is_undirected=bool(undirected), is_normalized=bool(normalized), most_bytes=most_bytes, edges=edge_box,
               report=facts, **options)
    run(lib.graph_betweenness, box, A._handle, NULL if source is None else ffi.from_buffer("graph_index[]", source),
        0 if source is None else source.size)
    result = [array_of(box)]
    if edges:
        result.append(Matrix._wrap(edge_box[0]))
    if report:
        result.append(facts_of(facts))
    return tuple(result) if len(result) > 1 else result[0]


def _distances_of(function, A, sources, reverse, weighted, normalized, progress, options):
    A = _graph(A)
    source = None if sources is None else _indices(sources)
    box = vector_box()
    run = call("graph_closeness_options", what=function, progress=progress, is_reversed=bool(reverse),
               is_weighted=bool(weighted), is_normalized=bool(normalized), **options)
    run(getattr(lib, "graph_" + function), box, A._handle,
        NULL if source is None else ffi.from_buffer("graph_index[]", source), 0 if source is None else source.size)
    return array_of(box)


def closeness(A, sources=None, *, reverse=False, weighted=False, normalized=False, progress=None, **options):
    """Of each source (None: of every vertex) the vertices that it reaches over the sum of their distances.

    reverse=True: distances to a vertex, not from it.  normalized=True: times the share of vertices that are reached.

    >>> import semigraph as sg
    >>> path = sg.read(b"0 1\\n1 2\\n", undirected=True)
    >>> sg.closeness(path), sg.harmonic(path, normalized=True)
    (array([0.66666667, 1.        , 0.66666667]), array([0.75, 1.  , 0.75]))
    """
    return _distances_of("closeness", A, sources, reverse, weighted, normalized, progress, options)


def harmonic(A, sources=None, *, reverse=False, weighted=False, normalized=False, progress=None, **options):
    """Of each source the sum of 1 / distance to the vertices that it reaches; normalized=True: divided by n - 1."""
    return _distances_of("harmonic", A, sources, reverse, weighted, normalized, progress, options)


def eccentricity(A, sources=None, *, reverse=False, weighted=False, progress=None, **options):
    """Of each source the largest distance to a vertex that it reaches."""
    return _distances_of("eccentricity", A, sources, reverse, weighted, False, progress, options)


def _extreme(function, A, vertex, progress, options):
    A, n, facts = _graph(A), ffi.new("graph_index *"), sized("graph_diameter_report")
    call("graph_diameter_options", what=function, progress=progress, report=facts, **options)(
        getattr(lib, "graph_" + function), n, A._handle)
    return (n[0], facts.vertex) if vertex else n[0]


def diameter(A, *, vertex=False, progress=None, **options):
    """The largest eccentricity in numbers of edges, of what is reached; vertex=True: (diameter, a vertex that has it).

    >>> import semigraph as sg
    >>> path = sg.read(b"0 1\\n1 2\\n", undirected=True)
    >>> sg.diameter(path), sg.radius(path, vertex=True)
    (2, (1, 1))
    """
    return _extreme("diameter", A, vertex, progress, options)


def radius(A, *, vertex=False, progress=None, **options):
    """The smallest eccentricity; vertex=True: (radius, a vertex that has it)."""
    return _extreme("radius", A, vertex, progress, options)


def _power(function, A, outputs, tolerance, most_rounds, weighted, dtype, report, options):
    A, facts, boxes = _graph(A), sized("graph_power_report"), [vector_box() for _ in range(outputs)]
    call("graph_power_options", what=function, tolerance=0.0 if tolerance is None else tolerance,
         most_rounds=most_rounds, is_weighted=bool(weighted), type=code_of(dtype), report=facts, **options)(
             getattr(lib, "graph_" + function), *boxes, A._handle)
    result = [array_of(box) for box in boxes] + ([facts_of(facts)] if report else [])
    return tuple(result) if len(result) > 1 else result[0]


def hits(A, *, tolerance=None, most_rounds=0, weighted=False, dtype="float64", report=False, **options):
    """(hubs, authorities) of each vertex, each with the sum 1.

    >>> import semigraph as sg
    >>> sg.hits(sg.Matrix.from_entries([0, 0], [1, 2], shape=(3, 3)))
    (array([1., 0., 0.]), array([0. , 0.5, 0.5]))
    """
    return _power("hits", A, 2, tolerance, most_rounds, weighted, dtype, report, options)


def eigenvector_centrality(A, *, tolerance=None, most_rounds=0, weighted=False, dtype="float64", report=False,
                           **options):
    """The eigenvector of the transpose of A with the largest eigenvalue, of Euclidean norm 1."""
    return _power("eigenvector_centrality", A, 1, tolerance, most_rounds, weighted, dtype, report, options)


def katz(A, *, alpha=0.0, beta=0.0, normalized=False, tolerance=None, most_rounds=0, weighted=False, dtype="float64",
         report=False, **options):
    """Katz centrality: the sum over k of alpha**k (0: 0.1) times the paths of k edges that end at the vertex."""
    return _power("katz", A, 1, tolerance, most_rounds, weighted, dtype, report,
                  {"alpha": alpha, "beta": beta, "is_normalized": bool(normalized), **options})
