"""Sparse matrix products over any semiring, and graph algorithms on them, on the CPU and on NVIDIA GPUs.

>>> import semigraph as sg
>>> A = sg.read(b"0 1\\n0 2\\n1 2\\n2 3\\n", undirected=True)
>>> sg.triangles(A)
1
>>> sg.bfs(A, 3)
array([2, 2, 1, 0], dtype=int32)
"""

from ._algorithms import (Closure, apsp, bfs, bfs_multi, bfs_verify, closure, clustering, path, sssp,
                          strong_components, triangles, weak_components)
from ._centrality import (betweenness, closeness, diameter, eccentricity, eigenvector_centrality, harmonic, hits, katz,
                          pagerank, pagerank_multi, radius)
from ._cohesion import core_numbers, k_core, k_truss, truss_numbers
from ._errors import (CancelledError, DeviceError, DeviceMemoryError, DimensionError, DomainError, FallbackWarning,
                      FileError, FormatError, GraphError, GraphMemoryError, IndexBoundsError, InvalidIndexError,
                      InvalidObjectError, InvalidValueError, NegativeCycleError, NoSpaceError, NotEmptyError,
                      NotSupportedError, NullError, RankError)
from ._generators import (generate_complete, generate_grid, generate_path, generate_preferential, generate_rmat,
                          generate_small_world, generate_star, generate_tree, generate_uniform)
from ._io import read, write
from ._matrix import Matrix
from ._operations import (apply, assign, csrmm, ewise_add, ewise_mult, ewise_union, extract, kronecker, methods, mxm,
                          mxv, reduce, reduce_rows, select, transpose, vxm)
from ._options import backends, options, set_stats, stats, version, why_not
from ._semiring import Semiring, SemiringKind, kinds as _kinds, semiring
from ._structure import (coloring, independent_set, label_propagation, leiden, louvain, matching, modularity,
                         random_walks, similarity, spanning_forest)
from ._subgraphs import induced_subgraph, largest_component, strong_components_ordered, topological_order
from ._vector import Vector

__version__ = version()
globals().update(_kinds)

# Where users find them, and what tracebacks show.
for _public in list(globals().values()):
    if isinstance(_public, type) and _public.__module__.startswith("semigraph._"):
        _public.__module__ = "semigraph"
del _kinds, _public
