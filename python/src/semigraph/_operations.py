"""The operations of GraphBLAS on matrices and vectors.

Each function takes mask=, complement=, structure=, replace=, accum=, out=, backend= and threads=: the result goes
into `out` by the rule of masks and accumulators, or is a new object of the type that the operation gives.
"""

import numpy as np

from ._errors import DimensionError, DomainError, InvalidValueError
from ._library import check, ffi, lib, sized
from ._options import Progress, place
from ._semiring import semiring_for
from ._types import (BINARY, PATTERN, POSITION, SELECT, UNARY, code_of, dtype_of, number, operator_code, scalar,
                     value_dtype)

NULL = ffi.NULL


def _is_matrix(x):
    return isinstance(x, _matrix.Matrix)


def _is_vector(x):
    return isinstance(x, _vector.Vector)


def _prefix(A):
    """Functions on vectors are named graph_vector_..., those on matrices graph_..."""
    if _is_matrix(A):
        return "graph_"
    if _is_vector(A):
        return "graph_vector_"
    raise DomainError(f"the operand is of type {type(A).__name__}; expected a Matrix or a Vector")


def _function(A, name):
    return getattr(lib, _prefix(A) + name)


class _Output:
    """Where a result goes: `out` or a new object, with mask, accumulator and descriptor."""

    def __init__(self, like, shape, code, out=None, mask=None, complement=False, structure=False, replace=False,
                 accum=None, backend=None, threads=None, method=None, progress=None, flags=0):
        kind = type(like)
        if out is None:
            box = ffi.new("graph_matrix **" if kind is _matrix.Matrix else "graph_vector **")
            if kind is _matrix.Matrix:
                check(lib.graph_matrix_create(box, code, shape[0], shape[1]))
            else:
                check(lib.graph_vector_create(box, code, shape[0]))
            out = kind._wrap(box[0])
        elif type(out) is not kind:
            raise DomainError(f"out is of type {type(out).__name__}; expected {kind.__name__}")
        if mask is not None and type(mask) is not kind:
            raise DomainError(f"mask is of type {type(mask).__name__}; expected {kind.__name__}")
        self.object = out
        self.mask_object = mask
        self.mask = NULL if mask is None else mask._handle
        self.accum = operator_code(accum, BINARY, "accum")
        self.place = place(backend, threads)
        self.descriptor = self.place.into(sized("graph_descriptor"))
        self.progress = Progress("product", progress)
        self.progress.into(self.descriptor)
        self.descriptor.flags = (flags | (lib.GRAPH_REPLACE if replace else 0)
                                 | (lib.GRAPH_MASK_STRUCTURE if structure else 0)
                                 | (lib.GRAPH_MASK_COMPLEMENT if complement else 0))
        if method is not None:
            info = lib.graph_method_by_name(method.encode())
            if method != "auto" and info == NULL:
                raise InvalidValueError(f"the method is {method!r}, which is not known; see semigraph.methods()")
            self.descriptor.method = lib.GRAPH_METHOD_AUTO if info == NULL else info.method

    def run(self, function, *arguments):
        with self.progress:
            self.place.check(function(self.object._write(), self.mask, self.accum, *arguments, self.descriptor))
        return self.object


def _common(*codes):
    """The type that holds the values of all: the rule of docs/semantics.md, which NumPy's promotion follows."""
    dtypes = [dtype_of(code) for code in codes if code != PATTERN]
    if not dtypes:
        return code_of(np.bool_)
    return code_of(np.result_type(*dtypes))


def _scalar_code(x, other):
    """The type of a result with a scalar operand: that of the other one where it holds the scalar."""
    base = np.dtype(value_dtype(other))
    if isinstance(x, (bool, np.bool_)) or base.kind == "f":
        return code_of(base)
    if isinstance(x, (int, np.integer)):
        if base.kind == "b":
            return code_of(np.int64)
        info = np.iinfo(base)
        return code_of(base if info.min <= int(x) <= info.max else np.int64 if x < 2**63 else np.uint64)
    return code_of(np.float64)


_TRUTH = ("eq", "ne", "lt", "le", "gt", "ge", "lor", "land", "lxor", "lxnor")


def _result(op, code):
    name = {number_: n for n, number_ in BINARY.items() if n.isidentifier()}[op]
    return code_of(np.bool_) if name in _TRUTH else code


# ---- Products ----

def mxm(A, B, semiring="plus_times", *, transpose_a=False, transpose_b=False, dtype=None, **options):
    """The product A B over a semiring: C(i, j) = add over k of mul(A(i, k), B(k, j)).

    semiring: a name such as "min_plus", for the type of the operands, or a Semiring.  dtype names the type instead.
    Options: mask, complement, structure, replace, accum, out, method, backend, threads, progress.

    >>> import semigraph as sg
    >>> A = sg.Matrix([[0, 3.0], [4.0, 0]])
    >>> sg.mxm(A, A, sg.min_plus).to_dense(missing=float("inf"))
    array([[ 7., inf],
           [inf,  7.]])
    >>> sg.mxm(A, A, mask=A, complement=True).nvals
    2
    """
    if not _is_matrix(A) or not _is_matrix(B):
        raise DomainError(f"the operands are {type(A).__name__} and {type(B).__name__}; expected matrices")
    ring = semiring_for(semiring, _common(A._code, B._code) if dtype is None else code_of(dtype))
    flags = (lib.GRAPH_TRANSPOSE_A if transpose_a else 0) | (lib.GRAPH_TRANSPOSE_B if transpose_b else 0)
    rows = A.shape[1 if transpose_a else 0]
    columns = B.shape[0 if transpose_b else 1]
    out = _Output(A, (rows, columns), ring.code, flags=flags, **options)
    return out.run(lib.graph_mxm, ring.handle, A._handle, B._handle)


def mxv(A, u, semiring="plus_times", *, transpose=False, dtype=None, **options):
    """The product A u of a matrix and a vector; a dense NumPy array is taken as a full vector."""
    u = _as_vector(u)
    ring = semiring_for(semiring, _common(A._code, u._code) if dtype is None else code_of(dtype))
    flags = lib.GRAPH_TRANSPOSE_A if transpose else 0
    out = _Output(u, (A.shape[1 if transpose else 0],), ring.code, flags=flags, **options)
    return out.run(lib.graph_mxv, ring.handle, A._handle, u._handle)


def vxm(u, A, semiring="plus_times", *, transpose=False, dtype=None, **options):
    """The product u A of a vector and a matrix."""
    u = _as_vector(u)
    ring = semiring_for(semiring, _common(A._code, u._code) if dtype is None else code_of(dtype))
    flags = lib.GRAPH_TRANSPOSE_B if transpose else 0
    out = _Output(u, (A.shape[0 if transpose else 1],), ring.code, flags=flags, **options)
    return out.run(lib.graph_vxm, ring.handle, u._handle, A._handle)


def _as_vector(u):
    return u if _is_vector(u) else _vector.Vector(u)


def _dense(array, code):
    """A graph_dense over a NumPy array of two dimensions, rows or columns contiguous; the array comes second."""
    array = np.asarray(array, value_dtype(code))
    if array.ndim != 2:
        raise DimensionError(f"the array has {array.ndim} dimensions; expected 2")
    by_columns = array.flags.f_contiguous and not array.flags.c_contiguous
    if not by_columns:
        array = np.ascontiguousarray(array)
    d = sized("graph_dense", type=code, layout=lib.GRAPH_COLUMN_MAJOR if by_columns else lib.GRAPH_ROW_MAJOR,
              rows=array.shape[0], columns=array.shape[1], value=ffi.cast("void *", array.ctypes.data))
    return d, array


def csrmm(A, B, semiring="plus_times", *, transpose=False, dtype=None, out=None, accumulate=False, backend=None,
          threads=None):
    """The product of a sparse matrix and a dense NumPy array, as a dense array; empty rows hold the semiring's zero.

    B may also be an array on the device (CuPy's): then `out` has to be one, too, and nothing is copied.
    """
    where = place(backend, threads)
    if hasattr(B, "__cuda_array_interface__"):
        ring = semiring_for(semiring, code_of(np.dtype(B.__cuda_array_interface__["typestr"])))
        if out is None:
            raise InvalidValueError("out is missing; expected an array on the device, as B is one")
        b, c, kept = _device_dense(B, ring.code), _device_dense(out, ring.code), (B, out)
    else:
        B = np.asarray(B)
        ring = semiring_for(semiring, _common(A._code, code_of(B.dtype)) if dtype is None else code_of(dtype))
        b, kept = _dense(B, ring.code)
        if out is None:
            out = np.zeros((A.shape[1 if transpose else 0], B.shape[1]), value_dtype(ring.code))
        c, same = _dense(out, ring.code)
        if same is not out:
            raise InvalidValueError(f"out is of type {out.dtype} or not contiguous; expected {value_dtype(ring.code)}")
    descriptor = where.into(sized("graph_descriptor"))
    descriptor.flags = (lib.GRAPH_TRANSPOSE_A if transpose else 0) | (lib.GRAPH_ACCUMULATE if accumulate else 0)
    where.check(lib.graph_csrmm(c, ring.handle, A._handle, b, descriptor))
    del kept
    return out


def _device_dense(array, code):
    interface = array.__cuda_array_interface__
    shape, strides = interface["shape"], interface.get("strides")
    size = np.dtype(interface["typestr"]).itemsize
    if len(shape) != 2 or code_of(np.dtype(interface["typestr"])) != code:
        raise DimensionError(f"the array on the device is {interface['typestr']} of shape {shape}; expected a matrix "
                             "of the semiring's type")
    row_major = strides is None or strides[1] == size
    if not row_major and strides[0] != size:
        raise InvalidValueError("neither rows nor columns of the array on the device are contiguous")
    stride = 0 if strides is None else (strides[0] if row_major else strides[1]) // size
    return sized("graph_dense", type=code, layout=lib.GRAPH_ROW_MAJOR if row_major else lib.GRAPH_COLUMN_MAJOR,
                 rows=shape[0], columns=shape[1], stride=stride, value=ffi.cast("void *", interface["data"][0]))


# ---- Element by element ----

def _elementwise(name, A, B, op, code, extra=(), **options):
    op = operator_code(op, BINARY, "op")
    if type(B) is not type(A):
        raise DomainError(f"the operands are {type(A).__name__} and {type(B).__name__}; expected two of a kind")
    code = _result(op, _common(A._code, B._code)) if code is None else code_of(code)
    out = _Output(A, A.shape, code, **options)
    operands = (A._handle, extra[0], B._handle, extra[1]) if extra else (A._handle, B._handle)
    return out.run(_function(A, name), op, *operands)


def ewise_add(A, B, op="plus", *, dtype=None, **options):
    """The union of the entries: op where both have one, a copy of the one that has elsewhere."""
    return _elementwise("ewise_add", A, B, op, dtype, **options)


def ewise_mult(A, B, op="times", *, dtype=None, **options):
    """The intersection of the entries: op where both have one."""
    return _elementwise("ewise_mult", A, B, op, dtype, **options)


def ewise_union(A, B, op="minus", alpha=0, beta=0, *, dtype=None, **options):
    """The union of the entries; alpha stands for what A lacks, beta for what B lacks."""
    return _elementwise("ewise_union", A, B, op, dtype, (scalar(alpha)[0], scalar(beta)[0]), **options)


def apply(A, op, *, left=None, right=None, dtype=None, **options):
    """op of each entry: a unary operator, a binary one with `left` or `right` bound, or the position of the entry
    ("row_index", "column_index", "diagonal_index") plus `right`.

    >>> import semigraph as sg
    >>> v = sg.Vector.from_entries([1, 3], [-2, 5])
    >>> sg.apply(v, "abs").numpy(), sg.apply(v, "times", right=10).numpy()
    (array([0, 2, 0, 5]), array([  0, -20,   0,  50]))
    """
    if op in POSITION:
        out = _Output(A, A.shape, code_of(np.int64) if dtype is None else code_of(dtype), **options)
        return out.run(_function(A, "apply_index"), POSITION[op], A._handle,
                       scalar(0 if right is None else int(right))[0])
    if left is None and right is None:
        code = operator_code(op, UNARY, "op")
        kind = A._code if op in ("identity", "one") or A._code != PATTERN else code_of(np.bool_)
        out = _Output(A, A.shape, kind if dtype is None else code_of(dtype), **options)
        return out.run(_function(A, "apply"), code, A._handle)
    if left is not None and right is not None:
        raise InvalidValueError("left and right are both given; expected one of them")
    code = operator_code(op, BINARY, "op")
    bound = right if left is None else left
    kind = _result(code, _scalar_code(bound, A._code)) if dtype is None else code_of(dtype)
    out = _Output(A, A.shape, kind, **options)
    if left is None:
        return out.run(_function(A, "apply_second"), code, A._handle, scalar(right)[0])
    return out.run(_function(A, "apply_first"), code, scalar(left)[0], A._handle)


def select(A, op, y=0, **options):
    """The entries that pass a test: "tril", "triu", "diagonal", "offdiagonal" (y is the diagonal), ">", "<=", "==", ...
    (y is the value), "row_le", "column_gt", ... (y is the index).

    >>> import semigraph as sg
    >>> A = sg.Matrix([[1, 2], [3, 4]])
    >>> sg.select(A, ">", 2).to_dense()
    array([[0, 0],
           [3, 4]])
    """
    out = _Output(A, A.shape, A._code, **options)
    return out.run(_function(A, "select"), operator_code(op, SELECT, "op"), A._handle, scalar(y)[0])


def reduce(A, op="plus", *, dtype=None, backend=None, threads=None):
    """The sum of all entries by a monoid, as a number; its identity if there are none."""
    code = operator_code(op, BINARY, "op")
    kind = _sum_code(op, A._code) if dtype is None else code_of(dtype)
    where = place(backend, threads)
    x = ffi.new("graph_scalar *")
    where.check(_function(A, "reduce")(x, kind, code, A._handle, where.into(sized("graph_descriptor"))))
    return number(x)


def _sum_code(op, code):
    dtype = value_dtype(code)
    if op in _TRUTH:
        return code_of(np.bool_)
    if op in ("plus", "+", "times", "*") and dtype.kind in "biu":
        return code_of(np.uint64 if dtype.kind == "u" else np.int64)
    return code_of(dtype)


def reduce_rows(A, op="plus", *, transpose=False, dtype=None, **options):
    """A vector with the sum of each row (transpose: column) that has entries, by a monoid."""
    kind = _sum_code(op, A._code) if dtype is None else code_of(dtype)
    flags = lib.GRAPH_TRANSPOSE_A if transpose else 0
    like = _vector.Vector.__new__(_vector.Vector)
    out = _Output(like, (A.shape[1 if transpose else 0],), kind, flags=flags, **options)
    return out.run(lib.graph_reduce_rows, operator_code(op, BINARY, "op"), A._handle)


def transpose(A, **options):
    """The transpose."""
    return _Output(A, A.shape[::-1], A._code, **options).run(lib.graph_transpose, A._handle)


def kronecker(A, B, op="times", *, dtype=None, **options):
    """The Kronecker product."""
    code = operator_code(op, BINARY, "op")
    kind = _result(code, _common(A._code, B._code)) if dtype is None else code_of(dtype)
    shape = (A.shape[0] * B.shape[0], A.shape[1] * B.shape[1])
    return _Output(A, shape, kind, **options).run(lib.graph_kronecker, code, A._handle, B._handle)


# ---- Parts ----

class _List:
    """A list of indices for the library, from a slice, a list, an array or a single index."""

    def __init__(self, where, n):
        self.is_single = isinstance(where, (int, np.integer))
        if isinstance(where, slice) and where.indices(n) == (0, n, 1):
            self.array, self.pointer, self.count = None, NULL, n
            return
        if isinstance(where, slice):
            array = np.arange(*where.indices(n), dtype=np.int64)
        else:
            array = np.atleast_1d(np.asarray(where))
            if array.dtype == np.bool_:
                if array.size != n:
                    raise DimensionError(f"{array.size} truth values for {n} positions; expected as many")
                array = np.flatnonzero(array)
            if array.size and array.dtype.kind not in "iu":
                raise InvalidValueError(f"the indices are of type {array.dtype}; expected integers")
            array = np.where(array < 0, array + n, array) if array.dtype.kind == "i" else array
        self.array = _vector._indices(array)
        # An empty list is not NULL, which would stand for all.
        self.pointer = ffi.from_buffer("graph_index[]", self.array) if self.array.size else ffi.new("graph_index[1]")
        self.count = self.array.size


def extract(A, *where, **options):
    """A part: extract(A, rows, columns) or extract(v, indices); a single row or column is a vector."""
    if _is_vector(A):
        (index,) = (_List(w, A.size) for w in where)
        return _Output(A, (index.count,), A._code, **options).run(lib.graph_vector_extract, A._handle, index.pointer,
                                                                  index.count)
    rows, columns = (_List(w, n) for w, n in zip(where, A.shape))
    if rows.is_single or columns.is_single:
        like = _vector.Vector.__new__(_vector.Vector)
        single, listed = (rows, columns) if rows.is_single else (columns, rows)
        flags = lib.GRAPH_TRANSPOSE_A if rows.is_single else 0
        out = _Output(like, (listed.count,), A._code, flags=flags, **options)
        return out.run(lib.graph_extract_column, A._handle, listed.pointer, listed.count, int(single.array[0]))
    out = _Output(A, (rows.count, columns.count), A._code, **options)
    return out.run(lib.graph_extract, A._handle, rows.pointer, rows.count, columns.pointer, columns.count)


def assign(A, value, *where, **options):
    """Writes into a part: a matrix (vector) of the part's shape, or a scalar at each of its positions."""
    is_object = _is_matrix(value) or _is_vector(value)
    if not is_object and not isinstance(value, (bool, int, float, np.generic)):
        value = _matrix.Matrix(value) if np.ndim(value) == 2 or hasattr(value, "format") else _vector.Vector(value)
        is_object = True
    if _is_vector(A):
        (index,) = (_List(w, A.size) for w in where)
        out = _Output(A, A.shape, A._code, out=A, **options)
        if is_object:
            return out.run(lib.graph_vector_assign, value._handle, index.pointer, index.count)
        return out.run(lib.graph_vector_assign_scalar, scalar(value)[0], index.pointer, index.count)
    rows, columns = (_List(w, n) for w, n in zip(where, A.shape))
    if _is_vector(value):
        # The mask of these two has the length of the row or column, so it is a vector.
        if not (rows.is_single or columns.is_single):
            raise DimensionError("the value is a vector; expected a single row or column to write it to")
        single, listed = (rows, columns) if rows.is_single else (columns, rows)
        out = _Output(value, value.shape, A._code, out=value, **options)
        function = lib.graph_assign_row if rows.is_single else lib.graph_assign_column
        order = ((int(single.array[0]), listed.pointer, listed.count) if rows.is_single
                 else (listed.pointer, listed.count, int(single.array[0])))
        out.place.check(function(A._write(), out.mask, out.accum, value._handle, *order, out.descriptor))
        return A
    out = _Output(A, A.shape, A._code, out=A, **options)
    parts = (rows.pointer, rows.count, columns.pointer, columns.count)
    if is_object:
        return out.run(lib.graph_assign, value._handle, *parts)
    return out.run(lib.graph_assign_scalar, scalar(value)[0], *parts)


def methods():
    """The methods of products by name, with what is known of each."""
    found, k = {}, 0
    while (info := lib.graph_method_at(k)) != NULL:
        found[ffi.string(info.name).decode()] = {
            field: ffi.string(getattr(info, field)).decode()
            for field in ("what", "where", "when", "source", "operations")}
        k += 1
    return found


# ---- Signs ----

def _is_number(x):
    return isinstance(x, (bool, int, float, np.number, np.bool_))


def _matmul(A, B):
    if _is_matrix(A) and _is_matrix(B):
        return mxm(A, B)
    if _is_matrix(A) and _is_vector(B):
        return mxv(A, B)
    if _is_vector(A) and _is_matrix(B):
        return vxm(A, B)
    if _is_matrix(A) and isinstance(B, np.ndarray):
        return csrmm(A, B) if B.ndim == 2 else csrmm(A, B.reshape(-1, 1)).ravel() if B.ndim == 1 else NotImplemented
    if _is_matrix(A) and hasattr(B, "format"):
        return mxm(A, _matrix.Matrix(B))
    return NotImplemented


def _rmatmul(B, A):
    """A @ B for A of NumPy's or SciPy's."""
    if _is_matrix(B) and isinstance(A, np.ndarray) and A.ndim in (1, 2):
        return csrmm(B, A.reshape(-1, 1), transpose=True).ravel() if A.ndim == 1 else csrmm(B, A.T, transpose=True).T
    if _is_matrix(B) and hasattr(A, "format"):
        return mxm(_matrix.Matrix(A), B)
    return NotImplemented


def _sign(name, both, op):
    def sign(A, B):
        if _is_number(B):
            return apply(A, op, right=B)
        if type(B) is not type(A):
            return NotImplemented
        return both(A, B, op)

    def reflected(A, x):
        return apply(A, op, left=x) if _is_number(x) else NotImplemented

    sign.__name__, reflected.__name__ = f"__{name}__", f"__r{name}__"
    return sign, reflected


def _truediv(A, B):
    dtype = np.result_type(value_dtype(A._code), np.float32 if value_dtype(A._code).itemsize < 4 else np.float64)
    if value_dtype(A._code) == np.float32:
        dtype = np.dtype(np.float32)
    if _is_number(B):
        return apply(A, "div", right=float(B), dtype=dtype)
    return ewise_mult(A, B, "div", dtype=np.result_type(dtype, value_dtype(B._code))) if type(B) is type(A) \
        else NotImplemented


def add_operators(cls):
    """The signs of Python and the methods that both classes have."""
    for name, both, op in (("add", ewise_add, "plus"), ("mul", ewise_mult, "times"),
                           ("sub", ewise_union, "minus"), ("or", ewise_add, "lor"), ("and", ewise_mult, "land"),
                           ("xor", ewise_add, "lxor")):
        sign, reflected = _sign(name, both, op)
        setattr(cls, f"__{name}__", sign)
        setattr(cls, f"__r{name}__", reflected)
    for name, op in (("lt", "lt"), ("le", "le"), ("gt", "gt"), ("ge", "ge")):
        setattr(cls, f"__{name}__", _sign(name, ewise_mult, op)[0])
    cls.__truediv__ = _truediv
    cls.__matmul__, cls.__rmatmul__ = _matmul, _rmatmul
    cls.__neg__ = lambda A: apply(A, "ainv")
    cls.__abs__ = lambda A: apply(A, "abs")
    for function in (ewise_add, ewise_mult, ewise_union, apply, select, reduce):
        setattr(cls, function.__name__, function)


from . import _matrix, _vector  # noqa: E402  these modules need each other
