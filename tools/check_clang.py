#!/usr/bin/env python3
"""Compiles C files of a gcc build once more by clang, for its warnings alone: those that no build with clang has.

    tools/check_clang.py BUILD FOLDER...

BUILD has compile_commands.json (-DCMAKE_EXPORT_COMPILE_COMMANDS=ON); a FOLDER is one of the source tree, such as bench.
"""
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def check(entry):
    words = iter(shlex.split(entry["command"])[1:])
    command = ["clang", "-fsyntax-only"]
    for word in words:
        if word in ("-o", "-MT", "-MF"):
            next(words)
        elif word != "-MD":
            command.append(word)
    return subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)


def main():
    if len(sys.argv) < 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folders = tuple(f"{ROOT}/{folder.rstrip('/')}/" for folder in sys.argv[2:])
    entries = {entry["file"]: entry for entry in json.loads(Path(sys.argv[1], "compile_commands.json").read_text())
               if entry["file"].startswith(folders) and entry["file"].endswith(".c")}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [run.stderr for run in pool.map(check, entries.values()) if run.returncode != 0]
    print("".join(failures), end="")
    print(f"{len(entries)} files, {len(failures)} with warnings")
    return 0 if entries and not failures else 1


sys.exit(main())
