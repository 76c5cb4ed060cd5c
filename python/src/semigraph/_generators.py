"""Graphs to try things on: patterns that depend on the arguments alone, whatever the machine and the threads.

Each function takes seed=, undirected=, loops=, shuffled= and threads= as far as they apply.
"""

from ._library import check, ffi, lib, sized
from ._matrix import Matrix
from ._options import place


def _generate(function, *arguments, seed=0, undirected=False, loops=False, shuffled=False, threads=None, **fields):
    options = sized("graph_generator_options", threads=place(threads=threads).threads, seed=seed,
                    is_undirected=bool(undirected), has_loops=bool(loops), is_shuffled=bool(shuffled), **fields)
    box = ffi.new("graph_matrix **")
    check(getattr(lib, "graph_generate_" + function)(box, *arguments, options))
    return Matrix._wrap(box[0])


def generate_rmat(scale, edges, *, a=0.0, b=0.0, c=0.0, **options):
    """2**scale vertices, `edges` drawn by quarters of the matrix: the Kronecker graphs of Graph500.

    >>> import semigraph as sg
    >>> sg.generate_rmat(8, 16 * 2**8, seed=1, undirected=True).shape
    (256, 256)
    """
    return _generate("rmat", scale, edges, a=a, b=b, c=c, **options)


def generate_uniform(vertices, edges, **options):
    """`edges` with both ends drawn uniformly."""
    return _generate("uniform", vertices, edges, **options)


def generate_small_world(vertices, neighbours, rewired, **options):
    """A ring of neighbours, part of whose edges are rewired: Watts and Strogatz."""
    return _generate("small_world", vertices, neighbours, rewired, **options)


def generate_preferential(vertices, attached, **options):
    """Vertices that join earlier ones in proportion to their degrees: Barabasi and Albert."""
    return _generate("preferential", vertices, attached, **options)


def generate_grid(height, width, *, periodic=False, **options):
    """height x width vertices joined to their neighbours.

    >>> import semigraph as sg
    >>> sg.generate_grid(3, 4).nvals
    34
    """
    return _generate("grid", height, width, bool(periodic), **options)


def generate_complete(vertices, **options):
    """All pairs of distinct vertices."""
    return _generate("complete", vertices, **options)


def generate_path(vertices, **options):
    """Vertex v joined to v + 1."""
    return _generate("path", vertices, **options)


def generate_star(vertices, **options):
    """Vertex 0 joined to all others."""
    return _generate("star", vertices, **options)


def generate_tree(vertices, arity, **options):
    """A balanced tree: v > 0 joined to (v - 1) // arity."""
    return _generate("tree", vertices, arity, **options)
