"""What the backend calls of the package: NumPy arrays in and out, in the types that it works with.

Small graphs run on one thread where threads would wait for each other more than they work.
"""

import numpy as np

import semigraph as sg
from semigraph._library import check, ffi, lib, sized
from semigraph._types import PATTERN, code_of

SMALL = 1 << 20  # entries


def threads_for(A):
    """One thread for a small graph; None: as semigraph.options says."""
    return 1 if A.nvals < SMALL else None


def matrix(starts, columns, values=None, width=None, sort=False):
    """A matrix of CSR arrays; `sort`: the columns of a row come in any order.  The arrays are copied."""
    rows = len(starts) - 1
    starts, columns = np.ascontiguousarray(starts, np.int64), np.ascontiguousarray(columns, np.int32)
    arrays = sized("graph_arrays", format=lib.GRAPH_CSR, type=PATTERN if values is None else code_of(values.dtype),
                   rows=rows, columns=rows if width is None else width, entries=len(columns),
                   row=pointer(starts), column=pointer(columns), start_bits=64, index_bits=32,
                   value=ffi.NULL if values is None else pointer(values), ownership=lib.GRAPH_COPY,
                   is_trusted=not sort)
    box = ffi.new("graph_matrix **")
    check(lib.graph_matrix_import(box, arrays))
    return sg.Matrix._wrap(box[0])


def pointer(array):
    return ffi.cast("void *", array.ctypes.data)


def csr(A):
    """Row starts, columns and values (None for a pattern): views."""
    return A.arrays()


def transposed_csr(A):
    """Row starts and columns of the transpose."""
    return A.arrays("csc")[:2]


def weak_components(A):
    """The number of each vertex's component, in the order of their first vertices, and how many there are."""
    return sg.weak_components(A, count=True, threads=threads_for(A))


def strong_components(A):
    return sg.strong_components(A, count=True, threads=threads_for(A))


def strong_components_ordered(A):
    """The same, numbered so that edges between components lead to larger numbers."""
    return sg.strong_components_ordered(A, count=True, threads=threads_for(A))


def bfs(A, source, reverse=False, limit=None, target=None, parents=False):
    """Levels (-1: not reached), and parents if wanted."""
    return sg.bfs(A, source, reverse=reverse, max_depth=limit, target=target, parents=parents)


def bfs_facts(A, sources=None, reverse=False):
    """For each source (None: every vertex): vertices reached, largest level, sum of levels."""
    found = sg.bfs_multi(A, sources, reverse=reverse, levels=False, reached=True, eccentricity=True, distance_sum=True)
    return found["reached"], found["eccentricity"], found["distance_sum"]


def bfs_levels(A, sources, dtype, reverse=False):
    """One row of levels for each source, the type's largest value where there is no path; None if a level does not
    fit the type."""
    try:
        return sg.bfs_multi(A, sources, dtype=dtype, reverse=reverse)
    except sg.DomainError:
        return None


def beyond(error):
    """NetworkX's integers have no bounds: it does what the library's types do not hold."""
    return NotImplementedError(str(error))


def sssp(A, source):
    """Distances (the type's largest value or infinity where there is no path) and parents (-1)."""
    try:
        return sg.sssp(A, source, parents=True, threads=threads_for(A))
    except sg.DomainError as error:
        raise beyond(error) from None


def apsp(A, sources=None, predecessors=False):
    """Distances from the sources (None: all), a row each, and the vertices before (or None)."""
    try:
        rows = A.shape[0] if sources is None else len(sources)
        threads = 1 if rows * max(A.nvals, A.shape[0]) < SMALL else None
        found = sg.apsp(A, sources, predecessors=predecessors, threads=threads)
    except sg.DomainError as error:
        raise beyond(error) from None
    return found if predecessors else (found, None)


def triangles(A):
    """Triangles at each vertex."""
    return sg.triangles(A, per_vertex=True)


PLUS_TIMES, PLUS_PAIR, ANY_PAIR = sg.plus_times["float64"], sg.plus_pair["int64"], sg.any_pair["bool"]


def product(semiring, A, B, mask=None):
    """A B; positions that the mask lacks are not computed."""
    return sg.mxm(A, B, semiring, mask=mask, structure=mask is not None)


def closure(A, reflexive=False):
    """Which vertices can be reached from where, as a matrix."""
    return sg.closure(A, reflexive=reflexive).matrix()


def pagerank(A, damping, tolerance, most_rounds, weighted, personalization):
    """Ranks and facts."""
    try:
        return sg.pagerank(A, damping=damping, tolerance=tolerance, most_rounds=most_rounds, weighted=weighted,
                           personalization=personalization, report=True)
    except sg.InvalidValueError as error:  # negative weights
        raise NotImplementedError(str(error)) from None


def betweenness(A, sources, weighted, undirected, edges):
    """Sums over pairs; with `edges`, the matrix of those of edges."""
    found = sg.betweenness(A, sources, weighted=weighted, undirected=undirected, edges=edges)
    return found[1] if edges else found


def core_numbers(A):
    return sg.core_numbers(A)


def power_method(function, A, tolerance, most_rounds=0, **options):
    """Results of hits, eigenvector_centrality or katz, and whether they have converged."""
    try:
        *results, facts = getattr(sg, function)(A, tolerance=tolerance, most_rounds=most_rounds, weighted=A.dtype is not None,
                                                threads=threads_for(A), report=True, **options)
    except (sg.InvalidValueError, sg.DomainError) as error:  # negative weights; results beyond the type's range
        raise beyond(error) from None
    return *results, facts["has_converged"]


def communities(function, A, resolution):
    """The number of each vertex's community."""
    try:
        return getattr(sg, function)(A, resolution=resolution, unweighted=A.dtype is None, threads=threads_for(A))
    except (sg.InvalidValueError, sg.DomainError) as error:  # negative weights, or sums beyond 2^53
        raise beyond(error) from None


def spanning_forest(A):
    """The values of the entries above the diagonal that the forest of least weight has."""
    starts, columns, values = csr(sg.spanning_forest(A, threads=threads_for(A)))
    return values[columns > np.repeat(np.arange(A.shape[0]), np.diff(starts))]


def independent_set(A, vertices, seed):
    """Of the vertices (None: of all) a maximal set without edges between them, as numbers."""
    part = A if vertices is None else sg.induced_subgraph(A, vertices)
    found = np.flatnonzero(sg.independent_set(part, seed=seed, threads=threads_for(A)))
    return found if vertices is None else vertices[found]
