"""Semirings by name and of expressions: the evaluator against Python and NumPy, products against the built-in ones."""

import itertools
import math

import numpy as np
import pytest

import semigraph as sg
from semigraph import _expression
from semigraph._types import code_of

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def evaluate(text, dtype, x, y):
    """The value of add of a semiring with this text."""
    made = _expression.functions(code_of(dtype), "0", "0", text, "x")
    name = {"bool": "_Bool", "float32": "float", "float64": "double"}.get(dtype, dtype + "_t")
    return _expression.ffi.cast(f"{name}(*)({name}, {name})", made.pointers[2])(x, y)


def wrap(value, dtype):
    """An integer as C stores it in a type."""
    return int(np.array([value % 2**64], np.uint64).astype(dtype)[0])


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_operators_are_those_of_c(dtype):
    info = np.iinfo(dtype)
    numbers = [0, 1, 2, 3, 7, info.max - 1, info.max, info.min, max(info.min, -5)]
    promoted = {"uint32": "uint32", "int64": "int64", "uint64": "uint64"}.get(dtype, "int32")

    def c_division(a, b, is_rest):
        if b == 0:
            return 0
        q = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return a - b * q if is_rest else q

    for x, y in itertools.product(numbers, repeat=2):
        for sign, value in (("+", x + y), ("-", x - y), ("*", x * y), ("/", c_division(x, y, False)),
                            ("%", c_division(x, y, True)), ("&", x & y), ("|", x | y), ("^", x ^ y), ("<", x < y),
                            (">=", x >= y), ("==", x == y), ("!=", x != y), ("&&", bool(x and y)),
                            ("||", bool(x or y))):
            expected = wrap(wrap(int(value), promoted), dtype)
            assert evaluate(f"x {sign} y", dtype, x, y) == expected, (x, sign, y)
        assert evaluate("-x", dtype, x, y) == wrap(wrap(-x, promoted), dtype)
        assert evaluate("~x", dtype, x, y) == wrap(~x, dtype)
        assert evaluate("x > y ? x : y", dtype, x, y) == max(x, y)


def test_shifts_have_the_type_of_their_left_side():
    assert evaluate("x << y", "int32", 1, 4) == 16
    assert evaluate("x >> y", "int32", -16, 2) == -4
    assert evaluate("x >> y", "uint32", 2**31, 31) == 1
    assert evaluate("x << y", "int32", 1, 32) == 1  # modulo the width, where C says nothing


@pytest.mark.parametrize("dtype", ("float32", "float64"))
def test_floating_operators_are_those_of_ieee(dtype):
    numbers = [0.0, -0.0, 1.0, 0.1, -3.5, 1e30, math.inf, -math.inf, math.nan]
    with np.errstate(all="ignore"):
        for a, b in itertools.product(numbers, repeat=2):
            x, y = np.dtype(dtype).type(a), np.dtype(dtype).type(b)
            for sign, value in (("+", x + y), ("-", x - y), ("*", x * y), ("/", x / y), ("<", x < y), ("==", x == y)):
                np.testing.assert_equal(evaluate(f"x {sign} y", dtype, float(x), float(y)), float(value))
            # C leaves the sign of fmin(0.0, -0.0) open.
            np.testing.assert_equal(evaluate("fmin(x, y) + 0.0", dtype, float(x), float(y)), float(np.fmin(x, y)) + 0.0)


def test_precedence_is_that_of_c():
    for text in ("1 + 2 * 3 - 4 / 2 % 3", "1 << 2 + 1 & 12 | 1 ^ 2", "-2 * -3 + !0 - ~1", "(1 + 2) * 3 < 10 == 1",
                 "0x10 + 010.0 * 2", "1 ? 2 : 0 ? 3 : 4", "5 - 3 - 1", "2 > 1 && 0 || 3 >= 3"):
        python = {"1 + 2 * 3 - 4 / 2 % 3": 1 + 2 * 3 - 2 % 3, "1 << 2 + 1 & 12 | 1 ^ 2": 1 << 3 & 12 | (1 ^ 2),
                  "-2 * -3 + !0 - ~1": 6 + 1 + 2, "(1 + 2) * 3 < 10 == 1": 1, "0x10 + 010.0 * 2": 36,
                  "1 ? 2 : 0 ? 3 : 4": 2, "5 - 3 - 1": 1, "2 > 1 && 0 || 3 >= 3": 1}[text]
        assert evaluate(text, "int64", 0, 0) == python, text


def test_functions_work_in_double():
    assert evaluate("sqrt(x * x + y * y)", "float64", 3.0, 4.0) == 5.0
    assert evaluate("pow(x, y) + floor(1.5) + ceil(1.5) + fabs(-1.0)", "float64", 2.0, 10.0) == 1028.0
    assert evaluate("exp(log(x))", "float64", 2.5, 0.0) == pytest.approx(2.5)
    assert evaluate("x + 0.5", "int32", 3, 0) == 3
    assert evaluate("x * 1e30", "int64", 5, 0) == 2**63 - 1
    assert evaluate("x", "bool", True, False) == 1


@pytest.mark.parametrize("text, piece", [
    ("x +", "expected a number"), ("x + z", "'z' is not known"), ("(x", "expected ')'"), ("x y", "behind its end"),
    ("fmin(x)", "takes 2 arguments"), ("x = y", "not understood"), ("x; y", "not understood"),
    ("1.5 & x", "for integers"),
    ("~1.0", "for integers"), ("x ? y", "expected ':'"), ("010", "octal"), ("99999999999999999999", "64 bits"),
    ("1.5u", "suffix"), ("system(x)", "not known"), ("(" * 100 + "x" + ")" * 100, "nested"), ("", "expected a number"),
    ("+".join(["x"] * 100), "steps"), ("__asm__(x)", "not known")])
def test_other_texts_are_refused(text, piece):
    with pytest.raises(sg.InvalidValueError, match="add is") as error:
        sg.semiring("bad", "int32", zero=0, one=1, add=text, mul="x * y")
    assert piece in str(error.value)


@pytest.mark.parametrize("dtype", INTEGERS + ("float32", "float64"))
@pytest.mark.parametrize("kind, add, mul", [("plus_times", "x + y", "x * y"), ("max_min", "x > y ? x : y",
                                                                               "x < y ? x : y")])
def test_products_equal_those_of_the_built_in_semiring(dtype, kind, add, mul):
    rng = np.random.default_rng(5)
    dense = rng.integers(0, 5, (40, 40)) * (rng.random((40, 40)) < 0.2)
    A = sg.Matrix(dense, dtype=dtype)
    ring = sg.semiring("mine", dtype, zero=0, one=1, add=add, mul=mul)
    assert sg.mxm(A, A, ring).isequal(sg.mxm(A, A, kind))
    assert ring.name == "mine" and ring.dtype == np.dtype(dtype)


def test_semirings_of_operators_and_of_compiled_functions():
    A = sg.Matrix([[0, 2.0], [3.0, 4.0]])
    ring = sg.semiring("widest", "float64", zero=-math.inf, one=math.inf, add="max", mul="min")
    assert sg.mxm(A, A, ring).isequal(sg.mxm(A, A, "max_min"))

    class Compiled:
        """What numba.cfunc gives, as far as it is used."""

        def __init__(self, function):
            self.callback = _expression.ffi.callback("double(double, double)", function)
            self.address = int(_expression.ffi.cast("intptr_t", self.callback))

    ring = sg.semiring("sum", "float64", zero=0, one=1, add=Compiled(lambda x, y: x + y),
                       mul=Compiled(lambda x, y: x * y))
    assert sg.mxm(A, A, ring, threads=1).isequal(A @ A)
    with pytest.raises(sg.DomainError, match="two of a kind"):
        sg.semiring("sum", "float64", zero=0, one=1, add=Compiled(min), mul="x * y")


def test_slots_are_given_back():
    made = []
    with pytest.raises(sg.NotSupportedError, match="all there is room for"):
        while len(made) < 1000:
            made.append(sg.semiring("s", "int32", zero=len(made), one=1, add="x + y", mul="x * y"))
    assert len(made) >= 31
    made.clear()
    sg.semiring("s", "int32", zero=0, one=1, add="x + y", mul="x * y")


def test_names():
    assert repr(sg.min_plus) == "semigraph.min_plus"
    assert sg.min_plus["float32"].name == "min_plus_fp32"
    with pytest.raises(sg.DomainError, match="no semiring or_and on float64"):
        sg.or_and["float64"]
    with pytest.raises(sg.InvalidValueError, match="expected one of plus_times"):
        sg.mxm(sg.Matrix((2, 2)), sg.Matrix((2, 2)), "no_such")
