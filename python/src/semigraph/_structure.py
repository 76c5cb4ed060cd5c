"""Communities, sets, forests, similarity and walks; options as in _algorithms.

Each result is the only one that its definition allows: the same in every run, on every number of threads and device.
"""

import numpy as np

from ._algorithms import _graph, _new_dense, array_of, call, choice, facts_of, vector_box
from ._errors import DimensionError
from ._library import ffi, lib, sized
from ._matrix import Matrix
from ._types import code_of
from ._vector import Vector, _indices

NULL = ffi.NULL


# ---- Communities ----

def label_propagation(A, *, rounds=0, made=False, **options):
    """Labels by the rule of LDBC Graphalytics (CDLP); made=True: (labels, rounds that were made).

    >>> import semigraph as sg
    >>> sg.label_propagation(sg.read(b"0 1\\n1 2\\n2 0\\n", undirected=True))
    array([0, 0, 0])
    """
    A, box, n = _graph(A), vector_box(), ffi.new("graph_index *")
    call("graph_labels_options", rounds=rounds, made=n, **options)(lib.graph_label_propagation, box, A._handle)
    return (array_of(box), n[0]) if made else array_of(box)


def _communities(function, A, resolution, iterations, unweighted, report, options):
    A, box, facts = _graph(A), vector_box(), sized("graph_communities_report")
    call("graph_communities_options", what=function, resolution=resolution, iterations=iterations,
         is_unweighted=bool(unweighted), report=facts, **options)(getattr(lib, "graph_" + function), box, A._handle)
    return (array_of(box), facts_of(facts)) if report else array_of(box)


def louvain(A, *, resolution=0.0, iterations=0, unweighted=False, report=False, **options):
    """The number of each vertex's community by Louvain's method; report=True: (numbers, facts) with the modularity.

    >>> import semigraph as sg
    >>> A = sg.read(b"0 1\\n1 2\\n2 0\\n3 4\\n4 5\\n5 3\\n2 3\\n", undirected=True)
    >>> sg.louvain(A)
    array([0, 0, 0, 1, 1, 1], dtype=int32)
    """
    return _communities("louvain", A, resolution, iterations, unweighted, report, options)


def leiden(A, *, resolution=0.0, iterations=0, unweighted=False, report=False, **options):
    """The same by Leiden's method."""
    return _communities("leiden", A, resolution, iterations, unweighted, report, options)


def modularity(A, communities, *, resolution=0.0, unweighted=False, **options):
    """The modularity of any numbering of communities."""
    A, q = _graph(A), ffi.new("double *")
    numbers = Vector(np.ascontiguousarray(communities, np.int64))
    call("graph_communities_options", resolution=resolution, is_unweighted=bool(unweighted), **options)(
        lib.graph_modularity, q, numbers._handle, A._handle)
    return q[0]


# ---- Sets and forests ----

def spanning_forest(A, *, unweighted=False, report=False, **options):
    """The spanning forest of least weight as a Matrix; report=True: (matrix, facts) with edges, trees and weight."""
    A, box, facts = _graph(A), ffi.new("graph_matrix **"), sized("graph_forest_report")
    call("graph_forest_options", is_unweighted=bool(unweighted), report=facts, **options)(
        lib.graph_spanning_forest, box, A._handle)
    forest = Matrix._wrap(box[0])
    return (forest, facts_of(facts)) if report else forest


def _set(function, struct, A, count, options):
    A, box, n = _graph(A), vector_box(), ffi.new("graph_index *")
    call(struct, what=function, **options)(getattr(lib, "graph_" + function), box, n, A._handle)
    return (array_of(box), n[0]) if count else array_of(box)


def independent_set(A, *, seed=0, count=False, **options):
    """A maximal independent set: true for its members; count=True: (set, how many)."""
    return _set("independent_set", "graph_set_options", A, count, {"seed": seed, **options})


def coloring(A, *, seed=0, count=False, **options):
    """A colour for each vertex, so that joined vertices differ; count=True: (colours, how many)."""
    return _set("coloring", "graph_set_options", A, count, {"seed": seed, **options})


def matching(A, *, weighted=False, seed=0, count=False, **options):
    """The vertex that each one is matched with, -1 for none; count=True: (mates, edges of the matching)."""
    return _set("matching", "graph_matching_options", A, count,
                {"seed": seed, "is_weighted": bool(weighted), **options})


# ---- Similarity and walks ----

_KINDS = ("graph_similarity_kind", "GRAPH_", "kind")


def similarity(A, kind="jaccard", *, pairs=None, best=0, **options):
    """Similarities of vertices with a common neighbour as a Matrix, of each row the `best` ones (0: all).

    kind: "jaccard", "overlap", "cosine" or "adamic_adar".  pairs=(first, second): an array for these pairs alone.
    """
    A = _graph(A)
    run = call("graph_similarity_options", kind=choice(kind, *_KINDS), best=best, **options)
    if pairs is None:
        box = ffi.new("graph_matrix **")
        run(lib.graph_similarity, box, A._handle)
        return Matrix._wrap(box[0])
    first, second = (_indices(x) for x in pairs)
    if first.size != second.size:
        raise DimensionError(f"{first.size} first and {second.size} second vertices; expected as many")
    box = vector_box()
    run(lib.graph_similarity_of_pairs, box, A._handle, ffi.from_buffer("graph_index[]", first),
        ffi.from_buffer("graph_index[]", second), first.size)
    return array_of(box)


def random_walks(A, length, sources=None, *, each=1, weighted=False, p=0.0, q=0.0, seed=0, **options):
    """Walks of `length` steps from each source (None: every vertex), `each` of them: a row of vertices for each, -1
    behind a vertex without edges.  p and q are those of node2vec."""
    A = _graph(A)
    source = None if sources is None else _indices(sources)
    rows = (A.shape[0] if source is None else source.size)
    array, dense = _new_dense(rows * each, length + 1, code_of(np.int32))
    call("graph_walks_options", each=each, is_weighted=bool(weighted), p=p, q=q, seed=seed, **options)(
        lib.graph_random_walks, dense, A._handle, NULL if source is None else ffi.from_buffer("graph_index[]", source),
        rows, length)
    return array
