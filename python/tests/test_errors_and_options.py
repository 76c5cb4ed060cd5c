"""Every status as an exception, options, fallbacks, progress, files, threads, and leaks."""

import gc
import importlib.metadata
import os
import re
import resource
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import semigraph as sg
from semigraph import _arrays, _errors, _library, _options
from semigraph._library import ffi, lib

from test_arrays import random_sparse


def test_every_status_has_an_exception():
    statuses = {name: number for name, number in ffi.typeof("graph_status").relements.items() if number < 0}
    assert set(_errors.BY_STATUS) == set(statuses)
    for name, number in statuses.items():
        error = _library.failure(number)
        assert type(error) is _errors.BY_STATUS[name] and error.status == name and isinstance(error, sg.GraphError)
        assert getattr(sg, type(error).__name__) is type(error)


@pytest.mark.parametrize("status, builtin, call", [
    ("GRAPH_E_NULL", TypeError, lambda tmp: _library.check(lib.graph_matrix_check(ffi.NULL))),
    ("GRAPH_E_INVALID_VALUE", ValueError, lambda tmp: sg.mxm(sg.Matrix((2, 2)), sg.Matrix((2, 2)), threads=-1)),
    ("GRAPH_E_INVALID_INDEX", IndexError, lambda tmp: sg.bfs(sg.Matrix((2, 2)), 2)),
    ("GRAPH_E_DOMAIN", TypeError, lambda tmp: sg.Matrix((2, 2), "complex128")),
    ("GRAPH_E_DIMENSION", ValueError, lambda tmp: sg.Matrix((2, 3)) @ sg.Matrix((2, 3))),
    ("GRAPH_E_NOT_EMPTY", ValueError, lambda tmp: _library.check(lib.graph_matrix_build(
        sg.Matrix([[1.0]])._handle, ffi.new("graph_index[1]"), ffi.new("graph_index[1]"), ffi.NULL, 0, 1, 0))),
    ("GRAPH_E_NOT_SUPPORTED", NotImplementedError, lambda tmp: sg.Matrix((2**31, 2))),
    ("GRAPH_E_MEMORY", MemoryError, lambda tmp: sg.closure(sg.Matrix([[1.0]]), most_bytes=1)),
    ("GRAPH_E_NO_SPACE", ValueError, lambda tmp: _library.check(lib.graph_matrix_extract_tuples(
        ffi.new("graph_index[1]"), ffi.NULL, ffi.NULL, 0, ffi.new("graph_index *", 0), sg.Matrix([[1.0]])._handle))),
    ("GRAPH_E_INVALID_OBJECT", ValueError, lambda tmp: sg.bfs_verify(sg.Matrix((2, 2)), 0, [1, -1])),
    ("GRAPH_E_INDEX_BOUNDS", IndexError, lambda tmp: sg.Matrix((2, 2))[[5], :]),
    ("GRAPH_E_IO", OSError, lambda tmp: sg.read(tmp / "missing.txt")),
    ("GRAPH_E_FORMAT", ValueError, lambda tmp: sg.read(b"0 x\n1 y\n")),
    ("GRAPH_E_CANCELLED", RuntimeError, lambda tmp: sg.apsp(random_sparse(300, 300), progress=lambda done: True)),
    ("GRAPH_E_NEGATIVE_CYCLE", ValueError, lambda tmp: sg.sssp(sg.Matrix([[-1.0]]), 0)),
])
def test_statuses_reach_python_with_a_sentence(status, builtin, call, tmp_path):
    with pytest.raises(_errors.BY_STATUS[status]) as error:
        call(tmp_path)
    assert isinstance(error.value, builtin) and error.value.status == status and len(str(error.value)) > 10


def test_sentences_name_what_is_wrong(tmp_path):
    with pytest.raises(sg.DimensionError, match="3 columns|2 x 3"):
        sg.Matrix((2, 3)) @ sg.Matrix((2, 3))
    with pytest.raises(sg.FileError, match="missing.txt"):
        sg.read(tmp_path / "missing.txt")


@pytest.mark.skipif("cuda" in sg.backends(), reason="there is a GPU")
def test_a_device_that_is_not_there():
    with pytest.raises(sg.DeviceError):
        sg.options(backend="cuda")
    with pytest.raises(sg.DeviceError):
        sg.bfs(sg.Matrix((2, 2)), 0, backend="cuda")
    with pytest.raises(sg.DeviceError):
        sg.Matrix((2, 2)).device_views()
    assert sg.why_not("cuda") and sg.why_not("cpu") == ""


def test_a_fallback_is_a_warning(monkeypatch):
    where = _options.place("cpu")
    where.backend = lib.GRAPH_BACKEND_CUDA  # as if it had been asked for, and the CPU has done the work
    sg.Matrix([[1.0]]) @ sg.Matrix([[1.0]])
    with pytest.warns(sg.FallbackWarning, match="strict"):
        where.check(0)


def test_options_nest_and_belong_to_a_thread():
    assert sg.backends()[0] == "cpu"
    seen = {}
    with sg.options(threads=3, backend="cpu"):
        with sg.options(threads=1):
            assert _options.place().threads == 1 and _options.place().backend == lib.GRAPH_BACKEND_CPU
        assert _options.place().threads == 3 and _options.place(threads=2).threads == 2
        thread = threading.Thread(target=lambda: seen.update(threads=_options.place().threads))
        thread.start()
        thread.join()
    assert _options.place().threads == 0 and seen["threads"] == 0
    with sg.options(strict=True):
        assert lib.graph_get_strict()
    assert not lib.graph_get_strict()
    for bad in ({"backend": "gpu"}, {"threads": -1}):
        with pytest.raises(sg.InvalidValueError):
            sg.options(**bad)


def test_stats_tell_what_ran():
    sg.set_stats(True)
    with sg.options(threads=1):
        C = sg.Matrix(random_sparse(50, 50)) @ sg.Matrix(random_sparse(50, 50))
    found = sg.stats()
    assert found["operation"] == "mxm" and found["backend"] == "cpu" and found["threads"] == 1
    assert found["status"] == "GRAPH_OK" and found["products"] >= C.nvals and found["total_ms"] > 0


def test_progress_reports_and_errors_pass_through():
    seen = []
    graph = random_sparse(400, 400)
    sg.apsp(graph, progress=seen.append)
    assert seen and all(-1 <= x <= 1 for x in seen) and seen == sorted(seen)

    def fails(done):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sg.apsp(graph, progress=fails)
    seen.clear()
    with sg.options(progress=seen.append):
        sg.read(b"0 1\n" * 1000)
    assert seen and seen[-1] == 1


def test_bars_of_tqdm(capsys):
    pytest.importorskip("tqdm")
    sg.apsp(random_sparse(300, 300), progress=True)
    assert "apsp" in capsys.readouterr().err


def test_files(tmp_path):
    A = sg.Matrix(random_sparse(20, 20))
    for name in ("a.mtx", "a.sgb", "a.mtx.gz", "a.gr"):
        sg.write(A, tmp_path / name)
        B = sg.read(str(tmp_path / name))
        assert B.shape == A.shape and B.nvals == A.nvals
    assert sg.read(tmp_path / "a.sgb").isequal(A) and sg.read(tmp_path / "a.sgb", trusted=True).isequal(A)
    B, ids, report = sg.read(b"10 20 1.5\n20 30 2.5\n", weights="read", ids=True, report=True)
    assert B.dtype == np.float64 and ids.tolist() == [10, 20, 30] and report["edges"] == 2
    assert report["format"] == "edge_list"
    A, names = sg.read(b"ann bob\nbob cid\n", labels=True)
    assert names == ["ann", "bob", "cid"] and A.nvals == 2
    assert sg.read(b"0 1\n1 0\n0 0\n", loops="drop").nvals == 2
    with pytest.raises(sg.InvalidValueError):
        sg.read(b"0 1\n", format="excel")


def test_the_lock_of_the_interpreter_is_free_during_calls():
    graph = sg.Matrix(random_sparse(3000, 3000, density=0.01))
    turns, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            turns[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = turns[0]
    start = time.perf_counter()
    sg.apsp(graph, unweighted=True, threads=1)
    took = time.perf_counter() - start
    during = turns[0] - before
    stop.set()
    thread.join()
    assert during > 10, f"{during} turns of another thread in {took:.2f} s"


def test_no_leak():
    """$SEMIGRAPH_CALLS calls of the library (4000; 100000 before a release) leave the memory as it is."""
    calls = int(os.environ.get("SEMIGRAPH_CALLS", "4000"))
    S, x = random_sparse(50, 50), np.arange(50.0)

    def work():  # some 20 calls
        A = sg.Matrix(S)
        (A @ A).to_scipy()
        sg.bfs(A, 0, parents=True)
        sg.Vector(x).numpy()
        A[0:5, :].T.reduce_rows()
        with pytest.raises(sg.DimensionError):
            A @ sg.Matrix((3, 3))

    with sg.options(threads=1):
        for _ in range(50):
            work()
        gc.collect()
        before, lent = resident(), _arrays.loans()
        for _ in range(calls // 20):
            work()
        gc.collect()
    assert _arrays.loans() == lent
    assert resident() - before < 8e6


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_every_function_that_is_called_is_in_the_library():
    folder = os.path.dirname(sg.__file__)
    called = set()
    for name in os.listdir(folder):
        if name.endswith(".py") and name != "_cdef.py":
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                called.update(re.findall(r"lib\.(graph_[a-z_]+)", file.read()))
    assert len(called) > 60
    for name in called:
        getattr(lib, name)


def test_versions_agree():
    assert re.fullmatch(r"\d+\.\d+\.\d+", sg.__version__)
    try:
        assert importlib.metadata.version("semigraph") == sg.__version__
    except importlib.metadata.PackageNotFoundError:
        pass  # run against a build


def test_no_warning_at_import():
    assert sys.modules["semigraph"] is sg
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sg.Matrix([[1.0]]).to_scipy()
