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
grep -q 'SONAME.*\[libsemigraph\.so\.0\.1\]' "$work/dynamic" ||
    { echo "the soname is not libsemigraph.so.0.1"; exit 1; }
for file in LICENSE VERSIONING.md CITATION.cff README.md CHANGELOG.md; do
    [ -s "$prefix/share/doc/semigraph/$file" ] || { echo "$file is not installed"; exit 1; }
done
if [ -d "$build/pages" ]; then
    for file in man/man1/semigraph.1 man/man3/graph_spgemm.3 doc/semigraph/reference/operations.html \
        bash-completion/completions/semigraph zsh/site-functions/_semigraph fish/vendor_completions.d/semigraph.fish; do
        [ -s "$prefix/share/$file" ] || { echo "share/$file is not installed"; exit 1; }
    done
fi
for flag in NODELETE NOW; do
    grep -q "FLAGS.*$flag" "$work/dynamic" || { echo "libsemigraph.so is not linked with $flag"; exit 1; }
done
readelf -d "$prefix/bin/semigraph" >"$work/program"
grep -q 'FLAGS.*NOW' "$work/program" && grep -q 'FLAGS.*PIE' "$work/program" || { echo "the program lacks now or pie"; exit 1; }
nm -D "$library/libsemigraph.so" >"$work/needed_symbols"
grep -q __stack_chk_fail "$work/needed_symbols" || { echo "no stack protector"; exit 1; }
# What is exported is what the headers declare, no more and no less, under the version of the soname.
awk '$2 == "T" { print $3 }' "$work/symbols" | sed 's/@@SEMIGRAPH_0\.1$//' | sort >"$work/exported"
grep -h '^GRAPH_API' "$prefix"/include/semigraph/*.h | grep -oE 'graph_[a-z0-9_]+\(' | tr -d '(' | sort >"$work/declared"
diff "$work/declared" "$work/exported" || { echo "< declared and not exported, > exported and not declared"; exit 1; }
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

# GraphBLAS.h, where it was built: by both ways, and nothing else exported.
if [ -f "$prefix/include/semigraph-graphblas/GraphBLAS.h" ]; then
    cmake -S "$here/graphblas" -B "$work/graphblas" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler" >/dev/null
    cmake --build "$work/graphblas" >/dev/null
    "$work/graphblas/graphblas_outside"
    $compiler "$here/graphblas/main.c" $(pkg-config --cflags --libs semigraph-graphblas) -o "$work/graphblas_shared"
    LD_LIBRARY_PATH=$library "$work/graphblas_shared"
    nm -D --defined-only "$library/libsemigraph_graphblas.so" | awk '{ print $3 }' | grep -v '^G[rx]B_' | grep -v '^SEMIGRAPH_' >"$work/foreign" || true
    [ ! -s "$work/foreign" ] || { cat "$work/foreign"; echo "libsemigraph_graphblas.so exports these"; exit 1; }
fi
