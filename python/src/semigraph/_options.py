"""Where calls run, with how many threads, and what they did: `options`, `stats`, progress bars and fallbacks.

The options in force belong to the context (thread, task) that entered them, and go into each call as its descriptor.
`strict` alone is a setting of the process, because the library has it there.
"""

import contextvars
import sys
import threading
import warnings
from dataclasses import dataclass

from ._errors import DeviceError, FallbackWarning, InvalidValueError
from ._library import check, ffi, lib, sized, text

_BACKENDS = {None: lib.GRAPH_BACKEND_AUTO, "auto": lib.GRAPH_BACKEND_AUTO, "cpu": lib.GRAPH_BACKEND_CPU,
             "cuda": lib.GRAPH_BACKEND_CUDA}


@dataclass(frozen=True)
class _Settings:
    backend: "str | None" = None
    threads: int = 0
    progress: object = False


_settings = contextvars.ContextVar("semigraph.options", default=_Settings())
_strict_lock = threading.Lock()


def backend_code(name):
    try:
        return _BACKENDS[name]
    except (KeyError, TypeError):
        raise InvalidValueError(f'the back end is {name!r}; expected "auto", "cpu" or "cuda"') from None


class options:
    """Settings for the calls inside a `with` block; what is not named stays as it is outside.

    backend: "cpu", "cuda" or "auto".  threads: 0 for all cores.  strict: a back end that cannot do an operation is an
    error and not a fallback (for the whole process while the block runs).  progress: True for tqdm's bars, or a
    function that takes the share done and may return True to cancel.

    >>> import semigraph as sg
    >>> with sg.options(backend="cpu", threads=2):
    ...     sg.Matrix([[0, 1], [1, 0]]).T.shape
    (2, 2)
    """

    def __init__(self, *, backend=None, threads=None, strict=None, progress=None):
        backend_code(backend)
        if threads is not None and not 0 <= threads <= 4096:
            raise InvalidValueError(f"threads is {threads}; expected 0 .. 4096")
        if backend == "cuda":
            why = ffi.new("const char **")
            if not lib.graph_backend_available(lib.GRAPH_BACKEND_CUDA, why):
                raise DeviceError(f"the back end cuda cannot run here: {text(why[0])}")
        self._named = {k: v for k, v in (("backend", backend), ("threads", threads), ("progress", progress))
                       if v is not None}
        self._strict = strict
        self._entered = []

    def __enter__(self):
        outer = _settings.get()
        merged = {name: self._named.get(name, getattr(outer, name)) for name in ("backend", "threads", "progress")}
        token = _settings.set(_Settings(**merged))
        was_strict = None
        if self._strict is not None:
            with _strict_lock:
                was_strict = lib.graph_get_strict()
                lib.graph_set_strict(bool(self._strict))
        self._entered.append((token, was_strict))
        return self

    def __exit__(self, kind, error, trace, /):
        token, was_strict = self._entered.pop()
        _settings.reset(token)
        if was_strict is not None:
            with _strict_lock:
                lib.graph_set_strict(was_strict)


class place:
    """The place, threads and fallbacks of one call: fields for its struct, and the check behind it."""

    def __init__(self, backend=None, threads=None):
        now = _settings.get()
        self.backend = backend_code(now.backend if backend is None else backend)
        self.threads = now.threads if threads is None else threads

    def into(self, struct):
        struct.backend = self.backend
        struct.threads = self.threads
        return struct

    def check(self, status):
        """Raises on failure, and warns of a fallback to the CPU."""
        check(status)
        if self.backend == lib.GRAPH_BACKEND_CUDA and lib.graph_backend_used() != lib.GRAPH_BACKEND_CUDA:
            warnings.warn("the back end cuda was asked for, and the operation ran on the cpu; "
                          "semigraph.options(strict=True) makes that an error", FallbackWarning, stacklevel=4)
        return status


@ffi.callback("graph_progress_function")
def _on_progress(done, context):
    return ffi.from_handle(context).report(done)


class Progress:
    """A bar, or the caller's function, for one long call; `into` sets the fields of its options.

    An exception of the function cancels the call, and is raised when it has ended.
    """

    def __init__(self, what, wanted=None):
        self._wanted = _settings.get().progress if wanted is None else wanted
        self._delay = 1 if wanted is None else 0  # of a whole block only long calls get a bar
        self._what = what
        self._bar = None
        self._error = None
        self._handle = ffi.new_handle(self)

    def into(self, struct):
        if self._wanted is not None and self._wanted is not False:
            struct.progress = _on_progress
            struct.context = self._handle
        return struct

    def report(self, done):
        try:
            if callable(self._wanted):
                return 1 if self._wanted(done) is True else 0
            if self._bar is None:
                from tqdm.auto import tqdm
                self._bar = tqdm(total=100, desc=self._what, unit="%", file=sys.stderr, delay=self._delay)
            if done >= 0:
                self._bar.update(round(100 * done) - self._bar.n)
            return 0
        except BaseException as error:  # it must not pass through C; it is raised by __exit__
            self._error = error
            return 1

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if self._bar is not None:
            self._bar.close()
        if self._error is not None:
            raise self._error from None


def backends():
    """The back ends of this machine: "cpu", and "cuda" where the library has it and a GPU answers."""
    return [name for name, code in _BACKENDS.items() if name in ("cpu", "cuda")
            and lib.graph_backend_available(code, ffi.NULL)]


def why_not(backend):
    """What keeps a back end from running here; "" if nothing does."""
    why = ffi.new("const char **")
    lib.graph_backend_available(backend_code(backend), why)
    return text(why[0])


def version():
    """The version of the library that is loaded."""
    return text(lib.graph_version())


def set_stats(is_on):
    """Begins or ends the taking of statistics, for all threads."""
    lib.graph_set_stats(bool(is_on))


def stats():
    """What the last call of this thread did: place, method, milliseconds, bytes.

    The first call of stats() turns the taking of statistics on; what ran before it was not recorded.

    >>> import semigraph as sg
    >>> sg.set_stats(True)
    >>> A = sg.Matrix([[0, 1], [1, 0]], dtype="float64")
    >>> C = A @ A
    >>> sg.stats()["operation"], sg.stats()["backend"]
    ('mxm', 'cpu')
    """
    if not lib.graph_get_stats():
        lib.graph_set_stats(True)
    s = sized("graph_operation_stats")
    check(lib.graph_stats(s))
    found = {}
    for name, _ in ffi.typeof("graph_operation_stats").fields:
        value = getattr(s, name)
        if name == "backend":
            value = text(lib.graph_backend_name(value))
        elif name == "status":
            value = text(lib.graph_status_name(value))
        elif name in ("operation", "method"):
            value = text(value)
        if name != "size":
            found[name] = value
    return found
