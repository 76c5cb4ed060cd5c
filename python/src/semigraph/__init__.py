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
from ._errors import (CancelledError, DeviceError, DeviceMemoryError, DimensionError, DomainError, FallbackWarning,
                      FileError, FormatError, GraphError, GraphMemoryError, IndexBoundsError, InvalidIndexError,
                      InvalidObjectError, InvalidValueError, NegativeCycleError, NoSpaceError, NotEmptyError,
                      NotSupportedError, NullError)
from ._io import read, write
from ._matrix import Matrix
from ._operations import (apply, assign, csrmm, ewise_add, ewise_mult, ewise_union, extract, kronecker, methods, mxm,
                          mxv, reduce, reduce_rows, select, transpose, vxm)
from ._options import backends, options, set_stats, stats, version, why_not
from ._semiring import Semiring, SemiringKind, kinds as _kinds
from ._vector import Vector

__version__ = version()
globals().update(_kinds)
