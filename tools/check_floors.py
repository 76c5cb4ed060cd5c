#!/usr/bin/env python3
"""Checks the rules of the source tree that a compiler does not.

  floors    a file includes its own floor and the floors below it, never one above (the table FLOORS)
  rooms     within a folder that has rooms, a file includes its own room and those below it (the tables ROOMS and FILES)
  back ends src/cpu and src/cuda do not know each other; only src/core/backends.c names both; no preprocessor condition
            on CUDA above floor 3
  kernels   each unit of src/cuda/kernels/kernels.def is a file
  folders   at most 40 files in each; each folder below src has a README.md
  length    no file of more than 600 lines
  api       each public function has a comment and the mark GRAPH_API; algorithms/*.c use no internal header but
            those of ALGORITHM_HEADERS; the program uses semigraph.h only, graphblas/ the public headers
  text      no tabs, no blanks at line ends, a newline at the end, no line of more than 125 characters

    check_floors.py [--self-test]

Prints one line per breach, "path:line: what"; exit status 1 if there is one.  tools/check_calls.py holds the calls
between compiled files to the same two tables.
"""
import functools
import re
import sys
import tempfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
FLOORS = [  # folder, floor; the first that fits counts
    ("semiring", 0),
    ("include", 0),
    ("src/base", 1),
    ("src/contract", 2),
    ("src/cpu", 3),
    ("src/cuda", 3),
    ("src/core", 4),
    ("src/operations", 5),
    ("src/io", 5),
    ("algorithms", 6),
    ("src/dist", 7),
    ("graphblas", 7),
    ("tests", 8),
    ("bench", 8),
    ("tools", 8),
]
# The inner order of folders: each room, and the rooms right below it.  A room sees itself, these and all that they see.
# "" is what lies in the folder itself, which mostly sees everything.
ROOMS = {
    "src/core": {
        "places": "",
        "types": "places",
        "matrix": "types",
        "vector": "matrix",
        "": "vector",
    },
    "src/operations": {
        "support": "",
        "compact": "support",
        "hybrid": "support",
        "mxv": "support",
        "": "compact hybrid mxv",
    },
    "src/cpu": {
        "common": "",
        "elementwise": "common",
        "mxm": "elementwise",
        "mxv": "elementwise",
        "csrmm": "elementwise",
        "bfs": "elementwise",
        "triangles": "elementwise",
        "apsp": "elementwise",
        "paths": "elementwise",
        "centrality": "elementwise",
        "closure": "paths",
        "cohesion": "common",
        "communities": "common",
        "sets": "common",
        "similarity": "common",
        "published": "mxm mxv csrmm",
        "": "published bfs triangles apsp closure centrality cohesion communities sets similarity",
    },
    "src/cuda": {
        "runtime": "",
        "primitives": "runtime",
        "semiring": "primitives",
        "kernels": "semiring",
        "elementwise": "kernels",
        "mxv": "elementwise",
        "csrmm": "elementwise",
        "bfs": "elementwise",
        "triangles": "elementwise",
        "apsp": "elementwise",
        "paths": "elementwise",
        "centrality": "primitives",
        "closure": "paths",
        "cohesion": "elementwise",
        "communities": "elementwise",
        "sets": "elementwise",
        "similarity": "elementwise",
        "mxm/analysis": "elementwise",
        "mxm/rows": "mxm/analysis",
        "mxm/blocks": "mxm/analysis",
        "mxm/diagonals": "mxm/analysis",
        "mxm/masked": "mxm/analysis",
        "mxm/reuse": "mxm/blocks",
        "mxm/whole": "mxm/rows mxm/blocks mxm/diagonals mxm/masked",
        "mxm": "mxm/whole mxm/reuse",
        "published": "mxm mxv csrmm",
        "": "published bfs triangles apsp closure centrality cohesion communities sets similarity",
    },
}
# Rooms that are not a folder but some files of one, whatever their endings.
FILES = {
    "src/core": {"places": "backends buffer"},
    "src/operations": {"support": "lists methods mixed operands product_shape write_back write_back_vector"},
}
# What a .c file of algorithms/ may see besides the public headers: the way to a back end's fused form, the headers of
# its own folder, and the status and memory that every function needs.
ALGORITHM_HEADERS = re.compile(r"^(operations/fused\.h|base/(status|memory|checked|mix|walk|progress)\.h|contract/structure\.h|algorithms/.*\.h)$")
KERNELS = "src/cuda/kernels/kernels.def"
MOST_FILES = 40
MOST_LINES = 600
MOST_COLUMNS = 125  # .clang-format sets 110 for code; comments, which it leaves alone, get some room
SOURCE = re.compile(r"\.(c|h|inc|cu|cuh|def)$")

breaches = []


def breach(path, line, what):
    breaches.append(f"{path}:{line}: {what}")


def floor_of(path):
    for folder, floor in FLOORS:
        if path.startswith(folder + "/"):
            return floor
    return None


def house_of(path):
    """The folder of ROOMS that holds the file, or None."""
    return next((folder for folder in ROOMS if path.startswith(folder + "/")), None)


def room_of(path):
    """The room of a file of such a folder."""
    house = house_of(path)
    inside = PurePosixPath(path).relative_to(house)
    stem = inside.name.split(".")[0]
    if len(inside.parts) == 1:
        return next((room for room, stems in FILES.get(house, {}).items() if stem in stems.split()), "")
    folder = inside.parent
    while str(folder) not in ROOMS[house] and folder.name:
        folder = folder.parent
    return str(folder) if folder.name else None


@functools.lru_cache(maxsize=None)
def seen_from(house, room):
    """The rooms that a room sees."""
    below = ROOMS[house][room].split()
    return frozenset([room]).union(*(seen_from(house, other) for other in below))


def breach_of(path, target):
    """What is wrong if the file `path` uses the file `target` by an include or by a call, or None."""
    floor, other = floor_of(path), floor_of(target)
    if floor is None or other is None:
        return None
    if other > floor:
        return f"floor {floor} uses {target} of floor {other}"
    for one, another in (("src/cpu/", "src/cuda/"), ("src/cuda/", "src/cpu/")):
        if path.startswith(one) and target.startswith(another):
            return f"{one} uses {target}"
    if 4 <= floor < 8 and target.startswith(("src/cpu/", "src/cuda/")) and path != "src/core/backends.c":
        return f"{target}: only src/core/backends.c names a back end"
    house = house_of(path)
    if house is None or house != house_of(target):
        return None
    room, below = room_of(path), room_of(target)
    if room is None or below is None:  # a folder that has no row in ROOMS; check_folders says so
        return None
    if below not in seen_from(house, room):
        return f"{house}: {room or 'the top'} does not see {below or 'the top'}, but uses {target}"
    return None


def source_files(root):
    names = []
    for folder, _ in FLOORS:
        names += [path.relative_to(root).as_posix() for path in (root / folder).rglob("*") if path.is_file()]
    return sorted(name for name in names if SOURCE.search(name))


def resolve(path, name):
    """The path in the tree of #include "name" in the file path, or None if it is not of this project."""
    for base in (Path(path).parent, Path("src"), Path("include"), Path("graphblas/include"), Path(".")):
        candidate = base / name
        if (ROOT / candidate).is_file():
            return str(candidate)
    return None


def check_includes(path, lines):
    for number, line in enumerate(lines, 1):
        match = re.match(r'\s*#\s*include\s+(["<])([^">]+)[">]', line)
        if not match:
            continue
        quote, name = match.groups()
        if quote == "<" and not name.startswith("semigraph"):
            continue
        target = resolve(path, name)
        if target is None:
            if quote == '"':
                breach(path, number, f'"{name}" is not a file of this project; use <> for others')
            continue
        wrong = breach_of(path, target)
        if wrong:
            breach(path, number, wrong)
        if re.match(r"algorithms/.*\.c$", path) and not target.startswith("include/") and not ALGORITHM_HEADERS.match(name):
            breach(path, number, f'algorithms/ may not include "{name}"')
        if path.startswith("include/") and not target.startswith("include/"):
            breach(path, number, f'a public header includes "{name}", which is not installed')
        if path.startswith("graphblas/") and not target.startswith(("include/", "graphblas/")):
            breach(path, number, f'graphblas/ may not include "{name}"')
        if path.startswith("tools/semigraph/") and not target.startswith(
                ("include/", "tools/semigraph/", "src/base/new_file.h", "src/base/memory.h")):
            breach(path, number, f'the program may not include "{name}"')


def check_preprocessor(path, lines):
    floor = floor_of(path)
    if floor is None or floor <= 3 or path.startswith("tests/"):
        return
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#\s*(if|ifdef|ifndef|elif)\b.*CUDA", line):
            guard = re.match(r"#ifndef (\w+)$", line)
            if not (guard and lines[number : number + 1] == [f"#define {guard[1]}"]):
                breach(path, number, "the preprocessor asks for CUDA above floor 3")


def check_kernels():
    """Each unit of the list of kernels is a file."""
    if not (ROOT / KERNELS).exists():
        return
    for number, line in enumerate((ROOT / KERNELS).read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r"KERNEL\(\w+, ([^,]+), \w+\)", line)
        if match and not (ROOT / "src/cuda" / (match[1] + ".cuh")).is_file():
            breach(KERNELS, number, f"src/cuda/{match[1]}.cuh does not exist")


def check_folders():
    for top in ("src", "tests", "bench", "algorithms", "semiring", "include", "graphblas"):
        folders = [ROOT / top, *(path for path in (ROOT / top).rglob("*") if path.is_dir() and path.name != "__pycache__")]
        for folder in sorted(folders):
            name = folder.relative_to(ROOT).as_posix()
            files = [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []
            if len(files) > MOST_FILES:
                breach(name, 1, f"{len(files)} files; the limit is {MOST_FILES}")
            if top == "src" and name != "src" and files and not (folder / "README.md").is_file():
                breach(name, 1, "no README.md")
            sources = [path for path in files if SOURCE.search(path.name)]
            if sources and house_of(name + "/") and room_of(f"{name}/{sources[0].name}") is None:
                breach(name, 1, f"the folder has no row in ROOMS of {Path(__file__).name}")


def check_text(path, lines, text):
    if len(lines) > MOST_LINES:
        breach(path, len(lines), f"{len(lines)} lines; the limit is {MOST_LINES}")
    if text and not text.endswith("\n"):
        breach(path, len(lines), "no newline at the end")
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            breach(path, number, "a tab")
        if line != line.rstrip():
            breach(path, number, "blanks at the end of the line")
        is_directive = line.startswith("#")
        if len(line) > MOST_COLUMNS and not is_directive and not path.endswith(".def"):
            breach(path, number, f"{len(line)} characters; the limit is {MOST_COLUMNS}")


def check_head_comment(path, lines):
    if path.startswith(("src/", "algorithms/", "graphblas/", "include/", "semiring/")) and not path.endswith(".def"):
        if not lines or not lines[0].startswith("/*"):
            breach(path, 1, "no comment at the head of the file")


def check_public_functions(path, lines):
    """A function, or a group of functions without blank lines between them, follows a comment."""
    if not path.startswith("include/"):
        return
    covered = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            covered = False
        elif line.rstrip().endswith("*/"):
            covered = True
        elif line.startswith("GRAPH_API") and not covered:
            # Accessors whose names say everything stand together without a comment of their own.
            if not re.search(r"graph_(matrix|vector)_(rows|columns|entries|type|length|form_of)\(", line):
                breach(path, number, f"no comment before: {line.strip()}")
        elif re.match(r"graph_\w+ \*?graph_\w+\(", line) or re.match(r"void graph_\w+\(", line):
            breach(path, number, "a public function without GRAPH_API")


def check(root):
    """All breaches of the tree under root, and the number of its files."""
    global ROOT  # the self-test has a tree of its own
    ROOT = root
    breaches.clear()
    files = source_files(root)
    for path in files:
        text = (ROOT / path).read_text(encoding="utf-8")
        lines = text.splitlines()
        check_includes(path, lines)
        check_preprocessor(path, lines)
        check_text(path, lines, text)
        check_head_comment(path, lines)
        check_public_functions(path, lines)
    check_kernels()
    check_folders()
    return list(breaches), len(files)


HEAD = "/* A file. */\n"
CLEAN = {
    "include/semigraph/one.h": HEAD + "/* Does. */\nGRAPH_API graph_status graph_one(void);\n",
    "src/base/status.h": HEAD,
    "src/base/README.md": "",
    "src/core/README.md": "",
    "src/core/backends.c": HEAD + '#include "cpu/backend_cpu.h"\n#include "cuda/backend_cuda.h"\n',
    "src/core/buffer.h": HEAD,
    "src/core/placement.h": HEAD + '#include "core/matrix/matrix.h"\n',
    "src/core/matrix/README.md": "",
    "src/core/matrix/matrix.h": HEAD + '#include "core/buffer.h"\n',
    "src/operations/README.md": "",
    "src/operations/mxm.c": HEAD + '#include "operations/operands.h"\n#include "core/placement.h"\n',
    "src/operations/operands.h": HEAD,
    "src/cpu/README.md": "",
    "src/cpu/backend_cpu.h": HEAD,
    "src/cuda/README.md": "",
    "src/cuda/backend_cuda.h": HEAD + '#include "cuda/mxm/mxm_host.h"\n',
    "src/cuda/kernels/README.md": "",
    "src/cuda/kernels/kernels.def": "KERNEL(TYPE, mxm/rows/sort, sort_8)\n",
    "src/cuda/mxm/README.md": "",
    "src/cuda/mxm/mxm_host.h": HEAD + '#include "cuda/mxm/rows/sort.cuh"\n',
    "src/cuda/mxm/blocks/README.md": "",
    "src/cuda/mxm/blocks/blocks.cuh": HEAD,
    "src/cuda/mxm/rows/README.md": "",
    "src/cuda/mxm/rows/sort.cuh": HEAD + '#include "cuda/kernels/kernels.def"\n',
    "algorithms/bfs.c": HEAD + '#include "base/status.h"\n#include <semigraph/one.h>\n',
    "bench/cuda/clock.h": "#ifndef BENCH_CUDA_CLOCK_H\n#define BENCH_CUDA_CLOCK_H\n#endif\n",
}
PLANTED = [  # the file, what is appended to it, the line of the breach in that (0: the folder's), a piece of the message
    ("src/base/status.h", '#include "core/buffer.h"', 1, "floor 1 uses src/core/buffer.h of floor 4"),
    ("src/base/status.h", '#include "none.h"', 1, "is not a file of this project"),
    ("src/core/buffer.h", '#include "core/matrix/matrix.h"', 1, "places does not see matrix"),
    ("src/core/matrix/matrix.h", '#include "core/placement.h"', 1, "matrix does not see the top"),
    ("src/core/placement.h", '#include "cpu/backend_cpu.h"', 1, "only src/core/backends.c names a back end"),
    ("src/operations/operands.h", '#include "operations/mxm.c"', 1, "support does not see the top"),
    ("src/cpu/backend_cpu.h", '#include "cuda/backend_cuda.h"', 1, "src/cpu/ uses src/cuda/backend_cuda.h"),
    ("src/cuda/mxm/rows/sort.cuh", '#include "cuda/mxm/mxm_host.h"', 1, "mxm/rows does not see mxm,"),
    ("src/cuda/mxm/rows/sort.cuh", '#include "cuda/mxm/blocks/blocks.cuh"', 1, "mxm/rows does not see mxm/blocks"),
    ("src/cuda/mxm/mxm_host.h", '#include "cuda/backend_cuda.h"', 1, "mxm does not see the top"),
    ("src/cuda/kernels/kernels.def", "KERNEL(TYPE, mxm/rows/none, none_8)", 1, "mxm/rows/none.cuh does not exist"),
    ("src/base/new/one.h", HEAD.rstrip(), 0, "no README.md"),
    ("src/cuda/other/one.h", HEAD.rstrip(), 0, "no row in ROOMS"),
    ("algorithms/bfs.c", '#include "core/buffer.h"', 1, 'algorithms/ may not include "core/buffer.h"'),
    ("graphblas/src/one.c", '#include "core/buffer.h"', 1, 'graphblas/ may not include "core/buffer.h"'),
    ("include/semigraph/one.h", '#include "base/status.h"', 1, "floor 0 uses"),
    ("include/semigraph/one.h", "\nGRAPH_API graph_status graph_two(void);", 2, "no comment before"),
    ("bench/cuda/clock.h", "#ifdef HAVE_CUDA", 1, "the preprocessor asks for CUDA"),
    ("bench/cuda/clock.h", "#ifndef BENCH_CUDA_OTHER_H", 1, "the preprocessor asks for CUDA"),
    ("bench/cuda/clock.h", "\tint x;", 1, "a tab"),
    ("bench/cuda/clock.h", "int x; ", 1, "blanks at the end"),
    ("bench/cuda/clock.h", "x" * 126, 1, "126 characters"),
    ("bench/cuda/clock.h", "\n" * 597 + "int x;", 598, "601 lines; the limit is 600"),
]


def plant(root, path, text):
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def self_test():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for path, text in CLEAN.items():
            plant(root, path, text)
        found, _ = check(root)
        if found:
            failures += 1
            print(f"clean files: {found}")
        for path, text, line, message in PLANTED:
            before = CLEAN.get(path, "")
            plant(root, path, before + text + "\n")
            found, _ = check(root)
            place = f"{path}:{before.count(chr(10)) + line}" if line else f"{path.rpartition('/')[0]}:1"
            if not any(row.startswith(f"{place}: ") and message in row for row in found):
                failures += 1
                print(f"planted in {path}: {text!r}; wanted {place}; found {found}")
            if before:
                plant(root, path, before)
            else:
                (root / path).unlink()
        for number in range(MOST_FILES + 1):
            plant(root, f"tests/test_{number}.txt", "")
        found, _ = check(root)
        if found != ["tests:1: 41 files; the limit is 40"]:
            failures += 1
            print(f"planted 41 files in tests; found {found}")
    print(f"{len(PLANTED) + 1} breaches planted, {failures} failures")
    return 1 if failures else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    found, files = check(ROOT)
    for line in found:
        print(line)
    print(f"{files} files, {len(found)} breaches")
    return 1 if found or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
