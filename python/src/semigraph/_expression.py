"""C expressions over x and y, compiled for the evaluator in native/expression.c.

The language is what C and the GPU's compiler give the same meaning: numbers, INFINITY, x, y, parentheses, the operators
+ - * / % < <= > >= == != && || ! & | ^ ~ << >> ?: and the functions fabs, fmin, fmax, sqrt, exp, log, pow, floor, ceil.
Operands convert as in C: small integers to int, then to the wider of both; functions work in double.  Nothing else gets
through, so a text cannot do anything but compute.
"""

import ctypes
import math
import os
import re
import threading

from ._errors import InvalidValueError, NotSupportedError
from ._library import ffi, lib

KINDS = ("i32", "u32", "i64", "u64", "f32", "f64")
I32, U32, I64, U64, F32, F64 = range(6)
_OPERATIONS = ("add sub mul div lt le gt ge eq ne neg not select rem and or xor shl shr bnot "
               "fabs fmin fmax sqrt exp log pow floor ceil convert").split()
_CODE = {name: number for number, name in enumerate(_OPERATIONS)}
_FUNCTIONS = {"fabs": 1, "fmin": 2, "fmax": 2, "sqrt": 1, "exp": 1, "log": 1, "pow": 2, "floor": 1, "ceil": 1}
# Of the binary operators: how tightly they bind, and what they are called.
_BINARY = {"||": (1, "logical_or"), "&&": (2, "logical_and"), "|": (3, "or"), "^": (4, "xor"), "&": (5, "and"),
           "==": (6, "eq"), "!=": (6, "ne"), "<": (7, "lt"), "<=": (7, "le"), ">": (7, "gt"), ">=": (7, "ge"),
           "<<": (8, "shl"), ">>": (8, "shr"), "+": (9, "add"), "-": (9, "sub"), "*": (10, "mul"), "/": (10, "div"),
           "%": (10, "rem")}
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_BITS = ("rem", "and", "or", "xor", "shl", "shr", "bnot")
_TOKEN = re.compile(r"\s*(?:(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[uUlLfF]*)"
                    r"|(?P<name>[A-Za-z_]\w*)|(?P<sign>\|\||&&|<<|>>|[<>=!]=|[-+*/%<>&|^~!?:(),]))")
_MOST_CONSTANTS, _MOST_INSTRUCTIONS, _DEEPEST = 60, 60, 40


class _Program(ctypes.Structure):
    class Instruction(ctypes.Structure):
        _fields_ = [("code", ctypes.c_uint16), ("to", ctypes.c_uint8), ("a", ctypes.c_uint8), ("b", ctypes.c_uint8),
                    ("c", ctypes.c_uint8)]

    class Value(ctypes.Union):
        _fields_ = [("i32", ctypes.c_int32), ("u32", ctypes.c_uint32), ("i64", ctypes.c_int64),
                    ("u64", ctypes.c_uint64), ("f32", ctypes.c_float), ("f64", ctypes.c_double)]

    _fields_ = [("constants", ctypes.c_int32), ("instructions", ctypes.c_int32), ("result", ctypes.c_int32),
                ("constant", Value * 64), ("instruction", Instruction * _MOST_INSTRUCTIONS)]


class _Slot(ctypes.Structure):
    _fields_ = [("zero", _Program.Value), ("one", _Program.Value), ("add", _Program), ("mul", _Program)]


class _Compiler:
    """One pass over a text: parses by precedence and emits three-address code."""

    def __init__(self, text, name, kind, variables=("x", "y")):
        self.text, self.name, self.variables, self.kind = text, name, variables, kind
        self.tokens, at = [], 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            if match is None:
                self._fail(f"{text[at:].strip()[:10]!r} is not understood")
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            at = match.end()
        self.tokens.append(("end", "its end"))
        self.at, self.depth = 0, 0
        self.constants, self.code = [], []

    def _fail(self, what):
        raise InvalidValueError(f"{self.name} is {self.text!r}: {what}")

    def _next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def _takes(self, sign):
        if self.tokens[self.at] == ("sign", sign):
            self.at += 1
            return True
        return False

    def _expect(self, sign):
        if not self._takes(sign):
            self._fail(f"expected {sign!r}, found {self.tokens[self.at][1]!r}")

    # An operand is (kind, register); constants are numbered from 0 and results from 0, and placed at the end.
    def _emit(self, name, kind, *operands, result=None):
        if len(self.code) == _MOST_INSTRUCTIONS:
            self._fail(f"it takes more than {_MOST_INSTRUCTIONS} steps")
        self.code.append((_CODE[name] * 8 + kind, [register for _, register in operands]))
        return (kind if result is None else result, ("result", len(self.code) - 1))

    def _constant(self, kind, value):
        if (kind, value) not in self.constants:
            if len(self.constants) == _MOST_CONSTANTS:
                self._fail(f"it has more than {_MOST_CONSTANTS} numbers")
            self.constants.append((kind, value))
        return (kind, ("constant", self.constants.index((kind, value))))

    def convert(self, operand, kind):
        if operand[0] == kind:
            return operand
        if operand[1][0] == "constant":
            value = self.constants[operand[1][1]][1]
            if kind in (F32, F64) and abs(value) < 2**24:
                return self._constant(kind, float(value))
        code = (_CODE["convert"] + operand[0]) * 8 + kind
        if len(self.code) == _MOST_INSTRUCTIONS:
            self._fail(f"it takes more than {_MOST_INSTRUCTIONS} steps")
        self.code.append((code, [operand[1]]))
        return (kind, ("result", len(self.code) - 1))

    def truth(self, operand):
        """0 or 1, as an int."""
        truths = [_CODE[name] for name in _COMPARISONS + ("not",)]
        if operand[1][0] == "result" and self.code[operand[1][1]][0] >> 3 in truths:
            return operand
        kind = operand[0]
        return self._emit("ne", kind, operand, self._constant(kind, 0.0 if kind >= F32 else 0), result=I32)

    def _number(self, text):
        body = text.rstrip("uUlLfF") if not text[:2].lower() == "0x" else text.rstrip("uUlL")
        suffix = text[len(body):].lower()
        is_floating = body[:2].lower() != "0x" and ("." in body or "e" in body.lower())
        if is_floating:
            if suffix not in ("", "f"):
                self._fail(f"the number {text} has an unknown suffix")
            return self._constant(F32 if suffix == "f" else F64, float(body))
        if suffix not in ("", "u", "l", "ul", "lu", "ll", "ull", "llu"):
            self._fail(f"the number {text} has an unknown suffix")
        if len(body) > 1 and body[0] == "0" and body[:2].lower() != "0x":
            self._fail(f"the number {text} begins with 0, which is octal in C")
        value = int(body, 0)
        is_unsigned, is_long = "u" in suffix, "l" in suffix
        fits = [kind for kind, top in ((I32, 2**31), (U32, 2**32), (I64, 2**63), (U64, 2**64)) if value < top
                and not (is_unsigned and kind in (I32, I64)) and not (is_long and kind in (I32, U32))
                and (is_unsigned or kind in (I32, I64) or body[:2].lower() == "0x")]
        if not fits:
            self._fail(f"the number {text} does not fit an integer of 64 bits")
        return self._constant(fits[0], value)

    def _primary(self):
        group, token = self._next()
        if group == "number":
            return self._number(token)
        if group == "name":
            if token in self.variables:
                return (self.kind, ("operand", self.variables.index(token)))
            if token == "INFINITY":
                return self._constant(F32, math.inf)
            if token in _FUNCTIONS:
                self._expect("(")
                arguments = [self.convert(self.expression(), F64)]
                while self._takes(","):
                    arguments.append(self.convert(self.expression(), F64))
                self._expect(")")
                if len(arguments) != _FUNCTIONS[token]:
                    self._fail(f"{token} takes {_FUNCTIONS[token]} arguments, and has {len(arguments)}")
                return self._emit(token, F64, *arguments)
            self._fail(f"{token!r} is not known; expected {' or '.join(self.variables) or 'a number'}, INFINITY, or a "
                       f"function of {', '.join(_FUNCTIONS)}")
        if token == "(":
            inner = self.expression()
            self._expect(")")
            return inner
        if token in ("-", "+", "!", "~"):
            operand = self._unary()
            if token == "!":
                return self._emit("not", operand[0], operand, result=I32)
            if token == "~" and operand[0] >= F32:
                self._fail("~ is for integers")
            if token == "-" and operand[1][0] == "constant" and operand[0] >= F32:
                return self._constant(operand[0], -self.constants[operand[1][1]][1])
            return operand if token == "+" else self._emit("neg" if token == "-" else "bnot", operand[0], operand)
        self._fail(f"expected a number, x or y, found {token!r}")

    def _unary(self):
        self.depth += 1
        if self.depth > _DEEPEST:
            self._fail(f"it is nested more than {_DEEPEST} deep")
        operand = self._primary()
        self.depth -= 1
        return operand

    def _binary(self, least):
        left = self._unary()
        while (entry := _BINARY.get(self.tokens[self.at][1])) is not None and entry[0] >= least \
                and self.tokens[self.at][0] == "sign":
            self.at += 1
            left = self._combine(entry[1], left, self._binary(entry[0] + 1))
        return left

    def _combine(self, name, left, right):
        if name in ("logical_or", "logical_and"):
            return self._emit(name[8:], I32, self.truth(left), self.truth(right))
        kind = max(left[0], right[0])  # the order of the kinds is C's
        if name in _BITS and kind >= F32:
            self._fail("%, &, |, ^, << and >> are for integers")
        if name in ("shl", "shr"):  # the type of a shift is that of its left side
            return self._emit(name, left[0], left, self.convert(right, U32))
        left, right = self.convert(left, kind), self.convert(right, kind)
        return self._emit(name, kind, left, right, result=I32 if name in _COMPARISONS else None)

    def expression(self):
        self.depth += 1
        if self.depth > _DEEPEST:
            self._fail(f"it is nested more than {_DEEPEST} deep")
        condition = self._binary(1)
        if self._takes("?"):
            condition = self.truth(condition)
            yes = self.expression()
            self._expect(":")
            no = self.expression()
            kind = max(yes[0], no[0])
            condition = self._emit("select", kind, condition, self.convert(yes, kind), self.convert(no, kind))
        self.depth -= 1
        return condition

    def compile(self, is_bool):
        result = self.expression()
        if self.tokens[self.at][0] != "end":
            self._fail(f"found {self.tokens[self.at][1]!r} behind its end")
        result = self.truth(result) if is_bool else self.convert(result, self.kind)
        program = _Program(constants=len(self.constants), instructions=len(self.code))

        def register(place):
            return {"operand": 0, "constant": 2, "result": 2 + len(self.constants)}[place[0]] + place[1]

        for k, (kind, value) in enumerate(self.constants):
            setattr(program.constant[k], KINDS[kind], value)
        for k, (code, operands) in enumerate(self.code):
            numbers = [register(place) for place in operands] + [0, 0]
            program.instruction[k] = _Program.Instruction(code, register(("result", k)), *numbers[:3])
        program.result = register(result[1])
        return program


_free = None
_native = None
_lock = threading.RLock()  # a collection inside may end another semiring


def _open():
    """The evaluator, opened when the first semiring is made of expressions."""
    global _native, _free
    if _native is None:
        folder = os.environ.get("SEMIGRAPH_EXPRESSION") or os.path.dirname(__file__)
        native = ctypes.CDLL(os.path.join(folder, "libsemigraph_expression.so"))
        native.semigraph_expression_slot.restype = ctypes.POINTER(_Slot)
        native.semigraph_expression_functions.restype = ctypes.POINTER(ctypes.c_void_p * 4)
        _free = list(range(native.semigraph_expression_slots()))
        _native = native
    return _native


def kind_of(code):
    """The arithmetic in which C computes with a type: small integers and bool are ints."""
    return {lib.GRAPH_UINT32: U32, lib.GRAPH_INT64: I64, lib.GRAPH_UINT64: U64, lib.GRAPH_FP32: F32,
            lib.GRAPH_FP64: F64}.get(code, I32)


def text_of(value):
    """A number of Python's as a C expression; a text stays as it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return f"{value}" if abs(value) < 2**31 else f"{value}ull" if value >= 2**63 else \
            f"(-{2**63 - 1}ll - 1)" if value == -(2**63) else f"{value}ll"
    if math.isnan(value):
        raise InvalidValueError("a number is NaN; expected the identity of an operator")
    return ("-INFINITY" if value < 0 else "INFINITY") if math.isinf(value) else repr(float(value))


class functions:
    """The four C functions of a semiring of expressions, in a slot that is free again when this object ends."""

    def __init__(self, code, zero, one, add, mul):
        texts = {"zero": zero, "one": one, "add": add, "mul": mul}
        is_bool = code == lib.GRAPH_BOOL
        programs = {name: _Compiler(text, name, kind_of(code), ("x", "y") if name in ("add", "mul") else ())
                    .compile(is_bool) for name, text in texts.items()}
        with _lock:
            native = _open()
            if not _free:
                raise NotSupportedError(f"{native.semigraph_expression_slots()} semirings of expressions are alive, "
                                        "which is all there is room for")
            self._slot = _free.pop()
        slot = native.semigraph_expression_slot(self._slot).contents
        slot.add, slot.mul = programs["add"], programs["mul"]
        pointers = native.semigraph_expression_functions(code, self._slot).contents
        self.pointers = [ffi.cast("graph_function", pointer) for pointer in pointers]
        # A constant is what its program gives: run once in the place of add, by add's own function.
        for name in ("zero", "one"):
            slot.add = programs[name]
            setattr(slot, name, _constant_of(self.pointers[2], code))
        slot.add = programs["add"]

    def __del__(self):
        if hasattr(self, "_slot"):
            with _lock:
                _free.append(self._slot)


def _constant_of(add, code):
    """What add gives, as the word that the slot keeps."""
    from ._types import type_name
    name = {"bool": "_Bool", "float32": "float", "float64": "double"}.get(type_name(code), f"{type_name(code)}_t")
    value = ffi.cast(f"{name}(*)({name}, {name})", add)(0, 0)
    word = _Program.Value()
    setattr(word, KINDS[kind_of(code)], int(value) if kind_of(code) < F32 else value)
    return word
