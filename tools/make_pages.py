#!/usr/bin/env python3
"""Makes the reference from the comments of the public headers: manual pages, and HTML with one page for each header.

    make_pages.py INCLUDE OUT                         OUT/man/man3 and OUT/html
    make_pages.py INCLUDE OUT --program PROGRAM       OUT/man/man1, from what the program says of itself
    make_pages.py INCLUDE --check LIBRARY [OUT]       whether every symbol that LIBRARY exports has a contract and,
                                                      where OUT is given, a page; exit status 1 if one has not

Version and date are those of CITATION.cff beside INCLUDE.  The manual has a page for each comment of a function, type
or macro; further names of the comment lead to it.  semigraph_NAME(3) is that of the header NAME.h.
"""
import argparse
import html
import re
import subprocess
import sys
import textwrap
from pathlib import Path

from header_contracts import members_of, read_headers, sentences_of, split_doc, summary_of

STYLE = """:root{color-scheme:light dark;--ink:#1b1f24;--back:#fff;--rule:#d0d7de;--code:#f3f5f7;--link:#0b57d0}
@media(prefers-color-scheme:dark){:root{--ink:#d7dde3;--back:#14171b;--rule:#3a424c;--code:#1f242b;--link:#8ab4f8}}
body{margin:0 auto;max-width:52rem;padding:1rem;color:var(--ink);background:var(--back);
font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
pre,code{font:14px/1.4 ui-monospace,monospace;background:var(--code)}pre{padding:.6rem .8rem;overflow-x:auto}
a{color:var(--link);text-decoration:none}a:hover,a:focus{text-decoration:underline}nav a{margin-right:.7rem}
article{border-top:1px solid var(--rule);margin-top:2rem}h3{font-size:1.05rem;overflow-wrap:anywhere}
dt{font-family:ui-monospace,monospace;font-size:14px;margin-top:.4rem;overflow-wrap:anywhere}dd{margin-left:1.5rem}
h4{margin:.8rem 0 .2rem;font-size:.95rem}"""


class Reference:
    def __init__(self, include):
        self.headers = read_headers(include)
        self.main = (include / "semigraph.h").read_text(encoding="utf-8")
        cff = (include.parent / "CITATION.cff").read_text(encoding="utf-8")
        self.version = re.search(r"^version: *\"?([^\"\n]+)", cff, re.M)[1]
        self.date = re.search(r"^date-released: *\"?([^\"\n]+)", cff, re.M)[1]
        self.place, self.group = {}, {}  # by name: (header, anchor), group
        self.used_by, self.part_of = {}, {}  # by the name of a type: functions and structs that name it
        for header in self.headers:
            for group in header.groups():
                for item in group.items:
                    self.place[item.name] = (header, item.name)
                    self.group[item.name] = group
                    if "enum" in item.code.split("{")[0] or item.kind == "type":
                        for text, _ in item.members:
                            constant = re.match(r"GRAPH_\w+", text)
                            if constant:
                                self.place[constant[0]] = (header, item.name)
        for header in self.headers:
            for item in header.items():
                words = re.findall(r"graph_\w+", item.code.split("(", 1)[1]) if item.kind == "function" else [
                    word for text, _ in item.members for word in re.findall(r"graph_\w+", text)]
                for word in dict.fromkeys(words):
                    (self.used_by if item.kind == "function" else self.part_of).setdefault(word, []).append(item.name)

    def doc(self, group):
        """The comment of a group; what has none but is an argument of a function says so."""
        users = [name for item in group.items for name in self.used_by.get(item.name, [])]
        what = "Options" if group.items[0].name.endswith("_options") else "An argument"
        if not users:
            users, what = [name for item in group.items for name in self.part_of.get(item.name, [])], "A member"
        return group.doc or (f"{what} of " + ", ".join(dict.fromkeys(users[:4])) + "." if users else "")

    def rules(self, header):
        """The paragraphs of a header's comment about statuses, threads and ownership, which hold for its functions."""
        said = re.compile(r"Unless said otherwise|threads? (may|can)|[Ss]tatuses|Rules for|Every fallible")
        return [part for part in re.split(r"\n\s*\n", header.doc) if said.search(part)]

    def types_of(self, item, header):
        """The structs and enums of this header that stand in a prototype or in a struct that does."""
        found, queue = [], re.findall(r"graph_\w+", item.code.split("(", 1)[1]) if item.kind == "function" else []
        mine = {other.name: other for other in header.items() if other.kind == "type" and other.members}
        for word in queue:
            if word in mine and mine[word] not in found and not any(mine[word] in g.items for g in [self.group[item.name]]):
                found.append(mine[word])
                queue += [w for text, _ in mine[word].members for w in re.findall(r"graph_\w+", text) if w not in queue]
        return found


def prototype(code, width):
    """A prototype in lines of at most `width`, broken between its parameters."""
    lines = []
    for part in re.findall(r".*?(?:, |$)", code):
        if lines and len(lines[-1]) + len(part.rstrip()) <= width:
            lines[-1] += part
        elif part:
            lines.append(("    " if lines else "") + part)
    return "\n".join(line.rstrip() for line in lines)


# ---- Manual pages ----

def roff(text):
    for sign, name in (("\\", "\\e"), ("-", "\\-"), ("^", "\\(ha"), ("~", "\\(ti"), ("`", "\\(ga"), ("'", "\\(aq")):
        text = text.replace(sign, name)
    return text


class Manual:
    def __init__(self, reference):
        self.reference = reference

    def words(self, text, own=()):
        """Names become bold, those of other pages with their section; `code` becomes bold."""
        def named(match):
            word = match[0]
            place = self.reference.place.get(word)
            has_page = place and place[1] == word and word in self.reference.group
            if not place:
                return word
            item = next(i for i in self.reference.group[place[1]].items if i.name == place[1])
            is_code = match.string[match.end():match.end() + 1] == "(" or match.string[:match.start()].endswith("(")
            is_elsewhere = has_page and item.kind != "constant" and word not in own and not is_code
            return f"\\fB{word}\\fP(3)" if is_elsewhere else f"\\fB{word}\\fP"
        def of_header(match):
            is_known = any(header.name == f"semigraph/{match[1]}.h" for header in self.reference.headers)
            return f"\\fBsemigraph_{match[1]}\\fP(3)" if is_known else match[0]
        text = re.sub(r"`([^`]+)`", "\x01\\1\x02", text)
        text = roff(text).replace("\x01", "\\fB").replace("\x02", "\\fP")
        text = re.sub(r"(?<![\w/.<])([a-z_]+)\.h\b", of_header, text)
        return re.sub(r"(?<!\\fB)\b(?:graph_|GRAPH_)\w+\b(?!\\fP|\*)", named, text)

    def sentences(self, text, own=()):
        lines = []
        for sentence in sentences_of(text):
            for part in re.split(r"(?<=\w[.)][.:;]) |(?<=[a-z)]\.) (?=[A-Z*])", sentence):
                lines += textwrap.wrap(self.words(part, own), 76, break_long_words=False, break_on_hyphens=False)
        return "\n".join(self.guarded(lines))

    @staticmethod
    def guarded(lines):
        """Lines of text, none of which begins as a request does."""
        return ["\\&" + line if line[:1] in (".", "'") else line for line in lines]

    @staticmethod
    def code(lines):
        out = []
        for line in lines:
            column = [match.end() for match in re.finditer(r"\S {2,}(?:= )?(?=\S)", line) if match.end() <= 40]
            indent = column[-1] if column else len(line) - len(line.lstrip()) + 4
            out += textwrap.wrap(line, 72, subsequent_indent=" " * indent, break_long_words=False,
                                 break_on_hyphens=False, replace_whitespace=False) or [""]
        return ".nf\n" + "\n".join(("\\&" if line[:1] in (".", "'") else "") + roff(line) for line in out) + "\n.fi"

    def blocks(self, blocks, own=()):
        out = []
        for number, block in enumerate(blocks):
            if block[0] == "code":
                least = min(len(line) - len(line.lstrip()) for line in block[1])
                out.append(".PP\n.RS 4\n" + self.code([line[least:] for line in block[1]]) + "\n.RE")
            elif block[0] == "item":
                out.append(f".TP\n\\fB{roff(block[1])}\\fP\n{self.sentences(block[2], own)}")
            else:
                out.append((".PP\n" if number else "") + self.sentences(block[1], own))
        return "\n".join(out)

    def list(self, rows, own=()):
        return "\n".join(f".TP\n\\fB{roff(label)}\\fP\n{self.sentences(text, own) or chr(92) + '&'}" for label, text in rows)

    def page(self, name, summary, sections):
        out = [f'.TH {name} 3 {self.reference.date} "Semigraph {self.reference.version}" "Semigraph"',
               ".SH NAME", "\n".join(self.guarded(textwrap.wrap(summary, 76, break_on_hyphens=False)))]
        for title, text in sections:
            if text:
                out += [f".SH {title}", re.sub(r"^\.PP\n", "", text)]
        return "\n".join(out) + "\n"

    def group_page(self, header, group):
        reference, own = self.reference, [item.name for item in group.items]
        doc = reference.doc(group)
        blocks, errors, sources = split_doc(doc)
        # Headers that need somebody else's, such as mpi.h, are not part of semigraph.h.
        file = "semigraph.h" if f'"{header.name}"' in reference.main else header.name
        synopsis, members, types = [f".nf\n#include <{file}>\n.fi"], [], []
        for item in group.items:
            code = item.code
            if item.kind == "function":
                code = prototype(code, 70)
            synopsis.append(".PP\n" + self.code(code.split("\n")))
            members += [(text, note) for text, note in item.members]
            types += [t for t in reference.types_of(item, header) if t not in types]
        fields = "\n".join(f".SS {roff(t.name)}\n{self.list(t.members, own)}" for t in types)
        functions = [item for item in group.items if item.kind == "function"]
        returns = ""
        if any(item.code.startswith("graph_status graph_") for item in functions):
            returns = ("\\fBGRAPH_OK\\fP, or another \\fBgraph_status\\fP(3).\nAfter a negative one\n\\fBgraph_last_error\\fP(3) "
                       "says what was wrong.")
        others = [w for w in dict.fromkeys(re.findall(r"graph_\w+", doc)) if w in reference.group and w not in own]
        users = [w for name in own for w in reference.used_by.get(name, []) if group.items[0].kind == "type"]
        also = [f"semigraph_{Path(header.name).stem}", *dict.fromkeys([*others, *(t.name for t in types), *users[:12]])]
        rules = "\n.PP\n".join(self.blocks(split_keep(part), own) for part in reference.rules(header)) if functions else ""
        return self.page(group.items[0].name.upper(), ", ".join(own) + " \\- " + roff(summary_of(doc).replace("`", "")), [
            ("SYNOPSIS", "\n".join(synopsis)), ("DESCRIPTION", self.blocks(blocks, own)),
            ("MEMBERS", self.list(members, own)), ("TYPES", fields), ("RETURN VALUE", returns),
            ("ERRORS", self.list(errors, own)), ("RULES OF THE HEADER", rules),
            ("REFERENCES", self.sentences("  ".join(sources))),
            ("SEE ALSO", ",\n".join(f"\\fB{name}\\fP(3)" for name in also))])

    def header_page(self, header):
        name = "semigraph_" + Path(header.name).stem if "/" in header.name else "semigraph"
        blocks = split_keep(header.doc)
        rows = [(", ".join(item.name for item in group.items if item.kind != "constant"), summary_of(self.reference.doc(group)))
                for group in header.groups() if group.items[0].kind != "constant"]
        constants = [(item.code.replace("#define ", ""), item.note or summary_of(group.doc)) for group in header.groups()
                     for item in group.items if item.kind == "constant"]
        notes = "\n".join((f".SS {roff(title)}\n" if title else "") + "\n.PP\n".join(self.blocks(split_keep(c)) for c in comments)
                          for title, comments, _ in header.sections if comments)
        also = ([f"semigraph_{Path(h.name).stem}" for h in self.reference.headers if "/" in h.name] if name == "semigraph"
                else ["semigraph"])
        return name, self.page(name.upper(), f"{name} \\- " + roff(summary_of(header.doc)), [
            ("SYNOPSIS", f".nf\n#include <{header.name}>\n.fi"), ("DESCRIPTION", self.blocks(blocks)),
            ("FUNCTIONS AND TYPES", self.list(rows)), ("CONSTANTS", self.list(constants)), ("NOTES", notes),
            ("SEE ALSO", ",\n".join(f"\\fB{other}\\fP(3)" for other in also))])

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.3"):
            old.unlink()
        for header in self.reference.headers:
            name, text = self.header_page(header)
            (folder / f"{name}.3").write_text(text, encoding="utf-8")
            for group in header.groups():
                first, *others = [item.name for item in group.items if item.kind != "constant"] or [None]
                if first:
                    (folder / f"{first}.3").write_text(self.group_page(header, group), encoding="utf-8")
                for other in others:
                    (folder / f"{other}.3").symlink_to(f"{first}.3")


def split_keep(doc):
    """The blocks of a comment, with its errors and sources where they stand."""
    from header_contracts import blocks_of
    return blocks_of(doc)


# ---- HTML ----

class Site:
    def __init__(self, reference):
        self.reference = reference

    @staticmethod
    def file_of(header):
        return Path(header.name).stem + ".html"

    def words(self, text, page):
        def named(match):
            place = self.reference.place.get(match[0])
            if not place:
                return match[0]
            file = self.file_of(place[0])
            return f'<a href="{"" if file == page else file}#{match[0]}">{match[0]}</a>'
        text = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
        text = re.sub(r"(?<![\w/.;])([a-z_]+)\.h\b", lambda m: f'<a href="{m[1]}.html">{m[0]}</a>'
                      if any(self.file_of(h) == m[1] + ".html" for h in self.reference.headers) else m[0], text)
        return re.sub(r"\b(?:graph_|GRAPH_)\w+\b", named, text)

    def blocks(self, blocks, page):
        out = []
        for block in blocks:
            if block[0] == "code":
                least = min(len(line) - len(line.lstrip()) for line in block[1])
                out.append("<pre>" + self.words("\n".join(line[least:] for line in block[1]), page) + "</pre>")
            elif block[0] == "item":
                out.append(f"<p><strong>{html.escape(block[1])}</strong>: {self.words(block[2], page)}</p>")
            else:
                out.append(f"<p>{self.words(block[1], page)}</p>")
        return "\n".join(out)

    def list(self, rows, page, anchored=False):
        def anchor(text):
            name = re.match(r"GRAPH_\w+", text)
            return f' id="{name[0]}"' if anchored and name else ""
        return "<dl>" + "\n".join(f"<dt{anchor(label)}>{html.escape(label)}</dt><dd>{self.words(text, page)}</dd>"
                                  for label, text in rows) + "</dl>"

    def article(self, group, page):
        doc = self.reference.doc(group)
        blocks, errors, sources = split_doc(doc)
        names = [item.name for item in group.items]
        out = ["<article>", "<h3>" + ", ".join(f'<a id="{name}" href="#{name}">{name}</a>' for name in names) + "</h3>",
               "<pre>" + "\n".join(self.words(self.shown(item), page) for item in group.items) + "</pre>",
               self.blocks(blocks, page)]
        for item in group.items:
            if item.members:
                out.append(self.list(item.members, page, anchored="enum" in item.code.split("{")[0]))
        notes = [(item.name, item.note) for item in group.items if item.note]
        out += [self.list(notes, page)] if notes else []
        out += ["<h4>Errors</h4>", self.list(errors, page)] if errors else []
        out += ["<h4>References</h4>", f"<p>{self.words('  '.join(sources), page)}</p>"] if sources else []
        users = list(dict.fromkeys(w for name in names for w in self.reference.used_by.get(name, [])))
        if users and group.items[0].kind == "type" and len(users) <= 24:
            out.append("<p>Used by " + self.words(", ".join(users), page) + ".</p>")
        return "\n".join(out + ["</article>"])

    @staticmethod
    def shown(item):
        if item.kind == "function":
            return prototype(item.code, 92)
        return item.code

    def page(self, title, body):
        links = "".join(f'<a href="{self.file_of(h)}">{Path(h.name).stem}</a>\n' for h in self.reference.headers)
        return (f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>\n'
                f'<link rel="icon" href="data:,">\n'
                f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{STYLE}</style></head>\n'
                f'<body>\n<nav><a href="index.html">index</a>\n{links}</nav>\n<main>\n{body}\n</main>\n'
                f"<p>Semigraph {self.reference.version}</p>\n</body>\n</html>\n")

    def header_page(self, header):
        page = self.file_of(header)
        out = [f"<h1>{header.name}</h1>", f"<pre>#include &lt;{header.name}&gt;</pre>", self.blocks(split_keep(header.doc), page)]
        for title, comments, groups in header.sections:
            out += [f"<h2>{html.escape(title)}</h2>"] if title else []
            out += [self.blocks(split_keep(comment), page) for comment in comments]
            out += [self.article(group, page) for group in groups]
        return self.page(f"{header.name} - Semigraph", "\n".join(out))

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for header in self.reference.headers:
            (folder / self.file_of(header)).write_text(self.header_page(header), encoding="utf-8")
        body = ["<h1>Semigraph: reference</h1>"]
        for header in self.reference.headers:
            rows = [(item.name, summary_of(self.reference.doc(group))) for group in header.groups() for item in group.items]
            body += [f'<h2><a href="{self.file_of(header)}">{header.name}</a></h2>',
                     f"<p>{self.words(summary_of(header.doc), 'index.html')}.</p>", "<dl>"]
            body += [f"<dt>{self.words(name, 'index.html')}</dt><dd>{html.escape(text)}</dd>" for name, text in rows] + ["</dl>"]
        (folder / "index.html").write_text(self.page("Reference - Semigraph", "\n".join(body)), encoding="utf-8")


# ---- The program ----

def program_page(reference, program):
    """semigraph(1), from what the program says of itself."""
    def said(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
    manual = Manual(reference)
    head, commands, tail = re.fullmatch(r"usage: .*?\n\n(.*?)\n\ncommands:\n(.*?)\n\n(.*)", said("--help"), re.S).groups()
    rows = [line.split(None, 1) for line in commands.split("\n")]
    parts, shared = [], None
    for name, _ in rows:
        usage, text, options = re.fullmatch(r"usage: semigraph (.*?)\n\n(.*?)\n\noptions:\n(.*)", said(name, "--help"),
                                            re.S).groups()
        summary, _, details = text.partition("\n")
        paragraphs = [" ".join(part.split("\n")) for part in details.split("\n\n")]
        if paragraphs[0].startswith("FILE is"):
            shared = paragraphs.pop(0)
        parts.append(f".SS {name}\n\\fBsemigraph {roff(usage)}\\fP\n.PP\n" +
                     "\n.PP\n".join(manual.sentences(part) for part in [summary, *paragraphs] if part))
        parts.append(manual.list(re.findall(r"^  (--[a-z-]+(?: [A-Z]+)?) +(.*)$", options, re.M)))
    synopsis = ".nf\n\\fBsemigraph\\fP \\fICOMMAND\\fP [\\fIFILE\\fP] [\\fIoptions\\fP]\n.fi"
    text = manual.page("SEMIGRAPH", "semigraph \\- " + roff(head.strip().rstrip(".").lower()), [
        ("SYNOPSIS", synopsis), ("DESCRIPTION", manual.list(rows) + "\n.PP\n" + manual.sentences(shared or "")),
        ("COMMANDS", "\n".join(parts)), ("ENVIRONMENT AND EXIT STATUS", manual.sentences("  ".join(tail.strip().split("\n")[1:]))),
        ("SEE ALSO", "\\fBsemigraph\\fP(3)")])
    return text.replace(".TH SEMIGRAPH 3", ".TH SEMIGRAPH 1", 1)


def check(reference, library, out):
    """What lacks a page or a contract."""
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    exported = {name.split("@")[0] for name in re.findall(r"^\S+ [TDBR] (\S+)", symbols, re.M)}
    wrong = [f"{name} is exported and in no public header" for name in sorted(exported - set(reference.group))]
    for header in reference.headers:
        for group in header.groups():
            for item in group.items:
                if len(summary_of(reference.doc(group))) < 8:
                    wrong.append(f"{header.name}: {item.name} has no comment")
                if out and item.kind != "constant" and not (out / "man" / "man3" / f"{item.name}.3").is_file():
                    wrong.append(f"{item.name} has no manual page")
                if out and f'id="{item.name}"' not in (out / "html" / Site.file_of(header)).read_text(encoding="utf-8"):
                    wrong.append(f"{item.name} has no HTML")
    for page in sorted((out / "html").glob("*.html")) if out else []:
        text = page.read_text(encoding="utf-8")
        ids = re.findall(r'id="([^"]+)"', text)
        wrong += [f"{page.name}: {name} is defined twice" for name in sorted(set(ids)) if ids.count(name) > 1]
        for file, anchor in re.findall(r'href="([^"#]*)(?:#([^"]*))?"', text):
            if re.match(r"[a-z]+:", file):  # an address, not a page
                continue
            target = page.with_name(file) if file else page
            if not target.is_file() or (anchor and f'id="{anchor}"' not in target.read_text(encoding="utf-8")):
                wrong.append(f"{page.name}: the link {file}#{anchor} leads nowhere")
    print("\n".join(wrong) or f"{len(exported)} symbols are exported, and each has its page")
    return 1 if wrong or not exported else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("include", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--program")
    parser.add_argument("--check", metavar="LIBRARY")
    arguments = parser.parse_intermixed_args()
    reference = Reference(arguments.include.resolve())
    if arguments.check:
        return check(reference, arguments.check, arguments.out)
    if not arguments.program:
        Manual(reference).write(arguments.out / "man" / "man3")
        Site(reference).write(arguments.out / "html")
    else:
        (arguments.out / "man" / "man1").mkdir(parents=True, exist_ok=True)
        page = program_page(reference, arguments.program)
        (arguments.out / "man" / "man1" / "semigraph.1").write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
