"""Small faults at lines drawn at random: the usual operators of mutation testing, on the text of a C file.

A line is drawn among all lines of code of the files, each equally likely; then one of the edits that fit the line.
Comments, strings, preprocessor lines and declarations of prototypes are left alone.
"""
import random
import re

# What stands in a line, and what replaces it; each occurrence is an edit of its own.
REPLACED = {r" < ": (" <= ", " > "), r" <= ": (" < ",), r" > ": (" >= ", " < "), r" >= ": (" > ",),
            r" == ": (" != ",), r" != ": (" == ",), r" && ": (" || ",), r" \|\| ": (" && ",),
            r" \+ 1\b": ("", " + 2"), r" - 1\b": ("", " + 1"), r" \+ ": (" - ",), r" - ": (" + ",),
            r" \* (?=\w)": (" + ",), r" / ": (" * ",), r" % ": (" / ",), r" \+= ": (" = ", " -= "),
            r" -= ": (" += ",), r" \|= ": (" = ",), r" & ": (" | ",), r" \| ": (" & ",), r" << ": (" >> ",),
            r" >> ": (" << ",), r"\btrue\b": ("false",), r"\bfalse\b": ("true",),
            r"(?<![\w.\[])0(?![\w.])": ("1",), r"(?<![\w.+\- ])1(?![\w.])": ("0", "2"),
            r"\bmin\(": ("max(",), r"\bmax\(": ("min(",), r"!(?=[\w(])": ("",),
            r"\bbreak;": ("",), r"\bcontinue;": ("",)}
CHOICE = re.compile(r" \? (.+) : ([^;:?]+)(?=[;,)])")
CONDITION = re.compile(r"\bif \((.*)\)( \{)?$")
TWO_ARGUMENTS = re.compile(r"(\w+)\(([\w.>-]+), ([\w.>-]+)\)")
# An assignment or a call on a line of its own, not a declaration: others need the name.
STATEMENT = re.compile(r"(?!\s*(return|goto|break|continue|const|static|case|default|else|typedef|\}|graph_\w+ \w+( =|;)|"
                       r"u?int\w* \w+ =|size_t \w+ =|double \w+ =|bool \w+ =)\b)"
                       r"\s*[\w>.\[\]+*()-]+( [-+|&*]?= [^;]*|\([^;{}]*\)|\+\+);$")


def without_comments(text):
    """The text with comments and strings blanked, so that places stay."""
    def blank(m):
        return re.sub(r"[^\n]", "\1", m[0])
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])*\'', blank, text, flags=re.S)


def edits_of_line(line, plain):
    """The lines that an edit makes of this one."""
    found = []
    for pattern, news in REPLACED.items():
        for m in re.finditer(pattern, plain):
            found += [line[:m.start()] + new + line[m.end():] for new in news]
    for m in CHOICE.finditer(plain):
        either, other = line[m.start(1):m.end(1)], line[m.start(2):m.end(2)]
        found.append(f"{line[:m.start()]} ? {other} : {either}{line[m.end():]}")
    for m in CONDITION.finditer(plain):
        if m[1].count("(") == m[1].count(")"):
            found.append(f"{line[:m.start(1)]}!({line[m.start(1):m.end(1)]}){line[m.end(1):]}")
    for m in TWO_ARGUMENTS.finditer(plain):
        found.append(f"{line[:m.start(2)]}{m[3]}, {m[2]}{line[m.end(3):]}")
    if STATEMENT.match(plain):
        found.append("")
    return [f for f in dict.fromkeys(found) if f != line]


def lines_of_code(text):
    """(number, line, plain) of the lines inside functions that have an edit."""
    plain, depth = without_comments(text).split("\n"), 0
    for number, (line, code) in enumerate(zip(text.split("\n"), plain), 1):
        inside = depth > 0
        depth += code.count("{") - code.count("}")
        if inside and code.strip(" \1{}") and not code.lstrip().startswith("#") and edits_of_line(line, code):
            yield number, line, code


def draw(texts, count, seed):
    """`count` edits of {file: text}: (file, number, old line, new line)."""
    source = random.Random(seed)
    lines = [(file, *place) for file, text in sorted(texts.items()) for place in lines_of_code(text)]
    return [(file, number, line, source.choice(edits_of_line(line, code)))
            for file, number, line, code in source.sample(lines, count)]
