"""Graphs from and to files: edge lists (SNAP, csv), Matrix Market, DIMACS, METIS, and the library's binary format."""

import os

import numpy as np

from ._algorithms import choice, facts_of
from ._library import check, ffi, lib, sized
from ._matrix import Matrix
from ._options import Progress, place
from ._types import code_of

_FORMATS = ("auto", "edge_list", "matrix_market", "dimacs", "metis", "binary")


def read(path, *, format="auto", undirected=None, loops="keep", duplicates="first", weights="auto", dtype="pattern",
         compact=False, ids=False, labels=False, rows=0, columns=0, skip_lines=0, most_memory=0, trusted=False,
         report=False, progress=None, threads=None):
    """A graph from a file, plain or gzip; bytes instead of a path are read as the file's content.

    undirected: True makes each edge two entries, False one; None is what the file says (an edge list is directed).
    weights: "read" takes the third column of an edge list.  compact: only vertices that occur are numbered; ids=True
    gives (matrix, ids of the rows), labels=True the same for ids that are texts.  report=True adds what was seen.

    >>> import semigraph as sg
    >>> sg.read(b"0 1\\n1 2\\n2 0\\n", undirected=True)
    Matrix 3 x 3, pattern, 6 entries, on the host
    """
    facts = sized("graph_read_report")
    bar = Progress("read", progress)
    kept_ids = ffi.new("uint64_t **") if ids else ffi.NULL
    texts = ffi.new("char ***") if labels else ffi.NULL
    options = sized("graph_read_options",
                    format=choice(format, "graph_file_format", "GRAPH_FILE_", "format"),
                    direction=lib.GRAPH_AS_STORED if undirected is None else
                    lib.GRAPH_UNDIRECTED if undirected else lib.GRAPH_DIRECTED,
                    loops=choice(loops, "graph_loops", "GRAPH_LOOPS_", "loops"),
                    duplicates=choice(duplicates, "graph_duplicates", "GRAPH_DUPLICATES_", "duplicates"),
                    weights=choice(weights, "graph_weights", "GRAPH_WEIGHTS_", "weights"), type=code_of(dtype),
                    is_compact=bool(compact or ids), ids=kept_ids, labels=texts, rows=rows, columns=columns,
                    skip_lines=skip_lines,
                    most_memory=most_memory, is_trusted=bool(trusted), threads=place(threads=threads).threads,
                    report=facts)
    bar.into(options)
    box = ffi.new("graph_matrix **")
    with bar:
        if isinstance(path, (bytes, bytearray, memoryview)):
            content = ffi.from_buffer(path)
            check(lib.graph_read_memory(box, content, len(content), b"<bytes>", options))
        else:
            check(lib.graph_read(box, os.fsencode(path), options))
    result = [Matrix._wrap(box[0])]
    if ids:
        n = result[0].shape[0]
        result.append(np.frombuffer(ffi.buffer(kept_ids[0], 8 * n), np.uint64).copy() if n else np.empty(0, np.uint64))
        lib.graph_free(kept_ids[0])
    if labels:
        result.append([ffi.string(texts[0][k]).decode(errors="replace") for k in range(result[0].shape[0])])
        lib.graph_free(texts[0])
    if report:
        found = facts_of(facts)
        found["format"] = _FORMATS[found["format"]]
        result.append(found)
    return tuple(result) if len(result) > 1 else result[0]


def write(A, path, *, format="auto", gzip=None):
    """Writes a matrix so that read gives it back; the format by the suffix (.mtx .gr .graph .sgb, .csv, else an edge
    list), gzip by .gz."""
    options = sized("graph_write_options", format=choice(format, "graph_file_format", "GRAPH_FILE_", "format"),
                    gzip=0 if gzip is None else 1 if gzip else -1)
    A = A if isinstance(A, Matrix) else Matrix(A)
    check(lib.graph_write(A._handle, os.fsencode(path), options))
