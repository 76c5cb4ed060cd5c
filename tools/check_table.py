#!/usr/bin/env python3
"""Checks that the CPU back end has every entry of its tables: a missing one would be NULL, and the fallback of every
other back end is the CPU.

Prints one line per entry that is missing, and one with the totals; exit status 1 if one is missing.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLES = [  # the struct, where it is declared, where the CPU fills it in
    ("graph_backend", "src/contract/backend.h", "src/cpu/backend_cpu.c", r"graph__cpu_backend = \{(.*?)\n\};"),
    ("graph_kernels", "src/contract/kernels.h", "src/cpu/instance.c", r"INSTANCE\) = \{\n(.*?)\n\};"),
]
DEVICE_ONLY = {"limit"}  # the host has no limit of its own


def main():
    total = missing = 0
    for struct, declared_in, filled_in, table in TABLES:
        text = (ROOT / declared_in).read_text(encoding="utf-8")
        body = re.search(rf"^struct {struct} \{{\n(.*?)^\}};", text, re.S | re.M)[1]
        entries = [name for name in re.findall(r"\(\*(\w+)\)\(", re.sub(r"/\*.*?\*/", "", body, flags=re.S)) if name not in DEVICE_ONLY]
        filled = re.search(table, (ROOT / filled_in).read_text(encoding="utf-8"), re.S)[1]
        present = set(re.findall(r"\.(\w+) =", filled))
        total += len(entries)
        for entry in entries:
            if entry not in present:
                missing += 1
                print(f"{filled_in}: struct {struct} has the entry {entry}; the CPU does not")
    print(f"{total} entries, {missing} missing")
    return 1 if missing or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
