#!/usr/bin/env bash
# The scripts of tools from outside, in a copy that has nothing to build: what tools/test says without its packages; and
# what cmake/references.cmake does where neither library is.
#   run.sh SOURCE_FOLDER
set -euo pipefail
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    exit 1
}

cp -r "$source/tools" "$work/tools"
for script in demo test; do
    "$work/tools/$script" --help >"$work/out" 2>&1 || fail "tools/$script --help gives $?, expected 0"
    grep -q "^  tools/$script" "$work/out" || fail "tools/$script --help does not show how it is called"
    ! "$work/tools/$script" --nonsense >"$work/out" 2>&1 || fail "tools/$script takes an option that it does not know"
done

# A user who is not root and has no sudo; of the packages only those of these commands are there.
mkdir "$work/bin"
for command in bash basename cat cut dirname env grep mkdir nproc sed sleep tail tr; do
    ln -s "$(command -v $command)" "$work/bin/$command"
done
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
printf '#!/bin/sh\necho "apt-get was called" >&2\nexit 1\n' >"$work/bin/apt-get"
chmod +x "$work/bin/id" "$work/bin/apt-get"
for extent in quick all; do
    result=0
    PATH=$work/bin "$work/tools/test" $extent >"$work/out" 2>&1 || result=$?
    [ $result -eq 1 ] || fail "tools/test $extent without packages gives $result, expected 1"
    grep -q '^missing: cmake ninja-build gcc .*; run this as root, or install them$' "$work/out" ||
        fail "tools/test $extent does not name what is missing: $(cat "$work/out")"
    [ "$(tail -n 1 "$work/out")" = "0 passed, 1 failed" ] || fail "tools/test $extent goes on: $(cat "$work/out")"
done

references() { # VALUE, and the status that is expected
    local result=0
    cmake -DSEMIGRAPH_REFERENCES="$1" -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF \
        -DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF -DCMAKE_FIND_USE_CMAKE_ENVIRONMENT_PATH=OFF \
        -P "$source/cmake/references.cmake" >"$work/out" 2>&1 || result=$?
    [ $result -eq "$2" ] || fail "SEMIGRAPH_REFERENCES=$1 gives $result, expected $2: $(cat "$work/out")"
}
references AUTO 0
grep -q 'SuiteSparse:GraphBLAS and igraph not found' "$work/out" || fail "AUTO does not say what is missing"
[ "$(wc -l <"$work/out")" -eq 1 ] || fail "AUTO says more than one line"
references OFF 0
[ ! -s "$work/out" ] || fail "OFF looks for the libraries"
references ON 1
references PERHAPS 1
echo "the scripts say what is missing"
