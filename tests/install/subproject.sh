#!/usr/bin/env bash
# Builds and runs a program that has the library as a sub-project.
#   subproject.sh SOURCE_FOLDER C_COMPILER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$here/parent" -B "$work" -DSEMIGRAPH_SOURCE="$1" -DCMAKE_C_COMPILER="$2" -DCMAKE_BUILD_TYPE=Debug \
    -DSEMIGRAPH_PREBUILT=plus_pair_int64 -DSEMIGRAPH_PUBLISHED_PREBUILT=plus_pair_int64 -DSEMIGRAPH_CUDA_PREBUILT= >/dev/null
cmake --build "$work" --parallel "$(nproc)" >/dev/null
"$work/parent_shared"
"$work/parent_static"
