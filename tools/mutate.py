#!/usr/bin/env python3
"""Applies small faults to copies of the source tree, one at a time, and reports which tests notice them.

    tools/mutate.py                        every mutant of the list
    tools/mutate.py --random 150 --seed 7  faults at lines drawn at random, of all code for the CPU
    tools/mutate.py --only 'io_*'          mutants whose name matches
    tools/mutate.py --from FILE            mutants of another list
    tools/mutate.py --sanitize             survivors also with AddressSanitizer and UndefinedBehaviorSanitizer
    tools/mutate.py --jobs 8               eight at a time
    tools/mutate.py --gpu --seconds 500    the mutants of src/cuda, on a machine with a GPU; none is begun after that time
    tools/mutate.py --check                only checks the list: every old text is in its file exactly once

The list is tools/mutants/*.txt.  A mutant is a block of lines; a blank line ends it:

    @ name file test[,test...]      the nearest tests, which run first; patterns such as program* are fine
    # what it breaks
    - the old text, exactly as in the file; several lines have a - each
    + the new text; without a + line the old text is removed
    = why no test can notice it     only if the mutant is equivalent

The text after "- " is a piece of the line: the blanks before it may be left out on the first line.  A mutant under
src/cuda is one that only a GPU shows.

A mutant runs against its nearest tests, then against all others that run the changed lines, the quickest first, until
one fails; with --gpu, only against the nearest.  Builds, the map of tests and lines, and results are in build/mutate:
results.tsv has a line for each mutant that ran, and a later run replaces only the lines of its mutants.
"""
import argparse
import fnmatch
import os
import pickle
import queue
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import mutate_random
import mutate_tree as tree

ROOT = tree.ROOT
LIST = ROOT / "tools" / "mutants"
WORK = ROOT / "build" / "mutate"
FOLDERS = ("src", "algorithms", "semiring", "graphblas", "tools/semigraph")
# Few kernels, so that a fault in a kernel's text compiles soon; -O1 as the sanitizers have it; a fault may leave a
# variable unused.
PREBUILT = ("plus_times_fp64;plus_pair_int64;min_plus_int32;min_second_int64;any_first_int64;any_pair_bool;"
            "or_and_bool")
CUDA_PREBUILT = "plus_times_fp64;any_pair_bool;or_and_bool"  # others are compiled when a test asks for them
OPTIONS = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_COMPILER=gcc", "-DSEMIGRAPH_ASSERTIONS=ON",
           "-DSEMIGRAPH_GRAPHBLAS=ON", "-DSEMIGRAPH_BENCH=OFF", "-DSEMIGRAPH_INSTALL=OFF",
           "-DSEMIGRAPH_WARNINGS=OFF",
           f"-DSEMIGRAPH_PREBUILT={PREBUILT}", "-DSEMIGRAPH_PUBLISHED_PREBUILT=plus_times_fp64"]
KINDS = {"plain": ["-DCMAKE_C_FLAGS=-O1"], "coverage": ["-DCMAKE_C_FLAGS=-O1 --coverage"],
         "asan": ["-DCMAKE_C_FLAGS=-O1 -g1", "-DSEMIGRAPH_SANITIZE=address,undefined"]}
NOT_FOR_CHANGES = ("install", "subproject", "references", "tools", "datasets", "pages")  # of scripts, or build anew
START = time.monotonic()


class Mutant:
    def __init__(self, name, file, tests):
        self.name, self.file, self.tests = name, file, tests
        self.breaks = self.reason = ""
        self.old, self.new = [], []
        self.number = None  # of the first line, where it is known

    @property
    def is_gpu(self):
        return self.file.startswith("src/cuda/")

    def changed(self, text):
        """The text of the file with the fault; raises ValueError if the old text is not there exactly once."""
        old, new = "\n".join(self.old), "\n".join(self.new)
        if self.number:
            lines = text.split("\n")
            lines[self.number - 1] = new
            return "\n".join(lines)
        found = text.count(old)
        if found != 1:
            raise ValueError(f"{self.name}: the old text is {found} times in {self.file}; expected once")
        return text.replace(old, new)

    def lines(self, text):
        """The first and the last changed line."""
        first = self.number or text[:text.index("\n".join(self.old))].count("\n") + 1
        return first, first + len(self.old) - 1


def read_list(paths):
    mutants = []
    for path in paths:
        current = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            where = f"{path.name}:{number}"
            mark, rest = line[:1], line[2:]
            if not line.strip():
                current = None
            elif mark == "@":
                words = rest.split()
                if len(words) != 3:
                    raise ValueError(f"{where}: expected @ name file tests")
                current = Mutant(words[0], words[1], words[2].split(","))
                mutants.append(current)
            elif current is None or mark not in "#-+=" or (len(line) > 1 and line[1] != " "):
                raise ValueError(f"{where}: a line of no mutant: {line}")
            elif mark == "#":
                current.breaks = f"{current.breaks} {rest}".strip()
            elif mark == "=":
                current.reason = f"{current.reason} {rest}".strip()
            else:
                (current.old if mark == "-" else current.new).append(rest)
    return mutants


def faults_of_list(mutants, root):
    faults, names, edits = [], set(), set()
    for m in mutants:
        path = root / m.file
        edit = (m.file, tuple(m.old), tuple(m.new))
        if m.name in names:
            faults.append(f"{m.name}: the name is there twice")
        if edit in edits:
            faults.append(f"{m.name}: the same edit is there twice")
        names.add(m.name)
        edits.add(edit)
        for test in m.tests:
            if test.startswith("test_") and not any((root / "tests").rglob(test + ".c")):
                faults.append(f"{m.name}: there is no tests/.../{test}.c")
        if not m.breaks or not m.old:
            faults.append(f"{m.name}: a # line and a - line are needed")
        elif not path.is_file():
            faults.append(f"{m.name}: there is no file {m.file}")
        else:
            try:
                if m.changed(path.read_text()) == path.read_text():
                    faults.append(f"{m.name}: the new text is the old one")
            except ValueError as error:
                faults.append(str(error))
    return faults


def random_mutants(count, seed, folders):
    names = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    texts = {name: (ROOT / name).read_text() for name in names.split()
             if name.endswith((".c", ".h", ".inc")) and not name.startswith("src/cuda/")}
    mutants = []
    for file, number, old, new in mutate_random.draw(texts, count, seed):
        m = Mutant(f"random_{seed}_{len(mutants)}", file, [])
        m.number, m.old, m.new, m.breaks = number, [old], [new], f"{number}: {old.strip()} -> {new.strip()}"
        mutants.append(m)
    return mutants


def build(kind, options):
    cache = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    cuda = ["-DSEMIGRAPH_CUDA=OFF"]
    if options.gpu:
        cuda = ["-DSEMIGRAPH_CUDA=AUTO", f"-DSEMIGRAPH_CUDA_PREBUILT={CUDA_PREBUILT}"]
    print(f"building {kind}", flush=True)
    folder = WORK / (kind + ("-gpu" if options.gpu else ""))
    return tree.Build(folder, OPTIONS + KINDS[kind] + cache + cuda, os.cpu_count())


class Judge:
    """The builds, and what of them a mutant is run against."""

    def __init__(self, mutants, options):
        self.plain = build("plain", options)
        self.asan = build("asan", options) if options.sanitize else None
        self.known = [n for n in self.plain.tests if n not in NOT_FOR_CHANGES]
        place = WORK / "tests.map"
        self.map, self.seconds = None, {}
        if options.gpu:
            nearest = [n for n in self.known if any(self.is_near(n, m) for m in mutants)]
            self.measure(nearest, 1)
        elif options.map or not place.exists():
            print(f"running {len(self.known)} tests without a fault", flush=True)
            self.measure(self.known, max(1, options.jobs // 2))
            print("which tests run which lines", flush=True)
            self.map = tree.Map.make(build("coverage", options), self.known, options.jobs, WORK)
            place.write_bytes(pickle.dumps((self.failed, self.seconds, self.map)))
        else:
            self.failed, self.seconds, self.map = pickle.loads(place.read_bytes())
        self.known = [n for n in self.known if n not in self.failed]

    def measure(self, names, jobs):
        """Times the tests; those that fail without a fault are named, and left out."""
        self.seconds, failed = tree.seconds_of_tests(self.plain, names, jobs)
        for name, output in failed.items():
            print(f"fails without a fault, and is left out: {name}\n{output[-600:]}", flush=True)
        self.failed = set(failed)

    @staticmethod
    def is_near(test, mutant):
        return any(fnmatch.fnmatch(test, pattern) for pattern in mutant.tests)

    def time_of(self, test):
        return self.seconds.get(test, 5)  # one that came after the map

    def tests_of(self, mutant):
        nearest = {n for n in self.known if self.is_near(n, mutant)}
        if mutant.tests and not nearest:
            raise RuntimeError(f"{mutant.name}: no test is called {','.join(mutant.tests)}")
        others = set()
        if self.map:  # of what came after it nothing is known
            first, last = mutant.lines((ROOT / mutant.file).read_text())
            ran = self.map.tests(mutant.file, first, last)
            others = {n for n in self.known if n in ran or n not in self.seconds} - nearest
        return sorted(nearest, key=self.time_of) + sorted(others, key=self.time_of)

    def judge(self, mutant, lanes):
        """(verdict, what noticed it)"""
        tests = self.tests_of(mutant)
        text = mutant.changed((ROOT / mutant.file).read_text())
        for kind, lane, slower in zip(("", "asan "), lanes, (1, 4)):
            lane.change(mutant.file, text)
            try:
                for name in tests:
                    limit = slower * max(tree.LEAST_LIMIT, 10 * self.time_of(name))
                    if name in lane.build.tests and lane.test(name, limit):  # the sanitizers have fewer
                        return "caught", kind + name
            except SyntaxError as error:
                return "does not compile", str(error).replace("\n", " ")
            finally:
                lane.restore()
        if mutant.reason:
            return "equivalent", mutant.reason
        return "survived", f"{len(tests)} tests" if tests else "no test runs it"


def read_results(path):
    lines = path.read_text().splitlines()[1:] if path.exists() else []
    return {line.split("\t")[0]: line.split("\t") for line in lines}


def write_results(path, results):
    lines = ["mutant\tfile\tverdict\tby\tseconds\tbreaks"] + ["\t".join(r) for _, r in sorted(results.items())]
    path.write_text("\n".join(lines) + "\n")


def run_all(mutants, options):
    WORK.mkdir(parents=True, exist_ok=True)
    path = WORK / "results.tsv"
    results, waiting, lock = read_results(path), queue.Queue(), threading.Lock()
    if options.new:
        mutants = [m for m in mutants if m.name not in results]
    for m in mutants:
        waiting.put(m)
    judge = Judge(mutants, options)
    builds = [b for b in (judge.plain, judge.asan) if b]
    problems = []

    def work(number):
        lanes = [tree.Lane(b, WORK / "lanes" / f"{number}-{b.folder.name}") for b in builds]
        while not problems and time.monotonic() - START < (options.seconds or float("inf")):
            try:
                m = waiting.get_nowait()
            except queue.Empty:
                return
            begin = time.monotonic()
            try:
                verdict, by = judge.judge(m, lanes)
            except Exception as error:  # of any kind: the other threads must hear of it
                problems.append(f"{m.name}: {error}")
                return
            taken = time.monotonic() - begin
            with lock:
                results[m.name] = [m.name, m.file, verdict, by, f"{taken:.0f}", m.breaks]
                write_results(path, results)
                print(f"{verdict:17}{m.name:44}{by}  ({taken:.0f} s)", flush=True)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(min(options.jobs, len(mutants)))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if problems:
        raise RuntimeError("\n".join(problems))
    if not waiting.empty():
        print(f"not begun in {options.seconds} s: {waiting.qsize()} of {len(mutants)} mutants")
    done = [m for m in mutants if m not in waiting.queue]
    return {m.name: results[m.name] for m in done}


def summary(results):
    count = {}
    for r in results.values():
        count[r[2]] = count.get(r[2], 0) + 1
    caught, survived = count.get("caught", 0), count.get("survived", 0)
    print("; ".join(f"{verdict}: {n}" for verdict, n in sorted(count.items())))
    for r in results.values():
        if r[2] == "survived":
            print(f"survived: {r[0]} ({r[1]}:{r[5]}; {r[3]})")
    if caught + survived > 0:
        print(f"caught {caught} of {caught + survived} that are not equivalent: "
              f"{100 * caught / (caught + survived):.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0],
                                     epilog="The head of this file describes the list of mutants.")
    parser.add_argument("--check", action="store_true", help="only check the list")
    parser.add_argument("--list", action="store_true", help="print the mutants")
    parser.add_argument("--only", metavar="NAME", action="append", help="a name or pattern; may be repeated")
    parser.add_argument("--from", dest="source", metavar="FILE", help="a list of mutants in place of the usual ones")
    parser.add_argument("--new", action="store_true", help="only those without a line in the results")
    parser.add_argument("--random", metavar="N", type=int, help="N faults at lines drawn at random instead of the list")
    parser.add_argument("--seed", type=int, default=1, help="of the random faults")
    parser.add_argument("--folders", nargs="+", default=FOLDERS, help="where the random faults are")
    parser.add_argument("--sanitize", action="store_true", help="survivors also under the sanitizers")
    parser.add_argument("--map", action="store_true", help="find anew which tests run which lines")
    parser.add_argument("--gpu", action="store_true", help="the mutants that only a GPU shows, instead of the others")
    parser.add_argument("--jobs", type=int, default=1, help="mutants that run at the same time")
    parser.add_argument("--seconds", type=float, help="begin no mutant after so long, the first build included")
    options = parser.parse_args()
    try:
        mutants = random_mutants(options.random, options.seed, options.folders) if options.random else read_list(
            [Path(options.source)] if options.source else sorted(LIST.glob("*.txt")))
        # The whole list with --check, and otherwise what runs: the others need not fit the tree.
        faults = faults_of_list([m for m in mutants if options.check or m.is_gpu == options.gpu], ROOT)
        if faults and not options.random:
            print("\n".join(faults))
            return 1
        if options.check:
            gpu = sum(m.is_gpu for m in mutants)
            print(f"{len(mutants)} mutants, {gpu} of them for a GPU")
            return 0
        wanted = [m for m in mutants if m.is_gpu == options.gpu and
                  (not options.only or any(fnmatch.fnmatch(m.name, p) for p in options.only))]
        if options.list:
            print("\n".join(f"{m.name:44}{m.file}: {m.breaks}" for m in wanted))
            return 0
        if not wanted:
            print("no mutant has such a name")
            return 1
        if options.gpu:
            os.environ["SEMIGRAPH_TEST_BACKEND"] = "cuda"
        results = run_all(wanted, options)
        summary(results)
        return 0
    except (ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
