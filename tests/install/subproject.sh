#!/usr/bin/env bash
# Configures a project that has the library as a sub-project, and compiles what it takes from the library and two of
# the library's own sources.  That the library links is for run.sh, which has one that is built.
#   subproject.sh SOURCE_FOLDER C_COMPILER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$here/parent" -B "$work" -DSEMIGRAPH_SOURCE="$1" -DCMAKE_C_COMPILER="$2" -DCMAKE_BUILD_TYPE=Debug \
    -DSEMIGRAPH_PREBUILT=plus_pair_int64 -DSEMIGRAPH_PUBLISHED_PREBUILT=plus_pair_int64 -DSEMIGRAPH_CUDA=OFF >/dev/null
cmake --build "$work" --target parent_shared parent_static library_source >/dev/null
if find "$work" -name 'libsemigraph*' | grep -q .; then
    echo "the whole library was built"
    exit 1
fi
