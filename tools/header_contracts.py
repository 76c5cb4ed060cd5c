"""Reads the public headers: what they declare, and the comments that are the contracts.

A comment belongs to the declarations that follow it up to a blank line.  A comment that a blank line follows belongs to
the section; /* ---- Title ---- */ begins one.  The first comment of a file is that of the header.  Inside a comment
indented lines are formulas, a line `name: text` begins an item, and sentences that begin with a status are errors.
Inline functions and macros without a comment are internal and left out; macros only in headers that have nothing else.
Of a header in C++ the first comment is all.
"""
import re
from pathlib import Path

HIDDEN = re.compile(r"^(SEMIGRAPH_(?:\w+_)?H|GRAPH_API|GRAPH_DEFINED|GRAPH_BRACES|graph__\w+)$")
STATUS = r"GRAPH_(?:E_[A-Z_]+|NO_VALUE)"
ITEM = re.compile(r"^(\*?[a-z_]\w*(?:, \*?[a-z_]\w*)*|GRAPH_[A-Z_0-9]+(?:, GRAPH_[A-Z_0-9]+)*|Sources?|Method|In the algebra"
                  r"[^:]*): ")


class Item:
    """A function, type, macro or constant: name, C text without comments, members (C text, note)."""

    def __init__(self, kind, name, code, members=(), note=""):
        self.kind, self.name, self.code, self.members, self.note = kind, name, code, members, note


class Group:
    """Declarations that share a comment."""

    def __init__(self, doc):
        self.doc, self.items = doc, []


class Header:
    def __init__(self, name):
        self.name, self.doc = name, ""
        self.sections = [("", [], [])]  # title, comments, groups

    def groups(self):
        return [group for _, _, groups in self.sections for group in groups]

    def items(self):
        return [item for group in self.groups() for item in group.items]


def plain(comment):
    """The lines of a comment without its signs; their indentation stays."""
    lines = comment[2:-2].split("\n")
    rest = [re.sub(r"^\s*\* ?|^\s+", "", line).rstrip() for line in lines[1:]]
    return "\n".join([re.sub(r"^ ", "", lines[0]).rstrip()] + rest).strip("\n")


def one_line(comment):
    return " ".join(plain(comment).split())


def without_comments(code):
    return re.sub(r"[ \t]*/\*.*?\*/", "", code, flags=re.S)


def expand_lists(code, lists):
    """X-macros inside an enum become their rows, each with its last argument as a comment."""
    def rows(match):
        return "".join(f"    {row[0]} = {row[1]}, /* {row[-1].strip(chr(34))} */\n" for row in lists[match[1]])
    code = re.sub(r"^#.*\n", "", code, flags=re.M)
    return re.sub(r"^ *(GRAPH_\w+_LIST)\(\w+\) *\n?", lambda m: rows(m) if m[1] in lists else m[0], code, flags=re.M)


def members_of(code):
    """(C text, note) for each field or constant of a struct or enum."""
    body, separator = code[code.index("{") + 1:code.rindex("}")], "," if "enum" in code.split("{")[0] else ";"
    found, text, before, depth = [], "", "", 0
    for piece in re.split(r"(/\*.*?\*/)", body, flags=re.S):
        if piece.startswith("/*"):
            if text.strip():  # the last constant, without a comma
                found.append([" ".join(text.split()), before])
                text, before = "", ""
            if found and "\n" not in text:
                found[-1][1] = (found[-1][1] + "  " + one_line(piece)).strip()
            else:
                before = one_line(piece)
            continue
        for c in piece:
            depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(c, 0)
            if c == separator and depth == 0:
                found.append([" ".join(text.split()), before])
                text, before = "", ""
            else:
                text += c
    if text.strip():
        found.append([" ".join(text.split()), before])
    return found


def end_of_code(text, at):
    """Where the declaration that begins at `at` ends: behind ; or behind the body of a function."""
    depth, is_body = 0, not re.match(r"\s*(typedef|struct|enum|union)\b[^(;]*\{", text[at:])
    for match in re.compile(r"/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|[(){};]", re.S).finditer(text, at):
        c = match[0]
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(c, 0)
        if depth == 0 and (c == ";" or (c == "}" and is_body)):
            return match.end()
    return len(text)


def item_of(code, lists):
    """The item that a declaration makes; None for what is hidden."""
    if code.startswith("#define"):
        name = re.match(r"#define\s+(\w+)", code)[1]
        note = re.search(r"/\*.*\*/", code, re.S)
        text = without_comments(code)
        if re.match(r"#define\s+\w+\(", text):
            text = re.match(r"#define\s+\w+\([^)]*\)", text)[0].replace("_,", ",").replace("_)", ")")
            return Item("macro", name, text[8:].strip())
        return Item("constant", name, " ".join(text.split()), note=one_line(note[0]) if note else "")
    if code.startswith("typedef") or re.match(r"(struct|enum|union)\b[^(]*\{", code):
        members = ()
        if "{" in code:
            code = expand_lists(code, lists)
            members = members_of(code)
            name = re.search(r"(\w+)\s*;\s*$", code) or re.search(r"(\w+)\s*\{", code)
        else:
            name = re.search(r"\(\*\s*(\w+)\)", code) or re.search(r"(\w+)\s*\(", code) or re.search(r"(\w+)\s*;", code)
        text = re.sub(r"\n\s*\n", "\n", without_comments(code))
        return Item("type", name[1], text, members)
    text = re.sub(r"\s*\{.*", ";", without_comments(code), flags=re.S)
    text = re.sub(r"^(GRAPH_API\s+|static\s+inline\s+)+|__attribute__\(\(.*?\)\)", "", text)
    name = re.search(r"(\w+)\s*\(", text)
    return Item("function", name[1], " ".join(text.split())) if name else None


def read_header(path, name):
    text = path.read_text(encoding="utf-8")
    lists = {m[1]: [[part.strip() for part in row.split(",")] for row in re.findall(r"X\(([^()]*)\) *(?=\\|\n)", m[2])]
             for m in re.finditer(r"#define (GRAPH_\w+_LIST)\(X\)((?:.*\\\n)*.*\n)", text)}
    header, comment, at = Header(name), None, 0
    skip = re.compile(r"\s+|#(?!define)[^\n]*\n|extern \"C\" \{|\}")
    group = None
    while at < len(text):
        match = skip.match(text, at)
        if match:
            if match[0].count("\n") > 1:  # a blank line: what was said belongs to the section
                if comment:
                    header.sections[-1][1].append(comment)
                comment = group = None
            at = match.end()
            continue
        match = re.compile(r"/\*.*?\*/", re.S).match(text, at)
        if match:
            title = re.match(r"/\* ---- (.*?) ----", match[0])
            if comment:
                header.sections[-1][1].append(comment)
            comment, group = plain(match[0]), None
            if title:
                header.sections.append((title[1].rstrip(" :"), [], []))
                notes = re.sub(r"^---- .*? ----\n*", "", comment)
                header.sections[-1][1].extend([notes] if notes else [])
                comment = None
            elif not header.doc and not header.items():
                header.doc, comment = comment, None
                if re.search(r"^namespace ", text, re.M):
                    return header
            at = match.end()
            continue
        if text.startswith("#define", at):
            end = re.compile(r"(?:[^\n]*\\\n)*[^\n]*").match(text, at).end()
            while text.count("/*", at, end) > text.count("*/", at, end):
                end = text.index("*/", end) + 2
        else:
            end = end_of_code(text, at)
        item = item_of(text[at:end], lists)
        is_inline = text.startswith("static", at) or (text.startswith("#define", at) and "GRAPH_API" not in text)
        at = end
        if item is None or HIDDEN.match(item.name) or item.name.endswith("_LIST"):
            continue
        if not comment and group is None and is_inline:
            continue  # what a header has for itself
        if group is None:
            group = Group(comment or "")
            header.sections[-1][2].append(group)
            comment = None
        group.items.append(item)
    return header


def read_headers(include):
    """All public headers, semigraph.h first."""
    paths = [include / "semigraph.h"] + sorted((include / "semigraph").rglob("*.h"))
    return [read_header(path, str(path.relative_to(include))) for path in paths]


def blocks_of(doc):
    """The blocks of a comment: ("text", sentences), ("code", lines) or ("item", label, sentences)."""
    blocks, hangs = [], False
    for line in doc.split("\n"):
        label = ITEM.match(line)
        if not line.strip():
            blocks.append(None)
            hangs = False
        elif line.startswith("  ") and not (hangs and blocks[-1]):
            if blocks and blocks[-1] and blocks[-1][0] == "code":
                blocks[-1][1].append(line)
            else:
                blocks.append(("code", [line]))
        elif label and not re.match(STATUS, line):
            blocks.append(("item", label[1], line[label.end():].strip()))
            hangs = True
        elif hangs and blocks[-1] and line.startswith("  "):
            blocks[-1] = ("item", blocks[-1][1], blocks[-1][2] + join(blocks[-1][2]) + line.strip())
        elif blocks and blocks[-1] and blocks[-1][0] == "item" and not (
                re.match(STATUS, line) and blocks[-1][2].endswith(".")):
            blocks[-1] = ("item", blocks[-1][1], blocks[-1][2] + join(blocks[-1][2]) + line.strip())
        elif blocks and blocks[-1] and blocks[-1][0] == "text":
            blocks[-1] = ("text", blocks[-1][1] + join(blocks[-1][1]) + line.strip())
        else:
            blocks.append(("text", line.strip()))
            hangs = False
    return [block for block in blocks if block]


def join(text):
    return "  " if text.endswith(".") else " "


def sentences_of(text):
    return [part for part in re.split(r"(?<=[.:;])  +", text) if part]


def split_doc(doc):
    """The blocks of a contract without its errors, the errors (statuses, text), and its sources."""
    blocks, errors, sources = [], [], []
    for block in blocks_of(doc):
        if block[0] == "code":
            blocks.append(block)
        elif block[0] == "item" and block[1] in ("Source", "Sources", "Method"):
            sources.append(block[2])
        else:
            rest = []
            for sentence in sentences_of(block[-1]):
                listed = re.match(rf"((?:{STATUS})(?:(?:, | and ){STATUS})*)(: |[.,] ?|$| \()", sentence)
                if not listed:
                    rest.append(sentence)
                elif listed[2] == ": ":
                    errors.append((listed[1], sentence[listed.end():]))
                else:
                    errors += [(status, what.strip(" ()") or "")
                               for status, what in re.findall(rf"({STATUS})( \([^)]*\))?", sentence)]
            if rest and block[0] == "item":
                blocks.append(("item", block[1], "  ".join(rest)))
            elif rest:
                blocks.append(("text", "  ".join(rest)))
    return blocks, errors, sources


def summary_of(doc):
    """The first clause of a contract, or more of them until they say something."""
    for block in split_doc(doc)[0]:
        if block[0] == "code":
            continue
        text = block[1] + ": " + block[2] if block[0] == "item" else block[1]
        ends = [match.start() for match in re.finditer(r"(?<![. ])[;:.](?!\.)(?=\s|$)", text)] + [len(text)]
        end = next((end for end in ends if end >= 22), ends[-1])
        summary = " ".join(text[:end].split())
        if len(summary) > 110:
            summary = summary[:110].rsplit(",", 1)[0] if "," in summary[40:110] else summary[:110].rsplit(" ", 1)[0]
        if summary.count("(") > summary.count(")"):
            summary = summary[:summary.rindex("(")]
        return summary.strip(" ,")
    return ""
