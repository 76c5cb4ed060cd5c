"""Arrays cross without copies: equal pointers, both ways, and views that stay as they are."""

import gc
import threading

import numpy as np
import pytest
import scipy.sparse as sp

import semigraph as sg
from semigraph import _arrays

DTYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")


def random_sparse(rows=60, columns=40, density=0.1, dtype="float64", form="csr", seed=1):
    S = sp.random_array((rows, columns), density=density, rng=np.random.default_rng(seed), format="csr")
    S.data = (S.data * 100).astype(dtype)
    S.data[S.data == 0] = 1
    return S.asformat(form)


def pointer(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("form", ("csr", "csc"))
def test_scipy_shares_memory_both_ways(dtype, form):
    S = random_sparse(dtype=dtype, form=form)
    A = sg.Matrix(S)
    assert A.shape == S.shape and A.nvals == S.nnz and A.dtype == np.dtype(dtype)
    back = A.to_scipy(form)
    assert pointer(back.data) == pointer(S.data) and pointer(back.indices) == pointer(S.indices)
    assert back.format == form and (back != S).nnz == 0
    assert not back.data.flags.writeable
    A.check()


@pytest.mark.parametrize("form", ("csr", "csc", "coo", "lil", "dok", "bsr", "dia"))
@pytest.mark.parametrize("kind", ("array", "matrix"))
def test_every_form_of_scipy(form, kind):
    S = getattr(sp, f"{form}_{kind}")(random_sparse())
    assert (sg.Matrix(S).to_scipy() != random_sparse()).nnz == 0
    for out in ("csr", "csc", "coo"):
        assert (sg.Matrix(S).to_scipy(out, array=kind == "array") != random_sparse()).nnz == 0


def test_starts_of_64_bits_cross_without_any_copy():
    S = random_sparse()
    A = _of_arrays(S, S.indptr.astype(np.int64), S.indices)
    starts, indices, values = A.arrays()
    assert pointer(values) == pointer(S.data) and pointer(indices) == pointer(S.indices)
    assert starts.dtype == np.int64 and pointer(starts) == pointer(A.arrays()[0])
    wide = _of_arrays(S, S.indptr.astype(np.int64), S.indices.astype(np.int64))
    assert wide.isequal(A)


def _of_arrays(S, starts, indices):
    return sg.Matrix._wrap(_arrays.import_compressed("csr", S.shape, starts, indices, S.data))


def test_unsorted_and_repeated_entries_are_put_in_order():
    S = sp.csr_array((np.array([1.0, 2.0, 3.0]), np.array([2, 0, 2], np.int32), np.array([0, 3, 3], np.int32)), (2, 3))
    before = S.indices.copy()
    assert sg.Matrix(S).to_dense().tolist() == [[2, 0, 4], [0, 0, 0]]
    assert (S.indices == before).all()


def test_damaged_arrays_are_refused():
    S = random_sparse()
    S.indices[3] = 99
    S.has_canonical_format = True
    before = _arrays.loans()
    with pytest.raises(sg.IndexBoundsError, match="99"):
        sg.Matrix(S)
    assert _arrays.loans() == before
    with pytest.raises(sg.DomainError, match="complex128"):
        sg.Matrix(random_sparse().astype(np.complex128))
    with pytest.raises(sg.InvalidValueError, match="starts"):
        sg.Matrix._wrap(_arrays.import_compressed("csr", (9, 9), np.zeros(3, np.int32), np.zeros(0, np.int32), None))


def test_loans_end_with_the_last_object_that_shares_the_arrays():
    gc.collect()
    before = _arrays.loans()
    S = random_sparse()
    A = sg.Matrix(S)
    B, T = A.dup(), A.to_scipy()
    assert _arrays.loans() == before + 1
    del A, B
    gc.collect()
    assert _arrays.loans() == before + 1  # the view still reads them
    total = T.data.sum()
    del S
    gc.collect()
    assert T.data.sum() == total
    del T
    gc.collect()
    assert _arrays.loans() == before


def test_views_survive_writes_and_release():
    A = sg.Matrix([[0, 1.0], [2.0, 0]])
    starts, indices, values = A.arrays()
    A[0, 1] = 5.0
    A[0, 0] = 7.0
    assert values.tolist() == [1, 2] and A.arrays()[2].tolist() == [7, 5, 2]
    del A
    gc.collect()
    assert starts.tolist() == [0, 1, 2] and indices.tolist() == [1, 0] and values.tolist() == [1, 2]
    with pytest.raises(ValueError):
        values[0] = 1


def test_lent_arrays_are_never_written():
    S = random_sparse()
    data = S.data.copy()
    A = sg.Matrix(S)
    A[0, 0] = 1.5
    A.resize(10, 10)
    A.clear()
    assert (S.data == data).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_vectors_share_memory_both_ways(dtype):
    x = (np.arange(50) % 3).astype(dtype)
    v = sg.Vector(x)
    assert pointer(v.numpy()) == pointer(x) and v.form == "full" and v.dtype == np.dtype(dtype)
    w = v.dup()
    w[3] = 1
    assert x[3] == np.dtype(dtype).type(0) and pointer(v.numpy()) == pointer(x)
    assert (np.asarray(v) == x).all()


def test_other_arrays_are_copied_and_right():
    x = np.arange(20.0)[::2]
    assert (sg.Vector(x).numpy() == x).all()
    big = np.arange(5, dtype=">i4")
    assert (sg.Vector(big).numpy() == big).all() and sg.Vector(big).dtype == np.int32
    assert sg.Vector([1, 2, 3], dtype="float32").dtype == np.float32
    assert sg.Vector(np.empty(0)).numpy().size == 0
    assert sg.Matrix(np.zeros((0, 3))).shape == (0, 3)


def test_dense_and_entries():
    dense = np.array([[0, 3, 0], [1, 0, 2]])
    A = sg.Matrix(dense)
    assert (A.to_dense() == dense).all() and A.dtype == np.int64
    rows, columns, values = A.entries()
    assert rows.tolist() == [0, 1, 1] and columns.tolist() == [1, 0, 2] and values.tolist() == [3, 1, 2]
    P = sg.Matrix.from_entries([0, 1], [1, 0])
    assert P.dtype is None and P.entries()[2].all() and P.to_scipy().dtype == np.bool_
    with pytest.raises(sg.InvalidValueError, match="repeats|duplicate|twice"):
        sg.Matrix.from_entries([0, 0], [1, 1], [1, 2])
    assert sg.Matrix.from_entries([0, 0], [1, 1], [1, 2], duplicates="plus").get(0, 1) == 3


def test_dlpack_of_views():
    torch_like = sg.Matrix(random_sparse()).arrays()[2].base  # the View itself
    assert torch_like.__dlpack_device__() == (1, 0)
    array = np.from_dlpack(torch_like)
    assert pointer(array) == torch_like.__array_interface__["data"][0]
    capsule = torch_like.__dlpack__()  # one that nobody reads
    from semigraph import _dlpack
    assert len(_dlpack._alive) == 2
    del capsule
    del array
    gc.collect()
    assert not _dlpack._alive


def test_torch_csr_on_the_cpu():
    torch = pytest.importorskip("torch")
    S = random_sparse()
    T = torch.sparse_csr_tensor(torch.from_numpy(S.indptr), torch.from_numpy(S.indices), torch.from_numpy(S.data),
                                size=S.shape)
    A = sg.Matrix(T)
    assert pointer(A.arrays()[2]) == T.values().data_ptr()
    back = A.to_torch()
    assert back.values().data_ptr() == T.values().data_ptr()
    assert (sg.Matrix(back).to_scipy() != S).nnz == 0


def test_threads_read_one_matrix():
    A = sg.Matrix(random_sparse(400, 400))
    expected = (A @ A).to_scipy()
    wrong = []

    def work():
        for _ in range(20):
            C = (A @ A).to_scipy()
            if (C != expected).nnz or pointer(A.arrays()[2]) != pointer(A.arrays()[2]):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
