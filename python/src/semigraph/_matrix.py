"""Sparse matrices, and how they come from and go to SciPy, NumPy, CuPy and PyTorch."""

import sys

import numpy as np

from ._arrays import _Raw, export_views, import_compressed, is_on_device
from ._errors import DimensionError, DomainError
from ._library import check, ffi, lib, owner, sized
from ._types import (BINARY, PATTERN, code_of, dtype_of, number, operator_code, scalar, size_of, type_name, type_of,
                     value_dtype)
from ._vector import _indices, _position

_own = owner("graph_matrix")


class Matrix:
    """A sparse matrix of the library's; as a graph, the entry (u, v) is the edge u -> v.

    From a SciPy matrix or array (csr, csc, coo), a dense NumPy array, CuPy's or PyTorch's CSR on the device, another
    Matrix, or empty from a shape.  Arrays of CSR and CSC are borrowed: the library reads them where they lie, never
    writes them, and keeps them alive; they must not change meanwhile.  `trusted` skips the check of the arrays, which
    costs one pass over the entries.

    >>> import numpy as np, scipy.sparse, semigraph as sg
    >>> S = scipy.sparse.csr_array(np.array([[0, 2.0], [3.0, 0]]))
    >>> A = sg.Matrix(S)
    >>> A
    Matrix 2 x 2, float64, 2 entries, on the host
    >>> (A @ A).to_scipy().toarray()
    array([[6., 0.],
           [0., 6.]])
    """

    __slots__ = ("_handle", "_shared", "__weakref__")
    __array_priority__ = 20.0  # NumPy leaves `array @ matrix` to this class
    __array_ufunc__ = None

    def __init__(self, data, dtype=None, *, trusted=False):
        self._shared = None
        self._handle = _own(_handle_of(data, dtype, trusted))

    @classmethod
    def _wrap(cls, handle):
        A = cls.__new__(cls)
        A._handle, A._shared = _own(handle), None
        return A

    @classmethod
    def from_entries(cls, rows, columns, values=None, shape=None, dtype=None, duplicates=None):
        """A[rows[k], columns[k]] = values[k]; values None makes a pattern, whose entries read as true.

        Entries at one position are combined by the operator `duplicates`, such as "plus" or "first"; without one they
        are an error.

        >>> import semigraph as sg
        >>> sg.Matrix.from_entries([0, 1, 1], [1, 0, 0], [1.0, 2.0, 3.0], duplicates="max").to_dense()
        array([[0., 1.],
               [3., 0.]])
        """
        rows, columns = _indices(rows), _indices(columns)
        if rows.size != columns.size:
            raise DimensionError(f"{rows.size} rows and {columns.size} columns; expected as many")
        raw = None
        if values is not None:
            raw = _Raw(np.broadcast_to(np.asarray(values), rows.shape) if np.ndim(values) == 0 else values)
            if raw.size != rows.size:
                raise DimensionError(f"{raw.size} values and {rows.size} rows; expected as many")
        if shape is None:
            n = (int(rows.max()) + 1, int(columns.max()) + 1) if rows.size else (0, 0)
            shape = n if raw is not None else (max(n), max(n))
        code = code_of(dtype) if dtype is not None else PATTERN if raw is None else code_of(raw.dtype)
        box = ffi.new("graph_matrix **")
        check(lib.graph_matrix_create(box, code, shape[0], shape[1]))
        A = cls._wrap(box[0])
        check(lib.graph_matrix_build(A._handle, ffi.from_buffer("graph_index[]", rows),
                                     ffi.from_buffer("graph_index[]", columns),
                                     ffi.NULL if raw is None else raw.pointer(),
                                     PATTERN if raw is None else code_of(raw.dtype), rows.size,
                                     operator_code(duplicates, BINARY, "duplicates")))
        return A

    # ---- What it is ----

    @property
    def _code(self):
        return type_of(self._handle, "graph_matrix")

    @property
    def shape(self):
        """(rows, columns)."""
        return (size_of(self._handle, "graph_matrix", "rows"), size_of(self._handle, "graph_matrix", "columns"))

    @property
    def nvals(self):
        """The number of entries."""
        return size_of(self._handle, "graph_matrix", "entries")

    @property
    def nnz(self):
        """The number of entries, as SciPy calls it."""
        return self.nvals

    @property
    def dtype(self):
        """The NumPy type of the values; None for a pattern."""
        return dtype_of(self._code)

    @property
    def place(self):
        """Where the arrays are: "host", "device" or "both"."""
        place = ffi.new("graph_backend_kind *")
        check(lib.graph_matrix_place(place, self._handle))
        return {lib.GRAPH_BACKEND_CPU: "host", lib.GRAPH_BACKEND_CUDA: "device"}.get(place[0], "both")

    def __repr__(self):
        n, (rows, columns) = self.nvals, self.shape
        place = {"host": "on the host", "device": "on the device", "both": "on host and device"}[self.place]
        return (f"Matrix {rows} x {columns}, {type_name(self._code)}, {n} {'entry' if n == 1 else 'entries'}, {place}")

    def properties(self):
        """What is known of it as a graph: loops, largest degree, symmetry."""
        p = sized("graph_properties")
        check(lib.graph_matrix_properties(p, self._handle))
        return {name: getattr(p, name) for name, _ in ffi.typeof("graph_properties").fields if name != "size"}

    def check(self):
        """Checks all that must hold inside; raises InvalidObjectError."""
        check(lib.graph_matrix_check(self._handle))

    def isequal(self, other):
        """Whether shape, type, positions and values are the same."""
        if not isinstance(other, Matrix) or self.shape != other.shape or self._code != other._code:
            return False
        mine, its = self.arrays(), other.arrays()
        return all(x is y is None or np.array_equal(x, y, equal_nan=x.dtype.kind == "f")
                   for x, y in zip(mine, its))

    # ---- Arrays out ----

    def _lent(self):
        """A duplicate that views belong to; dropped by the next write."""
        if self._shared is None:
            box = ffi.new("graph_matrix **")
            check(lib.graph_matrix_dup(box, self._handle))
            self._shared = _own(box[0])
        return self._shared

    def _write(self):
        self._shared = None
        return self._handle

    def arrays(self, format="csr"):
        """(starts, indices, values) as read-only views: int64, int32 and the type of the matrix; None for a pattern.

        They stay as they are whatever happens to the matrix.
        """
        lent = self._lent()
        return export_views(lent, lent, format)

    def device_views(self, format="csr"):
        """The same on the GPU: objects with __cuda_array_interface__ and DLPack."""
        lent = self._lent()
        return export_views(lent, lent, format, device=True)

    def entries(self):
        """(rows, columns, values) as new arrays, in row-major order."""
        n = ffi.new("graph_index *", self.nvals)
        rows, columns = np.empty(n[0], np.uint64), np.empty(n[0], np.uint64)
        values = np.empty(n[0], value_dtype(self._code))
        check(lib.graph_matrix_extract_tuples(ffi.from_buffer("graph_index[]", rows),
                                              ffi.from_buffer("graph_index[]", columns), ffi.from_buffer(values),
                                              code_of(values.dtype), n, self._handle))
        return rows.view(np.int64), columns.view(np.int64), values

    def to_scipy(self, format="csr", array=True):
        """A SciPy array (array=False: matrix).  Of "csr" and "csc", values and indices are views that must not be
        written."""
        import scipy.sparse as sp
        suffix = "array" if array else "matrix"
        if format == "coo":
            rows, columns, values = self.entries()
            return getattr(sp, "coo_" + suffix)((values, (rows, columns)), shape=self.shape)
        start, index, value = self.arrays(format)
        if value is None:
            value = np.ones(index.size, np.bool_)
        if index.size < 2**31:
            start = start.astype(np.int32)  # SciPy wants one width, and would widen the indices instead
        made = getattr(sp, f"{format}_{suffix}")((value, index, start), shape=self.shape, copy=False)
        made.has_sorted_indices = made.has_canonical_format = True
        return made

    def to_cupy(self):
        """A cupyx CSR matrix whose values and indices are the library's memory on the GPU; not to be written."""
        import cupy
        from cupyx.scipy import sparse
        start, index, value = self.device_views()
        start = cupy.asarray(start).astype(cupy.int32)
        value = cupy.ones(self.nvals, cupy.bool_) if value is None else cupy.asarray(value)
        return sparse.csr_matrix((value, cupy.asarray(index), start), shape=self.shape, copy=False)

    def to_torch(self, device="cpu"):
        """A torch sparse CSR tensor whose values and indices are the library's memory; not to be written."""
        import torch
        if device == "cpu":
            def tensor(x):
                return torch.from_dlpack(x.base if x.size else x.copy())
            start, index, value = self.arrays()
        else:
            def tensor(x):
                return torch.as_tensor(x, device=device)
            start, index, value = self.device_views()
        value = torch.ones(self.nvals, dtype=torch.bool, device=device) if value is None else tensor(value)
        return torch.sparse_csr_tensor(tensor(start).to(torch.int32), tensor(index), value, size=self.shape,
                                       device=device)

    def to_dense(self, missing=0):
        """A NumPy array with `missing` where there is no entry."""
        rows, columns, values = self.entries()
        dense = np.full(self.shape, missing, values.dtype)
        dense[rows, columns] = values
        return dense

    # ---- Entries ----

    def get(self, i, j, default=None):
        """The value at (i, j), `default` if there is no entry."""
        s = ffi.new("graph_scalar *")
        rows, columns = self.shape
        status = check(lib.graph_matrix_get(s, self._handle, _position(i, rows), _position(j, columns)))
        return default if status == lib.GRAPH_NO_VALUE else number(s)

    def __getitem__(self, where):
        i, j = where if isinstance(where, tuple) else (where, slice(None))
        if isinstance(i, (int, np.integer)) and isinstance(j, (int, np.integer)):
            return self.get(i, j)
        return _ops.extract(self, i, j)

    def __setitem__(self, where, value):
        i, j = where if isinstance(where, tuple) else (where, slice(None))
        if isinstance(i, (int, np.integer)) and isinstance(j, (int, np.integer)):
            rows, columns = self.shape
            i, j = _position(i, rows), _position(j, columns)
            check(lib.graph_matrix_set(self._write(), i, j, scalar(value)[0]))
        else:
            _ops.assign(self, value, i, j)

    def __delitem__(self, where):
        i, j = where
        rows, columns = self.shape
        check(lib.graph_matrix_remove(self._write(), _position(i, rows), _position(j, columns)))

    def dup(self):
        """An independent copy, which shares the arrays until one of the two is written."""
        return Matrix(self)

    def clear(self):
        """Removes all entries."""
        check(lib.graph_matrix_clear(self._write()))

    def resize(self, rows, columns):
        """Changes the shape; entries that fall outside are removed."""
        check(lib.graph_matrix_resize(self._write(), rows, columns))

    def astype(self, dtype):
        """The same entries in another type; "pattern" drops the values."""
        return _ops.apply(self, "identity", dtype=dtype)

    def transpose(self):
        """The transpose, as a new matrix."""
        return _ops.transpose(self)

    @property
    def T(self):
        """The transpose, as a new matrix."""
        return _ops.transpose(self)

    def reduce_rows(self, op="plus", **options):
        """A vector with the sum of each row that has entries."""
        return _ops.reduce_rows(self, op, **options)

    def reduce_columns(self, op="plus", **options):
        """A vector with the sum of each column that has entries."""
        return _ops.reduce_rows(self, op, transpose=True, **options)

    def kronecker(self, other, op="times", **options):
        """The Kronecker product."""
        return _ops.kronecker(self, other, op, **options)


def _create(shape, code):
    box = ffi.new("graph_matrix **")
    check(lib.graph_matrix_create(box, code, shape[0], shape[1]))
    return box[0]


def _handle_of(data, dtype, trusted):
    """The handle of a new matrix from any of the forms that Matrix takes."""
    if isinstance(data, Matrix):
        box = ffi.new("graph_matrix **")
        check(lib.graph_matrix_dup(box, (data if dtype is None else data.astype(dtype))._handle))
        return box[0]
    if isinstance(data, tuple) and len(data) == 2 and all(isinstance(n, (int, np.integer)) for n in data):
        return _create(data, code_of("float64" if dtype is None else dtype))
    if (torch := sys.modules.get("torch")) is not None and isinstance(data, torch.Tensor):
        if data.layout is not torch.strided:
            return _of_torch(torch, data, dtype, trusted)
        data = data.detach().cpu().numpy()
    if (form := getattr(data, "format", None)) in ("csr", "csc", "coo", "bsr", "dia", "dok", "lil"):
        if len(data.shape) != 2:
            raise DimensionError(f"the array has {len(data.shape)} dimensions; expected 2")
        if form not in ("csr", "csc"):
            data = data.tocsr()  # SciPy adds up entries at one position here
        return _of_compressed(data, dtype, trusted)
    if is_on_device(data):
        raise DomainError("the array on the device is dense; expected a CSR matrix")
    array = np.asarray(data)
    if array.ndim != 2:
        raise DimensionError(f"the array has {array.ndim} dimensions; expected 2")
    rows, columns = np.nonzero(array)
    return _take(Matrix.from_entries(rows, columns, array[rows, columns], array.shape, dtype))


def _take(A):
    """The handle of a temporary object, for a new owner."""
    box = ffi.new("graph_matrix **")
    check(lib.graph_matrix_dup(box, A._handle))
    return box[0]


def _values(data, dtype):
    """The values in the type that is wanted; None for a pattern."""
    if dtype is None:
        return data
    code = code_of(dtype)
    return None if code == PATTERN else data.astype(dtype_of(code), copy=False)


def _of_compressed(S, dtype, trusted):
    """Of SciPy's or CuPy's csr and csc."""
    if not trusted and not S.has_canonical_format:
        S = S.copy()
        S.sum_duplicates()
    return import_compressed(S.format, S.shape, S.indptr, S.indices, _values(S.data, dtype), trusted)


def _of_torch(torch, S, dtype, trusted):
    S = S.detach()
    if S.layout is torch.sparse_coo:
        S = S.coalesce().to_sparse_csr()
    parts = {torch.sparse_csr: ("csr", "crow_indices", "col_indices"),
             torch.sparse_csc: ("csc", "ccol_indices", "row_indices")}.get(S.layout)
    if parts is None or S.dim() != 2:
        raise DomainError(f"the tensor has {S.dim()} dimensions and the layout {S.layout}; expected CSR or CSC")
    form, starts, indices = parts
    start, index, value = getattr(S, starts)(), getattr(S, indices)(), S.values()
    if dtype is not None and (code := code_of(dtype)) != PATTERN:
        value = value.to(getattr(torch, str(dtype_of(code)).replace("bool_", "bool")))
    if not S.is_cuda:
        start, index, value = start.numpy(), index.numpy(), value.numpy()
    return import_compressed(form, tuple(S.shape), start, index, None if dtype == "pattern" else value, trusted)


from . import _operations as _ops  # noqa: E402  it needs the class above

_ops.add_operators(Matrix)
