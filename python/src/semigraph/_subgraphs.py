"""The order of vertices, and parts of a graph as graphs; options as in _algorithms."""

from ._algorithms import _graph, array_of, call, vector_box
from ._library import ffi, lib
from ._matrix import Matrix
from ._vector import _indices

NULL = ffi.NULL


def topological_order(A, *, levels=False, **options):
    """The vertices so that every edge leads onward; levels=True: (order, the most edges on a path to each vertex).

    A cycle raises DomainError.

    >>> import semigraph as sg
    >>> A = sg.Matrix.from_entries([2, 2, 0], [0, 1, 1], shape=(3, 3))
    >>> sg.topological_order(A, levels=True)
    (array([2, 0, 1]), array([1, 2, 0]))
    """
    A = _graph(A)
    order, level = vector_box(), vector_box(levels)
    call("graph_order_options", level=level, **options)(lib.graph_topological_order, order, A._handle)
    return (array_of(order), array_of(level)) if levels else array_of(order)


def strong_components_ordered(A, *, count=False, **options):
    """Strong components, numbered so that edges between two of them lead from the smaller number to the larger."""
    A = _graph(A)
    box, n = vector_box(), ffi.new("graph_index *")
    call("graph_order_options", **options)(lib.graph_strong_components_ordered, box, n, A._handle)
    return (array_of(box), n[0]) if count else array_of(box)


def induced_subgraph(A, vertices, **options):
    """The edges between the listed vertices, which are numbered by their places in the list."""
    A, vertex, box = _graph(A), _indices(vertices), ffi.new("graph_matrix **")
    pointer = ffi.from_buffer("graph_index[]", vertex) if vertex.size else ffi.new("graph_index[1]")
    call("graph_order_options", **options)(lib.graph_induced_subgraph, box, A._handle, pointer, vertex.size)
    return Matrix._wrap(box[0])


def largest_component(A, *, strong=False, **options):
    """(subgraph, vertices) of the largest weak or strong component, the vertices ascending.

    >>> import semigraph as sg
    >>> S, vertices = sg.largest_component(sg.Matrix.from_entries([1, 2], [2, 3], shape=(5, 5)))
    >>> S.shape, vertices
    ((3, 3), array([1, 2, 3]))
    """
    A = _graph(A)
    box, vertex = ffi.new("graph_matrix **"), vector_box()
    call("graph_order_options", **options)(lib.graph_largest_component, box, vertex, A._handle, bool(strong))
    return Matrix._wrap(box[0]), array_of(vertex)
