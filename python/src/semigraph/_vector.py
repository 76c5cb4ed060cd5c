"""Vectors: an entry, or none, at each position."""

import numpy as np

from ._arrays import _Raw, is_on_device, lend, synchronize, view
from ._errors import DimensionError, InvalidIndexError, InvalidValueError
from ._library import check, ffi, lib, owner
from ._types import (BINARY, PATTERN, code_of, dtype_of, number, operator_code, scalar, size_of, type_name, type_of,
                     value_dtype)

_own = owner("graph_vector")


def _indices(array):
    """Positions as the library takes them in lists."""
    array = np.asarray(array)
    if array.size and array.dtype.kind not in "iu":
        raise InvalidValueError(f"the indices are of type {array.dtype}; expected integers")
    if array.size and array.dtype.kind == "i" and array.min() < 0:
        raise InvalidValueError(f"an index is {array.min()}; expected at least 0")
    return np.ascontiguousarray(array.ravel(), dtype=np.uint64)


class Vector:
    """A vector of the library's.

    From a dense array, which is borrowed and gives a full vector; from another vector; or empty from a length.

    >>> import numpy as np, semigraph as sg
    >>> v = sg.Vector(np.array([1.0, 2.0, 3.0]))
    >>> v
    Vector of 3, float64, 3 entries, full
    >>> sg.Vector.from_entries([0, 5], [1, 2], size=8).numpy(missing=-1)
    array([ 1, -1, -1, -1, -1,  2, -1, -1])
    """

    __slots__ = ("_handle", "_shared", "__weakref__")

    def __init__(self, data, dtype=None):
        box = ffi.new("graph_vector **")
        self._shared = None
        if isinstance(data, (int, np.integer)) and not isinstance(data, bool):
            check(lib.graph_vector_create(box, code_of("float64" if dtype is None else dtype), int(data)))
        elif isinstance(data, Vector):
            if dtype is not None and code_of(dtype) != data._code:
                data = data.astype(dtype)
            check(lib.graph_vector_dup(box, data._handle))
        else:
            self._import(box, data, dtype)
        self._handle = _own(box[0])

    @staticmethod
    def _import(box, data, dtype):
        if is_on_device(data):
            synchronize(data)
            raw, where = _Raw(data), lib.GRAPH_BACKEND_CUDA
        else:
            array = np.asarray(data)
            if array.ndim != 1:
                raise DimensionError(f"the array has {array.ndim} dimensions; expected 1")
            raw, where = _Raw(array, dtype), lib.GRAPH_BACKEND_CPU
        code = code_of(raw.dtype)

        def call(release, context):
            check(lib.graph_vector_import_full_at(box, code, raw.size, raw.pointer(), lib.GRAPH_BORROW, release,
                                                  context, where))

        lend([raw.array], call)

    @classmethod
    def _wrap(cls, handle):
        v = cls.__new__(cls)
        v._handle, v._shared = _own(handle), None
        return v

    @classmethod
    def from_entries(cls, index, value=True, size=None, dtype=None, duplicates=None):
        """v[index[k]] = value[k]; entries at one position are combined by the operator `duplicates`, else an error."""
        index = _indices(index)
        value = np.asarray(value)
        if value.ndim == 0:
            value = np.full(index.size, value)
        if value.size != index.size:
            raise DimensionError(f"{value.size} values and {index.size} indices; expected as many")
        raw = _Raw(value)
        if size is None:
            size = int(index.max()) + 1 if index.size else 0
        v = cls(size, raw.dtype if dtype is None else dtype)
        check(lib.graph_vector_build(v._handle, ffi.from_buffer("graph_index[]", index), raw.pointer(),
                                     code_of(raw.dtype), index.size,
                                     operator_code(duplicates, BINARY, "duplicates")))
        return v

    @property
    def _code(self):
        return type_of(self._handle, "graph_vector")

    @property
    def size(self):
        """The length."""
        return size_of(self._handle, "graph_vector", "length")

    @property
    def shape(self):
        return (self.size,)

    @property
    def nvals(self):
        """The number of entries."""
        return size_of(self._handle, "graph_vector", "entries")

    @property
    def dtype(self):
        """The NumPy type of the values; None for a pattern."""
        return dtype_of(self._code)

    def __len__(self):
        return self.size

    @property
    def form(self):
        """How it is held now: "sparse", "bitmap" or "full"."""
        form = ffi.new("graph_vector_form *")
        check(lib.graph_vector_form_of(form, self._handle))
        return {lib.GRAPH_SPARSE: "sparse", lib.GRAPH_BITMAP: "bitmap", lib.GRAPH_FULL: "full"}[form[0]]

    def __repr__(self):
        n = self.nvals
        return (f"Vector of {self.size}, {type_name(self._code)}, {n} {'entry' if n == 1 else 'entries'}, {self.form}")

    def entries(self):
        """(indices, values) as new arrays, in ascending order."""
        n = ffi.new("graph_index *", self.nvals)
        index = np.empty(n[0], np.uint64)
        value = np.empty(n[0], value_dtype(self._code))
        check(lib.graph_vector_extract_tuples(ffi.from_buffer("graph_index[]", index), ffi.from_buffer(value),
                                              code_of(value.dtype), n, self._handle))
        return index.view(np.int64), value

    def _lent(self):
        """A duplicate that views belong to; dropped by the next write."""
        if self._shared is None:
            box = ffi.new("graph_vector **")
            check(lib.graph_vector_dup(box, self._handle))
            self._shared = _own(box[0])
        return self._shared

    def _write(self):
        self._shared = None
        return self._handle

    def numpy(self, missing=None):
        """The values as an array.

        A full vector gives a read-only view; others a new array that holds `missing` (default 0) where there is no
        entry.
        """
        if self._code != PATTERN and self.form == "full":
            lent = self._lent()
            pointer = ffi.new("const void **")
            check(lib.graph_vector_export_full(pointer, lent, lib.GRAPH_BACKEND_CPU))
            return view(pointer[0], self.size, self.dtype, lent)
        index, value = self.entries()
        array = np.full(self.size, 0 if missing is None else missing, value.dtype)
        array[index] = value
        return array

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def device_view(self):
        """The values of a full vector on the GPU, for cupy.asarray, torch.as_tensor and DLPack."""
        lent = self._lent()
        pointer = ffi.new("const void **")
        check(lib.graph_vector_export_full(pointer, lent, lib.GRAPH_BACKEND_CUDA))
        return view(pointer[0], self.size, self.dtype, lent, on_device=True)

    def to_cupy(self):
        """The values of a full vector as a CuPy array that shares the library's memory; not to be written."""
        import cupy
        return cupy.asarray(self.device_view())

    def to_torch(self, device="cuda"):
        """The values as a torch tensor: on the GPU a view that is not to be written, on the CPU a copy."""
        import torch
        if device == "cpu":
            return torch.from_numpy(self.numpy().copy())
        return torch.as_tensor(self.device_view(), device=device)

    def get(self, i, default=None):
        """The value at i, `default` if there is no entry."""
        s = ffi.new("graph_scalar *")
        status = check(lib.graph_vector_get(s, self._handle, _position(i, self.size)))
        return default if status == lib.GRAPH_NO_VALUE else number(s)

    def __getitem__(self, where):
        if isinstance(where, (int, np.integer)):
            return self.get(where)
        return _ops.extract(self, where)

    def __setitem__(self, where, value):
        if isinstance(where, (int, np.integer)):
            check(lib.graph_vector_set(self._write(), _position(where, self.size), scalar(value)[0]))
        else:
            _ops.assign(self, value, where)

    def __delitem__(self, i):
        check(lib.graph_vector_remove(self._write(), _position(i, self.size)))

    def dup(self):
        """An independent copy, which shares the arrays until one of the two is written."""
        return Vector(self)

    def clear(self):
        """Removes all entries."""
        check(lib.graph_vector_clear(self._write()))

    def fill(self, value):
        """Sets the value at every position."""
        check(lib.graph_vector_fill(self._write(), scalar(value)[0]))

    def resize(self, size):
        """Changes the length; entries that fall outside are removed."""
        check(lib.graph_vector_resize(self._write(), size))

    def check(self):
        """Checks all that must hold inside; raises InvalidObjectError."""
        check(lib.graph_vector_check(self._handle))

    def astype(self, dtype):
        return _ops.apply(self, "identity", dtype=dtype)

    def isequal(self, other):
        """Whether size, type, positions and values are the same."""
        if not isinstance(other, Vector) or self.size != other.size or self._code != other._code:
            return False
        (i, x), (j, y) = self.entries(), other.entries()
        return np.array_equal(i, j) and np.array_equal(x, y, equal_nan=x.dtype.kind == "f")


def _position(i, n):
    """An index that may count from the end."""
    if not -n <= i < n:
        raise InvalidIndexError(f"the index is {i}; expected {-n} .. {n - 1}")
    return int(i) % n


from . import _operations as _ops  # noqa: E402  it needs the class above

_ops.add_operators(Vector)
