"""Value types, scalars and operators: names of Python and NumPy on one side, codes of the library on the other."""

import struct

import numpy as np

from ._errors import DomainError, InvalidValueError
from ._library import check, ffi, lib, text

PATTERN = lib.GRAPH_PATTERN

_DTYPE_OF: dict = {lib.GRAPH_BOOL: np.dtype(np.bool_)}
for _bits in (8, 16, 32, 64):
    _DTYPE_OF[getattr(lib, f"GRAPH_INT{_bits}")] = np.dtype(f"int{_bits}")
    _DTYPE_OF[getattr(lib, f"GRAPH_UINT{_bits}")] = np.dtype(f"uint{_bits}")
_DTYPE_OF[lib.GRAPH_FP32] = np.dtype(np.float32)
_DTYPE_OF[lib.GRAPH_FP64] = np.dtype(np.float64)
_CODE_OF = {dtype: code for code, dtype in _DTYPE_OF.items()}
_CODE_OF_NAME = {"pattern": PATTERN, "fp32": lib.GRAPH_FP32, "fp64": lib.GRAPH_FP64}


def code_of(dtype):
    """The library's code of a NumPy type, of its name, or of "pattern"."""
    if isinstance(dtype, str) and dtype in _CODE_OF_NAME:
        return _CODE_OF_NAME[dtype]
    try:
        return _CODE_OF[np.dtype(dtype).newbyteorder("=")]
    except (TypeError, KeyError):
        known = ", ".join(str(d) for d in _CODE_OF)
        raise DomainError(f'the type is {dtype!r}; expected one of {known}, "pattern"') from None


def dtype_of(code):
    """The NumPy type of a code; None for a pattern."""
    return _DTYPE_OF.get(code)


def value_dtype(code):
    """The NumPy type in which values of a code are read: a pattern reads as true."""
    return _DTYPE_OF.get(code, _DTYPE_OF[lib.GRAPH_BOOL])


def type_name(code):
    dtype = dtype_of(code)
    return str(dtype) if dtype is not None else text(lib.graph_type_name(code))


# Operators by name ("plus", "min", "first", ...), and by the sign that Python writes for some of them.
def _names(prefix, enum, exclude=()):
    found = {}
    for name, number in ffi.typeof(enum).relements.items():
        short = name[len(prefix):].lower()
        if "COUNT" not in name and "OWN_" not in name and not name.endswith("_END") and short not in exclude:
            found[short] = number
    return found


BINARY = _names("GRAPH_", "graph_op", exclude=("no_op",))
BINARY.update({"+": BINARY["plus"], "-": BINARY["minus"], "*": BINARY["times"], "/": BINARY["div"],
               "|": BINARY["lor"], "&": BINARY["land"], "^": BINARY["lxor"], "==": BINARY["eq"], "!=": BINARY["ne"],
               "<": BINARY["lt"], "<=": BINARY["le"], ">": BINARY["gt"], ">=": BINARY["ge"]})
UNARY = _names("GRAPH_", "graph_unary_op")
SELECT = _names("GRAPH_", "graph_select_op")
SELECT.update({sign: SELECT["value_" + name] for sign, name in
               (("==", "eq"), ("!=", "ne"), ("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge"))})
POSITION = _names("GRAPH_", "graph_index_op")


def operator_code(name, table, what):
    """The code of an operator by its name."""
    if name is None and table is BINARY:
        return lib.GRAPH_NO_OP
    try:
        return table[name]
    except (KeyError, TypeError):
        known = ", ".join(sorted(n for n in table if n.isidentifier()))
        raise InvalidValueError(f"{what} is {name!r}; expected one of {known}") from None


def scalar(x):
    """A graph_scalar of a number of Python's or NumPy's; its union is a word for cffi (see make_cdef.py)."""
    s = ffi.new("graph_scalar *")
    if isinstance(x, (bool, np.bool_)):
        s.type, s.value = lib.GRAPH_BOOL, int(x)
    elif isinstance(x, (int, np.integer)):
        x = int(x)
        if not -(2**63) <= x < 2**64:
            raise InvalidValueError(f"the scalar is {x}; expected a number of 64 bits")
        s.type, s.value = (lib.GRAPH_INT64 if x < 2**63 else lib.GRAPH_UINT64), x % 2**64
    elif isinstance(x, (float, np.floating)):
        s.type = lib.GRAPH_FP64
        (s.value,) = struct.unpack("=Q", struct.pack("=d", x))
    else:
        raise DomainError(f"the scalar is of type {type(x).__name__}; expected bool, int or float")
    return s


def number(s):
    """The value of a graph_scalar."""
    if s.type in (lib.GRAPH_FP32, lib.GRAPH_FP64):
        return struct.unpack("=d", struct.pack("=Q", s.value))[0]
    if s.type == PATTERN:
        return True
    if s.type == lib.GRAPH_BOOL:
        return bool(s.value & 255)
    return s.value if dtype_of(s.type).kind == "u" or s.value < 2**63 else s.value - 2**64


def size_of(handle, prefix, what):
    """A number of an object: graph_matrix_rows and its kin."""
    n = ffi.new("graph_index *")
    check(getattr(lib, f"{prefix}_{what}")(n, handle))
    return n[0]


def type_of(handle, prefix):
    code = ffi.new("graph_type *")
    check(getattr(lib, prefix + "_type")(code, handle))
    return code[0]
