#!/usr/bin/env python3
"""Applies small faults to copies of the source tree, one at a time, and reports which tests notice them.

    tools/mutate.py                        every mutant against its nearest tests; survivors are named at the end
    tools/mutate.py --whole                survivors also against every other test of the CPU
    tools/mutate.py --only 'io_*' -v       mutants whose name matches
    tools/mutate.py --jobs 8               eight copies, each with its own build folder
    tools/mutate.py --sanitize             with AddressSanitizer and UndefinedBehaviorSanitizer
    tools/mutate.py --gpu --seconds 500    the mutants of src/cuda, on a machine with a GPU: those that compile soonest
                                           first, and none is begun after that time; --new runs the others later
    tools/mutate.py --check                only checks the list: every old text is in its file exactly once

The list is tools/mutants/*.txt.  A mutant is a block of lines; a blank line ends it:

    @ name file test[,test...]      the nearest tests, names of ctest; patterns such as program* are fine
    # what it breaks
    - the old text, exactly as in the file; several lines have a - each
    + the new text; without a + line the old text is removed
    = why no test can notice it     only if the mutant is equivalent

The text after "- " is a piece of the line: the blanks before it may be left out on the first line.  A mutant under
src/cuda is one that only a GPU shows.

Copies and results are in build/mutate: results.tsv has a line for each mutant that ran, and a later run replaces only
the lines of its mutants.  The copies are made of the files that git tracks, as they are in the working tree.
"""
import argparse
import fnmatch
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tools" / "mutants"
WORK = ROOT / "build" / "mutate"
# Few kernels, so that a fault in a kernel's text compiles soon; -O1 as the sanitizers have it; a fault may leave a
# variable unused.
PREBUILT = ("plus_times_fp64;plus_pair_int64;min_plus_int32;min_second_int64;any_first_int64;any_pair_bool;"
            "or_and_bool")
CUDA_PREBUILT = "plus_times_fp64;any_pair_bool;or_and_bool"  # others are compiled when a test asks for them
OPTIONS = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_C_FLAGS=-O1",
           "-DSEMIGRAPH_ASSERTIONS=ON", "-DSEMIGRAPH_GRAPHBLAS=ON", "-DSEMIGRAPH_REFERENCES=OFF",
           "-DSEMIGRAPH_INSTALL=OFF", "-DSEMIGRAPH_WARNINGS=OFF",
           f"-DSEMIGRAPH_PREBUILT={PREBUILT}", "-DSEMIGRAPH_PUBLISHED_PREBUILT=plus_times_fp64"]
START = time.monotonic()
LEAST_LIMIT = 60  # seconds; a test that takes ten times as long as without a fault has noticed it
COMPILE_LIMIT = 900


class Mutant:
    def __init__(self, name, file, tests):
        self.name, self.file, self.tests = name, file, tests
        self.breaks = self.reason = ""
        self.old, self.new = [], []

    @property
    def is_gpu(self):
        return self.file.startswith("src/cuda/")

    def changed(self, text):
        """The text of the file with the fault; raises ValueError if the old text is not there exactly once."""
        old, new = "\n".join(self.old), "\n".join(self.new)
        found = text.count(old)
        if found != 1:
            raise ValueError(f"{self.name}: the old text is {found} times in {self.file}; expected once")
        return text.replace(old, new)


def read_list(folder):
    mutants = []
    for path in sorted(folder.glob("*.txt")):
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


class Lane:
    """One copy of the tree, its build folder, and the seconds that each test takes without a fault."""

    def __init__(self, number, options):
        self.folder = WORK / f"lane-{number}{'-asan' if options.sanitize else ''}{'-gpu' if options.gpu else ''}"
        self.tree, self.binary = self.folder / "tree", self.folder / "build"
        self.options = options
        self.environment = dict(os.environ, OMP_WAIT_POLICY="passive", UBSAN_OPTIONS="halt_on_error=1",
                                CCACHE_BASEDIR=str(self.folder), CCACHE_NOHASHDIR="1")

    def run(self, command, limit):
        """(status, output); a command that takes too long is killed with what it started, and has status None."""
        with subprocess.Popen(command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                              start_new_session=True) as process:
            try:
                output, _ = process.communicate(timeout=limit)
                return process.returncode, output
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return None, process.communicate()[0]

    def copy(self):
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        wanted = {name for name in names.decode().split("\0") if name and (ROOT / name).is_file()}
        for name in wanted:
            source, target = ROOT / name, self.tree / name
            # A file that is as it was keeps its time, so that nothing is compiled again.
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for path in [p for p in self.tree.rglob("*") if p.is_file()]:
            if str(path.relative_to(self.tree)) not in wanted:
                path.unlink()

    @staticmethod
    def cost(mutant):
        """Sorts mutants by what they make the build compile: a C file, one kernel file, or all that include a text."""
        return 0 if mutant.file.endswith(".c") else 1 if mutant.file.endswith(".cu") else 2

    def prepare(self):
        self.tree.mkdir(parents=True, exist_ok=True)
        self.copy()
        options = OPTIONS + [f"-DSEMIGRAPH_CUDA={'AUTO' if self.options.gpu else 'OFF'}"]
        if self.options.gpu:
            options.append(f"-DSEMIGRAPH_CUDA_PREBUILT={CUDA_PREBUILT}")
        if self.options.sanitize:
            options.append("-DSEMIGRAPH_SANITIZE=address,undefined")
        if shutil.which("ccache"):
            options.append("-DCMAKE_C_COMPILER_LAUNCHER=ccache")
        for command in (["cmake", "-S", self.tree, "-B", self.binary, *options], self.ninja() + ["semigraph_test_support"]):
            status, output = self.run(command, None)
            if status != 0:
                raise RuntimeError(f"{self.folder}: the tree does not build without a fault:\n{output[-3000:]}")

    def ninja(self):
        return ["ninja", "-C", self.binary, "-j", str(self.options.threads)]

    def build(self, names):
        """Builds what these tests run."""
        targets = {"semigraph_program" if n.startswith("program") else n if n.startswith(("test_", "corpus_")) else "all"
                   for n in names}
        if "program_interrupts" in names:
            targets.add("semigraph_no_tmpfile")
        return self.run([*self.ninja(), *sorted(targets)], COMPILE_LIMIT)

    def tests(self):
        return re.findall(r"Test +#\d+: (\S+)", self.run(["ctest", "--test-dir", self.binary, "-N"], 60)[1])

    def test(self, names, limit):
        """The names of the tests that fail; stops at the first."""
        pattern = "^(" + "|".join(re.escape(name) for name in names) + ")$"
        command = ["ctest", "--test-dir", self.binary, "--stop-on-failure", "--timeout", str(int(limit)), "-R", pattern]
        status, output = self.run(command, limit * (len(names) + 1))
        failed = re.findall(r"Test +#\d+: (\S+) \.*\**(?:Failed|Timeout|Exception|Not Run|\*\*\*)", output)
        failed += re.findall(r"^\s*\d+ - (\S+) \(", output, re.M)
        return [] if status == 0 else failed[:1] or ["(ctest)"]

    def judge(self, mutant, seconds):
        """(verdict, what noticed it)"""
        path = self.tree / mutant.file
        good = path.read_text()
        known = self.tests()
        nearest = [n for n in known if any(fnmatch.fnmatch(n, p) for p in mutant.tests)]
        if not nearest:
            raise RuntimeError(f"{mutant.name}: no test is called {','.join(mutant.tests)}")
        path.write_text(mutant.changed(good))
        try:
            groups = [nearest]
            if self.options.whole:
                groups.append([n for n in known if n not in nearest and n not in ("install", "subproject")])
            for group in groups:
                status, output = self.build(group)
                if status != 0:
                    errors = re.findall(r"error: .*", output)
                    return "does not compile", errors[0] if errors else output[-200:].replace("\n", " ")
                for name in sorted(group, key=lambda n: seconds.get(n, 1)):
                    failed = self.test([name], max(LEAST_LIMIT, 10 * seconds.get(name, 6)))
                    if failed:
                        return "caught", failed[0]
            return ("equivalent", mutant.reason) if mutant.reason else ("survived", "")
        finally:
            path.write_text(good)


def times_of_tests(lane, names):
    """Seconds of each test without a fault; a test that fails even so is an error of the tree."""
    status, output = lane.build(names)
    if status != 0:
        raise RuntimeError(f"the tests do not build without a fault:\n{output[-3000:]}")
    pattern = "^(" + "|".join(re.escape(name) for name in names) + ")$"
    jobs = str(min(4, lane.options.threads))  # they are timed, and those of a GPU share it
    status, output = lane.run(["ctest", "--test-dir", lane.binary, "-j", jobs, "-R", pattern], None)
    if status != 0:
        raise RuntimeError(f"tests fail without a fault:\n{output[-3000:]}")
    return {name: float(s) for name, s in re.findall(r"Test +#\d+: (\S+) \.+ +Passed +([\d.]+) sec", output)}


def read_results(path):
    lines = path.read_text().splitlines()[1:] if path.exists() else []
    return {line.split("\t")[0]: line.split("\t") for line in lines}


def write_results(path, results):
    lines = ["mutant\tfile\tverdict\tby\tseconds\tbreaks"] + ["\t".join(r) for _, r in sorted(results.items())]
    path.write_text("\n".join(lines) + "\n")


def run_all(mutants, options):
    WORK.mkdir(parents=True, exist_ok=True)
    path = WORK / ("results-asan.tsv" if options.sanitize else "results.tsv")
    results, waiting, lock = read_results(path), queue.Queue(), threading.Lock()
    if options.new:
        mutants = [m for m in mutants if m.name not in results]
    if options.gpu:
        mutants = sorted(mutants, key=Lane.cost)
    for m in mutants:
        waiting.put(m)
    lanes = [Lane(k, options) for k in range(min(options.jobs, len(mutants)))]
    seconds = {}
    for k, lane in enumerate(lanes):  # one after the other: the second finds what the first compiled in the cache
        print(f"building copy {k + 1} of {len(lanes)}", flush=True)
        lane.prepare()
        if k == 0:
            known = lane.tests()
            wanted = [n for n in known if any(fnmatch.fnmatch(n, p) for m in mutants for p in m.tests)]
            print(f"running {len(wanted)} tests without a fault", flush=True)
            seconds = times_of_tests(lane, wanted)
    problems = []

    def work(lane):
        while not problems and time.monotonic() - START < (options.seconds or float("inf")):
            try:
                m = waiting.get_nowait()
            except queue.Empty:
                return
            begin = time.monotonic()
            try:
                verdict, by = lane.judge(m, seconds)
            except Exception as error:  # of any kind: the other lanes must hear of it
                problems.append(f"{m.name}: {error}")
                return
            taken = time.monotonic() - begin
            with lock:
                results[m.name] = [m.name, m.file, verdict, by, f"{taken:.0f}", m.breaks]
                write_results(path, results)
                print(f"{verdict:17}{m.name:44}{by}  ({taken:.0f} s)", flush=True)

    threads = [threading.Thread(target=work, args=(lane,)) for lane in lanes]
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
            print(f"survived: {r[0]} ({r[1]}): {r[5]}")
    if caught + survived > 0:
        print(f"caught {caught} of {caught + survived} that are not equivalent: "
              f"{100 * caught / (caught + survived):.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0],
                                     epilog="The head of this file describes the list of mutants.")
    parser.add_argument("--check", action="store_true", help="only check the list")
    parser.add_argument("--list", action="store_true", help="print the mutants")
    parser.add_argument("--only", metavar="NAME", action="append", help="a name or pattern; may be repeated")
    parser.add_argument("--new", action="store_true", help="only those without a line in the results")
    parser.add_argument("--whole", action="store_true", help="survivors against every test of the CPU")
    parser.add_argument("--sanitize", action="store_true", help="address and undefined-behaviour sanitizers")
    parser.add_argument("--gpu", action="store_true", help="the mutants that only a GPU shows, instead of the others")
    parser.add_argument("--jobs", type=int, default=1, help="copies that run at the same time")
    parser.add_argument("--threads", type=int, help="compilations at the same time in each copy: 2, with --gpu one a core")
    parser.add_argument("--seconds", type=float, help="begin no mutant after so long, the first build included")
    options = parser.parse_args()
    options.threads = options.threads or (os.cpu_count() if options.gpu else 2)
    try:
        mutants = read_list(LIST)
        # The whole list with --check, and otherwise what runs: the others need not fit the tree.
        faults = faults_of_list([m for m in mutants if options.check or m.is_gpu == options.gpu], ROOT)
        if faults:
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
