#!/usr/bin/env python3
"""Adds up the tests in the output of `ctest --verbose`.

A test program prints "N passed, N failed" at its end.  One that prints no such line counts as one test; one that fails
without a failed test in that line, because it crashed or ran too long, counts as one failed test more.  A program all
of whose tests were skipped counts as none.
Prints "PASSED FAILED" on one line and the names of failed programs on the next.
"""
import re
import sys


def main():
    totals = {}  # test number -> (passed, failed) of its last summary line
    passed = failed = 0
    names = []
    for line in open(sys.argv[1], encoding="utf-8", errors="replace"):
        summary = re.match(r"(\d+): (\d+) passed, (\d+) failed$", line.rstrip())
        if summary:
            totals[summary[1]] = (int(summary[2]), int(summary[3]))
            continue
        result = re.match(r" *\d+/\d+ Test +#(\d+): (\S+) \.*(.*?) +[\d.]+ sec", line)
        if result:
            number, name, verdict = result.groups()
            good, bad = totals.get(number, (0, 0))
            if verdict.strip() == "Passed":
                passed += max(good, 1)
            elif "Skipped" not in verdict:
                passed += good
                failed += max(bad, 1)
                names.append(name)
    if passed + failed == 0:
        failed = 1
        names = ["no tests ran"]
    print(passed, failed)
    print(*names)


if __name__ == "__main__":
    main()
