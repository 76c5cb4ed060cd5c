#!/usr/bin/env python3
r"""Runs a command with a pseudo-terminal as its error stream, and sends it signals once a text is seen there.

    terminal.py [--input none|edges|silence] [--folder FOLDER] [--ignore NAME]... [--signal NAME]... [--go-on] PATTERN \
        -- COMMAND...

The standard input is empty, gets edges until the command ends, or stays open and silent.  Under --folder the signals
wait for a file in there, too.  Under --go-on edges and the end of the input come after the signals.  Prints:

    status N     how the command ended, -N for a signal
    seen B       whether a text that matches PATTERN came
    wiped B      whether the line of it was wiped later
    last TEXT    what came after that
    files NAMES  what was in the folder when the signals were sent
"""
import argparse
import os
import pty
import re
import select
import signal
import subprocess
import time

LIMIT = 300  # seconds; only for commands that never end
EDGES = b"".join(b"%d 7\n" % k for k in range(5000))
WIPE = b"\r\x1b[K"


class Run:
    def __init__(self, options):
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # a child inherits what its parent ignores
            signal.signal(name, signal.SIG_DFL)
        for name in options.ignore:
            signal.signal(getattr(signal, "SIG" + name), signal.SIG_IGN)
        self.pattern = re.compile(options.pattern.encode())
        self.shown = b""
        self.limit = time.monotonic() + LIMIT
        self.outer, inner = pty.openpty()
        source = subprocess.DEVNULL if options.input == "none" else subprocess.PIPE
        self.child = subprocess.Popen(options.command, stdin=source, stdout=subprocess.DEVNULL, stderr=inner)
        os.close(inner)

    def take(self, seconds):
        """Reads what the terminal has; false at its end."""
        try:
            while select.select([self.outer], [], [], seconds)[0]:
                piece = os.read(self.outer, 4096)
                if not piece:
                    return False
                self.shown += piece
        except OSError:  # the end of a pseudo-terminal
            return False
        return True

    def feed(self):
        try:
            self.child.stdin.write(EDGES)
            self.child.stdin.flush()
        except BrokenPipeError:
            pass

    def wait_for_text(self, is_fed, folder):
        def is_there():
            return self.pattern.search(self.shown) and (folder is None or os.listdir(folder))
        while not is_there() and time.monotonic() < self.limit:
            if is_fed:
                self.feed()
            if not self.take(0.01):
                return

    def wait_for_end(self, is_fed):
        while self.child.poll() is None and time.monotonic() < self.limit:
            if is_fed:
                self.feed()
            self.take(0.01)
        self.child.kill()
        self.take(0)
        return self.child.wait()

    def close_input(self):
        try:
            self.child.stdin.close()
        except BrokenPipeError:
            pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--input", choices=["none", "edges", "silence"], default="none")
    parser.add_argument("--folder")
    parser.add_argument("--signal", action="append", default=[])
    parser.add_argument("--ignore", action="append", default=[])
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("pattern")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    run = Run(options)
    run.wait_for_text(options.input == "edges", options.folder)
    files = sorted(os.listdir(options.folder)) if options.folder else []
    for name in options.signal:
        run.child.send_signal(getattr(signal, "SIG" + name))
    if options.go_on:
        run.feed()
        run.close_input()
    status = run.wait_for_end(options.input == "edges" and not options.go_on)
    before, wiped, last = run.shown.rpartition(WIPE)
    print("status", status)
    print("seen", run.pattern.search(run.shown) is not None)
    print("wiped", wiped != b"" and run.pattern.search(before) is not None)
    print("last", last.decode().strip())
    print("files", *files)


if __name__ == "__main__":
    main()
