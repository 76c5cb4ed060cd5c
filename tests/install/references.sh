#!/usr/bin/env bash
# Configures the sources once more where SuiteSparse and igraph are not found: CMake says so, and of the targets of the
# build at hand those alone are left out that compare with them.
#   references.sh SOURCE_FOLDER BUILD_FOLDER COMPILER
set -euo pipefail
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The same options; a path that is given as empty is one that was not found.
options=()
while IFS= read -r option; do
    options+=("-D$option")
done < <(grep -E '^SEMIGRAPH_(TESTS|BENCH|PROGRAM|FUZZ|PUBLISHED|HYBRID|GRAPHBLAS|CUDA|CUDA_HEADERS|INSTALL|PAGES):' \
    "$build/CMakeCache.txt")
cmake -S "$source" -B "$work/build" -DCMAKE_C_COMPILER="$3" -DCMAKE_BUILD_TYPE=Release "${options[@]}" \
    -DSEMIGRAPH_REFERENCES=AUTO -DGRAPHBLAS_INCLUDE= -DGRAPHBLAS_LIBRARY= -DIGRAPH_INCLUDE= -DIGRAPH_LIBRARY= \
    >"$work/out" 2>&1 || {
    cat "$work/out"
    exit 1
}
grep -q 'SuiteSparse:GraphBLAS and igraph not found; tests and benchmarks .* left out' "$work/out" || {
    echo "CMake does not say what is missing"
    exit 1
}

targets() { # FOLDER
    cmake --build "$1" --target help | sed -nE 's/^(\.\.\. )?([A-Za-z0-9_]+)(: phony)?$/\2/p' | sort -u
}
targets "$build" >"$work/with"
targets "$work/build" >"$work/without"
[ "$(wc -l <"$work/without")" -gt 100 ] || {
    echo "no list of targets"
    exit 1
}
{ # what compares: by its name, and the benchmarks of the folders that bench/CMakeLists.txt names
    grep -E '_(suitesparse|igraph)(_[0-9]+)?$' "$work/with" || true
    for program in "$source"/bench/{algorithms,core,io,operations}/bench_*.c; do
        basename "$program" .c
    done
} | sort -u >"$work/comparing"
if ! comm -23 "$work/with" "$work/comparing" | diff - "$work/without"; then
    echo "targets that differ though they do not compare with SuiteSparse or igraph"
    exit 1
fi
echo "without SuiteSparse and igraph $(wc -l <"$work/without") of $(wc -l <"$work/with") targets are built"
