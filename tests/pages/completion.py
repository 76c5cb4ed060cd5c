#!/usr/bin/env python3
"""Completes words in real shells on a pseudo-terminal: bash, and zsh and fish where they are installed.

    completion.py PROGRAM

For each line the shell gets the text and a tab, and must show what is expected.  The scripts are those that the program
prints.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT = 20  # seconds until a shell must have answered

# typed, and what the line must become or what must be offered
CASES = [("semigraph tri", "triangles"), ("semigraph bfs --sourc", "--source"),
         ("semigraph square g --semiring min_plus_fp3", "min_plus_fp32"), ("semigraph sssp g --duplicates err", "error"),
         ("semigraph convert g --to metis --form", "--format"), ("semigraph convert h --format mat", "matrix-market"),
         ("semigraph completion fi", "fish"), ("semigraph info unusual_", "unusual_name.txt"),
         ("semigraph apsp g --out unusual_", "unusual_name.txt")]


class Shell:
    def __init__(self, command, folder):
        self.outer, inner = pty.openpty()
        environment = {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "dumb", "PS1": "$ ",
                       "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, cwd=folder, env=environment,
                                        start_new_session=True)
        os.close(inner)

    def until(self, pattern):
        """What the shell shows until the pattern is seen; None if that takes too long."""
        shown, limit = "", time.monotonic() + LIMIT
        while not re.search(pattern, shown):
            if not select.select([self.outer], [], [], max(limit - time.monotonic(), 0))[0]:
                return None
            shown += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x07|\r", "", os.read(self.outer, 65536).decode(errors="replace"))
        return shown

    def send(self, text):
        os.write(self.outer, text.encode())

    def end(self):
        os.close(self.outer)
        self.process.kill()
        self.process.wait()


def complete_on_terminal(name, command, load, folder):
    """Wrong answers of a shell that edits lines."""
    wrong = []
    shell = Shell(command, folder)
    shell.send(load + "; echo rea''dy\n")
    if shell.until(r"\nready") is None:
        wrong.append(f"{name} does not start")
    else:
        for number, (typed, expected) in enumerate(CASES):
            shell.send(typed + "\t")
            if shell.until(re.escape(expected)) is None:
                wrong.append(f"{name}: {typed!r} and a tab do not give {expected}")
            shell.send(f"\x15echo line''{number}\n")
            if shell.until(rf"\nline{number}\b") is None:
                wrong.append(f"{name} hangs after {typed!r}")
                break
    shell.end()
    return wrong


def fish_answers(line, folder, script):
    return subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"], cwd=folder, text=True,
                          env={**os.environ, "HOME": str(folder)}, capture_output=True, timeout=LIMIT).stdout


def main():
    program = os.path.abspath(sys.argv[1])
    wrong, done = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "semigraph").symlink_to(program)
        (folder / "unusual_name.txt").write_text("0 1\n")
        for shell in ("bash", "zsh", "fish"):
            text = subprocess.run([program, "completion", shell], check=True, capture_output=True, text=True).stdout
            (folder / ("_semigraph" if shell == "zsh" else f"script.{shell}")).write_text(text)
            if not shutil.which(shell):
                continue
            done.append(shell)
            if shell == "bash":
                wrong += complete_on_terminal("bash", ["bash", "--norc", "--noprofile", "-i"],
                                              "bind 'set enable-bracketed-paste off'; . ./script.bash", folder)
            elif shell == "zsh":
                wrong += complete_on_terminal("zsh", ["zsh", "-f", "-i"],
                                              "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D", folder)
            else:
                for typed, expected in CASES:
                    if expected not in fish_answers(typed, folder, "script.fish"):
                        wrong.append(f"fish: {typed!r} does not give {expected}")
                if "triangles" in fish_answers("semigraph tri", folder, "/dev/null"):
                    wrong.append("fish completes without the script")
        refused = subprocess.run([program, "completion", "tcsh"], capture_output=True, text=True)
        if refused.returncode != 1 or "expected bash, zsh or fish" not in refused.stderr:
            wrong.append("an unknown shell is not refused")
    print("\n".join(wrong) or "completed in " + ", ".join(done))
    return 1 if wrong or "bash" not in done else 0


if __name__ == "__main__":
    sys.exit(main())
