#!/usr/bin/env python3
"""Checks two tables.

The CPU back end has every entry of its structs: a missing one would be NULL, and the fallback of every other back end is
the CPU.  The tests that docs/semantics.md names for its cases exist and run, and the cases are numbered 1, 2, 3, ...

Prints one line per fault, and one with the totals of each table; exit status 1 if there is a fault.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLES = [  # the struct, where it is declared, where the CPU fills it in
    ("graph_backend", "src/contract/backend.h", "src/cpu/backend_cpu.c", r"graph__cpu_backend = \{(.*?)\n\};"),
    ("graph_kernels", "src/contract/kernels.h", "src/cpu/instance.c", r"INSTANCE\) = \{\n(.*?)\n\};"),
]
# What the host has no use for: questions about its own memory, copies to itself, arrays that lie outside it.
DEVICE_ONLY = {"limit", "holds", "download_open", "download_start", "download_wait",
               "download_close", "shift", "floyd_warshall_out_of_core", "link_find", "link_name", "link_open", "link_exchange",
               "link_close", "floyd_warshall_slab"}


def check_back_end():
    total = missing = 0
    for struct, declared_in, filled_in, table in TABLES:
        text = (ROOT / declared_in).read_text(encoding="utf-8")
        body = re.search(rf"^struct {struct} \{{\n(.*?)^\}};", text, re.S | re.M)[1]
        entries = re.findall(r"\(\*(\w+)\)\(", re.sub(r"/\*.*?\*/", "", body, flags=re.S))
        entries = [name for name in entries if name not in DEVICE_ONLY]
        filled = re.search(table, (ROOT / filled_in).read_text(encoding="utf-8"), re.S)[1]
        present = set(re.findall(r"\.(\w+) =", filled))
        total += len(entries)
        for entry in entries:
            if entry not in present:
                missing += 1
                print(f"{filled_in}: struct {struct} has the entry {entry}; the CPU does not")
    print(f"{total} entries, {missing} missing")
    return missing + (total == 0)


def check_cases():
    page = (ROOT / "docs/semantics.md").read_text(encoding="utf-8")
    # A numbered list; below each case the tests, "- program: name, name".
    rows = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", page.partition("\n## Test cases\n")[2], re.M | re.S)
    faults = named = 0
    for number, (case, text) in enumerate(rows, start=1):
        groups = [" ".join(group.split()) for group in re.split(r"\n +- ", text)[1:]]
        if not groups:
            faults += 1
            print(f"docs/semantics.md: case {case} names no test")
        if int(case) != number:
            faults += 1
            print(f"docs/semantics.md: case {case} where {number} should be")
        for group in groups:
            program, names = group.split(": ")
            source = next((ROOT / "tests").rglob(f"{program}.c"), ROOT / "tests")
            text = source.read_text(encoding="utf-8") if source.is_file() else ""
            for name in names.split(", "):
                named += 1
                is_listed = f"TEST_ROW({name})" in text or f"TEST_ROW_LARGE({name})" in text
                if f"TEST({name})" not in text or not is_listed:
                    faults += 1
                    print(f"docs/semantics.md: case {case} names {program}: {name}, which is not a test")
    print(f"{len(rows)} cases, {named} tests named, {faults} faults")
    return faults + (len(rows) == 0)


def main():
    faults = check_back_end() + check_cases()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
