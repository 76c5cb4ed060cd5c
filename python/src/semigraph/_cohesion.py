"""Cores and trusses; options as in _algorithms."""

from ._algorithms import _graph, array_of, call, vector_box
from ._library import ffi, lib
from ._matrix import Matrix


def _matrix(function, A, k, options):
    A, box = _graph(A), ffi.new("graph_matrix **")
    run = call("graph_cohesion_options", what=function, **options)
    run(getattr(lib, "graph_" + function), box, A._handle, k)
    return Matrix._wrap(box[0])


def core_numbers(A, *, degeneracy=False, progress=None, **options):
    """The core number of each vertex of the undirected simple graph; degeneracy=True: (numbers, the largest).

    >>> import semigraph as sg
    >>> A = sg.read(b"0 1\\n1 2\\n2 0\\n2 3\\n")
    >>> sg.core_numbers(A, degeneracy=True)
    (array([2, 2, 2, 1], dtype=int32), 2)
    """
    A = _graph(A)
    box, largest = vector_box(), ffi.new("graph_index *")
    call("graph_cohesion_options", what="core_numbers", progress=progress, **options)(
        lib.graph_core_numbers, box, largest, A._handle)
    numbers = array_of(box)
    return (numbers, largest[0]) if degeneracy else numbers


def k_core(A, k, **options):
    """The entries of A with both ends in the k-core, as a Matrix of the same size."""
    return _matrix("k_core", A, k, options)


def truss_numbers(A, *, largest=False, progress=None, **options):
    """The truss number of each edge of the undirected simple graph as a Matrix; largest=True: (matrix, the largest)."""
    A = _graph(A)
    box, most = ffi.new("graph_matrix **"), ffi.new("graph_index *")
    call("graph_cohesion_options", what="truss_numbers", progress=progress, **options)(
        lib.graph_truss_numbers, box, most, A._handle)
    numbers = Matrix._wrap(box[0])
    return (numbers, most[0]) if largest else numbers


def k_truss(A, k, **options):
    """The entries of A whose edges are in the k-truss, as a Matrix of the same size."""
    return _matrix("k_truss", A, k, options)
