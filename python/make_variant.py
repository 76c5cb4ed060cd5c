"""Writes the project of a CUDA variant: make_variant.py cu12|cu13 FOLDER.

It is the project of this folder with another name and the library alone: semigraph finds the library in the package
semigraph_cu12 or _cu13 and opens it where a driver answers.
"""

import os
import re
import sys

VARIANTS = {"cu12": "nvidia-cuda-nvrtc-cu12", "cu13": "nvidia-cuda-nvrtc>=13,<14"}

PROJECT = """\
[build-system]
requires = ["scikit-build-core>=0.11"]
build-backend = "scikit_build_core.build"

[project]
name = "semigraph-{variant}"
version = "{version}"
description = "The library of semigraph with the CUDA back end, for drivers of CUDA {major}"
requires-python = ">=3.10"
dependencies = ["semigraph=={version}"]

[project.optional-dependencies]
jit = ["{nvrtc}"]

[tool.scikit-build]
cmake.source-dir = "{source}"
wheel.packages = []
wheel.install-dir = "semigraph_{variant}"
wheel.py-api = "py3"
"""


def main():
    variant, folder = sys.argv[1:]
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "..", "CMakeLists.txt"), encoding="utf-8") as file:
        version = re.search(r"project\(semigraph VERSION ([0-9.]+)", file.read()).group(1)
    os.makedirs(folder)
    with open(os.path.join(folder, "pyproject.toml"), "w", encoding="utf-8") as file:
        file.write(PROJECT.format(variant=variant, version=version, major=variant[2:], nvrtc=VARIANTS[variant],
                                  source=os.path.relpath(here, folder)))


if __name__ == "__main__":
    main()
