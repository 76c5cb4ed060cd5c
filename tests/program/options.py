#!/usr/bin/env python3
"""Each option of each command does what it says.

    options.py PROGRAM

How a file is read is tested against a file that was changed by hand: reading a graph with --undirected, say, gives what
the graph with both directions in its file gives.  An option of one command alone changes what that command says, and
the list below has every such option: one that --help knows and the list does not is a failure.
"""
import functools
import json
import os
import re
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
ENVIRONMENT = {**os.environ, "GRAPH_BACKEND": "cpu", "OMP_NUM_THREADS": "1"}
# What a run measures rather than computes.
MEASURED = re.compile(r'^(seconds|.*_seconds|work_bytes|peak_bytes|backend)\b')
passed, failed = 0, []


def claim(holds, name):
    global passed
    passed += bool(holds)
    if not holds:
        failed.append(name)


def run(*arguments):
    """What the program prints, as a dictionary without what it measures."""
    begin = time.monotonic()
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    elapsed = time.monotonic() - begin
    claim(done.returncode == 0, f"{' '.join(arguments)}: status {done.returncode}: {done.stderr}")
    try:
        printed = json.loads(done.stdout)
    except ValueError:
        claim(False, f"{' '.join(arguments)}: no JSON: {done.stdout[:200]}")
        return {}
    claim(0 <= printed["seconds"] <= elapsed, f"{' '.join(arguments)}: {printed['seconds']} of {elapsed} seconds")
    return {key: value for key, value in printed.items() if not MEASURED.match(key)}


def result(command, path, *arguments):
    """What the program prints, and its table of vertices or pairs."""
    known = options_of(command)
    option = "--per-vertex" if "--per-vertex" in known else "--out" if "--out" in known else None
    if option is None:
        return run(command, path, *arguments), None
    table = f"{os.path.dirname(path)}/result.{'npy' if command == 'apsp' else 'csv'}"
    printed = run(command, path, *arguments, option, table)
    with open(table, "rb") as file:
        return printed, file.read()


@functools.cache
def options_of(command):
    text = subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True, env=ENVIRONMENT).stdout
    return set(re.findall(r"^  (--[a-z-]+)", text, re.M))


def write(path, lines):
    with open(path, "w") as file:
        file.write("".join(line + "\n" for line in lines))


# A graph with everything that reading may change: a loop, a repeated edge with three weights, an id with a gap, an edge
# in one direction alone.  The first line is a graph's, too, so that --skip shows.
EDGES = [(1, 5, 2), (1, 2, 2), (2, 3, 5), (2, 3, 1), (2, 3, 4), (3, 3, 7), (3, 4, 1), (4, 6, 3), (1, 4, 9), (2, 6, 6),
         (6, 7, 2), (4, 2, 5), (7, 9, 1)]
# Without repetitions and loops, for what asks for neither: onward, so that it can be ordered.
ONWARD = [(1, 2, 2), (1, 3, 9), (2, 3, 4), (2, 4, 1), (3, 4, 2), (4, 6, 3), (6, 7, 1), (4, 7, 8), (7, 9, 2), (2, 6, 5)]


def combined(edges, combine):
    """Repeated edges as one."""
    weights = {}
    for u, v, w in edges:
        weights.setdefault((u, v), []).append(w)
    return [(u, v, combine(w)) for (u, v), w in weights.items()]


def both(edges):
    made = dict()
    for u, v, w in edges:
        made.setdefault((u, v), w)
        made.setdefault((v, u), w)
    return [(u, v, w) for (u, v), w in made.items()]


def lines(edges, weighted=True):
    return [f"{u} {v} {w}" if weighted else f"{u} {v}" for u, v, w in edges]


# command: what it needs besides a file
COMMANDS = {
    "info": (), "bfs": ("--source", "1"), "triangles": (), "clustering": (), "components": (), "closure": (),
    "sssp": ("--source", "1"), "apsp": (), "path": ("2", "7"), "square": (), "degrees": (), "cores": (), "trusses": (),
    "louvain": (), "leiden": (), "labels": (), "forest": (), "independent-set": (), "coloring": (), "matching": (),
    "pagerank": (), "betweenness": (), "closeness": (), "hits": (), "eigenvector": (), "katz": (),
    "similarity": (), "walks": ("--length", "3", "--each", "9"), "order": ()}
# Options of all of these, whose work is done where files are read.
OF_FILES = {"--directed", "--undirected", "--drop-loops", "--duplicates", "--compact", "--as-stored", "--format",
            "--labels", "--skip", "--most-memory", "--threads", "--json", "--help"}
# A command's own options, with a value that changes its result.
OWN = {
    "bfs": {"--source": "2", "--sources": "1,2", "--target": "6", "--max-depth": "1", "--reverse": None},
    "closure": {"--reflexive": None},
    "sssp": {"--source": "2"}, "apsp": {"--sources": "1,2"},
    "square": {"--semiring": "min_plus_fp64", "--method": "row_row_hash"},
    "pagerank": {"--sources": "2"}, "betweenness": {"--sources": "1,2"},
    "closeness": {"--sources": "4,6", "--reverse": None}, "katz": {"--alpha": "0.01"},
    "similarity": {"--kind": "overlap", "--best": "1"},
    "walks": {"--sources": "1,2", "--length": "1", "--each": "3", "--seed": "9"}}
# Commands that say the same with weights and without: they read them, and do not use them.
UNWEIGHTED = {"info", "bfs", "triangles", "clustering", "components", "closure", "degrees", "cores", "trusses", "labels",
              "independent-set", "coloring", "similarity", "order"}


def test_reading(folder):
    """Each way to read a file, on every command: as a file that says the same outright."""
    given, plain = f"{folder}/given.txt", f"{folder}/plain.txt"
    write(given, lines([(8, 1, 1)]) + lines(EDGES))
    kept = [e for e in EDGES if e[0] != e[1]]
    write(plain, lines(both(combined(kept, sum))))
    onward, onward_twice = f"{folder}/onward.txt", f"{folder}/onward.twice.txt"
    write(onward, lines(ONWARD))
    write(onward_twice, lines([(9, 1, 1)]) + lines(ONWARD) + lines([(3, 3, 1)]) + lines(ONWARD))
    for command, needs in COMMANDS.items():
        known = options_of(command)
        weights = ["--weights"] if "--weights" in known else []
        if command == "order":  # edges in both directions are a cycle
            claim(result(command, onward, *needs) ==
                  result(command, onward_twice, *needs, "--skip", "1", "--drop-loops", "--duplicates", "last"),
                  f"{command}: a file read in another way")
            continue
        expected = result(command, plain, *needs, *weights, "--directed")
        got = result(command, given, *needs, *weights, "--skip", "1", "--drop-loops", "--duplicates", "sum", "--undirected")
        for printed, _ in (expected, got) if command == "info" else ():
            claim(printed.pop("duplicates") == (2 if printed is got[0] else 0), "info: repeated edges")
        claim(got == expected, f"{command}: {got}; of a file that says so outright {expected}")
    for mode, combine in (("first", lambda w: w[0]), ("last", lambda w: w[-1]), ("sum", sum), ("min", min), ("max", max)):
        write(plain, lines(combined(EDGES, combine)))
        written = []
        for path, more in ((plain, ()), (given, ("--skip", "1", "--duplicates", mode))):
            run("convert", path, f"{folder}/out.txt", "--weights", *more)
            written.append(sorted(open(f"{folder}/out.txt").read().splitlines()[1:]))
        claim(written[0] == written[1] and len(written[0]) == 11, f"--duplicates {mode}: {written}")


def test_effects(folder):
    """A command's own options: each changes what is said or written."""
    path = f"{folder}/graph.txt"
    write(path, lines(ONWARD))
    for command, needs in COMMANDS.items():
        known, own = options_of(command) - OF_FILES, OWN.get(command, {})
        base = result(command, path, *needs)
        for option in sorted(known - {"--verify", "--per-vertex", "--plot", "--out"}):
            if option == "--weights":
                got = result(command, path, *needs, option)
                if command == "info":
                    claim((base[0].pop("type"), got[0].pop("type")) == ("pattern", "int64"), "info --weights")
                claim((got == base) == (command in UNWEIGHTED), f"{command} --weights: {got}; without {base}")
                continue
            if option not in own:
                claim(False, f"{command} {option} is in no list of options.py")
                continue
            value = own[option]
            if option == "--method":
                claim(result(command, path, option, value) == base, f"{command} {option}: another result")
                continue
            rest = needs if option not in needs and option != "--sources" else \
                [n for k, n in enumerate(needs) if n not in (option, "--source") and
                 needs[k - 1] not in (option, "--source")]
            get = (lambda *a: (run(*a), None)) if command == "bfs" and option == "--sources" else result
            got = get(command, path, *rest, option, *([value] if value is not None else []))
            claim(got != base, f"{command} {option} changes nothing: {got}")
        claim(set(own) <= known, f"{command} has not the options {set(own) - known}")


def test_outputs(folder):
    """--verify, --threads, tables with tabs and with commas, and pictures, of every command that has them."""
    onward, path = f"{folder}/onward.txt", f"{folder}/graph.txt"
    write(onward, lines(ONWARD))
    write(path, lines(ONWARD) + ["9 1 1", "4 1 1"])
    for command, needs in COMMANDS.items():
        known = options_of(command)
        if command == "order":
            path = onward
        base = run(command, path, *needs)
        if "--verify" in known:
            claim(run(command, path, *needs, "--verify", "--threads", "2") == {**base, "verified": True} or
                  command in ("pagerank", "hits", "eigenvector", "katz", "betweenness", "closeness"),
                  f"{command} --verify says more than that")
            claim(run(command, path, *needs, "--verify").get("verified") is True, f"{command} --verify")
        claim("verified" not in base, f"{command} is verified unasked")
        if "--per-vertex" in known:
            for name in ("table.tsv", "table.csv"):
                run(command, path, *needs, "--per-vertex", f"{folder}/{name}")
            tabs, commas = (open(f"{folder}/{n}").read() for n in ("table.tsv", "table.csv"))
            claim(tabs.replace("\t", ",") == commas and "," not in tabs and tabs.count("\n") == 7,
                  f"{command} --per-vertex: {tabs!r} {commas!r}")
            claim([row.split("\t")[0] for row in tabs.splitlines()] == ["1", "2", "3", "4", "6", "7", "9"],
                  f"{command} --per-vertex: ids {tabs!r}")
        if "largest_value" in base:
            printed, table = result(command, path, *needs)
            rows = [row.split(",") for row in table.decode().splitlines()]
            largest = printed["largest"] if isinstance(printed["largest"], list) else [printed["largest"]]
            at = [row for row in rows if row[:len(largest)] == [str(v) for v in largest]]
            columns = [max(float(row[k]) for row in rows) for k in range(len(largest), len(rows[0]))]
            claim(len(at) == 1 and any(float(at[0][len(largest) + k]) == most == printed["largest_value"]
                                       for k, most in enumerate(columns)), f"{command}: largest {printed}; {rows}")
        if "--plot" in known:
            run(command, path, *needs, "--plot", f"{folder}/picture.svg")
            picture = open(f"{folder}/picture.svg").read()
            claim(picture.startswith("<svg") and os.path.basename(path) in picture, f"{command} --plot: {picture[:100]}")


def test_generate(folder):
    """Each number that a class of graphs takes changes the graph, and no other class's does."""
    small = ("--vertices", "64")
    uses = {"rmat": {"--edges", "--seed", "--undirected"}, "uniform": {"--edges", "--seed", "--undirected"},
            "small-world": {"--each", "--seed", "--rewired"}, "preferential": {"--each", "--seed"}, "grid": {"--width"},
            "complete": set(), "path": set(), "star": set(), "tree": {"--each"}}
    values = {"--edges": "100", "--seed": "9", "--undirected": None, "--each": "3", "--rewired": "0.9", "--width": "4"}

    def made(name, *arguments):
        run("generate", name, f"{folder}/made.txt", *arguments)
        return open(f"{folder}/made.txt").read()
    for name, used in uses.items():
        base = made(name, *small)
        claim(made(name, "--vertices", "32") != base, f"generate {name} --vertices")
        for option in used:
            value = values[option]
            claim(made(name, *small, option, *([value] if value else [])) != base, f"generate {name} {option}")
    known = options_of("generate") - {"--to", "--threads", "--json", "--help", "--vertices"}
    claim(known == set(values), f"generate: options {known ^ set(values)}")


with tempfile.TemporaryDirectory() as work:
    for test in (test_reading, test_effects, test_outputs, test_generate):
        test(work)
print("\n".join(failed))
print(f"{passed} passed, {len(failed)} failed")
sys.exit(1 if failed else 0)
