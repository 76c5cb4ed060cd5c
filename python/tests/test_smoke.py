"""First things first: arrays in and out, a product, an algorithm."""

import numpy as np
import scipy.sparse as sp

import semigraph as sg


def test_scipy_arrays_are_shared_both_ways():
    S = sp.random_array((300, 200), density=0.05, format="csr", rng=np.random.default_rng(1))
    back = sg.Matrix(S).to_scipy()
    assert back.data.ctypes.data == S.data.ctypes.data
    assert back.indices.ctypes.data == S.indices.ctypes.data
    assert (back != S).nnz == 0


def test_product():
    S = sp.random_array((300, 200), density=0.05, format="csr", rng=np.random.default_rng(2))
    C = (sg.Matrix(S) @ sg.Matrix(S.T.tocsr())).to_scipy()
    assert abs(C - S @ S.T).max() < 1e-12
