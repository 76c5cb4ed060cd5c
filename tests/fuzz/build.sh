#!/bin/bash
# Builds the fuzz targets in the layout of OSS-Fuzz: in $OUT a program for each target, NAME_seed_corpus.zip beside it,
# and NAME.dict where it has one.
#   OUT=FOLDER [CC=clang CFLAGS=... LIB_FUZZING_ENGINE=-fsanitize=fuzzer WORK=FOLDER] tests/fuzz/build.sh
# Without CFLAGS the sanitizers of the preset `fuzz` are used.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
: "${OUT:?the folder for the programs}"
build=${WORK:-$source/build}/fuzz-targets
mkdir -p "$OUT"
cmake -S "$source" --preset fuzz -B "$build" -DCMAKE_C_COMPILER="${CC:-clang}" -DSEMIGRAPH_CUDA=OFF \
    ${CFLAGS:+-DCMAKE_C_FLAGS="$CFLAGS" -DSEMIGRAPH_SANITIZE=} \
    -DSEMIGRAPH_FUZZ_ENGINE="${LIB_FUZZING_ENGINE:--fsanitize=fuzzer}"
cmake --build "$build" --parallel "$(nproc)"
for program in "$build"/tests/fuzz/fuzz_*; do
    [ -x "$program" ] && [ -f "$program" ] || continue
    target=$(basename "$program")
    name=${target#fuzz_}
    cp "$program" "$OUT/"
    rm -f "$OUT/${target}_seed_corpus.zip"
    (cd "$source/tests/fuzz/corpus/$name" && zip -q "$OUT/${target}_seed_corpus.zip" -- *)
    if [ -f "$source/tests/fuzz/dictionaries/$name.dict" ]; then
        cp "$source/tests/fuzz/dictionaries/$name.dict" "$OUT/$target.dict"
    fi
done
