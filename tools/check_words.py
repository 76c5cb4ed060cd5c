#!/usr/bin/env python3
"""Checks the vocabulary of the source tree.

  retired   the words of RETIRED do not occur in src, algorithms, semiring and tests, be it alone, as a part of an
            identifier (split at underscores) or in a comment, texts in quotes apart; EXCEPTIONS and PHRASES name what may
            stay, and why
  named     each word of a file name or of a struct name of src/cuda and src/cpu is a word of the field (tools/words.txt)
            or stands in docs/glossary.md, in backticks in the first column of a table
  used      each word of the glossary occurs in src, algorithms or semiring

    check_words.py [--list | --self-test]

Prints one line per fault, "path:line: what", and the totals; exit status 1 if there is a fault.  --list prints the words
that neither list has, with the files that use them, as a start for the glossary.
"""
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ("src", "algorithms", "semiring")
CODE = (*LIBRARY, "tests", "bench", "tools/semigraph")
NAMED = ("src/cuda", "src/cpu")
SOURCE = re.compile(r"\.(c|h|inc|cu|cuh|def)$")
WORDS = "tools/words.txt"
GLOSSARY = "docs/glossary.md"
RETIRED = frozenset(
    "again alike beside early few kept learnt left mail own regretted side sides thin turn twin".split()
)
EXCEPTIONS = {  # identifier: why it may stay
    "graph_own": "public name",
    "GRAPH_OWN_TYPES": "public name",
    "GRAPH_OWN_TYPES_END": "public name",
    "GRAPH_OWN_OPS": "public name",
    "GRAPH_OWN_OPS_END": "public name",
    "GRAPH_LAW_LEFT_ONE": "a law of algebra",
    "GRAPH_LAW_LEFT_ZERO": "a law of algebra",
    "GRAPH_LAW_LEFT_DIST": "a law of algebra",
    "LEFT_ONE": "a law of algebra",
    "LEFT_ZERO": "a law of algebra",
    "LEFT_DIST": "a law of algebra",
}
PHRASES = [  # what may stay, and why
    r"\.own\b",  # value.own, a public field of graph_scalar
    r"\b(?:from )?left to right\b",  # an order
    r"\bleft and right\b",  # of two operands
    r"\bleft operand\b",  # of a product that does not commute
    r"\bon the left\b",  # the same
    r"\b(?:left|right)-hand sides?\b",  # of an equation
]
PHRASE = re.compile("|".join(PHRASES))
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')  # what a user reads is not a name
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
STRUCT = re.compile(r"\bstruct\s+(?:alignas\([^)]*\)\s*|__align__\([^)]*\)\s*)?([A-Za-z_]\w*)\s*\{")


def sources(root, folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and SOURCE.search(path.name):
                yield path.relative_to(root).as_posix(), path


def parts(identifier):
    return [part for part in identifier.lower().split("_") if part]


def check_retired(root):
    for name, path in sources(root, CODE):
        for word in sorted(RETIRED.intersection(parts(path.name.split(".")[0]))):
            yield name, 1, f'the name of the file has the retired word "{word}"'
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for token in re.findall(r"[A-Za-z_]\w*", PHRASE.sub(" ", TEXT.sub(" ", line))):
                found = RETIRED.intersection(parts(token))
                if found and token not in EXCEPTIONS:
                    yield name, number, f'"{token}" has a retired word' if token not in RETIRED else f'"{token}" is retired'


def words_in_use(root):
    """word -> the file names and structs of the back ends that have it, each with the file in which it stands."""
    users = defaultdict(set)
    for name, path in sources(root, NAMED):
        for word in parts(path.name.split(".")[0]):
            users[word].add((name, path.name))
        for match in STRUCT.finditer(COMMENT.sub(" ", path.read_text(encoding="utf-8"))):
            for word in parts(match[1]):
                users[word].add((name, "struct " + match[1]))
    return users


def forms(word):
    """The word, its singular and its plural."""
    found = {word, word + "s", word + "es"}
    if word.endswith("s"):
        found.add(word[:-1])
    if word.endswith("es"):
        found.add(word[:-2])
    if word.endswith("y"):
        found.add(word[:-1] + "ies")
    if word.endswith("ies"):
        found.add(word[:-3] + "y")
    if word.endswith("ix"):
        found.add(word[:-2] + "ices")
    return found


def standard_words(root):
    lines = (root / WORDS).read_text(encoding="utf-8").splitlines()
    return [(number, word) for number, line in enumerate(lines, 1) if not line.startswith("#") for word in line.split()]


def glossary_words(root):
    """(line, entry) for each word in backticks in the first column of a table."""
    if not (root / GLOSSARY).exists():
        return []
    found = []
    for number, line in enumerate((root / GLOSSARY).read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("|"):
            found += [(number, entry) for entry in re.findall(r"`([^`]+)`", line.split("|")[1])]
    return found


def entry_parts(entry):
    return [part for part in re.split(r"[^a-z0-9]+", entry.lower()) if part]


def check_named(root, users):
    known = set()
    for _, word in standard_words(root):
        known |= forms(word)
    for _, entry in glossary_words(root):
        for part in entry_parts(entry):
            known |= forms(part)
    for word in sorted(users):
        if word not in known and not word.isdigit():
            name, what = min(users[word])
            others = f" and {len(users[word]) - 1} more" if len(users[word]) > 1 else ""
            yield name, 1, f'"{word}" ({what}{others}) is neither in {GLOSSARY} nor in {WORDS}'


def check_used(root):
    text = " ".join(name + " " + path.read_text(encoding="utf-8") for name, path in sources(root, LIBRARY))
    present = set(re.findall(r"[a-z0-9]+", text.lower().replace("_", " ")))
    for number, entry in glossary_words(root):
        missing = [part for part in entry_parts(entry) if not forms(part) & present]
        if missing:
            yield GLOSSARY, number, f"no file uses `{entry}`"
    seen = set()
    for number, word in standard_words(root):
        if word in seen:
            yield WORDS, number, f'"{word}" stands here twice'
        seen.add(word)


def check(root):
    users = words_in_use(root)
    return [*check_retired(root), *check_named(root, users), *check_used(root)], users


CLEAN = {
    "src/cuda/bins.h": "/* Row bins, from left to right. */\nstruct row_bins {\n    int rows;\n};\n",
    "src/cuda/batches_host.c": "/* A batch of rows: value.own, GRAPH_LAW_LEFT_ONE. */\n",
    "src/cpu/rows.inc": "/* Rows. struct comment { has no say */\n",
    "src/base/turnover.c": "/* leftover, owner, twine */\nint owner, aside;\n",
    "semiring/first.h": "/* The left operand. */\n",
    "tests/support/rows.c": '/* Lion: in a test alone. */\nconst char *text = "once again";\n',
    WORDS: "# heading zebra\nrow\n",
    GLOSSARY: "# Glossary\n\n| word | meaning |\n|---|---|\n| `bin` | rows of one size |\n| `batch`, `host` | `zebra` |\n",
}
PLANTED = [  # the file, what is appended to it, its line there, a piece of the message
    ("src/base/turnover.c", "int left_rows;", 1, '"left_rows" has a retired word'),
    ("src/base/turnover.c", "\n/* Once again. */", 2, '"again" is retired'),
    ("src/base/turnover.c", "enum { MOST_KEPT };", 1, '"MOST_KEPT" has a retired word'),
    ("src/base/turnover.c", "int x; /* from left to the right */", 1, '"left" is retired'),
    ("semiring/first.h", "/* on one side */", 1, '"side" is retired'),
    ("tests/support/rows.c", "int twin_rows;", 1, '"twin_rows" has a retired word'),
    ("tests/support/rows.c", "/* Beside it. */", 1, '"Beside" has a retired word'),
    ("tests/test_early.c", "/* Words. */", None, 'retired word "early"'),
    ("algorithms/few_words.c", "/* Words. */", None, 'retired word "few"'),
    ("src/cuda/zebra.cuh", "/* Stripes. */", None, '"zebra" (zebra.cuh)'),
    ("src/cpu/rows.inc", "struct giraffe {\n};", None, '"giraffe" (struct giraffe)'),
    (GLOSSARY, "| `lion` | none here |", 1, "no file uses `lion`"),
    (WORDS, "row", 1, '"row" stands here twice'),
]


def plant(root, path, text):
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def self_test():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in CLEAN.items():
            plant(root, path, text)
        faults, _ = check(root)
        if faults:
            failures += 1
            print(f"clean files: {faults}")
        for path, text, line, message in PLANTED:
            before = CLEAN.get(path, "")
            plant(root, path, before + text + "\n")
            expected = 1 if line is None else before.count("\n") + line
            faults, _ = check(root)
            if len(faults) != 1 or faults[0][:2] != (path, expected) or message not in faults[0][2]:
                failures += 1
                print(f"planted in {path}, line {expected}: {text!r}; found {faults}")
            if path in CLEAN:
                plant(root, path, before)
            else:
                (root / path).unlink()
    print(f"{len(PLANTED)} faults planted, {failures} failures")
    return 1 if failures else 0


def list_unknown(root):
    users = words_in_use(root)
    known = set()
    for _, word in standard_words(root):
        known |= forms(word)
    for word in sorted(set(users) - known):
        print(f"{word}: {', '.join(sorted({what for _, what in users[word]}))}")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:] == ["--list"]:
        return list_unknown(ROOT)
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    faults, users = check(ROOT)
    for path, number, what in faults:
        print(f"{path}:{number}: {what}")
    print(f"{len(users)} words of files and structs, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
