#!/usr/bin/env bash
# Installs a finished build to a temporary prefix, moves the prefix elsewhere, and builds and runs a program against
# it: CMake package and pkg-config, shared and static.  Also reads which symbols the shared library exports.
#   run.sh BUILD_FOLDER C_COMPILER
set -euo pipefail
build=$1
compiler=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix"
prefix=$work/prefix
library=$(dirname "$(find "$prefix" -name libsemigraph.so)")

readelf -d "$library/libsemigraph.so" >"$work/dynamic"
nm -D --defined-only "$library/libsemigraph.so" >"$work/symbols"
grep -q 'SONAME.*\[libsemigraph\.so\.0\]' "$work/dynamic" ||
    { echo "the soname is not libsemigraph.so.0"; exit 1; }
strangers=$(awk '$3 !~ /^graph_[a-z]/ { print $3 }' "$work/symbols")
[ -z "$strangers" ] || { echo "exported without the prefix graph_: $strangers"; exit 1; }
for function in graph_mxm graph_last_error graph_semiring_by_name graph_matrix_create; do
    grep -qw "$function" "$work/symbols" || { echo "$function is not exported"; exit 1; }
done
[ -f "$prefix/include/semigraph.h" ] || { echo "semigraph.h is not installed"; exit 1; }
[ -f "$library/libsemigraph.a" ] || { echo "libsemigraph.a is not installed"; exit 1; }

cmake -S "$here/outside" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler" >/dev/null
cmake --build "$work/cmake" >/dev/null
"$work/cmake/outside_shared"
"$work/cmake/outside_static"
ldd "$work/cmake/outside_static" >"$work/needed"
if grep -q libsemigraph "$work/needed"; then echo "the static program needs the shared library"; exit 1; fi

export PKG_CONFIG_PATH=$library/pkgconfig
# Word splitting of the flags is meant.
$compiler "$here/outside/main.c" $(pkg-config --cflags --libs semigraph) -o "$work/shared"
LD_LIBRARY_PATH=$library "$work/shared"
static_flags=$(pkg-config --static --libs semigraph | sed 's/-lsemigraph/-l:libsemigraph.a/')
$compiler "$here/outside/main.c" $(pkg-config --cflags semigraph) $static_flags -o "$work/static"
"$work/static"
