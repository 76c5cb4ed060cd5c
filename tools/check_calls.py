#!/usr/bin/env python3
"""Checks the calls between the source files of src and algorithms, from the symbols of compiled objects.

  circles   no files that call each other, directly or through others; files that UNITS names together count as one
  floors    no call from a lower floor or room into a higher one: the order of tools/check_floors.py, here for calls

A file calls another if it has an undefined symbol that the other defines, a function or data such as a table.  Calls
through pointers in tables are not seen: that is how kernels are reached from above.

    check_calls.py [BUILD_FOLDER | --self-test]      the build folder is build/release if it is not named

Prints each breach with the symbols, and the totals; exit status 1 if there is a breach.
"""
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.dont_write_bytecode = True  # no folder of byte code among the sources
import check_floors  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
UNITS = []  # tuples of files that are one unit; say why
# Objects of files that the build writes (cmake/instances.cmake): how their names begin, and the source that they include.
INSTANCES = [
    ("cpu_", "src/cpu/instance.c"),
    ("semiring_", "src/contract/semiring_instance.c"),
    ("elements_bytes_", "src/cpu/elementwise/bytes_instance.c"),
    ("elements_", "src/cpu/elementwise/element_instance.c"),
    ("published_", "src/cpu/published/published_instance.c"),
    ("diagonals_", "src/cpu/mxm/diagonals_instance.c"),
    ("cuda_texts", None),  # kernel text as data; calls nothing
    ("cuda_type_", "src/cuda/type_instance.cu"),
    ("cuda_", "src/cuda/instance.cu"),
]
# Data that a file names though it stands higher: the handles of the kernels that nvcc compiled.  The linker fills them in,
# and nothing is called through them but by the GPU.
TABLES = {
    ("src/cuda/kernels/kernels.c", "src/cuda/instance.cu"),
    ("src/cuda/kernels/kernels.c", "src/cuda/type_instance.cu"),
}
OBJECT = re.compile(r"CMakeFiles/[^/]+\.dir/((?:src|algorithms)/.+\.(?:c|cu)|instances/.+)\.o$")
CODE_TYPES = "TWi"


def source_of(name):
    """The source file of an object's name within CMakeFiles/*.dir: a path, None, or KeyError."""
    if not name.startswith("instances/"):
        return name
    for prefix, source in INSTANCES:
        if name[len("instances/") :].startswith(prefix):
            return source
    raise KeyError(name)


class Objects:
    """What the objects of a build folder define and want."""

    def __init__(self, root, build):
        self.defined = {}  # symbol -> (source file, whether it is data)
        self.wanted = defaultdict(set)  # source file -> symbols
        self.problems = []
        sources = {}  # object -> source file
        for path in sorted((build / "CMakeFiles").glob("*.dir/**/*.o")):
            match = OBJECT.search(path.as_posix())
            if not match:
                continue
            try:
                source = source_of(match[1])
            except KeyError:
                self.problems.append(f"{match[1]}: an object of no known source; see INSTANCES of {Path(__file__).name}")
                continue
            if source and (root / source).is_file():  # else the source has gone since
                sources[str(path)] = source
        self.files = set(sources.values())
        self.check_completeness(root)
        self.read(sources)

    def check_completeness(self, root):
        """Every file that is compiled has an object; those of src/cuda need one only in a build with CUDA."""
        if not self.files:
            self.problems.append("no objects: build first")
            return
        has_cuda = any(path.startswith("src/cuda/") and path != "src/cuda/absent.c" for path in self.files)
        for path in check_floors.source_files(root):
            if path.startswith(("src/", "algorithms/")) and path.endswith((".c", ".cu")) and path not in self.files:
                is_cuda = path.startswith("src/cuda/")
                if path != "src/cuda/absent.c" and path.endswith("absent.c"):
                    continue  # stands in for what an option leaves out
                if not is_cuda or has_cuda == (path != "src/cuda/absent.c"):
                    self.problems.append(f"{path}: no object: build first")

    def read(self, sources):
        if not sources:
            return
        command = [os.environ.get("NM", "nm"), "-A", "-P", "-g", *sources]
        for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
            path, _, symbol = line.partition(": ")
            name, kind = symbol.split()[:2]
            source = sources[path]
            if kind in "Uwv":
                self.wanted[source].add(name)
            elif name not in self.defined or kind not in "WVu":  # weak: a copy of what several objects have
                self.defined[name] = (source, kind not in CODE_TYPES)

    def calls(self):
        """(from, to) -> the symbols, those of code first."""
        found = defaultdict(list)
        for source, names in self.wanted.items():
            for name in names:
                target, is_data = self.defined.get(name, (source, False))
                if target != source:
                    found[source, target].append((is_data, name))
        return {edge: [name + (" (data)" if is_data else "") for is_data, name in sorted(names)]
                for edge, names in found.items()}


def components(edges):
    """The sets of more than one node that reach each other (Tarjan's algorithm, without recursion)."""
    successors = defaultdict(list)
    for one, other in sorted(edges):
        successors[one].append(other)
    number, low, path, on_path, found = {}, {}, [], set(), []
    for root in sorted(successors):
        if root in number:
            continue
        work = [(root, iter(successors[root]))]
        number[root] = low[root] = len(number)
        path.append(root)
        on_path.add(root)
        while work:
            node, rest = work[-1]
            step = next(rest, None)
            if step is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    group = path[path.index(node) :]
                    del path[path.index(node) :]
                    on_path.difference_update(group)
                    if len(group) > 1:
                        found.append(sorted(group))
            elif step not in number:
                number[step] = low[step] = len(number)
                path.append(step)
                on_path.add(step)
                work.append((step, iter(successors.get(step, []))))
            elif step in on_path:
                low[node] = min(low[node], number[step])
    return found


def circles(calls, units):
    """The circles, each as lines of text."""
    unit_of = {path: " + ".join(unit) for unit in units for path in unit}
    edges = defaultdict(list)
    for (one, other), names in sorted(calls.items()):
        ends = unit_of.get(one, one), unit_of.get(other, other)
        if ends[0] != ends[1]:
            edges[ends].append(names[0])
    for group in components(edges):
        inside = [(ends, names[0]) for ends, names in sorted(edges.items()) if ends[0] in group and ends[1] in group]
        yield [f"a circle of {len(group)} files:", *(f"  {one} -> {other}: {name}" for (one, other), name in inside)]


def check(root, build, units=()):
    """The problems as lists of lines, the number of files and that of calls."""
    objects = Objects(root, build)
    calls = objects.calls()
    found = [[problem] for problem in objects.problems]
    found += circles(calls, units)
    for (path, target), names in sorted(calls.items()):
        wrong = check_floors.breach_of(path, target) if not target.startswith("include/") else None
        if (path, target) in TABLES and all(name.endswith("(data)") for name in names):
            continue
        if wrong:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            found.append([f"{path}: {wrong}: {names[0]}{more}"])
    return found, len(objects.files), len(calls)


CLEAN = {  # the source, or the object of an instance, and its text
    "src/base/memory.c": "int memory(void); int memory(void) { return 1; }",
    "src/base/status.c": "int memory(void), status(void); int status(void) { return memory(); }",
    "src/cpu/instance.c": "",
    "instances/cpu_plus_times_fp64.c": "int status(void); int (*kernels_plus_times_fp64[])(void) = {status};",
    "instances/cpu_plus_times_fp32.c": "int status(void); int (*kernels_plus_times_fp32[])(void) = {status};",
    "src/cpu/bfs/bfs.c": "int status(void), cpu_bfs(void); int cpu_bfs(void) { return status(); }",
    "src/cpu/backend_cpu.c": "extern int (*kernels_plus_times_fp64[])(void);"
    "int cpu_bfs(void); int (*cpu_table[])(void) = {cpu_bfs};"
    "int *cpu_kernels(void); int *cpu_kernels(void) { return (int *)kernels_plus_times_fp64; }",
    "src/core/types/types.c": "int type_size(void); int type_size(void) { return 8; }",
    "src/core/backends.c": "extern int (*cpu_table[])(void); int backend(void); int backend(void) { return cpu_table[0](); }",
    "src/core/matrix/matrix.c": "int backend(void), matrix(void); int matrix(void) { return backend(); }",
    "src/operations/mxm.c": "int matrix(void), mxm(void); int mxm(void) { return matrix(); }",
    "algorithms/bfs.c": "int mxm(void), bfs(void); int bfs(void) { return mxm() + bfs(); }",
}
PLANTED = [  # the file, its text, and the lines of the breach, in part
    ("src/base/memory.c", "int status(void), memory(void); int memory(void) { return status(); }",
     ["a circle of 2 files", "src/base/memory.c -> src/base/status.c: status", "src/base/status.c -> src/base/memory.c: memory"]),
    ("src/cpu/bfs/bfs.c", "int type_size(void), cpu_bfs(void); int cpu_bfs(void) { return type_size(); }",
     ["src/cpu/bfs/bfs.c: floor 3 uses src/core/types/types.c of floor 4: type_size"]),
    ("src/cpu/bfs/bfs.c", "extern int *kernels_plus_times_fp32[], cpu_bfs(void); int cpu_bfs(void)"
     " { return *kernels_plus_times_fp32[0]; }",
     ["bfs does not see the top, but uses src/cpu/instance.c: kernels_plus_times_fp32 (data)"]),
    ("src/core/matrix/matrix.c", "int cpu_bfs(void), matrix(void); int matrix(void) { return cpu_bfs(); }",
     ["src/core/matrix/matrix.c: src/cpu/bfs/bfs.c: only src/core/backends.c names a back end: cpu_bfs"]),
    ("src/base/new.c", None, ["src/base/new.c: no object"]),
    ("instances/other_fp64.c", "", ["instances/other_fp64.c: an object of no known source"]),
]


def self_test():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        objects = root / "build/CMakeFiles/semigraph_objects.dir"

        def compile_one(path, text):
            source = root / path
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text((text or "") + "\n", encoding="utf-8")
            target = objects / (path + ".o")
            if text is None or path == "src/cpu/instance.c":
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([os.environ.get("CC", "cc"), "-c", source, "-o", target], check=True)

        for path, text in CLEAN.items():
            compile_one(path, text)
        found, files, calls = check(root, root / "build")
        if found or files != 10 or calls != 9:
            failures += 1
            print(f"clean files: {files} files, {calls} calls, {found}")
        for path, text, wanted in PLANTED:
            compile_one(path, text)
            found, _, _ = check(root, root / "build")
            seen = "\n".join("\n".join(lines) for lines in found)
            if len(found) != 1 or not all(part in seen for part in wanted):
                failures += 1
                print(f"planted in {path}: wanted {wanted}; found {found}")
            if path == "src/base/memory.c":
                found, _, _ = check(root, root / "build", [("src/base/memory.c", "src/base/status.c")])
                if found:
                    failures += 1
                    print(f"two files that are one unit: {found}")
            if path in CLEAN:
                compile_one(path, CLEAN[path])
            else:
                (root / path).unlink()
                (objects / (path + ".o")).unlink(missing_ok=True)
        found, _, _ = check(root, root / "none")
        if found != [["no objects: build first"]]:
            failures += 1
            print(f"no objects: {found}")
    print(f"{len(PLANTED) + 1} breaches planted, {failures} failures")
    return 1 if failures else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) > 2 or sys.argv[1:2] and sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    found, files, calls = check(ROOT, Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build/release", UNITS)
    for lines in found:
        print("\n".join(lines))
    print(f"{files} files, {calls} pairs of files with calls, {len(found)} breaches")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
