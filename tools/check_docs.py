#!/usr/bin/env python3
"""Checks the Markdown pages of the repository.

  length    no line of more than 120 columns
  links     internal links and pictures lead to files that exist, and #anchors to headings (GitHub's rule for anchors)
  paths     a path of this repository in backticks exists: `src/core/buffer.c`, `tools/demo`.  `*` and `{a,b}` mean what
            they mean to a shell, `NAME` and `<name>` stand for any name; `semigraph/io.h` is looked up in include/
  blocks    a fenced block of code names its language and is closed.  A block that begins with ```c has a main function
            and stands in a page that tests/examples compiles; any other piece of C begins with ```c fragment

    tools/check_docs.py              the tracked pages; prints "path:line: what", exit status 1 if there is a breach
    tools/check_docs.py --self-test  plants each kind of breach in a temporary folder and sees that it is found
"""
import functools
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
MOST_COLUMNS = 120
FOLDERS = "algorithms|bench|cmake|datasets|docs|include|semigraph|semiring|src|tests|tools"
PATH = re.compile(rf"^(?:{FOLDERS})/[\w./*{{}},<>+-]*$")
PLACEHOLDER = re.compile(r"<\w+>|\b[A-Z]{2,}\b(?=\.|/|$)")  # <name>, NAME.h
FENCE = re.compile(r"^( *)(```+|~~~+)(.*)$")
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+[\"'][^)]*)?\)")
DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)")
HTML_LINK = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)=\"([^\"]+)\"")
EXTERNAL = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.I)
HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")


class Page:
    """The lines of a page, and which of them stand in fenced blocks."""

    def __init__(self, root, path):
        self.root, self.path = root, path
        self.lines = (root / path).read_text(encoding="utf-8").splitlines()
        self.blocks = []  # (number of the opening line, words behind the fence, lines, closed)
        self.prose = []  # (number, line) of all lines outside fenced blocks
        opened = None
        for number, line in enumerate(self.lines, 1):
            fence = FENCE.match(line)
            if opened is None and fence:
                opened = (number, fence[2], fence[3].strip(), [])
            elif opened is None:
                self.prose.append((number, line))
            elif fence and fence[2].startswith(opened[1]) and not fence[3].strip():
                self.blocks.append((opened[0], opened[2], opened[3], True))
                opened = None
            else:
                opened[3].append(line)
        if opened:
            self.blocks.append((opened[0], opened[2], opened[3], False))


@functools.lru_cache(maxsize=None)
def anchors_of(root, path):
    """The anchors of a page: headings in small letters without punctuation, blanks as hyphens, repeated ones numbered."""
    anchors, seen = set(), {}
    page = Page(root, path)
    for _, line in page.prose:
        heading = HEADING.match(line)
        if heading:
            text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[2])  # a link counts as its text
            slug = re.sub(r"[^\w\- ]", "", text.replace("`", "").lower()).replace(" ", "-")
            count = seen.get(slug, 0)
            seen[slug] = count + 1
            anchors.add(f"{slug}-{count}" if count else slug)
        anchors.update(re.findall(r"<a\s+(?:id|name)=\"([^\"]+)\"", line))
    return frozenset(anchors)


def braces(text):
    """The words that a{b,c}d stands for."""
    match = re.search(r"\{([^{}]*)\}", text)
    if not match:
        return [text]
    return [word for part in match[1].split(",") for word in braces(text[: match.start()] + part + text[match.end() :])]


def exists(root, path):
    if path.startswith("semigraph/"):
        path = "include/" + path
    pattern = PLACEHOLDER.sub("*", path).rstrip("/")
    if "*" in pattern:
        return any(root.glob(pattern))
    return (root / pattern).exists()


def check_lengths(page):
    for number, line in enumerate(page.lines, 1):
        if len(line) > MOST_COLUMNS:
            yield number, f"{len(line)} columns; the limit is {MOST_COLUMNS}"


def check_links(page):
    folder = (page.root / page.path).parent
    for number, line in page.prose:
        text = CODE_SPAN.sub("", line)
        targets = LINK.findall(text) + DEFINITION.findall(text) + HTML_LINK.findall(text)
        for target in targets:
            if EXTERNAL.match(target):
                continue
            name, _, anchor = unquote(target).partition("#")
            file = (folder / name).resolve() if name else page.root / page.path
            if not file.exists() or not file.is_relative_to(page.root):
                yield number, f"a link to {name}, which does not exist"
            elif anchor and file.suffix == ".md" and anchor not in anchors_of(page.root, str(file.relative_to(page.root))):
                yield number, f"a link to {target}: there is no such heading"


def check_paths(page):
    for number, line in page.prose:
        for _, span in CODE_SPAN.findall(line):
            for word in span.split():
                word = re.sub(r":\d+$", "", word.rstrip(".,;:"))
                if PATH.match(word):
                    for path in braces(word):
                        if not exists(page.root, path):
                            yield number, f"`{path}` does not exist"


def check_blocks(page, compiled):
    for number, info, lines, is_closed in page.blocks:
        language = info.split()[0] if info else ""
        if not is_closed:
            yield number, "a block of code that is not closed"
        if not language:
            yield number, "a block of code without a language"
        if language == "c" and info != "c fragment":
            # tests/examples/extract.sh takes the blocks that begin with ```c alone and have a main function.
            if info != "c" or page.lines[number - 1] != "```c":
                yield number, f"a block of C that begins with ```{info}; wanted: ```c or ```c fragment"
            elif not any("int main(" in line for line in lines):
                yield number, "a block of C without a main function is not compiled; a piece of C begins with ```c fragment"
            elif page.path not in compiled:
                yield number, f"a program that tests/examples does not compile: {page.path} is not in its list of documents"


def compiled_pages(root):
    """The pages whose programs tests/examples/CMakeLists.txt compiles."""
    file = root / "tests/examples/CMakeLists.txt"
    documents = re.search(r"set\(documents ([^)]*)\)", file.read_text(encoding="utf-8")) if file.exists() else None
    return {word.replace("${PROJECT_SOURCE_DIR}/", "") for word in documents[1].split()} if documents else set()


def tracked_pages(root):
    found = subprocess.run(["git", "-C", str(root), "ls-files", "*.md"], capture_output=True, text=True, check=False)
    if found.returncode == 0 and found.stdout:
        return [path for path in found.stdout.splitlines() if (root / path).exists()]
    pages = (path.relative_to(root) for path in root.rglob("*.md"))
    return sorted(str(path) for path in pages if path.parts[0] != "build")


def check(root):
    """All breaches of the pages under root as (path, line, what), and the number of pages."""
    compiled = compiled_pages(root)
    pages = tracked_pages(root)
    breaches = []
    for path in pages:
        page = Page(root, path)
        for found in (check_lengths(page), check_links(page), check_paths(page), check_blocks(page, compiled)):
            breaches += [(path, number, what) for number, what in found]
    return sorted(breaches), len(pages)


PROGRAM = "```c\nint main(void) { return 0; }\n```\n"
CLEAN = {
    "README.md": "# A page\n\n## Two words: `a_b`, c!\n\n## Twice\n\n## Twice\n\n"
    "[self](#two-words-a_b-c), [second](#twice-1), [other](docs/page.md#head), [out](https://example.org/none.md#x)\n"
    "`src/one.c`, `src/*.c`, `src/{one,two}.c:7`, `tests/NAME.c`, `tests/<name>.c`, `semigraph/io.h`, `tools/run all`,\n"
    "`[text](none.md)`, `nowhere/none.c`\n\n" + PROGRAM + "```c fragment\nint x;\n```\n```sh\n[no](link.md)\n```\n",
    "docs/page.md": "# Head\n\n[up](../README.md)\n![picture](dot.svg)\n",
    "docs/dot.svg": "<svg/>\n",
    "src/one.c": "",
    "src/two.c": "",
    "tests/test_one.c": "",
    "include/semigraph/io.h": "",
    "tools/run": "",
    "tests/examples/CMakeLists.txt": "set(documents ${PROJECT_SOURCE_DIR}/README.md)\n",
}
PLANTED = [  # the page, what is appended to it, which line of that is wrong, a piece of the message
    ("README.md", "x" * 121, 1, "121 columns"),
    ("README.md", "```text\n" + "x" * 130 + "\n```", 2, "130 columns"),
    ("README.md", "[a](docs/none.md)", 1, "docs/none.md, which does not exist"),
    ("docs/page.md", "[a](docs/page.md)", 1, "docs/page.md, which does not exist"),
    ("docs/page.md", "[a](../../outside.md)", 1, "which does not exist"),
    ("README.md", "![a](docs/none.svg)", 1, "docs/none.svg, which does not exist"),
    ("README.md", "<img src=\"docs/none.svg\">", 1, "docs/none.svg, which does not exist"),
    ("README.md", "[a]: docs/none.md", 1, "docs/none.md, which does not exist"),
    ("README.md", "[a](#none)", 1, "#none: there is no such heading"),
    ("README.md", "[a](#twice-2)", 1, "#twice-2: there is no such heading"),
    ("README.md", "[a](docs/page.md#none)", 1, "docs/page.md#none: there is no such heading"),
    ("README.md", "see `src/none.c`", 1, "`src/none.c` does not exist"),
    ("README.md", "see `src/{one,none}.c`", 1, "`src/none.c` does not exist"),
    ("README.md", "see `tests/none_*.c`", 1, "`tests/none_*.c` does not exist"),
    ("README.md", "see `src/<name>.h`", 1, "`src/<name>.h` does not exist"),
    ("README.md", "see `semigraph/none.h`", 1, "`semigraph/none.h` does not exist"),
    ("README.md", "run `tools/none --all`", 1, "`tools/none` does not exist"),
    ("README.md", "```\ntext\n```", 1, "without a language"),
    ("README.md", "```text\nopen", 1, "not closed"),
    ("README.md", "```c\nint x;\n```", 1, "without a main function"),
    ("README.md", "- item\n  ```c\n  int main(void) { return 0; }\n  ```", 2, "begins with ```c"),
    ("README.md", "```c program\nint main(void) { return 0; }\n```", 1, "begins with ```c program"),
    ("docs/page.md", PROGRAM, 1, "tests/examples does not compile: docs/page.md"),
]


def plant(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def self_test():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        plant(root, CLEAN)
        breaches, pages = check(root)
        if breaches or pages != 2:
            failures += 1
            print(f"clean pages: {pages} pages, {breaches}")
        for path, text, line, message in PLANTED:
            plant(root, {path: CLEAN[path] + text + "\n"})
            anchors_of.cache_clear()
            breaches, _ = check(root)
            expected = CLEAN[path].count("\n") + line
            if len(breaches) != 1 or breaches[0][:2] != (path, expected) or message not in breaches[0][2]:
                failures += 1
                print(f"planted in {path}, line {expected}: {text!r}; found {breaches}")
            plant(root, {path: CLEAN[path]})
    print(f"{len(PLANTED)} breaches planted, {failures} failures")
    return 1 if failures else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    breaches, pages = check(ROOT)
    for path, number, what in breaches:
        print(f"{path}:{number}: {what}")
    print(f"{pages} pages, {len(breaches)} breaches")
    return 1 if breaches or pages == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
