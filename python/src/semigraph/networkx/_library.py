"""What the backend calls of the library, with NumPy arrays in and out.

Each function is one call of the C library.  Matrices are lent CSR arrays; results are new arrays.
"""

import os

import numpy as np

from semigraph._cdef import ffi

lib = ffi.dlopen(os.environ["SEMIGRAPH_LIBRARY"])

TYPES = {np.dtype(np.int64): lib.GRAPH_INT64, np.dtype(np.float64): lib.GRAPH_FP64, np.dtype(np.int32): lib.GRAPH_INT32,
         np.dtype(np.uint8): lib.GRAPH_UINT8, np.dtype(np.uint16): lib.GRAPH_UINT16}


DTYPES = {code: dtype for dtype, code in TYPES.items()}


class LibraryError(RuntimeError):
    def __init__(self, status):
        super().__init__(ffi.string(lib.graph_last_error()).decode())
        self.status = status


class NegativeCycle(LibraryError):
    pass


class OutOfRange(LibraryError, NotImplementedError):
    """Values that do not fit the library's types: NetworkX's integers have no bounds."""


ERRORS = {lib.GRAPH_E_NEGATIVE_CYCLE: NegativeCycle, lib.GRAPH_E_DOMAIN: OutOfRange}


def check(status):
    if status < 0:
        raise ERRORS.get(status, LibraryError)(status)


class Matrix:
    """A matrix of the library and the arrays that it was made of."""

    def __init__(self, handle, arrays=()):
        self.handle = ffi.gc(handle, release_matrix)
        self.arrays = arrays

    def csr(self):
        """Row starts, columns and values (None for a pattern): views that keep the matrix alive."""
        arrays = ffi.new("graph_arrays *", {"size": ffi.sizeof("graph_arrays")})
        check(lib.graph_matrix_export(arrays, self.handle, lib.GRAPH_CSR, lib.GRAPH_BORROW))
        values = None
        if arrays.type in DTYPES:
            values = View.of(self, arrays.value, DTYPES[arrays.type], arrays.entries)
        return (View.of(self, arrays.row, np.dtype(np.int64), arrays.rows + 1),
                View.of(self, arrays.column, np.dtype(np.int32), arrays.entries), values)


class View:
    """An array inside an object of the library, which it keeps alive."""

    def __init__(self, owner, pointer, dtype, length):
        self.owner = owner
        self.__array_interface__ = {"version": 3, "shape": (length,), "typestr": dtype.str,
                                    "data": (int(ffi.cast("uintptr_t", pointer)), True)}

    @classmethod
    def of(cls, owner, pointer, dtype, length):
        return np.asarray(cls(owner, pointer, dtype, length)) if length else np.empty(0, dtype)


def transposed_csr(A):
    """Row starts and columns of the transpose, as arrays of their own."""
    arrays = ffi.new("graph_arrays *", {"size": ffi.sizeof("graph_arrays")})
    check(lib.graph_matrix_export(arrays, A.handle, lib.GRAPH_CSC, lib.GRAPH_BORROW))
    n = arrays.entries
    starts = np.frombuffer(ffi.buffer(arrays.column, 8 * (arrays.columns + 1)), np.int64).copy()
    rows = np.frombuffer(ffi.buffer(arrays.row, 4 * n), np.int32).copy() if n else np.empty(0, np.int32)
    return starts, rows


def release_matrix(handle):
    lib.graph_matrix_release(ffi.new("graph_matrix **", handle))


def matrix(starts, columns, values=None, width=None, sort=False):
    """A matrix of CSR arrays; with `sort` the columns of a row come in any order, else they ascend and are lent."""
    rows = len(starts) - 1
    arrays = ffi.new("graph_arrays *", {
        "size": ffi.sizeof("graph_arrays"), "format": lib.GRAPH_CSR,
        "type": lib.GRAPH_PATTERN if values is None else TYPES[values.dtype],
        "rows": rows, "columns": rows if width is None else width, "entries": len(columns),
        "row": ffi.cast("void *", starts.ctypes.data), "column": ffi.cast("void *", columns.ctypes.data),
        "value": ffi.NULL if values is None else ffi.cast("void *", values.ctypes.data),
        "start_bits": 64, "index_bits": 32, "ownership": lib.GRAPH_COPY if sort else lib.GRAPH_BORROW,
        "is_trusted": not sort})
    out = ffi.new("graph_matrix **")
    check(lib.graph_matrix_import(out, arrays))
    return Matrix(out[0], () if sort else (starts, columns, values))


def take(vector, dtype, missing=None):
    """The values of a vector as an array, and its release; `missing` stands where there is no entry."""
    length, entries = ffi.new("graph_index *"), ffi.new("graph_index *")
    handle = vector[0]
    try:
        check(lib.graph_vector_length(length, handle))
        check(lib.graph_vector_entries(entries, handle))
        values = np.empty(entries[0], dtype)
        full = entries[0] == length[0]
        index = None if full else np.empty(entries[0], np.uint64)
        check(lib.graph_vector_extract_tuples(
            ffi.NULL if full else ffi.cast("graph_index *", index.ctypes.data),
            ffi.cast("void *", values.ctypes.data), TYPES[values.dtype], entries, handle))
    finally:
        lib.graph_vector_release(vector)
    if full:
        return values
    out = np.full(length[0], missing, dtype)
    out[index] = values
    return out


def options(kind, **fields):
    return ffi.new(kind + " *", {"size": ffi.sizeof(kind), **fields})


SMALL = 1 << 20  # entries up to which one thread is as fast as many that wait for each other


def threads_for(entries):
    return 1 if entries < SMALL else 0


def weak_components(A, entries):
    return components(lib.graph_weak_components, A, entries)


def strong_components(A, entries):
    return components(lib.graph_strong_components, A, entries)


def components(function, A, entries):
    """The number of each vertex's component, in the order of their first vertices, and how many there are."""
    label, count = ffi.new("graph_vector **"), ffi.new("graph_index *")
    check(function(label, count, A.handle, options("graph_components_options", threads=threads_for(entries))))
    return take(label, np.int32), count[0]


def bfs(A, source, reverse=False, limit=None, target=None, parents=False):
    """Levels (-1: not reached), and parents if wanted."""
    level = ffi.new("graph_vector **")
    parent = ffi.new("graph_vector **") if parents else ffi.NULL
    settings = options("graph_bfs_options", is_reversed=reverse)
    if limit is not None:
        settings.has_max_depth, settings.max_depth = True, limit
    if target is not None:
        settings.has_target, settings.target = True, target
    check(lib.graph_bfs(level, parent, A.handle, source, settings))
    level = take(level, np.int32, -1)
    return (level, take(parent, np.int64, -1)) if parents else level


def bfs_facts(A, sources=None, reverse=False):
    """For each source (None: every vertex): vertices reached, largest level, sum of levels."""
    out = [ffi.new("graph_vector **") for _ in range(3)]
    settings = options("graph_bfs_multi_options", is_reversed=reverse, reached=out[0], eccentricity=out[1],
                       distance_sum=out[2])
    array = ffi.NULL if sources is None else ffi.cast("graph_index *", sources.ctypes.data)
    count = 0 if sources is None else len(sources)
    check(lib.graph_bfs_multi(ffi.NULL, A.handle, array, count, settings))
    return take(out[0], np.int64), take(out[1], np.int32), take(out[2], np.int64)


def bfs_levels(A, sources, n, dtype, reverse=False):
    """One row of levels for each source; the type's largest value where there is no path."""
    level = np.empty((len(sources), n), dtype)
    check(lib.graph_bfs_multi(dense(level), A.handle, ffi.cast("graph_index *", sources.ctypes.data), len(sources),
                              options("graph_bfs_multi_options", is_reversed=reverse)))
    return level


def dense(array):
    return ffi.new("graph_dense *", {
        "size": ffi.sizeof("graph_dense"), "type": TYPES[array.dtype], "layout": lib.GRAPH_ROW_MAJOR,
        "rows": array.shape[0], "columns": array.shape[1], "stride": array.shape[1],
        "value": ffi.cast("void *", array.ctypes.data)})


def sssp(A, source, dtype, missing, entries):
    """Distances (`missing` where there is no path) and parents (-1)."""
    distance, parent = ffi.new("graph_vector **"), ffi.new("graph_vector **")
    check(lib.graph_sssp(distance, parent, A.handle, source,
                         options("graph_sssp_options", threads=threads_for(entries))))
    return take(distance, dtype, missing), take(parent, np.int64, -1)


def apsp(A, n, dtype, sources=None, predecessors=False):
    """Distances from the sources (None: all), a row each, and the vertices before."""
    rows = n if sources is None else len(sources)
    distance = np.empty((rows, n), dtype)
    before = np.empty((rows, n), np.int32) if predecessors else None
    settings = options("graph_apsp_options")
    if sources is not None:
        settings.source, settings.sources = ffi.cast("graph_index *", sources.ctypes.data), rows
    check(lib.graph_apsp(dense(distance), dense(before) if predecessors else ffi.NULL, A.handle, settings))
    return distance, before


def triangles(A):
    """Triangles at each vertex."""
    count, per_vertex = ffi.new("uint64_t *"), ffi.new("graph_vector **")
    check(lib.graph_triangles(count, A.handle, options("graph_triangles_options", per_vertex=per_vertex)))
    return take(per_vertex, np.int64)


def product(semiring, A, B, mask=None):
    """A B over a semiring by name; entries that the mask lacks are not computed."""
    ring = lib.graph_semiring_by_name(semiring.encode())
    out = ffi.new("graph_matrix **")
    if mask is None:
        check(lib.graph_spgemm(out, ring, A.handle, B.handle, ffi.NULL))
        return Matrix(out[0])
    rows, columns = ffi.new("graph_index *"), ffi.new("graph_index *")
    check(lib.graph_matrix_rows(rows, A.handle))
    check(lib.graph_matrix_columns(columns, B.handle))
    check(lib.graph_matrix_create(out, lib.graph_semiring_type(ring), rows[0], columns[0]))
    C = Matrix(out[0])
    check(lib.graph_mxm(C.handle, mask.handle, lib.GRAPH_NO_OP, ring, A.handle, B.handle,
                        options("graph_descriptor", flags=lib.GRAPH_MASK_STRUCTURE)))
    return C


def products(A, B):
    """The multiplications that A B takes."""
    count = ffi.new("uint64_t *")
    check(lib.graph_spgemm_products(count, A.handle, B.handle, ffi.NULL))
    return count[0]


def closure(A, reflexive=False):
    """Which vertices can be reached from where, as a matrix."""
    closure, out = ffi.new("graph_closure **"), ffi.new("graph_matrix **")
    check(lib.graph_transitive_closure(closure, A.handle, options("graph_closure_options", is_reflexive=reflexive)))
    try:
        check(lib.graph_closure_matrix(out, closure[0], 0, 0))
    finally:
        lib.graph_closure_release(closure)
    return Matrix(out[0])
