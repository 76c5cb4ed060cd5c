"""A program whose types mypy checks in strict mode; it is not run."""

import numpy as np
from typing_extensions import assert_type

import semigraph as sg

A = sg.Matrix([[0, 1.0], [2.0, 0]])
assert_type(sg.mxm(A, A, sg.min_plus, mask=A, complement=True, accum="min", backend="cpu"), sg.Matrix)
assert_type(A.T, sg.Matrix)
assert_type(A + A, sg.Matrix)
assert_type(A > 1, sg.Matrix)
assert_type(sg.reduce_rows(A), sg.Vector)
assert_type(sg.ewise_add(sg.Vector(3), sg.Vector(np.zeros(3)), "max"), sg.Vector)
assert_type(sg.closure(A).count(), int)
assert_type(A.shape, tuple[int, int])
with sg.options(backend="cuda", threads=8, strict=True) as settings:
    assert_type(settings, sg.options)
sg.mxm(A, A, no_such=1)  # type: ignore[call-arg]
sg.bfs(A, 0, form=1)  # type: ignore[arg-type]
