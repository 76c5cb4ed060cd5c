"""Proves on a GPU that arrays of CuPy and PyTorch enter and leave without copies: equal pointers, right results.

    cmake --preset cuda -G Ninja -DSEMIGRAPH_TESTS=OFF -DSEMIGRAPH_PROGRAM=OFF
    ninja -C build/cuda libsemigraph.so
    PYTHONPATH=python/src SEMIGRAPH_LIBRARY=$PWD/build/cuda/libsemigraph.so python3 python/tests/gpu_pointers.py

needs cffi and NumPy, and CuPy or PyTorch: what is missing of these two is skipped and said.  It makes _cdef.py if
that is not there.  The last line is "N passed, N failed"; the exit status is 0 if nothing failed and something ran.
"""

import importlib.util
import os
import subprocess
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
if not os.path.exists(os.path.join(HERE, "..", "src", "semigraph", "_cdef.py")) and "SEMIGRAPH_LIBRARY" in os.environ:
    subprocess.run([sys.executable, os.path.join(ROOT, "python", "make_cdef.py"), "gcc", os.path.join(ROOT, "include"),
                    os.path.join(HERE, "..", "src", "semigraph", "_cdef.py")], check=True)

import numpy as np

import semigraph as sg
from semigraph import _arrays

N = 2000


def arrays_of(seed=1):
    """CSR arrays of a random graph: int32 starts and columns, float64 values."""
    rng = np.random.default_rng(seed)
    row, column = np.divmod(np.unique(rng.integers(0, N * N, 20 * N)), N)
    starts = np.zeros(N + 1, np.int32)
    np.cumsum(np.bincount(row, minlength=N), out=starts[1:])
    return starts, column.astype(np.int32), rng.random(row.size)


def product_on_the_host():
    A = sg.Matrix._wrap(_arrays.import_compressed("csr", (N, N), *arrays_of()))
    return sg.mxm(A, A, backend="cpu")


def equal_to_the_host(C):
    expected = product_on_the_host()
    for got, wanted in zip(C.arrays(), expected.arrays()):
        np.testing.assert_allclose(got, wanted, rtol=1e-12)


def cupy_csr(cupy):
    from cupyx.scipy import sparse
    starts, columns, values = (cupy.asarray(x) for x in arrays_of())
    S = sparse.csr_matrix((values, columns, starts), shape=(N, N))
    A = sg.Matrix(S)
    assert A.place == "device", A.place
    there = A.device_views()
    assert there[1].__cuda_array_interface__["data"][0] == S.indices.data.ptr, "columns were copied"
    assert there[2].__cuda_array_interface__["data"][0] == S.data.data.ptr, "values were copied"
    back = A.to_cupy()
    assert back.data.data.ptr == S.data.data.ptr and back.indices.data.ptr == S.indices.data.ptr, "back by copies"
    C = A @ A
    assert C.place == "device", f"the product is on the {C.place}"
    equal_to_the_host(C)
    X = C.to_cupy()
    assert X.data.data.ptr == C.device_views()[2].__cuda_array_interface__["data"][0]
    loans = _arrays.loans()
    del A, there, back
    assert _arrays.loans() == loans - 1, "the arrays did not come back"


def cupy_vectors_and_dense(cupy):
    x = cupy.arange(N, dtype=cupy.float64)
    v = sg.Vector(x)
    assert v.to_cupy().data.ptr == x.data.ptr, "the vector was copied"
    starts, columns, values = arrays_of()
    A = sg.Matrix._wrap(_arrays.import_compressed("csr", (N, N), starts, columns, values))
    w = sg.mxv(A, v, backend="cuda")
    np.testing.assert_allclose(w.numpy(), (A @ np.arange(N, dtype=float)), rtol=1e-12)
    B, out = cupy.random.random((N, 8)), cupy.zeros((N, 8))
    sg.csrmm(A, B, out=out)
    np.testing.assert_allclose(out.get(), sg.csrmm(A, B.get(), backend="cpu"), rtol=1e-12)


def cupy_dlpack(cupy):
    view = sg.Vector(cupy.arange(10, dtype=cupy.int32)).device_view()
    X = cupy.from_dlpack(view)
    assert X.data.ptr == view.__cuda_array_interface__["data"][0] and X.get().tolist() == list(range(10))


def torch_csr(torch):
    for wide in (torch.int32, torch.int64):
        starts, columns, values = (torch.from_numpy(x).cuda() for x in arrays_of())
        T = torch.sparse_csr_tensor(starts.to(wide), columns.to(wide), values, size=(N, N))
        A = sg.Matrix(T)
        assert A.place == "device", A.place
        there = A.device_views()
        assert there[2].__cuda_array_interface__["data"][0] == T.values().data_ptr(), "values were copied"
        if wide == torch.int32:
            assert there[1].__cuda_array_interface__["data"][0] == T.col_indices().data_ptr(), "columns were copied"
        back = A.to_torch(device="cuda")
        assert back.values().data_ptr() == T.values().data_ptr(), "back by copies"
        equal_to_the_host(A @ A)


def torch_dlpack_and_vectors(torch):
    x = torch.arange(N, dtype=torch.float64, device="cuda")
    v = sg.Vector(x)
    assert v.to_torch().data_ptr() == x.data_ptr(), "the vector was copied"
    assert torch.from_dlpack(v.device_view()).data_ptr() == x.data_ptr()


def checks_and_refusals(module):
    name = module.__name__
    starts, columns, values = arrays_of()
    columns[5] = N
    there = [module.asarray(x) if name == "cupy" else module.from_numpy(x).cuda() for x in (starts, columns, values)]
    try:
        _arrays.import_compressed("csr", (N, N), *there)
    except sg.IndexBoundsError as error:
        assert str(N) in str(error)
    else:
        raise AssertionError("an index outside the matrix went through")


def main():
    print(sg.version(), sg.backends(), sg.why_not("cuda"))
    passed = failed = 0
    for name, tests in (("cupy", (cupy_csr, cupy_vectors_and_dense, cupy_dlpack, checks_and_refusals)),
                        ("torch", (torch_csr, torch_dlpack_and_vectors, checks_and_refusals))):
        if importlib.util.find_spec(name) is None:
            print(f"skipped: {name} is not installed")
            continue
        module = __import__(name)
        for test in tests:
            try:
                test(module)
                passed += 1
                print(f"passed: {test.__name__} ({name} {module.__version__})")
            except Exception:
                failed += 1
                traceback.print_exc()
                print(f"FAILED: {test.__name__}")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
