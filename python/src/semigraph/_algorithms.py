"""The graph algorithms, with NumPy arrays as results.

A graph is a square Matrix; other forms that Matrix takes (SciPy's, ...) are converted.  Every function takes backend=
and threads=, form= ("auto", "algebra", "fused") and progress=.  Vertices that a search does not reach
have -1 (levels, parents), infinity (floating distances) or the largest integer (integer distances).
"""

import numpy as np

from ._errors import InvalidValueError
from ._library import check, ffi, lib, owner, sized
from ._matrix import Matrix
from ._options import Progress, place
from ._types import code_of, dtype_of
from ._vector import Vector, _indices

NULL = ffi.NULL
_own_closure = owner("graph_closure")


def _graph(A):
    return A if isinstance(A, Matrix) else Matrix(A)


def choice(value, enum, prefix, what):
    """The number of a choice by its short name: choice("heap", "graph_sssp_method", "GRAPH_SSSP_", "method")."""
    names = {name[len(prefix):].lower(): n for name, n in ffi.typeof(enum).relements.items()}
    try:
        return names[value]
    except (KeyError, TypeError):
        raise InvalidValueError(f"{what} is {value!r}; expected one of {', '.join(names)}") from None


class call:
    """One call of an algorithm: its options with place and form, its outputs, its progress bar."""

    def __init__(self, options, *, form="auto", backend=None, threads=None, what=None, progress=None, **fields):
        self.place = place(backend, threads)
        self.options = self.place.into(sized(options))
        self.options.form = choice(form, "graph_form", "GRAPH_FORM_", "form")
        self.progress = Progress(what or options[len("graph_"):-len("_options")], progress)
        if hasattr(self.options, "progress"):
            self.progress.into(self.options)
        for name, value in fields.items():
            setattr(self.options, name, value)

    def __call__(self, function, *arguments):
        with self.progress:
            self.place.check(function(*arguments, self.options))


def vector_box(wanted=True):
    """Where an algorithm puts a new vector; NULL if that is not wanted."""
    return ffi.new("graph_vector **") if wanted else NULL


def array_of(box, missing=None):
    """The vector in a box as a NumPy array: a view of a full one."""
    return Vector._wrap(box[0]).numpy(missing)


def facts_of(struct, *without):
    """The fields of a struct of facts as a dict."""
    return {name: getattr(struct, name) for name, _ in ffi.typeof(struct).item.fields
            if name != "size" and name not in without}


# ---- Search ----

def bfs(A, source, *, parents=False, reverse=False, max_depth=None, target=None, **options):
    """Levels of a breadth-first search from `source`, -1 where it does not reach; parents=True: (levels, parents).

    >>> import semigraph as sg
    >>> A = sg.Matrix.from_entries([0, 1], [1, 2], shape=(4, 4))
    >>> sg.bfs(A, 0, parents=True)
    (array([ 0,  1,  2, -1], dtype=int32), array([ 0,  0,  1, -1]))
    """
    A = _graph(A)
    run = _bfs_call("graph_bfs_options", reverse, max_depth, target, options)
    level, parent = vector_box(), vector_box(parents)
    run(lib.graph_bfs, level, parent, A._handle, source)
    levels = array_of(level, -1)
    return (levels, array_of(parent, -1)) if parents else levels


def _bfs_call(struct, reverse, max_depth, target, options):
    fields = {"is_reversed": bool(reverse)}
    if max_depth is not None:
        fields.update(has_max_depth=True, max_depth=max_depth)
    if target is not None:
        fields.update(has_target=True, target=target)
    return call(struct, **fields, **options)


def bfs_verify(A, source, levels=None, parents=None, *, reverse=False, max_depth=None, target=None, **options):
    """Checks the result of bfs(A, source) against the rules of Graph500; raises InvalidObjectError with the rule."""
    A = _graph(A)
    run = _bfs_call("graph_bfs_options", reverse, max_depth, target, options)

    def vector(array, dtype):
        if array is None:
            return None
        array = np.asarray(array)
        (found,) = np.nonzero(array >= 0)
        return Vector.from_entries(found, array[found].astype(dtype), array.size)

    level, parent = vector(levels, np.int32), vector(parents, np.int64)
    run(lib.graph_bfs_verify, level._handle if level else NULL, parent._handle if parent else NULL, A._handle, source)


def bfs_multi(A, sources=None, *, dtype="int32", reverse=False, max_depth=None, levels=True, reached=False,
              eccentricity=False, distance_sum=False, progress=None, **options):
    """Levels from many sources, a row each (sources None: from every vertex); where there is no path the largest value
    of the type.  reached, eccentricity, distance_sum: a dict of arrays with these for each source, with the levels
    under "level" unless levels=False.
    """
    A = _graph(A)
    n = A.shape[0]
    source = None if sources is None else _indices(sources)
    rows = n if source is None else source.size
    boxes = {name: vector_box() for name, wanted in (("reached", reached), ("eccentricity", eccentricity),
                                                     ("distance_sum", distance_sum)) if wanted}
    run = call("graph_bfs_multi_options", progress=progress, is_reversed=bool(reverse),
               **({} if max_depth is None else {"has_max_depth": True, "max_depth": max_depth}), **boxes, **options)
    array, dense = _new_dense(rows, n, code_of(dtype)) if levels else (None, NULL)
    run(lib.graph_bfs_multi, dense, A._handle, NULL if source is None else ffi.from_buffer("graph_index[]", source),
        rows)
    if not boxes:
        return array
    found = {name: array_of(box) for name, box in boxes.items()}
    return {"level": array, **found} if levels else found


def _new_dense(rows, columns, code):
    array = np.empty((rows, columns), dtype_of(code))
    return array, _describe(array)


def _describe(array):
    return sized("graph_dense", type=code_of(array.dtype), layout=lib.GRAPH_ROW_MAJOR, rows=array.shape[0],
                 columns=array.shape[1], value=ffi.cast("void *", array.ctypes.data))


# ---- Components and reachability ----

def _components(function, A, count, options):
    A = _graph(A)
    box, n = vector_box(), ffi.new("graph_index *")
    call("graph_components_options", **options)(function, box, n, A._handle)
    components = array_of(box)
    return (components, n[0]) if count else components


def weak_components(A, *, count=False, **options):
    """The number of each vertex's weak component, 0, 1, ... by smallest vertices; count=True: (numbers, how many).

    >>> import semigraph as sg
    >>> A = sg.Matrix.from_entries([0, 3], [1, 2], shape=(4, 4))
    >>> sg.weak_components(A, count=True)
    (array([0, 0, 1, 1], dtype=int32), 2)
    """
    return _components(lib.graph_weak_components, A, count, options)


def strong_components(A, *, count=False, **options):
    """The number of each vertex's strong component, in the order of their smallest vertices."""
    return _components(lib.graph_strong_components, A, count, options)


class Closure:
    """Which vertices reach which, from closure(A).  Questions may be asked from many threads."""

    __slots__ = ("_handle", "__weakref__")

    def __init__(self, handle):
        self._handle = _own_closure(handle)

    def __contains__(self, pair):
        """Whether v can be reached from u, for the pair (u, v)."""
        answer = ffi.new("bool *")
        check(lib.graph_reachable(answer, self._handle, *pair))
        return bool(answer[0])

    def count(self):
        """The number of ordered pairs (u, v) with v reachable from u."""
        pairs = ffi.new("uint64_t *")
        check(lib.graph_closure_count(pairs, self._handle))
        return pairs[0]

    def facts(self):
        """Vertices, pairs, strong components, the largest of them, bytes."""
        facts = sized("graph_closure_facts")
        check(lib.graph_closure_get_facts(facts, self._handle))
        return facts_of(facts)

    def successors(self, u):
        """The vertices that can be reached from u, ascending."""
        n = ffi.new("graph_index *", 0)
        lib.graph_closure_successors(NULL, n, self._handle, u)
        array = np.empty(n[0], np.uint64)
        check(lib.graph_closure_successors(ffi.from_buffer("graph_index[]", array) if array.size else NULL, n,
                                           self._handle, u))
        return array.view(np.int64)

    def matrix(self, most_bytes=0):
        """The closure as a pattern: 4 bytes for each pair."""
        box = ffi.new("graph_matrix **")
        check(lib.graph_closure_matrix(box, self._handle, most_bytes, place().threads))
        return Matrix._wrap(box[0])

    def __repr__(self):
        facts = self.facts()
        return f"Closure of {facts['vertices']} vertices, {facts['pairs']} pairs"


def closure(A, *, method="auto", reflexive=False, most_bytes=0, **options):
    """The transitive closure.  A vertex reaches itself if it lies on a cycle; reflexive=True: always.

    >>> import semigraph as sg
    >>> c = sg.closure(sg.Matrix.from_entries([0, 1], [1, 2], shape=(3, 3)))
    >>> c.count(), (0, 2) in c, c.successors(0)
    (3, True, array([1, 2]))
    """
    A = _graph(A)
    box = ffi.new("graph_closure **")
    run = call("graph_closure_options", method=choice(method, "graph_closure_method", "GRAPH_CLOSURE_", "method"),
               is_reflexive=bool(reflexive), most_bytes=most_bytes, **options)
    run(lib.graph_transitive_closure, box, A._handle)
    return Closure(box[0])


# ---- Shortest paths ----

def _distances(box):
    vector = Vector._wrap(box[0])
    dtype = vector.dtype
    return vector.numpy(np.inf if dtype.kind == "f" else np.iinfo(dtype).max)


def sssp(A, source, *, parents=False, method="auto", delta=0.0, dtype="pattern", **options):
    """Distances from `source`, the weights being the values of A; parents=True: (distances, parents).

    Negative weights are fine; a negative cycle raises NegativeCycleError.

    >>> import semigraph as sg
    >>> A = sg.Matrix.from_entries([0, 0, 1], [1, 2, 2], [1.0, 5.0, 2.0], shape=(4, 4))
    >>> sg.sssp(A, 0, parents=True)
    (array([ 0.,  1.,  3., inf]), array([ 0,  0,  1, -1]))
    """
    A = _graph(A)
    distance, parent = vector_box(), vector_box(parents)
    run = call("graph_sssp_options", method=choice(method, "graph_sssp_method", "GRAPH_SSSP_", "method"), delta=delta,
               type=code_of(dtype), **options)
    run(lib.graph_sssp, distance, parent, A._handle, source)
    distances = _distances(distance)
    return (distances, array_of(parent, -1)) if parents else distances


def apsp(A, sources=None, *, predecessors=False, method="auto", unweighted=False, dtype=None, progress=None,
         **options):
    """Distances from many sources, a row each (None: from every vertex); predecessors=True: (distances, predecessors).

    >>> import semigraph as sg
    >>> sg.apsp(sg.Matrix([[0, 1.0], [4.0, 0]]))
    array([[0., 1.],
           [4., 0.]])
    """
    A = _graph(A)
    n = A.shape[0]
    source = None if sources is None else _indices(sources)
    rows = n if source is None else source.size
    pointer = NULL if source is None else ffi.from_buffer("graph_index[]", source)
    if dtype is None:
        weights = A.dtype
        is_whole = unweighted or weights is None or weights.kind in "biu"
        dtype = np.int64 if is_whole else weights
    array, dense = _new_dense(rows, n, code_of(dtype))
    before, described = (np.empty((rows, n), np.int32), None) if predecessors else (None, NULL)
    if predecessors:
        described = _describe(before)
    run = call("graph_apsp_options", progress=progress,
               method=choice(method, "graph_apsp_method", "GRAPH_APSP_", "method"), is_unweighted=bool(unweighted),
               source=pointer, sources=rows if source is not None else 0, **options)
    run(lib.graph_apsp, dense, described, A._handle)
    return (array, before) if predecessors else array


def path(predecessors, row, v):
    """The vertices of a shortest path to v by the predecessors of apsp; row: the number of its source.  Empty: none.

    >>> import semigraph as sg
    >>> _, before = sg.apsp(sg.Matrix.from_entries([0, 1], [1, 2], shape=(3, 3)), predecessors=True)
    >>> sg.path(before, 0, 2)
    array([0, 1, 2])
    """
    predecessors = np.ascontiguousarray(predecessors, np.int32)
    box, n = ffi.new("graph_index **"), ffi.new("graph_index *")
    check(lib.graph_path(box, n, _describe(predecessors), row, v))
    try:
        return np.frombuffer(ffi.buffer(box[0], 8 * n[0]), np.int64).copy() if n[0] else np.empty(0, np.int64)
    finally:
        lib.graph_free(box[0])


# ---- Triangles ----

def triangles(A, *, per_vertex=False, report=False, **options):
    """The number of triangles of the undirected simple graph; per_vertex=True: an array of those at each vertex.

    report=True gives (result, facts): edges, self-loops, edges that go one way.

    >>> import semigraph as sg
    >>> A = sg.Matrix.from_entries([0, 1, 2, 3], [1, 2, 0, 0], shape=(4, 4))
    >>> sg.triangles(A), sg.triangles(A, per_vertex=True)
    (1, array([1, 1, 1, 0]))
    """
    A = _graph(A)
    n, box, facts = ffi.new("uint64_t *"), vector_box(per_vertex), sized("graph_triangles_report")
    call("graph_triangles_options", per_vertex=box, report=facts, **options)(lib.graph_triangles, n, A._handle)
    result = array_of(box) if per_vertex else n[0]
    return (result, facts_of(facts)) if report else result


def clustering(A, *, facts=False, **options):
    """The local clustering coefficient of each vertex; facts=True: (coefficients, facts) with triangles, triples,
    transitivity and mean.

    >>> import semigraph as sg
    >>> A = sg.Matrix.from_entries([0, 1, 2, 3], [1, 2, 0, 0], shape=(4, 4))
    >>> local, facts = sg.clustering(A, facts=True)
    >>> local, facts["transitivity"]
    (array([0.33333333, 1.        , 1.        , 0.        ]), 0.6)
    """
    A = _graph(A)
    box, found = vector_box(), sized("graph_clustering_facts")
    call("graph_clustering_options", **options)(lib.graph_clustering, box, found, A._handle)
    local = array_of(box)
    return (local, facts_of(found)) if facts else local
