"""Semirings: the built-in ones by name, and those of the user's from expressions."""

from . import _expression
from ._errors import DomainError, InvalidValueError
from ._library import check, ffi, lib, owner, sized, text
from ._types import BINARY, code_of, dtype_of, operator_code, type_name

_own = owner("graph_semiring")
_KINDS = {name[len("GRAPH_"):].lower(): number
          for name, number in sorted(ffi.typeof("graph_semiring_kind").relements.items(), key=lambda pair: pair[1])
          if not name.endswith("_END")}


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
_BOOL_ONLY = ("or_and", "xor_and", "land_lor", "lxnor_lor")
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


def semiring(name, dtype, *, zero, one, add, mul):
    """A semiring of the user's.

    zero and one are numbers (or C expressions without variables); add and mul are C expressions over x and y, such as
    "x > y ? x : y".  add has to be associative and commutative with the identity zero.  On a GPU the expressions are
    compiled for the kernels; on the CPU an evaluator runs them, which takes a few times as long as a built-in semiring.
    add and mul may also be compiled functions with an `address`, such as those of numba.cfunc: the CPU calls these, and
    a GPU does not compute such products.

    add and mul may instead both be names of operators ("max", "min"): their products run on the CPU, much slower.

    >>> import semigraph as sg
    >>> widest = sg.semiring("widest", "float32", zero=float("-inf"), one=float("inf"),
    ...                      add="x > y ? x : y", mul="x < y ? x : y")
    >>> A = sg.Matrix.from_entries([0, 0, 1, 2], [1, 2, 3, 3], [5, 2, 3, 9], shape=(4, 4), dtype="float32")
    >>> sg.mxm(A, A, widest).get(0, 3)
    3.0
    """
    code = code_of(dtype)
    box = ffi.new("graph_semiring **")
    if add in BINARY and mul in BINARY:
        check(lib.graph_semiring_of(box, name.encode(), code, operator_code(add, BINARY, "add"),
                                    operator_code(mul, BINARY, "mul")))
        return Semiring(_own(box[0]))
    zero_text, one_text = _expression.text_of(zero), _expression.text_of(one)
    own = [f.address for f in (add, mul) if hasattr(f, "address")]
    if len(own) == 1:
        raise DomainError("one of add and mul is a function and the other an expression; expected two of a kind")
    texts = {"zero_text": zero_text, "one_text": one_text}
    if own:
        made = _expression.functions(code, zero_text, one_text, "x", "x")
        pointers = made.pointers[:2] + [ffi.cast("graph_function", address) for address in own]
        kept, texts = (made, add, mul), {}
    else:
        for what, text_ in (("add", add), ("mul", mul)):
            if not isinstance(text_, str):
                raise DomainError(f"{what} is of type {type(text_).__name__}; expected an expression, or a function "
                                  "with an address")
        made = _expression.functions(code, zero_text, one_text, add, mul)
        pointers, kept = made.pointers, made
        texts.update(add_text=add, mul_text=mul)
    strings = {field: ffi.new("char[]", value.encode()) for field, value in texts.items()}
    name_ = ffi.new("char[]", name.encode())
    spec = sized("graph_semiring_spec", name=name_, type=code, zero=pointers[0],
                 one=pointers[1], add=pointers[2], mul=pointers[3], **strings)
    check(lib.graph_semiring_create(box, spec))
    return Semiring(_own(box[0]), kept)
