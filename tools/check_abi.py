#!/usr/bin/env python3
"""Compares the binary interface that the headers declare with the recorded one, by libabigail.

    tools/check_abi.py             compares; exit status 1 if a program built against the recorded interface would break.
                                   Before the first release of a soname (CHANGELOG.md) it tells the changes and ends with 0
    tools/check_abi.py --accept    records the interface of the headers
    tools/check_abi.py --exact     compares, and nothing may have been added since it was recorded (for a release)
    tools/check_abi.py --self-test plants changes and sees which are found

The record is cmake/abi/SONAME.abi.  Both sides are made of a library that has each public function, without a body, and
debugging information: the compiler checks the functions of the real one against the same prototypes.  New functions and
enumerators are compatible, new members of structs are not: the library checks their size (VERSIONING.md).  The rules
for abidiff are in cmake/abi/compatible.ini.  When a change is meant: raise the version in CMakeLists.txt if it is not
compatible, run --accept, and commit the record.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from header_contracts import read_headers

ROOT = Path(__file__).resolve().parent.parent
ABI = ROOT / "cmake" / "abi"


def soname():
    version = re.search(r"project\(semigraph VERSION (\d+)\.(\d+)", (ROOT / "CMakeLists.txt").read_text())
    return f"libsemigraph.so.{version[1]}.{version[2]}"


def is_released():
    """Whether CHANGELOG.md has a released version of this soname."""
    sections = re.findall(r"^## (\d+\.\d+)\.\d+(.*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    return any(soname().endswith("." + version) and "unreleased" not in rest for version, rest in sections)


def declared(include):
    """The prototypes of the functions that the library exports."""
    text = "\n".join(path.read_text() for path in sorted(include.rglob("*.h")))
    exported = set(re.findall(r"^GRAPH_API[^;{]*?(\w+)\(", text, re.M))
    return {item.name: item.code for header in read_headers(include) for item in header.items()
            if item.kind == "function" and item.name in exported}


def build(include, folder):
    """A library of the declared functions."""
    source, library = folder / "interface.c", folder / "libsemigraph.so"
    bodies = [code.rstrip(";") + " { __builtin_unreachable(); }" for _, code in sorted(declared(include).items())]
    source.write_text("#include <semigraph.h>\n" + "\n".join(bodies) + "\n")
    subprocess.run(["gcc", "-std=c11", "-g", "-O0", "-fPIC", "-shared", "-fvisibility=hidden", f"-I{include}",
                    f"-Wl,--version-script={ROOT / 'cmake' / 'exports.map'}", f"-Wl,-soname,{soname()}", str(source), "-o",
                    str(library)], check=True)
    return library


def record(library, path):
    subprocess.run(["abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--out-file", str(path), str(library)],
                   check=True)


def compare(recorded, library, *options):
    """Whether the new library may stand for the recorded one, and what abidiff says."""
    run = subprocess.run(["abidiff", "--suppressions", str(ABI / "compatible.ini"), "--no-show-locs", *options, str(recorded),
                          str(library)], capture_output=True, text=True)
    if run.returncode & 3:
        sys.exit(f"abidiff fails: {run.stderr}")
    return run.returncode == 0, run.stdout


def self_test():
    """Each planted change, and whether it is compatible."""
    changes = [
        ("nothing", "types.h", None, None, True),
        ("a function goes", "types.h", "GRAPH_API void graph_free(void *memory);", "", False),
        ("another parameter", "types.h", "graph_free(void *memory)", "graph_free(void *memory, int why)", False),
        ("another type", "backend.h", "graph_set_memory(uint64_t bytes)", "graph_set_memory(int bytes)", False),
        ("a member in the middle", "operations.h", "    uint32_t flags; ", "    int before;\n    uint32_t flags; ", False),
        ("a constant gets another number", "types.h", "GRAPH_MINUS = 2", "GRAPH_MINUS = 50", False),
        ("a value grows", "types.h", "        void *own;\n    } value;", "        void *own;\n    } value;\n    int more;", False),
        ("a member at the end", "operations.h", "    double cpu_share;           /* percent, for GRAPH_SPLIT_SHARE */",
         "    double cpu_share;\n    int more;", False),
        ("a new enumerator", "types.h", "    GRAPH_OP_COUNT = 26,", "    GRAPH_NEW = 26,\n    GRAPH_OP_COUNT = 27,", True),
        ("a new function", "types.h", "GRAPH_API void graph_free(", "GRAPH_API void graph_new(void);\nGRAPH_API void graph_free(",
         True)]
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        record(build(ROOT / "include", folder), folder / "before.abi")
        for what, header, old, new, is_compatible in changes:
            shutil.rmtree(folder / "include", ignore_errors=True)
            shutil.copytree(ROOT / "include", folder / "include")
            path = folder / "include" / "semigraph" / header
            text = path.read_text()
            if old is not None and text.count(old) != 1:
                sys.exit(f"{header} has \"{old}\" {text.count(old)} times, expected once")
            path.write_text(text.replace(old, new) if old is not None else text)
            found, said = compare(folder / "before.abi", build(folder / "include", folder), "--no-added-syms")
            if found != is_compatible:
                wrong += 1
                print(f"{what}: {'compatible' if found else 'a break'}, expected the opposite\n{said}")
    print(f"{len(changes) - wrong} of {len(changes)} planted changes are judged as they should be")
    return 1 if wrong else 0


def main():
    arguments = sys.argv[1:]
    if arguments not in ([], ["--accept"], ["--exact"], ["--self-test"]):
        print(__doc__)
        return 0 if arguments == ["--help"] else 2
    for tool in ("abidiff", "abidw", "gcc"):
        if not shutil.which(tool):
            sys.exit(f"{tool} is missing; abidw and abidiff are in Debian's package abigail-tools")
    if arguments == ["--self-test"]:
        return self_test()
    recorded = ABI / f"{soname()}.abi"
    with tempfile.TemporaryDirectory() as name:
        library = build(ROOT / "include", Path(name))
        if arguments == ["--accept"]:
            record(library, recorded)
            print(f"recorded: {recorded.relative_to(ROOT)}")
            return 0
        if not recorded.is_file():
            print(f"no interface is recorded for {soname()}; tools/check_abi.py --accept records it")
            return 1
        is_good, said = compare(recorded, library, *([] if arguments else ["--no-added-syms"]))
    old = set(re.findall(r"elf-symbol name='(\w+)'", recorded.read_text()))
    added = sorted(set(declared(ROOT / "include")) - old)
    if added:
        print(f"{len(added)} functions more than recorded, which is compatible: {', '.join(added)}")
    if is_good:
        print(f"the interface of {soname()} is the recorded one" + (", and more" if added else ""))
    elif is_released() or arguments:
        print(said + "The interface is not the recorded one.  If that is meant, see VERSIONING.md and tools/check_abi.py --help.")
    else:
        print(said + f"Nothing of {soname()} is released: this is no break.  tools/check_abi.py --accept records it.")
        return 0
    return 0 if is_good and not (added and arguments) else 1


if __name__ == "__main__":
    sys.exit(main())
