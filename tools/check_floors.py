#!/usr/bin/env python3
"""Checks the rules of the source tree that a compiler does not.

  floors    a file includes its own floor and the floors below it, never one above (the table FLOORS)
  back ends src/cpu and src/cuda do not know each other; only src/core/backends.c names both; no CUDA in the
            preprocessor above floor 3
  length    no file of more than 600 lines
  api       each public function has a comment and the mark GRAPH_API; algorithms/*.c use no internal header but
            those of ALGORITHM_HEADERS; the program uses semigraph.h only
  text      no tabs, no blanks at line ends, a newline at the end, no line of more than 125 characters

Prints one line per breach, "path:line: what"; exit status 1 if there is one.
"""
import re
import sys
from pathlib import Path

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
    ("tests", 7),
    ("bench", 7),
    ("tools", 7),
]
# What a .c file of algorithms/ may see besides the public headers: the way to a back end's fused form, the headers of
# its own folder, and the status and memory that every function needs.
ALGORITHM_HEADERS = re.compile(r"^(operations/fused\.h|base/(status|memory|checked)\.h|algorithms/.*\.h)$")
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


def source_files():
    names = []
    for folder, _ in FLOORS:
        names += [str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*") if path.is_file()]
    return sorted(name for name in names if SOURCE.search(name))


def resolve(path, name):
    """The path in the tree of #include "name" in the file path, or None if it is not of this project."""
    for base in (Path(path).parent, Path("src"), Path("include"), Path(".")):
        candidate = base / name
        if (ROOT / candidate).is_file():
            return str(candidate)
    return None


def check_includes(path, lines):
    own = floor_of(path)
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
        floor = floor_of(target)
        if own is None or floor is None:
            continue
        if floor > own:
            breach(path, number, f'floor {own} includes "{name}" of floor {floor}')
        for one, other in (("src/cpu/", "src/cuda/"), ("src/cuda/", "src/cpu/")):
            if path.startswith(one) and target.startswith(other):
                breach(path, number, f"{one} includes {target}")
        if own >= 4 and own < 7 and target.startswith(("src/cpu/", "src/cuda/")) and path != "src/core/backends.c":
            breach(path, number, f"{target}: only src/core/backends.c names a back end")
        if re.match(r"algorithms/.*\.c$", path) and not target.startswith("include/") and not ALGORITHM_HEADERS.match(name):
            breach(path, number, f'algorithms/ may not include "{name}"')
        if path.startswith("include/") and not target.startswith("include/"):
            breach(path, number, f'a public header includes "{name}", which is not installed')
        if path.startswith("tools/semigraph/") and not target.startswith(("include/", "tools/semigraph/")):
            breach(path, number, f'the program may not include "{name}"')


def check_preprocessor(path, lines):
    floor = floor_of(path)
    if floor is None or floor <= 3 or path.startswith("tests/"):
        return
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#\s*(if|ifdef|ifndef|elif)\b.*CUDA", line):
            breach(path, number, "the preprocessor asks for CUDA above floor 3")


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
    if path.startswith(("src/", "algorithms/", "include/", "semiring/")) and not path.endswith(".def"):
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


def main():
    files = source_files()
    for path in files:
        text = (ROOT / path).read_text(encoding="utf-8")
        lines = text.splitlines()
        check_includes(path, lines)
        check_preprocessor(path, lines)
        check_text(path, lines, text)
        check_head_comment(path, lines)
        check_public_functions(path, lines)
    for line in breaches:
        print(line)
    print(f"{len(files)} files, {len(breaches)} breaches")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
