"""Arrays cross between Python and the library without copies.

In: an array is lent.  The library reads it where it lies and gives it back through `_give_back` when no object uses it
any more; until then a `_Loan` keeps it alive.  Out: a view.  It belongs to a duplicate of the object (which shares the
arrays and costs O(1)), so a later write to the object copies the arrays first and never changes the view.

Arrays on a device are described by __cuda_array_interface__, and leave by that and by DLPack.
"""

import sys
import threading

import numpy as np

from ._errors import DomainError, InvalidValueError
from ._library import check, ffi, lib, sized
from ._types import PATTERN, code_of, dtype_of


class _Loan:
    """The arrays of one import, alive until each of them has come back."""

    def __init__(self, arrays):
        self.arrays = arrays
        self.remaining = len(arrays)
        self.handle = ffi.new_handle(self)


_loans: dict = {}
_loans_lock = threading.RLock()  # a collection inside the block may release another matrix


@ffi.callback("graph_free_function")
def _give_back(array, context):
    loan = ffi.from_handle(context)
    with _loans_lock:
        loan.remaining -= 1
        if loan.remaining == 0:
            del _loans[id(loan)]


def loans():
    """How many sets of arrays the library has on loan; for tests."""
    with _loans_lock:
        return len(_loans)


def lend(arrays, call):
    """call(release, context) for an import that borrows these arrays; they live until the library gives them back."""
    loan = _Loan(arrays)
    with _loans_lock:
        _loans[id(loan)] = loan
    try:
        call(_give_back, loan.handle)
    except BaseException:
        with _loans_lock:
            _loans.pop(id(loan), None)
        raise


def is_on_device(array):
    return hasattr(array, "__cuda_array_interface__")


class _Raw:
    """Where an array lies, and of what; the array itself stays referenced."""

    def __init__(self, array, dtype=None):
        if is_on_device(array):
            interface = array.__cuda_array_interface__
            if interface.get("strides") is not None:
                raise InvalidValueError("the array on the device has strides; expected a contiguous one")
            self.array = array
            self.address = interface["data"][0]
            self.dtype = np.dtype(interface["typestr"])
            self.size = int(np.prod(interface["shape"], dtype=np.int64))
        else:
            array = np.ascontiguousarray(array, dtype=dtype)
            if not array.dtype.isnative:
                array = array.astype(array.dtype.newbyteorder("="))
            self.array = array
            self.address = array.ctypes.data
            self.dtype = array.dtype
            self.size = array.size

    def pointer(self):
        return ffi.cast("void *", self.address)


def _integers(array, what):
    raw = _Raw(array)
    if raw.dtype not in (np.dtype(np.int32), np.dtype(np.int64)):
        if is_on_device(array) or raw.dtype.kind not in "iu":
            raise DomainError(f"{what} are of type {raw.dtype}; expected int32 or int64")
        raw = _Raw(raw.array.astype(np.int64))
    return raw


def synchronize(array):
    """Waits for the work of the array's owner, if it runs in a stream of its own."""
    stream = array.__cuda_array_interface__.get("stream")
    module = type(array).__module__.partition(".")[0]
    if module == "torch":
        import torch
        torch.cuda.current_stream(array.device).synchronize()
    elif module == "cupy":
        import cupy
        cupy.cuda.get_current_stream().synchronize()
    elif stream not in (None, 1, 2):
        raise InvalidValueError(f"the array belongs to the stream {stream}; synchronize it and export it without one")


def import_compressed(form, shape, starts, indices, values, is_trusted=False):
    """A new handle that borrows the arrays of a CSR or CSC matrix; values None: a pattern."""
    on_device = is_on_device(indices)
    start, index = _integers(starts, "the starts"), _integers(indices, "the indices")
    value = None if values is None else _Raw(values)
    if value is not None and value.size != index.size:
        raise InvalidValueError(f"{value.size} values and {index.size} indices; expected as many")
    majors = shape[0] if form == "csr" else shape[1]
    if start.size != majors + 1:
        raise InvalidValueError(f"{start.size} starts for {majors} rows; expected {majors + 1}")
    fields = sized("graph_arrays", type=PATTERN if value is None else code_of(value.dtype), rows=shape[0],
                   columns=shape[1], entries=index.size, start_bits=8 * start.dtype.itemsize,
                   index_bits=8 * index.dtype.itemsize, ownership=lib.GRAPH_BORROW, is_trusted=is_trusted)
    if on_device:
        synchronize(indices)
        fields.place = lib.GRAPH_BACKEND_CUDA
    if form == "csr":
        fields.format, fields.row, fields.column = lib.GRAPH_CSR, start.pointer(), index.pointer()
    else:
        fields.format, fields.column, fields.row = lib.GRAPH_CSC, start.pointer(), index.pointer()
    fields.value = ffi.NULL if value is None else value.pointer()
    box = ffi.new("graph_matrix **")

    def call(release, context):
        fields.release, fields.context = release, context
        check(lib.graph_matrix_import(box, fields))

    # The library gives back what is not NULL.
    lend([raw.array for raw in (start, index, value) if raw is not None and raw.address], call)
    return box[0]


def _finish_device():
    """Waits for what CuPy and PyTorch have asked of the GPU."""
    try:
        if (cupy := sys.modules.get("cupy")) is not None:
            cupy.cuda.Device().synchronize()
        elif (torch := sys.modules.get("torch")) is not None:
            torch.cuda.synchronize()
    except Exception:  # the process ends, or the device has failed: then nothing reads any more
        pass


class View:
    """Memory of the library as an array: NumPy reads __array_interface__, others the device's protocols."""

    def __init__(self, address, size, dtype, owner, on_device=False):
        self._owner = owner
        self._address, self._size, self._dtype, self._on_device = address, size, dtype, on_device
        interface = {"version": 3, "shape": (size,), "typestr": dtype.str, "strides": None}
        if on_device:
            # The flag of read-only arrays is refused by some readers; nobody may write all the same.
            self.__cuda_array_interface__ = {**interface, "data": (address if size else 0, False), "stream": None}
        else:
            self.__array_interface__ = {**interface, "data": (address, True)}

    def __del__(self):
        # The library may give the memory to its next call while another library's kernels still read it.
        if self._on_device:
            _finish_device()

    def __dlpack_device__(self):
        return (2, 0) if self._on_device else (1, 0)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        from . import _dlpack
        if copy:
            raise BufferError("this view is not copied")
        return _dlpack.capsule(self._address, self._size, self._dtype, self.__dlpack_device__(), self)


def view(pointer, size, dtype, owner, on_device=False):
    """A read-only NumPy array over memory of the library, or a View of memory on the device."""
    if size == 0 and not on_device:
        empty = np.empty(0, dtype)
        empty.flags.writeable = False
        return empty
    made = View(int(ffi.cast("uintptr_t", pointer)), size, dtype, owner, on_device)
    return made if on_device else np.asarray(made)


def export_views(handle, owner, form, device=False):
    """(starts, indices, values) of a handle as views; values is None for a pattern.  `owner` keeps the handle."""
    fields = sized("graph_arrays")
    code = lib.GRAPH_CSR if form == "csr" else lib.GRAPH_CSC
    if device:
        check(lib.graph_matrix_export_at(fields, handle, code, lib.GRAPH_BORROW, lib.GRAPH_BACKEND_CUDA))
    else:
        check(lib.graph_matrix_export(fields, handle, code, lib.GRAPH_BORROW))
    majors = fields.rows if form == "csr" else fields.columns
    start, index = (fields.row, fields.column) if form == "csr" else (fields.column, fields.row)
    value = None
    if fields.type != PATTERN:
        value = view(fields.value, fields.entries, dtype_of(fields.type), owner, device)
    return (view(start, majors + 1, np.dtype(np.int64), owner, device),
            view(index, fields.entries, np.dtype(np.int32), owner, device), value)
