#!/usr/bin/env python3
"""Adds up what the tests of a build with `gcc --coverage` have run, and fails below a share of lines.

    tools/coverage.py BUILD [--least PERCENT] [--missing]

A file such as a kernel's text is compiled many times; a line counts as run if any of these ran it.  Lines and branches
are printed for each folder; only lines have a floor, since many branches belong to failures that no test can cause.
--missing prints the lines that no test ran.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src/base", "src/contract", "src/core", "src/cpu", "src/operations", "src/io", "algorithms", "semiring",
           "tools/semigraph")
BATCH = 16  # data files of one call of gcov


def folder_of(path):
    return next((folder for folder in FOLDERS if path.startswith(folder + "/")), None)


def reports(files):
    """What gcov tells of these data files: one object for each, a line of text each."""
    output = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *files],
                            capture_output=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines() if line.strip()]


def add(lines, branches, report):
    for file in report["files"]:
        path = os.path.relpath(os.path.join(report["current_working_directory"], file["file"]), ROOT)
        if folder_of(path) is None:
            continue
        for line in file["lines"]:
            place = (path, line["line_number"])
            # Threads count without a lock, so that a count may be wrong, even below 0, but is not 0.
            lines[place] = lines.get(place, False) or line["count"] != 0
            for k, branch in enumerate(line["branches"]):
                at = (*place, k)
                branches[at] = branches.get(at, False) or branch["count"] != 0


def share(ran):
    return 100 * sum(ran) / len(ran) if ran else 100.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--least", type=float, default=0, help="percent of lines; below it the exit status is 1")
    parser.add_argument("--missing", action="store_true", help="print the lines that no test ran")
    options = parser.parse_args()
    files = sorted(str(p.resolve()) for p in Path(options.build).rglob("*.gcda") if "/tests/" not in str(p))
    if not files:
        print(f"{options.build} has no data: build with --coverage and run the tests")
        return 1
    lines, branches = {}, {}
    batches = [files[k:k + BATCH] for k in range(0, len(files), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for made in pool.map(reports, batches):
            for report in made:
                add(lines, branches, report)
    print(f"{'folder':18}{'lines':>8}{'run':>9}{'branches taken':>17}")
    for folder in FOLDERS:
        in_folder = [ran for (path, _), ran in lines.items() if folder_of(path) == folder]
        taken = [ran for (path, _, _), ran in branches.items() if folder_of(path) == folder]
        if in_folder:
            print(f"{folder:18}{len(in_folder):8}{share(in_folder):7.1f} %{share(taken):15.1f} %")
    all_lines = share(list(lines.values()))
    print(f"{'all':18}{len(lines):8}{all_lines:7.1f} %{share(list(branches.values())):15.1f} %")
    if options.missing:
        for path, number in sorted(place for place, ran in lines.items() if not ran):
            text = (ROOT / path).read_text().splitlines()[number - 1].strip()
            print(f"{path}:{number}: {text}")
    if all_lines < options.least:
        print(f"expected at least {options.least:g} % of the lines; tools/coverage.py --missing lists the others")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
