"""The C library: where it is, how it is opened, and how a status becomes an exception.

`lib` holds its functions.  A call through it releases the interpreter's lock, so other threads of Python run meanwhile.
"""

import ctypes
import importlib.util
import os

from . import _errors
from ._cdef import ffi

_HERE = os.path.dirname(__file__)
# Packages that hold the same library with the CUDA back end, and the driver that each needs.
_VARIANTS = (("semigraph_cu13", 13000), ("semigraph_cu12", 12080))


def _driver_version():
    """The version of CUDA that the driver of this machine supports, 0 without a driver.  Initialises nothing."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return 0
    version = ctypes.c_int(0)
    return version.value if driver.cuDriverGetVersion(ctypes.byref(version)) == 0 else 0


def _preload_nvrtc(major):
    """Loads the run-time compiler from NVIDIA's wheel, if it is installed, so that the library finds it by its name."""
    name = f"libnvrtc.so.{major}"
    for package in (f"nvidia.cu{major}", "nvidia.cuda_nvrtc"):
        try:
            spec = importlib.util.find_spec(package)
        except ModuleNotFoundError:
            continue
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            path = os.path.join(folder, "lib", name)
            if os.path.exists(path):
                ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
                return


def _find():
    """The path of the library: $SEMIGRAPH_LIBRARY, else a CUDA variant that the driver can run, else our own."""
    if path := os.environ.get("SEMIGRAPH_LIBRARY"):
        return path
    driver = None
    for package, least in _VARIANTS:
        spec = importlib.util.find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            continue
        driver = _driver_version() if driver is None else driver
        path = os.path.join(list(spec.submodule_search_locations)[0], "libsemigraph.so")
        if driver >= least and os.path.exists(path):
            _preload_nvrtc(least // 1000)
            return path
    return os.path.join(_HERE, "libsemigraph.so")


path = _find()
lib = ffi.dlopen(path)
NULL = ffi.NULL


def text(pointer):
    """A static C string as str."""
    return ffi.string(pointer).decode()


def failure(status):
    """The exception of a negative status, with the library's sentence."""
    name = text(lib.graph_status_name(status))
    sentence = ffi.string(lib.graph_last_error()).decode(errors="replace")
    cls = _errors.BY_STATUS.get(name, _errors.GraphError)
    error = cls(sentence or text(lib.graph_status_text(status)))
    error.status = name
    return error


def check(status):
    """Raises the exception of a failure; gives back what is no failure."""
    if status < 0:
        raise failure(status)
    return status


def sized(type_name, **fields):
    """A struct that begins with its size."""
    struct = ffi.new(type_name + " *")
    struct.size = ffi.sizeof(type_name)
    for name, value in fields.items():
        setattr(struct, name, value)
    return struct


def owner(type_name):
    """A function that makes the holder of a handle; the handle is released with the holder."""
    release = getattr(lib, type_name + "_release")
    box_type = ffi.typeof(type_name + " **")

    def end(handle):
        release(ffi.new(box_type, handle))

    return lambda handle: ffi.gc(handle, end)
