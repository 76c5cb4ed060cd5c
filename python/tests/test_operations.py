"""Operations against SciPy and NumPy; $SEMIGRAPH_PRODUCTS random products (300; 10000 before a release)."""

import os

import numpy as np
import pytest
import scipy.sparse as sp

import semigraph as sg

from test_arrays import random_sparse

PRODUCTS = int(os.environ.get("SEMIGRAPH_PRODUCTS", "300"))


def random_product(rng):
    """Two matrices whose shapes fit, of any types, forms and densities, empty ones included."""
    m, k, n = rng.integers(0, 30, 3)
    dtype = rng.choice(["int8", "int32", "int64", "uint16", "uint64", "float32", "float64"], 2)
    parts = []
    for shape, kind in (((m, k), dtype[0]), ((k, n), dtype[1])):
        dense = rng.integers(0, 4, shape) * (rng.random(shape) < rng.random())
        parts.append(sp.csr_array(dense.astype(kind)).asformat(rng.choice(["csr", "csc", "coo"])))
    return parts


def test_random_products_equal_those_of_scipy():
    rng = np.random.default_rng(7)
    for number in range(PRODUCTS):
        a, b = random_product(rng)
        A, B = sg.Matrix(a), sg.Matrix(b)
        C = A @ B
        assert C.dtype == np.result_type(a.dtype, b.dtype)
        assert (C.to_dense() == (a @ b).toarray()).all(), number
        mask = sp.random_array(C.shape, density=0.3, rng=rng, format="csr") if min(C.shape) else None
        if mask is not None:
            M = sg.Matrix(mask)
            inside, outside = sg.mxm(A, B, mask=M), sg.mxm(A, B, mask=M, complement=True, structure=True)
            assert inside.nvals + outside.nvals == C.nvals, number
            assert (inside.to_dense() == C.to_dense() * (mask.toarray() != 0)).all(), number


def test_products_over_semirings():
    rng = np.random.default_rng(3)
    dense = np.where(rng.random((20, 20)) < 0.3, rng.integers(1, 9, (20, 20)), 0)
    A = sg.Matrix(dense)
    far = np.where(dense > 0, dense, 10**6)
    best = (far[:, :, None] + far[None, :, :]).min(1)
    C = sg.mxm(A, A, "min_plus")
    assert (C.to_dense(missing=0) == np.where(best < 10**6, best, 0)).all()
    assert (sg.mxm(A, A, sg.plus_pair).to_dense() == (dense > 0).astype(int) @ (dense > 0)).all()
    P = A.astype("pattern")
    assert (P @ P).dtype == np.int64 and ((P @ P).to_dense() == (dense > 0).astype(int) @ (dense > 0)).all()
    assert sg.mxm(P, P, "or_and").dtype == np.bool_
    assert sg.mxm(A, A, method="row_row_hash").isequal(A @ A)
    assert (sg.mxm(A, A, transpose_a=True).to_dense() == dense.T @ dense).all()
    out = A.dup()
    sg.mxm(A, A, out=out, accum="plus")
    assert (out.to_dense() == dense + dense @ dense).all()


def test_products_with_vectors_and_dense_arrays():
    S = random_sparse(30, 20)
    A, x, X = sg.Matrix(S), np.arange(20.0), np.arange(60.0).reshape(20, 3)
    np.testing.assert_allclose(A @ x, S @ x)
    np.testing.assert_allclose(A @ X, S @ X)
    np.testing.assert_allclose(A @ np.asfortranarray(X), S @ X)
    np.testing.assert_allclose(np.ones(30) @ A, np.ones(30) @ S)
    np.testing.assert_allclose(np.ones((2, 30)) @ A, np.ones((2, 30)) @ S)
    np.testing.assert_allclose((A @ sg.Vector(x)).numpy(), S @ x)
    np.testing.assert_allclose((sg.Vector(np.ones(30)) @ A).numpy(), np.ones(30) @ S)
    np.testing.assert_allclose((A @ S.T.tocsr()).to_dense(), (S @ S.T).toarray())
    out = np.zeros((30, 3))
    assert sg.csrmm(A, X, out=out) is out
    np.testing.assert_allclose(out, S @ X)


def test_signs():
    a, b = np.array([[0, 1.0], [2.0, 3.0]]), np.array([[4.0, 0], [5.0, 6.0]])
    A, B = sg.Matrix(a), sg.Matrix(b)
    for got, expected in ((A + B, a + b), (A - B, a - b), (A * B, a * b), (-A, -a), (abs(-A), a), (A * 2, a * 2),
                          (2 * A, a * 2), (A / 2, a / 2), (A.T, a.T),
                          (1 - sg.Matrix(np.ones((2, 2))), np.zeros((2, 2)))):
        assert (got.to_dense() == expected).all()
    assert (A > 1).to_dense().tolist() == [[False, False], [True, True]]
    assert ((A > 1) | (B > 4)).to_dense().tolist() == [[False, False], [True, True]]
    assert (sg.Matrix([[3, 1]]) / 2).to_dense().tolist() == [[1.5, 0.5]]
    with pytest.raises(TypeError):
        A + "x"
    v = sg.Vector(np.array([1, 2, 3]))
    assert (v + v).numpy().tolist() == [2, 4, 6] and (v * v).numpy().tolist() == [1, 4, 9]
    assert (v - 1).numpy().tolist() == [0, 1, 2] and (10 - v).numpy().tolist() == [9, 8, 7]


def test_types_of_results():
    small = sg.Matrix(np.array([[100]]), dtype="int8")
    assert (small + small).dtype == np.int8 and (small * 1000).dtype == np.int64
    assert (small * 2.5).get(0, 0) == 250.0 and (small > 2.5).dtype == np.bool_
    assert (sg.Matrix([[1]], dtype="uint64") + sg.Matrix([[1]], dtype="int64")).dtype == np.float64
    assert sg.reduce(small) == 100 and sg.reduce(sg.Matrix.from_entries([0, 1], [1, 0])) == 2
    assert small.astype("float32").dtype == np.float32 and small.astype("pattern").dtype is None
    assert isinstance(sg.reduce(small.astype("float32")), float)
    assert sg.Matrix([[2**63]], dtype="uint64").get(0, 0) == 2**63


def test_select_apply_reduce():
    rng = np.random.default_rng(4)
    dense = rng.integers(-5, 6, (12, 9))
    A = sg.Matrix(dense)
    assert (A.select("tril").to_dense() == np.tril(dense)).all()
    assert (A.select("triu", 2).to_dense() == np.triu(dense, 2)).all()
    assert (A.select(">", 2).to_dense() == dense * (dense > 2)).all()
    assert (A.select("row_le", 4).to_dense() == dense * (np.arange(12)[:, None] <= 4)).all()
    assert (A.apply("abs").to_dense() == abs(dense)).all()
    assert (A.apply("minus", left=1).to_dense() == np.where(dense != 0, 1 - dense, 0)).all()
    assert (A.apply("column_index", right=1).to_dense() == np.where(dense != 0, np.arange(9) + 1, 0)).all()
    assert A.reduce() == dense.sum() and A.reduce("max") == dense.max()
    assert (A.reduce_rows().numpy() == dense.sum(1)).all()
    assert (A.reduce_columns("plus").numpy() == dense.sum(0)).all()
    assert (A.kronecker(A).to_dense() == np.kron(dense, dense)).all()
    with pytest.raises(sg.InvalidValueError, match="expected one of"):
        A.apply("no_such")
    with pytest.raises(sg.InvalidValueError, match="left and right"):
        A.apply("plus", left=1, right=2)


def test_slices():
    dense = np.arange(1, 31).reshape(5, 6)
    A, S = sg.Matrix(dense), dense
    for where in ((slice(1, 4), slice(None)), (slice(None, None, 2), slice(4, 1, -1)), ([3, 0, 3], [1, 1]),
                  ([True, False, True, False, True], slice(2)), ([-1, 0], slice(None))):
        i = np.atleast_1d(np.arange(5)[where[0]])
        j = np.atleast_1d(np.arange(6)[where[1]])
        assert (A[where].to_dense() == S[np.ix_(i, j)]).all(), where
    assert (A[2].numpy() == S[2]).all() and (A[:, -1].numpy() == S[:, -1]).all() and A[1, 2] == S[1, 2]
    assert A[[], :].shape == (0, 6) and sg.Matrix((2, 2))[0, 0] is None and A.get(-1, -1) == 30
    A[1, :] = sg.Vector(np.full(6, 7))
    A[:, 0] = 9
    A[3:5, 1:3] = sg.Matrix(np.full((2, 2), 8))
    S = S.copy()
    S[1], S[:, 0], S[3:5, 1:3] = 7, 9, 8
    assert (A.to_dense() == S).all()
    del A[0, 0]
    assert A.get(0, 0, -1) == -1 and A.nvals == 29
    for bad in ((5, 0), (0, -7)):
        with pytest.raises(IndexError):
            A.get(*bad)
    with pytest.raises(sg.IndexBoundsError):
        A[[7], :]
    v = sg.Vector(np.arange(5))
    assert v[1:3].numpy().tolist() == [1, 2] and v[-1] == 4
    v[[0, 2]] = 9
    assert v.numpy().tolist() == [9, 1, 9, 3, 4]


def test_place_in_memory_and_repr():
    A = sg.Matrix.from_entries([0], [1], [True], shape=(2, 3))
    assert repr(A) == "Matrix 2 x 3, bool, 1 entry, on the host" and A.place == "host"
    assert repr(sg.Vector(3, "int32")) == "Vector of 3, int32, 0 entries, sparse"
    assert A.properties() == {"self_loops": 0, "max_degree": 1, "has_symmetric_pattern": False, "is_symmetric": False}
    assert sg.methods()["row_row_hash"]["operations"]
