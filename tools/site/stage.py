#!/usr/bin/env python3
"""Copies the pages of the repository, and what they link to, to the folder that MkDocs reads.

These are the pages of the navigation in mkdocs.yml and all that they lead to.  Pages keep their places (README.md, docs/,
datasets/), so that links between them need no change.  Only tracked files are copied.

    stage.py FOLDER
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(\s*<?([^)\s>#]+)")
NAVIGATION = re.compile(r":\s+(\S+\.md)\s*$", re.M)


def tracked():
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return set(names.stdout.split("\0"))


def main():
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    allowed = tracked()
    wanted, staged = NAVIGATION.findall((ROOT / "tools/site/mkdocs.yml").read_text(encoding="utf-8")), set()
    while wanted:
        name = wanted.pop()
        if name in staged or name not in allowed:
            continue
        staged.add(name)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
        if name.endswith(".md"):
            for target in LINK.findall((ROOT / name).read_text(encoding="utf-8")):
                path = ((ROOT / name).parent / target).resolve()
                if "://" not in target and path.is_relative_to(ROOT):
                    wanted.append(str(path.relative_to(ROOT)))
    shutil.copyfile(ROOT / "tools/site/site.css", folder / "site.css")
    pages = sum(name.endswith(".md") for name in staged)
    print(f"{pages} pages, {len(staged) - pages} other files")


if __name__ == "__main__":
    main()
