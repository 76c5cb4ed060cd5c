"""DLPack capsules of views: the struct of DLPack 0.x, which every reader takes."""

import ctypes

_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
_NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device", ctypes.c_int32),
                ("dimensions", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]

_alive: dict = {}  # address of a struct: the struct, its shape, and the owner of the memory


@_Deleter
def _delete(managed):
    _alive.pop(ctypes.addressof(managed.contents), None)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _end_capsule(capsule):
    """A capsule that nobody has read ends; a reader renames it and deletes the struct itself."""
    if _is_valid(capsule, _NAME):
        _alive.pop(_pointer_of(capsule, _NAME), None)


def capsule(address, size, dtype, device, owner):
    """A capsule of `size` elements at an address; the owner lives until its reader has done."""
    shape = (ctypes.c_int64 * 1)(size)
    managed = _Managed(tensor=_Tensor(data=address, device_type=device[0], device=device[1], dimensions=1,
                                      code=_CODES[dtype.kind], bits=8 * dtype.itemsize, lanes=1, shape=shape),
                       deleter=_delete)
    key = ctypes.addressof(managed)
    _alive[key] = (managed, shape, owner)
    return _new_capsule(key, _NAME, ctypes.cast(_end_capsule, ctypes.c_void_p))
