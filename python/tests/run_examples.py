"""Runs the examples in the docstrings of the package and in the pages that are named: run_examples.py PAGE..."""

import doctest
import importlib
import os
import pkgutil
import sys
import tempfile

import semigraph

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def main():
    failed = attempted = 0
    names = ["semigraph"] + [f"semigraph.{m.name}" for m in pkgutil.iter_modules(semigraph.__path__)
                             if m.name.startswith("_")]
    for name in names:
        result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
        failed, attempted = failed + result.failed, attempted + result.attempted
    pages = [os.path.abspath(page) for page in sys.argv[1:]]
    datasets = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "datasets"))
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(datasets, os.path.join(folder, "datasets"))
        os.chdir(folder)
        for page in pages:
            result = doctest.testfile(page, module_relative=False, optionflags=FLAGS)
            if result.attempted == 0:
                print(f"{page} has no example")
                failed += 1
            failed, attempted = failed + result.failed, attempted + result.attempted
        os.chdir("/")
    print(f"{attempted - failed} examples passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
