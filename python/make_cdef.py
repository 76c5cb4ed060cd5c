"""Makes the cffi module of the package from the public headers: make_cdef.py COMPILER INCLUDE OUTPUT.

The compiler preprocesses semigraph.h with empty system headers, so that only the library's declarations are left; inline
functions and attributes are dropped; integer macros become constants.  What remains is read by cffi, which writes a
module in ABI mode: Python text without compiled parts, which opens the library at run time.  A header that cffi cannot
read fails the build.
"""

import os
import re
import subprocess
import sys
import tempfile

SYSTEM_HEADERS = ("stdbool.h", "stddef.h", "stdint.h", "stdio.h")


def preprocessed(compiler, include):
    with tempfile.TemporaryDirectory() as empty:
        for name in SYSTEM_HEADERS:
            open(os.path.join(empty, name), "w").close()
        command = [compiler, "-E", "-P", "-std=c11", "-nostdinc", "-I", empty, "-I", include,
                   os.path.join(include, "semigraph.h")]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def without_inline_functions(text):
    """Cuts each `static inline ... { ... }`, whose body may have braces of its own."""
    while (begin := text.find("static inline")) >= 0:
        at = text.index("{", begin)
        depth = 1
        while depth > 0:
            at += 1
            depth += {"{": 1, "}": -1}.get(text[at], 0)
        text = text[:begin] + text[at + 1:]
    return text


def constants(include):
    """`#define GRAPH_NAME 123u` of all headers; numbers alone, since names and casts are for C."""
    found = {}
    folder = os.path.join(include, "semigraph")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            for macro, number in re.findall(r"^#define (GRAPH_[A-Z0-9_]+)\s+(\d+)[uUlL]*\s*(?:/\*.*)?$", file.read(),
                                            re.MULTILINE):
                found[macro] = number
    return "".join(f"#define {macro} {number}\n" for macro, number in found.items())


def declarations(compiler, include):
    text = without_inline_functions(preprocessed(compiler, include))
    text = text.replace('__attribute__((visibility("default")))', "")
    text = text.replace("__extension__", "")
    # libffi passes no unions by value.  This one has integers and a double in one word, which the calling conventions of
    # x86-64 and AArch64 pass as an integer; _types.py packs the double into it.
    text, changed = re.subn(r"union\s*\{[^}]*\}\s*value;(?=\s*\}\s*graph_scalar;)", "uint64_t value;", text)
    if changed != 1:
        raise SystemExit("graph_scalar is not the struct that this script knows")
    return constants(include) + text


def main():
    compiler, include, output = sys.argv[1:]
    import cffi

    ffi = cffi.FFI()
    ffi.cdef(declarations(compiler, include))
    ffi.set_source("semigraph._cdef", None)
    ffi.emit_python_code(output)


if __name__ == "__main__":
    main()
