"""Semirings: the built-in ones by name, and those of the user's from expressions."""

import numpy as np

from ._errors import DomainError, InvalidValueError
from ._library import check, ffi, lib, owner, sized, text
from ._types import BINARY, code_of, dtype_of, operator_code, type_name

_own = owner("graph_semiring")
_KINDS = {name[len("GRAPH_"):].lower(): number
          for name, number in ffi.typeof("graph_semiring_kind").relements.items() if not name.endswith("_END")}


class SemiringKind:
    """A built-in semiring without its type, such as min_plus; the operands of a product choose that."""

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"semigraph.{self.name}"

    def __getitem__(self, dtype):
        """The semiring over one type: min_plus["float32"]."""
        return _builtin(self.name, code_of(dtype))


class Semiring:
    """A semiring over one type."""

    __slots__ = ("handle", "_kept", "__weakref__")

    def __init__(self, handle, kept=None):
        self.handle, self._kept = handle, kept

    @property
    def name(self):
        return text(lib.graph_semiring_name(self.handle))

    @property
    def code(self):
        return lib.graph_semiring_type(self.handle)

    @property
    def dtype(self):
        """The NumPy type that sums and products have."""
        return dtype_of(self.code)

    def __repr__(self):
        return f"<semiring {self.name} on {type_name(self.code)}>"


def _builtin(kind, code):
    handle = lib.graph_semiring_builtin(_KINDS[kind], code)
    if handle == ffi.NULL:
        raise DomainError(f"there is no semiring {kind} on {type_name(code)}")
    return Semiring(handle)


kinds = {name: SemiringKind(name) for name in _KINDS}

# Kinds that exist on one type alone, or for which a type without a use is widened.
_BOOL_ONLY = ("or_and", "xor_and")
_ON_BOOL = _BOOL_ONLY + ("any_pair", "any_first", "any_second")


def semiring_for(semiring, code):
    """A Semiring from what a caller names, for operands of this type."""
    if isinstance(semiring, Semiring):
        return semiring
    name = semiring.name if isinstance(semiring, SemiringKind) else semiring
    if name in _KINDS:
        is_bool = code == lib.GRAPH_BOOL
        if name in _BOOL_ONLY:
            code = lib.GRAPH_BOOL
        elif is_bool and name not in _ON_BOOL:
            code = lib.GRAPH_INT64  # sums of truth values count
        return _builtin(name, code)
    if isinstance(name, str):
        handle = lib.graph_semiring_by_name(name.encode())
        if handle != ffi.NULL:
            return Semiring(handle)
    raise InvalidValueError(f"the semiring is {semiring!r}; expected one of {', '.join(_KINDS)}, one of these with a "
                            "type such as min_plus_fp32, or a Semiring")
