"""Builds and runs the tests of a tree with one file changed, without building the tree again.

A build folder is made once.  For each change the objects that depend on the file are compiled aside, and a test is
linked with these in place of its own: before an archive, so that the archive's member is not taken.  Lanes share the
build folder and only read it; each has a copy of the sources, made of hard links.

A map of which tests run which lines comes from a build with --coverage: a test that does not run a changed line cannot
notice the change.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAST_LIMIT = 30  # seconds; a test that takes ten times as long as without a fault has noticed it
COMPILE_LIMIT = 900
MEMORY = 12 << 30  # bytes of address space of a test: a fault in a size must not take the machine's memory
SKIPPED = 77
BATCH = 32  # data files of one call of gcov
ENVIRONMENT = {"OMP_WAIT_POLICY": "passive", "UBSAN_OPTIONS": "halt_on_error=1"}


def run(command, limit=None, folder=ROOT, memory=None, **environment):
    """(status, output); a command that takes too long is killed with what it started, and has status None."""
    def bound():
        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.RLIM_INFINITY))
    with subprocess.Popen(command, cwd=folder, env={**os.environ, **ENVIRONMENT, **environment},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True, preexec_fn=bound if memory else None) as process:
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]


def output_of(command, **more):
    status, output = run(command, **more)
    if status != 0:
        raise RuntimeError(f"{shlex.join(map(str, command))}:\n{output[-3000:]}")
    return output


class Build:
    """A build folder, and what its rules say of objects, archives, programs and tests."""

    def __init__(self, folder, options, threads):
        self.folder = folder
        self.sanitized = any("SANITIZE" in o for o in options)
        folder.mkdir(parents=True, exist_ok=True)
        output_of(["cmake", "-S", ROOT, "-B", folder, *options])
        output_of(["ninja", "-C", folder, "-j", str(threads)])
        self.commands = {}  # an output's command
        for rule in json.loads(self.ninja("compdb")):
            self.commands[rule["output"]] = rule["command"]
        self.depends = {}  # the objects that depend on a file of the tree
        for block in self.ninja("deps").split("\n\n"):
            lines = block.splitlines()
            if not lines or ": #deps" not in lines[0]:
                continue
            for line in lines[1:]:
                path = os.path.normpath(os.path.join(folder, line.strip()))
                if path.startswith(f"{ROOT}/"):
                    self.depends.setdefault(os.path.relpath(path, ROOT), set()).add(lines[0].split(": #deps")[0])
        self.members = {}  # the objects of an archive
        for output, command in self.commands.items():
            if output.endswith(".a"):
                self.members[output] = set(re.findall(r"\S+\.o\b", command))
        self.tests, self.places = {}, {}  # of a test: its command; its folder, if that is of the sources
        for test in json.loads(output_of(["ctest", "--test-dir", folder, "--show-only=json-v1"]))["tests"]:
            if "command" in test:
                self.tests[test["name"]] = test["command"]
                where = {p["name"]: p["value"] for p in test["properties"]}["WORKING_DIRECTORY"]
                self.places[test["name"]] = None if where.startswith(str(folder)) else where

    def ninja(self, tool):
        command = ["ninja", "-C", self.folder, "-t", tool]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Lane:
    """A copy of the sources in which one file at a time is changed, and what is compiled and linked of it."""

    def __init__(self, build, folder):
        self.build, self.folder, self.tree = build, folder, folder / "tree"
        shutil.rmtree(folder, ignore_errors=True)
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in names.decode().split("\0"):
            if name and (ROOT / name).is_file():
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                os.link(ROOT / name, self.tree / name)
        self.changed = None

    def change(self, file, text):
        self.restore()
        self.changed = file
        (self.tree / file).unlink()
        (self.tree / file).write_text(text)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        (self.folder / "out" / "run").mkdir(parents=True)
        self.compiled, self.linked = {}, {}

    def restore(self):
        if self.changed:
            (self.tree / self.changed).unlink()
            os.link(ROOT / self.changed, self.tree / self.changed)
        self.changed = None

    def place(self, output):
        path = self.folder / "out" / output
        path.parent.mkdir(parents=True, exist_ok=True)
        return str(path)

    def compile(self, output):
        if output not in self.compiled:
            command = re.sub(r" -MD -MT \S+ -MF \S+", "", self.build.commands[output])
            inner = f"{ROOT}/build/"
            command = command.replace(inner, "\0").replace(f"{ROOT}/", f"{self.tree}/").replace("\0", inner)
            command = command.replace(f" -o {output} ", f" -o {self.place(output)} ")
            status, text = run(["sh", "-c", command], COMPILE_LIMIT, self.build.folder)
            errors = re.findall(r"error: .*", text)
            self.compiled[output] = (status == 0, errors[0] if errors else text[-200:])
        good, text = self.compiled[output]
        if not good:
            raise SyntaxError(text)
        return self.place(output)

    def link(self, program):
        """The path of the program with the change in it; the program itself if nothing in it depends on the file."""
        if program not in self.linked:
            command = self.build.commands[program]
            words = set(command.split())
            depends = self.build.depends.get(self.changed, set())
            extra = []
            for archive, members in self.build.members.items():
                if archive in words:
                    extra += [self.compile(o) for o in sorted(members & depends)]
            path = str(self.build.folder / program)
            own = sorted(words & depends)
            if extra or own:
                for o in own:
                    command = command.replace(f" {o} ", f" {self.compile(o)} ")
                path = self.place(program)
                command = command.replace(f" -o {program} ", f" -o {path} {' '.join(extra)} ")
                status, text = run(["sh", "-c", command], COMPILE_LIMIT, self.build.folder)
                if status != 0:
                    raise SyntaxError(text[-300:])
            self.linked[program] = path
        return self.linked[program]

    def test(self, name, limit):
        """Whether the test fails with the change, or takes longer than `limit`."""
        command = []
        for word in self.build.tests[name]:
            program = os.path.relpath(word, self.build.folder) if word.startswith(f"{self.build.folder}/") else ""
            command.append(self.link(program) if program in self.build.commands else word)
        memory = None if self.build.sanitized else MEMORY
        status, _ = run(command, limit, self.build.places[name] or self.folder / "out" / "run", memory)
        return status not in (0, SKIPPED)


def seconds_of_tests(build, names, jobs):
    """How long each test takes, and the output of each that fails even without a change."""
    seconds, failed = {}, {}

    def one(name):
        begin = time.monotonic()
        status, output = run(build.tests[name], None, build.places[name] or build.folder)
        seconds[name] = time.monotonic() - begin
        if status not in (0, SKIPPED):
            failed[name] = output
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, names))
    return seconds, failed


def lines_of_test(command, place, folder):
    """{file: (lines that the test runs, lines that have code)}"""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run(command, None, place, GCOV_PREFIX=str(folder))
    data, lines = list(folder.rglob("*.gcda")), {}
    for path in data:
        notes = Path("/", path.relative_to(folder)).with_suffix(".gcno")
        if notes.exists():
            os.symlink(notes, path.with_suffix(".gcno"))
    for k in range(0, len(data), BATCH):
        gcov = ["gcov", "--json-format", "--stdout", *map(str, data[k:k + BATCH])]
        text = subprocess.run(gcov, capture_output=True, check=True).stdout
        for report in map(json.loads, filter(None, text.splitlines())):
            for file in report["files"]:
                path = os.path.normpath(os.path.join(report["current_working_directory"], file["file"]))
                if path.startswith(f"{ROOT}/"):
                    ran, known = lines.setdefault(os.path.relpath(path, ROOT), (set(), set()))
                    # Threads count without a lock, so that a count may be wrong, even below 0, but is not 0.
                    ran.update(l["line_number"] for l in file["lines"] if l["count"] != 0)
                    known.update(l["line_number"] for l in file["lines"])
    shutil.rmtree(folder)
    return lines


def hash_of(file):
    path = ROOT / file
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


class Map:
    """Which tests run which lines."""

    def __init__(self):
        self.ran, self.known = {}, {}  # file -> line -> names of tests; file -> lines that have code
        self.hashes = {}

    def add(self, name, lines):
        for file, (numbers, known) in lines.items():
            self.known.setdefault(file, set()).update(known)
            self.hashes[file] = hash_of(file)
            of_file = self.ran.setdefault(file, {})
            for n in numbers:
                of_file.setdefault(n, set()).add(name)

    def tests(self, file, first, last):
        """The tests that run any of these lines; all that run the file if these have no code, or the file is newer."""
        known, ran = self.known.get(file, set()), self.ran.get(file, {})
        lines = [n for n in range(first, last + 1) if n in known]
        if not lines:  # the rest of a statement that began above
            lines = [n for n in range(max(1, first - 6), first) if n in known][-1:]
        if not lines or self.hashes.get(file) != hash_of(file):
            return set().union(*ran.values())
        return set().union(*(ran.get(n, set()) for n in lines))

    @staticmethod
    def make(build, names, jobs, work):
        found = Map()
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            waiting = {name: pool.submit(lines_of_test, build.tests[name], build.places[name] or build.folder,
                                         work / f"coverage-{name}") for name in names}
            for name, lines in waiting.items():
                found.add(name, lines.result())
        return found
